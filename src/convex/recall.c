/* SPDX-License-Identifier: MIT */
#include "convex/recall.h"

#include "convex/closed_form.h"
#include "convex/named.h"
#include "convex/query.h"
#include "math/rounding.h"

/* Does it name its points, and may the nearest be the same as before? */
static inline bool is_worth_it(const graze_shape *shape) {
    return gz_has_names(shape) && shape->vertex_count <= GZ_RECALL_MOST;
}

/* The sum of the points with weights that are positive and add up to one: so it is in C, however well
 * it is the nearest. toward: the direction across the simplex. */
typedef struct nearest {
    wide3 y, a, toward;
} nearest;

static inline bool nearest_of_edge(const gz_duo_point p[2], nearest *found) {
    wide3 e = wide3_sub(p[1].y, p[0].y);
    double t = -wide3_dot(p[0].y, e) / wide3_length_squared(e);
    found->y = wide3_add_scaled(p[0].y, t, e);
    found->a = wide3_add_scaled(p[0].a, t, wide3_sub(p[1].a, p[0].a));
    found->toward = found->y;
    return t > 0 && t < 1;
}

/* By Lagrange's identity, as in convex/simplex_step.h. */
static inline bool nearest_of_triangle(const gz_duo_point p[3], nearest *found) {
    wide3 e = wide3_sub(p[1].y, p[0].y), f = wide3_sub(p[2].y, p[0].y), n = wide3_cross(e, f);
    double de = -wide3_dot(p[0].y, e), df = -wide3_dot(p[0].y, f), ef = wide3_dot(e, f);
    double over = 1 / wide3_length_squared(n);
    double s = (de * wide3_length_squared(f) - df * ef) * over;
    double t = (df * wide3_length_squared(e) - de * ef) * over;
    found->y = wide3_add_scaled(wide3_add_scaled(p[0].y, s, e), t, f);
    found->a = wide3_add_scaled(wide3_add_scaled(p[0].a, s, wide3_sub(p[1].a, p[0].a)), t,
                                wide3_sub(p[2].a, p[0].a));
    found->toward = wide3_scale(n, wide3_dot(n, p[0].y) < 0 ? -1 : 1);
    return s > 0 && t > 0 && s + t < 1;
}

static inline bool find_nearest(const gz_duo *duo, const graze_cache *cache, nearest *found) {
    gz_duo_point p[3];
    for (int i = 0; i < (int)cache->size; ++i)
        if (!gz_name_pair(duo, cache, i, &p[i])) return false;
    if (cache->size == 3) return nearest_of_triangle(p, found);
    if (cache->size == 2) return nearest_of_edge(p, found);
    *found = (nearest){p[0].y, p[0].a, p[0].y};
    return true;
}

/* How wide may a bracket be, E and the distance being these? As gz_goal_from_options says. */
static inline double width_for(const graze_options *options, double error, double distance) {
    double rel = GZ_DEFAULT_ACCURACY, least = (double)GZ_TOUCHING_SHARE / 2 * error;
    if (options) {
        rel = options->rel > 0 ? (double)options->rel : options->rel < 0 ? 0 : rel;
        least = (double)options->abs > least ? (double)options->abs : least;
    }
    double most = (rel - GZ_RESULT_ROUNDING) * distance;
    return most > least ? most : least;
}

bool gz_recall_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        graze_cache *cache, graze_separation *out) {
    if (!cache || cache->size - 1 >= 3 || !is_worth_it(a->shape) || !is_worth_it(b->shape) ||
        gz_has_closed_form(a->shape, b->shape))
        return false;
    gz_duo duo;
    nearest found;
    gz_duo_enter(a, b, &duo);
    if (!find_nearest(&duo, cache, &found)) return false;
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(duo.between));
    double error = gz_pair_error(share_a, share_b, size);
    double radius_a = (double)share_a.radius, radius_b = (double)share_b.radius;
    double upper = wide3_length(found.y), distance = upper - (radius_a + radius_b);
    if (!(distance > (double)GZ_TOUCHING_SHARE * error && gz_quick_in_range(error))) return false;
    wide3 v = found.toward;
    if (!gz_duo_has_direction(v)) return false;
    duo.hint_a = cache->support_a[0];
    duo.hint_b = cache->support_b[0];
    both3 seen = gz_duo_seen(&duo, v.x, v.y, v.z);
    double over = 1 / wide3_length(v);
    /* On three points almost in a line the sum may be off sideways, and hardly longer for that. */
    wide3 aside = wide3_add_scaled(found.y, -wide3_dot(found.y, v) * (over * over), v);
    if (!(wide3_max_abs(aside) <= GZ_WEIGHT_SLACK * error)) return false;
    double bound = wide3_dot(v, gz_duo_look(&duo, seen).y) * over;
    if (!(upper - bound <= width_for(options, error, distance))) return false;
    double lower = bound - (radius_a + radius_b) - error;
    wide3 normal = wide3_scale(v, -over), origin = wide3_from(a->pose.origin);
    wide3 on_a = wide3_add_scaled(found.a, radius_a, normal);
    wide3 on_b = wide3_add_scaled(wide3_sub(found.a, found.y), -radius_b, normal);
    *out = (graze_separation){
        .distance = (real)distance,
        .lower = lower > 0 ? graze_max(0, gz_next_down((real)lower)) : 0,
        .upper = gz_next_up((real)(distance + error)),
        .normal = wide3_round(normal),
        .point_a = wide3_round(wide3_add(origin, on_a)),
        .point_b = wide3_round(wide3_add(origin, on_b)),
        .end = GRAZE_CONVERGED,
        .iterations = 1,
    };
    cache->axis = wide3_round(wide3_neg(both3_first(seen)));
    return true;
}
