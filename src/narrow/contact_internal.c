/* SPDX-License-Identifier: MIT
 * Internal edges: what slides over a floor of many triangles must not feel where one ends. A triangle's
 * edge has normals of its own only if the surface falls away beyond it. The neighbour is found through
 * the tree, by the vertices that it shares. */
#include "base/tolerance.h"
#include "narrow/contact_patch.h"
#include "primitive/closest.h"
#include "primitive/unit.h"
#include "tree/walk_box.h"

void gz_contact_face_finish(gz_contact_face *face) {
    const wide3 *c = face->corner;
    for (int i = 0; i < 3; ++i) {
        face->edge[i] = wide3_sub(c[i == 2 ? 0 : i + 1], c[i]);
        face->flat[i] = GZ_EDGE_FLAT * GZ_EDGE_FLAT * wide3_length_squared(face->edge[i]);
    }
    face->turn = wide3_triple(face->normal, face->edge[0], face->edge[1]) < 0 ? -1 : 1;
}

bool gz_contact_face_make(const gz_probe *probe, uint32_t primitive, uint32_t piece,
                          gz_contact_face *face) {
    const gz_mesh_group *group = gz_mesh_group_of(probe->mesh, primitive);
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) return false;
    face->probe = probe;
    face->primitive = primitive;
    gz_mesh_piece(group, primitive, piece, face->vertex);
    for (int i = 0; i < 3; ++i) {
        double p[3], q[3];
        gz_mesh_vertex(probe->mesh, face->vertex[i], p);
        gz_affine_apply(&probe->pose, p, q);
        face->corner[i] = wide3_make(q[0], q[1], q[2]);
    }
    face->normal = gz_probe_face_normal(probe, face->corner);
    if (!(wide3_max_abs(face->normal) > 0)) return false;
    gz_contact_face_finish(face);
    return true;
}

/* -- the neighbour over an edge -- */

typedef struct neighbour {
    const gz_contact_face *face;
    const gz_mesh *mesh;
    const uint32_t *usual; /* gz_mesh_usual_indices */
    int edge;              /* from that corner to the next */
    uint32_t vertex[2];    /* the ends of the edge, */
    double p[2][3];        /* in the mesh's space */
    uint32_t *ahead;       /* of the guess: where the last one was */
    uint8_t goes_on; /* bits: some neighbour is flat or hollow, seen from behind and from the front */
} neighbour;

enum { BEHIND = 1, FRONT = 2 };

static bool is_same(const double p[3], const double q[3]) {
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

/* Is a vertex an end of the edge? Those of the same number are, and others in the same place; mostly
 * one look at a coordinate tells that it is not. */
static inline bool is_end(const neighbour *n, int end, uint32_t vertex, double x) {
    if (vertex == n->vertex[end]) return true;
    if (x != n->p[end][0]) return false;
    double q[3];
    gz_mesh_vertex(n->mesh, vertex, q);
    return is_same(q, n->p[end]);
}

/* The corner of a piece that is no end of the edge; -1 if it has not both ends, or nothing else. */
static inline int other_corner(const neighbour *n, const uint32_t vertex[3]) {
    int first = -1, second = -1;
    for (int i = 0; i < 3; ++i) {
        double x = gz_mesh_vertex_x(n->mesh, vertex[i]);
        if (is_end(n, 0, vertex[i], x)) first = i;
        if (is_end(n, 1, vertex[i], x)) second = i;
    }
    return first >= 0 && second >= 0 && first != second ? 3 - first - second : -1;
}

static void look_at_piece(neighbour *n, uint32_t other) {
    const gz_contact_face *face = n->face;
    double p[3], q[3];
    gz_mesh_vertex(n->mesh, other, p);
    gz_affine_apply(&face->probe->pose, p, q);
    wide3 away = wide3_sub(wide3_make(q[0], q[1], q[2]), face->corner[n->edge]);
    double height = wide3_dot(away, face->normal), squared = wide3_length_squared(away);
    bool flat = height * height <= GZ_EDGE_FLAT * GZ_EDGE_FLAT * squared;
    int bits = (flat | (height >= 0)) * FRONT | (flat | (height <= 0)) * BEHIND;
    n->goes_on |= (uint8_t)bits;
}

static inline void compare_piece(neighbour *n, uint32_t primitive, const uint32_t vertex[3]) {
    const gz_contact_face *face = n->face;
    if (primitive == face->primitive && !memcmp(vertex, face->vertex, sizeof face->vertex)) return;
    int other = other_corner(n, vertex);
    if (other < 0) return;
    look_at_piece(n, vertex[other]);
    *n->ahead = primitive - face->primitive;
}

static void compare_pieces(neighbour *n, uint32_t primitive) {
    const gz_mesh_group *group = gz_mesh_group_of(n->mesh, primitive);
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) return;
    uint32_t pieces = gz_mesh_piece_count(group, primitive);
    for (uint32_t k = 0; k < pieces; ++k) {
        uint32_t vertex[3];
        gz_mesh_piece(group, primitive, k, vertex);
        compare_piece(n, primitive, vertex);
    }
}

