/* SPDX-License-Identifier: MIT
 * Looks at two polytopes of few vertices: every kernel the same, and as far as the general look says.
 */
#include "convex/duo_few.h"

#include <math.h>
#include <string.h>

#include "harness.h"

enum { LOOKS = 16 };

static graze_shape *random_polytope(graze_random *random, graze_real size) {
    graze_vec3 points[GZ_FEW], shift = graze_vec3_scale(graze_random_direction(random), 3 * size);
    int count = 4 + (int)(graze_random_bits(random) % 5);
    for (int i = 0; i < count; ++i)
        points[i] = graze_vec3_add(graze_vec3_scale(graze_random_direction(random), size), shift);
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_polytope(points, (size_t)count, 0, &shape), GRAZE_OK);
    assert_true(shape->few);
    return shape;
}

static graze_placed place(const graze_shape *shape, graze_random *random, graze_real far) {
    graze_placed placed = {shape, graze_pose_identity(), 0};
    graze_quat turn = graze_random_rotation(random);
    graze_vec3 origin = graze_vec3_scale(graze_random_direction(random), far);
    assert_int_equal(graze_pose_make(turn, origin, &placed.pose), GRAZE_OK);
    return placed;
}

static double difference(wide3 a, wide3 b) { return wide3_length(wide3_sub(a, b)); }

/* Looks once with a kernel, and checks it against the general look. */
static double look(const gz_duo_few_kernel *kernel, gz_duo *duo, wide3 v, double size,
                   gz_duo_point *found, uint64_t seed, long n) {
    gz_duo_few few;
    gz_duo other = *duo;
    kernel->enter(duo, &few);
    double along = kernel->look(duo, &few, v.x, v.y, v.z, found);
    gz_duo_point general = gz_duo_look(&other, gz_duo_seen(&other, v.x, v.y, v.z));
    double slack = 64 * (double)GRAZE_EPSILON * size, length = wide3_length(v);
    double expected = wide3_dot(v, general.y);
    TEST_CHECK(fabs(along - expected) <= slack * length, seed, n, "%g along, not %g", along, expected);
    TEST_CHECK(wide3_dot(v, found->y) <= expected + slack * length, seed, n, "not the farthest");
    wide3 on_a = wide3_from(duo->a->vertices[duo->hint_a]),
          on_b = wide3_from(duo->b->vertices[duo->hint_b]);
    gz_duo_point named = gz_duo_point_of(duo, on_a, on_b);
    TEST_CHECK(difference(named.y, found->y) == 0 && difference(named.a, found->a) == 0, seed, n,
               "not the point of the vertices named");
    TEST_CHECK(difference(wide3_from(duo->on_a), on_a) == 0 &&
                   difference(wide3_from(duo->on_b), on_b) == 0,
               seed, n, "other vertices kept than named");
    return along;
}

static void looks_are_those_of_all_kernels(void **state) {
    (void)state;
    const gz_duo_few_kernel *kernels[GZ_DUO_FEW_KERNELS];
    int count = gz_duo_few_list(kernels);
    assert_ptr_equal(kernels[count - 1], gz_duo_few_choose());
    uint64_t seed = test_seed(91001);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(2000); ++n) {
        graze_real size = n % 3 == 0   ? 1
                          : n % 3 == 1 ? (graze_real)1e-3
                                       : 1000,
                   far = n % 7 == 6 ? 100 * size : 2 * size;
        graze_shape *shape_a = random_polytope(&random, size),
                    *shape_b = random_polytope(&random, size);
        graze_placed a = place(shape_a, &random, far), b = place(shape_b, &random, far);
        gz_duo duo;
        gz_duo_enter(&a, &b, &duo);
        for (int i = 0; i < LOOKS; ++i) {
            wide3 v = wide3_from(graze_random_direction(&random));
            gz_duo_point first, found;
            duo.hint_a = duo.hint_b = 0;
            double reach = (double)(8 * size + 2 * far);
            double along = look(kernels[0], &duo, v, reach, &first, seed, n);
            for (int k = 1; k < count; ++k) {
                double again = look(kernels[k], &duo, v, reach, &found, seed, n);
                TEST_CHECK(memcmp(&along, &again, sizeof along) == 0 &&
                               difference(first.y, found.y) == 0,
                           seed, n, "kernel %d looks otherwise", k);
            }
        }
        graze_shape_release(shape_a);
        graze_shape_release(shape_b);
    }
}

/* Boxes, larger hulls and balls are not. */
static void who_is_few(void **state) {
    (void)state;
    graze_shape *box = NULL, *many = NULL, *ball = NULL;
    graze_vec3 points[9];
    graze_random random = graze_random_seed(7);
    for (int i = 0; i < 9; ++i) points[i] = graze_random_direction(&random);
    assert_int_equal(graze_shape_box((graze_vec3){1, 1, 1}, &box), GRAZE_OK);
    assert_int_equal(graze_shape_polytope(points, 9, 0, &many), GRAZE_OK);
    assert_int_equal(graze_shape_sphere(1, &ball), GRAZE_OK);
    assert_false(box->few || many->few || ball->few);
    graze_shape_release(box);
    graze_shape_release(many);
    graze_shape_release(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_are_those_of_all_kernels),
        cmocka_unit_test(who_is_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
