/* SPDX-License-Identifier: MIT
 * How two solids lie (N3, S1): nested, touching, overlapping, apart; cavities and several parts; each
 * answer turned round when the operands are. */
#include "mesh/solid_help.h"

static graze_solid_relation turned(graze_solid_relation r) {
    return r == GRAZE_SOLIDS_A_IN_B   ? GRAZE_SOLIDS_B_IN_A
           : r == GRAZE_SOLIDS_B_IN_A ? GRAZE_SOLIDS_A_IN_B
                                      : r;
}

static void expect(const graze_placed *a, const graze_placed *b, graze_solid_relation wanted,
                   const char *what) {
    graze_solid_relation found = (graze_solid_relation)99, back = (graze_solid_relation)99;
    assert_int_equal(graze_solid_relate(a, b, &found), GRAZE_OK);
    assert_int_equal(graze_solid_relate(b, a, &back), GRAZE_OK);
    if (found != wanted || back != turned(wanted))
        fail_msg("%s: %d and %d instead of %d", what, (int)found, (int)back, (int)wanted);
}

static void boxes(void **state) {
    (void)state;
    test_solid big = test_solid_of(test_box(2, 2, 2), GRAZE_MESH_SOLID);
    test_solid small = test_solid_of(test_box(1, 1, 1), GRAZE_MESH_SOLID);
    test_solid bar = test_solid_of(test_box(4, (graze_real)0.5, (graze_real)0.5), GRAZE_MESH_SOLID);
    test_solid pole = test_solid_of(test_box((graze_real)0.25, (graze_real)0.25, 4), GRAZE_MESH_SOLID);
    test_solid shell = test_solid_of(test_shell(2, 1), GRAZE_MESH_SOLID);
    const graze_shape *b = big.shape, *s = small.shape;
    const struct {
        const graze_shape *a, *b;
        graze_real x, y, z;
        graze_solid_relation relation;
        const char *what;
    } cases[] = {
        {b, s, 0, 0, 0, GRAZE_SOLIDS_B_IN_A, "nested"},
        {b, s, (graze_real)0.5, 0, 0, GRAZE_SOLIDS_B_IN_A, "nested aside"},
        {b, s, 1, 0, 0, GRAZE_SOLIDS_B_IN_A, "nested, touching a face"},
        {b, s, 1, 1, 1, GRAZE_SOLIDS_B_IN_A, "nested, touching a corner"},
        {b, s, 3, 0, 0, GRAZE_SOLIDS_TOUCHING, "face to face"},
        {b, s, 3, 3, 0, GRAZE_SOLIDS_TOUCHING, "edge to edge"},
        {b, s, 3, 3, 3, GRAZE_SOLIDS_TOUCHING, "corner to corner"},
        {b, s, 3, (graze_real)0.3, (graze_real)-0.7, GRAZE_SOLIDS_TOUCHING, "face to face aside"},
        {b, s, 2, 0, 0, GRAZE_SOLIDS_OVERLAPPING, "half in"},
        {b, s, (graze_real)2.5, (graze_real)2.5, (graze_real)2.5, GRAZE_SOLIDS_OVERLAPPING,
         "corner in"},
        {b, s, (graze_real)3.5, 0, 0, GRAZE_SOLIDS_APART, "apart"},
        {b, b, 0, 0, 0, GRAZE_SOLIDS_EQUAL, "equal"},
        {s, s, 1, 0, 0, GRAZE_SOLIDS_OVERLAPPING, "sharing four planes"},
        {s, bar.shape, 0, 0, 0, GRAZE_SOLIDS_OVERLAPPING, "a bar through a box"},
        {bar.shape, pole.shape, 0, 0, 0, GRAZE_SOLIDS_OVERLAPPING, "crossing bars"},
        {bar.shape, pole.shape, (graze_real)0.1, (graze_real)0.2, 1, GRAZE_SOLIDS_OVERLAPPING,
         "crossing bars aside"},
        {shell.shape, s, 0, 0, 0, GRAZE_SOLIDS_TOUCHING, "filling a cavity"},
        {shell.shape, pole.shape, 0, 0, 0, GRAZE_SOLIDS_OVERLAPPING, "a pole through a shell"},
        {b, shell.shape, 0, 0, 0, GRAZE_SOLIDS_B_IN_A, "a shell in its hull"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        graze_placed first = test_place(cases[i].a, 0, 0, 0);
        graze_placed second = test_place(cases[i].b, cases[i].x, cases[i].y, cases[i].z);
        expect(&first, &second, cases[i].relation, cases[i].what);
    }
    test_solid tiny =
        test_solid_of(test_box((graze_real)0.5, (graze_real)0.5, (graze_real)0.5), GRAZE_MESH_SOLID);
    test_solid middle =
        test_solid_of(test_box((graze_real)1.5, (graze_real)1.5, (graze_real)1.5), GRAZE_MESH_SOLID);
    graze_placed at = test_place(shell.shape, 0, 0, 0),
                 in = test_place(tiny.shape, (graze_real)0.2, 0, 0);
    expect(&at, &in, GRAZE_SOLIDS_APART, "in a cavity");
    in = test_place(tiny.shape, (graze_real)1.5, 0, 0);
    expect(&at, &in, GRAZE_SOLIDS_B_IN_A, "in the wall, touching both sides");
    in = test_place(middle.shape, 0, 0, 0);
    expect(&at, &in, GRAZE_SOLIDS_OVERLAPPING, "round the cavity");
    test_solid *all[] = {&big, &small, &bar, &pole, &shell, &tiny, &middle};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) test_solid_release(all[i]);
}

