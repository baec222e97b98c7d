/* SPDX-License-Identifier: MIT
 * The deepest point of a surface in a body. The signed distance changes by no more than the way gone,
 * so one look at the middle of a box bounds all that is in it. */
#include "base/tolerance.h"
#include "narrow/solid.h"
#include "primitive/closest.h"
#include "primitive/fit.h"
#include "shape/simplex_room.h"

static int way_of(wide3 n) {
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    if (x >= y && x >= z) return n.x < 0 ? 1 : 0;
    return y >= z ? (n.y < 0 ? 3 : 2) : (n.z < 0 ? 5 : 4);
}

static bool is_better(const gz_scan *scan, const gz_depth_at *at, const gz_scan_point *than) {
    return !than->found || scan->sign * at->sd < scan->sign * than->at.sd;
}

void gz_scan_look(gz_scan *scan, wide3 point, uint32_t primitive) {
    --scan->looks;
    gz_depth_at at = gz_body_depth(scan->body, point);
    if (!(scan->sign * at.sd < scan->reach)) return;
    gz_scan_point here = {at, point, primitive, true};
    if (is_better(scan, &at, &scan->best)) scan->best = here;
    gz_scan_point *way = &scan->way[way_of(at.normal)];
    if (is_better(scan, &at, way)) *way = here;
}

/* -- meshes -- */

static wide3 in_world(const gz_probe *probe, const double p[3]) {
    double q[3];
    gz_affine_apply(&probe->pose, p, q);
    return wide3_make(q[0], q[1], q[2]);
}

static void look_at_primitive(gz_scan *scan, uint32_t primitive) {
    const gz_probe *probe = &scan->parts->probe;
    const gz_mesh_group *group = gz_mesh_group_of(probe->mesh, primitive);
    uint32_t at = gz_mesh_start(group, primitive), end = at + gz_mesh_size(group, primitive);
    double middle[3] = {0, 0, 0}, share = 1 / (double)(end - at);
    for (; at < end && !gz_scan_is_done(scan); ++at) {
        double p[3];
        gz_mesh_vertex(probe->mesh, gz_mesh_index(group, at), p);
        for (int k = 0; k < 3; ++k) middle[k] += share * p[k];
        gz_scan_look(scan, in_world(probe, p), primitive);
    }
    /* The middle of a polygon need not be in it. */
    if (group->kind != GRAZE_PRIMITIVE_POLYGON && at == end && !gz_scan_is_done(scan))
        gz_scan_look(scan, in_world(probe, middle), primitive);
}

static double best_of(const gz_scan *scan) {
    return scan->best.found ? scan->sign * scan->best.at.sd : scan->reach;
}

/* How little, as the scan counts, the points within a radius of the middle can have. On the side of a
 * solid that is not asked about, only what is near enough to matter has to be measured. */
static double bound_around(const gz_scan *scan, wide3 middle, double radius) {
    const gz_body *body = scan->body;
    if (!body->mesh || !gz_body_is_filled(body))
        return scan->sign * gz_body_depth(body, middle).sd - radius;
    double margin = scan->sign * (double)body->placed->margin;
    bool inside = gz_probe_holds(&body->probe, middle), wanted = inside == (scan->sign > 0);
    double limit = wanted ? INFINITY : radius + margin + best_of(scan);
    gz_nearest near;
    if (!(limit > 0) || !gz_probe_closest(&body->probe, middle, limit, &near, NULL)) return INFINITY;
    return (wanted ? -near.distance : near.distance) - margin - radius;
}

/* A box of the tree: how little its points can have. */
static double bound_of(gz_scan *scan, const gz_node *node, uint32_t lane) {
    const gz_probe *probe = &scan->parts->probe;
    const gz_units *units = &probe->mesh->tree->units;
    double middle[3], half[3], radius = 0;
    for (int k = 0; k < 3; ++k) {
        double lo = gz_units_back(units, k, (double)node->lo[k][lane]);
        double hi = gz_units_back(units, k, (double)node->hi[k][lane]);
        middle[k] = lo + (hi - lo) / 2;
        half[k] = (hi - lo) / 2;
    }
    for (int i = 0; i < 3; ++i) {
        const double *row = probe->pose.m[i];
        double wide = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
        radius += wide * wide;
    }
    --scan->looks;
    return bound_around(scan, in_world(probe, middle), sqrt(radius) * (1 + GZ_PROBE_SLACK));
}

