/* SPDX-License-Identifier: MIT */
#include "convex/gjk.h"

#include <float.h>

#include "base/tolerance.h"
#include "convex/few.h"
#include "convex/smooth_finish.h"
#include "convex/star_walk.h"
#include "convex/trace.h"

static bool has_point(const gz_simplex *simplex, wide3 w) {
    for (int i = 0; i < simplex->count; ++i)
        if (wide3_equal(simplex->y[i], w)) return true;
    return false;
}

bool gz_gjk_narrow(const gz_gjk *gjk, const gz_goal *goal) {
    double width = gjk->upper - gjk->bound;
    return width <= goal->abs || width <= goal->rel * fabs(gjk->upper - goal->shift);
}

static graze_flow show(const gz_gjk *gjk, wide3 w, double scale, const graze_trace *trace) {
    return gz_trace_show(trace, &gjk->simplex, w,
                         &(gz_trace_round){.round = gjk->rounds,
                                           .closest = gjk->v,
                                           .lower = gjk->lower,
                                           .upper = gjk->upper,
                                           .scale = scale});
}

/* How the pair is looked at. */
typedef struct sight {
    const gz_few_kernel *kernel; /* of two polytopes of few vertices; NULL: by support mappings */
    gz_few few;
} sight;

static inline void open_eyes(const gz_pair *pair, sight *s) {
    bool few = pair->a.shape->few & pair->b.shape->few;
    s->kernel = few ? gz_few_choose() : NULL;
    if (!few) return;
    double a[3][3], b[3][3];
    for (int i = 0; i < 3; ++i) {
        wide3 of_a = wide3_neg(pair->a.basis.col[i]), of_b = pair->b.basis.col[i];
        a[i][0] = of_a.x, a[i][1] = of_a.y, a[i][2] = of_a.z;
        b[i][0] = of_b.x, b[i][1] = of_b.y, b[i][2] = of_b.z;
    }
    s->kernel->enter(pair->a.shape, (const double(*)[3])a, pair->b.shape, (const double(*)[3])b,
                     &s->few);
}

/* The point of C farthest against v, and how far along v it is. */
static inline double support_of_few(gz_pair *pair, const sight *s, wide3 v, wide3 *w, wide3 *a) {
    gz_few_reach reach = s->kernel->reach(&s->few, v.x, v.y, v.z);
    pair->a.hint = reach.a;
    pair->b.hint = reach.b;
    *a = wide3_neg(gz_few_point(&s->few.a, reach.a));
    *w = wide3_add(wide3_sub(*a, gz_few_point(&s->few.b, reach.b)), pair->offset);
    return wide3_dot(v, pair->offset) - reach.along;
}

/* The support plane with normal v: the round's new point, and the bound that it certifies. */
static inline double look(gz_pair *pair, const sight *s, wide3 v, wide3 *w, wide3 *a) {
    if (s->kernel) return support_of_few(pair, s, v, w, a) / wide3_length(v);
    *w = gz_pair_support(pair, v, a);
    return wide3_dot(v, *w) / wide3_length(v);
}

/* The best axis so far and room for another. Whether a bound is better cannot be predicted, so there is
 * no branch: every new axis goes to the slot that is free, and may stay. */
typedef struct axis_slots {
    wide3 axis[2];
    unsigned best;
} axis_slots;

/* A round with a quick step, if that brings v clearly nearer; else GZ_STALLED. toward is a multiple of
 * v, then and now: as good a direction, and the next round can begin with it before v is known. */
GZ_INLINE gz_outcome quick_round(gz_pair *pair, const sight *s, const gz_goal *goal, axis_slots *axes,
                                 wide3 *toward, gz_gjk *gjk) {
    gz_newcomer newest;
    wide3 direction = gz_pair_direction(*toward);
    double bound = look(pair, s, direction, &newest.y, &newest.a);
    axes->axis[axes->best ^ 1] = direction;
    axes->best ^= bound > gjk->lower;
    gjk->lower = bound > gjk->lower ? bound : gjk->lower;
    gjk->bound = bound;
    if (gjk->lower > goal->far) return GZ_FAR;
    if (gjk->simplex.count > 0 && gz_gjk_narrow(gjk, goal)) return GZ_BRACKET;
    newest.hint_a = pair->a.hint;
    newest.hint_b = pair->b.hint;
    gz_step found =
        gz_simplex_step(&gjk->simplex, &newest, GZ_STEP_GAIN * gjk->upper, GZ_STEP_SLACK * pair->error);
    if (found.length < 0) return GZ_STALLED;
    *toward = wide3_fresh(found.toward);
    gjk->v = wide3_fresh(found.v);
    gjk->upper = found.length;
    GZ_ASSERT(gjk->lower <= gjk->upper + pair->error); /* V2 */
    if (goal->trace && show(gjk, newest.y, pair->scale, goal->trace) != GRAZE_CONTINUE)
        return GZ_EXHAUSTED;
    if (gjk->simplex.count == 4) return GZ_INSIDE;
    return found.length <= goal->near ? GZ_NEAR : GZ_UNDECIDED;
}

