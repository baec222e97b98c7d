/* SPDX-License-Identifier: MIT
 * The shortcuts for spheres, capsules and boxes against the general path, which a limit of rounds
 * forces: the same boolean outside of E, brackets that overlap, the same conventions; and a table of
 * degenerate pairs with known answers. */
#include <math.h>

#include "convex/pair.h"
#include "harness.h"
#include "oracle/pair_case.h"
#include "oracle/proof.h"

static const graze_shape_kind kinds[] = {GRAZE_SHAPE_SPHERE, GRAZE_SHAPE_CAPSULE, GRAZE_SHAPE_BOX};
static const graze_options general = {.max_iterations = 1000};

static double error_of(const graze_placed *a, const graze_placed *b) {
    gz_pair pair;
    assert_int_equal(gz_pair_make(a, b, &pair), GRAZE_OK);
    return pair.error / pair.scale;
}

typedef struct check {
    const graze_placed *a, *b;
    double error;
    graze_separation apart; /* by the general path */
    uint64_t seed;
    long number;
} check;

static void same_boolean(const check *c, double within, bool quick, bool slow) {
    bool close = fabs((double)c->apart.distance - within) <= 4 * c->error ||
                 (within == 0 && c->apart.end == GRAZE_TOUCHING);
    TEST_CHECK(quick == slow || close, c->seed, c->number, "%d by the shortcut, %d otherwise, at %g",
               quick, slow, (double)c->apart.distance);
}

/* An axis must be unit and what it shows no more than the distance; "overlap" is never said of pairs
 * apart. Points are left to the proof checker. */
static void same_conventions(const check *c, double within, const graze_intersection *i) {
    if (i->intersecting) {
        TEST_CHECK(i->end == GRAZE_OVERLAP || i->end == GRAZE_TOUCHING, c->seed, c->number, "end %d",
                   (int)i->end);
        TEST_CHECK(i->end != GRAZE_OVERLAP || (double)c->apart.lower <= within, c->seed, c->number,
                   "overlap at %g", (double)c->apart.lower);
        TEST_CHECK(i->lower == 0, c->seed, c->number, "lower of an overlap");
        return;
    }
    TEST_CHECK(proof_is_unit(i->axis), c->seed, c->number, "the axis is not unit");
    TEST_CHECK(i->end == GRAZE_SEPARATED && i->lower >= 0 && i->lower <= c->apart.upper, c->seed,
               c->number, "end %d, lower %g above %g", (int)i->end, (double)i->lower,
               (double)c->apart.upper);
}

/* Without a cache, with an empty one, and once more with what that remembers then. */
static long compare_within(const check *c, graze_real within) {
    graze_intersection slow, quick, cached;
    graze_cache cache = {0};
    assert_int_equal(graze_within(c->a, c->b, within, &general, NULL, &slow), GRAZE_OK);
    assert_int_equal(graze_within(c->a, c->b, within, NULL, NULL, &quick), GRAZE_OK);
    same_boolean(c, (double)within, quick.intersecting, slow.intersecting);
    same_conventions(c, (double)within, &quick);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(graze_within(c->a, c->b, within, NULL, &cache, &cached), GRAZE_OK);
        same_boolean(c, (double)within, cached.intersecting, slow.intersecting);
        same_conventions(c, (double)within, &cached);
    }
    return quick.iterations == 0;
}

static long compare_distance(const check *c) {
    graze_separation quick;
    graze_cache cache = {0};
    for (int i = 0; i < 2; ++i) {
        const graze_separation *slow = &c->apart;
        assert_int_equal(graze_distance(c->a, c->b, NULL, i ? &cache : NULL, &quick), GRAZE_OK);
        TEST_CHECK(quick.lower <= slow->upper && slow->lower <= quick.upper, c->seed, c->number,
                   "[%.9g, %.9g] by the shortcut, [%.9g, %.9g] otherwise", (double)quick.lower,
                   (double)quick.upper, (double)slow->lower, (double)slow->upper);
        TEST_CHECK(proof_is_unit(quick.normal), c->seed, c->number, "the normal is not unit");
        TEST_CHECK(quick.end == slow->end || (double)slow->distance <= 4 * c->error, c->seed, c->number,
                   "end %d, not %d", (int)quick.end, (int)slow->end);
        TEST_CHECK(quick.lower <= quick.distance && quick.distance <= quick.upper, c->seed, c->number,
                   "bounds in disorder");
    }
    return quick.iterations == 0;
}

