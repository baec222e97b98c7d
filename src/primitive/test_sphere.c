/* SPDX-License-Identifier: MIT
 * Spheres: is the nearest point of the other within the radius? (B:1635-1659, 1738-1768, 1848-1874,
 * 2321-2401.) */
#include "graze/primitive.h"
#include "math/scale.h"
#include "primitive/check.h"
#include "primitive/closest.h"
#include "primitive/fit.h"

static bool within(wide3 v, double radius) { return wide3_length_squared(v) <= radius * radius; }

graze_status graze_test_sphere_sphere(const graze_sphere *a, const graze_sphere *b, bool *hit) {
    if (!gz_sphere_is_valid(a) || !gz_sphere_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    double ra = (double)a->radius, rb = (double)b->radius;
    wide3 center = wide3_from(b->center), v;
    double scale = gz_fit(&center, 1, wide3_from(a->center), ra > rb ? ra : rb, &v);
    *hit = within(v, ra * scale + rb * scale);
    return GRAZE_OK;
}

graze_status graze_test_sphere_aabb(const graze_sphere *a, const graze_aabb *b, bool *hit) {
    if (!gz_sphere_is_valid(a) || !gz_aabb_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide3 corner[2] = {wide3_from(b->lo), wide3_from(b->hi)}, p[2];
    double scale = gz_fit(corner, 2, wide3_from(a->center), (double)a->radius, p);
    *hit = within(gz_closest_in_box(p[0], p[1]), (double)a->radius * scale);
    return GRAZE_OK;
}

graze_status graze_test_sphere_obb(const graze_sphere *a, const graze_obb *b, bool *hit) {
    if (!gz_sphere_is_valid(a) || !gz_obb_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide_mat3 axes = wide_mat3_from(&b->axes);
    wide3 center = wide3_from(a->center), half = wide3_from(b->half), v;
    double radius = (double)a->radius, most = wide3_max_abs(half);
    double scale = gz_fit(&center, 1, wide3_from(b->center), radius > most ? radius : most, &v);
    wide3 local = wide_mat3_tmul_vec(&axes, v);
    half = wide3_scale(half, scale);
    *hit = within(gz_closest_in_box(wide3_sub(wide3_neg(half), local), wide3_sub(half, local)),
                  radius * scale);
    return GRAZE_OK;
}

graze_status graze_test_sphere_segment(const graze_sphere *a, const graze_segment *b, bool *hit) {
    if (!gz_sphere_is_valid(a) || !gz_segment_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide3 end[2] = {wide3_from(b->a), wide3_from(b->b)}, p[2];
    double scale = gz_fit(end, 2, wide3_from(a->center), (double)a->radius, p);
    *hit = within(gz_closest_on_segment(p[0], p[1]), (double)a->radius * scale);
    return GRAZE_OK;
}

graze_status graze_test_sphere_ray(const graze_sphere *a, const graze_ray *b, bool *hit) {
    if (!gz_sphere_is_valid(a) || !gz_ray_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide3 origin = wide3_from(b->origin), p;
    double scale = gz_fit(&origin, 1, wide3_from(a->center), (double)a->radius, &p);
    int exponent;
    wide3 direction = gz_fit_direction(b->direction, &exponent);
    double max_t = (double)b->max_t * scale;
    if (exponent) max_t = gz_scale_double(max_t, exponent);
    *hit = within(gz_closest_on_ray(p, direction, max_t), (double)a->radius * scale);
    return GRAZE_OK;
}

graze_status graze_test_sphere_triangle(const graze_sphere *a, const graze_triangle *b, bool *hit) {
    if (!gz_sphere_is_valid(a) || !gz_triangle_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide3 corner[3] = {wide3_from(b->p[0]), wide3_from(b->p[1]), wide3_from(b->p[2])}, p[3];
    double scale = gz_fit(corner, 3, wide3_from(a->center), (double)a->radius, p);
    *hit = within(gz_closest_on_triangle(p), (double)a->radius * scale);
    return GRAZE_OK;
}
