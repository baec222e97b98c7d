/* SPDX-License-Identifier: MIT */
#include "oracle/seidel_lp.h"

#include <stdlib.h>

typedef struct problem {
    int dimensions;
    long double box;
    graze_random *random;
} problem;

static bool solve(const problem *p, oracle_constraint *c, int count, const long double *objective,
                  long double *x);

static long double magnitude(long double x) { return x < 0 ? -x : x; }

static long double value(const oracle_constraint *c, int dimensions, const long double *x) {
    long double sum = -c->bound;
    for (int i = 0; i < dimensions; ++i) sum += c->normal[i] * x[i];
    return sum;
}

/* Rounding slack of one constraint at x: what the terms could have lost. */
static long double slack(const oracle_constraint *c, int dimensions, const long double *x) {
    long double sum = magnitude(c->bound);
    for (int i = 0; i < dimensions; ++i) sum += magnitude(c->normal[i] * x[i]);
    return sum * 64 * 5.5e-20L;
}

static void shuffle(oracle_constraint *c, int count, graze_random *random) {
    for (int i = count - 1; i > 0; --i) {
        int j = (int)(graze_random_bits(random) % (uint64_t)(i + 1));
        oracle_constraint keep = c[i];
        c[i] = c[j];
        c[j] = keep;
    }
}

/* One dimension: an interval. */
static bool solve_interval(const problem *p, const oracle_constraint *c, int count,
                           const long double *objective, long double *x) {
    long double lo = -p->box, hi = p->box;
    for (int i = 0; i < count; ++i) {
        long double n = c[i].normal[0], b = c[i].bound;
        if (n > 0 && b / n < hi) hi = b / n;
        if (n < 0 && b / n > lo) lo = b / n;
        if (n == 0 && b < 0) return false;
    }
    if (lo > hi + 64 * 5.5e-20L * (magnitude(lo) + magnitude(hi))) return false;
    x[0] = objective[0] >= 0 ? hi : lo;
    return true;
}

/* x[k] = (bound - sum of the others) / normal[k] on the plane of constraint t, put into c. */
static void eliminate(const oracle_constraint *t, int k, int dimensions, const oracle_constraint *c,
                      oracle_constraint *out) {
    long double f = c->normal[k] / t->normal[k];
    for (int i = 0, j = 0; i < dimensions; ++i)
        if (i != k) out->normal[j++] = c->normal[i] - f * t->normal[i];
    out->bound = c->bound - f * t->bound;
}

/* The best point on the plane of constraint t that keeps c[0..count-1] and the cube in x[k]. */
static bool solve_on_plane(const problem *p, const oracle_constraint *t, const oracle_constraint *c,
                           int count, const long double *objective, long double *x) {
    int d = p->dimensions, k = 0;
    for (int i = 1; i < d; ++i)
        if (magnitude(t->normal[i]) > magnitude(t->normal[k])) k = i;
    if (t->normal[k] == 0) return false; /* 0 . x <= negative */
    oracle_constraint *lower = malloc(((size_t)count + 2) * sizeof *lower);
    if (!lower) abort();
    for (int i = 0; i < count; ++i) eliminate(t, k, d, &c[i], &lower[i]);
    for (int side = -1; side <= 1; side += 2) {
        oracle_constraint wall = {.bound = p->box};
        wall.normal[k] = side;
        eliminate(t, k, d, &wall, &lower[count++]);
    }
    oracle_constraint goal = {.bound = 0}, reduced;
    for (int i = 0; i < d; ++i) goal.normal[i] = objective[i];
    eliminate(t, k, d, &goal, &reduced);
    problem smaller = {d - 1, p->box, p->random};
    long double y[ORACLE_LP_DIMENSIONS];
    bool feasible = solve(&smaller, lower, count, reduced.normal, y);
    free(lower);
    if (!feasible) return false;
    long double rest = t->bound;
    for (int i = 0, j = 0; i < d; ++i)
        if (i != k) {
            x[i] = y[j++];
            rest -= t->normal[i] * x[i];
        }
    x[k] = rest / t->normal[k];
    return true;
}

static bool solve(const problem *p, oracle_constraint *c, int count, const long double *objective,
                  long double *x) {
    if (p->dimensions == 1) return solve_interval(p, c, count, objective, x);
    shuffle(c, count, p->random);
    for (int i = 0; i < p->dimensions; ++i) x[i] = objective[i] >= 0 ? p->box : -p->box;
    for (int i = 0; i < count; ++i)
        if (value(&c[i], p->dimensions, x) > slack(&c[i], p->dimensions, x) &&
            !solve_on_plane(p, &c[i], c, i, objective, x))
            return false;
    return true;
}

bool oracle_lp(int dimensions, oracle_constraint *constraints, int count, const long double *objective,
               long double box, graze_random *random, long double *x) {
    problem p = {dimensions, box, random};
    return solve(&p, constraints, count, objective, x);
}

long double oracle_separation(const graze_vec3 *y, int count, graze_vec3 point, graze_random *random,
                              long double v[3]) {
    oracle_constraint *c = malloc(((size_t)count + 6) * sizeof *c);
    if (!c) abort();
    long double scale = 0;
    for (int i = 0; i < count; ++i) {
        c[i].normal[0] = (long double)y[i].x - point.x;
        c[i].normal[1] = (long double)y[i].y - point.y;
        c[i].normal[2] = (long double)y[i].z - point.z;
        for (int k = 0; k < 3; ++k)
            if (magnitude(c[i].normal[k]) > scale) scale = magnitude(c[i].normal[k]);
    }
    for (int i = 0; i < count; ++i) { /* v . (y - p) / scale + t <= 0 */
        for (int k = 0; k < 3; ++k) c[i].normal[k] = scale > 0 ? c[i].normal[k] / scale : 0;
        c[i].normal[3] = 1;
        c[i].bound = 0;
    }
    for (int k = 0; k < 6; ++k) { /* |v| <= 1, while t may grow to 4 */
        c[count + k] = (oracle_constraint){.bound = 1};
        c[count + k].normal[k / 2] = k % 2 ? -1 : 1;
    }
    long double objective[4] = {0, 0, 0, 1}, x[4] = {0, 0, 0, 0};
    bool feasible = oracle_lp(4, c, count + 6, objective, 4, random, x);
    free(c);
    for (int k = 0; k < 3; ++k) v[k] = feasible ? x[k] : 0;
    return feasible && x[3] > 0 ? x[3] * scale : 0;
}
