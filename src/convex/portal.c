/* SPDX-License-Identifier: MIT */
#include "convex/portal.h"

#include <float.h>

/* y0 . (y_i x y_j) */
static inline double side(const gz_simplex *s, int i, int j) {
    return wide3_triple(s->y[0], s->y[i], s->y[j]);
}

static inline wide3 edge(const gz_simplex *s, int from, int to) {
    return wide3_sub(s->y[to], s->y[from]);
}

static inline void copy_corner(gz_simplex *s, int from, int to) {
    s->y[to] = wide3_fresh(s->y[from]);
    s->a[to] = wide3_fresh(s->a[from]);
}

static inline void swap_corners(gz_simplex *s, int i, int j) {
    wide3 y = wide3_fresh(s->y[i]), a = wide3_fresh(s->a[i]);
    copy_corner(s, j, i);
    s->y[j] = y;
    s->a[j] = a;
}

/* C's farthest point along n becomes corner i. GZ_FAR if the origin is farther along n than asked,
 * GZ_STALLED if it is outside, but not that far. */
static inline gz_outcome look(gz_pair *pair, wide3 n, double far, int i, gz_gjk *gjk) {
    gz_simplex *s = &gjk->simplex;
    wide3 direction = gz_pair_direction(wide3_neg(n));
    s->y[i] = gz_pair_support(pair, direction, &s->a[i]);
    ++gjk->rounds;
    double along = wide3_dot(direction, s->y[i]);
    if (!(along > 0)) return GZ_UNDECIDED;
    gjk->axis = direction;
    gjk->lower = along / wide3_length(direction);
    return gjk->lower > far ? GZ_FAR : GZ_STALLED;
}

/* Two more points, so that the ray passes the triangle of all three. */
static gz_outcome find_portal(gz_pair *pair, double far, gz_gjk *gjk) {
    gz_simplex *s = &gjk->simplex;
    wide3 e = edge(s, 0, 1);
    wide3 n = wide3_add_scaled(wide3_scale(e, wide3_dot(s->y[0], e)), -wide3_length_squared(e), s->y[0]);
    gz_outcome outcome = look(pair, n, far, 2, gjk);
    if (outcome != GZ_UNDECIDED) return outcome;
    if (side(s, 1, 2) > 0) swap_corners(s, 1, 2);
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        outcome = look(pair, wide3_cross(edge(s, 0, 1), edge(s, 0, 2)), far, 3, gjk);
        if (outcome != GZ_UNDECIDED) return outcome;
        if (side(s, 3, 1) > 0)
            copy_corner(s, 3, 2);
        else if (side(s, 2, 3) > 0)
            copy_corner(s, 3, 1);
        else
            return GZ_UNDECIDED;
    }
    return GZ_STALLED;
}

/* Weights of the corners, if they hold the origin deep enough. */
static gz_outcome weigh(const gz_pair *pair, double inside, double t12, double t23, double t31,
                        gz_gjk *gjk) {
    gz_simplex *s = &gjk->simplex;
    double whole = 1 / (inside - (t12 + t23 + t31));
    s->weight[0] = inside * whole;
    s->weight[1] = -t23 * whole;
    s->weight[2] = -t31 * whole;
    s->weight[3] = -t12 * whole;
    s->count = 4;
    gjk->v = wide3_scale(s->y[0], s->weight[0]);
    for (int i = 1; i < 4; ++i) gjk->v = wide3_add_scaled(gjk->v, s->weight[i], s->y[i]);
    gjk->upper = wide3_length(gjk->v);
    bool sound = gjk->upper <= GZ_PORTAL_RESIDUE * pair->error;
    return sound && s->weight[0] * pair->inner > 3 * pair->error ? GZ_INSIDE : GZ_STALLED;
}

/* The ray has passed the portal; moves it outward until the origin is before it. */
static gz_outcome pass_portal(gz_pair *pair, double far, gz_gjk *gjk) {
    gz_simplex *s = &gjk->simplex;
    double t12 = side(s, 1, 2), t23 = side(s, 2, 3), t31 = side(s, 3, 1);
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 n = wide3_cross(edge(s, 1, 2), edge(s, 1, 3));
        double inside = wide3_dot(n, s->y[1]);
        if (inside > 0) return weigh(pair, inside, t12, t23, t31, gjk);
        wide3 direction = gz_pair_direction(wide3_neg(n)), a;
        wide3 y = gz_pair_support(pair, direction, &a);
        ++gjk->rounds;
        double along = wide3_dot(direction, y);
        if (along > 0) {
            gjk->axis = direction;
            gjk->lower = along / wide3_length(direction);
            return gjk->lower > far ? GZ_FAR : GZ_STALLED;
        }
        wide3 cross = wide3_cross(y, s->y[0]);
        double t1 = wide3_dot(s->y[1], cross), t2 = wide3_dot(s->y[2], cross);
        double t3 = wide3_dot(s->y[3], cross);
        int out;
        if (t1 >= 0 && t2 <= 0) {
            out = 3, t23 = t2, t31 = -t1;
        } else if (t1 < 0 && t3 >= 0) {
            out = 2, t12 = t1, t23 = -t3;
        } else {
            out = 1, t12 = -t2, t31 = t3;
        }
        s->y[out] = y;
        s->a[out] = a;
    }
    return GZ_STALLED;
}

gz_outcome gz_portal_search(gz_pair *pair, double far, gz_gjk *gjk) {
    gz_simplex *s = &gjk->simplex;
    if (!(pair->inner > 0) || pair->warm.count != 2) return GZ_UNDECIDED;
    for (int i = 0; i < 2; ++i) {
        s->y[i] = wide3_fresh(pair->warm.y[i]);
        s->a[i] = wide3_fresh(pair->warm.a[i]);
    }
    s->count = 0;
    gjk->lower = 0;
    gjk->upper = DBL_MAX;
    gjk->rounds = 1;
    gz_outcome outcome = find_portal(pair, far, gjk);
    if (outcome == GZ_UNDECIDED) outcome = pass_portal(pair, far, gjk);
    return outcome == GZ_FAR || outcome == GZ_INSIDE ? outcome : GZ_UNDECIDED;
}
