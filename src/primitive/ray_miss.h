/* SPDX-License-Identifier: MIT
 * A first look at a ray and a triangle, all in vectors of floats: most rays miss, and most of these by
 * far. It looks as primitive/ray_triangle.c does, at the corners from the ray's origin, at their
 * products, and along the way. */
#ifndef GZ_PRIMITIVE_RAY_MISS_H
#define GZ_PRIMITIVE_RAY_MISS_H

#include <math.h>

#include "base/simd.h"
#include "base/tolerance.h"
#include "graze/primitive.h"

/* A number that is read by itself. Who asks has often just written it, and a processor cannot hand over
 * numbers that were stored one by one to a load of several, of which compilers are fond, before they
 * have reached the cache. */
static inline real gz_read_alone(real x) {
#if defined(__GNUC__) && defined(__SSE2__)
    __asm__("" : "+x"(x));
#endif
    return x;
}
static inline vec3 gz_vec3_read_alone(const vec3 *v) {
    return vec3_make(gz_read_alone(v->x), gz_read_alone(v->y), gz_read_alone(v->z));
}

static inline gz_f32x4 gz_narrow_difference(vec3 p, vec3 o) {
    real x = gz_read_alone(p.x - o.x), y = gz_read_alone(p.y - o.y), z = gz_read_alone(p.z - o.z);
    return gz_f32x4_make((float)x, (float)y, (float)z, 0);
}
static inline gz_f32x4 gz_narrow_multiple(vec3 p, real s) {
    real x = gz_read_alone(p.x * s), y = gz_read_alone(p.y * s), z = gz_read_alone(p.z * s);
    return gz_f32x4_make((float)x, (float)y, (float)z, 0);
}

/* The product of two vectors: its lanes are z, x and y. */
static inline gz_f32x4 gz_cross_zxy(gz_f32x4 a, gz_f32x4 b) {
    return gz_f32x4_sub(gz_f32x4_mul(a, gz_f32x4_turned(b)), gz_f32x4_mul(gz_f32x4_turned(a), b));
}

/* The sums of three lanes of each. */
static inline gz_f32x4 gz_sums_of_three(gz_f32x4 a, gz_f32x4 b, gz_f32x4 c, gz_f32x4 d) {
    gz_f32x4 ac = gz_f32x4_lows(a, c), bd = gz_f32x4_lows(b, d);
    gz_f32x4 third = gz_f32x4_lows(gz_f32x4_highs(a, c), gz_f32x4_highs(b, d));
    return gz_f32x4_add(gz_f32x4_add(gz_f32x4_lows(ac, bd), gz_f32x4_highs(ac, bd)), third);
}

/* The largest of three lanes of each, in the first two. */
static inline gz_f32x4 gz_tops_of_three(gz_f32x4 a, gz_f32x4 b) {
    gz_f32x4 low = gz_f32x4_lows(a, b), third = gz_f32x4_highs(a, b);
    return gz_f32x4_max(gz_f32x4_max(low, third), gz_f32x4_second_halves(low, low));
}

/* Does it plainly miss? What is not a number, or infinite, plainly does nothing: a corner that is not a
 * number leaves one edge at most with a side, and none to the origin. */
static inline bool gz_ray_plainly_misses(const graze_ray *ray, const graze_triangle *t) {
    const vec3 origin = gz_vec3_read_alone(&ray->origin), to = gz_vec3_read_alone(&ray->direction);
    const bool bounded = ray->max_t < INFINITY;
    gz_f32x4 u = gz_narrow_difference(gz_vec3_read_alone(&t->p[0]), origin);
    gz_f32x4 v = gz_narrow_difference(gz_vec3_read_alone(&t->p[1]), origin);
    gz_f32x4 w = gz_narrow_difference(gz_vec3_read_alone(&t->p[2]), origin);
    gz_f32x4 way = gz_narrow_multiple(to, bounded ? ray->max_t : 1);
    gz_f32x4 place = gz_f32x4_abs(gz_narrow_multiple(origin, (real)GZ_GLIMPSE_ORIGIN));
    gz_f32x4 far = gz_f32x4_max(gz_f32x4_max(gz_f32x4_abs(u), gz_f32x4_abs(v)), gz_f32x4_abs(w));
    gz_f32x4 tops = gz_tops_of_three(far, gz_f32x4_add(gz_f32x4_abs(way), place));
    const float size = gz_f32x4_low(tops), length = gz_f32x4_low(gz_f32x4_repeat(tops, 1));

    gz_f32x4 c0 = gz_cross_zxy(v, w), c1 = gz_cross_zxy(w, u), c2 = gz_cross_zxy(u, v);
    gz_f32x4 u_zxy = gz_f32x4_turned(gz_f32x4_turned(u));
    gz_f32x4 way_zxy = gz_f32x4_turned(gz_f32x4_turned(way));
    gz_f32x4 sides =
        gz_sums_of_three(gz_f32x4_mul(way_zxy, c0), gz_f32x4_mul(way_zxy, c1),
                         gz_f32x4_mul(way_zxy, c2), gz_f32x4_mul(u_zxy, c0)); /* and the height */
    const float here = gz_f32x4_low(gz_f32x4_repeat(sides, 3));
    const float along = (gz_f32x4_low(sides) + gz_f32x4_low(gz_f32x4_repeat(sides, 1))) +
                        gz_f32x4_low(gz_f32x4_repeat(sides, 2));
    const float there = (bounded ? here : 0) - along;

    const float unit = GZ_GLIMPSE_FILTER * (size * size);
    const float lost = GZ_GLIMPSE_FLOOR * (1 + size + length);
    const float slack = unit * length + lost, slack_here = unit * size + lost;
    const float slack_there = slack_here + 4 * slack;
    int left = gz_f32x4_less_bits(gz_f32x4_splat(slack), sides) & 7;
    int right = gz_f32x4_less_bits(sides, gz_f32x4_splat(-slack)) & 7;
    bool above = (here > slack_here) & (there > slack_there);
    bool below = (here < -slack_here) & (there < -slack_there);
    bool sure =
        (length > GZ_GLIMPSE_LEAST) & (unit < GZ_GLIMPSE_MOST) & (slack_there < GZ_GLIMPSE_MOST);
    return sure & (((left != 0) & (right != 0)) | above | below);
}

#endif
