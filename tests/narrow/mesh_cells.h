/* SPDX-License-Identifier: MIT
 * Polygons that are unions of cells of a lattice in some plane: not convex, with holes, of several
 * parts. Who makes them knows which triangles they cover, and needs no triangulation. */
#ifndef GRAZE_TESTS_NARROW_MESH_CELLS_H
#define GRAZE_TESTS_NARROW_MESH_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "graze/graze.h"

enum {
    CELLS_WIDE = 5,
    CELLS_HIGH = 3,
    CELL_ROW = CELLS_WIDE + 1, /* corners in a row */
    CELL_CORNERS = CELL_ROW * (CELLS_HIGH + 1),
    CELL_PIECES = CELLS_HIGH * (CELLS_WIDE + 1) /* two triangles for each run of cells in a row */
};

typedef struct cell_polygon {
    bool filled[CELLS_HIGH][CELLS_WIDE];
    uint32_t indices[CELL_CORNERS], sizes[CELL_CORNERS]; /* of corners, loop by loop */
    uint32_t index_count, loop_count;
    uint32_t pieces[CELL_PIECES][3], piece_count;
} cell_polygon;

static inline bool cell_at(const cell_polygon *c, int x, int y) {
    return x >= 0 && y >= 0 && x < CELLS_WIDE && y < CELLS_HIGH && c->filled[y][x];
}

/* Two cells that share no more than a corner: the outline would pass it twice. */
static inline bool cells_pinch(const cell_polygon *c) {
    for (int y = 1; y < CELLS_HIGH; ++y)
        for (int x = 1; x < CELLS_WIDE; ++x) {
            bool a = cell_at(c, x - 1, y - 1), b = cell_at(c, x, y - 1);
            if (a != b && a == cell_at(c, x, y) && b == cell_at(c, x - 1, y)) return true;
        }
    return false;
}

/* Any cells, or all but some in the middle. */
static inline void cells_choose(cell_polygon *c, graze_random *random) {
    bool any;
    do {
        uint64_t bits = graze_random_bits(random) >> 16;
        bool holes = bits & 1;
        any = false;
        for (int y = 0; y < CELLS_HIGH; ++y)
            for (int x = 0; x < CELLS_WIDE; ++x) {
                bool rim = x == 0 || y == 0 || x + 1 == CELLS_WIDE || y + 1 == CELLS_HIGH;
                bits >>= 2;
                c->filled[y][x] = holes ? rim || (bits & 1) : (bits & 3) != 0;
                any = any || c->filled[y][x];
            }
    } while (!any || cells_pinch(c));
}

/* Outer loops run counterclockwise, holes clockwise: cells are to the left. Corners in the middle of a
 * straight side are kept if asked for. */
static inline void cells_outline(cell_polygon *c, bool straight) {
    int after[CELL_CORNERS], before[CELL_CORNERS];
    for (int i = 0; i < CELL_CORNERS; ++i) after[i] = before[i] = -1;
    for (int y = 0; y < CELLS_HIGH; ++y)
        for (int x = 0; x < CELLS_WIDE; ++x) {
            int a = y * CELL_ROW + x;
            const int corner[5] = {a, a + 1, a + CELL_ROW + 1, a + CELL_ROW, a};
            const bool open[4] = {!cell_at(c, x, y - 1), !cell_at(c, x + 1, y), !cell_at(c, x, y + 1),
                                  !cell_at(c, x - 1, y)};
            for (int k = 0; k < 4 && c->filled[y][x]; ++k)
                if (open[k]) after[corner[k]] = corner[k + 1], before[corner[k + 1]] = corner[k];
        }
    c->index_count = c->loop_count = 0;
    for (int first = 0; first < CELL_CORNERS; ++first) {
        uint32_t begin = c->index_count;
        for (int at = first, next; (next = after[at]) >= 0; at = next) {
            after[at] = -1;
            if (straight || at - before[at] != next - at) c->indices[c->index_count++] = (uint32_t)at;
        }
        if (c->index_count > begin) c->sizes[c->loop_count++] = c->index_count - begin;
    }
}

static inline void cells_cover(cell_polygon *c) {
    c->piece_count = 0;
    for (int y = 0; y < CELLS_HIGH; ++y)
        for (int x = 0, end; x < CELLS_WIDE; x = end + 1) {
            for (end = x; cell_at(c, end, y);) ++end;
            if (end == x) continue;
            uint32_t a = (uint32_t)(y * CELL_ROW + x), b = (uint32_t)(y * CELL_ROW + end);
            const uint32_t two[2][3] = {{a, b, b + CELL_ROW}, {a, b + CELL_ROW, a + CELL_ROW}};
            for (int i = 0; i < 2; ++i, ++c->piece_count)
                for (int k = 0; k < 3; ++k) c->pieces[c->piece_count][k] = two[i][k];
        }
}

static inline void cells_make(cell_polygon *c, graze_random *random) {
    cells_choose(c, random);
    cells_outline(c, graze_random_bits(random) >> 20 & 1);
    cells_cover(c);
}

#endif
