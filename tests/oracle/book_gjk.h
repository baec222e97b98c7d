/* SPDX-License-Identifier: MIT
 * The numerical GJK distance algorithm as the book prints it (J3, algorithm 4.4, B:3183-3258, with
 * s(-v) at B:3229), on Johnson's algorithm with its cache, in long double, with the lower bound kept as
 * the maximum over the rounds (J4, P:173-183) and closest points from the simplex (J6, B:3177-3181). */
#ifndef GRAZE_ORACLE_BOOK_GJK_H
#define GRAZE_ORACLE_BOOK_GJK_H

#include "oracle/features.h"

typedef struct oracle_book_gjk {
    oracle_closest closest; /* distance 0 when the origin is taken to be in A - B */
    long double lower;
    int rounds;
    bool bracketed; /* lower <= |v| in every round (theorem 4.5) */
    bool ended;     /* false: the rounds were used up */
} oracle_book_gjk;

/* Ends when |v|^2 - v . w <= rel^2 |v|^2, so |v| is right to rel^2 relatively, or when w was there
 * before. Beyond the book: a round that brings v no nearer (which theorem 4.4 rules out, so it is
 * rounding in a nearly flat simplex) is undone and ends the search. Without that, four nearly coplanar
 * points now and then pass for a tetrahedron around the origin. */
oracle_book_gjk oracle_book_gjk_run(const oracle_polyhedron *a, const oracle_polyhedron *b,
                                    long double rel);

#endif
