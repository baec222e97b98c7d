/* SPDX-License-Identifier: MIT
 * The proof checker notices what is wrong: answers that pass are spoilt by a little more than their
 * slack, in one respect at a time, and must then fail (V1, V2, J4, J8). */
#include "harness.h"
#include "oracle/proof.h"
#include "oracle/proof_exact.h"

typedef struct spoiler {
    pair_case c;
    proof_pair pair;
    graze_separation s;
    graze_intersection i;
    uint64_t seed;
} spoiler;

/* A pair of bounded kinds in the regime. */
static void make(spoiler *p, pair_regime regime, long number) {
    graze_random random = graze_random_seed(test_seed(77) + (uint64_t)number);
    graze_shape_kind kinds[2];
    for (int k = 0; k < 2; ++k) do
            kinds[k] = (graze_shape_kind)(graze_random_bits(&random) % GRAZE_SHAPE_CONVEX_COUNT);
        while (kinds[k] == GRAZE_SHAPE_HALF_SPACE);
    p->seed = graze_random_bits(&random);
    pair_case_make(&p->c, kinds[0], kinds[1], regime, p->seed);
    TEST_CHECK(proof_pair_make(&p->c, &p->pair) == NULL, p->seed, number, "no oracle");
    assert_int_equal(graze_distance(&p->c.a, &p->c.b, NULL, NULL, &p->s), GRAZE_OK);
    assert_int_equal(graze_intersect(&p->c.a, &p->c.b, NULL, NULL, &p->i), GRAZE_OK);
}

/* x moved along the direction by what it may be inside its shape, the width of the bracket, by four
 * times E and by some roundings of world coordinates. */
static graze_vec3 moved(const spoiler *p, graze_vec3 x, graze_vec3 direction) {
    double width = (double)p->s.upper - (double)p->s.lower;
    double way =
        width + 4 * (double)p->pair.error + 8 * (double)GRAZE_EPSILON * (double)graze_vec3_length(x);
    return graze_vec3_add_scaled(x, (graze_real)way, direction);
}

#define MUST_FAIL(p, flaw, number, what)                                                               \
    TEST_CHECK((flaw) != NULL, (p)->seed, (number), "not noticed: %s", (what))

static void spoil_separation(const spoiler *p, long number) {
    graze_separation s = p->s;
    graze_real e = (graze_real)p->pair.error;
    s.lower = (graze_real)((p->pair.distance.upper + 2 * p->pair.error) * 1.0001L);
    s.distance = s.upper = 2 * s.lower;
    MUST_FAIL(p, proof_separation(&p->pair, &s), number, "lower above the distance");
    s = p->s;
    s.upper = s.distance = s.lower = (s.lower - 4 * e) / 2;
    if (s.lower > 0) MUST_FAIL(p, proof_separation(&p->pair, &s), number, "upper below the distance");
    s = p->s;
    s.normal = graze_vec3_neg(s.normal);
    MUST_FAIL(p, proof_separation(&p->pair, &s), number, "normal from B to A");
    s = p->s;
    s.point_a = moved(p, s.point_a, s.normal);
    MUST_FAIL(p, proof_separation(&p->pair, &s), number, "witness of A moved out");
    s = p->s;
    s.point_a = moved(p, s.point_a, s.normal);
    s.point_b = moved(p, s.point_b, s.normal);
    MUST_FAIL(p, proof_separation(&p->pair, &s), number, "both witnesses moved from A towards B");
    s = p->s;
    s.normal = graze_vec3_scale(s.normal, (graze_real)1.001);
    MUST_FAIL(p, proof_separation(&p->pair, &s), number, "normal not unit");
    s = p->s;
    s.end = GRAZE_OVERLAP;
    s.distance = s.lower = s.upper = 0;
    s.point_b = s.point_a;
    MUST_FAIL(p, proof_separation(&p->pair, &s), number, "separated called overlapping");
}

static void spoil_intersection(const spoiler *p, long number) {
    graze_intersection i = p->i;
    i.lower = (graze_real)((p->pair.distance.upper + 2 * p->pair.error) * 1.0001L);
    MUST_FAIL(p, proof_intersection(&p->pair, 0, &i), number, "lower above the distance");
    assert_int_equal(exact_axis(&p->c, i.axis, i.lower), EXACT_REFUTED);
    assert_true(exact_axis(&p->c, p->i.axis, p->i.lower) <= EXACT_PROVED_ROUNDED);
    i = p->i;
    i.axis = graze_vec3_neg(i.axis);
    MUST_FAIL(p, proof_intersection(&p->pair, 0, &i), number, "axis from B to A");
    i = (graze_intersection){.intersecting = true, .point = p->s.point_a, .end = GRAZE_TOUCHING};
    MUST_FAIL(p, proof_intersection(&p->pair, 0, &i), number, "separated called touching");
    TEST_CHECK(proof_is_wrong(&p->pair, 0, true), p->seed, number, "wrong boolean not noticed");
    TEST_CHECK(!proof_is_wrong(&p->pair, 0, false), p->seed, number, "right boolean called wrong");
}

/* V1, V2: distances and their witnesses; J4, J8: separating axes. */
static void separated_answers(void **state) {
    (void)state;
    static spoiler p;
    long spoilt = 0;
    for (long number = 0; number < test_count(2000); ++number) {
        make(&p, number % 2 ? PAIR_NEAR : PAIR_SEPARATED, number);
        if (p.pair.distance.lower > 16 * p.pair.error) {
            TEST_CHECK(proof_separation(&p.pair, &p.s) == NULL, p.seed, number, "%s",
                       proof_separation(&p.pair, &p.s));
            spoil_separation(&p, number);
            spoil_intersection(&p, number);
            ++spoilt;
        }
        pair_case_release(&p.c);
    }
    assert_true(spoilt >= test_count(2000) / 2);
}

/* An answer "no" to shapes that overlap has no axis that could prove it, and a common point that is
 * moved out of them is noticed. */
static void overlapping_answers(void **state) {
    (void)state;
    static spoiler p;
    for (long number = 0; number < test_count(1000); ++number) {
        make(&p, PAIR_OVERLAPPING, 100000 + number);
        if (p.i.intersecting && p.i.end == GRAZE_OVERLAP) {
            graze_intersection i = {.axis = graze_vec3_make(0, 1, 0), .end = GRAZE_SEPARATED};
            MUST_FAIL(&p, proof_intersection(&p.pair, 0, &i), number, "overlapping called separated");
            TEST_CHECK(proof_is_wrong(&p.pair, 0, false), p.seed, number, "wrong boolean not noticed");
            i = p.i;
            graze_real out = (graze_real)(4 * p.pair.size);
            i.point = graze_vec3_add(i.point, graze_vec3_make(out, out, out));
            MUST_FAIL(&p, proof_intersection(&p.pair, 0, &i), number, "common point moved out");
        }
        pair_case_release(&p.c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(separated_answers),
                                       cmocka_unit_test(overlapping_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
