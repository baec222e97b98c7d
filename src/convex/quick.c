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

/* The common point divides v as the radii do; if only the distance asked for brings them together, it
 * is halfway between. */
static inline void fill_together(const graze_placed *a, gz_cores cores, double squared, double ball_a,
                                 double radius, graze_intersection *out) {
    double share = radius > 0 ? ball_a / radius : 0.5;
    if (squared > radius * radius) {
        double length = sqrt(squared);
        share = (ball_a + (length - radius) / 2) / length;
    }
    gz_quick_together(a, wide3_add_scaled(cores.a, -share, cores.v), out);
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
    if (squared < sure * sure && sure > 0) {
        fill_together(a, cores, squared, ball_a, radius, out);
        return true;
    }
    double along = (wide3_dot(cores.v, offset) - width_a(a, cores.v)) - width_b(b, cores.v);
    if (!(along > 0 && along * along > far * far * squared)) return false;
    double inverse = 1 / sqrt(squared);
    gz_quick_apart(a, b, wide3_scale(cores.v, inverse), along * inverse - (radius + error), cache, out);
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
    double length = wide3_length(cores.v), inverse = 1 / length;
    double ball_a = ball_of(a), ball_b = ball_of(b), radius = ball_a + ball_b;
    double gap = length - radius;
    wide3 normal = wide3_scale(cores.v, -inverse);
    if (gap < -GZ_QUICK_SURE * error && length > 0) {
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