GZ_INLINE graze_flow visit_leaf(void *user, const uint32_t *items, uint32_t count) {
    neighbour *n = user;
    const uint32_t *usual = n->usual;
    for (uint32_t i = 0; i < count; ++i) {
        if (usual)
            compare_piece(n, items[i], usual + 3 * (size_t)items[i]);
        else
            compare_pieces(n, items[i]);
    }
    return n->goes_on == (BEHIND | FRONT) ? GRAZE_STOP : GRAZE_CONTINUE;
}
GZ_DEFINE_BALL_WALK(walk, box, visit_leaf)

static neighbour neighbour_over(const gz_contact_face *face, int i) {
    const gz_mesh *mesh = face->probe->mesh;
    return (neighbour){.face = face,
                       .mesh = mesh,
                       .usual = gz_mesh_usual_indices(mesh),
                       .edge = i,
                       .vertex = {face->vertex[i], face->vertex[i == 2 ? 0 : i + 1]},
                       .ahead = &face->guess->ahead[face->primitive & 1][i]};
}

/* Both sides at once: the walk is what takes time. */
static uint8_t look_beyond(const gz_contact_face *face, int i) {
    const gz_mesh *mesh = face->probe->mesh;
    neighbour n = neighbour_over(face, i);
    double middle[3];
    for (int k = 0; k < 2; ++k) gz_mesh_vertex(mesh, n.vertex[k], n.p[k]);
    for (int k = 0; k < 3; ++k) middle[k] = n.p[0][k] + (n.p[1][k] - n.p[0][k]) / 2;
    gz_tree_ball point = gz_tree_ball_of_box(mesh->tree, middle, middle);
    walk(mesh->tree, &point, &n, NULL);
    return n.goes_on;
}

/* What a triangle that is where neighbours were says, if it is one by its numbers. One of whom nobody
 * was left out when the mesh was made. */
static uint8_t look_where_they_were(const gz_contact_face *face, int i) {
    neighbour n = neighbour_over(face, i);
    const gz_mesh *mesh = n.mesh;
    uint32_t primitive = face->primitive + *n.ahead;
    if (*n.ahead == 0 || !n.usual || primitive >= mesh->primitive_count ||
        mesh->kept_count != mesh->primitive_count)
        return 0;
    const uint32_t *vertex = n.usual + 3 * (size_t)primitive;
    int first = -1, second = -1;
    for (int k = 0; k < 3; ++k) {
        first = vertex[k] == n.vertex[0] ? k : first;
        second = vertex[k] == n.vertex[1] ? k : second;
    }
    if (first < 0 || second < 0 || first == second) return 0;
    look_at_piece(&n, vertex[3 - first - second]);
    return n.goes_on;
}

/* Does the surface go on flat or hollow beyond edge i, as far as a guess tells? */
static bool seems_to_go_on(const gz_contact_face *face, int i, double side) {
    gz_edge_memo *memo = face->memo;
    if (!face->probe) return false;
    if (!memo->guessed[i]) {
        memo->guessed[i] = true;
        memo->goes_on[i] = look_where_they_were(face, i);
    }
    return memo->goes_on[i] & (side > 0 ? FRONT : BEHIND);
}

