/* SPDX-License-Identifier: MIT */
#include "tree/pair_view.h"

#include "base/tolerance.h"

/* The largest coordinate of a tree along each axis, in its own units. */
static void reach_of(const graze_tree *tree, double reach[3]) {
    for (int k = 0; k < 3; ++k) {
        double lo = fabs((double)tree->lo[k]), hi = fabs((double)tree->hi[k]);
        reach[k] = lo > hi ? lo : hi;
    }
}

/* Rounded up. What leaves the range of float tells nothing, and an infinite slack says so. */
static float float_up(double slack) {
    return slack < GZ_TREE_RANGE ? (float)(slack * (1 + 0x1p-20)) + 0x1p-149f : INFINITY;
}

/* |row| . v */
static double bound_along(const double row[3], const double v[3]) {
    return fabs(row[0]) * v[0] + fabs(row[1]) * v[1] + fabs(row[2]) * v[2];
}

/* extra: what the map itself may be off and what the boxes grow by, lengths of the space of to.
 * total gets bounds of all coordinates that occur, in units of to, last of what slabs are turned to. */
static void make_view(const graze_tree *from, const graze_tree *to, const gz_affine *map,
                      const double extra[3], gz_tree_view *out, double total[4]) {
    double ratio = to->units.scale / from->units.scale, from_reach[3], to_reach[3], origin[3];
    reach_of(from, from_reach);
    reach_of(to, to_reach);
    for (int k = 0; k < 3; ++k) origin[k] = fabs(from->units.origin[k]);
    double all = from_reach[0] + from_reach[1] + from_reach[2], low = 0x1p-148 * all + 0x1p-140;
    out->rounding = float_up(GZ_SLAB_VIEW_ROUNDING * all + 0x1p-140);
    total[3] = 0;
    for (int i = 0; i < 3; ++i) {
        const double *row = map->m[i];
        double place = (row[0] * from->units.origin[0] + row[1] * from->units.origin[1]) +
                       row[2] * from->units.origin[2];
        double shift = to->units.scale * ((place + map->t[i]) - to->units.origin[i]);
        double rough =
            to->units.scale * (bound_along(row, origin) + fabs(map->t[i]) + fabs(to->units.origin[i]));
        total[i] = ratio * bound_along(row, from_reach) + fabs(shift) + to_reach[i];
        out->slack[i] = float_up(GZ_TREE_PAIR_SLACK * total[i] + GZ_TREE_PAIR_ORIGIN * rough +
                                 to->units.scale * extra[i] + low);
        out->shift[i] = (float)shift;
        for (int j = 0; j < 3; ++j) {
            out->turn[i][j] = (float)(ratio * row[j]);
            out->size[i][j] = fabsf(out->turn[i][j]);
            total[3] += fabs(ratio * row[j]) * all;
        }
    }
}

/* The map from a to b, and what it may be off: for p of b and x = map p, rounded, in a, the inverse
 * brings x to within off of p. */
static gz_affine invert(const gz_affine *map, const double reach[3], double off[3]) {
    gz_affine inverse;
    gz_affine_invert(map->m, inverse.m);
    double size[3];
    for (int j = 0; j < 3; ++j) size[j] = bound_along(map->m[j], reach) + fabs(map->t[j]);
    for (int i = 0; i < 3; ++i) {
        const double *row = inverse.m[i];
        inverse.t[i] = -((row[0] * map->t[0] + row[1] * map->t[1]) + row[2] * map->t[2]);
        off[i] = GZ_TREE_PAIR_ORIGIN * bound_along(row, size);
        for (int j = 0; j < 3; ++j) {
            double entry = (row[0] * map->m[0][j] + row[1] * map->m[1][j]) + row[2] * map->m[2][j];
            off[i] += fabs(entry - (i == j ? 1 : 0)) * reach[j];
        }
    }
    return inverse;
}

/* Boxes whose images leave the range of float on one axis are ruled out by none: the terms become
 * infinite and cancel to NaN. Along the normal of a slab only some of them may. */
static bool is_in_range(const double total[4]) {
    return total[0] < GZ_TREE_RANGE && total[1] < GZ_TREE_RANGE && total[2] < GZ_TREE_RANGE &&
           total[3] < GZ_TREE_RANGE;
}

/* The slack of the axes e_i x column j: each coordinate along i's neighbours p and q is multiplied by
 * the column's other one; growth along the axis is at most that of the box around it. */
static void make_edges(const double total[3], gz_pair_view *out) {
    for (int i = 0; i < 3; ++i) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            double rp = fabs((double)out->b.turn[p][j]), rq = fabs((double)out->b.turn[q][j]);
            out->edge_slack[i][j] =
                float_up(rq * (double)out->b.slack[p] + rp * (double)out->b.slack[q] +
                         GZ_TREE_PAIR_SLACK * (rq * total[p] + rp * total[q]) + 0x1p-140);
            int r = (j + 1) % 3, s = (j + 2) % 3;
            out->cofactor[i][j] =
                out->b.turn[p][r] * out->b.turn[q][s] - out->b.turn[q][r] * out->b.turn[p][s];
        }
    }
}

void gz_pair_view_make(const graze_tree *a, const graze_tree *b, const gz_affine *b_in_a,
                       const gz_pair_growth *growth, gz_pair_view *out) {
    double reach[3], off[3], total[4];
    out->nodes_a = a->nodes;
    out->nodes_b = b->nodes;
    reach_of(b, reach);
    for (int k = 0; k < 3; ++k) reach[k] = reach[k] / b->units.scale + fabs(b->units.origin[k]);
    gz_affine a_in_b = invert(b_in_a, reach, off);
    const double none[3] = {0, 0, 0};
    if (growth)
        for (int k = 0; k < 3; ++k) off[k] += growth->b[k];
    make_view(a, b, &a_in_b, off, &out->a, total);
    bool in_range = is_in_range(total);
    make_view(b, a, b_in_a, growth ? growth->a : none, &out->b, total);
    in_range = in_range && is_in_range(total);
    out->slabs_a = in_range ? a->slabs : NULL;
    out->slabs_b = in_range ? b->slabs : NULL;
    make_edges(total, out);
}

static void grow(const gz_affine *pose, double reach, double growth[3]) {
    double inverse[3][3];
    gz_affine_invert(pose->m, inverse);
    for (int i = 0; i < 3; ++i) {
        wide3 row = wide3_make(inverse[i][0], inverse[i][1], inverse[i][2]);
        growth[i] = reach * wide3_length(row) * (1 + 0x1p-20);
    }
}

gz_pair_growth gz_pair_growth_of(const gz_affine *a, const gz_affine *b, double reach) {
    gz_pair_growth growth;
    grow(a, reach, growth.a);
    grow(b, reach, growth.b);
    return growth;
}
