/* SPDX-License-Identifier: MIT
 * Why spreading finds all members. Let f be farthest along a direction d of the cell and v another one.
 * On the way from d to v, which stays in the cell, the farthest vertex changes only where several are
 * level: those are the vertices of a face, which the triangulated graph connects among themselves, and
 * each of them is farthest along a direction of the cell. So a chain of neighbours that are all members
 * leads from f to the vertex farthest along v. A vertex is turned away only if one of its neighbours is
 * clearly farther along all directions of the cell. */
#include "hull/cells.h"

#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "hull/climb.h"
#include "math/wide3.h"

typedef struct range {
    double lo, hi;
} range;

typedef struct builder {
    const gz_layers *layers;
    vec3 scale;
    double inverse[3]; /* of scale */
    double unit;       /* what lengths are multiplied by */
    uint32_t size;
    gz_cell *cells;
    uint32_t capacity, count;
    uint32_t climbed;                       /* cells without members */
    uint32_t *seen;                         /* for each vertex, the last cell that asked */
    uint32_t member[GZ_CELL_MOST], members; /* of the cell in work */
    uint32_t face;                          /* of it */
    range u, w;                             /* of it, enlarged */
} builder;

static void release_builder(builder *b) {
    gz_release(b->cells, b->capacity * sizeof *b->cells);
    gz_release(b->seen, b->layers->vertex_count * sizeof *b->seen);
}

/* About one cell for every GZ_CELL_SHARE vertices. */
static uint32_t size_for(uint32_t vertices) {
    uint32_t size = 1;
    while (6 * (size + 1) * (size + 1) <= vertices * GZ_CELL_DENSITY) ++size;
    return size;
}

static graze_status make_builder(const gz_layers *layers, vec3 half, builder *b) {
    const real most = vec3_max_abs(half), least = most / GZ_CELL_STRETCH;
    *b = (builder){.layers = layers, .size = size_for(layers->vertex_count)};
    b->scale = vec3_make(graze_max(half.x, least) / most, graze_max(half.y, least) / most,
                         graze_max(half.z, least) / most);
    for (int i = 0; i < 3; ++i) b->inverse[i] = 1 / (double)graze_vec3_get(b->scale, i);
    b->unit = 1 / (double)most;
    b->count = 6 * b->size * b->size;
    b->capacity = 2 * b->count;
    b->cells = gz_allocate_array(b->capacity, sizeof *b->cells);
    b->seen = gz_allocate_array(layers->vertex_count, sizeof *b->seen);
    if (!b->cells || !b->seen) {
        release_builder(b);
        return GRAZE_OUT_OF_MEMORY;
    }
    memset(b->seen, 0xff, layers->vertex_count * sizeof *b->seen);
    return GRAZE_OK;
}

/* The u at which cell i along an edge begins: solves u (1 + c - c |u|) = t. */
static double border(uint32_t i, uint32_t size) {
    const double t = 2 * (double)i / (double)size - 1, c = (double)GZ_CELL_BEND;
    double u = ((1 + c) - sqrt((1 + c) * (1 + c) - 4 * c * fabs(t))) / (2 * c);
    return t < 0 ? -u : u;
}

/* p - q as (a, b, c) of the cell in work. */
static wide3 turned(const builder *b, uint32_t p, uint32_t q) {
    const vec3 *vertices = b->layers->vertices;
    wide3 d = wide3_sub(wide3_from(vertices[p]), wide3_from(vertices[q]));
    d = wide3_make(d.x * b->inverse[0], d.y * b->inverse[1], d.z * b->inverse[2]);
    if (b->face / 2 == 1) d = wide3_make(d.y, d.z, d.x);
    if (b->face / 2 == 2) d = wide3_make(d.z, d.x, d.y);
    return b->face % 2 ? wide3_make(-d.x, d.y, d.z) : d;
}

static double highest(double slope, range at) { return slope * (slope > 0 ? at.hi : at.lo); }

/* False only if some neighbour of p is farther than p along all directions of the cell in work. */
static bool may_be_farthest(const builder *b, uint32_t p) {
    const gz_layer *layer = &b->layers->layers[0];
    for (uint32_t k = layer->start[2 * p]; k < layer->start[2 * p + 2]; ++k) {
        wide3 e = turned(b, p, layer->neighbours[k]);
        double rise = e.x + highest(e.y, b->u) + highest(e.z, b->w);
        if (rise < -GZ_CELL_TEST * (fabs(e.x) + fabs(e.y) + fabs(e.z))) return false;
    }
    return true;
}

/* The members of the cell in work, from one of them on; none if there are too many. */
static void spread(builder *b, uint32_t cell, uint32_t from) {
    const gz_layer *layer = &b->layers->layers[0];
    b->member[0] = from;
    b->members = 1;
    b->seen[from] = cell;
    for (uint32_t i = 0; i < b->members; ++i) {
        const uint32_t p = b->member[i];
        for (uint32_t k = layer->start[2 * p]; k < layer->start[2 * p + 2]; ++k) {
            uint32_t q = layer->neighbours[k];
            if (b->seen[q] == cell) continue;
            b->seen[q] = cell;
            if (!may_be_farthest(b, q)) continue;
            if (b->members == GZ_CELL_MOST) {
                b->members = 0;
                return;
            }
            b->member[b->members++] = q;
        }
    }
}

