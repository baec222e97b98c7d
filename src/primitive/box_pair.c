/* SPDX-License-Identifier: MIT */
#include "primitive/box_frame.h"

static void put(double out[3], wide3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* For GZ_BOXES_SLACK see tolerance.h. */
static double slack_of(wide3 t, wide3 half_a, wide3 half_b) {
    double halves = gz_sum3(half_a) + gz_sum3(half_b);
    return GZ_BOXES_SLACK * (double)GRAZE_EPSILON * halves + GZ_BOX_ROUNDING * 0x1p-53 * gz_sum3(t);
}

static double larger(double a, double b) { return a > b ? a : b; }

/* axes: those of A, or NULL for those of the world. */
static double make(wide3 center_a, const wide_mat3 *axes, wide3 half_a, const graze_obb *b,
                   gz_box_pair *pair) {
    wide3 center_b = wide3_from(b->center), half_b = wide3_from(b->half), t;
    wide_mat3 basis = wide_mat3_from(&b->axes);
    double size = larger(wide3_max_abs(half_a), wide3_max_abs(half_b));
    double scale = gz_fit(&center_b, 1, center_a, size, &t);
    half_a = wide3_scale(half_a, scale);
    half_b = wide3_scale(half_b, scale);
    if (axes) t = wide_mat3_tmul_vec(axes, t);
    put(pair->t, t);
    put(pair->ha, half_a);
    put(pair->hb, half_b);
    for (int j = 0; j < 3; ++j) {
        wide3 column = axes ? wide_mat3_tmul_vec(axes, basis.col[j]) : basis.col[j];
        pair->r[0][j] = column.x;
        pair->r[1][j] = column.y;
        pair->r[2][j] = column.z;
    }
    pair->slack = slack_of(t, half_a, half_b);
    return scale;
}

double gz_box_pair_make(const graze_obb *a, const graze_obb *b, gz_box_pair *pair) {
    wide_mat3 axes = wide_mat3_from(&a->axes);
    return make(wide3_from(a->center), &axes, wide3_from(a->half), b, pair);
}

/* The halves are taken first, so that the largest boxes do not overflow. */
double gz_box_pair_make_aligned(const graze_aabb *a, const graze_obb *b, gz_box_pair *pair) {
    wide3 lo = wide3_scale(wide3_from(a->lo), 0.5), hi = wide3_scale(wide3_from(a->hi), 0.5);
    return make(wide3_add(lo, hi), NULL, wide3_sub(hi, lo), b, pair);
}