static long compare(const graze_placed *a, const graze_placed *b, graze_real within, uint64_t seed,
                    long number) {
    check c = {a, b, error_of(a, b), .seed = seed, .number = number};
    assert_int_equal(graze_distance(a, b, &general, NULL, &c.apart), GRAZE_OK);
    return compare_within(&c, 0) + compare_within(&c, within) + compare_distance(&c);
}

static void prove(const pair_case *c, graze_real within, uint64_t seed, long number) {
    proof_pair p;
    graze_intersection meet;
    graze_separation apart;
    const char *fault = proof_pair_make(c, &p);
    TEST_CHECK(!fault, seed, number, "%s", fault);
    for (int i = 0; i < 2; ++i) {
        graze_real d = i ? within : 0;
        assert_int_equal(graze_within(&c->a, &c->b, d, NULL, NULL, &meet), GRAZE_OK);
        fault = proof_intersection(&p, d, &meet);
        TEST_CHECK(!fault, seed, number, "within %g: %s", (double)d, fault);
        TEST_CHECK(!proof_is_wrong(&p, d, meet.intersecting), seed, number, "within %g: wrong",
                   (double)d);
    }
    assert_int_equal(graze_distance(&c->a, &c->b, NULL, NULL, &apart), GRAZE_OK);
    fault = proof_separation(&p, &apart);
    TEST_CHECK(!fault, seed, number, "distance: %s", fault);
}

/* Every regime whose poses are rigid; of each fortieth pair the proofs are checked. */
static void shortcuts_answer_as_the_general_path_does(void **state) {
    (void)state;
    static pair_case c;
    uint64_t seed = test_seed(78001);
    long quick = 0, count = test_count(9 * 14 * 3000);
    for (long i = 0; i < count; ++i) {
        pair_regime regime = (pair_regime)(i / 9 % PAIR_DEEP_DEFORMED);
        if (regime == PAIR_DEFORMED) continue;
        pair_case_make(&c, kinds[i % 3], kinds[i / 3 % 3], regime, seed + (uint64_t)i);
        graze_real within = graze_vec3_length(c.motion) / 4;
        quick += compare(&c.a, &c.b, within, seed, i);
        if (i / (9 * PAIR_DEEP_DEFORMED) % 40 == 0) prove(&c, within, seed, i);
        pair_case_release(&c);
    }
    print_message("%.0f %% of the answers by a shortcut\n",
                  100.0 * (double)quick / (3 * (double)count));
}

/* -- degenerate pairs -- */

static graze_shape *made(graze_shape_kind kind, double x, double y, double z) {
    graze_shape *shape = NULL;
    graze_status status =
        kind == GRAZE_SHAPE_SPHERE ? graze_shape_sphere((graze_real)x, &shape)
        : kind == GRAZE_SHAPE_CAPSULE
            ? graze_shape_capsule((graze_real)x, (graze_real)y, &shape)
            : graze_shape_box(graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z), &shape);
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

/* Sizes, where B is, and the signed distance; B is turned by a quarter about the axis if not zero. */
typedef struct degenerate {
    const char *name;
    graze_shape_kind kind_a;
    double a[3];
    graze_shape_kind kind_b;
    double b[3], at[3], axis[3], sd;
} degenerate;

#define SPHERE GRAZE_SHAPE_SPHERE
#define CAPSULE GRAZE_SHAPE_CAPSULE
#define BOX GRAZE_SHAPE_BOX

