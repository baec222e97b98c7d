/* SPDX-License-Identifier: MIT
 * What a cache remembers of an axis must be true of the shapes and poses it is used with: stale caches,
 * of other shapes, margins and sizes, made where another shape was, spoiled ones; each answer "apart"
 * is proved by the oracle. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "convex/certificate.h"
#include "harness.h"
#include "oracle/proof.h"

/* Asks with the cache, has the answer proved, and tells whether the cache's certificate gave it. */
static bool ask(pair_case *c, graze_real within, graze_cache *cache, uint64_t seed, long n) {
    graze_intersection out, at_once;
    proof_pair proof;
    bool held = gz_certificate_holds(&c->a, &c->b, within, cache, &at_once);
    assert_int_equal(graze_within(&c->a, &c->b, within, NULL, cache, &out), GRAZE_OK);
    c->seen_a = body_place(&c->body_a, &c->a, c->a.pose.origin);
    c->seen_b = body_place(&c->body_b, &c->b, c->a.pose.origin);
    c->planted = false;
    const char *fault = proof_pair_make(c, &proof);
    if (!fault) fault = proof_intersection(&proof, within, &out);
    if (!fault && proof_is_wrong(&proof, within, out.intersecting)) fault = "wrong";
    TEST_CHECK(!fault, seed, n, "%s", fault ? fault : "");
    if (held)
        TEST_CHECK(!out.intersecting && at_once.lower == out.lower && out.lower > within, seed, n,
                   "held, but lower %g and %g", (double)at_once.lower, (double)out.lower);
    return held;
}

/* Both turn and B drifts, in sizes from tiny to huge and far away; margins and the distance asked for
 * change on the way. */
static void moving_shapes_are_proved_apart(void **state) {
    (void)state;
    const graze_shape_kind kinds[] = {GRAZE_SHAPE_BOX,      GRAZE_SHAPE_CONE,    GRAZE_SHAPE_CYLINDER,
                                      GRAZE_SHAPE_POLYTOPE, GRAZE_SHAPE_CAPSULE, GRAZE_SHAPE_ELLIPSOID,
                                      GRAZE_SHAPE_ROUNDED,  GRAZE_SHAPE_KDOP,    GRAZE_SHAPE_HULL_OF};
    const pair_regime regimes[] = {PAIR_SEPARATED, PAIR_NEAR, PAIR_SEPARATED, PAIR_RATIO, PAIR_FAR};
    static pair_case c;
    uint64_t seed = test_seed(74001);
    graze_random random = graze_random_seed(seed);
    long held = 0, asked = 0;
    for (long i = 0; i < test_count(400); ++i) {
        pair_case_make(&c, kinds[i % 9], kinds[i / 9 % 9], regimes[i % 5], graze_random_bits(&random));
        graze_separation apart;
        assert_int_equal(graze_distance(&c.a, &c.b, NULL, NULL, &apart), GRAZE_OK);
        graze_real step = apart.distance / 16;
        graze_vec3 drift = graze_vec3_scale(graze_random_direction(&random), step);
        graze_cache cache = {0};
        for (int frame = 0; frame < 20; ++frame, ++asked) {
            if (frame % 2) pair_case_turn(&c.a, (graze_real)0.02, &random);
            if (frame % 3 == 2) pair_case_turn(&c.b, (graze_real)0.02, &random);
            c.b.pose.origin = graze_vec3_add(c.b.pose.origin, drift);
            c.a.margin = frame % 4 == 3 ? step : 0;
            c.b.margin = frame % 8 == 7 ? 2 * step : 0;
            held += ask(&c, frame % 5 == 4 ? 2 * step : 0, &cache, seed, i * 100 + frame);
        }
        pair_case_release(&c);
    }
    print_message("%.0f %% of the answers by certificate\n", 100.0 * (double)held / (double)asked);
    assert_true(held * 10 > asked);
}

/* Apart by the gap along a random direction. */
static void place_apart(graze_placed *a, graze_placed *b, graze_real gap, graze_random *random) {
    graze_vec3 d = graze_random_direction(random), p, q, zero = graze_vec3_zero();
    assert_int_equal(graze_pose_make(graze_random_rotation(random), zero, &a->pose), GRAZE_OK);
    assert_int_equal(graze_pose_make(graze_random_rotation(random), zero, &b->pose), GRAZE_OK);
    assert_int_equal(graze_placed_support(a, d, &p), GRAZE_OK);
    assert_int_equal(graze_placed_support(b, graze_vec3_neg(d), &q), GRAZE_OK);
    graze_real way = graze_vec3_dot(d, graze_vec3_sub(p, q)) + gap;
    b->pose.origin = graze_vec3_scale(d, way);
}

/* A cache goes from pair to pair, whose shapes die; others are made where they were. */
static void a_cache_of_another_pair_is_harmless(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(74002);
    graze_random random = graze_random_seed(seed);
    graze_cache cache = {0};
    long reused = 0;
    const graze_shape *last = NULL;
    for (long i = 0; i < test_count(1000); ++i) {
        graze_shape_kind kind = i / 10 % 2 ? GRAZE_SHAPE_CYLINDER : GRAZE_SHAPE_POLYTOPE;
        pair_case_make(&c, kind, kind, i % 3 ? PAIR_SEPARATED : PAIR_SHALLOW,
                       graze_random_bits(&random));
        reused += c.a.shape == last;
        last = c.a.shape;
        assert_false(ask(&c, 0, &cache, seed, i));
        pair_case_release(&c);
    }
    print_message("%ld shapes where the last one was\n", reused);
}

