/* SPDX-License-Identifier: MIT
 * When does a mesh that moves first touch another shape, or something that moves a mesh (A6)? Boxes
 * tell from when on they overlap on their way; the walk takes the earliest first, each pair of
 * primitives is a cast of two convex shapes, and whatever begins after the first contact found is left
 * out. */
#include "convex/cast_result.h"
#include "convex/entry.h"
#include "narrow/mesh_query.h"
#include "narrow/near_walk.h"
#include "narrow/query.h"
#include "shape/simplex_room.h"

typedef struct flight {
    const graze_placed *a, *b;
    vec3 motion;
    const graze_options *options;
    gz_near_walk walk;
    graze_status status;
    real lower;             /* no contact before, of all that was looked at and did not miss */
    graze_cast_result best; /* the first contact so far */
} flight;

/* Until when a contact is of interest. */
static real last_time(const flight *f) { return f->best.hit ? f->best.t : 1; }

static void take(flight *f, const graze_cast_result *r, uint32_t primitive_a, uint32_t primitive_b) {
    int rounds = f->best.iterations + r->iterations;
    if (r->hit || r->end == GRAZE_ITERATION_LIMIT) f->lower = graze_min(f->lower, r->lower);
    if (r->end == GRAZE_ITERATION_LIMIT && !f->best.hit) f->best.end = GRAZE_ITERATION_LIMIT;
    /* Of contacts at the start an overlap counts for more than a touch. */
    bool sooner =
        r->hit && (!f->best.hit || r->t < f->best.t || (r->t == f->best.t && r->end == GRAZE_OVERLAP));
    if (sooner) {
        f->best = *r;
        f->best.primitive_a = primitive_a;
        f->best.primitive_b = primitive_b;
        f->walk.limit = (float)r->t * (1 + GZ_CAST_BOX_SLACK);
    }
    f->best.iterations = rounds;
}

static void cast_primitives(flight *f, uint32_t primitive_a, uint32_t primitive_b) {
    uint32_t count_a = gz_piece_count(f->a->shape, primitive_a);
    uint32_t count_b = gz_piece_count(f->b->shape, primitive_b);
    for (uint32_t i = 0; i < count_a; ++i)
        for (uint32_t j = 0; j < count_b; ++j) {
            gz_simplex_room room_a, room_b;
            graze_placed s = gz_piece_place(f->a, primitive_a, i, &room_a);
            graze_placed t = gz_piece_place(f->b, primitive_b, j, &room_b);
            graze_cast_result found;
            graze_status status = gz_cast_shapes(&s, f->motion, last_time(f), &t, f->options, &found);
            if (status == GRAZE_OK)
                take(f, &found, primitive_a, primitive_b);
            else
                f->status = status;
        }
}

static uint32_t item_at(const graze_shape *shape, uint32_t place) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    return mesh ? mesh->tree->items[place] : 0;
}

static inline graze_flow visit_leaves(void *user, uint32_t link_a, uint32_t link_b) {
    flight *f = user;
    for (uint32_t i = 0; i < gz_link_count(link_a); ++i)
        for (uint32_t j = 0; j < gz_link_count(link_b); ++j)
            cast_primitives(f, item_at(f->a->shape, gz_link_first(link_a) + i),
                            item_at(f->b->shape, gz_link_first(link_b) + j));
    return f->status != GRAZE_OK || f->best.end == GRAZE_OVERLAP ? GRAZE_STOP : GRAZE_CONTINUE;
}

static inline bool no_better(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                             uint32_t lanes_b, gz_near_sides *out) {
    (void)user;
    (void)a;
    (void)lanes_a;
    (void)b;
    (void)lanes_b;
    (void)out;
    return false;
}

static void fly(flight *f) {
    const gz_mesh *mesh_a = gz_mesh_of(f->a->shape), *mesh_b = gz_mesh_of(f->b->shape);
    _Alignas(32) gz_node node;
    graze_tree box;
    if (!mesh_a) gz_tree_of_box(f->a->shape, &node, &box);
    if (!mesh_b) gz_tree_of_box(f->b->shape, &node, &box);
    const graze_tree *a = mesh_a ? mesh_a->tree : &box, *b = mesh_b ? mesh_b->tree : &box;
    gz_mesh_query query = {.a = f->a, .b = f->b};
    double reach = gz_mesh_query_reach(&query) + gz_mesh_query_error(&query);
    gz_near_view view;
    gz_near_view_make_cast(a, &f->a->pose, b, &f->b->pose, f->motion, reach, &view);
    f->walk = (gz_near_walk){.a = a, .b = b, .view = &view, .limit = 1 + GZ_CAST_BOX_SLACK};
    f->walk.kernel = gz_near_choose_cast();
    gz_walk_near(&f->walk, visit_leaves, no_better, f);
}

/* A mesh and a half-space come nearer at the same speed everywhere: what is nearest touches first. */
static void fall(flight *f) {
    bool ground_is_b = f->a->shape->bounded;
    graze_separation start;
    f->status = gz_mesh_above_half_space(ground_is_b ? f->a : f->b, ground_is_b ? f->b : f->a,
                                         f->options, &start);
    if (f->status != GRAZE_OK) return;
    cast_primitives(f, ground_is_b ? start.primitive_a : 0, ground_is_b ? 0 : start.primitive_a);
}

/* What begins inside of a solid overlaps it from the start, whatever surface it meets on its way. */
static void look_inside(flight *f) {
    graze_cast_result held = {.hit = true, .end = GRAZE_OVERLAP, .iterations = f->best.iterations};
    if (f->best.hit && !(f->best.t > 0)) return;
    if (gz_solid_holds(f->a, f->b, &held.primitive_b, &held.point) ||
        gz_solid_holds(f->b, f->a, &held.primitive_a, &held.point))
        f->best = held;
}

graze_status gz_mesh_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                const graze_options *options, graze_cast_result *out) {
    if (!out || !vec3_is_finite(translation)) return GRAZE_INVALID_ARGUMENT;
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(a);
    if (status == GRAZE_OK) status = graze_placed_check(b);
    if (status != GRAZE_OK) return status;
    flight f = {.a = a, .b = b, .motion = translation, .options = options, .status = GRAZE_OK};
    f.best.end = GRAZE_SEPARATED;
    f.lower = 1;
    if (a->shape->bounded && b->shape->bounded)
        fly(&f);
    else
        fall(&f);
    if (f.status != GRAZE_OK) return f.status;
    if (f.best.hit || f.best.end == GRAZE_ITERATION_LIMIT) f.best.lower = f.lower;
    look_inside(&f);
    *out = f.best;
    return GRAZE_OK;
}
