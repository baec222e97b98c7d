/* SPDX-License-Identifier: MIT
 * The depth of two triangles: eleven axes in closed form, for meshes, which ask for thousands. */
#ifndef GZ_CONVEX_TRIANGLE_SIGNED_H
#define GZ_CONVEX_TRIANGLE_SIGNED_H

#include "convex/signed.h"

/* As gz_signed_distance, for two plain triangles (gz_placed_is_plain) that overlap, or are apart if
 * that is far enough, unless somebody watches by a trace; false else, and where edges are too nearly
 * parallel for the closed form to be sure. */
bool gz_triangle_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        bool far_enough, graze_cache *cache, gz_signed *out);

/* What the signed distance of two plain triangles would say if they were to part along that normal,
 * from A to B, nearly unit; the points lie on the face of the one with that number. False if they are
 * no triangles, or of a size next to the end of the range. */
bool gz_triangle_along(const graze_placed *a, const graze_placed *b, vec3 normal, int face,
                       gz_signed *out);

#endif
