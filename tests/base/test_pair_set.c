/* SPDX-License-Identifier: MIT */
#include "base/pair_set.h"
#include "harness.h"

enum { INDICES = 64 };

/* Random insertions and removals against a table of all pairs. */
static void pairs_are_found_until_removed(void **state) {
    (void)state;
    uint64_t seed = test_seed(30);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(50); ++n) {
        bool in[INDICES][INDICES] = {{false}};
        gz_pair_set set = {0};
        size_t count = 0;
        uint32_t far = n % 2 ? UINT32_MAX - INDICES : 0; /* large indices, too */
        for (int step = 0; step < 4000; ++step) {
            uint32_t a = (uint32_t)(graze_random_bits(&random) % INDICES),
                     b = (uint32_t)(graze_random_bits(&random) % INDICES);
            if (a >= b) continue;
            gz_pair_key key = gz_pair_key_of(far + b, far + a);
            TEST_CHECK(gz_pair_set_has(&set, key) == in[a][b], seed, n, "step %d", step);
            assert_true(gz_pair_lower(key) == far + a && gz_pair_higher(key) == far + b);
            if (in[a][b]) {
                gz_pair_set_remove(&set, key);
            } else {
                assert_true(gz_pair_set_reserve(&set, set.count + 1));
                gz_pair_set_insert(&set, key);
            }
            in[a][b] = !in[a][b];
            count = in[a][b] ? count + 1 : count - 1;
            assert_int_equal(set.count, count);
        }
        for (size_t i = 0; i < set.count; ++i) {
            bool *listed = &in[gz_pair_lower(set.at[i]) - far][gz_pair_higher(set.at[i]) - far];
            assert_true(*listed && gz_pair_set_has(&set, set.at[i]));
            *listed = false;
        }
        gz_pair_set_release(&set);
    }
}

/* The list is a matter of history alone, not of how the table grew. */
static void order_depends_on_history_alone(void **state) {
    (void)state;
    gz_pair_set a = {0}, b = {0};
    graze_random random = graze_random_seed(31);
    assert_true(gz_pair_set_reserve(&a, 5000));
    for (int step = 0; step < 3000; ++step) {
        uint32_t low = (uint32_t)(graze_random_bits(&random) % 50);
        gz_pair_key key = gz_pair_key_of(low, low + 1 + (uint32_t)(graze_random_bits(&random) % 50));
        bool there = gz_pair_set_has(&a, key);
        assert_true(gz_pair_set_has(&b, key) == there);
        if (!there) assert_true(gz_pair_set_reserve(&b, b.count + 1));
        (there ? gz_pair_set_remove : gz_pair_set_insert)(&a, key);
        (there ? gz_pair_set_remove : gz_pair_set_insert)(&b, key);
    }
    assert_true(a.count == b.count && a.count > 100);
    assert_memory_equal(a.at, b.at, a.count * sizeof *a.at);
    gz_pair_set_release(&a);
    gz_pair_set_release(&b);
}

static void memory_may_run_out(void **state) {
    (void)state;
    for (long fail_at = 1; fail_at <= 2; ++fail_at) {
        gz_pair_set set = {0};
        test_memory memory;
        test_memory_begin(&memory, 0);
        assert_true(gz_pair_set_reserve(&set, 1));
        gz_pair_set_insert(&set, gz_pair_key_of(3, 2));
        size_t capacity = set.capacity;
        memory.fail_at = memory.calls + fail_at;
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
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_found_until_removed),
        cmocka_unit_test(order_depends_on_history_alone),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("pair set", tests, NULL, NULL);
}
