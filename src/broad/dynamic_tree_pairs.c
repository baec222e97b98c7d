/* SPDX-License-Identifier: MIT */
#include "broad/dynamic_tree.h"

#define BETWEEN between_baseline
#define WITHIN within_baseline
#define AROUND around_baseline
#define BY_NODES by_nodes_baseline
#define BY_LIST by_list_baseline
#define OVERLAPS gz_box8_overlaps_baseline
#define KERNEL_TARGET
#include "broad/dynamic_tree_pairs_kernel.h"
#undef BETWEEN
#undef WITHIN
#undef AROUND
#undef BY_NODES
#undef BY_LIST
#undef OVERLAPS
#undef KERNEL_TARGET

#if defined(GZ_HAVE_AVX2)
#define BETWEEN between_avx2
#define WITHIN within_avx2
#define AROUND around_avx2
#define BY_NODES by_nodes_avx2
#define BY_LIST by_list_avx2
#define OVERLAPS gz_box8_overlaps_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#include "broad/dynamic_tree_pairs_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

void gz_dynamic_all_pairs(const gz_dynamic_tree *tree, gz_candidates *pairs) {
    CHOOSE(within)(tree, tree->root, pairs);
}

void gz_dynamic_fresh_pairs(const gz_dynamic_tree *tree, gz_candidates *pairs) {
    if (pairs->fresh_count > tree->count / 32)
        CHOOSE(by_nodes)(tree, pairs);
    else
        CHOOSE(by_list)(tree, pairs);
}
