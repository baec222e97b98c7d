/* SPDX-License-Identifier: MIT
 * Volume and area of a k-DOP: each side's plane, a large square, is cut by all other sides; the volume
 * is that of the pyramids from the middle over what is left. */
#include "bounds/kdop.h"

#define CORNERS_MOST 64 /* a square, and at most one corner more for each cut */

typedef struct polygon {
    wide3 corner[CORNERS_MOST];
    int count;
} polygon;

typedef struct side {
    wide3 normal; /* unit */
    double height;
} side;

/* The part of the polygon with normal . x <= height. */
static void cut(polygon *p, const side *s) {
    polygon kept = {.count = 0};
    for (int i = 0; i < p->count; ++i) {
        wide3 a = p->corner[i], b = p->corner[i + 1 == p->count ? 0 : i + 1];
        double above_a = wide3_dot(s->normal, a) - s->height,
               above_b = wide3_dot(s->normal, b) - s->height;
        if (above_a <= 0) kept.corner[kept.count++] = a;
        if ((above_a < 0 && above_b > 0) || (above_a > 0 && above_b < 0))
            kept.corner[kept.count++] =
                wide3_add_scaled(a, above_a / (above_a - above_b), wide3_sub(b, a));
    }
    *p = kept;
}

/* A square of the given half size in the plane of a side. */
static polygon square(const side *s, double size) {
    wide3 n = s->normal;
    wide3 other = fabs(n.x) < 0.8 ? wide3_make(1, 0, 0) : wide3_make(0, 1, 0);
    wide3 u = wide3_cross(n, other);
    u = wide3_scale(u, size / wide3_length(u));
    wide3 v = wide3_cross(n, u), middle = wide3_scale(n, s->height);
    polygon p = {.count = 4};
    p.corner[0] = wide3_add(wide3_add(middle, u), v);
    p.corner[1] = wide3_add(wide3_sub(middle, u), v);
    p.corner[2] = wide3_sub(wide3_sub(middle, u), v);
    p.corner[3] = wide3_sub(wide3_add(middle, u), v);
    return p;
}

static double area_of(const polygon *p, wide3 normal) {
    wide3 twice = wide3_make(0, 0, 0);
    for (int i = 2; i < p->count; ++i)
        twice = wide3_add(twice, wide3_cross(wide3_sub(p->corner[i - 1], p->corner[0]),
                                             wide3_sub(p->corner[i], p->corner[0])));
    return fabs(wide3_dot(twice, normal)) / 2;
}

/* The sides, seen from the middle of the box and in units of its size. */
static int collect(const graze_kdop *kdop, wide3 middle, double size, side sides[26]) {
    int count = 0;
    for (int i = 0; i < gz_kdop_slabs(kdop->sides); ++i) {
        wide3 axis = wide3_from(graze_kdop_axis(kdop->sides, i));
        double length = wide3_length(axis), at = wide3_dot(axis, middle);
        wide3 n = wide3_scale(axis, 1 / length);
        sides[count++] = (side){n, ((double)kdop->hi[i] - at) / length / size};
        sides[count++] = (side){wide3_neg(n), (at - (double)kdop->lo[i]) / length / size};
    }
    return count;
}

graze_status graze_kdop_measure(const graze_kdop *kdop, graze_real *volume, graze_real *area) {
    graze_status status = volume && area ? gz_kdop_check(kdop) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    double at[3], size = 0;
    for (int i = 0; i < 3; ++i) {
        double lo = (double)kdop->lo[i], hi = (double)kdop->hi[i];
        at[i] = lo + (hi - lo) / 2;
        size = hi - lo > size ? hi - lo : size;
    }
    double whole = 0, surface = 0;
    side sides[26];
    int count = size > 0 ? collect(kdop, wide3_make(at[0], at[1], at[2]), size, sides) : 0;
    for (int i = 0; i < count; ++i) {
        polygon p = square(&sides[i], 4);
        for (int j = 0; j < count && p.count; ++j)
            if (j != i && (j ^ 1) != i) cut(&p, &sides[j]);
        if ((sides[i].height + sides[i ^ 1].height) < 0) p.count = 0;
        double face = area_of(&p, sides[i].normal);
        surface += face;
        whole += face * sides[i].height / 3;
    }
    *volume = (real)((whole > 0 ? whole : 0) * size * size * size);
    *area = (real)(surface * size * size);
    return GRAZE_OK;
}
