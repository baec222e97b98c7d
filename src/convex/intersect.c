/* SPDX-License-Identifier: MIT
 * Do two convex shapes touch, or come within a distance? (J7, J8: ISA-GJK, the last axis first) */
#include "base/tolerance.h"
#include "convex/certificate.h"
#include "convex/closed_form.h"
#include "convex/entry.h"
#include "convex/glance.h"
#include "convex/half_space_pair.h"
#include "convex/portal.h"
#include "convex/query.h"
#include "convex/quick.h"
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

/* Fills in out as a GJK that ends in its first round would. */
static void fill_apart_at_a_glance(const gz_glance *glance, graze_intersection *out) {
    double lower = glance->bound - glance->radius - glance->error;
    *out = (graze_intersection){
        .axis = wide3_round(wide3_scale(glance->world, -1 / glance->length)),
        .lower = lower > 0 ? gz_next_down((real)lower) : 0,
        .end = GRAZE_SEPARATED,
        .iterations = glance->looks,
    };
}

/* Those that a certificate looks at are so quickly looked at that the axis of the last time, which has
 * served its time, is no better than a search from nothing. */
static bool remembers_axis(const graze_cache *cache) {
    return cache && cache->size > 0 && !(cache->carrier & GZ_LOOKED_AT);
}

/* The quick way for plain shapes: a look along the cached axis, and a search for a portal where that
 * does not settle it. If neither does, makes the pair; GJK then starts from what was seen. */
static bool is_settled_at_a_glance(const graze_placed *a, const graze_placed *b, real distance,
                                   graze_cache *cache, gz_pair *pair, graze_intersection *out) {
    gz_glance glance;
    gz_impression impression = GZ_UNCLEAR;
    if (remembers_axis(cache)) impression = gz_glance_at(a, b, (double)distance, cache, &glance);
    if (impression == GZ_UNCLEAR) {
        bool lasting =
            cache && (gz_certificate_looks_at(a->shape) || gz_certificate_looks_at(b->shape));
        impression = gz_portal_search(a, b, (double)distance, lasting, &glance);
        if (cache && impression == GZ_APART) gz_glance_store(&glance, cache);
        if (cache && impression != GZ_APART) cache->carrier = 0;
    }
    switch (impression) {
    case GZ_APART:
        fill_apart_at_a_glance(&glance, out);
        if (cache) gz_certificate_make(&glance, a, b, cache);
        return true;
    case GZ_TOGETHER:
        *out = (graze_intersection){.intersecting = true,
                                    .point = glance.common,
                                    .end = GRAZE_OVERLAP,
                                    .iterations = glance.looks};
        return true;
    default:
        gz_pair_make_plain(a, b, pair);
        if (impression == GZ_UNCLEAR) gz_glance_warm(&glance, pair);
        return false;
    }
}

/* What no shortcut has settled; plain: both shapes and the options are. */
GZ_OUTLINE static graze_status within(const graze_placed *a, const graze_placed *b, real distance,
                                      const graze_options *options, bool plain, graze_cache *cache,
                                      graze_intersection *out) {
    gz_pair pair;
    graze_status status = GRAZE_OK;
    if (plain && !gz_has_closed_form(a->shape, b->shape)) {
        if (is_settled_at_a_glance(a, b, distance, cache, &pair, out)) return GRAZE_OK;
    } else {
        status = gz_pair_make_for(a, b, options, &pair);
    }
    if (status == GRAZE_UNBOUNDED) return gz_half_space_within(a, b, distance, options, out);
    if (status != GRAZE_OK) return status;
    double wanted = (double)distance * pair.scale;
    double limit = pair.radius + wanted + (double)GZ_TOUCHING_SHARE * pair.error;
    gz_gjk gjk;
    bool seen = pair.warm.count > 0; /* something, at a glance; that counts as a round */
    gz_goal goal;
    status = gz_goal_from_options(options, &pair, &goal);
    if (status != GRAZE_OK) return status;
    goal.near = limit;
    goal.far = limit;
    goal.rel = 0; /* only the limit ends the search, or the rounding radius */
    goal.abs = pair.error / 4;
    wide3 start = seen ? pair.warm.y[0] : gz_cache_start(cache, false, &pair);
    gz_outcome outcome = gz_closest(&pair, start, &goal, &gjk);
    if (seen) ++gjk.rounds;
    gz_cache_store(&pair, &gjk, cache);
    if (is_within(outcome, &gjk, limit))
        fill_together(&pair, a, &gjk, wanted, end_together(outcome, &pair, wanted, goal.rounds, &gjk),
                      out);
    else
        fill_apart(&pair, a, &gjk, outcome, out);
    return GRAZE_OK;
}

graze_status gz_convex_within_anew(const graze_placed *a, const graze_placed *b, graze_real distance,
                                   const graze_options *options, graze_cache *cache,
                                   graze_intersection *out) {
    if (!out || !(distance >= 0) || !graze_is_finite(distance)) return GRAZE_INVALID_ARGUMENT;
    bool plain = gz_placed_are_plain(a, b) && gz_options_are_plain(options);
    if (plain && gz_quick_within(a, b, distance, cache, out)) return GRAZE_OK;
    return within(a, b, distance, options, plain, cache, out);
}

graze_status gz_convex_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                              const graze_options *options, graze_cache *cache,
                              graze_intersection *out) {
    if (gz_certificate_is_usable(a, b, options, cache, out))
        return gz_certificate_within(a, b, distance, options, cache, out);
    return gz_convex_within_anew(a, b, distance, options, cache, out);
}

graze_status gz_convex_intersect(const graze_placed *a, const graze_placed *b,
                                 const graze_options *options, graze_cache *cache,
                                 graze_intersection *out) {
    return gz_convex_within(a, b, 0, options, cache, out);
}
