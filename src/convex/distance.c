/* SPDX-License-Identifier: MIT
 * How far apart are two convex shapes? (V1, J3-J6) */
#include "convex/closed_form.h"
#include "convex/entry.h"
#include "convex/half_space_pair.h"
#include "convex/query.h"
#include "convex/quick.h"
#include "convex/recall.h"
#include "convex/signed.h"
#include "math/rounding.h"

static void fill_overlap(const gz_pair *pair, const graze_placed *a, const gz_gjk *gjk,
                         const gz_witnesses *w, bool deep, graze_separation *out) {
    vec3 common = gz_pair_world_point(pair, a, gz_gjk_common_point(pair, gjk));
    double upper = deep ? 0 : (gjk->upper - pair->radius + pair->error) / pair->scale;
    out->distance = out->lower = 0;
    out->upper = upper > 0 ? (real)upper : 0;
    out->normal = gz_pair_world_direction(pair, a, w->normal);
    out->point_a = out->point_b = common;
    out->end = deep ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    out->iterations = gjk->rounds;
    out->primitive_a = out->primitive_b = 0;
}

static void fill_separated(const gz_pair *pair, const graze_placed *a, const gz_gjk *gjk,
                           gz_outcome outcome, const gz_witnesses *w, graze_separation *out) {
    double back = 1 / pair->scale; /* a power of two: exact */
    double lower = (gjk->bound - pair->radius) - pair->error;
    double upper = (gjk->upper - pair->radius) + pair->error;
    out->distance = (real)((gjk->upper - pair->radius) * back);
    out->lower = lower > 0 ? graze_max(0, gz_next_down((real)(lower * back))) : 0;
    out->upper = gz_next_up((real)(upper * back));
    out->normal = gz_pair_world_direction(pair, a, w->normal);
    out->point_a = gz_pair_world_point(pair, a, w->a);
    out->point_b = gz_pair_world_point(pair, a, w->b);
    out->end = outcome == GZ_EXHAUSTED ? GRAZE_ITERATION_LIMIT : GRAZE_CONVERGED;
    out->iterations = gjk->rounds;
    out->primitive_a = out->primitive_b = 0;
}

/* GJK may stall some E from a C that is thin there and holds the origin: no plane shows them apart
 * then. A depth above E proves it, and its point on A is in B too. Rare enough to begin anew for it. */
static bool is_inside_after_all(const graze_placed *a, const graze_placed *b, const gz_gjk *gjk,
                                gz_outcome outcome, const gz_goal *goal, graze_separation *out) {
    if (outcome != GZ_STALLED || gjk->bound > 0 || gz_gjk_narrow(gjk, goal)) return false;
    gz_signed depth;
    if (gz_signed_distance(a, b, NULL, false, NULL, &depth) != GRAZE_OK) return false;
    if (!(depth.upper < -depth.error)) return false;
    *out = (graze_separation){.normal = depth.normal,
                              .point_a = depth.point_a,
                              .point_b = depth.point_a,
                              .end = GRAZE_OVERLAP,
                              .iterations = gjk->rounds};
    return true;
}

/* What no shortcut has settled. */
GZ_OUTLINE static graze_status distance(const graze_placed *a, const graze_placed *b,
                                        const graze_options *options, graze_cache *cache,
                                        graze_separation *out) {
    gz_pair pair;
    graze_status status = gz_pair_make_for(a, b, options, &pair);
    if (status == GRAZE_UNBOUNDED) return gz_half_space_distance(a, b, options, out);
    if (status != GRAZE_OK) return status;
    gz_goal goal;
    status = gz_goal_from_options(options, &pair, &goal);
    if (status != GRAZE_OK) return status;
    gz_gjk gjk;
    gz_outcome outcome = gz_closest(&pair, gz_cache_start(cache, true, &pair), &goal, &gjk);
    gz_cache_store(&pair, &gjk, cache);
    bool together = outcome == GZ_INSIDE || outcome == GZ_NEAR || gjk.upper <= goal.near;
    if (outcome == GZ_EXHAUSTED && !together) gz_gjk_look_again(&pair, &gjk);
    gz_witnesses w = gz_gjk_witnesses(&pair, &gjk);
    if (together)
        fill_overlap(&pair, a, &gjk, &w, gz_overlap_is_deep(&pair, 0, goal.rounds, &gjk), out);
    else if (!is_inside_after_all(a, b, &gjk, outcome, &goal, out))
        fill_separated(&pair, a, &gjk, outcome, &w, out);
    return GRAZE_OK;
}

graze_status gz_convex_distance(const graze_placed *a, const graze_placed *b,
                                const graze_options *options, graze_cache *cache,
                                graze_separation *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    if (gz_placed_are_plain(a, b) && gz_options_are_plain(options) &&
        (gz_quick_distance(a, b, options, cache, out) ||
         gz_recall_distance(a, b, options, cache, out) || gz_recall_smooth(a, b, options, cache, out)))
        return GRAZE_OK;
    return distance(a, b, options, cache, out);
}
