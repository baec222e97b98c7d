/* SPDX-License-Identifier: MIT
 * A mesh and a half-space: a box is of interest if its lowest corner is. */
#include "base/bits.h"
#include "base/tolerance.h"
#include "convex/entry.h"
#include "narrow/mesh_query.h"
#include "shape/half_space.h"
#include "shape/simplex_room.h"

/* The height of x above the boundary, times some factor > 0, is slope . x + height, x in the units of
 * the tree; whatever is not above limit may touch. */
typedef struct plane_view {
    double slope[3], height, limit;
    double slack, length; /* what rounds, and the factor */
} plane_view;

/* The normal of the plane in the world, without a division: the cofactors of the basis times the
 * normal, and the sums of the absolute values of all terms. */
static void turn_normal(const gz_affine *pose, const double n[3], double normal[3], double size[3]) {
    double det = 0;
    for (int i = 0; i < 3; ++i) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        normal[i] = size[i] = 0;
        for (int j = 0; j < 3; ++j) {
            int r = (j + 1) % 3, s = (j + 2) % 3;
            double plus = pose->m[p][r] * pose->m[q][s], minus = pose->m[p][s] * pose->m[q][r];
            normal[i] += (plus - minus) * n[j];
            size[i] += (fabs(plus) + fabs(minus)) * fabs(n[j]);
            if (i == 0) det += pose->m[0][j] * (plus - minus);
        }
    }
    for (int i = 0; i < 3 && det < 0; ++i) normal[i] = -normal[i];
}

static plane_view see_plane(const graze_placed *mesh, const graze_placed *ground,
                            const graze_tree *tree, double reach_out) {
    gz_affine a = gz_affine_of_pose(&mesh->pose), b = gz_affine_of_pose(&ground->pose);
    graze_plane plane = gz_half_space_plane(ground->shape);
    const double n[3] = {(double)plane.normal.x, (double)plane.normal.y, (double)plane.normal.z};
    double normal[3], size[3], foot[3], on_plane[3];
    turn_normal(&b, n, normal, size);
    double square = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
    for (int k = 0; k < 3; ++k) foot[k] = n[k] * (-(double)plane.offset / square);
    gz_affine_apply(&b, foot, on_plane);
    plane_view view = {.limit = 0};
    double error = 0;
    for (int i = 0; i < 3; ++i) {
        double between = a.t[i] - on_plane[i], from = 0, rough = fabs(a.t[i]) + fabs(b.t[i]);
        for (int j = 0; j < 3; ++j) {
            double reach = fabs((double)tree->lo[j]) > fabs((double)tree->hi[j])
                               ? fabs((double)tree->lo[j])
                               : fabs((double)tree->hi[j]);
            view.slope[j] += normal[i] * a.m[i][j] / tree->units.scale;
            from += a.m[i][j] * tree->units.origin[j];
            rough += fabs(a.m[i][j]) * (fabs(tree->units.origin[j]) + reach / tree->units.scale);
            rough += fabs(b.m[i][j]) * fabs(foot[j]);
        }
        view.height += normal[i] * (from + between);
        error += size[i] * rough;
    }
    double length = wide3_length(wide3_make(normal[0], normal[1], normal[2]));
    view.slack = GZ_TREE_PLANE_SLACK * error;
    view.limit = reach_out * length * (1 + 0x1p-20) + view.slack;
    view.length = length;
    return view;
}

/* The lowest height of box i of a node. */
static double lowest(const plane_view *view, const gz_node *node, uint32_t i) {
    double height = view->height;
    for (int k = 0; k < 3; ++k)
        height += view->slope[k] * (double)(view->slope[k] > 0 ? node->lo[k][i] : node->hi[k][i]);
    return height;
}

