/* SPDX-License-Identifier: MIT
 * P2, P5, P18: rays against sphere, boxes, capsule, cylinder, cone, ellipsoid and convex polyhedron, as
 * graze/primitive.h words it: hits and their parameters are between those of the solid with its faces
 * moved in and out by E. The oracle (oracle/ray_solid.h) computes both in long double. Points lie on
 * the surface, normals support the solid. */
#include "any_set.h"
#include "oracle/ray_solid.h"

enum { CAPSULE, CYLINDER, CONE, ELLIPSOID, POLYHEDRON, BALL, BOX, TURNED_BOX, SOLIDS };
static const char *const solid_names[SOLIDS] = {"capsule",    "cylinder", "cone", "ellipsoid",
                                                "polyhedron", "sphere",   "aabb", "obb"};
enum { PLANES_MOST = 12 };

typedef struct any_solid {
    int kind;
    graze_vec3 a, b; /* ends of the axis, or the centre and half extents, of an aabb lo and hi */
    graze_real radius;
    graze_mat3 axes;
    graze_plane plane[PLANES_MOST];
    uint32_t planes;
} any_solid;

static graze_status cast(const any_solid *s, const graze_ray *ray, graze_ray_hit *out) {
    switch (s->kind) {
    case CAPSULE:
        return graze_ray_capsule(ray, &(graze_capsule){s->a, s->b, s->radius}, out);
    case CYLINDER:
        return graze_ray_cylinder(ray, &(graze_cylinder){s->a, s->b, s->radius}, out);
    case CONE:
        return graze_ray_cone(ray, &(graze_cone){s->a, s->b, s->radius}, out);
    case ELLIPSOID:
        return graze_ray_ellipsoid(ray, &(graze_ellipsoid){s->a, s->axes, s->b}, out);
    case POLYHEDRON:
        return graze_ray_polyhedron(ray, s->plane, s->planes, out);
    case BALL:
        return graze_ray_sphere(ray, &(graze_sphere){s->a, s->radius}, out);
    case BOX:
        return graze_ray_aabb(ray, &(graze_aabb){s->a, s->b}, out);
    default:
        return graze_ray_obb(ray, &(graze_obb){s->a, s->axes, s->b}, out);
    }
}

static bool is_axial(const any_solid *s) { return s->kind <= CONE; }

/* The centre and the half extents of what has such, the ends of an axis. */
static ld3 center_of(const any_solid *s) {
    ld3 a = ld3_from(s->a);
    return s->kind == BOX ? ld3_scale(ld3_add(a, ld3_from(s->b)), 0.5L) : a;
}
static ld3 halves_of(const any_solid *s) {
    ld3 b = ld3_from(s->b);
    return s->kind == BOX ? ld3_scale(ld3_sub(b, ld3_from(s->a)), 0.5L) : b;
}

/* -- the same in long double ------------------------------------------------------------------- */

typedef struct frame {
    ld3 origin, axis[3]; /* own coordinates are axis . (x - origin) */
} frame;

static frame frame_of(const any_solid *s) {
    frame f = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (s->kind == POLYHEDRON) return f;
    f.origin = center_of(s);
    if (s->kind == ELLIPSOID || s->kind == TURNED_BOX)
        for (int k = 0; k < 3; ++k) f.axis[k] = ld3_from(s->axes.col[k]);
    if (!is_axial(s)) return f;
    ld3 b = ld3_from(s->b), y = ld3_sub(b, f.origin);
    f.origin = ld3_scale(ld3_add(f.origin, b), 0.5L);
    if (ld3_length(y) == 0) return f;
    y = ld3_unit(y);
    ld3 least = fabsl(y.x) < 0.6L ? (ld3){1, 0, 0} : (ld3){0, 1, 0};
    f.axis[1] = y;
    f.axis[0] = ld3_unit(ld3_cross(y, least));
    f.axis[2] = ld3_cross(f.axis[0], y);
    return f;
}

static ld3 seen(const frame *f, ld3 v) {
    return (ld3){ld3_dot(f->axis[0], v), ld3_dot(f->axis[1], v), ld3_dot(f->axis[2], v)};
}

