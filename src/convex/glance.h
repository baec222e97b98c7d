/* SPDX-License-Identifier: MIT
 * A look at two shapes along one direction, before a pair is set up: where the direction separates
 * them, as that of a recent frame nearly always does, nothing else needs to be known.
 *
 * In A's axes C = core(A) - core(B) lies beyond the plane with normal v through its support point w.
 * With R and S the rotations of A and B, a and b the support points in the shapes' own axes,
 *     v . w = v . a - (S^T R v) . b + (R v) . (origin of A - origin of B),
 * two products of a matrix with a vector instead of one of two matrices. In eps times the pair's size
 * these round by at most 3 for R v, 3 more for S^T R v, 4 for each dot product with the sums in it and
 * 2 for the last sums: less than what GJK may round its planes by. */
#ifndef GZ_CONVEX_GLANCE_H
#define GZ_CONVEX_GLANCE_H

#include "convex/pair.h"
#include "graze/query.h"

typedef enum gz_impression {
    GZ_APART,    /* the look along v shows more than the distance asked for */
    GZ_TOGETHER, /* balls inside of the shapes overlap by more than E */
    GZ_UNCLEAR,  /* neither */
    GZ_UNSEEN /* nor was there a look: products might leave the range, GJK's scaled frame is for that */
} gz_impression;

typedef struct gz_glance {
    double error;  /* the pair's E */
    double radius; /* radii and margins of both together */
    vec3 common;   /* together: a common point, in the world */
    /* Of the look along v: */
    vec3 v;                  /* in A's axes, from B to A */
    wide3 world;             /* in world axes */
    vec3 seen_by_b;          /* in B's axes */
    vec3 a, b;               /* the support points, relative to the centres, in the shapes' own axes */
    uint32_t hint_a, hint_b; /* where they were found */
    double length;           /* of v */
    double bound;            /* the distance of the cores is at least that, up to E */
    int looks;               /* how many there were */
} gz_glance;

/* Looks along the direction of the cache, which has one. Both shapes plain (gz_placed_is_plain). */
gz_impression gz_glance_at(const graze_placed *a, const graze_placed *b, double distance,
                           const graze_cache *cache, gz_glance *glance);

/* Leaves what was seen to the pair, for GJK to start from: the support point, and the difference of the
 * centres if that is in C. */
void gz_glance_warm(const gz_glance *glance, gz_pair *pair);

#endif
