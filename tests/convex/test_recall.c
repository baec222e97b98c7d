/* SPDX-License-Identifier: MIT
 * What a cache names is a guess and never a proof: whatever vertices, sizes and axes it holds, those of
 * the frame before, of other pairs or garbage, an answer that begins with them is proved by the oracle,
 * and where they are not the nearest, or the shapes overlap, there is none. */
#include "convex/recall.h"

#include <string.h>

#include "harness.h"
#include "oracle/proof.h"

/* The last three are round; for yes or no, names are of points on the rims of two of them. */
static const graze_shape_kind kinds[] = {
    GRAZE_SHAPE_BOX,      GRAZE_SHAPE_POLYTOPE, GRAZE_SHAPE_KDOP, GRAZE_SHAPE_TETRAHEDRON,
    GRAZE_SHAPE_TRIANGLE, GRAZE_SHAPE_CYLINDER, GRAZE_SHAPE_CONE, GRAZE_SHAPE_ELLIPSOID};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Says what a pose is, if it is a rotation and a translation; shortcuts want to be told. */
static void declare(graze_pose *pose) {
    graze_pose_traits traits;
    assert_int_equal(graze_pose_describe(pose, &traits), GRAZE_OK);
    if (traits.preserves_length && !traits.reflected) pose->kind = GRAZE_POSE_RIGID;
}

static void make_pair(pair_case *c, long i, pair_regime regime, graze_random *random) {
    pair_case_make(c, kinds[i % KINDS], kinds[i / KINDS % KINDS], regime, graze_random_bits(random));
    declare(&c->a.pose);
    declare(&c->b.pose);
    c->planted = false; /* it will have moved */
}

static const char *proof_of(pair_case *c, proof_pair *proof) {
    c->seen_a = body_place(&c->body_a, &c->a, c->a.pose.origin);
    c->seen_b = body_place(&c->body_b, &c->b, c->a.pose.origin);
    return proof_pair_make(c, proof);
}

/* Is the distance answered from the cache alone? If so, has the answer proved. */
static bool recalls(pair_case *c, graze_cache *cache, uint64_t seed, long n) {
    graze_separation out;
    proof_pair proof;
    if (!gz_placed_is_plain(&c->a) || !gz_placed_is_plain(&c->b)) return false;
    if (!gz_recall_distance(&c->a, &c->b, NULL, cache, &out) &&
        !gz_recall_smooth(&c->a, &c->b, NULL, cache, &out))
        return false;
    const char *fault = proof_of(c, &proof);
    if (!fault) fault = proof_separation(&proof, &out);
    if (!fault && proof_is_wrong(&proof, 0, false)) fault = "they meet";
    long double width = (long double)out.upper - (long double)out.lower;
    if (!fault && width > proof_width_asked(&proof, GZ_DEFAULT_ACCURACY, &out)) fault = "too wide";
    TEST_CHECK(!fault, seed, n, "%s", fault ? fault : "");
    return true;
}

static void frames_in_a_row_are_recalled_with_proof(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(76001);
    graze_random random = graze_random_seed(seed);
    long recalled = 0, asked = 0;
    for (long i = 0; i < test_count(200); ++i) {
        make_pair(&c, i, i % 4 == 3 ? PAIR_NEAR : PAIR_SEPARATED, &random);
        graze_cache cache = {0};
        graze_separation out;
        for (int frame = 0; frame < 10; ++frame, ++asked) {
            pair_case_turn(&c.a, (graze_real)0.01, &random);
            pair_case_turn(&c.b, (graze_real)0.01, &random);
            recalled += recalls(&c, &cache, seed, i * 100 + frame);
            assert_int_equal(graze_distance(&c.a, &c.b, NULL, &cache, &out), GRAZE_OK);
        }
        pair_case_release(&c);
    }
    print_message("%.0f %% of the answers recalled\n", 100.0 * (double)recalled / (double)asked);
    assert_true(recalled * 4 > asked);
}

static void other_vertices_are_recalled_only_with_proof(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(76002);
    graze_random random = graze_random_seed(seed);
    long recalled = 0, asked = 0;
    for (long i = 0; i < test_count(400); ++i) {
        make_pair(&c, i, i % 2 ? PAIR_SEPARATED : PAIR_NEAR, &random);
        for (int k = 0; k < 20; ++k, ++asked) {
            graze_cache cache = pair_case_garbage(&random);
            recalled += recalls(&c, &cache, seed, i * 100 + k);
        }
        pair_case_release(&c);
    }
    print_message("%ld of %ld from other vertices\n", recalled, asked);
}

static void shapes_that_overlap_are_never_apart(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(76003);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(200); ++i) {
        make_pair(&c, i, i % 2 ? PAIR_OVERLAPPING : PAIR_CONCENTRIC, &random);
        for (int k = 0; k < 20; ++k) {
            graze_cache cache = pair_case_garbage(&random);
            recalls(&c, &cache, seed, i * 100 + k);
        }
        pair_case_release(&c);
    }
}

/* Yes or no, too, begins with what the cache names. */
static void intersections_from_other_vertices_are_proved(void **state) {
    (void)state;
    const pair_regime regimes[] = {PAIR_SEPARATED, PAIR_NEAR, PAIR_TOUCHING, PAIR_OVERLAPPING,
                                   PAIR_SHALLOW};
    static pair_case c;
    uint64_t seed = test_seed(76004);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(400); ++i) {
        make_pair(&c, i, regimes[i / 7 % 5], &random);
        proof_pair proof;
        const char *fault = proof_of(&c, &proof);
        TEST_CHECK(!fault, seed, i, "%s", fault ? fault : "");
        for (int k = 0; k < 10; ++k) {
            graze_cache cache = pair_case_garbage(&random);
            graze_intersection out;
            assert_int_equal(graze_intersect(&c.a, &c.b, NULL, &cache, &out), GRAZE_OK);
            fault = proof_intersection(&proof, 0, &out);
            if (!fault && proof_is_wrong(&proof, 0, out.intersecting)) fault = "wrong";
            TEST_CHECK(!fault, seed, i * 100 + k, "%s", fault ? fault : "");
        }
        pair_case_release(&c);
    }
}