static const degenerate table[] = {
    {"concentric spheres", SPHERE, {1}, SPHERE, {2}, {0}, {0}, -3},
    {"points apart", SPHERE, {0}, SPHERE, {0}, {3, 4, 0}, {0}, 5},
    {"the same point", SPHERE, {0}, SPHERE, {0}, {0}, {0}, 0},
    {"spheres that touch", SPHERE, {1}, SPHERE, {2}, {0, 3, 0}, {0}, 0},
    {"parallel capsules beside each other", CAPSULE, {1, 4}, CAPSULE, {1, 4}, {3, 1, 0}, {0}, 1},
    {"parallel capsules in a row", CAPSULE, {1, 4}, CAPSULE, {1, 4}, {0, 7, 0}, {0}, 1},
    {"capsules on one axis that touch", CAPSULE, {1, 4}, CAPSULE, {1, 4}, {0, 6, 0}, {0}, 0},
    {"the same capsule", CAPSULE, {1, 4}, CAPSULE, {1, 4}, {0}, {0}, -2},
    {"crossed capsules", CAPSULE, {1, 4}, CAPSULE, {1, 4}, {0, 0, 3}, {0, 0, 1}, 1},
    {"crossed capsules that touch", CAPSULE, {1, 4}, CAPSULE, {1, 4}, {0, 0, 2}, {0, 0, 1}, 0},
    {"capsules without a height", CAPSULE, {1, 0}, CAPSULE, {1, 0}, {0, 0, 3}, {0}, 1},
    {"segments that cross", CAPSULE, {0, 4}, CAPSULE, {0, 4}, {0}, {0, 0, 1}, 0},
    {"a sphere before the end of a capsule", SPHERE, {1}, CAPSULE, {1, 4}, {0, 6, 0}, {0}, 2},
    {"a sphere on the axis of a capsule", SPHERE, {1}, CAPSULE, {1, 4}, {0, 1, 0}, {0}, -2},
    {"a sphere in the centre of a box", SPHERE, {1}, BOX, {2, 3, 4}, {0}, {0}, -3},
    {"a point in the centre of a box", SPHERE, {0}, BOX, {2, 3, 4}, {0}, {0}, -2},
    {"a sphere on a face", SPHERE, {1}, BOX, {2, 3, 4}, {3, 0, 0}, {0}, 0},
    {"a sphere beyond an edge", SPHERE, {1}, BOX, {2, 2, 4}, {5, 6, 0}, {0}, 4},
    {"a sphere beside a rectangle", SPHERE, {1}, BOX, {2, 2, 0}, {0, 0, 3}, {0}, 2},
    {"a sphere beside a point", SPHERE, {1}, BOX, {0, 0, 0}, {0, 0, 3}, {0}, 2},
    {"a capsule through a box", CAPSULE, {1, 20}, BOX, {2, 3, 4}, {0}, {0}, -3},
    {"a capsule flat on a face", CAPSULE, {1, 2}, BOX, {2, 3, 4}, {3, 0, 0}, {0}, 0},
    {"a capsule along an edge", CAPSULE, {1, 2}, BOX, {2, 3, 2}, {5, 0, 6}, {0}, 4},
    {"a segment beside a segment", CAPSULE, {0, 2}, BOX, {0, 1, 0}, {0, 0, 2}, {0}, 2},
    {"the same box", BOX, {1, 2, 3}, BOX, {1, 2, 3}, {0}, {0}, -2},
    {"the same box turned", BOX, {1, 2, 3}, BOX, {1, 2, 3}, {0}, {0, 0, 1}, -3},
    {"boxes face to face", BOX, {1, 2, 3}, BOX, {1, 2, 3}, {2, 0, 0}, {0}, 0},
    {"boxes edge to edge", BOX, {1, 2, 3}, BOX, {1, 2, 3}, {2, 4, 0}, {0}, 0},
    {"boxes corner to corner", BOX, {1, 2, 3}, BOX, {1, 2, 3}, {2, 4, 6}, {0}, 0},
    {"boxes apart at an edge", BOX, {1, 2, 3}, BOX, {1, 2, 3}, {5, 8, 0}, {0}, 5},
    {"rectangles that cross", BOX, {1, 2, 0}, BOX, {0, 1, 2}, {0}, {0}, -1},
    {"a point in a box", BOX, {1, 2, 3}, BOX, {0, 0, 0}, {0}, {0}, -1},
    {"one box within another", BOX, {4, 4, 4}, BOX, {1, 1, 1}, {1, 0, 0}, {0}, -4},
};

