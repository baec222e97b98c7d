/* SPDX-License-Identifier: MIT
 * N3: many threads ask about the same solids at once and get the answers of one. Run under
 * ThreadSanitizer by tests/package/tsan.sh, too. */
#include <pthread.h>

#include "mesh/solid_help.h"

enum { POSES = 8, THREADS = 8 };

typedef struct answer {
    graze_real point, lower, upper, contact;
    graze_solid_relation relation;
    size_t patches;
} answer;

static test_solid torus;
static graze_pose poses[POSES];
static answer truth[POSES];

static bool ask(int i, answer *out) {
    graze_placed a = {torus.shape, graze_pose_identity(), 0}, b = {torus.shape, poses[i], 0};
    graze_point_separation point;
    graze_penetration_result depth;
    graze_contact_patch patch = {.set = {.sd = 0}};
    memset(out, 0, sizeof *out);
    if (graze_point_signed_distance(&a, poses[i].origin, NULL, &point) != GRAZE_OK) return false;
    if (graze_penetration(&a, &b, NULL, NULL, &depth) != GRAZE_OK) return false;
    if (graze_solid_relate(&a, &b, &out->relation) != GRAZE_OK) return false;
    if (graze_contact_patches(&a, &b, NULL, &patch, 1, &out->patches) != GRAZE_OK) return false;
    out->point = point.sd;
    out->lower = depth.lower;
    out->upper = depth.upper;
    out->contact = patch.set.sd;
    return true;
}

static bool is_same(const answer *a, const answer *b) {
    return a->point == b->point && a->lower == b->lower && a->upper == b->upper &&
           a->contact == b->contact && a->relation == b->relation && a->patches == b->patches;
}

static void *work(void *context) {
    long *wrong = context, rounds = test_count(4);
    answer found;
    for (long n = 0; n < rounds; ++n)
        for (int i = 0; i < POSES; ++i) *wrong += !ask(i, &found) || !is_same(&found, &truth[i]);
    return NULL;
}

static void same_answers(void **state) {
    (void)state;
    torus = test_solid_of(test_torus(12, 8), GRAZE_MESH_SOLID);
    graze_random random = graze_random_seed(6);
    for (int i = 0; i < POSES; ++i) {
        poses[i] = test_any_pose(&random, 0.8, false);
        assert_true(ask(i, &truth[i]));
    }
    pthread_t threads[THREADS];
    long wrong[THREADS] = {0};
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &wrong[i]), 0);
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(wrong[i], 0);
    }
    test_solid_release(&torus);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
