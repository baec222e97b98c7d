/* SPDX-License-Identifier: MIT
 * Support points by walking over the layers of a hull. Each search returns the number of a vertex that
 * no other vertex exceeds along v, exactly: steps are decided by gz_rises, and a vertex of a convex
 * polyhedron (or polygon) that none of its neighbours exceeds is a top one, ties and plateaus
 * included. The book's searches take one step a layer on the way to the finest; two tied vertices can
 * then leave them at a wrong one, so all searches here end with a full climb on layer 0.
 *
 * from may be any number; one that is not in the graph starts the search from the coarsest layer.
 * visits, unless NULL, is increased by the number of vertices looked at, for tests and benchmarks. */
#ifndef GZ_HULL_CLIMB_H
#define GZ_HULL_CLIMB_H

#include "base/bits.h"
#include "hull/layers.h"
#include "math/rise.h"

/* gz_climb_best where rounding might decide: each neighbour with its own bound, and exactly what that
 * leaves open if nothing rises clearly. */
static inline uint32_t gz_climb_best_exactly(const gz_layers *g, const gz_layer *layer, uint32_t begin,
                                             uint32_t end, vec3 v, uint32_t p) {
    const vec3 at = g->vertices[p];
    real best_gain = 0, highest = -1;
    uint32_t best = p;
    for (uint32_t k = begin; k < end; ++k) {
        uint32_t q = layer->neighbours[k];
        real bound, rise = gz_rise(v, at, g->vertices[q], &bound);
        real gain = rise - bound; /* positive only if v . q > v . p for sure */
        best = gain > best_gain ? q : best;
        best_gain = graze_max(best_gain, gain);
        highest = graze_max(highest, rise + bound);
    }
    if (best != p || highest < 0) return best;
    for (uint32_t k = begin; k < end; ++k)
        if (gz_rises(v, at, g->vertices[layer->neighbours[k]])) return layer->neighbours[k];
    return p;
}

/* A vertex among neighbours[begin .. end - 1] that is farther along v than p for sure, about the
 * farthest; p if there is none. Takes GZ_LAYER_LOOK at a time, the last one repeatedly: so hardly a
 * branch depends on where the walk goes, which cannot be predicted. Neighbours as far as p but for
 * roundings, common where v is normal to a facet, get a closer look. */
static inline uint32_t gz_climb_best(const gz_layers *g, const gz_layer *layer, uint32_t begin,
                                     uint32_t end, vec3 v, uint32_t p, uint64_t *visits) {
    if (visits) *visits += end - begin;
    const vec3 at = g->vertices[p];
    const real size = (graze_abs(v.x) + graze_abs(v.y)) + graze_abs(v.z);
    const real bound = GZ_RISE_FILTER * (size * g->width) + GZ_RISE_FLOOR;
    real highest = -GRAZE_REAL_MAX;
    uint32_t best = p;
    for (uint32_t k = begin; k < end; k += GZ_LAYER_LOOK) {
        uint32_t to[GZ_LAYER_LOOK];
        real rise[GZ_LAYER_LOOK], top = highest;
        for (uint32_t i = 0; i < GZ_LAYER_LOOK; ++i) {
            to[i] = layer->neighbours[k + i < end ? k + i : end - 1];
            rise[i] = vec3_dot(v, vec3_sub(g->vertices[to[i]], at));
            top = graze_max(top, rise[i]);
        }
        if (top <= highest) continue;
        uint32_t steepest = 0;
        for (uint32_t i = 0; i < GZ_LAYER_LOOK; ++i) steepest |= (uint32_t)(rise[i] == top) << i;
        best = to[gz_lowest_bit(steepest)];
        highest = top;
    }
    if (highest > bound) return best;
    if (highest < -bound) return p;
    return gz_climb_best_exactly(g, layer, begin, end, v, p);
}

/* One look round p on a layer. */
static inline uint32_t gz_climb_step(const gz_layers *g, const gz_layer *layer, vec3 v, uint32_t p,
                                     uint64_t *visits) {
    return gz_climb_best(g, layer, layer->start[2 * p], layer->start[2 * p + 2], v, p, visits);
}

