/* SPDX-License-Identifier: MIT
 * The axis of least overlap of two polytopes.
 *
 * h(n) = max of n . c over C = A - B is least, over unit n, at the normal of a facet of C: that of a
 * facet of A, minus that of a facet of B, or the cross product of two edges whose arcs on the Gauss
 * sphere cross (arc of A against minus arc of B). Every h(n) is an upper bound of the depth, so the
 * search only has to miss none of those normals that might be the least.
 *
 * Most are ruled out together. For a point q of B and a facet f of A let L(f, q) be how far q lies
 * below the plane of f. Then h(n_f) >= L(f, q); and on the arc of an edge between f and g, where
 * n = s n_f + t n_g with s, t >= 0, s + t >= 1, and A's support is linear, h(n) >= s L(f, q) +
 * t L(g, q). So a facet with L(f, q) >= u for some q cannot beat u, nor can an edge with L(f, q) and
 * L(g, q) >= u >= 0 for one and the same q. Eight points q tell nearly everything (facet_scan.h). */
#ifndef GZ_CONVEX_POLYTOPE_AXES_H
#define GZ_CONVEX_POLYTOPE_AXES_H

#include <float.h>

#include "convex/facet_scan.h"
#include "convex/pair.h"
#include "shape/facets.h"

/* One of the two as the search sees it. */
typedef struct gz_axes_side {
    gz_operand *operand;
    const graze_shape *core;
    const gz_facets *facets;
    wide3 center;       /* relative to A's */
    wide_mat3 cofactor; /* takes normals to the pair's frame, times the stretch (1 unless affine) */
    wide_mat3 inverse;  /* rows: takes vectors of the frame to the shape's own, in units, if turned */
    double shrink;      /* what that does to lengths, for poses that are not affine */
    double sign;        /* n = sign times the outward normal: 1 for A, -1 for B */
    double turn;        /* -1 if the pose reflects: then edges run the other way */
    slim3 columns[3], shift; /* take points of the other, in its units, to one's own */
    bool blind;         /* the other is too large or far in these coordinates: nothing is ruled out */
    gz_facet_scan scan; /* of the other side's points */
    gz_facet_sieve sieve;
    gz_few_facets few;
} gz_axes_side;

typedef enum gz_axis_kind {
    GZ_AXIS_GUESS, /* counts only if it separates */
    GZ_AXIS_LAST,  /* a guess that no facet or edge beats: two points in one place, without error */
    GZ_AXIS_FACET_A,
    GZ_AXIS_FACET_B,
    GZ_AXIS_EDGES
} gz_axis_kind;

typedef struct gz_axes {
    gz_pair *pair;
    gz_axes_side side[2];
    double apart;      /* below this an axis separates: the search ends */
    double slack;      /* what a computed bound may be off */
    double best;       /* h at the best axis so far, guesses included */
    wide3 near[2];     /* the support points there, relative to A's centre */
    wide3 normal;      /* the best axis that is no guess, if any; unit */
    wide3 a, b;        /* where C's support point along it comes from, relative to A's centre */
    double value;      /* h there */
    gz_axis_kind kind; /* what it belongs to */
    uint32_t feature[2];
    int rounds; /* axes looked at */
} gz_axes;

/* False: not two polytopes. axes is large: it lives on the stack of the caller. */
bool gz_axes_begin(gz_pair *pair, gz_axes *axes);
/* Looks for the least axis; guess, if not zero, is where it may be. Ends early, with value < apart, at
 * an axis that separates. */
void gz_axes_search(gz_axes *axes, wide3 guess);

/* The edges' part of it (polytope_arcs.c), after the facets. */
void gz_axes_search_edges(gz_axes *axes);

/* Both together for two small solids (polytope_compact.c). */
static inline bool gz_axes_are_compact(const gz_axes *axes) {
    const gz_axes_side *a = &axes->side[0], *b = &axes->side[1];
    return a->facets->compact && b->facets->compact && !a->blind && !b->blind && !a->scan.affine &&
           !b->scan.affine;
}
void gz_axes_search_compact(gz_axes *axes, wide3 guess);
/* The axes of listed edges of both, which are small solids. */
void gz_axes_search_listed(gz_axes *axes, const uint8_t *const edges[2], const uint32_t count[2]);

/* Looks at one axis: the supports of both along n. */
void gz_axes_look(gz_axes *axes, wide3 n, gz_axis_kind kind, uint32_t first, uint32_t second);
/* The same where the supports are known to be a and b. */
void gz_axes_consider(gz_axes *axes, wide3 n, wide3 a, wide3 b, gz_axis_kind kind, uint32_t first,
                      uint32_t second);
/* Looks at the normal of a facet of side s; returns the other's deepest point below it. */
wide3 gz_axes_look_at_facet(gz_axes *axes, int s, uint32_t facet);
static inline bool gz_axes_over(const gz_axes *axes) { return axes->value < axes->apart; }
/* What is no better than this need not be looked at. */
static inline double gz_axes_threshold(const gz_axes *axes) {
    return (axes->best > 0 ? axes->best : 0) + axes->slack;
}
/* The same in the coordinates of a side's scan. */
static inline float gz_axes_limit(const gz_axes *axes, const gz_axes_side *side) {
    return side->blind ? FLT_MAX : (float)(gz_axes_threshold(axes) * side->shrink);
}

/* A point of the frame in the coordinates of a side's scan. */
slim3 gz_axes_to_local(const gz_axes_side *side, wide3 point);

/* What the masks of a side's sieve say about any one facet. */
unsigned gz_axes_mask(const gz_axes *axes, const gz_axes_side *side, uint32_t facet);

/* A vertex of a side, in its own coordinates relative to its centre, and in the frame relative to A's.
 */
static inline vec3 gz_axes_corner(const gz_axes_side *side, uint32_t vertex) {
    const graze_shape *core = side->core;
    return core->vertices ? vec3_sub(core->vertices[vertex], core->center)
                          : gz_polytope_corner(core, vertex);
}
static inline wide3 gz_axes_vertex(const gz_axes_side *side, uint32_t vertex) {
    vec3 corner = gz_axes_corner(side, vertex);
    return wide3_add(side->center, gz_operand_point(side->operand, corner));
}
/* The outward unit normal of a facet in the pair's frame. */
static inline wide3 gz_axes_normal(const gz_axes_side *side, uint32_t facet) {
    wide3 n = side->facets->normal[facet];
    if (!side->operand->turned) return n;
    n = wide_mat3_mul_vec(&side->cofactor, n);
    double squared = wide3_length_squared(n);
    /* Unless affine, it is unit up to d, some roundings of real: then 1 / sqrt(1 + d) = 1 - d / 2. */
    return wide3_scale(n, side->scan.affine ? 1 / sqrt(squared) : (3 - squared) / 2);
}

#endif
