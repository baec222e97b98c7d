/* SPDX-License-Identifier: MIT
 * Convex decomposition of a solid (N1, B:3767-3785). */
#include "mesh/decompose.h"

#include "base/array.h"

/* -- points -- */

bool gz_points_push(gz_points *points, wide3 p) {
    if (points->count == points->capacity) {
        size_t wanted = points->count < 32 ? 32 : points->count + 1;
        wide3 *block = gz_array_grow(points->at, &points->capacity, wanted, sizeof *block);
        if (!block) return false;
        points->at = block;
    }
    points->at[points->count++] = p;
    return true;
}

void gz_points_release(gz_points *points) {
    gz_release(points->at, points->capacity * sizeof *points->at);
    *points = (gz_points){0};
}

/* -- pieces -- */

graze_status gz_points_hull(const wide3 *points, size_t count, graze_hull **out) {
    vec3 *rounded = gz_allocate_array(count, sizeof *rounded);
    if (!rounded) return GRAZE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) rounded[i] = wide3_round(points[i]);
    graze_status status = graze_hull_create(rounded, count, 0, out);
    gz_release(rounded, count * sizeof *rounded);
    return status;
}

static graze_status push_piece(graze_decomposition *list, graze_shape *piece) {
    if (list->count == list->most) return GRAZE_OUT_OF_RANGE;
    if (list->count == list->capacity) {
        size_t wanted = list->count < 16 ? 16 : list->count + 1;
        graze_shape **block = gz_array_grow(list->pieces, &list->capacity, wanted, sizeof *block);
        if (!block) return GRAZE_OUT_OF_MEMORY;
        list->pieces = block;
    }
    list->pieces[list->count++] = piece;
    return GRAZE_OK;
}

graze_status gz_decomposition_add(graze_decomposition *list, const wide3 *points, size_t count) {
    graze_hull *hull = NULL;
    graze_hull_view view;
    graze_shape *piece = NULL;
    if (count < 4) return GRAZE_OK;
    graze_status status = gz_points_hull(points, count, &hull);
    if (status != GRAZE_OK) return status;
    status = graze_hull_get(hull, &view);
    if (status == GRAZE_OK && view.dimension == 3) {
        status = graze_shape_from_hull(hull, &piece);
        if (status == GRAZE_OK) status = push_piece(list, piece);
        if (status != GRAZE_OK) graze_shape_release(piece);
    }
    graze_hull_release(hull);
    return status;
}

void gz_decomposition_cut(graze_decomposition *list, size_t count) {
    while (list->count > count) graze_shape_release(list->pieces[--list->count]);
}

/* -- the public functions -- */

static bool are_valid(const graze_decompose_options *o) {
    if (o->mode == GRAZE_DECOMPOSE_EXACT) return true;
    return o->mode == GRAZE_DECOMPOSE_APPROXIMATE && o->concavity > 0 && graze_is_finite(o->concavity);
}

graze_status graze_mesh_decompose(const graze_shape *shape, const graze_decompose_options *options,
                                  graze_decomposition **out) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    graze_decompose_options o = options ? *options : (graze_decompose_options){0};
    if (!out || !mesh || mesh->nature != GRAZE_MESH_SOLID || !are_valid(&o))
        return GRAZE_INVALID_ARGUMENT;
    graze_decomposition *list = gz_allocate(sizeof *list);
    if (!list) return GRAZE_OUT_OF_MEMORY;
    *list = (graze_decomposition){.most = o.max_pieces ? o.max_pieces : 4096};
    graze_status status = o.mode == GRAZE_DECOMPOSE_EXACT
                              ? gz_decompose_exact(mesh, list)
                              : gz_decompose_approximate(mesh, (double)o.concavity, list);
    if (status == GRAZE_OK)
        *out = list;
    else
        graze_decomposition_release(list);
    return status;
}

void graze_decomposition_release(graze_decomposition *list) {
    if (!list) return;
    gz_decomposition_cut(list, 0);
    gz_release(list->pieces, list->capacity * sizeof *list->pieces);
    gz_release(list, sizeof *list);
}

graze_status graze_decomposition_get(const graze_decomposition *list, graze_decomposition_view *out) {
    if (!list || !out) return GRAZE_INVALID_ARGUMENT;
    *out = (graze_decomposition_view){list->count, list->pieces, (real)list->concavity};
    return GRAZE_OK;
}
