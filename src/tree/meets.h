/* SPDX-License-Identifier: MIT
 * What asks a tree, in its units, and which children of a node it meets: bit i for child i.
 *
 * A ray's parameter is scaled by a power of two such that the longest component of the direction lies
 * between 2^-60 and 2^-59: then quotients of the least floats are far from underflow, and those of the
 * largest just below overflow. What rounds is covered by GZ_TREE_RAY_SLACK (tolerance.h), and a
 * component so small that its inverse overflows counts as zero, with the origin widened by all that it
 * could move the ray. So no box is missed.
 *
 * Along an axis with direction zero the inverse is infinite. A box that the ray lies in gives
 * parameters -infinity and +infinity then, one that ends where the ray runs gives 0 * infinity, a NaN,
 * which minimum and maximum ignore as their second operand: just what is wanted. */
#ifndef GZ_TREE_MEETS_H
#define GZ_TREE_MEETS_H

#include "base/simd.h"
#include "base/tolerance.h"
#include "tree/tree.h"

typedef struct gz_tree_ray {
    float near_origin[3],
        far_origin[3]; /* bounds of the origin: no entry too late, no exit too early */
    float near_inverse[3], far_inverse[3]; /* of the direction, the latter raised by the slack */
    uint32_t near_plane[3],
        far_plane[3]; /* by which it enters and leaves, in floats from a node's first */
    float max_t;
    double time_scale[2]; /* parameter of the walk = (that of the ray * [0]) * [1] */
} gz_tree_ray;

/* origin and direction in the space of the tree's items, finite; max_t >= 0. */
void gz_tree_ray_make(const graze_tree *tree, const double origin[3], const double direction[3],
                      double max_t, gz_tree_ray *out);

/* A parameter of the ray as one of the walk, not below it. */
static inline float gz_tree_ray_time(const gz_tree_ray *ray, double t) {
    double v = t * ray->time_scale[0] * ray->time_scale[1];
    if (!(v < 0x1p126)) return INFINITY;
    return (float)v * (1 + GZ_TREE_RAY_SLACK) + 0x1p-149f;
}

/* A ball, or a box, which has no radius. */
typedef struct gz_tree_ball {
    float lo[3], hi[3];   /* the box, or bounds of the centre */
    float radius_squared; /* not too small */
} gz_tree_ball;

gz_tree_ball gz_tree_ball_of_box(const graze_tree *tree, const double lo[3], const double hi[3]);
gz_tree_ball gz_tree_ball_make(const graze_tree *tree, const double center[3], double radius);

#define NAME(name) name##_baseline
#define KERNEL_INLINE GZ_INLINE
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "tree/meets_kernel.h"
#undef NAME
#undef KERNEL_INLINE
#undef WIDE
#undef LANES
#if defined(GZ_HAVE_AVX2)
#define NAME(name) name##_avx2
#define KERNEL_INLINE GZ_INLINE_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "tree/meets_kernel.h"
#undef NAME
#undef KERNEL_INLINE
#undef WIDE
#undef LANES
#endif

#endif
