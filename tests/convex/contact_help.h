/* SPDX-License-Identifier: MIT
 * What the tests of graze_contact share: the promises that every set keeps, and area and motion of the
 * points. */
#ifndef GRAZE_CONVEX_CONTACT_HELP_H
#define GRAZE_CONVEX_CONTACT_HELP_H

#include <math.h>

#include "harness.h"
#include "oracle/signed_check.h"

#define EPS ((long double)GRAZE_EPSILON)

static inline bool is_ground(const graze_placed *p) {
    return graze_shape_get_kind(p->shape) == GRAZE_SHAPE_HALF_SPACE;
}

/* E of the pair and what world coordinates round by; a half-space counts by its origin. */
static inline long double contact_slack(const graze_placed *a, const graze_placed *b) {
    const graze_placed *body = is_ground(a) ? b : a;
    if (!is_ground(a) && !is_ground(b)) return signed_slack(a, b);
    ld3 between = ld3_sub(ld3_from(a->pose.origin), ld3_from(b->pose.origin));
    return 2 * signed_slack(body, body) + 64 * EPS * (1 + ld3_length(between));
}

static inline graze_contact_set contact_of(const graze_placed *a, const graze_placed *b,
                                           graze_real reach, graze_cache *cache) {
    graze_contact_set s;
    assert_int_equal(graze_contact(a, b, reach, NULL, cache, &s), GRAZE_OK);
    return s;
}

/* How far the point is from the surface of the shape. */
static inline long double off_surface(const graze_placed *shape, graze_vec3 point) {
    static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    graze_shape *dot;
    assert_int_equal(graze_shape_point(graze_vec3_zero(), &dot), GRAZE_OK);
    graze_placed placed = {dot, graze_pose_identity(), 0};
    placed.pose.origin = point;
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(shape, &placed, &tightest, NULL, &s), GRAZE_OK);
    graze_shape_release(dot);
    return fabsl((long double)s.sd);
}

/* The lesser of the diagonals of the boxes around the two. */
static inline long double contact_extent(const graze_placed *a, const graze_placed *b) {
    long double least = INFINITY;
    const graze_placed *both[2] = {a, b};
    for (int i = 0; i < 2; ++i) {
        graze_aabb box;
        if (is_ground(both[i])) continue;
        assert_int_equal(graze_placed_bounds(both[i], &box), GRAZE_OK);
        least = fminl(least, ld3_distance(ld3_from(box.lo), ld3_from(box.hi)));
    }
    return least;
}

/* Unit normal, points that belong to each other and lie on both surfaces, one as deep as it gets, none
 * beyond reach. */
static inline void contact_check(const graze_placed *a, const graze_placed *b, graze_real reach,
                                 const graze_contact_set *s, uint64_t seed, long number) {
    long double slack = contact_slack(a, b), level = contact_extent(a, b) / 512 + 4 * slack;
    long double length = ld3_length(ld3_from(s->normal)), deepest = INFINITY;
    /* A single point is the witness of the signed distance, which is as good as its bracket. */
    long double open = s->count == 1 ? (long double)s->upper - (long double)s->lower : 0;
    TEST_CHECK(fabsl(length - 1) <= 24 * EPS, seed, number, "normal of length %Lg", length);
    TEST_CHECK(s->count >= 1 && s->count <= GRAZE_CONTACT_POINTS, seed, number, "%d points", s->count);
    TEST_CHECK(s->lower <= s->sd && s->sd <= s->upper, seed, number, "sd %g", (double)s->sd);
    for (int i = 0; i < s->count; ++i) {
        const graze_contact_point *p = &s->points[i];
        ld3 between = ld3_sub(ld3_from(p->point_b), ld3_from(p->point_a));
        ld3 along = ld3_scale(ld3_from(s->normal), (long double)p->sd);
        long double off = ld3_distance(between, along), from_a = off_surface(a, p->point_a),
                    from_b = off_surface(b, p->point_b);
        TEST_CHECK(off <= 2 * slack, seed, number, "points %Lg E off sd * normal", off / slack);
        TEST_CHECK(from_a <= 2 * slack + open && from_b <= 2 * slack + open, seed, number,
                   "point %d of %d is %Lg E off A, %Lg E off B (sd %g, %x %x)", i, s->count,
                   from_a / slack, from_b / slack, (double)s->sd, (unsigned)p->feature_a,
                   (unsigned)p->feature_b);
        TEST_CHECK((long double)p->sd <= (long double)graze_max(reach, s->sd) + level, seed, number,
                   "sd %g at reach %g", (double)p->sd, (double)reach);
        deepest = fminl(deepest, (long double)p->sd);
        for (int k = 0; k < i; ++k)
            TEST_CHECK(p->feature_a != s->points[k].feature_a || p->feature_b != s->points[k].feature_b,
                       seed, number, "points %d and %d of %d are called the same: %x %x", k, i,
                       s->count, (unsigned)p->feature_a, (unsigned)p->feature_b);
    }
    TEST_CHECK(deepest <= (long double)s->sd + level, seed, number, "%Lg is the deepest, not %g",
               deepest, (double)s->sd);
}

/* The area that the points span. */
static inline long double contact_area(const graze_contact_set *s) {
    long double area = 0;
    ld3 o = ld3_from(s->points[0].point_a), n = ld3_from(s->normal);
    for (int i = 1; i + 1 < s->count; ++i) {
        ld3 p = ld3_sub(ld3_from(s->points[i].point_a), o);
        ld3 q = ld3_sub(ld3_from(s->points[i + 1].point_a), o);
        area += ld3_dot(n, ld3_cross(p, q)) / 2;
    }
    return fabsl(area);
}

/* How far the points of one set are from the nearest of the other, at most. */
static inline long double contact_motion(const graze_contact_set *s, const graze_contact_set *t) {
    long double most = 0;
    for (int way = 0; way < 2; ++way) {
        for (int i = 0; i < s->count; ++i) {
            long double least = INFINITY;
            for (int k = 0; k < t->count; ++k)
                least = fminl(least, ld3_distance(ld3_from(s->points[i].point_a),
                                                  ld3_from(t->points[k].point_a)));
            most = fmaxl(most, least);
        }
        const graze_contact_set *other = s;
        s = t;
        t = other;
    }
    return most;
}

static inline graze_pose contact_pose(graze_vec3 axis, graze_real angle, graze_vec3 origin) {
    graze_quat turn;
    graze_pose pose;
    assert_int_equal(graze_quat_from_axis_angle(axis, angle, &turn), GRAZE_OK);
    assert_int_equal(graze_pose_make(turn, origin, &pose), GRAZE_OK);
    return pose;
}

/* Turned and moved by up to that much. */
static inline graze_placed contact_jiggled(const graze_placed *placed, graze_real by,
                                           graze_random *random) {
    graze_placed moved = *placed;
    graze_pose turn =
        contact_pose(graze_random_direction(random), by, graze_vec3_zero()); /* about its origin */
    turn.origin = graze_vec3_zero();
    moved.pose.origin = graze_vec3_zero();
    moved.pose = graze_pose_compose(&turn, &moved.pose);
    moved.pose.origin = graze_vec3_add_scaled(placed->pose.origin, by, graze_random_direction(random));
    return moved;
}

#endif
