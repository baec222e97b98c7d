/* SPDX-License-Identifier: MIT
 * That two shapes are apart, learned once and true for a while: it is tried before anything else.
 *
 * A look along a unit vector v, in A's axes, has found the least height of core(A) along it, and the
 * greatest of core(B) along u, which is v as B saw it. Both are facts about the shapes alone. When they
 * have moved, v moves with A, whose height stays as it is. Of B it is known that it lies in a ball with
 * middle m, far behind the plane that u and the height stand for: it reaches no farther along any
 * direction than the ball does. So height of A - radius + (R v) . (origin of A - origin of B - S m), R
 * and S being the rotations, is how far the cores are apart at least: no support point, no pair, not
 * even a root. Where a ball around A fits better, the axis goes along with B instead. Boxes, cylinders
 * and polytopes of up to eight vertices have no ball: how high they reach along R v is looked at, which
 * takes two nanoseconds more and holds for twice as many frames. Two boxes or cylinders that turn rims
 * or corners to each other are both looked at, and the axis stays as it is in the world.
 *
 * The ball. No point of core(B) is farther than r from its centre c, and none is higher than h above it
 * along u. With m = c - k u, |x - m|^2 = |x - c|^2 + 2 k u . (x - c) + k^2 <= r^2 + 2 k h + k^2, which
 * is the square of the radius. What of the ball lies above the plane is lost at once, and what is lost
 * as B turns by a small angle t is as much as p t^2 / 2, p = h + k being how far the plane is from the
 * middle; turning the axis away from where it is best costs about s t^2 / 2, s being the size of the
 * pair. Of a gap g that lasts longest where (p + s) / (g - loss) is least; with a loss of about q^2 / 2
 * p, q^2 = r^2 - h^2, that is p = (q^2 + q sqrt(q^2 + 2 g s)) / 2 g, a little less than q^2 / g + s
 * / 2.
 *
 * If it is also known to lie in an ellipsoid with semi-axes a_i (shape/oval.h), whose support point
 * along u is x0, at the height t: for its points (x - x0)^T D (x - x0) <= 2 u . (x0 - x) / t, D =
 * diag(1 / a_i^2), so |x - x0|^2 <= 2 p u . (x0 - x) with p = max a_i^2 / t. That is the ball of radius
 * p that touches the ellipsoid at x0, and t - h is lost. Round shapes keep twice as much of the gap.
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
#include "math/argmax.h"
#include "shape/stamp.h"

/* Writes down what a look that separated has shown. The hints are left to the caller. */
void gz_certificate_make(const gz_glance *glance, const graze_placed *a, const graze_placed *b,
                         graze_cache *cache);

/* Is looking how high it reaches as quick as a ball around it, and better? */
static inline bool gz_certificate_looks_at(const graze_shape *shape) {
    return shape->vertices ? shape->vertex_count <= GZ_CLOUD_LANES
                           : shape->kind == GRAZE_SHAPE_CYLINDER || shape->kind == GRAZE_SHAPE_BOX;
}

static inline uint64_t gz_word_at(const void *place, size_t offset) {
    uint64_t word;
    memcpy(&word, (const char *)place + offset, sizeof word);
    return word;
}

/* Each step is reversible, in the seal and in the words. */
static inline uint64_t gz_seal_add(uint64_t seal, uint64_t word, uint64_t next) {
    seal ^= word;
    return ((seal << 29 | seal >> 35) + next) * UINT64_C(0xc5a1f24b9d36e87b);
}

/* Bits of cache->carrier: the axis goes along with B; the other has no ball; it goes along with none
 * and is the middle, and nobody has a ball. */
enum { GZ_ALONG_B = 1, GZ_LOOKED_AT = 2, GZ_STANDING = 4 };

/* The axis in the frame of the one that it goes along with. */
static inline const vec3 *gz_certificate_axis(const graze_cache *cache) {
    return cache->carrier & GZ_ALONG_B ? &cache->seen_by_b : &cache->axis;
}

/* That axis, the middle, the height and the carrier; in float some twice. */
_Static_assert(offsetof(graze_cache, height) - offsetof(graze_cache, middle) == sizeof(vec3),
               "no gaps");
static inline uint64_t gz_certificate_seal(const graze_cache *cache, const graze_shape *a,
                                           const graze_shape *b) {
    const vec3 *axis = gz_certificate_axis(cache), *ball = &cache->middle;
    uint64_t seal = gz_seal_add(a->stamp, b->stamp, gz_word_at(axis, 0));
#if defined(GRAZE_DOUBLE)
    seal = gz_seal_add(seal, gz_word_at(axis, 8), gz_word_at(axis, 16));
    seal = gz_seal_add(seal, gz_word_at(ball, 0), gz_word_at(ball, 8));
    seal = gz_seal_add(seal, gz_word_at(ball, 16), gz_word_at(ball, 24));
#else
    seal = gz_seal_add(seal, gz_word_at(axis, 4), gz_word_at(ball, 0));
    seal = gz_seal_add(seal, gz_word_at(ball, 8), 0);
#endif
    return seal ^ cache->carrier;
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
