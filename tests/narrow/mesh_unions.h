/* SPDX-License-Identifier: MIT
 * A mesh as the union of its pieces, each a shape of its own, for brute force by the convex queries;
 * and convex shapes and poses to go with it. */
#ifndef GRAZE_TESTS_NARROW_MESH_UNIONS_H
#define GRAZE_TESTS_NARROW_MESH_UNIONS_H

#include "mesh_case.h"

static inline graze_vec3 vertex_of(const mesh_case *m, uint32_t i) {
    const double *v = m->vertices[i];
    return graze_vec3_make((graze_real)v[0], (graze_real)v[1], (graze_real)v[2]);
}

static inline void make_pieces(const mesh_case *m, graze_shape **out) {
    for (uint32_t i = 0; i < m->primitive_count; ++i)
        for (uint32_t j = 0; j < m->piece_count[i]; ++j) {
            const uint32_t *v = m->pieces[i][j];
            assert_int_equal(graze_shape_triangle(vertex_of(m, v[0]), vertex_of(m, v[1]),
                                                  vertex_of(m, v[2]), &out[MOST_PIECES * i + j]),
                             GRAZE_OK);
        }
}

static inline void release_pieces(const mesh_case *m, graze_shape **pieces) {
    for (uint32_t i = 0; i < m->primitive_count; ++i)
        for (uint32_t j = 0; j < m->piece_count[i]; ++j)
            graze_shape_release(pieces[MOST_PIECES * i + j]);
}

/* Of any family, with 2 or some more primitives; those of cells have many pieces, and convex queries
 * take their time. */
static inline void make_any_mesh(mesh_case *m, uint32_t more) {
    mesh_family family = (mesh_family)below(FAMILIES);
    make_mesh(m, family, 2 + below(family == FAMILY_CELLS ? more / 8 + 1 : more));
}

/* What the mesh was made of, or one convex shape. */
typedef struct union_of {
    graze_shape **pieces;
    const mesh_case *mesh;
    graze_placed placed;
} union_of;

static inline uint32_t primitives_of(const union_of *u) {
    return u->mesh ? u->mesh->primitive_count : 1;
}
static inline uint32_t pieces_of(const union_of *u, uint32_t i) {
    return u->mesh ? u->mesh->piece_count[i] : 1;
}
static inline graze_placed piece_of(const union_of *u, uint32_t i, uint32_t k) {
    graze_placed p = u->placed;
    if (u->mesh) p.shape = u->pieces[MOST_PIECES * i + k];
    return p;
}

static inline graze_real random_margin(void) { return below(3) ? 0 : (graze_real)uniform(0.01, 0.3); }

static inline graze_pose any_pose(double distance) {
    graze_pose pose = random_pose((pose_family)below(POSES), distance);
    if (below(8) == 0) {
        graze_real factor = (graze_real)(below(2) ? 3 : 0.2);
        for (int k = 0; k < 3; ++k) pose.basis.col[k] = graze_vec3_scale(pose.basis.col[k], factor);
        pose.kind = GRAZE_POSE_UNKNOWN;
    }
    return pose;
}

static inline graze_shape *random_convex(void) {
    graze_shape *shape = NULL;
    graze_real s = (graze_real)uniform(0.2, 0.8);
    graze_vec3 points[12];
    for (int i = 0; i < 12; ++i) points[i] = graze_vec3_scale(random_direction(), s);
    switch (below(7)) {
    case 0:
        graze_shape_sphere(s, &shape);
        break;
    case 1:
        graze_shape_box(graze_vec3_make(s, s / 2, s / 3), &shape);
        break;
    case 2:
        graze_shape_capsule(s / 2, s, &shape);
        break;
    case 3:
        graze_shape_cone(s, 2 * s, &shape);
        break;
    case 4:
        graze_shape_cylinder(s, s, &shape);
        break;
    case 5:
        graze_shape_polytope(points, 12, 0, &shape);
        break;
    default:
        graze_shape_half_space(points[0], (graze_real)uniform(-1, 1), &shape);
    }
    assert_non_null(shape);
    return shape;
}

#endif