/* Does the surface go on flat or hollow beyond the edge from corner i to the next? */
static bool goes_on(const gz_contact_face *face, int i, double side) {
    if (!face->probe) {
        wide3 away = wide3_sub(face->beyond[i], face->corner[i]);
        double height = side * wide3_dot(away, face->normal);
        return face->has_beyond[i] && height >= -GZ_EDGE_FLAT * wide3_length(away);
    }
    gz_edge_memo *memo = face->memo;
    if (!memo->known[i]) {
        memo->known[i] = memo->guessed[i] = true;
        memo->goes_on[i] = look_beyond(face, i);
    }
    return memo->goes_on[i] & (side > 0 ? FRONT : BEHIND);
}

/* -- the normal -- */

wide3 gz_contact_face_out(const gz_contact_face *face, wide3 other_middle, bool one_sided) {
    double facing = wide3_dot(wide3_sub(other_middle, face->corner[0]), face->normal);
    return wide3_scale(face->normal, one_sided || facing >= 0 ? 1 : -1);
}

bool gz_contact_is_behind(const gz_contact_face *face, wide3 out, bool one_sided) {
    return one_sided && wide3_dot(out, face->normal) < -0.5;
}

/* Over an edge that goes round the normal n it leans by lean . (edge x n) = edge . (n x lean). One edge
 * is enough, so those that a guess knows are asked first. */
bool gz_contact_allows(const gz_contact_face *face, wide3 out, bool one_sided) {
    const double flat = GZ_EDGE_FLAT * GZ_EDGE_FLAT;
    double along = wide3_dot(out, face->normal), side = one_sided || along >= 0 ? 1 : -1;
    if (gz_contact_is_behind(face, out, one_sided)) return false;
    wide3 lean = wide3_add_scaled(out, -along, face->normal);
    if (wide3_length_squared(lean) <= flat) return true;
    wide3 across = wide3_scale(wide3_cross(face->normal, lean), face->turn);
    bool over[3];
    for (int i = 0; i < 3; ++i) {
        double leans = wide3_dot(face->edge[i], across);
        over[i] = leans > 0 && leans * leans > face->flat[i];
        if (over[i] && seems_to_go_on(face, i, side)) return false;
    }
    for (int i = 0; i < 3; ++i)
        if (over[i] && goes_on(face, i, side)) return false;
    return true;
}

/* Is the foot of the point where seen begins, in the plane of the face, in the triangle or farther from
 * it than that? Mostly the sides of the three lines on which it lies tell. */
typedef enum verdict { OUTSIDE, INSIDE, UNSURE } verdict;
static verdict judge_foot(wide3 normal, const wide3 seen[3], double limit_squared) {
    const double close = GZ_NEAR_OUTSIDE * GZ_NEAR_OUTSIDE;
    wide3 edge[3] = {wide3_sub(seen[1], seen[0]), wide3_sub(seen[2], seen[1]),
                     wide3_sub(seen[0], seen[2])};
    double turn = wide3_triple(normal, edge[0], edge[1]) < 0 ? -1 : 1;
    verdict found = INSIDE;
    for (int i = 0; i < 3; ++i) {
        double left = turn * wide3_triple(normal, seen[i], edge[i]), squared = left * left;
        double length = wide3_length_squared(edge[i]);
        if (left < 0 && squared > limit_squared * length) return OUTSIDE;
        if (!(left > 0 && squared > close * length * wide3_length_squared(seen[i]))) found = UNSURE;
    }
    return found;
}

bool gz_contact_is_over(const gz_contact_face *face, wide3 point) {
    wide3 seen[3];
    double size = 0;
    for (int i = 0; i < 3; ++i) {
        seen[i] = wide3_sub(face->corner[i], point);
        double squared = wide3_length_squared(wide3_sub(seen[i], seen[0]));
        size = squared > size ? squared : size;
    }
    double limit = GZ_PATCH_BESIDE * GZ_PATCH_BESIDE * size;
    verdict found = judge_foot(face->normal, seen, limit);
    if (found != UNSURE) return found == INSIDE;
    double height = wide3_dot(face->normal, seen[0]);
    for (int i = 0; i < 3; ++i) seen[i] = wide3_add_scaled(seen[i], -height, face->normal);
    return wide3_length_squared(gz_closest_on_triangle(seen)) <= limit;
}

/* -- all around a point -- */

