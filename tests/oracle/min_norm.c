/* SPDX-License-Identifier: MIT */
#include "oracle/min_norm.h"

#include <math.h>

enum { ROUNDS = 1000, SIDEWAYS_MOST = 40, STARTS = 7 };
/* Near contact a far point may turn the direction by what matters while x comes no nearer than rounding
 * can tell, in terms of the points that x is made of: such steps are taken too. */
#define SIDEWAYS 0x1p-60L

/* A - B, or A - point if b is NULL. The radius is what the margins add to both: they stay outside,
 * because a round set takes many more rounds than its core. */
typedef struct difference {
    const placed_body *a, *b;
    ld3 point;
    long double radius;
} difference;

static ld3 farthest(const difference *c, ld3 v) {
    ld3 other = c->b ? placed_body_support(c->b, ld3_scale(v, -1)) : c->point;
    return ld3_sub(placed_body_support(c->a, v), other);
}

static long double height(const difference *c, ld3 v) {
    return placed_body_height(c->a, v) +
           (c->b ? placed_body_height(c->b, ld3_scale(v, -1)) : -ld3_dot(c->point, v));
}

/* The edges from the first point of a corral as Q R, by Gram and Schmidt, each twice. */
typedef struct frame {
    ld3 q[3];
    long double r[3][3];
    int count; /* of edges; negative: the points are dependent */
} frame;

/* Wolfe's corral: affinely independent points, the weights of the current point x, and their frame. */
typedef struct corral {
    ld3 point[4];
    long double weight[4];
    int count;
    frame frame;
} corral;

static ld3 combination(const corral *s, const long double *weight) {
    ld3 x = {0, 0, 0};
    long double sum = 0;
    for (int i = 0; i < s->count; ++i) {
        x = ld3_add(x, ld3_scale(s->point[i], weight[i]));
        sum += weight[i];
    }
    return ld3_scale(x, 1 / sum);
}

static long double weighted_size(const corral *s) {
    long double size = 0;
    for (int i = 0; i < s->count; ++i) size += s->weight[i] * ld3_length(s->point[i]);
    return size;
}

static bool make_frame(corral *s) {
    frame *f = &s->frame;
    f->count = -1;
    for (int i = 0; i < s->count - 1; ++i) {
        ld3 e = ld3_sub(s->point[i + 1], s->point[0]);
        long double whole = ld3_length(e);
        for (int j = 0; j < i; ++j) f->r[j][i] = 0;
        for (int pass = 0; pass < 2; ++pass)
            for (int j = 0; j < i; ++j) {
                long double along = ld3_dot(f->q[j], e);
                e = ld3_sub(e, ld3_scale(f->q[j], along));
                f->r[j][i] += along;
            }
        f->r[i][i] = ld3_length(e);
        if (!(f->r[i][i] > 1e-18L * whole)) return false;
        f->q[i] = ld3_scale(e, 1 / f->r[i][i]);
    }
    f->count = s->count - 1;
    return true;
}

/* The weights of the point of the affine hull nearest to the origin: from x, any point of it, the
 * remaining way is t along the edges with R t = -Q^T x. A flat simplex magnifies the rounding of the
 * first solution; walking again from where it led takes that back, until there is nothing to take. */
static bool affine_nearest(corral *s, long double weight[4]) {
    if (!make_frame(s)) return false;
    const frame *f = &s->frame;
    for (int i = 0; i < s->count; ++i) weight[i] = i == 0;
    long double most = 1;
    for (int pass = 0; pass < 3 && most > 0x1p-62L; ++pass) {
        ld3 x = combination(s, weight);
        long double t[3];
        most = 0;
        for (int i = f->count - 1; i >= 0; --i) {
            t[i] = -ld3_dot(f->q[i], x);
            for (int j = i + 1; j < f->count; ++j) t[i] -= f->r[i][j] * t[j];
            t[i] /= f->r[i][i];
            weight[i + 1] += t[i];
            weight[0] -= t[i];
            most = fmaxl(most, fabsl(t[i]));
        }
    }
    return true;
}

/* Drops points of no weight. */
static void clean(corral *s) {
    int kept = 0;
    for (int i = 0; i < s->count; ++i)
        if (s->weight[i] > 0) {
            s->point[kept] = s->point[i];
            s->weight[kept++] = s->weight[i];
        }
    s->count = kept;
}

/* Wolfe's minor cycle: walk from the current weights towards those of the affine hull's nearest point;
 * at the wall of the simplex, drop what has become zero and walk again. */
