/* SPDX-License-Identifier: MIT
 * Spheres round other volumes. A sphere's radius is measured from its rounded centre. */
#include "bounds/check.h"
#include "bounds/outward.h"
#include "bounds/overlap.h"
#include "bounds/point_ball.h"
#include "graze/bounds.h"

#define PI 3.14159265358979323846

bool graze_sphere_overlaps(const graze_sphere *a, const graze_sphere *b) {
    return gz_overlap_spheres(a, b);
}

/* The distance of two points, and a length on top, rounded up: at least that. */
static real reach_up(vec3 from, vec3 to, real more) {
    real way = graze_vec3_equal(from, to) ? 0 : gz_round_up(vec3_length(vec3_sub(to, from)));
    return gz_add_up(way, more);
}

graze_status graze_sphere_around(const void *points, size_t count, size_t stride, graze_vec3 center,
                                 graze_sphere *out) {
    gz_strided s;
    graze_aabb box;
    if (!out || !vec3_is_finite(center)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_strided_make(points, count, stride, &s, &box);
    if (status != GRAZE_OK) return status;
    if (!gz_is_in_reach(center, 0)) return GRAZE_OUT_OF_RANGE;
    *out = (graze_sphere){center, gz_point_reach(&s, center)};
    return GRAZE_OK;
}

graze_status graze_sphere_from_aabb(const graze_aabb *box, graze_sphere *out) {
    graze_aabb_centered form;
    graze_status status = out ? graze_aabb_to_centered(box, &form) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    *out = (graze_sphere){form.center, reach_up(vec3_zero(), form.extent, 0)};
    return GRAZE_OK;
}

/* The corners are as far away as their coordinates along the axes say, but for how far those are from
 * orthonormal. */
graze_status graze_sphere_from_obb(const graze_obb *obb, graze_sphere *out) {
    graze_status status = out ? gz_obb_check(obb) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    real reach = reach_up(vec3_zero(), obb->half, 0);
    *out = (graze_sphere){obb->center, gz_round_up(reach * (1 + GZ_BOUNDS_AXES * GRAZE_EPSILON))};
    if (reach == 0) out->radius = 0;
    return GRAZE_OK;
}

bool graze_sphere_contains(const graze_sphere *outer, const graze_sphere *inner) {
    return vec3_length(vec3_sub(inner->center, outer->center)) + inner->radius <= outer->radius;
}

bool graze_sphere_contains_point(const graze_sphere *sphere, graze_vec3 x) {
    return vec3_length(vec3_sub(x, sphere->center)) <= sphere->radius;
}

graze_status graze_sphere_merge(const graze_sphere *a, const graze_sphere *b, graze_sphere *out) {
    graze_status status = out ? gz_sphere_check(a) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_sphere_check(b);
    if (status != GRAZE_OK) return status;
    wide3 from = wide3_from(a->center), way = wide3_sub(wide3_from(b->center), from);
    double apart = wide3_length(way), ra = (double)a->radius, rb = (double)b->radius;
    if (apart + rb <= ra || apart + ra <= rb) { /* one lies in the other, up to rounding */
        const graze_sphere *large = ra >= rb ? a : b, *small = ra >= rb ? b : a;
        real reach = reach_up(large->center, small->center, small->radius);
        *out = (graze_sphere){large->center, graze_max(large->radius, apart > 0 ? reach : 0)};
        return GRAZE_OK;
    }
    vec3 center = wide3_round(wide3_add_scaled(from, ((apart + rb) - ra) / 2 / apart, way));
    *out = (graze_sphere){center, graze_max(reach_up(center, a->center, a->radius),
                                            reach_up(center, b->center, b->radius))};
    return GRAZE_OK;
}

/* A bound of what the basis stretches lengths by, tight for rotations and for scalings along the axes:
 * the square root of the largest sum of absolute values in a row of B^T B. */
static double stretch_of(const mat3 *basis) {
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int j = 0; j < 3; ++j)
            sum += fabs(wide3_dot(wide3_from(basis->col[i]), wide3_from(basis->col[j])));
        most = sum > most ? sum : most;
    }
    return sqrt(most) * (1 + GZ_BOUNDS_ROUNDING);
}

graze_status graze_sphere_transform(const graze_pose *pose, const graze_sphere *sphere,
                                    graze_sphere *out) {
    graze_status status = out ? graze_pose_check(pose) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_sphere_check(sphere);
    if (status != GRAZE_OK) return status;
    wide3 exact =
        wide3_add(wide3_turn(&pose->basis, wide3_from(sphere->center)), wide3_from(pose->origin));
    vec3 center = wide3_round(exact);
    double stretch = stretch_of(&pose->basis);
    double moved = wide3_length(wide3_sub(wide3_from(center), exact));
    double size = stretch * (double)vec3_length(sphere->center) + (double)vec3_length(pose->origin);
    double slack = moved + 2 * GZ_BOUNDS_ROUNDING * (size + moved);
    graze_sphere image = {center, gz_outward_up(stretch * (double)sphere->radius, slack)};
    if (!vec3_is_finite(center) || !graze_is_finite(image.radius)) return GRAZE_OUT_OF_RANGE;
    *out = image;
    return GRAZE_OK;
}

graze_real graze_sphere_volume(const graze_sphere *sphere) {
    real r = sphere->radius;
    return (real)(4 * PI / 3) * (r * r * r);
}

graze_real graze_sphere_area(const graze_sphere *sphere) {
    return (real)(4 * PI) * (sphere->radius * sphere->radius);
}
