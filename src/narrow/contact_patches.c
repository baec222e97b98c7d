/* SPDX-License-Identifier: MIT
 * Contacts where meshes take part: every pair of primitives that is near enough gives its points. */
#include "base/tolerance.h"
#include "convex/entry.h"
#include "convex/triangle_signed.h"
#include "narrow/complex.h"
#include "narrow/contact_patch.h"
#include "narrow/mesh_query.h"
#include "narrow/query.h"
#include "shape/placed.h"
#include "shape/simplex_room.h"

#define KEPT_SIDES 8 /* of each body; a power of two */

/* A piece of one of the bodies, kept for the next pair that it is in. */
typedef struct side {
    bool taken;
    bool is_looked_at; /* whether it is a triangle is known */
    bool has_face;
    bool in_room;  /* its shape is in the room, and perhaps not complete */
    bool is_ready; /* a triangle */
    uint32_t primitive, piece;
    graze_placed placed;
    gz_ready_triangle ready;
    gz_simplex_room room;
    gz_contact_face face; /* the triangle that it is */
    wide3 out;            /* the face's normal towards the other body */
    gz_edge_memo memo;
} side;

typedef struct touch {
    const graze_placed *body[2];
    const graze_patch_options *options;
    gz_probe probe[2];
    bool mesh[2];
    wide3 middle[2]; /* of the bodies */
    gz_edge_guess guess[2];
    side kept[2][KEPT_SIDES];
    gz_patches *patches;
    double error; /* of the two bodies */
    graze_status status;
} touch;

/* -- one pair of pieces -- */

static bool pushes_one_side(const touch *t, const gz_probe *probe) {
    return t->options->one_sided || probe->mesh->nature == GRAZE_MESH_SOLID;
}

static side *side_of(touch *t, int k, uint32_t primitive, uint32_t piece) {
    side *s = &t->kept[k][(primitive + piece) % KEPT_SIDES];
    if (s->taken && s->primitive == primitive && s->piece == piece) return s;
    s->taken = true;
    s->is_looked_at = s->has_face = false;
    s->primitive = primitive;
    s->piece = piece;
    s->placed = gz_piece_outline(t->body[k], primitive, piece, &s->room, &s->in_room);
    s->is_ready = gz_triangle_ready(&s->placed, &s->ready);
    return s;
}

/* For who has no closed form. */
static const graze_placed *complete(side *s) {
    if (s->in_room) gz_simplex_complete(&s->room);
    return &s->placed;
}

static void look_at_face(touch *t, int k, side *s) {
    if (s->is_looked_at || !t->mesh[k]) return;
    s->is_looked_at = true;
    s->has_face = gz_contact_face_make(&t->probe[k], s->primitive, s->piece, &s->face);
    s->memo = (gz_edge_memo){.known = {false}};
    s->face.memo = &s->memo;
    s->face.guess = &t->guess[k];
    if (s->has_face)
        s->out = gz_contact_face_out(&s->face, t->middle[1 - k], pushes_one_side(t, &t->probe[k]));
}

/* One of A and one of B. */
typedef struct pieces {
    side *of[2];
} pieces;

static const gz_contact_face *face_of(const pieces *p, int k) {
    return p->of[k]->has_face ? &p->of[k]->face : NULL;
}

static bool allows(const touch *t, const pieces *p, int k, wide3 normal) {
    const gz_contact_face *face = face_of(p, k);
    wide3 out = k ? wide3_neg(normal) : normal;
    return !face || gz_contact_allows(face, out, pushes_one_side(t, face->probe));
}

/* Points that lie beside the face that gave them their normal are its neighbour's. */
static void drop_beside(const gz_contact_face *face, graze_contact_set *set) {
    int kept = 0;
    for (int i = 0; i < set->count; ++i)
        if (gz_contact_is_over(face, wide3_from(set->points[i].point_a)))
            set->points[kept++] = set->points[i];
    set->count = kept;
}

static graze_status contact_of(const touch *t, const pieces *p, graze_contact_set *set) {
    side *a = p->of[0], *b = p->of[1];
    real reach = t->options->reach;
    if (a->is_ready && b->is_ready && gz_triangles_contact(&a->ready, &b->ready, reach, set))
        return GRAZE_OK;
    return gz_convex_contact(complete(a), complete(b), reach, NULL, NULL, set);
}

static graze_status contact_along(const touch *t, const pieces *p, vec3 normal, int face,
                                  graze_contact_set *set) {
    side *a = p->of[0], *b = p->of[1];
    real reach = t->options->reach;
    if (a->is_ready && b->is_ready &&
        gz_triangles_contact_along(&a->ready, &b->ready, normal, face, reach, set))
        return GRAZE_OK;
    return gz_convex_contact_along(complete(a), complete(b), normal, face, reach, set);
}

