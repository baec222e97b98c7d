/* SPDX-License-Identifier: MIT
 * Ray casts against closed forms for every shape that has one (A6; section 9 item 1; families 15-17,
 * 19, 20): hit or miss right outside the rounding band, the first contact within [lower, upper], the
 * point on the ray and on the surface, the normal a unit vector out of the shape. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/ray_solid.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

/* A shape of the library and the same solid for the oracle, placed. */
typedef struct target {
    ray_solid solid;
    graze_placed placed;
    ld3 inverse[3];              /* rows */
    long double stretch, shrink; /* bounds on how much the pose and its inverse lengthen */
    graze_vec3 middle;           /* some point inside, and how far the shape reaches from there */
    long double reach;
} target;

static graze_real size_in(graze_random *random, double lo, double hi) {
    return graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}

/* -- making targets ------------------------------------------------------------------------------- */

/* Every plane through three points that has all others on one side: no hull code involved. */
static void planes_of(const graze_vec3 *points, int count, ray_solid *s) {
    s->planes = 0;
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j)
            for (int k = j + 1; k < count; ++k) {
                ld3 p = ld3_from(points[i]);
                ld3 n = ld3_cross(ld3_sub(ld3_from(points[j]), p), ld3_sub(ld3_from(points[k]), p));
                n = ld3_scale(n, 1 / ld3_length(n));
                int above = 0, below = 0;
                for (int m = 0; m < count; ++m) {
                    if (m == i || m == j || m == k) continue;
                    long double height = ld3_dot(n, ld3_sub(ld3_from(points[m]), p));
                    above += height > 0;
                    below += height < 0;
                }
                if (above && below) continue;
                if (above) n = ld3_scale(n, -1);
                assert_true(s->planes < RAY_PLANES_MOST);
                s->plane[s->planes++] = (ray_plane){n, ld3_dot(n, p)};
            }
}

static graze_status make_flat_sided(target *t, graze_random *random, graze_shape **out) {
    enum { POINTS = 12 };
    graze_vec3 points[POINTS];
    if (t->solid.kind == RAY_HALF_SPACE) {
        graze_vec3 normal = graze_random_direction(random);
        graze_real offset = size_in(random, -1, 1);
        long double length = ld3_length(ld3_from(normal));
        t->solid.plane[0] = (ray_plane){ld3_scale(ld3_from(normal), 1 / length), offset / length};
        t->solid.planes = 1;
        return graze_shape_half_space(normal, offset, out);
    }
    for (int i = 0; i < POINTS; ++i) points[i] = random_vector(1, random);
    for (int i = 0; i < 3; ++i) t->solid.corner[i] = ld3_from(points[i]);
    if (t->solid.kind == RAY_TRIANGLE)
        return graze_shape_triangle(points[0], points[1], points[2], out);
    planes_of(points, POINTS, &t->solid);
    return graze_shape_polytope(points, POINTS, 0, out);
}

static graze_status make_shape(target *t, graze_random *random, graze_shape **out) {
    graze_real x = size_in(random, 0.1, 1), y = size_in(random, 0.1, 1), z = size_in(random, 0.1, 1);
    graze_vec3 size = graze_vec3_make(x, y, z);
    t->solid.size = ld3_from(size);
    switch (t->solid.kind) {
    case RAY_SPHERE:
        return graze_shape_sphere(x, out);
    case RAY_BOX:
        return graze_shape_box(size, out);
    case RAY_CYLINDER:
        return graze_shape_cylinder(x, y, out);
    case RAY_CONE:
        return graze_shape_cone(x, y, out);
    case RAY_CAPSULE:
        return graze_shape_capsule(x, y, out);
    case RAY_ELLIPSOID:
        return graze_shape_ellipsoid(size, out);
    default:
        return make_flat_sided(t, random, out);
    }
}

static ld3 ld3_columns(const ld3 m[3], ld3 x) {
    return ld3_add(ld3_scale(m[0], x.x), ld3_add(ld3_scale(m[1], x.y), ld3_scale(m[2], x.z)));
}
static ld3 ld3_rows(const ld3 m[3], ld3 x) {
    return (ld3){ld3_dot(m[0], x), ld3_dot(m[1], x), ld3_dot(m[2], x)};
}

