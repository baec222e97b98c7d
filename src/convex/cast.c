/* SPDX-License-Identifier: MIT
 * Ray cast on the CSO from support mappings alone (section 9 item 1, B:5293; A6, B:1330-1350).
 *
 * f(t), the signed distance while A moves by t m, is convex. At t, GJK gives a unit axis u with
 * u . c >= g for all c of C_t. Moved on by s, u . c >= g + s (u . m): as long as that exceeds the
 * radius r there is no contact. So t may grow by (g - r) / -(u . m), and if u . m >= 0 there is never a
 * contact. This is Newton's method on f from the left: it never overshoots, ends after finitely many
 * steps on polytopes and converges quadratically on smooth shapes. */
#include "convex/cast.h"
#include "convex/closed_form.h"
#include "convex/query.h"
#include "convex/smooth_finish.h"

#include <float.h>

#include "base/tolerance.h"

typedef struct flight {
    gz_pair *pair;
    wide3 start, motion;
    gz_goal goal;
    gz_cast *cast;
    double when;  /* the last look was */
    int patience; /* the most rounds of a look */
    bool smooth;  /* Newton's method can find where on the pieces at hand the nearest points are */
    wide3 normal; /* if it has found a contact: the direction there; else zero */
} flight;

/* The points of C that the last look ended with are points of C still, moved along with A. A sum of two
 * numbers rounds each anew: a unit a look, of the ten that a simplex may take of E. */
static void take_along(flight *f, double t) {
    gz_simplex *warm = &f->pair->warm;
    const gz_gjk *gjk = &f->cast->gjk;
    if (gjk->rounds == 0) return;
    *warm = gjk->simplex;
    for (int i = 0; i < warm->count; ++i)
        warm->y[i] = wide3_add_scaled(warm->y[i], t - f->when, f->motion);
}

/* Looks along v: how near is C? Where something else is nearer it joins the points. */
static void look_along(gz_pair *pair, gz_gjk *gjk) {
    gz_simplex *simplex = &gjk->simplex;
    int last = simplex->count;
    gjk->axis = gz_pair_direction(gjk->v);
    simplex->y[last] = gz_pair_support(pair, gjk->axis, &simplex->a[last]);
    simplex->hint_a[last] = pair->a.hint;
    simplex->hint_b[last] = pair->b.hint;
    gjk->bound = wide3_dot(gjk->axis, simplex->y[last]) / wide3_length(gjk->axis);
    gjk->lower = gjk->bound > 0 ? gjk->bound : 0;
    ++gjk->rounds;
}

/* The points at hand, moved along their pieces to where they are nearest, and a look that shows how
 * near, or finds the piece that was missing. GZ_UNDECIDED: that did not work, or it is not shown well
 * enough. Rounds of GJK need many looks to come as close to a rim, and leave a part of the way. */
static gz_outcome look_closely(flight *f, wide3 from) {
    gz_gjk found = {.simplex = f->pair->warm, .v = from, .upper = DBL_MAX};
    gz_goal goal = f->goal;
    goal.rel = GZ_CAST_CLOSE;
    while (found.rounds < 2 && found.simplex.count < 4 && gz_smooth_move(f->pair, &goal, &found)) {
        bool contact = found.upper <= goal.near;
        if (contact)
            f->normal = found.axis;
        else
            look_along(f->pair, &found);
        if (contact || gz_gjk_narrow(&found, &f->goal)) {
            f->cast->gjk = found;
            return contact ? GZ_NEAR : GZ_BRACKET;
        }
        ++found.simplex.count;
        found.upper = DBL_MAX;
    }
    return GZ_UNDECIDED;
}

/* The bracket of the cores' distance at time t, started from the direction given. */
static gz_outcome look_at(flight *f, double t, double near, wide3 from) {
    take_along(f, t);
    f->pair->offset = wide3_add_scaled(f->start, t, f->motion);
    f->goal.near = near;
    f->goal.rounds -= f->cast->gjk.rounds;
    f->normal = wide3_make(0, 0, 0);
    gz_goal goal = f->goal;
    if (goal.rounds > f->patience) goal.rounds = f->patience;
    gz_outcome outcome = GZ_UNDECIDED;
    if (f->smooth && f->pair->warm.count > 1 && near > 0) outcome = look_closely(f, from);
    if (outcome == GZ_UNDECIDED) outcome = gz_closest(f->pair, from, &goal, &f->cast->gjk);
    f->pair->warm.count = 0;
    f->cast->rounds += f->cast->gjk.rounds;
    f->when = t;
    return outcome;
}

/* After a look that found contact: do the two overlap deeper than rounding can feign? */
static bool is_deep(flight *f) {
    gz_cast *cast = f->cast;
    int before = cast->gjk.rounds;
    bool deep = gz_overlap_is_deep(f->pair, 0, f->goal.rounds, &cast->gjk);
    cast->rounds += cast->gjk.rounds - before;
    return deep;
}

/* The same after any look. A simplex may hold the origin on one of its sides, as where faces meet:
 * that only a thorough look decides. */