/* The contact along the normal of one of the faces, if the other face has nothing against it. */
static void touch_face(touch *t, const pieces *p, int k, const graze_contact_set *own,
                       graze_contact_set *set) {
    const gz_contact_face *face = face_of(p, k);
    set->count = 0;
    if (!face) return;
    wide3 out = p->of[k]->out, normal = k ? wide3_neg(out) : out;
    if (!allows(t, p, 1 - k, normal)) return;
    t->status = contact_along(t, p, wide3_round(normal), k, set);
    if (t->status != GRAZE_OK) return;
    drop_beside(face, set);
    if (gz_contact_seems_nearer(set, own)) set->count = 0;
}

/* The nearer of the contacts along the two faces' normals. Another way out than the shortest says
 * nothing about how deep they are at least, so that bound stays. */
static graze_contact_set *touch_faces(touch *t, const pieces *p, const graze_contact_set *own,
                                      graze_contact_set by_face[2]) {
    by_face[0].count = by_face[1].count = 0;
    for (int k = 0; k < 2 && t->status == GRAZE_OK; ++k) touch_face(t, p, k, own, &by_face[k]);
    int chosen = by_face[0].count == 0 || (by_face[1].count > 0 && by_face[1].sd > by_face[0].sd);
    graze_contact_set *set = &by_face[chosen];
    if (set->count > 0 && set->upper < own->upper) set->upper = own->upper;
    return set;
}

static bool is_behind(const touch *t, const pieces *p, wide3 normal) {
    for (int k = 0; k < 2; ++k) {
        const gz_contact_face *face = face_of(p, k);
        if (face &&
            gz_contact_is_behind(face, k ? wide3_neg(normal) : normal, pushes_one_side(t, face->probe)))
            return true;
    }
    return false;
}

/* Are the two, which are apart, nearest to each other in the place where they are? */
static bool are_nearest(const touch *t, const pieces *p, const graze_contact_set *own) {
    if (!(own->upper >= 0)) return false;
    for (int k = 0; k < 2; ++k) {
        const gz_contact_face *face = face_of(p, k);
        gz_contact_place place = gz_contact_place_of(own, k, p->of[k]->placed.margin, t->error);
        if (face && !gz_contact_is_nearest(face, &place)) return false;
    }
    return true;
}

/* Two that meet on an edge whose normal a face does not allow: they touch along the normal of a face,
 * or where the edge is nearest after all, or what they have is their neighbours'. */
static void touch_edge(touch *t, const pieces *p, const graze_contact_set *own, uint32_t a,
                       uint32_t b) {
    graze_contact_set by_face[2], *set = touch_faces(t, p, own, by_face);
    if (t->status != GRAZE_OK) return;
    if (set->count > 0)
        gz_patches_add(t->patches, set, a, b);
    else if (is_behind(t, p, wide3_from(own->normal)))
        return;
    else if (are_nearest(t, p, own))
        gz_patches_add(t->patches, own, a, b);
    else
        gz_patches_leave(t->patches, own, a, b);
}

static void touch_pieces(touch *t, uint32_t a, uint32_t i, uint32_t b, uint32_t j) {
    const pieces p = {{side_of(t, 0, a, i), side_of(t, 1, b, j)}};
    const graze_placed *first = &p.of[0]->placed, *second = &p.of[1]->placed;
    graze_contact_set set;
    t->status = contact_of(t, &p, &set);
    if (t->status != GRAZE_OK || set.count == 0) return;
    for (int k = 0; k < 2; ++k) look_at_face(t, k, p.of[k]);
    wide3 normal = wide3_from(set.normal);
    bool bounded = first->shape->bounded && second->shape->bounded;
    if (bounded && !t->options->keep_edges && (!allows(t, &p, 0, normal) || !allows(t, &p, 1, normal)))
        touch_edge(t, &p, &set, a, b);
    else
        gz_patches_add(t->patches, &set, a, b);
}

static graze_flow visit_pair(void *user, uint32_t a, uint32_t b) {
    touch *t = user;
    uint32_t count_a = gz_piece_count(t->body[0]->shape, a),
             count_b = gz_piece_count(t->body[1]->shape, b);
    for (uint32_t i = 0; i < count_a; ++i)
        for (uint32_t j = 0; j < count_b && t->status == GRAZE_OK; ++j) touch_pieces(t, a, i, b, j);
    return t->status == GRAZE_OK ? GRAZE_CONTINUE : GRAZE_STOP;
}

/* -- all of them -- */

static double size_of(const graze_placed *placed) {
    if (!placed->shape->bounded) return INFINITY;
    return (double)gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE) * (double)placed->shape->extent;
}

