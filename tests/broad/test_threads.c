/* SPDX-License-Identifier: MIT
 * W7: any number of threads may ask one broad phase at once; each gets what one alone gets. (The
 * package test tsan.sh runs this under ThreadSanitizer.) */
#include <pthread.h>
#include <stdatomic.h>

#include "broad_model.h"

enum { THREADS = 16, BOXES = 2000 };

typedef struct task {
    const graze_broad *broad;
    atomic_int *waiting;
    long questions;
    uint64_t hash;
} task;

static void mix(uint64_t *hash, uint64_t x) { *hash = (*hash ^ x) * UINT64_C(1099511628211); }

static graze_flow see_box(void *user, graze_broad_id id, uint64_t value) {
    mix(user, id ^ value);
    return GRAZE_CONTINUE;
}
static graze_flow see_pair(void *user, const graze_broad_pair *pair) {
    mix(user, pair->a ^ pair->b << 7);
    return GRAZE_CONTINUE;
}
static graze_real see_hit(void *user, graze_broad_id id, uint64_t value, graze_real t,
                          graze_real max_t) {
    mix(user, id ^ value ^ (uint64_t)(t * 1024));
    return id % 5 ? max_t : t;
}

static uint64_t ask_all(const graze_broad *broad, long questions) {
    graze_random random = graze_random_seed(8);
    uint64_t hash = 1;
    for (long i = 0; i < questions; ++i) {
        graze_vec3 p = graze_vec3_scale(graze_random_direction(&random), 10);
        graze_aabb box = model_box_around(p, graze_vec3_make(1, 2, 1));
        graze_sphere ball = {p, 2};
        graze_ray ray = {p, graze_random_direction(&random), 40};
        graze_broad_near near[4];
        size_t count = 0;
        (void)graze_broad_query_box(broad, &box, 0, see_box, &hash);
        (void)graze_broad_query_sphere(broad, &ball, 0, see_box, &hash);
        (void)graze_broad_cast_ray(broad, &ray, 0, see_hit, &hash);
        (void)graze_broad_cast_box(broad, &box, ray.direction, 20, 0, see_hit, &hash);
        (void)graze_broad_nearest(broad, p, 20, 0, 4, near, &count);
        for (size_t k = 0; k < count; ++k) mix(&hash, near[k].id);
    }
    (void)graze_broad_pairs(broad, see_pair, &hash);
    return hash;
}

static void *work(void *user) {
    task *own = user;
    atomic_fetch_sub(own->waiting, 1);
    while (atomic_load(own->waiting) > 0) /* all start together */
        sched_yield();
    own->hash = ask_all(own->broad, own->questions);
    return NULL;
}

static void fill(graze_broad *broad) {
    graze_random random = graze_random_seed(9);
    for (int i = 0; i < BOXES; ++i) {
        graze_vec3 at =
            graze_vec3_scale(graze_random_direction(&random), graze_random_uniform(&random, 0, 15));
        graze_broad_proxy proxy = {.box = model_box_around(at, graze_vec3_make(1, 1, 1)),
                                   .user = (uint64_t)i};
        graze_broad_id id;
        assert_int_equal(graze_broad_add(broad, &proxy, &id), GRAZE_OK);
    }
    assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
}

static void threads_ask_at_once(void **state) {
    (void)state;
    long questions = test_count(100);
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        graze_broad_config config = {.kind = (graze_broad_kind)kind};
        graze_broad *broad = NULL;
        if (graze_broad_create(&config, &broad) != GRAZE_OK) continue;
        fill(broad);
        uint64_t alone = ask_all(broad, questions);
        pthread_t threads[THREADS];
        task tasks[THREADS];
        atomic_int waiting = THREADS;
        for (int i = 0; i < THREADS; ++i) {
            tasks[i] = (task){broad, &waiting, questions, 0};
            assert_int_equal(pthread_create(&threads[i], NULL, work, &tasks[i]), 0);
        }
        for (int i = 0; i < THREADS; ++i) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            TEST_CHECK(tasks[i].hash == alone, 8, i, "kind %d: a thread got other answers", kind);
        }
        graze_broad_release(broad);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_ask_at_once)};
    return cmocka_run_group_tests_name("broad phases, threads", tests, NULL, NULL);
}
