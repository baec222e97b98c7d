/* SPDX-License-Identifier: MIT */
#include "oracle/depth_search.h"

#include <math.h>

#include "oracle/depth_features.h"
#include "oracle/min_norm.h"

enum { SPREAD = 128, KEPT = 6, STEPS = 40, ARC = 32, SECTIONS = 40 };
/* Kept directions differ by at least this angle. */
#define APART 0.25L
/* The largest circle of oracle_nearly_round; and by how much of the depth the radius may exceed it. */
#define CIRCLE 0.1L
#define ROUND 0.3L
/* s of a step, at least: below, the nearest point says too little about the direction. */
#define OUTSIDE_LEAST 1e-9L
/* Closer than this to a better one a direction will lead to the same; and one that is behind by more
 * than this many times its last gain will not catch up. */
#define SAME 1e-3L
#define HOPE 20

typedef struct searcher {
    const placed_body *a, *b;
    long double tolerance, size;
    oracle_depth kept[KEPT]; /* the best so far, best first */
    int count;
} searcher;

static searcher start_search(const placed_body *a, const placed_body *b, long double tolerance) {
    long double size =
        placed_body_reach(a) + placed_body_reach(b) + ld3_length(ld3_sub(a->origin, b->origin));
    return (searcher){.a = a, .b = b, .tolerance = tolerance, .size = size};
}

static oracle_depth look(const searcher *s, ld3 direction) {
    ld3 n = ld3_unit(direction);
    return (oracle_depth){-oracle_gap(s->a, s->b, n), n};
}

/* -- improving one -- */

/* The step described in the header; the direction itself where rounding allows none. */
static oracle_depth step(const searcher *s, oracle_depth from, long double tolerance) {
    long double outside = fmaxl(fmaxl(from.depth, s->tolerance), OUTSIDE_LEAST * s->size);
    placed_body moved = *s->b;
    moved.origin = ld3_add_scaled(moved.origin, from.depth + outside, from.normal);
    oracle_bracket way = oracle_body_distance(s->a, &moved, (oracle_goal){tolerance, -1});
    return way.lower > 0 ? look(s, way.axis) : from;
}

/* On along the way from one direction to a better one, twice as far each time, while it pays. */
static oracle_depth stride(const searcher *s, ld3 from, oracle_depth to) {
    ld3 way = ld3_sub(to.normal, from);
    for (long double far = 1; far <= 0x1p20L; far *= 2) {
        oracle_depth next = look(s, ld3_add_scaled(to.normal, far, way));
        if (!(next.depth < to.depth)) break;
        to = next;
    }
    return to;
}

/* Not worth going on: it arrives where another already was, or gains too little to catch up. */
static bool is_beaten(const oracle_depth *at, long double gain, const oracle_depth *known) {
    if (!known || at->depth < known->depth) return false;
    return ld3_distance(at->normal, known->normal) < SAME || at->depth - known->depth > HOPE * gain;
}

/* known: the best of others, or NULL. */
static oracle_depth descend(const searcher *s, oracle_depth best, const oracle_depth *known) {
    bool fine = false; /* first roughly, then as exactly as asked */
    for (int i = 0; i < STEPS && best.depth > 0; ++i) {
        long double rough = fmaxl(s->tolerance, 1e-3L * best.depth);
        oracle_depth next = step(s, best, fine ? s->tolerance : rough);
        if (next.depth < best.depth) next = stride(s, best.normal, next);
        long double gain = fmaxl(best.depth - next.depth, 0);
        if (next.depth < best.depth) best = next;
        if (fine && gain <= s->tolerance) break;
        if (i > 1 && is_beaten(&best, gain, known)) break;
        fine = fine || gain <= 0.01L * best.depth;
    }
    return best;
}

/* A unit vector and two at right angles. */
typedef struct tangent_frame {
    ld3 n, u, w;
} tangent_frame;

static tangent_frame frame_at(ld3 n) {
    ld3 u = ld3_unit(ld3_cross(n, fabsl(n.x) < 0.7L ? (ld3){1, 0, 0} : (ld3){0, 1, 0}));
    return (tangent_frame){n, u, ld3_cross(n, u)};
}

/* The direction at (x, y) of the tangent plane of n. */
static oracle_depth beside(const searcher *s, tangent_frame at, long double x, long double y) {
    return look(s, ld3_add_scaled(ld3_add_scaled(at.n, x, at.u), y, at.w));
}

/* One step of Newton's method on h in the tangent plane, derivatives by differences. */
static oracle_depth newton(const searcher *s, oracle_depth at, long double r) {
    tangent_frame frame = frame_at(at.normal);
    long double f = at.depth, right = beside(s, frame, r, 0).depth,
                left = beside(s, frame, -r, 0).depth;
    long double up = beside(s, frame, 0, r).depth, down = beside(s, frame, 0, -r).depth;
    long double corner = beside(s, frame, r, r).depth;
    long double fx = (right - left) / 2, fy = (up - down) / 2;
    long double fxx = right - 2 * f + left, fyy = up - 2 * f + down, fxy = corner - right - up + f;
    long double determinant = fxx * fyy - fxy * fxy;
    if (!(fxx > 0 && determinant > 0)) return at;
    long double x = -(fyy * fx - fxy * fy) / determinant, y = -(fxx * fy - fxy * fx) / determinant;
    if (!(fabsl(x) + fabsl(y) < 100)) return at;
    return beside(s, frame, r * x, r * y);
}

