/* SPDX-License-Identifier: MIT */
#include "convex/signed.h"

#include <float.h>

#include "base/tolerance.h"
#include "convex/axial_depth.h"
#include "convex/ball_signed.h"
#include "convex/box_depth.h"
#include "convex/circle_depth.h"
#include "convex/closed_form.h"
#include "convex/cylinder_depth.h"
#include "convex/epa.h"
#include "convex/half_space_pair.h"
#include "convex/named.h"
#include "convex/polytope_depth.h"
#include "convex/polytope_witness.h"
#include "convex/query.h"
#include "convex/triangle_signed.h"

/* Fills in what the bounds of the cores' signed distance say about the pair. a and b are core points
 * relative to A's centre with b - a = upper n. */
static void fill(const gz_pair *pair, const graze_placed *placed_a, double lower, double upper,
                 wide3 normal, wide3 a, wide3 b, gz_signed *out) {
    double back = 1 / pair->scale; /* a power of two: exact */
    out->sd = (upper - pair->radius) * back;
    out->lower = (lower - pair->radius - pair->error) * back;
    out->upper = (upper - pair->radius + pair->error) * back;
    out->normal = gz_pair_world_direction(pair, placed_a, normal);
    out->point_a = gz_pair_world_point(pair, placed_a, wide3_add_scaled(a, pair->a.radius, normal));
    out->point_b = gz_pair_world_point(pair, placed_a, wide3_add_scaled(b, -pair->b.radius, normal));
}

static void fill_far(const gz_pair *pair, const graze_placed *a, wide3 normal, double lower,
                     gz_signed *out) {
    out->far = true;
    out->lower = (lower - pair->radius - pair->error) / pair->scale;
    out->normal = gz_pair_world_direction(pair, a, normal);
}

/* How far a - b is off lower n. */
static wide3 misfit(const gz_depth *d) {
    return wide3_add_scaled(wide3_sub(d->a, d->b), -d->lower, d->normal);
}

/* The misfit, which is of the order of the pair's error, is shared out evenly: to where each point lies
 * and to how far they are apart. */
static void fill_depth(const gz_pair *pair, const graze_placed *a, const gz_depth *d, gz_signed *out) {
    wide3 off = misfit(d);
    wide3 on_a = wide3_add_scaled(d->a, -1.0 / 3, off), on_b = wide3_add_scaled(d->b, 1.0 / 3, off);
    fill(pair, a, -d->upper, -d->lower, d->normal, on_a, on_b, out);
}

static wide3 unit(wide3 v) { return wide3_scale(v, 1 / wide3_length(v)); }

/* The cache keeps an axis for GJK, from B to A, and the pieces of the nearest point, or else the last
 * support vertices. */
static void remember(const gz_pair *pair, const gz_depth *depth, graze_cache *cache) {
    const gz_pieces *pieces = &depth->pieces;
    if (!cache) return;
    cache->axis = wide3_round(wide3_neg(depth->normal));
    cache->support_a[0] = pair->a.hint;
    cache->support_b[0] = pair->b.hint;
    cache->size = 1;
    for (int i = 0; i < pieces->count; ++i) {
        cache->support_a[i] = pieces->a[i];
        cache->support_b[i] = pieces->b[i];
        cache->size = (uint32_t)i + 1;
    }
}

static gz_hunch hunch_of(const gz_pair *pair, const graze_cache *cache, wide3 start) {
    gz_hunch last = {.normal = wide3_neg(start)};
    if (!cache || cache->size > 3) return last;
    for (uint32_t i = 0; i < cache->size; ++i) {
        last.pieces.a[i] = gz_hint_of(pair->a.shape, cache->support_a[i]);
        last.pieces.b[i] = gz_hint_of(pair->b.shape, cache->support_b[i]);
    }
    last.pieces.count = (int)cache->size;
    return last;
}

/* The cores overlap or touch. depth_rounds: how many rounds to spend here; 0: what GJK left of the
 * goal's. Whoever stopped GJK is not asked again. */