/* The solid with its faces moved out by so much; false if nothing is left. */
static bool moved(const any_solid *s, long double by, ray_solid *out, frame *f) {
    static const ray_solid_kind kinds[SOLIDS] = {RAY_CAPSULE,  RAY_CYLINDER, RAY_CONE, RAY_ELLIPSOID,
                                                 RAY_POLYTOPE, RAY_SPHERE,   RAY_BOX,  RAY_BOX};
    long double height = ld3_distance(ld3_from(s->a), ld3_from(s->b)), r = (long double)s->radius;
    *f = frame_of(s);
    out->kind = kinds[s->kind];
    out->planes = 0;
    switch (s->kind) {
    case CAPSULE:
        out->size = (ld3){r + by, height, 0};
        return r + by >= 0;
    case CYLINDER:
        out->size = (ld3){r + by, height + 2 * by, 0};
        return r + by >= 0 && height + 2 * by >= 0;
    case CONE: {
        long double up = r > 0 ? by * sqrtl(r * r + height * height) / r : 0, all = height + by + up;
        f->origin = ld3_add_scaled(f->origin, (up - by) / 2, f->axis[1]);
        out->size = (ld3){all * r / height, all, 0};
        return all > 0 && r > 0;
    }
    case BALL:
        out->size = (ld3){r + by, 0, 0};
        return r + by >= 0;
    case POLYHEDRON:
        for (uint32_t i = 0; i < s->planes; ++i) {
            ld3 n = ld3_from(s->plane[i].normal);
            long double length = ld3_length(n);
            out->plane[i] = (ray_plane){n, by * length - (long double)s->plane[i].offset};
        }
        out->planes = (int)s->planes;
        return true;
    default:
        out->size = ld3_add(halves_of(s), (ld3){by, by, by});
        return out->size.x > 0 && out->size.y > 0 && out->size.z > 0;
    }
}

/* Where along o + t d, between lo and hi, the excess, which is convex, is least. */
static long double least_excess(const ray_solid *body, ld3 o, ld3 d, long double lo, long double hi) {
    for (int i = 0; i < 400; ++i) {
        long double third = (hi - lo) / 3, left = lo + third, right = hi - third;
        if (ray_solid_excess(body, ld3_along(o, d, left)) <
            ray_solid_excess(body, ld3_along(o, d, right)))
            hi = right;
        else
            lo = left;
    }
    return (lo + hi) / 2;
}

/* Between a place inside and one outside: the last inside. */
static long double last_inside(const ray_solid *body, ld3 o, ld3 d, long double in, long double out) {
    for (int i = 0; i < 100; ++i) {
        long double middle = (in + out) / 2;
        if (ray_solid_excess(body, ld3_along(o, d, middle)) <= 0)
            in = middle;
        else
            out = middle;
    }
    return in;
}

/* The roots of the quadratic equation lose their digits next to a cone's tip; the excess does not. */
static bool find_times(const ray_solid *body, ld3 o, ld3 d, long double *in, long double *out) {
    bool found = ray_solid_interval(body, o, d, in, out);
    if (body->kind != RAY_CONE) return found;
    long double reach = (ld3_length(body->size) + ld3_length(o)) / ld3_length(d);
    long double t = found ? (*in + *out) / 2 : least_excess(body, o, d, -reach, reach);
    if (ray_solid_excess(body, ld3_along(o, d, t)) > 0) return false;
    *in = last_inside(body, o, d, t, -reach);
    *out = last_inside(body, o, d, t, reach);
    return true;
}

/* When the line is in the moved solid; false if it never is. */
static bool times(const any_solid *s, long double by, const graze_ray *ray, long double *in,
                  long double *out) {
    static ray_solid body;
    frame f;
    if (!moved(s, by, &body, &f)) return false;
    ld3 o = seen(&f, ld3_sub(ld3_from(ray->origin), f.origin)), d = seen(&f, ld3_from(ray->direction));
    if (ld3_length(d) == 0) {
        *in = *out = 0;
        return ray_solid_excess(&body, o) <= 0;
    }
    return find_times(&body, o, d, in, out);
}

/* How high the solid reaches along n. */
static long double reach_along(const any_solid *s, ld3 n) {
    ld3 a = center_of(s), b = halves_of(s);
    long double ha = ld3_dot(a, n), hb = ld3_dot(b, n), r = (long double)s->radius, sum = 0;
    long double across = ld3_length(ld3_cross(ld3_unit(ld3_sub(b, a)), n));
    frame f = frame_of(s);
    ld3 own = seen(&f, n);
    switch (s->kind) {
    case CAPSULE:
        return fmaxl(ha, hb) + r;
    case CYLINDER:
        return fmaxl(ha, hb) + r * across;
    case CONE:
        return fmaxl(ha + r * across, hb);
    case BALL:
        return ha + r;
    case ELLIPSOID:
        return ha + ld3_length((ld3){own.x * b.x, own.y * b.y, own.z * b.z});
    default:
        sum = fabsl(own.x) * b.x + fabsl(own.y) * b.y + fabsl(own.z) * b.z;
        return ha + sum;
    }
}

