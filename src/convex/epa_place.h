/* SPDX-License-Identifier: MIT
 * Newton's method for EPA, where C has rims of cylinders and cones.
 *
 * On a curved piece of C EPA gains a digit in some three rounds. But the corners of its nearest face
 * tell which pieces of A and B the nearest point of C is made of: corners, rims, apexes. Where it lies
 * between them is a smooth problem in one or two numbers. A height found there is an upper bound if a
 * support plane shows it. That no height is lower nearby follows from how C bends (cap.h), so instead
 * of many points around the place one corner takes them all: far out along its normal, it stands for
 * the statement that within an angle no height is below a level (cylinder_depth.c has the argument). */
#ifndef GZ_CONVEX_EPA_PLACE_H
#define GZ_CONVEX_EPA_PLACE_H

#include "convex/cap.h"
#include "convex/depth.h"

/* The rims of a core, or the ends of a segment: of radius 0. */
typedef struct gz_hoop {
    bool round;    /* false: it has named corners, and nothing else is set */
    bool has_apex; /* instead of the upper rim */
    wide3 axis;    /* unit */
    wide3 level;   /* from its centre to the middle of the upper rim, or to the apex */
    double radius;
} gz_hoop;

typedef struct gz_hoops {
    gz_hoop of[2]; /* A and B */
    wide3 offset;
} gz_hoops;

/* A corner, apex or rim of A and one of B: their names, and where the corner or the middle of the rim
 * is, relative to the centre of A or B. */
typedef struct gz_epa_piece {
    uint32_t name[2];
    wide3 at[2];
} gz_epa_piece;

/* A normal along which the height of C is least, nearby. */
typedef struct gz_epa_place {
    wide3 n;    /* unit */
    wide3 y, a; /* a point of C, cap.height n up to rounding, and the one of A behind it */
    gz_cap cap;
    gz_pieces pieces;           /* that y lies between */
    wide3 corner[3], behind[3]; /* their points, and those of A behind them */
} gz_epa_place;

/* False if the pair has no rims, or something else that is round. */
bool gz_hoops_of(const gz_pair *pair, gz_hoops *out);

/* The piece that a point of C belongs to, given the one of A behind it and the support calls' hints. */
gz_epa_piece gz_piece_of(const gz_hoops *hoops, wide3 y, wide3 a, uint32_t hint_a, uint32_t hint_b);
/* And one that is known by its names alone; false if these are none. */
bool gz_piece_named(const gz_pair *pair, const gz_hoops *hoops, uint32_t name_a, uint32_t name_b,
                    gz_epa_piece *out);

/* The place between one to three pieces, near a normal; false if there is none. Whether the plane there
 * is one of support remains to be seen. */
bool gz_epa_find_place(gz_pair *pair, const gz_hoops *hoops, wide3 normal, const gz_epa_piece *pieces,
                       int count, gz_epa_place *out);

#endif
