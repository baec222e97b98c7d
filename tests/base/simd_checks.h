/* SPDX-License-Identifier: MIT
 * Every operation of a vector type against the scalar one, lane by lane, bit by bit. Shared by
 * test_simd.c and test_simd_plain.c, which differ in what base/simd.h gives them. */
#ifndef GRAZE_TESTS_SIMD_CHECKS_H
#define GRAZE_TESTS_SIMD_CHECKS_H

#include <math.h>

#include "base/simd.h"
#include "harness.h"

/* Ordinary numbers, both zeros, infinities, NaN, denormals, the largest, and equal pairs. */
static double simd_input(graze_random *random, double least, double largest) {
    const double special[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, least, -least, largest};
    uint64_t bits = graze_random_bits(random);
    if (bits % 4 == 0) return special[(bits >> 8) % 10];
    return (double)((int64_t)(bits >> 32) % 2001 - 1000) / (double)(1 + (bits >> 8) % 7);
}

/* NaN is NaN, whatever its payload; zeros differ by their sign. */
static bool simd_same(double a, double b) {
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return a == b && !signbit(a) == !signbit(b);
}

#define SIMD_EXPECT(op, expression)                                                                    \
    for (int i = 0; i < lanes; ++i) {                                                                  \
        volatile scalar expected = (expression);                                                       \
        TEST_CHECK(simd_same((double)r[i], (double)expected), seed, n, "%s lane %d: %g, %g gave %g",   \
                   op, i, (double)a[i], (double)b[i], (double)r[i]);                                   \
    }

/* void name(void): checks type T with the given scalar and number of lanes. */
#define SIMD_CHECK_TYPE(name, target, T, scalar_type, lane_count, root)                                \
    target static void name(void) {                                                                    \
        typedef scalar_type scalar;                                                                    \
        enum { lanes = lane_count };                                                                   \
        uint64_t seed = test_seed(UINT64_C(20260101));                                                 \
        graze_random random = graze_random_seed(seed);                                                 \
        double least = sizeof(scalar) == 4 ? 0x1p-149 : 0x1p-1074;                                     \
        double largest = sizeof(scalar) == 4 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;                \
        for (long n = 0; n < test_count(100000); ++n) {                                                \
            _Alignas(64) scalar a[lanes], b[lanes], r[lanes];                                          \
            for (int i = 0; i < lanes; ++i) a[i] = (scalar)simd_input(&random, least, largest);        \
            for (int i = 0; i < lanes; ++i)                                                            \
                b[i] = i % 3 ? (scalar)simd_input(&random, least, largest) : a[i];                     \
            T##_store(r, T##_add(T##_load(a), T##_load(b)));                                           \
            SIMD_EXPECT("add", a[i] + b[i])                                                            \
            T##_store(r, T##_sub(T##_load(a), T##_load(b)));                                           \
            SIMD_EXPECT("sub", a[i] - b[i])                                                            \
            T##_store(r, T##_mul(T##_load(a), T##_load(b)));                                           \
            SIMD_EXPECT("mul", a[i] * b[i])                                                            \
            T##_store(r, T##_div(T##_load(a), T##_load(b)));                                           \
            SIMD_EXPECT("div", a[i] / b[i])                                                            \
            T##_store(r, T##_sqrt(T##_load(a)));                                                       \
            SIMD_EXPECT("sqrt", root(a[i]))                                                            \
            T##_store(r, T##_min(T##_load(a), T##_load(b)));                                           \
            SIMD_EXPECT("min", b[i] < a[i] ? b[i] : a[i])                                              \
            T##_store(r, T##_max(T##_load(a), T##_load(b)));                                           \
            SIMD_EXPECT("max", b[i] > a[i] ? b[i] : a[i])                                              \
            T##_store(r, T##_splat(a[0]));                                                             \
            SIMD_EXPECT("splat", a[0])                                                                 \
            int equal = T##_equal_bits(T##_load(a), T##_load(b));                                      \
            int less = T##_less_bits(T##_load(a), T##_load(b));                                        \
            for (int i = 0; i < lanes; ++i) {                                                          \
                TEST_CHECK((equal >> i & 1) == (a[i] == b[i]), seed, n, "equal lane %d", i);           \
                TEST_CHECK((less >> i & 1) == (a[i] < b[i]), seed, n, "less lane %d", i);              \
            }                                                                                          \
            assert_int_equal(equal >> lanes, 0);                                                       \
            assert_int_equal(less >> lanes, 0);                                                        \
        }                                                                                              \
    }

