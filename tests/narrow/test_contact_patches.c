/* SPDX-License-Identifier: MIT
 * Contacts where meshes take part: a floor of many triangles pushes straight up wherever a box, a
 * capsule or a mesh slides over it; ridges and corners keep their own normals. */
#include "mesh/solid_help.h"

enum { ROWS = 12, COLUMNS = 12 };

/* A grid over -3 ... 3 in x and y with heights; quads are cut along either diagonal. */
static test_mesh grid(graze_random *random, graze_real (*height)(graze_real x, graze_real y)) {
    test_mesh m = test_mesh_allocate((ROWS + 1) * (COLUMNS + 1), 2 * ROWS * COLUMNS);
    uint32_t *at = m.indices;
    for (uint32_t i = 0; i <= ROWS; ++i)
        for (uint32_t j = 0; j <= COLUMNS; ++j) {
            graze_real x = (graze_real)i / 2 - 3, y = (graze_real)j / 2 - 3;
            m.vertices[i * (COLUMNS + 1) + j] = graze_vec3_make(x, y, height(x, y));
        }
    for (uint32_t i = 0; i < ROWS; ++i)
        for (uint32_t j = 0; j < COLUMNS; ++j) {
            uint32_t a = i * (COLUMNS + 1) + j, b = a + COLUMNS + 1, c = b + 1, d = a + 1;
            bool turned = graze_random_bits(random) >> 63 != 0;
            const uint32_t t[2][6] = {{a, b, c, a, c, d}, {a, b, d, b, c, d}};
            memcpy(at, t[turned], sizeof t[0]);
            at += 6;
        }
    return m;
}

static graze_real flat(graze_real x, graze_real y) { return (void)x, (void)y, (graze_real)0; }
static graze_real ridge(graze_real x, graze_real y) { return (void)y, x < 0 ? x : -x; }
static graze_real valley(graze_real x, graze_real y) { return (void)y, x < 0 ? -x : x; }

typedef struct sliding {
    graze_shape *shape;
    graze_real low; /* how far its lowest point is below its middle */
    int points;     /* at least so many points of contact */
} sliding;

static void slide(const graze_shape *floor, const sliding *body, bool lying, bool swapped,
                  uint64_t seed, graze_random *random, long n, long *edges) {
    graze_pose pose;
    graze_real depth = test_between(random, 0.0001, 0.05);
    graze_real x = test_between(random, -2, 2), y = test_between(random, -2, 2), z = body->low - depth;
    graze_real turn = test_between(random, 0, 3);
    graze_quat spin;
    assert_int_equal(graze_quat_from_axis_angle(graze_vec3_make(0, 0, 1), turn, &spin), GRAZE_OK);
    if (!lying) spin = graze_quat_identity();
    assert_int_equal(graze_pose_make(spin, graze_vec3_make(x, y, z), &pose), GRAZE_OK);
    graze_placed ground = {floor, graze_pose_identity(), 0}, b = {body->shape, pose, 0};
    graze_contact_patch patches[GRAZE_CONTACT_PATCHES];
    graze_contact_set set;
    size_t count = 0;
    assert_int_equal(graze_contact_patches(swapped ? &b : &ground, swapped ? &ground : &b, NULL,
                                           patches, GRAZE_CONTACT_PATCHES, &count),
                     GRAZE_OK);
    TEST_CHECK(count == 1, seed, n, "%d patches at %g %g", (int)count, (double)x, (double)y);
    set = patches[0].set;
    double up = (double)set.normal.z * (swapped ? -1 : 1);
    TEST_CHECK(up > 0.99999, seed, n, "pushed along %g %g %g", (double)set.normal.x,
               (double)set.normal.y, (double)set.normal.z);
    TEST_CHECK(fabs((double)set.sd + (double)depth) < 1e-4, seed, n, "depth %g instead of %g",
               -(double)set.sd, (double)depth);
    TEST_CHECK(set.count >= body->points, seed, n, "%d points", set.count);
    for (int i = 0; i < set.count; ++i) {
        graze_vec3 p = swapped ? set.points[i].point_b : set.points[i].point_a;
        TEST_CHECK(fabs((double)p.z) < 1e-4, seed, n, "a point beside the floor, at %g", (double)p.z);
        TEST_CHECK((double)set.points[i].sd < 1e-4, seed, n, "a point that is apart");
    }
    graze_contact_set one;
    assert_int_equal(graze_contact(swapped ? &b : &ground, swapped ? &ground : &b, 0, NULL, NULL, &one),
                     GRAZE_OK);
    TEST_CHECK(one.count == set.count && one.sd == set.sd, seed, n, "graze_contact differs");
    graze_patch_options keep = {.keep_edges = true};
    assert_int_equal(graze_contact_patches(&ground, &b, &keep, patches, GRAZE_CONTACT_PATCHES, &count),
                     GRAZE_OK);
    for (size_t i = 0; i < count; ++i)
        if (patches[i].set.normal.z < (graze_real)0.9) ++*edges;
}

