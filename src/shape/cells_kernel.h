/* SPDX-License-Identifier: MIT
 * The support function by cells for one vector unit; cells_corner.c includes it once each. Expects
 *   KERNEL         the function's name
 *   VALUES         that of its helper
 *   KERNEL_TARGET  attributes, may be empty
 *   WIDE(op)       a type of floats with a suffix: WIDE(_add), and WIDE() for the type itself
 *   LANES          its number of lanes. */

/* The values a + u b + w c of eight members. */
KERNEL_TARGET static inline void VALUES(const gz_cell *cell, WIDE() u, WIDE() w,
                                        WIDE() values[GZ_CELL_LANES / LANES]) {
    for (uint32_t k = 0; k < GZ_CELL_LANES / LANES; ++k) {
        const WIDE() ub = WIDE(_mul)(u, WIDE(_load)(cell->b + k * LANES));
        const WIDE() wc = WIDE(_mul)(w, WIDE(_load)(cell->c + k * LANES));
        values[k] = WIDE(_add)(WIDE(_load)(cell->a + k * LANES), WIDE(_add)(ub, wc));
    }
}

KERNEL_TARGET static uint32_t KERNEL(const graze_shape *shape, real x, real y, real z, uint32_t hint) {
    const gz_polytope *polytope = (const gz_polytope *)shape;
    const gz_cells *cells = polytope->cells;
    enum { VECTORS = GZ_CELL_LANES / LANES };
    float u = 0, w = 0;
    const gz_cell *cell = gz_cells_at(cells, vec3_make(x, y, z), &u, &w);
    if (!cell || cell->count == 0) return gz_climb_corner(shape, x, y, z, hint);
    const WIDE() us = WIDE(_splat)(u), ws = WIDE(_splat)(w);
    WIDE() values[2 * VECTORS];
    VALUES(cell, us, ws, values);
    uint32_t used = VECTORS;
    if (cell->count > GZ_CELL_LANES) {
        VALUES(&cells->cells[cell->more], us, ws, values + VECTORS);
        used = 2 * VECTORS;
    }
    WIDE() top = values[0];
    for (uint32_t k = 1; k < used; ++k) top = WIDE(_max)(top, values[k]);
    const WIDE() limit = WIDE(_splat)(WIDE(_top)(top) - cell->bound);
    uint32_t bits = 0;
    for (uint32_t k = 0; k < used; ++k)
        bits |= (uint32_t)WIDE(_less_bits)(limit, values[k]) << k * LANES;
    bits &= 0xffffu >> (GZ_CELL_MOST - cell->count);
    if (bits & (bits - 1))
        return gz_cells_decide(polytope->layers, cells, cell, bits, vec3_make(x, y, z));
    return gz_cells_member(cells, cell, gz_lowest_bit(bits));
}
