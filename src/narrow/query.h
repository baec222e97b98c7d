/* SPDX-License-Identifier: MIT
 * What the public queries do when a mesh is among the shapes. */
#ifndef GZ_NARROW_QUERY_H
#define GZ_NARROW_QUERY_H

#include "convex/query.h"
#include "graze/contact.h"
#include "graze/mesh.h"

graze_status gz_mesh_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                            const graze_options *options, graze_intersection *out);
graze_status gz_mesh_distance(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, graze_cache *cache, graze_separation *out);
graze_status gz_mesh_penetration(const graze_placed *a, const graze_placed *b,
                                 const graze_options *options, graze_penetration_result *out);
graze_status gz_mesh_signed_distance(const graze_placed *a, const graze_placed *b,
                                     const graze_options *options, graze_signed_separation *out);
graze_status gz_mesh_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                             const graze_options *options, graze_contact_set *out);
graze_status gz_mesh_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                const graze_options *options, graze_cast_result *out);
graze_status gz_mesh_ray_cast(const graze_placed *placed, const graze_ray *ray,
                              const graze_options *options, graze_cast_result *out);
/* The closest hit of a ray in the words of casts; there is one. */
graze_cast_result gz_cast_of_hit(const graze_mesh_hit *hit, graze_real max_t);

#endif
