/* SPDX-License-Identifier: MIT */
#include "convex/quick.h"

#include <float.h>

#include "base/simd.h"
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

/* What a pair of kinds has of its own. */
#define SPHERES gz_points, gz_point_width, gz_point_width
#define SPHERE_CAPSULE gz_point_segment, gz_point_width, gz_segment_width
#define CAPSULE_SPHERE gz_segment_point, gz_segment_width, gz_point_width
#define CAPSULES gz_segments, gz_segment_width, gz_segment_width
#define SPHERE_BOX gz_point_box, gz_point_width, gz_box_width
#define BOX_SPHERE gz_box_point, gz_box_width, gz_point_width
#define CAPSULE_BOX gz_segment_box, gz_segment_width, gz_box_width
#define BOX_CAPSULE gz_box_segment, gz_box_width, gz_segment_width

/* -- within -- */

/* x if that is positive, else zero, without a branch. */
static inline double positive(double x) {
    gz_f64x2 both = gz_f64x2_splat(x);
    return gz_f64x2_low(gz_f64x2_when_less(gz_f64x2_splat(0), both, both));
}

/* v where low, the same in both lanes, is less than high, else zero. */
static inline wide3 when_less(gz_f64x2 low, gz_f64x2 high, wide3 v) {
    gz_f64x2 xy = gz_f64x2_when_less(low, high, gz_f64x2_make(v.x, v.y));
    gz_f64x2 z = gz_f64x2_when_less(low, high, gz_f64x2_splat(v.z));
    return wide3_make(gz_f64x2_low(xy), gz_f64x2_low(gz_f64x2_repeat(xy, 1)), gz_f64x2_low(z));
}

/* Where on v the common point lies: v is divided as the radii divide it; if only the distance asked for
 * brings them together, it is halfway between. */
static inline double share_of_a(double squared, real distance, double ball_a, double radius) {
    if (distance > 0 && squared > radius * radius) {
        double length = sqrt(squared);
        return (ball_a + (length - radius) / 2) / length;
    }
    return radius > 0 ? ball_a / radius : 0.5;
}

/* They are together if v is shorter than the root of near. Both answers are written down, and zero in
 * place of what does not hold: nobody could predict which one that is, and to have guessed wrong takes
 * longer than both. */
static inline void fill_within(const graze_placed *a, gz_cores cores, double squared, double near,
                               double share, wide3 axis, double lower, graze_intersection *out) {
    gz_f64x2 s = gz_f64x2_splat(squared), n = gz_f64x2_splat(near);
    bool together = squared < near;
    wide3 common = wide3_add_scaled(cores.a, -share, cores.v);
    wide3 point = when_less(s, n, wide3_add(wide3_from(a->pose.origin), common));
    out->intersecting = together;
    out->axis = wide3_round(when_less(n, s, wide3_neg(axis)));
    out->point = wide3_round(point);
    out->lower = (real)gz_f64x2_low(gz_f64x2_when_less(n, s, gz_f64x2_splat(lower)));
    out->end = (graze_end)(GRAZE_SEPARATED + together * (GRAZE_OVERLAP - GRAZE_SEPARATED));
    out->iterations = 0;
    out->primitive_a = out->primitive_b = 0;
}

/* One comparison of squares each way; near the distance asked for neither holds. One step of Newton's
 * method leaves one of a thousand random pairs open. */
GZ_INLINE bool within(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,
                      graze_intersection *out, gz_find_cores *find, gz_find_width *width_a,
                      gz_find_width *width_b) {
    wide3 offset = gz_quick_offset(a, b);
    double error = gz_quick_error(a, b, gz_quick_length(offset));
    if (!gz_quick_in_range(error)) return false;
    double ball_a = ball_of(a), radius = ball_a + ball_of(b), limit = radius + (double)distance;
    double sure = limit - GZ_QUICK_SURE * error, far = limit + error;
    gz_cores cores = find(a, b, offset, 1);
    double squared = wide3_length_squared(cores.v);
    double least = positive(sure), near = least * least;
    double along = (wide3_dot(cores.v, offset) - width_a(a, cores.v)) - width_b(b, cores.v);
    bool together = squared < near;
    bool apart = (squared > near) & (along * fabs(along) > far * far * squared);
    if (!(together | apart)) return false;
    double inverse = gz_inverse_length(sqrt(squared), squared);
    double lower = along * inverse - (radius + error);
    wide3 axis = wide3_scale(cores.v, inverse);
    fill_within(a, cores, squared, near, share_of_a(squared, distance, ball_a, radius), axis,
                positive(lower) * (1 - 2 * (double)GRAZE_EPSILON), out);
    if (cache && !together) gz_quick_remember_in(a, b, axis, cache);
    return true;
}

#define WITHIN(name, ...)                                                                              \
    static bool name(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,  \
                     graze_intersection *out) {                                                        \
        return within(a, b, distance, cache, out, __VA_ARGS__);                                        \
    }
