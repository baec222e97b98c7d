/* SPDX-License-Identifier: MIT
 * The expanding polytope algorithm (E2-E7; B:3398-3688, algorithm 4.10). Departures from the book:
 *   - Every face enters the queue, also one whose nearest point of the plane lies outside it: none is
 *     rejected falsely, and the bound from below is the least over all of them (epa_polytope.h).
 *   - The bounds count for themselves: the answer's normal is the one that certifies the upper bound,
 * its points those where the polytope's segment through the origin along that normal has come as far as
 *     the lower bound. So nothing depends on which face happened to be the last.
 *   - A bad triangle does not end the search: its plane is found from its nearest point instead. */
#include "convex/epa.h"

#include <float.h>

#include "base/tolerance.h"
#include "convex/epa_aim.h"
#include "convex/epa_start.h"
#include "convex/trace.h"

/* One search in its block. */
typedef struct search {
    gz_epa_search known;
    int last;   /* the face looked at last */
    bool stuck; /* with room to spare */
    gz_epa_polytope p;
} search;

static void answer(const gz_epa_search *s, wide3 y, wide3 a, gz_depth *out) {
    *out = (gz_depth){.lower = s->lower,
                      .upper = s->upper > s->lower ? s->upper : s->lower,
                      .normal = s->normal,
                      .a = a,
                      .b = wide3_sub(a, y),
                      .rounds = s->rounds};
}

/* The origin as a point of the start's simplex, up to the touching share of the error, and the point of
 * A behind it. */
typedef struct place {
    wide3 y, a;
} place;

static place origin_of(const gz_simplex *start) {
    gz_simplex x = *start;
    gz_simplex_reduce(&x, false);
    place at = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < x.count; ++i) {
        at.y = wide3_add_scaled(at.y, x.weight[i], x.y[i]);
        at.a = wide3_add_scaled(at.a, x.weight[i], x.a[i]);
    }
    return at;
}

/* The point lower * normal of C: on the way from the origin to where the polytope ends. At touching the
 * way may lead past the polytope; then the origin itself is nearer to it. */
static void answer_inside(const gz_epa_search *s, const search *block, const gz_simplex *start,
                          gz_depth *out) {
    place origin = origin_of(start), at;
    wide3 goal = wide3_scale(s->normal, s->lower);
    double end = gz_epa_leave(&block->p, s->normal, block->last, &at.y, &at.a);
    if (end > s->lower + GZ_EPA_LEVEL) {
        double share = s->lower / end;
        at.y = wide3_add_scaled(origin.y, share, wide3_sub(at.y, origin.y));
        at.a = wide3_add_scaled(origin.a, share, wide3_sub(at.a, origin.a));
    }
    if (wide3_length(wide3_sub(origin.y, goal)) < wide3_length(wide3_sub(at.y, goal))) at = origin;
    answer(s, at.y, at.a, out);
}

static graze_flow show(const gz_epa_search *s, const gz_epa_polytope *p, const gz_epa_face *f,
                       wide3 w) {
    gz_simplex face = {.count = 3};
    for (int i = 0; i < 3; ++i) face.y[i] = p->y[f->corner[i]];
    return gz_trace_show(s->goal->trace, &face, w,
                         &(gz_trace_round){.phase = GRAZE_TRACE_DEPTH,
                                           .round = s->rounds,
                                           .closest = wide3_scale(f->normal, f->distance),
                                           .lower = s->lower,
                                           .upper = s->upper > s->lower ? s->upper : s->lower,
                                           .scale = s->pair->scale});
}

/* What the nearest face says. Faces beyond upper may have been kept out of the heap. */
static void raise_lower(gz_epa_search *s, double distance) {
    double bound = distance < s->upper ? distance : s->upper;
    if (bound > s->lower) s->lower = bound;
}

/* The polytope cannot be expanded: no room, or C ends here as far as rounding can tell. */
static gz_depth_end stuck(const gz_epa_search *s) {
    return s->upper - s->lower <= s->pair->error ? GZ_DEPTH_FOUND : GZ_DEPTH_LIMIT;
}

/* A face that finds a corner of its own is one of C: that corner is higher by rounding only. */
static bool adds_nothing(const gz_epa_polytope *p, int face, double height, wide3 y) {
    return !(height > GZ_EPA_LEVEL) || gz_epa_has_corner(p, face, y);
}

/* The point found there is taken instead of the one at hand if it is new: of a ruling EPA by itself
 * finds one end only. */
