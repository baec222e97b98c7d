/* SPDX-License-Identifier: MIT
 * The triangles that join one apex to a rim, laid out for vector units: which of them does a point lie
 * above? */
#ifndef GZ_HULL_CONE_H
#define GZ_HULL_CONE_H

#include "hull/points.h"

#define GZ_CONE_LANES 4

/* Side k has the plane n . (x - apex) = 0. A point is surely above it if its height exceeds over[k],
 * and surely not if the height is less than under[k]. The arrays are padded to whole lanes with sides
 * that every point is surely not above. */
typedef struct gz_hull_cone {
    double apex[3];
    double *nx, *ny, *nz, *over, *under;
    uint32_t count, capacity; /* capacity: a multiple of the lanes */
} gz_hull_cone;

/* What gz_hull_cone_sort finds for a point: a side, or one of these. */
#define GZ_CONE_INSIDE UINT32_MAX        /* surely above none */
#define GZ_CONE_UNSURE (UINT32_MAX - 1u) /* above none surely, but perhaps one */

/* Starts a cone with room for count sides; false when memory is out. */
bool gz_hull_cone_begin(gz_hull_cone *cone, const gz_hull_point *apex, uint32_t count);
void gz_hull_cone_free(gz_hull_cone *cone);

/* Sets a side from its plane, whose origin is the apex. Points on side 0 are never sure, so the apex
 * itself is not. */
void gz_hull_cone_set(gz_hull_cone *cone, uint32_t side, const gz_hull_plane *plane);

typedef struct gz_cone_hit {
    uint32_t side;
    double height; /* above the side, if there is one */
} gz_cone_hit;

/* For each of the points the first side it is surely above: the same on every machine. */
void gz_hull_cone_sort(const gz_hull_cone *cone, const gz_hull_point *points, const uint32_t *indices,
                       uint32_t count, gz_cone_hit *hits);

#endif
