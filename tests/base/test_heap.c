/* SPDX-License-Identifier: MIT */
#include "base/heap.h"
#include "harness.h"

static int by_key_then_value(const void *a, const void *b) {
    const gz_heap_entry *p = a, *q = b;
    if (p->key != q->key) return p->key > q->key ? -1 : 1;
    return p->value < q->value ? -1 : p->value > q->value;
}

static void an_empty_heap_has_no_top(void **state) {
    (void)state;
    gz_heap heap = {0};
    gz_heap_entry top;
    assert_false(gz_heap_pop(&heap, &top));
    assert_true(gz_heap_push(&heap, 1, 7));
    assert_true(gz_heap_pop(&heap, &top));
    assert_int_equal(top.value, 7);
    assert_false(gz_heap_pop(&heap, &top));
    gz_heap_release(&heap);
}

/* Pushes and pops in random order against a sorted copy; many equal keys. */
static void entries_come_out_in_the_order_of_a_sort(void **state) {
    (void)state;
    enum { COUNT = 500 };
    uint64_t seed = test_seed(20);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(200); ++number) {
        gz_heap heap = {0};
        gz_heap_entry entries[COUNT], top;
        size_t count = 1 + graze_random_bits(&random) % COUNT;
        for (size_t i = 0; i < count; ++i) {
            entries[i].key = (double)(graze_random_bits(&random) % 100) - 50;
            entries[i].value = graze_random_bits(&random) % 1000;
            assert_true(gz_heap_push(&heap, entries[i].key, entries[i].value));
        }
        qsort(entries, count, sizeof *entries, by_key_then_value);
        size_t first = count / 2; /* pop half, push them again, pop all */
        for (size_t i = 0; i < first; ++i) assert_true(gz_heap_pop(&heap, &top));
        for (size_t i = first; i-- > 0;)
            assert_true(gz_heap_push(&heap, entries[i].key, entries[i].value));
        for (size_t i = 0; i < count; ++i) {
            assert_true(gz_heap_pop(&heap, &top));
            TEST_CHECK(top.key == entries[i].key && top.value == entries[i].value, seed, number,
                       "entry %zu of %zu is (%g, %llu)", i, count, top.key,
                       (unsigned long long)top.value);
        }
        assert_false(gz_heap_pop(&heap, &top));
        gz_heap_release(&heap);
    }
}

static graze_status push_many(void *context) {
    (void)context;
    gz_heap heap = {0};
    bool ok = true;
    for (uint64_t i = 0; i < 100 && ok; ++i) ok = gz_heap_push(&heap, (double)i, i);
    gz_heap_release(&heap);
    return ok ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

static void running_out_of_memory_leaves_nothing_behind(void **state) {
    (void)state;
    assert_true(test_every_allocation_failure(push_many, NULL) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_heap_has_no_top),
        cmocka_unit_test(entries_come_out_in_the_order_of_a_sort),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
