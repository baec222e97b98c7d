/* SPDX-License-Identifier: MIT
 * What the public header asks of one tree: thin uses of the walks. */
#include "bounds/check.h"
#include "primitive/check.h"
#include "tree/walk_box.h"
#include "tree/walk_ray.h"

typedef struct visitor {
    graze_tree_visit visit;
    void *user;
} visitor;

GZ_INLINE graze_flow visit_leaf(void *user, const uint32_t *items, uint32_t count) {
    const visitor *v = user;
    for (uint32_t i = 0; i < count; ++i)
        if (v->visit(v->user, items[i]) == GRAZE_STOP) return GRAZE_STOP;
    return GRAZE_CONTINUE;
}

GZ_DEFINE_BALL_WALK(walk_box, box, visit_leaf)
GZ_DEFINE_BALL_WALK(walk_sphere, ball, visit_leaf)

graze_status graze_tree_overlap_box(const graze_tree *tree, const graze_aabb *box,
                                    graze_tree_visit visit, void *user, graze_tree_counts *counts) {
    if (!tree || !visit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_aabb_check(box);
    if (status != GRAZE_OK) return status;
    const double lo[3] = {(double)box->lo.x, (double)box->lo.y, (double)box->lo.z};
    const double hi[3] = {(double)box->hi.x, (double)box->hi.y, (double)box->hi.z};
    const gz_tree_ball in_units = gz_tree_ball_of_box(tree, lo, hi);
    visitor v = {visit, user};
    walk_box(tree, &in_units, &v, counts);
    return GRAZE_OK;
}

graze_status graze_tree_overlap_sphere(const graze_tree *tree, const graze_sphere *sphere,
                                       graze_tree_visit visit, void *user, graze_tree_counts *counts) {
    if (!tree || !visit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_sphere_check(sphere);
    if (status != GRAZE_OK) return status;
    const double center[3] = {(double)sphere->center.x, (double)sphere->center.y,
                              (double)sphere->center.z};
    const gz_tree_ball in_units = gz_tree_ball_make(tree, center, (double)sphere->radius);
    visitor v = {visit, user};
    walk_sphere(tree, &in_units, &v, counts);
    return GRAZE_OK;
}

typedef struct ray_visitor {
    graze_tree_visit_ray visit;
    void *user;
    graze_real max_t;
} ray_visitor;

GZ_INLINE graze_flow visit_ray_leaf(void *user, const gz_tree_ray *ray, const uint32_t *items,
                                    uint32_t count, float *max_t) {
    ray_visitor *v = user;
    graze_real before = v->max_t;
    graze_flow flow = GRAZE_CONTINUE;
    for (uint32_t i = 0; i < count && flow != GRAZE_STOP; ++i)
        flow = v->visit(v->user, items[i], &v->max_t);
    if (v->max_t < before) *max_t = gz_tree_ray_time(ray, (double)v->max_t);
    return flow;
}

GZ_DEFINE_RAY_WALK(walk_ray, visit_ray_leaf)

graze_status graze_tree_cast_ray(const graze_tree *tree, const graze_ray *ray,
                                 graze_tree_visit_ray visit, void *user, graze_tree_counts *counts) {
    if (!tree || !visit || !gz_ray_is_valid(ray)) return GRAZE_INVALID_ARGUMENT;
    const double origin[3] = {(double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z};
    const double direction[3] = {(double)ray->direction.x, (double)ray->direction.y,
                                 (double)ray->direction.z};
    gz_tree_ray in_units;
    gz_tree_ray_make(tree, origin, direction, (double)ray->max_t, &in_units);
    ray_visitor v = {visit, user, ray->max_t};
    walk_ray(tree, &in_units, &v, counts);
    return GRAZE_OK;
}
