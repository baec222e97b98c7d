/* SPDX-License-Identifier: MIT
 * U1, scanning: all kernels give the lowest index of the largest dot product, and agree. */
#include "base/memory.h"
#include "harness.h"
#include "math/argmax.h"
#include "math/rise.h"

#include <gmp.h>

/* Points of a small grid have many exact ties; others have none. */
static vec3 random_point(graze_random *random, bool grid) {
    if (!grid) return graze_random_direction(random);
    uint64_t bits = graze_random_bits(random);
    return vec3_make((real)((int)(bits % 5) - 2), (real)((int)(bits >> 8) % 5 - 2),
                     (real)((int)(bits >> 16) % 3 - 1));
}

static vec3 random_grid_direction(graze_random *random) {
    uint64_t bits = graze_random_bits(random);
    return vec3_make((real)((int)(bits % 3) - 1), (real)((int)(bits >> 8 & 3) - 1),
                     (real)((int)(bits >> 16 & 3) - 2));
}

static uint32_t first_largest(const gz_cloud *cloud, uint32_t count, vec3 v) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; ++i)
        if (vec3_dot(gz_cloud_point(cloud, i), v) > vec3_dot(gz_cloud_point(cloud, best), v)) best = i;
    return best;
}

static void all_kernels_agree_on_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(4711));
    graze_random random = graze_random_seed(seed);
    gz_argmax_kernel kernels[GZ_ARGMAX_KERNELS];
    int kernel_count = gz_argmax_list(kernels);
    assert_true(kernel_count >= 2);
    vec3 points[700];
    long directions = test_count(200);
    for (uint32_t count = 1; count <= 700; count += count < 70 ? 1 : 63) {
        bool grid = count % 2 == 0;
        for (uint32_t i = 0; i < count; ++i) points[i] = random_point(&random, grid);
        void *block = gz_allocate(gz_cloud_bytes(count));
        assert_non_null(block);
        vec3 center = vec3_make((real)0.25, (real)-0.5, 3);
        gz_cloud cloud = gz_cloud_make(block, points, count, center);
        for (long n = 0; n < directions; ++n) {
            vec3 v = grid ? random_grid_direction(&random) : graze_random_direction(&random);
            uint32_t expected = first_largest(&cloud, count, v);
            for (int k = 0; k < kernel_count; ++k) {
                uint32_t found = kernels[k].scan(&cloud, v.x, v.y, v.z);
                TEST_CHECK(found == expected, seed, n, "%s: %u of %u, expected %u", kernels[k].name,
                           found, count, expected);
            }
        }
        gz_release(block, gz_cloud_bytes(count));
    }
}

/* The sign of v . (q - p) in rationals. */
static int rise_in_rationals(vec3 v, vec3 p, vec3 q) {
    mpq_t sum, term, from;
    mpq_inits(sum, term, from, NULL);
    for (int i = 0; i < 3; ++i) {
        mpq_set_d(term, (double)graze_vec3_get(q, i));
        mpq_set_d(from, (double)graze_vec3_get(p, i));
        mpq_sub(term, term, from);
        mpq_set_d(from, (double)graze_vec3_get(v, i));
        mpq_mul(term, term, from);
        mpq_add(sum, sum, term);
    }
    int sign = mpq_sgn(sum);
    mpq_clears(sum, term, from, NULL);
    return sign;
}

/* Points nearly or exactly level along v, of all sizes: the filter must never decide wrongly. */
static void rises_are_decided_exactly(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(815));
    graze_random random = graze_random_seed(seed);
    long signs[3] = {0, 0, 0};
    const real sizes[] = {1, (real)1e-30, (real)1e9, (real)1e-19};
    for (long n = 0; n < test_count(200000); ++n) {
        vec3 v = graze_random_direction(&random), p = graze_random_direction(&random);
        if (n % 3 == 0) v = random_grid_direction(&random), p = random_point(&random, true);
        /* q = p + a step across v, rounded */
        vec3 across =
            vec3_cross(v, n % 3 ? graze_random_direction(&random) : random_point(&random, true));
        v = vec3_scale(v, sizes[n % 4] < 1 ? (real)1e-11 : 1);
        p = vec3_scale(p, sizes[n / 4 % 4]);
        vec3 q = vec3_add_scaled(p, sizes[n / 4 % 4] * (n % 5 ? 1 : (real)1e-6), across);
        int expected = rise_in_rationals(v, p, q);
        signs[expected + 1]++;
        TEST_CHECK(gz_rises(v, p, q) == (expected > 0), seed, n, "rises, expected sign %d", expected);
        TEST_CHECK(gz_rises(v, q, p) == (expected < 0), seed, n, "falls, expected sign %d", expected);
        TEST_CHECK(gz_rise_exact(v, p, q) == expected, seed, n, "exact sign, expected %d", expected);
    }
    if (test_count(1000) >= 100)
        for (int i = 0; i < 3; ++i) assert_true(signs[i] > test_count(200000) / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kernels_agree_on_every_size),
        cmocka_unit_test(rises_are_decided_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
