/* SPDX-License-Identifier: MIT
 * Two meshes whose leaves need no boxes (H2, B:4368-4379): only boxes of nodes are compared with each
 * other. A triangle of a leaf is compared with the boxes of the other tree's nodes, all the way down,
 * and with its triangles. */
#include "narrow/mesh_query.h"
#include "primitive/span.h"
#include "tree/walk_pair.h"

typedef struct side {
    const gz_mesh *mesh;
    const graze_tree *tree;
    const gz_tree_view *view; /* its boxes as the other tree sees them */
    const gz_affine *map;     /* into the space where triangles are compared; NULL: it is there */
} side;

typedef struct leafless {
    gz_mesh_query *query;
    side side[2];
    const gz_pair_view *view;
    gz_pair_overlap overlap;
} leafless;

/* A primitive of one mesh: as it is compared with triangles, and as the other tree sees it. */
typedef struct single {
    uint32_t item;
    gz_span_triangle exact, seen;
} single;

static single single_of(const side *own, uint32_t item) {
    single s = {.item = item};
    double p[3][3];
    gz_mesh_piece_corners(own->mesh, gz_mesh_group_of(own->mesh, item), item, 0, p);
    for (int c = 0; c < 3; ++c) {
        double u[3], x[3];
        for (int k = 0; k < 3; ++k) u[k] = gz_units_of(&own->tree->units, k, p[c][k]);
        for (int i = 0; i < 3; ++i) {
            const float *row = own->view->turn[i];
            x[i] = (((double)row[0] * u[0] + (double)row[1] * u[1]) + (double)row[2] * u[2]) +
                   (double)own->view->shift[i];
        }
        s.seen.p[c] = (gz_end){{x[0], x[1], x[2]}, false};
        if (own->map) gz_affine_apply(own->map, p[c], p[c]);
        s.exact.p[c] = (gz_end){{p[c][0], p[c][1], p[c][2]}, false};
    }
    return s;
}

/* The view's slack covers what rounds on the way into the other tree's units. */
static bool meets_box(const side *own, const single *s, const gz_node *node, uint32_t lane) {
    gz_span_box box;
    for (int k = 0; k < 3; ++k) {
        box.lo[k] = (double)node->lo[k][lane] - (double)own->view->slack[k];
        box.hi[k] = (double)node->hi[k][lane] + (double)own->view->slack[k];
    }
    return gz_triangle_meets_box(&s->seen, &box);
}

static graze_flow meet_leaf(const leafless *l, int own, const single *s, uint32_t link) {
    const side *other = &l->side[!own];
    gz_mesh_query *query = l->query;
    for (uint32_t i = 0; i < gz_link_count(link); ++i) {
        uint32_t item = other->tree->items[gz_link_first(link) + i];
        single t = single_of(other, item);
        ++query->counts.items;
        if (!gz_triangle_meets_triangle(&s->exact, &t.exact)) continue;
        graze_flow flow = own == 0 ? query->visit(query->user, s->item, item)
                                   : query->visit(query->user, item, s->item);
        if (flow == GRAZE_STOP) return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* A primitive of one side against those of the other that are below some lanes of a node. */
static graze_flow meet_node(const leafless *l, int own, const single *s, const gz_node *node,
                            uint32_t lanes) {
    const graze_tree *tree = l->side[!own].tree;
    graze_flow flow = GRAZE_CONTINUE;
    for (; lanes && flow == GRAZE_CONTINUE; lanes &= lanes - 1) {
        uint32_t lane = gz_lowest_bit(lanes), link = node->link[lane];
        if (gz_link_is_leaf(link)) {
            flow = meet_leaf(l, own, s, link);
            continue;
        }
        ++l->query->primitive_box_tests;
        const gz_node *below = tree->nodes + link;
        if (meets_box(&l->side[own], s, node, lane))
            flow = meet_node(l, own, s, below, (1u << gz_node_lanes(below)) - 1);
    }
    return flow;
}

static graze_flow meet_items(const leafless *l, int own, uint32_t link, const gz_node *node,
                             uint32_t lanes) {
    const side *from = &l->side[own];
    graze_flow flow = GRAZE_CONTINUE;
    for (uint32_t i = 0; i < gz_link_count(link) && flow == GRAZE_CONTINUE; ++i) {
        single s = single_of(from, from->tree->items[gz_link_first(link) + i]);
        flow = meet_node(l, own, &s, node, lanes);
    }
    return flow;
}

static uint32_t leaves_of(const gz_node *node) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < gz_node_lanes(node); ++i)
        bits |= (uint32_t)gz_link_is_leaf(node->link[i]) << i;
    return bits;
}

/* All that is below two nodes. */
static graze_flow meet_nodes(const leafless *l, gz_pair_step *step) {
    const gz_node *a = step->at.a, *b = step->at.b;
    uint32_t all_a = (1u << gz_node_lanes(a)) - 1, all_b = (1u << gz_node_lanes(b)) - 1;
    uint32_t leaves_a = leaves_of(a), leaves_b = leaves_of(b);
    graze_flow flow = GRAZE_CONTINUE;
    ++l->query->counts.nodes;
    for (uint32_t left = leaves_a; left && flow == GRAZE_CONTINUE; left &= left - 1)
        flow = meet_items(l, 0, a->link[gz_lowest_bit(left)], b, all_b);
    for (uint32_t left = leaves_b; left && flow == GRAZE_CONTINUE; left &= left - 1)
        flow = meet_items(l, 1, b->link[gz_lowest_bit(left)], a, all_a & ~leaves_a);
    if (leaves_a == all_a || leaves_b == all_b || flow == GRAZE_STOP) return flow;
    step->at.lanes_a = (uint8_t)(all_a & ~leaves_a);
    step->at.lanes_b = (uint8_t)(all_b & ~leaves_b);
    l->overlap(l->view, step);
    l->query->counts.box_tests += step->tests;
    for (uint64_t left = step->left; left && flow == GRAZE_CONTINUE; left &= left - 1) {
        uint32_t bit = gz_lowest_bit(left), i = bit & 7, j = bit >> 3;
        gz_pair_step below = {.at = {.a = l->side[0].tree->nodes + a->link[i],
                                     .b = l->side[1].tree->nodes + b->link[j],
                                     .above_a = a,
                                     .above_b = b,
                                     .lane_a = (uint8_t)i,
                                     .lane_b = (uint8_t)j}};
        flow = meet_nodes(l, &below);
    }
    return flow;
}

graze_flow gz_mesh_meets_mesh_leafless(gz_mesh_query *query) {
    const gz_mesh *mesh_a = gz_mesh_of(query->a->shape), *mesh_b = gz_mesh_of(query->b->shape);
    gz_affine a = gz_affine_of_pose(&query->a->pose), b = gz_affine_of_pose(&query->b->pose);
    gz_affine b_in_a = gz_affine_relative(&a, &b);
    gz_pair_view view;
    gz_pair_view_make(mesh_a->tree, mesh_b->tree, &b_in_a, NULL, &view);
    leafless l = {
        .query = query,
        .side = {{mesh_a, mesh_a->tree, &view.a, NULL}, {mesh_b, mesh_b->tree, &view.b, &b_in_a}},
        .view = &view,
        .overlap = gz_pair_overlap_choose(query->axes)};
    gz_node around[2];
    gz_pair_step root = {.at = gz_pair_root(mesh_a->tree, mesh_b->tree, around)};
    return meet_nodes(&l, &root);
}
