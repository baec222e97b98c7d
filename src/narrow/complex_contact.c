/* SPDX-License-Identifier: MIT
 * Contacts of complex shapes: those of all parts that are near enough, gathered as those of meshes are.
 * The edges of a height field that the ground goes on beyond flat or hollow have no side of their own
 * (narrow/contact_internal.c); the neighbours follow from the grid. */
#include "base/tolerance.h"
#include "convex/entry.h"
#include "mesh/height_field.h"
#include "narrow/complex.h"
#include "narrow/contact_patch.h"
#include "primitive/unit.h"
#include "shape/placed.h"

typedef struct touching_parts {
    gz_fold fold;
    const graze_patch_options *options;
    gz_patches *patches;
    gz_affine pose; /* of the complex shape */
    bool dropped;   /* a triangle left its points to neighbours */
} touching_parts;

/* -- triangles of a height field -- */

/* A vertex in the world; false if there is no such cell, or it is a hole. */
static bool neighbour_corner(const touching_parts *t, const gz_height_field *field, int64_t cell_row,
                             int64_t cell_column, int64_t row, int64_t column, wide3 *out) {
    if (cell_row < 0 || cell_column < 0 || cell_row >= (int64_t)field->rows - 1 ||
        cell_column >= (int64_t)field->columns - 1)
        return false;
    if (gz_field_is_hole(field, (uint32_t)cell_row, (uint32_t)cell_column)) return false;
    double p[3], q[3];
    gz_field_vertex(field, (uint32_t)row, (uint32_t)column, p);
    gz_affine_apply(&t->pose, p, q);
    *out = wide3_make(q[0], q[1], q[2]);
    return true;
}

/* With the corners beyond its edges. Triangle 0 of a cell goes from (r, c) to (r + 1, c) and on to
 * (r + 1, c + 1), triangle 1 from (r, c) to (r + 1, c + 1) and on to (r, c + 1). */
static bool field_face(const touching_parts *t, uint32_t part, gz_contact_face *face) {
    const gz_height_field *field = gz_height_field_of(t->fold.placed[t->fold.side].shape);
    uint32_t cell = part / 2, columns = field->columns - 1, second = part & 1;
    int64_t r = cell / columns, c = cell % columns;
    double p[3][3], q[3];
    gz_field_triangle(field, (uint32_t)r, (uint32_t)c, second, p);
    *face = (gz_contact_face){.primitive = part};
    for (int i = 0; i < 3; ++i) {
        gz_affine_apply(&t->pose, p[i], q);
        face->corner[i] = wide3_make(q[0], q[1], q[2]);
    }
    wide3 normal = wide3_cross(wide3_sub(face->corner[1], face->corner[0]),
                               wide3_sub(face->corner[2], face->corner[0]));
    double det = wide3_triple(wide3_make(t->pose.m[0][0], t->pose.m[1][0], t->pose.m[2][0]),
                              wide3_make(t->pose.m[0][1], t->pose.m[1][1], t->pose.m[2][1]),
                              wide3_make(t->pose.m[0][2], t->pose.m[1][2], t->pose.m[2][2]));
    if (!(wide3_max_abs(normal) > 0)) return false;
    face->normal = gz_wide_unit(det < 0 ? wide3_neg(normal) : normal, wide3_make(0, 1, 0));
    bool *has = face->has_beyond;
    wide3 *beyond = face->beyond;
    if (second) {
        has[0] = neighbour_corner(t, field, r, c, r + 1, c, &beyond[0]);
        has[1] = neighbour_corner(t, field, r, c + 1, r + 1, c + 2, &beyond[1]);
        has[2] = neighbour_corner(t, field, r - 1, c, r - 1, c, &beyond[2]);
    } else {
        has[0] = neighbour_corner(t, field, r, c - 1, r, c - 1, &beyond[0]);
        has[1] = neighbour_corner(t, field, r + 1, c, r + 2, c + 1, &beyond[1]);
        has[2] = neighbour_corner(t, field, r, c, r, c + 1, &beyond[2]);
    }
    return true;
}

static void drop_beside(const gz_contact_face *face, bool face_is_b, graze_contact_set *set) {
    int kept = 0;
    for (int i = 0; i < set->count; ++i) {
        vec3 point = face_is_b ? set->points[i].point_b : set->points[i].point_a;
        if (gz_contact_is_over(face, wide3_from(point))) set->points[kept++] = set->points[i];
    }
    set->count = kept;
}

static graze_status touch_triangle(touching_parts *t, uint32_t part, const graze_placed pair[2],
                                   graze_contact_set *set) {
    int side = t->fold.side;
    graze_status status = gz_convex_contact(&pair[0], &pair[1], t->options->reach, NULL, NULL, set);
    gz_contact_face face;
    if (status != GRAZE_OK || set->count == 0 || t->options->keep_edges) return status;
    if (!pair[1 - side].shape->bounded || !field_face(t, part, &face)) return status;
    double sign = side ? -1 : 1;
    const graze_placed *other = &pair[1 - side];
    bool one_sided = t->options->one_sided;
    if (gz_contact_allows(&face, wide3_scale(wide3_from(set->normal), sign), one_sided)) return status;
    wide3 middle = wide3_from(graze_pose_apply(&other->pose, other->shape->center));
    wide3 out = gz_contact_face_out(&face, middle, one_sided);
    real upper = set->upper; /* another way out than the shortest says nothing about it */
    status = gz_convex_contact_along(&pair[0], &pair[1], wide3_round(wide3_scale(out, sign)),
                                     t->options->reach, set);
    if (status == GRAZE_OK) drop_beside(&face, side == 1, set);
    if (set->upper < upper) set->upper = upper;
    t->dropped = t->dropped || set->count == 0;
    return status;
}

