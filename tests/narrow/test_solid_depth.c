/* SPDX-License-Identifier: MIT
 * Depths where meshes take part (L6, S12): B moved by upper * normal is free; nothing shorter than
 * lower frees it, as far as many directions show; pairs of primitives against all of them. */
#include "mesh/solid_help.h"
#include "narrow/solid.h"
#include "oracle/random_shape.h"

static void check_depth(const graze_placed *a, const graze_placed *b, graze_random *random,
                        uint64_t seed, long n, double *ratio) {
    graze_penetration_result d;
    graze_signed_separation s;
    graze_intersection hit;
    assert_int_equal(graze_penetration(a, b, NULL, NULL, &d), GRAZE_OK);
    TEST_CHECK(d.depth == d.upper && d.lower >= 0 && d.lower <= d.upper, seed, n, "bracket %g %g %g",
               (double)d.lower, (double)d.depth, (double)d.upper);
    TEST_CHECK(fabs((double)graze_vec3_length(d.normal) - 1) < 1e-5, seed, n, "normal");
    graze_placed moved = *b;
    moved.pose.origin = graze_vec3_add_scaled(b->pose.origin, d.upper, d.normal);
    assert_int_equal(graze_intersect(a, &moved, NULL, NULL, &hit), GRAZE_OK);
    TEST_CHECK(!hit.intersecting, seed, n, "moved by %g it is not free", (double)d.upper);
    for (int i = 0; i < 12; ++i) {
        graze_vec3 way = i ? graze_random_direction(random) : d.normal;
        moved.pose.origin = graze_vec3_add_scaled(b->pose.origin, d.lower * (graze_real)0.999, way);
        assert_int_equal(graze_intersect(a, &moved, NULL, NULL, &hit), GRAZE_OK);
        TEST_CHECK(hit.intersecting, seed, n, "free after less than lower, %g", (double)d.lower);
    }
    graze_vec3 back = graze_vec3_add_scaled(d.point_b, d.depth, d.normal);
    TEST_CHECK((double)graze_vec3_length(graze_vec3_sub(back, d.point_a)) < 1e-4, seed, n, "points");
    assert_int_equal(graze_signed_distance(a, b, NULL, NULL, &s), GRAZE_OK);
    TEST_CHECK(s.sd == -d.depth && s.lower == -d.upper && s.upper == -d.lower && s.end == d.end, seed,
               n, "signed");
    *ratio += d.upper > 0 ? (double)d.lower / (double)d.upper : 1;
}

static void solids_apart_after_moving(void **state) {
    (void)state;
    uint64_t seed = test_seed(931);
    graze_random random = graze_random_seed(seed);
    test_solid solids[3] = {
        test_solid_of(test_torus(16, 10), GRAZE_MESH_SOLID),
        test_solid_of(test_ball(9, 12, (graze_real)0.2), GRAZE_MESH_SOLID),
        test_solid_of(test_box(1, (graze_real)0.5, (graze_real)0.3), GRAZE_MESH_SOLID)};
    graze_shape *convex[2];
    assert_int_equal(graze_shape_sphere((graze_real)0.5, &convex[0]), GRAZE_OK);
    assert_int_equal(
        graze_shape_box(graze_vec3_make((graze_real)0.6, (graze_real)0.3, (graze_real)0.4), &convex[1]),
        GRAZE_OK);
    long count = test_count(60), tested = 0;
    double ratio = 0;
    for (long n = 0; n < count; ++n) {
        double distance = (double)test_between(&random, 0.1, 1.8);
        graze_placed a = {solids[n % 3].shape, test_any_pose(&random, 0, n % 4 == 3), 0};
        graze_placed b = {n % 5 < 3 ? solids[n / 3 % 3].shape : convex[n % 2],
                          test_any_pose(&random, distance, n % 8 == 5), 0};
        if (n % 7 == 0) b.margin = (graze_real)0.05;
        graze_intersection hit;
        assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &hit), GRAZE_OK);
        if (!hit.intersecting) continue;
        ++tested;
        check_depth(n % 2 ? &a : &b, n % 2 ? &b : &a, &random, seed, n, &ratio);
    }
    assert_true(count < 60 || tested > count / 3);
    printf("lower is %.2f of upper on average\n", ratio / (double)(tested ? tested : 1));
    for (int i = 0; i < 3; ++i) test_solid_release(&solids[i]);
    for (int i = 0; i < 2; ++i) graze_shape_release(convex[i]);
}

