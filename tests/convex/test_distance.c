/* SPDX-License-Identifier: MIT
 * graze_distance, graze_intersect and graze_within on pairs of polytopes (V1, J3-J6): random ones,
 * planted optima of all feature pairs, and the hard families (numbers as in the list of families: 1
 * planted, 2 nearly touching, 3 touching, 4 size ratios, 5 far away, 6 powers of two, 7 slivers, 8 flat
 * and collinear hulls, 9 duplicates, 10 coplanar overlap), judged by brute force, the explicit
 * difference or closed forms. */
#include "harness.h"
#include "oracle/aligned_boxes.h"
#include "oracle/pair_check.h"
#include "oracle/planted.h"
#include "oracle/random_shape.h"

enum { CLOUD = 14 };

static int cloud(graze_vec3 *points, graze_random *random) {
    int count = 1 + (int)(graze_random_bits(random) % CLOUD);
    for (int i = 0; i < count; ++i) points[i] = random_vector(1, random);
    return count;
}

static test_polytope random_polytope(long number, graze_real margin, graze_random *random) {
    graze_vec3 points[CLOUD];
    int count = cloud(points, random);
    graze_pose pose = random_pose((random_pose_class)(number % RANDOM_POSE_CLASS_COUNT), 1, random);
    return test_polytope_make(points, count, &pose, margin);
}

static graze_real now_and_then(graze_real value, graze_random *random) {
    return graze_random_bits(random) % 3 ? 0 : graze_random_uniform(random, 0, value);
}

/* V1: common point, separating axis, distance with points; poses of all classes. */
static void random_pairs_keep_all_promises(void **state) {
    (void)state;
    uint64_t seed = test_seed(62001);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(12000);
    for (long i = 0; i < count; ++i) {
        graze_real margin = (graze_real)0.3;
        test_polytope a = random_polytope(i, now_and_then(margin, &random), &random);
        test_polytope b =
            random_polytope(i / RANDOM_POSE_CLASS_COUNT, now_and_then(margin, &random), &random);
        test_pair pair = test_pair_measure(&a, &b, seed, i);
        hits += pair.sd <= 0;
        test_pair_everything(&pair);
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    print_message("random pairs: %ld of %ld meet\n", hits, count);
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 7 / 10);
}

/* -- families 1, 2, 3 -- */

typedef struct planted_case {
    test_polytope a, b;
    planted_pair planted;
} planted_case;

static planted_case plant(long number, long double gap, bool aligned, graze_random *random) {
    planted_feature of_a = (planted_feature)(number % 3), of_b = (planted_feature)(number / 3 % 3);
    graze_pose identity = graze_pose_identity();
    planted_case c = {.planted = planted_make(of_a, of_b, gap, aligned, random)};
    c.a = test_polytope_make(c.planted.a.points, c.planted.a.count, &identity, 0);
    c.b = test_polytope_make(c.planted.b.points, c.planted.b.count, &identity, 0);
    return c;
}

static void planted_free(planted_case *c) {
    test_polytope_free(&c->a);
    test_polytope_free(&c->b);
}

static void planted_optima_of_all_feature_pairs(void **state) {
    (void)state;
    uint64_t seed = test_seed(62002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(9 * 800); ++i) {
        long double gap = ldexpl(1, -(int)(graze_random_bits(&random) % 30));
        bool aligned = i / 9 % 2;
        planted_case c = plant(i, gap, aligned, &random);
        test_pair pair = test_pair_measure(&c.a, &c.b, seed, i);
        long double rounding = aligned ? 1e-17L : 16 * (long double)GRAZE_EPSILON;
        TEST_CHECK(fabsl(pair.sd - gap) <= rounding, seed, i, "planted %Lg, measured %Lg", gap,
                   pair.sd);
        test_pair_everything(&pair);
        if (aligned) { /* the closed form alone may judge */
            test_pair closed = {&c.a, &c.b, gap, 0, seed, i};
            graze_separation sep = test_pair_distance(&closed, &(graze_options){.rel = GRAZE_TIGHTEST});
            /* The normal separates by lower, and the closest points differ by gap e3. */
            long double least = (long double)sep.lower / gap - 8 * (long double)GRAZE_EPSILON;
            TEST_CHECK((long double)sep.normal.z >= least, seed, i, "%s to %s: the normal is tilted",
                       planted_name((planted_feature)(i % 3)),
                       planted_name((planted_feature)(i / 3 % 3)));
        }
        planted_free(&c);
    }
}