static bool overlap_is_sure(flight *f, gz_outcome outcome, bool thorough) {
    double near = f->pair->radius - f->pair->error;
    if (near > 0) return outcome == GZ_INSIDE || f->cast->gjk.upper <= near;
    if (outcome == GZ_INSIDE && gz_simplex_depth(&f->cast->gjk.simplex) > f->pair->error) return true;
    bool contact = outcome == GZ_INSIDE || f->cast->gjk.upper <= f->pair->radius + f->pair->error;
    return thorough && contact && is_deep(f);
}

/* Do three points of C and the ball that it holds round the difference of the centres, which shrinks
 * towards them, cover the origin by more than rounding can feign? What the weighted sum of the four is
 * off by is taken back once, for the three may be almost in a line. */
static bool is_covered(const gz_pair *pair, const wide3 p[3]) {
    wide3 y[4] = {p[0], p[1], p[2], pair->offset}, slope[4], rest = {0, 0, 0};
    for (int i = 0; i < 3; ++i)
        slope[i] = wide3_cross(wide3_sub(y[(i + 1) % 3], y[3]), wide3_sub(y[(i + 2) % 3], y[3]));
    slope[3] = wide3_cross(wide3_sub(p[2], p[0]), wide3_sub(p[1], p[0]));
    double whole = wide3_dot(slope[3], wide3_sub(p[0], y[3])), weight[4], least = DBL_MAX;
    if (!(fabs(whole) > 0)) return false;
    for (int i = 0; i < 4; ++i) {
        weight[i] = wide3_dot(slope[i], i < 3 ? y[3] : p[0]) / whole;
        rest = wide3_add_scaled(rest, weight[i], y[i]);
    }
    wide3 off = rest;
    for (int i = 0; i < 4; ++i) {
        double change = wide3_dot(slope[i], off) / whole;
        weight[i] += change;
        rest = wide3_add_scaled(rest, change, y[i]);
        least = weight[i] < least ? weight[i] : least;
    }
    return least >= 0 && weight[3] * pair->inner - wide3_length(rest) > 2 * pair->error;
}

/* The direction along the edge of two points where they met, and one across; else any two. */
static bool find_edge(const gz_simplex *met, wide3 u, wide3 *along, wide3 *across) {
    bool edge = met->count == 2;
    int near = edge && met->weight[1] > met->weight[0]; /* where they met is nearer to that one */
    wide3 other = fabs(u.x) < 0.5 ? wide3_make(1, 0, 0) : wide3_make(0, 1, 0);
    *across = wide3_cross(u, edge ? wide3_sub(met->y[near], met->y[1 - near]) : other);
    double length = wide3_length(*across);
    if (!(length > 0)) return false;
    *across = wide3_scale(*across, 1 / length);
    *along = wide3_cross(*across, u);
    return true;
}

/* Support points of directions tilted by tau three ways, which span a triangle around the place where
 * the two met. Of an edge any tilt finds the ends, the farther one first, and the less it is, the less
 * the rest moves. */
