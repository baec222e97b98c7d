/* SPDX-License-Identifier: MIT */
#include "convex/quick.h"

#include "convex/query.h"
#include "convex/quick_boxes.h"
#include "convex/quick_cores.h"
#include "convex/quick_fill.h"

typedef bool quick_within(const graze_placed *a, const graze_placed *b, real distance,
                          graze_cache *cache, graze_intersection *out);
typedef bool quick_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                            graze_cache *cache, graze_separation *out);

static inline double ball_of(const graze_placed *placed) {
    return (double)(placed->shape->radius + placed->margin);
}

void gz_quick_remember_in(const graze_placed *a, const graze_placed *b, wide3 v, graze_cache *cache) {
    vec3 seen_by_a = wide3_round(wide3_turn_back(&a->pose.basis, v));
    vec3 seen_by_b = wide3_round(wide3_turn_back(&b->pose.basis, v));
    cache->axis = seen_by_a;
    cache->support_a[0] = cache->support_b[0] = 0;
    a->shape->ops->core(a->shape, vec3_neg(seen_by_a), &cache->support_a[0]);
    b->shape->ops->core(b->shape, seen_by_b, &cache->support_b[0]);
    cache->size = 1;
}

/* -- within -- */

/* One comparison of squares each way; near the distance asked for neither holds. */
GZ_INLINE bool within(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,
                      graze_intersection *out, gz_find_cores *find) {
    wide3 offset = gz_quick_offset(a, b);
    double error = gz_quick_error(a, b, offset);
    if (!gz_quick_in_range(error)) return false;
    double ball_a = ball_of(a), radius = ball_a + ball_of(b), limit = radius + (double)distance;
    gz_cores cores = find(a, b, offset);
    double sure = limit - 2 * error, far = limit + error;
    if (cores.squared < sure * sure && sure > 0) {
        double length = sqrt(cores.squared);
        double share = length > radius ? (ball_a + (length - radius) / 2) / length
                       : radius > 0    ? ball_a / radius
                                       : 0.5;
        wide3 point = wide3_add_scaled(cores.a, -share, cores.v);
        gz_quick_together(a, point, out);
        return true;
    }
    if (!(cores.along > 0 && cores.along * cores.along > far * far * cores.squared)) return false;
    double inverse = 1 / sqrt(cores.squared);
    gz_quick_apart(a, b, wide3_scale(cores.v, inverse), cores.along * inverse - (radius + error), cache,
                   out);
    return true;
}

#define WITHIN(name, find)                                                                             \
    static bool name(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,  \
                     graze_intersection *out) {                                                        \
        return within(a, b, distance, cache, out, find);                                               \
    }
WITHIN(within_points, gz_points)
WITHIN(within_point_segment, gz_point_segment)
WITHIN(within_segment_point, gz_segment_point)
WITHIN(within_segments, gz_segments)
WITHIN(within_point_box, gz_point_box)
WITHIN(within_box_point, gz_box_point)
WITHIN(within_segment_box, gz_segment_by_box)
WITHIN(within_box_segment, gz_box_by_segment)

enum { SPHERE = GRAZE_SHAPE_SPHERE, CAPSULE = GRAZE_SHAPE_CAPSULE, BOX = GRAZE_SHAPE_BOX };

static quick_within *const within_table[GRAZE_SHAPE_KIND_COUNT][GRAZE_SHAPE_KIND_COUNT] = {
    [SPHERE] = {[SPHERE] = within_points, [CAPSULE] = within_point_segment, [BOX] = within_point_box},
    [CAPSULE] =
        {[SPHERE] = within_segment_point, [CAPSULE] = within_segments, [BOX] = within_segment_box},
    [BOX] = {[SPHERE] = within_box_point, [CAPSULE] = within_box_segment, [BOX] = gz_quick_boxes},
};

bool gz_quick_within(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,
                     graze_intersection *out) {
    quick_within *quick = within_table[a->shape->kind][b->shape->kind];
    return quick && quick(a, b, distance, cache, out);
}

/* -- distance -- */

/* Is the bracket as narrow as asked? As gz_goal_from_options and gz_gjk_narrow say it. */
static inline bool is_narrow(double width, double distance, double error,
                             const graze_options *options) {
    double rel = GZ_DEFAULT_ACCURACY, least = (double)GZ_TOUCHING_SHARE / 2 * error;
    if (width <= least) return true;
    if (options && options->rel != 0) rel = options->rel < 0 ? 0 : (double)options->rel;
    return width <= (rel - GZ_RESULT_ROUNDING) * distance || (options && width <= (double)options->abs);
}

GZ_INLINE bool distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        graze_cache *cache, graze_separation *out, gz_find_cores *find) {
    wide3 offset = gz_quick_offset(a, b);
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    double error =
        gz_pair_error(share_a, share_b, gz_pair_size(share_a, share_b, wide3_length(offset)));
    if (!gz_quick_in_range(error)) return false;
    gz_cores cores = find(a, b, offset);
    double length = sqrt(cores.squared), inverse = 1 / length, bound = cores.along * inverse;
    double ball_a = (double)share_a.radius, ball_b = (double)share_b.radius, radius = ball_a + ball_b;
    double gap = length - radius;
    if (!(gap > error && is_narrow(length - bound, gap, error, options))) return false;
    double lower = (bound - radius) - error;
    wide3 normal = wide3_scale(cores.v, -inverse), origin = wide3_from(a->pose.origin);
    wide3 on_b = wide3_sub(cores.a, cores.v);
    *out = (graze_separation){
        .distance = (real)gap,
        .lower = lower > 0 ? graze_max(0, gz_next_down((real)lower)) : 0,
        .upper = gz_next_up((real)(gap + error)),
        .normal = wide3_round(normal),
        .point_a = wide3_round(wide3_add(origin, wide3_add_scaled(cores.a, ball_a, normal))),
        .point_b = wide3_round(wide3_add(origin, wide3_add_scaled(on_b, -ball_b, normal))),
        .end = GRAZE_CONVERGED,
    };
    gz_quick_remember(a, b, cores.v, cache);
    return true;
}

#define DISTANCE(name, find)                                                                           \
    static bool name(const graze_placed *a, const graze_placed *b, const graze_options *options,       \
                     graze_cache *cache, graze_separation *out) {                                      \
        return distance(a, b, options, cache, out, find);                                              \
    }
DISTANCE(distance_points, gz_points)
DISTANCE(distance_point_segment, gz_point_segment)
DISTANCE(distance_segment_point, gz_segment_point)
DISTANCE(distance_segments, gz_segments)
DISTANCE(distance_point_box, gz_point_box)
DISTANCE(distance_box_point, gz_box_point)
DISTANCE(distance_segment_box, gz_segment_at_box)
DISTANCE(distance_box_segment, gz_box_at_segment)

static quick_distance *const distance_table[GRAZE_SHAPE_KIND_COUNT][GRAZE_SHAPE_KIND_COUNT] = {
    [SPHERE] =
        {[SPHERE] = distance_points, [CAPSULE] = distance_point_segment, [BOX] = distance_point_box},
    [CAPSULE] = {[SPHERE] = distance_segment_point,
                 [CAPSULE] = distance_segments,
                 [BOX] = distance_segment_box},
    [BOX] = {[SPHERE] = distance_box_point, [CAPSULE] = distance_box_segment},
};

bool gz_quick_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                       graze_cache *cache, graze_separation *out) {
    quick_distance *quick = distance_table[a->shape->kind][b->shape->kind];
    return quick && quick(a, b, options, cache, out);
}
