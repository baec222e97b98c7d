/* SPDX-License-Identifier: MIT
 * k-DOPs round other volumes, and other volumes round k-DOPs. */
#include "bounds/check.h"
#include "bounds/kdop.h"
#include "bounds/obb_slabs.h"

graze_status graze_kdop_from_aabb(const graze_aabb *box, graze_kdop_sides sides, graze_kdop *out) {
    if (!out || !gz_kdop_has_sides(sides)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_aabb_check(box);
    if (status != GRAZE_OK) return status;
    graze_kdop kdop = {.sides = sides};
    for (int i = 0; i < gz_kdop_slabs(sides); ++i) {
        const signed char *s = gz_kdop_signs(sides, i);
        real most[3], least[3];
        for (int k = 0; k < 3; ++k) {
            real lo = graze_vec3_get(box->lo, k), hi = graze_vec3_get(box->hi, k);
            most[k] = s[k] > 0 ? hi : s[k] < 0 ? -lo : 0;
            least[k] = s[k] > 0 ? -lo : s[k] < 0 ? hi : 0;
        }
        kdop.hi[i] = gz_sum_up(most[0], most[1], most[2]);
        kdop.lo[i] = -gz_sum_up(least[0], least[1], least[2]);
    }
    *out = kdop;
    return GRAZE_OK;
}

/* The slab round middle +- reach, both computed in double from numbers whose absolute values sum up to
 * size. */
static void put_slab(graze_kdop *kdop, int i, double middle, double reach, double size) {
    double slack = GZ_BOUNDS_ROUNDING * size;
    kdop->lo[i] = gz_outward_down(middle - reach, slack);
    kdop->hi[i] = gz_outward_up(middle + reach, slack);
}

graze_status graze_kdop_from_sphere(const graze_sphere *sphere, graze_kdop_sides sides,
                                    graze_kdop *out) {
    if (!out || !gz_kdop_has_sides(sides)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_sphere_check(sphere);
    if (status != GRAZE_OK) return status;
    graze_kdop kdop = {.sides = sides};
    wide3 c = wide3_from(sphere->center);
    for (int i = 0; i < gz_kdop_slabs(sides); ++i) {
        wide3 axis = wide3_from(graze_kdop_axis(sides, i));
        double reach = (double)sphere->radius * wide3_length(axis);
        put_slab(&kdop, i, wide3_dot(axis, c), reach, fabs(c.x) + fabs(c.y) + fabs(c.z) + reach);
    }
    *out = kdop;
    return GRAZE_OK;
}

graze_status graze_kdop_from_obb(const graze_obb *obb, graze_kdop_sides sides, graze_kdop *out) {
    if (!out || !gz_kdop_has_sides(sides)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_obb_check(obb);
    if (status != GRAZE_OK) return status;
    graze_kdop kdop = {.sides = sides};
    wide3 c = wide3_from(obb->center), half = wide3_from(obb->half);
    double size = fabs(c.x) + fabs(c.y) + fabs(c.z) + 4 * (half.x + half.y + half.z);
    for (int i = 0; i < gz_kdop_slabs(sides); ++i) {
        wide3 axis = wide3_from(graze_kdop_axis(sides, i));
        wide3 along = wide3_turn_back(&obb->axes, axis);
        double reach = fabs(along.x) * half.x + fabs(along.y) * half.y + fabs(along.z) * half.z;
        put_slab(&kdop, i, wide3_dot(axis, c), reach, size);
    }
    *out = kdop;
    return GRAZE_OK;
}

graze_status graze_aabb_from_kdop(const graze_kdop *kdop, graze_aabb *out) {
    graze_status status = out ? gz_kdop_check(kdop) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    const real *lo = kdop->lo, *hi = kdop->hi;
    *out = (graze_aabb){vec3_make(lo[0], lo[1], lo[2]), vec3_make(hi[0], hi[1], hi[2])};
    return GRAZE_OK;
}

/* Three slabs at right angles are an oriented box: those along the axes, and, where there are slabs
 * along the diagonals of faces, two of those and the axis that they leave. The box of smallest volume,
 * or of smallest diagonal. */
static graze_status box_of_slabs(const graze_kdop *kdop, bool by_diagonal, graze_obb *out) {
    static const signed char triples[4][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                 {{1, 1, 0}, {1, -1, 0}, {0, 0, 1}},
                                                 {{1, 0, 1}, {1, 0, -1}, {0, 1, 0}},
                                                 {{0, 1, 1}, {0, 1, -1}, {1, 0, 0}}};
    gz_obb_slabs best = {.size = 0};
    double least = -1, size = 0;
    for (int i = 0; i < 3; ++i) size += fabs((double)kdop->lo[i]) + fabs((double)kdop->hi[i]);
    for (int t = 0; t < 4; ++t) {
        wide_mat3 axes;
        double lo[3], hi[3], volume = 1, diagonal = 0;
        bool has = true;
        for (int k = 0; k < 3 && has; ++k) {
            const signed char *s = triples[t][k];
            int slab = gz_kdop_slab(kdop->sides, s[0], s[1], s[2]);
            has = slab >= 0;
            if (!has) break;
            wide3 axis = wide3_make(s[0], s[1], s[2]);
            double part = 1 / wide3_length(axis);
            axes.col[k] = wide3_scale(axis, part);
            lo[k] = (double)kdop->lo[slab] * part;
            hi[k] = (double)kdop->hi[slab] * part;
            volume *= size > 0 ? (hi[k] - lo[k]) / size : 0;
            diagonal += size > 0 ? (hi[k] - lo[k]) / size * ((hi[k] - lo[k]) / size) : 0;
        }
        double measure = by_diagonal ? diagonal : volume;
        if (!has || (least >= 0 && !(measure < least))) continue;
        least = measure;
        best = gz_obb_slabs_make(&axes, vec3_zero());
        best.size = 2 * size;
        for (int k = 0; k < 3; ++k) {
            /* An axis rounded to real is off by half an eps, so are heights along it. */
            double slack = (double)GRAZE_EPSILON * (t > 0 ? size : 0);
            best.lo[k] = lo[k] - slack;
            best.hi[k] = hi[k] + slack;
        }
    }
    return gz_obb_slabs_box(&best, out);
}

graze_status graze_obb_from_kdop(const graze_kdop *kdop, graze_obb *out) {
    graze_status status = out ? gz_kdop_check(kdop) : GRAZE_INVALID_ARGUMENT;
    return status == GRAZE_OK ? box_of_slabs(kdop, false, out) : status;
}

graze_status graze_sphere_from_kdop(const graze_kdop *kdop, graze_sphere *out) {
    graze_obb box;
    graze_status status = out ? gz_kdop_check(kdop) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = box_of_slabs(kdop, true, &box);
    return status == GRAZE_OK ? graze_sphere_from_obb(&box, out) : status;
}

graze_status graze_sphere_from_support(graze_support_function support, const void *user,
                                       graze_real error, graze_sphere *out) {
    graze_kdop kdop;
    graze_status status = out ? graze_kdop_from_support(support, user, error, GRAZE_KDOP_26, &kdop)
                              : GRAZE_INVALID_ARGUMENT;
    return status == GRAZE_OK ? graze_sphere_from_kdop(&kdop, out) : status;
}
