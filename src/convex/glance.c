/* SPDX-License-Identifier: MIT */
#include "convex/glance.h"

#include <float.h>

#include "convex/named.h"
#include "convex/simplex_step.h"

/* Do the balls that the shapes hold round their hearts overlap by more than E? The common point divides
 * the way from heart to heart as their radii do. */
static inline bool balls_overlap(const graze_placed *a, const graze_placed *b, const gz_duo *duo,
                                 gz_glance *glance) {
    real inner_a = a->shape->inmost, inner_b = b->shape->inmost;
    if (!(inner_a >= 0 && inner_b >= 0)) return false;
    gz_duo_point middle =
        gz_duo_point_of(duo, wide3_from(a->shape->heart), wide3_from(b->shape->heart));
    double reach = ((double)inner_a + (double)inner_b) + glance->radius;
    double sure = reach - 2 * glance->error;
    if (!(sure > 0 && wide3_length_squared(middle.y) < sure * sure)) return false;
    double share = ((double)inner_a + (double)a->shape->radius + (double)a->margin) / reach;
    wide3 point = wide3_add_scaled(middle.a, -share, middle.y);
    glance->common = wide3_round(wide3_add(point, wide3_from(a->pose.origin)));
    return true;
}

/* A search among points of C. */
typedef struct search {
    gz_duo duo;
    gz_simplex simplex;
    double upper; /* the distance of the simplex */
    wide3 v;      /* where to look next */
} search;

typedef enum step { STEP_ON, STEP_INSIDE, STEP_NONE } step;

/* One point more. */
GZ_INLINE step take(search *s, const gz_newcomer *newest, double slack) {
    gz_step found = gz_simplex_step(&s->simplex, newest, GZ_STEP_GAIN * s->upper, slack);
    if (found.length < 0) return STEP_NONE;
    if (s->simplex.count == 4) return STEP_INSIDE;
    s->upper = found.length;
    s->v = wide3_fresh(found.toward);
    return gz_duo_has_direction(s->v) ? STEP_ON : STEP_NONE;
}

/* The simplex that the cache names. */
static inline step recall(search *s, const graze_cache *cache, double slack) {
    if (cache->size > 4 || !gz_has_names(s->duo.a) || !gz_has_names(s->duo.b)) return STEP_NONE;
    int last = (int)cache->size - 1;
    gz_duo_point point;
    for (int i = 0; i <= last; ++i) {
        if (!gz_name_pair(&s->duo, cache, i, &point)) return STEP_NONE;
        s->simplex.y[i] = point.y;
        s->simplex.a[i] = point.a;
        s->simplex.hint_a[i] = cache->support_a[i];
        s->simplex.hint_b[i] = cache->support_b[i];
    }
    gz_newcomer newest = {point.y, point.a, cache->support_a[last], cache->support_b[last]};
    s->simplex.count = last;
    step first = take(s, &newest, slack);
    if (first != STEP_NONE) return first;
    s->simplex.count = last + 1; /* the nearest point has nothing to do with the last */
    s->v = gz_simplex_reduce(&s->simplex, false);
    s->upper = wide3_length(s->v);
    return s->simplex.count < 4 && gz_duo_has_direction(s->v) ? STEP_ON : STEP_NONE;
}

/* Points that were found just now come first; the others stay, for the day when these do not serve. */
static inline void put_first(uint32_t name_a, uint32_t name_b, graze_cache *cache) {
    for (uint32_t i = 1; i < cache->size; ++i)
        if (cache->support_a[i] == name_a && cache->support_b[i] == name_b) {
            cache->support_a[i] = cache->support_a[0];
            cache->support_b[i] = cache->support_b[0];
        }
    cache->support_a[0] = name_a;
    cache->support_b[0] = name_b;
}

/* Round ones roll: the axis is neither the one that both carry along nor that of the points which were
 * nearest, but lies between, as if there were balls of about their size behind these points. Does one
 * look there show that they are apart, and not only just? (A simplex of four points held the origin: it
 * may do so again.) */
static inline bool foresees(search *s, const graze_placed *a, const graze_placed *b, double limit,
                            graze_cache *cache, gz_glance *glance) {
    const graze_shape *shape_a = a->shape, *shape_b = b->shape;
    if (!(shape_a->vertex_count >= GZ_ROUND_LEAST && shape_b->vertex_count >= GZ_ROUND_LEAST))
        return false;
    gz_duo_point last;
    if (cache->seal == 0 || cache->size > 3 || !gz_name_pair(&s->duo, cache, 0, &last)) return false;
    wide3 carried = wide3_add(wide3_turn(&a->pose.basis, wide3_from(cache->axis)),
                              wide3_turn(&b->pose.basis, wide3_from(cache->seen_by_b)));
    double size = (double)shape_a->extent + (double)shape_b->extent;
    wide3 v = wide3_add_scaled(last.y, size / 2, carried);
    if (!gz_duo_has_direction(v)) return false;
    s->duo.hint_a = cache->support_a[0];
    s->duo.hint_b = cache->support_b[0];
    gz_duo_point found = gz_duo_look(&s->duo, gz_duo_seen(&s->duo, v.x, v.y, v.z));
    double length = wide3_length(v), bound = wide3_dot(v, found.y) / length;
    ++glance->looks;
    gz_glance_keep(&s->duo, v, length, bound, glance);
    if (!(bound > limit + GZ_FORESIGHT_SHARE * size)) return false;
    put_first(s->duo.hint_a, s->duo.hint_b, cache);
    return true;
}

