/* SPDX-License-Identifier: MIT */
#include "convex/certificate.h"

#include "convex/entry.h"
#include "convex/query.h"
#include "math/quad3.h"
#include "math/rounding.h"
#include "math/split3.h"

/* q of the header comment. The support point may lie too high by the support error. */
static double slope_of(const graze_shape *b, double height) {
    double extent = (double)b->extent;
    double sure = height - ((double)b->support_error + 8 * (double)GRAZE_EPSILON * extent);
    if (!(sure > 0)) return extent;
    double squared = extent * extent * (1 + 0x1p-50) - sure * sure;
    return squared > 0 ? sqrt(squared) : 0;
}

/* What does not depend on where they are comes off the height at once: radii and rounding. */
static double reserve_of(const graze_shape *a, const graze_shape *b) {
    double size = (double)a->reach + (double)b->reach;
    double error = (double)a->support_error + (double)b->support_error;
    return ((double)a->radius + (double)b->radius) + error + GZ_CERTIFICATE_ERROR * size;
}

void gz_certificate_make(const gz_glance *glance, const graze_placed *a, const graze_placed *b,
                         graze_cache *cache) {
    const graze_shape *shape_a = a->shape, *shape_b = b->shape;
    wide3 unit = wide3_scale(glance->world, 1 / glance->length);
    cache->axis = wide3_round(wide3_turn_back(&a->pose.basis, unit));
    cache->seen_by_b = wide3_round(wide3_turn_back(&b->pose.basis, unit));
    wide3 v = wide3_from(cache->axis), seen = wide3_from(cache->seen_by_b);
    double on_a = wide3_dot(v, wide3_from(glance->a)), on_b = wide3_dot(seen, wide3_from(glance->b));
    double slope_a = slope_of(shape_a, -on_a), slope_b = slope_of(shape_b, on_b);
    double height = on_a - on_b, slope = slope_b;
    cache->unit = 1;
    if (slope_a < slope_b) { /* the axis goes along with B */
        slope = slope_a;
        height -= wide3_dot(seen, wide3_from(shape_b->center));
        cache->unit = -1;
    } else {
        height += wide3_dot(v, wide3_from(shape_a->center));
    }
    cache->height = gz_next_down((real)(height - reserve_of(shape_a, shape_b)));
    cache->slope = gz_next_up((real)slope);
    cache->seal = shape_a->stamp && shape_b->stamp ? gz_certificate_seal(cache, shape_a, shape_b) : 0;
}

_Static_assert(offsetof(graze_pose, basis) == 0 && offsetof(graze_pose, origin) == 3 * sizeof(vec3) &&
                   offsetof(graze_pose, kind) > 3 * sizeof(vec3) &&
                   sizeof(graze_pose) >= 3 * sizeof(vec3) + 4 * sizeof(real),
               "twelve numbers and something more");

/* By their signs: other units than those of the kernel are idle. */
GZ_INLINE bool none_is_negative(real a, real b, real c) {
    gz_real_bits bits[3];
    const real numbers[3] = {a, b, c};
    memcpy(bits, numbers, sizeof bits);
    return (bits[0] | bits[1] | bits[2]) >> (8 * sizeof(real) - 1) == 0;
}

#define HOLDS holds_baseline
#define HOLDS_INLINE GZ_INLINE
#define WITHIN within_baseline
#define WITHIN_TARGET GZ_OUTLINE
#define VECTOR(op) split3##op
#include "convex/certificate_kernel.h"
#undef HOLDS
#undef HOLDS_INLINE
#undef WITHIN
#undef WITHIN_TARGET
#undef VECTOR

/* Four floats fit into a register anyway, but with three operands there is less to copy. */
#if defined(GZ_HAVE_AVX2)
#define HOLDS holds_avx2
#define HOLDS_INLINE GZ_INLINE_AVX2
#define WITHIN within_avx2
#define WITHIN_TARGET GZ_TARGET_AVX2
#if defined(GRAZE_DOUBLE)
#define VECTOR(op) quad3##op
#else
#define VECTOR(op) split3##op
#endif
#include "convex/certificate_kernel.h"
#endif

graze_status gz_certificate_within(const graze_placed *a, const graze_placed *b, real distance,
                                   const graze_options *options, graze_cache *cache,
                                   graze_intersection *out) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return within_avx2(a, b, distance, options, cache, out);
#endif
    return within_baseline(a, b, distance, options, cache, out);
}

bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out) {
    return gz_certificate_fits(a, b, cache) && holds_baseline(a, b, distance, cache, out);
}
