/* SPDX-License-Identifier: MIT
 * The proof of a lower bound once more, without rounding that could hide a mistake: with GMP rationals
 * where both bodies are polytopes without margins, otherwise with MPFR, directions exact and heights
 * rounded up. */
#ifndef GRAZE_ORACLE_PROOF_EXACT_H
#define GRAZE_ORACLE_PROOF_EXACT_H

#include "oracle/pair_case.h"

typedef enum exact_verdict {
    EXACT_PROVED_RATIONAL, /* the axis separates by at least lower: exactly */
    EXACT_PROVED_ROUNDED,  /* the same, with heights rounded up */
    EXACT_REFUTED,
    EXACT_UNDECIDED /* numbers too long: nothing said */
} exact_verdict;

/* Does the axis, from A to B and of any length, show the two to be at least lower apart (negative: to
 * overlap by at most -lower along it)? Not for half-spaces. */
exact_verdict exact_axis(const pair_case *c, graze_vec3 axis, graze_real lower);

#endif
