/* SPDX-License-Identifier: MIT */
#include "convex/point_closest.h"

#include "base/tolerance.h"
#include "convex/revolution.h"

static bool is_point(const graze_shape *shape) {
    return shape->kind == GRAZE_SHAPE_SPHERE || shape->kind == GRAZE_SHAPE_POINT;
}

static bool is_round(const graze_shape *shape) {
    return shape->kind == GRAZE_SHAPE_CYLINDER || shape->kind == GRAZE_SHAPE_CONE;
}

/* The step from the point at (r, y), r >= 0, to the nearest of the half profile; zero inside. Its
 * direction is as exact as the face it is upright on; at a rim or a tip any direction between those of
 * the faces is that of a supporting plane. */
static void step_to_cylinder(double radius, double half, double r, double y, double *dr, double *dy) {
    *dr = r > radius ? radius - r : 0;
    *dy = y > half ? half - y : y < -half ? -half - y : 0;
}

static void step_to_cone(double radius, double half, double r, double y, double *dr, double *dy) {
    *dr = *dy = 0;
    if (y <= -half) {
        step_to_cylinder(radius, half, r, y, dr, dy);
        return;
    }
    /* Seen from the tip: along the slope, and above it. */
    double length = sqrt(radius * radius + 4 * half * half), below = half - y;
    double along = (radius * r + 2 * half * below) / length;
    double above = (2 * half * r - radius * below) / length;
    if (along <= 0) {
        *dr = -r;
        *dy = below;
    } else if (along >= length) {
        if (r > radius || above > 0) { /* over the rim of a flat cone r may be radius itself */
            *dr = radius - r;
            *dy = -half - y;
        }
    } else if (above > 0) {
        *dr = -above * (2 * half / length);
        *dy = -above * (radius / length);
    }
}

bool gz_point_closest(const gz_pair *pair, gz_gjk *gjk) {
    bool body_is_a = is_round(pair->a.shape) && is_point(pair->b.shape);
    if (!body_is_a && !(is_round(pair->b.shape) && is_point(pair->a.shape))) return false;
    gz_revolution body;
    gz_revolution_of(body_is_a ? &pair->a : &pair->b, &body);
    if (body.off > GZ_AXIAL_SHARE * pair->error || !(body.radius > 0)) return false;
    wide3 p = body_is_a ? wide3_neg(pair->offset) : pair->offset; /* from the body's centre */
    double y = wide3_dot(p, body.axis);
    wide3 across = wide3_add_scaled(p, -y, body.axis);
    /* Upright on the axis to the last digit, however near to it: a needle would feel the tilt. */
    across = wide3_add_scaled(across, -wide3_dot(across, body.axis), body.axis);
    double r = wide3_length(across), dr, dy;
    if (body.profile == GZ_PROFILE_CONE)
        step_to_cone(body.radius, body.half, r, y, &dr, &dy);
    else
        step_to_cylinder(body.radius, body.half, r, y, &dr, &dy);
    wide3 step = wide3_add_scaled(wide3_scale(across, r > 0 ? dr / r : 0), dy, body.axis);
    gjk->v = body_is_a ? step : wide3_neg(step);
    gjk->upper = gjk->bound = sqrt(dr * dr + dy * dy);
    wide3 on_a = body_is_a ? wide3_add(p, step) : wide3_make(0, 0, 0);
    gz_simplex_set_point(&gjk->simplex, gjk->v, on_a);
    return true;
}
