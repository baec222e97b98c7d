/* SPDX-License-Identifier: MIT */
#include "oracle/duo.h"

#include <math.h>

#include "convex/pair.h"
#include "harness.h"

#define PI_HALF 1.57079632679489661923L

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

graze_real duo_size(graze_random *random) { return graze_random_uniform(random, (graze_real)0.05, 2); }

graze_pose duo_pose(graze_quat turn, ld3 at) {
    graze_pose pose;
    graze_vec3 origin = {(graze_real)at.x, (graze_real)at.y, (graze_real)at.z};
    assert_int_equal(graze_pose_make(turn, origin, &pose), GRAZE_OK);
    return pose;
}

void duo_place(duo_body *t, graze_pose pose, graze_real margin) {
    t->shape = solid_shape(&t->solid);
    t->placed = (graze_placed){t->shape, pose, margin};
}

void duo_release(duo *p) {
    graze_shape_release(p->a.shape);
    graze_shape_release(p->b.shape);
}

void duo_set_error(duo *p) {
    gz_pair pair;
    assert_int_equal(gz_pair_make(&p->a.placed, &p->b.placed, &pair), GRAZE_OK);
    p->error = (long double)pair.error / (long double)pair.scale +
               8 * (long double)GRAZE_EPSILON *
                   (ld3_length(ld3_from(p->a.placed.pose.origin)) +
                    ld3_length(ld3_from(p->b.placed.pose.origin)));
}

/* max v . x over the placed body, seen from the point `from`. */
static long double height(const duo_body *t, ld3 from, ld3 v) {
    ld3 origin = ld3_sub(ld3_from(t->placed.pose.origin), from);
    return solid_height(&t->solid, solid_turn(&t->placed.pose, v, true)) + ld3_dot(origin, v) +
           (long double)t->placed.margin * ld3_length(v);
}

long double duo_way(const duo *p, ld3 n) {
    ld3 from = ld3_from(p->a.placed.pose.origin);
    return height(&p->a, from, n) + height(&p->b, from, ld3_scale(n, -1));
}

/* -- the search for a shorter way ----------------------------------------------------------------- */

static ld3 between(ld3 e, ld3 u, long double angle) {
    return ld3_add(ld3_scale(e, cosl(angle)), ld3_scale(u, sinl(angle)));
}

/* Golden sections around every local minimum of a fine fan from -u over e to u. */
long double duo_search_fan(const duo *p, ld3 e, ld3 u) {
    enum { STEPS = 240 };
    long double value[STEPS + 1], least = INFINITY;
    const long double step = 2 * PI_HALF / STEPS, golden = 0.61803398874989484820L;
    for (int i = 0; i <= STEPS; ++i) {
        value[i] = duo_way(p, between(e, u, -PI_HALF + step * i));
        least = fminl(least, value[i]);
    }
    for (int i = 0; i <= STEPS; ++i) {
        if ((i > 0 && value[i - 1] < value[i]) || (i < STEPS && value[i + 1] < value[i])) continue;
        long double lo = -PI_HALF + step * (i - 1), hi = lo + 2 * step;
        for (int k = 0; k < 60; ++k) {
            long double x = hi - golden * (hi - lo), y = lo + golden * (hi - lo);
            long double at_x = duo_way(p, between(e, u, x)), at_y = duo_way(p, between(e, u, y));
            least = fminl(least, fminl(at_x, at_y));
            if (at_x < at_y)
                hi = y;
            else
                lo = x;
        }
    }
    return least;
}

ld3 duo_direction(graze_random *random) { return ld3_unit(ld3_from(graze_random_direction(random))); }

/* Downhill from n by random steps, ever smaller ones, and from some other directions. */
long double duo_search(const duo *p, ld3 n, graze_random *random) {
    long double least = duo_way(p, n);
    for (int start = 0; start < 6; ++start) {
        ld3 at = start == 0 ? n : duo_direction(random);
        long double here = duo_way(p, at), step = start == 0 ? 1e-2L : 0.5L;
        for (int k = 0; k < 150; ++k) {
            ld3 next = ld3_unit(ld3_add_scaled(at, step, duo_direction(random)));
            long double value = duo_way(p, next);
            if (value < here) {
                here = value;
                at = next;
            } else {
                step *= start == 0 ? 0.85L : 0.9L;
            }
        }
        least = fminl(least, here);
    }
    return least;
}

