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

/* -- what is right: a sweep along x -------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

typedef struct start {
    double lo, hi;
    int index;
} start;

static int by_start(const void *a, const void *b) {
    double x = ((const start *)a)->lo, y = ((const start *)b)->lo;
    return (x > y) - (x < y);
}

static bool overlap(const double *a, const double *b) {
    return a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

uint64_t *scene_pairs(const scene *s, size_t *count) {
    start *starts = room((size_t)s->count, sizeof *starts);
    size_t capacity = 1024, found = 0;
    uint64_t *pairs = room(capacity, sizeof *pairs);
    for (int i = 0; i < s->count; ++i) starts[i] = (start){s->boxes[i][0], s->boxes[i][3], i};
    qsort(starts, (size_t)s->count, sizeof *starts, by_start);
    for (int i = 0; i < s->count; ++i)
        for (int k = i + 1; k < s->count && starts[k].lo <= starts[i].hi; ++k) {
            uint64_t a = (uint64_t)starts[i].index, b = (uint64_t)starts[k].index;
            if (!overlap(s->boxes[a], s->boxes[b])) continue;
            if (found == capacity) {
                capacity *= 2;
                pairs = realloc(pairs, capacity * sizeof *pairs);
                if (!pairs) abort();
            }
            pairs[found++] = a < b ? a << 32 | b : b << 32 | a;
        }
    free(starts);
    qsort(pairs, found, sizeof *pairs, by_number);
    *count = found;
    return pairs;
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
