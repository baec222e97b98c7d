/* SPDX-License-Identifier: MIT
 * A mesh and a half-space: a box is of interest if its lowest corner is. */
#include "base/tolerance.h"
#include "narrow/mesh_query.h"
#include "shape/half_space.h"

/* The height of x above the boundary, times some factor > 0, is slope . x + height, x in the units of
 * the tree; whatever is not above limit may touch. */
typedef struct plane_view {
    double slope[3], height, limit;
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

static plane_view see_plane(const gz_mesh_query *query, const graze_tree *tree) {
    gz_affine a = gz_affine_of_pose(&query->a->pose), b = gz_affine_of_pose(&query->b->pose);
    graze_plane plane = gz_half_space_plane(query->b->shape);
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
    double reach = gz_mesh_query_reach(query) + gz_mesh_query_error(query);
    view.limit = reach * length * (1 + 0x1p-20) + GZ_TREE_PLANE_SLACK * error;
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
    plane_view view = see_plane(query, tree);
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
