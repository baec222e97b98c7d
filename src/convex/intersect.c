/* SPDX-License-Identifier: MIT
 * Do two convex shapes touch, or come within a distance? (J7, J8: ISA-GJK, the last axis first) */
#include "base/tolerance.h"
#include "convex/closed_form.h"
#include "convex/half_space_pair.h"
#include "convex/query.h"
#include "math/rounding.h"

/* When rounding stops the search with the limit still inside the bracket, its middle decides. */
static bool is_within(gz_outcome outcome, const gz_gjk *gjk, double limit) {
    if (outcome == GZ_INSIDE || outcome == GZ_NEAR) return true;
    return outcome != GZ_FAR && (gjk->lower + gjk->upper) / 2 <= limit;
}

static void fill_apart(const gz_pair *pair, const graze_placed *a, const gz_gjk *gjk,
                       gz_outcome outcome, graze_intersection *out) {
    double lower = gjk->lower - pair->radius - pair->error;
    double length = wide3_length(gjk->axis);
    wide3 axis = length > 0 ? wide3_scale(gjk->axis, -1 / length) : wide3_make(1, 0, 0);
    *out = (graze_intersection){
        .axis = gz_pair_world_direction(pair, a, axis),
        .lower = lower > 0 ? gz_next_down((real)(lower / pair->scale)) : 0,
        .end = outcome == GZ_EXHAUSTED ? GRAZE_ITERATION_LIMIT : GRAZE_SEPARATED,
        .iterations = gjk->rounds,
    };
}

static void fill_together(const gz_pair *pair, const graze_placed *a, const gz_gjk *gjk,
                          double distance, graze_end end, graze_intersection *out) {
    wide3 point = distance > 0 && gjk->upper > pair->radius
                      ? wide3_add_scaled(gz_gjk_witnesses(pair, gjk).a, (gjk->upper - pair->radius) / 2,
                                         gz_gjk_witnesses(pair, gjk).normal)
                      : gz_gjk_common_point(pair, gjk);
    *out = (graze_intersection){
        .intersecting = true,
        .point = gz_pair_world_point(pair, a, point),
        .end = end,
        .iterations = gjk->rounds,
    };
}

/* Out of rounds the boolean is a guess, and end says so. */
static graze_end end_together(gz_outcome outcome, gz_pair *pair, double distance, int rounds,
                              gz_gjk *gjk) {
    if (gz_overlap_is_deep(pair, distance, rounds, gjk)) return GRAZE_OVERLAP;
    return outcome == GZ_EXHAUSTED ? GRAZE_ITERATION_LIMIT : GRAZE_TOUCHING;
}

graze_status graze_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                          const graze_options *options, graze_cache *cache, graze_intersection *out) {
    if (!out || !(distance >= 0) || !graze_is_finite(distance)) return GRAZE_INVALID_ARGUMENT;
    gz_pair pair;
    graze_status status = gz_pair_make(a, b, &pair);
    if (status == GRAZE_UNBOUNDED) return gz_half_space_within(a, b, distance, options, out);
    if (status != GRAZE_OK) return status;
    gz_goal goal;
    status = gz_goal_from_options(options, &pair, &goal);
    if (status != GRAZE_OK) return status;
    double wanted = (double)distance * pair.scale;
    double limit = pair.radius + wanted + (double)GZ_TOUCHING_SHARE * pair.error;
    goal.near = limit;
    goal.far = limit;
    goal.rel = 0; /* only the limit ends the search, or the rounding radius */
    goal.abs = pair.error / 4;
    gz_gjk gjk;
    gz_outcome outcome = gz_closest(&pair, gz_cache_start(cache, false, &pair), &goal, &gjk);
    gz_cache_store(&pair, &gjk, cache);
    if (is_within(outcome, &gjk, limit))
        fill_together(&pair, a, &gjk, wanted, end_together(outcome, &pair, wanted, goal.rounds, &gjk),
                      out);
    else
        fill_apart(&pair, a, &gjk, outcome, out);
    return GRAZE_OK;
}

graze_status graze_intersect(const graze_placed *a, const graze_placed *b, const graze_options *options,
                             graze_cache *cache, graze_intersection *out) {
    return graze_within(a, b, 0, options, cache, out);
}
