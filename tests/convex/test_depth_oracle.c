/* SPDX-License-Identifier: MIT
 * What judges depths (E1-E8, S12) is judged itself: the direction search against formulas, against all
 * features and against the explicit difference, and the proof checker against answers that are known to
 * be right and answers spoilt on purpose. Nothing here asks the library for a depth. */
#include <math.h>

#include "harness.h"
#include "oracle/depth_closed.h"
#include "oracle/depth_features.h"
#include "oracle/depth_proof.h"
#include "oracle/minkowski.h"
#include "oracle/random_shape.h"

static pair_case c;

static oracle_depth search(const proof_pair *p) {
    return oracle_depth_search(&p->seen_a, &p->seen_b, p->error / 64);
}

static void look_again(void) {
    c.seen_a = body_place(&c.body_a, &c.a, c.a.pose.origin);
    c.seen_b = body_place(&c.body_b, &c.b, c.a.pose.origin);
}

/* Families 11 and 12: a body in itself, shifted spheres, cylinders with parallel axes. */
static void search_finds_formulas(void **state) {
    (void)state;
    static const graze_shape_kind kinds[] = {GRAZE_SHAPE_SPHERE,  GRAZE_SHAPE_BOX,
                                             GRAZE_SHAPE_CONE,    GRAZE_SHAPE_CYLINDER,
                                             GRAZE_SHAPE_CAPSULE, GRAZE_SHAPE_ELLIPSOID};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    long count = test_count(60), found[KINDS] = {0};
    uint64_t seed = test_seed(411);
    for (long n = 0; n < KINDS * count; ++n) {
        graze_shape_kind kind = kinds[n % KINDS];
        proof_pair p;
        long double formula;
        pair_case_make(&c, kind, kind, PAIR_COAXIAL, seed + (uint64_t)n);
        assert_null(proof_pair_make(&c, &p));
        if (oracle_closed_depth(&c, &formula) && formula > 0) {
            long double off = fabsl(search(&p).depth - formula);
            TEST_CHECK(off <= p.error, seed, n, "%s: %Lg E off %Lg", graze_shape_kind_text(kind),
                       off / p.error, formula);
            ++found[n % KINDS];
        }
        pair_case_release(&c);
    }
    for (int i = 0; i < KINDS; ++i) assert_true(found[i] >= count / 16);
}

/* Family 4: aligned boxes, any offset, to the last digits: there the search knows the axes. */
static void search_finds_aligned_boxes(void **state) {
    (void)state;
    long count = test_count(300), overlaps = 0;
    uint64_t seed = test_seed(412);
    for (long n = 0; n < count; ++n) {
        proof_pair p;
        pair_case_make(&c, GRAZE_SHAPE_BOX, GRAZE_SHAPE_BOX, PAIR_CONTAINED, seed + (uint64_t)n);
        graze_random random = graze_random_seed(seed + (uint64_t)n);
        graze_vec3 inside = graze_vec3_add(c.body_a.solid->size, c.body_b.solid->size);
        graze_vec3 between = graze_vec3_mul(inside, random_vector((graze_real)1.1, &random));
        c.a.pose = graze_pose_at(0, 0, 0);
        c.b.pose = graze_pose_at(between.x, between.y, between.z);
        look_again();
        assert_null(proof_pair_make(&c, &p));
        ld3 a = ld3_from(c.body_a.solid->size), b = ld3_from(c.body_b.solid->size),
            d = ld3_from(between);
        long double gap =
            fmaxl(fabsl(d.x) - a.x - b.x, fmaxl(fabsl(d.y) - a.y - b.y, fabsl(d.z) - a.z - b.z));
        if (gap < 0) {
            long double depth = (long double)c.a.margin + (long double)c.b.margin - gap;
            long double off = fabsl(search(&p).depth - depth);
            TEST_CHECK(off <= p.noise, seed, n, "%Lg off %Lg", off, depth);
            ++overlaps;
        }
        pair_case_release(&c);
    }
    assert_true(overlaps >= count / 3);
}

/* The same corners, but no longer to be recognised as a polytope. */
static void disguise(body *b, solid *rounded) {
    *rounded = (solid){.kind = SOLID_ROUNDED, .parts = {b->solid}, .count = 1};
    b->solid = rounded;
}

