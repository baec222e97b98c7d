/* SPDX-License-Identifier: MIT
 * The public queries on placed shapes: convex pairs go straight to their
 * algorithms, one look at each shape's kind later. */
#include "narrow/query.h"

#include "convex/certificate.h"
#include "convex/entry.h"
#include "mesh/query.h"
#include "narrow/complex.h"

/* What has to be asked: an algorithm on support mappings, one on trees of
 * primitives, or one that takes height fields and compounds apart whatever the
 * other is. Kinds are numbered in that order, so the greater one decides. */
static inline graze_shape_kind kind_of(const graze_placed *placed) {
    return placed && placed->shape ? placed->shape->kind : GRAZE_SHAPE_POINT;
}

static inline graze_shape_kind kind_of_pair(const graze_placed *a, const graze_placed *b) {
    graze_shape_kind first = kind_of(a), second = kind_of(b);
    return first > second ? first : second;
}

/* convex and mesh: a call each, of which the one for the kind is made. */
#define ASK(kind, convex, mesh, complex)                                                               \
    do {                                                                                               \
        if ((kind) < GRAZE_SHAPE_CONVEX_COUNT) return convex;                                          \
        if ((kind) == GRAZE_SHAPE_MESH) return mesh;                                                   \
        return complex;                                                                                \
    } while (0)

/* Apart, so that what is asked first stays short. */
GZ_OUTLINE static graze_status within_anew(const graze_placed *a, const graze_placed *b,
                                           graze_real distance, const graze_options *options,
                                           graze_cache *cache, graze_intersection *out) {
    ASK(kind_of_pair(a, b), gz_convex_within_anew(a, b, distance, options, cache, out),
        gz_mesh_within(a, b, distance, options, out), gz_complex_within(a, b, distance, options, out));
}

graze_status graze_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                          const graze_options *options, graze_cache *cache, graze_intersection *out) {
    if (gz_certificate_is_usable(a, b, options, cache, out))
        return gz_certificate_within(a, b, distance, options, cache, out);
    return within_anew(a, b, distance, options, cache, out);
}

graze_status graze_intersect(const graze_placed *a, const graze_placed *b, const graze_options *options,
                             graze_cache *cache, graze_intersection *out) {
    if (gz_certificate_is_usable(a, b, options, cache, out))
        return gz_certificate_within(a, b, 0, options, cache, out);
    return within_anew(a, b, 0, options, cache, out);
}

graze_status graze_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                            graze_cache *cache, graze_separation *out) {
    ASK(kind_of_pair(a, b), gz_convex_distance(a, b, options, cache, out),
        gz_mesh_distance(a, b, options, cache, out), gz_complex_distance(a, b, options, out));
}

graze_status graze_penetration(const graze_placed *a, const graze_placed *b,
                               const graze_options *options, graze_cache *cache,
                               graze_penetration_result *out) {
    ASK(kind_of_pair(a, b), gz_convex_penetration(a, b, options, cache, out),
        gz_mesh_penetration(a, b, options, out), gz_complex_penetration(a, b, options, out));
}

graze_status graze_signed_distance(const graze_placed *a, const graze_placed *b,
                                   const graze_options *options, graze_cache *cache,
                                   graze_signed_separation *out) {
    ASK(kind_of_pair(a, b), gz_convex_signed_distance(a, b, options, cache, out),
        gz_mesh_signed_distance(a, b, options, out), gz_complex_signed_distance(a, b, options, out));
}

graze_status graze_ray_cast(const graze_placed *placed, const graze_ray *ray,
                            const graze_options *options, graze_cast_result *out) {
    ASK(kind_of(placed), gz_convex_ray_cast(placed, ray, options, out),
        gz_mesh_ray_cast(placed, ray, options, out), gz_complex_ray_cast(placed, ray, options, out));
}

graze_status graze_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                              const graze_options *options, graze_cast_result *out) {
    ASK(kind_of_pair(a, b), gz_convex_shape_cast(a, translation, b, options, out),
        gz_mesh_shape_cast(a, translation, b, options, out),
        gz_complex_shape_cast(a, translation, b, options, out));
}

graze_status graze_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                           const graze_options *options, graze_cache *cache, graze_contact_set *out) {
    ASK(kind_of_pair(a, b), gz_convex_contact(a, b, reach, options, cache, out),
        gz_mesh_contact(a, b, reach, options, out), gz_complex_contact(a, b, reach, options, out));
}

graze_status graze_placed_contains(const graze_placed *placed, graze_vec3 point, bool *inside) {
    ASK(kind_of(placed), gz_convex_contains(placed, point, inside),
        gz_mesh_contains(placed, point, inside), gz_complex_contains(placed, point, inside));
}