static bool fan_out(flight *f, const gz_simplex *met, double tau, wide3 p[3]) {
    static const double turn[3][2] = {{1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    double share = met->count == 2 ? GZ_CAST_FAN_EDGE : 1;
    wide3 u = f->cast->axis, along, across, a;
    if (!find_edge(met, u, &along, &across)) return false;
    for (int i = 0; i < 3; ++i) {
        wide3 d = wide3_add_scaled(u, share * tau * turn[i][0], along);
        p[i] = gz_pair_support(f->pair,
                               gz_pair_direction(wide3_add_scaled(d, tau * turn[i][1], across)), &a);
    }
    ++f->cast->rounds;
    return true;
}

/* Is there a contact for sure a moment after t, when the two met? Sets upper. */
static bool meets_smoothly(flight *f, double t, double speed) {
    gz_pair *pair = f->pair;
    if (!f->smooth || pair->radius > 0 || !(pair->inner > 0)) return false;
    double depth = GZ_CAST_DEPTH * pair->error, later = depth / speed;
    const gz_simplex *met = &f->cast->gjk.simplex;
    wide3 p[3];
    f->cast->upper = t + later;
    pair->offset = wide3_add_scaled(f->start, f->cast->upper, f->motion);
    if (met->count == 3) {
        for (int i = 0; i < 3; ++i) p[i] = wide3_add_scaled(met->y[i], later, f->motion);
        if (is_covered(pair, p)) return true;
    }
    return fan_out(f, met, sqrt(depth * GZ_CAST_FAN), p) && is_covered(pair, p);
}

/* Is there a real contact by a moment after t? Sets upper. */
static bool meets_soon(flight *f, double t, double speed, int patience) {
    double step = 4 * f->pair->error / speed;
    f->patience = patience;
    for (int i = 0; i < GZ_CAST_CONFIRMATIONS; ++i, step *= 8) {
        f->cast->upper = t + step;
        gz_outcome outcome =
            look_at(f, f->cast->upper, f->pair->radius - f->pair->error, f->cast->axis);
        if (overlap_is_sure(f, outcome, i > 0)) return true;
    }
    return false;
}

/* Does the plane across u show that the two do no more than touch? If so, u is the axis. */
static bool shows_touching(flight *f, wide3 direction) {
    wide3 u = gz_pair_direction(direction), a;
    double length = wide3_length(u);
    if (!(length > 0)) return false;
    double height = wide3_dot(u, gz_pair_support(f->pair, u, &a)) / length;
    if (height < f->pair->radius - 3 * f->pair->error) return false;
    f->cast->axis = wide3_scale(u, 1 / length);
    return true;
}

/* Contact was found at t within the rounding radius. A moment later is tried next before one that takes
 * many rounds. */
static gz_cast_end confirm(flight *f, double t, double speed) {
    gz_cast *cast = f->cast;
    gz_gjk contact = cast->gjk;
    cast->upper = t;
    if (wide3_max_abs(f->normal) > 0) shows_touching(f, f->normal); /* better than that on the way */
    bool sure =
        speed > 0 && (meets_smoothly(f, t, speed) || meets_soon(f, t, speed, GZ_CAST_PATIENCE) ||
                      meets_soon(f, t, speed, f->goal.rounds));
    cast->gjk = contact;
    f->pair->offset = wide3_add_scaled(f->start, t, f->motion);
    double early =
        speed > 0 ? t - 2 * f->pair->error / speed : t; /* the gaps flown were that uncertain */
    cast->lower = early > 0 ? early : 0;
    cast->t = t;
    return sure ? GZ_CAST_HIT : GZ_CAST_GRAZE;
}

/* Two that touch at the start: the axis is across a plane that shows it. There is one across v, the
 * first direction, or one of the simplex' triangles; if not, v or the first direction has to do. */
static void find_touching_axis(flight *f, wide3 from) {
    static const int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    gz_simplex simplex = f->cast->gjk.simplex;
    wide3 v = f->cast->gjk.v;
    if (shows_touching(f, v) || shows_touching(f, from)) return;
    int planes = simplex.count == 4 ? 4 : simplex.count == 3 ? 1 : 0;
    for (int i = 0; i < planes; ++i) {
        wide3 corner = simplex.y[faces[i][0]];
        wide3 normal = wide3_cross(wide3_sub(simplex.y[faces[i][1]], corner),
                                   wide3_sub(simplex.y[faces[i][2]], corner));
        if (shows_touching(f, normal) || shows_touching(f, wide3_neg(normal))) return;
    }
    wide3 u = wide3_max_abs(v) > 0 ? v : from;
    f->cast->axis = wide3_scale(u, 1 / wide3_length(u));
}

/* Contact at the start: do they touch there, or overlap deeper? */
static gz_cast_end judge_start(flight *f, wide3 from) {
    if (is_deep(f)) return GZ_CAST_INSIDE;
    find_touching_axis(f, from);
    return GZ_CAST_GRAZE;
}

static gz_cast_end fly(flight *f, double last) {
    gz_cast *cast = f->cast;
    double touch = f->pair->radius + f->pair->error, t = 0, speed = 0;
    wide3 from = wide3_max_abs(f->start) > 0 ? f->start : wide3_make(1, 0, 0);
    for (;;) {
        gz_outcome outcome = look_at(f, t, touch, from);
        const gz_gjk *gjk = &cast->gjk;
        bool contact = outcome == GZ_INSIDE || outcome == GZ_NEAR || gjk->upper <= touch;
        if (contact && t == 0) return judge_start(f, from);
        if (contact) return confirm(f, t, speed);
        cast->lower = t;
        if (outcome == GZ_EXHAUSTED || f->goal.rounds <= gjk->rounds) return GZ_CAST_LIMIT;
        /* The certified plane; where rounding leaves no gap to it, what is left is contact. */
        double gap = gjk->lower - f->pair->radius;
        if (!(gap > 0)) return confirm(f, t, speed);
        cast->axis = wide3_scale(gjk->axis, 1 / wide3_length(gjk->axis));
        speed = -wide3_dot(cast->axis, f->motion);
        if (!(speed > 0)) return GZ_CAST_MISS;
        double next = t + gap / speed;
        if (!(next <= last)) return GZ_CAST_MISS;
        if (!(next > t)) return confirm(f, t, speed);
        from = cast->axis;
        t = next;
    }
}

gz_cast_end gz_cast_run(gz_pair *pair, wide3 motion, double last, const gz_goal *options,
                        gz_cast *cast) {
    flight f = {pair, pair->offset, motion, *options, cast, 0, 0, false, {0, 0, 0}};
    *cast = (gz_cast){0};
    f.goal.far = DBL_MAX;
    f.goal.rounds *= GZ_CAST_ROUNDS;
    f.patience = f.goal.rounds;
    f.smooth = !f.goal.trace && gz_is_smooth(pair);
    if (f.goal.rel < GZ_CAST_GAP) f.goal.rel = GZ_CAST_GAP;
    return fly(&f, last);
}
