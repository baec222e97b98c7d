/* SPDX-License-Identifier: MIT */
#include "oracle/vclip.h"

enum { STEPS = 2000, PLANES_MOST = 512 };

typedef enum outcome { STEP_ON, STEP_DONE, STEP_MEET } outcome;

/* A constraint plane of a Voronoi region; behind it lies the neighbour's. */
typedef struct wall {
    ld3 point, normal; /* unit, into the region */
    oracle_feature neighbour;
} wall;

typedef struct walls {
    wall wall[PLANES_MOST];
    int count;
} walls;

typedef struct state {
    const oracle_polyhedron *body[2];
    oracle_feature feature[2];
    walls scratch;
} state;

static ld3 tail_of(const oracle_polyhedron *b, int edge) { return b->vertices[b->edges[edge].tail]; }
static ld3 head_of(const oracle_polyhedron *b, int edge) { return b->vertices[b->edges[edge].head]; }
static ld3 direction_of(const oracle_polyhedron *b, int edge) {
    return ld3_sub(head_of(b, edge), tail_of(b, edge));
}

static void add_wall(walls *w, ld3 point, ld3 normal, oracle_feature_kind kind, int index) {
    if (w->count < PLANES_MOST) w->wall[w->count++] = (wall){point, ld3_unit(normal), {kind, index}};
}

static void vertex_walls(const oracle_polyhedron *b, int vertex, walls *w) {
    ld3 p = b->vertices[vertex];
    for (int e = 0; e < b->edge_count; ++e) {
        if (b->edges[e].tail == vertex)
            add_wall(w, p, ld3_scale(direction_of(b, e), -1), ORACLE_EDGE, e);
        if (b->edges[e].head == vertex) add_wall(w, p, direction_of(b, e), ORACLE_EDGE, e);
    }
}

/* The ends first: they lead to features of lower dimension. */
static void edge_walls(const oracle_polyhedron *b, int edge, walls *w) {
    oracle_edge e = b->edges[edge];
    ld3 t = tail_of(b, edge), h = head_of(b, edge), along = direction_of(b, edge);
    add_wall(w, t, along, ORACLE_VERTEX, e.tail);
    add_wall(w, h, ld3_scale(along, -1), ORACLE_VERTEX, e.head);
    add_wall(w, t, ld3_cross(along, b->normals[e.left]), ORACLE_FACET, e.left);
    add_wall(w, t, ld3_cross(b->normals[e.right], along), ORACLE_FACET, e.right);
}

static void facet_walls(const oracle_polyhedron *b, int facet, walls *w) {
    for (int e = 0; e < b->edge_count; ++e) {
        ld3 along = direction_of(b, e);
        if (b->edges[e].left == facet)
            add_wall(w, tail_of(b, e), ld3_cross(b->normals[facet], along), ORACLE_EDGE, e);
        if (b->edges[e].right == facet)
            add_wall(w, tail_of(b, e), ld3_cross(along, b->normals[facet]), ORACLE_EDGE, e);
    }
}

static const walls *walls_of(state *s, int which) {
    oracle_feature f = s->feature[which];
    s->scratch.count = 0;
    if (f.kind == ORACLE_VERTEX) vertex_walls(s->body[which], f.index, &s->scratch);
    if (f.kind == ORACLE_EDGE) edge_walls(s->body[which], f.index, &s->scratch);
    if (f.kind == ORACLE_FACET) facet_walls(s->body[which], f.index, &s->scratch);
    return &s->scratch;
}

static long double above(const wall *w, ld3 x) { return ld3_dot(w->normal, ld3_sub(x, w->point)); }

static long double above_facet(const oracle_polyhedron *b, int facet, ld3 x) {
    return ld3_dot(b->normals[facet], ld3_sub(x, b->vertices[b->facet_corners[b->facet_start[facet]]]));
}

static outcome go(state *s, int which, oracle_feature_kind kind, int index) {
    s->feature[which] = (oracle_feature){kind, index};
    return STEP_ON;
}

/* Leaves feature which across the wall that x violates most, if it violates any. */
static bool leave(state *s, int which, ld3 x) {
    const walls *w = walls_of(s, which);
    const wall *worst = NULL;
    for (int i = 0; i < w->count; ++i)
        if (above(&w->wall[i], x) < (worst ? above(worst, x) : 0)) worst = &w->wall[i];
    if (worst) s->feature[which] = worst->neighbour;
    return worst != NULL;
}

/* -- clipping an edge -- */

typedef struct clipped {
    long double from, to;     /* what is left: tail + t * along for from <= t <= to */
    const wall *first, *last; /* which walls cut the ends; NULL = none */
    bool excluded;            /* one wall cuts off everything: it is first and last */
} clipped;

