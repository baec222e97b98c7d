/* SPDX-License-Identifier: MIT
 * A shape somewhere in the world, inside. */
#ifndef GZ_SHAPE_PLACED_H
#define GZ_SHAPE_PLACED_H

#include "base/simd.h"
#include "base/tolerance.h"
#include "shape/shape.h"

/* An upper bound on how much the pose stretches a vector: its largest singular value, rounded up. kind
 * is what the pose is known to be. */
real gz_pose_norm_any(const graze_pose *pose, graze_pose_kind kind);
static inline real gz_pose_norm(const graze_pose *pose, graze_pose_kind kind) {
    return kind == GRAZE_POSE_RIGID ? 1 + GZ_ORTHOGONAL * GRAZE_EPSILON : gz_pose_norm_any(pose, kind);
}

/* Of a bounded shape: is it placed by a pose that says it is rigid, whose axes have about unit length
 * together, not next to the end of the range? Then graze_placed_check finds nothing wrong with it. That
 * is the quick answer for nearly everything; NaN and infinity fail the comparisons. */
static inline bool gz_placed_is_easy(const graze_placed *placed) {
    if (placed->pose.kind != GRAZE_POSE_RIGID) return false;
    /* Nine numbers of the basis and three of the origin. */
    const real *m = (const real *)(const void *)&placed->pose;
    real axes[4], last[4];
    for (int i = 0; i < 4; ++i) axes[i] = m[i] * m[i] + m[i + 4] * m[i + 4];
    for (int i = 0; i < 4; ++i) last[i] = m[i + 8] * m[i + 8];
    real squares = ((axes[0] + axes[1]) + (axes[2] + axes[3])) + last[0];
    const real far = GRAZE_SHAPE_REACH / 8;
    return squares > (real)2.5 && squares < (real)3.5 && (last[1] + last[2]) + last[3] < far * far &&
           placed->margin >= 0 && placed->margin + placed->shape->reach < far;
}

/* Of A and of B: off, how far the squares of all axes together are from 3; far, the square of the
 * origin's distance. Twelve numbers each, nine of the basis and three of the origin. */
#if defined(GRAZE_DOUBLE)
static inline void gz_placed_measure(const real *a, const real *b, gz_f64x2 *off, gz_f64x2 *far) {
    gz_f64x2 p[6], q[6];
    for (int i = 0; i < 6; ++i) {
        p[i] = gz_f64x2_take(a + 2 * i);
        q[i] = gz_f64x2_take(b + 2 * i);
        p[i] = gz_f64x2_mul(p[i], p[i]);
        q[i] = gz_f64x2_mul(q[i], q[i]);
    }
    gz_f64x2 of_a = gz_f64x2_add(gz_f64x2_add(p[0], p[1]), gz_f64x2_add(p[2], p[3]));
    gz_f64x2 of_b = gz_f64x2_add(gz_f64x2_add(q[0], q[1]), gz_f64x2_add(q[2], q[3]));
    gz_f64x2 axes = gz_f64x2_add(gz_f64x2_lows(of_a, of_b), gz_f64x2_highs(of_a, of_b));
    *off = gz_f64x2_sub(gz_f64x2_add(axes, gz_f64x2_lows(p[4], q[4])), gz_f64x2_splat(3));
    *far = gz_f64x2_add(gz_f64x2_add(gz_f64x2_lows(p[5], q[5]), gz_f64x2_highs(p[5], q[5])),
                        gz_f64x2_highs(p[4], q[4]));
}
#else
static inline void gz_placed_measure(const real *a, const real *b, gz_f32x4 *off, gz_f32x4 *far) {
    gz_f32x4 p[3], q[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = gz_f32x4_take(a + 4 * i);
        q[i] = gz_f32x4_take(b + 4 * i);
        p[i] = gz_f32x4_mul(p[i], p[i]);
        q[i] = gz_f32x4_mul(q[i], q[i]);
    }
    gz_f32x4 of_a = gz_f32x4_add(p[0], p[1]), of_b = gz_f32x4_add(q[0], q[1]);
    gz_f32x4 axes = gz_f32x4_add(gz_f32x4_lows(of_a, of_b), gz_f32x4_highs(of_a, of_b));
    gz_f32x4 low = gz_f32x4_lows(p[2], q[2]), high = gz_f32x4_highs(p[2], q[2]);
    axes = gz_f32x4_add(axes, gz_f32x4_second_halves(axes, axes));
    *off = gz_f32x4_sub(gz_f32x4_add(axes, low), gz_f32x4_splat(3));
    *far = gz_f32x4_add(gz_f32x4_add(high, gz_f32x4_second_halves(high, high)),
                        gz_f32x4_second_halves(low, low));
}
#endif

/* Likewise, and convex: what the algorithms on support mappings take as it is. */
static inline bool gz_placed_is_plain(const graze_placed *placed) {
    return placed && placed->shape && placed->shape->plain && gz_placed_is_easy(placed);
}
/* The same for two, side by side, with fewer questions; a little less generous towards the end of the
 * range. */
static inline bool gz_placed_are_plain(const graze_placed *a, const graze_placed *b) {
    if (!a || !b || !a->shape || !b->shape || !a->shape->plain || !b->shape->plain) return false;
    if (a->pose.kind != GRAZE_POSE_RIGID || b->pose.kind != GRAZE_POSE_RIGID) return false;
    const real far = GRAZE_SHAPE_REACH / 8, most = far * far;
#if defined(GRAZE_DOUBLE)
#define VECTOR(op) gz_f64x2##op
#else
#define VECTOR(op) gz_f32x4##op
#endif
    VECTOR() off, apart;
    gz_placed_measure((const real *)(const void *)&a->pose, (const real *)(const void *)&b->pose, &off,
                      &apart);
    /* One sum, in which nothing is negative and NaN and infinity stay: the axes' share of it is too
     * much from 2.5 and 3.5 on. */
    VECTOR() sum = VECTOR(_add)(VECTOR(_mul)(VECTOR(_mul)(off, off), VECTOR(_splat)(4 * most)), apart);
    if ((VECTOR(_less_bits)(sum, VECTOR(_splat)(most)) & 3) != 3) return false;
#undef VECTOR
    real reach = (a->shape->reach + b->shape->reach) + (a->margin + b->margin);
    return a->margin >= 0 && b->margin >= 0 && reach < far;
}

/* graze_placed_bounds of what has passed its checks. */
graze_aabb gz_placed_box(const graze_placed *placed);

#endif
