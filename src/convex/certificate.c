/* SPDX-License-Identifier: MIT */
#include "convex/certificate.h"

#include <stddef.h>

#include "convex/entry.h"
#include "convex/query.h"
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

/* Each step is reversible, in the seal and in the words. */
static inline uint64_t seal_add(uint64_t seal, uint64_t word, uint64_t next) {
    seal ^= word;
    return ((seal << 29 | seal >> 35) + next) * UINT64_C(0x9e6c63d0876a9a47);
}

static inline uint64_t seal_of(const graze_cache *cache, const graze_shape *a, const graze_shape *b) {
    const char *words = (const char *)cache;
    uint64_t seal = seal_add(gz_stamp_bits((double)cache->slope), a->stamp, b->stamp);
    for (size_t i = 0; i + 1 < SEALED_WORDS; i += 2)
        seal = seal_add(seal, word_at(words + 8 * i), word_at(words + 8 * i + 8));
    return seal ^ seal >> 32;
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
    wide3 v = wide3_from(glance->v), seen = wide3_from(glance->seen_by_b);
    double unit = 1 / glance->length;
    double on_a = wide3_dot(v, wide3_from(glance->a)) * unit;
    double on_b = wide3_dot(seen, wide3_from(glance->b)) * unit;
    double slope_a = slope_of(a, -on_a), slope_b = slope_of(b, on_b);
    double height = on_a - on_b, slope = slope_b;
    if (slope_a < slope_b) { /* the axis goes along with B */
        slope = slope_a;
        height -= wide3_dot(seen, wide3_from(b->center)) * unit;
        cache->unit = (real)-unit;
    } else {
        height += wide3_dot(v, wide3_from(a->center)) * unit;
        cache->unit = (real)unit;
    }
    cache->axis = glance->v;
    cache->seen_by_b = glance->seen_by_b;
    cache->height = gz_next_down((real)(height - reserve_of(a, b)));
    cache->slope = gz_next_up((real)(slope * unit));
    cache->seal = a->stamp && b->stamp ? seal_of(cache, a, b) : 0;
}

_Static_assert(offsetof(graze_pose, basis) == 0 && offsetof(graze_pose, origin) == 3 * sizeof(vec3) &&
                   offsetof(graze_pose, kind) > 3 * sizeof(vec3) &&
                   sizeof(graze_pose) >= 3 * sizeof(vec3) + 4 * sizeof(real),
               "twelve numbers and something more");

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

/* Four floats fit into a register anyway. */
#if defined(GZ_HAVE_AVX2) && defined(GRAZE_DOUBLE)
#define HOLDS holds_avx2
#define HOLDS_INLINE GZ_INLINE_AVX2
#define WITHIN within_avx2
#define WITHIN_TARGET GZ_TARGET_AVX2
#define VECTOR(op) quad3##op
#include "convex/certificate_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

static inline bool is_sealed(const graze_placed *a, const graze_placed *b, const graze_cache *cache) {
    if (!a || !b || !a->shape || !b->shape || cache->size == 0) return false;
    if (a->pose.kind != GRAZE_POSE_RIGID || b->pose.kind != GRAZE_POSE_RIGID) return false;
    return cache->seal == seal_of(cache, a->shape, b->shape);
}

graze_status gz_convex_within(const graze_placed *a, const graze_placed *b, real distance,
                              const graze_options *options, graze_cache *cache,
                              graze_intersection *out) {
    if (!cache || !out || !gz_options_are_plain(options) || !is_sealed(a, b, cache))
        return gz_convex_within_anew(a, b, distance, options, cache, out);
    return CHOOSE(within)(a, b, distance, options, cache, out);
}

bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out) {
    return is_sealed(a, b, cache) && holds_baseline(a, b, distance, cache, out);
}
