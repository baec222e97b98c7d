/* SPDX-License-Identifier: MIT
 * Checks what graze_signed_distance and graze_penetration promise, for any two bounded shapes:
 *  - the bounds are in order, the normal is a unit vector and shows at least lower,
 *  - no other direction shows more than upper (the signed distance is the largest gap over all
 *    directions, on both sides of zero): random ones and ones close to the normal are tried,
 *  - the points are sd * normal apart and lie in the shapes,
 *  - the bracket is as narrow as asked.
 * Gaps are taken from support points alone, which have tests of their own. */
#ifndef GRAZE_ORACLE_SIGNED_CHECK_H
#define GRAZE_ORACLE_SIGNED_CHECK_H

#include "oracle/ld3.h"

typedef struct signed_case {
    const graze_placed *a, *b;
    uint64_t seed; /* for messages */
    long number;
    graze_random *random; /* of the directions tried */
    bool locate;          /* look also whether the points lie in the shapes: takes longer */
    bool limit_allowed;   /* it may end at the iteration limit */
    /* Counts pairs whose difference is so round about the origin that all rounds or all room was used
     * up (E: B:3394-3396); NULL: no such pair is expected. The bounds must hold all the same. */
    long *round;
} signed_case;

/* The rounding radius E of the pair, in world units. */
long double signed_error(const graze_placed *a, const graze_placed *b);
/* E, and what world coordinates of the two round by. */
long double signed_slack(const graze_placed *a, const graze_placed *b);
/* The gap between the planes that support the two along n (any length, from A to B). */
long double signed_gap(const graze_placed *a, const graze_placed *b, ld3 n);

/* Each asks and checks, and fails the test when something is wrong. */
graze_signed_separation signed_checked(const signed_case *c, const graze_options *options);
graze_penetration_result depth_checked(const signed_case *c, const graze_options *options);
/* The answer, already there, against all promises but the width. */
void signed_check_answer(const signed_case *c, const graze_signed_separation *s);

/* Prints how many answers were too round, and fails if they are more than `most` of a full run. */
void signed_check_round(long too_round, long most);

/* Do the two brackets overlap, given that the signed distances differ by up to `apart`? */
bool signed_brackets_meet(const graze_signed_separation *s, const graze_signed_separation *t,
                          long double apart);

/* Two placed shapes of random kinds but the half-space, in poses of all classes, one in three with a
 * margin: near enough that most overlap, some shallowly, some touching. signed_pair_drop releases. */
typedef struct signed_pair {
    graze_placed a, b;
} signed_pair;
signed_pair signed_pair_random(graze_random *random);
void signed_pair_drop(signed_pair *pair);

#endif
