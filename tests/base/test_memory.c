/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "harness.h"

static void sizes_that_overflow_are_refused(void **state) {
    (void)state;
    assert_null(gz_allocate_array(SIZE_MAX / 2, 3));
    assert_null(gz_allocate(0));
    gz_release(NULL, 0);
}

static void an_incomplete_allocator_is_refused(void **state) {
    (void)state;
    graze_allocator incomplete = {NULL, NULL, NULL};
    assert_int_equal(graze_set_allocator(&incomplete), GRAZE_INVALID_ARGUMENT);
}

static void growing_keeps_the_old_elements(void **state) {
    (void)state;
    int *numbers = gz_allocate_array(3, sizeof *numbers);
    assert_non_null(numbers);
    for (int i = 0; i < 3; ++i) numbers[i] = i;
    numbers = gz_grow_array(numbers, 3, 1000, sizeof *numbers);
    assert_non_null(numbers);
    for (int i = 0; i < 3; ++i) assert_int_equal(numbers[i], i);
    gz_release(numbers, 1000 * sizeof *numbers);
}

static void every_status_has_a_text(void **state) {
    (void)state;
    for (int status = -1; status <= GRAZE_STATUS_COUNT; ++status) {
        const char *text = graze_status_text((graze_status)status);
        assert_non_null(text);
        assert_true(strlen(text) > 5);
    }
    assert_string_equal(graze_status_text((graze_status)999), "unknown status");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(an_incomplete_allocator_is_refused),
        cmocka_unit_test(growing_keeps_the_old_elements),
        cmocka_unit_test(every_status_has_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
