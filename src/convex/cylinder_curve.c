/* SPDX-License-Identifier: MIT
 * The second derivatives of the height of two cylinders: cap.h has the formula. */
#include "base/tolerance.h"
#include "convex/cap.h"
#include "convex/cylinder_place.h"

/* -- descent -------------------------------------------------------------------------------------- */

/* By Newton's method; straight down where there is no minimum to be expected. */
static wide3 step_freely(const gz_cylinders *c, const gz_place *p) {
    wide3 e = p->tangent[0], f = wide3_cross(p->n, e), d = p->tangent[1];
    double gx = wide3_dot(p->slope, e), gy = wide3_dot(p->slope, f);
    gz_form s = {c->of[0].radius / p->across[0] - p->height, 0, -p->height};
    gz_form_add(&s, c->of[1].radius / p->across[1], wide3_dot(d, e), wide3_dot(d, f));
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

static gz_cap cap_of(const gz_cylinders *c, const gz_place *p) {
    gz_cap cap = {.height = p->height, .slope = wide3_length_squared(p->slope)};
    wide3 e = p->tangent[p->part[0] == GZ_FAR_END], f = wide3_cross(p->n, e);
    for (int i = 0; i < 2; ++i) {
        wide3 d = p->tangent[i], axis = c->of[i].axis;
        bool end = p->part[i] == GZ_FAR_END;
        if (!end)
            cap.rim[cap.rims++] = (gz_cap_rim){c->of[i].radius, fabs(p->along[i]), p->across[i],
                                               wide3_dot(d, e), wide3_dot(d, f)};
        if (p->room[i] > 0)
            cap.slide[cap.slides++] =
                (gz_cap_slide){p->room[i], end, wide3_dot(axis, e), wide3_dot(axis, f)};
    }
    return cap;
}

double gz_place_cap(const gz_cylinders *c, const gz_place *p, double level, double most) {
    if (!(p->height > level)) return 0;
    const gz_cap cap = cap_of(c, p);
    return gz_cap_size(&cap, level, most);
}