static void sliding_over_a_floor(void **state) {
    (void)state;
    uint64_t seed = test_seed(941);
    graze_random random = graze_random_seed(seed);
    test_solid floor = test_solid_of(grid(&random, flat), GRAZE_MESH_SURFACE);
    test_solid brick =
        test_solid_of(test_box((graze_real)0.4, (graze_real)0.7, (graze_real)0.3), GRAZE_MESH_SOLID);
    sliding body[4] = {{NULL, (graze_real)0.3, 4},
                       {NULL, (graze_real)0.2, 2},
                       {NULL, (graze_real)0.25, 1},
                       {brick.shape, (graze_real)0.3, 4}};
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)0.4, (graze_real)0.7, (graze_real)0.3),
                                     &body[0].shape),
                     GRAZE_OK);
    assert_int_equal(graze_shape_capsule((graze_real)0.2, 1, &body[1].shape), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.25, &body[2].shape), GRAZE_OK);
    long count = test_count(400), edges = 0;
    for (long n = 0; n < count; ++n)
        slide(floor.shape, &body[n % 4], n % 8 < 4, n % 3 == 0, seed, &random, n, &edges);
    assert_true(count < 400 || edges > 10); /* without the care for edges there would be others */
    for (int i = 0; i < 3; ++i) graze_shape_release(body[i].shape);
    test_solid_release(&floor);
    test_solid_release(&brick);
}

/* On a ridge the edge pushes, in a valley the two slopes. */
static void ridges_and_valleys(void **state) {
    (void)state;
    graze_random random = graze_random_seed(3);
    test_solid up = test_solid_of(grid(&random, ridge), GRAZE_MESH_SURFACE),
               down = test_solid_of(grid(&random, valley), GRAZE_MESH_SURFACE);
    graze_shape *box, *ball;
    assert_int_equal(
        graze_shape_box(graze_vec3_make((graze_real)0.4, (graze_real)0.4, (graze_real)0.2), &box),
        GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.5, &ball), GRAZE_OK);
    graze_contact_patch patches[GRAZE_CONTACT_PATCHES];
    size_t count = 0;
    graze_placed ground = test_place(up.shape, 0, 0, 0), b = test_place(box, 0, 0, (graze_real)0.19);
    assert_int_equal(graze_contact_patches(&ground, &b, NULL, patches, GRAZE_CONTACT_PATCHES, &count),
                     GRAZE_OK);
    assert_true(count >= 1 && patches[0].set.normal.z > (graze_real)0.999 && patches[0].set.count >= 2);
    ground = test_place(down.shape, 0, 0, 0);
    b = test_place(ball, 0, (graze_real)0.1, (graze_real)0.7);
    assert_int_equal(graze_contact_patches(&ground, &b, NULL, patches, GRAZE_CONTACT_PATCHES, &count),
                     GRAZE_OK);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < 2; ++i)
        assert_true(fabs((double)patches[i].set.normal.z - 0.7071) < 1e-3 &&
                    fabs((double)patches[i].set.normal.y) < 1e-3);
    assert_true(patches[0].set.normal.x * patches[1].set.normal.x < 0);
    graze_shape_release(box);
    graze_shape_release(ball);
    test_solid_release(&up);
    test_solid_release(&down);
}

