/* SPDX-License-Identifier: MIT */
#include "base/bits.h"
#include "base/memory.h"
#include "base/simd.h"
#include "tree/pair_view.h"

/* The intervals of eight boxes. */
typedef struct gz_images {
    _Alignas(32) float lo[3][GZ_TREE_WIDTH], hi[3][GZ_TREE_WIDTH];
} gz_images;

#define FACES faces_baseline
#define ALL all_baseline
#define IMAGE image_baseline
#define ROW row_baseline
#define EDGES edges_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "tree/pair_overlap_kernel.h"
#undef FACES
#undef ALL
#undef IMAGE
#undef ROW
#undef EDGES
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define FACES faces_avx2
#define ALL all_avx2
#define IMAGE image_avx2
#define ROW row_avx2
#define EDGES edges_avx2
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