/* Solids and convex shapes, a half-space, a surface. */
static void other_bodies(void **state) {
    (void)state;
    test_solid torus = test_solid_of(test_torus(32, 16), GRAZE_MESH_SOLID);
    test_solid skin = test_solid_of(test_ball(8, 12, 0), GRAZE_MESH_SURFACE);
    test_solid big = test_solid_of(test_box(3, 3, 3), GRAZE_MESH_SOLID);
    graze_shape *ball, *drop, *ground;
    assert_int_equal(graze_shape_sphere((graze_real)0.4, &ball), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.1, &drop), GRAZE_OK);
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 0, 1), -2, &ground), GRAZE_OK);
    graze_placed a = test_place(torus.shape, 0, 0, 0), b = test_place(ball, 0, 0, 0);
    expect(&a, &b, GRAZE_SOLIDS_APART, "a ball in the hole of a ring");
    b = test_place(ball, (graze_real)0.4, 0, 0);
    expect(&a, &b, GRAZE_SOLIDS_OVERLAPPING, "a ball against a ring");
    b = test_place(drop, 1, 0, 0);
    expect(&a, &b, GRAZE_SOLIDS_B_IN_A, "a ball in a ring");
    b = test_place(ground, 0, 0, 0);
    expect(&a, &b, GRAZE_SOLIDS_APART, "above the ground");
    a = test_place(torus.shape, 0, 0, -2);
    expect(&a, &b, GRAZE_SOLIDS_OVERLAPPING, "half in the ground");
    a = test_place(torus.shape, 0, 0, -4);
    expect(&a, &b, GRAZE_SOLIDS_A_IN_B, "under the ground");
    a = test_place(big.shape, 0, 0, 0);
    b = test_place(skin.shape, (graze_real)0.5, 0, 0);
    expect(&a, &b, GRAZE_SOLIDS_B_IN_A, "a surface in a box");
    b = test_place(skin.shape, 3, 0, 0);
    expect(&a, &b, GRAZE_SOLIDS_OVERLAPPING, "a surface half in a box");
    graze_shape_release(ball);
    graze_shape_release(drop);
    graze_shape_release(ground);
    test_solid_release(&torus);
    test_solid_release(&skin);
    test_solid_release(&big);
}