/* Quick steps as long as they serve. GZ_STALLED: careful ones are to go on. */
GZ_INLINE gz_outcome hurry(gz_pair *pair, const sight *s, const gz_goal *goal, wide3 toward,
                           bool smooth, gz_gjk *gjk) {
    axis_slots axes = {{gjk->axis, gjk->axis}, 0};
    gz_outcome outcome = GZ_UNDECIDED;
    int rest = 0; /* no finish is tried before this round */
    bool walks =
        !goal->trace && goal->far == DBL_MAX && gz_walk_is_possible(pair) && gjk->simplex.count > 0;
    while (outcome == GZ_UNDECIDED && gjk->rounds < goal->rounds) {
        ++gjk->rounds;
        if (walks) outcome = gz_walk(pair, goal, &toward, gjk);
        if (outcome != GZ_UNDECIDED) break;
        outcome = quick_round(pair, s, goal, &axes, &toward, gjk);
        bool due = smooth && outcome == GZ_UNDECIDED && gjk->rounds >= rest && gz_smooth_is_due(gjk);
        if (!due) continue;
        if (gz_smooth_finish(pair, goal, gjk))
            toward = gjk->v;
        else
            rest = 2 * gjk->rounds;
    }
    if (outcome == GZ_STALLED) --gjk->rounds; /* it begins anew */
    gjk->axis = axes.axis[axes.best];
    return outcome == GZ_UNDECIDED ? GZ_EXHAUSTED : outcome;
}

/* Adds one round's new point carefully. A step forward brings v nearer. Near contact v may be as near
 * as rounding can tell while its direction still tilts; then a step sideways, to an equally near face
 * that has the new point, straightens it. */
typedef enum step { STEP_NONE, STEP_FORWARD, STEP_SIDEWAYS } step;

static void take(const gz_simplex *simplex, wide3 v, double length, gz_gjk *gjk) {
    gjk->simplex = *simplex;
    gjk->v = v;
    if (length < gjk->upper) gjk->upper = length;
}

/* The length of the points that v is made of, each by its share: what its roundings are relative to. */
static double weighted_length(const gz_simplex *simplex) {
    double sum = 0;
    for (int i = 0; i < simplex->count; ++i) sum += simplex->weight[i] * wide3_length(simplex->y[i]);
    return sum;
}

/* How far the weighted sum of the points is from v, which it should be. */
static double residue(const gz_simplex *simplex, wide3 v) {
    wide3 left = wide3_neg(v);
    for (int i = 0; i < simplex->count; ++i)
        left = wide3_add_scaled(left, simplex->weight[i], simplex->y[i]);
    return wide3_length(left);
}

static step advance(const gz_pair *pair, wide3 w, wide3 a, gz_gjk *gjk) {
    if (has_point(&gjk->simplex, w)) return STEP_NONE;
    gz_simplex grown = gjk->simplex;
    int last = grown.count++;
    grown.y[last] = w;
    grown.a[last] = a;
    grown.hint_a[last] = pair->a.hint;
    grown.hint_b[last] = pair->b.hint;
    gz_simplex reduced = grown;
    wide3 v = gz_simplex_reduce(&reduced, false);
    double length = wide3_length(v);
    if (length < gjk->upper) {
        take(&reduced, v, length, gjk);
        return STEP_FORWARD;
    }
    v = gz_simplex_reduce(&grown, true);
    length = wide3_length(v);
    double slack = GZ_GJK_SIDEWAYS * weighted_length(&grown);
    if (!(length <= gjk->upper + slack) || !has_point(&grown, w)) return STEP_NONE;
    take(&grown, v, length, gjk);
    return STEP_SIDEWAYS;
}

