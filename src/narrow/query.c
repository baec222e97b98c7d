/* SPDX-License-Identifier: MIT
 * The public queries on placed shapes: convex pairs go straight to their algorithms, one look at each
 * shape's kind later. */
#include "narrow/query.h"

#include "convex/entry.h"
#include "mesh/query.h"

static inline bool is_mesh(const graze_placed *placed) {
    return placed && placed->shape && placed->shape->kind == GRAZE_SHAPE_MESH;
}

static inline bool has_mesh(const graze_placed *a, const graze_placed *b) {
    return is_mesh(a) || is_mesh(b);
}

graze_status graze_intersect(const graze_placed *a, const graze_placed *b, const graze_options *options,
                             graze_cache *cache, graze_intersection *out) {
    if (has_mesh(a, b)) return gz_mesh_within(a, b, 0, options, out);
    return gz_convex_within(a, b, 0, options, cache, out);
}

graze_status graze_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                          const graze_options *options, graze_cache *cache, graze_intersection *out) {
    if (has_mesh(a, b)) return gz_mesh_within(a, b, distance, options, out);
    return gz_convex_within(a, b, distance, options, cache, out);
}

graze_status graze_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                            graze_cache *cache, graze_separation *out) {
    if (has_mesh(a, b)) return gz_mesh_distance(a, b, options, cache, out);
    return gz_convex_distance(a, b, options, cache, out);
}

graze_status graze_penetration(const graze_placed *a, const graze_placed *b,
                               const graze_options *options, graze_cache *cache,
                               graze_penetration_result *out) {
    if (has_mesh(a, b)) return GRAZE_NOT_CONVEX;
    return gz_convex_penetration(a, b, options, cache, out);
}

graze_status graze_signed_distance(const graze_placed *a, const graze_placed *b,
                                   const graze_options *options, graze_cache *cache,
                                   graze_signed_separation *out) {
    if (has_mesh(a, b)) return GRAZE_NOT_CONVEX;
    return gz_convex_signed_distance(a, b, options, cache, out);
}

graze_status graze_ray_cast(const graze_placed *placed, const graze_ray *ray,
                            const graze_options *options, graze_cast_result *out) {
    if (is_mesh(placed)) return gz_mesh_ray_cast(placed, ray, options, out);
    return gz_convex_ray_cast(placed, ray, options, out);
}

graze_status graze_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                              const graze_options *options, graze_cast_result *out) {
    if (has_mesh(a, b)) return gz_mesh_shape_cast(a, translation, b, options, out);
    return gz_convex_shape_cast(a, translation, b, options, out);
}

graze_status graze_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                           const graze_options *options, graze_cache *cache, graze_contact_set *out) {
    if (has_mesh(a, b)) return GRAZE_NOT_CONVEX;
    return gz_convex_contact(a, b, reach, options, cache, out);
}

graze_status graze_placed_contains(const graze_placed *placed, graze_vec3 point, bool *inside) {
    if (is_mesh(placed)) return gz_mesh_contains(placed, point, inside);
    return gz_convex_contains(placed, point, inside);
}
