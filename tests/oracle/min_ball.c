/* SPDX-License-Identifier: MIT */
#include "oracle/min_ball.h"

#include <stdlib.h>

typedef struct ball {
    ld3 center;
    long double squared; /* negative: empty */
    ld3 basis[4];        /* the points it goes through */
    int count;
} ball;

/* The ball through one to four points with its centre in their span, by Gauss' elimination with pivots
 * on 2 e_i . x = e_i . e_i in the basis of the edges. False if they are dependent. */
static bool through(const ld3 *p, int count, ball *out) {
    long double m[3][4], size = 0;
    ld3 e[3];
    int n = count - 1;
    for (int i = 0; i < n; ++i) e[i] = ld3_sub(p[i + 1], p[0]);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) m[i][j] = 2 * ld3_dot(e[i], e[j]);
        m[i][3] = ld3_dot(e[i], e[i]);
        size = fmaxl(size, m[i][3]);
    }
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (fabsl(m[i][k]) > fabsl(m[pivot][k])) pivot = i;
        if (!(fabsl(m[pivot][k]) > 1e-17L * size)) return false;
        for (int j = 0; j < 4; ++j) {
            long double t = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = t;
        }
        for (int i = 0; i < n; ++i) {
            if (i == k) continue;
            long double part = m[i][k] / m[k][k];
            for (int j = k; j < 4; ++j) m[i][j] -= part * m[k][j];
        }
    }
    ld3 from = {0, 0, 0};
    for (int i = 0; i < n; ++i) from = ld3_add_scaled(from, m[i][3] / m[i][i], e[i]);
    *out = (ball){.center = ld3_add(p[0], from), .squared = ld3_dot(from, from), .count = count};
    for (int i = 0; i < count; ++i) out->basis[i] = p[i];
    return true;
}

static bool holds(const ball *b, ld3 p) {
    ld3 way = ld3_sub(p, b->center);
    return ld3_dot(way, way) <= b->squared * (1 + 1e-16L);
}

/* The smallest ball round the first count points with those of the basis on its boundary. */
static ball smallest(ld3 *points, size_t count, ld3 *basis, int fixed) {
    ball b = {.squared = -1};
    if (fixed > 0 && !through(basis, fixed, &b)) return b;
    if (fixed == 4) return b;
    for (size_t i = 0; i < count; ++i) {
        ld3 p = points[i];
        if (b.squared >= 0 && holds(&b, p)) continue;
        basis[fixed] = p;
        ball larger = smallest(points, i, basis, fixed + 1);
        if (!(larger.squared > b.squared)) continue; /* dependent, or rounding */
        b = larger;
        for (size_t k = i; k > 0; --k) points[k] = points[k - 1];
        points[0] = p;
    }
    return b;
}

/* The smallest ball round at most five points: of those through one to four of them that hold all. */
static ball smallest_of_few(const ld3 *few, int count) {
    ball least = {.squared = INFINITY};
    for (unsigned subset = 1; subset < 1u << count; ++subset) {
        ld3 chosen[5];
        ball b;
        int n = 0;
        for (int i = 0; i < count; ++i)
            if (subset >> i & 1) chosen[n++] = few[i];
        if (n > 4 || !through(chosen, n, &b) || !(b.squared < least.squared)) continue;
        bool all = true;
        for (int i = 0; i < count; ++i) all = all && holds(&b, few[i]);
        if (all) least = b;
    }
    return least;
}

/* What rounding made of the search may be larger than the smallest ball round its basis: from there on,
 * the farthest point joins as long as one is outside. */
static ball certified(const ball *found, const ld3 *points, size_t count) {
    ball b = smallest_of_few(found->basis, found->count);
    for (int step = 0; step < 100; ++step) {
        ld3 few[5];
        size_t farthest = 0;
        for (size_t i = 1; i < count; ++i)
            if (ld3_distance(points[i], b.center) > ld3_distance(points[farthest], b.center))
                farthest = i;
        if (holds(&b, points[farthest])) break;
        for (int i = 0; i < b.count; ++i) few[i] = b.basis[i];
        few[b.count] = points[farthest];
        ball next = smallest_of_few(few, b.count + 1);
        if (!(next.squared > b.squared && next.squared < INFINITY)) break;
        b = next;
    }
    return b;
}

long double oracle_min_ball(const graze_vec3 *points, size_t count) {
    enum { PASSES = 20 }; /* the first is nearly always the last but one */
    ld3 *copy = malloc(count * sizeof *copy), basis[4];
    if (!copy) abort();
    ld3 origin = ld3_from(points[0]);
    for (size_t i = 0; i < count; ++i) copy[i] = ld3_sub(ld3_from(points[i]), origin);
    ball b = {.squared = 0};
    bool done = false;
    for (int pass = 0; pass < PASSES && !done; ++pass) { /* again, as long as rounding left one out */
        b = smallest(copy, count, basis, 0);
        done = true;
        for (size_t i = 0; i < count && done; ++i) done = holds(&b, copy[i]);
    }
    b = certified(&b, copy, count);
    free(copy);
    return sqrtl(b.squared);
}
