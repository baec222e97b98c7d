/* SPDX-License-Identifier: MIT */
#include "tree/meets.h"

#include <float.h>

#include "math/scale.h"

/* The exponent that the longest component of the direction gets. */
enum { TIME_EXPONENT = -60 };
/* Components below this have no inverse in float. */
#define LEAST_COMPONENT 0x1p-126

static double size_of(double x) { return x < 0 ? -x : x; }

static int longest_of(const double d[3]) {
    int axis = size_of(d[1]) > size_of(d[0]) ? 1 : 0;
    return size_of(d[2]) > size_of(d[axis]) ? 2 : axis;
}

/* A bound of the parameters at which the ray is in the tree, by its longest component. */
static double longest_stay(const graze_tree *tree, const double origin[3], const double d[3],
                           double max_t) {
    int k = longest_of(d);
    if (d[k] == 0) return 0;
    double start = gz_units_of(&tree->units, k, origin[k]);
    double to_lo = size_of((double)tree->lo[k] - start), to_hi = size_of((double)tree->hi[k] - start);
    double stay = 2 * (to_lo > to_hi ? to_lo : to_hi) / size_of(d[k]);
    return stay < max_t ? stay : max_t;
}

/* down and up: bounds of the origin. */
static void set_axis(gz_tree_ray *ray, int k, float down, float up, float inverse) {
    uint32_t lo = (uint32_t)k * GZ_TREE_WIDTH, hi = lo + 3 * GZ_TREE_WIDTH;
    bool backwards = inverse < 0;
    ray->inverse[k] = inverse;
    ray->near_plane[k] = backwards ? hi : lo;
    ray->far_plane[k] = backwards ? lo : hi;
    ray->near_origin[k] = backwards ? down : up;
    ray->far_origin[k] = backwards ? up : down;
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

gz_tree_ray gz_tree_ray_make(const graze_tree *tree, const double origin[3], const double direction[3],
                             double max_t) {
    gz_tree_ray ray;
    double longest = direction[longest_of(direction)], d[3];
    int exponent = longest == 0 ? TIME_EXPONENT : gz_exponent(longest);
    ray.time_scale[0] = gz_scale_double(1, exponent - TIME_EXPONENT);
    ray.time_scale[1] = tree->units.scale;
    ray.max_t = gz_tree_ray_time(&ray, max_t);
    for (int k = 0; k < 3; ++k) d[k] = gz_scale_double(direction[k], TIME_EXPONENT - exponent);
    for (int k = 0; k < 3; ++k) {
        float down = gz_units_down_any(&tree->units, k, origin[k]);
        float up = gz_units_up_any(&tree->units, k, origin[k]);
        if (size_of(d[k]) >= LEAST_COMPONENT)
            set_axis(&ray, k, down, up, (float)(1 / d[k]));
        else
            set_still_axis(
                &ray, k, down, up,
                d[k] == 0 ? 0 : size_of(d[k]) * longest_stay(tree, origin, d, (double)ray.max_t));
    }
    return ray;
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