/* d = 2^-k, k = 10 .. 50, either side of touching, and 0: everything dyadic, so d is exact. */
static void nearly_and_exactly_touching(void **state) {
    (void)state;
    uint64_t seed = test_seed(62003);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(9 * 41 * 9); ++i) {
        int k = 10 + (int)(i / 9 % 41), side = (int)(i / (9 * 41) % 3) - 1;
        long double gap = side * ldexpl(1, -k);
        planted_case c = plant(i, gap, true, &random);
        /* With a negative gap the depth is somewhere up to it. */
        test_pair pair = {&c.a, &c.b, gap < 0 ? gap / 2 : gap, gap < 0 ? -gap / 2 : 0, seed, i};
        test_pair_distance(&pair, NULL);
        graze_separation sep = test_pair_distance(&pair, &(graze_options){.rel = GRAZE_TIGHTEST});
        long double error = test_pair_error(&c.a, &c.b);
        TEST_CHECK((long double)sep.upper <= fmaxl(gap, 0) + 4 * error, seed, i, "upper %g at %Lg",
                   (double)sep.upper, gap);
        test_pair_intersect(&pair);
        planted_free(&c);
    }
}

/* -- family 4 -- */

/* Sizes from 1 to 10^6, one of the boxes as a box shape, the other as the hull of its corners. */
static void aligned_boxes_of_all_size_ratios(void **state) {
    (void)state;
    uint64_t seed = test_seed(62004);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(12000);
    for (long i = 0; i < count; ++i) {
        graze_vec3 corners[8];
        long double half[2][3], c[3], nowhere[3] = {0, 0, 0};
        long double scale = powl(10, (long double)graze_random_uniform(&random, 0, 6));
        for (int k = 0; k < 3; ++k) {
            half[0][k] = (long double)graze_random_uniform(&random, (graze_real)0.5, 2);
            half[1][k] = (long double)(graze_real)(scale * half[0][k] * (1 + k) / 2);
            c[k] = (long double)(graze_real)((half[0][k] + half[1][k]) *
                                             (long double)graze_random_uniform(
                                                 &random, (graze_real)-1.1, (graze_real)1.1));
            /* Often in close proximity, where the facets of the difference are oblong. */
            if (graze_random_bits(&random) % 3 == 0)
                c[k] = (long double)(graze_real)(half[0][k] + half[1][k] +
                                                 (long double)graze_random_uniform(&random, -1, 1));
        }
        long double sd = oracle_boxes_distance(c, half[0], half[1]);
        graze_pose here = graze_pose_identity();
        graze_pose there = graze_pose_at((graze_real)c[0], (graze_real)c[1], (graze_real)c[2]);
        test_polytope a =
            test_polytope_make(corners, oracle_box_corners(half[0], nowhere, corners), &here, 0);
        test_polytope b =
            test_polytope_make(corners, oracle_box_corners(half[1], nowhere, corners), &there, 0);
        graze_shape_release((graze_shape *)b.placed.shape);
        graze_vec3 extents =
            graze_vec3_make((graze_real)half[1][0], (graze_real)half[1][1], (graze_real)half[1][2]);
        graze_shape *box = NULL;
        assert_int_equal(graze_shape_box(extents, &box), GRAZE_OK);
        b.placed.shape = box;
        test_pair pair = {&a, &b, sd, 1e-18L * scale, seed, i};
        test_pair swapped = {&b, &a, sd, 1e-18L * scale, seed, i};
        test_pair_everything(&pair);
        test_pair_everything(&swapped);
        hits += sd <= 0;
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    print_message("aligned boxes: %ld of %ld meet\n", hits, count);
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 7 / 10);
}

/* -- families 5 and 6 -- */

static graze_separation distance_of(const graze_placed *a, const graze_placed *b) {
    graze_separation sep;
    assert_int_equal(graze_distance(a, b, NULL, NULL, &sep), GRAZE_OK);
    return sep;
}

