/* SPDX-License-Identifier: MIT
 * How two bodies lie: apart, touching, overlapping, or one in the other. */
#include "convex/entry.h"
#include "narrow/complex.h"
#include "narrow/mesh_query.h"
#include "narrow/solid.h"

/* What is known of the surface of one, seen from the other. */
typedef struct seen {
    bool inside, outside; /* by more than the error */
} seen;

/* -- surfaces that do not meet -- */

/* The convex one is filled, and would have met what it holds of a mesh. */
static seen sides_of(const graze_placed *body, const graze_placed *parts) {
    const gz_mesh *solid = gz_mesh_of(body->shape);
    if (!solid || solid->nature != GRAZE_MESH_SOLID || !parts->shape->bounded)
        return (seen){false, true};
    uint32_t primitive;
    double point[3];
    int both = GZ_SIDE_INSIDE | GZ_SIDE_OUTSIDE;
    int sides = gz_solid_sides(body, parts, both, &primitive, point);
    return (seen){(sides & GZ_SIDE_INSIDE) != 0, (sides & GZ_SIDE_OUTSIDE) != 0};
}

/* -- surfaces that do -- */

typedef struct pairs {
    gz_scan *scan[2]; /* of A's points in B, of B's in A */
    const gz_mesh_query *query;
    int left;
} pairs;

static graze_flow look_beside(void *user, uint32_t a, uint32_t b) {
    pairs *p = user;
    wide3 common = wide3_from(gz_mesh_common_point(p->query, a, b));
    gz_scan_beside(p->scan[0], common, a);
    gz_scan_beside(p->scan[1], common, b);
    bool done = gz_scan_is_done(p->scan[0]) && gz_scan_is_done(p->scan[1]);
    return --p->left <= 0 || done ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* Margins make a surface thick: how deep its own one lets it be is no sign of anything. */
static gz_scan scan_of(const gz_body *body, const gz_body *parts, double sign, double error) {
    double least = error;
    if (sign > 0) least += (double)body->placed->margin;
    return (gz_scan){.body = body,
                     .parts = parts,
                     .sign = sign,
                     .enough = least,
                     .looks = GZ_SCAN_LOOKS,
                     .surface = true};
}

static bool was_found(const gz_scan *scan) {
    return scan->best.found && scan->sign * scan->best.at.sd < -scan->enough;
}

static void find_inside(const gz_body *a, const gz_body *b, double error, gz_scan scan[2]) {
    scan[0] = scan_of(b, a, 1, error);
    scan[1] = scan_of(a, b, 1, error);
    gz_mesh_query query = {.a = a->placed, .b = b->placed};
    pairs p = {{&scan[0], &scan[1]}, &query, GZ_SCAN_PAIRS};
    graze_flow flow;
    query.visit = look_beside;
    query.user = &p;
    for (int i = 0; i < 2; ++i) gz_scan_surface(&scan[i]);
    for (int i = 0; i < 2; ++i) scan[i].looks += GZ_SCAN_LOOKS / 4;
    if (!was_found(&scan[0]) || !was_found(&scan[1])) (void)gz_mesh_ask(&query, &flow);
}

static bool sticks_out(const gz_body *body, const gz_body *parts, double error) {
    if (!parts->placed->shape->bounded) return true;
    gz_scan scan = scan_of(body, parts, -1, error);
    gz_scan_surface(&scan);
    return was_found(&scan);
}

/* Is a point just under the surface of the one inside of the other? Surfaces have no such point: there
 * one of theirs has to do. */
static bool shares_inside(const gz_body *outer, const gz_body *inner, double error) {
    if (!inner->mesh) return gz_body_depth(outer, gz_body_middle(inner)).sd < error;
    const gz_probe *probe = &inner->probe;
    for (uint32_t i = 0; i < probe->mesh->tree->item_count && i < GZ_SCAN_PAIRS; ++i) {
        uint32_t primitive = probe->mesh->tree->items[i];
        const gz_mesh_group *group = gz_mesh_group_of(probe->mesh, primitive);
        if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) continue;
        double p[3][3], middle[3], world[3];
        gz_mesh_piece_corners(probe->mesh, group, primitive, 0, p);
        for (int k = 0; k < 3; ++k) middle[k] = (p[0][k] + p[1][k] + p[2][k]) / 3;
        gz_affine_apply(&probe->pose, middle, world);
        wide3 point = wide3_make(world[0], world[1], world[2]);
        if (!gz_body_is_filled(inner)) return gz_body_depth(outer, point).sd < error;
        wide3 under = wide3_add_scaled(point, -8 * error, gz_probe_normal(probe, primitive, 0));
        if (gz_body_depth(inner, under).sd < -error) return gz_body_depth(outer, under).sd < -error;
    }
    return false;
}

