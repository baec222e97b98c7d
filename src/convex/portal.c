/* SPDX-License-Identifier: MIT */
#include "convex/portal.h"

/* y0 . (y_i x y_j) */
static inline double side(const gz_simplex *s, int i, int j) {
    return wide3_triple(wide3_fresh(s->y[0]), wide3_fresh(s->y[i]), wide3_fresh(s->y[j]));
}

static inline wide3 edge(const gz_simplex *s, int from, int to) {
    return wide3_sub(wide3_fresh(s->y[to]), wide3_fresh(s->y[from]));
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

/* C's farthest point along n, and the point of A behind it. GZ_FAR if the origin is farther along n
 * than asked, GZ_STALLED if it is outside, but not that far. */
static inline gz_outcome look(gz_pair *pair, wide3 n, double far, gz_gjk *gjk, wide3 *y, wide3 *a) {
    wide3 direction = gz_pair_direction(wide3_neg(n)), point = gz_pair_support(pair, direction, a);
    double along = wide3_dot(direction, point);
    *y = point;
    ++gjk->rounds;
    if (!(along > 0)) return GZ_UNDECIDED;
    gjk->axis = direction;
    gjk->lower = along / wide3_length(direction);
    return gjk->lower > far ? GZ_FAR : GZ_STALLED;
}

/* The balls round the centres, shrunk towards y1, leave a cone in C with the top y1. Is the origin deep
 * in it? n, from the segment y0 y1 to the origin, is given times its squared length. The common point
 * is that of the two balls on the way, where they have shrunk by 1 - t. */
static inline bool is_in_cone(const gz_pair *pair, wide3 n, double squared, double along,
                              const gz_simplex *s, wide3 *common) {
    double left = squared - along; /* (1 - t) squared */
    double sure = left * pair->inner - 3 * pair->error * squared;
    if (!(along > 0 && sure > 0 && wide3_length_squared(n) < sure * sure)) return false;
    double share = (double)pair->a.shape->inner * pair->scale / pair->inner, per = 1 / squared;
    *common = wide3_add_scaled(wide3_scale(s->a[1], along * per), share * per, n);
    return true;
}

/* Two more points, so that the ray passes the triangle of all three. */
static gz_outcome find_portal(gz_pair *pair, double far, gz_gjk *gjk, wide3 *common) {
    gz_simplex *s = &gjk->simplex;
    wide3 e = edge(s, 0, 1);
    double along = -wide3_dot(s->y[0], e), squared = wide3_length_squared(e);
    wide3 n = wide3_neg(wide3_add_scaled(wide3_scale(s->y[0], squared), along, e));
    if (is_in_cone(pair, n, squared, along, s, common)) return GZ_INSIDE;
    gz_outcome outcome = look(pair, n, far, gjk, &s->y[2], &s->a[2]);
    if (outcome != GZ_UNDECIDED) return outcome;
    if (side(s, 1, 2) > 0) swap_corners(s, 1, 2);
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 up = wide3_cross(edge(s, 0, 1), edge(s, 0, 2));
        outcome = look(pair, up, far, gjk, &s->y[3], &s->a[3]);
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

/* The corners hold the origin; is it deep enough, and their weights good enough for a common point? */
static gz_outcome weigh(const gz_pair *pair, double inside, double t12, double t23, double t31,
                        const gz_simplex *s, wide3 *common) {
    double whole = 1 / (inside - (t12 + t23 + t31));
    double weight[4] = {inside * whole, -t23 * whole, -t31 * whole, -t12 * whole};
    wide3 rest = wide3_scale(s->y[0], weight[0]);
    *common = wide3_make(0, 0, 0); /* corner 0 is made of the centres, that of A is there */
    for (int i = 1; i < 4; ++i) {
        rest = wide3_add_scaled(rest, weight[i], wide3_fresh(s->y[i]));
        *common = wide3_add_scaled(*common, weight[i], wide3_fresh(s->a[i]));
    }
    double slack = GZ_PORTAL_RESIDUE * pair->error;
    bool convex = t12 <= 0 && t23 <= 0 && t31 <= 0; /* rounding may have chosen a wrong side */
    bool sound = convex && wide3_length_squared(rest) <= slack * slack;
    return sound && weight[0] * pair->inner > 3 * pair->error ? GZ_INSIDE : GZ_STALLED;
}

/* The ray has passed the portal; moves it outward until the origin is before it. */
static gz_outcome pass_portal(gz_pair *pair, double far, gz_gjk *gjk, wide3 *common) {
    gz_simplex *s = &gjk->simplex;
    double t12 = side(s, 1, 2), t23 = side(s, 2, 3), t31 = side(s, 3, 1);
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 n = wide3_cross(edge(s, 1, 2), edge(s, 1, 3));
        double inside = wide3_dot(n, wide3_fresh(s->y[1]));
        if (inside > 0) return weigh(pair, inside, t12, t23, t31, s, common);
        wide3 y, a;
        gz_outcome outcome = look(pair, n, far, gjk, &y, &a);
        if (outcome != GZ_UNDECIDED) return outcome;
        wide3 cross = wide3_cross(y, wide3_fresh(s->y[0]));
        double t1 = wide3_dot(wide3_fresh(s->y[1]), cross);
        double t2 = wide3_dot(wide3_fresh(s->y[2]), cross);
        double t3 = wide3_dot(wide3_fresh(s->y[3]), cross);
        int out = t1 >= 0 && t2 <= 0 ? 3 : t1 < 0 && t3 >= 0 ? 2 : 1;
        if (out == 3) {
            t23 = t2;
            t31 = -t1;
        } else if (out == 2) {
            t12 = t1;
            t23 = -t3;
        } else {
            t12 = -t2;
            t31 = t3;
        }
        s->y[out] = y;
        s->a[out] = a;
    }
    return GZ_STALLED;
}

gz_outcome gz_portal_search(gz_pair *pair, double far, gz_gjk *gjk, wide3 *common) {
    gz_simplex *s = &gjk->simplex;
    if (pair->warm.count != 2 || !(far < GZ_PORTAL_FAR * pair->inner)) return GZ_UNDECIDED;
    for (int i = 0; i < 2; ++i) {
        s->y[i] = wide3_fresh(pair->warm.y[i]);
        s->a[i] = wide3_fresh(pair->warm.a[i]);
    }
    s->count = 0;
    gjk->lower = 0;
    gjk->rounds = 1;
    gz_outcome outcome = find_portal(pair, far, gjk, common);
    if (outcome == GZ_UNDECIDED) outcome = pass_portal(pair, far, gjk, common);
    return outcome == GZ_FAR || outcome == GZ_INSIDE ? outcome : GZ_UNDECIDED;
}
