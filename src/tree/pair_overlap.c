/* SPDX-License-Identifier: MIT */
#include "base/bits.h"
#include "base/memory.h"
#include "base/simd.h"
#include "base/tolerance.h"
#include "tree/pair_view.h"
#include "tree/slab.h"

/* The intervals of eight boxes. */
typedef struct gz_images {
    _Alignas(32) float lo[3][GZ_TREE_WIDTH], hi[3][GZ_TREE_WIDTH];
} gz_images;

/* What is below the children of a node spans along the normal of its own slab and of the other node's.
 */
typedef struct gz_slab_spans {
    _Alignas(32) float own_lo[GZ_TREE_WIDTH], own_hi[GZ_TREE_WIDTH];
    float other_lo[GZ_TREE_WIDTH], other_hi[GZ_TREE_WIDTH];
} gz_slab_spans;

/* For a tree without them. */
static const gz_slab gz_no_slab = {.lo = -INFINITY, .hi = INFINITY};

#define FACES faces_baseline
#define DEEP deep_baseline
#define COMPARE compare_baseline
#define DEEP_ROW deep_row_baseline
#define ALL all_baseline
#define IMAGE image_baseline
#define ROW row_baseline
#define EDGES edges_baseline
#define COUNT gz_bit_count
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "tree/pair_overlap_kernel.h"
#undef FACES
#undef DEEP
#undef COMPARE
#undef DEEP_ROW
#undef ALL
#undef IMAGE
#undef ROW
#undef EDGES
#undef COUNT
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define FACES faces_avx2
#define DEEP deep_avx2
#define COMPARE compare_avx2
#define DEEP_ROW deep_row_avx2
#define ALL all_avx2
#define IMAGE image_avx2
#define ROW row_avx2
#define EDGES edges_avx2
#define COUNT (uint32_t) __builtin_popcount
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "tree/pair_overlap_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

gz_pair_overlap gz_pair_overlap_choose(gz_pair_axes axes) {
    return axes == GZ_AXES_ALL ? CHOOSE(all) : CHOOSE(faces);
}

gz_pair_deep gz_pair_deep_choose(void) { return CHOOSE(deep); }
