/* SPDX-License-Identifier: MIT
 * What the public queries do when a mesh is among the shapes. */
#ifndef GZ_NARROW_QUERY_H
#define GZ_NARROW_QUERY_H

#include "convex/query.h"

graze_status gz_mesh_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                            const graze_options *options, graze_intersection *out);
graze_status gz_mesh_distance(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, graze_cache *cache, graze_separation *out);
graze_status gz_mesh_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                const graze_options *options, graze_cast_result *out);
graze_status gz_mesh_ray_cast(const graze_placed *placed, const graze_ray *ray,
                              const graze_options *options, graze_cast_result *out);

#endif
