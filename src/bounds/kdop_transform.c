/* SPDX-License-Identifier: MIT
 * A k-DOP under a pose. How far it reaches along a direction u is bounded by writing u as a sum of slab
 * axes with weights that are not negative: the heights of those slabs, so weighted. Where the slabs are
 * those that meet at the corner farthest along u, that is the least bound. */
#include "bounds/check.h"
#include "bounds/kdop.h"

/* A direction with its components sorted by size, a >= b >= c >= 0, and the axis and sign of each. */
typedef struct sorted {
    double a, b, c;
    int axis[3], sign[3];
} sorted;

static sorted sort(wide3 u) {
    const double v[3] = {u.x, u.y, u.z};
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2 - i; ++j)
            if (fabs(v[order[j]]) < fabs(v[order[j + 1]])) {
                int k = order[j];
                order[j] = order[j + 1];
                order[j + 1] = k;
            }
    sorted s = {fabs(v[order[0]]), fabs(v[order[1]]), fabs(v[order[2]]), {0}, {0}};
    for (int i = 0; i < 3; ++i) {
        s.axis[i] = order[i];
        s.sign[i] = v[order[i]] < 0 ? -1 : 1;
    }
    return s;
}

/* Weight times the height of the slab with the given share (-1, 0, 1) of each sorted component. */
static double part(const graze_kdop *kdop, const sorted *s, double weight, int x, int y, int z) {
    int signs[3];
    double height = 0;
    signs[s->axis[0]] = x * s->sign[0];
    signs[s->axis[1]] = y * s->sign[1];
    signs[s->axis[2]] = z * s->sign[2];
    gz_kdop_height(kdop, signs, &height);
    return weight * height;
}

static double least(double x, double y) { return x < y ? x : y; }

/* The ways to write a direction; each is a valid bound. */
static double by_axes(const graze_kdop *k, const sorted *s) {
    return part(k, s, s->a, 1, 0, 0) + part(k, s, s->b, 0, 1, 0) + part(k, s, s->c, 0, 0, 1);
}
static double by_corners(const graze_kdop *k, const sorted *s) {
    double one =
        part(k, s, s->c, 1, 1, 1) + part(k, s, s->a - s->c, 1, 0, 0) + part(k, s, s->b - s->c, 0, 1, 0);
    double two = part(k, s, (s->b + s->c) / 2, 1, 1, 1) + part(k, s, (s->b - s->c) / 2, 1, 1, -1) +
                 part(k, s, s->a - s->b, 1, 0, 0);
    return least(one, two);
}
static double by_edges(const graze_kdop *k, const sorted *s) {
    if (s->a >= s->b + s->c)
        return part(k, s, s->a - (s->b + s->c), 1, 0, 0) + part(k, s, s->b, 1, 1, 0) +
               part(k, s, s->c, 1, 0, 1);
    return part(k, s, (s->a + s->b - s->c) / 2, 1, 1, 0) +
           part(k, s, (s->a + s->c - s->b) / 2, 1, 0, 1) +
           part(k, s, (s->b + s->c - s->a) / 2, 0, 1, 1);
}
static double by_both(const graze_kdop *k, const sorted *s) {
    return part(k, s, s->a - s->b, 1, 0, 0) + part(k, s, s->b - s->c, 1, 1, 0) +
           part(k, s, s->c, 1, 1, 1);
}

static double height_along(const graze_kdop *k, wide3 u) {
    sorted s = sort(u);
    double height = by_axes(k, &s);
    if (k->sides == GRAZE_KDOP_14 || k->sides == GRAZE_KDOP_26)
        height = least(height, by_corners(k, &s));
    if (k->sides == GRAZE_KDOP_18 || k->sides == GRAZE_KDOP_26) height = least(height, by_edges(k, &s));
    if (k->sides == GRAZE_KDOP_26) height = least(height, by_both(k, &s));
    return height;
}

graze_status graze_kdop_transform(const graze_pose *pose, const graze_kdop *kdop, graze_kdop *out) {
    graze_status status = out ? graze_pose_check(pose) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_kdop_check(kdop);
    if (status != GRAZE_OK) return status;
    double reach = 0;
    for (int i = 0; i < 3; ++i) {
        double lo = fabs((double)kdop->lo[i]), hi = fabs((double)kdop->hi[i]);
        reach += lo > hi ? lo : hi;
    }
    graze_kdop image = {.sides = kdop->sides};
    for (int i = 0; i < gz_kdop_slabs(kdop->sides); ++i) {
        wide3 axis = wide3_from(graze_kdop_axis(kdop->sides, i)), origin = wide3_from(pose->origin);
        wide3 u = wide3_turn_back(&pose->basis, axis);
        double moved = wide3_dot(axis, origin);
        double size = 4 * reach * wide3_max_abs(u) + fabs(origin.x) + fabs(origin.y) + fabs(origin.z);
        double slack = 2 * GZ_BOUNDS_ROUNDING * size;
        image.hi[i] = gz_outward_up(moved + height_along(kdop, u), slack);
        image.lo[i] = gz_outward_down(moved - height_along(kdop, wide3_neg(u)), slack);
        if (!graze_is_finite(image.lo[i]) || !graze_is_finite(image.hi[i])) return GRAZE_OUT_OF_RANGE;
    }
    *out = image;
    return GRAZE_OK;
}
