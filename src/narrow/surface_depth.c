/* SPDX-License-Identifier: MIT
 * Depths of pairs of primitives (L6, B:5041), and the deepest. */
#include "convex/entry.h"
#include "narrow/complex.h"
#include "narrow/mesh_query.h"
#include "narrow/query.h"
#include "narrow/solid.h"
#include "shape/simplex_room.h"

typedef struct depths {
    const graze_placed *a, *b;
    const graze_options *options;
    graze_visit_depth visit;
    void *user;
    graze_status status;
} depths;

/* Of the pieces of two primitives the deepest pair. */
static graze_status pair_depth(const depths *d, uint32_t a, uint32_t b, graze_penetration_result *out) {
    uint32_t count_a = gz_piece_count(d->a->shape, a), count_b = gz_piece_count(d->b->shape, b);
    graze_penetration_result found;
    *out = (graze_penetration_result){.depth = -1};
    for (uint32_t i = 0; i < count_a; ++i)
        for (uint32_t j = 0; j < count_b; ++j) {
            gz_simplex_room room_a, room_b;
            graze_placed s = gz_piece_place(d->a, a, i, &room_a);
            graze_placed t = gz_piece_place(d->b, b, j, &room_b);
            graze_status status = gz_convex_penetration(&s, &t, d->options, NULL, &found);
            if (status != GRAZE_OK) return status;
            if (found.depth > out->depth) *out = found;
        }
    out->primitive_a = a;
    out->primitive_b = b;
    return GRAZE_OK;
}

static graze_flow visit_pair(void *user, uint32_t a, uint32_t b) {
    depths *d = user;
    graze_penetration_result found;
    d->status = pair_depth(d, a, b, &found);
    return d->status == GRAZE_OK ? d->visit(d->user, &found) : GRAZE_STOP;
}

graze_status graze_penetration_all(const graze_placed *a, const graze_placed *b,
                                   const graze_options *options, graze_visit_depth visit, void *user) {
    if (!visit || (options && !gz_options_are_valid(options))) return GRAZE_INVALID_ARGUMENT;
    if (gz_has_complex(a, b)) return gz_complex_penetration_all(a, b, options, visit, user);
    depths d = {.a = a, .b = b, .options = options, .visit = visit, .user = user};
    gz_mesh_query query = {.a = a, .b = b, .visit = visit_pair, .user = &d};
    graze_flow flow;
    graze_status status = gz_bodies_check(a, b);
    if (status == GRAZE_OK) status = gz_mesh_ask(&query, &flow);
    return status == GRAZE_OK ? d.status : status;
}

/* -- the deepest -- */

static graze_flow keep_deepest(void *user, const graze_penetration_result *depth) {
    graze_penetration_result *best = user;
    int rounds = best->iterations + depth->iterations;
    bool deeper = depth->depth > best->depth;
    bool first = depth->depth == best->depth &&
                 (depth->primitive_a < best->primitive_a ||
                  (depth->primitive_a == best->primitive_a && depth->primitive_b < best->primitive_b));
    if (deeper || first) *best = *depth;
    best->iterations = rounds;
    return GRAZE_CONTINUE;
}

graze_status gz_surface_depth(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, graze_penetration_result *out) {
    graze_penetration_result best = {.depth = -1};
    graze_status status = graze_penetration_all(a, b, options, keep_deepest, &best);
    if (status == GRAZE_OK) *out = best;
    return status;
}

/* -- the public queries -- */

static bool is_solid(const graze_placed *placed) {
    const gz_mesh *mesh = gz_mesh_of(placed->shape);
    return mesh && mesh->nature == GRAZE_MESH_SOLID;
}

graze_status gz_mesh_penetration(const graze_placed *a, const graze_placed *b,
                                 const graze_options *options, graze_penetration_result *out) {
    graze_intersection meet;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_mesh_within(a, b, 0, options, &meet);
    if (status != GRAZE_OK) return status;
    if (meet.intersecting) {
        bool flat = a->shape->bounded && b->shape->bounded && !is_solid(a) && !is_solid(b);
        return flat ? gz_surface_depth(a, b, options, out) : gz_solid_depth(a, b, options, out);
    }
    graze_separation apart;
    status = graze_distance(a, b, options, NULL, &apart);
    if (status != GRAZE_OK) return status;
    *out = (graze_penetration_result){
        .normal = apart.normal, .end = GRAZE_SEPARATED, .iterations = apart.iterations};
    return GRAZE_OK;
}

/* Of what overlaps: the bracket turned round. */
static graze_signed_separation signed_of(const graze_penetration_result *depth) {
    return (graze_signed_separation){.sd = -depth->depth,
                                     .lower = -depth->upper,
                                     .upper = -depth->lower,
                                     .normal = depth->normal,
                                     .point_a = depth->point_a,
                                     .point_b = depth->point_b,
                                     .end = depth->end,
                                     .iterations = depth->iterations,
                                     .primitive_a = depth->primitive_a,
                                     .primitive_b = depth->primitive_b};
}

graze_status gz_mesh_signed_distance(const graze_placed *a, const graze_placed *b,
                                     const graze_options *options, graze_signed_separation *out) {
    graze_penetration_result depth;
    graze_separation apart;
    graze_intersection meet;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_mesh_within(a, b, 0, options, &meet);
    if (status != GRAZE_OK) return status;
    if (meet.intersecting) {
        status = gz_mesh_penetration(a, b, options, &depth);
        if (status == GRAZE_OK) *out = signed_of(&depth);
        return status;
    }
    status = graze_distance(a, b, options, NULL, &apart);
    if (status != GRAZE_OK) return status;
    *out = (graze_signed_separation){.sd = apart.distance,
                                     .lower = apart.lower,
                                     .upper = apart.upper,
                                     .normal = apart.normal,
                                     .point_a = apart.point_a,
                                     .point_b = apart.point_b,
                                     .end = apart.end,
                                     .iterations = apart.iterations,
                                     .primitive_a = apart.primitive_a,
                                     .primitive_b = apart.primitive_b};
    return GRAZE_OK;
}
