/* SPDX-License-Identifier: MIT
 * Where is a point relative to a placed convex shape? Decided by linear programming over support
 * points (V3): inside iff no direction separates. Independent of GJK. */
#ifndef GRAZE_ORACLE_LOCATE_H
#define GRAZE_ORACLE_LOCATE_H

#include "graze/graze.h"

typedef enum oracle_place {
    ORACLE_INSIDE,  /* certainly in the shape, or nearer than band to it */
    ORACLE_OUTSIDE, /* certainly farther than band from it */
    ORACLE_UNSURE   /* about band away, or not decided within the rounds allowed */
} oracle_place;

oracle_place oracle_locate(const graze_placed *placed, graze_vec3 point, long double band,
                           graze_random *random);

#endif