static void clip(const walls *w, int begin, int end, ld3 tail, ld3 head, clipped *c) {
    for (int i = begin; i < end && c->from <= c->to; ++i) {
        const wall *cut = &w->wall[i];
        long double t = above(cut, tail), h = above(cut, head);
        if (t < 0 && h < 0) {
            c->first = c->last = cut;
            c->excluded = true;
            return;
        }
        if (t < 0 && t / (t - h) > c->from) {
            c->from = t / (t - h);
            c->first = cut;
        } else if (h < 0 && t / (t - h) < c->to) {
            c->to = t / (t - h);
            c->last = cut;
        }
    }
}

/* The direction in which the distance from the feature behind the wall grows at x; zero if x is on it.
 * On the wall between a vertex and an edge the vertex is nearest in both regions. */
static ld3 gradient(const state *s, int which, const wall *w, ld3 x) {
    const oracle_polyhedron *b = s->body[which];
    oracle_feature own = s->feature[which], beyond = w->neighbour;
    if (own.kind == ORACLE_VERTEX) return ld3_sub(x, b->vertices[own.index]);
    if (beyond.kind == ORACLE_VERTEX) return ld3_sub(x, b->vertices[beyond.index]);
    long double height = above_facet(b, beyond.index, x);
    return ld3_scale(b->normals[beyond.index], height > 0 ? 1 : height < 0 ? -1 : 0);
}

/* Does the other's edge lead out of feature which, as cut by the given walls? */
static outcome clip_and_look(state *s, int which, int begin, int end, clipped *c) {
    const oracle_polyhedron *other = s->body[1 - which];
    int edge = s->feature[1 - which].index;
    ld3 tail = tail_of(other, edge), head = head_of(other, edge), along = direction_of(other, edge);
    clip(&s->scratch, begin, end, tail, head, c);
    if (c->excluded) return go(s, which, c->first->neighbour.kind, c->first->neighbour.index);
    for (int k = 0; k < 2; ++k) {
        const wall *cut = k == 0 ? c->first : c->last;
        if (!cut) continue;
        ld3 g = gradient(s, which, cut, ld3_add_scaled(tail, k == 0 ? c->from : c->to, along));
        if (ld3_length(g) == 0) return STEP_MEET;
        long double slope = ld3_dot(g, along);
        if (k == 0 ? slope > 0 : slope < 0)
            return go(s, which, cut->neighbour.kind, cut->neighbour.index);
    }
    return STEP_DONE;
}

/* -- the five pairs of kinds -- */

static outcome vertex_vertex(state *s) {
    for (int k = 0; k < 2; ++k)
        if (leave(s, k, s->body[1 - k]->vertices[s->feature[1 - k].index])) return STEP_ON;
    return STEP_DONE;
}

static outcome vertex_edge(state *s, int v) {
    if (leave(s, 1 - v, s->body[v]->vertices[s->feature[v].index])) return STEP_ON;
    clipped c = {.from = 0, .to = 1};
    int count = walls_of(s, v)->count;
    return clip_and_look(s, v, 0, count, &c);
}

static outcome edge_edge(state *s) {
    for (int k = 0; k < 2; ++k) {
        clipped c = {.from = 0, .to = 1};
        walls_of(s, k);
        outcome at_ends = clip_and_look(s, k, 0, 2, &c);
        if (at_ends != STEP_DONE) return at_ends;
        outcome at_facets = clip_and_look(s, k, 2, 4, &c);
        if (at_facets != STEP_DONE) return at_facets;
    }
    return STEP_DONE;
}

/* Behind its facet: the facet the vertex is farthest above, if any. */
static outcome local_minimum(state *s, int f, ld3 p) {
    const oracle_polyhedron *b = s->body[f];
    int best = 0;
    for (int i = 1; i < b->facet_count; ++i)
        if (above_facet(b, i, p) > above_facet(b, best, p)) best = i;
    return above_facet(b, best, p) > 0 ? go(s, f, ORACLE_FACET, best) : STEP_MEET;
}

static outcome vertex_facet(state *s, int v) {
    const oracle_polyhedron *b = s->body[v];
    int vertex = s->feature[v].index, facet = s->feature[1 - v].index;
    ld3 p = b->vertices[vertex];
    if (leave(s, 1 - v, p)) return STEP_ON;
    long double height = above_facet(s->body[1 - v], facet, p);
    if (height == 0) return STEP_MEET;
    for (int e = 0; e < b->edge_count; ++e) {
        oracle_edge edge = b->edges[e];
        if (edge.tail != vertex && edge.head != vertex) continue;
        long double rise = ld3_dot(s->body[1 - v]->normals[facet], direction_of(b, e));
        if (edge.head == vertex) rise = -rise;
        if (height > 0 ? rise < 0 : rise > 0) return go(s, v, ORACLE_EDGE, e);
    }
    return height > 0 ? STEP_DONE : local_minimum(s, 1 - v, p);
}

