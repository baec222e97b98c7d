/* SPDX-License-Identifier: MIT
 * Meshes to test with. */
#ifndef GRAZE_TESTS_MESH_HELP_H
#define GRAZE_TESTS_MESH_HELP_H

#include "harness.h"

/* Vertices and triangles, owned. */
typedef struct test_mesh {
    graze_vec3 *vertices;
    uint32_t *indices;
    uint32_t vertex_count, triangle_count;
} test_mesh;

static inline void test_mesh_release(test_mesh *m) {
    free(m->vertices);
    free(m->indices);
}

/* A grid of rows x columns quads wrapped around both ways (a torus) with a place for each vertex. */
static inline test_mesh test_wrapped(uint32_t rows, uint32_t columns,
                                     graze_vec3 (*place)(graze_real u, graze_real v)) {
    test_mesh m = {malloc(rows * columns * sizeof(graze_vec3)),
                   malloc(rows * columns * 6 * sizeof(uint32_t)), rows * columns, 2 * rows * columns};
    const graze_real turn = (graze_real)6.283185307179586;
    for (uint32_t i = 0; i < rows; ++i)
        for (uint32_t j = 0; j < columns; ++j) {
            m.vertices[i * columns + j] = place(turn * (graze_real)i / (graze_real)rows,
                                                turn * (graze_real)j / (graze_real)columns);
            uint32_t a = i * columns + j, b = i * columns + (j + 1) % columns;
            uint32_t c = (i + 1) % rows * columns + j, d = (i + 1) % rows * columns + (j + 1) % columns;
            const uint32_t quad[6] = {a, c, b, b, c, d};
            memcpy(m.indices + 6 * (i * columns + j), quad, sizeof quad);
        }
    return m;
}

static inline graze_vec3 test_torus_place(graze_real u, graze_real v) {
    graze_real r = 1 + (graze_real)0.4 * graze_cos(v);
    return graze_vec3_make(r * graze_cos(u), r * graze_sin(u), (graze_real)0.4 * graze_sin(v));
}
static inline test_mesh test_torus(uint32_t rows, uint32_t columns) {
    return test_wrapped(rows, columns, test_torus_place);
}

/* A sphere with bumps: poles and rings between them, counterclockwise from outside. */
static inline test_mesh test_ball(uint32_t rings, uint32_t sectors, graze_real bumps) {
    uint32_t count = 2 + rings * sectors;
    test_mesh m = {malloc(count * sizeof(graze_vec3)), malloc(rings * sectors * 6 * sizeof(uint32_t)),
                   count, 2 * rings * sectors};
    const graze_real pi = (graze_real)3.141592653589793;
    m.vertices[0] = graze_vec3_make(0, 0, 1);
    m.vertices[1] = graze_vec3_make(0, 0, -1);
    uint32_t at = 0;
    for (uint32_t i = 0; i < rings; ++i) {
        graze_real u = pi * (graze_real)(i + 1) / (graze_real)(rings + 1);
        for (uint32_t j = 0; j < sectors; ++j) {
            graze_real v = 2 * pi * (graze_real)j / (graze_real)sectors;
            graze_real r = 1 + bumps * graze_sin(9 * u) * graze_sin(8 * v);
            m.vertices[2 + i * sectors + j] = graze_vec3_make(
                r * graze_sin(u) * graze_cos(v), r * graze_sin(u) * graze_sin(v), r * graze_cos(u));
            uint32_t a = 2 + i * sectors + j, b = 2 + i * sectors + (j + 1) % sectors;
            uint32_t c = a + sectors, d = b + sectors;
            uint32_t *t = m.indices + at;
            if (i == 0) t[0] = 0, t[1] = a, t[2] = b, t += 3, at += 3;
            if (i + 1 == rings)
                t[0] = a, t[1] = 1, t[2] = b, at += 3;
            else
                t[0] = a, t[1] = c, t[2] = b, t[3] = b, t[4] = c, t[5] = d, at += 6;
        }
    }
    return m;
}

/* A cube with a T-junction: the middle of an edge is a corner of three triangles above it, but of none
 * below. Nothing is open, and yet it is not closed by its edges. Vertex 8 is the middle, triangle 0 the
 * one below. */
static inline test_mesh test_t_junction(void) {
    static const graze_vec3 vertices[9] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1},
                                           {1, 1, -1},   {-1, -1, 1}, {1, -1, 1},
                                           {-1, 1, 1},   {1, 1, 1},   {0, -1, 1}};
    static const uint32_t triangles[13][3] = {{0, 5, 4}, {0, 1, 5}, {1, 3, 7}, {1, 7, 5}, {3, 2, 6},
                                              {3, 6, 7}, {2, 0, 4}, {2, 4, 6}, {0, 2, 3}, {0, 3, 1},
                                              {4, 8, 6}, {8, 5, 7}, {8, 7, 6}};
    test_mesh m = {malloc(sizeof vertices), malloc(sizeof triangles), 9, 13};
    memcpy(m.vertices, vertices, sizeof vertices);
    memcpy(m.indices, triangles, sizeof triangles);
    return m;
}

#endif
