/* SPDX-License-Identifier: MIT
 * Is a point inside of a closed surface? (N3, B:3797-3805) A ray along the x axis counts how often the
 * surface goes round it. No ray has to be tried again: seen along x, a point is claimed by one of the
 * triangles around each edge and corner, whichever way they lie, and all comparisons are exact. */
#include "base/exact.h"
#include "mesh/query.h"
#include "tree/walk_box.h"

typedef struct winding {
    const gz_mesh *mesh;
    const double *point;
    int turns;
    bool on_surface;
} winding;

/* An edge seen along x: 1 if it goes up to the right of the point, -1 if down, 0 if elsewhere. A point
 * on it is to its right. */
static int pass(const double a[3], const double b[3], const double p[3]) {
    bool from = a[2] > p[2], to = b[2] > p[2];
    if (from == to) return 0;
    double side = gz_orient2d(a + 1, b + 1, p + 1);
    if (to) return side > 0 ? 1 : 0;
    return side < 0 ? -1 : 0;
}

static void count_piece(winding *w, const double p[3][3]) {
    int turn = pass(p[0], p[1], w->point) + pass(p[1], p[2], w->point) + pass(p[2], p[0], w->point);
    if (turn == 0) return;
    double side = gz_orient3d(p[0], p[1], p[2], w->point);
    if (side == 0) w->on_surface = true;
    if (turn > 0 ? side < 0 : side > 0) w->turns += turn; /* in front, not behind */
}

GZ_INLINE graze_flow visit_leaf(void *user, const uint32_t *items, uint32_t count) {
    winding *w = user;
    for (uint32_t i = 0; i < count; ++i) {
        const gz_mesh_group *group = gz_mesh_group_of(w->mesh, items[i]);
        uint32_t pieces = gz_mesh_piece_count(group, items[i]);
        for (uint32_t k = 0; k < pieces; ++k) {
            double p[3][3];
            gz_mesh_piece_corners(w->mesh, group, items[i], k, p);
            count_piece(w, p);
        }
    }
    return w->on_surface ? GRAZE_STOP : GRAZE_CONTINUE;
}
GZ_DEFINE_BALL_WALK(walk, box, visit_leaf)

bool gz_mesh_holds(const gz_mesh *mesh, const double point[3]) {
    const graze_shape *shape = &mesh->shape;
    double end = (double)shape->center.x + 2 * (double)shape->half.x;
    if (!(point[0] <= end)) return false;
    winding w = {.mesh = mesh, .point = point};
    gz_tree_ball line =
        gz_tree_ball_of_box(mesh->tree, point, (const double[3]){end, point[1], point[2]});
    walk(mesh->tree, &line, &w, NULL);
    return w.on_surface || w.turns != 0;
}