/* From below a floor pushes down, and up if it has one side only. A body in a solid is pushed out. */
static void sides(void **state) {
    (void)state;
    graze_random random = graze_random_seed(4);
    test_solid floor = test_solid_of(grid(&random, flat), GRAZE_MESH_SURFACE),
               block = test_solid_of(test_box(2, 2, 2), GRAZE_MESH_SOLID);
    graze_shape *ball;
    assert_int_equal(graze_shape_sphere((graze_real)0.5, &ball), GRAZE_OK);
    graze_contact_patch patch;
    size_t count = 0;
    graze_patch_options one_sided = {.one_sided = true}, reach = {.reach = (graze_real)0.1};
    graze_placed ground = test_place(floor.shape, 0, 0, 0),
                 b = test_place(ball, (graze_real)0.2, (graze_real)0.1, (graze_real)-0.4);
    assert_int_equal(graze_contact_patches(&ground, &b, NULL, &patch, 1, &count), GRAZE_OK);
    assert_true(count == 1 && patch.set.normal.z < (graze_real)-0.99 &&
                fabs((double)patch.set.sd + 0.1) < 1e-4);
    assert_int_equal(graze_contact_patches(&ground, &b, &one_sided, &patch, 1, &count), GRAZE_OK);
    assert_true(count == 1 && patch.set.normal.z > (graze_real)0.99 &&
                fabs((double)patch.set.sd + 0.9) < 1e-4);
    b = test_place(ball, 0, 0, (graze_real)0.55);
    assert_int_equal(graze_contact_patches(&ground, &b, NULL, &patch, 1, &count), GRAZE_OK);
    assert_int_equal(count, 0);
    assert_int_equal(graze_contact_patches(&ground, &b, &reach, &patch, 1, &count), GRAZE_OK);
    assert_true(count == 1 && fabs((double)patch.set.sd - 0.05) < 1e-4 &&
                patch.set.end == GRAZE_CONVERGED);
    ground = test_place(block.shape, 0, 0, 0);
    b = test_place(ball, (graze_real)1.2, 0, 0);
    assert_int_equal(graze_contact_patches(&ground, &b, NULL, &patch, 1, &count), GRAZE_OK);
    assert_true(count == 1 && patch.set.count == 1 && patch.set.normal.x > (graze_real)0.9 &&
                patch.set.sd < (graze_real)-1.2);
    graze_shape_release(ball);
    test_solid_release(&floor);
    test_solid_release(&block);
}

static void bad_input(void **state) {
    (void)state;
    test_solid box = test_solid_of(test_box(1, 1, 1), GRAZE_MESH_SOLID);
    graze_placed a = test_place(box.shape, 0, 0, 0), bad = a;
    graze_contact_patch patch;
    graze_contact_set set;
    size_t count;
    graze_patch_options options = {.reach = -1};
    graze_options strange = {.abs = -1};
    bad.margin = (graze_real)NAN;
    assert_int_equal(graze_contact_patches(&a, NULL, NULL, &patch, 1, &count), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact_patches(&a, &bad, NULL, &patch, 1, &count), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact_patches(&a, &a, NULL, NULL, 1, &count), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact_patches(&a, &a, NULL, &patch, 1, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact_patches(&a, &a, &options, &patch, 1, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact_patches(&a, &a, NULL, NULL, 0, &count), GRAZE_OK);
    assert_int_equal(graze_contact(&a, &a, -1, NULL, NULL, &set), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact(&a, &a, 0, &strange, NULL, &set), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact(&a, &a, 0, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    test_solid_release(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sliding_over_a_floor),
                                       cmocka_unit_test(ridges_and_valleys), cmocka_unit_test(sides),
                                       cmocka_unit_test(bad_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
