/* SPDX-License-Identifier: MIT
 * Overlaps without volume, exact touching, and polytopes of every dimension against their explicit
 * difference (V5), through depth and signed distance (E1-E8, S12). */
#include <math.h>

#include "oracle/exact_pair.h"
#include "oracle/pair_check.h"
#include "oracle/random_shape.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
#define EPS ((long double)GRAZE_EPSILON)

/* -- overlaps without volume -- */

/* A triangle around the origin in the plane z = 0; how far (x, y) is from its sides. */
static graze_shape *upright_triangle(graze_real x, graze_real y, long double *inside) {
    const long double corners[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
    *inside = 4;
    for (int k = 0; k < 3; ++k) {
        const long double *p = corners[k], *q = corners[(k + 1) % 3];
        long double dx = q[0] - p[0], dy = q[1] - p[1];
        long double height = dx * ((long double)y - p[1]) - dy * ((long double)x - p[0]);
        *inside = fminl(*inside, height / hypotl(dx, dy));
    }
    return triangle(xyz(-1, -1, 0), xyz(1, -1, 0), xyz(0, 1, 0));
}

static exact thin_overlap(long number, graze_random *random) {
    graze_real x = between(random, -0.2, 0.2), y = between(random, -0.4, 0.2);
    graze_real up = between(random, 0.01, 1), down = between(random, 0.01, 1),
               r = between(random, 0.3, 1);
    long double ends = fminl((long double)up, (long double)down), inside;
    graze_vec3 zero = graze_vec3_zero(), v = random_vector(1, random), w = random_vector(1, random);
    exact e;
    switch (number % 12) {
    case 0: /* a segment pierces a triangle: out over an end, or over a side */
        e = of_two(upright_triangle(x, y, &inside), segment(xyz(x, y, -down), xyz(x, y, up)), zero);
        e.sd = -fminl(ends, inside);
        break;
    case 1: /* a point in a box */
        e = of_two(box(xyz(r, r + up, r + down)), point(xyz(x, y, 0)), zero);
        e.sd = fmaxl(fabsl((long double)x) - (long double)r,
                     fmaxl(fabsl((long double)y) - (long double)(r + up), -(long double)(r + down)));
        break;
    case 2: /* segments that cross */
        e = of_two(segment(xyz(-up, 0, 0), xyz(down, 0, 0)), segment(xyz(0, -1, 0), xyz(0, r, 0)),
                   zero);
        e.axis = (ld3){0, 0, 1};
        e.either_sign = true;
        break;
    case 3: /* collinear segments that overlap */
        e = of_two(segment(xyz(0, -up, 0), xyz(0, down, 0)), segment(xyz(0, 0, 0), xyz(0, r, 0)), zero);
        e.axis = (ld3){0, 1, 0};
        e.across = true;
        break;
    case 4: /* a point on a point */
        e = of_two(point(v), point(v), zero);
        break;
    case 5: /* a disc in a disc */
        e = of_two(cylinder(r, 0), cylinder(r / 2, 0), number % 24 < 12 ? zero : xyz(x, 0, y));
        e.axis = (ld3){0, 1, 0};
        e.either_sign = true;
        break;
    case 6: /* a segment through a disc */
        e = of_two(cylinder(r, 0), segment(xyz(x / 4, -down, 0), xyz(x / 4, up, 0)), zero);
        e.sd = -fminl(ends, (long double)r - fabsl((long double)(x / 4)));
        break;
    case 7: /* discs that cross at right angles at their centres */
        e = of_two(cylinder(r, 0), cylinder(up, 0), zero);
        e.b.pose.basis.col[0] = xyz(0, 1, 0);
        e.b.pose.basis.col[1] = xyz(-1, 0, 0);
        e.sd = -fminl((long double)r, (long double)up);
        break;
    case 8: /* a segment in itself */
        e = of_two(segment(v, w), segment(v, w), zero);
        e.axis = ld3_sub(ld3_from(v), ld3_from(w));
        e.across = true;
        break;
    case 9: /* a point in a triangle, in its plane */
        e = of_two(upright_triangle(x, y, &inside), point(xyz(x, y, 0)), zero);
        e.axis = (ld3){0, 0, 1};
        e.either_sign = true;
        break;
    case 10: /* a point at the centre of a ball, or in it */
        e = of_two(sphere(r), point(number % 24 < 12 ? zero : xyz(x, 0, 0)), zero);
        e.sd = (number % 24 < 12 ? 0 : fabsl((long double)x)) - (long double)r;
        break;
    default: /* a segment inside a capsule's own */
        e = of_two(capsule(r, 2), segment(xyz(0, -up / 2, 0), xyz(0, down / 2, 0)), zero);
        e.sd = -(long double)r;
    }
    return e;
}

static void overlaps_without_volume_are_right(void **state) {
    (void)state;
    exact_check_family(thin_overlap, MAYBE_ROUND, 4800, 91011);
}

/* -- exact touching of round shapes -- */

static exact touching(long number, graze_random *random) {
    /* Multiples of 2^-6: sums are exact. */
    graze_real n[4];
    for (int k = 0; k < 4; ++k) n[k] = (graze_real)(1 + graze_random_bits(random) % 64) / 64;
    graze_vec3 half = xyz(n[0], n[1], n[2]);
    exact e;
    switch (number % 8) {
    case 0:
        e = of_two(sphere(n[0]), sphere(n[1]), xyz(0, 0, n[0] + n[1]));
        e.axis = (ld3){0, 0, 1};
        break;
    case 1:
        e = of_two(box(half), box(half), xyz(2 * n[0], 0, 0)); /* face to face */
        e.axis = (ld3){1, 0, 0};
        break;
    case 2:
        e = of_two(box(half), box(half), xyz(2 * n[0], 2 * n[1], 0)); /* edge to edge */
        break;
    case 3:
        e = of_two(box(half), box(half), xyz(2 * n[0], -2 * n[1], 2 * n[2])); /* corner to corner */
        break;
    case 4:
        e = of_two(cylinder(n[0], 2 * n[1]), cylinder(n[2], 2 * n[3]), xyz(0, n[1] + n[3], 0));
        e.axis = (ld3){0, 1, 0};
        break;
    case 5:
        e = of_two(cylinder(n[0], 2 * n[1]), cylinder(n[2], 2 * n[3]), xyz(n[0] + n[2], 0, 0));
        e.axis = (ld3){1, 0, 0};
        break;
    case 6:
        e = of_two(ellipsoid(half), box(half), xyz(0, 2 * n[1], 0));
        e.axis = (ld3){0, 1, 0};
        break;
    default:
        e = of_two(capsule(n[0], 2 * n[1]), sphere(n[2]), xyz(0, -(n[1] + n[0] + n[2]), 0));
        e.axis = (ld3){0, -1, 0};
    }
    return e;
}

static void exact_touching_is_touching(void **state) {
    (void)state;
    uint64_t seed = test_seed(91012);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(2400); ++i) {
        exact e = touching(i, &random);
        exact_check(&e, 0, seed, i, &random, NULL);
        graze_signed_separation s;
        graze_intersection m;
        assert_int_equal(graze_signed_distance(&e.a, &e.b, &tightest, NULL, &s), GRAZE_OK);
        assert_int_equal(graze_intersect(&e.a, &e.b, NULL, NULL, &m), GRAZE_OK);
        long double scale = signed_error(&e.a, &e.b) / (32 * EPS);
        TEST_CHECK(fabsl((long double)s.sd) <= 4 * EPS * scale && s.end == GRAZE_TOUCHING, seed, i,
                   "touching %ld: sd %g, end %d", i % 8, (double)s.sd, (int)s.end);
        TEST_CHECK(m.intersecting, seed, i, "touching %ld is not intersecting", i % 8);
        drop(&e);
    }
}

