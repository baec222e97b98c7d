/* SPDX-License-Identifier: MIT */
#include "narrow/near.h"

#include <math.h>

#include "base/simd.h"
#include "base/tolerance.h"
#include "math/wide3.h"

#define IMAGE image_baseline
#define RAISE raise_baseline
#define RAISE_TIME raise_time_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "narrow/near_kernel.h"
#undef IMAGE
#undef RAISE
#undef RAISE_TIME
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define IMAGE image_avx2
#define RAISE raise_avx2
#define RAISE_TIME raise_time_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "narrow/near_kernel.h"
#endif

const gz_near_kernel *gz_near_choose(void) {
    static const gz_near_kernel baseline = {image_baseline, raise_baseline};
#if defined(GZ_HAVE_AVX2)
    static const gz_near_kernel avx2 = {image_avx2, raise_avx2};
    if (gz_simd_has_avx2()) return &avx2;
#endif
    return &baseline;
}

const gz_near_kernel *gz_near_choose_cast(void) {
    static const gz_near_kernel baseline = {image_baseline, raise_time_baseline};
#if defined(GZ_HAVE_AVX2)
    static const gz_near_kernel avx2 = {image_avx2, raise_time_avx2};
    if (gz_simd_has_avx2()) return &avx2;
#endif
    return &baseline;
}

/* -- frames -- */

static graze_pose_kind kind_of(const graze_pose *pose) {
    return pose->kind == GRAZE_POSE_UNKNOWN ? graze_pose_classify(pose) : pose->kind;
}

static double length_of(const double m[3][3], int row) {
    return wide3_length(wide3_make(m[row][0], m[row][1], m[row][2]));
}

/* No vector becomes shorter than this many times its length: the least singular value, or a bound from
 * below, 1 / |inverse|. */
static double least_stretch(const gz_affine *map, graze_pose_kind kind) {
    if (kind == GRAZE_POSE_RIGID) return 1;
    double inverse[3][3];
    gz_affine_invert(map->m, inverse);
    double x = length_of(inverse, 0), y = length_of(inverse, 1), z = length_of(inverse, 2);
    if (kind == GRAZE_POSE_UNIFORM) return 1 / (x > y ? (x > z ? x : z) : (y > z ? y : z));
    return 1 / sqrt((x * x + y * y) + z * z);
}

/* Rounded down, with 2^-18 to spare for a pose that is not quite what it says, and in range. */
static float weight_of(const graze_tree *tree, const gz_affine *map, graze_pose_kind kind,
                       double scale) {
    double weight = least_stretch(map, kind) * scale / tree->units.scale * (1 - 0x1p-18);
    return weight < GZ_TREE_RANGE ? (float)weight : (float)GZ_TREE_RANGE;
}

/* What sees the boxes is the tree of a world of size four. */
gz_tree_view gz_near_see(const graze_tree *tree, const gz_affine *map, double scale) {
    graze_tree world = {.lo = {-2, -2, -2}, .hi = {2, 2, 2}, .units = {.scale = scale}};
    gz_pair_view view;
    gz_pair_view_make(&world, tree, map, NULL, &view);
    return view.b;
}

void gz_near_view_make(const graze_tree *a, const graze_pose *pose_a, const graze_tree *b,
                       const graze_pose *pose_b, double scale, gz_near_view *out) {
    gz_affine map_a = gz_affine_of_pose(pose_a), map_b = gz_affine_of_pose(pose_b);
    gz_affine b_in_a = gz_affine_relative(&map_a, &map_b);
    graze_pose_kind kind_a = kind_of(pose_a), kind_b = kind_of(pose_b);
    gz_pair_view_make(a, b, &b_in_a, NULL, &out->local);
    out->weight_a = weight_of(a, &map_a, kind_a, scale);
    out->weight_b = weight_of(b, &map_b, kind_b, scale);
    out->in_world = kind_a == GRAZE_POSE_AFFINE || kind_b == GRAZE_POSE_AFFINE;
    if (!out->in_world) return;
    for (int k = 0; k < 3; ++k) {
        map_b.t[k] -= map_a.t[k];
        map_a.t[k] = 0;
    }
    out->a_in_world = gz_near_see(a, &map_a, scale);
    out->b_in_world = gz_near_see(b, &map_b, scale);
}

/* 1 / motion in the units of a tree; what is too slow to matter does not move. */
static void invert_motion(const graze_tree *tree, const gz_affine *map, wide3 motion, float out[3]) {
    double inverse[3][3];
    gz_affine_invert(map->m, inverse);
    for (int k = 0; k < 3; ++k) {
        wide3 row = wide3_make(inverse[k][0], inverse[k][1], inverse[k][2]);
        double way = wide3_dot(row, motion) * tree->units.scale;
        out[k] = fabs(way) > 1 / GZ_TREE_RANGE ? (float)(1 / way) : INFINITY;
    }
}

void gz_near_view_make_cast(const graze_tree *a, const graze_pose *pose_a, const graze_tree *b,
                            const graze_pose *pose_b, graze_vec3 motion, double reach,
                            gz_near_view *out) {
    gz_affine map_a = gz_affine_of_pose(pose_a), map_b = gz_affine_of_pose(pose_b);
    gz_affine b_in_a = gz_affine_relative(&map_a, &map_b);
    gz_pair_growth growth = gz_pair_growth_of(&map_a, &map_b, reach);
    gz_pair_view_make(a, b, &b_in_a, &growth, &out->local);
    out->weight_a = out->weight_b = 1;
    out->in_world = false;
    invert_motion(a, &map_a, wide3_from(motion), out->inverse_a);
    invert_motion(b, &map_b, wide3_from(motion), out->inverse_b);
}

/* A key is off by some eight roundings of float; squares below 2^-126 are off by all they are. */
float gz_near_limit(double distance) {
    double square = distance * distance * (1 + 0x1p-19) + 0x1p-120;
    return square < GZ_TREE_RANGE ? (float)square : INFINITY;
}
