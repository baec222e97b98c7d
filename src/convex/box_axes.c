/* SPDX-License-Identifier: MIT */
#include "convex/box_axes.h"

#include <float.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/tolerance.h"

#define SEARCH search_baseline
#define PLACE_AND_SEARCH place_and_search_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "convex/box_axes_kernel.h"
#undef SEARCH
#undef PLACE_AND_SEARCH
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define SEARCH search_avx2
#define PLACE_AND_SEARCH place_and_search_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "convex/box_axes_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

enum { FACETS_OF_A, FACETS_OF_B, EDGES };

/* 1 or -1, without a branch: nobody could predict it. */
static double sign_of(double v) { return (double)(2 * (int)(v > 0) - 1); }

/* The axis as it comes out, with either sign. */
static wide3 raw_normal(const gz_boxes *x) {
    double n[3] = {0, 0, 0};
    int j = x->axis;
    if (x->group == FACETS_OF_A) {
        n[j] = 1;
    } else if (x->group == FACETS_OF_B) {
        for (int k = 0; k < 3; ++k) n[k] = x->m[k][j];
    } else {
        int p = gz_next[x->group - EDGES], q = gz_after[x->group - EDGES];
        n[p] = -x->r[q][j];
        n[q] = x->r[p][j];
    }
    return wide3_make(n[0], n[1], n[2]);
}

static double times_r(const gz_boxes *x, int j) {
    return (x->normal.x * x->r[0][j] + x->normal.y * x->r[1][j]) + x->normal.z * x->r[2][j];
}

static void take(gz_boxes *x, uint32_t found) {
    x->group = (int)(found / 4);
    x->axis = (int)(found % 4);
    x->squared = x->squares[found / 4][found % 4];
    double length = sqrt(x->squared);
    wide3 n = raw_normal(x);
    double against = -sign_of((n.x * x->d[0] + n.y * x->d[1]) + n.z * x->d[2]);
    x->height = x->heights[found / 4][found % 4] / length;
    x->normal = wide3_scale(n, against / length);
    x->seen_by_b = wide3_make(times_r(x, 0), times_r(x, 1), times_r(x, 2));
}

void gz_boxes_search(gz_boxes *x) { take(x, CHOOSE(search)(x)); }

void gz_boxes_place_and_search(gz_boxes *x, const mat3 *a, const mat3 *b, vec3 half) {
    take(x, CHOOSE(place_and_search)(x, a, b, half));
}

static double clamped(double t, double limit) { return t < -limit ? -limit : t > limit ? limit : t; }

/* One box against a facet of another, in the frame of the latter, where it is the box of the given half
 * extents: the former's center and its three half edges, along -n the farthest by `away`. Finds its
 * farthest point on the facet with axis k, as shares of the half edges in -1..1. Edges whose ends tie
 * (within the slack) leave a choice: projecting to the facet and back in turn soon finds a common
 * point if the two lie square to each other. */
static bool meet_facet(const double half[3], int k, const double center[3], const double edge[3][3],
                       const double away[3], double slack, double share[3]) {
    int p = gz_next[k], q = gz_after[k], ties = 0;
    double x = center[p], y = center[q];
    for (int i = 0; i < 3; ++i) {
        share[i] = away[i] > slack ? 1 : away[i] < -slack ? -1 : 0;
        ties += share[i] == 0;
        x += share[i] * edge[i][p];
        y += share[i] * edge[i][q];
    }
    for (int round = 0; round < 4; ++round) {
        double to_x = clamped(x, half[p]) - x, to_y = clamped(y, half[q]) - y;
        if (fabs(to_x) <= slack && fabs(to_y) <= slack) return true;
        if (ties == 0) return false;
        for (int i = 0; i < 3; ++i) {
            double u = edge[i][p], v = edge[i][q], squared = u * u + v * v;
            if (fabs(away[i]) > slack || !(squared > 0)) continue;
            double step = clamped(share[i] + (to_x * u + to_y * v) / squared, 1) - share[i];
            share[i] += step;
            x += step * u;
            y += step * v;
            to_x -= step * u;
            to_y -= step * v;
        }
    }
    return false;
}

static wide3 point_of_a(const gz_boxes *x, const double share[3]) {
    return wide3_make(share[0] * x->a[0], share[1] * x->a[1], share[2] * x->a[2]);
}

/* Relative to A's centre, like everything. */
static wide3 point_of_b(const gz_boxes *x, const double share[3]) {
    double t[3], at[3];
    for (int j = 0; j < 3; ++j) t[j] = share[j] * x->h[j];
    for (int k = 0; k < 3; ++k)
        at[k] = ((t[0] * x->r[k][0] + t[1] * x->r[k][1]) + t[2] * x->r[k][2]) - x->d[k];
    return wide3_make(at[0], at[1], at[2]);
}

/* The corner farthest by `away`, as shares of the half edges; false if edges tie. */
static bool farthest_corner(const double away[3], double slack, double share[3]) {
    bool clear = true;
    for (int i = 0; i < 3; ++i) {
        share[i] = sign_of(away[i]);
        clear &= fabs(away[i]) > slack;
    }
    return clear;
}

