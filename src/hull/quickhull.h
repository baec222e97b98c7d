/* SPDX-License-Identifier: MIT
 * Quickhull in three dimensions on exact decisions (B:929-967; Barber, Dobkin, Huhdanpaa 1996).
 *
 * The state is a closed triangulated surface whose solid is the hull of the points inserted so far,
 * and for each triangle a conflict list. Invariants, kept by gz_quickhull_insert:
 *   - No triangle is degenerate. Triangles may be coplanar with their neighbours, never concave.
 *   - Every point outside the solid is in exactly one conflict list, of a triangle it lies strictly
 *     above; no other point is in a list.
 * A point is inserted by removing the triangles it lies strictly above and joining it to their rim.
 * Coplanar triangles stay. So they are those that a point moved a little inwards would see: a disk,
 * and a rim edge on one line with the point cannot be, for its removed triangle would contain it. A
 * point outside the new solid that was above a removed triangle is above a new one: the triangles
 * it sees are connected, so either it sees nothing but new ones or it sees both sides of a rim edge,
 * and then the new triangle between them. Hence only points of removed triangles move. */
#ifndef GZ_HULL_QUICKHULL_H
#define GZ_HULL_QUICKHULL_H

#include "base/array.h"
#include "hull/cone.h"
#include "hull/points.h"

/* A triangle. Half-edge 4 t + i (i = 0, 1, 2) runs from vertex[i] to the next; twin[i] is its opposite.
 */
typedef struct gz_hull_triangle {
    gz_hull_plane plane;
    double highest;     /* height of far above the plane, as computed */
    uint32_t vertex[3]; /* points; vertex[0] is GRAZE_HULL_NONE in a free slot */
    uint32_t twin[3];
    uint32_t list, outside, far; /* the conflict list: where it starts, its length, its highest point */
    uint32_t mark; /* seen (even) or not seen (odd) by the point being inserted; next free slot */
} gz_hull_triangle;

typedef struct gz_quickhull {
    gz_hull_points *points;
    gz_hull_triangle *triangles;
    size_t slots, capacity; /* used so far, free ones included; allocated */
    uint32_t live, free, stamp;
    gz_indices seen, rim, fresh; /* of the last insertion; fresh are the new triangles */
    gz_hull_cone cone;           /* the fresh triangles */
    uint32_t *block;             /* holds the next four */
    uint32_t *lists, *spare;  /* room for twice all points: the conflict lists, one after the other */
    uint32_t used;            /* of lists, what has been emptied included */
    uint32_t *moving, *sides; /* room for all points: those that change lists, and where they go */
} gz_quickhull;

static inline uint32_t gz_quickhull_next(uint32_t h) { return (h & 3) == 2 ? h - 2 : h + 1; }
static inline uint32_t gz_quickhull_previous(uint32_t h) { return (h & 3) == 0 ? h + 2 : h - 1; }
static inline uint32_t gz_quickhull_start(const gz_quickhull *hull, uint32_t h) {
    return hull->triangles[h >> 2].vertex[h & 3];
}
static inline uint32_t gz_quickhull_twin(const gz_quickhull *hull, uint32_t h) {
    return hull->triangles[h >> 2].twin[h & 3];
}

/* -1, 0 or 1: point p below, on or above the plane of the triangle. Exact. */
int gz_quickhull_side(const gz_quickhull *hull, const gz_hull_triangle *triangle, uint32_t p);

/* Starts from the simplex (see gz_hull_simplex, dimension 3); fresh are its four triangles. false
 * when memory is out; free it in any case. */
bool gz_quickhull_begin(gz_quickhull *hull, gz_hull_points *points, const uint32_t corner[4]);
void gz_quickhull_free(gz_quickhull *hull);

/* Fills seen with the triangles strictly below p, starting from one, and rim with the half-edges just
 * outside them; the vertex where a rim edge ends links to its place in rim. */
bool gz_quickhull_find_seen(gz_quickhull *hull, uint32_t first, uint32_t p);

/* Inserts the highest point above the triangle, whose list must not be empty. */
bool gz_quickhull_insert(gz_quickhull *hull, uint32_t triangle);

/* Inserts until no point is outside. */
bool gz_quickhull_finish(gz_quickhull *hull);

#endif
