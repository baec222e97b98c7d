/* SPDX-License-Identifier: MIT */
#include "hull/layers.h"

#include <string.h>

#include "base/memory.h"

/* One hull of the sequence while it is being built. */
typedef struct level {
    graze_hull *hull; /* an owner */
    graze_hull_view view;
    uint32_t *member; /* for each vertex of view, its index in the hull we started from */
} level;

typedef struct builder {
    const gz_layers_options *options;
    uint32_t vertex_count; /* of the hull we started from */
    level levels[GZ_LAYER_LIMIT];
    uint32_t level_count;
    uint32_t *aside; /* what was set aside, in the order it was */
    uint32_t aside_count;
    bool *drop;       /* scratch: for each vertex of a level, does it leave? */
    bool *marked;     /* scratch: for each vertex of a level, is a neighbour chosen? */
    vec3 *points;     /* scratch: what remains */
    uint32_t *ids;    /* scratch: their indices in the hull we started from */
    uint32_t *number; /* the new number of each vertex */
} builder;

static uint32_t degree(const graze_hull_view *view, uint32_t v) {
    return view->neighbour_start[v + 1] - view->neighbour_start[v];
}

static void release_level(level *l) {
    gz_release(l->member, l->view.vertex_count * sizeof *l->member);
    graze_hull_release(l->hull);
}

static void release_builder(builder *b) {
    size_t n = b->vertex_count;
    for (uint32_t i = 0; i < b->level_count; ++i) release_level(&b->levels[i]);
    gz_release(b->aside, n * sizeof *b->aside);
    gz_release(b->drop, n * sizeof *b->drop);
    gz_release(b->marked, n * sizeof *b->marked);
    gz_release(b->points, n * sizeof *b->points);
    gz_release(b->ids, n * sizeof *b->ids);
    gz_release(b->number, n * sizeof *b->number);
    gz_release(b, sizeof *b);
}

/* A level for a hull whose vertex i is member ids[i]; takes over the caller's ownership of the hull. */
static graze_status make_level(graze_hull *hull, const uint32_t *ids, level *out) {
    level l = {.hull = hull};
    graze_hull_get(hull, &l.view);
    l.member = gz_allocate_array(l.view.vertex_count, sizeof *l.member);
    if (!l.member) {
        graze_hull_release(hull);
        return GRAZE_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < l.view.vertex_count; ++i) l.member[i] = ids ? ids[l.view.source[i]] : i;
    *out = l;
    return GRAZE_OK;
}

static builder *make_builder(graze_hull *hull, const gz_layers_options *options) {
    graze_hull_view view;
    graze_hull_get(hull, &view);
    size_t n = view.vertex_count;
    builder *b = gz_allocate(sizeof *b);
    if (!b) return NULL;
    *b = (builder){.options = options, .vertex_count = view.vertex_count};
    b->aside = gz_allocate_array(n, sizeof *b->aside);
    b->drop = gz_allocate_array(n, sizeof *b->drop);
    b->marked = gz_allocate_array(n, sizeof *b->marked);
    b->points = gz_allocate_array(n, sizeof *b->points);
    b->ids = gz_allocate_array(n, sizeof *b->ids);
    b->number = gz_allocate_array(n, sizeof *b->number);
    bool complete = b->aside && b->drop && b->marked && b->points && b->ids && b->number;
    graze_hull *own = graze_hull_retain(hull);
    if (!complete) graze_hull_release(own);
    if (!complete || make_level(own, NULL, &b->levels[0]) != GRAZE_OK) {
        release_builder(b);
        return NULL;
    }
    b->level_count = 1;
    return b;
}

/* The hull of the vertices of a level that drop does not name. */
static graze_status hull_of_rest(builder *b, const level *from, level *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->view.vertex_count; ++i) {
        if (b->drop[i]) continue;
        b->points[count] = from->view.vertices[i];
        b->ids[count++] = from->member[i];
    }
    graze_hull *hull;
    graze_status status = graze_hull_create(b->points, count, 0, &hull);
    if (status != GRAZE_OK) return status;
    return make_level(hull, b->ids, out);
}

/* Marks in drop the vertices of too high degree, the highest first, while the limit allows. Returns how
 * many. They are few, so picking one after the other is cheap. */
static uint32_t find_complex(builder *b, const graze_hull_view *view) {
    memset(b->drop, 0, view->vertex_count * sizeof *b->drop);
    uint32_t found = 0;
    while (b->aside_count + found < b->options->aside_limit) {
        uint32_t highest = b->options->degree_limit, at = GRAZE_HULL_NONE;
        for (uint32_t i = 0; i < view->vertex_count; ++i) {
            if (b->drop[i] || degree(view, i) <= highest) continue;
            highest = degree(view, i);
            at = i;
        }
        if (at == GRAZE_HULL_NONE) break;
        b->drop[at] = true;
        ++found;
    }
    return found;
}

