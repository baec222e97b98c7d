/* SPDX-License-Identifier: MIT
 * The sphere of directions cut into cells, each with the vertices that can be farthest along some
 * direction of it: a support point is then one look at a handful of vertices that lie side by side in
 * memory, however large the hull and wherever the last search ended.
 *
 * Cells are those of a cube whose faces are cut into size x size. A direction v, taken as s = scale v
 * component by component, leaves the cube through the face of its largest component, at (u, w): the
 * other two, in cyclic order, over that one's size. scale is the hull's box over its longest side, so
 * that cells fit hulls that are longer than wide. Cells have the same width in t = u (1 + c - c |u|),
 * which runs nearly as the angle does: that makes them alike.
 *
 * The members of a cell are all vertices that are farthest along any direction in it, and perhaps a few
 * more; the cell counts as larger by what roundings of u and w may be. They are found from one such
 * vertex by spreading to neighbours (cells.c says why that misses none). Coordinates of a member p are
 * relative to the first one, f, over scale and turned such that v . (p - f) is a positive multiple of
 * a + u b + w c. They are floats in both builds, since they only rule out: what they leave open is
 * decided exactly. So a search ends at a vertex that no other exceeds.
 *
 * A cell that would have more than GZ_CELL_MOST members has none (at the pole of a prism all vertices
 * meet): there the layers have to be climbed. */
#ifndef GZ_HULL_CELLS_H
#define GZ_HULL_CELLS_H

#include <math.h>

#include "hull/layers.h"

#define GZ_CELL_LANES 8u
#define GZ_CELL_MOST (2 * GZ_CELL_LANES)
#define GZ_CELLS_VERTICES 65536u /* a larger hull gets no cells: names of members have 16 bits */
#define GZ_CELL_DENSITY 1.0      /* cells for each vertex */
#define GZ_CELL_BEND 0.27f       /* c above */

/* Eight members, missing ones repeat the first. Two cache lines. */
typedef struct gz_cell {
    _Alignas(64) float a[GZ_CELL_LANES];
    float b[GZ_CELL_LANES], c[GZ_CELL_LANES];
    uint16_t vertex[GZ_CELL_LANES];
    float bound;    /* members whose values differ by more are not level */
    uint32_t count; /* of all members; 0: climb */
    uint32_t more;  /* where those from the eighth on are, if there are so many */
} gz_cell;

typedef struct gz_cells {
    size_t bytes; /* of this block */
    vec3 scale;
    uint32_t size;        /* cells along an edge of the cube */
    float half;           /* of it */
    uint32_t count;       /* of the cells below */
    const gz_cell *cells; /* 6 size^2: by face (+x, -x, +y ...), u, w; then those that more names */
} gz_cells;

/* Cells for the hull of the layers, whose box has these half sides. *out is NULL if the hull is not
 * suited: it has vertices set aside, too many vertices, or too many meet in too many cells.
 * GRAZE_OK or GRAZE_OUT_OF_MEMORY. */
graze_status gz_cells_create(const gz_layers *layers, vec3 half, gz_cells **out);
void gz_cells_release(gz_cells *cells); /* NULL is allowed */

/* The cell of a direction, with its u and w; NULL for the zero vector. */
static inline const gz_cell *gz_cells_at(const gz_cells *cells, vec3 v, float *u, float *w) {
    const real sx = v.x * cells->scale.x, sy = v.y * cells->scale.y, sz = v.z * cells->scale.z;
    const real x = graze_abs(sx), y = graze_abs(sy), z = graze_abs(sz);
    const real xy = graze_max(x, y), most = graze_max(xy, z);
    if (!(most > 0)) return NULL;
    /* Chosen by conditions, not by an index: what was just stored takes long to come back. */
    const bool along_z = z > xy, along_y = y > x;
    const real lead = along_z ? sz : along_y ? sy : sx;
    const real second = along_z ? sx : along_y ? sz : sy, third = along_z ? sy : along_y ? sx : sz;
    const uint32_t axis = along_z ? 2 : along_y, size = cells->size;
    *u = (float)(second / most);
    *w = (float)(third / most);
    const float slope = (1 + GZ_CELL_BEND) * cells->half, bend = GZ_CELL_BEND * cells->half;
    uint32_t i = (uint32_t)(int32_t)(*u * (slope - bend * fabsf(*u)) + cells->half);
    uint32_t j = (uint32_t)(int32_t)(*w * (slope - bend * fabsf(*w)) + cells->half);
    i = i < size ? i : size - 1;
    j = j < size ? j : size - 1;
    return &cells->cells[((2 * axis + (lead < 0)) * size + i) * size + j];
}

static inline uint32_t gz_cells_member(const gz_cells *cells, const gz_cell *cell, uint32_t k) {
    return k < GZ_CELL_LANES ? cell->vertex[k] : cells->cells[cell->more].vertex[k - GZ_CELL_LANES];
}

/* The farthest along v of the members that bits names, exactly; the first of those that are level. */
uint32_t gz_cells_decide(const gz_layers *layers, const gz_cells *cells, const gz_cell *cell,
                         uint32_t bits, vec3 v);

#endif
