/* SPDX-License-Identifier: MIT */
#include "convex/trace.h"

graze_flow gz_trace_show(const graze_trace *trace, const gz_simplex *simplex, wide3 support,
                         const gz_trace_round *round) {
    double back = 1 / round->scale; /* a power of two: exact */
    graze_trace_step step = {.phase = round->phase, .round = round->round, .count = simplex->count};
    for (int i = 0; i < step.count; ++i)
        step.simplex[i] = wide3_round(wide3_scale(simplex->y[i], back));
    step.support = wide3_round(wide3_scale(support, back));
    step.closest = wide3_round(wide3_scale(round->closest, back));
    step.lower = (real)(round->lower * back);
    step.upper = (real)(round->upper * back);
    return trace->step(trace->user, &step);
}
