/* SPDX-License-Identifier: MIT
 * The first contact of a pair while A translates: conservative advance on GJK's lower bound. */
#ifndef GZ_CONVEX_CAST_H
#define GZ_CONVEX_CAST_H

#include "convex/gjk.h"

typedef enum gz_cast_end {
    GZ_CAST_MISS,
    GZ_CAST_HIT,
    GZ_CAST_GRAZE,  /* touches within the rounding radius, and nothing deeper was found after */
    GZ_CAST_INSIDE, /* overlapping at the start */
    GZ_CAST_LIMIT
} gz_cast_end;

typedef struct gz_cast {
    double lower, t, upper;
    wide3 axis; /* unit, from B to A, at the contact; zero when inside */
    gz_gjk gjk; /* at the contact */
    int rounds; /* of GJK, in all */
} gz_cast;

/* A moves by t * motion (pair's frame, scaled), t from 0 to last (may be infinite). The goal's rel,
 * abs, rounds and trace are heeded. Leaves the pair at the contact. */
gz_cast_end gz_cast_run(gz_pair *pair, wide3 motion, double last, const gz_goal *options,
                        gz_cast *cast);

#endif
