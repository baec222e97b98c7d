/* SPDX-License-Identifier: MIT
 * Rays through the tree of a mesh. */
#include "base/bits.h"
#include "mesh/ray.h"
#include "tree/walk_ray.h"

/* -- corners by coordinate, four triangles side by side -- */

/* x, y, z and something, without reading behind the last vertex. */
static inline gz_f32x4 take_vertex(const gz_mesh *mesh, uint32_t i) {
    const char *at = (const char *)mesh->vertices.data + (size_t)i * mesh->vertices.stride;
    if (i + (size_t)1 < mesh->vertices.count) return gz_f32x4_take(at);
    float last[4] = {0, 0, 0, 0};
    memcpy(last, at, 3 * sizeof *last);
    return gz_f32x4_take(last);
}

/* Lanes that are not used repeat the first triangle. */
static inline void gather_floats(const gz_mesh *mesh, const gz_mesh_group *group, const uint32_t *items,
                                 uint32_t count, float out[9][4]) {
    const uint32_t *indices = group->indices;
    uint32_t vertex[3][4];
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t at = (items[i < count ? i : 0] - group->first) * 3;
        for (uint32_t c = 0; c < 3; ++c) vertex[c][i] = indices ? indices[at + c] : at + c;
    }
    for (uint32_t c = 0; c < 3; ++c) {
        gz_f32x4 p = take_vertex(mesh, vertex[c][0]), q = take_vertex(mesh, vertex[c][1]);
        gz_f32x4 r = take_vertex(mesh, vertex[c][2]), s = take_vertex(mesh, vertex[c][3]);
        gz_f32x4 pr = gz_f32x4_lows(p, r), qs = gz_f32x4_lows(q, s);
        gz_f32x4 pr_z = gz_f32x4_highs(p, r), qs_z = gz_f32x4_highs(q, s);
        gz_f32x4_store(out[3 * c], gz_f32x4_lows(pr, qs));
        gz_f32x4_store(out[3 * c + 1], gz_f32x4_highs(pr, qs));
        gz_f32x4_store(out[3 * c + 2], gz_f32x4_lows(pr_z, qs_z));
    }
}

/* Up to four of a leaf, from number `done` on. */
static inline void gather_doubles(const gz_mesh *mesh, const uint32_t *items, uint32_t count,
                                  uint32_t done, double out[9][4]) {
    if (mesh->packed && mesh->vertices.format == GRAZE_VERTEX_DOUBLE) {
        const double *corner = (const double *)mesh->packed + 9 * (size_t)(items - mesh->tree->items);
        for (uint32_t row = 0; row < 9; ++row)
            memcpy(out[row], corner + row * count + done, sizeof out[row]);
        return;
    }
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t item = items[done + i < count ? done + i : done];
        double p[3][3];
        gz_mesh_triangle(mesh, gz_mesh_group_of(mesh, item), item, p);
        for (int c = 0; c < 3; ++c)
            for (int k = 0; k < 3; ++k) out[3 * c + k][i] = p[c][k];
    }
}

/* -- hits -- */

/* Takes note of a hit at t <= ray->max_t; may shorten the walk's max_t. False for one at the same place
 * as the best one so far, which is left to the primitive of the lowest number. */
static bool is_best(gz_mesh_ray *ray, const gz_tree_ray *walk, const gz_mesh_found *found,
                    float *max_t) {
    if (ray->hit && found->t == ray->best.t && found->primitive > ray->best.primitive) return false;
    ray->hit = true;
    ray->best = *found;
    ray->max_t = found->t;
    *max_t = gz_tree_ray_time(walk, found->t);
    return true;
}

/* Corners side by side: coordinate k of corner c of triangle i is number (3 c + k) * step + i, of
 * floats or else of doubles. */
typedef struct corners {
    const float *floats;
    const double *doubles;
    size_t step;
} corners;

static void take_corners(const corners *from, uint32_t i, double out[3][3]) {
    size_t step = from->step;
    for (uint32_t c = 0; c < 3; ++c)
        for (uint32_t k = 0; k < 3; ++k) {
            size_t at = (3 * c + k) * step + i;
            out[c][k] = from->floats ? (double)from->floats[at] : from->doubles[at];
        }
}

static graze_flow settle_triangle(gz_mesh_ray *ray, const gz_tree_ray *walk, const gz_mesh_found *found,
                                  const corners *from, uint32_t lane, float *max_t) {
    if (ray->wish == GZ_MESH_ALL) {
        graze_mesh_hit hit;
        take_corners(from, lane, ray->corner);
        ray->status = gz_mesh_ray_finish_piece(ray, (const double(*)[3])ray->corner, found, &hit);
        return ray->status == GRAZE_OK ? ray->visit(ray->user, &hit) : GRAZE_STOP;
    }
    if (ray->wish == GZ_MESH_ANY) {
        ray->hit = true;
        return GRAZE_STOP;
    }
    if (is_best(ray, walk, found, max_t)) {
        take_corners(from, lane, ray->corner);
        ray->at_hand = true;
    }
    return GRAZE_CONTINUE;
}

/* What the kernel says about four triangles. */
typedef struct four_hits {
    int bits, sure, front; /* of those that are or may be hit, are hit, face the ray */
    _Alignas(32) double t[4];
} four_hits;