/* Back to an earlier state; what was learned since then about the distance stays. */
static void go_back(const gz_gjk *earlier, gz_gjk *gjk) {
    int rounds = gjk->rounds;
    double lower = gjk->lower;
    wide3 axis = gjk->axis;
    *gjk = *earlier;
    gjk->rounds = rounds;
    gjk->lower = lower;
    gjk->axis = axis;
}

/* One descent by careful steps, from gjk's simplex. When rounding ends it, gjk is the state with the
 * narrowest bracket on the way: the last steps of a stalled descent may have tilted v. */
static gz_outcome descend(gz_pair *pair, const sight *s, const gz_goal *goal, gz_gjk *gjk) {
    gz_gjk best = *gjk;
    double narrowest = DBL_MAX, straightest = -DBL_MAX; /* since the last step forward */
    int sideways = 0;
    bool sound = true; /* v is the weighted sum of the simplex' points */
    while (gjk->rounds < goal->rounds) {
        ++gjk->rounds;
        wide3 w, a, direction = gz_pair_direction(gjk->v);
        gjk->bound = look(pair, s, direction, &w, &a);
        if (gjk->bound > gjk->lower) {
            gjk->lower = gjk->bound;
            gjk->axis = direction;
        }
        if (gjk->lower > goal->far) return GZ_FAR;
        if (sound && gjk->simplex.count > 0 && gz_gjk_narrow(gjk, goal)) return GZ_BRACKET;
        if (sound && gjk->upper - gjk->bound < narrowest) {
            narrowest = gjk->upper - gjk->bound;
            best = *gjk;
        }
        if (sideways == 0 || gjk->bound > straightest) {
            straightest = gjk->bound;
            sideways = 0;
        }
        double upper = gjk->upper;
        step last = sideways < GZ_GJK_SIDEWAYS_STEPS ? advance(pair, w, a, gjk) : STEP_NONE;
        if (last == STEP_NONE) {
            go_back(&best, gjk);
            return GZ_STALLED;
        }
        sideways = last == STEP_SIDEWAYS ? sideways + 1 : 0;
        /* V2: v only comes nearer (theorem 4.4), and neither bound passes the other. */
        GZ_ASSERT(gjk->upper <= upper && gjk->lower <= gjk->upper + pair->error);
        (void)upper;
        sound = last == STEP_FORWARD || residue(&gjk->simplex, gjk->v) <= GZ_GJK_SOUND * pair->error;
        if (goal->trace && show(gjk, w, pair->scale, goal->trace) != GRAZE_CONTINUE) break;
        if (gjk->simplex.count == 4) return GZ_INSIDE;
        if (sound && gjk->upper <= goal->near) return GZ_NEAR;
    }
    if (!sound) go_back(&best, gjk);
    return GZ_EXHAUSTED;
}

/* Three points of C round the one that the plane across n touches: the support points of the unit
 * vector n tilted by tau three ways. On a smooth surface of curvature radius r they span a triangle of
 * size d = tau r under the closest point, and none is too near another: their roundings e tilt the
 * triangle by no more than e / d. */