/* -- polytopes against the explicit difference (V5) -- */

/* Up to 12 corners, at times flat, on a grid, thin, or small. */
static test_polytope any_polytope(graze_random *random) {
    graze_vec3 points[12];
    int count = 1 + (int)(graze_random_bits(random) % 12), kind = (int)(graze_random_bits(random) % 5);
    for (int k = 0; k < count; ++k) {
        points[k] = kind == 0 ? in_plane(random) : random_vector(1, random);
        if (kind == 1)
            points[k] = graze_vec3_scale(in_plane(random), (graze_real)0.5), points[k].z /= 2;
        if (kind == 2) points[k].z *= (graze_real)0.01;
        if (kind == 3) points[k] = graze_vec3_scale(points[k], (graze_real)0.05);
    }
    graze_pose pose =
        graze_random_bits(random) % 4
            ? random_pose((random_pose_class)(graze_random_bits(random) % 5), (graze_real)0.3, random)
            : graze_pose_identity();
    return test_polytope_make(points, count, &pose, 0);
}

static void polytopes_match_the_explicit_difference(void **state) {
    (void)state;
    uint64_t seed = test_seed(91013);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(6000);
    for (long i = 0; i < count; ++i) {
        test_polytope a = any_polytope(&random), b = any_polytope(&random);
        test_pair measured = test_pair_measure(&a, &b, seed, i);
        exact e = {.a = a.placed, .b = b.placed, .sd = measured.sd};
        exact_check_once(&e, measured.unsure, seed, i, &random, NULL);
        hits += measured.sd < 0;
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    if (count >= 100) assert_in_range(hits, count * 2 / 10, count * 8 / 10);
}

/* -- shapes without size -- */

/* Every kind that may be a single point, then a segment and a triangle around it. */
static int make_sizeless(graze_shape *shapes[7]) {
    const graze_vec3 same[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    assert_int_equal(graze_shape_point(same[0], &shapes[0]), GRAZE_OK);
    assert_int_equal(graze_shape_sphere(0, &shapes[1]), GRAZE_OK);
    assert_int_equal(graze_shape_box(same[0], &shapes[2]), GRAZE_OK);
    assert_int_equal(graze_shape_polytope(same, 3, 0, &shapes[3]), GRAZE_OK);
    assert_int_equal(graze_shape_polygon(same, 3, 0, &shapes[4]), GRAZE_OK);
    assert_int_equal(graze_shape_segment(xyz(-1, 0, 0), xyz(1, 0, 0), &shapes[5]), GRAZE_OK);
    shapes[6] = triangle(xyz(-1, -1, 0), xyz(1, -1, 0), xyz(0, 1, 0));
    return 7;
}

static bool is_unit(graze_vec3 n) { return fabsl((long double)graze_vec3_length(n) - 1) <= 16 * EPS; }

static void shapes_without_size_have_no_depth_but_a_normal(void **state) {
    (void)state;
    graze_shape *shapes[7];
    int count = make_sizeless(shapes);
    for (int k = 0; k < 2 * count * count; ++k) {
        graze_pose pose = graze_pose_identity();
        if (k >= count * count) pose.origin = xyz(3, -0.75, 5);
        graze_placed a = {shapes[k % count], pose, 0}, b = {shapes[k / count % count], pose, 0};
        graze_penetration_result p;
        graze_signed_separation s;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &p), GRAZE_OK);
        assert_int_equal(graze_signed_distance(&a, &b, NULL, NULL, &s), GRAZE_OK);
        TEST_CHECK((long double)p.depth >= 0 && (long double)p.depth <= 256 * EPS && is_unit(p.normal),
                   0, k, "depth %g", (double)p.depth);
        TEST_CHECK(fabsl((long double)s.sd) <= 256 * EPS && is_unit(s.normal), 0, k, "sd %g",
                   (double)s.sd);
    }
    for (int i = 0; i < count; ++i) graze_shape_release(shapes[i]);
}