static gz_depth_end overlap_depth(gz_pair *pair, const gz_gjk *gjk, gz_outcome outcome,
                                  const gz_goal *goal, int depth_rounds, const gz_hunch *last,
                                  gz_depth *depth) {
    gz_goal deep = *goal;
    deep.shift = -pair->radius;
    deep.rounds = depth_rounds > 0 ? depth_rounds : goal->rounds - gjk->rounds;
    if (outcome == GZ_EXHAUSTED) {
        deep.rounds = 0;
        deep.trace = NULL;
    }
    gz_depth_end end = gz_axial_depth(pair, &deep, depth);
    return end == GZ_DEPTH_NONE ? gz_epa(pair, &gjk->simplex, last, &deep, depth) : end;
}

/* Whoever only wants to know whether they are apart must learn it, however crude a bracket would do. */
static gz_outcome closest(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    gz_outcome outcome = gz_closest(pair, start, goal, gjk);
    bool undecided = outcome == GZ_BRACKET && gjk->upper - pair->radius > pair->error;
    if (goal->far == DBL_MAX || !undecided) return outcome;
    gz_goal close = *goal;
    int rounds = gjk->rounds;
    close.rel = 0;
    close.abs = (double)GZ_TOUCHING_SHARE / 2 * pair->error;
    close.rounds -= rounds;
    outcome = gz_closest(pair, gjk->v, &close, gjk);
    gjk->rounds += rounds;
    return outcome;
}

/* GJK may stall a few E from a C that is thin there and holds the origin. A depth above zero proves it.
 */
static bool is_inside_after_all(gz_pair *pair, const gz_gjk *gjk, gz_outcome outcome,
                                const gz_goal *goal, int depth_rounds) {
    if (outcome != GZ_STALLED || gjk->bound > 0 || gz_gjk_narrow(gjk, goal)) return false;
    gz_goal quiet = *goal;
    gz_depth depth;
    quiet.trace = NULL;
    overlap_depth(pair, gjk, outcome, &quiet, depth_rounds, NULL, &depth);
    return depth.lower > 0;
}

/* A polytope that grew out of a simplex as thin as rounding may not get on: then GJK looks for another
 * one, from where the depth seems to be. Whoever watches has seen the search that counts. */
static gz_depth_end find_depth(gz_pair *pair, const gz_gjk *gjk, gz_outcome outcome,
                               const gz_goal *goal, int depth_rounds, const gz_hunch *last,
                               gz_depth *depth) {
    gz_depth_end end = overlap_depth(pair, gjk, outcome, goal, depth_rounds, last, depth);
    if (end != GZ_DEPTH_LIMIT || !depth->stuck) return end;
    gz_goal rest = *goal;
    gz_gjk again;
    gz_depth other;
    rest.trace = NULL;
    rest.rounds -= gjk->rounds + depth->rounds;
    if (gz_closest(pair, wide3_neg(depth->normal), &rest, &again) != GZ_INSIDE) return end;
    gz_depth_end other_end = overlap_depth(pair, &again, GZ_INSIDE, &rest, depth_rounds, NULL, &other);
    other.rounds += depth->rounds + again.rounds;
    depth->rounds = other.rounds;
    if (other_end != GZ_DEPTH_FOUND && other.upper - other.lower >= depth->upper - depth->lower)
        return end;
    *depth = other;
    return other_end;
}

/* By GJK, and by a depth method if it finds the cores together. */
static void search(gz_pair *pair, const graze_placed *a, wide3 start, const gz_goal *goal,
                   int depth_rounds, graze_cache *cache, gz_signed *out) {
    gz_gjk gjk;
    gz_outcome outcome = closest(pair, start, goal, &gjk);
    out->rounds += gjk.rounds;
    out->complete = outcome != GZ_EXHAUSTED;
    if (outcome == GZ_FAR) {
        fill_far(pair, a, unit(wide3_neg(gjk.axis)), gjk.lower, out);
    } else if (outcome == GZ_INSIDE || gjk.upper <= goal->near ||
               is_inside_after_all(pair, &gjk, outcome, goal, depth_rounds)) {
        gz_depth depth;
        const gz_hunch last = hunch_of(pair, cache, start);
        out->complete =
            find_depth(pair, &gjk, outcome, goal, depth_rounds, &last, &depth) == GZ_DEPTH_FOUND;
        out->rounds += depth.rounds;
        /* Points that got worse in the expansion of a polytope of very many faces are found anew. */
        if (wide3_length(misfit(&depth)) > pair->error)
            gz_depth_points(pair, depth.normal, depth.lower, &depth);
        fill_depth(pair, a, &depth, out);
        remember(pair, &depth, cache);
        return;
    } else {
        if (outcome == GZ_EXHAUSTED) gz_gjk_look_again(pair, &gjk);
        gz_witnesses w = gz_gjk_witnesses(pair, &gjk);
        wide3 core_a = wide3_add_scaled(w.a, -pair->a.radius, w.normal);
        wide3 core_b = wide3_add_scaled(w.b, pair->b.radius, w.normal);
        fill(pair, a, gjk.bound, gjk.upper, w.normal, core_a, core_b, out);
    }
    gz_cache_store(pair, &gjk, cache);
}

