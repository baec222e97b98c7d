/* SPDX-License-Identifier: MIT
 * P2, P5, P11: where rays enter and leave spheres, boxes, triangles and planes. What is checked is what
 * the words mean: the points of entry and exit are on the set, nothing before and after is in it (by
 * the tests that test_booleans.c checks exactly, on a set that is smaller by the rounding), and the
 * normal supports it. */
#include "any_set.h"

typedef long double ld;
typedef struct ld3 {
    ld x, y, z;
} ld3;
static ld3 wide(graze_vec3 v) { return (ld3){(ld)v.x, (ld)v.y, (ld)v.z}; }
static ld3 minus(ld3 a, ld3 b) { return (ld3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static ld dot(ld3 a, ld3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static ld length(ld3 a) { return sqrtl(dot(a, a)); }
static ld3 at(const graze_ray *r, graze_real t) {
    ld3 o = wide(r->origin), d = wide(r->direction);
    return (ld3){o.x + (ld)t * d.x, o.y + (ld)t * d.y, o.z + (ld)t * d.z};
}

static graze_status cast(const any_set *s, const graze_ray *ray, graze_ray_hit *out) {
    if (s->kind == SPHERE) return graze_ray_sphere(ray, &s->sphere, out);
    if (s->kind == AABB) return graze_ray_aabb(ray, &s->aabb, out);
    if (s->kind == OBB) return graze_ray_obb(ray, &s->obb, out);
    return graze_ray_triangle(ray, &s->triangle, GRAZE_FACES_BOTH, out);
}

/* The corners, or the centre of a sphere. */
static int corners(const any_set *s, ld3 out[8]) {
    if (s->kind == SPHERE) {
        out[0] = wide(s->sphere.center);
        return 1;
    }
    if (s->kind == TRIANGLE) {
        for (int k = 0; k < 3; ++k) out[k] = wide(s->triangle.p[k]);
        return 3;
    }
    graze_vec3 center = s->obb.center, half = s->obb.half;
    const graze_mat3 world = graze_mat3_identity(), *axes = s->kind == OBB ? &s->obb.axes : &world;
    for (int c = 0; c < 8; ++c) {
        if (s->kind == AABB) {
            out[c] = (ld3){(ld)(c & 1 ? s->aabb.hi.x : s->aabb.lo.x),
                           (ld)(c & 2 ? s->aabb.hi.y : s->aabb.lo.y),
                           (ld)(c & 4 ? s->aabb.hi.z : s->aabb.lo.z)};
            continue;
        }
        const ld u[3] = {(ld)(c & 1 ? half.x : -half.x), (ld)(c & 2 ? half.y : -half.y),
                         (ld)(c & 4 ? half.z : -half.z)};
        out[c] = wide(center);
        for (int k = 0; k < 3; ++k) {
            ld3 a = wide(axes->col[k]);
            out[c] = (ld3){out[c].x + u[k] * a.x, out[c].y + u[k] * a.y, out[c].z + u[k] * a.z};
        }
    }
    return 8;
}

static ld size_of(const any_set *s, const graze_ray *ray, const graze_ray_hit *hit) {
    ld3 p[8], o = wide(ray->origin);
    ld size = s->kind == SPHERE ? (ld)s->sphere.radius : 0;
    int count = corners(s, p);
    for (int k = 0; k < count; ++k) size = fmaxl(size, length(minus(p[k], o)));
    /* Results are rounded to the world's coordinates. */
    size = fmaxl(size, length(o) + (ld)hit->exit * length(wide(ray->direction)));
    return size + (s->kind == SPHERE ? (ld)s->sphere.radius : 0);
}

/* Smaller by so much; false if nothing is left. */
static bool shrink(any_set *s, ld by) {
    graze_real b = (graze_real)by;
    graze_vec3 d = graze_vec3_make(b, b, b);
    s->sphere.radius -= b;
    s->aabb.lo = graze_vec3_add(s->aabb.lo, d);
    s->aabb.hi = graze_vec3_sub(s->aabb.hi, d);
    s->obb.half = graze_vec3_sub(s->obb.half, d);
    if (s->kind == SPHERE) return s->sphere.radius > 0;
    if (s->kind == AABB) return graze_vec3_less_equal(s->aabb.lo, s->aabb.hi);
    return s->kind == OBB && graze_vec3_less_equal(graze_vec3_zero(), s->obb.half);
}

static bool meets(const any_set *s, const graze_ray *ray) {
    any_set r = {.kind = RAY, .ray = *ray};
    bool hit = false;
    assert_int_equal(s->kind <= RAY ? set_test(s, &r, &hit) : set_test(&r, s, &hit), GRAZE_OK);
    return hit;
}

/* How far from the set, by a sphere of that radius. */
static bool is_near(const any_set *s, ld3 p, ld radius) {
    any_set ball = {.kind = SPHERE};
    bool hit = false;
    ball.sphere.center = graze_vec3_make((graze_real)p.x, (graze_real)p.y, (graze_real)p.z);
    ball.sphere.radius = (graze_real)radius;
    assert_int_equal(set_test(&ball, s, &hit), GRAZE_OK);
    return hit;
}

static void check_normal(const any_set *s, const graze_ray *ray, const graze_ray_hit *hit, ld band,
                         uint64_t seed, long number) {
    ld3 n = wide(hit->normal), p[8];
    ld length_of_n = length(n), radius = s->kind == SPHERE ? (ld)s->sphere.radius : 0;
    if (hit->inside || (s->kind == TRIANGLE && length_of_n == 0)) return;
    TEST_CHECK(fabsl(length_of_n - 1) < 64 * (ld)GRAZE_EPSILON, seed, number, "normal of length %Lg",
               length_of_n);
    int count = corners(s, p);
    for (int k = 0; k < count; ++k)
        TEST_CHECK(dot(n, minus(p[k], wide(hit->point))) + radius <= band, seed, number,
                   "normal into the set");
    ld along = dot(n, wide(ray->direction)), speed = length(wide(ray->direction));
    if (s->kind != SPHERE)
        TEST_CHECK(along <= 64 * (ld)GRAZE_EPSILON * speed, seed, number, "normal along the ray");
}

static void check_hit(const any_set *s, const graze_ray *ray, const graze_ray_hit *hit, uint64_t seed,
                      long number) {
    ld band = 512 * (ld)GRAZE_EPSILON * size_of(s, ray, hit) + (ld)0x1p-149, grazing = 1;
    if (s->kind == TRIANGLE && !hit->inside && hit->enter == hit->exit) {
        ld3 n = wide(hit->normal), d = wide(ray->direction);
        ld sine = fabsl(dot(n, d)) / length(d);
        if (sine > 0) grazing = 1 / sine;
    }
    TEST_CHECK(hit->enter >= 0 && hit->enter <= hit->exit && hit->exit <= ray->max_t, seed, number,
               "order");
    TEST_CHECK(is_near(s, at(ray, hit->enter), band * grazing), seed, number,
               "the entry is off the set");
    TEST_CHECK(is_near(s, at(ray, hit->exit), band * grazing), seed, number, "the exit is off the set");
    TEST_CHECK(length(minus(at(ray, hit->enter), wide(hit->point))) <= band * grazing, seed, number,
               "the point is not where the ray enters");
    check_normal(s, ray, hit, band, seed, number);
    any_set small = *s;
    if (!shrink(&small, band)) return;
    graze_ray before = *ray, after = *ray;
    before.max_t = hit->enter;
    if (!hit->inside) TEST_CHECK(!meets(&small, &before), seed, number, "it was inside before");
    ld3 out = at(ray, hit->exit);
    after.origin = graze_vec3_make((graze_real)out.x, (graze_real)out.y, (graze_real)out.z);
    if (hit->exit < ray->max_t && length(wide(ray->direction)) > 0)
        TEST_CHECK(!meets(&small, &after), seed, number, "it is still inside after");
}

static void rays_enter_and_leave(void **state) {
    (void)state;
    static const int kinds[] = {SPHERE, AABB, OBB, TRIANGLE};
    uint64_t seed = test_seed(3);
    long count = test_count(10000);
    for (int k = 0; k < 4; ++k) {
        graze_random random = graze_random_seed(seed + (uint64_t)k);
        long hits = 0, inside = 0, refused = 0;
        for (long n = 0; n < count; ++n) {
            any_set s, r;
            if (kinds[k] < RAY)
                set_pair(&random, kinds[k], RAY, &s, &r);
            else
                set_pair(&random, RAY, kinds[k], &r, &s);
            graze_ray_hit hit;
            graze_status status = cast(&s, &r.ray, &hit);
            if (status == GRAZE_OUT_OF_RANGE) {
                ++refused;
                continue;
            }
            TEST_CHECK(status == GRAZE_OK, seed, n, "refused");
            TEST_CHECK(hit.hit == meets(&s, &r.ray), seed, n, "%s: a hit or not", set_names[kinds[k]]);
            graze_ray start = r.ray;
            start.max_t = 0;
            bool starts_inside = meets(&s, &start);
            if (kinds[k] != OBB) TEST_CHECK(hit.inside == starts_inside, seed, n, "inside");
            if (!hit.hit) {
                graze_ray_hit zero;
                memset(&zero, 0, sizeof zero);
                TEST_CHECK(hit.enter == 0 && hit.exit == 0 &&
                               graze_vec3_equal(hit.normal, zero.normal) &&
                               graze_vec3_equal(hit.point, zero.point) && !hit.inside,
                           seed, n, "a miss with something in it");
                continue;
            }
            ++hits;
            inside += hit.inside;
            check_hit(&s, &r.ray, &hit, seed, n);
        }
        printf("%8s: %ld hits of %ld, %ld from inside, %ld out of range\n", set_names[kinds[k]], hits,
               count, inside, refused);
        assert_true(hits > count / 4 && hits < count * 3 / 4 && refused < count / 100);
    }
}

/* -- by hand ----------------------------------------------------------------------------------- */

static graze_vec3 v(double x, double y, double z) {
    return graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
}
static graze_ray ray(graze_vec3 o, graze_vec3 d, double t) { return (graze_ray){o, d, (graze_real)t}; }
static const double forever = INFINITY;

static void expect(const graze_ray_hit *h, bool inside, double enter, double exit, graze_vec3 point,
                   graze_vec3 normal) {
    assert_true(h->hit);
    assert_int_equal(h->inside, inside);
    assert_true((double)h->enter == enter && (double)h->exit == exit);
    assert_true(graze_vec3_equal(h->point, point) && graze_vec3_equal(h->normal, normal));
}

static void spheres(void **state) {
    (void)state;
    graze_sphere s = {v(0, 0, 0), 2}, dot_ = {v(0, 0, 0), 0};
    graze_ray_hit h;
    graze_ray r = ray(v(-5, 0, 0), v(1, 0, 0), forever);
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    expect(&h, false, 3, 7, v(-2, 0, 0), v(-1, 0, 0));
    r = ray(v(-5, 2, 0), v(2, 0, 0), forever); /* a tangent */
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    expect(&h, false, 2.5, 2.5, v(0, 2, 0), v(0, 1, 0));
    r = ray(v(1, 0, 0), v(2, 0, 0), forever);
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    expect(&h, true, 0, 0.5, v(1, 0, 0), v(0, 0, 0));
    r = ray(v(2, 0, 0), v(1, 0, 0), forever); /* on it, leading away */
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    expect(&h, true, 0, 0, v(2, 0, 0), v(0, 0, 0));
    r = ray(v(1, 0, 0), v(0, 0, 0), forever); /* a point */
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    expect(&h, true, 0, 0, v(1, 0, 0), v(0, 0, 0));
    r = ray(v(-5, 0, 0), v(1, 0, 0), 2.5);
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    assert_false(h.hit);
    r = ray(v(-5, 0, 0), v(1, 0, 0), 4);
    assert_int_equal(graze_ray_sphere(&r, &s, &h), GRAZE_OK);
    expect(&h, false, 3, 4, v(-2, 0, 0), v(-1, 0, 0));
    r = ray(v(0, 0, 8), v(0, 0, -2), forever);
    assert_int_equal(graze_ray_sphere(&r, &dot_, &h), GRAZE_OK);
    expect(&h, false, 4, 4, v(0, 0, 0), v(0, 0, 1));
}

static void boxes(void **state) {
    (void)state;
    graze_aabb b = {v(-1, -2, -3), v(1, 2, 3)};
    graze_obb o = {v(0, 0, 0), {{v(0, 1, 0), v(-1, 0, 0), v(0, 0, 1)}}, v(2, 1, 3)};
    for (int k = 0; k < 2; ++k) {
        graze_ray_hit h;
        graze_ray r[] = {ray(v(-5, 0, 0), v(1, 0, 0), forever),   ray(v(5, 2, 3), v(-2, 0, 0), forever),
                         ray(v(0, 0, 0), v(0, 0, 1), forever),    ray(v(0, 9, 0), v(0, 1, 0), forever),
                         ray(v(-3, -4, -5), v(1, 1, 1), forever), ray(v(1, 0, 0), v(0, 0, 0), forever)};
        graze_ray_hit all[6];
        for (int i = 0; i < 6; ++i) {
            graze_status status = k ? graze_ray_obb(&r[i], &o, &h) : graze_ray_aabb(&r[i], &b, &h);
            assert_int_equal(status, GRAZE_OK);
            all[i] = h;
        }
        expect(&all[0], false, 4, 6, v(-1, 0, 0), v(-1, 0, 0));
        expect(&all[1], false, 2, 3, v(1, 2, 3), v(1, 0, 0)); /* along an edge */
        expect(&all[2], true, 0, 3, v(0, 0, 0), v(0, 0, 0));
        assert_false(all[3].hit);
        assert_true(all[4].hit && all[4].enter == 2 && all[4].exit == 4); /* into a corner */
        expect(&all[5], true, 0, 0, v(1, 0, 0), v(0, 0, 0));
    }
}

static graze_ray_hit at_triangle(graze_ray r, graze_faces faces) {
    graze_triangle t = {{v(0, 0, 0), v(4, 0, 0), v(0, 4, 0)}};
    graze_ray_hit h;
    assert_int_equal(graze_ray_triangle(&r, &t, faces, &h), GRAZE_OK);
    return h;
}

static void triangles(void **state) {
    (void)state;
    graze_ray_hit h = at_triangle(ray(v(1, 1, 8), v(0, 0, -2), forever), GRAZE_FACES_FRONT);
    expect(&h, false, 4, 4, v(1, 1, 0), v(0, 0, 1));
    h = at_triangle(ray(v(1, 1, -8), v(0, 0, 2), forever), GRAZE_FACES_BOTH);
    expect(&h, false, 4, 4, v(1, 1, 0), v(0, 0, -1));
    h = at_triangle(ray(v(1, 1, -8), v(0, 0, 2), forever), GRAZE_FACES_FRONT);
    assert_false(h.hit);
    h = at_triangle(ray(v(-2, 1, 0), v(1, 0, 0), forever), GRAZE_FACES_BOTH); /* in the plane */
    expect(&h, false, 2, 5, v(0, 1, 0), v(0, 0, 1));
    h = at_triangle(ray(v(1, 1, 0), v(1, 0, 0), forever), GRAZE_FACES_BOTH);
    expect(&h, true, 0, 2, v(1, 1, 0), v(0, 0, 0));
    h = at_triangle(ray(v(-2, 1, 0), v(1, 0, 0), forever), GRAZE_FACES_FRONT);
    assert_false(h.hit);
    h = at_triangle(ray(v(1, 1, 0), v(0, 0, -1), forever), GRAZE_FACES_FRONT); /* starts on it */
    expect(&h, true, 0, 0, v(1, 1, 0), v(0, 0, 0));
    h = at_triangle(ray(v(1, 1, 0), v(0, 0, 1), forever), GRAZE_FACES_FRONT);
    assert_false(h.hit);
    h = at_triangle(ray(v(2, 2, 1), v(0, 0, -1), forever), GRAZE_FACES_BOTH); /* the edge */
    expect(&h, false, 1, 1, v(2, 2, 0), v(0, 0, 1));
    graze_triangle line = {{v(0, 0, 0), v(4, 0, 0), v(2, 0, 0)}};
    graze_ray r = ray(v(1, -3, 0), v(0, 1, 0), forever);
    assert_int_equal(graze_ray_triangle(&r, &line, GRAZE_FACES_BOTH, &h), GRAZE_OK);
    expect(&h, false, 3, 3, v(1, 0, 0), v(0, 0, 0));
    r = ray(v(-3, 0, 0), v(1, 0, 0), forever);
    assert_int_equal(graze_ray_triangle(&r, &line, GRAZE_FACES_BOTH, &h), GRAZE_OK);
    expect(&h, false, 3, 7, v(0, 0, 0), v(0, 0, 0));
}

/* P11: far away, and of all sizes, the hit is where it should be: the tolerance is relative. */
static graze_vec3 near_by(graze_random *r, graze_vec3 center, graze_real size) {
    graze_vec3 p;
    for (int k = 0; k < 3; ++k) (&p.x)[k] = graze_random_uniform(r, -1, 1);
    return graze_vec3_add_scaled(center, size, p);
}
static graze_real power(graze_random *r, int least, int count) {
    return (graze_real)ldexp(1, least + (int)(graze_random_bits(r) % (uint64_t)count));
}

/* Rays past edges, and that end near the plane, of all sizes and far from the origin: what a first look
 * says must be what the exact test says. */
static void near_misses(void **state) {
    (void)state;
    graze_random r = graze_random_seed(77);
    int hits = 0, count = 60000;
    for (int i = 0; i < count; ++i) {
        graze_real size = power(&r, -50, 90), off = power(&r, -26, 27);
        graze_real far = i % 3 ? 0 : size * power(&r, 0, 16);
        graze_vec3 center = near_by(&r, v(0, 0, 0), far), p[3];
        for (int k = 0; k < 3; ++k) p[k] = near_by(&r, center, size);
        graze_vec3 origin = near_by(&r, center, size); /* to an edge, or the inside, or nearly */
        graze_vec3 target = graze_vec3_lerp(p[0], p[1], graze_random_uniform(&r, 0, 1));
        if (i % 2) target = graze_vec3_lerp(target, p[2], graze_random_uniform(&r, 0, 1));
        target = near_by(&r, target, off * size);
        graze_real max_t = i % 5 ? 1 : i % 7 ? 2 : (graze_real)forever;
        graze_ray way = ray(origin, graze_vec3_sub(target, origin), max_t);
        graze_triangle t = {{p[0], p[1], p[2]}};
        graze_ray_hit hit;
        bool expected;
        assert_int_equal(graze_test_ray_triangle(&way, &t, &expected), GRAZE_OK);
        assert_int_equal(graze_ray_triangle(&way, &t, GRAZE_FACES_BOTH, &hit), GRAZE_OK);
        assert_int_equal(hit.hit, expected);
        hits += expected;
    }
    assert_in_range(hits, count / 10, count - count / 10);
}

/* Rays whose direction is next to nothing, at triangles far away: floats of the first look would turn
 * them elsewhere. */
static void short_directions(void **state) {
    (void)state;
    graze_random r = graze_random_seed(78);
    int hits = 0, count = 20000;
    for (int i = 0; i < count; ++i) {
        graze_real size = power(&r, 20, 40);
        graze_triangle t;
        for (int k = 0; k < 3; ++k) t.p[k] = near_by(&r, v(0, 0, 0), size);
        graze_vec3 target = graze_vec3_lerp(t.p[0], t.p[1], graze_random_uniform(&r, 0, 1));
        target = graze_vec3_lerp(target, t.p[2], graze_random_uniform(&r, 0, 1));
        graze_vec3 to = graze_vec3_scale(graze_vec3_scale(target, 1 / size), power(&r, -148, 50));
        graze_ray way = ray(v(0, 0, 0), to, forever);
        graze_ray_hit hit;
        bool expected;
        if (graze_vec3_equal(to, v(0, 0, 0))) continue; /* so short that floats have none */
        assert_int_equal(graze_test_ray_triangle(&way, &t, &expected), GRAZE_OK);
        hits += expected;
        graze_status status = graze_ray_triangle(&way, &t, GRAZE_FACES_BOTH, &hit);
        if (status == GRAZE_OUT_OF_RANGE) {
            /* So many times the direction that this precision has no number for it. */
            double times = (double)graze_vec3_max_abs(target) / (double)graze_vec3_max_abs(to);
            assert_true(expected && times > (double)GRAZE_REAL_MAX / 4);
            continue;
        }
        assert_int_equal(status, GRAZE_OK);
        assert_int_equal(hit.hit, expected);
        assert_true(!hit.hit || hit.enter <= GRAZE_REAL_MAX);
    }
    assert_in_range(hits, count / 2, count);
}

static void sizes(void **state) {
    (void)state;
    for (int e = sizeof(graze_real) == 4 ? -100 : -900; e <= (sizeof(graze_real) == 4 ? 100 : 900);
         e += 50) {
        graze_real s = (graze_real)ldexp(1, e);
        graze_triangle t = {{graze_vec3_scale(v(0, 0, 0), s), graze_vec3_scale(v(4, 0, 0), s),
                             graze_vec3_scale(v(0, 4, 0), s)}};
        graze_ray r = {graze_vec3_scale(v(1, 1, 8), s), v(0, 0, -1), (graze_real)INFINITY};
        graze_ray_hit h;
        assert_int_equal(graze_ray_triangle(&r, &t, GRAZE_FACES_FRONT, &h), GRAZE_OK);
        assert_true(h.hit && h.enter == 8 * s &&
                    graze_vec3_equal(h.point, graze_vec3_scale(v(1, 1, 0), s)));
        graze_sphere ball = {graze_vec3_scale(v(1, 1, 0), s), s};
        assert_int_equal(graze_ray_sphere(&r, &ball, &h), GRAZE_OK);
        assert_true(h.hit && h.enter == 7 * s && h.exit == 9 * s);
        r.direction = graze_vec3_scale(v(0, 0, -1), s);
        assert_int_equal(graze_ray_sphere(&r, &ball, &h), GRAZE_OK);
        assert_true(h.hit && h.enter == 7 && h.exit == 9);
    }
    graze_ray r = {v(0, 0, 0), graze_vec3_make(1 / GRAZE_REAL_MAX, 0, 0), (graze_real)INFINITY};
    graze_sphere far = {graze_vec3_make(GRAZE_REAL_MAX / 2, 0, 0), 1};
    graze_ray_hit h = {.enter = 7};
    assert_int_equal(graze_ray_sphere(&r, &far, &h), GRAZE_OUT_OF_RANGE);
    assert_true(h.enter == 7);
}

static void planes(void **state) {
    (void)state;
    graze_plane p = {v(0, 0, 2), -6}, zero = {v(0, 0, 0), 1}; /* z = 3 */
    graze_ray_hit h;
    graze_ray r = ray(v(1, 2, 9), v(0, 1, -2), forever);
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    expect(&h, false, 3, 3, v(1, 5, 3), v(0, 0, 1));
    r = ray(v(1, 2, 0), v(0, 1, 1), forever);
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    expect(&h, false, 3, 3, v(1, 5, 3), v(0, 0, -1));
    r = ray(v(1, 2, 9), v(0, 1, 0), forever); /* parallel */
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    assert_false(h.hit);
    r = ray(v(1, 2, 9), v(0, 1, -1), 5.5);
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    assert_false(h.hit);
    r = ray(v(1, 2, 9), v(0, 1, 1), forever);
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    assert_false(h.hit);
    r = ray(v(1, 2, 3), v(0, 1, 0), 8); /* in it */
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    expect(&h, true, 0, 8, v(1, 2, 3), v(0, 0, 0));
    r = ray(v(1, 2, 3), v(0, 0, 0), forever);
    assert_int_equal(graze_ray_plane(&r, &p, &h), GRAZE_OK);
    expect(&h, true, 0, 0, v(1, 2, 3), v(0, 0, 0));
    assert_int_equal(graze_ray_plane(&r, &zero, &h), GRAZE_INVALID_ARGUMENT);

    uint64_t seed = test_seed(9);
    graze_random random = graze_random_seed(seed);
    long count = test_count(10000), hits = 0;
    for (long n = 0; n < count; ++n) {
        graze_plane plane = {set_point(&random, 0), set_coordinate(&random, 0)};
        graze_ray ray_ = {set_point(&random, 0), set_point(&random, 0), (graze_real)INFINITY};
        assert_int_equal(graze_ray_plane(&ray_, &plane, &h), GRAZE_OK);
        ld height = dot(wide(plane.normal), wide(ray_.origin)) + (ld)plane.offset;
        ld along = dot(wide(plane.normal), wide(ray_.direction));
        TEST_CHECK(h.hit == (height * along < 0), seed, n, "a hit or not");
        if (!h.hit) continue;
        ++hits;
        ld t = -height / along, off = fabsl(t - (ld)h.enter) * fabsl(along);
        TEST_CHECK(off < 8 * (ld)GRAZE_EPSILON * (1 + t), seed, n, "%Lg instead of %Lg", (ld)h.enter,
                   t);
        TEST_CHECK(dot(wide(h.normal), wide(ray_.direction)) < 0, seed, n, "normal");
    }
    assert_true(hits > count / 4 && hits < count * 3 / 4);
}

static void bad_input(void **state) {
    (void)state;
    graze_ray good = ray(v(0, 0, 0), v(1, 0, 0), forever), bad = ray(v(0, NAN, 0), v(1, 0, 0), 1);
    graze_sphere s = {v(0, 0, 0), 1}, negative = {v(0, 0, 0), -1};
    graze_aabb b = {v(0, 0, 0), v(1, 1, 1)}, turned = {v(1, 0, 0), v(0, 1, 1)};
    graze_obb o = {v(0, 0, 0), graze_mat3_identity(), v(1, 1, 1)};
    graze_triangle t = {{v(0, 0, 0), v(1, 0, 0), v(0, 1, 0)}};
    graze_plane p = {v(1, 0, 0), 0};
    graze_ray_hit h = {.enter = 7};
    assert_int_equal(graze_ray_sphere(&bad, &s, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_sphere(&good, &negative, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_sphere(NULL, &s, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_sphere(&good, &s, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_aabb(&bad, &b, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_aabb(&good, &turned, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_aabb(&good, &b, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_obb(&bad, &o, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_obb(&good, NULL, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_obb(&good, &o, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_triangle(&bad, &t, GRAZE_FACES_BOTH, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_triangle(&good, &t, (graze_faces)7, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_triangle(&good, &t, GRAZE_FACES_BOTH, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_plane(&bad, &p, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_plane(&good, NULL, &h), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_plane(&good, &p, NULL), GRAZE_INVALID_ARGUMENT);
    assert_true(h.enter == 7 && !h.hit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_enter_and_leave),
        cmocka_unit_test(spheres),
        cmocka_unit_test(boxes),
        cmocka_unit_test(triangles),
        cmocka_unit_test(near_misses),
        cmocka_unit_test(short_directions),
        cmocka_unit_test(sizes),
        cmocka_unit_test(planes),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
