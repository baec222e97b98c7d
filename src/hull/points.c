/* SPDX-License-Identifier: MIT */
#include "hull/points.h"

#include "base/exact.h"
#include "base/memory.h"
#include "math/scale.h"

#define MAX_POINTS ((size_t)1 << 30)

/* The box of the input, the first points at its ends, and whether all is finite. */
typedef struct box {
    double lo[3], hi[3];
    uint32_t lo_at[3], hi_at[3];
    bool finite;
} box;

static box bounding_box(const gz_hull_points *points) {
    box b = {.finite = true};
    gz_hull_point_given(points, 0, b.lo);
    gz_hull_point_given(points, 0, b.hi);
    double not_finite = 0;
    for (uint32_t i = 0; i < points->count; ++i) {
        double p[3];
        gz_hull_point_given(points, i, p);
        for (int k = 0; k < 3; ++k) {
            not_finite += p[k] - p[k];
            if (p[k] < b.lo[k]) {
                b.lo[k] = p[k];
                b.lo_at[k] = i;
            }
            if (p[k] > b.hi[k]) {
                b.hi[k] = p[k];
                b.hi_at[k] = i;
            }
        }
    }
    b.finite = not_finite == 0;
    return b;
}

/* Whether every scaled coordinate is a multiple of one quantum and the box at most 2^16 quanta long.
 * Then differences are at most 2^16 quanta, their products and 2x2 minors below 2^34, the terms of
 * a 3x3 determinant below 2^50 and all sums below 2^53: everything in double is exact. */
static bool lies_on_grid(const gz_hull_points *points) {
    double longest = points->range[points->long_axis];
    if (!(longest > 1e-30)) return false;
    double quantum = gz_power_of_two(gz_exponent(longest) - 15);
    double per_quantum = 1 / quantum;
    for (uint32_t i = 0; i < points->count; ++i) {
        const double p[3] = {points->at[i].x, points->at[i].y, points->at[i].z};
        for (int k = 0; k < 3; ++k) {
            double steps = p[k] * per_quantum;
            if (!(steps > -9e15 && steps < 9e15) || (double)(int64_t)steps != steps) return false;
        }
    }
    return true;
}

static void copy_scaled(gz_hull_points *points, const box *b) {
    double largest = 0;
    for (int k = 0; k < 3; ++k) {
        if (-b->lo[k] > largest) largest = -b->lo[k];
        if (b->hi[k] > largest) largest = b->hi[k];
    }
    int exponent = gz_exponent(largest);
    if (exponent > 1000) exponent = 1000;
    if (exponent < -1000) exponent = -1000;
    points->scale = gz_power_of_two(-exponent);
    points->unscale = gz_power_of_two(exponent);
    points->long_axis = 0;
    for (int k = 0; k < 3; ++k) {
        points->range[k] = b->hi[k] * points->scale - b->lo[k] * points->scale;
        if (b->hi[k] - b->lo[k] > b->hi[points->long_axis] - b->lo[points->long_axis])
            points->long_axis = k;
    }
    points->ends[0] = b->lo_at[points->long_axis];
    points->ends[1] = b->hi_at[points->long_axis];
    points->lossless = true;
    for (uint32_t i = 0; i < points->count; ++i) {
        double p[3];
        gz_hull_point_given(points, i, p);
        for (int k = 0; k < 3; ++k) points->lossless &= p[k] * points->scale * points->unscale == p[k];
        points->at[i] = (gz_hull_point){p[0] * points->scale, p[1] * points->scale,
                                        p[2] * points->scale, GRAZE_HULL_NONE, 0};
    }
    points->on_grid = points->lossless && lies_on_grid(points);
}

graze_status gz_hull_points_read(const void *data, size_t count, size_t stride, gz_hull_points *out) {
    if (stride == 0) stride = sizeof(graze_vec3);
    if (!data || count == 0 || count > MAX_POINTS || stride < sizeof(graze_vec3))
        return GRAZE_INVALID_ARGUMENT;
    gz_hull_points points = {.data = data, .stride = stride, .count = (uint32_t)count};
    box b = bounding_box(&points);
    if (!b.finite) return GRAZE_INVALID_ARGUMENT;
    points.at = gz_allocate_array(count, sizeof *points.at);
    if (!points.at) return GRAZE_OUT_OF_MEMORY;
    copy_scaled(&points, &b);
    *out = points;
    return GRAZE_OK;
}

void gz_hull_points_free(gz_hull_points *points) {
    gz_release(points->at, points->count * sizeof *points->at);
    points->at = NULL;
}

double gz_hull_orient(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    double p[4][3];
    gz_hull_point_given(points, a, p[0]);
    gz_hull_point_given(points, b, p[1]);
    gz_hull_point_given(points, c, p[2]);
    gz_hull_point_given(points, d, p[3]);
    return gz_orient3d(p[0], p[1], p[2], p[3]);
}
