/* SPDX-License-Identifier: MIT */
#include "direction_search.h"

#include <math.h>
#include <stdlib.h>

enum { LEVELS_MOST = 40, CELLS_MOST = 200000 };

typedef struct cell {
    double u, v; /* centre on the cube's face */
    int face;
} cell;

static ld3 direction_of(const cell *c) {
    long double s = c->face % 2 ? -1 : 1, u = (long double)c->u, v = (long double)c->v;
    switch (c->face / 2) {
    case 0:
        return ld3_unit((ld3){s, u, v});
    case 1:
        return ld3_unit((ld3){u, s, v});
    default:
        return ld3_unit((ld3){u, v, s});
    }
}

/* The overlap along the cell's centre, and the least there can be anywhere in the cell. The face is at
 * distance 1, so an angle is at most the length on the face that it spans. */
static long double bound(const placed_body *a, const placed_body *b, const cell *c, long double half,
                         long double *overlap) {
    ld3 n = direction_of(c);
    ld3 p = ld3_sub(placed_body_support(a, n), placed_body_support(b, ld3_scale(n, -1)));
    long double radius = half * sqrtl(2), h = ld3_dot(n, p);
    long double across = ld3_length(ld3_add_scaled(p, -h, n));
    *overlap = h;
    return h * cosl(radius) - across * sinl(radius);
}

static int split(const cell *c, double half, cell *out) {
    for (int k = 0; k < 4; ++k)
        out[k] = (cell){c->u + (k % 2 ? half : -half), c->v + (k / 2 ? half : -half), c->face};
    return 4;
}

direction_bracket direction_search(const placed_body *a, const placed_body *b, double rel) {
    cell *cells = malloc(CELLS_MOST * sizeof *cells), *next = malloc(CELLS_MOST * sizeof *next);
    long double *bounds = malloc(CELLS_MOST * sizeof *bounds);
    if (!cells || !next || !bounds) abort();
    int count = 0;
    for (int face = 0; face < 6; ++face) {
        cell whole = {0, 0, face};
        count += split(&whole, 0.5, cells + count);
    }
    long double upper = INFINITY, lower = 0;
    double half = 0.5;
    for (int level = 0; level < LEVELS_MOST; ++level, half /= 2) {
        lower = INFINITY;
        for (int i = 0; i < count; ++i) {
            long double overlap;
            bounds[i] = bound(a, b, &cells[i], (long double)half, &overlap);
            if (overlap < upper) upper = overlap;
            if (bounds[i] < lower) lower = bounds[i];
        }
        long double enough = upper * (1 - (long double)rel);
        if (upper < 0 || lower >= enough) break;
        int kept = 0;
        for (int i = 0; i < count && kept + 4 <= CELLS_MOST; ++i)
            if (bounds[i] < enough) kept += split(&cells[i], half / 2, next + kept);
        if (kept + 4 > CELLS_MOST) break;
        cell *swap = cells;
        cells = next, next = swap;
        count = kept;
    }
    free(cells);
    free(next);
    free(bounds);
    /* Cells dropped on the way had bounds of at least what was enough then, which only fell since. */
    if (lower > upper * (1 - (long double)rel)) lower = upper * (1 - (long double)rel);
    return (direction_bracket){(double)(lower > 0 ? lower : 0), (double)upper};
}