static long double norm_of(const ld3 m[3]) {
    return sqrtl(ld3_dot(m[0], m[0]) + ld3_dot(m[1], m[1]) + ld3_dot(m[2], m[2]));
}

static void invert(const graze_pose *pose, target *t) {
    ld3 c[3];
    for (int k = 0; k < 3; ++k) c[k] = ld3_from(pose->basis.col[k]);
    long double det = ld3_dot(c[0], ld3_cross(c[1], c[2]));
    for (int k = 0; k < 3; ++k)
        t->inverse[k] = ld3_scale(ld3_cross(c[(k + 1) % 3], c[(k + 2) % 3]), 1 / det);
    t->stretch = norm_of(c);
    t->shrink = norm_of(t->inverse);
}

static void find_middle(target *t) {
    t->middle = t->placed.pose.origin;
    t->reach = t->stretch;
    graze_aabb box;
    if (t->solid.kind == RAY_HALF_SPACE) return;
    assert_int_equal(graze_placed_bounds(&t->placed, &box), GRAZE_OK);
    t->middle = graze_aabb_center(box);
    t->reach = ld3_length(ld3_from(graze_aabb_extent(box)));
}

static void make_target(ray_solid_kind kind, bool any_pose, long number, graze_random *random,
                        target *t) {
    graze_shape *shape = NULL;
    t->solid.kind = kind;
    assert_int_equal(make_shape(t, random, &shape), GRAZE_OK);
    graze_pose pose = graze_pose_identity();
    if (number % 4) /* every fourth one has the world's axes: exact ties with axis-parallel rays */
        pose = random_pose(any_pose ? (random_pose_class)(number % RANDOM_POSE_CLASS_COUNT)
                                    : (random_pose_class)(number % 2),
                           2, random);
    t->placed = (graze_placed){shape, pose, 0};
    invert(&pose, t);
    find_middle(t);
}

static void drop_target(target *t) { graze_shape_release((graze_shape *)t->placed.shape); }

static ld3 into_local(const target *t, ld3 world) {
    return ld3_rows(t->inverse, ld3_sub(world, ld3_from(t->placed.pose.origin)));
}

/* The rounding radius E of the contract for this target and a ray from there. */
static long double rounding_radius(const target *t, graze_vec3 origin) {
    graze_sphere ball = {graze_vec3_zero(), 1};
    if (t->solid.kind != RAY_HALF_SPACE)
        assert_int_equal(graze_shape_bounding_sphere(t->placed.shape, &ball), GRAZE_OK);
    long double size = t->stretch * (ld3_length(ld3_from(ball.center)) + (long double)ball.radius) +
                       (long double)t->placed.margin +
                       ld3_length(ld3_sub(ld3_from(origin), ld3_from(t->placed.pose.origin)));
    return t->stretch * (long double)graze_shape_support_error(t->placed.shape) +
           34 * (long double)GRAZE_EPSILON * size;
}

/* -- making rays ---------------------------------------------------------------------------------- */

typedef enum ray_family {
    RAYS_RANDOM,
    RAYS_TANGENT,
    RAYS_INSIDE,
    RAYS_POINT, /* zero length */
    RAYS_AXIS,
    RAYS_FAR,
    RAYS_LONG, /* direction of huge or tiny length */
    RAYS_EDGE, /* at a support point exactly: corners, rims, edges */
    RAY_FAMILIES
} ray_family;

static graze_vec3 surface_point(const target *t, graze_vec3 u) {
    graze_vec3 p = t->middle;
    if (t->solid.kind != RAY_HALF_SPACE)
        assert_int_equal(graze_placed_support(&t->placed, u, &p), GRAZE_OK);
    return p;
}

static graze_vec3 near_middle(const target *t, double share, graze_random *random) {
    return graze_vec3_add(t->middle, random_vector((graze_real)(share * (double)t->reach), random));
}

static graze_vec3 across(graze_vec3 v, graze_vec3 unit) {
    return graze_vec3_add_scaled(v, -graze_vec3_dot(v, unit), unit);
}

