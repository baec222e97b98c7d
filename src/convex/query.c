/* SPDX-License-Identifier: MIT */
#include "convex/query.h"

#include <float.h>

#include "base/tolerance.h"
#include "convex/closed_form.h"
#include "convex/named.h"
#include "convex/smooth_finish.h"

graze_status gz_goal_from_options(const graze_options *options, const gz_pair *pair, gz_goal *goal) {
    graze_options o = options ? *options : (graze_options){0};
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    /* Half the share: what is not found touching is then proved apart by its normal. */
    double absolute = (double)o.abs * pair->scale, least = (double)GZ_TOUCHING_SHARE / 2 * pair->error;
    double rel = o.rel > 0 ? (double)o.rel : o.rel < 0 ? 0 : GZ_DEFAULT_ACCURACY;
    rel -= GZ_RESULT_ROUNDING;
    *goal = (gz_goal){
        .near = pair->radius + (double)GZ_TOUCHING_SHARE * pair->error,
        .far = DBL_MAX,
        .rel = rel > 0 ? rel : 0,
        .abs = absolute > least ? absolute : least,
        .shift = pair->radius,
        .rounds = o.max_iterations > 0 ? o.max_iterations : GZ_GJK_ITERATIONS,
        .trace = o.trace,
    };
    return GRAZE_OK;
}

graze_status gz_pair_make_for(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, gz_pair *pair) {
    if (!gz_placed_is_plain(a) || !gz_placed_is_plain(b)) return gz_pair_make(a, b, pair);
    bool watched = options && options->trace;
    /* The closest point of a box is found best in the box's own axes, if it is A. */
    if (gz_has_closed_form(a->shape, b->shape) && a->shape->kind != GRAZE_SHAPE_BOX && !watched)
        gz_pair_make_bare(a, b, pair);
    else
        gz_pair_make_plain(a, b, pair);
    return GRAZE_OK;
}

/* The point of a core that a hint names. */
static bool named_point(const gz_operand *operand, uint32_t hint, wide3 *point) {
    vec3 vertex;
    if (!gz_shape_core_vertex(operand->shape, hint, &vertex))
        return gz_smooth_point(operand, hint, point);
    *point = gz_operand_point(operand, vertex);
    return true;
}

/* The last simplex, where its points can be named again: its shapes have moved, its vertices have not.
 */
static void warm_up(const graze_cache *cache, gz_pair *pair) {
    int count = cache->size <= 4 ? (int)cache->size : 4;
    for (int i = 0; i < count; ++i) {
        wide3 on_a, on_b;
        uint32_t hint_a = gz_hint_of(pair->a.shape, cache->support_a[i]);
        uint32_t hint_b = gz_hint_of(pair->b.shape, cache->support_b[i]);
        if (!named_point(&pair->a, hint_a, &on_a) || !named_point(&pair->b, hint_b, &on_b)) return;
        pair->warm.a[i] = on_a;
        pair->warm.y[i] = wide3_add(wide3_sub(on_a, on_b), pair->offset);
        pair->warm.hint_a[i] = hint_a;
        pair->warm.hint_b[i] = hint_b;
    }
    pair->warm.count = count;
}

wide3 gz_cache_start(const graze_cache *cache, bool with_simplex, gz_pair *pair) {
    if (cache && cache->size > 0 && vec3_is_finite(cache->axis) && vec3_max_abs(cache->axis) > 0) {
        pair->a.hint = gz_hint_of(pair->a.shape, cache->support_a[0]);
        pair->b.hint = gz_hint_of(pair->b.shape, cache->support_b[0]);
        wide3 axis = wide3_from(cache->axis);
        if (pair->bare) axis = wide_mat3_mul_vec(&pair->a.basis, axis);
        if (with_simplex) warm_up(cache, pair);
        return axis;
    }
    return wide3_max_abs(pair->offset) > 0 ? pair->offset : wide3_make(1, 0, 0);
}

