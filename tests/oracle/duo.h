/* SPDX-License-Identifier: MIT
 * Two solids somewhere in the world, and checks of what graze_penetration says about them.
 *
 * The proof of each answer is checked in long double on the second description of the bodies (solid.h):
 * the normal's height bounds the depth from above; no direction that a search comes up with may be
 * lower than the lower bound. */
#ifndef GRAZE_ORACLE_DUO_H
#define GRAZE_ORACLE_DUO_H

#include "oracle/solid.h"

typedef struct duo_body {
    solid solid, inner, other; /* inner, other: what a wrapper wraps */
    graze_shape *shape;
    graze_placed placed;
} duo_body;

typedef struct duo {
    duo_body a, b;
    uint64_t seed;
    long number;
    long double error; /* E, and what the world coordinates of the answer round by */
} duo;

/* Makes the shape of t->solid and places it; duo_release releases both shapes. */
void duo_place(duo_body *t, graze_pose pose, graze_real margin);
void duo_release(duo *p);
/* When both are placed. */
void duo_set_error(duo *p);

/* How far B must move along n, a unit vector, to leave A. */
long double duo_way(const duo *p, ld3 n);
/* The least way in a fan of directions from -u over e to u (golden sections around every local minimum
 * of a fine fan), and the least found downhill from n and from some other directions. */
long double duo_search_fan(const duo *p, ld3 e, ld3 u);
long double duo_search(const duo *p, ld3 n, graze_random *random);

/* Fails the test if the answer does not hold, given the shortest way out known; complete: it may not
 * end at the iteration limit. rel: the accuracy asked for. */
void duo_check(const duo *p, const graze_penetration_result *r, long double shortest, bool complete,
               long double rel, graze_random *random);
/* Asks with default and tightest accuracy and checks; false if the two are apart. */
bool duo_check_depth(const duo *p, long double shortest, bool complete, graze_random *random);

/* Random sizes 0.05..2 and directions; a pose from a rotation and a point, rounded. */
graze_real duo_size(graze_random *random);
ld3 duo_direction(graze_random *random);
graze_pose duo_pose(graze_quat turn, ld3 at);

#endif
