/* SPDX-License-Identifier: MIT
 * The meshes of the experiments of tables 5.4 to 5.6 (H6, H8, B:4431-4525): a torus of 5,000 triangles
 * and, in place of the bunny, a bumpy sphere of 69,620; and placements. Plain C, so that programs
 * around other libraries, in C or C++, ask about the same. */
#ifndef GRAZE_BENCH_MESH_MODELS_H
#define GRAZE_BENCH_MESH_MODELS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "timing.h"

typedef struct bench_model {
    const char *name;
    double distance; /* of the centres, such that 60 % of random placements meet */
    float *vertices; /* x y z */
    uint32_t *indices;
    uint32_t vertex_count, triangle_count;
} bench_model;

/* A rotation by rows and a position; the numbers are floats. */
typedef struct bench_placement {
    double turn[3][3], at[3];
} bench_placement;

static inline bench_model bench_allocate(const char *name, double distance, uint32_t vertices,
                                         uint32_t triangles) {
    bench_model m;
    m.name = name;
    m.distance = distance;
    m.vertices = (float *)malloc(vertices * 3 * sizeof(float));
    m.indices = (uint32_t *)malloc(triangles * 3 * sizeof(uint32_t));
    m.vertex_count = vertices;
    m.triangle_count = triangles;
    if (!m.vertices || !m.indices) exit(1);
    return m;
}

static inline void bench_put(bench_model *m, uint32_t i, double x, double y, double z) {
    m->vertices[3 * i] = (float)x;
    m->vertices[3 * i + 1] = (float)y;
    m->vertices[3 * i + 2] = (float)z;
}

static inline uint32_t *bench_triangle(uint32_t *at, uint32_t a, uint32_t b, uint32_t c) {
    at[0] = a;
    at[1] = b;
    at[2] = c;
    return at + 3;
}

#define BENCH_TURN 6.283185307179586

static inline bench_model bench_torus(void) {
    enum { ROUND = 50, ACROSS = 50 };
    bench_model m = bench_allocate("torus", 2.0544, ROUND * ACROSS, 2 * ROUND * ACROSS);
    uint32_t *at = m.indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t j = 0; j < ACROSS; ++j) {
            double u = BENCH_TURN * i / ROUND, v = BENCH_TURN * j / ACROSS, r = 1 + 0.4 * cos(v);
            uint32_t next = (i + 1) % ROUND * ACROSS, beside = (j + 1) % ACROSS;
            bench_put(&m, i * ACROSS + j, r * cos(u), r * sin(u), 0.4 * sin(v));
            at = bench_triangle(at, i * ACROSS + j, next + j, next + beside);
            at = bench_triangle(at, i * ACROSS + j, next + beside, i * ACROSS + beside);
        }
    return m;
}

/* Coarse spheres cut off what is between their vertices and have to be nearer to meet as often: at the
 * distance of the finest only 30 % of the coarsest would. */
static inline double bench_sphere_distance(uint32_t rings) {
    return rings <= 14 ? 2.0532 : rings <= 40 ? 2.0798 : rings <= 118 ? 2.0867 : 2.0883;
}

/* Of 2 * around * rings triangles. */
static inline bench_model bench_bumpy_sphere_of(uint32_t around, uint32_t rings) {
    bench_model m = bench_allocate("bumpy sphere", bench_sphere_distance(rings), around * rings + 2,
                                   2 * around * rings);
    uint32_t *at = m.indices, top = around * rings, bottom = top + 1;
    for (uint32_t i = 0; i < rings; ++i)
        for (uint32_t j = 0; j < around; ++j) {
            double u = BENCH_TURN / 2 * (i + 1) / (rings + 1), v = BENCH_TURN * j / around;
            double r = 1 + 0.1 * sin(6 * u) * sin(5 * v) + 0.02 * sin(23 * u + 17 * v);
            uint32_t next = (j + 1) % around;
            bench_put(&m, i * around + j, r * sin(u) * cos(v), r * sin(u) * sin(v), r * cos(u));
            if (i == 0) at = bench_triangle(at, top, j, next);
            if (i + 1 == rings) {
                at = bench_triangle(at, bottom, i * around + next, i * around + j);
                continue;
            }
            at = bench_triangle(at, i * around + j, (i + 1) * around + j, (i + 1) * around + next);
            at = bench_triangle(at, i * around + j, (i + 1) * around + next, i * around + next);
        }
    bench_put(&m, top, 0, 0, 1);
    bench_put(&m, bottom, 0, 0, -1);
    return m;
}

static inline bench_model bench_bumpy_sphere(void) { return bench_bumpy_sphere_of(295, 118); }

/* -- placements -- */

static inline double bench_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0; /* 2^53; C++14 has no hexadecimal ones */
}

/* A random rotation by Shoemake's method, and the centre at a distance in a random direction. */
static inline bench_placement bench_place(uint64_t *state, double distance) {
    double s = bench_random(state), p = BENCH_TURN * bench_random(state),
           q = BENCH_TURN * bench_random(state);
    double x = sqrt(1 - s) * sin(p), y = sqrt(1 - s) * cos(p), z = sqrt(s) * sin(q),
           w = sqrt(s) * cos(q);
    const double turn[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                               {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                               {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    double up = 2 * bench_random(state) - 1, angle = BENCH_TURN * bench_random(state);
    double flat = sqrt(1 - up * up);
    const double at[3] = {distance * flat * cos(angle), distance * flat * sin(angle), distance * up};
    bench_placement out;
    volatile float rounded; /* gcc 12 leaves out roundings that stand side by side */
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out.turn[i][j] = (double)(rounded = (float)turn[i][j]);
        out.at[i] = (double)(rounded = (float)at[i]);
    }
    return out;
}

/* Two placements of each pair: A around the origin, B at the distance. */
static inline bench_placement *bench_placements(uint32_t pairs, double distance) {
    bench_placement *all = (bench_placement *)malloc(2 * pairs * sizeof *all);
    uint64_t state = UINT64_C(88172645463325252);
    if (!all) exit(1);
    for (uint32_t i = 0; i < pairs; ++i) {
        all[2 * i] = bench_place(&state, 0);
        all[2 * i + 1] = bench_place(&state, distance);
    }
    return all;
}

#endif
