/* SPDX-License-Identifier: MIT
 * k-DOPs (S6: B:1006-1016; P:88-112): made from points, merged and compared. */
#include "bounds/kdop.h"

#include <float.h>

#include "bounds/check.h"
#include "bounds/overlap.h"
#include "bounds/strided.h"
#include "bounds/support.h"

static const signed char signs[GRAZE_KDOP_SLABS_MOST][3] = {
    {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 1},  {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
    {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};

enum { CORNERS = 3, EDGES = 7 }; /* where the diagonals of the cube and of its faces begin */

bool gz_kdop_has_sides(graze_kdop_sides sides) {
    return sides == GRAZE_KDOP_6 || sides == GRAZE_KDOP_14 || sides == GRAZE_KDOP_18 ||
           sides == GRAZE_KDOP_26;
}

const signed char *gz_kdop_signs(graze_kdop_sides sides, int slab) {
    return signs[sides == GRAZE_KDOP_18 && slab >= CORNERS ? slab - CORNERS + EDGES : slab];
}

int gz_kdop_slab(graze_kdop_sides sides, int x, int y, int z) {
    for (int i = 0; i < gz_kdop_slabs(sides); ++i) {
        const signed char *s = gz_kdop_signs(sides, i);
        if (s[0] == x && s[1] == y && s[2] == z) return i;
    }
    return -1;
}

bool gz_kdop_height(const graze_kdop *kdop, const int s[3], double *height) {
    int slab = gz_kdop_slab(kdop->sides, s[0], s[1], s[2]);
    if (slab >= 0) {
        *height = (double)kdop->hi[slab];
        return true;
    }
    slab = gz_kdop_slab(kdop->sides, -s[0], -s[1], -s[2]);
    if (slab >= 0) *height = -(double)kdop->lo[slab];
    return slab >= 0;
}

graze_status gz_kdop_check(const graze_kdop *kdop) {
    if (!kdop || !gz_kdop_has_sides(kdop->sides)) return GRAZE_INVALID_ARGUMENT;
    bool far = false;
    for (int i = 0; i < gz_kdop_slabs(kdop->sides); ++i) {
        real lo = kdop->lo[i], hi = kdop->hi[i];
        if (!graze_is_finite(lo) || !graze_is_finite(hi) || !(lo <= hi)) return GRAZE_INVALID_ARGUMENT;
        far = far || (i < 3 && !gz_is_in_reach(vec3_make(lo, hi, 0), 0));
    }
    return far ? GRAZE_OUT_OF_RANGE : GRAZE_OK;
}

graze_vec3 graze_kdop_axis(graze_kdop_sides sides, int slab) {
    if (!gz_kdop_has_sides(sides) || slab < 0 || slab >= gz_kdop_slabs(sides)) return vec3_zero();
    const signed char *s = gz_kdop_signs(sides, slab);
    return vec3_make((real)s[0], (real)s[1], (real)s[2]);
}

/* s . p, rounded up; exact where nothing rounds. */
static real along_up(const signed char *s, vec3 p) {
    return gz_sum_up((real)s[0] * p.x, (real)s[1] * p.y, (real)s[2] * p.z);
}

/* Intervals along all axes in double. */
typedef struct intervals {
    double x[GRAZE_KDOP_SLABS_MOST], y[GRAZE_KDOP_SLABS_MOST], z[GRAZE_KDOP_SLABS_MOST]; /* the axes */
    double lo[GRAZE_KDOP_SLABS_MOST], hi[GRAZE_KDOP_SLABS_MOST];
} intervals;

static intervals intervals_none(graze_kdop_sides sides) {
    intervals r = {.x = {0}};
    for (int i = 0; i < GRAZE_KDOP_SLABS_MOST; ++i) {
        vec3 axis = graze_kdop_axis(sides, i);
        r.x[i] = (double)axis.x;
        r.y[i] = (double)axis.y;
        r.z[i] = (double)axis.z;
        r.lo[i] = DBL_MAX;
        r.hi[i] = -DBL_MAX;
    }
    return r;
}

static void intervals_add(intervals *r, vec3 p) {
    const double x = (double)p.x, y = (double)p.y, z = (double)p.z;
    for (int i = 0; i < GRAZE_KDOP_SLABS_MOST; ++i) {
        double at = (r->x[i] * x + r->y[i] * y) + r->z[i] * z;
        r->lo[i] = at < r->lo[i] ? at : r->lo[i];
        r->hi[i] = at > r->hi[i] ? at : r->hi[i];
    }
}

graze_status graze_kdop_from_points(const void *points, size_t count, size_t stride,
                                    graze_kdop_sides sides, graze_kdop *out) {
    gz_strided s;
    graze_aabb box;
    if (!out || !gz_kdop_has_sides(sides)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_strided_make(points, count, stride, &s, &box);
    if (status != GRAZE_OK) return status;
    intervals r = intervals_none(sides);
    for (size_t i = 0; i < count; ++i) intervals_add(&r, gz_strided_at(&s, i));
    double size = 2 * ((double)vec3_max_abs(box.lo) + (double)vec3_max_abs(box.hi));
    graze_kdop kdop = {.sides = sides};
    for (int i = 0; i < gz_kdop_slabs(sides); ++i) {
        double slack = i < CORNERS ? 0 : GZ_BOUNDS_ROUNDING * size; /* coordinates do not round */
        kdop.lo[i] = gz_outward_down(r.lo[i], slack);
        kdop.hi[i] = gz_outward_up(r.hi[i], slack);
    }
    *out = kdop;
    return GRAZE_OK;
}

graze_status graze_kdop_from_support(graze_support_function support, const void *user, graze_real error,
                                     graze_kdop_sides sides, graze_kdop *out) {
    gz_supported set = {support, user, error};
    if (!out || !gz_kdop_has_sides(sides)) return GRAZE_INVALID_ARGUMENT;
    graze_kdop kdop = {.sides = sides};
    for (int i = 0; i < gz_kdop_slabs(sides); ++i) {
        graze_status status =
            gz_supported_interval(&set, graze_kdop_axis(sides, i), &kdop.lo[i], &kdop.hi[i]);
        if (status != GRAZE_OK) return status;
    }
    *out = kdop;
    return GRAZE_OK;
}

graze_status graze_kdop_merge(const graze_kdop *a, const graze_kdop *b, graze_kdop *out) {
    graze_status status = out ? gz_kdop_check(a) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_kdop_check(b);
    if (status != GRAZE_OK) return status;
    if (a->sides != b->sides) return GRAZE_INVALID_ARGUMENT;
    graze_kdop kdop = *a;
    for (int i = 0; i < gz_kdop_slabs(a->sides); ++i) {
        kdop.lo[i] = graze_min(a->lo[i], b->lo[i]);
        kdop.hi[i] = graze_max(a->hi[i], b->hi[i]);
    }
    *out = kdop;
    return GRAZE_OK;
}

/* The slabs that two have in common are the first so many of both. */
static int common_slabs(const graze_kdop *a, const graze_kdop *b) {
    return a->sides == b->sides ? gz_kdop_slabs(a->sides) : 3;
}

bool graze_kdop_overlaps(const graze_kdop *a, const graze_kdop *b) {
    return gz_overlap_slabs(a->lo, a->hi, b->lo, b->hi, common_slabs(a, b));
}

bool graze_kdop_contains(const graze_kdop *outer, const graze_kdop *inner) {
    if (outer->sides != inner->sides) return false;
    for (int i = 0; i < gz_kdop_slabs(outer->sides); ++i)
        if (!(outer->lo[i] <= inner->lo[i] && inner->hi[i] <= outer->hi[i])) return false;
    return true;
}

bool graze_kdop_contains_point(const graze_kdop *kdop, graze_vec3 x) {
    for (int i = 0; i < gz_kdop_slabs(kdop->sides); ++i) {
        const signed char *s = gz_kdop_signs(kdop->sides, i);
        real above = along_up(s, x), below = -along_up(s, vec3_neg(x));
        if (!(below <= kdop->hi[i] && kdop->lo[i] <= above)) return false;
    }
    return true;
}

graze_real graze_kdop_distance(const graze_kdop *a, const graze_kdop *b) {
    double widest = 0;
    for (int i = 0; i < common_slabs(a, b); ++i) {
        const signed char *s = gz_kdop_signs(a->sides, i);
        double up = (double)a->lo[i] - (double)b->hi[i], down = (double)b->lo[i] - (double)a->hi[i];
        double gap = (up > down ? up : down) / sqrt((double)(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]));
        widest = gap > widest ? gap : widest;
    }
    return widest > 0 ? graze_max(gz_outward_down(widest, GZ_BOUNDS_ROUNDING * widest), 0) : 0;
}
