/* SPDX-License-Identifier: MIT */
#include "base/pair_set.h"
#include "harness.h"

enum { INDICES = 64, KEYS = INDICES * (INDICES - 1) / 2 };

/* All pairs of indices above far, rising, and which of them are in. */
typedef struct model {
    gz_pair_key keys[KEYS];
    bool in[KEYS];
} model;

static void fill_model(model *m, uint32_t far) {
    size_t count = 0;
    for (uint32_t a = 0; a < INDICES; ++a)
        for (uint32_t b = a + 1; b < INDICES; ++b) {
            gz_pair_key key = gz_pair_key_of(far + b, far + a);
            assert_true(gz_pair_lower(key) == far + a && gz_pair_higher(key) == far + b);
            m->in[count] = false;
            m->keys[count++] = key;
        }
}

/* Takes about one pair of so many from those that are in, or out; how many there are. */
static size_t choose(model *m, bool in, uint64_t one_of, graze_random *random, gz_pair_key *out) {
    size_t count = 0;
    for (size_t i = 0; i < KEYS; ++i)
        if (m->in[i] == in && graze_random_bits(random) % one_of == 0) {
            m->in[i] = !in;
            out[count++] = m->keys[i];
        }
    return count;
}

static void check_set(const gz_pair_set *set, const model *m, uint64_t seed, long n) {
    size_t count = 0;
    for (size_t i = 0; i < KEYS; ++i) {
        TEST_CHECK(gz_pair_set_has(set, m->keys[i]) == m->in[i], seed, n, "key %zu", i);
        if (!m->in[i]) continue;
        TEST_CHECK(count < set->count && set->at[count] == m->keys[i], seed, n, "place %zu", count);
        ++count;
    }
    assert_int_equal(set->count, count);
}

/* Many and few at a time, of sets empty, full, and in between. */
static void pairs_are_there_until_removed(void **state) {
    (void)state;
    static model m;
    static gz_pair_key keys[KEYS];
    const uint64_t shares[] = {1, 2, 5, 40, 300, 2000};
    uint64_t seed = test_seed(30);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(30); ++n) {
        gz_pair_set set = {0};
        fill_model(&m, n % 2 ? UINT32_MAX - INDICES : 0); /* large indices, too */
        for (int step = 0; step < 40; ++step) {
            uint64_t share = shares[graze_random_bits(&random) % 6];
            size_t count = choose(&m, true, share, &random, keys);
            gz_pair_set_remove(&set, keys, count);
            check_set(&set, &m, seed, n);
            share = shares[graze_random_bits(&random) % 6];
            count = choose(&m, false, share, &random, keys);
            assert_true(gz_pair_set_reserve(&set, set.count + count));
            gz_pair_set_insert(&set, keys, count);
            check_set(&set, &m, seed, n);
        }
        gz_pair_set_release(&set);
    }
}

static void memory_may_run_out(void **state) {
    (void)state;
    gz_pair_set set = {0};
    test_memory memory;
    const gz_pair_key key = gz_pair_key_of(3, 2);
    test_memory_begin(&memory, 0);
    assert_true(gz_pair_set_reserve(&set, 1));
    gz_pair_set_insert(&set, &key, 1);
    size_t capacity = set.capacity;
    memory.fail_at = memory.calls + 1;
    assert_false(gz_pair_set_reserve(&set, 1000));
    assert_false(gz_pair_set_reserve(&set, SIZE_MAX));
    assert_true(gz_pair_set_has(&set, gz_pair_key_of(2, 3)) && set.capacity == capacity);
    assert_true(gz_pair_set_reserve(&set, 1000));
    assert_true(gz_pair_set_has(&set, gz_pair_key_of(2, 3)));
    assert_int_equal(gz_pair_set_bytes(&set), memory.bytes);
    gz_pair_set_release(&set);
    assert_int_equal(memory.blocks, 0);
    test_memory_end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_there_until_removed),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("pair set", tests, NULL, NULL);
}
