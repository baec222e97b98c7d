/* SPDX-License-Identifier: MIT
 * Contacts where meshes take part: every pair of primitives that is near enough gives its points. */
#include "base/tolerance.h"
#include "convex/entry.h"
#include "narrow/contact_patch.h"
#include "narrow/mesh_query.h"
#include "narrow/query.h"
#include "shape/placed.h"
#include "shape/simplex_room.h"

typedef struct touch {
    const graze_placed *a, *b;
    const graze_patch_options *options;
    gz_probe probe_a, probe_b;
    bool mesh_a, mesh_b;
    gz_patches *patches;
    graze_status status;
} touch;

/* -- one pair of pieces -- */

static bool pushes_one_side(const touch *t, const gz_probe *probe) {
    return t->options->one_sided || probe->mesh->nature == GRAZE_MESH_SOLID;
}

/* The normal that the faces leave. sign: 1 for A, out of whose face the normal points, -1 for B. */
static bool straighten(const touch *t, const gz_contact_face *face, double sign, wide3 *normal) {
    wide3 straight, out = wide3_scale(*normal, sign);
    const graze_placed *other = sign > 0 ? t->b : t->a;
    wide3 middle = wide3_from(graze_pose_apply(&other->pose, other->shape->center));
    bool one_sided = pushes_one_side(t, face->probe);
    if (!gz_contact_straighten(face, out, middle, one_sided, &straight)) return false;
    *normal = wide3_scale(straight, sign);
    return true;
}

/* Points that lie beside the face that gave them their normal are its neighbour's. */
static void drop_beside(const gz_contact_face *face, graze_contact_set *set) {
    int kept = 0;
    for (int i = 0; i < set->count; ++i)
        if (gz_contact_is_over(face, wide3_from(set->points[i].point_a)))
            set->points[kept++] = set->points[i];
    set->count = kept;
}

static void touch_pieces(touch *t, uint32_t a, uint32_t i, uint32_t b, uint32_t j) {
    gz_simplex_room room_a, room_b;
    graze_placed s = gz_piece_place(t->a, a, i, &room_a), u = gz_piece_place(t->b, b, j, &room_b);
    graze_contact_set set;
    t->status = gz_convex_contact(&s, &u, t->options->reach, NULL, NULL, &set);
    if (t->status != GRAZE_OK || set.count == 0) return;
    bool bounded = s.shape->bounded && u.shape->bounded;
    gz_contact_face face[2];
    bool has[2] = {t->mesh_a && gz_contact_face_make(&t->probe_a, a, i, &face[0]),
                   t->mesh_b && gz_contact_face_make(&t->probe_b, b, j, &face[1])};
    for (int k = 0; k < 2 && bounded && !t->options->keep_edges; ++k) {
        wide3 normal = wide3_from(set.normal);
        if (!has[k] || !straighten(t, &face[k], k ? -1 : 1, &normal)) continue;
        t->status = gz_convex_contact_along(&s, &u, wide3_round(normal), t->options->reach, &set);
        if (t->status != GRAZE_OK) return;
        drop_beside(&face[k], &set);
    }
    gz_patches_add(t->patches, &set, a, b);
}

static graze_flow visit_pair(void *user, uint32_t a, uint32_t b) {
    touch *t = user;
    uint32_t count_a = gz_piece_count(t->a->shape, a), count_b = gz_piece_count(t->b->shape, b);
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

graze_status gz_find_patches(const graze_placed *a, const graze_placed *b,
                             const graze_patch_options *options, gz_patches *patches) {
    touch t = {.a = a, .b = b, .options = options, .patches = patches};
    graze_status status = graze_placed_check(a);
    if (status == GRAZE_OK) status = graze_placed_check(b);
    if (status != GRAZE_OK) return status;
    double size_a = size_of(a), size_b = size_of(b);
    patches->count = 0;
    patches->merge = GZ_PATCH_MERGE * (size_a < size_b ? size_a : size_b) + gz_bodies_error(a, b);
    t.mesh_a = gz_mesh_of(a->shape) != NULL;
    t.mesh_b = gz_mesh_of(b->shape) != NULL;
    if (t.mesh_a) gz_probe_make(a, &t.probe_a);
    if (t.mesh_b) gz_probe_make(b, &t.probe_b);
    gz_mesh_query query = {.a = a, .b = b, .distance = options->reach, .visit = visit_pair, .user = &t};
    graze_flow flow;
    status = gz_mesh_ask(&query, &flow);
    if (status == GRAZE_OK) status = t.status;
    if (status == GRAZE_OK && patches->count == 0 && (t.mesh_a || t.mesh_b))
        status = add_depth(a, b, patches);
    if (status == GRAZE_OK) gz_patches_sort(patches);
    return status;
}

graze_status graze_contact_patches(const graze_placed *a, const graze_placed *b,
                                   const graze_patch_options *options, graze_contact_patch *patches,
                                   size_t capacity, size_t *count) {
    graze_patch_options o = options ? *options : (graze_patch_options){0};
    if (!count || (!patches && capacity > 0) || !(o.reach >= 0) || !graze_is_finite(o.reach))
        return GRAZE_INVALID_ARGUMENT;
    gz_patches found;
    graze_status status = gz_find_patches(a, b, &o, &found);
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
    graze_status status = gz_find_patches(a, b, &o, &found);
    if (status != GRAZE_OK) return status;
    if (found.count == 0) return apart_set(a, b, options, out);
    *out = found.patch[0].set;
    return GRAZE_OK;
}