/* Both origins moved by the same exact vector: nothing but the world points may change. */
static void far_away_changes_nothing(void **state) {
    (void)state;
    uint64_t seed = test_seed(62005);
    graze_random random = graze_random_seed(seed);
    long double power = sizeof(graze_real) == 4 ? 0x1p14L : 0x1p40L;
    for (long i = 0; i < test_count(6000); ++i) {
        test_polytope a = random_polytope(i, 0, &random), b = random_polytope(i, 0, &random);
        graze_vec3 origin[2] = {random_vector(2, &random), random_vector(2, &random)};
        graze_placed near[2] = {a.placed, b.placed}, far[2] = {a.placed, b.placed};
        for (int k = 0; k < 2; ++k) { /* quarters survive the sum */
            graze_vec3 o = graze_vec3_scale(origin[k], 4);
            o = graze_vec3_make((graze_real)(int)o.x, (graze_real)(int)o.y, (graze_real)(int)o.z);
            near[k].pose.origin = graze_vec3_scale(o, (graze_real)0.25);
            far[k].pose.origin = graze_vec3_add(
                near[k].pose.origin, graze_vec3_scale(graze_vec3_make(1, -3, 2), (graze_real)power));
        }
        graze_separation here = distance_of(&near[0], &near[1]), there = distance_of(&far[0], &far[1]);
        TEST_CHECK(here.distance == there.distance && here.lower == there.lower &&
                       here.upper == there.upper && here.end == there.end &&
                       memcmp(&here.normal, &there.normal, sizeof here.normal) == 0,
                   seed, i, "%.12g here, %.12g there", (double)here.distance, (double)there.distance);
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
}

static graze_vec3 scaled(graze_vec3 v, int power) {
    return graze_vec3_make((graze_real)ldexp((double)v.x, power), (graze_real)ldexp((double)v.y, power),
                           (graze_real)ldexp((double)v.z, power));
}

static void powers_of_two_scale_bit_for_bit(void **state) {
    (void)state;
    uint64_t seed = test_seed(62006);
    graze_random random = graze_random_seed(seed);
    int most = sizeof(graze_real) == 4 ? 40 : 450;
    for (long i = 0; i < test_count(6000); ++i) {
        graze_vec3 points[2][CLOUD], larger[CLOUD];
        int power = (int)(graze_random_bits(&random) % (uint64_t)(2 * most)) - most;
        graze_separation sep[2];
        test_polytope p[2][2];
        for (int k = 0; k < 2; ++k) {
            int count = cloud(points[k], &random);
            graze_pose pose = random_pose(RANDOM_POSE_RIGID, 2, &random);
            graze_real margin = now_and_then((graze_real)0.1, &random);
            p[0][k] = test_polytope_make(points[k], count, &pose, margin);
            for (int j = 0; j < count; ++j) larger[j] = scaled(points[k][j], power);
            pose.origin = scaled(pose.origin, power);
            p[1][k] =
                test_polytope_make(larger, count, &pose, (graze_real)ldexp((double)margin, power));
        }
        for (int k = 0; k < 2; ++k) sep[k] = distance_of(&p[k][0].placed, &p[k][1].placed);
        TEST_CHECK(sep[1].distance == (graze_real)ldexp((double)sep[0].distance, power) &&
                       sep[1].lower == (graze_real)ldexp((double)sep[0].lower, power) &&
                       sep[1].upper == (graze_real)ldexp((double)sep[0].upper, power) &&
                       memcmp(&sep[0].normal, &sep[1].normal, sizeof sep[0].normal) == 0,
                   seed, i, "2^%d: %.17g becomes %.17g", power, (double)sep[0].distance,
                   ldexp((double)sep[1].distance, -power));
        for (int k = 0; k < 4; ++k) test_polytope_free(&p[k / 2][k % 2]);
    }
}

/* -- families 7, 8, 9, 10 -- */

static void slivers_against_points(void **state) {
    (void)state;
    graze_pose identity = graze_pose_identity();
    for (int k = 0; k <= 20; ++k)
        for (int j = 0; j < 5; ++j) {
            graze_real width = (graze_real)ldexp(1, -k), z = (graze_real)(j == 4 ? 0 : 0.25);
            graze_real y = j == 0 ? -width : j == 1 ? 0 : j == 2 ? width / 2 : width;
            graze_vec3 corners[3] = {graze_vec3_make(0, 0, 0), graze_vec3_make(4, 0, 0),
                                     graze_vec3_make(2, width, 0)};
            graze_vec3 point = graze_vec3_make(2, y, z);
            test_polytope a = test_polytope_make(corners, 3, &identity, 0);
            test_polytope b = test_polytope_make(&point, 1, &identity, 0);
            long double sd = y < 0 ? hypotl((long double)y, (long double)z) : (long double)z;
            test_pair pair = {&a, &b, sd, 1e-19L, 0, 5 * k + j};
            test_pair_everything(&pair);
            test_polytope_free(&a);
            test_polytope_free(&b);
        }
}

/* Integer points of a plane or line through a unimodular matrix: exactly flat, in general position. */
static int lattice(int dimension, int shift, graze_vec3 *points, graze_random *random) {
    static const int rows[3][3] = {{1, 2, 3}, {1, 3, 5}, {0, 1, 3}}; /* determinant 1 */
    int count = 2 + (int)(graze_random_bits(random) % 8);
    for (int i = 0; i < count; ++i) {
        int c[3] = {0, 0, shift};
        for (int k = 0; k < dimension; ++k) c[k] += (int)(graze_random_bits(random) % 9) - 4;
        points[i] =
            graze_vec3_make((graze_real)(rows[0][0] * c[0] + rows[0][1] * c[1] + rows[0][2] * c[2]),
                            (graze_real)(rows[1][0] * c[0] + rows[1][1] * c[1] + rows[1][2] * c[2]),
                            (graze_real)(rows[2][0] * c[0] + rows[2][1] * c[1] + rows[2][2] * c[2]));
    }
    return count;
}

/* Coplanar, parallel and collinear sets; where they overlap in their plane the depth is 0. */
static void flat_and_collinear_polytopes(void **state) {
    (void)state;
    uint64_t seed = test_seed(62008);
    graze_random random = graze_random_seed(seed);
    graze_pose identity = graze_pose_identity();
    long touching = 0, count = test_count(6000);
    for (long i = 0; i < count; ++i) {
        graze_vec3 points[2][10];
        int counts[2];
        for (int k = 0; k < 2; ++k) {
            int shift = k == 0 ? 0 : (int)(graze_random_bits(&random) % 3) / 2;
            counts[k] = lattice(1 + (int)(graze_random_bits(&random) % 2), shift, points[k], &random);
        }
        test_polytope a = test_polytope_make(points[0], counts[0], &identity, 0);
        test_polytope b = test_polytope_make(points[1], counts[1], &identity, 0);
        test_pair pair = test_pair_measure(&a, &b, seed, i);
        TEST_CHECK(pair.sd >= 0, seed, i, "flat but %Lg deep", -pair.sd);
        touching += pair.sd == 0;
        test_pair_everything(&pair);
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    print_message("flat pairs: %ld of %ld share points\n", touching, count);
    if (count >= 100) assert_in_range(touching, count * 3 / 10, count * 7 / 10);
}

/* Points in another order, some twice, and convex combinations of two: halves are exact on a grid. */
static int disguised(const graze_vec3 *points, int count, graze_vec3 *out, graze_random *random) {
    int n = 0;
    for (int i = 0; i < count; ++i) out[n++] = points[i];
    for (int i = 0; i < count; ++i) {
        graze_vec3 p = points[graze_random_bits(random) % (uint64_t)count];
        graze_vec3 q = points[graze_random_bits(random) % (uint64_t)count];
        out[n++] = graze_vec3_scale(graze_vec3_add(p, q), (graze_real)0.5);
    }
    for (int i = n - 1; i > 0; --i) {
        int j = (int)(graze_random_bits(random) % (uint64_t)(i + 1));
        graze_vec3 keep = out[i];
        out[i] = out[j];
        out[j] = keep;
    }
    return n;
}

static void duplicates_and_permutations_change_nothing(void **state) {
    (void)state;
    uint64_t seed = test_seed(62009);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(6000); ++i) {
        graze_vec3 points[2][CLOUD], more[2 * CLOUD];
        test_polytope plain[2], dressed[2];
        for (int k = 0; k < 2; ++k) {
            int count = cloud(points[k], &random);
            for (int j = 0; j < count; ++j)
                points[k][j] = graze_vec3_make((graze_real)(int)(points[k][j].x * 128),
                                               (graze_real)(int)(points[k][j].y * 128),
                                               (graze_real)(int)(points[k][j].z * 128));
            graze_pose pose = random_pose(RANDOM_POSE_RIGID, 150, &random);
            plain[k] = test_polytope_make(points[k], count, &pose, 0);
            int many = disguised(points[k], count, more, &random);
            dressed[k] = test_polytope_make(more, many, &pose, 0);
        }
        test_pair pair = test_pair_measure(&plain[0], &plain[1], seed, i);
        test_pair same = {&dressed[0], &dressed[1], pair.sd, pair.unsure, seed, i};
        test_pair_distance(&pair, NULL);
        test_pair_distance(&same, NULL);
        test_pair_intersect(&same);
        for (int k = 0; k < 2; ++k) {
            test_polytope_free(&plain[k]);
            test_polytope_free(&dressed[k]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs_keep_all_promises),
        cmocka_unit_test(planted_optima_of_all_feature_pairs),
        cmocka_unit_test(nearly_and_exactly_touching),
        cmocka_unit_test(aligned_boxes_of_all_size_ratios),
        cmocka_unit_test(far_away_changes_nothing),
        cmocka_unit_test(powers_of_two_scale_bit_for_bit),
        cmocka_unit_test(slivers_against_points),
        cmocka_unit_test(flat_and_collinear_polytopes),
        cmocka_unit_test(duplicates_and_permutations_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