/* Hill climbing on one layer (algorithm 4.2, B:2958-2990), at most limit steps. *ended tells whether p
 * is the layer's top. Every step rises exactly, so none repeats. */
static inline uint32_t gz_climb_layer(const gz_layers *g, const gz_layer *layer, vec3 v, uint32_t p,
                                      uint32_t limit, bool *ended, uint64_t *visits) {
    *ended = false;
    for (uint32_t step = 0; step < limit; ++step) {
        uint32_t q = gz_climb_step(g, layer, v, p, visits);
        if (q == p) {
            *ended = true;
            break;
        }
        p = q;
    }
    return p;
}

/* Down from p, a good vertex of layers[i], to the top of layer 0. Layers made by the book need one step
 * each, to one of the fresh neighbours (the slim graph of B:2956); others, and the finest, are climbed.
 */
static inline uint32_t gz_climb_refine(const gz_layers *g, uint32_t i, vec3 v, uint32_t p,
                                       uint64_t *visits) {
    bool ended;
    while (i > 1) {
        const gz_layer *layer = &g->layers[--i];
        if (g->slim)
            p = gz_climb_best(g, layer, layer->start[2 * p], layer->start[2 * p + 1], v, p, visits);
        else
            p = gz_climb_layer(g, layer, v, p, layer->count, &ended, visits);
    }
    return gz_climb_layer(g, &g->layers[0], v, p, g->graph_count, &ended, visits);
}

/* The vertices set aside have the last word. */
static inline uint32_t gz_climb_aside(const gz_layers *g, vec3 v, uint32_t p, uint64_t *visits) {
    if (visits) *visits += g->vertex_count - g->graph_count;
    for (uint32_t q = g->graph_count; q < g->vertex_count; ++q)
        if (gz_rises(v, g->vertices[p], g->vertices[q])) p = q;
    return p;
}

/* Single shot (B:2950-2956): scan the coarsest layer, then refine. Whatever came before
 * does not matter; on layers made by the book it takes O(log n). */
static inline uint32_t gz_climb_multilayer(const gz_layers *g, vec3 v, uint64_t *visits) {
    if (visits) *visits += g->coarsest.padded;
    uint32_t p = g->scan(&g->coarsest, v.x, v.y, v.z);
    return gz_climb_aside(g, v, gz_climb_refine(g, g->layer_count - 1, v, p, visits), visits);
}

/* Plain hill climbing on the finest layer (algorithm 4.2). */
static inline uint32_t gz_climb_hill(const gz_layers *g, vec3 v, uint32_t from, uint64_t *visits) {
    if (from >= g->graph_count) from = 0;
    bool ended;
    uint32_t p = gz_climb_layer(g, &g->layers[0], v, from, g->graph_count, &ended, visits);
    return gz_climb_aside(g, v, p, visits);
}

/* The two-phase search (algorithm 4.3, B:2992-3038): climb, changing to a coarser layer with every step
 * that allows it, then refine. */
static inline uint32_t gz_climb_two_phase(const gz_layers *g, vec3 v, uint32_t from, uint64_t *visits) {
    if (from >= g->graph_count) return gz_climb_multilayer(g, v, visits);
    uint32_t p = from, i = 0;
    for (uint32_t step = 0; step < g->graph_count; ++step) {
        uint32_t q = gz_climb_step(g, &g->layers[i], v, p, visits);
        if (q == p) break;
        p = q;
        if (i + 1 < g->layer_count && p < g->layers[i + 1].count) ++i;
    }
    if (i > 0) p = gz_climb_refine(g, i, v, p, visits);
    return gz_climb_aside(g, v, p, visits);
}

/* Two phases with a shorter first one: a few steps on the finest layer, which is all that coherent
 * calls need; whoever is still climbing then is far away and takes the single shot. */
static inline uint32_t gz_climb_near(const gz_layers *g, vec3 v, uint32_t from, uint32_t limit,
                                     uint64_t *visits) {
    if (from >= g->graph_count) return gz_climb_multilayer(g, v, visits);
    bool ended;
    uint32_t p = gz_climb_layer(g, &g->layers[0], v, from, limit, &ended, visits);
    if (!ended) return gz_climb_multilayer(g, v, visits);
    return gz_climb_aside(g, v, p, visits);
}

#endif
