/* SPDX-License-Identifier: MIT */
#include "convex/certificate.h"

#include <stddef.h>

#include "math/quad3.h"
#include "math/rounding.h"
#include "math/split3.h"
#include "shape/stamp.h"

enum { SEALED_NUMBERS = 9, SEALED_WORDS = SEALED_NUMBERS * sizeof(real) / 8 };
_Static_assert(offsetof(graze_cache, slope) == (SEALED_NUMBERS - 1) * sizeof(real), "no gaps");

static inline uint64_t word_at(const void *place) {
    uint64_t word;
    memcpy(&word, place, sizeof word);
    return word;
}

static inline uint64_t seal_of(const graze_cache *cache, const graze_shape *a, const graze_shape *b) {
    uint64_t seal = gz_stamp_add(a->stamp, b->stamp);
    for (int i = 0; i < SEALED_WORDS; ++i)
        seal = gz_stamp_add(seal, word_at((const char *)cache + 8 * (size_t)i));
    return gz_stamp_add(seal, gz_stamp_bits((double)cache->slope));
}

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

void gz_certificate_make(const gz_glance *glance, const graze_shape *a, const graze_shape *b,
                         graze_cache *cache) {
    wide3 far_a = wide3_add(wide3_from(glance->a), wide3_from(a->center));
    double on_a = wide3_dot(wide3_from(glance->v), far_a);
    double on_b = wide3_dot(wide3_from(glance->seen_by_b), wide3_from(glance->b));
    cache->axis = glance->v;
    cache->seen_by_b = glance->seen_by_b;
    double unit = 1 / glance->length;
    cache->unit = (real)unit;
    cache->height = gz_next_down((real)((on_a - on_b) * unit - reserve_of(a, b)));
    cache->slope = gz_next_up((real)slope_of(b, on_b * unit));
    cache->seal = a->stamp && b->stamp ? seal_of(cache, a, b) : 0;
    cache->support_a[0] = glance->hint_a;
    cache->support_b[0] = glance->hint_b;
    cache->size = 1;
}

_Static_assert(offsetof(graze_pose, basis) == 0 && offsetof(graze_pose, origin) == 3 * sizeof(vec3) &&
                   offsetof(graze_pose, kind) > 3 * sizeof(vec3) &&
                   sizeof(graze_pose) >= 3 * sizeof(vec3) + 4 * sizeof(real),
               "twelve numbers and something more");

/* The squares of a rotation's numbers, plain[0] and plain[1], sum up to 3 (NaN and infinity make it
 * something else), and origins, plain[2], must not be next to the end of the range. Then nothing else
 * is: a stamp says that of the shape, and a positive distance of the margins. */
static inline bool are_plain(const real plain[3]) {
    real off_a = plain[0] - 3, off_b = plain[1] - 3;
    return (off_a * off_a + off_b * off_b < (real)0.25) & (plain[2] < GRAZE_SHAPE_REACH / 16);
}

#define HOLDS holds_baseline
#define HOLDS_TARGET
#define VECTOR(op) split3##op
#include "convex/certificate_kernel.h"
#undef HOLDS
#undef HOLDS_TARGET
#undef VECTOR

/* Four floats fit into a register anyway. */
#if defined(GZ_HAVE_AVX2) && defined(GRAZE_DOUBLE)
#define HOLDS holds_avx2
#define HOLDS_TARGET GZ_TARGET_AVX2
#define VECTOR(op) quad3##op
#include "convex/certificate_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out) {
    if (!a || !b || !a->shape || !b->shape || cache->size == 0) return false;
    if (a->pose.kind != GRAZE_POSE_RIGID || b->pose.kind != GRAZE_POSE_RIGID) return false;
    if (cache->seal != seal_of(cache, a->shape, b->shape)) return false;
    return CHOOSE(holds)(a, b, distance, cache, out);
}