static void look_along_valley(gz_epa_search *s, const gz_epa_polytope *p, int face,
                              gz_epa_point *point) {
    const gz_epa_face *f = &p->faces[face];
    wide3 aim;
    if (!gz_epa_valley(s, p, f, point->y, &aim)) return;
    gz_epa_point other = gz_epa_look(s, aim);
    double height = wide3_dot(f->normal, other.y) - f->distance;
    if (!adds_nothing(p, face, height, other.y)) *point = other;
}

/* A point whose fan folds whatever the silhouette: points found in directions around may do. */
static bool expand_elsewhere(gz_epa_search *s, gz_epa_polytope *p, int face) {
    for (int k = 0; k < 4; ++k) {
        const gz_epa_face *f = &p->faces[face];
        wide3 aim = k > 0 ? wide3_add(f->normal, p->faces[f->beside[k - 1] >> 2].normal) : f->normal;
        double length = wide3_length(aim);
        if (!(length > 0.5)) continue; /* a neighbour folded back says nothing */
        aim = wide3_scale(aim, 1 / length);
        gz_epa_point point = gz_epa_look(s, aim);
        double height = wide3_dot(f->normal, point.y) - f->distance;
        if (!adds_nothing(p, face, height, point.y) &&
            gz_epa_expand(p, face, &point, f->distance, s->upper))
            return true;
    }
    return false;
}

/* Expands face after face. lower is the distance of the face at hand: none is nearer. */
static gz_depth_end expand(search *block) {
    gz_epa_search *s = &block->known;
    gz_epa_polytope *p = &block->p;
    for (;;) {
        int face = block->last = gz_epa_nearest(p);
        raise_lower(s, face == GZ_EPA_NONE ? s->upper : p->faces[face].distance);
        if (s->upper < DBL_MAX) { /* one look at least */
            if (gz_epa_done(s)) return GZ_DEPTH_FOUND;
            if (s->rounds >= s->goal->rounds) return GZ_DEPTH_LIMIT;
        }
        ++s->rounds;
        gz_epa_face *f = &p->faces[face];
        wide3 aim = gz_epa_aim(s, p, f);
        gz_epa_point point = gz_epa_look(s, aim);
        double height = wide3_dot(f->normal, point.y) - f->distance;
        if (s->goal->trace && show(s, p, f, point.y) != GRAZE_CONTINUE) return GZ_DEPTH_LIMIT;
        if (gz_epa_done(s)) return GZ_DEPTH_FOUND;
        if (adds_nothing(p, face, height, point.y) && !wide3_equal(aim, f->normal)) {
            point = gz_epa_look(s, f->normal);
            height = wide3_dot(f->normal, point.y) - f->distance;
            if (gz_epa_done(s)) return GZ_DEPTH_FOUND;
        }
        if (wide3_equal(aim, f->normal)) {
            look_along_valley(s, p, face, &point);
            height = wide3_dot(f->normal, point.y) - f->distance;
            if (gz_epa_done(s)) return GZ_DEPTH_FOUND;
        }
        bool final = adds_nothing(p, face, height, point.y);
        bool by_rounding = height <= s->pair->error && gz_epa_tilt(p, face, point.y);
        if (by_rounding || (final && gz_epa_straighten(p, face)))
            gz_epa_push(p, face);
        else if (final || (!gz_epa_expand(p, face, &point, f->distance, s->upper) &&
                           (stuck(s) == GZ_DEPTH_FOUND || !expand_elsewhere(s, p, face)))) {
            gz_depth_end end = stuck(s);
            block->stuck = end == GZ_DEPTH_LIMIT && p->point_count < GZ_EPA_POINTS;
            return end;
        }
    }
}

gz_depth_end gz_epa(gz_pair *pair, const gz_simplex *start, const gz_goal *goal, gz_depth *out) {
    search block;
    gz_epa_search *s = &block.known;
    *s = (gz_epa_search){.pair = pair, .goal = goal, .upper = DBL_MAX};
    block.stuck = false;
    gz_simplex simplex = *start;
    if (!gz_epa_start(s, &simplex, &block.p)) {
        place origin = origin_of(&simplex);
        answer(s, origin.y, origin.a, out);
        return GZ_DEPTH_FOUND;
    }
    gz_depth_end end = expand(&block);
    answer_inside(s, &block, start, out);
    out->stuck = block.stuck;
    return end;
}
