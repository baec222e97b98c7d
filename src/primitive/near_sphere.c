/* SPDX-License-Identifier: MIT
 * Distance and depth of a sphere and something (B:1635-1659, 1738-1768, 1848-1874, 2321-2401). All is
 * relative to the centre of the sphere. */
#include "base/tolerance.h"
#include "primitive/check.h"
#include "primitive/near.h"

/* x: the other's point nearest to the centre; normal: from the sphere to it. */
static graze_status put(const graze_sphere *s, double scale, wide3 x, double distance, wide3 normal,
                        graze_proximity *out) {
    double radius = (double)s->radius * scale;
    return gz_near_put(distance - radius, normal, wide3_scale(normal, radius), x, wide3_from(s->center),
                       scale, out);
}

/* Where x is the centre itself the normal is `other`. */
static graze_status put_point(const graze_sphere *s, double scale, wide3 x, wide3 other,
                              graze_proximity *out) {
    return put(s, scale, x, wide3_length(x), gz_wide_unit(x, other), out);
}

graze_status graze_near_sphere_sphere(const graze_sphere *a, const graze_sphere *b,
                                      graze_proximity *out) {
    if (!gz_sphere_is_valid(a) || !gz_sphere_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    double ra = (double)a->radius, rb = (double)b->radius;
    wide3 center = wide3_from(b->center), v;
    double scale = gz_fit(&center, 1, wide3_from(a->center), ra > rb ? ra : rb, &v);
    wide3 normal = gz_wide_unit(v, wide3_make(1, 0, 0));
    return put(a, scale, wide3_add_scaled(v, -rb * scale, normal), wide3_length(v) - rb * scale, normal,
               out);
}

/* The box lo..hi around the centre; f is where its nearest face is, in units of that face's distance.
 */
static double nearest_face(wide3 lo, wide3 hi, wide3 *f) {
    const double distance[6] = {-lo.x, hi.x, -lo.y, hi.y, -lo.z, hi.z};
    int best = 0;
    for (int k = 1; k < 6; ++k)
        if (distance[k] < distance[best]) best = k;
    double sign = best % 2 ? 1 : -1;
    *f = wide3_make(best / 2 == 0 ? sign : 0, best / 2 == 1 ? sign : 0, best / 2 == 2 ? sign : 0);
    return distance[best];
}

/* In a frame with the given axes, or the world's if NULL. A centre inside leaves through the nearest
 * face, i.e. the box moves the other way. */
static graze_status near_box(const graze_sphere *s, double scale, wide3 lo, wide3 hi,
                             const wide_mat3 *axes, graze_proximity *out) {
    wide3 x = gz_closest_in_box(lo, hi), normal;
    double distance = wide3_length(x);
    if (distance > 0) {
        normal = wide3_scale(x, 1 / distance);
    } else {
        wide3 f;
        distance = nearest_face(lo, hi, &f);
        x = wide3_scale(f, distance);
        normal = wide3_neg(f);
        distance = -distance;
    }
    if (axes) {
        x = wide_mat3_mul_vec(axes, x);
        normal = wide_mat3_mul_vec(axes, normal);
        normal = gz_wide_unit_near(normal, 1, normal);
    }
    return put(s, scale, x, distance, normal, out);
}

graze_status graze_near_sphere_aabb(const graze_sphere *a, const graze_aabb *b, graze_proximity *out) {
    if (!gz_sphere_is_valid(a) || !gz_aabb_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 corner[2] = {wide3_from(b->lo), wide3_from(b->hi)}, p[2];
    double scale = gz_fit(corner, 2, wide3_from(a->center), (double)a->radius, p);
    return near_box(a, scale, p[0], p[1], NULL, out);
}

graze_status graze_near_sphere_obb(const graze_sphere *a, const graze_obb *b, graze_proximity *out) {
    if (!gz_sphere_is_valid(a) || !gz_obb_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    wide_mat3 axes = wide_mat3_from(&b->axes);
    wide3 center = wide3_from(b->center), half = wide3_from(b->half), v;
    double radius = (double)a->radius, most = wide3_max_abs(half);
    double scale = gz_fit(&center, 1, wide3_from(a->center), radius > most ? radius : most, &v);
    wide3 local = wide_mat3_tmul_vec(&axes, v);
    half = wide3_scale(half, scale);
    return near_box(a, scale, wide3_sub(local, half), wide3_add(local, half), &axes, out);
}

graze_status graze_near_sphere_segment(const graze_sphere *a, const graze_segment *b,
                                       graze_proximity *out) {
    if (!gz_sphere_is_valid(a) || !gz_segment_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 end[2] = {wide3_from(b->a), wide3_from(b->b)}, p[2];
    double scale = gz_fit(end, 2, wide3_from(a->center), (double)a->radius, p);
    wide3 across = gz_perpendicular(wide3_sub(p[1], p[0]));
    return put_point(a, scale, gz_near_on_segment(p[0], p[1]), across, out);
}

/* The point of the edges nearest to the origin. */
static wide3 nearest_on_edges(const wide3 p[3]) {
    wide3 best = gz_near_on_segment(p[0], p[1]);
    for (int k = 1; k < 3; ++k) {
        wide3 x = gz_near_on_segment(p[k], p[k == 2 ? 0 : k + 1]);
        if (wide3_length_squared(x) < wide3_length_squared(best)) best = x;
    }
    return best;
}

static wide3 longest_side(const wide3 p[3]) {
    wide3 longest = wide3_sub(p[1], p[0]);
    for (int k = 1; k < 3; ++k) {
        wide3 side = wide3_sub(p[k == 2 ? 0 : k + 1], p[k]);
        if (wide3_length_squared(side) > wide3_length_squared(longest)) longest = side;
    }
    return longest;
}

static double farthest_corner(const wide3 p[3]) {
    double far = wide3_length(p[0]), second = wide3_length(p[1]), third = wide3_length(p[2]);
    far = second > far ? second : far;
    return third > far ? third : far;
}

static wide3 nearest_corner(const wide3 p[3]) {
    wide3 near = wide3_length_squared(p[1]) < wide3_length_squared(p[0]) ? p[1] : p[0];
    return wide3_length_squared(p[2]) < wide3_length_squared(near) ? p[2] : near;
}

/* Where roundings do not tell whether the nearest point is on an edge or in the plane, and both are the
 * same, the normal of the plane is the one to use: it supports all of the triangle. */
graze_status graze_near_sphere_triangle(const graze_sphere *a, const graze_triangle *b,
                                        graze_proximity *out) {
    if (!gz_sphere_is_valid(a) || !gz_triangle_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 corner[3] = {wide3_from(b->p[0]), wide3_from(b->p[1]), wide3_from(b->p[2])}, p[3];
    double scale = gz_fit(corner, 3, wide3_from(a->center), (double)a->radius, p);
    wide3 n = gz_triangle_normal(p);
    bool is_line = !(wide3_length_squared(n) > 0);
    wide3 upward = is_line ? gz_perpendicular(longest_side(p)) : gz_wide_unit(n, n);
    double height = wide3_dot(upward, nearest_corner(p));
    wide3 foot = wide3_scale(upward, height);
    gz_shadow shadow = is_line ? GZ_SHADOW_OUTSIDE : gz_triangle_shadow(p, n);
    if (shadow != GZ_SHADOW_INSIDE) {
        wide3 x = nearest_on_edges(p);
        bool is_foot = wide3_length(wide3_sub(x, foot)) <= 2 * GZ_NEAR_OUTSIDE * farthest_corner(p);
        if (shadow == GZ_SHADOW_OUTSIDE || !is_foot) return put_point(a, scale, x, upward, out);
    }
    return put(a, scale, foot, fabs(height), height < 0 ? wide3_neg(upward) : upward, out);
}
