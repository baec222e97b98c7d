/* SPDX-License-Identifier: MIT
 * The sieve of small solids gives the same bits with every kind of vectors that the machine has: on
 * random hulls of 4 to 64 facets, all that it finds is compared with what the baseline finds. */
#include "convex/compact_sieve.c" /* for its kernels */
#include "harness.h"
#include "oracle/random_shape.h"

static graze_shape *random_hull(graze_random *random) {
    graze_vec3 points[40];
    size_t count = 4 + graze_random_bits(random) % 37;
    graze_shape *shape = NULL;
    for (size_t i = 0; i < count; ++i) {
        graze_vec3 v = random_vector(1, random);
        points[i] = graze_vec3_scale(v, 1 / (graze_vec3_length(v) + (graze_real)0.01));
    }
    assert_int_equal(graze_shape_polytope(points, count, sizeof *points, &shape), GRAZE_OK);
    return shape;
}

typedef struct sieve_case {
    const gz_facets *facets[2];
    slim3 columns[3], shift, lead[2];
    float limit, slack;
} sieve_case;

static slim3 slim(graze_vec3 v) { return (slim3){(float)v.x, (float)v.y, (float)v.z}; }

static void make_case(const gz_facets *a, const gz_facets *b, graze_random *random, sieve_case *c) {
    graze_pose pose = random_pose(RANDOM_POSE_RIGID, 1, random);
    c->facets[0] = a;
    c->facets[1] = b;
    for (int i = 0; i < 3; ++i) c->columns[i] = slim(pose.basis.col[i]);
    c->shift = slim(random_vector(1, random));
    for (int i = 0; i < 2; ++i) c->lead[i] = slim(random_vector(1, random));
    c->limit = (float)graze_random_uniform(random, 0, 1) * (graze_random_bits(random) % 4 == 0 ? 4 : 1);
    c->slack = graze_random_bits(random) % 2 ? 1e-5f : 0.1f;
}

enum { LOOKS = 12 };
typedef struct sieve_result {
    gz_compact_depth reach, looks[LOOKS];
    uint32_t least[LOOKS], count;
    float bound[LOOKS + 1];
    uint8_t edges[GZ_COMPACT_EDGES + 8];
} sieve_result;

static void run(const gz_compact_kernel *kernel, const sieve_case *c, gz_compact_sieve *sieve,
                sieve_result *out) {
    memset(out, 0, sizeof *out);
    sieve->facets = c->facets[0];
    sieve->other = c->facets[1];
    sieve->columns = c->columns;
    sieve->shift = &c->shift;
    sieve->probe_count = GZ_COMPACT_SAMPLES;
    kernel->reach(c->facets[0]->compact, &c->lead[1], c->slack, &out->reach);
    kernel->open(sieve, &c->lead[0], c->limit);
    for (int i = 0;; ++i) {
        out->bound[i] = sieve->least_bound;
        if (i == LOOKS || !(sieve->least_bound < c->limit)) break;
        out->least[i] = sieve->least; /* which is any if there is none left */
        kernel->look(sieve, c->slack, &out->looks[i]);
    }
    out->count = kernel->edges(sieve, &c->lead[1], c->limit / 2, out->edges);
    memset(out->edges + out->count + 8, 0, GZ_COMPACT_EDGES - out->count); /* anything is there */
}

static void compare(const gz_compact_kernel *kernel) {
    uint64_t seed = test_seed(4711);
    graze_random random = graze_random_seed(seed);
    static gz_compact_sieve sieve;
    for (long i = 0, cases = test_count(15000); i < cases; ++i) {
        graze_shape *a = random_hull(&random), *b = random_hull(&random);
        gz_few_facets few;
        const gz_facets *of_a = gz_polytope_facets(a, &few), *of_b = gz_polytope_facets(b, &few);
        for (int k = 0; k < 8 && of_a->compact && of_b->compact; ++k) {
            sieve_case c;
            sieve_result expected, found;
            make_case(of_a, of_b, &random, &c);
            run(&baseline, &c, &sieve, &expected);
            run(kernel, &c, &sieve, &found);
            TEST_CHECK(memcmp(&expected, &found, sizeof found) == 0, seed, i, "%u and %u edges listed",
                       expected.count, found.count);
        }
        graze_shape_release(a);
        graze_shape_release(b);
    }
}

static void avx2_equals_the_baseline(void **state) {
    (void)state;
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) compare(&avx2);
#endif
}

static void avx512_equals_the_baseline(void **state) {
    (void)state;
#if defined(GZ_HAVE_AVX512)
    if (gz_simd_has_avx512()) compare(&avx512);
#endif
}

static void the_machine_gets_one_of_them(void **state) {
    (void)state;
    assert_non_null(gz_compact_choose()->reach);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avx2_equals_the_baseline),
        cmocka_unit_test(avx512_equals_the_baseline),
        cmocka_unit_test(the_machine_gets_one_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
