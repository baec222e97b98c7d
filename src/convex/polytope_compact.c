/* SPDX-License-Identifier: MIT
 * The axis of least overlap of two small solids (polytope_axes.h). Facets are looked at in float, all
 * of the other's vertices for each; what comes near the least is looked at in double at the end, when
 * edges have ruled out the most. */
#include "base/tolerance.h"
#include "convex/compact_sieve.h"
#include "convex/polytope_axes.h"

#define LOOKED 32u

typedef struct facet_height {
    double height;
    uint32_t facet;
    int side;
} facet_height;

typedef struct compact_search {
    gz_axes *axes;
    gz_compact_sieve sieve[2];
    slim3 lead[2]; /* the other's deepest points along the best axis */
    facet_height looked[LOOKED];
    uint32_t looked_count;
} compact_search;

static gz_compact_least begin_side(compact_search *x, int s) {
    const gz_axes *axes = x->axes;
    const gz_axes_side *side = &axes->side[s];
    gz_compact_sieve *sieve = &x->sieve[s];
    sieve->facets = side->facets;
    sieve->other = axes->side[1 - s].facets;
    for (int k = 0; k < 3; ++k) sieve->columns[k] = side->columns[k];
    sieve->shift = side->shift;
    x->lead[s] = gz_axes_to_local(side, axes->near[1 - s]);
    return gz_compact_open(sieve, x->lead[s], gz_axes_limit(axes, side));
}

/* Heights near zero are looked at at once: the axis may separate. */
static void remember(compact_search *x, int s, uint32_t facet, double height) {
    if (x->looked_count == LOOKED || height < GZ_HEIGHT_SLACK)
        gz_axes_look_at_facet(x->axes, s, facet);
    else
        x->looked[x->looked_count++] = (facet_height){height, facet, s};
}

static gz_compact_least look_and_narrow(compact_search *x, int s, uint32_t facet) {
    gz_axes *axes = x->axes;
    gz_compact_sieve *own = &x->sieve[s], *other = &x->sieve[1 - s];
    gz_compact_depth deepest = gz_compact_look(own, facet);
    slim3 point = gz_compact_place(own, gz_compact_vertex(own->other, deepest.vertex));
    double height = (double)deepest.depth / axes->side[s].shrink, upper = height + GZ_HEIGHT_SLACK;
    ++axes->rounds;
    remember(x, s, facet, height);
    if (upper < axes->best) {
        axes->best = upper;
        x->lead[s] = point;
        x->lead[1 - s] =
            gz_compact_place(other, gz_compact_vertex(own->facets, own->facets->corner[facet]));
    }
    return gz_compact_narrow(own, facet, point);
}

/* Facets of both, the least bound first, until none may beat the best axis. */
static void search_facets(compact_search *x) {
    gz_axes *axes = x->axes;
    gz_compact_least next[2] = {begin_side(x, 0), begin_side(x, 1)};
    while (!gz_axes_over(axes)) {
        bool open[2];
        for (int s = 0; s < 2; ++s) open[s] = next[s].bound < gz_axes_limit(axes, &axes->side[s]);
        if (!open[0] && !open[1]) return;
        double first = (double)next[0].bound * axes->side[1].shrink;
        double second = (double)next[1].bound * axes->side[0].shrink;
        int s = !open[0] || (open[1] && second < first);
        next[s] = look_and_narrow(x, s, next[s].facet);
    }
}

static void search_edges(compact_search *x) {
    gz_axes *axes = x->axes;
    uint8_t edges[2][GZ_COMPACT_EDGES];
    uint32_t count[2];
    for (int s = 0; s < 2; ++s)
        gz_compact_flag(&x->sieve[s], x->lead[s], gz_axes_limit(axes, &axes->side[s]));
    for (int s = 0; s < 2; ++s) count[s] = gz_compact_edges(&x->sieve[s], edges[s]);
    const uint8_t *const lists[2] = {edges[0], edges[1]};
    gz_axes_search_listed(axes, lists, count);
}

void gz_axes_search_compact(gz_axes *axes) {
    compact_search x;
    x.axes = axes;
    x.looked_count = 0;
    search_facets(&x);
    if (gz_axes_over(axes)) return;
    search_edges(&x);
    for (uint32_t i = 0; i < x.looked_count && !gz_axes_over(axes); ++i)
        if (x.looked[i].height < gz_axes_threshold(axes) + GZ_HEIGHT_SLACK)
            gz_axes_look_at_facet(axes, x.looked[i].side, x.looked[i].facet);
}
