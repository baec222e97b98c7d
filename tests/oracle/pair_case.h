/* SPDX-License-Identifier: MIT
 * Random pairs of two bodies of given kinds in a given regime, each made from one number. The pairs are
 * planted: a direction n is drawn first, and B is moved until its farthest point along -n stands a
 * chosen gap beyond A's farthest along n. A gap >= 0 is then the distance, but for the rounding of the
 * pose. Regimes of the same number make the same pair for ever: tests/regress keeps some. */
#ifndef GRAZE_ORACLE_PAIR_CASE_H
#define GRAZE_ORACLE_PAIR_CASE_H

#include "oracle/body.h"

typedef enum pair_regime {
    PAIR_SEPARATED,   /* gap 0.1 to 3 sizes */
    PAIR_NEAR,        /* gap 1e-3 to 1e-7 sizes */
    PAIR_TOUCHING,    /* gap 0 */
    PAIR_OVERLAPPING, /* depth 1e-3 to 0.5 sizes along n */
    PAIR_CONCENTRIC,  /* the same pose origin, often the same pose; not planted */
    PAIR_RATIO,       /* sizes differ by 1e-6 to 1e6; any of the gaps above */
    PAIR_FAR,         /* 1e6 sizes away from the origin; any of the gaps above */
    PAIR_DEFORMED,    /* scaled, sheared, reflected poses; any of the gaps above */
    /* For the depth. What "n" is the way out by is not always the nearest way out. */
    PAIR_SHALLOW,       /* depth 1e-6 to 0.05 sizes along n */
    PAIR_DEEP,          /* depth 0.5 to 2 sizes along n */
    PAIR_CONTAINED,     /* a point of A's inside in the inside of B, which is up to 100 times smaller */
    PAIR_COAXIAL,       /* the same axes, shifted not at all, along A's y axis or any way; often the
                           same body twice */
    PAIR_DEEP_RATIO,    /* shallow, overlapping, deep or contained, sizes 1e-6 to 1e6 */
    PAIR_DEEP_FAR,      /* the same 1e6 sizes away from the origin */
    PAIR_DEEP_DEFORMED, /* the same, poses as in PAIR_DEFORMED */
    PAIR_REGIME_COUNT
} pair_regime;

const char *pair_regime_text(pair_regime regime);

typedef struct pair_case {
    body body_a, body_b;
    graze_placed a, b;
    placed_body seen_a, seen_b; /* from the origin of A's pose */
    bool planted;               /* the distance is known to lie between these two */
    long double planted_lower, planted_upper;
    graze_vec3 motion; /* of A, for casts: mostly towards B, a little farther than the gap */
} pair_case;

/* The two kinds must not both be the half-space. A pair_case is large and must stay where it is. */
void pair_case_make(pair_case *c, graze_shape_kind kind_a, graze_shape_kind kind_b, pair_regime regime,
                    uint64_t seed);
void pair_case_release(pair_case *c);
/* Turns a placed shape about its origin by an angle, about an axis drawn at random. */
void pair_case_turn(graze_placed *placed, graze_real angle, graze_random *random);
/* A cache that nobody has filled in. Hints mostly name something, sometimes nothing. */
graze_cache pair_case_garbage(graze_random *random);

#endif
