/* SPDX-License-Identifier: MIT
 * The boxes of a mesh's primitives in a tree's units.
 *
 * Most meshes are triangles in one group, and there corners are compared as vectors. Boxes of floats
 * are brought into the units when they are around all that they should be around: rounding outwards is
 * monotone in the double build, and in the float build floats do not round, so that is the box around
 * the boxes of the single triangles. In the float build rounding is not monotone for doubles, which go
 * the general way. */
#ifndef GZ_MESH_CORNERS_H
#define GZ_MESH_CORNERS_H

#include "mesh/mesh.h"
#include "tree/box4.h"

/* Whose boxes, and in which units. */
typedef struct gz_mesh_boxes {
    const gz_mesh *mesh;
    gz_units units;
} gz_mesh_boxes;

/* How the boxes of a mesh are found. */
typedef enum gz_corner_kind { GZ_CORNERS_ANY, GZ_CORNERS_FLOAT, GZ_CORNERS_DOUBLE } gz_corner_kind;

static inline gz_corner_kind gz_mesh_corner_kind(const gz_mesh *mesh) {
    if (mesh->group_count != 1 || mesh->groups->kind != GRAZE_PRIMITIVE_TRIANGLE) return GZ_CORNERS_ANY;
    if (mesh->vertices.format == GRAZE_VERTEX_FLOAT) return GZ_CORNERS_FLOAT;
    return sizeof(real) == sizeof(double) ? GZ_CORNERS_DOUBLE : GZ_CORNERS_ANY;
}

/* -- any primitive -------------------------------------------------------------------------------- */

static inline gz_box4 gz_mesh_box_of_range(const gz_units *units, const double lo[3],
                                           const double hi[3]) {
    _Alignas(16) float low[4] = {0, 0, 0, 0}, high[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        low[k] = gz_units_down(units, k, lo[k]);
        high[k] = gz_units_up(units, k, hi[k]);
    }
    return gz_box4_make(gz_f32x4_load(low), gz_f32x4_load(high));
}

static inline gz_box4 gz_mesh_box_at(const void *user, uint32_t item) {
    const gz_mesh_boxes *boxes = user;
    const gz_mesh *mesh = boxes->mesh;
    const gz_mesh_group *group = gz_mesh_group_of(mesh, item);
    uint32_t at = gz_mesh_start(group, item), end = at + gz_mesh_size(group, item);
    double lo[3], hi[3];
    gz_mesh_vertex(mesh, gz_mesh_index(group, at), lo);
    memcpy(hi, lo, sizeof hi);
    while (++at < end) {
        double p[3];
        gz_mesh_vertex(mesh, gz_mesh_index(group, at), p);
        for (int k = 0; k < 3; ++k) {
            lo[k] = p[k] < lo[k] ? p[k] : lo[k];
            hi[k] = p[k] > hi[k] ? p[k] : hi[k];
        }
    }
    return gz_mesh_box_of_range(&boxes->units, lo, hi);
}

/* Into which units boxes of floats have to be brought. */
static inline const gz_units *gz_mesh_float_units(const gz_mesh_boxes *boxes) {
    return sizeof(real) == sizeof(double) ? &boxes->units : NULL;
}

/* -- triangles ------------------------------------------------------------------------------------ */

/* Where corners are, for loops over many triangles: what these write, compilers believe, may change the
 * mesh. */
typedef struct gz_mesh_corners {
    const char *data;
    size_t stride;
    const uint32_t *indices;
} gz_mesh_corners;

static inline gz_mesh_corners gz_mesh_corners_of(const gz_mesh *mesh) {
    return (gz_mesh_corners){mesh->vertices.data, mesh->vertices.stride, mesh->groups->indices};
}
GZ_INLINE void gz_mesh_find_corners(const gz_mesh_corners *at, uint32_t item, const char *places[3]) {
    size_t first = 3 * (size_t)item;
    for (uint32_t c = 0; c < 3; ++c)
        places[c] = at->data + (at->indices ? at->indices[first + c] : first + c) * at->stride;
}

/* For gz_tree_refit_with: the indices, later, and one of the corners they lead to, soon; the others
 * belong to neighbours, too, or are near. */
GZ_INLINE void gz_mesh_foresee_indices(const gz_mesh_corners *at, uint32_t item) {
    if (at->indices) GZ_PREFETCH(at->indices + 3 * (size_t)item);
}
GZ_INLINE void gz_mesh_foresee_corner(const gz_mesh_corners *at, uint32_t item) {
    const char *places[3];
    gz_mesh_find_corners(at, item, places);
    GZ_PREFETCH(places[2]);
}

GZ_INLINE gz_box4 gz_mesh_box_from_floats(const gz_mesh_corners *at, uint32_t item) {
    const char *places[3];
    gz_mesh_find_corners(at, item, places);
    gz_f32x4 p = gz_f32x4_three(places[0]), q = gz_f32x4_three(places[1]),
             r = gz_f32x4_three(places[2]);
    return gz_box4_make(gz_f32x4_min(gz_f32x4_min(p, q), r), gz_f32x4_max(gz_f32x4_max(p, q), r));
}

#if defined(GZ_HAVE_AVX2)
/* A masked load does not touch what is behind the vertex. */
GZ_INLINE_AVX2 gz_box4 gz_mesh_box_from_floats_avx2(const gz_mesh_corners *at, uint32_t item) {
    const __m128i three = _mm_setr_epi32(-1, -1, -1, 0);
    const char *places[3];
    gz_mesh_find_corners(at, item, places);
    __m128 p = _mm_maskload_ps((const float *)(const void *)places[0], three);
    __m128 q = _mm_maskload_ps((const float *)(const void *)places[1], three);
    __m128 r = _mm_maskload_ps((const float *)(const void *)places[2], three);
    __m128 lo = _mm_min_ps(_mm_min_ps(p, q), r), hi = _mm_max_ps(_mm_max_ps(p, q), r);
    return (gz_box4){lo, _mm_xor_ps(hi, _mm_set1_ps(-0.0f))};
}
#endif

#if defined(GRAZE_DOUBLE)
GZ_INLINE gz_box4 gz_mesh_box_of_doubles(const void *user, uint32_t item) {
    const gz_mesh_boxes *boxes = user;
    const gz_mesh_corners at = gz_mesh_corners_of(boxes->mesh);
    const char *places[3];
    gz_mesh_find_corners(&at, item, places);
    gz_f64x4 p = gz_f64x4_three(places[0]), q = gz_f64x4_three(places[1]),
             r = gz_f64x4_three(places[2]);
    return gz_box4_round(&boxes->units, gz_f64x4_min(gz_f64x4_min(p, q), r),
                         gz_f64x4_max(gz_f64x4_max(p, q), r));
}
#else
#define gz_mesh_box_of_doubles gz_mesh_box_at /* which no mesh asks for */
#endif

#endif
