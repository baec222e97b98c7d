/* SPDX-License-Identifier: MIT
 * What the tests of worlds share: shapes of many kinds, random placements, a small solid mesh, threads.
 */
#ifndef GRAZE_TESTS_WORLD_MODEL_H
#define GRAZE_TESTS_WORLD_MODEL_H

#include "harness.h"
#include "oracle/random_shape.h"

enum { MODEL_SHAPES = 12, MODEL_RING = 8, MODEL_TUBE = 6 };

/* Shapes: convex ones of many kinds, then two meshes, then a half-space. */
enum { MODEL_MESH = 9, MODEL_SOLID = 10, MODEL_HALF_SPACE = 11 };
typedef struct model_shapes {
    graze_shape *at[MODEL_SHAPES];
    graze_vec3 vertices[MODEL_RING * MODEL_TUBE]; /* of the mesh, which can be deformed */
} model_shapes;

static inline void model_must(graze_status status) {
    if (status != GRAZE_OK) fail_msg("%s", graze_status_text(status));
}

/* A torus about the y axis; cosines by a rational parametrisation, good enough for a mesh. */
static inline graze_vec3 model_on_circle(int i, int n) {
    graze_quat turn;
    model_must(graze_quat_from_axis_angle(
        graze_vec3_make(0, 1, 0), (graze_real)6.283185307 * (graze_real)i / (graze_real)n, &turn));
    return graze_quat_rotate(turn, graze_vec3_make(1, 0, 0));
}

static inline void model_torus(graze_vec3 *vertices, graze_real radius, graze_real thickness) {
    for (int i = 0; i < MODEL_RING; ++i)
        for (int j = 0; j < MODEL_TUBE; ++j) {
            graze_vec3 out = model_on_circle(i, MODEL_RING), round = model_on_circle(j, MODEL_TUBE);
            graze_vec3 p = graze_vec3_scale(out, radius + thickness * round.x);
            p.y = thickness * round.z;
            vertices[i * MODEL_TUBE + j] = p;
        }
}

static inline size_t model_torus_indices(uint32_t *indices) {
    size_t count = 0;
    for (uint32_t i = 0; i < MODEL_RING; ++i)
        for (uint32_t j = 0; j < MODEL_TUBE; ++j) {
            uint32_t k = (i + 1) % MODEL_RING, l = (j + 1) % MODEL_TUBE;
            uint32_t a = i * MODEL_TUBE + j, b = k * MODEL_TUBE + j, c = k * MODEL_TUBE + l,
                     d = i * MODEL_TUBE + l;
            const uint32_t corners[6] = {a, b, c, a, c, d};
            for (int m = 0; m < 6; ++m) indices[count++] = corners[m];
        }
    return count / 3;
}

static inline void model_shapes_make(model_shapes *s, uint64_t seed) {
    static const graze_shape_kind kinds[MODEL_MESH] = {
        GRAZE_SHAPE_SPHERE,   GRAZE_SHAPE_BOX,       GRAZE_SHAPE_CONE,
        GRAZE_SHAPE_CYLINDER, GRAZE_SHAPE_CAPSULE,   GRAZE_SHAPE_POLYTOPE,
        GRAZE_SHAPE_TRIANGLE, GRAZE_SHAPE_ELLIPSOID, GRAZE_SHAPE_ROUNDED};
    graze_random random = graze_random_seed(seed);
    for (int i = 0; i < MODEL_MESH; ++i) s->at[i] = random_shape(kinds[i], 1, &random);
    static uint32_t indices[6 * MODEL_RING * MODEL_TUBE]; /* the first mesh borrows them */
    size_t triangles = model_torus_indices(indices);
    model_torus(s->vertices, (graze_real)0.8, (graze_real)0.3);
    model_must(graze_shape_triangles(s->vertices, MODEL_RING * MODEL_TUBE, indices, triangles,
                                     &s->at[MODEL_MESH]));
    graze_vertices vertices = {s->vertices, MODEL_RING * MODEL_TUBE, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.kind = GRAZE_PRIMITIVE_TRIANGLE, .count = triangles, .indices = indices};
    graze_mesh_options options = {
        .nature = GRAZE_MESH_SOLID, .copy_vertices = true, .copy_indices = true};
    model_must(graze_shape_mesh(&vertices, &group, 1, &options, NULL, &s->at[MODEL_SOLID]));
    model_must(graze_shape_half_space(graze_vec3_make(0, 1, 0), -2, &s->at[MODEL_HALF_SPACE]));
}

static inline void model_shapes_release(model_shapes *s) {
    for (int i = 0; i < MODEL_SHAPES; ++i) graze_shape_release(s->at[i]);
}

/* A shape for object number i: meshes are few, since their depths and contacts take long. */
static inline uint32_t model_shape_for(int i) {
    return i % 20 == 7 ? MODEL_MESH : i % 20 == 13 ? MODEL_SOLID : (uint32_t)i % MODEL_MESH;
}

/* Mostly rigid, at times scaled or sheared. */
static inline graze_pose model_pose(graze_real reach, graze_random *random) {
    uint64_t kind = graze_random_bits(random) % 8;
    return random_pose(kind < RANDOM_POSE_CLASS_COUNT ? (random_pose_class)kind : RANDOM_POSE_RIGID,
                       reach, random);
}

static inline uint32_t model_pick(graze_random *random, uint32_t count) {
    return (uint32_t)(graze_random_bits(random) % count);
}

static inline void model_check_valid(const graze_world *world, uint64_t seed, long number) {
    const char *what;
    graze_status status = graze_world_validate(world, &what);
    TEST_CHECK(status == GRAZE_OK, seed, number, "the world is not sound: %s", what);
}

#endif
