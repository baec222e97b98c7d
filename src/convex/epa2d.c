/* SPDX-License-Identifier: MIT */
#include "convex/epa2d.h"

#include <math.h>

#include "base/heap.h"
#include "base/tolerance.h"

typedef struct chain {
    gz_arc arcs[GZ_EPA2D_ARCS];
    gz_heap_entry entries[GZ_EPA2D_ARCS];
    gz_heap heap;
    size_t used, spare; /* places taken so far; the one to fill next */
    double ceiling;     /* arcs above it are of no interest; it is off by up to slack */
    double slack;
} chain;

static double length_of(gz_planar v) { return sqrt(gz_planar_dot(v, v)); }

/* Where the origin is outside the figure, a corner y may be the nearest: then h has its least value
 * -|y| along -y, if that lies between the two normals. */
static void look_at_corner(gz_planar y, double share, gz_planar from, gz_planar to, gz_arc *arc) {
    gz_planar m = {-y.x, -y.y};
    double length = length_of(y);
    if (!(length > 0) || gz_planar_cross(from, m) > 0 || gz_planar_cross(m, to) > 0) return;
    if (gz_planar_dot(from, m) < 0 || !(-length < arc->bound)) return;
    arc->bound = -length;
    arc->normal = (gz_planar){m.x / length, m.y / length};
    arc->share = share;
}

/* The normal of the edge from y0 to y1. Between them the figure leaves the edge by at most an eighth of
 * its length times the turn of the normals. If that is lost in rounding the edge may have no direction
 * that means anything, and any normal from n0 to n1 will do. */
static gz_planar edge_normal(const gz_arc *arc, double slack) {
    gz_planar edge = gz_planar_sub(arc->y1, arc->y0), n = {-edge.y, edge.x};
    double length = length_of(edge), turn = gz_planar_cross(arc->n1, arc->n0);
    if (!(length * turn > 8 * slack)) {
        n = gz_planar_add_scaled(arc->n0, 1, arc->n1);
        length = length_of(n);
    }
    return (gz_planar){n.x / length, n.y / length};
}

/* If the foot of the origin is not on the edge, the edge cannot be the least (theorem 4.8), but
 * rounding may think so: what it is beside the edge counts as height, so of two edges equally high the
 * one under the foot comes first. */
static void look_at_edge(gz_arc *arc, double slack) {
    gz_planar n = edge_normal(arc, slack), along = {n.y, -n.x};
    double from = gz_planar_dot(arc->y0, along), to = gz_planar_dot(arc->y1, along);
    double at_y0 = gz_planar_dot(n, arc->y0), at_y1 = gz_planar_dot(n, arc->y1);
    double beside = from > 0 ? from : to < 0 ? -to : 0;
    arc->normal = n;
    arc->bound = (at_y0 < at_y1 ? at_y0 : at_y1) + beside;
    arc->share = from >= 0 || !(to > from) ? 0 : to <= 0 ? 1 : -from / (to - from);
}

/* Adds the arc unless it is of no interest; false if there is no room. */
static bool push(chain *c, gz_planar n0, gz_planar y0, gz_planar n1, gz_planar y1) {
    gz_arc arc = {.n0 = n0, .n1 = n1, .y0 = y0, .y1 = y1, .bound = HUGE_VAL};
    look_at_edge(&arc, c->slack);
    gz_planar turn = arc.normal;
    look_at_corner(y0, 0, n0, turn, &arc);
    look_at_corner(y1, 1, turn, n1, &arc);
    if (arc.bound > c->ceiling + c->slack) return true;
    if (c->spare == GZ_EPA2D_ARCS) return false;
    size_t slot = c->spare;
    c->spare = slot == c->used ? ++c->used : c->used;
    c->arcs[slot] = arc;
    return gz_heap_push(&c->heap, -arc.bound, slot);
}

/* The least arc comes off; its place is the next to be filled. */
static const gz_arc *pop(chain *c) {
    gz_heap_entry top;
    if (!gz_heap_pop(&c->heap, &top)) return NULL;
    c->spare = (size_t)top.value;
    return &c->arcs[top.value];
}

static bool equal(gz_planar a, gz_planar b) { return a.x == b.x && a.y == b.y; }

/* Looks along the normal of an arc. The support point of an edge's normal being one of its ends, the
 * edge is one of the figure. */
static gz_epa2d look(const gz_figure *figure, const gz_arc *arc, int round) {
    gz_epa2d state = {.arc = *arc, .w = figure->support(figure, arc->normal), .rounds = round};
    state.upper = gz_planar_dot(arc->normal, state.w);
    bool edge = equal(state.w, arc->y0) || equal(state.w, arc->y1);
    state.end =
        edge || figure->narrow(figure, arc->bound, state.upper) ? GZ_EPA2D_FOUND : GZ_EPA2D_LIMIT;
    return state;
}

static void start(const gz_figure *figure, const gz_planar *n, int count, double ceiling, chain *c) {
    c->heap = (gz_heap){c->entries, 0, GZ_EPA2D_ARCS};
    c->used = c->spare = 0;
    c->ceiling = ceiling;
    double size = 0;
    gz_planar y[GZ_EPA2D_FAN];
    for (int i = 0; i < count; ++i) {
        y[i] = figure->support(figure, n[i]);
        double length = length_of(y[i]);
        if (length > size) size = length;
    }
    c->slack = GZ_EPA2D_ROUNDING * size;
    for (int i = 1; i < count; ++i) push(c, n[i - 1], y[i - 1], n[i], y[i]);
}

gz_epa2d gz_epa2d_run(const gz_figure *figure, const gz_planar *n, int count, double ceiling,
                      int rounds) {
    chain c;
    start(figure, n, count, ceiling, &c);
    gz_epa2d best = {.upper = ceiling, .end = GZ_EPA2D_NOTHING};
    const gz_arc *arc;
    int round = 0;
    while ((arc = pop(&c)) != NULL && arc->bound <= c.ceiling + c.slack) {
        gz_epa2d state = look(figure, arc, ++round);
        state.least = state.upper < best.upper ? state.upper : best.upper;
        if (figure->watch && !figure->watch(figure, &state)) rounds = 0;
        if (state.end == GZ_EPA2D_FOUND || round >= rounds) return state;
        if (state.upper < c.ceiling) c.ceiling = state.upper;
        if (state.upper < best.upper) best = state;
        gz_arc old = *arc;
        if (!push(&c, old.n0, old.y0, old.normal, state.w) ||
            !push(&c, old.normal, state.w, old.n1, old.y1))
            return state;
    }
    /* Nothing is left below the least height seen, so that is it, as far as rounding lets us see. */
    if (best.end != GZ_EPA2D_NOTHING) best.end = GZ_EPA2D_FOUND;
    best.rounds = round;
    return best;
}
