/* SPDX-License-Identifier: MIT
 * Which algorithm for which pair (L1, L2, B:4962-5010), and what is made of its findings. */
#include "narrow/mesh_query.h"

#include "base/tolerance.h"
#include "convex/entry.h"
#include "narrow/complex.h"
#include "narrow/query.h"
#include "shape/placed.h"

static double size_of(const graze_placed *placed) {
    if (!placed->shape->bounded) return 0;
    real stretch = gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE);
    return (double)(stretch * placed->shape->reach) + (double)placed->margin;
}

double gz_mesh_query_error(const gz_mesh_query *query) {
    wide3 between = wide3_sub(wide3_from(query->a->pose.origin), wide3_from(query->b->pose.origin));
    double size = size_of(query->a) + size_of(query->b) + wide3_max_abs(between);
    return 2 * (double)GZ_ERROR_PAIR * (double)GRAZE_EPSILON * size;
}

static graze_flow visit_swapped(void *user, uint32_t a, uint32_t b) {
    gz_mesh_query *query = user;
    return query->visit(query->user, b, a);
}

/* The mesh is a. */
static graze_flow ask_mesh(gz_mesh_query *query) {
    if (gz_mesh_of(query->b->shape)) return gz_mesh_meets_mesh(query);
    return query->b->shape->bounded ? gz_mesh_meets_convex(query) : gz_mesh_meets_half_space(query);
}

graze_status gz_mesh_ask(gz_mesh_query *query, graze_flow *flow) {
    graze_status status = graze_placed_check(query->a);
    if (status == GRAZE_OK) status = graze_placed_check(query->b);
    if (status != GRAZE_OK) return status;
    *flow = GRAZE_CONTINUE;
    if (gz_mesh_of(query->a->shape)) {
        *flow = ask_mesh(query);
        return GRAZE_OK;
    }
    if (gz_mesh_of(query->b->shape)) {
        gz_mesh_query swapped = *query;
        swapped.a = query->b;
        swapped.b = query->a;
        swapped.visit = visit_swapped;
        swapped.user = query;
        *flow = ask_mesh(&swapped);
        query->counts = swapped.counts;
        return GRAZE_OK;
    }
    graze_intersection found;
    status = gz_convex_within(query->a, query->b, query->distance, NULL, NULL, &found);
    if (status != GRAZE_OK) return status;
    ++query->counts.items;
    if (found.intersecting) *flow = query->visit(query->user, 0, 0);
    return GRAZE_OK;
}

/* -- the first pair -- */

static graze_flow keep_pair(void *user, uint32_t a, uint32_t b) {
    graze_intersection *out = user;
    out->intersecting = true;
    out->primitive_a = a;
    out->primitive_b = b;
    return GRAZE_STOP;
}

graze_status gz_mesh_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                            const graze_options *options, graze_intersection *out) {
    if (!out || !(distance >= 0) || !graze_is_finite(distance)) return GRAZE_INVALID_ARGUMENT;
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    graze_intersection found = {.end = GRAZE_SEPARATED};
    gz_mesh_query query = {
        .a = a, .b = b, .distance = distance, .any = true, .visit = keep_pair, .user = &found};
    graze_flow flow;
    graze_status status = gz_mesh_ask(&query, &flow);
    if (status != GRAZE_OK) return status;
    if (found.intersecting) {
        found.end = GRAZE_TOUCHING;
        found.point = gz_mesh_common_point(&query, found.primitive_a, found.primitive_b);
    } else if (gz_solid_holds(a, b, &found.primitive_b, &found.point) ||
               gz_solid_holds(b, a, &found.primitive_a, &found.point)) {
        found.intersecting = true;
        found.end = GRAZE_OVERLAP;
    }
    *out = found;
    return GRAZE_OK;
}

graze_status graze_intersect_all(const graze_placed *a, const graze_placed *b,
                                 graze_tree_visit_pair visit, void *user, graze_tree_counts *counts) {
    if (!visit) return GRAZE_INVALID_ARGUMENT;
    if (gz_has_complex(a, b)) return gz_complex_intersect_all(a, b, visit, user, counts);
    gz_mesh_query query = {.a = a, .b = b, .visit = visit, .user = user};
    graze_flow flow;
    graze_status status = gz_mesh_ask(&query, &flow);
    if (status == GRAZE_OK && counts) {
        counts->nodes += query.counts.nodes;
        counts->box_tests += query.counts.box_tests;
        counts->items += query.counts.items;
    }
    return status;
}
