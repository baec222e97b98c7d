/* SPDX-License-Identifier: MIT
 * Oriented boxes with given axes, and round other volumes. */
#include "bounds/check.h"
#include "bounds/obb_slabs.h"
#include "bounds/principal.h"
#include "bounds/support.h"
#include "graze/bounds.h"

static const mat3 coordinates = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

graze_status graze_obb_around(const void *points, size_t count, size_t stride, const graze_mat3 *axes,
                              graze_obb *out) {
    gz_strided s;
    graze_aabb box;
    wide_mat3 turn;
    if (!out || !gz_orthonormal_axes(axes, &turn)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_strided_make(points, count, stride, &s, &box);
    if (status != GRAZE_OK) return status;
    gz_obb_slabs slabs = gz_obb_slabs_make(&turn, graze_aabb_center(box));
    for (size_t i = 0; i < count; ++i) gz_obb_slabs_add_point(&slabs, gz_strided_at(&s, i));
    return gz_obb_slabs_box(&slabs, out);
}

graze_status graze_obb_from_support(graze_support_function support, const void *user, graze_real error,
                                    const graze_mat3 *axes, graze_obb *out) {
    gz_supported set = {support, user, error};
    wide_mat3 turn;
    if (!out || !gz_orthonormal_axes(axes, &turn)) return GRAZE_INVALID_ARGUMENT;
    gz_obb_slabs slabs = gz_obb_slabs_make(&turn, vec3_zero());
    for (int i = 0; i < 3; ++i) {
        real lo, hi;
        graze_status status = gz_supported_interval(&set, slabs.axes.col[i], &lo, &hi);
        if (status != GRAZE_OK) return status;
        slabs.lo[i] = (double)lo;
        slabs.hi[i] = (double)hi;
        slabs.size += fabs(slabs.lo[i]) + fabs(slabs.hi[i]);
    }
    return gz_obb_slabs_box(&slabs, out);
}

graze_status graze_obb_from_aabb(const graze_aabb *box, graze_obb *out) {
    graze_aabb_centered form;
    graze_status status = out ? graze_aabb_to_centered(box, &form) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) *out = (graze_obb){form.center, coordinates, form.extent};
    return status;
}

graze_status graze_obb_from_sphere(const graze_sphere *sphere, graze_obb *out) {
    graze_status status = out ? gz_sphere_check(sphere) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    real r = sphere->radius;
    *out = (graze_obb){sphere->center, coordinates, vec3_make(r, r, r)};
    return GRAZE_OK;
}

/* The principal axes of two boxes' corners: each adds its own spread and that of its centre. */
static wide_mat3 axes_of_corners(const graze_obb *a, const graze_obb *b) {
    wide3 way = wide3_scale(wide3_sub(wide3_from(b->center), wide3_from(a->center)), 0.5);
    wide3 edges[7] = {way};
    double size = 0;
    for (int i = 0; i < 3; ++i) {
        edges[1 + i] = wide3_scale(wide3_from(a->axes.col[i]), (double)graze_vec3_get(a->half, i) / 2);
        edges[4 + i] = wide3_scale(wide3_from(b->axes.col[i]), (double)graze_vec3_get(b->half, i) / 2);
    }
    for (int i = 0; i < 7; ++i) {
        double m = wide3_max_abs(edges[i]);
        size = m > size ? m : size;
    }
    wide_mat3 m = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (int i = 0; i < 7 && size > 0; ++i) {
        wide3 e = wide3_scale(edges[i], 1 / size);
        m.col[0] = wide3_add_scaled(m.col[0], e.x, e);
        m.col[1] = wide3_add_scaled(m.col[1], e.y, e);
        m.col[2] = wide3_add_scaled(m.col[2], e.z, e);
    }
    return gz_eigenvectors(&m);
}

graze_status graze_obb_merge(const graze_obb *a, const graze_obb *b, graze_obb *out) {
    graze_status status = out ? gz_obb_check(a) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_obb_check(b);
    if (status != GRAZE_OK) return status;
    wide_mat3 of_a = wide_mat3_from(&a->axes), of_b = wide_mat3_from(&b->axes);
    const wide_mat3 tried[3] = {gz_gram_schmidt(&of_a), gz_gram_schmidt(&of_b), axes_of_corners(a, b)};
    gz_obb_slabs best;
    double least = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        gz_obb_slabs slabs = gz_obb_slabs_make(&tried[i], a->center);
        gz_obb_slabs_add_box(&slabs, a);
        gz_obb_slabs_add_box(&slabs, b);
        if (i == 0) size = slabs.size > 0 ? slabs.size : 1;
        double volume = gz_obb_slabs_volume(&slabs, size);
        if (i > 0 && !(volume < least)) continue;
        least = volume;
        best = slabs;
    }
    return gz_obb_slabs_box(&best, out);
}

