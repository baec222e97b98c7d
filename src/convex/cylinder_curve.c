/* SPDX-License-Identifier: MIT
 *
 * The second derivatives of the height. Let n + t, t upright on n, turn the normal. A disc's part of
 * the height is radius |(n + t) x axis|. With L = |n x axis|, z = t . tangent and x what t has toward
 * the axis, that is
 *
 *     radius sqrt(X^2 + z^2) = radius (X + z^2 / (X + sqrt(X^2 + z^2))),  X = L - x (n . axis),
 *
 * X being linear in t: it is part of y . (n + t). So
 *
 *     h(n + t) >= y . (n + t) + sum of radius z^2 / (X + sqrt(X^2 + z^2)) + sum of room |t . axis|,
 *
 * the last for sides, on which y may slide by `room`; at an end it is room |t|, without a z. */
#include "base/tolerance.h"
#include "convex/cylinder_place.h"

/* A quadratic form of the plane upright on n. */
typedef struct form {
    double xx, xy, yy;
} form;

static void add_square(form *f, double weight, double x, double y) {
    f->xx += weight * (x * x);
    f->xy += weight * (x * y);
    f->yy += weight * (y * y);
}

static double least_value(form f) {
    double half = 0.5 * (f.xx - f.yy);
    return 0.5 * (f.xx + f.yy) - sqrt(half * half + f.xy * f.xy);
}

/* -- descent -------------------------------------------------------------------------------------- */

/* By Newton's method; straight down where there is no minimum to be expected. */
static wide3 step_freely(const gz_cylinders *c, const gz_place *p) {
    wide3 e = p->tangent[0], f = wide3_cross(p->n, e), d = p->tangent[1];
    double gx = wide3_dot(p->slope, e), gy = wide3_dot(p->slope, f);
    form s = {c->of[0].radius / p->across[0] - p->height, 0, -p->height};
    add_square(&s, c->of[1].radius / p->across[1], wide3_dot(d, e), wide3_dot(d, f));
    double det = s.xx * s.yy - s.xy * s.xy, x = -gx, y = -gy, most = GZ_DESCENT_TURN;
    bool round = det > 0 && s.xx > 0;
    if (round) {
        x = (s.xy * gy - s.yy * gx) / det;
        y = (s.xy * gx - s.xx * gy) / det;
    }
    double length = sqrt(x * x + y * y), share = !round || length > most ? most / length : 1;
    return wide3_add_scaled(wide3_scale(e, x * share), y * share, f);
}

/* The same along the circle upright on an axis. */
static wide3 step_along_side(const gz_cylinders *c, const gz_place *p, int side) {
    wide3 d = p->tangent[side];
    double slope = wide3_dot(p->slope, d), second = -p->height, most = GZ_DESCENT_TURN;
    for (int i = 0; i < 2; ++i) {
        double z = wide3_dot(p->tangent[i], d);
        second += c->of[i].radius / p->across[i] * (z * z);
    }
    double turn = -slope / second;
    if (!(second > 0) || fabs(turn) > most) turn = slope > 0 ? -most : most;
    return wide3_scale(d, turn);
}

/* Leaves the side where the height falls beyond its border, unless Newton's method leads back. */
static wide3 next_step(const gz_cylinders *c, gz_place *p) {
    int side = p->part[0] == GZ_FAR_SIDE ? 0 : p->part[1] == GZ_FAR_SIDE ? 1 : -1;
    if (side < 0) return step_freely(c, p);
    if (p->room[side] < 0) {
        wide3 step = step_freely(c, p);
        if (p->up[side] * wide3_dot(step, c->of[side].axis) > 0) {
            p->part[side] = GZ_FAR_RIM;
            return step;
        }
    }
    return step_along_side(c, p, side);
}

/* Turns the normal until it is upright on an axis; false if it is so on both then. */
static bool turn(const gz_cylinders *c, wide3 step, gz_place *p) {
    double share = 1;
    int met = -1;
    for (int i = 0; i < 2; ++i) {
        if (p->part[i] == GZ_FAR_SIDE) continue;
        double from = p->up[i] * p->along[i];
        double to = from + p->up[i] * wide3_dot(step, c->of[i].axis);
        if (to >= 0 || from / (from - to) >= share) continue;
        share = from > 0 ? from / (from - to) : 0;
        met = i;
    }
    wide3 n = wide3_add_scaled(p->n, share, step);
    if (met >= 0) {
        if (p->part[1 - met] == GZ_FAR_SIDE) return false;
        p->part[met] = GZ_FAR_SIDE;
        n = wide3_add_scaled(n, -wide3_dot(n, c->of[met].axis), c->of[met].axis);
    }
    p->n = wide3_scale(n, 1 / wide3_length(n));
    return true;
}