static inline void store(const gz_simplex *simplex, graze_cache *cache) {
    for (int i = 0; i < simplex->count; ++i) {
        cache->support_a[i] = simplex->hint_a[i];
        cache->support_b[i] = simplex->hint_b[i];
    }
    cache->size = (uint32_t)simplex->count;
}

/* The simplex holds the origin. Well inside? */
static gz_impression weigh(const search *s, const graze_placed *a, gz_glance *glance) {
    const gz_simplex *simplex = &s->simplex;
    if (!(gz_simplex_depth(simplex) > 2 * glance->error)) return GZ_UNCLEAR;
    wide3 common = {0, 0, 0}; /* far away each sum would round by more than the point may be off */
    for (int i = 0; i < 4; ++i) common = wide3_add_scaled(common, simplex->weight[i], simplex->a[i]);
    glance->common = wide3_round(wide3_add(common, wide3_from(a->pose.origin)));
    return GZ_TOGETHER;
}

gz_impression gz_glance_at(const graze_placed *a, const graze_placed *b, double distance,
                           graze_cache *cache, gz_glance *glance) {
    search s;
    gz_duo_enter(a, b, &s.duo);
    gz_glance_begin(a, b, &s.duo, glance);
    if (!gz_quick_in_range(glance->error)) return GZ_UNSEEN;
    double near = glance->radius + distance, limit = gz_glance_limit(glance, distance);
    double slack = GZ_STEP_SLACK * glance->error;
    s.upper = DBL_MAX;
    glance->bound = -DBL_MAX;
    if (foresees(&s, a, b, limit, cache, glance)) return GZ_APART;
    const int first = glance->looks + 1;
    step last = recall(&s, cache, slack);
    if (last == STEP_NONE) {
        s.simplex.count = 0;
        s.upper = DBL_MAX;
        s.v = wide3_turn(&a->pose.basis, wide3_from(cache->axis));
        if (!gz_duo_has_direction(s.v)) return GZ_UNSEEN;
    }
    s.duo.hint_a = cache->support_a[0];
    s.duo.hint_b = cache->support_b[0];
    while (last != STEP_INSIDE) {
        gz_duo_point found = gz_duo_look(&s.duo, gz_duo_seen(&s.duo, s.v.x, s.v.y, s.v.z));
        double length = wide3_length(s.v), bound = wide3_dot(s.v, found.y) / length;
        ++glance->looks;
        if (bound > glance->bound) gz_glance_keep(&s.duo, s.v, length, bound, glance);
        bool apart = glance->bound > limit;
        if (apart && glance->bound - near >= GZ_GLANCE_SHARE * (s.upper - near)) break;
        if (glance->looks == GZ_GLANCE_LOOKS) break;
        if (glance->looks == first && !apart && balls_overlap(a, b, &s.duo, glance)) return GZ_TOGETHER;
        gz_newcomer newest = {wide3_fresh(found.y), wide3_fresh(found.a),
                              gz_name_of(a->shape, s.duo.on_a, s.duo.hint_a),
                              gz_name_of(b->shape, s.duo.on_b, s.duo.hint_b)};
        last = take(&s, &newest, slack);
        if (last == STEP_NONE) break;
    }
    if (s.simplex.count > 0) store(&s.simplex, cache);
    if (last == STEP_INSIDE) return weigh(&s, a, glance);
    return glance->bound > limit ? GZ_APART : GZ_UNCLEAR;
}

void gz_glance_warm(const gz_glance *glance, gz_pair *pair) {
    int count = 0;
    gz_simplex *warm = &pair->warm;
    if (pair->inner >= 0) {
        warm->y[0] = pair->offset;
        warm->a[0] = wide3_make(0, 0, 0);
        warm->hint_a[0] = warm->hint_b[0] = UINT32_MAX; /* no vertex */
        count = 1;
    }
    pair->a.hint = warm->hint_a[count] = glance->hint_a;
    pair->b.hint = warm->hint_b[count] = glance->hint_b;
    warm->a[count] = gz_operand_point(&pair->a, glance->a);
    wide3 b = gz_operand_point(&pair->b, glance->b);
    warm->y[count] = wide3_add(wide3_sub(warm->a[count], b), pair->offset);
    warm->weight[0] = 1; /* a reduced simplex and one point more */
    warm->count = count + 1;
}