/* Boxes made of triangles: the depth is that of convex boxes. */
static void boxes_as_solids(void **state) {
    (void)state;
    uint64_t seed = test_seed(932);
    graze_random random = graze_random_seed(seed);
    graze_vec3 half = {1, (graze_real)0.5, (graze_real)0.75};
    test_solid mesh = test_solid_of(test_box(half.x, half.y, half.z), GRAZE_MESH_SOLID);
    graze_shape *box;
    assert_int_equal(graze_shape_box(half, &box), GRAZE_OK);
    long count = test_count(60);
    for (long n = 0; n < count; ++n) {
        graze_placed a = {mesh.shape, test_any_pose(&random, 0, false), 0},
                     b = {mesh.shape,
                          test_any_pose(&random, (double)test_between(&random, 0, 1), false), 0};
        graze_placed c = a, d = b;
        graze_penetration_result found, truth;
        c.shape = d.shape = box;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &found), GRAZE_OK);
        assert_int_equal(graze_penetration(&c, &d, NULL, NULL, &truth), GRAZE_OK);
        double depth = (double)truth.depth;
        TEST_CHECK((double)found.lower <= depth * 1.001 + 1e-4 &&
                       (double)found.upper <= depth * 1.01 + 1e-3,
                   seed, n, "%g %g, but %g", (double)found.lower, (double)found.upper, depth);
    }
    graze_shape_release(box);
    test_solid_release(&mesh);
}

/* A rod in a ring: the hulls are deep, the rod comes out through the hole at no depth at all. */
static void shallow_where_hulls_are_deep(void **state) {
    (void)state;
    test_solid torus = test_solid_of(test_torus(32, 16), GRAZE_MESH_SOLID);
    test_solid rod = test_solid_of(test_box((graze_real)0.2, (graze_real)0.2, 3), GRAZE_MESH_SOLID);
    graze_placed a = test_place(torus.shape, 0, 0, 0),
                 b = test_place(rod.shape, (graze_real)0.45, 0, 0);
    graze_penetration_result d;
    assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
    assert_true(d.upper < (graze_real)0.12 && d.upper > (graze_real)0.03);
    assert_true(d.normal.x < (graze_real)-0.9);
    test_solid_release(&torus);
    test_solid_release(&rod);
}

/* A block with a square hole of half extent 1. */
static test_mesh pierced_block(void) {
    static const graze_real x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
    test_mesh m = test_mesh_allocate(16, 32);
    uint32_t *at = m.indices;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t j = (i + 1) % 4;
        for (uint32_t k = 0; k < 4; ++k) {
            graze_real wide = k < 2 ? 2 : 1;
            m.vertices[4 * k + i] = graze_vec3_make(wide * x[i], wide * y[i], k % 2 ? 1 : -1);
        }
        const uint32_t quads[4][4] = {{i, j, 4 + j, 4 + i},
                                      {8 + j, 8 + i, 12 + i, 12 + j},
                                      {4 + i, 4 + j, 12 + j, 12 + i},
                                      {j, i, 8 + i, 8 + j}};
        for (int k = 0; k < 4; ++k) {
            const uint32_t *q = quads[k], two[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
            memcpy(at, two, sizeof two);
            at += 6;
        }
    }
    return m;
}

/* A peg that overlaps one wall of a square hole: back into the middle is the way. */
static void peg_in_a_hole(void **state) {
    (void)state;
    test_solid block = test_solid_of(pierced_block(), GRAZE_MESH_SOLID);
    test_solid rod = test_solid_of(test_box((graze_real)0.5, (graze_real)0.5, 3), GRAZE_MESH_SOLID);
    graze_shape *box;
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)0.5, (graze_real)0.5, 3), &box),
                     GRAZE_OK);
    for (int k = 0; k < 2; ++k) {
        graze_placed a = test_place(block.shape, 0, 0, 0),
                     b = test_place(k ? box : rod.shape, (graze_real)0.75, 0, 0);
        graze_penetration_result d;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
        assert_true(fabs((double)d.upper - 0.25) < 0.01 && d.normal.x < (graze_real)-0.99);
    }
    graze_shape_release(box);
    test_solid_release(&block);
    test_solid_release(&rod);
}