static graze_ray make_ray(const target *t, ray_family family, graze_random *random) {
    graze_vec3 u = graze_random_direction(random), aim = near_middle(t, 0.6, random);
    graze_real distance = (graze_real)t->reach * size_in(random, 1.2, 4);
    if (family == RAYS_FAR) distance *= size_in(random, 100, 2000);
    graze_ray ray = {graze_vec3_add_scaled(aim, distance, graze_random_direction(random)), aim,
                     INFINITY};
    ray.direction = graze_vec3_sub(aim, ray.origin);
    if (family == RAYS_TANGENT) { /* past a support point, off by up to 10^-1 .. 10^-7 of the size */
        graze_vec3 touch = surface_point(t, u), way = across(ray.direction, u);
        graze_real off = (graze_real)t->reach * size_in(random, -1, 1);
        for (int k = 1 + (int)(graze_random_bits(random) % 7); k > 0; --k) off *= (graze_real)0.1;
        ray.direction = way;
        ray.origin = graze_vec3_sub(graze_vec3_add_scaled(touch, off, u), way);
    }
    if (family == RAYS_EDGE) ray.direction = graze_vec3_sub(surface_point(t, u), ray.origin);
    if (family == RAYS_INSIDE) ray.origin = near_middle(t, 0.3, random);
    if (family == RAYS_POINT) {
        ray.origin = aim;
        ray.direction = graze_vec3_zero();
    }
    if (family == RAYS_AXIS) { /* now and then within the plane of a face, or through the centre */
        int axis = (int)(graze_random_bits(random) % 3), choice = (int)(graze_random_bits(random) % 4);
        graze_real along[3] = {0, 0, 0};
        along[axis] = graze_random_bits(random) % 2 ? distance : -distance;
        ray.direction = graze_vec3_make(along[0], along[1], along[2]);
        graze_vec3 side = graze_vec3_make(axis == 2, axis == 0, axis == 1);
        if (choice == 0) aim = t->middle;
        if (choice == 1) aim = surface_point(t, side);
        ray.origin = graze_vec3_sub(aim, ray.direction);
    }
    if (family == RAYS_LONG) {
        int power = (int)(graze_random_bits(random) % 81) - 40;
        ray.direction = graze_vec3_scale(ray.direction, (graze_real)ldexp(1, power));
    }
    if (graze_random_bits(random) % 4 == 0) /* cut some off, before, in or behind the shape */
        ray.max_t = size_in(random, 0.3, 1.5) * distance / graze_vec3_length(ray.direction);
    if (family == RAYS_POINT) ray.max_t = 1;
    return ray;
}

/* What is demanded of a contact, in E. */
enum { POINT_ERROR = 2, PLANE_ERROR = 2, WIDTH = 2100 };

/* -- checking ------------------------------------------------------------------------------------- */

typedef struct tally {
    long rays, hits, inside, grazing, loose, normals;
    double width, point,
        plane;     /* worst, in E: of (upper - lower) * speed, of the point, of the plane */
    double normal; /* worst angle */
    int iterations;
    long all_iterations;
} tally;

typedef struct line {
    ld3 o, d; /* local */
    long double last;
} line;

/* The least excess on the ray: it is convex, so a ternary search finds it. */
static long double deepest(const target *t, line l, long double *when) {
    long double lo = 0, hi = l.last, dd = ld3_dot(l.d, l.d);
    *when = 0;
    if (dd == 0) return ray_solid_excess(&t->solid, l.o);
    long double end = fmaxl(0, -ld3_dot(l.o, l.d) / dd) + 16 * t->reach * t->shrink / sqrtl(dd);
    hi = fminl(hi, end);
    for (int i = 0; i < 200; ++i) {
        long double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        if (ray_solid_excess(&t->solid, ld3_along(l.o, l.d, a)) <=
            ray_solid_excess(&t->solid, ld3_along(l.o, l.d, b)))
            hi = b;
        else
            lo = a;
    }
    *when = (lo + hi) / 2;
    return ray_solid_excess(&t->solid, ld3_along(l.o, l.d, *when));
}

static void check_normal(const target *t, line l, long double contact, const graze_cast_result *r,
                         tally *sum) {
    if (t->solid.kind == RAY_TRIANGLE) return;
    long double clear;
    ld3 local = ray_solid_normal(&t->solid, ld3_along(l.o, l.d, contact), &clear);
    if (!(clear > 0.05L)) return;
    ld3 n = ld3_columns(t->inverse, local); /* the inverse's transpose */
    ld3 off = ld3_cross(ld3_scale(n, 1 / ld3_length(n)), ld3_from(r->normal));
    double angle = asin(fmin(1, (double)ld3_length(off)));
    assert_true(ld3_dot(n, ld3_from(r->normal)) > 0);
    ++sum->normals;
    if (angle > sum->normal) sum->normal = angle;
}

