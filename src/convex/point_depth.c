/* SPDX-License-Identifier: MIT */
#include "convex/point_depth.h"

#include "base/tolerance.h"
#include "convex/revolution.h"

/* Seen from the body: the point p is within `upper` of a plane with outward unit normal m that bounds
 * the body, and no nearer to any boundary point than `lower`. */
typedef struct way_out {
    wide3 m;
    double lower, upper;
} way_out;

static double positive(double x) { return x > 0 ? x : 0; }

/* A parallelepiped with half edges e: the nearest of three pairs of planes. */
static bool out_of_box(const wide3 e[3], wide3 p, way_out *out) {
    out->upper = -1;
    for (int i = 0; i < 3; ++i) {
        wide3 m = wide3_cross(e[(i + 1) % 3], e[(i + 2) % 3]);
        double length = wide3_length(m);
        if (!(length > 0)) continue;
        m = wide3_scale(m, 1 / length);
        double along = wide3_dot(m, p), depth = positive(fabs(wide3_dot(m, e[i])) - fabs(along));
        if (out->upper >= 0 && depth >= out->upper) continue;
        out->upper = out->lower = depth;
        out->m = along < 0 ? wide3_neg(m) : m;
    }
    return out->upper >= 0;
}

/* An ellipsoid with half axes r, and a point p with nonnegative coordinates in it, both in its own
 * axes. The nearest boundary point is x_i = r_i^2 p_i / (r_i^2 + t) with the t > -r_0^2, r_0 the least
 * radius, for which it lies on the ellipsoid. With g_i = r_i^2 - r_0^2 and s = t + r_0^2:
 *
 *     |v(s)| = 1,  v_i = x_i / r_i = r_i p_i / (s + g_i)
 *
 * 1 / |v| is concave and rises with s, so Newton's steps from the left never pass the root, and from
 * the right come back to the left of it. It lies between max(r_i p_i - g_i) and |r p|. */
typedef struct ellipsoid {
    double r[3], p[3], g[3];
    double least; /* r_0 */
} ellipsoid;

static double quotient(double a, double b) { return a > 0 ? a / b : 0; }

/* |v|^2, and the sum that makes its derivative. */
static double squares(const ellipsoid *e, double s, double *slope) {
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < 3; ++i) {
        double v = quotient(e->r[i] * e->p[i], s + e->g[i]);
        sum += v * v;
        *slope += quotient(v * v, s + e->g[i]);
    }
    return sum;
}

static double root(const ellipsoid *e) {
    double lo = 0, hi = 0;
    for (int i = 0; i < 3; ++i) {
        double product = e->r[i] * e->p[i];
        if (product - e->g[i] > lo) lo = product - e->g[i];
        hi += product * product;
    }
    hi = sqrt(hi);
    double s = lo;
    for (int k = 0; k < GZ_ELLIPSOID_STEPS && lo < hi; ++k) {
        double slope, sum = squares(e, s, &slope);
        if (sum > 1)
            lo = s;
        else
            hi = s;
        if (!(slope > 0)) break; /* at the left end, with nothing across the least axis */
        if (fabs(sum - 1) <= GZ_ELLIPSOID_SUM) break;
        double next = s + sum * (sqrt(sum) - 1) / slope;
        /* A sharp bend far to the left of the root holds Newton's steps up: halve the exponent too. */
        if (k % 4 == 3 && lo > 0 && hi > 4 * lo) next = sqrt(lo) * sqrt(hi);
        if (!(next > lo && next < hi)) next = lo + (hi - lo) / 2;
        if (next == s || !(next > lo && next < hi)) break;
        s = next;
    }
    return s;
}

/* For any t >= -r_0^2 the square of the depth is at least -t (1 - sum of p_i^2 / (r_i^2 + t)): weak
 * duality, the least over all x of |x - p|^2 + t (|x / r|^2 - 1). */
static double dual_bound(const ellipsoid *e, double s) {
    double rest = 1;
    for (int i = 0; i < 3; ++i) rest -= quotient(e->p[i] * e->p[i], s + e->g[i]);
    return sqrt(positive((e->least * e->least - s) * rest));
}

/* The outward normal at the nearest point: x_i / r_i^2 = p_i / (r_i^2 + t). If the point lies in the
 * middle across the least axis and t is at its end, that coordinate follows from |x / r| = 1. */
static void nearest_normal(const ellipsoid *e, double s, int least, double m[3]) {
    double rest = 1;
    for (int i = 0; i < 3; ++i) {
        m[i] = quotient(e->p[i], s + e->g[i]);
        if (i != least) rest -= m[i] * e->r[i] * (m[i] * e->r[i]);
    }
    if (!(s > 0) && rest > 0) m[least] = sqrt(rest) / e->least;
    double length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    for (int i = 0; i < 3; ++i) m[i] /= length;
}

