/* SPDX-License-Identifier: MIT
 * Depths of cylinders and cones that begin with the pieces of the frame before, or with garbage, and
 * end with a corner that stands for a cap of normals: all of them stand the proof, and agree with those
 * found without a cache. */
#include "convex/epa_place.h"

#include "harness.h"
#include "oracle/depth_proof.h"
#include "oracle/proof.h"

static const graze_shape_kind round_kinds[] = {GRAZE_SHAPE_CYLINDER, GRAZE_SHAPE_CONE};
static const graze_shape_kind kinds[] = {GRAZE_SHAPE_CYLINDER,    GRAZE_SHAPE_CONE,
                                         GRAZE_SHAPE_CAPSULE,     GRAZE_SHAPE_POLYTOPE,
                                         GRAZE_SHAPE_TETRAHEDRON, GRAZE_SHAPE_SEGMENT};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void make_pair(pair_case *c, long i, graze_random *random) {
    pair_regime regime = i % 3 ? PAIR_OVERLAPPING : PAIR_SHALLOW;
    pair_case_make(c, round_kinds[i % 2], kinds[i / 2 % KINDS], regime, graze_random_bits(random));
    c->planted = false; /* it will have moved */
}

static void check(pair_case *c, const graze_penetration_result *out, uint64_t seed, long n) {
    proof_pair proof;
    c->seen_a = body_place(&c->body_a, &c->a, c->a.pose.origin);
    c->seen_b = body_place(&c->body_b, &c->b, c->a.pose.origin);
    const char *fault = proof_pair_make(c, &proof);
    if (!fault) {
        const depth_truth truth = depth_truth_make(&proof);
        fault = depth_proof_penetration(&proof, &truth, out);
    }
    TEST_CHECK(!fault, seed, n, "%s", fault ? fault : "");
}

static bool agree(const graze_penetration_result *x, const graze_penetration_result *y) {
    return x->lower <= y->upper && y->lower <= x->upper;
}

static void frames_in_a_row_agree_with_fresh_answers(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(76201);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(400); ++i) {
        make_pair(&c, i, &random);
        graze_cache cache = {0};
        for (int frame = 0; frame < 20; ++frame) {
            graze_penetration_result warm, cold;
            pair_case_turn(&c.a, (graze_real)0.02, &random);
            pair_case_turn(&c.b, (graze_real)0.02, &random);
            assert_int_equal(graze_penetration(&c.a, &c.b, NULL, &cache, &warm), GRAZE_OK);
            assert_int_equal(graze_penetration(&c.a, &c.b, NULL, NULL, &cold), GRAZE_OK);
            TEST_CHECK(agree(&warm, &cold), seed, i * 100 + frame, "%.17g..%.17g, fresh %.17g..%.17g",
                       (double)warm.lower, (double)warm.upper, (double)cold.lower, (double)cold.upper);
            if (frame == 19) check(&c, &warm, seed, i * 100 + frame);
        }
        pair_case_release(&c);
    }
}

static void pieces_of_others_do_no_harm(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(76202);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(400); ++i) {
        make_pair(&c, i, &random);
        graze_penetration_result cold;
        assert_int_equal(graze_penetration(&c.a, &c.b, NULL, NULL, &cold), GRAZE_OK);
        for (int k = 0; k < 20; ++k) {
            graze_cache cache = pair_case_garbage(&random);
            graze_penetration_result warm;
            assert_int_equal(graze_penetration(&c.a, &c.b, NULL, &cache, &warm), GRAZE_OK);
            TEST_CHECK(agree(&warm, &cold), seed, i * 100 + k, "%.17g..%.17g, fresh %.17g..%.17g",
                       (double)warm.lower, (double)warm.upper, (double)cold.lower, (double)cold.upper);
            if (k == 0) check(&c, &warm, seed, i * 100 + k);
        }
        pair_case_release(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_in_a_row_agree_with_fresh_answers),
        cmocka_unit_test(pieces_of_others_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
