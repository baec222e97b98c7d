/* SPDX-License-Identifier: MIT
 * On which side of a solid's surface something is that does not meet it. What has a box that meets none
 * of the boxes of the surface is on one side with all of it; only the rest is looked at more closely.
 */
#include "mesh/query.h"
#include "narrow/solid.h"
#include "tree/walk_box.h"

typedef struct sides {
    const gz_mesh *solid, *other;
    gz_affine other_in_solid;
    int enough, seen;
    uint32_t *primitive;
    double *point; /* one that was inside, in the other's space */
} sides;

GZ_INLINE graze_flow stop_at_leaf(void *user, const uint32_t *items, uint32_t count) {
    (void)items, (void)count;
    *(bool *)user = true;
    return GRAZE_STOP;
}
GZ_DEFINE_BALL_WALK(find_leaf, box, stop_at_leaf)

static bool is_done(const sides *s) { return (s->seen & s->enough) == s->enough; }

static void look(sides *s, const double p[3], uint32_t primitive) {
    double local[3];
    gz_affine_apply(&s->other_in_solid, p, local);
    const graze_shape *shape = &s->solid->shape;
    const double c[3] = {(double)shape->center.x, (double)shape->center.y, (double)shape->center.z};
    const double h[3] = {(double)shape->half.x, (double)shape->half.y, (double)shape->half.z};
    bool near = true;
    for (int k = 0; k < 3; ++k) near = near && fabs(local[k] - c[k]) <= 2 * h[k];
    if (!near || !gz_mesh_holds(s->solid, local)) {
        s->seen |= GZ_SIDE_OUTSIDE;
        return;
    }
    if (!(s->seen & GZ_SIDE_INSIDE)) {
        *s->primitive = primitive;
        memcpy(s->point, p, 3 * sizeof *p);
    }
    s->seen |= GZ_SIDE_INSIDE;
}

static void look_at_corner(sides *s, uint32_t primitive) {
    const gz_mesh_group *group = gz_mesh_group_of(s->other, primitive);
    double p[3];
    gz_mesh_vertex(s->other, gz_mesh_index(group, gz_mesh_start(group, primitive)), p);
    look(s, p, primitive);
}

/* Does the box, in the other's units, keep clear of all boxes of the solid's surface? */
static bool is_clear(const sides *s, const gz_node *node, uint32_t lane) {
    const gz_units *units = &s->other->tree->units;
    double middle[3], half[3], center[3], lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        double low = gz_units_back(units, k, (double)node->lo[k][lane]);
        double high = gz_units_back(units, k, (double)node->hi[k][lane]);
        middle[k] = low + (high - low) / 2;
        half[k] = (high - low) / 2 * (1 + 0x1p-20);
    }
    gz_affine_apply(&s->other_in_solid, middle, center);
    for (int i = 0; i < 3; ++i) {
        const double *row = s->other_in_solid.m[i];
        double wide = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
        lo[i] = center[i] - wide;
        hi[i] = center[i] + wide;
    }
    bool found = false;
    gz_tree_ball box = gz_tree_ball_of_box(s->solid->tree, lo, hi);
    find_leaf(s->solid->tree, &box, &found, NULL);
    return !found;
}

/* Any primitive in what a link leads to. */
static uint32_t first_item(const graze_tree *tree, uint32_t link) {
    while (!gz_link_is_leaf(link)) link = tree->nodes[link].link[0];
    return tree->items[gz_link_first(link)];
}

static void walk(sides *s) {
    const graze_tree *tree = s->other->tree;
    uint32_t stack[GZ_TREE_DEPTH * GZ_TREE_WIDTH], top = 0;
    stack[top++] = 0;
    while (top > 0 && !is_done(s)) {
        const gz_node *node = tree->nodes + stack[--top];
        for (uint32_t i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE && !is_done(s); ++i) {
            uint32_t link = node->link[i];
            if (is_clear(s, node, i)) {
                look_at_corner(s, first_item(tree, link));
            } else if (!gz_link_is_leaf(link)) {
                stack[top++] = link;
            } else {
                const uint32_t *items = tree->items + gz_link_first(link);
                for (uint32_t k = 0; k < gz_link_count(link) && !is_done(s); ++k)
                    look_at_corner(s, items[k]);
            }
        }
    }
}

int gz_solid_sides(const graze_placed *solid, const graze_placed *other, int enough,
                   uint32_t *primitive, double point[3]) {
    gz_affine pose = gz_affine_of_pose(&solid->pose), to_world = gz_affine_of_pose(&other->pose);
    sides s = {.solid = gz_mesh_of(solid->shape),
               .other = gz_mesh_of(other->shape),
               .other_in_solid = gz_affine_relative(&pose, &to_world),
               .enough = enough,
               .primitive = primitive,
               .point = point};
    *primitive = 0;
    if (s.other) {
        walk(&s);
    } else {
        vec3 any = gz_shape_support_point(other->shape, vec3_make(1, 0, 0));
        look(&s, (const double[3]){(double)any.x, (double)any.y, (double)any.z}, 0);
    }
    return s.seen;
}
