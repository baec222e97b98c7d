/* SPDX-License-Identifier: MIT
 * That two shapes are apart, learned once and true for a while: it is tried before anything else.
 *
 * A look along a unit vector v, in A's axes, has found the least height of core(A) along it, and the
 * greatest h of core(B) about its centre along u, which is v as B saw it. Both are facts about the
 * shapes alone. When they have moved, v moves with A, whose height stays as it is, and B sees it as u'.
 * No point of core(B) is farther than r, its extent, from its centre, and none is higher than h along
 * u. In the plane of u and u', at an angle of t, that leaves a disc without a cap: its points reach no
 * farther along u' than r cos(p - t) where h = r cos p, as long as t <= p, and r beyond. With q = r sin
 * p and |u' - u| = 2 sin(t / 2) that is at most h + q |u' - u| if h >= 0, for r cos(p - t) = h (1 - |u'
 * - u|^2 / 2) + q sin t, and q is less than r, most of all where B is round about its centre. So height
 * of A - (h + q |u' - u|) + (R v) . (origin of A - S centre of B - origin of B), R and S being the
 * rotations, is how far the cores are apart at least: no support point, no pair. And |u' - u| is |R v -
 * S u|. Where q of A is less than that of B, the axis goes along with B instead and A sees it anew;
 * cache->unit is -1 then.
 *
 * What the caller's cache holds of it is sealed (shape/stamp.h) together with the stamps of both
 * shapes. A seal that fits says that these numbers were written here and about shapes with the same
 * points: whatever else was stored, other shapes, a shape made where another one was, or garbage.
 * Poses, margins and the distance asked for are no part of it. */
#ifndef GZ_CONVEX_CERTIFICATE_H
#define GZ_CONVEX_CERTIFICATE_H

#include <stddef.h>
#include <string.h>

#include "convex/entry.h"
#include "convex/glance.h"
#include "convex/query.h"
#include "shape/stamp.h"

/* Writes down what a look that separated has shown. The hints are left to the caller. */
void gz_certificate_make(const gz_glance *glance, const graze_placed *a, const graze_placed *b,
                         graze_cache *cache);

enum { GZ_SEALED_NUMBERS = 9, GZ_SEALED_WORDS = GZ_SEALED_NUMBERS * sizeof(real) / 8 };
_Static_assert(offsetof(graze_cache, slope) == (GZ_SEALED_NUMBERS - 1) * sizeof(real), "no gaps");

static inline uint64_t gz_word_at(const void *place) {
    uint64_t word;
    memcpy(&word, place, sizeof word);
    return word;
}

/* Each step is reversible, in the seal and in the words. */
static inline uint64_t gz_seal_add(uint64_t seal, uint64_t word, uint64_t next) {
    seal ^= word;
    return ((seal << 29 | seal >> 35) + next) * UINT64_C(0xc5a1f24b9d36e87b);
}

static inline uint64_t gz_certificate_seal(const graze_cache *cache, const graze_shape *a,
                                           const graze_shape *b) {
    const char *words = (const char *)cache;
    uint64_t seal = gz_seal_add(gz_stamp_bits((double)cache->slope), a->stamp, b->stamp);
    for (size_t i = 0; i + 1 < GZ_SEALED_WORDS; i += 2)
        seal = gz_seal_add(seal, gz_word_at(words + 8 * i), gz_word_at(words + 8 * i + 8));
    return seal ^ seal >> 32;
}

/* Is the cache's certificate one of these two, which are placed by poses that say they are rigid? No
 * other than convex shapes have any. */
static inline bool gz_certificate_fits(const graze_placed *a, const graze_placed *b,
                                       const graze_cache *cache) {
    if (!a || !b || !a->shape || !b->shape || cache->size == 0) return false;
    if (a->pose.kind != GRAZE_POSE_RIGID || b->pose.kind != GRAZE_POSE_RIGID) return false;
    return cache->seal == gz_certificate_seal(cache, a->shape, b->shape);
}

/* May the query begin with it? */
static inline bool gz_certificate_is_usable(const graze_placed *a, const graze_placed *b,
                                            const graze_options *options, const graze_cache *cache,
                                            const graze_intersection *out) {
    return cache && out && gz_options_are_plain(options) && gz_certificate_fits(a, b, cache);
}

/* The query gz_convex_within where it may: if the certificate does not show the two farther apart than
 * the distance, looks at them anew. */
graze_status gz_certificate_within(const graze_placed *a, const graze_placed *b, real distance,
                                   const graze_options *options, graze_cache *cache,
                                   graze_intersection *out);

/* Does the cache's certificate still show the two farther apart than the distance? Then fills in out.
 * Nothing needs to be known about a and b: all that is not quite usual gives false. */
bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out);

#endif
