/* SPDX-License-Identifier: MIT
 * The farthest vertex: down the tree, the highest box first, past all boxes that are no higher than
 * what was found. */
#include "mesh/support.h"

#include "shape/compose.h"

typedef struct search {
    const gz_mesh *mesh;
    const graze_tree *tree;
    wide3 v;
    double best; /* height, in the tree's units */
    double point[3];
} search;

static void look_at(search *s, uint32_t primitive) {
    const gz_mesh_group *group = gz_mesh_group_of(s->mesh, primitive);
    uint32_t at = gz_mesh_start(group, primitive), end = at + gz_mesh_size(group, primitive);
    const graze_tree *tree = s->tree;
    for (; at < end; ++at) {
        double p[3];
        gz_mesh_vertex(s->mesh, gz_mesh_index(group, at), p);
        wide3 x = {gz_units_of(&tree->units, 0, p[0]), gz_units_of(&tree->units, 1, p[1]),
                   gz_units_of(&tree->units, 2, p[2])};
        double height = wide3_dot(s->v, x);
        if (!(height > s->best)) continue;
        s->best = height;
        memcpy(s->point, p, sizeof s->point);
    }
}

static double box_height(const gz_node *node, int lane, wide3 v) {
    wide3 corner = {(double)(v.x > 0 ? node->hi[0][lane] : node->lo[0][lane]),
                    (double)(v.y > 0 ? node->hi[1][lane] : node->lo[1][lane]),
                    (double)(v.z > 0 ? node->hi[2][lane] : node->lo[2][lane])};
    return wide3_dot(v, corner);
}

/* Children go onto the stack with the highest on top. */
typedef struct open_box {
    double height;
    uint32_t link;
} open_box;

static int open_node(const search *s, uint32_t index, open_box *stack, int count) {
    const gz_node *node = &s->tree->nodes[index];
    int first = count;
    for (int i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE; ++i) {
        open_box box = {box_height(node, i, s->v), node->link[i]};
        int at = count++;
        for (; at > first && stack[at - 1].height > box.height; --at) stack[at] = stack[at - 1];
        stack[at] = box;
    }
    return count;
}

vec3 gz_mesh_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)hint;
    search s = {.mesh = gz_mesh_of(shape), .v = wide3_from(gz_nonzero(v)), .best = -INFINITY};
    s.tree = s.mesh->tree;
    open_box stack[GZ_TREE_DEPTH * GZ_TREE_WIDTH];
    int count = open_node(&s, 0, stack, 0);
    while (count > 0) {
        open_box top = stack[--count];
        if (!(top.height > s.best)) continue;
        if (!gz_link_is_leaf(top.link)) {
            count = open_node(&s, top.link, stack, count);
            continue;
        }
        const uint32_t *items = s.tree->items + gz_link_first(top.link);
        for (uint32_t i = 0; i < gz_link_count(top.link); ++i) look_at(&s, items[i]);
    }
    wide3 c = wide3_from(shape->center);
    return wide3_round(wide3_sub(wide3_make(s.point[0], s.point[1], s.point[2]), c));
}

graze_sphere gz_mesh_ball(const graze_shape *shape) {
    return gz_smaller_ball((graze_sphere){shape->center, shape->extent},
                           gz_shape_ball_by_support(shape));
}