static void fan_out(gz_pair *pair, wide3 n, double tau, gz_simplex *fan) {
    static const double turn[3][2] = {{1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    wide3 least = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    wide3 s = wide3_cross(n, least);
    s = wide3_scale(s, 1 / wide3_length(s));
    wide3 t = wide3_cross(n, s);
    for (int i = 0; i < 3; ++i) {
        wide3 d = wide3_add_scaled(wide3_add_scaled(n, tau * turn[i][0], s), tau * turn[i][1], t);
        fan->y[i] = gz_pair_support(pair, gz_pair_direction(d), &fan->a[i]);
        fan->hint_a[i] = pair->a.hint;
        fan->hint_b[i] = pair->b.hint;
    }
    fan->count = 3;
}

/* v of a simplex found carefully. False if there is none: the origin is in the simplex. */
static bool settle(gz_gjk *gjk) {
    wide3 v = gz_simplex_reduce(&gjk->simplex, false);
    if (gjk->simplex.count == 4 || !(wide3_max_abs(v) > 0)) return false;
    gjk->v = v;
    double length = wide3_length(v);
    if (length < gjk->upper) gjk->upper = length;
    return true;
}

static void begin(wide3 start, gz_gjk *gjk) {
    gjk->simplex.count = 0;
    gjk->v = start;
    gjk->axis = wide3_make(0, 0, 0);
    gjk->lower = 0;
    gjk->upper = DBL_MAX;
    gjk->bound = 0;
    gjk->rounds = 0;
}

/* All but the weights. */
static inline void copy_points(const gz_simplex *from, gz_simplex *to) {
    for (int i = 0; i < from->count; ++i) {
        to->y[i] = wide3_fresh(from->y[i]);
        to->a[i] = wide3_fresh(from->a[i]);
        to->hint_a[i] = from->hint_a[i];
        to->hint_b[i] = from->hint_b[i];
    }
    to->count = from->count;
}

/* Starts from points of C at hand, which serve once. GZ_UNDECIDED: they do not settle it. */
GZ_INLINE gz_outcome begin_warm(gz_pair *pair, const gz_goal *goal, wide3 *toward, gz_gjk *gjk) {
    const gz_simplex *warm = &pair->warm;
    int last = warm->count - 1;
    gz_newcomer newest = {wide3_fresh(warm->y[last]), wide3_fresh(warm->a[last]), warm->hint_a[last],
                          warm->hint_b[last]};
    begin(*toward, gjk);
    copy_points(warm, &gjk->simplex);
    pair->warm.count = 0;
    pair->a.hint = newest.hint_a;
    pair->b.hint = newest.hint_b;
    gjk->simplex.count = last;
    gz_step found = gz_simplex_step(&gjk->simplex, &newest, DBL_MAX, GZ_STEP_SLACK * pair->error);
    gz_outcome outcome = gz_step_take(goal, found, toward, gjk);
    if (outcome != GZ_STALLED) return outcome;
    ++gjk->simplex.count;
    if (!settle(gjk)) begin(*toward, gjk);
    *toward = gjk->v;
    return GZ_UNDECIDED;
}

/* Where quick steps end above what was asked, careful ones go on. Where these stall, they try again
 * from fans round the best plane, wider and wider; the narrowest answer counts. Nobody watches that. */
gz_outcome gz_gjk_run(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    bool smooth =
        !goal->trace && goal->far == DBL_MAX && goal->rel < GZ_SMOOTH_WORTH && gz_is_smooth(pair);
    if (pair->warm.count == 0)
        begin(start, gjk);
    else if (smooth) {
        begin(start, gjk);
        copy_points(&pair->warm, &gjk->simplex);
        pair->warm.count = 0;
        if (!gz_smooth_start(pair, goal, gjk)) begin(start, gjk);
        start = gjk->v;
    } else {
        gz_outcome warm = begin_warm(pair, goal, &start, gjk);
        if (warm != GZ_UNDECIDED) {
            gjk->rounds = 1;
            return warm;
        }
    }
    sight s;
    open_eyes(pair, &s);
    gz_outcome outcome = hurry(pair, &s, goal, start, smooth, gjk);
    if (outcome != GZ_STALLED) return outcome;
    if (gjk->simplex.count > 0) settle(gjk);
    outcome = descend(pair, &s, goal, gjk);
    gz_goal unwatched = *goal;
    unwatched.trace = NULL;
    double tau = GZ_GJK_FAN;
    for (int i = 0; i < GZ_GJK_FANS && outcome == GZ_STALLED; ++i, tau *= GZ_GJK_FAN_GROWTH) {
        wide3 from = gz_pair_direction(gjk->lower > 0 ? gjk->axis : gjk->v);
        double length = wide3_length(from);
        if (!(length > 0) || gjk->rounds >= goal->rounds) break;
        gz_gjk again;
        begin(from, &again);
        fan_out(pair, wide3_scale(from, 1 / length), tau, &again.simplex);
        if (!settle(&again)) begin(from, &again);
        again.rounds = gjk->rounds + 1; /* the fan counts as one */
        again.lower = gjk->lower;
        again.axis = gjk->axis;
        gz_outcome second = descend(pair, &s, &unwatched, &again);
        bool better = second != GZ_EXHAUSTED &&
                      (second != GZ_STALLED || again.upper - again.bound < gjk->upper - gjk->bound);
        if (!better) {
            gjk->rounds = again.rounds;
            continue;
        }
        *gjk = again;
        outcome = second;
    }
    bool spent = gjk->rounds >= goal->rounds && !gz_gjk_narrow(gjk, goal);
    return outcome == GZ_STALLED && spent ? GZ_EXHAUSTED : outcome; /* more rounds might have helped */
}

void gz_gjk_look_again(gz_pair *pair, gz_gjk *gjk) {
    wide3 w, a;
    const sight plain = {.kernel = NULL};
    gjk->bound = look(pair, &plain, gz_pair_direction(gjk->v), &w, &a);
}