/* Fills in members from begin on; returns the largest of their sizes. */
static float fill(const builder *b, uint32_t begin, gz_cell *cell) {
    float largest = 0;
    memset(cell, 0, sizeof *cell);
    for (uint32_t i = 0; i < GZ_CELL_LANES; ++i) {
        uint32_t p = b->member[begin + i < b->members ? begin + i : 0];
        wide3 d = wide3_scale(turned(b, p, b->member[0]), b->unit);
        cell->a[i] = (float)d.x;
        cell->b[i] = (float)d.y;
        cell->c[i] = (float)d.z;
        cell->vertex[i] = (uint16_t)p;
        float size = fabsf(cell->a[i]) + fabsf(cell->b[i]) + fabsf(cell->c[i]);
        largest = size > largest ? size : largest;
    }
    return largest;
}

static void add_cell(builder *b, uint32_t at) {
    gz_cell *cell = &b->cells[at];
    if (b->members == 0) {
        memset(cell, 0, sizeof *cell);
        ++b->climbed;
        return;
    }
    float largest = fill(b, 0, cell);
    if (b->members > GZ_CELL_LANES) {
        float other = fill(b, GZ_CELL_LANES, &b->cells[b->count]);
        largest = other > largest ? other : largest;
        cell->more = b->count++;
    }
    cell->count = b->members;
    cell->bound = GZ_CELL_FILTER * largest + GZ_CELL_FLOOR;
}

/* The vertex farthest along the middle of the cell in work. */
static uint32_t in_the_middle(const builder *b, uint32_t from) {
    const double a = b->face % 2 ? -1 : 1, u = (b->u.lo + b->u.hi) / 2, w = (b->w.lo + b->w.hi) / 2;
    const double turned[5] = {u, w, a, u, w};
    const double *v = &turned[2 - b->face / 2]; /* x, y, z */
    vec3 middle = vec3_make((real)(v[0] * b->inverse[0]), (real)(v[1] * b->inverse[1]),
                            (real)(v[2] * b->inverse[2]));
    return gz_climb_hill(b->layers, middle, from, NULL);
}

static void add_cells(builder *b) {
    uint32_t at = 0, from = 0;
    for (b->face = 0; b->face < 6; ++b->face) {
        for (uint32_t i = 0; i < b->size; ++i) {
            b->u = (range){border(i, b->size) - GZ_CELL_SLACK, border(i + 1, b->size) + GZ_CELL_SLACK};
            for (uint32_t j = 0; j < b->size; ++j) {
                b->w =
                    (range){border(j, b->size) - GZ_CELL_SLACK, border(j + 1, b->size) + GZ_CELL_SLACK};
                from = in_the_middle(b, from);
                spread(b, at, from);
                add_cell(b, at++);
            }
        }
    }
}

static graze_status pack(const builder *b, gz_cells **out) {
    const size_t header = (sizeof(gz_cells) + GZ_ALIGNMENT - 1) / GZ_ALIGNMENT * GZ_ALIGNMENT;
    const size_t bytes = header + b->count * sizeof(gz_cell);
    unsigned char *block = gz_allocate(bytes);
    if (!block) return GRAZE_OUT_OF_MEMORY;
    gz_cells *cells = (gz_cells *)block;
    memcpy(block + header, b->cells, b->count * sizeof(gz_cell));
    *cells = (gz_cells){.bytes = bytes,
                        .scale = b->scale,
                        .size = b->size,
                        .half = (float)b->size / 2,
                        .count = b->count,
                        .cells = (const gz_cell *)(block + header)};
    *out = cells;
    return GRAZE_OK;
}

graze_status gz_cells_create(const gz_layers *layers, vec3 half, gz_cells **out) {
    *out = NULL;
    const real most = vec3_max_abs(half);
    if (layers->graph_count < layers->vertex_count || layers->vertex_count > GZ_CELLS_VERTICES ||
        !(most > 1 / GZ_DIRECTION_LIMIT && most < GZ_DIRECTION_LIMIT))
        return GRAZE_OK;
    builder b;
    graze_status status = make_builder(layers, half, &b);
    if (status != GRAZE_OK) return status;
    add_cells(&b);
    if (b.climbed <= 6 * b.size * b.size / 4) status = pack(&b, out);
    release_builder(&b);
    return status;
}

void gz_cells_release(gz_cells *cells) {
    if (cells) gz_release(cells, cells->bytes);
}

uint32_t gz_cells_decide(const gz_layers *layers, const gz_cells *cells, const gz_cell *cell,
                         uint32_t bits, vec3 v) {
    uint32_t best = gz_cells_member(cells, cell, gz_lowest_bit(bits));
    while (bits &= bits - 1) {
        uint32_t p = gz_cells_member(cells, cell, gz_lowest_bit(bits));
        if (gz_rise_exact(v, layers->vertices[best], layers->vertices[p]) > 0) best = p;
    }
    return best;
}