/* The E of the header. */
static long double radius_of(const any_solid *s, const graze_ray *ray, const graze_ray_hit *h) {
    const long double u = 0x1p-53L, eps = (long double)GRAZE_EPSILON;
    ld3 o = ld3_from(ray->origin), a = center_of(s), b = halves_of(s);
    long double size = ld3_distance(o, a) + (long double)s->radius;
    if (is_axial(s)) size = fmaxl(size, ld3_distance(o, b) + (long double)s->radius);
    if (s->kind == ELLIPSOID || s->kind == BOX || s->kind == TURNED_BOX) size += ld3_length(b);
    if (s->kind == POLYHEDRON) {
        long double last = isfinite(h->exit) ? (long double)h->exit : (long double)h->enter;
        size = ld3_length(o) + last * ld3_length(ld3_from(ray->direction));
        for (uint32_t i = 0; i < s->planes; ++i)
            size = fmaxl(size, fabsl((long double)s->plane[i].offset) /
                                   ld3_length(ld3_from(s->plane[i].normal)));
    }
    if (s->kind == ELLIPSOID) size *= fmaxl(b.x, fmaxl(b.y, b.z)) / fminl(b.x, fminl(b.y, b.z));
    return 64 * u * size + (s->kind == TURNED_BOX ? 64 * eps * (b.x + b.y + b.z) : 0);
}

/* -- a hit -------------------------------------------------------------------------------------- */

typedef struct tally {
    long hits, inside, open; /* open: answers that E leaves open */
} tally;

static void show_vec3(const char *name, graze_vec3 x) {
    printf("  %s %.17g %.17g %.17g\n", name, (double)x.x, (double)x.y, (double)x.z);
}

/* What a failing case is, to try it by hand. */
static void show(const any_solid *s, const graze_ray *ray, long double band) {
    printf("%s, E = %Lg\n", solid_names[s->kind], band);
    show_vec3("a", s->a);
    show_vec3("b", s->b);
    printf("  radius %.17g\n", (double)s->radius);
    for (int k = 0; k < 3; ++k) show_vec3("axis", s->axes.col[k]);
    show_vec3("origin", ray->origin);
    show_vec3("direction", ray->direction);
    printf("  max_t %g\n", (double)ray->max_t);
}

#define RAY_CHECK(condition, ...)                                                                      \
    do {                                                                                               \
        if (condition) break;                                                                          \
        show(s, ray, band);                                                                            \
        test_fail(seed, number, __VA_ARGS__);                                                          \
    } while (0)

static void check_numbers(const any_solid *s, const graze_ray *ray, const graze_ray_hit *h,
                          long double band, uint64_t seed, long number) {
    long double g_in, g_out, s_in = 0, s_out = 0, last = (long double)ray->max_t;
    RAY_CHECK(times(s, band, ray, &g_in, &g_out) && g_out >= 0 && g_in <= last,
              "%s: a hit that misses the larger solid", solid_names[s->kind]);
    bool sure = times(s, -band, ray, &s_in, &s_out) && s_out >= 0 && s_in <= last;
    long double low = fmaxl(0, g_in), high = fmaxl(0, sure ? s_in : g_out);
    long double first = fminl(last, sure ? s_out : g_in), final = fminl(last, g_out);
    long double enter = (long double)h->enter, exit = (long double)h->exit;
    long double up = 1 + 2 * (long double)GRAZE_EPSILON,
                least = sizeof(graze_real) == 4 ? 0x1p-140L : 0x1p-1060L;
    RAY_CHECK(h->enter >= 0 && h->enter <= h->exit && h->exit <= ray->max_t, "order");
    RAY_CHECK(enter * up + least >= low && enter <= high * up + least,
              "%s: enter %.17Lg, not in %.17Lg to %.17Lg", solid_names[s->kind], enter, low, high);
    RAY_CHECK(exit * up + least >= fmaxl(0, first) && exit <= final * up + least,
              "%s: exit %.17Lg, not in %.17Lg to %.17Lg", solid_names[s->kind], exit, first, final);
    if (h->inside) RAY_CHECK(g_in <= 0 && h->enter == 0, "not inside");
}

