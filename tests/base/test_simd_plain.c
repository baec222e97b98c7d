/* SPDX-License-Identifier: MIT
 * The plain C vectors, on every machine. */
#define GRAZE_NO_SIMD
#include "base/simd_checks.h"

static void plain_vectors_never_claim_avx2(void **state) {
    (void)state;
    assert_false(gz_simd_has_avx2());
    assert_string_equal(GZ_SIMD_NAME, "plain");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_floats_equal_scalars),
        cmocka_unit_test(two_and_four_doubles_equal_scalars),
        cmocka_unit_test(plain_vectors_never_claim_avx2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