typedef struct open_box {
    double bound;
    uint32_t link;
} open_box;

/* Can it be better than what was found, by more than a sixteenth? */
static bool is_worth(const gz_scan *scan, double bound) {
    return bound < best_of(scan) * (1 + GZ_SCAN_SHARE);
}

static uint32_t open_node(gz_scan *scan, uint32_t index, open_box *stack, uint32_t count) {
    const gz_node *node = &scan->parts->probe.mesh->tree->nodes[index];
    uint32_t first = count;
    for (uint32_t i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE && scan->looks > 0; ++i) {
        open_box box = {bound_of(scan, node, i), node->link[i]};
        if (!is_worth(scan, box.bound)) continue;
        uint32_t at = count++;
        for (; at > first && stack[at - 1].bound < box.bound; --at) stack[at] = stack[at - 1];
        stack[at] = box;
    }
    return count;
}

static void scan_mesh(gz_scan *scan) {
    const graze_tree *tree = scan->parts->probe.mesh->tree;
    open_box stack[GZ_TREE_DEPTH * GZ_TREE_WIDTH];
    uint32_t count = open_node(scan, 0, stack, 0);
    while (count > 0 && !gz_scan_is_done(scan)) {
        open_box top = stack[--count];
        if (!is_worth(scan, top.bound)) continue;
        if (!gz_link_is_leaf(top.link)) {
            count = open_node(scan, top.link, stack, count);
            continue;
        }
        const uint32_t *items = tree->items + gz_link_first(top.link);
        for (uint32_t i = 0; i < gz_link_count(top.link) && !gz_scan_is_done(scan); ++i)
            look_at_primitive(scan, items[i]);
    }
}

/* -- convex shapes -- */

static wide3 farthest(const gz_body *parts, wide3 direction) {
    graze_placed bare = *parts->placed;
    vec3 point = bare.pose.origin;
    bare.margin = 0;
    (void)graze_placed_support(&bare, wide3_round(direction), &point);
    return wide3_from(point);
}

/* The middle of the box need not be in the shape, and of a triangle it hardly ever is; that of support
 * points is. */
wide3 gz_body_middle(const gz_body *convex) {
    const graze_placed *placed = convex->placed;
    wide3 sum = wide3_from(graze_pose_apply(&placed->pose, placed->shape->center));
    if (placed->shape->inner >= 0 || !placed->shape->bounded) return sum;
    sum = wide3_make(0, 0, 0);
    for (int i = 0; i < 6; ++i) {
        double way[3] = {0, 0, 0};
        way[i / 2] = i % 2 ? 1 : -1;
        sum = wide3_add(sum, farthest(convex, wide3_make(way[0], way[1], way[2])));
    }
    return wide3_scale(sum, 1.0 / 6);
}

/* The support points along the axes and the diagonals between them: of a box all corners. */
static void look_around(gz_scan *scan) {
    for (int i = 0; i < 27 && !gz_scan_is_done(scan); ++i) {
        wide3 v = wide3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
        if (i != 13) gz_scan_look(scan, farthest(scan->parts, v), 0);
    }
}

static void look_at_vertices(gz_scan *scan) {
    const graze_placed *placed = scan->parts->placed;
    const graze_shape *shape = placed->shape;
    for (uint32_t i = 0; i < shape->vertex_count && !gz_scan_is_done(scan); ++i)
        gz_scan_look(scan, wide3_from(graze_pose_apply(&placed->pose, shape->vertices[i])), 0);
}

/* From the best of these on against the way out of the body, or along it, for as long as that leads on.
 */
