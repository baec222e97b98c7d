/* SPDX-License-Identifier: MIT */
#include "convex/gjk.h"

#include <float.h>

#include "base/tolerance.h"

static bool has_point(const gz_simplex *simplex, wide3 w) {
    for (int i = 0; i < simplex->count; ++i)
        if (wide3_equal(simplex->y[i], w)) return true;
    return false;
}

bool gz_gjk_narrow(const gz_gjk *gjk, const gz_goal *goal) {
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

/* The length of the points that v is made of, each by its share: what its roundings are relative to. */
static double weighted_length(const gz_simplex *simplex) {
    double sum = 0;
    for (int i = 0; i < simplex->count; ++i) sum += simplex->weight[i] * wide3_length(simplex->y[i]);
    return sum;
}

static step advance(const gz_pair *pair, wide3 w, wide3 a, gz_gjk *gjk) {
    if (has_point(&gjk->simplex, w)) return STEP_NONE;
    gz_simplex grown = gjk->simplex;
    int last = grown.count++;
    grown.y[last] = w;
    grown.a[last] = a;
    grown.hint_a[last] = pair->a.hint;
    grown.hint_b[last] = pair->b.hint;
    gz_simplex reduced = grown;
    wide3 v = gz_simplex_reduce(&reduced, false);
    double length = wide3_length(v);
    if (length < gjk->upper) {
        take(&reduced, v, length, gjk);
        return STEP_FORWARD;
    }
    v = gz_simplex_reduce(&grown, true);
    length = wide3_length(v);
    double slack = GZ_GJK_SIDEWAYS * weighted_length(&grown);
    if (!(length <= gjk->upper + slack) || !has_point(&grown, w)) return STEP_NONE;
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

/* The state to start from: just a direction, or points of C at hand. These serve once. */
static void begin(gz_pair *pair, wide3 start, gz_gjk *gjk) {
    *gjk = (gz_gjk){.v = start, .upper = DBL_MAX};
    if (pair->warm.count == 0) return;
    wide3 v = gz_simplex_reduce(&pair->warm, false);
    if (pair->warm.count < 4 && wide3_max_abs(v) > 0) take(&pair->warm, v, wide3_length(v), gjk);
    pair->warm.count = 0;
}

/* One descent. When rounding ends it, gjk is the state with the narrowest bracket on the way: the last
 * steps of a stalled descent may have tilted v. */
static gz_outcome descend(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    begin(pair, start, gjk);
    gz_gjk best = *gjk;
    double narrowest = DBL_MAX, straightest = -DBL_MAX; /* since the last step forward */
    int sideways = 0;
    while (gjk->rounds < goal->rounds) {
        ++gjk->rounds;
        wide3 w, a;
        look(pair, gjk, &w, &a);
        if (gjk->lower > goal->far) return GZ_FAR;
        if (gjk->simplex.count > 0 && gz_gjk_narrow(gjk, goal)) return GZ_BRACKET;
        if (gjk->upper - gjk->bound < narrowest) {
            narrowest = gjk->upper - gjk->bound;
            best = *gjk;
        }
        if (sideways == 0 || gjk->bound > straightest) {
            straightest = gjk->bound;
            sideways = 0;
        }
        double upper = gjk->upper;
        step last = sideways < GZ_GJK_SIDEWAYS_STEPS ? advance(pair, w, a, gjk) : STEP_NONE;
        if (last == STEP_NONE) {
            best.rounds = gjk->rounds;
            best.lower = gjk->lower;
            best.axis = gjk->axis;
            *gjk = best;
            return GZ_STALLED;
        }
        sideways = last == STEP_SIDEWAYS ? sideways + 1 : 0;
        /* V2: v only comes nearer (theorem 4.4), and neither bound passes the other. */
        GZ_ASSERT(gjk->upper <= upper && gjk->lower <= gjk->upper + pair->error);
        (void)upper;
        if (goal->trace && show(gjk, w, pair->scale, goal->trace) != GRAZE_CONTINUE)
            return GZ_EXHAUSTED;
        if (gjk->simplex.count == 4) return GZ_INSIDE;
        if (gjk->upper <= goal->near) return GZ_NEAR;
    }
    return GZ_EXHAUSTED;
}

/* A descent that stalled above what was asked tries again from its best plane, without the simplex that
 * rounding got stuck on; the narrower answer counts. Nobody watches that. */
gz_outcome gz_gjk_run(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    gz_outcome outcome = descend(pair, start, goal, gjk);
    for (int i = 0; i < GZ_GJK_RESTARTS && outcome == GZ_STALLED; ++i) {
        gz_goal rest = *goal;
        rest.rounds -= gjk->rounds;
        rest.trace = NULL;
        if (rest.rounds <= 0 || gjk->simplex.count == 0) break;
        gz_gjk again;
        gz_outcome second = descend(pair, gjk->lower > gjk->bound ? gjk->axis : gjk->v, &rest, &again);
        int rounds = gjk->rounds + again.rounds;
        bool better = second != GZ_EXHAUSTED &&
                      (second != GZ_STALLED || again.upper - again.bound < gjk->upper - gjk->bound);
        if (better) {
            *gjk = again;
            outcome = second;
        }
        gjk->rounds = rounds;
    }
    return outcome;
}
