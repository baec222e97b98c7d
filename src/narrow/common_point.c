/* SPDX-License-Identifier: MIT
 * Where two primitives meet that are known to. */
#include "convex/entry.h"
#include "narrow/mesh_query.h"
#include "primitive/span.h"
#include "shape/simplex_room.h"

/* The value of the orientation of p and a triangle as it is computed, and what it may be off. */
typedef struct height {
    double value, error;
} height;

static height height_above(const double t[3][3], const double p[3]) {
    wide3 u = wide3_make(t[1][0] - t[0][0], t[1][1] - t[0][1], t[1][2] - t[0][2]);
    wide3 v = wide3_make(t[2][0] - t[0][0], t[2][1] - t[0][1], t[2][2] - t[0][2]);
    wide3 w = wide3_make(p[0] - t[0][0], p[1] - t[0][1], p[2] - t[0][2]);
    double size = fabs(w.x) * (fabs(u.y * v.z) + fabs(u.z * v.y)) +
                  fabs(w.y) * (fabs(u.z * v.x) + fabs(u.x * v.z)) +
                  fabs(w.z) * (fabs(u.x * v.y) + fabs(u.y * v.x));
    return (height){wide3_dot(w, wide3_cross(u, v)), GZ_ORIENT3D_FILTER * size + GZ_ORIENT_FLOOR};
}

static gz_end end_at(const double p[3]) { return (gz_end){{p[0], p[1], p[2]}, false}; }

/* Where an edge of s crosses t, if one does clearly: the point is then off by less than limit. */
static bool crossing(const double s[3][3], const double t[3][3], double limit, double point[3]) {
    gz_span_triangle triangle = {{end_at(t[0]), end_at(t[1]), end_at(t[2])}};
    for (int i = 0; i < 3; ++i) {
        const double *p = s[i], *q = s[i == 2 ? 0 : i + 1];
        gz_span edge = {end_at(p), end_at(q)};
        height a = height_above(t, p), b = height_above(t, q);
        double rise = fabs(a.value - b.value), error = a.error + b.error;
        double length = wide3_length(wide3_make(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
        if (!(error * length < limit * rise) || (a.value > 0) == (b.value > 0)) continue;
        if (!gz_span_meets_triangle(&edge, &triangle)) continue;
        double share = fabs(a.value) / rise;
        for (int k = 0; k < 3; ++k) point[k] = p[k] + share * (q[k] - p[k]);
        return true;
    }
    return false;
}

/* Two triangles, in the space of A. */
static bool triangles_cross(const gz_mesh_query *query, uint32_t a, uint32_t b, vec3 *out) {
    const gz_mesh *mesh_a = gz_mesh_of(query->a->shape), *mesh_b = gz_mesh_of(query->b->shape);
    const gz_mesh_group *group_a = gz_mesh_group_of(mesh_a, a), *group_b = gz_mesh_group_of(mesh_b, b);
    if (group_a->kind != GRAZE_PRIMITIVE_TRIANGLE || group_b->kind != GRAZE_PRIMITIVE_TRIANGLE)
        return false;
    gz_affine pose_a = gz_affine_of_pose(&query->a->pose), pose_b = gz_affine_of_pose(&query->b->pose);
    gz_affine b_in_a = gz_affine_relative(&pose_a, &pose_b);
    double s[3][3], t[3][3], point[3], world[3];
    gz_mesh_triangle(mesh_a, group_a, a, s);
    gz_mesh_triangle(mesh_b, group_b, b, t);
    for (int i = 0; i < 3; ++i) gz_affine_apply(&b_in_a, t[i], t[i]);
    double limit = GZ_CROSSING_ERROR * (double)GRAZE_EPSILON * (double)mesh_a->shape.reach;
    if (!crossing(s, t, limit, point) && !crossing(t, s, limit, point)) return false;
    gz_affine_apply(&pose_a, point, world);
    *out = wide3_round(wide3_make(world[0], world[1], world[2]));
    return true;
}

/* Halfway between the nearest points of the two pieces that are nearest to each other. */
static vec3 nearest(const gz_mesh_query *query, uint32_t a, uint32_t b) {
    uint32_t count_a = gz_piece_count(query->a->shape, a), count_b = gz_piece_count(query->b->shape, b);
    const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    graze_separation least = {.distance = GRAZE_REAL_MAX};
    for (uint32_t i = 0; i < count_a; ++i)
        for (uint32_t j = 0; j < count_b; ++j) {
            gz_simplex_room room_a, room_b;
            graze_placed s = gz_piece_place(query->a, a, i, &room_a);
            graze_placed t = gz_piece_place(query->b, b, j, &room_b);
            graze_separation found;
            if (gz_convex_distance(&s, &t, &tightest, NULL, &found) == GRAZE_OK &&
                found.distance < least.distance)
                least = found;
        }
    return vec3_add_scaled(least.point_a, (real)0.5, vec3_sub(least.point_b, least.point_a));
}

graze_vec3 gz_mesh_common_point(const gz_mesh_query *query, uint32_t a, uint32_t b) {
    vec3 point;
    bool meshes = gz_mesh_of(query->a->shape) && gz_mesh_of(query->b->shape);
    if (meshes && !(gz_mesh_query_reach(query) > 0) && triangles_cross(query, a, b, &point))
        return point;
    return nearest(query, a, b);
}
