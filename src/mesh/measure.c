/* SPDX-License-Identifier: MIT */
#include "mesh/measure.h"

#include "base/tolerance.h"
#include "math/rounding.h"

/* What there is of one dimension: sum of sizes, and of sizes times middles, relative to the centre. */
typedef struct amount {
    double size, most; /* most: the sum of the absolute values, for the error */
    wide3 moment;
} amount;

typedef struct amounts {
    amount of[4]; /* points, lengths, areas, volumes */
    double least; /* the largest single volume */
    double terms;
    bool solid;
} amounts;

static void add(amount *a, double size, wide3 middle) {
    a->size += size;
    a->most += fabs(size);
    a->moment = wide3_add_scaled(a->moment, size, middle);
}

static wide3 mean(const wide3 p[3]) {
    return wide3_scale(wide3_add(wide3_add(p[0], p[1]), p[2]), 1.0 / 3);
}

/* A piece by its area, its longest side if it has none, and the tetrahedron it makes with the centre.
 */
static void add_piece(amounts *all, const wide3 p[3], graze_primitive_kind kind) {
    wide3 u = wide3_sub(p[1], p[0]), v = wide3_sub(p[2], p[0]);
    double length = wide3_length(u);
    ++all->terms;
    if (kind == GRAZE_PRIMITIVE_POINT) {
        add(&all->of[0], 1, p[0]);
    } else if (kind == GRAZE_PRIMITIVE_SEGMENT) {
        add(&all->of[1], length, wide3_scale(wide3_add(p[0], p[1]), 0.5));
        add(&all->of[0], 1, p[0]);
    } else {
        wide3 middle = mean(p);
        add(&all->of[2], wide3_length(wide3_cross(u, v)) / 2, middle);
        add(&all->of[1], length, middle);
        add(&all->of[0], 1, middle);
        if (all->solid) add(&all->of[3], wide3_triple(p[0], p[1], p[2]) / 6, wide3_scale(middle, 0.75));
    }
}

static graze_status add_polytope(amounts *all, const graze_shape *polytope, wide3 center) {
    graze_shape_mass mass;
    graze_status status = graze_shape_measure(polytope, &mass);
    if (status != GRAZE_OK) return status;
    wide3 middle = wide3_sub(wide3_from(mass.center), center);
    add(&all->of[3], (double)mass.volume, middle);
    add(&all->of[0], 1, middle);
    all->least = (double)mass.lower > all->least ? (double)mass.lower : all->least;
    ++all->terms;
    return GRAZE_OK;
}

static graze_status add_primitive(amounts *all, const gz_mesh *mesh, uint32_t primitive, wide3 center) {
    const gz_mesh_group *group = gz_mesh_group_of(mesh, primitive);
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE)
        return add_polytope(all, gz_mesh_polytope(group, primitive), center);
    uint32_t count = gz_mesh_piece_count(group, primitive);
    for (uint32_t k = 0; k < count; ++k) {
        double corner[3][3];
        wide3 p[3];
        gz_mesh_piece_corners(mesh, group, primitive, k, corner);
        for (int i = 0; i < 3; ++i)
            p[i] = wide3_sub(wide3_make(corner[i][0], corner[i][1], corner[i][2]), center);
        add_piece(all, p, group->kind);
    }
    return GRAZE_OK;
}

static graze_status put(const amounts *all, const gz_mesh *mesh, graze_shape_mass *out) {
    amount volume = all->of[3];
    int dimension = 3;
    while (dimension > 0 && !(fabs(all->of[dimension].size) > 0)) --dimension;
    const amount *a = &all->of[dimension];
    wide3 center = wide3_from(mesh->shape.center);
    *out = (graze_shape_mass){0, 0, 0, {0, 0, 0}};
    out->center = wide3_round(wide3_add_scaled(center, 1 / a->size, a->moment));
    if (dimension < 3) return GRAZE_OK;
    /* Each term rounds by less than 8 units, and so do the sums for each term. */
    double size = fabs(volume.size), slack = volume.most * (all->terms + 16) * 0x1p-52;
    if (!(size + slack < (double)GRAZE_REAL_MAX)) return GRAZE_OUT_OF_RANGE;
    double least = all->solid ? size - slack : all->least;
    out->volume = (real)size;
    out->lower = least > 0 ? graze_max(0, gz_next_down((real)least)) : 0;
    out->upper = gz_next_up((real)(size + slack));
    return GRAZE_OK;
}

graze_status gz_mesh_measure(const graze_shape *shape, graze_shape_mass *out) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    wide3 center = wide3_from(shape->center);
    amounts all = {.solid = mesh->nature == GRAZE_MESH_SOLID};
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; status == GRAZE_OK && i < mesh->kept_count; ++i)
        status = add_primitive(&all, mesh, mesh->tree->items[i], center);
    return status == GRAZE_OK ? put(&all, mesh, out) : status;
}
