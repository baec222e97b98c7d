/* SPDX-License-Identifier: MIT */
#include "convex/certificate.h"

#include <stddef.h>

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

typedef struct place {
    split3 basis[3], origin;
} place;

static inline place place_of(const graze_pose *pose) {
    const char *numbers = (const char *)pose;
    place p = {{split3_take(numbers), split3_take(numbers + sizeof(vec3)),
                split3_take(numbers + 2 * sizeof(vec3))},
               split3_take(numbers + 3 * sizeof(vec3))};
    return p;
}
_Static_assert(offsetof(graze_pose, basis) == 0 && offsetof(graze_pose, origin) == 3 * sizeof(vec3) &&
                   offsetof(graze_pose, kind) > 3 * sizeof(vec3),
               "twelve numbers and something more");

/* The squares of a rotation's numbers sum up to 3 (NaN and infinity make it something else), and
 * origins must not be next to the end of the range. Then nothing else is: a stamp says that of the
 * shape, and a positive distance of the margins. */
static inline bool are_plain(const place *a, const place *b) {
    split3 squares_a = split3_squares(a->basis), squares_b = split3_squares(b->basis);
    split3 origins = split3_add(split3_abs(a->origin), split3_abs(b->origin));
    real sums[4];
    split3_sums(squares_a, squares_b, origins, origins, sums);
    real off_a = sums[0] - 3, off_b = sums[1] - 3;
    return (off_a * off_a + off_b * off_b < (real)0.25) & (sums[2] < GRAZE_SHAPE_REACH / 16);
}

bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out) {
    if (!a || !b || !a->shape || !b->shape || cache->size == 0) return false;
    if (a->pose.kind != GRAZE_POSE_RIGID || b->pose.kind != GRAZE_POSE_RIGID) return false;
    if (cache->seal != seal_of(cache, a->shape, b->shape)) return false;
    place at_a = place_of(&a->pose), at_b = place_of(&b->pose);
    split3 between = split3_sub(at_a.origin, at_b.origin);
    split3 world = split3_turn(at_a.basis, split3_take(&cache->axis));
    split3 seen = split3_turn_back(at_b.basis, world);
    split3 turned = split3_sub(seen, split3_take(&cache->seen_by_b));
    real sums[4];
    split3_sums(split3_mul(world, between), split3_mul(seen, split3_take(&b->shape->center)),
                split3_mul(turned, turned), split3_abs(between), sums);
    real margins = a->margin + b->margin;
    real more = margins + GZ_CERTIFICATE_ERROR * (sums[3] + margins);
    real along = (sums[0] - sums[1]) - graze_sqrt(sums[2]) * cache->slope;
    real lower = along * cache->unit + (cache->height - more);
    if (!((lower > distance) & are_plain(&at_a, &at_b)) ||
        !((distance >= 0) & (a->margin >= 0) & (b->margin >= 0)))
        return false;
    *out = (graze_intersection){.axis = split3_vec3(split3_mul(world, split3_splat(-cache->unit))),
                                .lower = lower,
                                .end = GRAZE_SEPARATED,
                                .iterations = 1};
    return true;
}
