/* SPDX-License-Identifier: MIT */
#include "narrow/triangles.h"

#include "base/simd.h"
#include "base/tolerance.h"
#include "primitive/span.h"

#define COMPLETE complete_baseline
#define CANDIDATES candidates_baseline
#define MAY_TOUCH may_touch_baseline
#define SIDES sides_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "narrow/triangles_kernel.h"
#undef COMPLETE
#undef CANDIDATES
#undef MAY_TOUCH
#undef SIDES
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define COMPLETE complete_avx2
#define CANDIDATES candidates_avx2
#define MAY_TOUCH may_touch_avx2
#define SIDES sides_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "narrow/triangles_kernel.h"
#endif

const gz_triangles_kernel *gz_triangles_choose(void) {
    static const gz_triangles_kernel baseline = {complete_baseline, candidates_baseline};
#if defined(GZ_HAVE_AVX2)
    static const gz_triangles_kernel avx2 = {complete_avx2, candidates_avx2};
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

/* The corner that is alone on its side of a plane none of the three is in; its neighbours are on the
 * other. */
static int lone_corner(const double side[3]) {
    bool a = side[0] > 0, b = side[1] > 0, c = side[2] > 0;
    return a == b ? 2 : a == c ? 1 : 0;
}

static bool has_zero(const double side[3]) { return side[0] == 0 || side[1] == 0 || side[2] == 0; }

static bool all_beside(const double side[3]) {
    return (side[0] > 0) == (side[1] > 0) && (side[1] > 0) == (side[2] > 0);
}

static bool meet_by_spans(const corners s, const corners t) {
    gz_span_triangle a, b;
    for (int c = 0; c < 3; ++c) {
        a.p[c] = (gz_end){{s[c][0], s[c][1], s[c][2]}, false};
        b.p[c] = (gz_end){{t[c][0], t[c][1], t[c][2]}, false};
    }
    return gz_triangle_meets_triangle(&a, &b);
}

/* Both triangles cross the line in which their planes meet, from p q and p r of the one, P Q and P R of
 * the other, with p above the plane of P Q R and P above that of p q r (exchanging q with r, or Q with
 * R, if not). Along the line p r then comes after p q, and P Q after P R; so the two stretches meet
 * unless p r comes before P R or P Q before p q, and who comes first is an orientation of the four
 * ends. above_s, above_t: are the lone corners above? */
static bool stretches_meet(const corners s, int at_s, bool above_s, const corners t, int at_t,
                           bool above_t) {
    static const int next[3] = {1, 2, 0}, after[3] = {2, 0, 1};
    const double *p = s[at_s], *q = s[next[at_s]], *r = s[after[at_s]];
    const double *far_p = t[at_t], *far_q = t[next[at_t]], *far_r = t[after[at_t]], *swap;
    if (!above_t) swap = q, q = r, r = swap;
    if (!above_s) swap = far_q, far_q = far_r, far_r = swap;
    return gz_orient3d(p, r, far_p, far_r) >= 0 && gz_orient3d(p, q, far_p, far_q) <= 0;
}

/* Where the kernel leaves a doubt about a side. */
static bool meet_by_planes(const corners s, const corners t) {
    double s_side[3], t_side[3];
    for (int k = 0; k < 3; ++k) s_side[k] = gz_orient3d(t[0], t[1], t[2], s[k]);
    for (int k = 0; k < 3; ++k) t_side[k] = gz_orient3d(s[0], s[1], s[2], t[k]);
    if (has_zero(s_side) || has_zero(t_side)) return meet_by_spans(s, t);
    if (all_beside(s_side) || all_beside(t_side)) return false;
    int at_s = lone_corner(s_side), at_t = lone_corner(t_side);
    return stretches_meet(s, at_s, s_side[at_s] > 0, t, at_t, t_side[at_t] > 0);
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
    static const int lone[8] = {0, 0, 1, 2, 2, 1, 0, 0}; /* by the corners above */
    corners s, t;
    bool s_known, t_known;
    take(a, i, s);
    take(b, j, t);
    uint32_t s_above = corners_above(&sides->of_a[i], j, &s_known);
    uint32_t t_above = corners_above(&sides->of_b[i], j, &t_known);
    if (!s_known || !t_known) return meet_by_planes(s, t);
    int at_s = lone[s_above], at_t = lone[t_above];
    return stretches_meet(s, at_s, s_above >> at_s & 1, t, at_t, t_above >> at_t & 1);
}