/* Two boxes apart, to be released, and a cache whose certificate shows it. */
static graze_shape *certified_boxes(graze_placed *a, graze_placed *b, graze_cache *cache,
                                    graze_random *random) {
    graze_shape *box;
    graze_intersection out;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 1), &box), GRAZE_OK);
    *a = *b = (graze_placed){.shape = box};
    place_apart(a, b, 1, random);
    for (int i = 0; i < 2; ++i) /* the first time may leave no more than an axis */
        assert_int_equal(graze_intersect(a, b, NULL, cache, &out), GRAZE_OK);
    assert_true(gz_certificate_holds(a, b, 0, cache, &out));
    return box;
}

/* Is the byte part of the certificate? Not so the axis as the one sees it that it does not go along
 * with, and where support points were found. */
static bool counts(size_t byte, const graze_cache *cache) {
    size_t axis = cache->carrier & GZ_ALONG_B ? offsetof(graze_cache, seen_by_b) : 0;
    return (byte >= axis && byte < axis + sizeof(graze_vec3)) ||
           (byte >= offsetof(graze_cache, middle) &&
            byte < offsetof(graze_cache, height) + sizeof(graze_real)) ||
           (byte >= offsetof(graze_cache, seal) && byte < offsetof(graze_cache, support_a)) ||
           (byte >= offsetof(graze_cache, carrier) && byte < offsetof(graze_cache, carrier) + 4);
}

/* Every single bit counts. */
static void a_changed_certificate_does_not_hold(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(74003));
    graze_placed a, b;
    graze_cache cache = {0};
    graze_intersection out;
    graze_shape *box = certified_boxes(&a, &b, &cache, &random);
    for (size_t bit = 0; bit < 8 * sizeof cache; ++bit) {
        graze_cache other = cache;
        unsigned char bytes[sizeof other];
        memcpy(bytes, &other, sizeof other);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        memcpy(&other, bytes, sizeof other);
        bool expected = !counts(bit / 8, &cache) && other.size > 0;
        assert_int_equal(gz_certificate_holds(&a, &b, 0, &other, &out), expected);
    }
    for (long i = 0; i < test_count(100000); ++i) {
        graze_cache garbage;
        unsigned char bytes[sizeof garbage];
        for (size_t k = 0; k < sizeof garbage; ++k)
            bytes[k] = (unsigned char)graze_random_bits(&random);
        memcpy(&garbage, bytes, sizeof garbage);
        assert_false(gz_certificate_holds(&a, &b, 0, &garbage, &out));
    }
    graze_cache empty = cache;
    empty.size = 0;
    assert_false(gz_certificate_holds(&a, &b, 0, &empty, &out));
    graze_shape_release(box);
}

/* What is not usable is left to the checks of the query. */
static void bad_poses_and_margins_do_not_hold(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(74004));
    graze_placed a, b;
    graze_cache cache = {0};
    graze_intersection out;
    graze_shape *box = certified_boxes(&a, &b, &cache, &random);
    const graze_real bad[] = {NAN, INFINITY, -INFINITY, GRAZE_REAL_MAX, GRAZE_SHAPE_REACH};
    for (int which = 0; which < 5; ++which)
        for (int k = 0; k < 12; ++k) {
            graze_placed c = a, d = b;
            graze_real *number = k < 9 ? &c.pose.basis.col[k / 3].x : &c.pose.origin.x;
            number[k < 9 ? k % 3 : k - 9] = bad[which];
            assert_false(gz_certificate_holds(&c, &b, 0, &cache, &out));
            number = k < 9 ? &d.pose.basis.col[k / 3].x : &d.pose.origin.x;
            number[k < 9 ? k % 3 : k - 9] = bad[which];
            assert_false(gz_certificate_holds(&a, &d, 0, &cache, &out));
        }
    graze_placed c = a;
    c.margin = -1;
    assert_false(gz_certificate_holds(&c, &b, 0, &cache, &out));
    c = a;
    c.margin = NAN;
    assert_false(gz_certificate_holds(&c, &b, 0, &cache, &out));
    c = a;
    c.pose.kind = GRAZE_POSE_UNIFORM;
    assert_false(gz_certificate_holds(&c, &b, 0, &cache, &out));
    assert_false(gz_certificate_holds(NULL, &b, 0, &cache, &out));
    c.shape = NULL;
    assert_false(gz_certificate_holds(&c, &b, 0, &cache, &out));
    assert_false(gz_certificate_holds(&a, &b, -1, &cache, &out));
    assert_false(gz_certificate_holds(&a, &b, NAN, &cache, &out));
    assert_false(gz_certificate_holds(&a, &b, 10, &cache, &out));
    graze_shape_release(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_shapes_are_proved_apart),
        cmocka_unit_test(a_cache_of_another_pair_is_harmless),
        cmocka_unit_test(a_changed_certificate_does_not_hold),
        cmocka_unit_test(bad_poses_and_margins_do_not_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