graze_flow gz_mesh_meets_half_space(gz_mesh_query *query) {
    const graze_tree *tree = gz_mesh_of(query->a->shape)->tree;
    double reach = gz_mesh_query_reach(query) + gz_mesh_query_error(query);
    plane_view view = see_plane(query->a, query->b, tree, reach);
    uint32_t stack[GZ_TREE_DEPTH * GZ_TREE_WIDTH], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const gz_node *node = tree->nodes + stack[--top];
        ++query->counts.nodes;
        for (uint32_t i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE; ++i) {
            ++query->counts.box_tests;
            if (lowest(&view, node, i) > view.limit) continue;
            if (!gz_link_is_leaf(node->link[i]))
                stack[top++] = node->link[i];
            else if (gz_leaf_meets_convex(query, node->link[i]) == GRAZE_STOP)
                return GRAZE_STOP;
        }
    }
    return GRAZE_CONTINUE;
}

/* -- distance -- */

typedef struct lowest_search {
    const graze_placed *mesh, *ground;
    const graze_options *options;
    graze_status status;
    bool found;
    graze_separation best; /* of those looked at, whose least lower bound it has */
} lowest_search;

static void look_at_piece(lowest_search *s, uint32_t primitive, uint32_t k) {
    gz_simplex_room room;
    graze_placed piece = gz_piece_place(s->mesh, primitive, k, &room);
    graze_separation found;
    graze_status status = gz_convex_distance(&piece, s->ground, s->options, NULL, &found);
    if (status != GRAZE_OK) s->status = status;
    if (status != GRAZE_OK) return;
    found.primitive_a = primitive;
    real lower = s->found ? graze_min(s->best.lower, found.lower) : found.lower;
    if (!s->found || found.distance < s->best.distance) s->best = found;
    s->best.lower = lower;
    s->found = true;
}

static void look_at_leaf(lowest_search *s, uint32_t link) {
    const uint32_t *items = gz_mesh_of(s->mesh->shape)->tree->items + gz_link_first(link);
    for (uint32_t i = 0; i < gz_link_count(link); ++i) {
        uint32_t count = gz_piece_count(s->mesh->shape, items[i]);
        for (uint32_t k = 0; k < count; ++k) look_at_piece(s, items[i], k);
    }
}

/* Is box i of a node so high that it does not matter? */
static bool is_high(const lowest_search *s, const plane_view *view, const gz_node *node, uint32_t i) {
    if (!s->found) return false;
    double reach = (double)s->best.distance + (double)s->mesh->margin + (double)s->ground->margin;
    return lowest(view, node, i) > reach * view->length * (1 + 0x1p-20) + view->slack;
}

/* Down along the lowest boxes first, and whatever is left on the way back. */
static void find_lowest(lowest_search *s, const plane_view *view, const graze_tree *tree) {
    typedef struct level {
        const gz_node *node;
        uint32_t left;
    } level;
    level stack[GZ_TREE_DEPTH];
    uint32_t top = 0;
    stack[0] = (level){tree->nodes, (1u << gz_node_lanes(tree->nodes)) - 1};
    for (;;) {
        level *at = stack + top;
        uint32_t best = GZ_TREE_WIDTH;
        for (uint32_t left = at->left; left; left &= left - 1) {
            uint32_t i = gz_lowest_bit(left);
            if (is_high(s, view, at->node, i))
                at->left &= ~(1u << i);
            else if (best == GZ_TREE_WIDTH || lowest(view, at->node, i) < lowest(view, at->node, best))
                best = i;
        }
        if (best == GZ_TREE_WIDTH) {
            if (top-- == 0) return;
            continue;
        }
        at->left &= ~(1u << best);
        uint32_t link = at->node->link[best];
        if (gz_link_is_leaf(link)) {
            look_at_leaf(s, link);
        } else {
            const gz_node *below = tree->nodes + link;
            stack[++top] = (level){below, (1u << gz_node_lanes(below)) - 1};
        }
    }
}

graze_status gz_mesh_above_half_space(const graze_placed *mesh, const graze_placed *ground,
                                      const graze_options *options, graze_separation *out) {
    const graze_tree *tree = gz_mesh_of(mesh->shape)->tree;
    lowest_search s = {.mesh = mesh, .ground = ground, .options = options, .status = GRAZE_OK};
    plane_view view = see_plane(mesh, ground, tree, 0);
    find_lowest(&s, &view, tree);
    if (s.status == GRAZE_OK) *out = s.best;
    return s.status;
}
