/* SPDX-License-Identifier: MIT */
#include "convex/gjk.h"

#include <float.h>

#include "base/tolerance.h"

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

/* Adds one round's new point. A step forward brings v nearer. Near contact v may be as near as
 * rounding can tell while its direction still tilts; then a step sideways, to an equally near face that
 * has the new point, straightens it. */
typedef enum step { STEP_NONE, STEP_FORWARD, STEP_SIDEWAYS } step;

static void take(const gz_simplex *simplex, wide3 v, double length, gz_gjk *gjk) {
    gjk->simplex = *simplex;
    gjk->v = v;
    if (length < gjk->upper) gjk->upper = length;
}

/* The mean size of the points that v is made of: near contact v is much shorter, and rounded in terms
 * of them. */
static double spread(const gz_simplex *simplex) {
    double sum = 0;
    for (int i = 0; i < simplex->count; ++i) sum += simplex->weight[i] * wide3_max_abs(simplex->y[i]);
    return sum;
}

static step advance(wide3 w, wide3 a, gz_gjk *gjk) {
    if (has_point(&gjk->simplex, w)) return STEP_NONE;
    gz_simplex grown = gjk->simplex;
    grown.y[grown.count] = w;
    grown.a[grown.count++] = a;
    gz_simplex reduced = grown;
    wide3 v = gz_simplex_reduce(&reduced, false);
    double length = wide3_length(v);
    if (length < gjk->upper) {
        take(&reduced, v, length, gjk);
        return STEP_FORWARD;
    }
    v = gz_simplex_reduce(&grown, true);
    length = wide3_length(v);
    if (!(length <= gjk->upper + GZ_GJK_SIDEWAYS * spread(&grown)) || !has_point(&grown, w))
        return STEP_NONE;
    take(&grown, v, length, gjk);
    return STEP_SIDEWAYS;
}

/* The support plane with normal v: the round's new point, and what it says about the distance. */
static void look(gz_pair *pair, gz_gjk *gjk, wide3 *w, wide3 *a) {
    wide3 v = gz_pair_direction(gjk->v);
    *w = gz_pair_support(pair, v, a);
    gjk->bound = wide3_dot(v, *w) / wide3_length(v);
    if (gjk->bound > gjk->lower) {
        gjk->lower = gjk->bound;
        gjk->axis = v;
    }
}

gz_outcome gz_gjk_run(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    *gjk = (gz_gjk){.v = start, .upper = DBL_MAX};
    gz_gjk before; /* the state before a step sideways: that step must pay at once, by a better bound or
                      by a step forward from there */
    step last = STEP_FORWARD;
    while (gjk->rounds < goal->rounds) {
        ++gjk->rounds;
        wide3 w, a;
        look(pair, gjk, &w, &a);
        if (gjk->lower > goal->far) return GZ_FAR;
        if (gjk->simplex.count > 0 && narrow(gjk, goal)) return GZ_BRACKET;
        bool unpaid = last == STEP_SIDEWAYS && !(gjk->bound > before.bound);
        if (!unpaid) before = *gjk;
        last = advance(w, a, gjk);
        if (unpaid && last != STEP_FORWARD) {
            before.rounds = gjk->rounds;
            *gjk = before;
            return GZ_STALLED;
        }
        if (last == STEP_NONE) return GZ_STALLED;
        /* V2: v only comes nearer (theorem 4.4), the bound only rises, and neither passes the other. */
        GZ_ASSERT(gjk->upper <= before.upper && gjk->lower >= before.lower);
        GZ_ASSERT(gjk->lower <= gjk->upper + pair->error);
        if (goal->trace && show(gjk, w, pair->scale, goal->trace) != GRAZE_CONTINUE)
            return GZ_EXHAUSTED;
        if (gjk->simplex.count == 4) return GZ_INSIDE;
        if (gjk->upper <= goal->near) return GZ_NEAR;
    }
    return GZ_EXHAUSTED;
}
