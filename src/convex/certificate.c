/* SPDX-License-Identifier: MIT */
#include "convex/certificate.h"

#include <float.h>

#include "convex/entry.h"
#include "convex/query.h"
#include "math/quad3.h"
#include "math/rounding.h"
#include "math/split3.h"
#include "shape/polytope.h"

/* How high a cylinder's core reaches along a unit vector with that second number. */
GZ_INLINE real cylinder_reach(const graze_shape *shape, real y) {
    real squared = (1 + GZ_CERTIFICATE_ERROR) - y * y; /* of no unit vector: NaN, at worst */
    return shape->half.y * graze_abs(y) + shape->half.x * graze_sqrt(squared);
}

/* How high that of a box reaches along (x, y, z). */
GZ_INLINE real box_reach(const graze_shape *shape, real x, real y, real z) {
    return (shape->half.x * graze_abs(x) + shape->half.y * graze_abs(y)) + shape->half.z * graze_abs(z);
}

/* How high that of a polytope of few vertices reaches along (x, y, z), from its origin. */
GZ_INLINE real cloud_reach(const graze_shape *shape, real x, real y, real z) {
    const gz_cloud *cloud = &((const gz_polytope *)shape)->cloud;
    real h[GZ_CLOUD_LANES]; /* in halves, so that no maximum waits for seven others */
    for (uint32_t i = 0; i < GZ_CLOUD_LANES; ++i)
        h[i] = (cloud->x[i] * x + cloud->y[i] * y) + cloud->z[i] * z;
    for (int i = 0; i < 4; ++i) h[i] = h[i] > h[i + 4] ? h[i] : h[i + 4];
    for (int i = 0; i < 2; ++i) h[i] = h[i] > h[i + 2] ? h[i] : h[i + 2];
    real center = (shape->center.x * x + shape->center.y * y) + shape->center.z * z;
    return (h[0] > h[1] ? h[0] : h[1]) + center;
}

/* q^2 of the header comment; the support plane lies so high above the core's centre. */
static inline double girth_of(const graze_shape *shape, double height) {
    double extent = (double)shape->extent - (double)shape->radius;
    double squared = extent * extent - height * height;
    return squared > 0 ? squared : 0;
}

/* A ball around a core: its middle, from the core's centre, its radius, and what it makes of a gap. */
typedef struct ball {
    wide3 middle;
    double radius, left; /* left: of the gap, above the ball */
} ball;

/* One that reaches beyond the support plane, which lies so high above the centre along the unit vector.
 * The support point may lie too low by the support error. A root more would make the radius hardly
 * smaller. */
static inline ball ball_behind(const graze_shape *shape, wide3 unit, double girth, double height,
                               double gap, double size) {
    double best = girth / gap + size / 2;
    double up = best < GZ_BALL_FARTHEST * size ? best : GZ_BALL_FARTHEST * size;
    if (!(up > height)) up = height;
    double most = (double)shape->support_error + 8 * (double)GRAZE_EPSILON * (double)shape->extent;
    double loss = up > 0 ? (girth + 2 * (up - height) * most) / (2 * up) : (double)shape->extent;
    return (ball){wide3_scale(unit, height - up), up + loss, gap - loss};
}

/* One that touches the ellipsoid around the shape where that is highest. */
static inline ball ball_outside(const graze_shape *shape, wide3 unit, double height, double gap) {
    wide3 a = wide3_from(shape->oval);
    wide3 squares = wide3_make(a.x * a.x, a.y * a.y, a.z * a.z);
    wide3 point = wide3_make(squares.x * unit.x, squares.y * unit.y, squares.z * unit.z);
    double top = sqrt(wide3_dot(point, unit)), per = 1 / top;
    double widest = squares.x > squares.y ? squares.x : squares.y;
    double radius = (widest > squares.z ? widest : squares.z) * per;
    wide3 middle = wide3_add_scaled(wide3_scale(point, per), -radius, unit);
    return (ball){middle, radius, gap - (top - height)};
}

/* The one of the two that lasts longer. */
static inline ball ball_around(const graze_shape *shape, wide3 unit, double girth, double height,
                               double gap, double size) {
    ball behind = ball_behind(shape, unit, girth, height, gap, size);
    if (!(shape->oval.x > 0)) return behind;
    ball outside = ball_outside(shape, unit, height, gap);
    bool longer = outside.left > 0 &&
                  (outside.radius + size) * behind.left < (behind.radius + size) * outside.left;
    return longer ? outside : behind;
}

/* What does not depend on where they are comes off the height at once: radii and rounding. */
static double reserve_of(const graze_shape *a, const graze_shape *b, double farthest) {
    double size = (double)a->reach + (double)b->reach + farthest;
    double error = (double)a->support_error + (double)b->support_error;
    return ((double)a->radius + (double)b->radius) + error + GZ_CERTIFICATE_ERROR * size;
}

/* A box or a cylinder that turns a corner or a rim to the other rather than a side: none of its own
 * directions is that of the axis. */
static inline bool is_tipped(const graze_shape *shape, double girth) {
    double extent = (double)shape->extent;
    return (shape->kind == GRAZE_SHAPE_CYLINDER || shape->kind == GRAZE_SHAPE_BOX) &&
           girth < GZ_TIPPED_GIRTH * (extent * extent);
}