/* Mostly it is a corner of B that lies on the facet. */
static bool on_facet_of_a(const gz_boxes *x, double slack, wide3 *a, wide3 *b) {
    const double seen[3] = {x->seen_by_b.x, x->seen_by_b.y, x->seen_by_b.z};
    double center[3], edge[3][3], away[3], share[3];
    bool found;
    for (int j = 0; j < 3; ++j) away[j] = -x->h[j] * seen[j];
    if (farthest_corner(away, slack, share)) {
        wide3 corner = point_of_b(x, share);
        const double at[3] = {corner.x, corner.y, corner.z};
        int p = gz_next[x->axis], q = gz_after[x->axis];
        found = (fabs(at[p]) <= x->a[p] + slack) & (fabs(at[q]) <= x->a[q] + slack);
        *b = corner;
    } else {
        for (int j = 0; j < 3; ++j) {
            center[j] = -x->d[j];
            for (int k = 0; k < 3; ++k) edge[j][k] = x->h[j] * x->r[k][j];
        }
        found = meet_facet(x->a, x->axis, center, (const double(*)[3])edge, away, slack, share);
        *b = point_of_b(x, share);
    }
    *a = wide3_add_scaled(*b, x->height, x->normal);
    return found;
}

/* In B's own coordinates, of which m / det are the rows. */
static bool on_facet_of_b(const gz_boxes *x, double slack, wide3 *a, wide3 *b) {
    const double n[3] = {x->normal.x, x->normal.y, x->normal.z};
    double center[3], edge[3][3], away[3], share[3];
    double det = (x->m[0][0] * x->r[0][0] + x->m[1][0] * x->r[1][0]) + x->m[2][0] * x->r[2][0];
    double inverse = 1 / det;
    bool found;
    for (int i = 0; i < 3; ++i) away[i] = n[i] * x->a[i];
    if (farthest_corner(away, slack, share)) {
        wide3 corner = point_of_a(x, share);
        const double at[3] = {corner.x + x->d[0], corner.y + x->d[1], corner.z + x->d[2]};
        int p = gz_next[x->axis], q = gz_after[x->axis];
        double to_p = (x->m[0][p] * at[0] + x->m[1][p] * at[1]) + x->m[2][p] * at[2];
        double to_q = (x->m[0][q] * at[0] + x->m[1][q] * at[1]) + x->m[2][q] * at[2];
        found = (fabs(to_p * inverse) <= x->h[p] + slack) & (fabs(to_q * inverse) <= x->h[q] + slack);
        *a = corner;
    } else {
        for (int l = 0; l < 3; ++l) {
            center[l] =
                ((x->m[0][l] * x->d[0] + x->m[1][l] * x->d[1]) + x->m[2][l] * x->d[2]) * inverse;
            for (int i = 0; i < 3; ++i) edge[i][l] = x->a[i] * x->m[i][l] * inverse;
        }
        found = meet_facet(x->h, x->axis, center, (const double(*)[3])edge, away, slack, share);
        *a = point_of_a(x, share);
    }
    *b = wide3_add_scaled(*a, -x->height, x->normal);
    return found;
}

/* a + s e_i - (b + t r_j) = depth n, for the middles a and b of the two edges. */
static bool on_edges(const gz_boxes *x, double slack, wide3 *a, wide3 *b) {
    const double n[3] = {x->normal.x, x->normal.y, x->normal.z};
    int i = x->group - EDGES, j = x->axis, p = gz_next[i], q = gz_after[i];
    const double seen[3] = {x->seen_by_b.x, x->seen_by_b.y, x->seen_by_b.z};
    double of_a[3], of_b[3];
    for (int k = 0; k < 3; ++k) {
        of_a[k] = sign_of(n[k]);
        of_b[k] = -sign_of(seen[k]);
    }
    of_a[i] = of_b[j] = 0;
    wide3 between = wide3_sub(point_of_a(x, of_a), point_of_b(x, of_b));
    wide3 left = wide3_sub(wide3_scale(x->normal, x->height), between);
    const double rest[3] = {left.x, left.y, left.z};
    double t = -(rest[p] * x->r[p][j] + rest[q] * x->r[q][j]) / x->squared;
    double s = rest[i] + t * x->r[i][j];
    of_a[i] = x->a[i] > 0 ? clamped(s / x->a[i], 1) : 0;
    of_b[j] = x->h[j] > 0 ? clamped(t / x->h[j], 1) : 0;
    *a = point_of_a(x, of_a);
    *b = point_of_b(x, of_b);
    wide3 off = wide3_add_scaled(wide3_sub(*a, *b), -x->height, x->normal);
    return wide3_max_abs(off) <= slack;
}

bool gz_boxes_points(const gz_boxes *x, double slack, wide3 *a, wide3 *b) {
    return x->group == FACETS_OF_A   ? on_facet_of_a(x, slack, a, b)
           : x->group == FACETS_OF_B ? on_facet_of_b(x, slack, a, b)
                                     : on_edges(x, slack, a, b);
}

void gz_boxes_hints(const gz_boxes *x, uint32_t *a, uint32_t *b) {
    *a = (uint32_t)(x->normal.x < 0) | (uint32_t)(x->normal.y < 0) << 1 |
         (uint32_t)(x->normal.z < 0) << 2;
    wide3 seen = x->seen_by_b;
    *b = (uint32_t)(seen.x > 0) | (uint32_t)(seen.y > 0) << 1 | (uint32_t)(seen.z > 0) << 2;
}
