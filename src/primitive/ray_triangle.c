/* SPDX-License-Identifier: MIT
 * A ray and a triangle (B:2006-2124). Whether it hits, and from which side, is decided exactly by the
 * predicates of span.h, so no tolerance is needed; the parameter comes from the plane, whose normal is
 * accurate for the thinnest triangles too. */
#include "primitive/ray_triangle.h"

#include "base/tolerance.h"
#include "math/double_double.h"
#include "primitive/check.h"
#include "primitive/closest.h"
#include "primitive/ray_hit.h"
#include "primitive/ray_miss.h"

/* Everything relative to the ray's origin. */
typedef struct cast {
    gz_local_ray ray;
    wide3 p[3], normal;
} cast;

static wide3 nearest_corner(const cast *c) {
    wide3 best = c->p[0];
    for (int k = 1; k < 3; ++k)
        if (wide3_length_squared(c->p[k]) < wide3_length_squared(best)) best = c->p[k];
    return best;
}

static void subtract(const gz_end *a, wide3 b, double scale, gz_dd out[3]) {
    out[0] = gz_dd_two_sum(a->x[0] * scale, -b.x * scale);
    out[1] = gz_dd_two_sum(a->x[1] * scale, -b.y * scale);
    out[2] = gz_dd_two_sum(a->x[2] * scale, -b.z * scale);
}

/* -- rays in the plane, and triangles that are lines -- */

/* The corners as the ray sees them: how far along its line, in parameters, and how far off it, to which
 * side, in some unit. */
typedef struct seen {
    double at[3], off[3];
} seen;

/* What a corner and the direction span, with twice the digits; 0 where not even these tell. */
static void area_vector(const gz_dd p[3], wide3 d, double out[3]) {
    const double way[3] = {d.x, d.y, d.z};
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        gz_dd a = gz_dd_scale(p[j], way[i]), b = gz_dd_scale(p[i], way[j]);
        double area = gz_dd_sub(a, b).hi;
        out[k] = fabs(area) > GZ_LINE_SURE * (fabs(a.hi) + fabs(b.hi)) ? area : 0;
    }
}

/* In a plane with the ray all these vectors are parallel: the axis where they are longest is as good as
 * any. The normal would not do, for that of a thin triangle may point anywhere. */
static seen see(const cast *c, const gz_wide_ray *ray, const gz_span_triangle *t) {
    seen out;
    double area[3][3], longest = -1;
    for (int k = 0; k < 3; ++k) {
        gz_dd p[3];
        subtract(&t->p[k], ray->origin, c->ray.scale, p);
        area_vector(p, c->ray.direction, area[k]);
        out.at[k] = wide3_dot(c->p[k], c->ray.direction) / wide3_length_squared(c->ray.direction);
    }
    for (int axis = 0; axis < 3; ++axis) {
        double length = fabs(area[0][axis]) + fabs(area[1][axis]) + fabs(area[2][axis]);
        if (!(length > longest)) continue;
        longest = length;
        for (int k = 0; k < 3; ++k) out.off[k] = area[k][axis];
    }
    return out;
}

static void join(double t, double *enter, double *exit) {
    *enter = t < *enter ? t : *enter;
    *exit = t > *exit ? t : *exit;
}

/* Between which parameters the ray's line is in the triangle: it comes and goes by corners on it, and
 * by edges with an end on each side. No edge is divided by how much it turns off the ray, which for one
 * along the ray would be rounding alone. */
static void clip(const cast *c, const gz_wide_ray *ray, const gz_span_triangle *t, double *enter,
                 double *exit) {
    seen s = see(c, ray, t);
    int nearest = 0;
    *enter = INFINITY;
    *exit = -INFINITY;
    for (int k = 0; k < 3; ++k) {
        int next = (k + 1) % 3;
        double a = s.off[k], b = s.off[next];
        if (fabs(a) < fabs(s.off[nearest])) nearest = k;
        if (a == 0) join(s.at[k], enter, exit);
        if ((a < 0 && b > 0) || (a > 0 && b < 0))
            join(s.at[k] + (s.at[next] - s.at[k]) * (a / (a - b)), enter, exit);
    }
    if (*enter > *exit) *enter = *exit = s.at[nearest]; /* a plane that is one up to rounding */
}