static bool descend(corral *s) {
    while (s->count > 1) {
        long double wanted[4], step = 1;
        int wall = -1;
        if (!affine_nearest(s, wanted)) return false;
        for (int i = 0; i < s->count; ++i)
            if (wanted[i] <= 0 && s->weight[i] / (s->weight[i] - wanted[i]) < step) {
                step = s->weight[i] / (s->weight[i] - wanted[i]);
                wall = i;
            }
        for (int i = 0; i < s->count; ++i) s->weight[i] += step * (wanted[i] - s->weight[i]);
        if (wall < 0) return true;
        s->weight[wall] = 0;
        clean(s);
    }
    s->weight[0] = 1;
    s->frame.count = 0;
    return true;
}

/* The unit vector from x back to the origin, at right angles to the corral: x itself is off by a
 * rounding of the far points it is made of, and near contact that would tilt it by much. */
static ld3 downward(const corral *s, ld3 x) {
    const frame *f = &s->frame;
    ld3 d = x;
    for (int pass = 0; pass < 3; ++pass)
        for (int i = 0; i < f->count; ++i) d = ld3_sub(d, ld3_scale(f->q[i], ld3_dot(f->q[i], d)));
    long double length = ld3_length(d);
    return length > 0 ? ld3_scale(d, -1 / length) : ld3_scale(x, -1 / ld3_length(x));
}

/* The bracket of the cores as one of the bodies. */
static oracle_bracket with_radius(oracle_bracket b, long double radius) {
    b.lower = fmaxl(b.lower - radius, 0);
    b.upper = fmaxl(b.upper - radius, 0);
    if (b.lower == 0) b.axis = (ld3){0, 0, 0};
    return b;
}

static bool enough(const oracle_bracket *cores, long double radius, oracle_goal goal) {
    oracle_bracket b = with_radius(*cores, radius);
    if (b.upper - b.lower <= goal.tolerance) return true;
    return goal.limit >= 0 && (b.lower > goal.limit || b.upper <= goal.limit);
}

static oracle_bracket nearest_from(const difference *c, ld3 start, oracle_goal goal) {
    corral s = {.point = {farthest(c, start)}, .weight = {1}, .count = 1};
    ld3 x = s.point[0];
    oracle_bracket bracket = {0, ld3_length(x), 0, {0, 0, 0}};
    int sideways = 0;
    for (; bracket.rounds < ROUNDS && bracket.upper > 0; ++bracket.rounds) {
        ld3 down = downward(&s, x);
        long double gap = -height(c, down);
        if (gap > bracket.lower) {
            bracket.lower = gap;
            bracket.axis = down;
        }
        if (enough(&bracket, c->radius, goal) || s.count == 4) break;
        corral grown = s;
        grown.point[grown.count] = farthest(c, down);
        grown.weight[grown.count++] = 0;
        if (!descend(&grown)) break;
        ld3 y = combination(&grown, grown.weight);
        long double length = ld3_length(y);
        if (!(length <= bracket.upper + SIDEWAYS * weighted_size(&grown))) break;
        if (length < bracket.upper)
            sideways = 0;
        else if (++sideways > SIDEWAYS_MOST)
            break;
        s = grown;
        x = y;
        if (length < bracket.upper) bracket.upper = length;
    }
    return bracket;
}

/* Rounding may end a descent early where its points are nearly dependent. Then it is tried from other
 * sides, and the best of both bounds counts. */
static oracle_bracket nearest(const difference *c, ld3 start, oracle_goal goal) {
    static const ld3 side[STARTS - 1] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                         {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    oracle_bracket best = nearest_from(c, start, goal);
    for (int i = 0; i < STARTS - 1 && best.upper > 0 && !enough(&best, c->radius, goal); ++i) {
        oracle_bracket again = nearest_from(c, side[i], goal);
        best.rounds += again.rounds;
        if (again.upper < best.upper) best.upper = again.upper;
        if (!(again.lower > best.lower)) continue;
        best.lower = again.lower;
        best.axis = again.axis;
    }
    return best;
}

static ld3 some_direction(ld3 v) { return ld3_length(v) > 0 ? v : (ld3){1, 0, 0}; }

static placed_body core_of(const placed_body *p) {
    placed_body core = *p;
    core.margin = 0;
    return core;
}

oracle_bracket oracle_body_distance(const placed_body *a, const placed_body *b, oracle_goal goal) {
    placed_body core_a = core_of(a), core_b = core_of(b);
    difference c = {&core_a, &core_b, {0, 0, 0}, a->margin + b->margin};
    ld3 start = some_direction(ld3_sub(b->origin, a->origin));
    return with_radius(nearest(&c, start, goal), c.radius);
}

oracle_bracket oracle_point_distance(const placed_body *a, ld3 point, oracle_goal goal) {
    placed_body core = core_of(a);
    difference c = {&core, NULL, point, a->margin};
    return with_radius(nearest(&c, some_direction(ld3_sub(point, a->origin)), goal), c.radius);
}

long double oracle_gap(const placed_body *a, const placed_body *b, ld3 v) {
    difference c = {a, b, {0, 0, 0}, 0};
    return -height(&c, v) / ld3_length(v);
}