/* void name(void): what types of float have beside. */
#define SIMD_CHECK_FLAGS(name, target, T, lanes)                                                       \
    target static void name(void) {                                                                    \
        uint64_t seed = test_seed(UINT64_C(20260102));                                                 \
        graze_random random = graze_random_seed(seed);                                                 \
        for (long n = 0; n < test_count(100000); ++n) {                                                \
            _Alignas(64) float a[lanes], b[lanes], flag[lanes], r[lanes];                              \
            uint8_t bytes[lanes], at[lanes];                                                           \
            for (int i = 0; i < lanes; ++i) {                                                          \
                a[i] = (float)simd_input(&random, 0x1p-149, 0x1.fffffep127);                           \
                b[i] = i % 3 ? (float)simd_input(&random, 0x1p-149, 0x1.fffffep127) : a[i];            \
                flag[i] = (float)(graze_random_bits(&random) >> 56);                                   \
                at[i] = (uint8_t)(graze_random_bits(&random) % (lanes / 2));                           \
            }                                                                                          \
            T##_store(r, T##_when_less(T##_load(a), T##_load(b), T##_load(flag)));                     \
            T##_store_bytes(bytes, T##_load(flag));                                                    \
            for (int i = 0; i < lanes; ++i) {                                                          \
                float expected = a[i] < b[i] ? flag[i] : 0;                                            \
                TEST_CHECK(simd_same((double)r[i], (double)expected), seed, n, "when_less lane %d",    \
                           i);                                                                         \
                TEST_CHECK((float)bytes[i] == flag[i], seed, n, "byte %d of %g", i, (double)flag[i]);  \
            }                                                                                          \
            int8_t whole[lanes];                                                                       \
            for (int i = 0; i < lanes; ++i) whole[i] = (int8_t)(bytes[i] - 128);                       \
            T##_store(r, T##_of_bytes(whole));                                                         \
            for (int i = 0; i < lanes; ++i)                                                            \
                TEST_CHECK(r[i] == flag[i] - 128, seed, n, "of_bytes lane %d", i);                     \
            T spread[4];                                                                               \
            float many[lanes + 2];                                                                     \
            for (int i = 0; i < lanes + 2; ++i) many[i] = flag[i % lanes] + (float)i;                  \
            T##_quads(many, at, 2, spread);                                                            \
            for (int k = 0; k < 4; ++k) {                                                              \
                T##_store(r, spread[k]);                                                               \
                for (int i = 0; i < lanes; ++i)                                                        \
                    TEST_CHECK(r[i] == many[at[i] * 2 + k], seed, n, "spread %d lane %d", k, i);       \
            }                                                                                          \
        }                                                                                              \
    }

/* void name(void): what types of four doubles have beside. */
#define SIMD_CHECK_THREES(name, target, T)                                                             \
    target static void name(void) {                                                                    \
        uint64_t seed = test_seed(UINT64_C(20260103));                                                 \
        graze_random random = graze_random_seed(seed);                                                 \
        for (long n = 0; n < test_count(100000); ++n) {                                                \
            enum { lanes = 4 };                                                                        \
            typedef double scalar;                                                                     \
            _Alignas(32) double a[lanes], b[lanes], c[lanes], r[lanes];                                \
            for (int i = 0; i < lanes; ++i) {                                                          \
                a[i] = simd_input(&random, 0x1p-1074, 0x1.fffffffffffffp1023);                         \
                b[i] = i % 3 ? simd_input(&random, 0x1p-1074, 0x1.fffffffffffffp1023) : a[i];          \
                c[i] = simd_input(&random, 0x1p-1074, 0x1.fffffffffffffp1023);                         \
            }                                                                                          \
            T##_store(r, T##_when_less(T##_load(a), T##_load(b), T##_load(c)));                        \
            SIMD_EXPECT("when_less", a[i] < b[i] ? c[i] : 0)                                           \
            T##_store(r, T##_choose_less(T##_load(a), T##_load(b), T##_load(c), T##_load(a)));         \
            SIMD_EXPECT("choose_less", a[i] < b[i] ? c[i] : a[i])                                      \
            T##_store(r, T##_make(a[0], a[1], a[2], a[3]));                                            \
            SIMD_EXPECT("make", a[i])                                                                  \
            T##_store(r, T##_abs(T##_load(a)));                                                        \
            SIMD_EXPECT("abs", fabs(a[i]))                                                             \
            T##_store(r, T##_turned(T##_load(a)));                                                     \
            SIMD_EXPECT("turned", i == 3 ? a[3] : a[(i + 1) % 3])                                      \
            T##_store(r, T##_sums(T##_load(a), T##_load(b), T##_load(c)));                             \
            const double *sums[] = {a, b, c, r};                                                       \
            SIMD_EXPECT("sums", i == 3 ? r[3] : (sums[i][0] + sums[i][1]) + sums[i][2])                \
        }                                                                                              \
    }

