/* SPDX-License-Identifier: MIT
 * Solids to test with. */
#ifndef GRAZE_TESTS_SOLID_HELP_H
#define GRAZE_TESTS_SOLID_HELP_H

#include <math.h>

#include "mesh/mesh_help.h"

/* A mesh and its shape, which borrows its arrays. */
typedef struct test_solid {
    test_mesh mesh;
    graze_shape *shape;
} test_solid;

static inline test_solid test_solid_of(test_mesh mesh, graze_mesh_nature nature) {
    test_solid s = {mesh, NULL};
    graze_vertices vertices = {mesh.vertices, mesh.vertex_count, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.count = mesh.triangle_count, .indices = mesh.indices};
    graze_mesh_options options = {.nature = nature};
    assert_int_equal(graze_shape_mesh(&vertices, &group, 1, &options, NULL, &s.shape), GRAZE_OK);
    return s;
}

static inline void test_solid_release(test_solid *s) {
    graze_shape_release(s->shape);
    test_mesh_release(&s->mesh);
}

static inline test_mesh test_mesh_allocate(uint32_t vertices, uint32_t triangles) {
    return (test_mesh){malloc(vertices * sizeof(graze_vec3)), malloc(3 * triangles * sizeof(uint32_t)),
                       vertices, triangles};
}

/* Boxes with faces outwards, or inwards: a cavity. */
static inline void test_put_box(test_mesh *m, uint32_t which, graze_vec3 lo, graze_vec3 hi,
                                bool cavity) {
    static const uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                          {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                          {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    for (uint32_t i = 0; i < 8; ++i)
        m->vertices[8 * which + i] =
            graze_vec3_make(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z);
    for (uint32_t i = 0; i < 12; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            m->indices[3 * (12 * which + i) + k] = 8 * which + faces[i][cavity ? 2 - k : k];
}

static inline test_mesh test_box(graze_real x, graze_real y, graze_real z) {
    test_mesh m = test_mesh_allocate(8, 12);
    test_put_box(&m, 0, graze_vec3_make(-x, -y, -z), graze_vec3_make(x, y, z), false);
    return m;
}

/* A box of half extent outer with a cavity of half extent inner. */
static inline test_mesh test_shell(graze_real outer, graze_real inner) {
    test_mesh m = test_mesh_allocate(16, 24);
    test_put_box(&m, 0, graze_vec3_make(-outer, -outer, -outer), graze_vec3_make(outer, outer, outer),
                 false);
    test_put_box(&m, 1, graze_vec3_make(-inner, -inner, -inner), graze_vec3_make(inner, inner, inner),
                 true);
    return m;
}

/* The polygon of count corners, counterclockwise, star-shaped about the origin, from z = -height to
 * height. */
static inline test_mesh test_prism(const graze_vec3 *corners, uint32_t count, graze_real height) {
    test_mesh m = test_mesh_allocate(2 * count + 2, 4 * count);
    uint32_t *at = m.indices, low = 2 * count, high = low + 1;
    m.vertices[low] = graze_vec3_make(0, 0, -height);
    m.vertices[high] = graze_vec3_make(0, 0, height);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t j = (i + 1) % count;
        m.vertices[i] = graze_vec3_make(corners[i].x, corners[i].y, -height);
        m.vertices[count + i] = graze_vec3_make(corners[i].x, corners[i].y, height);
        const uint32_t t[12] = {low, j, i,         high, count + i, count + j,
                                i,   j, count + j, i,    count + j, count + i};
        memcpy(at, t, sizeof t);
        at += 12;
    }
    return m;
}

static inline graze_real test_between(graze_random *r, double lo, double hi) {
    return (graze_real)(lo + (hi - lo) * (double)graze_random_uniform(r, 0, 1));
}

static inline graze_placed test_place(const graze_shape *shape, graze_real x, graze_real y,
                                      graze_real z) {
    return (graze_placed){shape, graze_pose_at(x, y, z), 0};
}

static inline graze_pose test_any_pose(graze_random *r, double distance, bool scaled) {
    graze_pose pose;
    graze_quat turn = graze_random_rotation(r);
    graze_vec3 at = graze_vec3_scale(graze_random_direction(r), (graze_real)distance),
               scale = {1, 1, 1};
    if (scaled)
        scale = graze_vec3_make(test_between(r, 0.5, 1.5), test_between(r, 0.5, 1.5),
                                -test_between(r, 0.5, 1.5));
    assert_int_equal(graze_pose_make_scaled(turn, at, scale, &pose), GRAZE_OK);
    return pose;
}

#endif
