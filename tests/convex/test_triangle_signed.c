/* SPDX-License-Identifier: MIT
 * Two triangles by the closed form of rigid poses that say so: every promise of the signed distance,
 * and the same answer as by the way that all shapes take, for which the poses do not say it. Needles,
 * edges that are nearly or quite parallel, planes that are, corners in common, margins, far away. */
#include <math.h>

#include "harness.h"
#include "oracle/signed_check.h"

#define V graze_vec3_make

static graze_real uniform(graze_random *random, double lo, double hi) {
    return graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}

static bool once_in(graze_random *random, uint64_t count) {
    return graze_random_bits(random) % count == 0;
}

static graze_vec3 random_point(graze_random *random, graze_real size) {
    graze_real x = uniform(random, -1, 1), y = uniform(random, -1, 1), z = uniform(random, -1, 1);
    return graze_vec3_scale(V(x, y, z), size);
}

/* Somewhere in the mesh that it may be of. */
static void random_corners(graze_random *random, graze_real size, graze_vec3 corner[3]) {
    graze_vec3 middle = random_point(random, once_in(random, 2) ? 10 * size : 0);
    for (int i = 0; i < 3; ++i) corner[i] = graze_vec3_add(middle, random_point(random, size));
    if (once_in(random, 6)) { /* a needle */
        graze_real by = (graze_real)pow(10, (double)uniform(random, -7, -1));
        corner[2] = graze_vec3_add_scaled(corner[1], by, random_point(random, size));
    }
}

static graze_pose random_pose(graze_random *random) {
    graze_pose pose;
    graze_quat turn = graze_random_rotation(random);
    assert_int_equal(graze_pose_make(turn, graze_vec3_zero(), &pose), GRAZE_OK);
    return pose;
}

static graze_vec3 world_corner(const graze_placed *placed, const graze_vec3 corner[3], int i) {
    return graze_pose_apply(&placed->pose, corner[i]);
}

/* A point of each, taken at random, are brought together, or nearly. */
static void bring_together(graze_placed *a, const graze_vec3 *of_a, graze_placed *b,
                           const graze_vec3 *of_b, graze_real size, graze_random *random) {
    graze_vec3 p = world_corner(a, of_a, 0), q = world_corner(b, of_b, 0);
    bool corners = once_in(random, 8);
    for (int i = 1; i < 3 && !corners; ++i) {
        graze_real s = uniform(random, 0, 0.5), t = uniform(random, 0, 0.5);
        p = graze_vec3_add_scaled(p, s,
                                  graze_vec3_sub(world_corner(a, of_a, i), world_corner(a, of_a, 0)));
        q = graze_vec3_add_scaled(q, t,
                                  graze_vec3_sub(world_corner(b, of_b, i), world_corner(b, of_b, 0)));
    }
    graze_vec3 off = graze_vec3_scale(graze_random_direction(random), uniform(random, 0, 0.05) * size);
    b->pose.origin = graze_vec3_add(b->pose.origin, graze_vec3_add(graze_vec3_sub(p, q), off));
}

static void compare(const graze_placed *a, const graze_placed *b, signed_case *c, long *quick) {
    graze_placed slow_a = *a, slow_b = *b;
    slow_a.pose.kind = slow_b.pose.kind = GRAZE_POSE_UNKNOWN;
    graze_signed_separation s = signed_checked(c, NULL), t;
    assert_int_equal(graze_signed_distance(&slow_a, &slow_b, NULL, NULL, &t), GRAZE_OK);
    TEST_CHECK(signed_brackets_meet(&s, &t, signed_slack(a, b)), c->seed, c->number,
               "sd %g, the long way %g", (double)s.sd, (double)t.sd);
    *quick += s.iterations == 11;
}

static void triangles_keep_all_promises(void **state) {
    (void)state;
    uint64_t seed = test_seed(20261116);
    graze_random random = graze_random_seed(seed), directions = graze_random_seed(seed + 1);
    long rounds = test_count(6000), quick = 0;
    for (long i = 0; i < rounds; ++i) {
        graze_vec3 corner[2][3];
        graze_shape *shape[2];
        graze_placed placed[2];
        graze_real size = (graze_real)pow(10, (double)uniform(&random, -3, 3));
        bool parallel = once_in(&random, 6), along = once_in(&random, 6), far = once_in(&random, 4);
        for (int k = 0; k < 2; ++k) random_corners(&random, size, corner[k]);
        if (along) /* an edge in common, but for place */
            for (int m = 0; m < 2; ++m) corner[1][m] = corner[0][m];
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(graze_shape_triangle(corner[k][0], corner[k][1], corner[k][2], &shape[k]),
                             GRAZE_OK);
            placed[k] = (graze_placed){shape[k], random_pose(&random), 0};
        }
        if (parallel || along) placed[1].pose = placed[0].pose;
        if (far) placed[0].pose.origin = random_point(&random, 100 * size);
        if (once_in(&random, 4)) placed[0].margin = size / 8;
        bring_together(&placed[0], corner[0], &placed[1], corner[1], size, &random);
        signed_case c = {.a = &placed[0],
                         .b = &placed[1],
                         .seed = seed,
                         .number = i,
                         .random = &directions,
                         .locate = true};
        compare(&placed[0], &placed[1], &c, &quick);
        for (int k = 0; k < 2; ++k) graze_shape_release(shape[k]);
    }
    /* In double two triangles without a mesh around them are left to the long way more often. */
    assert_true(quick > rounds / 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(triangles_keep_all_promises)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