SIMD_CHECK_TYPE(check_f32x4, , gz_f32x4, float, 4, sqrtf)
SIMD_CHECK_FLAGS(check_f32x4_flags, , gz_f32x4, 4)
SIMD_CHECK_TYPE(check_f64x2, , gz_f64x2, double, 2, sqrt)
SIMD_CHECK_TYPE(check_f64x4, , gz_f64x4, double, 4, sqrt)
SIMD_CHECK_THREES(check_f64x4_threes, , gz_f64x4)

/* Lanes that change their places. */
static void check_places(void) {
    _Alignas(16) const float a[5] = {9, 1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
    _Alignas(16) const double c[3] = {9, 1, 2}, d[2] = {5, 6};
    _Alignas(16) float r[4];
    _Alignas(16) double s[2];
    gz_f32x4 x = gz_f32x4_take(a + 1), y = gz_f32x4_load(b);
    gz_f64x2 u = gz_f64x2_take(c + 1), v = gz_f64x2_load(d);
    const gz_f32x4 floats[] = {gz_f32x4_lows(x, y),         gz_f32x4_highs(x, y),
                               gz_f32x4_first_halves(x, y), gz_f32x4_second_halves(x, y),
                               gz_f32x4_repeat(x, 0),       gz_f32x4_repeat(x, 1),
                               gz_f32x4_repeat(x, 2),       gz_f32x4_repeat(x, 3)};
    const gz_f64x2 doubles[] = {gz_f64x2_lows(u, v), gz_f64x2_highs(u, v), gz_f64x2_repeat(u, 0),
                                gz_f64x2_repeat(u, 1)};
    const float float_lanes[8][4] = {{1, 5, 2, 6}, {3, 7, 4, 8}, {1, 2, 5, 6}, {3, 4, 7, 8},
                                     {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}, {4, 4, 4, 4}};
    const double double_lanes[4][2] = {{1, 5}, {2, 6}, {1, 1}, {2, 2}};
    for (int k = 0; k < 8; ++k) {
        gz_f32x4_store(r, floats[k]);
        assert_memory_equal(r, float_lanes[k], sizeof r);
    }
    for (int k = 0; k < 4; ++k) {
        gz_f64x2_store(s, doubles[k]);
        assert_memory_equal(s, double_lanes[k], sizeof s);
    }
    assert_true(gz_f32x4_low(x) == 1 && gz_f64x2_low(u) == 1);
}

/* Three numbers from any place, with a zero behind; and doubles that round to float. */
static void check_three(void) {
    char room[1 + 3 * sizeof(double)];
    const float floats[4] = {1, 2, 3, 0};
    const double doubles[4] = {1, 2, 3, 0};
    _Alignas(16) float r[4];
    _Alignas(16) double s[4];
    memcpy(room + 1, floats, 3 * sizeof *floats);
    gz_f32x4_store(r, gz_f32x4_three(room + 1));
    assert_memory_equal(r, floats, sizeof r);
    memcpy(room + 1, doubles, 3 * sizeof *doubles);
    gz_f64x4_store(s, gz_f64x4_three(room + 1));
    assert_memory_equal(s, doubles, sizeof s);
    gz_f32x4_store(r, gz_f32x4_of_doubles(gz_f64x2_make(1 + 0x1p-30, 0.1), gz_f64x2_make(1e-45, 3)));
    assert_true(r[0] == 1 && r[1] == 0.1f && r[2] == 1e-45f && r[3] == 3);
}

static void four_floats_equal_scalars(void **state) {
    (void)state;
    check_f32x4();
    check_places();
    check_three();
    check_f32x4_flags();
}

static void two_and_four_doubles_equal_scalars(void **state) {
    (void)state;
    check_f64x2();
    check_f64x4();
    check_f64x4_threes();
}

#endif
