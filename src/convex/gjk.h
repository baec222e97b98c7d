/* SPDX-License-Identifier: MIT
 * The distance of the difference C = core(A) - core(B) from the origin, with bounds from both sides
 * (B:2806-2829, 3183-3258; lower bound P:173-183). One loop serves every query: they differ only in
 * what they want to know.
 *
 * Invariants: v is a point of C, upper = |v| never rises; lower never falls; the distance lies between
 * them up to the pair's rounding radius; lower is certified by axis: every point c of C satisfies
 * axis . c >= lower |axis| up to that radius. */
#ifndef GZ_CONVEX_GJK_H
#define GZ_CONVEX_GJK_H

#include "convex/pair.h"
#include "convex/simplex.h"
#include "graze/query.h"

/* When to stop: as soon as the distance is known to be at most `near`, or more than `far`, or the
 * bracket is at most max(rel (upper - shift), abs) wide. */
typedef struct gz_goal {
    double near, far;
    double rel, abs, shift;
    int rounds;
    const graze_trace *trace; /* NULL: nobody watches */
} gz_goal;

typedef enum gz_outcome {
    GZ_UNDECIDED, /* none of these yet: a run goes on */
    GZ_NEAR,      /* upper <= near */
    GZ_FAR,       /* lower > far */
    GZ_INSIDE,    /* the origin is in C */
    GZ_BRACKET,   /* the bracket is narrow enough */
    GZ_STALLED,   /* rounding allows no more progress */
    GZ_EXHAUSTED  /* rounds used up */
} gz_outcome;

typedef struct gz_gjk {
    gz_simplex simplex; /* points of C around the closest one, with the points of A behind them,
                           relative to A's centre */
    wide3 v;            /* the point of C nearest to the origin so far */
    wide3 axis;         /* the direction that certifies lower; zero if lower is 0 */
    double lower, upper;
    double bound; /* the lower bound that v itself certifies */
    int rounds;
} gz_gjk;

/* Is the bracket of v as narrow as the goal asks? */
bool gz_gjk_narrow(const gz_gjk *gjk, const gz_goal *goal);

/* Runs from a first direction (nonzero; a guess of v, e.g. the last axis of the pair). */
gz_outcome gz_gjk_run(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk);

/* A run that was cut short has not looked along its last v: its bound is that of the v before. This
 * makes bound, v and the witnesses belong together again, at the price of one support point. */
void gz_gjk_look_again(gz_pair *pair, gz_gjk *gjk);

#endif
