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
} touching_parts;

/* -- triangles of a height field -- */

static bool is_cell(const gz_height_field *field, int64_t row, int64_t column) {
    return row >= 0 && column >= 0 && row < (int64_t)field->rows - 1 &&
           column < (int64_t)field->columns - 1 &&
           !gz_field_is_hole(field, (uint32_t)row, (uint32_t)column);
}

static wide3 in_world(const touching_parts *t, const double p[3]) {
    double q[3];
    gz_affine_apply(&t->pose, p, q);
    return wide3_make(q[0], q[1], q[2]);
}

/* A vertex in the world; false if there is no such cell, or it is a hole. */
static bool neighbour_corner(const touching_parts *t, const gz_height_field *field, int64_t cell_row,
                             int64_t cell_column, int64_t row, int64_t column, wide3 *out) {
    if (!is_cell(field, cell_row, cell_column)) return false;
    double p[3];
    gz_field_vertex(field, (uint32_t)row, (uint32_t)column, p);
    *out = in_world(t, p);
    return true;
}

/* With the corners beyond its edges. Triangle 0 of a cell goes from (r, c) to (r + 1, c) and on to
 * (r + 1, c + 1), triangle 1 from (r, c) to (r + 1, c + 1) and on to (r, c + 1). */
static bool field_face(const touching_parts *t, uint32_t part, gz_contact_face *face) {
    const gz_height_field *field = gz_height_field_of(t->fold.placed[t->fold.side].shape);
    uint32_t cell = part / 2, columns = field->columns - 1, second = part & 1;
    int64_t r = cell / columns, c = cell % columns;
    double p[3][3];
    gz_field_triangle(field, (uint32_t)r, (uint32_t)c, second, p);
    *face = (gz_contact_face){.primitive = part};
    for (int i = 0; i < 3; ++i) face->corner[i] = in_world(t, p[i]);
    wide3 normal = wide3_cross(wide3_sub(face->corner[1], face->corner[0]),
                               wide3_sub(face->corner[2], face->corner[0]));
    double det = wide3_triple(wide3_make(t->pose.m[0][0], t->pose.m[1][0], t->pose.m[2][0]),
                              wide3_make(t->pose.m[0][1], t->pose.m[1][1], t->pose.m[2][1]),
                              wide3_make(t->pose.m[0][2], t->pose.m[1][2], t->pose.m[2][2]));
    if (!(wide3_max_abs(normal) > 0)) return false;
    face->normal = gz_wide_unit(det < 0 ? wide3_neg(normal) : normal, wide3_make(0, 1, 0));
    gz_contact_face_finish(face);
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

/* Does a triangle have all that is touched of the face? Vertices of both are the same numbers. */
static bool has_touched(const gz_contact_face *face, int touched, const wide3 corner[3]) {
    for (int i = 0; i < 3; ++i) {
        bool has = !(touched >> i & 1);
        for (int k = 0; k < 3; ++k)
            has = has || wide3_max_abs(wide3_sub(corner[k], face->corner[i])) == 0;
        if (!has) return false;
    }
    return true;
}

/* As gz_contact_is_nearest, with the triangles of the grid. */
static bool is_nearest(const touching_parts *t, const gz_contact_face *face,
                       const gz_contact_place *place) {
    const gz_height_field *field = gz_height_field_of(t->fold.placed[t->fold.side].shape);
    uint32_t cell = face->primitive / 2, columns = field->columns - 1;
    int64_t row = cell / columns - (int64_t)1, column = cell % columns - (int64_t)1;
    int touched = gz_contact_touched(face, place);
    if (touched == 7) return true;
    for (int i = 0; i < 18; ++i) { /* two in each of 3 x 3 cells */
        int64_t r = row + i / 6, c = column + i / 2 % 3;
        if (!is_cell(field, r, c)) continue;
        double p[3][3];
        wide3 corner[3];
        gz_field_triangle(field, (uint32_t)r, (uint32_t)c, i & 1, p);
        for (int k = 0; k < 3; ++k) corner[k] = in_world(t, p[k]);
        if (has_touched(face, touched, corner) && gz_contact_rises(corner, place)) return false;
    }
    return true;
}

/* Points whose normal the triangle does not allow: along its own normal, or as they are where they are
 * the nearest, or none, and the neighbours have them (as for meshes, narrow/contact_patches.c). */
static graze_status touch_edge(touching_parts *t, const gz_contact_face *face,
                               const graze_placed pair[2], graze_contact_set *set) {
    int side = t->fold.side;
    const graze_placed *other = &pair[1 - side];
    const graze_contact_set own = *set;
    bool one_sided = t->options->one_sided;
    wide3 middle = wide3_from(graze_pose_apply(&other->pose, other->shape->center));
    wide3 out = gz_contact_face_out(face, middle, one_sided), normal = side ? wide3_neg(out) : out;
    graze_status status =
        gz_convex_contact_along(&pair[0], &pair[1], wide3_round(normal), side, t->options->reach, set);
    if (status != GRAZE_OK) return status;
    drop_beside(face, side == 1, set);
    if (gz_contact_seems_nearer(set, &own)) set->count = 0;
    if (set->upper < own.upper) set->upper = own.upper; /* another way out says nothing about it */
    gz_contact_place place = gz_contact_place_of(&own, side, pair[side].margin, t->fold.error);
    if (set->count > 0 || gz_contact_is_behind(face, place.out, one_sided)) return GRAZE_OK;
    if (own.upper >= 0 && is_nearest(t, face, &place)) {
        *set = own;
        return GRAZE_OK;
    }
    gz_patches_leave(t->patches, &own, side ? 0 : face->primitive, side ? face->primitive : 0);
    return GRAZE_OK;
}

static graze_status touch_triangle(touching_parts *t, uint32_t part, const graze_placed pair[2],
                                   graze_contact_set *set) {
    int side = t->fold.side;
    graze_status status = gz_convex_contact(&pair[0], &pair[1], t->options->reach, NULL, NULL, set);
    gz_contact_face face;
    if (status != GRAZE_OK || set->count == 0 || t->options->keep_edges) return status;
    if (!pair[1 - side].shape->bounded || !field_face(t, part, &face)) return status;
    wide3 out = wide3_scale(wide3_from(set->normal), side ? -1 : 1);
    if (gz_contact_allows(&face, out, t->options->one_sided)) return status;
    return touch_edge(t, &face, pair, set);
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
    gz_patches_begin(patches, GZ_PATCH_MERGE * (size_a < size_b ? size_a : size_b) + t.fold.error);
    t.pose = gz_affine_of_pose(&t.fold.placed[t.fold.side].pose);
    gz_complex_search search = {.shape = t.fold.placed[t.fold.side].shape,
                                .limit = (double)options->reach + t.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_patches,
                                .user = &t};
    gz_fold_narrow(&t.fold, &search);
    gz_complex_search_run(&search);
    if (t.fold.status != GRAZE_OK) return t.fold.status;
    gz_patches_take_left(patches, t.fold.error);
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
