/* SPDX-License-Identifier: MIT
 * Primitives of a placed mesh that meet a box along the world's axes, or a ball. Candidates come from
 * the tree, by the box of what is asked about in the mesh's space; they are compared in the world. */
#include "base/tolerance.h"
#include "math/rounding.h"
#include "mesh/complex_overlap.h"
#include "mesh/query.h"
#include "mesh/view.h"
#include "primitive/check.h"
#include "primitive/closest.h"
#include "primitive/fit.h"
#include "primitive/span.h"
#include "shape/placed.h"
#include "tree/walk_box.h"

typedef struct overlap {
    const gz_mesh *mesh;
    const graze_placed *placed;
    gz_affine pose;
    double inverse[3][3];
    /* A box, or a ball: its centre and the radius with the margin. */
    bool round;
    gz_span_box box;
    graze_placed box_placed; /* for convex comparisons */
    wide3 center;
    double radius;
    graze_status status;
    graze_tree_visit visit;
    void *user;
} overlap;

static void corners_in_world(const overlap *o, const gz_mesh_group *group, uint32_t primitive,
                             uint32_t k, double out[3][3]) {
    double p[3][3];
    gz_mesh_piece_corners(o->mesh, group, primitive, k, p);
    for (int i = 0; i < 3; ++i) gz_affine_apply(&o->pose, p[i], out[i]);
}

static bool piece_meets_box(const overlap *o, const gz_mesh_group *group, uint32_t primitive,
                            uint32_t k) {
    double p[3][3];
    corners_in_world(o, group, primitive, k, p);
    gz_span_triangle triangle;
    for (int i = 0; i < 3; ++i) triangle.p[i] = (gz_end){{p[i][0], p[i][1], p[i][2]}, false};
    return gz_triangle_meets_box(&triangle, &o->box);
}

static bool piece_meets_ball(const overlap *o, const gz_mesh_group *group, uint32_t primitive,
                             uint32_t k) {
    double p[3][3];
    corners_in_world(o, group, primitive, k, p);
    wide3 corner[3], seen[3];
    for (int i = 0; i < 3; ++i) corner[i] = wide3_make(p[i][0], p[i][1], p[i][2]);
    double scale = gz_fit(corner, 3, o->center, o->radius, seen), radius = o->radius * scale;
    return wide3_length_squared(gz_closest_on_triangle(seen)) <= radius * radius;
}

static bool convex_meets(overlap *o, const gz_mesh_group *group, uint32_t primitive, uint32_t k) {
    gz_simplex_room room;
    graze_placed piece = gz_mesh_place_piece(o->placed, group, primitive, k, &room);
    graze_intersection found = {.intersecting = false};
    graze_status status;
    if (o->round) {
        piece.margin = (real)o->radius;
        status = graze_placed_contains(&piece, wide3_round(o->center), &found.intersecting);
    } else {
        status = graze_intersect(&piece, &o->box_placed, NULL, NULL, &found);
    }
    if (status != GRAZE_OK) o->status = status;
    return status == GRAZE_OK && found.intersecting;
}

static bool primitive_meets(overlap *o, uint32_t primitive) {
    const gz_mesh_group *group = gz_mesh_group_of(o->mesh, primitive);
    bool convex = group->kind == GRAZE_PRIMITIVE_POLYTOPE || (!o->round && o->placed->margin > 0);
    uint32_t count = gz_mesh_piece_count(group, primitive);
    for (uint32_t k = 0; k < count; ++k)
        if (convex     ? convex_meets(o, group, primitive, k)
            : o->round ? piece_meets_ball(o, group, primitive, k)
                       : piece_meets_box(o, group, primitive, k))
            return true;
    return false;
}

GZ_INLINE graze_flow visit_leaf(void *user, const uint32_t *items, uint32_t count) {
    overlap *o = user;
    for (uint32_t i = 0; i < count; ++i) {
        bool meets = primitive_meets(o, items[i]);
        if (o->status != GRAZE_OK || (meets && o->visit(o->user, items[i]) == GRAZE_STOP))
            return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}
GZ_DEFINE_BALL_WALK(walk, box, visit_leaf)

/* The box in the mesh's space of what has this centre and these half extents in the world, and a margin
 * that is a ball there (E9). Coordinates of the world round by a few units of double, and so does what
 * is computed here. */
static gz_tree_ball candidates(const overlap *o, const double center[3], const double half[3],
                               double margin) {
    const graze_placed *placed = o->placed;
    double stretch = (double)gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE);
    double size = stretch * (double)o->mesh->shape.reach + margin, lo[3], hi[3];
    for (int k = 0; k < 3; ++k) size += fabs(center[k]) + fabs(o->pose.t[k]) + half[k];
    for (int k = 0; k < 3; ++k) {
        const double *row = o->inverse[k];
        double middle = 0, wide = 0, length = 0;
        for (int j = 0; j < 3; ++j) {
            middle += row[j] * (center[j] - o->pose.t[j]);
            wide += fabs(row[j]) * half[j];
            length += fabs(row[j]);
        }
        wide += margin * wide3_length(wide3_make(row[0], row[1], row[2]));
        wide += GZ_MESH_OVERLAP_SLACK * length * size;
        lo[k] = middle - wide;
        hi[k] = middle + wide;
    }
    return gz_tree_ball_of_box(o->mesh->tree, lo, hi);
}