/* Without its vertices of huge degree the hull has other edges, which may give other vertices a huge
 * degree: hence the rounds, a few of them. */
static graze_status set_complex_aside(builder *b) {
    level *finest = &b->levels[0];
    for (int round = 0; round < 4; ++round) {
        uint32_t found = find_complex(b, &finest->view);
        if (found == 0 || finest->view.vertex_count - found < 4) break;
        level rest;
        graze_status status = hull_of_rest(b, finest, &rest);
        if (status != GRAZE_OK) return status;
        for (uint32_t i = 0; i < finest->view.vertex_count; ++i)
            if (b->drop[i]) b->aside[b->aside_count++] = finest->member[i];
        release_level(finest);
        *finest = rest;
    }
    return GRAZE_OK;
}

/* Algorithm 2.1 (B:969-1000), greedy: marks in drop an independent set of vertices of low degree, but
 * leaves four. */
static uint32_t find_independent(builder *b, const graze_hull_view *view) {
    memset(b->drop, 0, view->vertex_count * sizeof *b->drop);
    memset(b->marked, 0, view->vertex_count * sizeof *b->marked);
    uint32_t found = 0;
    for (uint32_t p = 0; p < view->vertex_count && view->vertex_count - found > 4; ++p) {
        if (b->marked[p] || degree(view, p) > GZ_LAYER_DEGREE) continue;
        b->drop[p] = true;
        ++found;
        for (uint32_t k = view->neighbour_start[p]; k < view->neighbour_start[p + 1]; ++k)
            b->marked[view->neighbours[k]] = true;
    }
    return found;
}

/* Covers p's neighbours and theirs. */
static void cover_two_rings(builder *b, const graze_hull_view *view, uint32_t p) {
    for (uint32_t k = view->neighbour_start[p]; k < view->neighbour_start[p + 1]; ++k) {
        uint32_t q = view->neighbours[k];
        b->marked[q] = true;
        for (uint32_t m = view->neighbour_start[q]; m < view->neighbour_start[q + 1]; ++m)
            b->marked[view->neighbours[m]] = true;
    }
}

/* Greedy, too: marks in drop all vertices within two edges of one that stays. Returns how many; none if
 * fewer than four would stay. */
static uint32_t find_covered(builder *b, const graze_hull_view *view) {
    memset(b->drop, 0, view->vertex_count * sizeof *b->drop);
    memset(b->marked, 0, view->vertex_count * sizeof *b->marked);
    uint32_t found = 0;
    for (uint32_t p = 0; p < view->vertex_count; ++p) {
        if (b->marked[p]) {
            b->drop[p] = true;
            ++found;
        } else {
            cover_two_rings(b, view, p);
        }
    }
    return view->vertex_count - found < 4 ? 0 : found;
}

static graze_status add_coarser_levels(builder *b) {
    bool by_the_book = b->options->thinning == GZ_THIN_INDEPENDENT;
    while (b->level_count < GZ_LAYER_LIMIT) {
        const level *finer = &b->levels[b->level_count - 1];
        if (finer->view.vertex_count <= b->options->stop || finer->view.vertex_count <= 4) break;
        uint32_t leaving =
            by_the_book ? find_independent(b, &finer->view) : find_covered(b, &finer->view);
        if (leaving == 0) break;
        graze_status status = hull_of_rest(b, finer, &b->levels[b->level_count]);
        if (status != GRAZE_OK) return status;
        ++b->level_count;
    }
    return GRAZE_OK;
}

/* New numbers: the coarsest level's vertices first, then those that each finer level adds, the ones
 * set aside last. */
static void assign_numbers(builder *b) {
    uint32_t next = 0;
    memset(b->number, 0xff, b->vertex_count * sizeof *b->number);
    for (uint32_t i = b->level_count; i-- > 0;)
        for (uint32_t k = 0; k < b->levels[i].view.vertex_count; ++k)
            if (b->number[b->levels[i].member[k]] == GRAZE_HULL_NONE)
                b->number[b->levels[i].member[k]] = next++;
    for (uint32_t k = 0; k < b->aside_count; ++k) b->number[b->aside[k]] = next++;
}

/* Where things are in the one block. */
static size_t take(size_t *end, size_t size) {
    size_t at = *end;
    *end = (at + size + GZ_ALIGNMENT - 1) / GZ_ALIGNMENT * GZ_ALIGNMENT;
    return at;
}

