/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const scene_motion_names[SCENE_MOTIONS] = {"all move", "a tenth moves", "a tenth teleports",
                                                       "a tenth replaced", "built and emptied"};

enum { UNIT = 4096, CLUSTER = 100 };

static void *room(size_t count, size_t size) {
    void *data = calloc(count + 1, size);
    if (!data) abort();
    return data;
}

/* -- random numbers (splitmix64) ----------------------------------------------------------------- */

static uint64_t next(scene *s) {
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}
static double uniform(scene *s, double lo, double hi) {
    return lo + (hi - lo) * ((double)(next(s) >> 11) * 0x1p-53);
}
static double on_grid(double x) { return floor(x * UNIT + 0.5) / UNIT; }

/* -- boxes --------------------------------------------------------------------------------------- */

static void place(scene *s, int i) {
    for (int k = 0; k < 3; ++k) {
        double half = on_grid(uniform(s, 0.25, 0.75));
        double middle = on_grid(uniform(s, s->homes[i][k], s->homes[i][3 + k]));
        s->boxes[i][k] = middle - half;
        s->boxes[i][3 + k] = middle + half;
    }
}

static void set_velocity(scene *s, int i) {
    double v[3], length;
    do {
        for (int k = 0; k < 3; ++k) v[k] = uniform(s, -1, 1);
        length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    } while (length > 1 || length < 0.1);
    double speed = uniform(s, 0.01, 0.03);
    for (int k = 0; k < 3; ++k) s->velocities[i][k] = on_grid(v[k] / length * speed);
}

scene *scene_make(int count, bool clustered, scene_motion motion) {
    scene *s = room(1, sizeof *s);
    size_t n = (size_t)count;
    *s = (scene){.count = count,
                 .motion = motion,
                 .edge = on_grid(cbrt(4.0 * count)),
                 .boxes = room(n, sizeof *s->boxes),
                 .velocities = room(n, sizeof *s->velocities),
                 .homes = room(n, sizeof *s->homes),
                 .random = 20261116 + n,
                 .clustered = clustered,
                 .changed = room(n, sizeof *s->changed)};
    double corner[3] = {0}, width = clustered ? cbrt(4.0 * CLUSTER) * 0.6 : s->edge;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (clustered && i % CLUSTER == 0) corner[k] = uniform(s, 0, s->edge - width);
            s->homes[i][k] = on_grid(corner[k]);
            s->homes[i][3 + k] = on_grid(corner[k] + width);
        }
        place(s, i);
        set_velocity(s, i);
    }
    return s;
}

static void advance(scene *s, int i) {
    for (int k = 0; k < 3; ++k) {
        double *v = &s->velocities[i][k], middle = (s->boxes[i][k] + s->boxes[i][3 + k]) / 2;
        if ((middle < s->homes[i][k] && *v < 0) || (middle > s->homes[i][3 + k] && *v > 0)) *v = -*v;
        s->boxes[i][k] += *v;
        s->boxes[i][3 + k] += *v;
    }
}

/* Does the box do something in this frame? Indices are mixed, so that a tenth is spread over all
 * clusters. */
static bool is_meant(const scene *s, int i) {
    if (s->motion == SCENE_ALL || s->motion == SCENE_BUILD) return true;
    uint32_t which = s->motion == SCENE_TENTH ? 0 : (uint32_t)s->frame % 10;
    return ((uint32_t)i * UINT32_C(2654435761) >> 16) % 10 == which;
}

void scene_step(scene *s) {
    s->changed_count = 0;
    for (int i = 0; i < s->count; ++i) {
        if (!is_meant(s, i)) continue;
        s->changed[s->changed_count++] = i;
        if (s->motion == SCENE_ALL || s->motion == SCENE_TENTH)
            advance(s, i);
        else if (s->motion != SCENE_BUILD)
            place(s, i);
    }
    ++s->frame;
}

void scene_free(scene *s) {
    free(s->boxes);
    free(s->velocities);
    free(s->homes);
    free(s->changed);
    free(s);
}

/* -- what is right: a grid ------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Boxes in the cells of their middles, cell by cell, rows along x. No box is longer than a cell, so
 * those that overlap are in the same cell or in neighbours; what has left the grid is in a cell of its
 * border, which changes nothing about that. */
typedef struct cells {
    int side;
    size_t *first;   /* of each cell, in the arrays below; one more than there are cells */
    uint64_t *index; /* of the boxes */
    double (*box)[6];
} cells;