static void overlap_make(overlap *o, const graze_placed *placed, graze_tree_visit visit, void *user) {
    *o = (overlap){.mesh = gz_mesh_of(placed->shape), .placed = placed, .visit = visit, .user = user};
    o->pose = gz_affine_of_pose(&placed->pose);
    gz_mesh_invert(&placed->pose.basis, o->inverse);
}

/* A shape that is no mesh has one primitive, number 0. */
static graze_status tell_convex(graze_status status, bool meets, graze_tree_visit visit, void *user) {
    if (status == GRAZE_OK && meets) visit(user, 0);
    return status;
}

graze_status graze_overlap_box(const graze_placed *placed, const graze_aabb *box,
                               graze_tree_visit visit, void *user, graze_tree_counts *counts) {
    if (!gz_aabb_is_valid(box) || !visit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    vec3 middle = graze_aabb_center(*box);
    vec3 most = vec3_max(vec3_sub(box->hi, middle), vec3_sub(middle, box->lo));
    vec3 half = vec3_make(gz_round_up(most.x), gz_round_up(most.y), gz_round_up(most.z));
    if (!(vec3_max_abs(vec3_add(vec3_abs(middle), half)) <= GRAZE_SHAPE_REACH / 4))
        return GRAZE_OUT_OF_RANGE;
    graze_shape room;
    graze_placed other = {gz_box_place(&room, half), graze_pose_at(middle.x, middle.y, middle.z), 0};
    if (gz_is_complex(placed->shape)) return gz_complex_overlap(placed, &other, visit, user, counts);
    if (!gz_mesh_of(placed->shape)) {
        graze_intersection found = {.intersecting = false};
        status = graze_intersect(placed, &other, NULL, NULL, &found);
        return tell_convex(status, found.intersecting, visit, user);
    }
    overlap o;
    overlap_make(&o, placed, visit, user);
    o.box = gz_span_box_of(box);
    o.box_placed = other;
    const double center[3] = {(double)middle.x, (double)middle.y, (double)middle.z};
    const double widths[3] = {(double)half.x, (double)half.y, (double)half.z};
    gz_tree_ball where = candidates(&o, center, widths, (double)placed->margin);
    walk(o.mesh->tree, &where, &o, counts);
    return o.status;
}

/* The radius need not be a real: containment adds its rounding. */
static graze_status overlap_ball(const graze_placed *placed, wide3 center, double radius,
                                 graze_tree_visit visit, void *user, graze_tree_counts *counts) {
    overlap o;
    overlap_make(&o, placed, visit, user);
    o.round = true;
    o.center = center;
    o.radius = radius + (double)placed->margin;
    const double middle[3] = {center.x, center.y, center.z}, none[3] = {0, 0, 0};
    gz_tree_ball where = candidates(&o, middle, none, o.radius);
    walk(o.mesh->tree, &where, &o, counts);
    return o.status;
}

graze_status graze_overlap_sphere(const graze_placed *placed, const graze_sphere *sphere,
                                  graze_tree_visit visit, void *user, graze_tree_counts *counts) {
    if (!gz_sphere_is_valid(sphere) || !visit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (!(vec3_max_abs(sphere->center) + sphere->radius <= GRAZE_SHAPE_REACH / 4))
        return GRAZE_OUT_OF_RANGE;
    if (gz_mesh_of(placed->shape))
        return overlap_ball(placed, wide3_from(sphere->center), (double)sphere->radius, visit, user,
                            counts);
    if (gz_is_complex(placed->shape)) {
        gz_simplex_room room;
        vec3 c = sphere->center;
        graze_placed ball = {gz_simplex_place(&room, (const vec3[]){{0, 0, 0}}, 1),
                             graze_pose_at(c.x, c.y, c.z), sphere->radius};
        return gz_complex_overlap(placed, &ball, visit, user, counts);
    }
    graze_placed grown = *placed;
    bool meets = false;
    grown.margin += sphere->radius;
    status = graze_placed_contains(&grown, sphere->center, &meets);
    return tell_convex(status, meets, visit, user);
}

/* -- containment -- */

static graze_flow note(void *user, uint32_t item) {
    (void)item;
    *(bool *)user = true;
    return GRAZE_STOP;
}

graze_status gz_mesh_contains(const graze_placed *placed, vec3 point, bool *inside) {
    if (!inside || !vec3_is_finite(point)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    const gz_mesh *mesh = gz_mesh_of(placed->shape);
    wide3 between = wide3_sub(wide3_from(point), wide3_from(placed->pose.origin));
    double size = (double)gz_pose_norm(&placed->pose, placed->pose.kind) * (double)mesh->shape.reach +
                  wide3_length(between) + (double)placed->margin;
    bool found = false;
    if (size < (double)GRAZE_SHAPE_REACH)
        status = overlap_ball(placed, wide3_from(point), (double)(GZ_ERROR_PAIR * GRAZE_EPSILON) * size,
                              note, &found, NULL);
    if (status != GRAZE_OK) return status;
    if (!found && mesh->nature == GRAZE_MESH_SOLID) {
        double inverse[3][3];
        gz_mesh_invert(&placed->pose.basis, inverse);
        wide3 local = gz_mesh_turn_back(inverse, between);
        found = gz_mesh_holds(mesh, (const double[3]){local.x, local.y, local.z});
    }
    *inside = found;
    return GRAZE_OK;
}
