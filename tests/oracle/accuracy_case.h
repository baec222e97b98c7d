/* SPDX-License-Identifier: MIT
 * One pair through every query, every proof checked, the figures added to a tally. */
#ifndef GRAZE_ORACLE_ACCURACY_CASE_H
#define GRAZE_ORACLE_ACCURACY_CASE_H

#include "oracle/pair_case.h"

/* Of some queries on some pairs. */
typedef struct accuracy_figures {
    long pairs;
    long proofs, wrong, wide, limits; /* failures: each must be 0 */
    long searches, rounds;            /* the queries that the rounds are of: not casts */
    int most_rounds;
    /* Widths and errors in units: of what was asked; of E; of E. */
    double worst_width, worst_tightest, worst_error;
} accuracy_figures;

typedef struct accuracy_tally {
    long pairs, queries, hits, cast_hits;
    long rational, directed;         /* axes checked once more with GMP, with MPFR */
    long planted;                    /* distances known beforehand */
    long overlaps, features, closed; /* depths searched for; of those by all features, with a formula */
    accuracy_figures distance;       /* of booleans, distances and casts */
    accuracy_figures depth;          /* of depths and signed distances, but of the pairs that are */
    accuracy_figures round;          /* nearly round about the origin: limits may occur */
} accuracy_tally;

typedef struct accuracy_case {
    graze_shape_kind kind_a, kind_b;
    pair_regime regime;
    uint64_t seed;
} accuracy_case;

/* The number of failures; the first is described in text. */
int accuracy_run(const accuracy_case *which, accuracy_tally *tally, char *text, size_t size);

void accuracy_add(accuracy_tally *sum, const accuracy_tally *part);
long accuracy_failures(const accuracy_tally *tally);

#endif
