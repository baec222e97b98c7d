/* SPDX-License-Identifier: MIT
 * The core of one operand as a summand of C = A - B: a box, a cylinder or a cone around the origin.
 * That of B is turned around. */
#ifndef GZ_CONVEX_SUMMAND_H
#define GZ_CONVEX_SUMMAND_H

#include "convex/pair.h"

typedef enum gz_summand_kind { GZ_SUMMAND_BOX, GZ_SUMMAND_CYLINDER, GZ_SUMMAND_CONE } gz_summand_kind;

typedef struct gz_summand {
    gz_summand_kind kind;
    wide3 axis[3];  /* orthonormal; a round one has only the first, a cone's tip is at +half */
    double half[3]; /* along these */
    double radius;
    double sine, cosine; /* of the angle between slope and axis; 0 and 1 for a cylinder */
    wide3 center;        /* of the core, from the operand's centre; not turned around */
    double off;          /* the core lies within this distance of what is described, and vice versa */
} gz_summand;

/* False if the core is none of these, looked at through wrappers, or has no volume. */
bool gz_summand_of(const gz_operand *operand, bool turned_around, gz_summand *out);

/* A point p of the first with sum - p in the second, both farthest along n up to rounding; false if
 * none was found within the slack: only where both have whole sides there. */
bool gz_summands_point(const gz_summand *first, const gz_summand *second, wide3 n, wide3 sum,
                       double slack, wide3 *p);

#endif
