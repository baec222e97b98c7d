/* SPDX-License-Identifier: MIT */
#include "bounds/obb_slabs.h"

#include <float.h>

#include "bounds/outward.h"

gz_obb_slabs gz_obb_slabs_make(const wide_mat3 *axes, vec3 origin) {
    gz_obb_slabs slabs = {
        {{wide3_round(axes->col[0]), wide3_round(axes->col[1]), wide3_round(axes->col[2])}},
        origin,
        {DBL_MAX, DBL_MAX, DBL_MAX},
        {-DBL_MAX, -DBL_MAX, -DBL_MAX},
        0};
    return slabs;
}

static void add(gz_obb_slabs *slabs, int i, double lo, double hi, double size) {
    if (lo < slabs->lo[i]) slabs->lo[i] = lo;
    if (hi > slabs->hi[i]) slabs->hi[i] = hi;
    if (size > slabs->size) slabs->size = size;
}

void gz_obb_slabs_add_point(gz_obb_slabs *slabs, vec3 p) {
    wide3 from = wide3_sub(wide3_from(p), wide3_from(slabs->origin));
    wide3 at = wide3_turn_back(&slabs->axes, from);
    double size = fabs(from.x) + fabs(from.y) + fabs(from.z);
    add(slabs, 0, at.x, at.x, size);
    add(slabs, 1, at.y, at.y, size);
    add(slabs, 2, at.z, at.z, size);
}

void gz_obb_slabs_add_box(gz_obb_slabs *slabs, const graze_obb *box) {
    wide3 from = wide3_sub(wide3_from(box->center), wide3_from(slabs->origin));
    wide3 half = wide3_from(box->half);
    double size = fabs(from.x) + fabs(from.y) + fabs(from.z) + 2 * (half.x + half.y + half.z);
    for (int i = 0; i < 3; ++i) {
        wide3 axis = wide3_from(slabs->axes.col[i]);
        wide3 along = wide3_turn_back(&box->axes, axis);
        double middle = wide3_dot(axis, from);
        double reach = fabs(along.x) * half.x + fabs(along.y) * half.y + fabs(along.z) * half.z;
        add(slabs, i, middle - reach, middle + reach, size);
    }
}

double gz_obb_slabs_volume(const gz_obb_slabs *slabs, double size) {
    double volume = 1;
    for (int i = 0; i < 3; ++i) volume *= (slabs->hi[i] - slabs->lo[i]) / size;
    return volume;
}

graze_status gz_obb_slabs_box(const gz_obb_slabs *slabs, graze_obb *out) {
    const mat3 *axes = &slabs->axes;
    wide3 middle = wide3_make((slabs->lo[0] + slabs->hi[0]) / 2, (slabs->lo[1] + slabs->hi[1]) / 2,
                              (slabs->lo[2] + slabs->hi[2]) / 2);
    wide3 origin = wide3_from(slabs->origin);
    vec3 center = wide3_round(wide3_add(origin, wide3_turn(axes, middle)));
    wide3 moved = wide3_turn_back(axes, wide3_sub(wide3_from(center), origin));
    const double at[3] = {moved.x, moved.y, moved.z};
    double reach[3], sum = 0;
    for (int i = 0; i < 3; ++i) {
        double above = slabs->hi[i] - at[i], below = at[i] - slabs->lo[i];
        reach[i] = above > below ? above : below;
        sum += reach[i];
    }
    double slack =
        (double)(GZ_BOUNDS_AXES * GRAZE_EPSILON) * sum + 2 * GZ_BOUNDS_ROUNDING * slabs->size;
    vec3 half = vec3_make(gz_outward_up(reach[0], slack), gz_outward_up(reach[1], slack),
                          gz_outward_up(reach[2], slack));
    if (!vec3_is_finite(center) || !vec3_is_finite(half)) return GRAZE_OUT_OF_RANGE;
    *out = (graze_obb){center, *axes, half};
    return GRAZE_OK;
}

bool gz_orthonormal_axes(const mat3 *given, wide_mat3 *axes) {
    if (!given || !graze_mat3_is_finite(given)) return false;
    wide_mat3 m = wide_mat3_from(given);
    const double slack = (double)GZ_ROTATION;
    for (int i = 0; i < 3; ++i) {
        if (!(fabs(wide3_length_squared(m.col[i]) - 1) <= 2 * slack)) return false;
        if (!(fabs(wide3_dot(m.col[i], m.col[(i + 1) % 3])) <= slack)) return false;
    }
    *axes = gz_gram_schmidt(&m);
    return true;
}
