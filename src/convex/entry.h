/* SPDX-License-Identifier: MIT
 * The queries on convex shapes, as the public functions of the same names promise them; those look
 * whether a mesh is among the shapes (narrow/query.c), these rely on there being none. */
#ifndef GZ_CONVEX_ENTRY_H
#define GZ_CONVEX_ENTRY_H

#include "base/common.h"
#include "graze/contact.h"
#include "graze/query.h"

graze_status gz_convex_intersect(const graze_placed *a, const graze_placed *b,
                                 const graze_options *options, graze_cache *cache,
                                 graze_intersection *out);
graze_status gz_convex_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                              const graze_options *options, graze_cache *cache,
                              graze_intersection *out);
/* The same without a look at what the cache remembers having proved. */
graze_status gz_convex_within_anew(const graze_placed *a, const graze_placed *b, graze_real distance,
                                   const graze_options *options, graze_cache *cache,
                                   graze_intersection *out);
graze_status gz_convex_distance(const graze_placed *a, const graze_placed *b,
                                const graze_options *options, graze_cache *cache,
                                graze_separation *out);
graze_status gz_convex_penetration(const graze_placed *a, const graze_placed *b,
                                   const graze_options *options, graze_cache *cache,
                                   graze_penetration_result *out);
graze_status gz_convex_signed_distance(const graze_placed *a, const graze_placed *b,
                                       const graze_options *options, graze_cache *cache,
                                       graze_signed_separation *out);
graze_status gz_convex_ray_cast(const graze_placed *placed, const graze_ray *ray,
                                const graze_options *options, graze_cast_result *out);
graze_status gz_convex_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                  const graze_options *options, graze_cast_result *out);
graze_status gz_convex_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                               const graze_options *options, graze_cache *cache,
                               graze_contact_set *out);
/* The points if the two, both bounded, were to part along that unit normal, which is that of a face: of
 * A (face 0) or of B (1). A single one is the point of the other that is farthest against it, moved
 * along it to the plane of the face: it need not lie on the face. */
graze_status gz_convex_contact_along(const graze_placed *a, const graze_placed *b, graze_vec3 normal,
                                     int face, graze_real reach, graze_contact_set *out);
/* Four pairs of plain boxes (gz_placed_are_plain) at once, or fewer; no caches: NULL. Bit i is set if
 * *out[i] is what gz_convex_contact says about pairs[i] with a reach of zero; else that is to be asked.
 */
#define GZ_MEETINGS 4
typedef struct gz_meeting {
    const graze_placed *a, *b;
    graze_cache *cache;
} gz_meeting;
unsigned gz_convex_contact_four(const gz_meeting *pairs, int count, graze_contact_set *const *out);
graze_status gz_convex_contains(const graze_placed *placed, graze_vec3 point, bool *inside);

#endif