/* Balls of triangles, whose relation follows from radii and distance, in any pose and scale. */
static void random_balls(void **state) {
    (void)state;
    uint64_t seed = test_seed(921);
    graze_random random = graze_random_seed(seed);
    test_solid ball = test_solid_of(test_ball(15, 24, 0), GRAZE_MESH_SOLID);
    long count = test_count(300), seen[6] = {0};
    const double hollow = 0.97; /* what the triangles lack of the ball's radius, at most */
    for (long n = 0; n < count; ++n) {
        double r = (double)test_between(&random, 0.2, 2), s = (double)test_between(&random, 0.2, 2);
        double d = (double)test_between(&random, 0, 4);
        graze_placed a = {ball.shape, graze_pose_identity(), 0},
                     b = {ball.shape, graze_pose_identity(), 0};
        graze_vec3 scale_a = {(graze_real)r, (graze_real)r, (graze_real)r};
        graze_vec3 scale_b = {(graze_real)s, (graze_real)s, -(graze_real)s};
        graze_vec3 at = graze_vec3_scale(graze_random_direction(&random), (graze_real)d);
        assert_int_equal(
            graze_pose_make_scaled(graze_random_rotation(&random), graze_vec3_zero(), scale_a, &a.pose),
            GRAZE_OK);
        assert_int_equal(graze_pose_make_scaled(graze_random_rotation(&random), at, scale_b, &b.pose),
                         GRAZE_OK);
        int wanted = -1;
        if (d > r + s) wanted = GRAZE_SOLIDS_APART;
        if (d + s < hollow * r) wanted = GRAZE_SOLIDS_B_IN_A;
        if (d + r < hollow * s) wanted = GRAZE_SOLIDS_A_IN_B;
        if (d < hollow * (r + s) && d + hollow * s > r && d + hollow * r > s)
            wanted = GRAZE_SOLIDS_OVERLAPPING;
        if (wanted < 0) continue;
        graze_solid_relation found;
        assert_int_equal(graze_solid_relate(&a, &b, &found), GRAZE_OK);
        TEST_CHECK((int)found == wanted, seed, n, "%d instead of %d: %g %g at %g", (int)found, wanted,
                   r, s, d);
        ++seen[wanted];
    }
    if (count >= 300)
        assert_true(seen[GRAZE_SOLIDS_APART] > 9 && seen[GRAZE_SOLIDS_OVERLAPPING] > 9 &&
                    seen[GRAZE_SOLIDS_A_IN_B] > 5 && seen[GRAZE_SOLIDS_B_IN_A] > 5);
    test_solid_release(&ball);
}

/* The same cube as a mesh twice and as a convex box, where numbers are coarse. */
static void equal_far_away(void **state) {
    (void)state;
    const graze_real far[] = {0, 1000, 0x1p-7 / GRAZE_EPSILON, 0x1p-4 / GRAZE_EPSILON};
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            graze_real half = (graze_real)(0.5 + 0.013 * j);
            test_solid cube = test_solid_of(test_box(half, half, half), GRAZE_MESH_SOLID);
            test_solid inner = test_solid_of(test_box(half / 2, half / 2, half / 2), GRAZE_MESH_SOLID);
            graze_shape *box;
            assert_int_equal(graze_shape_box(graze_vec3_make(half, half, half), &box), GRAZE_OK);
            graze_placed a = test_place(cube.shape, far[i], 0, -far[i]), b = a, c = a;
            b.shape = box;
            c.shape = inner.shape;
            expect(&a, &a, GRAZE_SOLIDS_EQUAL, "a cube and itself, far away");
            expect(&a, &b, GRAZE_SOLIDS_EQUAL, "a cube and a box, far away");
            expect(&a, &c, GRAZE_SOLIDS_B_IN_A, "nested, far away");
            graze_shape_release(box);
            test_solid_release(&cube);
            test_solid_release(&inner);
        }
}

static void bad_input(void **state) {
    (void)state;
    test_solid box = test_solid_of(test_box(1, 1, 1), GRAZE_MESH_SOLID);
    graze_placed a = test_place(box.shape, 0, 0, 0), bad = {NULL, graze_pose_identity(), 0};
    graze_solid_relation r;
    assert_int_equal(graze_solid_relate(&a, &a, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_solid_relate(&a, NULL, &r), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_solid_relate(&bad, &a, &r), GRAZE_INVALID_ARGUMENT);
    bad = a;
    bad.margin = -1;
    assert_int_equal(graze_solid_relate(&a, &bad, &r), GRAZE_INVALID_ARGUMENT);
    test_solid_release(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes), cmocka_unit_test(other_bodies),
                                       cmocka_unit_test(random_balls), cmocka_unit_test(equal_far_away),
                                       cmocka_unit_test(bad_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
