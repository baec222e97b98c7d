/* SPDX-License-Identifier: MIT
 * How deep the origin lies in the difference C = core(A) - core(B) of a pair whose cores overlap or
 * touch, and the methods that find out. Radii never enter: the depth of the pair is that of C plus the
 * radii (DESIGN: sd(A + r, B + s) = sd(A, B) - r - s, on both sides of zero).
 *
 * Everything is in the pair's frame and scale (pair.h). n, outward from C, is from A to B: when B moves
 * by t, C moves by -t, and the origin leaves C first through its nearest boundary point y = depth n. */
#ifndef GZ_CONVEX_DEPTH_H
#define GZ_CONVEX_DEPTH_H

#include "convex/gjk.h"
#include "convex/pair.h"

/* Up to three pairs of pieces of A and B that the nearest boundary point of C lies between, by their
 * names: the vertices of a core with corners, 0 for the upper rim, end or apex of another and 1 for the
 * lower. */
typedef struct gz_pieces {
    int count; /* 0: not known */
    uint32_t a[3], b[3];
} gz_pieces;

/* What is known of the nearest point from the last time that the pair was looked at. */
typedef struct gz_hunch {
    gz_pieces pieces;
    wide3 normal; /* any length */
} gz_hunch;

typedef struct gz_depth {
    double
        lower; /* the ball of this radius around the origin lies in C, up to the pair's error; >= 0 */
    double upper; /* n . c <= upper for every c of C, up to the pair's error; upper >= lower */
    wide3 normal; /* n, unit, also when the depth is 0 */
    wide3 a, b;   /* points of core(A) and core(B), both relative to A's centre, up to the pair's error;
                     a - b = lower n, likewise */
    int rounds;
    gz_pieces pieces; /* for the next time */
    bool
        stuck; /* of EPA: rounding ended the search before the bracket was narrow, with room to spare */
} gz_depth;

typedef enum gz_depth_end {
    GZ_DEPTH_NONE,  /* not a pair for this method: nothing was written */
    GZ_DEPTH_APART, /* normal separates the cores: upper < 0, by more than a share of the error; only
                       normal, upper and rounds are set */
    GZ_DEPTH_FOUND, /* the bracket is as narrow as asked, or as rounding allows */
    GZ_DEPTH_LIMIT  /* rounds or room used up; all fields hold */
} gz_depth_end;

/* Is lower..upper as narrow as the goal asks? goal->shift is minus the pair's radius here, so that rel
 * counts relative to the depth of the pair. */
static inline bool gz_depth_narrow(double lower, double upper, const gz_goal *goal) {
    double width = upper - lower;
    return width <= goal->abs || width <= goal->rel * (upper - goal->shift);
}

#endif
