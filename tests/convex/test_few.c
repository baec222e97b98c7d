/* SPDX-License-Identifier: MIT
 * Looks at two polytopes of few vertices: every kernel the same, and as far as the general look says.
 */
#include "convex/few.h"

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

static wide_mat3 random_turn(graze_random *random) {
    graze_pose pose;
    assert_int_equal(graze_pose_make(graze_random_rotation(random), vec3_zero(), &pose), GRAZE_OK);
    return wide_mat3_from(&pose.basis);
}

static double difference(wide3 a, wide3 b) { return wide3_length(wide3_sub(a, b)); }

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static void enter(const gz_few_kernel *kernel, const graze_shape *a, const wide_mat3 *turn_a,
                  const graze_shape *b, const wide_mat3 *turn_b, gz_few *few) {
    double of_a[3][3], of_b[3][3];
    for (int i = 0; i < 3; ++i) {
        wide3 p = wide3_neg(turn_a->col[i]), q = turn_b->col[i];
        of_a[i][0] = p.x, of_a[i][1] = p.y, of_a[i][2] = p.z;
        of_b[i][0] = q.x, of_b[i][1] = q.y, of_b[i][2] = q.z;
    }
    kernel->enter(a, (const double(*)[3])of_a, b, (const double(*)[3])of_b, few);
}

/* What there is to look at, and how large it is. */
typedef struct couple {
    const graze_shape *a, *b;
    wide_mat3 turn_a, turn_b;
    double size;
} couple;

/* The highest vertex along v, by the general support mapping. */
static double height(const graze_shape *shape, const wide_mat3 *turn, wide3 v) {
    uint32_t hint = 0;
    vec3 local = wide3_round(wide_mat3_tmul_vec(turn, v));
    return wide3_dot(wide3_from(shape->ops->core(shape, local, &hint)), wide_mat3_tmul_vec(turn, v));
}

/* Looks once with a kernel. */
static gz_few_reach look(const gz_few_kernel *kernel, const couple *c, wide3 v, uint64_t seed, long n) {
    gz_few few;
    enter(kernel, c->a, &c->turn_a, c->b, &c->turn_b, &few);
    gz_few_reach reach = kernel->reach(&few, v.x, v.y, v.z);
    double expected = height(c->a, &c->turn_a, wide3_neg(v)) + height(c->b, &c->turn_b, v);
    double slack = 32 * (double)GRAZE_EPSILON * c->size;
    TEST_CHECK(fabs(reach.along - expected) <= slack, seed, n, "%g along, not %g", reach.along,
               expected);
    wide3 on_a = wide3_from(gz_shape_vertex(c->a, reach.a)),
          on_b = wide3_from(gz_shape_vertex(c->b, reach.b));
    wide3 turned_a = wide_mat3_mul_vec(&c->turn_a, on_a),
          turned_b = wide_mat3_mul_vec(&c->turn_b, on_b);
    TEST_CHECK(difference(wide3_neg(gz_few_point(&few.a, reach.a)), turned_a) == 0 &&
                   difference(gz_few_point(&few.b, reach.b), turned_b) == 0,
               seed, n, "the points are not those of the vertices named");
    double told = wide3_dot(v, wide3_sub(turned_b, turned_a));
    TEST_CHECK(fabs(reach.along - told) <= slack, seed, n, "the vertices named reach %g", told);
    return reach;
}

static void looks_are_those_of_all_kernels(void **state) {
    (void)state;
    const gz_few_kernel *kernels[GZ_FEW_KERNELS];
    int count = gz_few_list(kernels);
    assert_ptr_equal(kernels[count - 1], gz_few_choose());
    uint64_t seed = test_seed(91001);
    graze_random random = graze_random_seed(seed);
    const graze_real sizes[] = {1, (graze_real)1e-3, 1000};
    for (long n = 0; n < test_count(2000); ++n) {
        graze_real size = sizes[n % 3];
        graze_shape *a = random_polytope(&random, size), *b = random_polytope(&random, size);
        couple c = {a, b, random_turn(&random), random_turn(&random), 4 * (double)size};
        for (int i = 0; i < LOOKS; ++i) {
            wide3 v = wide3_from(graze_random_direction(&random));
            gz_few_reach first = look(kernels[0], &c, v, seed, n);
            for (int k = 1; k < count; ++k) {
                gz_few_reach other = look(kernels[k], &c, v, seed, n);
                bool same =
                    same_bits(first.along, other.along) && first.a == other.a && first.b == other.b;
                TEST_CHECK(same, seed, n, "kernel %d looks otherwise", k);
            }
        }
        graze_shape_release(a);
        graze_shape_release(b);
    }
}

