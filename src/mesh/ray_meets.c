/* SPDX-License-Identifier: MIT
 * A ray and one primitive, and what a hit looks like. */
#include "base/tolerance.h"
#include "mesh/ray.h"
#include "mesh/view.h"
#include "primitive/closest.h"
#include "primitive/ray_hit.h"

static gz_span_triangle span_triangle(const double p[3][3]) {
    gz_span_triangle t;
    for (int c = 0; c < 3; ++c) t.p[c] = (gz_end){{p[c][0], p[c][1], p[c][2]}, false};
    return t;
}

bool gz_mesh_ray_meets_exactly(const gz_mesh_ray *ray, const double p[3][3], gz_mesh_found *found) {
    gz_span_triangle triangle = span_triangle(p);
    gz_triangle_hit hit;
    if (!gz_ray_meets_triangle(&ray->local, &triangle, ray->faces, &hit)) return false;
    found->t = hit.enter;
    found->front = hit.front;
    found->sure = false;
    return true;
}

/* -- rounded primitives and polytopes, in the world -- */

/* Of a rounded triangle the front is that of the triangle. */
static bool faces_ray(const gz_mesh_ray *ray, const gz_mesh_group *group, uint32_t primitive,
                      uint32_t k) {
    double p[3][3];
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) return true;
    gz_mesh_piece_corners(ray->mesh, group, primitive, k, p);
    gz_span_triangle t = span_triangle(p);
    double start = gz_side3(&t.p[0], &t.p[1], &t.p[2], &ray->local.span.a);
    return start > 0 || (start == 0 && gz_side3(&t.p[0], &t.p[1], &t.p[2], &ray->local.span.b) < 0);
}

static bool cast_at(gz_mesh_ray *ray, const gz_mesh_group *group, uint32_t primitive, uint32_t k,
                    graze_cast_result *result) {
    gz_simplex_room room;
    graze_placed piece = gz_mesh_place_piece(ray->placed, group, primitive, k, &room);
    graze_status status = graze_ray_cast(&piece, ray->world, NULL, result);
    if (status != GRAZE_OK) ray->status = status;
    return status == GRAZE_OK && result->hit;
}

static bool meets_rounded(gz_mesh_ray *ray, const gz_mesh_group *group, uint32_t primitive, uint32_t k,
                          gz_mesh_found *found) {
    bool flat = group->kind != GRAZE_PRIMITIVE_POLYTOPE && group->kind != GRAZE_PRIMITIVE_POINT &&
                group->kind != GRAZE_PRIMITIVE_SEGMENT;
    found->front = faces_ray(ray, group, primitive, k);
    if (flat && ray->faces == GRAZE_FACES_FRONT && !found->front) return false;
    graze_cast_result result;
    if (!cast_at(ray, group, primitive, k, &result)) return false;
    found->t = (double)result.t;
    found->sure = false;
    return true;
}

bool gz_mesh_ray_meets(gz_mesh_ray *ray, uint32_t primitive, gz_mesh_found *found) {
    const gz_mesh_group *group = gz_mesh_group_of(ray->mesh, primitive);
    bool rounded = ray->placed->margin > 0 || group->kind == GRAZE_PRIMITIVE_POLYTOPE, hit = false;
    graze_faces faces = ray->faces;
    /* Points and segments have no front. */
    if (group->kind == GRAZE_PRIMITIVE_POINT || group->kind == GRAZE_PRIMITIVE_SEGMENT)
        ray->faces = GRAZE_FACES_BOTH;
    uint32_t count = gz_mesh_piece_count(group, primitive);
    for (uint32_t k = 0; k < count; ++k) {
        gz_mesh_found piece = {.primitive = primitive, .piece = k};
        double p[3][3];
        if (!rounded) gz_mesh_piece_corners(ray->mesh, group, primitive, k, p);
        bool met = rounded ? meets_rounded(ray, group, primitive, k, &piece)
                           : gz_mesh_ray_meets_exactly(ray, p, &piece);
        if (!met || (hit && !(piece.t < found->t))) continue;
        *found = piece;
        hit = true;
    }
    ray->faces = faces;
    return hit;
}

/* -- what the caller is told -- */

