/* SPDX-License-Identifier: MIT */
#include "narrow/tight_boxes.h"

#include <math.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/tolerance.h"
#include "narrow/mesh_corners.h"

void gz_tight_begin(const gz_near_kernel *kernel, gz_tight *tight) {
    tight->kernel = kernel;
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
    if (nearest->mesh_a) tight->view_a = gz_near_see(nearest->mesh_a->tree, &tight->a, 1);
    if (nearest->mesh_b) tight->view_b = gz_near_see(nearest->mesh_b->tree, &tight->b, 1);
    forget(tight);
}

/* -- boxes -- */

static void set_box(gz_near_boxes *boxes, uint32_t lane, const double lo[3], const double hi[3]) {
    for (int k = 0; k < 3; ++k) {
        boxes->lo[k][lane] = (float)(lo[k] - GZ_TIGHT_SLACK);
        boxes->hi[k][lane] = (float)(hi[k] + GZ_TIGHT_SLACK);
    }
}

/* A map's columns, so that all coordinates of a point are found at once. */
typedef struct columns {
    gz_f64x4 c[3], t;
} columns;

static columns columns_of(const gz_affine *map) {
    columns out;
    for (int k = 0; k < 3; ++k) {
        const double column[4] = {map->m[0][k], map->m[1][k], map->m[2][k], 0};
        out.c[k] = gz_f64x4_load(column);
    }
    out.t = gz_f64x4_three(map->t);
    return out;
}

static void box_of_leaf(const gz_mesh *mesh, const columns *map, uint32_t link, double lo[4],
                        double hi[4]) {
    const uint32_t *items = mesh->tree->items + gz_link_first(link);
    gz_f64x4 least = gz_f64x4_splat(INFINITY), most = gz_f64x4_splat(-INFINITY);
    for (uint32_t i = 0; i < gz_link_count(link); ++i) {
        double p[3][3];
        gz_mesh_simple_corners(mesh, items[i], p);
        for (int c = 0; c < 3; ++c) {
            gz_f64x4 x = map->t;
            for (int k = 0; k < 3; ++k)
                x = gz_f64x4_add(x, gz_f64x4_mul(map->c[k], gz_f64x4_splat(p[c][k])));
            least = gz_f64x4_min(least, x);
            most = gz_f64x4_max(most, x);
        }
    }
    gz_f64x4_store(lo, least);
    gz_f64x4_store(hi, most);
}

/* Around the boxes of a node's children, which are less than the node's own where a surface is tilted.
 * Those of unused lanes are NaN, and never less; others are numbers, as the pair's size is one. */
static void box_of_node(const gz_near_kernel *kernel, const gz_tree_view *view, const gz_node *node,
                        uint32_t lane, gz_near_boxes *out) {
    gz_near_boxes seen;
    kernel->image(view, node, &seen);
    for (int k = 0; k < 3; ++k) {
        float lo = INFINITY, hi = -INFINITY;
        for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
            GZ_ASSERT(node->link[i] == GZ_LINK_NONE || seen.lo[k][i] <= seen.hi[k][i]);
            if (seen.lo[k][i] < lo) lo = seen.lo[k][i];
            if (seen.hi[k][i] > hi) hi = seen.hi[k][i];
        }
        out->lo[k][lane] = lo;
        out->hi[k][lane] = hi;
    }
}

static void boxes_of_mesh(const gz_near_kernel *kernel, const gz_mesh *mesh, const gz_affine *map,
                          const gz_tree_view *view, const gz_node *node, uint32_t lanes,
                          gz_near_boxes *out) {
    columns across = columns_of(map);
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = gz_lowest_bit(lanes), link = node->link[lane];
        if (gz_link_is_leaf(link)) {
            double lo[4], hi[4];
            box_of_leaf(mesh, &across, link, lo, hi);
            set_box(out, lane, lo, hi);
        } else {
            box_of_node(kernel, view, mesh->tree->nodes + link, lane, out);
        }
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

/* One side, and its boxes. */
typedef struct side {
    const graze_shape *shape;
    const gz_mesh *mesh;
    const gz_affine *map;
    const gz_tree_view *view;
    gz_tight_node *kept;
} side;

/* Lanes that are not made yet have any numbers. */
static void begin_node(const gz_node *node, gz_tight_node *at) {
    at->node = node;
    at->lanes = 0;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < GZ_TREE_WIDTH; i += 4) {
            gz_f32x4_store(at->boxes.lo[k] + i, gz_f32x4_splat(0));
            gz_f32x4_store(at->boxes.hi[k] + i, gz_f32x4_splat(0));
        }
}

static const gz_near_boxes *boxes_of(const gz_tight *tight, const gz_nearest *nearest, const side *s,
                                     const gz_node *node, uint32_t lanes) {
    gz_tight_node *at =
        s->kept + (s->mesh ? (uint32_t)(node - s->mesh->tree->nodes) % GZ_TIGHT_KEPT : 0);
    if (at->node != node) begin_node(node, at);
    lanes &= ~at->lanes;
    if (!lanes) return &at->boxes;
    at->lanes |= lanes;
    if (s->mesh)
        boxes_of_mesh(tight->kernel, s->mesh, s->map, s->view, node, lanes, &at->boxes);
    else
        box_of_convex(nearest, s->shape, s->map, &at->boxes);
    return &at->boxes;
}

bool gz_tight_sides(gz_tight *tight, const gz_nearest *nearest, const gz_node *a, uint32_t lanes_a,
                    const gz_node *b, uint32_t lanes_b, gz_near_sides *out) {
    if (nearest->turns == 0) return false;
    turn(tight, nearest);
    side side_a = {nearest->a.shape, nearest->mesh_a, &tight->a, &tight->view_a, tight->kept_a};
    side side_b = {nearest->b.shape, nearest->mesh_b, &tight->b, &tight->view_b, tight->kept_b};
    const gz_near_boxes *in_a = boxes_of(tight, nearest, &side_a, a, lanes_a);
    const gz_near_boxes *in_b = boxes_of(tight, nearest, &side_b, b, lanes_b);
    *out = (gz_near_sides){in_a->lo, in_a->hi, in_b->lo, in_b->hi, 1 - 0x1p-20f, NULL};
    return true;
}
