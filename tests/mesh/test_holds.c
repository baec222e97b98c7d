/* SPDX-License-Identifier: MIT
 * Points in solids (N3): the winding number by solid angles, summed in long double, tells the same
 * wherever it is clear; rays that pass through vertices and edges included. */
#include <math.h>

#include "harness.h"

enum { ROUND = 12, ACROSS = 9, VERTICES = ROUND * ACROSS, TRIANGLES = 2 * VERTICES };

typedef struct ring {
    graze_vec3 vertices[VERTICES];
    uint32_t indices[3 * TRIANGLES];
    graze_shape *shape;
} ring;

/* A ring round z, its corners on a lattice of 1/8 so that many share coordinates with the points asked
 * for. */
static void make_ring(ring *r, graze_random *random) {
    graze_real bump = (graze_real)0.5 * (graze_real)(graze_random_bits(random) % 2);
    for (int i = 0; i < ROUND; ++i)
        for (int k = 0; k < ACROSS; ++k) {
            double a = 2 * 3.14159265358979 * i / ROUND, b = 2 * 3.14159265358979 * k / ACROSS;
            double away = 3 + (1 + (double)bump * (i % 2)) * cos(b);
            graze_vec3 *v = &r->vertices[i * ACROSS + k];
            v->x = (graze_real)(round(8 * away * cos(a)) / 8);
            v->y = (graze_real)(round(8 * away * sin(a)) / 8);
            v->z = (graze_real)(round(8 * sin(b)) / 8);
        }
    uint32_t *at = r->indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t k = 0; k < ACROSS; ++k) {
            uint32_t a = i * ACROSS + k, b = (i + 1) % ROUND * ACROSS + k;
            uint32_t c = i * ACROSS + (k + 1) % ACROSS, d = (i + 1) % ROUND * ACROSS + (k + 1) % ACROSS;
            const uint32_t corners[6] = {a, b, d, a, d, c};
            memcpy(at, corners, sizeof corners);
            at += 6;
        }
    graze_vertices vertices = {r->vertices, VERTICES, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {
        .kind = GRAZE_PRIMITIVE_TRIANGLE, .count = TRIANGLES, .indices = r->indices};
    graze_mesh_options solid = {.nature = GRAZE_MESH_SOLID};
    assert_int_equal(graze_shape_mesh(&vertices, &group, 1, &solid, NULL, &r->shape), GRAZE_OK);
}

/* Van Oosterom and Strackee: tan(angle / 2) = triple product over a sum of products. */
static long double solid_angle(const ring *r, uint32_t triangle, graze_vec3 p) {
    long double v[3][3], length[3];
    for (int k = 0; k < 3; ++k) {
        graze_vec3 q = r->vertices[r->indices[3 * triangle + (uint32_t)k]];
        v[k][0] = (long double)q.x - p.x, v[k][1] = (long double)q.y - p.y,
        v[k][2] = (long double)q.z - p.z;
        length[k] = sqrtl(v[k][0] * v[k][0] + v[k][1] * v[k][1] + v[k][2] * v[k][2]);
    }
    long double dot[3];
    for (int k = 0; k < 3; ++k) {
        const long double *a = v[k], *b = v[(k + 1) % 3];
        dot[k] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    long double triple = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
                         v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                         v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    long double under = length[0] * length[1] * length[2] + dot[0] * length[2] + dot[1] * length[0] +
                        dot[2] * length[1];
    return 2 * atan2l(triple, under);
}

/* How often the surface goes round the point; far from a whole number on the surface. */
static double winding(const ring *r, graze_vec3 p) {
    long double sum = 0;
    for (uint32_t t = 0; t < TRIANGLES; ++t) sum += solid_angle(r, t, p);
    return (double)(sum / (4 * 3.141592653589793238462643L));
}

static graze_real coordinate(graze_random *random, double most, bool lattice) {
    double x = ((double)(graze_random_bits(random) >> 11) * 0x1p-53 * 2 - 1) * most;
    return (graze_real)(lattice ? round(8 * x) / 8 : x);
}

static void points_in_rings(void **state) {
    (void)state;
    uint64_t seed = test_seed(803);
    graze_random random = graze_random_seed(seed);
    long inside = 0, clear = 0, count = test_count(20000);
    ring r = {.shape = NULL};
    for (long n = 0; n < count; ++n) {
        if (n % 1000 == 0) {
            graze_shape_release(r.shape);
            make_ring(&r, &random);
        }
        bool lattice = n % 2 == 0, holds = false;
        graze_vec3 p = {coordinate(&random, 4.5, lattice), coordinate(&random, 4.5, lattice),
                        coordinate(&random, 1.2, lattice)};
        double times = winding(&r, p), whole = round(times);
        assert_int_equal(graze_shape_contains(r.shape, p, &holds), GRAZE_OK);
        if (fabs(times - whole) > 1e-9) continue; /* on the surface, or next to it */
        ++clear;
        inside += holds;
        TEST_CHECK(holds == (whole != 0), seed, n, "(%g %g %g): %d, but %g times round", (double)p.x,
                   (double)p.y, (double)p.z, holds, times);
    }
    graze_shape_release(r.shape);
    assert_true(clear > count / 2);
    if (count >= 1000) assert_in_range(inside, clear / 10, clear * 9 / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_in_rings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
