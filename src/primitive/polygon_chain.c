/* SPDX-License-Identifier: MIT
 * Rings of nodes and the exact questions about them. */
#include "primitive/polygon_chain.h"

#include "base/memory.h"
#include "primitive/polygon_measure.h"

/* -- making -- */

static bool allocate(gz_polygon_chain *chain, uint32_t points, uint32_t loops) {
    chain->capacity = points + 2 * loops;
    chain->ring_capacity = points;
    chain->at = gz_allocate_array(points, sizeof *chain->at);
    chain->point = gz_allocate_array(chain->capacity, sizeof *chain->point);
    chain->next = gz_allocate_array(chain->capacity, sizeof *chain->next);
    chain->prev = gz_allocate_array(chain->capacity, sizeof *chain->prev);
    chain->ring = gz_allocate_array(points, sizeof *chain->ring);
    chain->parent = gz_allocate_array(points, sizeof *chain->parent);
    return chain->at && chain->point && chain->next && chain->prev && chain->ring && chain->parent;
}

void gz_chain_release(gz_polygon_chain *chain) {
    gz_release(chain->at, chain->ring_capacity * sizeof *chain->at);
    gz_release(chain->point, chain->capacity * sizeof *chain->point);
    gz_release(chain->next, chain->capacity * sizeof *chain->next);
    gz_release(chain->prev, chain->capacity * sizeof *chain->prev);
    gz_release(chain->ring, chain->ring_capacity * sizeof *chain->ring);
    gz_release(chain->parent, chain->ring_capacity * sizeof *chain->parent);
}

static void project(const gz_polygon_view *view, gz_polygon_chain *chain) {
    double p[3], newell[3];
    gz_polygon_put(gz_polygon_newell(view->polygon), newell);
    int i = (view->axis + 1) % 3, j = (view->axis + 2) % 3;
    bool mirrored = newell[view->axis] < 0;
    for (uint32_t k = 0; k < view->polygon->count; ++k) {
        gz_polygon_point(view, k, p);
        chain->at[k][0] = p[mirrored ? j : i];
        chain->at[k][1] = p[mirrored ? i : j];
    }
}

static void link(gz_polygon_chain *chain, uint32_t from, uint32_t to) {
    chain->next[from] = to;
    chain->prev[to] = from;
}

/* Links the points begin .. end - 1 but for repetitions. False if fewer than three are left. */
static bool link_loop(gz_polygon_chain *chain, uint32_t begin, uint32_t end) {
    uint32_t first = begin, last = begin, kept = 1;
    for (uint32_t i = begin + 1; i < end; ++i) {
        if (gz_chain_same_place(chain, i, last)) continue;
        if (i == end - 1 && gz_chain_same_place(chain, i, first)) continue;
        link(chain, last, i);
        last = i;
        ++kept;
    }
    while (kept > 1 &&
           gz_chain_same_place(chain, last, first)) { /* what the end repeats of the start */
        uint32_t spare = last;
        last = chain->prev[last];
        chain->next[spare] = chain->prev[spare] = GZ_POLYGON_NOWHERE;
        --kept;
    }
    link(chain, last, first);
    return kept >= 3;
}

graze_status gz_chain_make(const gz_polygon_view *view, gz_polygon_chain *out) {
    const graze_polygon *polygon = view->polygon;
    uint32_t loops = gz_polygon_loops(polygon);
    *out = (gz_polygon_chain){.count = polygon->count, .rings = loops};
    if (!allocate(out, polygon->count, loops)) {
        gz_chain_release(out);
        return GRAZE_OUT_OF_MEMORY;
    }
    project(view, out);
    bool whole = true;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        out->point[i] = i;
        out->next[i] = out->prev[i] = GZ_POLYGON_NOWHERE;
    }
    for (uint32_t loop = 0; loop < loops; ++loop) {
        out->ring[loop] = gz_polygon_loop_begin(polygon, loop);
        whole &= link_loop(out, out->ring[loop], gz_polygon_loop_end(polygon, loop));
    }
    if (whole) return GRAZE_OK;
    gz_chain_release(out);
    return GRAZE_INVALID_ARGUMENT;
}

/* -- questions -- */

static bool in_box(const double x[2], const double a[2], const double b[2]) {
    for (int k = 0; k < 2; ++k)
        if ((x[k] < a[k] && x[k] < b[k]) || (x[k] > a[k] && x[k] > b[k])) return false;
    return true;
}

static bool same(const double a[2], const double b[2]) { return a[0] == b[0] && a[1] == b[1]; }

bool gz_chain_strictly_between(const double x[2], const double a[2], const double b[2]) {
    return in_box(x, a, b) && !same(x, a) && !same(x, b) && gz_orient2d(a, b, x) == 0;
}

/* x is on the ray from o through a, of which it is known to be on the line. */
static bool is_ahead(const double o[2], const double a[2], const double x[2]) {
    int k = a[0] != o[0] ? 0 : 1;
    return (a[k] > o[k]) == (x[k] > o[k]) && x[k] != o[k];
}

int gz_chain_in_angle(const gz_polygon_chain *chain, uint32_t node, const double x[2]) {
    const double *o = gz_chain_at(chain, node);
    const double *from = gz_chain_at(chain, chain->prev[node]),
                 *to = gz_chain_at(chain, chain->next[node]);
    double after_from = gz_orient2d(from, o, x), after_to = gz_orient2d(o, to, x);
    if (after_from == 0 && is_ahead(o, from, x)) return 0;
    if (after_to == 0 && is_ahead(o, to, x)) return 0;
    double turn = gz_orient2d(from, o, to);
    bool inside;
    if (turn > 0)
        inside = after_from > 0 && after_to > 0;
    else if (turn < 0)
        inside = after_from > 0 || after_to > 0;
    else
        inside = is_ahead(o, from, to) || after_from > 0;
    return inside ? 1 : -1;
}

bool gz_chain_ring_holds(const gz_polygon_chain *chain, uint32_t start, const double x[2]) {
    bool inside = false;
    uint32_t node = start;
    do {
        const double *a = gz_chain_at(chain, node), *b = gz_chain_at(chain, chain->next[node]);
        bool rises = b[1] > x[1];
        if ((a[1] > x[1]) != rises)
            inside ^= rises ? gz_orient2d(a, b, x) > 0 : gz_orient2d(a, b, x) < 0;
        node = chain->next[node];
    } while (node != start);
    return inside;
}

double gz_chain_ring_sense(const gz_polygon_chain *chain, uint32_t start) {
    uint32_t extreme = start;
    for (uint32_t node = chain->next[start]; node != start; node = chain->next[node]) {
        const double *a = gz_chain_at(chain, node), *b = gz_chain_at(chain, extreme);
        if (a[0] < b[0] || (a[0] == b[0] && a[1] < b[1])) extreme = node;
    }
    return gz_chain_turn(chain, chain->prev[extreme], extreme, chain->next[extreme]);
}
