/* SPDX-License-Identifier: MIT
 * Spheres round points (Y1, O7: B:4238-4246, N:272-304). */
#include "bounds/check.h"
#include "bounds/point_ball.h"
#include "bounds/principal.h"
#include "graze/bounds.h"

static graze_sphere ball_around(const gz_strided *s, vec3 center) {
    return (graze_sphere){center, gz_point_reach(s, center)};
}

static graze_sphere round_mean(const gz_strided *s, vec3 origin) {
    wide3 mean = gz_principal_mean(s, origin);
    return ball_around(s, wide3_round(wide3_add(wide3_from(origin), mean)));
}

/* The points that are first and last along a direction. */
typedef struct ends {
    vec3 first, last;
    double lo, hi;
} ends;

static void ends_add(ends *e, vec3 p, double along) {
    if (along < e->lo) {
        e->lo = along;
        e->first = p;
    }
    if (along > e->hi) {
        e->hi = along;
        e->last = p;
    }
}

/* The pair farthest apart of those that are first and last along three directions. */
static void far_pair(const gz_strided *s, vec3 origin, const wide_mat3 *axes, vec3 pair[2]) {
    ends along[3];
    vec3 start = gz_strided_at(s, 0);
    wide3 from = wide3_from(origin);
    wide3 first = wide_mat3_tmul_vec(axes, wide3_sub(wide3_from(start), from));
    const double at[3] = {first.x, first.y, first.z};
    for (int k = 0; k < 3; ++k) along[k] = (ends){start, start, at[k], at[k]};
    for (size_t i = 1; i < s->count; ++i) {
        vec3 p = gz_strided_at(s, i);
        wide3 q = wide_mat3_tmul_vec(axes, wide3_sub(wide3_from(p), from));
        ends_add(&along[0], p, q.x);
        ends_add(&along[1], p, q.y);
        ends_add(&along[2], p, q.z);
    }
    real most = -1;
    for (int k = 0; k < 3; ++k) {
        real apart = graze_vec3_distance(along[k].first, along[k].last);
        if (!(apart > most)) continue;
        most = apart;
        pair[0] = along[k].first;
        pair[1] = along[k].last;
    }
}

/* From the ball on a pair, grown by each point outside just enough to hold it and the ball so far; at
 * the end it is measured anew from where its centre has come to. */
static graze_sphere grown_from_pair(const gz_strided *s, const vec3 pair[2]) {
    wide3 a = wide3_from(pair[0]), b = wide3_from(pair[1]);
    wide3 center = wide3_add(wide3_scale(a, 0.5), wide3_scale(b, 0.5));
    double radius = wide3_length(wide3_sub(a, center));
    for (size_t i = 0; i < s->count; ++i) {
        wide3 way = wide3_sub(wide3_from(gz_strided_at(s, i)), center);
        double away = wide3_length(way);
        if (!(away > radius)) continue;
        double grown = (radius + away) / 2;
        center = wide3_add_scaled(center, (grown - radius) / away, way);
        radius = grown;
    }
    return ball_around(s, wide3_round(center));
}

static graze_sphere extremal_pair(const gz_strided *s, vec3 origin) {
    const wide_mat3 coordinates = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    vec3 pair[2];
    far_pair(s, origin, &coordinates, pair);
    return grown_from_pair(s, pair);
}

static graze_sphere principal(const gz_strided *s, const graze_aabb *box) {
    wide_mat3 axes = gz_principal_axes(s, box);
    vec3 pair[2];
    far_pair(s, graze_aabb_center(*box), &axes, pair);
    return grown_from_pair(s, pair);
}

graze_status graze_sphere_from_points(const void *points, size_t count, size_t stride,
                                      graze_sphere_method method, graze_sphere *out) {
    gz_strided s;
    graze_aabb box;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_strided_make(points, count, stride, &s, &box);
    if (status != GRAZE_OK) return status;
    vec3 middle = graze_aabb_center(box);
    switch (method) {
    case GRAZE_SPHERE_MINIMAL:
        *out = gz_point_ball(&s, middle);
        return GRAZE_OK;
    case GRAZE_SPHERE_MEAN:
        *out = round_mean(&s, middle);
        return GRAZE_OK;
    case GRAZE_SPHERE_BOX_CENTER:
        *out = ball_around(&s, middle);
        return GRAZE_OK;
    case GRAZE_SPHERE_EXTREMAL_PAIR:
        *out = extremal_pair(&s, middle);
        return GRAZE_OK;
    case GRAZE_SPHERE_PRINCIPAL:
        *out = principal(&s, &box);
        return GRAZE_OK;
    default:
        return GRAZE_INVALID_ARGUMENT;
    }
}