/* Flat, as far as the error lets us see: out across the least axis. */
static bool out_of_disc(const wide3 half[3], int least, wide3 p, way_out *out) {
    wide3 m = wide3_cross(half[(least + 1) % 3], half[(least + 2) % 3]);
    double length = wide3_length(m);
    if (!(length > 0)) return false;
    m = wide3_scale(m, 1 / length);
    double along = wide3_dot(m, p);
    out->m = along < 0 ? wide3_neg(m) : m;
    out->lower = 0;
    out->upper = positive(wide3_length(half[least]) - fabs(along));
    return true;
}

static bool out_of_ellipsoid(const wide3 half[3], wide3 p, double error, way_out *out) {
    ellipsoid e;
    double at[3], m[3];
    wide3 axis[3];
    int least = 0;
    for (int i = 0; i < 3; ++i) {
        e.r[i] = wide3_length(half[i]);
        if (e.r[i] < e.r[least]) least = i;
    }
    e.least = e.r[least];
    if (!(e.least > error)) return out_of_disc(half, least, p, out);
    for (int i = 0; i < 3; ++i) {
        axis[i] = wide3_scale(half[i], 1 / e.r[i]);
        at[i] = wide3_dot(axis[i], p);
        e.p[i] = fabs(at[i]);
        e.g[i] = (e.r[i] - e.least) * (e.r[i] + e.least);
    }
    double s = root(&e);
    nearest_normal(&e, s, least, m);
    double height = 0, along = 0;
    out->m = wide3_make(0, 0, 0);
    for (int i = 0; i < 3; ++i) {
        height += e.r[i] * m[i] * (e.r[i] * m[i]);
        along += e.p[i] * m[i];
        out->m = wide3_add_scaled(out->m, at[i] < 0 ? -m[i] : m[i], axis[i]);
    }
    out->upper = positive(sqrt(height) - along);
    out->lower = dual_bound(&e, s);
    if (out->lower > out->upper) out->lower = out->upper;
    return true;
}

/* The half axes stand at right angles, as a pose that is rigid or uniform leaves them, up to a share of
 * the error. */
static bool upright(const wide3 half[3], double error) {
    for (int i = 0; i < 3; ++i) {
        wide3 u = half[(i + 1) % 3], v = half[(i + 2) % 3];
        double longer = positive(wide3_length(u) - wide3_length(v)) + wide3_length(v);
        if (!(fabs(wide3_dot(u, v)) <= GZ_AXIAL_SHARE / 3 * error * longer)) return false;
    }
    return true;
}

gz_depth_end gz_point_depth(const gz_pair *pair, bool body_is_a, wide3 center, const gz_goal *goal,
                            gz_depth *out) {
    const gz_operand *operand = body_is_a ? &pair->a : &pair->b;
    if (operand->whole) return GZ_DEPTH_NONE;
    gz_inner_core body;
    gz_inner_core_of(operand, &body);
    graze_shape_kind kind = body.shape->kind;
    bool round = kind == GRAZE_SHAPE_ELLIPSOID && !(body.shape->radius > 0);
    if (kind != GRAZE_SHAPE_BOX && !round) return GZ_DEPTH_NONE;
    vec3 h = body.shape->half;
    const wide3 half[3] = {wide3_scale(body.basis->col[0], (double)h.x),
                           wide3_scale(body.basis->col[1], (double)h.y),
                           wide3_scale(body.basis->col[2], (double)h.z)};
    /* The point, from the body's centre: the offset is that of A minus that of B. */
    wide3 p = wide3_sub(center, body.center);
    p = body_is_a ? wide3_sub(p, pair->offset) : wide3_add(p, pair->offset);
    way_out way = {.lower = 0};
    if (round ? !upright(half, pair->error) || !out_of_ellipsoid(half, p, pair->error, &way)
              : !out_of_box(half, p, &way))
        return GZ_DEPTH_NONE;
    /* The point leaves A along m, or B leaves the point along -m; it is itself one of the witnesses. */
    wide3 n = wide3_scale(way.m, (body_is_a ? 1 : -1) / wide3_length(way.m));
    wide3 b = wide3_sub(center, pair->offset);
    *out = (gz_depth){
        .lower = way.lower,
        .upper = way.upper,
        .normal = n,
        .a = body_is_a ? wide3_add_scaled(b, way.lower, n) : center,
        .b = body_is_a ? b : wide3_add_scaled(center, -way.lower, n),
    };
    bool fine = gz_depth_narrow(way.lower, way.upper, goal) || way.upper - way.lower <= pair->error;
    return fine ? GZ_DEPTH_FOUND : GZ_DEPTH_LIMIT;
}
