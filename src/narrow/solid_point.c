/* SPDX-License-Identifier: MIT
 * The signed distance of a point (N3). */
#include "base/tolerance.h"
#include "convex/entry.h"
#include "narrow/complex.h"
#include "narrow/solid.h"
#include "primitive/unit.h"
#include "shape/simplex_room.h"

/* -- meshes -- */

/* Out of the shape: along the line to the nearest point, or the face's normal where the two are as good
 * as one. */
static wide3 way_out(const gz_probe *probe, const gz_nearest *near, bool inside, double error) {
    wide3 away = inside ? near->between : wide3_neg(near->between), face = {0, 0, 0};
    if (!(near->distance > error)) face = gz_probe_normal(probe, near->primitive, near->piece);
    bool solid = probe->mesh->nature == GRAZE_MESH_SOLID;
    if (wide3_max_abs(face) > 0) return !solid && wide3_dot(face, away) < 0 ? wide3_neg(face) : face;
    return gz_wide_unit(wide3_scale(away, near->distance > 0 ? 1 / near->distance : 1),
                        wide3_make(1, 0, 0));
}

static gz_depth_at mesh_depth(const gz_probe *probe, wide3 point) {
    gz_nearest near = {.distance = INFINITY};
    gz_depth_at at = {.error = gz_probe_error(probe, point)};
    gz_probe_closest(probe, point, INFINITY, &near, NULL);
    bool inside = probe->mesh->nature == GRAZE_MESH_SOLID && gz_probe_holds(probe, point);
    double margin = (double)probe->placed->margin;
    at.normal = way_out(probe, &near, inside, at.error);
    at.sd = (inside ? -near.distance : near.distance) - margin;
    at.surface = wide3_add_scaled(wide3_add(point, near.between), margin, at.normal);
    at.primitive = near.primitive;
    return at;
}

static graze_status mesh_separation(const graze_placed *placed, vec3 point,
                                    graze_point_separation *out) {
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (!(vec3_max_abs(point) <= GRAZE_SHAPE_REACH / 4)) return GRAZE_OUT_OF_RANGE;
    gz_probe probe;
    gz_probe_make(placed, &probe);
    gz_depth_at at = mesh_depth(&probe, wide3_from(point));
    *out = (graze_point_separation){
        .sd = (real)at.sd,
        .lower = (real)(at.sd - at.error),
        .upper = (real)(at.sd + at.error),
        .on_surface = wide3_round(at.surface),
        .normal = wide3_round(at.normal),
        .primitive = at.primitive,
        .end = at.sd > at.error    ? GRAZE_CONVERGED
               : at.sd < -at.error ? GRAZE_OVERLAP
                                   : GRAZE_TOUCHING,
    };
    return GRAZE_OK;
}

/* -- all others -- */

static graze_status convex_separation(const graze_placed *placed, vec3 point,
                                      const graze_options *options, graze_point_separation *out) {
    gz_simplex_room room;
    vec3 origin = vec3_make(0, 0, 0);
    graze_placed other = {gz_simplex_place(&room, &origin, 1), graze_pose_at(point.x, point.y, point.z),
                          0};
    graze_signed_separation found;
    graze_status status = graze_signed_distance(placed, &other, options, NULL, &found);
    if (status != GRAZE_OK) return status;
    *out = (graze_point_separation){.sd = found.sd,
                                    .lower = found.lower,
                                    .upper = found.upper,
                                    .on_surface = found.point_a,
                                    .normal = found.normal,
                                    .end = found.end};
    return GRAZE_OK;
}

/* -- either -- */

void gz_body_make(const graze_placed *placed, gz_body *body) {
    body->placed = placed;
    body->mesh = gz_mesh_of(placed->shape) != NULL;
    if (body->mesh) gz_probe_make(placed, &body->probe);
}

gz_depth_at gz_body_depth(const gz_body *body, wide3 point) {
    if (body->mesh) return mesh_depth(&body->probe, point);
    graze_point_separation found;
    gz_depth_at at = {.sd = INFINITY, .normal = {1, 0, 0}, .surface = point};
    if (convex_separation(body->placed, wide3_round(point), NULL, &found) != GRAZE_OK) return at;
    at.sd = (double)found.sd;
    at.error = ((double)found.upper - (double)found.lower) / 2;
    at.normal = wide3_from(found.normal);
    at.surface = wide3_from(found.on_surface);
    return at;
}

graze_status graze_point_signed_distance(const graze_placed *placed, graze_vec3 point,
                                         const graze_options *options, graze_point_separation *out) {
    if (!out || !placed || !placed->shape || !vec3_is_finite(point)) return GRAZE_INVALID_ARGUMENT;
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    if (gz_mesh_of(placed->shape)) return mesh_separation(placed, point, out);
    if (gz_is_complex(placed->shape))
        return gz_complex_point_signed_distance(placed, point, options, out);
    return convex_separation(placed, point, options, out);
}