/* The point is on the ray at t, and as near to the surface as the bracket of t allows. */
static void check_point(const target *t, const graze_ray *ray, const graze_cast_result *r,
                        long double band, uint64_t seed, long number, tally *sum) {
    ld3 origin = ld3_from(ray->origin), d = ld3_from(ray->direction),
        on_ray = ld3_along(origin, d, r->t);
    long double off = ld3_length(ld3_sub(on_ray, ld3_from(r->point)));
    long double rounding = 4 * (long double)GRAZE_EPSILON *
                           (2 * ld3_length(origin) + 2 * ld3_length(ld3_sub(on_ray, origin)));
    long double excess = ray_solid_excess(&t->solid, into_local(t, ld3_from(r->point)));
    if (r->end == GRAZE_OVERLAP) excess = fmaxl(0, excess);
    long double loose = fmaxl(off, fabsl(excess) / t->shrink) - rounding;
    sum->point = fmax(sum->point, (double)(loose / band));
    TEST_CHECK(loose <= POINT_ERROR * band, seed, number,
               "point %Lg off the ray, %Lg off the surface, E %Lg, end %d", off, excess, band,
               (int)r->end);
}

/* The plane through the point across the normal has the whole shape behind it. */
static void check_plane(const target *t, const graze_cast_result *r, long double band, uint64_t seed,
                        long number, tally *sum) {
    graze_vec3 top;
    if (t->solid.kind == RAY_HALF_SPACE) return;
    assert_int_equal(graze_placed_support(&t->placed, r->normal, &top), GRAZE_OK);
    long double above = ld3_dot(ld3_from(r->normal), ld3_sub(ld3_from(top), ld3_from(r->point)));
    sum->plane = fmax(sum->plane, (double)(above / band));
    TEST_CHECK(above <= PLANE_ERROR * band, seed, number, "the shape rises %Lg above the plane, E %Lg",
               above, band);
}

/* The library said hit: the true interval, if any, must agree with its bounds. */
static void check_hit(const target *t, const graze_ray *ray, line l, bool meets, long double in,
                      long double out, long double band, const graze_cast_result *r, uint64_t seed,
                      long number, tally *sum) {
    ++sum->hits;
    bool started_inside = r->end == GRAZE_OVERLAP;
    sum->inside += started_inside;
    sum->grazing += r->end == GRAZE_TOUCHING;
    TEST_CHECK(r->lower <= r->t && r->t <= r->upper, seed, number, "t %g not in [%g, %g]", (double)r->t,
               (double)r->lower, (double)r->upper);
    if (started_inside) {
        TEST_CHECK(r->t == 0 && graze_vec3_equal(r->normal, graze_vec3_zero()), seed, number,
                   "inside, yet t %g or a normal", (double)r->t);
        TEST_CHECK(ray_solid_excess(&t->solid, l.o) <= t->shrink * band, seed, number,
                   "not inside at the start");
    } else {
        long double unit = ld3_length(ld3_from(r->normal));
        TEST_CHECK(fabsl(unit - 1) <= 8 * (long double)GRAZE_EPSILON, seed, number,
                   "normal of length %Lg", unit);
    }
    if (meets && out >= 0) { /* no contact before lower */
        long double first = fmaxl(0, in);
        TEST_CHECK((long double)r->lower <= first, seed, number, "contact at %.17Lg, lower %.17g",
                   first, (double)r->lower);
        if (r->end == GRAZE_CONVERGED) {
            TEST_CHECK(first <= (long double)r->upper, seed, number, "contact at %.17Lg, upper %.17g",
                       first, (double)r->upper);
            check_normal(t, l, first, r, sum);
            long double speed = -ld3_dot(ld3_from(r->normal), ld3_from(ray->direction));
            double width = (double)(((long double)r->upper - (long double)r->lower) * speed / band);
            if (width > sum->width) sum->width = width;
            TEST_CHECK(t->solid.kind == RAY_HALF_SPACE || width <= WIDTH, seed, number,
                       "bracket %g E wide", width);
        }
    }
    if (r->end == GRAZE_CONVERGED)
        TEST_CHECK(meets && (long double)r->lower <= out, seed, number, "a hit called certain is none");
    check_point(t, ray, r, band, seed, number, sum);
    if (r->end == GRAZE_CONVERGED) check_plane(t, r, band, seed, number, sum);
}