/* Directions alone find what all features give, in nearly all cases; never less. */
static void search_against_features(void **state) {
    (void)state;
    static const graze_shape_kind kinds[] = {GRAZE_SHAPE_TETRAHEDRON, GRAZE_SHAPE_BOX,
                                             GRAZE_SHAPE_TRIANGLE, GRAZE_SHAPE_POLYTOPE};
    long count = test_count(600), cases = 0, missed = 0;
    uint64_t seed = test_seed(413);
    for (long n = 0; n < count; ++n) {
        proof_pair p;
        solid rounded_a, rounded_b;
        pair_regime regime = (pair_regime)(PAIR_SHALLOW + n % (PAIR_REGIME_COUNT - PAIR_SHALLOW));
        pair_case_make(&c, kinds[n % 4], kinds[n / 4 % 4], regime, seed + (uint64_t)n);
        assert_null(proof_pair_make(&c, &p));
        if (p.distance.lower <= p.noise) {
            long double truth = search(&p).depth;
            disguise(&c.body_a, &rounded_a);
            disguise(&c.body_b, &rounded_b);
            long double found = search(&p).depth;
            /* Cores that are apart under their margins have no features in common: both searched. */
            bool apart = truth < (long double)c.a.margin + (long double)c.b.margin;
            TEST_CHECK(apart || found >= truth - p.error / 16, seed, n, "%Lg below %Lg, by %Lg of E",
                       found, truth, (truth - found) / p.error);
            ++cases;
            missed += found > truth + p.error;
        }
        pair_case_release(&c);
    }
    printf("%ld of %ld depths missed without features\n", missed, cases);
    assert_true(cases >= count / 2 && missed <= cases / 20);
}

/* All features against the hull of all vertex differences. */
static void features_against_difference(void **state) {
    (void)state;
    long count = test_count(200), cases = 0;
    uint64_t seed = test_seed(414);
    for (long n = 0; n < count; ++n) {
        proof_pair p;
        pair_case_make(&c, GRAZE_SHAPE_TETRAHEDRON, GRAZE_SHAPE_POLYTOPE, PAIR_OVERLAPPING,
                       seed + (uint64_t)n);
        assert_null(proof_pair_make(&c, &p));
        const solid *a = c.body_a.solid, *b = c.body_b.solid;
        oracle_polyhedron body_a = oracle_polyhedron_from_points(solid_points(a), a->count, &c.a.pose);
        oracle_polyhedron body_b =
            oracle_polyhedron_from_hull(graze_shape_hull(c.body_b.shape), &c.b.pose);
        oracle_signed explicit = oracle_minkowski(&body_a, &body_b);
        if (explicit.dimension == 3 && explicit.distance < 0 && b->count < 100) {
            long double depth = (long double)c.a.margin + (long double)c.b.margin - explicit.distance;
            long double off = fabsl(search(&p).depth - depth);
            TEST_CHECK(off <= 1e-12L * p.size, seed, n, "%Lg off %Lg, size %Lg", off, depth, p.size);
            ++cases;
        }
        oracle_polyhedron_free(&body_a);
        oracle_polyhedron_free(&body_b);
        pair_case_release(&c);
    }
    assert_true(cases >= count / 3);
}

/* -- the proof checker -- */

/* Two overlapping unit spheres 1.5 apart, and the answer to them. */
static graze_penetration_result two_spheres(proof_pair *p) {
    pair_case_make(&c, GRAZE_SHAPE_SPHERE, GRAZE_SHAPE_SPHERE, PAIR_OVERLAPPING, 1);
    solid unit = *c.body_a.solid;
    unit.size = graze_vec3_make(1, 0, 0);
    body *both[2] = {&c.body_a, &c.body_b};
    for (int i = 0; i < 2; ++i) {
        graze_shape_release(both[i]->shape);
        both[i]->tree.nodes[0] = unit;
        both[i]->solid = &both[i]->tree.nodes[0];
        both[i]->shape = solid_shape(both[i]->solid);
    }
    c.a = (graze_placed){c.body_a.shape, graze_pose_at(0, 0, 0), 0};
    c.b = (graze_placed){c.body_b.shape, graze_pose_at((graze_real)1.5, 0, 0), 0};
    look_again();
    assert_null(proof_pair_make(&c, p));
    graze_real e = (graze_real)p->error;
    return (graze_penetration_result){.depth = (graze_real)0.5,
                                      .lower = (graze_real)0.5 - e,
                                      .upper = (graze_real)0.5 + e,
                                      .normal = {1, 0, 0},
                                      .point_a = {1, 0, 0},
                                      .point_b = {(graze_real)0.5, 0, 0},
                                      .end = GRAZE_OVERLAP};
}

