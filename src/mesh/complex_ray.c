/* SPDX-License-Identifier: MIT
 * Rays at compounds, and at height fields with a margin: part by part. */
#include "mesh/complex_ray.h"

#include "base/tolerance.h"
#include "mesh/height_field.h"
#include "mesh/view.h"
#include "shape/placed.h"

/* -- boxes -- */

static bool is_finite(wide3 v) { return v.x - v.x == 0 && v.y - v.y == 0 && v.z - v.z == 0; }

graze_status gz_complex_ray_make(const graze_placed *placed, const graze_ray *ray,
                                 gz_complex_ray *out) {
    double inverse[3][3];
    gz_mesh_invert(&placed->pose.basis, inverse);
    out->placed = *placed;
    out->world = *ray;
    out->shift = placed->pose.origin;
    out->placed.pose.origin = vec3_zero();
    out->world.origin = vec3_sub(ray->origin, out->shift);
    wide3 o = gz_mesh_turn_back(inverse, wide3_from(out->world.origin));
    wide3 d = gz_mesh_turn_back(inverse, wide3_from(ray->direction));
    if (!is_finite(o) || !is_finite(d)) return GRAZE_OUT_OF_RANGE;
    out->origin[0] = o.x, out->origin[1] = o.y, out->origin[2] = o.z;
    out->direction[0] = d.x, out->direction[1] = d.y, out->direction[2] = d.z;
    double stretch = (double)gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE);
    double size = stretch * (double)placed->shape->reach + (double)placed->margin +
                  (double)vec3_max_abs(out->world.origin);
    double wide = (double)placed->margin + 2 * (double)GZ_ERROR_PAIR * (double)GRAZE_EPSILON * size;
    for (int k = 0; k < 3; ++k)
        out->grow[k] = wide * wide3_length(wide3_make(inverse[k][0], inverse[k][1], inverse[k][2]));
    return GRAZE_OK;
}

double gz_complex_ray_time(const gz_complex_ray *ray, const double lo[3], const double hi[3]) {
    double enter = 0, leave = INFINITY;
    for (int k = 0; k < 3; ++k) {
        double below = (lo[k] - ray->origin[k]) - ray->grow[k];
        double above = (hi[k] - ray->origin[k]) + ray->grow[k], speed = ray->direction[k];
        if (speed == 0) {
            if (below > 0 || above < 0) return INFINITY;
            continue;
        }
        double first = (speed > 0 ? below : above) / speed, last = (speed > 0 ? above : below) / speed;
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    enter *= 1 - 0x1p-40;
    return enter <= leave * (1 + 0x1p-40) ? enter : INFINITY;
}

static double time_of_box(const void *user, const double lo[3], const double hi[3]) {
    return gz_complex_ray_time(user, lo, hi); /* the searches' data begin with the ray */
}

/* -- hits -- */

typedef struct ray_search {
    gz_complex_ray ray;
    graze_faces faces;
    graze_mesh_hit best;
    graze_mesh_visit_hit visit;
    void *user;
    uint32_t part;
    graze_flow flow;
    graze_status status;
    graze_tree_counts counts;
} ray_search;

static graze_mesh_hit in_place(const ray_search *s, graze_mesh_hit hit, uint32_t part) {
    hit.primitive = part;
    hit.point = vec3_add(hit.point, s->ray.shift);
    return hit;
}

static graze_flow ask_closest(void *user, uint32_t part, double *limit) {
    ray_search *s = user;
    gz_simplex_room room;
    graze_mesh_hit hit;
    graze_placed placed = gz_complex_part(&s->ray.placed, part, &room);
    s->status = graze_ray_closest(&placed, &s->ray.world, s->faces, &hit, &s->counts);
    if (s->status != GRAZE_OK) return GRAZE_STOP;
    const graze_mesh_hit *best = &s->best;
    if (!hit.hit || (best->hit && !(hit.t < best->t || (hit.t == best->t && part < best->primitive))))
        return GRAZE_CONTINUE;
    s->best = in_place(s, hit, part);
    *limit = (double)hit.t;
    return GRAZE_CONTINUE;
}

static graze_flow ask_any(void *user, uint32_t part, double *limit) {
    (void)limit;
    ray_search *s = user;
    gz_simplex_room room;
    graze_placed placed = gz_complex_part(&s->ray.placed, part, &room);
    s->status = graze_ray_any(&placed, &s->ray.world, s->faces, &s->best.hit, &s->counts);
    return s->status != GRAZE_OK || s->best.hit ? GRAZE_STOP : GRAZE_CONTINUE;
}

static graze_flow tell(void *user, const graze_mesh_hit *hit) {
    ray_search *s = user;
    graze_mesh_hit told = in_place(s, *hit, s->part);
    s->flow = s->visit(s->user, &told);
    return s->flow;
}

static graze_flow ask_all(void *user, uint32_t part, double *limit) {
    (void)limit;
    ray_search *s = user;
    gz_simplex_room room;
    graze_placed placed = gz_complex_part(&s->ray.placed, part, &room);
    s->part = part;
    s->status = graze_ray_all(&placed, &s->ray.world, s->faces, tell, s, &s->counts);
    return s->status == GRAZE_OK ? s->flow : GRAZE_STOP;
}

static graze_status run(ray_search *s, const graze_placed *placed, const graze_ray *ray,
                        graze_flow (*visit)(void *, uint32_t, double *), graze_tree_counts *counts) {
    graze_status status = gz_complex_ray_make(placed, ray, &s->ray);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = placed->shape,
                                .limit = (double)ray->max_t,
                                .bound = time_of_box,
                                .visit = visit,
                                .user = s};
    gz_complex_search_run(&search);
    if (s->status == GRAZE_OK && counts) {
        counts->nodes += search.counts.nodes + s->counts.nodes;
        counts->box_tests += search.counts.box_tests + s->counts.box_tests;
        counts->items += search.counts.items;
    }
    return s->status;
}

/* Without a margin a height field is asked exactly, as a mesh is. */
static bool is_plain_field(const graze_placed *placed) {
    return placed->shape->kind == GRAZE_SHAPE_HEIGHT_FIELD && !(placed->margin > 0);
}

graze_status gz_complex_ray_closest(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                                    graze_mesh_hit *out, graze_tree_counts *counts) {
    if (is_plain_field(placed)) return gz_height_field_ray_closest(placed, ray, faces, out, counts);
    ray_search s = {.faces = faces};
    graze_status status = run(&s, placed, ray, ask_closest, counts);
    if (status == GRAZE_OK) *out = s.best;
    return status;
}

graze_status gz_complex_ray_any(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                                bool *hit, graze_tree_counts *counts) {
    if (is_plain_field(placed)) return gz_height_field_ray_any(placed, ray, faces, hit, counts);
    ray_search s = {.faces = faces};
    graze_status status = run(&s, placed, ray, ask_any, counts);
    if (status == GRAZE_OK) *hit = s.best.hit;
    return status;
}

graze_status gz_complex_ray_all(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                                graze_mesh_visit_hit visit, void *user, graze_tree_counts *counts) {
    if (is_plain_field(placed)) return gz_height_field_ray_all(placed, ray, faces, visit, user, counts);
    ray_search s = {.faces = faces, .visit = visit, .user = user};
    return run(&s, placed, ray, ask_all, counts);
}
