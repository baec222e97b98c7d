/* SPDX-License-Identifier: MIT
 * Which primitives of a mesh meet each other, neighbours aside? The walk goes through the tree and
 * itself; whatever is decided, exact predicates decide it. */
#include "base/memory.h"
#include "convex/entry.h"
#include "narrow/mesh_query.h"
#include "primitive/span.h"
#include "shape/simplex_room.h"
#include "tree/walk_pair.h"

typedef struct self_query {
    const gz_mesh *mesh;
    graze_tree_visit_pair visit;
    void *user;
    uint64_t items;
} self_query;

/* A piece: three corners, of which the first ones are different, and its box. */
typedef struct piece {
    double p[3][3], lo[3], hi[3];
    uint32_t count; /* of different corners, which come first */
} piece;

static bool same(const double p[3], const double q[3]) {
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

static void swap(double p[3], double q[3]) {
    for (int k = 0; k < 3; ++k) {
        double x = p[k];
        p[k] = q[k];
        q[k] = x;
    }
}

static void load(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive, uint32_t k,
                 piece *out) {
    gz_mesh_piece_corners(mesh, group, primitive, k, out->p);
    if (same(out->p[0], out->p[1])) swap(out->p[1], out->p[2]);
    bool line = same(out->p[1], out->p[2]) || same(out->p[0], out->p[2]);
    out->count = same(out->p[0], out->p[1]) ? 1 : line ? 2 : 3;
    for (int i = 0; i < 3; ++i) {
        out->lo[i] = out->hi[i] = out->p[0][i];
        for (int c = 1; c < 3; ++c) {
            if (out->p[c][i] < out->lo[i]) out->lo[i] = out->p[c][i];
            if (out->p[c][i] > out->hi[i]) out->hi[i] = out->p[c][i];
        }
    }
}

static gz_end end_at(const double p[3]) { return (gz_end){{p[0], p[1], p[2]}, false}; }

static gz_span_triangle triangle_of(const piece *s) {
    return (gz_span_triangle){{end_at(s->p[0]), end_at(s->p[1]), end_at(s->p[2])}};
}

static bool span_meets(const double p[3], const double q[3], const piece *t) {
    gz_span span = {end_at(p), end_at(q)};
    gz_span_triangle triangle = triangle_of(t);
    return gz_span_meets_triangle(&span, &triangle);
}

static bool spans_meet(const double p[3], const double q[3], const double r[3], const double s[3]) {
    gz_span first = {end_at(p), end_at(q)}, second = {end_at(r), end_at(s)};
    return gz_span_meets_span(&first, &second);
}

/* Brings the corners that both have to the front, in the same order, and returns how many there are. */
static uint32_t align(piece *s, piece *t) {
    uint32_t shared = 0;
    for (uint32_t i = 0; i < s->count; ++i)
        for (uint32_t j = shared; j < t->count; ++j) {
            if (!same(s->p[i], t->p[j])) continue;
            swap(s->p[shared], s->p[i]);
            swap(t->p[shared], t->p[j]);
            ++shared;
            break;
        }
    /* A corner that there is twice has come along. */
    if (s->count == 2) memcpy(s->p[2], s->p[1], sizeof s->p[1]);
    if (t->count == 2) memcpy(t->p[2], t->p[1], sizeof t->p[1]);
    return shared;
}

/* One corner is common. What both have is convex: if there is more of it than the corner, it goes from
 * there to the far side of one of them, which lies in the other. */
static bool meet_beyond_corner(const piece *s, const piece *t) {
    return (s->count > 1 && span_meets(s->p[1], s->p[2], t)) ||
           (t->count > 1 && span_meets(t->p[1], t->p[2], s));
}

/* Two corners are common: they meet beyond the edge only if they lie in one plane, on one side of it.
 */
static bool meet_beyond_edge(const piece *s, const piece *t) {
    if (s->count < 3 || t->count < 3) return false;
    if (gz_orient3d(s->p[0], s->p[1], s->p[2], t->p[2]) != 0) return false;
    return span_meets(s->p[2], s->p[2], t) || span_meets(t->p[2], t->p[2], s) ||
           spans_meet(s->p[0], s->p[2], t->p[1], t->p[2]) ||
           spans_meet(s->p[1], s->p[2], t->p[0], t->p[2]);
}

static bool pieces_meet(piece *s, piece *t) {
    for (int k = 0; k < 3; ++k)
        if (s->hi[k] < t->lo[k] || t->hi[k] < s->lo[k]) return false;
    uint32_t shared = align(s, t);
    if (shared == s->count && shared == t->count) return true;
    if (shared == 1) return meet_beyond_corner(s, t);
    if (shared == 2) return meet_beyond_edge(s, t);
    gz_span_triangle a = triangle_of(s), b = triangle_of(t);
    return gz_triangle_meets_triangle(&a, &b);
}

/* -- primitives -- */

static bool convex_meet(const gz_mesh *mesh, uint32_t a, uint32_t i, uint32_t b, uint32_t j) {
    graze_placed placed = {&mesh->shape, graze_pose_identity(), 0};
    gz_simplex_room room_a, room_b;
    graze_placed s = gz_piece_place(&placed, a, i, &room_a);
    graze_placed t = gz_piece_place(&placed, b, j, &room_b);
    graze_intersection found;
    return gz_convex_within(&s, &t, 0, NULL, NULL, &found) == GRAZE_OK && found.intersecting;
}

static bool primitives_meet(const gz_mesh *mesh, uint32_t a, uint32_t b) {
    const gz_mesh_group *group_a = gz_mesh_group_of(mesh, a), *group_b = gz_mesh_group_of(mesh, b);
    bool flat = group_a->kind != GRAZE_PRIMITIVE_POLYTOPE && group_b->kind != GRAZE_PRIMITIVE_POLYTOPE;
    uint32_t count_a = gz_mesh_piece_count(group_a, a), count_b = gz_mesh_piece_count(group_b, b);
    for (uint32_t i = 0; i < count_a; ++i)
        for (uint32_t j = 0; j < count_b; ++j) {
            piece s, t;
            if (!flat && convex_meet(mesh, a, i, b, j)) return true;
            if (!flat) continue;
            load(mesh, group_a, a, i, &s);
            load(mesh, group_b, b, j, &t);
            if (pieces_meet(&s, &t)) return true;
        }
    return false;
}

static inline graze_flow visit_leaves(void *user, uint32_t link_a, uint32_t link_b) {
    self_query *query = user;
    const uint32_t *a = query->mesh->tree->items + gz_link_first(link_a);
    const uint32_t *b = query->mesh->tree->items + gz_link_first(link_b);
    if (gz_link_first(link_a) > gz_link_first(link_b)) return GRAZE_CONTINUE; /* comes the other way */
    for (uint32_t i = 0; i < gz_link_count(link_a); ++i)
        for (uint32_t j = link_a == link_b ? i + 1 : 0; j < gz_link_count(link_b); ++j) {
            uint32_t first = a[i] < b[j] ? a[i] : b[j], second = a[i] < b[j] ? b[j] : a[i];
            ++query->items;
            if (primitives_meet(query->mesh, first, second) &&
                query->visit(query->user, first, second) == GRAZE_STOP)
                return GRAZE_STOP;
        }
    return GRAZE_CONTINUE;
}

graze_status graze_mesh_self_intersect(const graze_shape *mesh, graze_tree_visit_pair visit, void *user,
                                       graze_tree_counts *counts) {
    self_query query = {gz_mesh_of(mesh), visit, user, 0};
    if (!query.mesh || !visit) return GRAZE_INVALID_ARGUMENT;
    const graze_tree *tree = query.mesh->tree;
    const gz_affine identity = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    gz_pair_view view;
    gz_pair_view_make(tree, tree, &identity, NULL, &view);
    gz_pair_walk walk = {.a = tree, .b = tree, .view = &view};
    walk.overlap = gz_pair_overlap_choose(GZ_AXES_FACES);
    gz_walk_pair(&walk, visit_leaves, &query);
    if (counts) {
        counts->nodes += walk.counts.nodes;
        counts->box_tests += walk.counts.box_tests;
        counts->items += query.items;
    }
    return GRAZE_OK;
}

/* -- parts -- */

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Vertices are joined primitive by primitive; the root of a set is its least one. */
static void join_vertices(const gz_mesh *mesh, uint32_t *parent) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const gz_mesh_group *group = gz_mesh_group_of(mesh, i);
        uint32_t at = gz_mesh_start(group, i), size = gz_mesh_size(group, i);
        for (uint32_t k = 1; k < size; ++k) {
            uint32_t a = root_of(parent, gz_mesh_index(group, at));
            uint32_t b = root_of(parent, gz_mesh_index(group, at + k));
            parent[a > b ? a : b] = a > b ? b : a;
        }
    }
}

graze_status graze_mesh_find_parts(const graze_shape *shape, uint32_t *part, size_t *count) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    if (!mesh || !part || !count) return GRAZE_INVALID_ARGUMENT;
    uint32_t vertices = (uint32_t)mesh->vertices.count, found = 0;
    size_t bytes = 2 * (size_t)vertices * sizeof *part;
    uint32_t *parent = gz_allocate(bytes);
    if (!parent) return GRAZE_OUT_OF_MEMORY;
    uint32_t *number = parent + vertices;
    for (uint32_t i = 0; i < vertices; ++i) parent[i] = i, number[i] = UINT32_MAX;
    join_vertices(mesh, parent);
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const gz_mesh_group *group = gz_mesh_group_of(mesh, i);
        uint32_t root = root_of(parent, gz_mesh_index(group, gz_mesh_start(group, i)));
        if (number[root] == UINT32_MAX) number[root] = found++;
        part[i] = number[root];
    }
    gz_release(parent, bytes);
    *count = found;
    return GRAZE_OK;
}