/* Those of which rounded numbers leave a doubt, and the others, in order. */
static graze_flow settle_four(gz_mesh_ray *ray, const gz_tree_ray *walk, const uint32_t *items,
                              const corners *from, const four_hits *hits, float *max_t) {
    for (int bits = hits->bits; bits; bits &= bits - 1) {
        uint32_t lane = gz_lowest_bit((uint64_t)(unsigned)bits);
        gz_mesh_found found = {hits->t[lane], items[lane], 0, hits->front >> lane & 1, true};
        if (!(hits->sure >> lane & 1)) {
            double p[3][3];
            take_corners(from, lane, p);
            if (!gz_mesh_ray_meets_exactly(ray, (const double(*)[3])p, &found)) continue;
        } else if (ray->faces == GRAZE_FACES_FRONT && !found.front) {
            continue;
        }
        if (!(found.t <= ray->max_t)) continue;
        if (settle_triangle(ray, walk, &found, from, lane, max_t) == GRAZE_STOP) return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

#define NAME(name) name##_baseline
#define KERNEL_INLINE GZ_INLINE
#define KERNEL_OUTER static
#define WIDE(op) gz_f64x4##op
#include "mesh/ray_kernel.h"
#include "mesh/ray_leaf.h"
#undef NAME
#undef KERNEL_INLINE
#undef KERNEL_OUTER
#undef WIDE
#if defined(GZ_HAVE_AVX2)
#define NAME(name) name##_avx2
#define KERNEL_INLINE GZ_INLINE_AVX2
#define KERNEL_OUTER GZ_TARGET_AVX2 static
#define WIDE(op) gz_f64x4_avx2##op
#include "mesh/ray_kernel.h"
#include "mesh/ray_leaf.h"
#undef NAME
#undef KERNEL_INLINE
#undef KERNEL_OUTER
#undef WIDE
#endif

/* -- primitives of any kind, one by one -- */

static graze_flow settle(gz_mesh_ray *ray, const gz_tree_ray *walk, const gz_mesh_found *found,
                         float *max_t) {
    if (ray->wish == GZ_MESH_CLOSEST) {
        is_best(ray, walk, found, max_t);
        return GRAZE_CONTINUE;
    }
    ray->hit = true;
    if (ray->wish == GZ_MESH_ANY) return GRAZE_STOP;
    graze_mesh_hit hit;
    ray->status = gz_mesh_ray_finish(ray, found, &hit);
    return ray->status == GRAZE_OK ? ray->visit(ray->user, &hit) : GRAZE_STOP;
}

GZ_INLINE graze_flow visit_any(void *user, const gz_tree_ray *walk, const uint32_t *items,
                               uint32_t count, float *max_t) {
    gz_mesh_ray *ray = user;
    for (uint32_t i = 0; i < count; ++i) {
        gz_mesh_found found;
        if (!gz_mesh_ray_meets(ray, items[i], &found) || !(found.t <= ray->max_t)) continue;
        if (settle(ray, walk, &found, max_t) == GRAZE_STOP) return GRAZE_STOP;
    }
    return ray->status == GRAZE_OK ? GRAZE_CONTINUE : GRAZE_STOP;
}
GZ_DEFINE_RAY_WALK(walk_any, visit_any)

/* -- which way -- */

/* E9: boxes would be larger by the margin in the mesh's space, margin times the length of a row of the
 * inverse on each axis. That is the same as an origin that is known no better. */
static void grow(gz_tree_ray *walk, const gz_mesh_ray *ray) {
    double margin = (double)ray->placed->margin * ray->mesh->tree->units.scale;
    for (int k = 0; k < 3; ++k) {
        const double *row = ray->inverse[k];
        double length = wide3_length(wide3_make(row[0], row[1], row[2]));
        float wide = (float)(margin * length) * (1 + 0x1p-20f) + 0x1p-140f;
        bool backwards = walk->near_inverse[k] < 0;
        float *up = backwards ? &walk->far_origin[k] : &walk->near_origin[k];
        float *down = backwards ? &walk->near_origin[k] : &walk->far_origin[k];
        *up = *up + wide + fabsf(*up) * 0x1p-22f;
        *down = *down - wide - fabsf(*down) * 0x1p-22f;
    }
}

void gz_mesh_ray_walk(gz_mesh_ray *ray, graze_tree_counts *counts) {
    const gz_mesh *mesh = ray->mesh;
    const double origin[3] = {ray->local.origin.x, ray->local.origin.y, ray->local.origin.z};
    const double direction[3] = {ray->local.direction.x, ray->local.direction.y,
                                 ray->local.direction.z};
    gz_tree_ray walk;
    gz_tree_ray_make(mesh->tree, origin, direction, ray->max_t, &walk);
    if (ray->placed->margin > 0) grow(&walk, ray);
    if (ray->placed->margin > 0 || !mesh->triangles_only) {
        walk_any(mesh->tree, &walk, ray, counts);
        return;
    }
    bool floats = mesh->vertices.format == GRAZE_VERTEX_FLOAT;
    bool packed = floats && mesh->packed, plain = floats && mesh->group_count == 1;
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) {
        (packed  ? walk_packed_avx2
         : plain ? walk_floats_avx2
                 : walk_triangles_avx2)(mesh->tree, &walk, ray, counts);
        return;
    }
#endif
    (packed  ? walk_packed_baseline
     : plain ? walk_floats_baseline
             : walk_triangles_baseline)(mesh->tree, &walk, ray, counts);
}
