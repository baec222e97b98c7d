/* SPDX-License-Identifier: MIT
 * The distance of two shapes of which one at least is round, from where they were nearest last time:
 * which corners and rims, says the cache; where on the rims, Newton's method; and one look proves that
 * nothing is nearer, or finds what is. It is in world axes and at its own size, without a round of GJK.
 */
#include <float.h>
#include <string.h>

#include "convex/named.h"
#include "convex/query.h"
#include "convex/recall.h"
#include "convex/smooth_curve.h"
#include "convex/smooth_finish.h"
#include "math/rounding.h"

static inline bool has_pieces(const graze_shape *shape) {
    return gz_is_round(shape) || shape->vertices || shape->kind == GRAZE_SHAPE_BOX;
}

/* A corner that stands for itself; of a round one the piece will do. False if the name is none. */
static inline bool find_piece(const gz_operand *operand, uint32_t name, uint32_t *hint, wide3 *point) {
    vec3 vertex;
    *hint = gz_hint_of(operand->shape, name);
    *point = wide3_make(0, 0, 0);
    if (gz_is_round(operand->shape)) return true;
    if (!gz_shape_core_vertex(operand->shape, *hint, &vertex)) return false;
    *point = gz_operand_point(operand, vertex);
    return true;
}

/* Another piece of the simplex. */
static inline bool add_piece(const gz_pair *pair, uint32_t name_a, uint32_t name_b,
                             gz_simplex *simplex) {
    int i = simplex->count++;
    wide3 on_b;
    if (!find_piece(&pair->a, name_a, &simplex->hint_a[i], &simplex->a[i]) ||
        !find_piece(&pair->b, name_b, &simplex->hint_b[i], &on_b))
        return false;
    simplex->y[i] = wide3_add(wide3_sub(simplex->a[i], on_b), pair->offset);
    return true;
}

/* The pieces of the last simplex, and the last axis as A has carried it along. */
static inline bool begin(const graze_placed *a, const graze_cache *cache, const gz_pair *pair,
                         gz_gjk *gjk) {
    gz_simplex *simplex = &gjk->simplex;
    gjk->v = gjk->axis = wide3_turn(&a->pose.basis, wide3_from(cache->axis));
    gjk->upper = DBL_MAX;
    gjk->rounds = 1;
    simplex->count = 0;
    memset(simplex->hint_a, 0, sizeof simplex->hint_a); /* all of these are stored */
    memset(simplex->hint_b, 0, sizeof simplex->hint_b);
    for (uint32_t i = 0; i < cache->size; ++i)
        if (!add_piece(pair, cache->support_a[i], cache->support_b[i], simplex)) return false;
    return gz_duo_has_direction(gjk->v);
}

/* As gz_gjk_witnesses, of two points or one; upper is the length of v, which is not zero. */
static inline gz_witnesses witnesses(const gz_pair *pair, const gz_gjk *gjk) {
    const gz_simplex *simplex = &gjk->simplex;
    if (simplex->count > 2) return gz_gjk_witnesses(pair, gjk);
    wide3 on_a = wide3_scale(simplex->a[0], simplex->weight[0]);
    if (simplex->count == 2) on_a = wide3_add_scaled(on_a, simplex->weight[1], simplex->a[1]);
    wide3 n = wide3_scale(gjk->v, -1 / gjk->upper), on_b = wide3_sub(on_a, gjk->v);
    return (gz_witnesses){wide3_add_scaled(on_a, pair->a.radius, n),
                          wide3_add_scaled(on_b, -pair->b.radius, n), n};
}

static inline void fill(const graze_placed *a, const gz_pair *pair, const gz_gjk *gjk,
                        graze_separation *out) {
    gz_witnesses w = witnesses(pair, gjk);
    wide3 turned = wide3_turn(&a->pose.basis, wide3_from(a->shape->center));
    wide3 center = wide3_add(turned, wide3_from(a->pose.origin));
    double lower = (gjk->bound - pair->radius) - pair->error, distance = gjk->upper - pair->radius;
    *out = (graze_separation){
        .distance = (real)distance,
        .lower = lower > 0 ? graze_max(0, gz_next_down((real)lower)) : 0,
        .upper = gz_next_up((real)(distance + pair->error)),
        .normal = wide3_round(w.normal),
        .point_a = wide3_round(wide3_add(center, w.a)),
        .point_b = wide3_round(wide3_add(center, w.b)),
        .end = GRAZE_CONVERGED,
        .iterations = gjk->rounds,
    };
}

