/* SPDX-License-Identifier: MIT
 * Shapes are shared between threads freely: 64 threads ask the same questions about the same shapes and
 * get the bits that one thread gets. Queries allocate nothing. */
#include <pthread.h>
#include <stdatomic.h>

#include "harness.h"
#include "oracle/random_shape.h"

enum { THREADS = 64, SHAPES = 2 * GRAZE_SHAPE_CONVEX_COUNT };

typedef struct table {
    graze_shape *shapes[SHAPES];
    uint64_t seed;
    long questions;
} table;

/* All answers to one question, without padding: numbers only. */
typedef struct answers {
    graze_real numbers[72];
    int words[20];
} answers;

static graze_real *put(graze_real *at, graze_vec3 v) {
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
    return at + 3;
}

static graze_real *put_bracket(graze_real *at, graze_real value, graze_real lower, graze_real upper) {
    at[0] = value;
    at[1] = lower;
    at[2] = upper;
    return at + 3;
}

static graze_real *put_cast(graze_real *at, int *words, graze_status status,
                            const graze_cast_result *r) {
    words[0] = (int)status;
    words[1] = r->hit;
    words[2] = (int)r->end;
    words[3] = r->iterations;
    at = put_bracket(at, r->t, r->lower, r->upper);
    return put(put(at, r->point), r->normal);
}

/* Question number i of the table, answered by every query; a function of the number alone. */
static void answer(const table *t, long i, answers *out) {
    graze_random random = graze_random_seed(t->seed + (uint64_t)i);
    graze_placed p[2];
    for (int k = 0; k < 2; ++k) {
        p[k].shape = t->shapes[graze_random_bits(&random) % SHAPES];
        p[k].pose = random_pose(
            (random_pose_class)(graze_random_bits(&random) % RANDOM_POSE_CLASS_COUNT), 2, &random);
        p[k].margin = graze_random_bits(&random) % 2 ? (graze_real)0.1 : 0;
    }
    graze_ray ray = {random_vector(3, &random), random_vector(1, &random), 10};
    graze_vec3 move = random_vector(4, &random);
    graze_separation s = {0};
    graze_intersection m = {0}, w = {0};
    graze_cast_result c = {0}, r = {0};
    graze_penetration_result d = {0};
    graze_signed_separation both = {0};
    graze_cache cache = {0};
    memset(out, 0, sizeof *out);
    int *words = out->words;
    words[0] = (int)graze_distance(&p[0], &p[1], NULL, &cache, &s);
    words[1] = (int)graze_intersect(&p[0], &p[1], NULL, &cache, &m);
    words[2] = (int)graze_within(&p[0], &p[1], 1, NULL, NULL, &w);
    words[3] = s.iterations + 1000 * (int)s.end;
    words[4] = m.iterations + 1000 * (int)m.end + 100000 * m.intersecting;
    words[5] = w.iterations + 1000 * (int)w.end + 100000 * w.intersecting;
    graze_real *at = put_bracket(out->numbers, s.distance, s.lower, s.upper);
    at[0] = m.lower;
    at[1] = w.lower;
    at = put(put(put(at + 2, s.normal), s.point_a), s.point_b);
    at = put(put(put(put(at, m.axis), m.point), w.axis), cache.axis);
    graze_status status = graze_shape_cast(&p[0], move, &p[1], NULL, &c);
    at = put_cast(at, words + 6, status, &c);
    status = graze_ray_cast(&p[0], &ray, NULL, &r);
    at = put_cast(at, words + 10, status, &r);
    words[14] = (int)graze_penetration(&p[0], &p[1], NULL, &cache, &d);
    words[15] = (int)graze_signed_distance(&p[0], &p[1], NULL, &cache, &both);
    words[16] = d.iterations + 1000 * (int)d.end;
    words[17] = both.iterations + 1000 * (int)both.end;
    at = put_bracket(at, d.depth, d.lower, d.upper);
    at = put(put(put(at, d.normal), d.point_a), d.point_b);
    at = put_bracket(at, both.sd, both.lower, both.upper);
    at = put(put(put(at, both.normal), both.point_a), both.point_b);
    assert_true(at <= out->numbers + 72);
}

/* 64-bit FNV-1a over all answers. */
static uint64_t digest(const table *t) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (long i = 0; i < t->questions; ++i) {
        answers a;
        answer(t, i, &a);
        const unsigned char *bytes = (const unsigned char *)&a;
        for (size_t k = 0; k < sizeof a; ++k) hash = (hash ^ bytes[k]) * UINT64_C(1099511628211);
    }
    return hash;
}

typedef struct task {
    const table *t;
    atomic_int *waiting;
    uint64_t hash;
} task;

static void *work(void *user) {
    task *own = user;
    atomic_fetch_sub(own->waiting, 1);
    while (atomic_load(own->waiting) > 0) /* all start together */
        sched_yield();
    graze_shape_release(graze_shape_retain(own->t->shapes[0])); /* owners come and go meanwhile */
    own->hash = digest(own->t);
    return NULL;
}

static void make_table(table *t, uint64_t seed, long questions) {
    graze_random random = graze_random_seed(seed);
    *t = (table){.seed = seed, .questions = questions};
    for (int i = 0; i < SHAPES; ++i)
        t->shapes[i] = random_shape((graze_shape_kind)(i % GRAZE_SHAPE_CONVEX_COUNT), 2, &random);
}

static void drop_table(table *t) {
    for (int i = 0; i < SHAPES; ++i) graze_shape_release(t->shapes[i]);
}

static void many_threads_get_the_bits_of_one(void **state) {
    (void)state;
    table t;
    make_table(&t, test_seed(75001), test_count(1000));
    uint64_t alone = digest(&t);
    pthread_t threads[THREADS];
    task tasks[THREADS];
    atomic_int waiting = THREADS;
    for (int i = 0; i < THREADS; ++i) {
        tasks[i] = (task){&t, &waiting, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &tasks[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        TEST_CHECK(tasks[i].hash == alone, t.seed, i, "a thread got other bits");
    }
    drop_table(&t);
}

static void queries_allocate_nothing(void **state) {
    (void)state;
    test_memory memory;
    table t;
    test_memory_begin(&memory, 0);
    make_table(&t, test_seed(75002), test_count(20000));
    long before = memory.calls;
    assert_true(before > 0);
    digest(&t);
    assert_int_equal(memory.calls, before);
    drop_table(&t);
    assert_int_equal(memory.blocks, 0);
    test_memory_end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_get_the_bits_of_one),
        cmocka_unit_test(queries_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