/* The axes of a box round the image: those of the image if it is one, else along its longest edge and
 * in the plane of the two longest. */
static wide_mat3 axes_of_image(const graze_pose *pose, const graze_obb *obb) {
    int order[3] = {0, 1, 2};
    wide3 edge[3];
    double length[3];
    for (int i = 0; i < 3; ++i) {
        edge[i] = wide3_turn(&pose->basis, wide3_from(obb->axes.col[i]));
        length[i] = wide3_length(edge[i]) * (double)graze_vec3_get(obb->half, i);
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2 - i; ++j)
            if (length[order[j]] < length[order[j + 1]]) {
                int k = order[j];
                order[j] = order[j + 1];
                order[j + 1] = k;
            }
    const wide_mat3 sorted = {{edge[order[0]], edge[order[1]], edge[order[2]]}};
    wide_mat3 orthonormal = gz_gram_schmidt(&sorted), axes;
    for (int i = 0; i < 3; ++i) axes.col[order[i]] = orthonormal.col[i];
    return axes;
}

graze_status graze_obb_transform(const graze_pose *pose, const graze_obb *obb, graze_obb *out) {
    graze_status status = out ? graze_pose_check(pose) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_obb_check(obb);
    if (status != GRAZE_OK) return status;
    wide_mat3 axes = axes_of_image(pose, obb);
    vec3 near = graze_pose_apply(pose, obb->center);
    if (!vec3_is_finite(near)) return GRAZE_OUT_OF_RANGE;
    gz_obb_slabs slabs = gz_obb_slabs_make(&axes, near);
    wide3 turned = wide3_turn(&pose->basis, wide3_from(obb->center));
    wide3 center = wide3_sub(wide3_add(turned, wide3_from(pose->origin)), wide3_from(near));
    wide3 edge[3];
    for (int j = 0; j < 3; ++j)
        edge[j] = wide3_scale(wide3_turn(&pose->basis, wide3_from(obb->axes.col[j])),
                              (double)graze_vec3_get(obb->half, j));
    slabs.size = wide3_max_abs(turned) + (double)vec3_max_abs(pose->origin);
    for (int i = 0; i < 3; ++i) {
        wide3 axis = wide3_from(slabs.axes.col[i]);
        double middle = wide3_dot(axis, center), reach = 0;
        for (int j = 0; j < 3; ++j) reach += fabs(wide3_dot(axis, edge[j]));
        slabs.lo[i] = middle - reach;
        slabs.hi[i] = middle + reach;
        slabs.size += 2 * (wide3_length(edge[i]) + fabs(middle));
    }
    return gz_obb_slabs_box(&slabs, out);
}

/* How far the box reaches from the centre of another, along that one's axes: |middle| + reach. */
static bool holds(const graze_obb *outer, wide3 from, const wide3 edges[3]) {
    const double half[3] = {(double)outer->half.x, (double)outer->half.y, (double)outer->half.z};
    double size = fabs(from.x) + fabs(from.y) + fabs(from.z) + half[0] + half[1] + half[2];
    double slack = (double)(GZ_BOUNDS_AXES * GRAZE_EPSILON) * size;
    for (int i = 0; i < 3; ++i) {
        wide3 axis = wide3_from(outer->axes.col[i]);
        double reach = fabs(wide3_dot(axis, from));
        for (int j = 0; j < 3; ++j) reach += fabs(wide3_dot(axis, edges[j]));
        if (!(reach <= half[i] + slack)) return false;
    }
    return true;
}

bool graze_obb_contains_point(const graze_obb *obb, graze_vec3 x) {
    const wide3 none[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    return holds(obb, wide3_sub(wide3_from(x), wide3_from(obb->center)), none);
}

bool graze_obb_contains(const graze_obb *outer, const graze_obb *inner) {
    wide3 edges[3];
    for (int j = 0; j < 3; ++j)
        edges[j] = wide3_scale(wide3_from(inner->axes.col[j]), (double)graze_vec3_get(inner->half, j));
    return holds(outer, wide3_sub(wide3_from(inner->center), wide3_from(outer->center)), edges);
}

graze_real graze_obb_volume(const graze_obb *obb) {
    vec3 h = obb->half;
    return 8 * (h.x * h.y * h.z);
}

graze_real graze_obb_area(const graze_obb *obb) {
    vec3 h = obb->half;
    return 8 * (h.x * h.y + h.y * h.z + h.z * h.x);
}
