/* SPDX-License-Identifier: MIT */
#include "base/id_pool.h"
#include "harness.h"

static void ids_know_when_they_are_stale(void **state) {
    (void)state;
    gz_id_pool pool;
    gz_id_pool_init(&pool, 4095);
    assert_true(gz_id_pool_reserve(&pool, 3));
    uint32_t a = gz_id_pool_take(&pool), b = gz_id_pool_take(&pool);
    uint64_t first = gz_id_of(&pool, a), second = gz_id_of(&pool, b);
    assert_true(a == 0 && b == 1 && first && second && first != second);
    assert_true(gz_id_index(&pool, first) == a && gz_id_index(&pool, second) == b);
    gz_id_pool_retire(&pool, a);
    assert_true(gz_id_index(&pool, first) == GZ_ID_NONE && gz_id_of(&pool, a) == first);
    gz_id_pool_revive(&pool, a);
    assert_true(gz_id_index(&pool, first) == a);
    gz_id_pool_retire(&pool, a);
    assert_int_equal(gz_id_pool_take(&pool), 2); /* a is not free yet */
    gz_id_pool_free(&pool, a);
    assert_int_equal(gz_id_pool_take(&pool), a);
    assert_true(gz_id_of(&pool, a) != first && gz_id_index(&pool, first) == GZ_ID_NONE);
    assert_true(gz_id_index(&pool, 0) == GZ_ID_NONE && gz_id_index(&pool, UINT64_MAX) == GZ_ID_NONE);
    assert_true(gz_id_index(&pool, second ^ UINT64_C(1) << 60) == GZ_ID_NONE); /* another tag */
    gz_id_pool_release(&pool);
}

/* An index whose generations are used up is left alone, so that no old id ever fits again. */
static void generations_end(void **state) {
    (void)state;
    gz_id_pool pool;
    gz_id_pool_init(&pool, 0);
    assert_true(gz_id_pool_reserve(&pool, 2));
    uint64_t first = 0;
    long lives = 0;
    for (uint32_t index = 0; index == 0; ++lives) {
        index = gz_id_pool_take(&pool);
        uint64_t id = gz_id_of(&pool, index);
        if (lives == 0) first = id;
        assert_true(gz_id_index(&pool, id) == index && (lives == 0 || id != first));
        gz_id_pool_retire(&pool, index);
        gz_id_pool_free(&pool, index);
    }
    assert_int_equal(lives, (1 << 19) + 1);
    gz_id_pool_release(&pool);
}

static void memory_may_run_out(void **state) {
    (void)state;
    for (long fail_at = 1; fail_at <= 2; ++fail_at) {
        gz_id_pool pool;
        test_memory memory;
        gz_id_pool_init(&pool, 1);
        test_memory_begin(&memory, 0);
        assert_true(gz_id_pool_reserve(&pool, 4));
        uint32_t index = gz_id_pool_take(&pool);
        uint64_t id = gz_id_of(&pool, index);
        memory.fail_at = memory.calls + fail_at;
        assert_false(gz_id_pool_reserve(&pool, 100));
        assert_true(gz_id_index(&pool, id) == index && pool.capacity == 4);
        assert_false(gz_id_pool_reserve(&pool, SIZE_MAX));
        assert_true(gz_id_pool_reserve(&pool, 100));
        assert_true(gz_id_index(&pool, id) == index);
        gz_id_pool_release(&pool);
        assert_int_equal(memory.blocks, 0);
        test_memory_end();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_know_when_they_are_stale),
        cmocka_unit_test(generations_end),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("id pool", tests, NULL, NULL);
}