#define FEW_VERTICES 8u

static bool is_small_solid(const graze_shape *shape) {
    return shape->kind == GRAZE_SHAPE_POLYTOPE && shape->vertex_count <= FEW_VERTICES;
}

/* Of two solids of a few vertices in the same axes nearly all axes tie, and have to be looked at one by
 * one: GJK and EPA, whose points tie as well, are sooner done. */
static bool most_axes_tie(const gz_pair *pair) {
    const wide3 *a = pair->a.basis.col, *b = pair->b.basis.col;
    return pair->rigid && is_small_solid(pair->a.shape) && is_small_solid(pair->b.shape) &&
           wide3_equal(a[0], b[0]) && wide3_equal(a[1], b[1]) && wide3_equal(a[2], b[2]);
}

/* Without GJK. */
static gz_depth_end direct_depth(gz_pair *pair, wide3 start, const gz_goal *goal, gz_depth *depth) {
    if (most_axes_tie(pair)) return GZ_DEPTH_NONE;
    gz_depth_end end = gz_polytope_depth(pair, start, depth);
    if (end != GZ_DEPTH_NONE) return end;
    gz_goal deep = *goal;
    deep.shift = -pair->radius;
    end = gz_circle_depth(pair, &deep, depth);
    return end == GZ_DEPTH_NONE ? gz_cylinder_depth(pair, start, &deep, depth) : end;
}

graze_status gz_signed_distance(const graze_placed *a, const graze_placed *b,
                                const graze_options *options, bool far_enough, graze_cache *cache,
                                gz_signed *out) {
    gz_pair pair;
    graze_status status = GRAZE_OK;
    bool plain = gz_placed_is_plain(a) && gz_placed_is_plain(b);
    if (plain) {
        out->unseen = false; /* closed forms look */
        if (gz_box_signed(a, b, options, far_enough, cache, out) ||
            gz_triangle_signed(a, b, options, far_enough, cache, out) ||
            gz_ball_signed(a, b, options, far_enough, cache, out))
            return GRAZE_OK;
        gz_pair_make_plain(a, b, &pair);
    } else {
        status = gz_pair_make(a, b, &pair);
    }
    if (status == GRAZE_UNBOUNDED) return gz_half_space_signed(a, b, options, out);
    if (status != GRAZE_OK) return status;
    gz_goal goal;
    status = gz_goal_from_options(options, &pair, &goal);
    if (status != GRAZE_OK) return status;
    goal.near = (double)GZ_TOUCHING_SHARE * pair.error;
    if (far_enough) goal.far = pair.radius + goal.near;
    *out = (gz_signed){.error = pair.error / pair.scale, .complete = true, .unseen = plain};
    wide3 start = gz_cache_start(cache, !far_enough, &pair);
    gz_depth depth;
    depth.pieces.count = 0;
    switch (goal.trace ? GZ_DEPTH_NONE : direct_depth(&pair, start, &goal, &depth)) {
    case GZ_DEPTH_FOUND:
        out->rounds = depth.rounds;
        fill_depth(&pair, a, &depth, out);
        remember(&pair, &depth, cache);
        return GRAZE_OK;
    case GZ_DEPTH_APART:
        out->rounds = depth.rounds;
        if (-depth.upper > goal.far) {
            fill_far(&pair, a, depth.normal, -depth.upper, out);
            remember(&pair, &depth, cache);
            return GRAZE_OK;
        }
        if (pair.warm.count == 0) start = wide3_neg(depth.normal);
        break;
    default:
        break;
    }
    int depth_rounds = options && options->max_iterations > 0 ? 0 : GZ_DEPTH_ITERATIONS;
    search(&pair, a, start, &goal, depth_rounds, cache, out);
    return GRAZE_OK;
}
