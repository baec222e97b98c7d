/* SPDX-License-Identifier: MIT
 * The balls that cores hold (shape/inner.h): none reaches beyond a support plane, and the one round the
 * heart is no smaller than the one round the centre. */
#include "harness.h"
#include "oracle/random_shape.h"
#include "shape/shape.h"

#define SHAPES 200
#define DIRECTIONS 100

/* How far the ball round a place of the shape reaches beyond the support plane along a unit vector. */
static double beyond(const graze_shape *shape, graze_vec3 middle, graze_real radius, graze_vec3 v) {
    uint32_t hint = 0;
    graze_vec3 most = vec3_add(shape->ops->core(shape, v, &hint), shape->center);
    return (double)vec3_dot(vec3_sub(middle, most), v) + (double)radius;
}

static void check_shape(const graze_shape *shape, graze_random *random, uint64_t seed, long number) {
    double slack = (double)shape->support_error +
                   16 * (double)GRAZE_EPSILON * (double)(shape->reach + shape->extent);
    for (int i = 0; i < DIRECTIONS; ++i) {
        graze_vec3 v = graze_random_direction(random);
        double centre = shape->inner >= 0 ? beyond(shape, shape->center, shape->inner, v) : 0;
        double heart = shape->inmost >= 0 ? beyond(shape, shape->heart, shape->inmost, v) : 0;
        TEST_CHECK(centre <= slack, seed, number, "beyond by %g, allowed %g", centre, slack);
        TEST_CHECK(heart <= slack, seed, number, "beyond by %g, allowed %g", heart, slack);
    }
    double less = (double)shape->inner - (double)shape->inmost;
    TEST_CHECK(less <= slack, seed, number, "the larger ball is smaller by %g", less);
}

static void inner_balls_lie_in_the_core(void **state) {
    (void)state;
    uint64_t seed = test_seed(61101);
    graze_random random = graze_random_seed(seed);
    long shapes = test_count(SHAPES);
    for (int kind = 0; kind < GRAZE_SHAPE_CONVEX_COUNT; ++kind) {
        if (kind == GRAZE_SHAPE_HALF_SPACE) continue;
        for (long i = 0; i < shapes; ++i) {
            graze_shape *shape = random_shape((graze_shape_kind)kind, 1, &random);
            check_shape(shape, &random, seed, kind * shapes + i);
            graze_shape_release(shape);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(inner_balls_lie_in_the_core)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