/* An edge of a thin rod near a wall of the hole: the two meet by their margins, and no corner of one is
 * near the other. Their depth is what the margins are more than the gap of 0.2. */
static void between_margins(void **state) {
    (void)state;
    test_solid block = test_solid_of(pierced_block(), GRAZE_MESH_SOLID);
    test_solid rod = test_solid_of(test_box((graze_real)0.1, (graze_real)0.1, 9), GRAZE_MESH_SOLID);
    const double margins[] = {0.105, 0.12, 0.19, 0.3};
    graze_quat turn;
    assert_int_equal(
        graze_quat_from_axis_angle(graze_vec3_make(0, 0, 1), (graze_real)0.7853981633974483, &turn),
        GRAZE_OK);
    for (int i = 0; i < 4; ++i) {
        graze_placed a = test_place(block.shape, 0, 0, 0), b = test_place(rod.shape, 0, 0, 0);
        a.margin = b.margin = (graze_real)margins[i];
        graze_vec3 at = {(graze_real)(0.8 - 0.1 * sqrt(2)), 0, 0};
        assert_int_equal(graze_pose_make(turn, at, &b.pose), GRAZE_OK);
        double truth = 2 * margins[i] - 0.2;
        graze_penetration_result d;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
        if (!((double)d.lower <= truth + 1e-6 && truth - 1e-6 <= (double)d.upper))
            fail_msg("%g <= %g <= %g", (double)d.lower, truth, (double)d.upper);
        assert_true((double)d.lower > 0.98 * truth && (double)d.upper < 1.02 * truth);
    }
    test_solid_release(&block);
    test_solid_release(&rod);
}

/* The depth of a point of one in the other is a lower bound. The middle of a triangle's box, half way
 * to the cube, is no point of the triangle, and the bound was once taken from there. */
static void triangle_beside_its_box(void **state) {
    (void)state;
    test_solid cube =
        test_solid_of(test_box((graze_real)0.25, (graze_real)0.25, (graze_real)0.25), GRAZE_MESH_SOLID);
    graze_shape *triangle;
    assert_int_equal(graze_shape_triangle(graze_vec3_make(1, 0, 0), graze_vec3_make(0, 1, 0),
                                          graze_vec3_make(0, 0, 1), &triangle),
                     GRAZE_OK);
    graze_placed a = {triangle, graze_pose_identity(), (graze_real)0.25};
    graze_placed b = {cube.shape, graze_pose_at(1, 1, 1), (graze_real)0.75};
    graze_penetration_result d;
    double truth = 1 - 1.25 / sqrt(3); /* from the corner at 0.75 to the plane x + y + z = 1 */
    assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
    assert_true((double)d.lower <= truth + 1e-6 && truth - 1e-6 <= (double)d.upper);
    graze_shape_release(triangle);
    test_solid_release(&cube);
}

/* What stands for the inside of a convex shape is in it, whatever its kind. */
static void middles_are_inside(void **state) {
    (void)state;
    uint64_t seed = test_seed(937);
    graze_random random = graze_random_seed(seed);
    for (long n = 0, count = test_count(2000); n < count; ++n) {
        graze_shape_kind kind = (graze_shape_kind)(n % GRAZE_SHAPE_CONVEX_COUNT);
        if (kind == GRAZE_SHAPE_HALF_SPACE) continue;
        graze_shape *shape = random_shape(kind, 1, &random);
        graze_placed placed = {shape, random_pose((random_pose_class)(n % 5), 2, &random), 0};
        gz_body body;
        graze_point_separation at;
        gz_body_make(&placed, &body);
        graze_vec3 middle = wide3_round(gz_body_middle(&body));
        assert_int_equal(graze_point_signed_distance(&placed, middle, NULL, &at), GRAZE_OK);
        TEST_CHECK((double)at.lower <= gz_bodies_error(&placed, &placed), seed, n,
                   "kind %d: the middle is %g outside", (int)kind, (double)at.sd);
        graze_shape_release(shape);
    }
}