/* One is inside of the other without touching its surface: the way out, at one point. */
static graze_status add_depth(const graze_placed *a, const graze_placed *b, gz_patches *patches) {
    graze_intersection meet;
    graze_status status = gz_mesh_within(a, b, 0, NULL, &meet);
    if (status != GRAZE_OK || !meet.intersecting) return status;
    graze_penetration_result depth;
    status = gz_mesh_penetration(a, b, NULL, &depth);
    if (status != GRAZE_OK) return status;
    graze_contact_set set = {.count = 1,
                             .normal = depth.normal,
                             .sd = -depth.depth,
                             .lower = -depth.upper,
                             .upper = -depth.lower,
                             .end = depth.end,
                             .iterations = depth.iterations};
    set.points[0] = (graze_contact_point){.point_a = depth.point_a,
                                          .point_b = depth.point_b,
                                          .sd = -depth.depth,
                                          .feature_a = GRAZE_CONTACT_INSIDE,
                                          .feature_b = GRAZE_CONTACT_INSIDE};
    gz_patches_add(patches, &set, depth.primitive_a, depth.primitive_b);
    return GRAZE_OK;
}

/* May they meet although no patch shows it? What is apart from the surface of a solid may be in it. */
static bool may_be_inside(const touch *t) {
    for (int i = 0; i < t->patches->count; ++i)
        if ((double)t->patches->patch[i].set.sd <= t->error) return false;
    bool solid = false;
    for (int k = 0; k < 2; ++k) solid |= t->mesh[k] && t->probe[k].mesh->nature == GRAZE_MESH_SOLID;
    return solid || (t->patches->count == 0 && (t->mesh[0] || t->mesh[1]));
}

static void begin(const graze_placed *a, const graze_placed *b, const graze_patch_options *options,
                  gz_patches *patches, touch *t) {
    t->body[0] = a;
    t->body[1] = b;
    t->options = options;
    t->patches = patches;
    t->status = GRAZE_OK;
    for (int k = 0; k < 2; ++k) {
        t->guess[k] = (gz_edge_guess){.ahead = {{0}}};
        for (int i = 0; i < KEPT_SIDES; ++i) t->kept[k][i].taken = false;
    }
}

graze_status gz_find_patches(const graze_placed *a, const graze_placed *b,
                             const graze_patch_options *options, bool inside, gz_patches *patches) {
    if (gz_has_complex(a, b)) return gz_complex_find_patches(a, b, options, patches);
    touch t; /* not cleared as a whole: that would take longer than many a pair */
    begin(a, b, options, patches, &t);
    graze_status status = gz_bodies_check(a, b);
    if (status != GRAZE_OK) return status;
    double size_a = size_of(a), size_b = size_of(b);
    t.error = gz_bodies_error(a, b);
    gz_patches_begin(patches, GZ_PATCH_MERGE * (size_a < size_b ? size_a : size_b) + t.error);
    for (int k = 0; k < 2; ++k) {
        t.mesh[k] = gz_mesh_of(t.body[k]->shape) != NULL;
        if (t.mesh[k]) gz_probe_make(t.body[k], &t.probe[k]);
        t.middle[k] = wide3_from(graze_pose_apply(&t.body[k]->pose, t.body[k]->shape->center));
    }
    gz_mesh_query query = {.a = a, .b = b, .distance = options->reach, .visit = visit_pair, .user = &t};
    graze_flow flow;
    status = gz_mesh_ask(&query, &flow);
    if (status == GRAZE_OK) status = t.status;
    if (status == GRAZE_OK && inside && may_be_inside(&t)) status = add_depth(a, b, patches);
    if (status != GRAZE_OK) return status;
    gz_patches_take_left(patches, t.error);
    gz_patches_sort(patches);
    return GRAZE_OK;
}

graze_status graze_contact_patches(const graze_placed *a, const graze_placed *b,
                                   const graze_patch_options *options, graze_contact_patch *patches,
                                   size_t capacity, size_t *count) {
    graze_patch_options o = options ? *options : (graze_patch_options){0};
    if (!count || (!patches && capacity > 0) || !(o.reach >= 0) || !graze_is_finite(o.reach))
        return GRAZE_INVALID_ARGUMENT;
    gz_patches found;
    graze_status status = gz_find_patches(a, b, &o, true, &found);
    if (status != GRAZE_OK) return status;
    for (int i = 0; i < found.count && (size_t)i < capacity; ++i) patches[i] = found.patch[i];
    *count = (size_t)found.count;
    return GRAZE_OK;
}

/* -- graze_contact -- */

static graze_status apart_set(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, graze_contact_set *out) {
    graze_separation apart;
    graze_status status = graze_distance(a, b, options, NULL, &apart);
    if (status != GRAZE_OK) return status;
    *out = (graze_contact_set){.normal = apart.normal,
                               .sd = apart.distance,
                               .lower = apart.lower,
                               .upper = apart.upper,
                               .end = GRAZE_SEPARATED,
                               .iterations = apart.iterations};
    return GRAZE_OK;
}

graze_status gz_mesh_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                             const graze_options *options, graze_contact_set *out) {
    if (!out || !graze_is_finite(reach) || reach < 0) return GRAZE_INVALID_ARGUMENT;
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    graze_patch_options o = {.reach = reach};
    gz_patches found;
    graze_status status = gz_find_patches(a, b, &o, true, &found);
    if (status != GRAZE_OK) return status;
    if (found.count == 0) return apart_set(a, b, options, out);
    *out = found.patch[0].set;
    return GRAZE_OK;
}
