/* SPDX-License-Identifier: MIT
 * How far apart are two convex shapes? (V1, J3-J6) */
#include "convex/closed_form.h"
#include "convex/half_space_pair.h"
#include "convex/query.h"
#include "math/rounding.h"

static void fill_overlap(const gz_pair *pair, const graze_placed *a, const gz_gjk *gjk, gz_witnesses w,
                         bool deep, graze_separation *out) {
    vec3 common = gz_pair_world_point(pair, a, gz_gjk_common_point(pair, gjk));
    *out = (graze_separation){.normal = gz_pair_world_direction(pair, a, w.normal),
                              .point_a = common,
                              .point_b = common,
                              .end = deep ? GRAZE_OVERLAP : GRAZE_TOUCHING,
                              .iterations = gjk->rounds};
    if (!deep) out->upper = (real)((gjk->upper - pair->radius + pair->error) / pair->scale);
    if (out->upper < 0) out->upper = 0;
}

static void fill_separated(const gz_pair *pair, const graze_placed *a, const gz_gjk *gjk,
                           gz_outcome outcome, gz_witnesses w, graze_separation *out) {
    double lower = (gjk->bound - pair->radius) - pair->error;
    double upper = (gjk->upper - pair->radius) + pair->error;
    *out = (graze_separation){
        .distance = (real)((gjk->upper - pair->radius) / pair->scale),
        .lower = lower > 0 ? gz_next_down((real)(lower / pair->scale)) : 0,
        .upper = gz_next_up((real)(upper / pair->scale)),
        .normal = gz_pair_world_direction(pair, a, w.normal),
        .point_a = gz_pair_world_point(pair, a, w.a),
        .point_b = gz_pair_world_point(pair, a, w.b),
        .end = outcome == GZ_EXHAUSTED ? GRAZE_ITERATION_LIMIT : GRAZE_CONVERGED,
        .iterations = gjk->rounds,
    };
    if (out->lower < 0) out->lower = 0;
}

graze_status graze_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                            graze_cache *cache, graze_separation *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    gz_pair pair;
    graze_status status = gz_pair_make(a, b, &pair);
    if (status == GRAZE_UNBOUNDED) return gz_half_space_distance(a, b, options, out);
    if (status != GRAZE_OK) return status;
    gz_goal goal;
    status = gz_goal_from_options(options, &pair, &goal);
    if (status != GRAZE_OK) return status;
    gz_gjk gjk;
    gz_outcome outcome = gz_closest(&pair, gz_cache_start(cache, true, &pair), &goal, &gjk);
    gz_cache_store(&pair, &gjk, cache);
    gz_witnesses w = gz_gjk_witnesses(&pair, &gjk);
    if (outcome == GZ_INSIDE || outcome == GZ_NEAR || gjk.upper <= goal.near)
        fill_overlap(&pair, a, &gjk, w, gz_overlap_is_deep(&pair, 0, goal.rounds, &gjk), out);
    else
        fill_separated(&pair, a, &gjk, outcome, w, out);
    return GRAZE_OK;
}