/* -- far away -- */

/* Cubes that stick out of a half-space, or of a large box, by a quarter, so far away that a translation
 * rounds by much of their depth. What they are deep follows from the numbers as they were rounded. */
static void check_far(const graze_placed *a, const graze_placed *b, double truth) {
    graze_penetration_result d;
    graze_intersection hit;
    assert_int_equal(graze_penetration(a, b, NULL, NULL, &d), GRAZE_OK);
    double most = 1e4 * (double)GRAZE_EPSILON + 4 * (double)GRAZE_EPSILON * (double)a->pose.origin.x;
    if (!((double)d.lower <= truth && truth <= (double)d.upper && (double)d.upper <= truth + most &&
          truth - (double)d.lower < 1e4 * (double)GRAZE_EPSILON))
        fail_msg("at %g: %.9g <= %.9g <= %.9g", (double)a->pose.origin.x, (double)d.lower, truth,
                 (double)d.upper);
    graze_placed moved = *b;
    moved.pose.origin = graze_vec3_add_scaled(b->pose.origin, d.upper, d.normal);
    assert_int_equal(graze_intersect(a, &moved, NULL, NULL, &hit), GRAZE_OK);
    assert_false(hit.intersecting);
}

static void far_from_the_origin(void **state) {
    (void)state;
    graze_shape *plane, *wall;
    assert_int_equal(graze_shape_half_space(graze_vec3_make(1, 0, 0), 0, &plane), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make(5, 5, 5), &wall), GRAZE_OK);
    const graze_real far[] = {0, 1000, 0x1p-10 / GRAZE_EPSILON, 0x1p-7 / GRAZE_EPSILON,
                              0x1p-4 / GRAZE_EPSILON};
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 6; ++j) {
            graze_real half = (graze_real)(0.5 + 0.013 * j), x = far[i];
            test_solid cube = test_solid_of(test_box(half, half, half), GRAZE_MESH_SOLID);
            graze_placed a = test_place(plane, x, 0, 0);
            graze_placed b = test_place(cube.shape, x + (graze_real)0.25, 0, 0);
            check_far(&a, &b, (double)half - ((double)b.pose.origin.x - (double)x));
            a.shape = wall;
            b = test_place(cube.shape, x + (graze_real)5.25, 0, 0);
            check_far(&a, &b, 5 + (double)half - ((double)b.pose.origin.x - (double)x));
            test_solid_release(&cube);
        }
    graze_shape_release(plane);
    graze_shape_release(wall);
}

/* So large that one of them would leave the range if the other were brought to the origin. */
static void end_of_the_range(void **state) {
    (void)state;
    graze_real half = (graze_real)0.3 * GRAZE_SHAPE_REACH, away = (graze_real)0.25 * GRAZE_SHAPE_REACH;
    test_solid cube = test_solid_of(test_box(half, half, half), GRAZE_MESH_SOLID);
    graze_placed a = test_place(cube.shape, -away, 0, 0), b = test_place(cube.shape, away, 0, 0);
    graze_penetration_result d;
    graze_solid_relation relation;
    assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
    double truth = 2 * ((double)half - (double)away);
    assert_true((double)d.lower <= truth && truth <= (double)d.upper &&
                (double)d.upper <= truth * 1.01);
    assert_int_equal(graze_solid_relate(&a, &b, &relation), GRAZE_OK);
    assert_int_equal(relation, GRAZE_SOLIDS_OVERLAPPING);
    test_solid_release(&cube);
}

/* -- surfaces -- */

typedef struct collected {
    long count;
    graze_real deepest;
} collected;

static graze_flow collect(void *user, const graze_penetration_result *d) {
    collected *c = user;
    ++c->count;
    if (d->depth > c->deepest) c->deepest = d->depth;
    return GRAZE_CONTINUE;
}

