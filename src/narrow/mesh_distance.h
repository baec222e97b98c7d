/* SPDX-License-Identifier: MIT
 * The search for the nearest primitives of a mesh and another shape: what is known so far, and how
 * primitives are compared.
 *
 * Lengths and points are in world axes from the origin of A, times a power of two that makes the pair's
 * size lie in [1, 2); margins are left out. */
#ifndef GZ_NARROW_MESH_DISTANCE_H
#define GZ_NARROW_MESH_DISTANCE_H

#include "math/affine.h"
#include "mesh/mesh.h"
#include "narrow/near.h"
#include "narrow/triangle_pairs.h"

/* A primitive: its number, its place among the tree's items, and one of its pieces. */
typedef struct gz_mesh_part {
    uint32_t primitive, place, piece;
} gz_mesh_part;

typedef struct gz_nearest {
    graze_placed a, b;              /* without their margins */
    const gz_mesh *mesh_a, *mesh_b; /* of which one may be NULL: a convex shape */
    gz_affine map_a, map_b;
    double scale;  /* what lengths are multiplied by */
    double margin; /* both, scaled */
    double error;  /* the rounding radius, scaled */
    double rel, abs;
    gz_triangle_distances triangles;
    /* What is known: nothing is nearer than floor and, where it has not been looked, than goal. */
    double upper, floor, goal;
    wide3 point_a, point_b, normal; /* of upper; unit, from A to B */
    gz_mesh_part part_a, part_b;
    uint32_t turns; /* how often the normal has changed */
    uint32_t pairs; /* how many pieces have been compared */
} gz_nearest;

/* Both have been checked, and one is a mesh. False for options that are not valid. */
bool gz_nearest_begin(const graze_placed *a, const graze_placed *b, const graze_options *options,
                      gz_nearest *out);

/* Do they come so near that they touch? Nothing nearer has to be found then. */
static inline bool gz_nearest_touches(const gz_nearest *n) { return n->goal <= 0; }

/* Takes note of two pieces that have lower <= distance <= upper. */
void gz_nearest_offer(gz_nearest *n, double lower, double upper, wide3 point_a, wide3 point_b,
                      wide3 normal, gz_mesh_part a, gz_mesh_part b);
/* Compares two pieces of any kind by GJK. */
void gz_nearest_settle(gz_nearest *n, gz_mesh_part a, gz_mesh_part b);
/* Compares the first count pairs of triangles that are in the lanes, whose parts are given. */
void gz_nearest_triangles(gz_nearest *n, gz_triangle_pairs *lanes, uint32_t count,
                          const gz_mesh_part *a, const gz_mesh_part *b);

#endif
