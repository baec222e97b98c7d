/* SPDX-License-Identifier: MIT
 * The vectors of this machine. */
#include "base/simd_checks.h"

#if defined(GZ_HAVE_AVX2)
SIMD_CHECK_TYPE(check_f32x8, GZ_TARGET_AVX2, gz_f32x8, float, 8, sqrtf)
SIMD_CHECK_FLAGS(check_f32x8_flags, GZ_TARGET_AVX2, gz_f32x8, 8)
SIMD_CHECK_TYPE(check_f64x4_avx2, GZ_TARGET_AVX2, gz_f64x4_avx2, double, 4, sqrt)
SIMD_CHECK_THREES(check_f64x4_avx2_threes, GZ_TARGET_AVX2, gz_f64x4_avx2)
#endif

static void avx2_equals_scalars(void **state) {
    (void)state;
    if (!gz_simd_has_avx2()) skip();
#if defined(GZ_HAVE_AVX2)
    check_f32x8();
    check_f32x8_flags();
    check_f64x4_avx2();
    check_f64x4_avx2_threes();
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_floats_equal_scalars),
        cmocka_unit_test(two_and_four_doubles_equal_scalars),
        cmocka_unit_test(avx2_equals_scalars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