/* Two convex shapes may cross with none of the points that were looked at in the other. */
static bool are_deep(const graze_placed *a, const graze_placed *b, double error) {
    graze_penetration_result found;
    if (!a->shape->convex || !b->shape->convex) return false;
    if (gz_convex_penetration(a, b, NULL, NULL, &found) != GRAZE_OK) return false;
    return (double)found.lower > error + (double)a->margin + (double)b->margin;
}

static graze_solid_relation relate_touching(const graze_placed *a, const graze_placed *b) {
    gz_centered near = gz_center(a, b);
    gz_body body_a, body_b;
    gz_body_make(&near.a, &body_a);
    gz_body_make(&near.b, &body_b);
    double error = gz_bodies_error(a, b);
    gz_scan inside[2];
    find_inside(&body_a, &body_b, error, inside);
    bool a_in = was_found(&inside[0]), b_in = was_found(&inside[1]);
    bool a_out = sticks_out(&body_b, &body_a, error), b_out = sticks_out(&body_a, &body_b, error);
    bool a_filled = gz_body_is_filled(&body_a), b_filled = gz_body_is_filled(&body_b);
    if (!b_out && !a_in && a_filled && shares_inside(&body_a, &body_b, error))
        return a_out || b_in || !b_filled ? GRAZE_SOLIDS_B_IN_A : GRAZE_SOLIDS_EQUAL;
    if (!a_out && !b_in && b_filled && shares_inside(&body_b, &body_a, error))
        return GRAZE_SOLIDS_A_IN_B;
    if ((a_in && b_filled) || (b_in && a_filled)) return GRAZE_SOLIDS_OVERLAPPING;
    return are_deep(a, b, error) ? GRAZE_SOLIDS_OVERLAPPING : GRAZE_SOLIDS_TOUCHING;
}

/* -- the public function -- */

static graze_flow stop(void *user, uint32_t a, uint32_t b) {
    (void)a, (void)b;
    *(bool *)user = true;
    return GRAZE_STOP;
}

graze_status graze_solid_relate(const graze_placed *a, const graze_placed *b,
                                graze_solid_relation *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    if (gz_has_complex(a, b)) return gz_complex_relate(a, b, out);
    bool meet = false;
    graze_flow flow;
    gz_mesh_query query = {.a = a, .b = b, .visit = stop, .user = &meet};
    graze_status status = gz_bodies_check(a, b);
    if (status == GRAZE_OK) status = gz_mesh_ask(&query, &flow);
    if (status != GRAZE_OK) return status;
    if (meet) {
        *out = relate_touching(a, b);
        return GRAZE_OK;
    }
    seen of_b = sides_of(a, b), of_a = sides_of(b, a);
    if (!of_a.inside && !of_b.inside)
        *out = GRAZE_SOLIDS_APART;
    else if (!of_a.inside && !of_b.outside)
        *out = GRAZE_SOLIDS_B_IN_A;
    else if (!of_b.inside && !of_a.outside)
        *out = GRAZE_SOLIDS_A_IN_B;
    else
        *out = GRAZE_SOLIDS_OVERLAPPING;
    return GRAZE_OK;
}
