/* SPDX-License-Identifier: MIT
 * S13: many threads ask about the same meshes at once and get the answers of one. Run under
 * ThreadSanitizer by tests/package/tsan.sh, too. */
#include <pthread.h>

#include "harness.h"

enum {
    ROUND = 24,
    ACROSS = 12,
    VERTICES = ROUND * ACROSS,
    TRIANGLES = 2 * VERTICES,
    POSES = 64,
    THREADS = 16
};

static graze_vec3 vertices[VERTICES];
static uint32_t indices[3 * TRIANGLES];
static graze_shape *torus, *ball;
static graze_pose poses[POSES];
static long truth[POSES], truth_ball[POSES];

static void make_torus(void) {
    uint32_t *at = indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t j = 0; j < ACROSS; ++j) {
            graze_real u = (graze_real)6.2831853 * (graze_real)i / ROUND;
            graze_real v = (graze_real)6.2831853 * (graze_real)j / ACROSS;
            graze_real r = 1 + (graze_real)0.4 * graze_cos(v);
            uint32_t here = i * ACROSS, next = (i + 1) % ROUND * ACROSS, beside = (j + 1) % ACROSS;
            const uint32_t corners[6] = {here + j, next + j,      next + beside,
                                         here + j, next + beside, here + beside};
            vertices[here + j] =
                graze_vec3_make(r * graze_cos(u), r * graze_sin(u), (graze_real)0.4 * graze_sin(v));
            for (int k = 0; k < 6; ++k) *at++ = corners[k];
        }
    assert_int_equal(graze_shape_triangles(vertices, VERTICES, indices, TRIANGLES, &torus), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.7, &ball), GRAZE_OK);
}

static graze_flow add(void *user, uint32_t a, uint32_t b) {
    *(long *)user += 1 + (long)a * TRIANGLES + (long)b;
    return GRAZE_CONTINUE;
}

static long ask(const graze_shape *other, int i) {
    graze_placed a = {torus, graze_pose_identity(), 0}, b = {other, poses[i], 0};
    long sum = 0;
    graze_separation near;
    graze_cast_result hit;
    if (graze_intersect_all(&a, &b, add, &sum, NULL) != GRAZE_OK) return -1;
    if (graze_distance(&a, &b, NULL, NULL, &near) != GRAZE_OK) return -1;
    if (graze_shape_cast(&b, graze_vec3_make(2, 0, 0), &a, NULL, &hit) != GRAZE_OK) return -1;
    return sum + (long)((double)near.distance * 1e6) + (long)near.primitive_a + (long)hit.primitive_a;
}

static void *work(void *context) {
    long *wrong = context, rounds = test_count(40);
    for (long n = 0; n < rounds; ++n)
        for (int i = 0; i < POSES; ++i)
            *wrong += (ask(torus, i) != truth[i]) + (ask(ball, i) != truth_ball[i]);
    return NULL;
}

static void same_answers(void **state) {
    (void)state;
    make_torus();
    graze_random random = graze_random_seed(5);
    int hits = 0;
    for (int i = 0; i < POSES; ++i) {
        graze_vec3 at = graze_vec3_scale(graze_random_direction(&random), 2);
        assert_int_equal(graze_pose_make(graze_random_rotation(&random), at, &poses[i]), GRAZE_OK);
        truth[i] = ask(torus, i);
        truth_ball[i] = ask(ball, i);
        graze_placed a = {torus, graze_pose_identity(), 0}, b = {torus, poses[i], 0};
        graze_intersection met;
        assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &met), GRAZE_OK);
        hits += met.intersecting;
    }
    assert_true(hits > POSES / 4 && hits < POSES);
    pthread_t threads[THREADS];
    long wrong[THREADS] = {0}, all = 0;
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &wrong[i]), 0);
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        all += wrong[i];
    }
    assert_int_equal(all, 0);
    graze_shape_release(torus);
    graze_shape_release(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
