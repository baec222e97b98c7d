/* SPDX-License-Identifier: MIT */
#include <gmp.h>
#include <stdlib.h>

#include "oracle/min_ball.h"

enum { MOST = 10 };

typedef struct q3 {
    mpq_t x[3];
} q3;

/* Everything that is computed with, made once. */
static struct {
    bool made;
    q3 point[MOST], edge[3], center, way;
    mpq_t m[3][4], squared, best, one, two;
} w;

static void make_once(void) {
    if (w.made) return;
    w.made = true;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < MOST; ++i) mpq_init(w.point[i].x[k]);
        for (int i = 0; i < 3; ++i) mpq_init(w.edge[i].x[k]);
        for (int j = 0; j < 4; ++j) mpq_init(w.m[k][j]);
        mpq_init(w.center.x[k]);
        mpq_init(w.way.x[k]);
    }
    mpq_inits(w.squared, w.best, w.one, w.two, NULL);
}

static void dot(mpq_t out, const q3 *a, const q3 *b) {
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; ++k) {
        mpq_mul(w.two, a->x[k], b->x[k]);
        mpq_add(out, out, w.two);
    }
}

static void distance_squared(mpq_t out, const q3 *a, const q3 *b) {
    for (int k = 0; k < 3; ++k) mpq_sub(w.way.x[k], a->x[k], b->x[k]);
    dot(out, &w.way, &w.way);
}

/* Row i minus a multiple of row k, so that column k of it becomes zero. */
static void eliminate(int i, int k) {
    mpq_t part;
    mpq_init(part);
    mpq_div(part, w.m[i][k], w.m[k][k]);
    for (int j = 0; j < 4; ++j) {
        mpq_mul(w.two, part, w.m[k][j]);
        mpq_sub(w.m[i][j], w.m[i][j], w.two);
    }
    mpq_clear(part);
}

/* Gauss' elimination of n rows of w.m; false if they are dependent. */
static bool solve(int n) {
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        while (pivot < n && mpq_sgn(w.m[pivot][k]) == 0) ++pivot;
        if (pivot == n) return false;
        for (int j = 0; j < 4; ++j) mpq_swap(w.m[k][j], w.m[pivot][j]);
        for (int i = 0; i < n; ++i)
            if (i != k) eliminate(i, k);
    }
    return true;
}

/* The centre of the ball through the points chosen, in their span; false if they are dependent. */
static bool circumscribe(const int *chosen, int count) {
    int n = count - 1;
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k)
            mpq_sub(w.edge[i].x[k], w.point[chosen[i + 1]].x[k], w.point[chosen[0]].x[k]);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            dot(w.m[i][j], &w.edge[i], &w.edge[j]);
            mpq_mul_2exp(w.m[i][j], w.m[i][j], 1);
        }
        dot(w.m[i][3], &w.edge[i], &w.edge[i]);
    }
    if (!solve(n)) return false;
    for (int k = 0; k < 3; ++k) mpq_set(w.center.x[k], w.point[chosen[0]].x[k]);
    for (int i = 0; i < n; ++i) {
        mpq_div(w.one, w.m[i][3], w.m[i][i]);
        for (int k = 0; k < 3; ++k) {
            mpq_mul(w.two, w.one, w.edge[i].x[k]);
            mpq_add(w.center.x[k], w.center.x[k], w.two);
        }
    }
    distance_squared(w.squared, &w.center, &w.point[chosen[0]]);
    return true;
}

static bool holds_all(int count) {
    for (int i = 0; i < count; ++i) {
        distance_squared(w.one, &w.center, &w.point[i]);
        if (mpq_cmp(w.one, w.squared) > 0) return false;
    }
    return true;
}

/* The root of a rational: numerator over denominator, both shifted so that a long double holds them. */
static long double root(const mpq_t q) {
    mpf_t f;
    mpf_init2(f, 256);
    mpf_set_q(f, q);
    mpf_sqrt(f, f);
    long double high = (long double)mpf_get_d(f);
    mpf_t rest;
    mpf_init2(rest, 256);
    mpf_set_d(rest, (double)high);
    mpf_sub(rest, f, rest);
    long double value = high + (long double)mpf_get_d(rest);
    mpf_clears(f, rest, NULL);
    return value;
}

long double oracle_min_ball_exact(const graze_vec3 *points, size_t count) {
    if (count > MOST || count == 0) abort();
    make_once();
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) mpq_set_d(w.point[i].x[k], (double)graze_vec3_get(points[i], k));
    bool found = false;
    for (unsigned subset = 1; subset < 1u << count; ++subset) {
        int chosen[MOST], n = 0;
        for (int i = 0; i < (int)count; ++i)
            if (subset >> i & 1) chosen[n++] = i;
        if (n > 4 || !circumscribe(chosen, n)) continue;
        if ((found && mpq_cmp(w.squared, w.best) >= 0) || !holds_all((int)count)) continue;
        mpq_set(w.best, w.squared);
        found = true;
    }
    return root(w.best);
}
