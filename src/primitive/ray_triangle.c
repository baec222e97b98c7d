/* SPDX-License-Identifier: MIT
 * A ray and a triangle (B:2006-2124). Whether it hits, and from which side, is decided exactly by the
 * predicates of span.h, so no tolerance is needed; the parameter comes from the plane, whose normal is
 * accurate for the thinnest triangles too. */
#include "primitive/check.h"
#include "primitive/closest.h"
#include "primitive/ray_hit.h"
#include "primitive/span.h"

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

/* In the plane: between which parameters the ray is on the inner side of all edges. */
static void clip_to_edges(const cast *c, double *enter, double *exit) {
    *enter = 0;
    *exit = INFINITY;
    for (int k = 0; k < 3; ++k) {
        wide3 outward = gz_accurate_cross(wide3_sub(c->p[k == 2 ? 0 : k + 1], c->p[k]), c->normal);
        double along = wide3_dot(outward, c->ray.direction);
        if (along == 0) continue;
        double t = wide3_dot(outward, c->p[k]) / along;
        if (along < 0 && t > *enter) *enter = t;
        if (along > 0 && t < *exit) *exit = t;
    }
}

/* The triangle is a line: where the ray crosses it, or how long it runs along it. */
static void meet_line(const cast *c, double *enter, double *exit) {
    wide3 d = c->ray.direction;
    double dd = wide3_length_squared(d);
    *enter = *exit = wide3_dot(c->p[0], d) / dd;
    wide3 longest = wide3_make(0, 0, 0);
    for (int k = 0; k < 3; ++k) {
        double t = wide3_dot(c->p[k], d) / dd;
        *enter = t < *enter ? t : *enter;
        *exit = t > *exit ? t : *exit;
        wide3 side = wide3_sub(c->p[k == 2 ? 0 : k + 1], c->p[k]);
        if (wide3_length_squared(side) > wide3_length_squared(longest)) longest = side;
    }
    wide3 across = gz_accurate_cross(d, longest);
    double squared = wide3_length_squared(across);
    if (squared > 0) *enter = *exit = wide3_dot(wide3_cross(c->p[0], longest), across) / squared;
}

static void parameters(const cast *c, bool coplanar, double *enter, double *exit) {
    double height = wide3_dot(c->normal, nearest_corner(c)),
           along = wide3_dot(c->normal, c->ray.direction);
    if (wide3_length_squared(c->ray.direction) == 0) {
        *enter = *exit = 0;
    } else if (wide3_length_squared(c->normal) == 0) {
        meet_line(c, enter, exit);
    } else if (coplanar || along == 0) {
        clip_to_edges(c, enter, exit);
    } else {
        *enter = *exit = height / along;
    }
}

static cast cast_make(const graze_ray *ray, const graze_triangle *triangle) {
    cast c;
    wide3 p[3] = {wide3_from(triangle->p[0]), wide3_from(triangle->p[1]), wide3_from(triangle->p[2])};
    c.ray.scale = gz_fit(p, 3, wide3_from(ray->origin), 0, c.p);
    c.ray.origin = wide3_make(0, 0, 0);
    c.ray.direction = gz_fit_direction(ray->direction, &c.ray.exponent);
    c.ray.max_t = (double)ray->max_t;
    c.normal = gz_triangle_normal(c.p);
    return c;
}

graze_status graze_ray_triangle(const graze_ray *ray, const graze_triangle *triangle, graze_faces faces,
                                graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !gz_triangle_is_valid(triangle) || !out) return GRAZE_INVALID_ARGUMENT;
    if (faces != GRAZE_FACES_BOTH && faces != GRAZE_FACES_FRONT) return GRAZE_INVALID_ARGUMENT;
    gz_span span = gz_span_of_ray(ray), start = {span.a, span.a};
    gz_span_triangle t = gz_span_triangle_of(triangle);
    double a = gz_side3(&t.p[0], &t.p[1], &t.p[2], &span.a);
    double b = gz_side3(&t.p[0], &t.p[1], &t.p[2], &span.b);
    bool front = a > 0 || (a == 0 && b < 0);
    if ((faces == GRAZE_FACES_FRONT && !front) || !gz_span_meets_triangle(&span, &t)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    cast c = cast_make(ray, triangle);
    double enter, exit;
    parameters(&c, a == 0 && b == 0, &enter, &exit);
    enter = gz_local_ray_parameter(&c.ray, enter);
    exit = exit < INFINITY ? gz_local_ray_parameter(&c.ray, exit) : 0;
    if (a == 0 && gz_span_meets_triangle(&start, &t))
        return gz_ray_hit_inside(ray, b == 0 ? exit : 0, out);
    enter = enter > 0 ? enter : 0;
    enter = enter < (double)ray->max_t ? enter : (double)ray->max_t;
    wide3 normal = gz_wide_unit(c.normal, wide3_make(0, 0, 0));
    if (a < 0) normal = wide3_neg(normal);
    wide3 point = wide3_add_scaled(wide3_from(ray->origin), enter, wide3_from(ray->direction));
    return gz_ray_hit_put(ray, enter, exit, point, normal, out);
}
