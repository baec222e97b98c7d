/* SPDX-License-Identifier: MIT
 * The heights of C = A - B for two cylinders, place by place of the sphere of normals:
 *
 *     h(n) = n . shift + sum over both of (radius |n x axis| + half |n . axis|).
 *
 * That is smooth but for two great circles, upright on an axis, where a whole line of that cylinder's
 * side is farthest, and for the poles along the axes, where a whole end is. */
#ifndef GZ_CONVEX_CYLINDER_PLACE_H
#define GZ_CONVEX_CYLINDER_PLACE_H

#include "math/wide3.h"

typedef struct gz_cylinder {
    wide3 axis; /* unit */
    double radius, half;
} gz_cylinder;

typedef struct gz_cylinders {
    gz_cylinder of[2];
    wide3 shift;
    double flat; /* heights and slopes that do not matter */
} gz_cylinders;

/* What of a cylinder is farthest along a normal. */
typedef enum gz_far_part { GZ_FAR_RIM, GZ_FAR_SIDE, GZ_FAR_END } gz_far_part;

/* A normal and a farthest point of C along it: of a side or end the one nearest to the normal's line.
 */
typedef struct gz_place {
    wide3 n; /* unit */
    wide3 y;
    double height; /* y . n */
    wide3 slope;   /* y - height n: which way the height rises */
    gz_far_part part[2];
    double up[2];     /* which rim or end: 1 or -1 */
    double along[2];  /* n . axis */
    double across[2]; /* |n x axis| */
    wide3 tangent[2]; /* of the rim at its farthest point, unit; at an end: from its middle to y */
    double room[2];   /* of y on the side or end; negative: the height falls beyond its border */
} gz_place;

/* The place along n, where both rims are taken to be farthest. */
gz_place gz_place_along(const gz_cylinders *c, wide3 n);
/* Those that have a closed form: the lower end of one, and both sides, m being upright on both axes. */
gz_place gz_place_of_end(const gz_cylinders *c, int which);
gz_place gz_place_of_sides(const gz_cylinders *c, wide3 m);
/* Fills in what is along the place's normal; its parts, rims and one side at most, are given. */
void gz_place_look(const gz_cylinders *c, gz_place *place);

/* The height along n alone, and a farthest point. */
double gz_cylinders_height(const gz_cylinders *c, wide3 n);
wide3 gz_cylinders_support(const gz_cylinders *c, wide3 n);

/* Goes down to a minimum, or nearly; false if it leads to one with a closed form. */
bool gz_place_descend(const gz_cylinders *c, gz_place *place);

/* 1 / cos w for an angle w around the place's normal within which no height is below the level, as far
 * as can be shown and not above `most`; 0: there is none. */
double gz_place_cap(const gz_cylinders *c, const gz_place *place, double level, double most);

#endif
