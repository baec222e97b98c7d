/* SPDX-License-Identifier: MIT
 * Rays and moving boxes through the tree, nearest nodes first. */
#include "broad/dynamic_tree_query.h"

/* In double, the largest float stands for all beyond (gz_slim_lo). */
#define LARGEST 0x1.fffffcp127
#define FAR_OFF (2 * (double)GRAZE_SHAPE_REACH)

/* The boxes in the leaf are larger than those that decide. */
static void cast_leaf(const gz_dynamic_node *leaf, uint32_t entered, const graze_broad *b,
                      gz_broad_cast *cast) {
    for (; entered; entered &= entered - 1) {
        uint32_t index = leaf->child[gz_lowest_bit(entered)];
        const gz_broad_box *box = &b->box[index];
        if ((box->category & cast->mask) == 0) continue;
        double t = gz_broad_cast_enter(cast, box->lo, box->hi);
        if (t < INFINITY) gz_broad_cast_hit(cast, index, t);
    }
}

#define CAST cast_baseline
#define ENTER enter_baseline
#define ENTER_HALF enter_half_baseline
#define VECTOR gz_f64x4
#define OP(name) gz_f64x4_##name
#define KERNEL_TARGET
#include "broad/dynamic_tree_cast_kernel.h"
#undef CAST
#undef ENTER
#undef ENTER_HALF
#undef VECTOR
#undef OP
#undef KERNEL_TARGET

#if defined(GZ_HAVE_AVX2)
#define CAST cast_avx2
#define ENTER enter_avx2
#define ENTER_HALF enter_half_avx2
#define VECTOR gz_f64x4_avx2
#define OP(name) gz_f64x4_avx2_##name
#define KERNEL_TARGET GZ_TARGET_AVX2
#include "broad/dynamic_tree_cast_kernel.h"
#endif

void gz_dynamic_cast(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_cast *cast) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) {
        cast_avx2(tree, b, cast);
        return;
    }
#endif
    cast_baseline(tree, b, cast);
}
