/* SPDX-License-Identifier: MIT
 * GJK's steps between two looks at the whole of two large polytopes: from a point of C made of the
 * vertices p and q to one made of neighbours of theirs (hull/stars.h).
 *
 * From frame to frame the closest features move by an edge or two, mostly. A look at all of a hull has
 * to find its way first, from the direction to a cell and its vertices, and nothing can be done
 * meanwhile. The neighbours are known before the direction is. So steps come from them, as long as they
 * lead clearly nearer; then a look at the whole proves it or brings the vertex that was missing. */
#ifndef GZ_CONVEX_STAR_WALK_H
#define GZ_CONVEX_STAR_WALK_H

#include "convex/gjk.h"
#include "convex/simplex_step.h"
#include "hull/stars.h"

static inline bool gz_walk_is_possible(const gz_pair *pair) {
    return pair->a.shape->stars && pair->b.shape->stars;
}

/* The farthest along v of a vertex and its neighbours, and by how much, in the pair's frame. */
static inline uint32_t gz_walk_glance(const gz_operand *o, uint32_t vertex, wide3 v, double *gain) {
    wide3 local = o->turned ? wide_mat3_tmul_vec(&o->basis, v) : wide3_scale(v, o->basis.col[0].x);
    const gz_star *star = &o->shape->stars[vertex];
    gz_star_reach reach = gz_star_look(star, local.x, local.y, local.z);
    *gain = reach.gain > 0 ? reach.gain : 0;
    return reach.gain > 0 ? star->vertex[reach.lane] : vertex;
}

/* What a step has led to; GZ_STALLED if it was refused. */
GZ_INLINE gz_outcome gz_step_take(const gz_goal *goal, gz_step found, wide3 *toward, gz_gjk *gjk) {
    if (found.length < 0) return GZ_STALLED;
    *toward = wide3_fresh(found.toward);
    gjk->v = wide3_fresh(found.v);
    gjk->upper = found.length;
    if (gjk->simplex.count == 4) return GZ_INSIDE;
    return found.length <= goal->near ? GZ_NEAR : GZ_UNDECIDED;
}

/* Walks from the point of the simplex that the hints name. toward is a multiple of v, then and now. */
GZ_INLINE gz_outcome gz_walk(const gz_pair *pair, const gz_goal *goal, wide3 *toward, gz_gjk *gjk) {
    uint32_t at_a = pair->a.hint, at_b = pair->b.hint;
    gz_outcome outcome = GZ_UNDECIDED;
    for (int i = 0; i < GZ_WALK_STEPS && outcome == GZ_UNDECIDED; ++i) {
        double gain_a, gain_b, width = goal->rel * fabs(gjk->upper - goal->shift) + GZ_WALK_GAIN;
        at_a = gz_walk_glance(&pair->a, at_a, wide3_neg(*toward), &gain_a);
        at_b = gz_walk_glance(&pair->b, at_b, *toward, &gain_b);
        if (!(gain_a + gain_b > width * wide3_length(*toward))) break;
        wide3 a = gz_operand_point(&pair->a, gz_shape_vertex(pair->a.shape, at_a));
        wide3 b = gz_operand_point(&pair->b, gz_shape_vertex(pair->b.shape, at_b));
        gz_newcomer newest = {wide3_add(wide3_sub(a, b), pair->offset), a, at_a, at_b};
        gz_step found = gz_simplex_step(&gjk->simplex, &newest, GZ_STEP_GAIN * gjk->upper,
                                        GZ_STEP_SLACK * pair->error);
        outcome = gz_step_take(goal, found, toward, gjk);
    }
    return outcome == GZ_STALLED ? GZ_UNDECIDED : outcome;
}

#endif
