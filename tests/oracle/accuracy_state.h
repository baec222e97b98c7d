/* SPDX-License-Identifier: MIT
 * One pair of the accuracy harness under way: what its parts share. */
#ifndef GRAZE_ORACLE_ACCURACY_STATE_H
#define GRAZE_ORACLE_ACCURACY_STATE_H

#include "oracle/accuracy_case.h"
#include "oracle/proof.h"

typedef struct accuracy_state {
    const pair_case *c;
    const proof_pair *pair;
    bool exactly; /* one of the sample that is checked exactly too */
    accuracy_tally *tally;
    accuracy_figures *figures; /* where the queries now asked count */
    int failures;
    char *text;
    size_t size;
} accuracy_state;

/* Counts a failure; the first is described. */
void accuracy_fail(accuracy_state *s, long *counter, const char *query, const char *what,
                   long double by);
/* Counts a query's rounds, and whether it ran into its limit. */
void accuracy_count(accuracy_state *s, const char *query, int rounds, graze_end end);
/* If this pair is one of the sample: does the axis prove the bound, exactly? */
void accuracy_exactly(accuracy_state *s, const char *query, graze_vec3 axis, graze_real lower);
void accuracy_raise(double *most, long double value);

/* Depths and signed distances (accuracy_depth.c). */
void accuracy_depths(accuracy_state *s);

#endif