static void check_ray(const target *t, const graze_ray *ray, uint64_t seed, long number, tally *sum) {
    graze_cast_result r;
    graze_status status = graze_ray_cast(&t->placed, ray, &tightest, &r);
    TEST_CHECK(status == GRAZE_OK, seed, number, "%s", graze_status_text(status));
    TEST_CHECK(r.end != GRAZE_ITERATION_LIMIT, seed, number, "iteration limit");
    if (r.iterations > sum->iterations) sum->iterations = r.iterations;
    sum->all_iterations += r.iterations;
    ++sum->rays;
    long double band = rounding_radius(t, ray->origin), in = 0, out = 0, when;
    line l = {into_local(t, ld3_from(ray->origin)), ld3_rows(t->inverse, ld3_from(ray->direction)),
              ray->max_t};
    bool zero = ld3_dot(l.d, l.d) == 0;
    bool meets = zero ? ray_solid_excess(&t->solid, l.o) <= 0
                      : ray_solid_interval(&t->solid, l.o, l.d, &in, &out);
    bool expected = meets && out >= 0 && in <= l.last;
    if (r.hit != expected) { /* only within the rounding band */
        long double excess = deepest(t, l, &when);
        TEST_CHECK(fabsl(excess) <= t->shrink * band, seed, number,
                   "%s, but the ray comes to %Lg at %Lg (band %Lg)", r.hit ? "hit" : "miss", excess,
                   when, t->shrink * band);
        if (t->solid.kind == RAY_TRIANGLE && !r.hit && expected && !zero) {
            /* by how far it passes through: from the edges, seen from the ray, and from its two ends */
            long double length = ld3_length(l.d);
            ld3 n = ld3_cross(ld3_sub(t->solid.corner[1], t->solid.corner[0]),
                              ld3_sub(t->solid.corner[2], t->solid.corner[0]));
            long double sine = fabsl(ld3_dot(n, l.d)) / (ld3_length(n) * length);
            long double slack = ray_solid_edge_slack(&t->solid, ld3_along(l.o, l.d, in)) * sine;
            long double sure = fminl(slack, fminl(in, l.last - in) * length);
            TEST_CHECK(sure <= t->shrink * band, seed, number, "the ray passes through by %Lg", sure);
        }
        ++sum->loose;
    }
    if (r.hit) check_hit(t, ray, l, meets, in, out, band, &r, seed, number, sum);
}

static void run_kind(ray_solid_kind kind, bool any_pose, long count, uint64_t seed) {
    graze_random random = graze_random_seed(seed);
    tally sum = {0};
    target t;
    for (long i = 0; i < count; ++i) {
        if (i % 32 == 0) {
            if (i > 0) drop_target(&t);
            make_target(kind, any_pose, i / 32, &random, &t);
        }
        graze_ray ray = make_ray(&t, (ray_family)(i % RAY_FAMILIES), &random);
        check_ray(&t, &ray, seed, i, &sum);
    }
    drop_target(&t);
    print_message(
        "%-10s %ld rays, %.0f %% hit, %ld inside, %ld grazing, %ld in the band; %.1f rounds, at most "
        "%d; worst, in E: width %.1f, point %.1f, plane %.1f; normal off %.2g of %ld\n",
        ray_solid_name(kind), sum.rays, 100.0 * (double)sum.hits / (double)sum.rays, sum.inside,
        sum.grazing, sum.loose, (double)sum.all_iterations / (double)sum.rays, sum.iterations,
        sum.width, sum.point, sum.plane, sum.normal, sum.normals);
    if (sizeof(graze_real) == sizeof(double)) assert_true(sum.normal < 1e-3);
    if (count < 1000) return;
    TEST_CHECK(sum.hits * 10 >= count * 2 && sum.hits * 10 <= count * 9, seed, count, "%ld hits of %ld",
               sum.hits, count);
}

