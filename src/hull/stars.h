/* SPDX-License-Identifier: MIT
 * The neighbours of each vertex of a hull, side by side: which of them is farther along a direction,
 * and by how much? Whoever knows a vertex near the farthest one needs no more than that to come nearer,
 * and can load it before the direction is known.
 *
 * The edges are floats in both builds and a star leaves out neighbours for which it has no room, so
 * what it says is a good guess, and no proof. */
#ifndef GZ_HULL_STARS_H
#define GZ_HULL_STARS_H

#include "base/bits.h"
#include "base/simd.h"
#include "hull/layers.h"

#define GZ_STAR_LANES 8u

/* Lane 0 is the vertex itself with the edge 0; lanes without a neighbour repeat it. */
typedef struct gz_star {
    _Alignas(64) float x[GZ_STAR_LANES];
    float y[GZ_STAR_LANES], z[GZ_STAR_LANES];
    uint16_t vertex[GZ_STAR_LANES];
} gz_star;

typedef struct gz_stars {
    size_t bytes; /* of this block */
    const gz_star *stars;
} gz_stars;

/* Stars for layer 0. *out is NULL if the hull is not suited: it has vertices set aside, more than
 * 65536, or its box, of which half is half the diagonal, is so large or so small that floats might not
 * hold products with it. GRAZE_OK or GRAZE_OUT_OF_MEMORY. */
graze_status gz_stars_create(const gz_layers *layers, vec3 half, gz_stars **out);
void gz_stars_release(gz_stars *stars); /* NULL is allowed */

/* The vertex of the star that is farthest along (x, y, z), and by how much farther than its own: at
 * least 0. */
static inline uint32_t gz_star_farthest(const gz_star *star, float x, float y, float z, float *gain) {
    const gz_f32x4 vx = gz_f32x4_splat(x), vy = gz_f32x4_splat(y), vz = gz_f32x4_splat(z);
    gz_f32x4 rise[2];
    for (int k = 0; k < 2; ++k) {
        const gz_f32x4 xs = gz_f32x4_mul(vx, gz_f32x4_load(star->x + 4 * k));
        const gz_f32x4 ys = gz_f32x4_mul(vy, gz_f32x4_load(star->y + 4 * k));
        const gz_f32x4 zs = gz_f32x4_mul(vz, gz_f32x4_load(star->z + 4 * k));
        rise[k] = gz_f32x4_add(gz_f32x4_add(xs, ys), zs);
    }
    *gain = gz_f32x4_top(gz_f32x4_max(rise[0], rise[1]));
    const gz_f32x4 top = gz_f32x4_splat(*gain);
    const uint32_t bits =
        (uint32_t)gz_f32x4_equal_bits(rise[0], top) | (uint32_t)gz_f32x4_equal_bits(rise[1], top) << 4;
    return star->vertex[gz_lowest_bit(bits)];
}

#endif