/* Of vertices that are equally high the first counts; a direction that is no number finds some. */
static void ties_and_no_numbers(void **state) {
    (void)state;
    const graze_vec3 points[] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_polytope(points, 6, 0, &shape), GRAZE_OK);
    const wide_mat3 still = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const gz_few_kernel *kernels[GZ_FEW_KERNELS];
    for (int k = gz_few_list(kernels) - 1; k >= 0; --k) {
        gz_few few;
        enter(kernels[k], shape, &still, shape, &still, &few);
        gz_few_reach reach = kernels[k]->reach(&few, 1, 1, 1);
        for (uint32_t i = 0; i < reach.a; ++i)
            assert_true(vec3_dot(shape->vertices[i], vec3_make(1, 1, 1)) > -1);
        for (uint32_t i = 0; i < reach.b; ++i)
            assert_true(vec3_dot(shape->vertices[i], vec3_make(1, 1, 1)) < 1);
        assert_true(reach.along == 2);
        reach = kernels[k]->reach(&few, NAN, NAN, NAN);
        assert_true(reach.a < 6 && reach.b < 6);
    }
    graze_shape_release(shape);
}

/* The look of a search for a portal: as far as the general one says, at the point of the vertices
 * named. */
static void looks_of_duos(void **state) {
    (void)state;
    const gz_few_kernel *kernels[GZ_FEW_KERNELS];
    int count = gz_few_list(kernels);
    uint64_t seed = test_seed(91002);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(2000); ++n) {
        graze_shape *shape_a = random_polytope(&random, 1), *shape_b = random_polytope(&random, 1);
        graze_placed a = {shape_a, graze_pose_identity(), 0}, b = {shape_b, graze_pose_identity(), 0};
        assert_int_equal(graze_pose_make(graze_random_rotation(&random), vec3_zero(), &a.pose),
                         GRAZE_OK);
        assert_int_equal(graze_pose_make(graze_random_rotation(&random), vec3_make(3, 2, 1), &b.pose),
                         GRAZE_OK);
        gz_duo duo;
        gz_duo_enter(&a, &b, &duo);
        wide3 middle =
            gz_duo_point_of(&duo, wide3_from(shape_a->center), wide3_from(shape_b->center)).y;
        wide3 v = wide3_from(graze_random_direction(&random));
        double first = 0, slack = 512 * (double)GRAZE_EPSILON;
        for (int k = 0; k < count; ++k) {
            gz_few few;
            gz_duo_point found;
            kernels[k]->enter_duo(&duo, &few);
            double along = kernels[k]->look(&duo, &few, &middle, v.x, v.y, v.z, &found);
            gz_duo_point named = gz_duo_point_of(&duo, wide3_from(shape_a->vertices[duo.hint_a]),
                                                 wide3_from(shape_b->vertices[duo.hint_b]));
            TEST_CHECK(difference(named.y, found.y) == 0 && difference(named.a, found.a) == 0, seed, n,
                       "not the point of the vertices named");
            if (k == 0) first = along;
            TEST_CHECK(same_bits(first, along), seed, n, "kernel %d looks otherwise", k);
            duo.hint_a = duo.hint_b = 0;
            double expected = wide3_dot(v, gz_duo_look(&duo, gz_duo_seen(&duo, v.x, v.y, v.z)).y);
            TEST_CHECK(fabs(along - expected) <= slack, seed, n, "%g along, not %g", along, expected);
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
        cmocka_unit_test(ties_and_no_numbers),
        cmocka_unit_test(looks_of_duos),
        cmocka_unit_test(who_is_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