#define CELL 1.5

static int cell_along(const cells *c, const double box[6], int axis) {
    double at = floor((box[axis] + box[3 + axis]) / 2 / CELL);
    return at < 0 ? 0 : at > c->side - 1 ? c->side - 1 : (int)at;
}

static size_t cell_at(const cells *c, int x, int y, int z) {
    return ((size_t)z * (size_t)c->side + (size_t)y) * (size_t)c->side + (size_t)x;
}

static size_t cell_of(const cells *c, const double box[6]) {
    return cell_at(c, cell_along(c, box, 0), cell_along(c, box, 1), cell_along(c, box, 2));
}

static cells cells_make(const scene *s) {
    cells c = {.side = (int)(s->edge / CELL) + 1};
    size_t count = cell_at(&c, 0, 0, c.side);
    c.first = room(count + 2, sizeof *c.first);
    c.index = room((size_t)s->count, sizeof *c.index);
    c.box = room((size_t)s->count, sizeof *c.box);
    for (int i = 0; i < s->count; ++i) ++c.first[cell_of(&c, s->boxes[i]) + 2];
    for (size_t k = 2; k < count + 2; ++k) c.first[k] += c.first[k - 1];
    for (int i = 0; i < s->count; ++i) {
        size_t to = c.first[cell_of(&c, s->boxes[i]) + 1]++; /* which becomes the first of the next */
        c.index[to] = (uint64_t)i;
        memcpy(c.box[to], s->boxes[i], sizeof c.box[to]);
    }
    return c;
}

static void cells_free(cells *c) {
    free(c->first);
    free(c->index);
    free(c->box);
}

static bool overlap(const double a[6], const double b[6]) {
    return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

typedef struct pair_list {
    uint64_t *at;
    size_t count, capacity;
} pair_list;

static void push(pair_list *pairs, uint64_t a, uint64_t b) {
    if (pairs->count == pairs->capacity) {
        pairs->capacity = 2 * pairs->capacity + 1024;
        pairs->at = realloc(pairs->at, pairs->capacity * sizeof *pairs->at);
        if (!pairs->at) abort();
    }
    pairs->at[pairs->count++] = a < b ? a << 32 | b : b << 32 | a;
}

/* Pairs of a box with those behind it, in its own cell and those around. */
static void pairs_of(const cells *c, size_t i, pair_list *pairs) {
    const double *box = c->box[i];
    int x = cell_along(c, box, 0), y = cell_along(c, box, 1), z = cell_along(c, box, 2);
    int x_lo = x > 0 ? x - 1 : 0, x_hi = x < c->side - 1 ? x + 1 : x;
    for (int dz = 0; dz <= 1 && z + dz < c->side; ++dz)
        for (int dy = dz ? -1 : 0; dy <= 1; ++dy) {
            if (y + dy < 0 || y + dy >= c->side) continue;
            size_t k = c->first[cell_at(c, x_lo, y + dy, z + dz)];
            size_t end = c->first[cell_at(c, x_hi, y + dy, z + dz) + 1];
            for (k = k > i ? k : i + 1; k < end; ++k)
                if (overlap(box, c->box[k])) push(pairs, c->index[i], c->index[k]);
        }
}

uint64_t *scene_pairs(const scene *s, size_t *count) {
    pair_list pairs = {room(0, sizeof *pairs.at), 0, 1};
    cells c = cells_make(s);
    for (size_t i = 0; i < (size_t)s->count; ++i) pairs_of(&c, i, &pairs);
    cells_free(&c);
    qsort(pairs.at, pairs.count, sizeof *pairs.at, by_number);
    *count = pairs.count;
    return pairs.at;
}

void scene_judge(const scene *s, uint64_t *found, size_t found_count, size_t *right, size_t *missing,
                 size_t *extra) {
    uint64_t *truth = scene_pairs(s, right);
    qsort(found, found_count, sizeof *found, by_number);
    size_t i = 0, k = 0;
    *missing = *extra = 0;
    while (i < *right || k < found_count) {
        if (k == found_count || (i < *right && truth[i] < found[k])) {
            ++*missing;
            ++i;
        } else if (i == *right || found[k] < truth[i]) {
            ++*extra;
            ++k;
        } else {
            ++i;
            ++k;
        }
    }
    free(truth);
}