void gz_cache_store(const gz_pair *pair, const gz_gjk *gjk, graze_cache *cache) {
    wide3 axis = gjk->lower > 0 ? gjk->axis : gjk->v;
    if (!cache || !(wide3_max_abs(axis) > 0)) return;
    cache->axis = wide3_round(pair->bare ? wide_mat3_tmul_vec(&pair->a.basis, axis) : axis);
    cache->support_a[0] = pair->a.hint;
    cache->support_b[0] = pair->b.hint;
    cache->size = 1;
    if (gjk->rounds == 0) return; /* a closed form has no simplex to name */
    for (int i = 0; i < gjk->simplex.count; ++i) {
        cache->support_a[i] = gjk->simplex.hint_a[i];
        cache->support_b[i] = gjk->simplex.hint_b[i];
        cache->size = (uint32_t)i + 1;
    }
}

/* The point of A behind v. Its weights are made better where they leave more than a part of E open. */
static wide3 core_point_of_a(const gz_pair *pair, const gz_gjk *gjk) {
    const gz_simplex *simplex = &gjk->simplex;
    double weight[4];
    gz_simplex_weights(simplex, gjk->v, GZ_WEIGHT_SLACK * pair->error, weight);
    wide3 point = wide3_scale(simplex->a[0], weight[0]);
    for (int i = 1; i < simplex->count; ++i) point = wide3_add_scaled(point, weight[i], simplex->a[i]);
    return point;
}

static wide3 unit_from_a_to_b(const gz_gjk *gjk) {
    wide3 v = wide3_max_abs(gjk->v) > 0 ? gjk->v : gjk->axis;
    double length = wide3_length(v);
    return length > 0 ? wide3_scale(v, -1 / length) : wide3_make(1, 0, 0);
}

gz_witnesses gz_gjk_witnesses(const gz_pair *pair, const gz_gjk *gjk) {
    wide3 on_a = core_point_of_a(pair, gjk), n = unit_from_a_to_b(gjk);
    wide3 on_b = wide3_sub(on_a, gjk->v);
    return (gz_witnesses){wide3_add_scaled(on_a, pair->a.radius, n),
                          wide3_add_scaled(on_b, -pair->b.radius, n), n};
}

/* C, grown by the radius, holds the ball of E around the origin if grown by E more it holds the four
 * corners of a tetrahedron around the ball of 2 E. */
static bool holds_corners(gz_pair *pair, double radius, int rounds, gz_gjk *gjk) {
    static const wide3 corners[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const wide3 origin = pair->offset;
    double contact = radius + pair->error;
    bool holds = true;
    for (int i = 0; i < 4 && holds; ++i) {
        gz_goal ask = {
            .near = contact, .far = contact, .abs = pair->error / 4, .rounds = rounds - gjk->rounds};
        gz_gjk look;
        pair->offset = wide3_add_scaled(origin, GZ_DEEP_CORNER * pair->error, corners[i]);
        gz_outcome outcome = gz_closest(pair, corners[i], &ask, &look);
        gjk->rounds += look.rounds;
        holds = outcome == GZ_INSIDE || outcome == GZ_NEAR;
    }
    pair->offset = origin;
    return holds;
}

/* What the ball inside of C round the difference of the centres says, if that is a corner of the
 * simplex: shrunk towards the origin as the corner is by its weight, it lies in C too. */
static double depth_by_center(const gz_pair *pair, const gz_gjk *gjk) {
    for (int i = 0; i < gjk->simplex.count && pair->inner > 0; ++i)
        if (wide3_equal(gjk->simplex.y[i], pair->offset))
            return gjk->simplex.weight[i] * pair->inner - gjk->upper;
    return -gjk->upper;
}

bool gz_overlap_is_deep(gz_pair *pair, double distance, int rounds, gz_gjk *gjk) {
    double enough = pair->error - (pair->radius + distance);            /* of the cores' depth */
    if (depth_by_center(pair, gjk) > enough + pair->error) return true; /* weights round a little */
    double depth = gjk->simplex.count == 4 ? gz_simplex_depth(&gjk->simplex) : -gjk->upper;
    return depth > enough || holds_corners(pair, pair->radius + distance, rounds, gjk);
}

wide3 gz_gjk_common_point(const gz_pair *pair, const gz_gjk *gjk) {
    /* From the core of A towards that of B in the ratio of the radii: inside both balls. */
    double share = pair->radius > 0 ? pair->a.radius / pair->radius : 0.5;
    return wide3_add_scaled(core_point_of_a(pair, gjk), -share, gjk->v);
}
