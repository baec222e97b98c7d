/* SPDX-License-Identifier: MIT
 * Checks every promise of query.h for a pair of placed polytopes whose signed distance is known:
 * bracket, witnesses, normal, ends, booleans. All in long double on the vertices as placed. */
#ifndef GRAZE_ORACLE_PAIR_CHECK_H
#define GRAZE_ORACLE_PAIR_CHECK_H

#include "oracle/polyhedron.h"

/* A polytope shape somewhere, and the same for the oracles (without the margin). */
typedef struct test_polytope {
    graze_placed placed;
    oracle_polyhedron body;
} test_polytope;

test_polytope test_polytope_make(const graze_vec3 *points, int count, const graze_pose *pose,
                                 graze_real margin);
void test_polytope_free(test_polytope *polytope);

typedef struct test_pair {
    const test_polytope *a, *b;
    long double sd;     /* the signed distance of the two, margins included */
    long double unsure; /* how far sd may be off */
    uint64_t seed;      /* for messages */
    long number;
} test_pair;

/* The rounding radius E of the pair, in world units. */
long double test_pair_error(const test_polytope *a, const test_polytope *b);

/* The signed distance by features, or by the explicit difference when they overlap, minus margins. */
test_pair test_pair_measure(const test_polytope *a, const test_polytope *b, uint64_t seed, long number);

/* Each fails the test when something is wrong. */
graze_separation test_pair_distance(const test_pair *pair, const graze_options *options);
void test_pair_within(const test_pair *pair, graze_real distance);
void test_pair_intersect(const test_pair *pair);
/* All of them: default and tightest accuracy, several limits. */
void test_pair_everything(const test_pair *pair);

#endif
