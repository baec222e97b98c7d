/* SPDX-License-Identifier: MIT
 * Random soups of primitives of all kinds (S13), on a coarse grid so that much of it touches. */
#ifndef GRAZE_TESTS_MESH_SOUP_H
#define GRAZE_TESTS_MESH_SOUP_H

#include "mesh_help.h"
#include "oracle/random_shape.h"

enum { SOUP_VERTICES = 6000, SOUP_INDICES = 20000, SOUP_SIZES = 2600 };

typedef struct soup {
    graze_vec3 vertices[SOUP_VERTICES];
    uint32_t vertex_count;
    uint32_t indices[SOUP_INDICES], sizes[SOUP_SIZES], loops[SOUP_SIZES];
    uint32_t index_count, size_count, loop_count;
    graze_primitives groups[GRAZE_PRIMITIVE_KIND_COUNT];
    graze_vertices array;
} soup;

static inline graze_real soup_grid(graze_random *random, bool coarse) {
    if (coarse) return (graze_real)((int)(graze_random_bits(random) % 9) - 4) / 4;
    return graze_random_uniform(random, -1, 1);
}
static inline uint32_t soup_point(soup *s, graze_vec3 p) {
    s->vertices[s->vertex_count] = p;
    return s->vertex_count++;
}
/* Most vertices are shared with what is there. */
static inline uint32_t soup_vertex(soup *s, graze_random *random, bool coarse) {
    if (s->vertex_count > 20 && graze_random_bits(random) % 3)
        return (uint32_t)(graze_random_bits(random) % s->vertex_count);
    graze_vec3 p = {soup_grid(random, coarse), soup_grid(random, coarse), soup_grid(random, coarse)};
    return soup_point(s, p);
}

/* A square of half width r around c in a plane x_k = const, one way round or the other. */
static inline void soup_square(soup *s, graze_vec3 c, int k, graze_real r, bool back) {
    for (int i = 0; i < 4; ++i) {
        int at = back ? 3 - i : i;
        graze_real v[3] = {c.x, c.y, c.z};
        v[(k + 1) % 3] += at == 1 || at == 2 ? r : -r;
        v[(k + 2) % 3] += at >= 2 ? r : -r;
        s->indices[s->index_count++] = soup_point(s, graze_vec3_make(v[0], v[1], v[2]));
    }
    s->sizes[s->size_count++] = 4;
}

static inline void soup_add(soup *s, graze_primitive_kind kind, graze_random *random, bool coarse) {
    static const uint32_t sizes[] = {3, 1, 2};
    graze_vec3 c = {soup_grid(random, coarse), soup_grid(random, coarse), soup_grid(random, coarse)};
    int axis = (int)(graze_random_bits(random) % 3);
    if (kind == GRAZE_PRIMITIVE_POLYGON || kind == GRAZE_PRIMITIVE_CONVEX_POLYGON)
        soup_square(s, c, axis, (graze_real)0.5, false);
    if (kind == GRAZE_PRIMITIVE_POLYGON) {
        soup_square(s, c, axis, (graze_real)0.25, true);
        s->loops[s->loop_count++] = 2;
    }
    uint32_t count = kind <= GRAZE_PRIMITIVE_SEGMENT ? sizes[kind] : 0;
    if (kind == GRAZE_PRIMITIVE_POLYTOPE)
        s->sizes[s->size_count++] = count = 4 + (uint32_t)(graze_random_bits(random) % 4);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t vertex = soup_vertex(s, random, coarse);
        s->indices[s->index_count++] = vertex;
    }
}

/* About count primitives; with polytopes only if asked for. */
static inline void soup_make(soup *s, uint32_t count, bool coarse, bool polytopes,
                             graze_random *random) {
    s->vertex_count = s->index_count = s->size_count = s->loop_count = 0;
    for (int kind = 0; kind < GRAZE_PRIMITIVE_KIND_COUNT; ++kind) {
        graze_primitives *group = &s->groups[kind];
        uint32_t own = kind == GRAZE_PRIMITIVE_TRIANGLE ? count / 2 : count / 10;
        if (kind == GRAZE_PRIMITIVE_POLYTOPE && !polytopes) own = 0;
        *group = (graze_primitives){.kind = (graze_primitive_kind)kind,
                                    .count = own,
                                    .indices = s->indices + s->index_count,
                                    .sizes = s->sizes + s->size_count,
                                    .loops = s->loops + s->loop_count};
        for (uint32_t i = 0; i < own; ++i) soup_add(s, (graze_primitive_kind)kind, random, coarse);
    }
    s->array = (graze_vertices){s->vertices, s->vertex_count, 0, GRAZE_VERTEX_REAL};
}

/* 10 to 200, one in a hundred 2,000 (must fit into the arrays). */
static inline uint32_t soup_size(graze_random *random) {
    uint64_t bits = graze_random_bits(random);
    return bits % 100 == 0 ? 2000 : 10 + (uint32_t)(bits / 100 % 191);
}

static inline graze_pose soup_pose(graze_random *random) {
    random_pose_class class = (random_pose_class)(graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT);
    return graze_random_bits(random) % 4 ? random_pose(class, 2, random) : graze_pose_identity();
}

#endif