static void rays_agree_with_closed_forms(void **state) {
    (void)state;
    for (int kind = 0; kind < RAY_SOLID_KINDS; ++kind)
        run_kind((ray_solid_kind)kind, true, test_count(100000), test_seed(71000 + (uint64_t)kind));
}

/* -- margins: the distance along a line is convex, so searches find where it falls to the margin ----
 */

static long double gap_at(const target *t, line l, long double time) {
    long double scale = t->stretch / sqrtl(3); /* rigid or uniform */
    return scale * ray_solid_distance(&t->solid, ld3_along(l.o, l.d, time)) - t->placed.margin;
}

/* The first time at which the gap is at most zero; the least gap when there is none, and when. */
static bool first_contact(const target *t, line l, long double *when, long double *gap) {
    long double lo = 0, hi = l.last;
    for (int i = 0; i < 120; ++i) {
        long double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        if (gap_at(t, l, a) <= gap_at(t, l, b))
            hi = b;
        else
            lo = a;
    }
    *gap = gap_at(t, l, hi);
    *when = hi;
    if (*gap > 0) return false;
    lo = 0;
    for (int i = 0; i < 80; ++i) {
        long double middle = (lo + hi) / 2;
        if (gap_at(t, l, middle) <= 0)
            hi = middle;
        else
            lo = middle;
    }
    *when = hi;
    return true;
}

static void check_margin_ray(const target *t, const graze_ray *ray, uint64_t seed, long number,
                             long *hits) {
    graze_cast_result r;
    assert_int_equal(graze_ray_cast(&t->placed, ray, &tightest, &r), GRAZE_OK);
    TEST_CHECK(r.end != GRAZE_ITERATION_LIMIT, seed, number, "iteration limit");
    line l = {into_local(t, ld3_from(ray->origin)), ld3_rows(t->inverse, ld3_from(ray->direction)),
              ray->max_t};
    long double band = rounding_radius(t, ray->origin), when, gap;
    bool meets = first_contact(t, l, &when, &gap);
    *hits += r.hit;
    if (r.hit != meets) {
        TEST_CHECK(fabsl(gap) <= band, seed, number, "%s, but the least gap is %Lg (E %Lg)",
                   r.hit ? "hit" : "miss", gap, band);
        return;
    }
    if (!r.hit) return;
    TEST_CHECK(r.lower <= r.t && r.t <= r.upper, seed, number, "t not within its bounds");
    TEST_CHECK((long double)r.lower <= when, seed, number, "contact at %.17Lg, lower %.17g", when,
               (double)r.lower);
    if (r.end == GRAZE_CONVERGED)
        TEST_CHECK(when <= (long double)r.upper, seed, number, "contact at %.17Lg, upper %.17g", when,
                   (double)r.upper);
    long double off = gap_at(t, l, r.t);
    TEST_CHECK(r.end == GRAZE_OVERLAP ? off <= band : fabsl(off) <= POINT_ERROR * band, seed, number,
               "%Lg off the surface at t, E %Lg", off, band);
}

static void rays_meet_margins(void **state) {
    (void)state;
    const ray_solid_kind kinds[] = {RAY_SPHERE, RAY_BOX,     RAY_CYLINDER,
                                    RAY_CONE,   RAY_CAPSULE, RAY_TRIANGLE};
    for (int k = 0; k < 6; ++k) {
        uint64_t seed = test_seed(71100 + (uint64_t)k);
        graze_random random = graze_random_seed(seed);
        long count = test_count(10000), hits = 0;
        for (long i = 0; i < count; ++i) {
            target t;
            make_target(kinds[k], false, i, &random, &t);
            t.placed.margin = size_in(&random, 0.01, 0.5);
            graze_ray ray = make_ray(&t, i % 2 ? RAYS_RANDOM : RAYS_TANGENT, &random);
            ray.max_t = 2;
            check_margin_ray(&t, &ray, seed, i, &hits);
            drop_target(&t);
        }
        if (count >= 1000) assert_in_range(hits * 10, count * 3, count * 8);
    }
}

/* -- closed forms: a trace makes the general cast answer, so the two can be compared -----------------
 */

static graze_flow watch(void *user, const graze_trace_step *step) {
    (void)user;
    (void)step;
    return GRAZE_CONTINUE;
}

