/* SPDX-License-Identifier: MIT
 * Two meshes. The vertices of B are brought into the space of A leaf by leaf, by one product with the
 * relative pose; everything after that is exact, unless polytopes or margins take part. */
#include "convex/entry.h"
#include "narrow/mesh_batch.h"
#include "narrow/mesh_query.h"
#include "primitive/span.h"
#include "shape/simplex_room.h"
#include "tree/walk_first.h"

#define PIECES_AT_ONCE 16 /* of a polygon */

typedef struct mesh_pair {
    gz_mesh_query *query;
    const gz_mesh *a, *b;
    gz_affine b_in_a;
    const gz_triangles_kernel *kernel;
    gz_mesh_side side_a, side_b;
} mesh_pair;

/* -- exactly -- */

static graze_flow compare_batches(mesh_pair *pair, const gz_triangles *a, uint32_t first_a,
                                  const gz_triangles *b, uint32_t first_b) {
    gz_triangle_sides sides;
    uint32_t open = pair->kernel->candidates(a, b, &sides);
    for (; open; open &= open - 1) {
        uint32_t bit = gz_lowest_bit(open), i = bit / GZ_TRIANGLES, j = bit % GZ_TRIANGLES;
        if (!gz_triangles_meet(a, i, b, j, &sides)) continue;
        gz_mesh_query *query = pair->query;
        if (query->visit(query->user, pair->a->tree->items[first_a + i],
                         pair->b->tree->items[first_b + j]) == GRAZE_STOP)
            return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

static inline graze_flow visit_triangles(void *user, uint32_t link_a, uint32_t link_b) {
    mesh_pair *pair = user;
    uint32_t begin_a = gz_link_first(link_a), end_a = begin_a + gz_link_count(link_a);
    uint32_t begin_b = gz_link_first(link_b), end_b = begin_b + gz_link_count(link_b);
    pair->query->counts.items += (uint64_t)(end_a - begin_a) * (end_b - begin_b);
    for (uint32_t j = begin_b; j < end_b; j += GZ_TRIANGLES) {
        const gz_triangles *b = gz_mesh_side_batch(&pair->side_b, pair->kernel, j, end_b);
        for (uint32_t i = begin_a; i < end_a; i += GZ_TRIANGLES) {
            const gz_triangles *a = gz_mesh_side_batch(&pair->side_a, pair->kernel, i, end_a);
            if (compare_batches(pair, a, i, b, j) == GRAZE_STOP) return GRAZE_STOP;
        }
    }
    return GRAZE_CONTINUE;
}

/* The triangles of some leaves of two nodes will be compared. */
static inline void fetch_triangles(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                                   uint32_t lanes_b) {
    const mesh_pair *pair = user;
    const uint32_t *usual_a = gz_mesh_usual_indices(pair->a), *usual_b = gz_mesh_usual_indices(pair->b);
    if (!usual_a || !usual_b) return;
    gz_mesh_fetch_indices(pair->a, a, lanes_a);
    gz_mesh_fetch_indices(pair->b, b, lanes_b);
    gz_mesh_fetch_vertices(pair->a, a, lanes_a);
    gz_mesh_fetch_vertices(pair->b, b, lanes_b);
}

/* -- primitives of any kind -- */

static bool is_polytope(const gz_mesh *mesh, uint32_t primitive) {
    return gz_mesh_group_of(mesh, primitive)->kind == GRAZE_PRIMITIVE_POLYTOPE;
}

static gz_span_triangle piece_triangle(const gz_mesh *mesh, uint32_t primitive, uint32_t k,
                                       const gz_affine *map) {
    gz_span_triangle t;
    double p[3][3];
    gz_mesh_piece_corners(mesh, gz_mesh_group_of(mesh, primitive), primitive, k, p);
    for (int c = 0; c < 3; ++c) {
        if (map) gz_affine_apply(map, p[c], p[c]);
        t.p[c] = (gz_end){{p[c][0], p[c][1], p[c][2]}, false};
    }
    return t;
}

static inline double least3(double x, double y, double z) {
    double two = x < y ? x : y;
    return two < z ? two : z;
}
static inline double most3(double x, double y, double z) { return -least3(-x, -y, -z); }

/* Their boxes, which rule out most pieces of polygons before anything has to be exact. */
static bool are_apart(const gz_span_triangle *s, const gz_span_triangle *t) {
    for (int k = 0; k < 3; ++k) {
        const double a[3] = {s->p[0].x[k], s->p[1].x[k], s->p[2].x[k]};
        const double b[3] = {t->p[0].x[k], t->p[1].x[k], t->p[2].x[k]};
        if (most3(a[0], a[1], a[2]) < least3(b[0], b[1], b[2]) ||
            most3(b[0], b[1], b[2]) < least3(a[0], a[1], a[2]))
            return true;
    }
    return false;
}

/* Pieces of B from that one on are brought to A once, and compared with all of A. */
static bool meet_exactly_from(const mesh_pair *pair, uint32_t a, uint32_t count_a, uint32_t b,
                              uint32_t from, uint32_t end) {
    gz_span_triangle t[PIECES_AT_ONCE];
    for (uint32_t j = from; j < end; ++j) t[j - from] = piece_triangle(pair->b, b, j, &pair->b_in_a);
    for (uint32_t i = 0; i < count_a; ++i) {
        gz_span_triangle s = piece_triangle(pair->a, a, i, NULL);
        for (uint32_t j = 0; j < end - from; ++j)
            if (!are_apart(&s, &t[j]) && gz_triangle_meets_triangle(&s, &t[j])) return true;
    }
    return false;
}

static bool meet_exactly(const mesh_pair *pair, uint32_t a, uint32_t count_a, uint32_t b,
                         uint32_t count_b) {
    for (uint32_t from = 0; from < count_b; from += PIECES_AT_ONCE) {
        uint32_t end = count_b - from < PIECES_AT_ONCE ? count_b : from + PIECES_AT_ONCE;
        if (meet_exactly_from(pair, a, count_a, b, from, end)) return true;
    }
    return false;
}

static bool piece_meets_rounded(const mesh_pair *pair, uint32_t a, uint32_t i, uint32_t b,
                                uint32_t count) {
    gz_simplex_room room_a, room_b;
    graze_placed s = gz_piece_place(pair->query->a, a, i, &room_a);
    for (uint32_t j = 0; j < count; ++j) {
        graze_placed t = gz_piece_place(pair->query->b, b, j, &room_b);
        graze_intersection found;
        if (gz_convex_within(&s, &t, pair->query->distance, NULL, NULL, &found) == GRAZE_OK &&
            found.intersecting)
            return true;
    }
    return false;
}

static bool primitives_meet(const mesh_pair *pair, uint32_t a, uint32_t b) {
    const gz_mesh_query *query = pair->query;
    bool exact =
        !(gz_mesh_query_reach(query) > 0) && !is_polytope(pair->a, a) && !is_polytope(pair->b, b);
    uint32_t count_a = gz_piece_count(&pair->a->shape, a), count_b = gz_piece_count(&pair->b->shape, b);
    if (exact) return meet_exactly(pair, a, count_a, b, count_b);
    for (uint32_t i = 0; i < count_a; ++i)
        if (piece_meets_rounded(pair, a, i, b, count_b)) return true;
    return false;
}

static inline graze_flow visit_primitives(void *user, uint32_t link_a, uint32_t link_b) {
    mesh_pair *pair = user;
    gz_mesh_query *query = pair->query;
    const uint32_t *a = pair->a->tree->items + gz_link_first(link_a);
    const uint32_t *b = pair->b->tree->items + gz_link_first(link_b);
    for (uint32_t i = 0; i < gz_link_count(link_a); ++i)
        for (uint32_t j = 0; j < gz_link_count(link_b); ++j) {
            ++query->counts.items;
            if (primitives_meet(pair, a[i], b[j]) &&
                query->visit(query->user, a[i], b[j]) == GRAZE_STOP)
                return GRAZE_STOP;
        }
    return GRAZE_CONTINUE;
}

static inline void fetch_nothing(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                                 uint32_t lanes_b) {
    (void)user, (void)a, (void)lanes_a, (void)b, (void)lanes_b;
}

graze_flow gz_mesh_meets_mesh(gz_mesh_query *query) {
    mesh_pair pair;
    pair.query = query;
    pair.a = gz_mesh_of(query->a->shape);
    pair.b = gz_mesh_of(query->b->shape);
    pair.kernel = gz_triangles_choose();
    gz_mesh_side_begin(pair.a, NULL, &pair.side_a);
    gz_mesh_side_begin(pair.b, &pair.b_in_a, &pair.side_b);
    gz_affine a = gz_affine_of_pose(&query->a->pose), b = gz_affine_of_pose(&query->b->pose);
    pair.b_in_a = gz_affine_relative(&a, &b);
    gz_pair_view view;
    bool simple =
        !(gz_mesh_query_reach(query) > 0) && gz_mesh_is_simple(pair.a) && gz_mesh_is_simple(pair.b);
    gz_pair_growth growth;
    if (!simple)
        growth = gz_pair_growth_of(&a, &b, gz_mesh_query_reach(query) + gz_mesh_query_error(query));
    gz_pair_view_make(pair.a->tree, pair.b->tree, &pair.b_in_a, simple ? NULL : &growth, &view);
    gz_pair_walk walk = {.a = pair.a->tree, .b = pair.b->tree, .view = &view};
    walk.overlap = gz_pair_overlap_choose(query->obb_a ? GZ_AXES_FACES : query->axes);
    walk.obb_a = query->obb_a;
    walk.obb_b = query->obb_b;
    walk.obb_axes = query->axes;
    graze_flow flow;
    if (simple)
        flow = query->any ? gz_walk_first(&walk, fetch_triangles, visit_triangles, &pair)
                          : gz_walk_pair(&walk, visit_triangles, &pair);
    else
        flow = query->any ? gz_walk_first(&walk, fetch_nothing, visit_primitives, &pair)
                          : gz_walk_pair(&walk, visit_primitives, &pair);
    query->counts.nodes += walk.counts.nodes;
    query->counts.box_tests += walk.counts.box_tests;
    return flow;
}
