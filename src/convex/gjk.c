/* SPDX-License-Identifier: MIT */
#include "convex/gjk.h"

#include <float.h>

static bool has_point(const gz_simplex *simplex, wide3 w) {
    for (int i = 0; i < simplex->count; ++i)
        if (wide3_equal(simplex->y[i], w)) return true;
    return false;
}

static bool narrow(const gz_gjk *gjk, const gz_goal *goal) {
    double width = gjk->upper - gjk->bound;
    return width <= goal->abs || width <= goal->rel * (gjk->upper - goal->shift);
}

static graze_flow show(const gz_gjk *gjk, wide3 w, double scale, const graze_trace *trace) {
    double back = 1 / scale; /* a power of two: exact */
    graze_trace_step step = {.round = gjk->rounds, .count = gjk->simplex.count};
    for (int i = 0; i < step.count; ++i)
        step.simplex[i] = wide3_round(wide3_scale(gjk->simplex.y[i], back));
    step.support = wide3_round(wide3_scale(w, back));
    step.closest = wide3_round(wide3_scale(gjk->v, back));
    step.lower = (real)(gjk->lower * back);
    step.upper = (real)(gjk->upper * back);
    return trace->step(trace->user, &step);
}

/* One round's new point: false if it brings v no nearer, and then nothing changes. */
static bool advance(wide3 w, wide3 a, gz_gjk *gjk) {
    if (has_point(&gjk->simplex, w)) return false;
    gz_simplex grown = gjk->simplex;
    grown.y[grown.count] = w;
    grown.a[grown.count++] = a;
    wide3 next = gz_simplex_reduce(&grown);
    double length = wide3_length(next);
    if (!(length < gjk->upper)) return false;
    gjk->simplex = grown;
    gjk->v = next;
    gjk->upper = length;
    return true;
}

gz_outcome gz_gjk_run(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    *gjk = (gz_gjk){.v = start, .upper = DBL_MAX};
    while (gjk->rounds < goal->rounds) {
        ++gjk->rounds;
        wide3 v = gz_pair_direction(gjk->v);
        wide3 a = gz_operand_support(&pair->a, wide3_neg(v));
        wide3 b = gz_operand_support(&pair->b, v);
        wide3 w = wide3_add(wide3_sub(a, b), pair->offset);
        gjk->bound = wide3_dot(v, w) / wide3_length(v);
        if (gjk->bound > gjk->lower) {
            gjk->lower = gjk->bound;
            gjk->axis = v;
            if (gjk->lower > goal->far) return GZ_FAR;
        }
        if (gjk->simplex.count > 0 && narrow(gjk, goal)) return GZ_BRACKET;
        if (!advance(w, a, gjk)) return GZ_STALLED;
        if (goal->trace && show(gjk, w, pair->scale, goal->trace) != GRAZE_CONTINUE)
            return GZ_EXHAUSTED;
        if (gjk->simplex.count == 4) return GZ_INSIDE;
        if (gjk->upper <= goal->near) return GZ_NEAR;
    }
    return GZ_EXHAUSTED;
}
