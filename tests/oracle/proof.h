/* SPDX-License-Identifier: MIT
 * The proof checker: does what a query answered follow from what it handed out as proof? Axes are
 * checked by heights of supporting planes, points by their distance from the bodies, all in long double
 * (2000 times finer than the rounding radius of the double build) and without the library's supports.
 *
 * Slack: E of the pair, where the contract grants it; and for points in world coordinates one rounding
 * of each coordinate, for the proof is stated in A's frame and the world point is its rounded copy. */
#ifndef GRAZE_ORACLE_PROOF_H
#define GRAZE_ORACLE_PROOF_H

#include "oracle/min_norm.h"
#include "oracle/pair_case.h"

/* What is known about a pair without the library's queries. */
typedef struct proof_pair {
    const graze_placed *a, *b;
    placed_body seen_a, seen_b; /* from the origin of A's pose */
    long double error;          /* E, as the library states it */
    long double size;           /* reach of A, of B and the distance of their origins */
    long double noise;          /* of the checks themselves */
    oracle_bracket distance;    /* of the two; at most about E / 16 wide */
    long double over_ground;    /* the signed distance, if one of them is a half-space */
} proof_pair;

/* NULL or, in a few words, what is wrong with the pair itself: E larger than it may be, or the oracle
 * found no bracket. */
const char *proof_pair_make(const pair_case *c, proof_pair *out);

/* -- what the checks are made of -- */

bool proof_has_ground(const proof_pair *p); /* is one a half-space? */
bool proof_is_unit(graze_vec3 n);
/* One rounding of each world coordinate. */
long double proof_world_rounding(graze_vec3 x);
/* Is the world point within slack, and its own rounding, of the body? */
bool proof_is_near(const proof_pair *p, const placed_body *other, graze_vec3 world, long double slack);
/* How far the axis, from A to B, shows the two to be apart; negative: how far it lets them overlap. No
 * axis but its own normal does so for a half-space: there the axis must be that one up to rounding. */
long double proof_gap(const proof_pair *p, graze_vec3 axis);

/* -- the answers -- */

/* Each returns NULL if the proof holds, else what does not. */
const char *proof_separation(const proof_pair *p, const graze_separation *s);
const char *proof_intersection(const proof_pair *p, graze_real within, const graze_intersection *i);

/* The cast of A by the motion, t from 0 to 1, against B; not for half-spaces. No contact before lower,
 * contact by upper; the point within E of both at t. */
const char *proof_cast(const proof_pair *p, graze_vec3 motion, const graze_cast_result *r);

/* Is the boolean wrong, outside the band E around the distance asked for? Answers "no" to shapes that
 * touch or overlap, or are E / 8 or less apart, count as wrong too: touching is intersecting. */
bool proof_is_wrong(const proof_pair *p, graze_real within, bool answer);

/* The least width that the options ask for, E included: max(rel upper, E) and E on each side. */
long double proof_width_asked(const proof_pair *p, long double rel, const graze_separation *s);

#endif