static inline void store(const graze_placed *a, wide3 axis, const gz_simplex *simplex,
                         graze_cache *cache) {
    cache->axis = wide3_round(wide3_turn_back(&a->pose.basis, axis));
    memcpy(cache->support_a, simplex->hint_a, sizeof cache->support_a);
    memcpy(cache->support_b, simplex->hint_b, sizeof cache->support_b);
    cache->size = (uint32_t)simplex->count;
}

/* How wide a bracket may be, as gz_goal_from_options says, for options that are plain. */
static inline void set_goal(const graze_options *options, const gz_pair *pair, gz_goal *goal) {
    double rel = GZ_DEFAULT_ACCURACY, least = (double)GZ_TOUCHING_SHARE / 2 * pair->error;
    if (options) {
        rel = options->rel > 0 ? (double)options->rel : options->rel < 0 ? 0 : rel;
        least = (double)options->abs > least ? (double)options->abs : least;
    }
    rel -= GZ_RESULT_ROUNDING;
    goal->near = pair->radius + (double)GZ_TOUCHING_SHARE * pair->error;
    goal->rel = rel > 0 ? rel : 0;
    goal->abs = least;
    goal->shift = pair->radius;
}

/* The names of a piece of C. */
typedef struct piece_names {
    uint32_t a, b;
} piece_names;

/* How far C reaches against v, times the length of v; and the piece that it found there. */
static inline double reach_against(const graze_placed *a, const graze_placed *b, const gz_pair *pair,
                                   wide3 v, piece_names *names) {
    if (gz_is_round(a->shape) && gz_is_round(b->shape))
        return wide3_dot(v, pair->offset) - gz_round_reach(&pair->a, wide3_neg(v), &names->a) -
               gz_round_reach(&pair->b, v, &names->b);
    gz_duo duo;
    gz_duo_enter(a, b, &duo);
    duo.hint_a = names->a;
    duo.hint_b = names->b;
    wide3 found = gz_duo_look(&duo, gz_duo_seen(&duo, v.x, v.y, v.z)).y;
    *names = (piece_names){duo.hint_a, duo.hint_b};
    return wide3_dot(v, found);
}

/* The nearest points of the pieces at hand, and one look along what they are apart by: its bound, and
 * the piece that it found. */
GZ_OUTLINE static bool find(const graze_placed *a, const graze_placed *b, gz_pair *pair,
                            const gz_goal *goal, gz_gjk *gjk, piece_names *names) {
    if (!gz_smooth_start(pair, goal, gjk) || !gz_duo_has_direction(gjk->v)) return false;
    *names = (piece_names){gjk->simplex.hint_a[0], gjk->simplex.hint_b[0]};
    gjk->bound = reach_against(a, b, pair, gjk->v, names) / gjk->upper; /* which is the length of v */
    return true;
}

/* Where something else is nearer by now, once more with that. */
static inline bool find_both(const graze_placed *a, const graze_placed *b, gz_pair *pair,
                             const gz_goal *goal, gz_gjk *gjk) {
    piece_names names;
    if (!find(a, b, pair, goal, gjk, &names)) return false;
    if (gz_gjk_narrow(gjk, goal)) return true;
    ++gjk->rounds;
    return gjk->simplex.count < 3 && add_piece(pair, names.a, names.b, &gjk->simplex) &&
           find(a, b, pair, goal, gjk, &names) && gz_gjk_narrow(gjk, goal);
}

bool gz_recall_smooth(const graze_placed *a, const graze_placed *b, const graze_options *options,
                      graze_cache *cache, graze_separation *out) {
    if (!cache || cache->size - 1 >= 3 || !(gz_is_round(a->shape) || gz_is_round(b->shape)) ||
        !has_pieces(a->shape) || !has_pieces(b->shape))
        return false;
    gz_pair pair;
    gz_goal goal;
    gz_gjk gjk;
    gz_pair_make_bare(a, b, &pair);
    if (!pair.bare) return false;
    set_goal(options, &pair, &goal);
    if (!(goal.rel < GZ_SMOOTH_WORTH) || !begin(a, cache, &pair, &gjk)) return false;
    if (!find_both(a, b, &pair, &goal, &gjk)) return false;
    fill(a, &pair, &gjk, out);
    store(a, gjk.v, &gjk.simplex, cache);
    return true;
}
