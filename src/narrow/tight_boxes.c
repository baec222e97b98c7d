/* SPDX-License-Identifier: MIT */
#include "narrow/tight_boxes.h"

#include <math.h>

#include "base/tolerance.h"
#include "narrow/mesh_corners.h"

void gz_tight_begin(gz_tight *tight) {
    tight->axis = wide3_make(0, 0, 0);
    tight->turns = 0;
}

/* Forgets all boxes that were made for another frame. */
static void forget(gz_tight *tight) {
    for (int i = 0; i < GZ_TIGHT_KEPT; ++i) tight->kept_a[i].node = tight->kept_b[i].node = NULL;
}

/* Any two unit vectors at right angles to n and each other. */
static void complete_frame(wide3 n, wide3 frame[3]) {
    bool flat = fabs(n.x) < fabs(n.y);
    wide3 u = flat ? wide3_make(0, -n.z, n.y) : wide3_make(n.z, 0, -n.x);
    if (wide3_length_squared(u) < 0.01) u = wide3_make(-n.y, n.x, 0);
    frame[0] = n;
    frame[1] = wide3_scale(u, 1 / wide3_length(u));
    frame[2] = wide3_cross(n, frame[1]);
}

static gz_affine into(const wide3 frame[3], const gz_affine *map) {
    gz_affine out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out.m[i][j] = wide3_dot(frame[i], wide3_make(map->m[0][j], map->m[1][j], map->m[2][j]));
        out.t[i] = wide3_dot(frame[i], wide3_make(map->t[0], map->t[1], map->t[2]));
    }
    return out;
}

/* A frame is as good as another a few degrees off. */
static void turn(gz_tight *tight, const gz_nearest *nearest) {
    if (tight->turns == nearest->turns) return;
    tight->turns = nearest->turns;
    if (wide3_dot(tight->axis, nearest->normal) > 0.99) return;
    wide3 frame[3];
    complete_frame(nearest->normal, frame);
    tight->axis = nearest->normal;
    tight->a = into(frame, &nearest->map_a);
    tight->b = into(frame, &nearest->map_b);
    forget(tight);
}

/* -- boxes -- */

static void set_box(gz_near_boxes *boxes, uint32_t lane, const double lo[3], const double hi[3]) {
    for (int k = 0; k < 3; ++k) {
        boxes->lo[k][lane] = (float)(lo[k] - GZ_TIGHT_SLACK);
        boxes->hi[k][lane] = (float)(hi[k] + GZ_TIGHT_SLACK);
    }
}

static void box_of_leaf(const gz_mesh *mesh, const gz_affine *map, uint32_t link, double lo[3],
                        double hi[3]) {
    const uint32_t *items = mesh->tree->items + gz_link_first(link);
    for (uint32_t i = 0; i < gz_link_count(link); ++i) {
        double p[3][3];
        gz_mesh_simple_corners(mesh, items[i], p);
        for (int c = 0; c < 3; ++c) {
            double x[3];
            gz_affine_apply(map, p[c], x);
            for (int k = 0; k < 3; ++k) {
                if (x[k] < lo[k]) lo[k] = x[k];
                if (x[k] > hi[k]) hi[k] = x[k];
            }
        }
    }
}

static void boxes_of_mesh(const gz_mesh *mesh, const gz_affine *map, const gz_node *node,
                          gz_near_boxes *out) {
    for (uint32_t lane = 0; lane < GZ_TREE_WIDTH; ++lane) {
        uint32_t link = node->link[lane];
        bool leaf = link != GZ_LINK_NONE && gz_link_is_leaf(link);
        double far = leaf ? INFINITY : -INFINITY;
        double lo[3] = {far, far, far}, hi[3] = {-far, -far, -far};
        if (leaf) box_of_leaf(mesh, map, link, lo, hi);
        set_box(out, lane, lo, hi);
    }
}

/* The farthest point of a convex shape along v, in the space of the map. */
static double reach_along(const graze_shape *shape, const gz_affine *map, int axis, double sign) {
    const double *row = map->m[axis];
    vec3 v = wide3_round(wide3_make(sign * row[0], sign * row[1], sign * row[2]));
    wide3 p = wide3_from(gz_shape_support_point(shape, gz_direction(v)));
    return (wide3_dot(wide3_make(row[0], row[1], row[2]), p) + map->t[axis]) * sign;
}

/* The direction is rounded to real before its support is found, which may then lie short of the true
 * one by that share of the shape's size; so may the support point itself. */
static void box_of_convex(const gz_nearest *nearest, const graze_shape *shape, const gz_affine *map,
                          gz_near_boxes *out) {
    double slack = nearest->error + 8 * (double)GRAZE_EPSILON, lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        hi[k] = reach_along(shape, map, k, 1) + slack;
        lo[k] = -reach_along(shape, map, k, -1) - slack;
    }
    set_box(out, 0, lo, hi);
}

static const gz_near_boxes *boxes_of(const gz_nearest *nearest, const graze_shape *shape,
                                     const graze_tree *tree, const gz_affine *map, const gz_node *node,
                                     gz_tight_node kept[GZ_TIGHT_KEPT]) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    gz_tight_node *at = kept + (tree ? (uint32_t)(node - tree->nodes) % GZ_TIGHT_KEPT : 0);
    if (at->node == node) return &at->boxes;
    at->node = node;
    if (mesh)
        boxes_of_mesh(mesh, map, node, &at->boxes);
    else
        box_of_convex(nearest, shape, map, &at->boxes);
    return &at->boxes;
}

bool gz_tight_sides(gz_tight *tight, const gz_nearest *nearest, const gz_node *a, const gz_node *b,
                    gz_near_sides *out) {
    if (nearest->turns == 0) return false;
    turn(tight, nearest);
    const gz_mesh *mesh_a = nearest->mesh_a, *mesh_b = nearest->mesh_b;
    const gz_near_boxes *in_a =
        boxes_of(nearest, nearest->a.shape, mesh_a ? mesh_a->tree : NULL, &tight->a, a, tight->kept_a);
    const gz_near_boxes *in_b =
        boxes_of(nearest, nearest->b.shape, mesh_b ? mesh_b->tree : NULL, &tight->b, b, tight->kept_b);
    *out = (gz_near_sides){in_a->lo, in_a->hi, in_b->lo, in_b->hi, 1 - 0x1p-20f, NULL};
    return true;
}
