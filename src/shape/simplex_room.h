/* SPDX-License-Identifier: MIT
 * Points, segments, triangles and boxes as shapes on the stack, for queries that meet many of them. */
#ifndef GZ_SHAPE_SIMPLEX_ROOM_H
#define GZ_SHAPE_SIMPLEX_ROOM_H

#include "base/memory.h"
#include "shape/polytope.h"

typedef struct gz_simplex_room {
    _Alignas(GZ_ALIGNMENT) gz_polytope polytope;
    _Alignas(GZ_ALIGNMENT) real cloud[3 * GZ_CLOUD_LANES]; /* where the polytope expects it */
} gz_simplex_room;

/* The hull of one to three finite points within reach, in the room, which is neither copied nor
 * released. It has no stamp: caches must not be used with it. */
const graze_shape *gz_simplex_place(gz_simplex_room *room, const vec3 *corners, uint32_t count);
/* The same in two steps: what has to be known of a triangle that has a closed form, and all that
 * support mappings need. The second may be taken again. */
const graze_shape *gz_simplex_outline(gz_simplex_room *room, const vec3 *corners, uint32_t count);
void gz_simplex_complete(gz_simplex_room *room);
/* A box, by half extents that are finite and not negative; likewise. */
const graze_shape *gz_box_place(graze_shape *room, vec3 half);

#endif
