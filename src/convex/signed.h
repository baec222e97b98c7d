/* SPDX-License-Identifier: MIT
 * The signed distance of a pair in its frame: GJK where the cores are apart, a depth method where they
 * overlap. What graze_penetration and graze_signed_distance share. */
#ifndef GZ_CONVEX_SIGNED_H
#define GZ_CONVEX_SIGNED_H

#include "graze/query.h"
#include "math/vec3.h"

typedef struct gz_signed {
    double sd, lower, upper; /* world units; the bounds hold including rounding */
    double error;            /* the rounding radius E, world units */
    vec3 normal;             /* unit, from A to B; world, like the points */
    vec3 point_a, point_b;
    bool far;      /* apart, and nothing more was asked: only normal and lower (positive) are set */
    bool complete; /* the bracket is as narrow as asked */
    bool single;   /* these two are the only points of contact along the normal; false if unknown */
    bool unseen; /* nobody has looked for others yet, and both shapes are plain (gz_placed_is_plain) */
    int rounds;
} gz_signed;

/* far_enough: stop as soon as the two are seen to be apart. */
graze_status gz_signed_distance(const graze_placed *a, const graze_placed *b,
                                const graze_options *options, bool far_enough, graze_cache *cache,
                                gz_signed *out);

#endif