/* A normal of the mesh's space in the world, unit. */
static vec3 world_normal(const gz_mesh_ray *ray, wide3 n) {
    const double(*m)[3] = ray->inverse;
    wide3 turned = {(m[0][0] * n.x + m[1][0] * n.y) + m[2][0] * n.z,
                    (m[0][1] * n.x + m[1][1] * n.y) + m[2][1] * n.z,
                    (m[0][2] * n.x + m[1][2] * n.y) + m[2][2] * n.z};
    return wide3_round(gz_wide_unit(turned, wide3_make(0, 0, 0)));
}

static wide3 nearest_to_origin(const wide3 p[3]) {
    wide3 best = p[0];
    for (int k = 1; k < 3; ++k)
        if (wide3_length_squared(p[k]) < wide3_length_squared(best)) best = p[k];
    return best;
}

/* The ray passes clearly through. Where, the kernel has said as well as can be, unless the triangle is
 * so thin that its normal needs care: then the plane is asked again, seen from its nearest corner. */
static double pass_through(const gz_mesh_ray *ray, const double corner[3][3],
                           const gz_mesh_found *found, wide3 *normal) {
    wide3 p[3];
    for (int c = 0; c < 3; ++c) p[c] = wide3_make(corner[c][0], corner[c][1], corner[c][2]);
    wide3 u = wide3_sub(p[1], p[0]), v = wide3_sub(p[2], p[0]), n = wide3_cross(u, v);
    double t = found->t;
    if (!(wide3_length_squared(n) >
          GZ_CROSS_LOSS * wide3_length_squared(u) * wide3_length_squared(v))) {
        for (int c = 0; c < 3; ++c) p[c] = wide3_sub(p[c], ray->local.origin);
        n = gz_triangle_normal(p);
        t = wide3_dot(n, nearest_to_origin(p)) / wide3_dot(n, ray->local.direction);
    }
    *normal = found->front ? n : wide3_neg(n);
    t = t > 0 ? t : 0;
    double max_t = (double)ray->world->max_t;
    return t < max_t ? t : max_t;
}

static graze_status finish_rounded(const gz_mesh_ray *ray, const gz_mesh_group *group,
                                   const gz_mesh_found *found, graze_mesh_hit *out) {
    gz_mesh_ray copy = *ray;
    graze_cast_result result;
    if (!cast_at(&copy, group, found->primitive, found->piece, &result)) return copy.status;
    *out =
        (graze_mesh_hit){true, found->primitive, result.t, result.point, result.normal, found->front};
    return GRAZE_OK;
}

graze_status gz_mesh_ray_finish(const gz_mesh_ray *ray, const gz_mesh_found *found,
                                graze_mesh_hit *out) {
    const gz_mesh_group *group = gz_mesh_group_of(ray->mesh, found->primitive);
    if (ray->placed->margin > 0 || group->kind == GRAZE_PRIMITIVE_POLYTOPE)
        return finish_rounded(ray, group, found, out);
    double p[3][3];
    gz_mesh_piece_corners(ray->mesh, group, found->primitive, found->piece, p);
    return gz_mesh_ray_finish_piece(ray, p, found, out);
}

graze_status gz_mesh_ray_finish_piece(const gz_mesh_ray *ray, const double p[3][3],
                                      const gz_mesh_found *found, graze_mesh_hit *out) {
    double t = found->t;
    wide3 normal = {0, 0, 0};
    if (found->sure) {
        t = pass_through(ray, p, found, &normal);
    } else {
        gz_span_triangle triangle = span_triangle(p);
        gz_triangle_hit hit;
        if (gz_ray_meets_triangle(&ray->local, &triangle, GRAZE_FACES_BOTH, &hit) && !hit.inside)
            normal = hit.normal;
    }
    wide3 point =
        wide3_add_scaled(wide3_from(ray->world->origin), t, wide3_from(ray->world->direction));
    *out = (graze_mesh_hit){.hit = true,
                            .primitive = found->primitive,
                            .t = (real)t,
                            .point = wide3_round(point),
                            .normal = world_normal(ray, normal),
                            .front = found->front};
    bool fits = t <= (double)GRAZE_REAL_MAX && vec3_is_finite(out->point);
    return fits ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}