static void check_surface(const any_solid *s, const graze_ray *ray, const graze_ray_hit *h,
                          long double band, uint64_t seed, long number) {
    ld3 point = ld3_from(h->point), n = ld3_from(h->normal), o = ld3_from(ray->origin);
    ld3 at = ld3_add_scaled(o, (long double)h->enter, ld3_from(ray->direction));
    long double eps = (long double)GRAZE_EPSILON, far = ld3_length(point) + ld3_distance(o, at);
    long double round = 4 * band + 8 * eps * far;
    /* Boxes are hit exactly when they are; where a ray comes to a face at a small angle is less sure.
     */
    bool is_box = s->kind == BOX || s->kind == TURNED_BOX;
    long double sine = fabsl(ld3_dot(n, ld3_unit(ld3_from(ray->direction))));
    long double allowed = is_box && !h->inside && sine > 0 ? round / sine : round;
    RAY_CHECK(ld3_distance(at, point) <= allowed, "%s: point %Lg off the ray's", solid_names[s->kind],
              ld3_distance(at, point));
    if (h->inside) {
        RAY_CHECK(ld3_length(n) == 0, "a normal inside");
        return;
    }
    /* A turned box has the normals that it was given. */
    RAY_CHECK(fabsl(ld3_length(n) - 1) <= (s->kind == TURNED_BOX ? 24 : 8) * eps,
              "normal of length %Lg", ld3_length(n));
    /* A tangent touches that far from where it should. */
    ld3 half = halves_of(s), way = ld3_from(ray->direction);
    long double least = (long double)s->radius;
    if (s->kind == ELLIPSOID) least = fminl(half.x, fminl(half.y, half.z));
    RAY_CHECK(ld3_dot(n, way) <= (16 * eps + 16 * band / least) * ld3_length(way),
              "%s: normal along the ray", solid_names[s->kind]);
    if (s->kind == POLYHEDRON) { /* it is the normal of a plane through the point */
        long double best = INFINITY;
        for (uint32_t i = 0; i < s->planes; ++i) {
            ld3 m = ld3_from(s->plane[i].normal);
            long double length = ld3_length(m), apart = ld3_distance(ld3_scale(m, 1 / length), n);
            if (apart > 8 * eps) continue;
            best = fminl(best, fabsl(ld3_dot(m, point) + (long double)s->plane[i].offset) / length);
        }
        RAY_CHECK(best <= round, "polyhedron: %Lg off the plane", best);
        return;
    }
    long double size = ld3_distance(point, ld3_from(s->a)) + ld3_length(ld3_from(s->b)) +
                       (is_axial(s) ? ld3_distance(ld3_from(s->a), ld3_from(s->b)) : 0);
    long double below = reach_along(s, n) - ld3_dot(n, point);
    RAY_CHECK(fabsl(below) <= 2 * round + 32 * eps * size,
              "%s: the point is %Lg below the support plane", solid_names[s->kind], below);
}

static void check_ray(const any_solid *s, const graze_ray *ray, tally *all, uint64_t seed,
                      long number) {
    graze_ray_hit h;
    graze_status status = cast(s, ray, &h);
    if (status == GRAZE_OUT_OF_RANGE) return;
    assert_int_equal(status, GRAZE_OK);
    long double band = radius_of(s, ray, &h), in, out;
    if (h.hit) {
        ++all->hits;
        all->inside += h.inside;
        check_numbers(s, ray, &h, band, seed, number);
        check_surface(s, ray, &h, band, seed, number);
        all->open += !times(s, -band, ray, &in, &out);
        return;
    }
    bool must = times(s, -band, ray, &in, &out) && out >= 0 && in <= (long double)ray->max_t;
    RAY_CHECK(!must, "%s: a miss that hits the smaller solid, from %Lg to %Lg", solid_names[s->kind],
              in, out);
    bool clean = h.enter == 0 && h.exit == 0 && !h.inside && graze_vec3_max_abs(h.point) == 0 &&
                 graze_vec3_max_abs(h.normal) == 0;
    RAY_CHECK(clean, "a miss with something in it");
    all->open += times(s, band, ray, &in, &out) && out >= 0 && in <= (long double)ray->max_t;
}

/* -- random ones -------------------------------------------------------------------------------- */

static graze_real size_of(graze_random *random, int grid) {
    if (grid) return (graze_real)(1 + set_below(random, grid));
    graze_real x = graze_random_uniform(random, (graze_real)0.125, 1);
    return set_below(random, 4) ? x : x * (graze_real)ldexp(1, -set_below(random, 10));
}

/* A simplex or box around the centre, or a heap of planes about it. */
static void make_planes(graze_random *random, int grid, any_solid *s) {
    s->planes = (uint32_t)(4 + set_below(random, PLANES_MOST - 3));
    for (uint32_t i = 0; i < s->planes; ++i) {
        graze_vec3 n = set_point(random, grid);
        if (graze_vec3_max_abs(n) == 0) n.x = 1;
        if (i % 2 && set_below(random, 2)) n = graze_vec3_neg(s->plane[i - 1].normal);
        graze_real away = size_of(random, grid) * (grid ? (graze_real)4 : graze_vec3_length(n));
        s->plane[i] = (graze_plane){n, -graze_vec3_dot(n, s->a) - away};
    }
}

static any_solid any_solid_random(graze_random *random, int kind, int grid) {
    any_solid s = {.kind = kind, .radius = size_of(random, grid), .axes = set_rotation(random, grid)};
    s.a = set_point(random, grid);
    if (kind == POLYHEDRON) {
        make_planes(random, grid, &s);
        return s;
    }
    if (!is_axial(&s)) {
        graze_real x = size_of(random, grid), y = size_of(random, grid);
        s.b = graze_vec3_make(x, y, size_of(random, grid));
        if (kind == BALL) s.b = graze_vec3_zero();
        if (kind == BOX) s.b = graze_vec3_add(s.a, s.b);
        return s;
    }
    do s.b = graze_vec3_add(s.a, set_point(random, grid));
    while (kind != CAPSULE && graze_vec3_equal(s.a, s.b));
    if (kind == CAPSULE && set_below(random, 8) == 0) s.b = s.a;
    return s;
}

