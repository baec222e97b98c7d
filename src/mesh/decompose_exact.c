/* SPDX-License-Identifier: MIT
 * Cells between planes of the solid's faces (D4, B:3871-3946, facets clipped). A cell through whose
 * inside no face passes is all in the solid or all out of it, and its middle tells exactly which: no
 * label is handed down. */
#include "base/tolerance.h"
#include "mesh/decompose_cell.h"
#include "mesh/query.h"
#include "primitive/closest.h"
#include "primitive/unit.h"

/* What a part of the tree turned out to be. */
typedef enum part { PART_EMPTY, PART_FULL, PART_MIXED, PART_FAILED } part;

typedef struct maker {
    const gz_mesh *mesh;
    graze_decomposition *list;
    double tolerance;
    graze_status status;
} maker;

static part fail(maker *m, graze_status status) {
    m->status = status;
    return PART_FAILED;
}

/* -- planes -- */

static bool plane_of(const maker *m, const gz_facet_list *facets, size_t i, gz_cut *cut) {
    size_t first = gz_facet_first(facets, i), end = facets->ends.at[i];
    const wide3 *p = facets->points.at;
    wide3 sum = {0, 0, 0};
    for (size_t k = first + 1; k + 1 < end; ++k)
        sum =
            wide3_add(sum, gz_accurate_cross(wide3_sub(p[k], p[first]), wide3_sub(p[k + 1], p[first])));
    wide3 none = {0, 0, 0}, normal = gz_wide_unit(sum, none);
    *cut = (gz_cut){normal, -wide3_dot(normal, p[first]), m->tolerance};
    return wide3_max_abs(normal) > 0;
}

/* How much a plane costs: facets that it cuts, and whether it leaves some on both sides. Hull planes of
 * what is left cost nothing, and cut off nothing of the solid. */
static size_t cost_of(const gz_facet_list *facets, const gz_cut *cut) {
    size_t above = 0, below = 0, both = 0;
    for (size_t i = 0; i < facets->ends.count; ++i) {
        int up = 0, down = 0;
        for (size_t k = gz_facet_first(facets, i); k < facets->ends.at[i]; ++k) {
            int side = gz_cut_side(cut, facets->points.at[k], NULL);
            up |= side > 0;
            down |= side < 0;
        }
        both += up && down;
        above += up && !down;
        below += down && !up;
    }
    if (both == 0 && (above == 0 || below == 0)) return 0;
    size_t uneven = above > below ? above - below : below - above;
    return 1 + GZ_DECOMPOSE_CUT * both + uneven;
}

static bool choose_plane(const maker *m, const gz_facet_list *facets, gz_cut *best) {
    size_t count = facets->ends.count, least = SIZE_MAX;
    size_t step = count > GZ_DECOMPOSE_TRIED ? count / GZ_DECOMPOSE_TRIED : 1;
    for (size_t i = 0; i < count && least > 0; i += step) {
        gz_cut cut;
        if (!plane_of(m, facets, i, &cut)) continue;
        size_t cost = cost_of(facets, &cut);
        if (cost >= least) continue;
        least = cost;
        *best = cut;
    }
    return least < SIZE_MAX;
}

/* -- cells -- */

static wide3 middle_of(const gz_space_cell *cell) {
    wide3 sum = {0, 0, 0};
    for (size_t i = 0; i < cell->points.count; ++i) sum = wide3_add(sum, cell->points.at[i]);
    return wide3_scale(sum, 1 / (double)cell->points.count);
}

static part finish_cell(maker *m, const gz_space_cell *cell) {
    wide3 p = middle_of(cell);
    if (!gz_mesh_holds(m->mesh, (const double[3]){p.x, p.y, p.z})) return PART_EMPTY;
    graze_status status = gz_decomposition_add(m->list, cell->points.at, cell->points.count);
    return status == GRAZE_OK ? PART_FULL : fail(m, status);
}

static part divide(maker *m, const gz_space_cell *cell, const gz_facet_list *facets, int depth);

static part take_side(maker *m, const gz_space_cell *cell, const gz_facet_list *facets,
                      const gz_cut *cut, int side, int depth) {
    gz_space_cell half = {0};
    gz_facet_list inside = {0};
    part result;
    if (!gz_space_cell_cut(cell, cut, side, &half) ||
        !gz_facet_list_cut(facets, cut, side, false, &inside))
        result = fail(m, GRAZE_OUT_OF_MEMORY);
    else if (half.points.count < 4)
        result = PART_EMPTY;
    else
        result = divide(m, &half, &inside, depth + 1);
    gz_space_cell_release(&half);
    gz_facet_list_release(&inside);
    return result;
}

/* Halves that are both full make a whole again. */
static part divide(maker *m, const gz_space_cell *cell, const gz_facet_list *facets, int depth) {
    gz_cut cut;
    if (facets->ends.count == 0 || !choose_plane(m, facets, &cut)) return finish_cell(m, cell);
    if (depth > GZ_DECOMPOSE_DEPTH) return fail(m, GRAZE_OUT_OF_RANGE);
    size_t before = m->list->count;
    part below = take_side(m, cell, facets, &cut, -1, depth);
    if (below == PART_FAILED) return PART_FAILED;
    part above = take_side(m, cell, facets, &cut, 1, depth);
    if (above == PART_FAILED) return PART_FAILED;
    if (below == PART_EMPTY && above == PART_EMPTY) return PART_EMPTY;
    if (below != PART_FULL || above != PART_FULL) return PART_MIXED;
    gz_decomposition_cut(m->list, before);
    graze_status status = gz_decomposition_add(m->list, cell->points.at, cell->points.count);
    return status == GRAZE_OK ? PART_FULL : fail(m, status);
}

/* -- the whole -- */

graze_status gz_decompose_exact(const gz_mesh *mesh, graze_decomposition *list) {
    const graze_shape *shape = &mesh->shape;
    maker m = {.mesh = mesh, .list = list};
    double lo[3], hi[3];
    const double c[3] = {(double)shape->center.x, (double)shape->center.y, (double)shape->center.z};
    const double h[3] = {(double)shape->half.x, (double)shape->half.y, (double)shape->half.z};
    m.tolerance = GZ_DECOMPOSE_TOLERANCE * (double)shape->reach;
    for (int k = 0; k < 3; ++k) {
        lo[k] = c[k] - h[k] * (1 + 0x1p-4) - m.tolerance;
        hi[k] = c[k] + h[k] * (1 + 0x1p-4) + m.tolerance;
    }
    gz_space_cell cell = {0};
    gz_facet_list facets = {0};
    if (gz_space_cell_make_box(&cell, lo, hi) && gz_facet_list_gather(&facets, mesh))
        (void)divide(&m, &cell, &facets, 0);
    else
        m.status = GRAZE_OUT_OF_MEMORY;
    gz_space_cell_release(&cell);
    gz_facet_list_release(&facets);
    return m.status;
}