WITHIN(within_spheres, SPHERES)
WITHIN(within_sphere_capsule, SPHERE_CAPSULE)
WITHIN(within_capsule_sphere, CAPSULE_SPHERE)
WITHIN(within_capsules, CAPSULES)
WITHIN(within_sphere_box, SPHERE_BOX)
WITHIN(within_box_sphere, BOX_SPHERE)
WITHIN(within_capsule_box, CAPSULE_BOX)
WITHIN(within_box_capsule, BOX_CAPSULE)

enum { SPHERE = GRAZE_SHAPE_SPHERE, CAPSULE = GRAZE_SHAPE_CAPSULE, BOX = GRAZE_SHAPE_BOX };

static quick_within *const within_table[GRAZE_SHAPE_CONVEX_COUNT][GRAZE_SHAPE_CONVEX_COUNT] = {
    [SPHERE] =
        {[SPHERE] = within_spheres, [CAPSULE] = within_sphere_capsule, [BOX] = within_sphere_box},
    [CAPSULE] =
        {[SPHERE] = within_capsule_sphere, [CAPSULE] = within_capsules, [BOX] = within_capsule_box},
    [BOX] = {[SPHERE] = within_box_sphere, [CAPSULE] = within_box_capsule, [BOX] = gz_quick_boxes},
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

/* They overlap by more than E. */
static inline void fill_overlap(const graze_placed *a, gz_cores cores, wide3 normal, double share,
                                graze_separation *out) {
    wide3 common = wide3_add_scaled(cores.a, -share, cores.v);
    *out = (graze_separation){.normal = wide3_round(normal), .end = GRAZE_OVERLAP};
    out->point_a = out->point_b = wide3_round(wide3_add(wide3_from(a->pose.origin), common));
}

/* Two steps of Newton's method leave seven of a thousand random pairs open. */
GZ_INLINE bool distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        graze_cache *cache, graze_separation *out, gz_find_cores *find,
                        gz_find_width *width_a, gz_find_width *width_b) {
    wide3 offset = gz_quick_offset(a, b);
    double error = gz_quick_error(a, b, wide3_length(offset));
    if (!gz_quick_in_range(error)) return false;
    gz_cores cores = find(a, b, offset, 2);
    double squared = wide3_length_squared(cores.v), length = sqrt(squared);
    double inverse = gz_inverse_length(length, squared);
    double ball_a = ball_of(a), ball_b = ball_of(b), radius = ball_a + ball_b;
    double gap = length - radius;
    wide3 normal = wide3_scale(cores.v, -inverse);
    if (gap < -GZ_QUICK_SURE * error && squared > DBL_MIN) {
        fill_overlap(a, cores, normal, ball_a / radius, out);
    } else {
        double along = (wide3_dot(cores.v, offset) - width_a(a, cores.v)) - width_b(b, cores.v);
        double bound = along * inverse, lower = (bound - radius) - error;
        if (!(gap > error && is_narrow(length - bound, gap, error, options))) return false;
        wide3 origin = wide3_from(a->pose.origin), on_b = wide3_sub(cores.a, cores.v);
        *out = (graze_separation){
            .distance = (real)gap,
            .lower = lower > 0 ? gz_quick_down(lower) : 0,
            .upper = gz_quick_up(gap + error),
            .normal = wide3_round(normal),
            .point_a = wide3_round(wide3_add(origin, wide3_add_scaled(cores.a, ball_a, normal))),
            .point_b = wide3_round(wide3_add(origin, wide3_add_scaled(on_b, -ball_b, normal))),
            .end = GRAZE_CONVERGED,
        };
    }
    gz_quick_remember(a, b, cores.v, cache);
    return true;
}

#define DISTANCE(name, ...)                                                                            \
    static bool name(const graze_placed *a, const graze_placed *b, const graze_options *options,       \
                     graze_cache *cache, graze_separation *out) {                                      \
        return distance(a, b, options, cache, out, __VA_ARGS__);                                       \
    }
DISTANCE(distance_spheres, SPHERES)
DISTANCE(distance_sphere_capsule, SPHERE_CAPSULE)
DISTANCE(distance_capsule_sphere, CAPSULE_SPHERE)
DISTANCE(distance_capsules, CAPSULES)
DISTANCE(distance_sphere_box, SPHERE_BOX)
DISTANCE(distance_box_sphere, BOX_SPHERE)
DISTANCE(distance_capsule_box, CAPSULE_BOX)
DISTANCE(distance_box_capsule, BOX_CAPSULE)

static quick_distance *const distance_table[GRAZE_SHAPE_CONVEX_COUNT][GRAZE_SHAPE_CONVEX_COUNT] = {
    [SPHERE] =
        {[SPHERE] = distance_spheres, [CAPSULE] = distance_sphere_capsule, [BOX] = distance_sphere_box},
    [CAPSULE] = {[SPHERE] = distance_capsule_sphere,
                 [CAPSULE] = distance_capsules,
                 [BOX] = distance_capsule_box},
    [BOX] = {[SPHERE] = distance_box_sphere, [CAPSULE] = distance_box_capsule},
};

bool gz_quick_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                       graze_cache *cache, graze_separation *out) {
    quick_distance *quick = distance_table[a->shape->kind][b->shape->kind];
    return quick && quick(a, b, options, cache, out);
}