static void checker_refuses_spoilt_answers(void **state) {
    (void)state;
    proof_pair p;
    const graze_penetration_result right = two_spheres(&p);
    const depth_truth truth = depth_truth_make(&p);
    graze_penetration_result bad;
    graze_real e = (graze_real)p.error;
#define SPOILT(change)                                                                                 \
    do {                                                                                               \
        bad = right;                                                                                   \
        change;                                                                                        \
        assert_non_null(depth_proof_penetration(&p, &truth, &bad));                                    \
    } while (0)
    assert_null(depth_proof_penetration(&p, &truth, &right));
    SPOILT(bad.normal.x = (graze_real)0.99);                                    /* no unit vector */
    SPOILT(bad.normal = graze_vec3_make((graze_real)0.8, (graze_real)0.6, 0));  /* another */
    SPOILT(bad.normal.x = -1);                                                  /* from B to A */
    SPOILT(bad.upper = bad.depth = right.lower);                                /* too shallow */
    SPOILT(bad.lower = bad.depth = right.upper);                                /* too deep */
    SPOILT(bad.depth = right.upper + 2 * e);                                    /* not between */
    SPOILT(bad.point_a.x += 4 * e);                                             /* out of A */
    SPOILT(bad.point_b.x -= 4 * e);                                             /* out of B */
    SPOILT(bad.point_a.y += (graze_real)0.1; bad.point_b.y += (graze_real)0.1); /* both aside */
    SPOILT(bad.end = GRAZE_TOUCHING);
    SPOILT(bad.end = GRAZE_SEPARATED);
    SPOILT(bad.end = GRAZE_SEPARATED; bad.depth = bad.lower = bad.upper = 0);
    SPOILT(bad.end = GRAZE_CONVERGED);
    graze_signed_separation s = {.sd = -right.depth,
                                 .lower = -right.upper,
                                 .upper = -right.lower,
                                 .normal = right.normal,
                                 .point_a = right.point_a,
                                 .point_b = right.point_b,
                                 .end = GRAZE_OVERLAP};
    assert_null(depth_proof_signed(&p, &truth, &s));
    s.end = GRAZE_CONVERGED;
    assert_non_null(depth_proof_signed(&p, &truth, &s));
    assert_false(depth_is_wrong(&p, &truth, true));
    assert_true(depth_is_wrong(&p, &truth, false));
    pair_case_release(&c);
}

/* Concentric spheres are round all over, cylinders in themselves around; a box is not. */
static void roundness(void **state) {
    (void)state;
    static const struct {
        graze_shape_kind kind;
        graze_vec3 size;
        bool round;
    } cases[] = {{GRAZE_SHAPE_SPHERE, {1, 0, 0}, true},    {GRAZE_SHAPE_CYLINDER, {1, 4, 0}, true},
                 {GRAZE_SHAPE_CYLINDER, {1, 1, 0}, false}, {GRAZE_SHAPE_BOX, {1, 2, 3}, false},
                 {GRAZE_SHAPE_CONE, {1, 1, 0}, false},     {GRAZE_SHAPE_CONE, {1, 8, 0}, true},
                 {GRAZE_SHAPE_ELLIPSOID, {1, 2, 1}, true}, {GRAZE_SHAPE_ELLIPSOID, {1, 2, 3}, false}};
    static solid twin;
    static body one;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        static const solid_kind kinds[GRAZE_SHAPE_CONVEX_COUNT] = {
            [GRAZE_SHAPE_SPHERE] = SOLID_SPHERE,
            [GRAZE_SHAPE_BOX] = SOLID_BOX,
            [GRAZE_SHAPE_CYLINDER] = SOLID_CYLINDER,
            [GRAZE_SHAPE_CONE] = SOLID_CONE,
            [GRAZE_SHAPE_ELLIPSOID] = SOLID_ELLIPSOID};
        twin = (solid){.kind = kinds[cases[i].kind], .size = cases[i].size};
        one = (body){.kind = cases[i].kind, .solid = &twin};
        graze_placed at = {NULL, graze_pose_identity(), 0};
        placed_body p = body_place(&one, &at, at.pose.origin);
        oracle_depth best = oracle_depth_search(&p, &p, 1e-18L);
        bool round = oracle_nearly_round(&p, &p, &best);
        TEST_CHECK(round == cases[i].round, 0, (long)i, "%s %g %g %g: depth %Lg",
                   graze_shape_kind_text(cases[i].kind), (double)cases[i].size.x,
                   (double)cases[i].size.y, (double)cases[i].size.z, best.depth);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_finds_formulas),          cmocka_unit_test(search_finds_aligned_boxes),
        cmocka_unit_test(search_against_features),        cmocka_unit_test(features_against_difference),
        cmocka_unit_test(checker_refuses_spoilt_answers), cmocka_unit_test(roundness)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