void gz_certificate_make(const gz_glance *glance, const graze_placed *a, const graze_placed *b,
                         graze_cache *cache) {
    const graze_shape *shape_a = a->shape, *shape_b = b->shape;
    wide3 unit = wide3_scale(glance->world, 1 / glance->length);
    cache->axis = wide3_round(wide3_turn_back(&a->pose.basis, unit));
    cache->seen_by_b = wide3_round(wide3_turn_back(&b->pose.basis, unit));
    wide3 v = wide3_from(cache->axis), seen = wide3_from(cache->seen_by_b);
    double on_a = wide3_dot(v, wide3_from(glance->a)), on_b = wide3_dot(seen, wide3_from(glance->b));
    double gap = glance->bound - glance->radius,
           size = (double)shape_a->extent + (double)shape_b->extent;
    double girth_a = girth_of(shape_a, -on_a), girth_b = girth_of(shape_b, on_b);
    bool see_a = gz_certificate_looks_at(shape_a), see_b = gz_certificate_looks_at(shape_b);
    bool along_b = see_a == see_b ? girth_a < girth_b : see_a;
    double height = along_b ? -(on_b + wide3_dot(seen, wide3_from(shape_b->center)))
                            : on_a + wide3_dot(v, wide3_from(shape_a->center));
    cache->carrier = along_b ? GZ_ALONG_B : 0;
    if (is_tipped(shape_a, girth_a) && is_tipped(shape_b, girth_b)) {
        cache->carrier = GZ_LOOKED_AT | GZ_STANDING;
        cache->middle = wide3_round(unit);
        height = -reserve_of(shape_a, shape_b, 0);
    } else if (along_b ? see_a : see_b) {
        cache->carrier |= GZ_LOOKED_AT;
        cache->middle = vec3_zero();
        height -= reserve_of(shape_a, shape_b, 0);
    } else {
        const graze_shape *other = along_b ? shape_a : shape_b;
        ball around = along_b ? ball_around(shape_a, wide3_neg(v), girth_a, -on_a, gap, size)
                              : ball_around(shape_b, seen, girth_b, on_b, gap, size);
        cache->middle = wide3_round(wide3_add(wide3_from(other->center), around.middle));
        height -= around.radius + reserve_of(shape_a, shape_b, 2 * around.radius + size);
    }
    cache->height = gz_next_down((real)height);
    cache->seal = shape_a->stamp && shape_b->stamp ? gz_certificate_seal(cache, shape_a, shape_b) : 0;
}

_Static_assert(offsetof(graze_pose, basis) == 0 && offsetof(graze_pose, origin) == 3 * sizeof(vec3) &&
                   offsetof(graze_pose, kind) > 3 * sizeof(vec3) &&
                   sizeof(graze_pose) >= 3 * sizeof(vec3) + 4 * sizeof(real),
               "twelve numbers and something more");

/* By their bits: other units than those of the kernel are idle. */
GZ_INLINE gz_real_bits common_bits(real a, real b, real c) {
    gz_real_bits bits[3];
    const real numbers[3] = {a, b, c};
    memcpy(bits, numbers, sizeof bits);
    return bits[0] | bits[1] | bits[2];
}
GZ_INLINE bool are_zero(real a, real b, real c) { return common_bits(a, b, c) == 0; }
GZ_INLINE bool none_is_negative(real a, real b, real c) {
    return common_bits(a, b, c) >> (8 * sizeof(real) - 1) == 0;
}

#define KERNEL(name) name##_baseline
#define KERNEL_INLINE GZ_INLINE
#define KERNEL_TARGET GZ_OUTLINE
#define VECTOR(op) split3##op
#include "convex/certificate_kernel.h"
#undef KERNEL
#undef KERNEL_INLINE
#undef KERNEL_TARGET
#undef VECTOR

/* Four floats fit into a register anyway, but with three operands there is less to copy. */
#if defined(GZ_HAVE_AVX2)
#define KERNEL(name) name##_avx2
#define KERNEL_INLINE GZ_INLINE_AVX2
#define KERNEL_TARGET GZ_TARGET_AVX2
#if defined(GRAZE_DOUBLE)
#define VECTOR(op) quad3##op
#else
#define VECTOR(op) split3##op
#endif
#include "convex/certificate_kernel.h"
#endif

/* By comparisons, which processors foresee better than jumps to a place in a table. */
#define WITHIN(suffix)                                                                                 \
    do {                                                                                               \
        if (!(cache->carrier & GZ_LOOKED_AT))                                                          \
            return along_b ? within_b_##suffix(a, b, distance, options, cache, out)                    \
                           : within_a_##suffix(a, b, distance, options, cache, out);                   \
        if (cache->carrier & GZ_STANDING)                                                              \
            return within_standing_##suffix(a, b, distance, options, cache, out);                      \
        return along_b ? within_b_looked_at_##suffix(a, b, distance, options, cache, out)              \
                       : within_a_looked_at_##suffix(a, b, distance, options, cache, out);             \
    } while (0)

graze_status gz_certificate_within(const graze_placed *a, const graze_placed *b, real distance,
                                   const graze_options *options, graze_cache *cache,
                                   graze_intersection *out) {
    bool along_b = (cache->carrier & GZ_ALONG_B) != 0;
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) WITHIN(avx2);
#endif
    WITHIN(baseline);
}

bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out) {
    return gz_certificate_fits(a, b, cache) &&
           holds_baseline(a, b, distance, cache->carrier, cache, out);
}