static graze_flow count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a, (void)b;
    ++*(long *)user;
    return GRAZE_CONTINUE;
}

static void surfaces_by_pairs(void **state) {
    (void)state;
    uint64_t seed = test_seed(933);
    graze_random random = graze_random_seed(seed);
    test_solid ball = test_solid_of(test_ball(8, 12, (graze_real)0.1), GRAZE_MESH_SURFACE);
    graze_shape *box;
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)0.5, 1, (graze_real)0.2), &box),
                     GRAZE_OK);
    long count = test_count(60), hits = 0;
    for (long n = 0; n < count; ++n) {
        graze_placed a = {ball.shape, test_any_pose(&random, 0, n % 3 == 0), 0};
        graze_placed b = {n % 2 ? ball.shape : box, test_any_pose(&random, 1.2, false), 0};
        collected all = {0, -1};
        long pairs = 0;
        graze_penetration_result d;
        assert_int_equal(graze_penetration_all(&a, &b, NULL, collect, &all), GRAZE_OK);
        assert_int_equal(graze_intersect_all(&a, &b, count_pair, &pairs, NULL), GRAZE_OK);
        TEST_CHECK(pairs == all.count, seed, n, "%ld pairs, %ld depths", pairs, all.count);
        if (pairs == 0) continue;
        ++hits;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
        TEST_CHECK(d.depth == all.deepest && d.lower <= d.depth && d.depth <= d.upper, seed, n,
                   "%g, not %g", (double)d.depth, (double)all.deepest);
    }
    assert_true(count < 60 || hits > count / 4);
    graze_shape_release(box);
    test_solid_release(&ball);
}

/* A half-space parts from a solid where it does from its hull. */
static void ground(void **state) {
    (void)state;
    test_solid torus = test_solid_of(test_torus(16, 10), GRAZE_MESH_SOLID);
    graze_shape *plane;
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 0, 1), 0, &plane), GRAZE_OK);
    graze_placed a = test_place(plane, 0, 0, 0), b = test_place(torus.shape, 0, 0, (graze_real)0.1);
    graze_penetration_result d;
    assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &d), GRAZE_OK);
    graze_vec3 low;
    assert_int_equal(graze_shape_support(torus.shape, graze_vec3_make(0, 0, -1), &low), GRAZE_OK);
    double depth = -(double)low.z - 0.1;
    assert_true(fabs((double)d.depth - depth) < 1e-4 && d.normal.z > (graze_real)0.999);
    assert_true((double)d.lower <= depth && depth <= (double)d.upper);
    graze_shape_release(plane);
    test_solid_release(&torus);
}

static void bad_input(void **state) {
    (void)state;
    test_solid box = test_solid_of(test_box(1, 1, 1), GRAZE_MESH_SOLID);
    graze_placed a = test_place(box.shape, 0, 0, 0), bad = a;
    graze_penetration_result d;
    graze_signed_separation s;
    collected all = {0, 0};
    graze_options options = {.rel = (graze_real)NAN};
    bad.margin = -1;
    assert_int_equal(graze_penetration(&a, NULL, NULL, NULL, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_penetration(&a, &bad, NULL, NULL, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_penetration(&a, &a, &options, NULL, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_penetration(&a, &a, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_signed_distance(&a, &bad, NULL, NULL, &s), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_signed_distance(&a, &a, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_penetration_all(&a, &a, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_penetration_all(&a, &bad, NULL, collect, &all), GRAZE_INVALID_ARGUMENT);
    test_solid_release(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(solids_apart_after_moving),
                                       cmocka_unit_test(boxes_as_solids),
                                       cmocka_unit_test(shallow_where_hulls_are_deep),
                                       cmocka_unit_test(peg_in_a_hole),
                                       cmocka_unit_test(between_margins),
                                       cmocka_unit_test(triangle_beside_its_box),
                                       cmocka_unit_test(middles_are_inside),
                                       cmocka_unit_test(far_from_the_origin),
                                       cmocka_unit_test(end_of_the_range),
                                       cmocka_unit_test(surfaces_by_pairs),
                                       cmocka_unit_test(ground),
                                       cmocka_unit_test(bad_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
