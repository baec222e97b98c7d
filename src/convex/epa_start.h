/* SPDX-License-Identifier: MIT
 * From the simplex that GJK ended with to a polytope for EPA (E5, B:3560-3600), and what EPA knows
 * while it searches. */
#ifndef GZ_CONVEX_EPA_START_H
#define GZ_CONVEX_EPA_START_H

#include "convex/depth.h"
#include "convex/epa_polytope.h"

/* The search: bounds so far, lower >= 0, and the unit vector that certifies upper. */
typedef struct gz_epa_search {
    gz_pair *pair;
    const gz_goal *goal;
    double lower, upper;
    wide3 normal;
    int rounds;
} gz_epa_search;

/* The support point of C along the unit vector n. What the search knows is brought up to date. */
gz_epa_point gz_epa_look(gz_epa_search *s, wide3 n);

/* How far apart the bounds may be: as asked, or as what counts as touching, in the end as nearly E. */
static inline double gz_epa_width(const gz_epa_search *s) {
    double share = s->rounds < GZ_EPA_CONTENT ? (double)GZ_TOUCHING_SHARE : GZ_EPA_CONTENT_SHARE;
    double touching = share * s->pair->error;
    double relative = s->goal->rel * (s->upper - s->goal->shift);
    double width = s->goal->abs > touching ? s->goal->abs : touching;
    return relative > width ? relative : width;
}

static inline bool gz_epa_done(const gz_epa_search *s) {
    return s->upper - s->lower <= gz_epa_width(s);
}

/* Completes one to three points to a tetrahedron, each time at right angles to what is there. If a
 * direction on the way shows that the origin lies on the boundary of C, as it always does where C is
 * flat, the search is done: returns false, and the simplex holds the points to answer with. */
bool gz_epa_start(gz_epa_search *s, gz_simplex *simplex, gz_epa_polytope *p);

#endif
