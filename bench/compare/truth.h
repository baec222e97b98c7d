/* SPDX-License-Identifier: MIT
 * What the right answers are, found by methods and supports that are not the library's (tests/oracle):
 *  - intersect, distance: Wolfe's method in long double, a bracket certified from both sides
 *  - depth: branch and bound over all directions, likewise certified
 *  - ray cast: quadratic equations and clipping by planes
 *  - shape cast: the distance is a convex function of time; its first zero by bisection */
#ifndef GRAZE_BENCH_TRUTH_H
#define GRAZE_BENCH_TRUTH_H

#include "work.h"

/* The answer lies between the two (equal for intersect: 1 or 0). Both infinite: a miss. NaN: too close
 * to call, every answer is right. */
typedef struct truth_bracket {
    double lower, upper;
} truth_bracket;

typedef struct truth truth;
truth *truth_make(const work *w);
void truth_free(truth *t);
truth_bracket truth_answer(const truth *t, int query);

#endif
