/* SPDX-License-Identifier: MIT
 * P1, P3, P4, P6, P10, P16: signed distances in closed form. Each answer is proved in long double: the
 * normal separates by sd (or, of an overlap, shows the way out), the witnesses are on the sets and sd
 * normal apart, and for a depth no direction tried is shorter; a share of those with a depth is
 * compared with the general query of the library. R6: thin, flat, coincident, huge, tiny and far sets
 * are among them. */
#include "any_set.h"

typedef long double ld;
typedef struct ld3 {
    ld x, y, z;
} ld3;
static ld3 wide(graze_vec3 v) { return (ld3){(ld)v.x, (ld)v.y, (ld)v.z}; }
static ld3 minus(ld3 a, ld3 b) { return (ld3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static ld dot(ld3 a, ld3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static ld length(ld3 a) { return sqrtl(dot(a, a)); }
static ld most(graze_vec3 v) { return (ld)graze_vec3_max_abs(v); }

/* Relative to a point, so that nothing is lost far away: max of n . (x - from) over the set. */
static ld support(const any_set *s, ld3 n, ld3 from) {
    switch (s->kind) {
    case SPHERE:
        return dot(n, minus(wide(s->sphere.center), from)) + (ld)s->sphere.radius * length(n);
    case AABB:
        return fmaxl(n.x * ((ld)s->aabb.lo.x - from.x), n.x * ((ld)s->aabb.hi.x - from.x)) +
               fmaxl(n.y * ((ld)s->aabb.lo.y - from.y), n.y * ((ld)s->aabb.hi.y - from.y)) +
               fmaxl(n.z * ((ld)s->aabb.lo.z - from.z), n.z * ((ld)s->aabb.hi.z - from.z));
    case OBB: {
        const graze_mat3 *m = &s->obb.axes;
        return dot(n, minus(wide(s->obb.center), from)) +
               (ld)s->obb.half.x * fabsl(dot(n, wide(m->col[0]))) +
               (ld)s->obb.half.y * fabsl(dot(n, wide(m->col[1]))) +
               (ld)s->obb.half.z * fabsl(dot(n, wide(m->col[2])));
    }
    case SEGMENT:
        return fmaxl(dot(n, minus(wide(s->segment.a), from)), dot(n, minus(wide(s->segment.b), from)));
    default: {
        ld best = -INFINITY;
        for (int k = 0; k < 3; ++k) best = fmaxl(best, dot(n, minus(wide(s->triangle.p[k]), from)));
        return best;
    }
    }
}

static ld3 reversed(ld3 n) { return (ld3){-n.x, -n.y, -n.z}; }

static ld3 origin_of(const any_set *s) {
    return s->kind == SPHERE    ? wide(s->sphere.center)
           : s->kind == AABB    ? wide(s->aabb.lo)
           : s->kind == OBB     ? wide(s->obb.center)
           : s->kind == SEGMENT ? wide(s->segment.a)
                                : wide(s->triangle.p[0]);
}

/* By how much n separates B from A. */
static ld separation(const any_set *a, const any_set *b, ld3 n) {
    ld3 from = origin_of(a);
    return -support(b, reversed(n), from) - support(a, n, from);
}

static ld size_of(const any_set *a, const any_set *b) {
    static const ld3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    ld size = 0;
    for (int k = 0; k < 3; ++k) {
        size += fmaxl(support(a, axes[k], origin_of(a)), support(b, axes[k], origin_of(a)));
        size += fmaxl(support(a, reversed(axes[k]), origin_of(a)),
                      support(b, reversed(axes[k]), origin_of(a)));
    }
    return size;
}

static graze_status near(const any_set *a, const any_set *b, graze_proximity *out) {
    switch (a->kind * SETS + b->kind) {
    case SPHERE *SETS + SPHERE:
        return graze_near_sphere_sphere(&a->sphere, &b->sphere, out);
    case SPHERE *SETS + AABB:
        return graze_near_sphere_aabb(&a->sphere, &b->aabb, out);
    case SPHERE *SETS + OBB:
        return graze_near_sphere_obb(&a->sphere, &b->obb, out);
    case SPHERE *SETS + SEGMENT:
        return graze_near_sphere_segment(&a->sphere, &b->segment, out);
    case SPHERE *SETS + TRIANGLE:
        return graze_near_sphere_triangle(&a->sphere, &b->triangle, out);
    case SEGMENT *SETS + SEGMENT:
        return graze_near_segment_segment(&a->segment, &b->segment, out);
    default:
        return graze_near_aabb_aabb(&a->aabb, &b->aabb, out);
    }
}

static bool is_near(const any_set *s, graze_vec3 p, ld radius) {
    any_set ball = {.kind = SPHERE, .sphere = {p, (graze_real)radius}};
    bool hit = false;
    assert_int_equal(set_test(&ball, s, &hit), GRAZE_OK);
    return hit;
}

/* -- the library's general query on the same sets ---------------------------------------------- */

static graze_shape *shape_of(const any_set *s, graze_placed *placed) {
    graze_shape *shape = NULL;
    *placed = (graze_placed){.pose = graze_pose_identity()};
    switch (s->kind) {
    case SPHERE:
        placed->pose.origin = s->sphere.center;
        assert_int_equal(s->sphere.radius > 0 ? graze_shape_sphere(s->sphere.radius, &shape)
                                              : graze_shape_point(graze_vec3_zero(), &shape),
                         GRAZE_OK);
        break;
    case AABB:
        placed->pose.origin = graze_aabb_center(s->aabb);
        assert_int_equal(graze_shape_box(graze_aabb_extent(s->aabb), &shape), GRAZE_OK);
        break;
    case OBB:
        placed->pose.origin = s->obb.center;
        placed->pose.basis = s->obb.axes;
        if (graze_mat3_determinant(&s->obb.axes) < 0) placed->pose.kind = GRAZE_POSE_UNIFORM;
        assert_int_equal(graze_shape_box(s->obb.half, &shape), GRAZE_OK);
        break;
    case SEGMENT:
        assert_int_equal(graze_shape_segment(s->segment.a, s->segment.b, &shape), GRAZE_OK);
        break;
    default:
        assert_int_equal(
            graze_shape_triangle(s->triangle.p[0], s->triangle.p[1], s->triangle.p[2], &shape),
            GRAZE_OK);
    }
    placed->shape = shape;
    return shape;
}

static void check_general(const any_set *a, const any_set *b, ld sd, ld band, uint64_t seed,
                          long number) {
    graze_placed p, q;
    graze_shape *s = shape_of(a, &p), *t = shape_of(b, &q);
    graze_signed_separation general;
    graze_options tight = {.rel = GRAZE_TIGHTEST};
    /* Corners of boxes become centres and half extents, which round like coordinates. */
    band = 4 * band + 8 * (ld)GRAZE_EPSILON *
                          (most(a->aabb.hi) + most(b->aabb.hi) + most(a->aabb.lo) + most(b->aabb.lo));
    assert_int_equal(graze_signed_distance(&p, &q, &tight, NULL, &general), GRAZE_OK);
    if (general.end != GRAZE_ITERATION_LIMIT)
        TEST_CHECK(sd >= (ld)general.lower - band && sd <= (ld)general.upper + band, seed, number,
                   "%s-%s: sd %Lg, but the general query finds %g to %g", set_names[a->kind],
                   set_names[b->kind], sd, (double)general.lower, (double)general.upper);
    graze_shape_release(s);
    graze_shape_release(t);
}

static ld band_of(const any_set *a, const any_set *b) {
    return 128 * (ld)GRAZE_EPSILON * size_of(a, b);
}

static void check(const any_set *a, const any_set *b, const graze_proximity *p, graze_random *random,
                  uint64_t seed, long number) {
    const char *names[2] = {set_names[a->kind], set_names[b->kind]};
    ld sd = (ld)p->sd, band = band_of(a, b);
    ld rounding = band + 8 * (ld)GRAZE_EPSILON * (most(p->point_a) + most(p->point_b)) + (ld)0x1p-147;
    ld3 n = wide(p->normal);
    TEST_CHECK(fabsl(length(n) - 1) < 32 * (ld)GRAZE_EPSILON, seed, number,
               "%s-%s: normal of length %Lg", names[0], names[1], length(n));
    ld proved = separation(a, b, n);
    TEST_CHECK(fabsl(proved - sd) <= band + (ld)0x1p-147, seed, number,
               "%s-%s: sd %Lg, normal shows %Lg, band %Lg", names[0], names[1], sd, proved, band);
    ld3 apart = minus(wide(p->point_b), wide(p->point_a));
    ld3 off = {apart.x - sd * n.x, apart.y - sd * n.y, apart.z - sd * n.z};
    TEST_CHECK(length(off) <= rounding, seed, number, "%s-%s: the points are not sd apart", names[0],
               names[1]);
    TEST_CHECK(is_near(a, p->point_a, rounding) && is_near(b, p->point_b, rounding), seed, number,
               "%s-%s: a point is off its set", names[0], names[1]);
    if (a->kind == SEGMENT) TEST_CHECK(sd >= 0, seed, number, "segments have no depth");
    for (int k = 0; k < 20 && sd < 0; ++k) {
        ld3 d = wide(graze_random_direction(random));
        TEST_CHECK(separation(a, b, d) <= (sd + band) * length(d), seed, number,
                   "%s-%s: a shorter way out", names[0], names[1]);
    }
    if (number % 16 == 0 && a->kind != SEGMENT) check_general(a, b, sd, band, seed, number);
}

static void distances_and_depths(void **state) {
    (void)state;
    static const int pairs[][2] = {{SPHERE, SPHERE},  {SPHERE, AABB},     {SPHERE, OBB},
                                   {SPHERE, SEGMENT}, {SPHERE, TRIANGLE}, {SEGMENT, SEGMENT},
                                   {AABB, AABB}};
    uint64_t seed = test_seed(31);
    long count = test_count(10000);
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; ++k) {
        graze_random random = graze_random_seed(seed + k);
        long overlaps = 0, refused = 0;
        for (long n = 0; n < count; ++n) {
            any_set a, b;
            set_pair(&random, pairs[k][0], pairs[k][1], &a, &b);
            graze_proximity p;
            graze_status status = near(&a, &b, &p);
            refused += status != GRAZE_OK;
            if (status != GRAZE_OK) continue;
            overlaps += p.sd <= 0;
            check(&a, &b, &p, &random, seed, n);
        }
        printf("%s-%s: %ld overlap of %ld\n", set_names[pairs[k][0]], set_names[pairs[k][1]], overlaps,
               count);
        assert_int_equal(refused, 0);
        assert_true(overlaps > count / 5 && overlaps < count * 4 / 5);
    }
}

/* -- next to touching: the difference of points gives no direction any more -------------------- */

static void next_to_touching(void **state) {
    (void)state;
    uint64_t seed = test_seed(37);
    graze_random random = graze_random_seed(seed);
    long count = test_count(10000);
    for (long n = 0; n < count; ++n) {
        any_set t = {.kind = TRIANGLE}, s = {.kind = SPHERE}, l = {.kind = SEGMENT},
                m = {.kind = SEGMENT};
        t.triangle = set_thin_triangle(&random, &s.sphere.center);
        s.sphere.radius = set_below(&random, 2) ? graze_random_uniform(&random, 0, 1) : 0;
        graze_proximity out;
        assert_int_equal(near(&s, &t, &out), GRAZE_OK);
        check(&s, &t, &out, &random, seed, n);
        l.segment = (graze_segment){t.triangle.p[0], t.triangle.p[1]};
        assert_int_equal(near(&s, &l, &out), GRAZE_OK);
        check(&s, &l, &out, &random, seed, n);
        /* through p, or ending there, or nearly along the other */
        graze_vec3 d = set_below(&random, 2)
                           ? graze_random_direction(&random)
                           : set_nudged(&random, graze_vec3_sub(l.segment.b, l.segment.a));
        m.segment.a = set_below(&random, 2) ? s.sphere.center : graze_vec3_sub(s.sphere.center, d);
        m.segment.b = graze_vec3_add(s.sphere.center, d);
        assert_int_equal(near(&l, &m, &out), GRAZE_OK);
        check(&l, &m, &out, &random, seed, n);
    }
}

/* -- two oriented boxes ------------------------------------------------------------------------ */

static void best_axis(void **state) {
    (void)state;
    uint64_t seed = test_seed(41);
    graze_random random = graze_random_seed(seed);
    long count = test_count(10000), overlaps = 0, kinds[3] = {0, 0, 0};
    for (long n = 0; n < count; ++n) {
        any_set a, b;
        set_pair(&random, OBB, OBB, &a, &b);
        graze_box_axis axis;
        assert_int_equal(graze_best_axis_obb_obb(&a.obb, &b.obb, &axis), GRAZE_OK);
        ld band = 2 * band_of(&a, &b), separated = (ld)axis.separation;
        overlaps += axis.separation < 0;
        TEST_CHECK(axis.index >= 0 && axis.index < 15, seed, n, "index");
        ++kinds[axis.index < 3 ? 0 : axis.index < 6 ? 1 : 2];
        TEST_CHECK(fabsl(separation(&a, &b, wide(axis.normal)) - separated) <= band + (ld)0x1p-147,
                   seed, n, "%Lg, but the normal shows %Lg", separated,
                   separation(&a, &b, wide(axis.normal)));
        for (int k = 0; k < 20 && separated < 0; ++k) {
            ld3 d = wide(graze_random_direction(&random));
            TEST_CHECK(separation(&a, &b, d) <= (separated + band) * length(d), seed, n,
                       "a shorter way out");
        }
        if (n % 8) continue;
        graze_placed p, q;
        graze_shape *s = shape_of(&a, &p), *t = shape_of(&b, &q);
        graze_signed_separation general;
        p.pose.kind = q.pose.kind = GRAZE_POSE_UNKNOWN;
        assert_int_equal(graze_signed_distance(&p, &q, NULL, NULL, &general), GRAZE_OK);
        TEST_CHECK(separated <= (ld)general.upper + band, seed, n, "%Lg is more than the distance %g",
                   separated, (double)general.upper);
        if (separated < 0)
            TEST_CHECK(separated >= (ld)general.lower - band, seed, n, "%Lg is deeper than %g",
                       separated, (double)general.lower);
        graze_shape_release(s);
        graze_shape_release(t);
    }
    printf("two boxes: %ld of %ld overlap; best axis a face of A %ld, of B %ld, edges %ld\n", overlaps,
           count, kinds[0], kinds[1], kinds[2]);
    assert_true(overlaps > count / 4 && overlaps < count * 3 / 4 && kinds[2] > 0);
}

/* -- by hand ----------------------------------------------------------------------------------- */

static graze_vec3 v(double x, double y, double z) {
    return graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
}

static void expect(const graze_proximity *p, double sd, graze_vec3 normal, graze_vec3 a, graze_vec3 b) {
    assert_true((double)p->sd == sd && graze_vec3_equal(p->normal, normal));
    assert_true(graze_vec3_equal(p->point_a, a) && graze_vec3_equal(p->point_b, b));
}

static void special_cases(void **state) {
    (void)state;
    graze_proximity p;
    graze_sphere s = {v(0, 0, 0), 2}, same = {v(0, 0, 0), 1}, inside = {v(0.5, 0, 0), 1};
    assert_int_equal(graze_near_sphere_sphere(&s, &same, &p), GRAZE_OK);
    expect(&p, -3, v(1, 0, 0), v(2, 0, 0), v(-1, 0, 0));
    graze_aabb box = {v(-4, -3, -5), v(4, 3, 5)}, flat = {v(1, 1, 0), v(2, 2, 0)},
               corner = {v(4, 3, 5), v(9, 9, 9)};
    assert_int_equal(graze_near_sphere_aabb(&inside, &box, &p), GRAZE_OK);
    expect(&p, -4, v(0, 1, 0), v(0.5, 1, 0), v(0.5, -3, 0)); /* out through -y: the box goes up */
    graze_obb turned = {v(0, 0, 0), {{v(0, 1, 0), v(-1, 0, 0), v(0, 0, 1)}}, v(3, 4, 5)};
    assert_int_equal(graze_near_sphere_obb(&inside, &turned, &p), GRAZE_OK);
    assert_true(p.sd == -4);
    graze_segment through = {v(-1, 0, 0), v(3, 0, 0)}, dot_ = {v(0, 0, 0), v(0, 0, 0)};
    assert_int_equal(graze_near_sphere_segment(&s, &through, &p), GRAZE_OK);
    assert_true(p.sd == -2 && p.normal.x == 0);
    assert_int_equal(graze_near_sphere_segment(&s, &dot_, &p), GRAZE_OK);
    expect(&p, -2, v(1, 0, 0), v(2, 0, 0), v(0, 0, 0));
    graze_triangle t = {{v(-1, -1, 0), v(2, -1, 0), v(-1, 2, 0)}},
                   point = {{v(5, 0, 0), v(5, 0, 0), v(5, 0, 0)}};
    assert_int_equal(graze_near_sphere_triangle(&s, &t, &p), GRAZE_OK);
    expect(&p, -2, v(0, 0, 1), v(0, 0, 2), v(0, 0, 0));
    assert_int_equal(graze_near_sphere_triangle(&s, &point, &p), GRAZE_OK);
    expect(&p, 3, v(1, 0, 0), v(2, 0, 0), v(5, 0, 0));
    graze_segment cross = {v(0, -1, 0), v(0, 1, 0)}, above = {v(0, -1, 4), v(0, 1, 4)},
                  line = {v(5, 0, 0), v(9, 0, 0)};
    assert_int_equal(graze_near_segment_segment(&through, &cross, &p), GRAZE_OK);
    assert_true(p.sd == 0 && (p.normal.z == 1 || p.normal.z == -1));
    assert_int_equal(graze_near_segment_segment(&through, &above, &p), GRAZE_OK);
    expect(&p, 4, v(0, 0, 1), v(0, 0, 0), v(0, 0, 4));
    assert_int_equal(graze_near_segment_segment(&through, &line, &p), GRAZE_OK);
    expect(&p, 2, v(1, 0, 0), v(3, 0, 0), v(5, 0, 0));
    assert_int_equal(graze_near_segment_segment(&through, &through, &p), GRAZE_OK);
    assert_true(p.sd == 0 && p.normal.x == 0);
    assert_int_equal(graze_near_segment_segment(&dot_, &dot_, &p), GRAZE_OK);
    assert_true(p.sd == 0 && p.normal.x == 1);
    assert_int_equal(graze_near_aabb_aabb(&box, &corner, &p), GRAZE_OK);
    assert_true(p.sd == 0 && graze_vec3_equal(p.point_a, p.point_b));
    assert_int_equal(graze_near_aabb_aabb(&box, &flat, &p), GRAZE_OK);
    assert_true(p.sd == -2 && p.normal.y == 1);
    assert_int_equal(graze_near_aabb_aabb(&box, &box, &p), GRAZE_OK);
    assert_true(p.sd == -6);
    graze_box_axis axis;
    assert_int_equal(graze_best_axis_obb_obb(&turned, &turned, &axis), GRAZE_OK);
    assert_true(axis.separation == -6 && axis.index == 0);
}

static void bad_input(void **state) {
    (void)state;
    graze_sphere s = {v(0, 0, 0), 1}, bad = {v(0, NAN, 0), 1};
    graze_aabb b = {v(0, 0, 0), v(1, 1, 1)}, turned = {v(1, 0, 0), v(0, 1, 1)};
    graze_obb o = {v(0, 0, 0), graze_mat3_identity(), v(1, 1, 1)},
              negative = {v(0, 0, 0), graze_mat3_identity(), v(1, -1, 1)};
    graze_segment l = {v(0, 0, 0), v(1, 0, 0)}, far = {v(0, 0, INFINITY), v(0, 0, 0)};
    graze_triangle t = {{v(0, 0, 0), v(1, 0, 0), v(0, 1, NAN)}};
    graze_proximity p = {.sd = 7};
    graze_box_axis axis = {.index = 7};
    assert_int_equal(graze_near_sphere_sphere(&s, &bad, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_sphere(&s, &s, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_aabb(&s, &turned, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_aabb(NULL, &b, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_obb(&s, &negative, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_obb(&bad, &o, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_segment(&s, &far, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_sphere_triangle(&s, &t, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_segment_segment(&l, &far, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_segment_segment(&l, &l, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_aabb_aabb(&b, &turned, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_near_aabb_aabb(&b, NULL, &p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_best_axis_obb_obb(&o, &negative, &axis), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_best_axis_obb_obb(&o, &o, NULL), GRAZE_INVALID_ARGUMENT);
    assert_true(p.sd == 7 && axis.index == 7);
    graze_sphere end = {v(0, 0, 0), GRAZE_REAL_MAX},
                 other = {graze_vec3_make(GRAZE_REAL_MAX, 0, 0), GRAZE_REAL_MAX};
    graze_sphere opposite = {graze_vec3_make(-GRAZE_REAL_MAX, 0, 0), 0};
    other.radius = 0;
    assert_int_equal(graze_near_sphere_sphere(&opposite, &other, &p), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_near_sphere_sphere(&end, &other, &p), GRAZE_OK);
    assert_true(p.sd == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_and_depths),
        cmocka_unit_test(next_to_touching),
        cmocka_unit_test(best_axis),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