/* -- checks --------------------------------------------------------------------------------------- */

/* No direction shows the point to be out of the body by more than the slack. */
static void check_member(const duo *p, const duo_body *t, graze_vec3 x, long double slack,
                         graze_random *random) {
    ld3 from = ld3_from(t->placed.pose.origin), rel = ld3_sub(ld3_from(x), from);
    for (int k = 0; k < 30; ++k) {
        ld3 v = k == 0 ? ld3_unit(rel) : duo_direction(random);
        long double out = ld3_dot(v, rel) - height(t, from, v);
        TEST_CHECK(out <= slack, p->seed, p->number, "a witness of kind %d is %Lg = %Lg E outside",
                   (int)t->solid.kind, out, out / p->error);
    }
}

void duo_check(const duo *p, const graze_penetration_result *r, long double shortest, bool complete,
               long double rel, graze_random *random) {
    ld3 n = ld3_from(r->normal);
    long double lower = (long double)r->lower, upper = (long double)r->upper;
    long double own = duo_way(p, ld3_unit(n));
    TEST_CHECK(fabsl(ld3_length(n) - 1) <= 16 * (long double)GRAZE_EPSILON, p->seed, p->number,
               "the normal has length %Lg", ld3_length(n));
    TEST_CHECK(lower <= upper, p->seed, p->number, "bounds %Lg > %Lg", lower, upper);
    TEST_CHECK(own <= upper + p->error, p->seed, p->number,
               "kinds %d and %d: the normal's own way %.20Lg is above the bound %.20Lg by %Lg E",
               (int)p->a.solid.kind, (int)p->b.solid.kind, own, upper, (own - upper) / p->error);
    TEST_CHECK(lower <= shortest + p->error / 4, p->seed, p->number,
               "kinds %d and %d: there is a way of %.20Lg, below the lower bound %.20Lg by %Lg E",
               (int)p->a.solid.kind, (int)p->b.solid.kind, shortest, lower,
               (lower - shortest) / p->error);
    if (!complete && r->end == GRAZE_ITERATION_LIMIT) return;
    TEST_CHECK(r->end == GRAZE_OVERLAP || r->end == GRAZE_TOUCHING, p->seed, p->number,
               "kinds %d and %d end as %d, way %Lg", (int)p->a.solid.kind, (int)p->b.solid.kind,
               (int)r->end, shortest);
    long double width = upper - lower, asked = rel * upper + 4 * p->error;
    TEST_CHECK(width <= asked, p->seed, p->number, "kinds %d and %d: %Lg wide, %Lg asked (%Lg E)",
               (int)p->a.solid.kind, (int)p->b.solid.kind, width, asked, width / p->error);
    ld3 apart = ld3_sub(ld3_from(r->point_a), ld3_from(r->point_b));
    long double off = ld3_distance(apart, ld3_scale(n, (long double)r->depth));
    TEST_CHECK(off <= 2 * p->error, p->seed, p->number, "witnesses off by %Lg E", off / p->error);
    check_member(p, &p->a, r->point_a, 2 * p->error, random);
    check_member(p, &p->b, r->point_b, 2 * p->error, random);
}

bool duo_check_depth(const duo *p, long double shortest, bool complete, graze_random *random) {
    graze_penetration_result r;
    bool overlap = true;
    for (int tight = 0; tight < 2; ++tight) {
        assert_int_equal(
            graze_penetration(&p->a.placed, &p->b.placed, tight ? &tightest : NULL, NULL, &r),
            GRAZE_OK);
        if (r.end == GRAZE_SEPARATED) {
            long double way = duo_way(p, ld3_unit(ld3_from(r.normal)));
            TEST_CHECK(way <= p->error, p->seed, p->number, "apart, but %Lg deep", way);
            overlap = false;
            continue;
        }
        long double near = fminl(shortest, duo_search(p, ld3_unit(ld3_from(r.normal)), random));
        long double rel = tight ? 0 : sizeof(graze_real) == 4 ? 1e-4L : 1e-8L;
        duo_check(p, &r, fmaxl(near, 0), complete, rel, random);
    }
    return overlap;
}
