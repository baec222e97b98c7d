/* SPDX-License-Identifier: MIT
 * Pairs of polytopes with a planted optimum: A lies in n . x <= n . p and touches that plane in a
 * vertex, an edge or a face around p; B lies in n . x >= n . p + gap and touches that plane likewise
 * around p + gap n. So the distance is gap, and p and p + gap n are closest points. Each has a corner
 * straight behind its point, so with a negative gap they overlap, by at most -gap. */
#ifndef GRAZE_ORACLE_PLANTED_H
#define GRAZE_ORACLE_PLANTED_H

#include "graze/graze.h"

typedef enum planted_feature {
    PLANTED_VERTEX,
    PLANTED_EDGE,
    PLANTED_FACE,
    PLANTED_FEATURES
} planted_feature;

#define PLANTED_MOST 10

typedef struct planted_points {
    graze_vec3 points[PLANTED_MOST];
    int count;
} planted_points;

typedef struct planted_pair {
    planted_points a, b;
    graze_vec3 p, normal;
} planted_pair;

/* Sizes about 1. Aligned: n = (0, 0, 1) and all coordinates multiples of 2^-8, plus gap in z for the
 * corners of B near A, so if gap is a power of two, or a sum of few, everything is exact. Otherwise n
 * is random and the points are rounded, so the gap is off by a few eps. */
planted_pair planted_make(planted_feature of_a, planted_feature of_b, long double gap, bool aligned,
                          graze_random *random);

const char *planted_name(planted_feature feature);

#endif