static int nearest_edge(const walls *w, const oracle_polyhedron *b, ld3 tail, ld3 head) {
    int best = w->wall[0].neighbour.index;
    long double least = INFINITY;
    for (int i = 0; i < w->count; ++i) {
        int e = w->wall[i].neighbour.index;
        long double d = oracle_segments(tail, head, tail_of(b, e), head_of(b, e)).distance;
        if (d < least) {
            least = d;
            best = e;
        }
    }
    return best;
}

static outcome edge_facet(state *s, int e) {
    const oracle_polyhedron *b = s->body[e], *of_facet = s->body[1 - e];
    int edge = s->feature[e].index, facet = s->feature[1 - e].index;
    ld3 tail = tail_of(b, edge), head = head_of(b, edge), along = direction_of(b, edge);
    const walls *w = walls_of(s, 1 - e);
    clipped c = {.from = 0, .to = 1};
    clip(w, 0, w->count, tail, head, &c);
    if (c.excluded || c.from > c.to)
        return go(s, 1 - e, ORACLE_EDGE, nearest_edge(w, of_facet, tail, head));
    long double first = above_facet(of_facet, facet, ld3_add_scaled(tail, c.from, along));
    long double last = above_facet(of_facet, facet, ld3_add_scaled(tail, c.to, along));
    if (first == 0 || last == 0 || (first < 0) != (last < 0)) return STEP_MEET;
    /* By the slope, as in the other rules: what is left of the edge may be a single point. */
    long double rise = ld3_dot(of_facet->normals[facet], along);
    bool to_first = first > 0 ? rise >= 0 : rise <= 0;
    const wall *cut = to_first ? c.first : c.last;
    if (cut) return go(s, 1 - e, cut->neighbour.kind, cut->neighbour.index);
    return go(s, e, ORACLE_VERTEX, to_first ? b->edges[edge].tail : b->edges[edge].head);
}

static outcome step(state *s) {
    int low = s->feature[0].kind <= s->feature[1].kind ? 0 : 1;
    oracle_feature_kind high = s->feature[1 - low].kind;
    if (s->feature[low].kind == ORACLE_VERTEX)
        return high == ORACLE_VERTEX ? vertex_vertex(s)
               : high == ORACLE_EDGE ? vertex_edge(s, low)
                                     : vertex_facet(s, low);
    if (high == ORACLE_EDGE) return edge_edge(s);
    if (s->feature[low].kind == ORACLE_EDGE) return edge_facet(s, low);
    /* Two facets, only as a start: a corner of the first has all of its region's neighbours. */
    const oracle_polyhedron *b = s->body[0];
    return go(s, 0, ORACLE_VERTEX, b->facet_corners[b->facet_start[s->feature[0].index]]);
}

static oracle_closest closest_points(const state *s) {
    int low = s->feature[0].kind <= s->feature[1].kind ? 0 : 1, high = 1 - low;
    const oracle_polyhedron *b = s->body[low], *c = s->body[high];
    int i = s->feature[low].index, k = s->feature[high].index;
    oracle_feature_kind other = s->feature[high].kind;
    ld3 p, q;
    if (s->feature[low].kind == ORACLE_EDGE) {
        oracle_closest both =
            oracle_segments(tail_of(b, i), head_of(b, i), tail_of(c, k), head_of(c, k));
        p = both.a;
        q = both.b;
    } else {
        p = b->vertices[i];
        q = other == ORACLE_VERTEX ? c->vertices[k]
            : other == ORACLE_EDGE ? oracle_closest_on_segment(p, tail_of(c, k), head_of(c, k))
                                   : ld3_add_scaled(p, -above_facet(c, k, p), c->normals[k]);
    }
    return low == 0 ? (oracle_closest){ld3_distance(p, q), p, q}
                    : (oracle_closest){ld3_distance(p, q), q, p};
}

void oracle_vclip(const oracle_polyhedron *a, const oracle_polyhedron *b, oracle_walk *walk) {
    state s = {.body = {a, b}, .feature = {walk->feature[0], walk->feature[1]}};
    outcome last = STEP_ON;
    walk->closest = (oracle_closest){0};
    for (walk->steps = 0; walk->steps < STEPS && last == STEP_ON; ++walk->steps) last = step(&s);
    walk->feature[0] = s.feature[0];
    walk->feature[1] = s.feature[1];
    walk->end = last == STEP_DONE   ? ORACLE_WALK_APART
                : last == STEP_MEET ? ORACLE_WALK_MEET
                                    : ORACLE_WALK_ENDLESS;
    if (walk->end == ORACLE_WALK_APART) walk->closest = closest_points(&s);
}