/* Where the boundary is smooth and almost round, the steps above become too small to tell. */
static oracle_depth polish(const searcher *s, oracle_depth best) {
    for (long double r = 1e-2L; r > 1e-7L; r /= 4) {
        oracle_depth next = newton(s, best, r);
        if (next.depth < best.depth) best = next;
    }
    return best;
}

/* -- where to begin -- */

/* Keeps it if it is among the best, away from better ones. */
static void consider(void *user, ld3 direction) {
    searcher *s = user;
    if (!(ld3_length(direction) > 0)) return;
    oracle_depth seen = look(s, direction);
    int at = 0;
    for (; at < s->count && s->kept[at].depth <= seen.depth; ++at)
        if (ld3_distance(s->kept[at].normal, seen.normal) < APART) return;
    int kept = at;
    for (int i = at; i < s->count; ++i) /* what is close to it and not better goes */
        if (ld3_distance(s->kept[i].normal, seen.normal) >= APART) s->kept[kept++] = s->kept[i];
    s->count = kept < KEPT ? kept : KEPT - 1;
    if (at >= KEPT) return;
    for (int i = s->count; i > at; --i) s->kept[i] = s->kept[i - 1];
    s->kept[at] = seen;
    ++s->count;
}

static void consider_both(searcher *s, ld3 direction) {
    consider(s, direction);
    consider(s, ld3_scale(direction, -1));
}

/* Points spread evenly on the sphere along a spiral. */
static void consider_everywhere(searcher *s) {
    for (int i = 0; i < SPREAD; ++i) {
        long double z = 1 - (2 * i + 1) / (long double)SPREAD, turn = 2.39996322972865332223L * i;
        long double across = sqrtl(1 - z * z);
        consider(s, (ld3){across * cosl(turn), across * sinl(turn), z});
    }
}

static void consider_axes(searcher *s) {
    const graze_mat3 *of_a = &s->a->pose.basis, *of_b = &s->b->pose.basis;
    for (int i = 0; i < 3; ++i) {
        consider_both(s, ld3_from(of_a->col[i]));
        consider_both(s, ld3_from(of_b->col[i]));
        for (int j = 0; j < 3; ++j)
            consider_both(s, ld3_cross(ld3_from(of_a->col[i]), ld3_from(of_b->col[j])));
    }
    consider_both(s, ld3_sub(s->b->origin, s->a->origin));
}

oracle_depth oracle_depth_search(const placed_body *a, const placed_body *b, long double tolerance) {
    searcher s = start_search(a, b, tolerance);
    consider_everywhere(&s);
    consider_axes(&s);
    oracle_depth_features(a, b, consider, &s);
    oracle_depth best = s.kept[0];
    for (int i = 0; i < s.count && best.depth > 0; ++i) {
        oracle_depth improved = descend(&s, s.kept[i], i > 0 ? &best : NULL);
        if (improved.depth < best.depth) best = improved;
    }
    return best.depth > 0 ? polish(&s, best) : best;
}

void oracle_depth_improve(const placed_body *a, const placed_body *b, long double tolerance, ld3 from,
                          oracle_depth *best) {
    searcher s = start_search(a, b, tolerance);
    oracle_depth improved = polish(&s, descend(&s, look(&s, from), best));
    if (improved.depth < best->depth) *best = improved;
}

/* -- roundness -- */

/* A circle of directions around a normal. */
typedef struct circle {
    const searcher *s;
    tangent_frame at;
    long double angle;
} circle;

static long double on_circle(const circle *c, long double turn) {
    long double r = tanl(c->angle);
    return beside(c->s, c->at, r * cosl(turn), r * sinl(turn)).depth;
}

/* The least between two turns, by golden sections. */
static long double least_between(const circle *c, long double lo, long double hi) {
    const long double golden = 0.61803398874989484820L;
    long double least = fminl(on_circle(c, lo), on_circle(c, hi));
    for (int i = 0; i < SECTIONS; ++i) {
        long double x = hi - golden * (hi - lo), y = lo + golden * (hi - lo);
        long double at_x = on_circle(c, x), at_y = on_circle(c, y);
        least = fminl(least, fminl(at_x, at_y));
        if (at_x < at_y)
            hi = y;
        else
            lo = x;
    }
    return least;
}

/* The least on the circle: some turns, and golden sections around each that is lower than the two
 * beside it. A circle crosses a narrow valley twice, and the sample that is lowest of all may lie in
 * the half that rises. */
static long double least_on_circle(const circle *c) {
    const long double apart = 6.28318530717958647692L / ARC;
    long double at[ARC], least = HUGE_VALL;
    for (int i = 0; i < ARC; ++i) at[i] = on_circle(c, apart * i);
    for (int i = 0; i < ARC; ++i)
        if (at[i] <= at[(i + 1) % ARC] && at[i] <= at[(i + ARC - 1) % ARC])
            least = fminl(least, least_between(c, apart * (i - 1), apart * (i + 1)));
    return least;
}

bool oracle_nearly_round(const placed_body *a, const placed_body *b, const oracle_depth *best) {
    searcher s = start_search(a, b, 0);
    for (long double angle = CIRCLE; angle > CIRCLE / 200; angle /= 10) {
        circle c = {&s, frame_at(best->normal), angle};
        long double round = ROUND * best->depth * angle * angle / 2;
        if (least_on_circle(&c) <= best->depth + round + 0x1p-56L * s.size) return true;
    }
    return false;
}
