/* SPDX-License-Identifier: MIT */
#include "convex/closed_form.h"

#include "base/tolerance.h"
#include "convex/point_closest.h"

static bool is_point(const graze_shape *shape) {
    return shape->kind == GRAZE_SHAPE_SPHERE || shape->kind == GRAZE_SHAPE_POINT;
}

static double clamped(double x, double limit) { return x < -limit ? -limit : x > limit ? limit : x; }

/* Half of a core that is a point (zero) or a segment, as a vector of the pair's frame from its centre;
 * false for any other core. */
static bool core_half(const gz_operand *operand, wide3 *half) {
    const graze_shape *shape = operand->shape;
    wide3 local;
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SPHERE:
        *half = wide3_make(0, 0, 0);
        return true;
    case GRAZE_SHAPE_CAPSULE:
        local = wide3_make(0, (double)shape->half.y - (double)shape->radius, 0);
        break;
    case GRAZE_SHAPE_SEGMENT:
        local = wide3_sub(wide3_from(shape->vertices[1]), wide3_from(shape->vertices[0]));
        local = wide3_scale(local, 0.5);
        break;
    default:
        return false;
    }
    *half = wide_mat3_mul_vec(&operand->basis, local);
    return true;
}

/* Numbers s, t in -1..1 with s d - t e + offset nearest to the origin. First the free optimum (Cramer's
 * rule on the normal equations), then each clamped with the other kept, which is exact for two
 * segments unless they are nearly parallel; the proof tells. */
static void closest_parameters(wide3 d, wide3 e, wide3 offset, double *s, double *t) {
    double dd = wide3_length_squared(d), ee = wide3_length_squared(e), de = wide3_dot(d, e);
    double od = wide3_dot(offset, d), oe = wide3_dot(offset, e);
    double determinant = dd * ee - de * de;
    *s = determinant > 0 ? clamped((de * oe - ee * od) / determinant, 1) : 0;
    *t = ee > 0 ? clamped((de * *s + oe) / ee, 1) : 0;
    *s = dd > 0 ? clamped((de * *t - od) / dd, 1) : 0;
}

/* v, set upright on the segments that it meets between their ends. */
static wide3 upright(wide3 v, wide3 d, double s, wide3 e, double t) {
    bool along_d = s > -1 && s < 1 && wide3_length_squared(d) > 0;
    bool along_e = t > -1 && t < 1 && wide3_length_squared(e) > 0;
    if (along_d && along_e) {
        wide3 n = wide3_cross(d, e);
        double squared = wide3_length_squared(n);
        if (squared > 0) return wide3_scale(n, wide3_dot(n, v) / squared);
    }
    wide3 along = along_d ? d : e;
    if (!along_d && !along_e) return v;
    return wide3_add_scaled(v, -wide3_dot(v, along) / wide3_length_squared(along), along);
}

/* The least of v . c over C: a corner of the point, segment or parallelogram. */
static double lower_bound(wide3 v, wide3 offset, wide3 d, wide3 e) {
    return (wide3_dot(v, offset) - fabs(wide3_dot(v, d)) - fabs(wide3_dot(v, e))) / wide3_length(v);
}

/* The answer v, with the point of A behind it. */
static void take(wide3 v, wide3 a, gz_gjk *gjk) {
    gjk->v = v;
    gjk->upper = wide3_length(v);
    gz_simplex_set_point(&gjk->simplex, v, a);
}

static bool points(const gz_pair *pair, gz_gjk *gjk) {
    if (!is_point(pair->a.shape) || !is_point(pair->b.shape)) return false;
    take(pair->offset, wide3_make(0, 0, 0), gjk);
    gjk->bound = gjk->upper;
    return gjk->upper > 0;
}

static bool segments(const gz_pair *pair, gz_gjk *gjk) {
    wide3 d, e;
    if (!core_half(&pair->a, &d) || !core_half(&pair->b, &e)) return false;
    double s, t;
    closest_parameters(d, e, pair->offset, &s, &t);
    wide3 y = wide3_add_scaled(wide3_add_scaled(pair->offset, s, d), -t, e);
    /* Of two segments almost parallel the cross product may point anywhere: then y itself must do. */
    wide3 v = upright(y, d, s, e, t);
    double size = wide3_length(d) + wide3_length(e) + wide3_length(pair->offset);
    take(wide3_length(wide3_sub(v, y)) <= 4 * GZ_GJK_SIDEWAYS * size ? v : y, wide3_scale(d, s), gjk);
    if (!(gjk->upper > 0)) return false;
    gjk->bound = lower_bound(gjk->v, pair->offset, d, e);
    return true;
}

static wide3 clamped_to(wide3 p, vec3 half, double scale) {
    return wide3_make(clamped(p.x, (double)half.x * scale), clamped(p.y, (double)half.y * scale),
                      clamped(p.z, (double)half.z * scale));
}

/* A box in its own frame, as operand A, against a point core. The box touches its support plane in
 * direction -v where the point's nearest point is, so the bound is as good as the distance. */
static bool box_and_point(const gz_pair *pair, gz_gjk *gjk) {
    const graze_shape *box = pair->a.shape;
    if (box->kind != GRAZE_SHAPE_BOX || pair->a.turned || !is_point(pair->b.shape)) return false;
    wide3 p = wide3_neg(pair->offset); /* the point, seen from the box's centre */
    wide3 q = clamped_to(p, box->half, pair->a.basis.col[0].x);
    take(wide3_sub(q, p), q, gjk);
    gjk->bound = gjk->upper;
    return gjk->upper > 0;
}

/* A point core against a box as operand B, in a frame at its own size, where the box's axes are nearly
 * orthonormal: the point's coordinates along them are those of the nearest point but for clamping, and
 * the bound tells what that is worth. */
static bool point_and_box(const gz_pair *pair, gz_gjk *gjk) {
    const graze_shape *box = pair->b.shape;
    if (box->kind != GRAZE_SHAPE_BOX || !pair->bare || !is_point(pair->a.shape)) return false;
    const wide_mat3 *axes = &pair->b.basis;
    wide3 local = wide_mat3_tmul_vec(axes, pair->offset);
    wide3 q = clamped_to(local, box->half, 1);
    take(wide3_sub(pair->offset, wide_mat3_mul_vec(axes, q)), wide3_make(0, 0, 0), gjk);
    wide3 v = wide_mat3_tmul_vec(axes, gjk->v), half = wide3_from(box->half);
    double width = (fabs(v.x) * half.x + fabs(v.y) * half.y) + fabs(v.z) * half.z;
    gjk->bound = (wide3_dot(gjk->v, pair->offset) - width) / gjk->upper;
    return gjk->upper > 0;
}

gz_outcome gz_closest(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    if (!gz_has_closed_form(pair->a.shape, pair->b.shape) || goal->trace || pair->a.whole ||
        pair->b.whole)
        return gz_gjk_run(pair, start, goal, gjk);
    gjk->rounds = 0;
    if (points(pair, gjk) || segments(pair, gjk) || box_and_point(pair, gjk) ||
        point_and_box(pair, gjk) || gz_point_closest(pair, gjk)) {
        gjk->lower = gjk->bound > 0 ? gjk->bound : 0;
        gjk->axis = gjk->lower > 0 ? gjk->v : wide3_make(0, 0, 0);
        if (gjk->lower > goal->far) return GZ_FAR;
        if (gjk->upper <= goal->near) return GZ_NEAR;
        if (gz_gjk_narrow(gjk, goal)) return GZ_BRACKET;
    }
    return gz_gjk_run(pair, start, goal, gjk);
}
