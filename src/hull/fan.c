/* SPDX-License-Identifier: MIT */
#include "hull/fan.h"

#include "base/tolerance.h"
#include "math/double_double.h"
#include "math/scale.h"

double gz_fan_scale(const graze_hull_view *view) {
    real largest = 0;
    for (uint32_t v = 0; v < view->vertex_count; ++v)
        largest = graze_max(largest, vec3_max_abs(view->vertices[v]));
    int exponent = gz_exponent((double)largest);
    return gz_power_of_two(exponent > 1000 ? -1000 : exponent < -1000 ? 1000 : -exponent);
}

/* In double; returns the sum of all |products|, of which the components are off by some eps. */
static double rounded_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count,
                             double scale, double normal[3]) {
    double o[3], u[3], v[3], size = 0;
    normal[0] = normal[1] = normal[2] = 0;
    gz_fan_vertex(view, corner[0], scale, o);
    gz_fan_vertex(view, corner[1], scale, u);
    for (int i = 0; i < 3; ++i) u[i] -= o[i];
    for (uint32_t c = 2; c < count; ++c) {
        gz_fan_vertex(view, corner[c], scale, v);
        for (int i = 0; i < 3; ++i) v[i] -= o[i];
        for (int i = 0; i < 3; ++i) {
            double left = u[(i + 1) % 3] * v[(i + 2) % 3], right = u[(i + 2) % 3] * v[(i + 1) % 3];
            normal[i] += left - right;
            size += fabs(left) + fabs(right);
        }
        for (int i = 0; i < 3; ++i) u[i] = v[i];
    }
    return size;
}

/* The same with twice the digits: differences are exact. */
static void precise_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count,
                           double scale, double normal[3]) {
    double o[3], p[3];
    gz_dd u[3], v[3], sum[3] = {{0, 0}, {0, 0}, {0, 0}};
    gz_fan_vertex(view, corner[0], scale, o);
    gz_fan_vertex(view, corner[1], scale, p);
    for (int i = 0; i < 3; ++i) u[i] = gz_dd_two_sum(p[i], -o[i]);
    for (uint32_t c = 2; c < count; ++c) {
        gz_fan_vertex(view, corner[c], scale, p);
        for (int i = 0; i < 3; ++i) v[i] = gz_dd_two_sum(p[i], -o[i]);
        for (int i = 0; i < 3; ++i) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            sum[i] = gz_dd_add(sum[i], gz_dd_sub(gz_dd_mul(u[j], v[k]), gz_dd_mul(u[k], v[j])));
        }
        for (int i = 0; i < 3; ++i) u[i] = v[i];
    }
    for (int i = 0; i < 3; ++i) normal[i] = sum[i].hi;
}

void gz_fan_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count, double scale,
                   double normal[3]) {
    double size = rounded_normal(view, corner, count, scale, normal);
    double length = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]);
    if (!(size * GZ_HULL_NORMAL <= length)) precise_normal(view, corner, count, scale, normal);
}