/* -- segments -- */

static graze_vec3 nudged(graze_random *random, graze_vec3 p) {
    int least = sizeof(graze_real) == sizeof(float) ? 20 : 48;
    graze_real tiny = (graze_real)ldexp(1, -10 - (int)(graze_random_bits(random) % (unsigned)least));
    return graze_vec3_add_scaled(p, tiny, graze_random_direction(random));
}

/* Their difference is flat, however nearly parallel they are: the normal of its plane needs more digits
 * than the cross product of the two has when computed plainly. */
static void nearly_parallel_segments_that_cross_have_no_depth(void **state) {
    (void)state;
    uint64_t seed = test_seed(95007);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        graze_vec3 a = graze_random_direction(&random), b = graze_random_direction(&random);
        graze_vec3 p = graze_vec3_lerp(a, b, graze_random_uniform(&random, 0, 1));
        graze_vec3 d = nudged(&random, graze_vec3_sub(b, a));
        graze_shape *first, *second;
        assert_int_equal(graze_shape_segment(a, b, &first), GRAZE_OK);
        assert_int_equal(graze_shape_segment(graze_vec3_sub(p, d), graze_vec3_add(p, d), &second),
                         GRAZE_OK);
        graze_placed pa = {first, graze_pose_identity(), 0}, pb = {second, graze_pose_identity(), 0};
        graze_signed_separation s;
        assert_int_equal(graze_signed_distance(&pa, &pb, &tightest, NULL, &s), GRAZE_OK);
        TEST_CHECK((long double)s.upper >= -256 * EPS, seed, i, "depth %g", -(double)s.upper);
        graze_shape_release(first);
        graze_shape_release(second);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlaps_without_volume_are_right),
        cmocka_unit_test(exact_touching_is_touching),
        cmocka_unit_test(polytopes_match_the_explicit_difference),
        cmocka_unit_test(shapes_without_size_have_no_depth_but_a_normal),
        cmocka_unit_test(nearly_parallel_segments_that_cross_have_no_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