static void scan_convex(gz_scan *scan) {
    const graze_placed *placed = scan->parts->placed;
    if (!placed->shape->bounded) return;
    if (!scan->surface) gz_scan_look(scan, gz_body_middle(scan->parts), 0);
    if (placed->shape->vertices)
        look_at_vertices(scan);
    else
        look_around(scan);
    for (int i = 0; i < GZ_SCAN_STEPS && scan->best.found && !gz_scan_is_done(scan); ++i) {
        double before = scan->best.at.sd;
        gz_scan_look(scan, farthest(scan->parts, wide3_scale(scan->best.at.normal, -scan->sign)), 0);
        if (scan->best.at.sd == before) return;
    }
}

void gz_scan_surface(gz_scan *scan) {
    if (scan->parts->mesh)
        scan_mesh(scan);
    else
        scan_convex(scan);
}

/* -- where two surfaces cross -- */

static wide3 onto_polytope(const gz_probe *probe, const gz_mesh_group *group, uint32_t primitive,
                           wide3 point) {
    gz_simplex_room room, point_room;
    vec3 at = wide3_round(point), origin = vec3_make(0, 0, 0);
    graze_placed piece = gz_mesh_place_piece(probe->placed, group, primitive, 0, &room);
    graze_placed other = {gz_simplex_place(&point_room, &origin, 1), graze_pose_at(at.x, at.y, at.z),
                          0};
    graze_separation found = {.point_a = at};
    piece.margin = 0;
    (void)graze_distance(&piece, &other, NULL, NULL, &found);
    return wide3_from(found.point_a);
}

/* The nearest point of the pieces of a primitive, and the corners of the one that has it. */
static wide3 onto_pieces(const gz_probe *probe, const gz_mesh_group *group, uint32_t primitive,
                         wide3 point, wide3 corners[3]) {
    double least = INFINITY;
    wide3 best = point;
    for (uint32_t k = 0; k < gz_mesh_piece_count(group, primitive); ++k) {
        double p[3][3];
        wide3 world[3], seen[3];
        gz_mesh_piece_corners(probe->mesh, group, primitive, k, p);
        for (int i = 0; i < 3; ++i) world[i] = in_world(probe, p[i]);
        double scale = gz_fit(world, 3, point, 0, seen);
        wide3 between = wide3_scale(gz_closest_on_triangle(seen), 1 / scale);
        double distance = wide3_length(between);
        if (!(distance < least)) continue;
        least = distance;
        best = wide3_add(point, between);
        memcpy(corners, world, sizeof world);
    }
    return best;
}

static void look_along(gz_scan *scan, wide3 from, wide3 to, uint32_t primitive) {
    wide3 way = wide3_sub(to, from);
    double share = 0.5;
    for (int i = 0; i < GZ_SCAN_HALVES && !gz_scan_is_done(scan); ++i, share /= 2)
        gz_scan_look(scan, wide3_add_scaled(from, share, way), primitive);
}

/* With margins the common point lies between the two, and the nearest one of the primitive takes its
 * place: all that is looked at must be of the parts. Of a polygon the lines to corners of other pieces
 * may leave it. */
void gz_scan_beside(gz_scan *scan, wide3 common, uint32_t primitive) {
    if (!scan->parts->mesh) return;
    const gz_probe *probe = &scan->parts->probe;
    const gz_mesh_group *group = gz_mesh_group_of(probe->mesh, primitive);
    uint32_t at = gz_mesh_start(group, primitive), size = gz_mesh_size(group, primitive);
    wide3 from, corners[3];
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE)
        from = onto_polytope(probe, group, primitive, common);
    else
        from = onto_pieces(probe, group, primitive, common, corners);
    if (!gz_scan_is_done(scan)) gz_scan_look(scan, from, primitive);
    for (uint32_t i = 0; group->kind == GRAZE_PRIMITIVE_POLYGON && i < 3; ++i)
        look_along(scan, from, corners[i], primitive);
    for (uint32_t i = 0; group->kind != GRAZE_PRIMITIVE_POLYGON && i < size; ++i) {
        double p[3];
        gz_mesh_vertex(probe->mesh, gz_mesh_index(group, at + i), p);
        look_along(scan, from, in_world(probe, p), primitive);
    }
}