/* The corners that face each other are the nearest, and any others lead there; what names none does
 * not. */
static void vertices_that_are_not_the_nearest_lead_there(void **state) {
    (void)state;
    graze_shape *box, *cube;
    graze_separation out;
    const graze_vec3 corners[8] = {{1, 1, 1},  {-1, 1, 1},  {1, -1, 1},  {-1, -1, 1},
                                   {1, 1, -1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, -1}};
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    assert_int_equal(graze_shape_polytope(corners, 8, 0, &cube), GRAZE_OK);
    graze_placed a = {.shape = box, .pose = graze_pose_identity()};
    graze_placed b = {.shape = cube, .pose = graze_pose_at(4, 4, 4)};
    graze_cache right = {0};
    assert_int_equal(graze_distance(&a, &b, NULL, &right, &out), GRAZE_OK);
    right.size = 1;
    right.support_a[0] = 0; /* (1, 1, 1): a bit for each negative sign */
    for (uint32_t corner = 0; corner < 9; ++corner)
        for (uint32_t other = 0; other < 9; ++other) {
            graze_cache cache = right;
            cache.support_a[0] = corner;
            cache.support_b[0] = other;
            bool settled = gz_recall_distance(&a, &b, NULL, &cache, &out);
            assert_true(corner < 8 && other < 8 ? settled : !settled);
            if (!settled) continue;
            assert_true(out.lower > (graze_real)3.46 && out.upper < (graze_real)3.47);
            assert_int_equal(cache.size, 1);
            assert_int_equal(cache.support_a[0], right.support_a[0]);
            assert_int_equal(cache.support_b[0], right.support_b[0]);
        }
    graze_cache cache = right;
    for (uint32_t size = 4; size < 9; ++size) {
        cache.size = size;
        assert_false(gz_recall_distance(&a, &b, NULL, &cache, &out));
    }
    cache.size = 0;
    assert_false(gz_recall_distance(&a, &b, NULL, &cache, &out));
    assert_false(gz_recall_distance(&a, &b, NULL, NULL, &out));
    graze_shape_release(box);
    graze_shape_release(cube);
}

static graze_shape *make_large_hull(graze_random *random) {
    enum { POINTS = 600 };
    graze_vec3 points[POINTS];
    graze_shape *shape;
    for (int i = 0; i < POINTS; ++i) {
        graze_vec3 d = graze_random_direction(random);
        points[i] = graze_vec3_make(d.x, (graze_real)0.7 * d.y, (graze_real)0.5 * d.z);
    }
    assert_int_equal(graze_shape_polytope(points, POINTS, 0, &shape), GRAZE_OK);
    assert_non_null(shape->stars);
    return shape;
}

/* Of hulls whose neighbours lie side by side nearly all frames are recalled, also where features
 * change, and as one that begins from nothing and asks for all digits says. */
static void large_hulls_that_turn_are_recalled(void **state) {
    (void)state;
    uint64_t seed = test_seed(76005);
    graze_random random = graze_random_seed(seed);
    graze_shape *shapes[2] = {make_large_hull(&random), make_large_hull(&random)};
    const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    long recalled = 0, asked = 0;
    for (long i = 0; i < test_count(30); ++i) {
        graze_placed a = {.shape = shapes[0], .pose = graze_pose_identity()}, b = a;
        graze_vec3 apart = graze_vec3_scale(graze_random_direction(&random), (graze_real)2.5);
        b.shape = shapes[1];
        a.pose.origin = graze_vec3_make((graze_real)i, 3, -7);
        b.pose.origin = graze_vec3_add(a.pose.origin, apart);
        graze_cache cache = {0};
        graze_separation out, best;
        for (int frame = 0; frame < 50; ++frame) {
            pair_case_turn(&a, (graze_real)0.03, &random);
            pair_case_turn(&b, (graze_real)0.03, &random);
            declare(&a.pose);
            declare(&b.pose);
            bool settled = gz_recall_distance(&a, &b, NULL, &cache, &out);
            if (!settled) assert_int_equal(graze_distance(&a, &b, NULL, &cache, &out), GRAZE_OK);
            assert_int_equal(graze_distance(&a, &b, &tightest, NULL, &best), GRAZE_OK);
            bool agree = out.lower <= best.upper && best.lower <= out.upper;
            TEST_CHECK(agree, seed, i, "frame %d: %.9g to %.9g, not %.9g to %.9g", frame,
                       (double)out.lower, (double)out.upper, (double)best.lower, (double)best.upper);
            recalled += settled;
            ++asked;
        }
    }
    print_message("%ld of %ld recalled\n", recalled, asked);
    assert_true(recalled * 10 > asked * 9);
    graze_shape_release(shapes[0]);
    graze_shape_release(shapes[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_in_a_row_are_recalled_with_proof),
        cmocka_unit_test(other_vertices_are_recalled_only_with_proof),
        cmocka_unit_test(shapes_that_overlap_are_never_apart),
        cmocka_unit_test(intersections_from_other_vertices_are_proved),
        cmocka_unit_test(vertices_that_are_not_the_nearest_lead_there),
        cmocka_unit_test(large_hulls_that_turn_are_recalled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