/* Sizes from nothing to needles and plates, of any magnitude. */
static graze_vec3 odd_sizes(graze_real magnitude, graze_random *random) {
    graze_real size[3];
    for (int i = 0; i < 3; ++i) {
        size[i] = magnitude * size_in(random, 0.1, 1);
        uint64_t choice = graze_random_bits(random) % 8;
        if (choice == 0) size[i] = 0;
        if (choice == 1) size[i] *= (graze_real)1e-5;
    }
    return graze_vec3_make(size[0], size[1], size[2]);
}

static graze_shape *odd_shape(int kind, graze_real magnitude, graze_random *random) {
    graze_vec3 s = odd_sizes(magnitude, random), points[24];
    graze_shape *shape = NULL;
    graze_status status = GRAZE_OK;
    if (kind == RAY_SPHERE) status = graze_shape_sphere(s.x, &shape);
    if (kind == RAY_BOX) status = graze_shape_box(s, &shape);
    if (kind == RAY_CYLINDER) status = graze_shape_cylinder(s.x, s.y, &shape);
    if (kind == RAY_CONE) status = graze_shape_cone(s.x, s.y, &shape);
    if (kind == RAY_CAPSULE) status = graze_shape_capsule(s.x, s.y, &shape);
    if (kind == RAY_ELLIPSOID) status = graze_shape_ellipsoid(s, &shape);
    if (kind == RAY_POLYTOPE) {
        for (int i = 0; i < 24; ++i) points[i] = graze_vec3_mul(s, graze_random_direction(random));
        status = graze_shape_polytope(points, 24, 0, &shape);
    }
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

static void compare_ways(const graze_placed *placed, const graze_ray *ray, uint64_t seed, long number,
                         long *direct) {
    static const graze_trace trace = {watch, NULL};
    static const graze_options watched = {.rel = GRAZE_TIGHTEST, .trace = &trace};
    graze_cast_result r, q;
    assert_int_equal(graze_ray_cast(placed, ray, NULL, &r), GRAZE_OK);
    assert_int_equal(graze_ray_cast(placed, ray, &watched, &q), GRAZE_OK);
    if (r.iterations > 0 || r.end == GRAZE_TOUCHING) return; /* left to the general cast */
    ++*direct;
    if (q.end == GRAZE_TOUCHING) return; /* in the band anything goes */
    TEST_CHECK(r.hit == q.hit && r.end == q.end, seed, number, "end %d, general cast %d", (int)r.end,
               (int)q.end);
    TEST_CHECK(!r.hit || (r.lower <= q.upper && q.lower <= r.upper), seed, number,
               "[%.9g, %.9g], general cast [%.9g, %.9g]", (double)r.lower, (double)r.upper,
               (double)q.lower, (double)q.upper);
}

static void closed_forms_agree_with_the_general_cast(void **state) {
    (void)state;
    for (int kind = 0; kind < RAY_SOLID_KINDS; ++kind) {
        if (kind == RAY_HALF_SPACE || kind == RAY_TRIANGLE) continue;
        uint64_t seed = test_seed(71200 + (uint64_t)kind);
        graze_random random = graze_random_seed(seed);
        long count = test_count(20000), direct = 0;
        for (long i = 0; i < count; ++i) {
            int power = i % 3 ? 0 : (int)(graze_random_bits(&random) % 41) - 20;
            graze_real magnitude = (graze_real)ldexp(1, power);
            target t = {.solid.kind = (ray_solid_kind)kind};
            graze_real away = i % 5 ? 2 * magnitude : (graze_real)1e6 * magnitude;
            graze_pose pose = random_pose((random_pose_class)(i % 2), away, &random);
            t.placed = (graze_placed){odd_shape(kind, magnitude, &random), pose, 0};
            if (i % 7 == 0) t.placed.margin = magnitude * size_in(&random, 0, 0.5);
            invert(&pose, &t);
            find_middle(&t);
            graze_ray ray = make_ray(&t, (ray_family)(i / 2 % RAY_FAMILIES), &random);
            compare_ways(&t.placed, &ray, seed, i, &direct);
            drop_target(&t);
        }
        TEST_CHECK(count < 1000 || direct * 3 > count, seed, count, "%ld closed of %ld", direct, count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_agree_with_closed_forms),
        cmocka_unit_test(rays_meet_margins),
        cmocka_unit_test(closed_forms_agree_with_the_general_cast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
