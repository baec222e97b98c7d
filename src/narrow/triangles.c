/* SPDX-License-Identifier: MIT */
#include "narrow/triangles.h"

#include "base/simd.h"
#include "base/tolerance.h"
#include "primitive/span.h"

#define COMPLETE complete_baseline
#define TAKE take_baseline
#define CANDIDATES candidates_baseline
#define MAY_TOUCH may_touch_baseline
#define SIDES sides_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "narrow/triangles_kernel.h"
#undef COMPLETE
#undef TAKE
#undef CANDIDATES
#undef MAY_TOUCH
#undef SIDES
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define COMPLETE complete_avx2
#define TAKE take_avx2
#define CANDIDATES candidates_avx2
#define MAY_TOUCH may_touch_avx2
#define SIDES sides_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "narrow/triangles_kernel.h"
#endif

const gz_triangles_kernel *gz_triangles_choose(void) {
    static const gz_triangles_kernel baseline = {complete_baseline, take_baseline, candidates_baseline};
#if defined(GZ_HAVE_AVX2)
    static const gz_triangles_kernel avx2 = {complete_avx2, take_avx2, candidates_avx2};
    if (gz_simd_has_avx2()) return &avx2;
#endif
    return &baseline;
}

/* -- the decision -- */

typedef double corners[3][3];

static void take(const gz_triangles *t, uint32_t lane, corners out) {
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) out[c][k] = t->p[c][k][lane];
}

/* Where the kernel leaves a doubt about a side. */
static bool meet_exactly(const corners s, const corners t) {
    gz_span_triangle a, b;
    for (int c = 0; c < 3; ++c) {
        a.p[c] = (gz_end){{s[c][0], s[c][1], s[c][2]}, false};
        b.p[c] = (gz_end){{t[c][0], t[c][1], t[c][2]}, false};
    }
    return gz_triangle_meets_triangle(&a, &b);
}

/* Of triangle j, by bits of corners: those above, and whether all are known. */
static uint32_t corners_above(const gz_side_bits *bits, uint32_t j, bool *known) {
    uint32_t above = 0, below = 0;
    for (int c = 0; c < 3; ++c) {
        above |= (uint32_t)(bits->above[c] >> j & 1) << c;
        below |= (uint32_t)(bits->below[c] >> j & 1) << c;
    }
    *known = (above | below) == 7;
    return above;
}

bool gz_triangles_meet(const gz_triangles *a, uint32_t i, const gz_triangles *b, uint32_t j,
                       const gz_triangle_sides *sides) {
    corners s, t;
    bool s_known, t_known;
    take(a, i, s);
    take(b, j, t);
    uint32_t s_above = corners_above(&sides->of_a[i], j, &s_known);
    uint32_t t_above = corners_above(&sides->of_b[i], j, &t_known);
    if (!s_known || !t_known) return meet_exactly(s, t);
    const double *const p[3] = {s[0], s[1], s[2]}, *const q[3] = {t[0], t[1], t[2]};
    return gz_stretches_meet(p, s_above, q, t_above);
}
