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
    uint32_t facet, vertex; /* vertex: the other's deepest one, */
    bool alone;             /* if no other comes near */
    int side;
} facet_height;

typedef struct compact_search {
    gz_axes *axes;
    const gz_compact_kernel *kernel;
    gz_compact_sieve sieve[2];
    slim3 lead[2]; /* the other's deepest points along the best axis */
    facet_height looked[LOOKED];
    uint32_t looked_count;
} compact_search;

static void begin_side(compact_search *x, int s) {
    const gz_axes *axes = x->axes;
    const gz_axes_side *side = &axes->side[s];
    gz_compact_sieve *sieve = &x->sieve[s];
    sieve->facets = side->facets;
    sieve->other = axes->side[1 - s].facets;
    sieve->columns = side->columns;
    sieve->shift = &side->shift;
    sieve->probe_count = GZ_COMPACT_SAMPLES;
}

/* How far a side reaches along n, beyond its centre. */
static void reach(const compact_search *x, int s, wide3 n, gz_compact_depth *out) {
    const gz_axes_side *side = &x->axes->side[s];
    const wide3 *axis = side->operand->basis.col;
    double unit = side->sign * side->facets->unit;
    wide3 along = side->operand->turned
                      ? wide3_make(wide3_dot(axis[0], n), wide3_dot(axis[1], n), wide3_dot(axis[2], n))
                      : wide3_scale(n, axis[0].x);
    const slim3 local = {(float)(along.x * unit), (float)(along.y * unit), (float)(along.z * unit)};
    x->kernel->reach(side->facets->compact, &local, (float)GZ_HEIGHT_SLACK, out);
}

/* What is no better than this need not be looked at, in the coordinates of a side's sieve. */
static void set_limits(const gz_axes *axes, float limit[2]) {
    double threshold = gz_axes_threshold(axes);
    limit[0] = (float)(threshold * axes->side[0].shrink);
    limit[1] = (float)(threshold * axes->side[1].shrink);
}

/* The guess, in float like the facets, unless it may separate. */
static void look_at_guess(compact_search *x, wide3 n) {
    gz_axes *axes = x->axes;
    gz_compact_depth a, b;
    reach(x, 0, n, &a);
    reach(x, 1, n, &b);
    wide3 between = wide3_sub(axes->side[0].center, axes->side[1].center);
    double height = ((double)a.depth + (double)b.depth) + wide3_dot(n, between);
    if (height < GZ_HEIGHT_SLACK) gz_axes_look(axes, n, GZ_AXIS_GUESS, 0, 0);
    ++axes->rounds;
    axes->best = height + GZ_HEIGHT_SLACK;
    gz_compact_place(&x->sieve[0], b.vertex, &x->lead[0]);
    gz_compact_place(&x->sieve[1], a.vertex, &x->lead[1]);
}

static void look_again(gz_axes *axes, const facet_height *f) {
    if (!f->alone) {
        gz_axes_look_at_facet(axes, f->side, f->facet);
        return;
    }
    gz_axes_side *own = &axes->side[f->side], *other = &axes->side[1 - f->side];
    uint32_t corner = own->facets->corner[f->facet];
    wide3 n = wide3_scale(gz_axes_normal(own, f->facet), own->sign);
    wide3 here = gz_axes_vertex(own, corner), there = gz_axes_vertex(other, f->vertex);
    own->operand->hint = corner;
    other->operand->hint = f->vertex;
    if (f->side == 0)
        gz_axes_consider(axes, n, here, there, GZ_AXIS_FACET_A, f->facet, 0);
    else
        gz_axes_consider(axes, n, there, here, GZ_AXIS_FACET_B, f->facet, 0);
}

/* A facet that was just looked at. */
typedef struct look {
    gz_compact_depth deepest;
    uint32_t facet;
    double height, upper;
} look;

static void note(compact_search *x, int s, const look *l) {
    facet_height *f = &x->looked[x->looked_count++];
    f->height = l->height;
    f->facet = l->facet;
    f->vertex = l->deepest.vertex;
    f->alone = l->deepest.alone;
    f->side = s;
    ++x->axes->rounds;
    /* Heights near zero are looked at in double at once: the axis may separate. */
    if (x->looked_count == LOOKED || l->height < GZ_HEIGHT_SLACK)
        look_again(x->axes, &x->looked[--x->looked_count]);
}

/* Looks at the facet with the least bound of one side, or of each: then one does not wait for the
 * other, which costs less than it would save to know the one's height first. */
static void look_at_least(compact_search *x, const bool open[2]) {
    gz_axes *axes = x->axes;
    look looks[2];
    for (int s = 0; s < 2; ++s) {
        looks[s].facet = x->sieve[s].least;
        looks[s].upper = DBL_MAX;
        if (!open[s]) continue;
        float slack = (float)(2 * GZ_HEIGHT_SLACK * axes->side[s].shrink);
        x->kernel->look(&x->sieve[s], slack, &looks[s].deepest);
        looks[s].height = (double)looks[s].deepest.depth / axes->side[s].shrink;
        looks[s].upper = looks[s].height + GZ_HEIGHT_SLACK;
    }
    int least = looks[1].upper < looks[0].upper;
    if (looks[least].upper < axes->best) {
        const gz_compact_sieve *own = &x->sieve[least];
        axes->best = looks[least].upper;
        gz_compact_place(own, looks[least].deepest.vertex, &x->lead[least]);
        gz_compact_place(&x->sieve[1 - least], own->facets->corner[looks[least].facet],
                         &x->lead[1 - least]);
    }
    for (int s = 0; s < 2; ++s)
        if (open[s]) note(x, s, &looks[s]);
}

/* Facets of both, the least bound first, until none may beat the best axis. */
static void search_facets(compact_search *x) {
    gz_axes *axes = x->axes;
    bool open[2];
    float limit[2];
    set_limits(axes, limit);
    for (int s = 0; s < 2; ++s) x->kernel->open(&x->sieve[s], &x->lead[s], limit[s]);
    for (; !gz_axes_over(axes); set_limits(axes, limit)) {
        for (int s = 0; s < 2; ++s) open[s] = x->sieve[s].least_bound < limit[s];
        if (!open[0] && !open[1]) return;
        look_at_least(x, open);
    }
}

static void search_edges(compact_search *x) {
    gz_axes *axes = x->axes;
    uint8_t edges[2][GZ_COMPACT_EDGES + 8];
    uint32_t count[2];
    float limit[2];
    set_limits(axes, limit);
    for (int s = 0; s < 2; ++s)
        count[s] = x->kernel->edges(&x->sieve[s], &x->lead[s], limit[s], edges[s]);
    const uint8_t *const lists[2] = {edges[0], edges[1]};
    gz_axes_search_listed(axes, lists, count);
}

void gz_axes_search_compact(gz_axes *axes, wide3 guess) {
    compact_search x;
    x.axes = axes;
    x.kernel = gz_compact_choose();
    x.looked_count = 0;
    for (int s = 0; s < 2; ++s) begin_side(&x, s);
    look_at_guess(&x, guess);
    if (gz_axes_over(axes)) return;
    search_facets(&x);
    if (gz_axes_over(axes)) return;
    search_edges(&x);
    for (uint32_t i = 0; i < x.looked_count && !gz_axes_over(axes); ++i)
        if (x.looked[i].height < gz_axes_threshold(axes) + GZ_HEIGHT_SLACK)
            look_again(axes, &x.looked[i]);
}
