/* SPDX-License-Identifier: MIT
 * Which corners of a polygon to keep: always the one farthest from an edge of what is kept so far. */
#include "base/heap.h"
#include "hull/choose.h"
#include "hull/fan.h"
#include "hull/hull.h"

/* A polygon of which some corners are kept; between two kept ones, all others lie outside their edge.
 */
typedef struct polygon {
    const graze_hull_view *full;
    double scale;
    uint32_t count;
    const uint32_t *corner; /* of the full polygon */
    unsigned char *kept;    /* by corner */
    gz_heap heap; /* of edges with corners outside: key their distance, value first and farthest */
} polygon;

static void corner_at(const polygon *g, uint32_t i, double out[3]) {
    gz_fan_vertex(g->full, g->corner[i % g->count], g->scale, out);
}

/* The corner strictly between i and j (j may exceed count) farthest from the segment between them, the
 * first on ties; i if there is none. */
static uint32_t farthest_between(const polygon *g, uint32_t i, uint32_t j, double *distance) {
    double a[3], b[3], p[3];
    uint32_t best = i;
    *distance = -1;
    corner_at(g, i, a);
    corner_at(g, j, b);
    for (uint32_t c = i + 1; c < j; ++c) {
        corner_at(g, c, p);
        double d = gz_chosen_segment_distance(p, a, b);
        if (d > *distance) {
            *distance = d;
            best = c;
        }
    }
    return best;
}

static bool push_edge(polygon *g, uint32_t i, uint32_t j) {
    double distance;
    uint32_t best = farthest_between(g, i, j, &distance);
    return best == i || gz_heap_push(&g->heap, distance, (uint64_t)i << 32 | best);
}

static uint32_t next_kept(const polygon *g, uint32_t i) {
    do ++i;
    while (!g->kept[i % g->count]);
    return i;
}

static bool grow_polygon(polygon *g, uint32_t budget, double *error) {
    double ignored;
    uint32_t opposite = farthest_between(g, 0, g->count, &ignored);
    g->kept[0] = g->kept[opposite] = 1;
    gz_heap_entry top;
    if (!push_edge(g, 0, opposite) || !push_edge(g, opposite, g->count)) return false;
    for (uint32_t kept = 2; kept < budget && gz_heap_pop(&g->heap, &top); ++kept) {
        uint32_t i = (uint32_t)(top.value >> 32), middle = (uint32_t)top.value;
        uint32_t j = next_kept(g, i);
        g->kept[middle] = 1;
        if (!push_edge(g, i, middle) || !push_edge(g, middle, j)) return false;
    }
    *error = gz_heap_pop(&g->heap, &top) ? top.key : 0;
    *error = (*error + GZ_CHOSEN_SLACK) / g->scale;
    return true;
}

bool gz_hull_choose_polygon(const graze_hull_view *full, uint32_t budget, gz_indices *keep,
                            double *error) {
    polygon g = {.full = full, .scale = gz_fan_scale(full)};
    g.count = full->facet_start[1];
    g.corner = full->facet_corners;
    g.kept = gz_allocate(g.count);
    unsigned char *chosen = gz_allocate(full->vertex_count);
    bool ok = g.kept && chosen;
    if (ok) {
        memset(g.kept, 0, g.count);
        memset(chosen, 0, full->vertex_count);
        ok = grow_polygon(&g, budget, error);
        for (uint32_t c = 0; c < g.count; ++c) chosen[g.corner[c]] = g.kept[c];
        for (uint32_t v = 0; v < full->vertex_count && ok; ++v)
            if (chosen[v]) ok = gz_indices_push(keep, v);
    }
    gz_release(g.kept, g.count);
    gz_release(chosen, full->vertex_count);
    gz_heap_release(&g.heap);
    return ok;
}