/* Writes start and neighbours of one level; fresh neighbours have numbers from coarser_count on. */
static void fill_layer(const builder *b, const level *l, uint32_t coarser_count, uint32_t *start,
                       uint32_t *neighbours) {
    const graze_hull_view *view = &l->view;
    uint32_t n = view->vertex_count, *local = b->ids; /* scratch: vertex of view by new number */
    for (uint32_t k = 0; k < n; ++k) local[b->number[l->member[k]]] = k;
    uint32_t end = 0;
    for (uint32_t p = 0; p < n; ++p) {
        for (int fresh = 1; fresh >= 0; --fresh) {
            start[2 * p + (uint32_t)(1 - fresh)] = end;
            for (uint32_t k = view->neighbour_start[local[p]]; k < view->neighbour_start[local[p] + 1];
                 ++k) {
                uint32_t q = b->number[l->member[view->neighbours[k]]];
                if ((q >= coarser_count) == (fresh == 1)) neighbours[end++] = q;
            }
        }
    }
    start[2 * n] = end;
}

static real width_of(const vec3 *vertices, uint32_t count) {
    vec3 lo = vertices[0], hi = vertices[0];
    for (uint32_t i = 1; i < count; ++i) {
        lo = vec3_min(lo, vertices[i]);
        hi = vec3_max(hi, vertices[i]);
    }
    return vec3_max_abs(vec3_sub(hi, lo));
}

static graze_status pack(const builder *b, const graze_hull *hull, gz_layers **out) {
    graze_hull_view all;
    graze_hull_get(hull, &all);
    uint32_t coarsest = b->levels[b->level_count - 1].view.vertex_count;
    size_t end = 0, start_at[GZ_LAYER_LIMIT], neighbours_at[GZ_LAYER_LIMIT];
    take(&end, sizeof(gz_layers));
    size_t vertices_at = take(&end, b->vertex_count * sizeof(vec3));
    size_t order_at = take(&end, b->vertex_count * sizeof(uint32_t));
    size_t layers_at = take(&end, b->level_count * sizeof(gz_layer));
    size_t cloud_at = take(&end, gz_cloud_bytes(coarsest));
    for (uint32_t i = 0; i < b->level_count; ++i) {
        const graze_hull_view *view = &b->levels[i].view;
        start_at[i] = take(&end, (2 * (size_t)view->vertex_count + 1) * sizeof(uint32_t));
        neighbours_at[i] = take(&end, view->neighbour_start[view->vertex_count] * sizeof(uint32_t));
    }
    unsigned char *block = gz_allocate(end);
    if (!block) return GRAZE_OUT_OF_MEMORY;
    gz_layers *g = (gz_layers *)block;
    vec3 *vertices = (vec3 *)(block + vertices_at);
    uint32_t *order = (uint32_t *)(block + order_at);
    gz_layer *layers = (gz_layer *)(block + layers_at);
    for (uint32_t i = 0; i < b->vertex_count; ++i) {
        vertices[b->number[i]] = all.vertices[i];
        order[b->number[i]] = i;
    }
    for (uint32_t i = 0; i < b->level_count; ++i) {
        uint32_t *start = (uint32_t *)(block + start_at[i]);
        uint32_t *neighbours = (uint32_t *)(block + neighbours_at[i]);
        uint32_t coarser = i + 1 < b->level_count ? b->levels[i + 1].view.vertex_count : 0;
        fill_layer(b, &b->levels[i], coarser, start, neighbours);
        layers[i] = (gz_layer){b->levels[i].view.vertex_count, start, neighbours};
    }
    *g =
        (gz_layers){.bytes = end,
                    .vertex_count = b->vertex_count,
                    .graph_count = layers[0].count,
                    .layer_count = b->level_count,
                    .vertices = vertices,
                    .width = width_of(vertices, b->vertex_count),
                    .order = order,
                    .layers = layers,
                    .coarsest = gz_cloud_make(block + cloud_at, vertices, coarsest, b->options->center),
                    .scan = gz_argmax_choose(),
                    .slim = b->options->thinning == GZ_THIN_INDEPENDENT};
    *out = g;
    return GRAZE_OK;
}

graze_status gz_layers_create(graze_hull *hull, const gz_layers_options *options, gz_layers **out) {
    builder *b = make_builder(hull, options);
    if (!b) return GRAZE_OUT_OF_MEMORY;
    graze_status status = set_complex_aside(b);
    if (status == GRAZE_OK) status = add_coarser_levels(b);
    if (status == GRAZE_OK) {
        assign_numbers(b);
        status = pack(b, hull, out);
    }
    release_builder(b);
    return status;
}

void gz_layers_release(gz_layers *layers) {
    if (layers) gz_release(layers, layers->bytes);
}
