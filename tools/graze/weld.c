/* SPDX-License-Identifier: MIT */
#include "weld.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t h, double x) {
    uint64_t bits;
    x += 0.0; /* makes 0 of -0 */
    memcpy(&bits, &x, sizeof bits);
    h = (h ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static uint64_t hash_of(const double p[3]) { return mix(mix(mix(1, p[0]), p[1]), p[2]); }

/* The place where the point is, or where it belongs. */
static size_t find(const weld *w, const double p[3]) {
    size_t place = (size_t)hash_of(p) & (w->size - 1);
    while (w->places[place] != 0) {
        const double *q = w->points->at + 3 * (size_t)(w->places[place] - 1);
        if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) break;
        place = (place + 1) & (w->size - 1);
    }
    return place;
}

static bool enlarge(weld *w) {
    weld larger = {w->points, NULL, w->size ? 2 * w->size : 256};
    larger.places = calloc(larger.size, sizeof *larger.places);
    if (!larger.places) return false;
    for (size_t i = 0; i < w->points->count / 3; ++i)
        larger.places[find(&larger, w->points->at + 3 * i)] = (uint32_t)i + 1;
    free(w->places);
    *w = larger;
    return true;
}

bool weld_point(weld *w, const double p[3], uint32_t *number) {
    size_t count = w->points->count / 3;
    if (2 * count >= w->size && !enlarge(w)) return false;
    size_t place = find(w, p);
    if (w->places[place] == 0) {
        if (count >= UINT32_MAX - 1 || !numbers_push3(w->points, p[0], p[1], p[2])) return false;
        w->places[place] = (uint32_t)count + 1;
    }
    *number = w->places[place] - 1;
    return true;
}

void weld_free(weld *w) {
    free(w->places);
    w->places = NULL;
    w->size = 0;
}