/* -- rays through the plane -- */

static gz_dd dot(const gz_dd a[3], const gz_dd b[3]) {
    return gz_dd_add(gz_dd_add(gz_dd_mul(a[0], b[0]), gz_dd_mul(a[1], b[1])), gz_dd_mul(a[2], b[2]));
}

/* A ray that all but lies in the plane, where the quotient of two small numbers would be rounding: from
 * the coordinates as given, with twice the digits. False if that is not enough either. */
static bool meet_grazing(const cast *c, const gz_wide_ray *ray, const gz_span_triangle *t,
                         double *parameter) {
    const double *x = t->p[0].x, scale = c->ray.scale;
    const wide3 first = wide3_make(x[0], x[1], x[2]), d = c->ray.direction;
    const gz_dd direction[3] = {{d.x, 0}, {d.y, 0}, {d.z, 0}};
    gz_dd u[3], v[3], p[3], n[3];
    subtract(&t->p[1], first, scale, u);
    subtract(&t->p[2], first, scale, v);
    subtract(&t->p[0], ray->origin, scale, p);
    double most = 0;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = gz_dd_sub(gz_dd_mul(u[i], v[j]), gz_dd_mul(u[j], v[i]));
        most += (fabs(u[i].hi * v[j].hi) + fabs(u[j].hi * v[i].hi)) * fabs(direction[k].hi);
    }
    gz_dd height = dot(n, p), along = dot(n, direction);
    if (!(fabs(along.hi) > GZ_GRAZING_SURE * most)) return false;
    *parameter = gz_dd_div(height, along).hi;
    return true;
}

static bool is_grazing(const cast *c, double along) {
    double squared = wide3_length_squared(c->normal) * wide3_length_squared(c->ray.direction);
    return along * along <= GZ_GRAZING * squared;
}

/* In the plane, and yet the normal points along the ray: that of a triangle without area, which
 * rounding gave one. */
static bool is_stray(const cast *c) {
    double along = wide3_dot(c->normal, c->ray.direction);
    return along > 0 && !is_grazing(c, along);
}

static void parameters(const cast *c, const gz_wide_ray *ray, const gz_span_triangle *t, bool coplanar,
                       double *enter, double *exit) {
    double height = wide3_dot(c->normal, nearest_corner(c)),
           along = wide3_dot(c->normal, c->ray.direction);
    if (wide3_length_squared(c->ray.direction) == 0) {
        *enter = *exit = 0;
    } else if (coplanar || wide3_length_squared(c->normal) == 0) {
        clip(c, ray, t, enter, exit);
    } else if (is_grazing(c, along)) {
        if (meet_grazing(c, ray, t, enter))
            *exit = *enter;
        else
            clip(c, ray, t, enter, exit);
    } else {
        *enter = *exit = height / along;
    }
}

static cast cast_make(const gz_wide_ray *ray, const gz_span_triangle *triangle) {
    cast c;
    wide3 p[3];
    for (int k = 0; k < 3; ++k) {
        const double *x = triangle->p[k].x;
        p[k] = wide3_make(x[0], x[1], x[2]);
    }
    c.ray.scale = gz_fit(p, 3, ray->origin, 0, c.p);
    c.ray.origin = wide3_make(0, 0, 0);
    c.ray.direction = gz_fit_wide_direction(ray->direction, &c.ray.exponent);
    c.ray.max_t = ray->max_t;
    c.normal = gz_triangle_normal(c.p);
    return c;
}

