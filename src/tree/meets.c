/* SPDX-License-Identifier: MIT */
#include "tree/meets.h"

#include <float.h>

#include "math/scale.h"

/* The exponent that the longest component of the direction gets. */
enum { TIME_EXPONENT = -60 };
/* Components below this have no inverse in float. */
#define LEAST_COMPONENT 0x1p-126

/* Nobody could predict where a ray goes, so there are no branches here and in set_axis. */
static int longest_of(const double d[3]) {
    int axis = fabs(d[1]) > fabs(d[0]);
    return fabs(d[2]) > fabs(d[axis]) ? 2 : axis;
}

/* A bound of the parameters at which the ray is in the tree, by its longest component. */
static double longest_stay(const graze_tree *tree, const double origin[3], const double d[3],
                           double max_t) {
    int k = longest_of(d);
    if (d[k] == 0) return 0;
    double start = gz_units_of(&tree->units, k, origin[k]);
    double to_lo = fabs((double)tree->lo[k] - start), to_hi = fabs((double)tree->hi[k] - start);
    double stay = 2 * (to_lo > to_hi ? to_lo : to_hi) / fabs(d[k]);
    return stay < max_t ? stay : max_t;
}

/* down and up: bounds of the origin. */
static void set_axis(gz_tree_ray *ray, int k, float down, float up, double inverse) {
    uint32_t lo = (uint32_t)k * GZ_TREE_WIDTH, to_hi = 3 * GZ_TREE_WIDTH;
    uint32_t backwards = inverse < 0;
    const float bound[3] = {up, down, up};
    ray->near_inverse[k] = (float)inverse;
    ray->far_inverse[k] = (float)(inverse * (1 + (double)GZ_TREE_RAY_SLACK));
    ray->near_plane[k] = lo + to_hi * backwards;
    ray->far_plane[k] = lo + to_hi * !backwards;
    ray->near_origin[k] = bound[backwards];
    ray->far_origin[k] = bound[backwards + 1];
}

/* For a component that counts as zero; the ray goes no farther aside than this. */
static void set_still_axis(gz_tree_ray *ray, int k, float down, float up, double aside) {
    if (aside > 0) {
        float wide = aside < 0x1p120 ? gz_float_above((float)aside) : INFINITY;
        down = gz_float_below(down - wide);
        up = gz_float_above(up + wide);
    }
    set_axis(ray, k, down, up, INFINITY);
}

/* Whether a coordinate is a float does not change from ray to ray as a rule, on which side of one it
 * lies does. */
static void bound_origin(const gz_units *units, int k, double x, float *down, float *up) {
    double v = gz_units_of(units, k, x);
    if (!(fabs(v) <= 0x1p126)) {
        *down = gz_units_down_any(units, k, x);
        *up = gz_units_up_any(units, k, x);
        return;
    }
    *down = *up = gz_round_to_float(v);
    if (sizeof(real) == sizeof(float) && (double)*up == v) return;
    *down = gz_float_below(*down);
    *up = gz_float_above(*up);
}

void gz_tree_ray_make(const graze_tree *tree, const double origin[3], const double direction[3],
                      double max_t, gz_tree_ray *out) {
    double longest = direction[longest_of(direction)], d[3];
    int exponent = longest == 0 ? TIME_EXPONENT : gz_exponent(longest);
    out->time_scale[0] = gz_scale_double(1, exponent - TIME_EXPONENT);
    out->time_scale[1] = tree->units.scale;
    out->max_t = gz_tree_ray_time(out, max_t);
    for (int k = 0; k < 3; ++k) d[k] = gz_scale_double(direction[k], TIME_EXPONENT - exponent);
    for (int k = 0; k < 3; ++k) {
        float down, up;
        bound_origin(&tree->units, k, origin[k], &down, &up);
        if (fabs(d[k]) >= LEAST_COMPONENT)
            set_axis(out, k, down, up, 1 / d[k]);
        else
            set_still_axis(out, k, down, up,
                           d[k] == 0 ? 0
                                     : fabs(d[k]) * longest_stay(tree, origin, d, (double)out->max_t));
    }
}

static float clamped(float f) { return f > FLT_MAX ? FLT_MAX : f < -FLT_MAX ? -FLT_MAX : f; }

gz_tree_ball gz_tree_ball_of_box(const graze_tree *tree, const double lo[3], const double hi[3]) {
    gz_tree_ball box;
    for (int k = 0; k < 3; ++k) {
        box.lo[k] = clamped(gz_units_down_any(&tree->units, k, lo[k]));
        box.hi[k] = clamped(gz_units_up_any(&tree->units, k, hi[k]));
    }
    box.radius_squared = 0;
    return box;
}

gz_tree_ball gz_tree_ball_make(const graze_tree *tree, const double center[3], double radius) {
    gz_tree_ball ball = gz_tree_ball_of_box(tree, center, center);
    double r = radius * tree->units.scale, squared = r * r;
    ball.radius_squared =
        squared < 0x1p126 ? (float)squared * (1 + GZ_TREE_BALL_SLACK) + 0x1p-148f : FLT_MAX;
    return ball;
}
