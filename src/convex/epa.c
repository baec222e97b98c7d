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
#include "convex/epa_place.h"
#include "convex/epa_start.h"
#include "convex/polytope_witness.h"
#include "convex/trace.h"

enum { MOST_PLACES = 4 };

/* A place (epa_place.h), for which a corner of the polytope may stand. */
typedef struct landmark {
    gz_epa_place at;
    wide3 normal; /* as it was looked along */
    double upper; /* the height there */
    double far;   /* how far out the corner is; 0: there is none, the polytope's own are as good */
    int corner;
} landmark;

/* One search in its block. */
typedef struct search {
    gz_epa_search known;
    int last;      /* the face looked at last */
    bool stuck;    /* with room to spare */
    bool hooped;   /* there are rims, so places can be looked for */
    bool doubtful; /* a landmark does not stand for what it should any more */
    bool capped;   /* a landmark has a corner */
    gz_hoops hoops;
    double level; /* what landmarks show */
    int count;
    double sought; /* places are looked for while the upper bound is below this */
    landmark landmarks[MOST_PLACES];
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
static void answer_inside(const gz_epa_search *s, double end, place at, const gz_simplex *start,
                          gz_depth *out) {
    place origin = origin_of(start);
    wide3 goal = wide3_scale(s->normal, s->lower);
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

/* What the nearest face says. Faces beyond upper may have been kept out of the heap. Corners that stand
 * for caps show their level and nothing below it. */
static void raise_lower(search *block, double distance) {
    gz_epa_search *s = &block->known;
    double bound = distance < s->upper ? distance : s->upper;
    if (block->capped) bound = distance < block->level ? 0 : block->level;
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

/* -- landmarks ----------------------------------------------------------------------------------- */

/* Something lower than before was found: do landmarks stand for what they should at the new level? */
static void lower_level(search *block) {
    const gz_epa_search *s = &block->known;
    double level = s->upper - GZ_PLACE_SHARE * gz_epa_width(s);
    if (block->count == 0 || !(level < block->level)) return;
    block->level = level;
    for (int i = 0; i < block->count; ++i) {
        const landmark *l = &block->landmarks[i];
        bool holds = l->far == 0 || gz_cap_holds(&l->at.cap, level, l->far / level);
        block->doubtful = block->doubtful || !holds;
    }
}

static bool has_landmark(const search *block, const gz_epa_face *f) {
    for (int i = 0; i < block->count; ++i)
        for (int k = 0; k < 3; ++k)
            if (f->corner[k] == block->landmarks[i].corner && block->landmarks[i].far > 0) return true;
    return false;
}

/* The points of C that the place lies between. Whether one of them was new. */
static bool add_corners(search *block, const gz_epa_place *at) {
    gz_epa_polytope *p = &block->p;
    bool any = false;
    for (int i = 0; i < at->pieces.count; ++i) {
        const gz_epa_point point = {at->corner[i], at->behind[i], at->n, at->pieces.a[i],
                                    at->pieces.b[i]};
        double height;
        int face = gz_epa_farthest_below(p, point.y, &height);
        if (height > GZ_EPA_LEVEL && gz_epa_expand(p, face, &point, -HUGE_VAL, block->known.upper))
            any = true;
    }
    return any;
}

/* Adds the corner of the place above the face, if there is one; or a point of C that was found on the
 * way. False: nothing has changed. */
static bool set_landmark(search *block, int face, double floor, const gz_epa_place *at) {
    gz_epa_search *s = &block->known;
    gz_epa_polytope *p = &block->p;
    const gz_epa_face *f = &p->faces[face];
    gz_epa_point point = gz_epa_look(s, at->n);
    lower_level(block);
    landmark *l = &block->landmarks[block->count];
    *l = (landmark){.at = *at, .normal = point.n, .upper = wide3_dot(point.n, point.y)};
    double width = gz_epa_width(s), level = s->upper - GZ_PLACE_SHARE * width;
    if (block->count > 0 && block->level < level) level = block->level;
    if (!(l->upper <= at->cap.height + GZ_PLACE_MISS * width) || !(level > 0)) {
        double height = wide3_dot(f->normal, point.y) - f->distance;
        return !adds_nothing(p, face, height, point.y) &&
               gz_epa_expand(p, face, &point, floor, s->upper);
    }
    double size = gz_cap_size(&at->cap, level, GZ_CYLINDER_FAR / level);
    double far = level * (size - GZ_PLACE_RESERVE * (size - 1));
    l->corner = p->point_count;
    point.y = wide3_scale(at->n, far);
    bool above = wide3_dot(f->normal, point.y) - f->distance > GZ_EPA_LEVEL;
    bool expanded = above && gz_epa_expand(p, face, &point, floor, s->upper);
    if (expanded) {
        l->far = far;
        block->capped = true;
    }
    if (size < GZ_PLACE_SMALL && at->pieces.count == 3 && add_corners(block, at)) expanded = true;
    block->level = level;
    block->sought = l->upper - width;
    ++block->count;
    return expanded;
}

/* By the pieces that the corners of a face name. */
static bool look_for_place(search *block, int face) {
    const gz_epa_polytope *p = &block->p;
    const gz_epa_face *f = &p->faces[face];
    gz_epa_piece pieces[3];
    gz_epa_place at;
    const gz_epa_search *s = &block->known;
    if (!block->hooped || !(s->upper < block->sought)) return false;
    if (s->upper - f->distance > GZ_PLACE_GAP * s->upper) return false;
    if (block->count == MOST_PLACES || has_landmark(block, f)) return false;
    for (int i = 0; i < 3; ++i) {
        int c = f->corner[i];
        pieces[i] = gz_piece_of(&block->hoops, p->y[c], p->a[c], p->hint_a[c], p->hint_b[c]);
    }
    return gz_epa_find_place(s->pair, &block->hoops, f->normal, pieces, 3, &at) &&
           set_landmark(block, face, f->distance, &at);
}

/* By those of the last time. */
static void recall_place(search *block, const gz_hunch *last) {
    const gz_hoops *hoops = &block->hoops;
    const gz_pieces *names = &last->pieces;
    gz_pair *pair = block->known.pair;
    gz_epa_piece pieces[3];
    gz_epa_place at;
    double length = wide3_length(last->normal), height;
    for (int i = 0; i < names->count; ++i)
        if (!gz_piece_named(pair, hoops, names->a[i], names->b[i], &pieces[i])) return;
    if (names->count == 0 || !(length > 0)) return;
    wide3 normal = wide3_scale(last->normal, 1 / length);
    if (!gz_epa_find_place(pair, hoops, normal, pieces, names->count, &at)) return;
    ++block->known.rounds;
    int face = gz_epa_farthest_below(&block->p, wide3_scale(at.n, GZ_CYLINDER_FAR), &height);
    set_landmark(block, face, -HUGE_VAL, &at);
}

/* The landmark to answer with, if it is as low as anything; its height is the upper bound then. */
static const landmark *lowest_landmark(search *block) {
    gz_epa_search *s = &block->known;
    for (int i = 0; i < block->count; ++i) {
        const landmark *l = &block->landmarks[i];
        if (!(l->upper - s->lower <= gz_epa_width(s))) continue;
        s->upper = l->upper;
        s->normal = l->normal;
        return l;
    }
    return NULL;
}

/* -- expansion ----------------------------------------------------------------------------------- */

/* Expands face after face. lower is the distance of the face at hand: none is nearer. */
static gz_depth_end expand(search *block) {
    gz_epa_search *s = &block->known;
    gz_epa_polytope *p = &block->p;
    for (;;) {
        int face = block->last = gz_epa_nearest(p);
        lower_level(block);
        if (block->doubtful) return GZ_DEPTH_LIMIT;
        raise_lower(block, face == GZ_EPA_NONE ? s->upper : p->faces[face].distance);
        if (s->upper < DBL_MAX) { /* one look at least */
            if (gz_epa_done(s)) return GZ_DEPTH_FOUND;
            if (s->rounds >= s->goal->rounds) return GZ_DEPTH_LIMIT;
        }
        ++s->rounds;
        if (look_for_place(block, face)) continue;
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

/* A point of C at the end: the lowest landmark's, or where the polytope ends; but one whose corners are
 * landmarks may end beyond C. */
static void answer_where_it_ends(search *block, const gz_simplex *start, gz_depth *out) {
    gz_epa_search *s = &block->known;
    const landmark *best = lowest_landmark(block);
    place at;
    if (best) {
        at = (place){best->at.y, best->at.a};
        answer_inside(s, wide3_dot(s->normal, at.y), at, start, out);
        out->pieces = best->at.pieces;
    } else if (block->capped) {
        answer(s, wide3_make(0, 0, 0), wide3_make(0, 0, 0), out);
        gz_depth_points(s->pair, s->normal, s->lower, out);
    } else {
        double end = gz_epa_leave(&block->p, s->normal, block->last, &at.y, &at.a);
        answer_inside(s, end, at, start, out);
    }
}

/* Once more, from what is known by now, if landmarks lead nowhere. */
static gz_depth_end run(search *block, const gz_simplex *simplex, const gz_hunch *last, gz_depth *out) {
    gz_epa_search *s = &block->known;
    gz_simplex start = *simplex;
    s->lower = 0;
    block->stuck = block->doubtful = block->capped = false;
    block->count = 0;
    block->sought = HUGE_VAL;
    if (!gz_epa_start(s, &start, &block->p)) {
        place origin = origin_of(&start);
        answer(s, origin.y, origin.a, out);
        return GZ_DEPTH_FOUND;
    }
    if (block->hooped && last) recall_place(block, last);
    gz_depth_end end = expand(block);
    if (end != GZ_DEPTH_FOUND && block->count > 0) {
        block->hooped = block->hooped && last && block->doubtful;
        return run(block, simplex, NULL, out);
    }
    answer_where_it_ends(block, simplex, out);
    out->stuck = block->stuck;
    return end;
}

gz_depth_end gz_epa(gz_pair *pair, const gz_simplex *start, const gz_hunch *last, const gz_goal *goal,
                    gz_depth *out) {
    search block;
    block.known = (gz_epa_search){.pair = pair, .goal = goal, .upper = DBL_MAX};
    block.hooped = !goal->trace && gz_hoops_of(pair, &block.hoops);
    return run(&block, start, last, out);
}