/* A place in, on or near the solid. */
static graze_vec3 place_near(graze_random *random, const any_solid *s, int grid) {
    graze_vec3 p = set_point(random, grid);
    if (is_axial(s)) {
        graze_real t = grid ? (graze_real)set_below(random, 3) / 2 : graze_random_uniform(random, 0, 1);
        graze_vec3 on_axis = graze_vec3_lerp(s->a, s->b, t);
        return graze_vec3_add_scaled(on_axis, s->radius * (graze_real)(set_below(random, 5)) / 4,
                                     grid ? p : graze_random_direction(random));
    }
    if (s->kind == POLYHEDRON) /* its centre is inside */
        return graze_vec3_add_scaled(s->a, (graze_real)set_below(random, 3) / 4, p);
    graze_vec3 half = s->kind == BALL  ? graze_vec3_make(s->radius, s->radius, s->radius)
                      : s->kind == BOX ? graze_vec3_sub(s->b, s->a)
                                       : s->b;
    graze_vec3 local = graze_vec3_make(p.x * half.x, p.y * half.y, p.z * half.z);
    if (grid) local = graze_vec3_scale(local, 1 / (graze_real)grid);
    if (s->kind == BOX) local = graze_vec3_abs(local); /* from its least corner */
    return graze_vec3_add(s->a, s->kind <= ELLIPSOID ? graze_mat3_mul_vec(&s->axes, local) : local);
}

static graze_ray ray_at(graze_random *random, const any_solid *s, int grid) {
    graze_vec3 to = place_near(random, s, grid), d = set_point(random, grid);
    if (set_below(random, 6) == 0 && is_axial(s)) d = graze_vec3_sub(s->b, s->a); /* along the axis */
    if (set_below(random, 8) == 0) d = graze_mat3_mul_vec(&s->axes, graze_vec3_make(0, 1, 0));
    int back = set_below(random, 4);
    graze_ray ray = {graze_vec3_add_scaled(to, (graze_real)-back, d), d, (graze_real)INFINITY};
    if (set_below(random, 16) == 0) ray.origin = graze_vec3_add_scaled(to, -1024, d);
    if (set_below(random, 4) == 0) ray.max_t = (graze_real)back + (graze_real)set_below(random, 2);
    if (set_below(random, 4) == 0) ray.direction = graze_vec3_scale(d, 3);
    if (set_below(random, 40) == 0) ray.direction = graze_vec3_zero();
    if (set_below(random, 3) == 0) /* to where else it may go */
        ray.origin = graze_vec3_add(ray.origin, graze_vec3_scale(set_point(random, grid), 2));
    return ray;
}

static void scale_by(graze_real f, any_solid *s, graze_ray *ray) {
    s->a = graze_vec3_scale(s->a, f);
    s->b = graze_vec3_scale(s->b, f);
    s->radius *= f;
    for (uint32_t i = 0; i < s->planes; ++i) s->plane[i].offset *= f;
    ray->origin = graze_vec3_scale(ray->origin, f);
    ray->direction = graze_vec3_scale(ray->direction, f);
}

static void rays_at_solids(void **state) {
    (void)state;
    static const int grids[] = {0, 0, 2, 3, 8, 500};
    uint64_t seed = test_seed(4001);
    long count = test_count(10000);
    for (int kind = 0; kind < SOLIDS; ++kind) {
        graze_random random = graze_random_seed(seed + (uint64_t)kind);
        tally all = {0, 0, 0};
        for (long n = 0; n < count; ++n) {
            int grid = grids[set_below(&random, 6)], limit = sizeof(graze_real) == 4 ? 40 : 400;
            any_solid s = any_solid_random(&random, kind, grid);
            graze_ray ray = ray_at(&random, &s, grid);
            if (set_below(&random, 4) == 0)
                scale_by((graze_real)ldexp(1, set_below(&random, 2 * limit) - limit), &s, &ray);
            check_ray(&s, &ray, &all, seed, n);
        }
        printf("%10s: %ld hits of %ld, %ld from inside, %ld within E\n", solid_names[kind], all.hits,
               count, all.inside, all.open);
        if (count >= 1000) assert_true(all.hits > count / 5 && all.hits < count * 4 / 5);
    }
}

/* -- by hand ------------------------------------------------------------------------------------ */

static graze_vec3 v(double x, double y, double z) {
    return graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
}
static graze_ray ray_of(graze_vec3 o, graze_vec3 d) { return (graze_ray){o, d, (graze_real)INFINITY}; }