/* -- parts of any kind -- */

static void add_set(touching_parts *t, const graze_contact_patch *patch, uint32_t part) {
    graze_contact_set one = patch->set;
    for (int i = 0; i < patch->set.count; ++i) {
        uint32_t a = t->fold.side ? patch->primitive_a[i] : part;
        uint32_t b = t->fold.side ? part : patch->primitive_b[i];
        one.points[0] = patch->set.points[i];
        one.count = 1;
        gz_patches_add(t->patches, &one, a, b);
    }
}

static graze_flow ask_patches(void *user, uint32_t part, double *limit) {
    (void)limit;
    touching_parts *t = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_contact_patch found[GRAZE_CONTACT_PATCHES] = {{.primitive_a = {0}}};
    size_t count = 1;
    gz_fold_place(&t->fold, part, &room, pair);
    bool triangle = t->fold.placed[t->fold.side].shape->kind == GRAZE_SHAPE_HEIGHT_FIELD;
    if (triangle && pair[1 - t->fold.side].shape->convex)
        t->fold.status = touch_triangle(t, part, pair, &found[0].set);
    else
        t->fold.status =
            graze_contact_patches(&pair[0], &pair[1], t->options, found, GRAZE_CONTACT_PATCHES, &count);
    if (t->fold.status != GRAZE_OK) return GRAZE_STOP;
    for (size_t i = 0; i < count; ++i) add_set(t, &found[i], part);
    return GRAZE_CONTINUE;
}

static double size_of(const graze_placed *placed) {
    if (!placed->shape->bounded) return INFINITY;
    return (double)gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE) * (double)placed->shape->extent;
}

static void move(gz_patches *patches, vec3 shift) {
    for (int i = 0; i < patches->count; ++i)
        for (int k = 0; k < patches->patch[i].set.count; ++k) {
            graze_contact_point *point = &patches->patch[i].set.points[k];
            point->point_a = vec3_add(point->point_a, shift);
            point->point_b = vec3_add(point->point_b, shift);
        }
}

graze_status gz_complex_find_patches(const graze_placed *a, const graze_placed *b,
                                     const graze_patch_options *options, struct gz_patches *patches) {
    touching_parts t = {.options = options, .patches = patches};
    graze_status status = gz_fold_begin(a, b, NULL, &t.fold);
    if (status != GRAZE_OK) return status;
    double size_a = size_of(a), size_b = size_of(b);
    patches->count = 0;
    patches->merge = GZ_PATCH_MERGE * (size_a < size_b ? size_a : size_b) + t.fold.error;
    t.pose = gz_affine_of_pose(&t.fold.placed[t.fold.side].pose);
    gz_complex_search search = {.shape = t.fold.placed[t.fold.side].shape,
                                .limit = (double)options->reach + t.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_patches,
                                .user = &t};
    gz_fold_narrow(&t.fold, &search);
    gz_complex_search_run(&search);
    if (t.fold.status != GRAZE_OK) return t.fold.status;
    if (patches->count == 0 && t.dropped) { /* no neighbour took them: the edges have them after all */
        graze_patch_options with_edges = *options;
        with_edges.keep_edges = true;
        return gz_complex_find_patches(a, b, &with_edges, patches);
    }
    move(patches, t.fold.shift);
    gz_patches_sort(patches);
    return GRAZE_OK;
}

/* -- the deepest -- */

/* Farther apart than reach: the numbers are those of the nearest parts. */
static graze_status fill_apart(const graze_placed *a, const graze_placed *b,
                               const graze_options *options, graze_contact_set *out) {
    graze_separation apart;
    graze_status status = gz_complex_distance(a, b, options, &apart);
    if (status != GRAZE_OK) return status;
    *out = (graze_contact_set){.normal = apart.normal,
                               .sd = apart.distance,
                               .lower = apart.lower,
                               .upper = apart.upper,
                               .iterations = apart.iterations};
    out->end = apart.end == GRAZE_ITERATION_LIMIT ? apart.end : GRAZE_SEPARATED;
    return GRAZE_OK;
}

graze_status gz_complex_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                                const graze_options *options, graze_contact_set *out) {
    if (!out || !(reach >= 0) || !graze_is_finite(reach)) return GRAZE_INVALID_ARGUMENT;
    gz_patches found;
    const graze_patch_options o = {.reach = reach};
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_complex_find_patches(a, b, &o, &found);
    if (status != GRAZE_OK) return status;
    if (found.count == 0) return fill_apart(a, b, options, out);
    *out = found.patch[0].set;
    return GRAZE_OK;
}
