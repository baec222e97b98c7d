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

#include <float.h>

#include "base/tolerance.h"

typedef struct flight {
    gz_pair *pair;
    wide3 start, motion;
    gz_goal goal;
    gz_cast *cast;
    double when;  /* the last look was */
    int patience; /* the most rounds of a look */
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

/* The bracket of the cores' distance at time t, started from the direction given. */
static gz_outcome look_at(flight *f, double t, double near, wide3 from) {
    take_along(f, t);
    f->pair->offset = wide3_add_scaled(f->start, t, f->motion);
    f->goal.near = near;
    f->goal.rounds -= f->cast->gjk.rounds;
    gz_goal goal = f->goal;
    if (goal.rounds > f->patience) goal.rounds = f->patience;
    gz_outcome outcome = gz_closest(f->pair, from, &goal, &f->cast->gjk);
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

/* Contact was found at t within the rounding radius. A moment later is tried next before one that takes
 * many rounds. */
static gz_cast_end confirm(flight *f, double t, double speed) {
    gz_cast *cast = f->cast;
    gz_gjk contact = cast->gjk;
    cast->upper = t;
    bool sure = speed > 0 &&
                (meets_soon(f, t, speed, GZ_CAST_PATIENCE) || meets_soon(f, t, speed, f->goal.rounds));
    cast->gjk = contact;
    f->pair->offset = wide3_add_scaled(f->start, t, f->motion);
    double early =
        speed > 0 ? t - 2 * f->pair->error / speed : t; /* the gaps flown were that uncertain */
    cast->lower = early > 0 ? early : 0;
    cast->t = t;
    return sure ? GZ_CAST_HIT : GZ_CAST_GRAZE;
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
    flight f = {pair, pair->offset, motion, *options, cast, 0, 0};
    *cast = (gz_cast){0};
    f.goal.far = DBL_MAX;
    f.goal.rounds *= GZ_CAST_ROUNDS;
    f.patience = f.goal.rounds;
    if (f.goal.rel < GZ_CAST_GAP) f.goal.rel = GZ_CAST_GAP;
    return fly(&f, last);
}