static void expect(graze_status status, const graze_ray_hit *h, bool inside, double enter, double exit,
                   graze_vec3 point, graze_vec3 normal) {
    assert_int_equal(status, GRAZE_OK);
    assert_true(h->hit);
    assert_int_equal(h->inside, inside);
    assert_true((double)h->enter == enter && (double)h->exit == exit);
    assert_true(graze_vec3_equal(h->point, point) && graze_vec3_equal(h->normal, normal));
}

static void expect_miss(graze_status status, const graze_ray_hit *h) {
    assert_int_equal(status, GRAZE_OK);
    assert_false(h->hit || h->inside);
}

static void capsules(void **state) {
    (void)state;
    graze_capsule c = {v(0, -2, 0), v(0, 2, 0), 1}, ball = {v(3, 0, 0), v(3, 0, 0), 1},
                  wire = {v(0, -2, 0), v(0, 2, 0), 0};
    graze_ray_hit h;
    graze_ray r = ray_of(v(-4, 1, 0), v(2, 0, 0)); /* through the side */
    expect(graze_ray_capsule(&r, &c, &h), &h, false, 1.5, 2.5, v(-1, 1, 0), v(-1, 0, 0));
    r = ray_of(v(0, 8, 0), v(0, -1, 0)); /* along the axis */
    expect(graze_ray_capsule(&r, &c, &h), &h, false, 5, 11, v(0, 3, 0), v(0, 1, 0));
    r = ray_of(v(1, 8, 0), v(0, -1, 0)); /* along the side */
    expect(graze_ray_capsule(&r, &c, &h), &h, false, 6, 10, v(1, 2, 0), v(1, 0, 0));
    r = ray_of(v(-4, 3, 0), v(1, 0, 0)); /* a tangent at the top */
    expect(graze_ray_capsule(&r, &c, &h), &h, false, 4, 4, v(0, 3, 0), v(0, 1, 0));
    r = ray_of(v(0, 1, 0), v(0, 1, 0));
    expect(graze_ray_capsule(&r, &c, &h), &h, true, 0, 2, v(0, 1, 0), v(0, 0, 0));
    r = ray_of(v(1, 0, 0), v(1, 0, 0)); /* on it, leading away */
    expect(graze_ray_capsule(&r, &c, &h), &h, true, 0, 0, v(1, 0, 0), v(0, 0, 0));
    r = ray_of(v(0, 3, 0), v(0, 0, 0)); /* a point on it, and one beside it */
    expect(graze_ray_capsule(&r, &c, &h), &h, true, 0, 0, v(0, 3, 0), v(0, 0, 0));
    r = ray_of(v(0, 3.5, 0), v(0, 0, 0));
    expect_miss(graze_ray_capsule(&r, &c, &h), &h);
    r = ray_of(v(-1, 0, 0), v(1, 0, 0));
    expect(graze_ray_capsule(&r, &ball, &h), &h, false, 3, 5, v(2, 0, 0), v(-1, 0, 0));
    r = ray_of(v(-2, 1, 0), v(1, 0, 0));
    expect(graze_ray_capsule(&r, &wire, &h), &h, false, 2, 2, v(0, 1, 0), v(-1, 0, 0));
}

static void cylinders(void **state) {
    (void)state;
    graze_cylinder c = {v(0, -2, 0), v(0, 2, 0), 1};
    graze_ray_hit h;
    graze_ray r = ray_of(v(-4, 1, 0), v(2, 0, 0));
    expect(graze_ray_cylinder(&r, &c, &h), &h, false, 1.5, 2.5, v(-1, 1, 0), v(-1, 0, 0));
    r = ray_of(v(0.5, 8, 0), v(0, -1, 0)); /* parallel to the axis */
    expect(graze_ray_cylinder(&r, &c, &h), &h, false, 6, 10, v(0.5, 2, 0), v(0, 1, 0));
    r = ray_of(v(1, 8, 0), v(0, -1, 0)); /* along the side */
    expect(graze_ray_cylinder(&r, &c, &h), &h, false, 6, 10, v(1, 2, 0), v(0, 1, 0));
    r = ray_of(v(1.5, 8, 0), v(0, -1, 0));
    expect_miss(graze_ray_cylinder(&r, &c, &h), &h);
    r = ray_of(v(-4, 2, 0), v(1, 0, 0)); /* along an end */
    expect(graze_ray_cylinder(&r, &c, &h), &h, false, 3, 5, v(-1, 2, 0), v(-1, 0, 0));
    r = ray_of(v(-4, 0, 1), v(1, 0, 0)); /* a tangent */
    expect(graze_ray_cylinder(&r, &c, &h), &h, false, 4, 4, v(0, 0, 1), v(0, 0, 1));
    r = ray_of(v(-2, 3, 0), v(1, -1, 0)); /* at the rim */
    expect(graze_ray_cylinder(&r, &c, &h), &h, false, 1, 3, v(-1, 2, 0), v(0, 1, 0));
    r = ray_of(v(0, 0, 0), v(0, 0, 0));
    expect(graze_ray_cylinder(&r, &c, &h), &h, true, 0, 0, v(0, 0, 0), v(0, 0, 0));
    r = ray_of(v(0.5, 0, 0), v(0, 4, 0));
    expect(graze_ray_cylinder(&r, &c, &h), &h, true, 0, 0.5, v(0.5, 0, 0), v(0, 0, 0));
    c.b = c.a;
    assert_int_equal(graze_ray_cylinder(&r, &c, &h), GRAZE_INVALID_ARGUMENT);
}

