/* SPDX-License-Identifier: MIT
 * That two shapes are apart, learned once and true for a while: it is tried before anything else.
 *
 * A look along v, in A's axes, has found the least height of core(A) along it, and the greatest h of
 * core(B) about its centre along u, which is v as B saw it. Both are facts about the shapes alone. When
 * they have moved, v moves with A, whose height stays as it is, and B sees it as u'. No point of
 * core(B) is farther than r, its extent, from its centre, and none is higher than h along u. In the
 * plane of u and u', at an angle of t, that leaves a disc without a cap: its points reach no farther
 * along u' than r cos(p - t) where h = r cos p, as long as t <= p, and r beyond. With q = r sin p and
 * |u' - u| = 2 sin(t / 2) that is at most h + q |u' - u| if h >= 0, for r cos(p - t) = h (1 - |u' -
 * u|^2 / 2) + q sin t, and q is less than r, most of all where B is round about its centre. So height
 * of A - (h + q |u' - u|) - u' . centre of B + (R v) . (origin of A - origin of B) is how far the cores
 * are apart at least, times |v|: no support point, no pair. Where q of A is less than that of B, the
 * axis goes along with B instead and A sees it anew; cache->unit is negative then.
 *
 * What the caller's cache holds of it is sealed (shape/stamp.h) together with the stamps of both
 * shapes. A seal that fits says that these numbers were written here and about shapes with the same
 * points: whatever else was stored, other shapes, a shape made where another one was, or garbage.
 * Poses, margins and the distance asked for are no part of it. */
#ifndef GZ_CONVEX_CERTIFICATE_H
#define GZ_CONVEX_CERTIFICATE_H

#include "convex/glance.h"

/* Writes down what a look that separated has shown. The hints are left to the caller. */
void gz_certificate_make(const gz_glance *glance, const graze_shape *a, const graze_shape *b,
                         graze_cache *cache);

/* Does the cache's certificate still show the two farther apart than the distance? Then fills in out.
 * Nothing needs to be known about a and b: all that is not quite usual gives false. */
bool gz_certificate_holds(const graze_placed *a, const graze_placed *b, real distance,
                          const graze_cache *cache, graze_intersection *out);

#endif