static graze_quat quarter(const double axis[3]) {
    double half = sqrt(0.5);
    bool turned = axis[0] != 0 || axis[1] != 0 || axis[2] != 0;
    return (graze_quat){(graze_real)(axis[0] * half), (graze_real)(axis[1] * half),
                        (graze_real)(axis[2] * half), (graze_real)(turned ? half : 1)};
}

/* The pair as a whole turned, moved and multiplied in size. */
static void place(const degenerate *d, double size, double away, graze_random *random, bool exchanged,
                  graze_placed pair[2]) {
    graze_quat turn = graze_random_rotation(random);
    graze_vec3 place = graze_vec3_scale(graze_random_direction(random), (graze_real)(away * size));
    graze_vec3 at = graze_vec3_make((graze_real)(d->at[0] * size), (graze_real)(d->at[1] * size),
                                    (graze_real)(d->at[2] * size));
    graze_placed *a = &pair[exchanged], *b = &pair[!exchanged];
    a->shape = made(d->kind_a, d->a[0] * size, d->a[1] * size, d->a[2] * size);
    b->shape = made(d->kind_b, d->b[0] * size, d->b[1] * size, d->b[2] * size);
    graze_vec3 there = graze_vec3_add(place, graze_quat_rotate(turn, at));
    assert_int_equal(graze_pose_make(turn, place, &a->pose), GRAZE_OK);
    assert_int_equal(graze_pose_make(graze_quat_mul(turn, quarter(d->axis)), there, &b->pose),
                     GRAZE_OK);
}

/* What is known may be off by the roundings of the poses, which are more far away. */
static void is_as_known(const degenerate *d, const graze_placed pair[2], double size, double slack,
                        uint64_t seed, long number) {
    graze_separation apart;
    graze_intersection meet;
    double sd = d->sd * size;
    assert_int_equal(graze_distance(&pair[0], &pair[1], NULL, NULL, &apart), GRAZE_OK);
    assert_int_equal(graze_intersect(&pair[0], &pair[1], NULL, NULL, &meet), GRAZE_OK);
    double known = sd > 0 ? sd : 0;
    TEST_CHECK((double)apart.lower <= known + slack && (double)apart.upper >= known - slack, seed,
               number, "%s: [%.9g, %.9g], not %.9g", d->name, (double)apart.lower, (double)apart.upper,
               known);
    if (fabs(sd) > slack)
        TEST_CHECK(meet.intersecting == (sd < 0), seed, number, "%s: intersecting %d", d->name,
                   meet.intersecting);
    if (sd < -slack)
        TEST_CHECK(meet.end == GRAZE_OVERLAP && apart.end == GRAZE_OVERLAP, seed, number,
                   "%s: ends %d and %d", d->name, (int)meet.end, (int)apart.end);
}

static void degenerate_pairs_have_their_known_answers(void **state) {
    (void)state;
    static const double sizes[] = {1, 1e-6, 1e6, 1e-14, 1e11}, places[] = {0, 1, 1e6};
    uint64_t seed = test_seed(78002);
    graze_random random = graze_random_seed(seed);
    enum { ROWS = sizeof table / sizeof table[0] };
    for (long i = 0; i < test_count(ROWS * 15 * 2 * 20); ++i) {
        const degenerate *d = &table[i % ROWS];
        double size = sizes[i / ROWS % 5], away = places[i / ROWS / 5 % 3];
        graze_placed pair[2] = {{0}, {0}};
        place(d, size, away, &random, i / ROWS / 15 % 2, pair);
        double slack =
            2 * error_of(&pair[0], &pair[1]) + 16 * (double)GRAZE_EPSILON * size * (away + 32);
        is_as_known(d, pair, size, slack, seed, i);
        compare(&pair[0], &pair[1], (graze_real)(0.7 * size), seed, i);
        for (int k = 0; k < 2; ++k) graze_shape_release((graze_shape *)(void *)pair[k].shape);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortcuts_answer_as_the_general_path_does),
        cmocka_unit_test(degenerate_pairs_have_their_known_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