static void cones(void **state) {
    (void)state;
    graze_cone c = {v(0, 0, 0), v(0, 4, 0), 3};
    graze_ray_hit h;
    graze_ray r = ray_of(v(1, -3, 0), v(0, 1, 0)); /* through the base */
    assert_int_equal(graze_ray_cone(&r, &c, &h), GRAZE_OK);
    assert_true(h.hit && h.enter == 3 && h.normal.y == -1 && h.point.y == 0);
    assert_true(fabs((double)h.exit - (3 + 4 - 4.0 / 3)) < 16 * (double)GRAZE_EPSILON);
    r = ray_of(v(0, 9, 0), v(0, -1, 0)); /* at the tip, along the axis */
    expect(graze_ray_cone(&r, &c, &h), &h, false, 5, 9, v(0, 4, 0), v(0, 1, 0));
    r = ray_of(v(-5, 4, 0), v(1, 0, 0)); /* by the tip */
    assert_int_equal(graze_ray_cone(&r, &c, &h), GRAZE_OK);
    assert_true(h.hit && h.enter == 5 && h.exit == 5 && h.point.y == 4);
    r = ray_of(v(-5, 5, 0), v(1, 0, 0)); /* through the other half of the double cone */
    expect_miss(graze_ray_cone(&r, &c, &h), &h);
    r = ray_of(v(-5, 0, 0), v(1, 0, 0)); /* along the base */
    assert_int_equal(graze_ray_cone(&r, &c, &h), GRAZE_OK);
    assert_true(h.hit && h.enter == 2 && h.exit == 8);
    r = ray_of(v(-3, 0, 0), v(3, 4, 0)); /* along the slope */
    assert_int_equal(graze_ray_cone(&r, &c, &h), GRAZE_OK);
    assert_true(h.hit && h.inside && fabs((double)h.exit - 1) < 8 * (double)GRAZE_EPSILON);
    r = ray_of(v(-5, 2, 0), v(1, 0, 0)); /* through the side: 1.5 wide at half the height */
    assert_int_equal(graze_ray_cone(&r, &c, &h), GRAZE_OK);
    assert_true(h.enter == (graze_real)3.5 && h.exit == (graze_real)6.5 && !h.inside);
    assert_true(fabs((double)h.normal.x + 0.8) < 1e-6 && fabs((double)h.normal.y - 0.6) < 1e-6);
    r = ray_of(v(0, 1, 0), v(0, 0, 0));
    expect(graze_ray_cone(&r, &c, &h), &h, true, 0, 0, v(0, 1, 0), v(0, 0, 0));
    c.tip = c.base;
    assert_int_equal(graze_ray_cone(&r, &c, &h), GRAZE_INVALID_ARGUMENT);
}

static void ellipsoids(void **state) {
    (void)state;
    graze_ellipsoid e = {v(0, 0, 0), graze_mat3_identity(), v(1, 2, 4)};
    graze_ray_hit h;
    graze_ray r = ray_of(v(0, 0, -9), v(0, 0, 1));
    expect(graze_ray_ellipsoid(&r, &e, &h), &h, false, 5, 13, v(0, 0, -4), v(0, 0, -1));
    r = ray_of(v(-9, 2, 0), v(1, 0, 0)); /* a tangent */
    expect(graze_ray_ellipsoid(&r, &e, &h), &h, false, 9, 9, v(0, 2, 0), v(0, 1, 0));
    r = ray_of(v(0, 1, 0), v(0, 2, 0));
    expect(graze_ray_ellipsoid(&r, &e, &h), &h, true, 0, 0.5, v(0, 1, 0), v(0, 0, 0));
    r = ray_of(v(0, 2, 0), v(0, 0, 0));
    expect(graze_ray_ellipsoid(&r, &e, &h), &h, true, 0, 0, v(0, 2, 0), v(0, 0, 0));
    r = ray_of(v(-9, 0, 0), v(-1, 0, 0)); /* leads away */
    expect_miss(graze_ray_ellipsoid(&r, &e, &h), &h);
    e.half.y = 0;
    assert_int_equal(graze_ray_ellipsoid(&r, &e, &h), GRAZE_INVALID_ARGUMENT);
}

