/* SPDX-License-Identifier: MIT
 * S13: many threads ask about the same height field and compound at once and get the answers of one.
 * Run under ThreadSanitizer by tests/package/tsan.sh, too. */
#include <pthread.h>

#include "harness.h"

enum { SIDE = 65, POSES = 48, THREADS = 16, SUBJECTS = 3 };

static uint16_t samples[SIDE * SIDE];
static graze_shape *subjects[SUBJECTS];
static graze_pose poses[POSES];
static double truth[POSES][SUBJECTS];

static void make_subjects(void) {
    for (int i = 0; i < SIDE * SIDE; ++i) samples[i] = (uint16_t)(i * 37 % 101);
    graze_height_samples given = {.samples = samples,
                                  .rows = SIDE,
                                  .columns = SIDE,
                                  .spacing_x = (graze_real)0.1,
                                  .spacing_z = (graze_real)0.1,
                                  .scale = (graze_real)0.01};
    assert_int_equal(graze_shape_height_field(&given, &subjects[0]), GRAZE_OK);
    graze_shape *ball, *inner;
    assert_int_equal(graze_shape_sphere((graze_real)0.5, &ball), GRAZE_OK);
    graze_compound_child children[3] = {{ball, graze_pose_at(1, 0, 0)},
                                        {ball, graze_pose_at(-1, 0, 0)}};
    assert_int_equal(graze_shape_compound(children, 2, &inner), GRAZE_OK);
    children[2] = (graze_compound_child){inner, graze_pose_at(0, 1, 0)};
    assert_int_equal(graze_shape_compound(children, 3, &subjects[1]), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, (graze_real)0.5), &subjects[2]), GRAZE_OK);
    graze_shape_release(ball);
    graze_shape_release(inner);
}

static double ask(int other, int i) {
    graze_placed a = {subjects[other == 0], graze_pose_at(-3, 0, -3), 0};
    graze_placed b = {subjects[other], poses[i], 0};
    graze_separation apart;
    graze_cast_result cast;
    graze_mesh_hit hit;
    graze_ray ray = {poses[i].origin, graze_vec3_sub(graze_vec3_make(0, 0, 0), poses[i].origin), 10};
    if (graze_distance(&a, &b, NULL, NULL, &apart) != GRAZE_OK) return -1;
    if (graze_shape_cast(&b, ray.direction, &a, NULL, &cast) != GRAZE_OK) return -1;
    if (graze_ray_closest(&a, &ray, GRAZE_FACES_BOTH, &hit, NULL) != GRAZE_OK) return -1;
    return (double)apart.distance + (double)cast.t + (double)hit.t + hit.primitive;
}

static void *work(void *context) {
    long *wrong = context, rounds = test_count(5);
    for (long n = 0; n < rounds; ++n)
        for (int i = 0; i < POSES; ++i)
            for (int k = 0; k < SUBJECTS; ++k) *wrong += ask(k, i) != truth[i][k];
    return NULL;
}

static void same_answers(void **state) {
    (void)state;
    make_subjects();
    graze_random random = graze_random_seed(6);
    for (int i = 0; i < POSES; ++i) {
        graze_quat turn = graze_random_rotation(&random);
        graze_vec3 at = graze_vec3_scale(graze_random_direction(&random), 4);
        assert_int_equal(graze_pose_make(turn, at, &poses[i]), GRAZE_OK);
        for (int k = 0; k < SUBJECTS; ++k) truth[i][k] = ask(k, i);
        assert_true(truth[i][0] >= 0 && truth[i][1] >= 0 && truth[i][2] >= 0);
    }
    pthread_t threads[THREADS];
    long wrong[THREADS] = {0}, all = 0;
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &wrong[i]), 0);
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        all += wrong[i];
    }
    assert_int_equal(all, 0);
    for (int k = 0; k < SUBJECTS; ++k) graze_shape_release(subjects[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
