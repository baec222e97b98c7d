/* SPDX-License-Identifier: MIT */
#include "convex/summand.h"

#include "convex/revolution.h"

static bool box_of(const gz_operand *operand, gz_summand *out) {
    gz_inner_core core;
    gz_inner_core_of(operand, &core);
    if (core.shape->kind != GRAZE_SHAPE_BOX) return false;
    const wide3 *col = core.basis->col;
    const wide3 half = wide3_from(core.shape->half);
    const double h[3] = {half.x, half.y, half.z};
    wide3 up = wide3_cross(col[0], col[1]);
    double first = wide3_length(col[0]), last = wide3_length(up);
    if (!(first > 0) || !(last > 0)) return false;
    out->kind = GZ_SUMMAND_BOX;
    out->center = core.center;
    out->axis[0] = wide3_scale(col[0], 1 / first);
    out->axis[2] = wide3_scale(up, 1 / last);
    out->axis[1] = wide3_cross(out->axis[2], out->axis[0]);
    out->off = 0;
    for (int i = 0; i < 3; ++i) {
        double length = wide3_dot(col[i], out->axis[i]);
        out->half[i] = h[i] * fabs(length);
        out->off += h[i] * wide3_length(wide3_add_scaled(col[i], -length, out->axis[i]));
        if (!(out->half[i] > 0)) return false;
    }
    return true;
}

static bool round_of(const gz_operand *operand, gz_summand *out) {
    gz_revolution r;
    if (!gz_revolution_of(operand, &r) || !(r.radius > 0) || !(r.half > 0)) return false;
    if (r.profile != GZ_PROFILE_CYLINDER && r.profile != GZ_PROFILE_CONE) return false;
    out->axis[0] = r.axis;
    out->half[0] = r.half;
    out->radius = r.radius;
    out->center = r.center;
    out->off = r.off;
    out->kind = GZ_SUMMAND_CYLINDER;
    out->sine = 0;
    out->cosine = 1;
    if (r.profile == GZ_PROFILE_CYLINDER) return true;
    double height = 2 * r.half, length = sqrt(r.radius * r.radius + height * height);
    out->kind = GZ_SUMMAND_CONE;
    out->sine = r.radius / length;
    out->cosine = height / length;
    return true;
}

bool gz_summand_of(const gz_operand *operand, bool turned_around, gz_summand *out) {
    if (operand->whole || !(box_of(operand, out) || round_of(operand, out))) return false;
    if (turned_around) out->axis[0] = wide3_neg(out->axis[0]); /* a box does not mind */
    return true;
}

static bool holds(const gz_summand *s, wide3 p, double slack) {
    if (s->kind == GZ_SUMMAND_BOX) {
        for (int i = 0; i < 3; ++i)
            if (fabs(wide3_dot(p, s->axis[i])) > s->half[i] + slack) return false;
        return true;
    }
    double y = wide3_dot(p, s->axis[0]), half = s->half[0];
    double aside = wide3_length(wide3_add_scaled(p, -y, s->axis[0]));
    if (fabs(y) > half + slack) return false;
    if (s->kind == GZ_SUMMAND_CYLINDER) return aside <= s->radius + slack;
    return s->cosine * aside - s->sine * (half - y) <= slack;
}

/* The edge, or line on the slope, that is farthest along n: from one end to the other. */
static wide3 farthest_line(const gz_summand *s, wide3 n, wide3 *line) {
    if (s->kind == GZ_SUMMAND_BOX) {
        wide3 corner = {0, 0, 0};
        double least = HUGE_VAL;
        for (int i = 0; i < 3; ++i) {
            double up = wide3_dot(n, s->axis[i]), half = up < 0 ? -s->half[i] : s->half[i];
            corner = wide3_add_scaled(corner, half, s->axis[i]);
            if (fabs(up) >= least) continue;
            least = fabs(up);
            *line = wide3_scale(s->axis[i], -2 * half);
        }
        return corner;
    }
    wide3 axis = s->axis[0], aside = wide3_add_scaled(n, -wide3_dot(n, axis), axis);
    double length = wide3_length(aside);
    wide3 rim = wide3_scale(aside, length > 0 ? s->radius / length : 0);
    wide3 top = wide3_scale(axis, s->half[0]), bottom = wide3_sub(rim, top);
    if (s->kind == GZ_SUMMAND_CYLINDER) top = wide3_add(top, rim);
    bool up = wide3_dot(top, n) > wide3_dot(bottom, n);
    *line = up ? wide3_sub(bottom, top) : wide3_sub(top, bottom);
    return up ? top : bottom;
}

static bool both_hold(const gz_summand *first, const gz_summand *second, wide3 sum, wide3 p,
                      double slack) {
    return holds(first, p, slack) && holds(second, wide3_sub(sum, p), slack);
}

/* Where n is along the axis of a round one its line is anyone's guess, so all is checked. */
bool gz_summands_point(const gz_summand *first, const gz_summand *second, wide3 n, wide3 sum,
                       double slack, wide3 *p) {
    wide3 d, e, end = farthest_line(first, n, &d), other = farthest_line(second, n, &e);
    *p = end;
    if (both_hold(first, second, sum, *p, slack)) return true;
    *p = wide3_sub(sum, other);
    if (both_hold(first, second, sum, *p, slack)) return true;
    /* end + s d + other + t e = sum */
    wide3 rest = wide3_sub(wide3_sub(sum, end), other), across = wide3_cross(d, e);
    double squared = wide3_length_squared(across);
    if (!(squared > 0)) return false;
    double s = wide3_dot(wide3_cross(rest, e), across) / squared;
    *p = wide3_add_scaled(end, s < 0 ? 0 : s > 1 ? 1 : s, d);
    return both_hold(first, second, sum, *p, slack);
}