bool gz_ray_meets_triangle(const gz_wide_ray *ray, const gz_span_triangle *t, graze_faces faces,
                           gz_triangle_hit *out) {
    const gz_span *span = &ray->span, start = {span->a, span->a};
    double a = gz_triangle_side(t, &span->a), b = gz_triangle_side(t, &span->b);
    out->front = a > 0 || (a == 0 && b < 0);
    if (faces == GRAZE_FACES_FRONT && !out->front) return false;
    if (!gz_span_meets_triangle_at(span, t, a, b)) return false;
    cast c = cast_make(ray, t);
    double enter, exit;
    parameters(&c, ray, t, a == 0 && b == 0, &enter, &exit);
    enter = gz_local_ray_parameter(&c.ray, enter);
    exit = exit < INFINITY ? gz_local_ray_parameter(&c.ray, exit) : 0;
    out->inside = a == 0 && gz_span_meets_triangle(&start, t);
    if (out->inside) exit = b == 0 ? exit : 0;
    enter = out->inside || !(enter > 0) ? 0 : enter;
    out->enter = enter < ray->max_t ? enter : ray->max_t;
    out->exit = exit;
    out->normal = a < 0 || (a == 0 && b == 0 && is_stray(&c)) ? wide3_neg(c.normal) : c.normal;
    return true;
}

/* -- what is plain to see -- */

static inline double least_of(double x, double y, double z) {
    double two = x < y ? x : y;
    return two < z ? two : z;
}

/* The corners as the ray's origin sees them, and its way to the end. */
typedef struct sight {
    wide3 u[3], way;
    double size;   /* of the corners */
    double length; /* of the way, and of what its end may round by */
    bool bounded;
} sight;

static inline sight sight_of(const graze_ray *ray, const graze_triangle *t) {
    sight s;
    wide3 origin = wide3_from(ray->origin), way = wide3_from(ray->direction);
    for (int k = 0; k < 3; ++k) s.u[k] = wide3_sub(wide3_from(t->p[k]), origin);
    s.bounded = ray->max_t < INFINITY;
    s.way = s.bounded ? wide3_scale(way, (double)ray->max_t) : way;
    double a = wide3_max_abs(s.u[0]), b = wide3_max_abs(s.u[1]), c = wide3_max_abs(s.u[2]);
    s.size = -least_of(-a, -b, -c);
    s.length = wide3_max_abs(s.way) + (s.bounded ? wide3_max_abs(origin) : 0);
    return s;
}

typedef enum glimpse { UNCLEAR, MISSES, HITS_FRONT, HITS_BACK } glimpse;

/* Does the line pass two edges on different sides, or all on the same; does all of the ray lie on one
 * side of the plane, or does it begin on one and end on the other, by more than rounding can feign? All
 * from the corners' products as the origin sees them: with the way they are the edges' sides, they add
 * up to the plane's normal, and a corner times the product of the others is the origin's height. What
 * is not a number, or infinite, decides nothing. */
static inline glimpse glimpse_of(const sight *s) {
    wide3 c0 = wide3_cross(s->u[1], s->u[2]), c1 = wide3_cross(s->u[2], s->u[0]),
          c2 = wide3_cross(s->u[0], s->u[1]);
    double x = wide3_dot(s->way, c0), y = wide3_dot(s->way, c1), z = wide3_dot(s->way, c2);
    double here = wide3_dot(s->u[0], c0), along = (x + y) + z;
    double there = s->bounded ? here - along : -along;
    double unit = GZ_SIGHT_FILTER * (s->size * s->size), slack = unit * s->length + GZ_ORIENT_FLOOR;
    double slack_here = unit * s->size + GZ_ORIENT_FLOOR, slack_there = slack_here + 4 * slack;
    double least = least_of(x, y, z), most = -least_of(-x, -y, -z);
    bool plain = (s->size > GZ_SIGHT_LEAST) & (s->size < 1 / GZ_SIGHT_LEAST);
    bool above = here > slack_here, below = here < -slack_here;
    bool ends_above = there > slack_there, ends_below = there < -slack_there;
    bool misses = ((least < -slack) & (most > slack)) | (above & ends_above) | (below & ends_below);
    bool hits_back = (least > slack) & above & ends_below; /* and the normal is along the way */
    bool hits_front = (most < -slack) & below & ends_above;
    return !plain       ? UNCLEAR
           : misses     ? MISSES
           : hits_front ? HITS_FRONT
           : hits_back  ? HITS_BACK
                        : UNCLEAR;
}