static void polyhedra(void **state) {
    (void)state;
    /* The octahedron |x| + |y| + |z| <= 2. */
    graze_plane faces[8];
    for (int i = 0; i < 8; ++i)
        faces[i] = (graze_plane){v(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1), -2};
    graze_ray_hit h;
    graze_ray r = ray_of(v(-4, 0.5, 0.5), v(1, 0, 0));
    assert_int_equal(graze_ray_polyhedron(&r, faces, 8, &h), GRAZE_OK);
    assert_true(h.hit && h.enter == 3 && h.exit == 5 && h.point.x == -1 && h.normal.x < 0);
    r = ray_of(v(-4, 2, 0), v(1, 0, 0)); /* by a corner */
    assert_int_equal(graze_ray_polyhedron(&r, faces, 8, &h), GRAZE_OK);
    assert_true(h.hit && h.enter == 4 && h.exit == 4);
    r = ray_of(v(0, 0, 0), v(1, 1, 0));
    expect(graze_ray_polyhedron(&r, faces, 8, &h), &h, true, 0, 1, v(0, 0, 0), v(0, 0, 0));
    r = ray_of(v(2, 0, 0), v(0, 0, 0));
    expect(graze_ray_polyhedron(&r, faces, 8, &h), &h, true, 0, 0, v(2, 0, 0), v(0, 0, 0));
    r = ray_of(v(3, 0, 0), v(0, 0, 0));
    expect_miss(graze_ray_polyhedron(&r, faces, 8, &h), &h);
    r = ray_of(v(0, 9, 0), v(0, -1, 0)); /* a half-space: no end */
    graze_plane ground = {v(0, 2, 0), -2};
    assert_int_equal(graze_ray_polyhedron(&r, &ground, 1, &h), GRAZE_OK);
    assert_true(h.hit && h.enter == 8 && isinf(h.exit) && h.normal.y == 1);
    r = ray_of(v(0, 1, 0), v(1, 0, 0)); /* slides along it */
    assert_int_equal(graze_ray_polyhedron(&r, &ground, 1, &h), GRAZE_OK);
    assert_true(h.hit && h.inside && isinf(h.exit));
    graze_plane nothing[2] = {{v(0, 1, 0), 1}, {v(0, -1, 0), 1}}; /* y <= -1 and y >= 1 */
    expect_miss(graze_ray_polyhedron(&r, nothing, 2, &h), &h);
    r.max_t = 7;
    assert_int_equal(graze_ray_polyhedron(&r, NULL, 0, &h), GRAZE_OK);
    assert_true(h.inside && h.exit == 7);
    ground.normal = graze_vec3_zero();
    assert_int_equal(graze_ray_polyhedron(&r, &ground, 1, &h), GRAZE_INVALID_ARGUMENT);
}

static void bad_input(void **state) {
    (void)state;
    graze_ray good = ray_of(v(0, 0, 0), v(1, 0, 0)), bad = {v(0, 0, 0), v(1, NAN, 0), 1};
    graze_capsule capsule = {v(0, 0, 0), v(0, 1, 0), 1}, thin = {v(0, 0, 0), v(0, 1, 0), -1};
    graze_cylinder cylinder = {v(0, 0, 0), v(0, 1, 0), 1}, endless = {v(0, 0, 0), v(0, INFINITY, 0), 1};
    graze_cone cone = {v(0, 0, 0), v(0, 1, 0), 1}, wide = {v(0, 0, 0), v(0, 1, 0), INFINITY};
    graze_ellipsoid egg = {v(0, 0, 0), graze_mat3_identity(), v(1, 1, 1)}, flat = egg;
    graze_plane plane = {v(0, 1, 0), 0}, no_plane = {v(0, 1, 0), NAN};
    flat.half.z = -1;
    graze_ray_hit h = {.enter = 7};
    assert_int_equal(graze_ray_capsule(&bad, &capsule, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_capsule(&good, &thin, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_capsule(&good, NULL, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_capsule(&good, &capsule, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cylinder(&bad, &cylinder, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cylinder(&good, &endless, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cylinder(&good, NULL, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cylinder(&good, &cylinder, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cone(&bad, &cone, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cone(&good, &wide, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cone(&good, NULL, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_cone(&good, &cone, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_ellipsoid(&bad, &egg, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_ellipsoid(&good, &flat, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_ellipsoid(&good, NULL, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_ellipsoid(&good, &egg, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_polyhedron(&bad, &plane, 1, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_polyhedron(&good, &no_plane, 1, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_polyhedron(&good, NULL, 1, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_polyhedron(&good, &plane, 1, NULL), GRAZE_INVALID_ARGUMENT);
    assert_true(h.enter == 7 && !h.hit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_at_solids), cmocka_unit_test(capsules),   cmocka_unit_test(cylinders),
        cmocka_unit_test(cones),          cmocka_unit_test(ellipsoids), cmocka_unit_test(polyhedra),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
