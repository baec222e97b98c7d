/* SPDX-License-Identifier: MIT
 * The neighbours of each vertex of a hull, side by side: which of them is farther along a direction,
 * and by how much? Whoever knows a vertex near the farthest one needs no more than that to come nearer,
 * and can load it before the direction is known.
 *
 * A vertex p that no neighbour exceeds is the farthest of all; and if its neighbours exceed it by no
 * more than g along v, nothing exceeds it by more than g times its flatness. For let n be a unit vector
 * such that -n . e >= m > 0 for all edges e at p. Then v + (g / m) n does not rise along any edge, so p
 * is the farthest along it, and v . (x - p) <= (g / m) n . (p - x) for all x of the hull: flatness is
 * the length of the hull's diagonal over m. So a star proves what it says, and no look at the whole is
 * needed. */
#ifndef GZ_HULL_STARS_H
#define GZ_HULL_STARS_H

#include "base/bits.h"
#include "base/simd.h"
#include "hull/layers.h"

#define GZ_STAR_LANES 8u

/* Coordinates are exact. Lanes without a neighbour repeat the first one. Two cache lines in float. */
typedef struct gz_star {
    _Alignas(64) real x[GZ_STAR_LANES];
    real y[GZ_STAR_LANES], z[GZ_STAR_LANES];
    real own[3];   /* of the vertex itself */
    real flatness; /* infinite if there are more neighbours than lanes, or no n is found */
    uint16_t vertex[GZ_STAR_LANES];
} gz_star;

typedef struct gz_stars {
    size_t bytes; /* of this block */
    const gz_star *stars;
} gz_stars;

/* Stars for layer 0. *out is NULL if the hull is not suited: it has vertices set aside, more than
 * 65536, or its box, of which half is half the diagonal, is next to nothing or next to infinite.
 * GRAZE_OK or GRAZE_OUT_OF_MEMORY. */
graze_status gz_stars_create(const gz_layers *layers, vec3 half, gz_stars **out);
void gz_stars_release(gz_stars *stars); /* NULL is allowed */

/* How far the vertex is along a direction, and how much farther its farthest neighbour, in which lane.
 */
typedef struct gz_star_reach {
    double own, gain;
    int lane;
} gz_star_reach;

/* The products of eight numbers side by side with v. */
static inline void gz_star_times(const real *p, gz_f64x2 v, gz_f64x2 out[4]) {
#if defined(GRAZE_DOUBLE)
    for (int k = 0; k < 4; ++k) out[k] = gz_f64x2_mul(v, gz_f64x2_load(p + 2 * k));
#else
    for (int k = 0; k < 2; ++k) {
        const gz_f32x4 four = gz_f32x4_load(p + 4 * k);
        out[2 * k] = gz_f64x2_mul(v, gz_f64x2_of_first(four));
        out[2 * k + 1] = gz_f64x2_mul(v, gz_f64x2_of_second(four));
    }
#endif
}

static inline gz_star_reach gz_star_look(const gz_star *star, double x, double y, double z) {
    gz_f64x2 xs[4], ys[4], zs[4];
    gz_star_times(star->x, gz_f64x2_splat(x), xs);
    gz_star_times(star->y, gz_f64x2_splat(y), ys);
    gz_star_times(star->z, gz_f64x2_splat(z), zs);
    for (int k = 0; k < 4; ++k) xs[k] = gz_f64x2_add(gz_f64x2_add(xs[k], ys[k]), zs[k]);
    gz_f64x2 top = gz_f64x2_max(gz_f64x2_max(xs[0], xs[1]), gz_f64x2_max(xs[2], xs[3]));
    top = gz_f64x2_max(top, gz_f64x2_repeat(top, 1));
    top = gz_f64x2_repeat(top, 0);
    uint32_t bits = 0;
    for (int k = 0; k < 4; ++k) bits |= (uint32_t)gz_f64x2_equal_bits(xs[k], top) << 2 * k;
    const double own = (x * (double)star->own[0] + y * (double)star->own[1]) + z * (double)star->own[2];
    return (gz_star_reach){own, gz_f64x2_low(top) - own, (int)gz_lowest_bit(bits)};
}

#endif