bool gz_place_descend(const gz_cylinders *c, gz_place *p) {
    gz_place last = *p;
    last.height = HUGE_VAL;
    double last_slope = HUGE_VAL;
    for (int step = 0; step < GZ_DESCENT_STEPS; ++step) {
        gz_place_look(c, p);
        double slope = wide3_length(p->slope);
        if (p->height >= last.height && (p->height > last.height + c->flat || slope >= last_slope))
            break;
        last = *p;
        last_slope = slope;
        if (slope <= c->flat || !(p->across[0] > 0 && p->across[1] > 0)) break;
        if (!turn(c, next_step(c, p), p)) return false;
    }
    *p = last;
    return true;
}

/* -- caps ----------------------------------------------------------------------------------------- */

/* Tangents and axes in the plane upright on n. */
typedef struct plane_view {
    double tangent[2][2], axis[2][2];
} plane_view;

static plane_view view_of(const gz_cylinders *c, const gz_place *p) {
    plane_view view;
    wide3 e = p->tangent[p->part[0] == GZ_FAR_END], f = wide3_cross(p->n, e);
    for (int i = 0; i < 2; ++i) {
        view.tangent[i][0] = wide3_dot(p->tangent[i], e);
        view.tangent[i][1] = wide3_dot(p->tangent[i], f);
        view.axis[i][0] = wide3_dot(c->of[i].axis, e);
        view.axis[i][1] = wide3_dot(c->of[i].axis, f);
    }
    return view;
}

/* When is h(n + t) >= level |n + t| wherever |t| <= reach? Let the reach be tan w, q = cot(w / 2): then
 * q reach = 1 + sqrt(1 + reach^2). With R = |t|, N = 1 + sqrt(1 + R^2), the right side is level (1 +
 * R^2 / N). In the bounds at the top
 *   - X <= L + R |n . axis|, sqrt(X^2 + z^2) <= the same where L R <= |n . axis|, and <= sqrt(1 + R^2)
 *     elsewhere (it is largest where t points to the axis, or else where n + t is upright on it): so
 *     z^2 has the factor radius / D(R);
 *   - room |t . axis| >= (room / R) (t . axis)^2.
 * Multiplied by N these factors all fall when R grows. So if what they leave of t's form, less level,
 * is at least `least` |t|^2 at R = reach, then for all shorter t
 *     h(n + t) - level |n + t| >= (height - level) - |slope| |t| + least |t|^2 / N(reach),
 * which is not negative if least >= |slope|^2 N / (4 (height - level)). Returns the difference. */
static double excess(const gz_cylinders *c, const gz_place *p, const plane_view *view, double level,
                     double q) {
    double share = 1 / (q * q - 1), reach = 2 * q * share, root = (q * q + 1) * share;
    double factor = q * reach;
    form f = {-level, 0, -level};
    for (int i = 0; i < 2; ++i) {
        double slide = p->room[i] > 0 ? p->room[i] * q : 0;
        if (p->part[i] == GZ_FAR_END) {
            f.xx += slide;
            f.yy += slide;
            continue;
        }
        double sine = fabs(p->along[i]), far = p->across[i] + sine * reach;
        double d = p->across[i] * reach <= sine ? 2 * far : far + root;
        add_square(&f, c->of[i].radius * factor / d, view->tangent[i][0], view->tangent[i][1]);
        add_square(&f, slide, view->axis[i][0], view->axis[i][1]);
    }
    double need = wide3_length_squared(p->slope) * factor / (4 * (p->height - level));
    return least_value(f) - need;
}

/* Where rims play no part the excess is a concave function of q: a chord's zero is a good q then, and
 * near the least one. */
double gz_place_cap(const gz_cylinders *c, const gz_place *p, double level, double most) {
    if (!(p->height > level)) return 0;
    const plane_view view = view_of(c, p);
    double low = sqrt((most + 1) / (most - 1)), at_low = excess(c, p, &view, level, low);
    if (at_low >= 0) return most;
    double high = GZ_CAP_GROWTH * low, at_high = excess(c, p, &view, level, high);
    while (!(at_high >= 0)) {
        low = high;
        at_low = at_high;
        high *= GZ_CAP_GROWTH;
        if (high > GZ_CAP_LEAST) return 0;
        at_high = excess(c, p, &view, level, high);
    }
    for (int i = 0; i < GZ_CAP_CHORDS; ++i) {
        double q = (low * at_high - high * at_low) / (at_high - at_low);
        double at_q = excess(c, p, &view, level, q);
        *(at_q >= 0 ? &high : &low) = q;
        *(at_q >= 0 ? &at_high : &at_low) = at_q;
    }
    return (high * high + 1) / (high * high - 1);
}