/* The rest of a plain hit: as in gz_ray_meets_triangle where nothing has to be scaled. False if the ray
 * grazes the plane. */
static bool hit_plainly(const graze_ray *ray, const sight *s, bool front, gz_triangle_hit *out) {
    wide3 way = wide3_from(ray->direction);
    double squared = wide3_length_squared(way);
    if (!(squared > GZ_SIGHT_LEAST && squared < 1 / GZ_SIGHT_LEAST)) return false;
    cast c = {.ray = {.direction = way}, .p = {s->u[0], s->u[1], s->u[2]}};
    c.normal = gz_triangle_normal(c.p);
    double along = wide3_dot(c.normal, way);
    if (is_grazing(&c, along)) return false;
    double enter = wide3_dot(c.normal, nearest_corner(&c)) / along;
    *out = (gz_triangle_hit){.front = front, .enter = enter, .exit = enter, .normal = c.normal};
    if (!front) out->normal = wide3_neg(c.normal);
    return true;
}

static graze_status put_hit(const graze_ray *ray, const gz_triangle_hit *hit, graze_ray_hit *out) {
    if (hit->inside) return gz_ray_hit_inside(ray, hit->exit, out);
    wide3 normal = gz_wide_unit(hit->normal, wide3_make(0, 0, 0));
    wide3 point = wide3_add_scaled(wide3_from(ray->origin), hit->enter, wide3_from(ray->direction));
    return gz_ray_hit_put(ray, hit->enter, hit->exit, point, normal, out);
}

/* What a first look does not see to miss. */
GZ_OUTLINE static graze_status look_closely(const graze_ray *ray, const graze_triangle *triangle,
                                            graze_faces faces, graze_ray_hit *out) {
    gz_triangle_hit hit;
    sight s = sight_of(ray, triangle);
    glimpse what = glimpse_of(&s);
    if (what == MISSES || (what == HITS_BACK && faces == GRAZE_FACES_FRONT)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    if (what != UNCLEAR && hit_plainly(ray, &s, what == HITS_FRONT, &hit))
        return put_hit(ray, &hit, out);
    if (!gz_ray_is_valid(ray) || !gz_triangle_is_valid(triangle)) return GRAZE_INVALID_ARGUMENT;
    gz_wide_ray wide = {wide3_from(ray->origin), wide3_from(ray->direction), (double)ray->max_t,
                        gz_span_of_ray(ray)};
    gz_span_triangle t = gz_span_triangle_of(triangle);
    if (gz_ray_meets_triangle(&wide, &t, faces, &hit)) return put_hit(ray, &hit, out);
    *out = gz_ray_miss();
    return GRAZE_OK;
}

graze_status graze_ray_triangle(const graze_ray *ray, const graze_triangle *triangle, graze_faces faces,
                                graze_ray_hit *out) {
    if (!ray || !triangle || !out || !(ray->max_t >= 0)) return GRAZE_INVALID_ARGUMENT;
    if (faces != GRAZE_FACES_BOTH && faces != GRAZE_FACES_FRONT) return GRAZE_INVALID_ARGUMENT;
    if (!gz_ray_plainly_misses(ray, triangle)) return look_closely(ray, triangle, faces, out);
    *out = gz_ray_miss();
    return GRAZE_OK;
}
