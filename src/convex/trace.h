/* SPDX-License-Identifier: MIT
 * One round of an iterative query, handed to whoever watches: from the pair's frame and scale to that
 * of graze_trace_step. */
#ifndef GZ_CONVEX_TRACE_H
#define GZ_CONVEX_TRACE_H

#include "convex/simplex.h"
#include "graze/query.h"

typedef struct gz_trace_round {
    graze_trace_phase phase;
    int round;
    wide3 closest;
    double lower, upper;
    double scale; /* the pair's */
} gz_trace_round;

graze_flow gz_trace_show(const graze_trace *trace, const gz_simplex *simplex, wide3 support,
                         const gz_trace_round *round);

#endif