gz_contact_place gz_contact_place_of(const graze_contact_set *set, int k, real margin, double error) {
    int nearest = 0;
    for (int i = 1; i < set->count; ++i)
        if (set->points[i].sd < set->points[nearest].sd) nearest = i;
    double bracket = (double)set->upper - (double)set->lower;
    wide3 normal = wide3_from(set->normal), out = k ? wide3_neg(normal) : normal;
    wide3 point = wide3_from(k ? set->points[nearest].point_b : set->points[nearest].point_a);
    return (gz_contact_place){.point = wide3_add_scaled(point, -(double)margin, out),
                              .out = out,
                              .slack = GZ_PATCH_TOUCH * (bracket > error ? bracket : error)};
}

int gz_contact_touched(const gz_contact_face *face, const gz_contact_place *place) {
    wide3 seen[3];
    for (int i = 0; i < 3; ++i) seen[i] = wide3_sub(face->corner[i], place->point);
    for (int i = 0; i < 3; ++i)
        if (wide3_length(seen[i]) <= place->slack) return 1 << i;
    for (int i = 0; i < 3; ++i) {
        int next = i == 2 ? 0 : i + 1;
        wide3 nearest = gz_closest_on_segment(seen[i], seen[next]);
        if (wide3_length(nearest) <= place->slack) return 1 << i | 1 << next;
    }
    return 7;
}

bool gz_contact_rises(const wide3 corner[3], const gz_contact_place *place) {
    for (int i = 0; i < 3; ++i) {
        wide3 away = wide3_sub(corner[i], place->point);
        if (wide3_dot(away, place->out) > GZ_EDGE_FLAT * wide3_length(away) + place->slack) return true;
    }
    return false;
}

typedef struct surroundings {
    const gz_contact_face *face;
    const gz_contact_place *place;
    double p[2][3]; /* the corner, or the ends of the edge, that is touched, in the mesh's space */
    int count;      /* 1 or 2 */
    bool rises;
} surroundings;

static bool has_touched(const surroundings *s, const double t[3][3]) {
    for (int k = 0; k < s->count; ++k)
        if (!is_same(t[0], s->p[k]) && !is_same(t[1], s->p[k]) && !is_same(t[2], s->p[k])) return false;
    return true;
}

static bool piece_rises(const surroundings *s, const double t[3][3]) {
    wide3 corner[3];
    double q[3];
    for (int i = 0; i < 3; ++i) {
        gz_affine_apply(&s->face->probe->pose, t[i], q);
        corner[i] = wide3_make(q[0], q[1], q[2]);
    }
    return gz_contact_rises(corner, s->place);
}

GZ_INLINE graze_flow look_around(void *user, const uint32_t *items, uint32_t count) {
    surroundings *s = user;
    const gz_mesh *mesh = s->face->probe->mesh;
    for (uint32_t i = 0; i < count; ++i) {
        const gz_mesh_group *group = gz_mesh_group_of(mesh, items[i]);
        if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) continue;
        uint32_t pieces = gz_mesh_piece_count(group, items[i]);
        for (uint32_t k = 0; k < pieces && !s->rises; ++k) {
            double t[3][3];
            gz_mesh_piece_corners(mesh, group, items[i], k, t);
            s->rises = has_touched(s, t) && piece_rises(s, t);
        }
    }
    return s->rises ? GRAZE_STOP : GRAZE_CONTINUE;
}
GZ_DEFINE_BALL_WALK(walk_around, box, look_around)

bool gz_contact_is_nearest(const gz_contact_face *face, const gz_contact_place *place) {
    const gz_mesh *mesh = face->probe->mesh;
    surroundings s = {.face = face, .place = place};
    int touched = gz_contact_touched(face, place);
    if (touched == 7) return true;
    for (int i = 0; i < 3; ++i)
        if (touched >> i & 1) gz_mesh_vertex(mesh, face->vertex[i], s.p[s.count++]);
    double middle[3];
    const double *end = s.p[s.count - 1];
    for (int k = 0; k < 3; ++k) middle[k] = s.p[0][k] + (end[k] - s.p[0][k]) / 2;
    gz_tree_ball ball = gz_tree_ball_of_box(mesh->tree, middle, middle);
    walk_around(mesh->tree, &ball, &s, NULL);
    return !s.rises;
}
