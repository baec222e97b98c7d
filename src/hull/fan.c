/* SPDX-License-Identifier: MIT */
#include "hull/fan.h"

#include <string.h>

#include "base/exact.h"
#include "base/tolerance.h"
#include "math/double_double.h"
#include "math/scale.h"

static double normalizing_scale(double largest) {
    int exponent = gz_exponent(largest);
    return gz_power_of_two(exponent > 1000 ? -1000 : exponent < -1000 ? 1000 : -exponent);
}

double gz_fan_scale(const graze_hull_view *view) {
    real largest = 0;
    for (uint32_t v = 0; v < view->vertex_count; ++v)
        largest = graze_max(largest, vec3_max_abs(view->vertices[v]));
    return normalizing_scale((double)largest);
}

/* In double, about the first corner; returns the sum of all |products|, of which the components are off
 * by some eps. */
static double rounded_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count,
                             double scale, double normal[3]) {
    double o[3], p[3], x = 0, y = 0, z = 0, size = 0;
    gz_fan_vertex(view, corner[0], scale, o);
    gz_fan_vertex(view, corner[1], scale, p);
    double ux = p[0] - o[0], uy = p[1] - o[1], uz = p[2] - o[2];
    for (uint32_t c = 2; c < count; ++c) {
        gz_fan_vertex(view, corner[c], scale, p);
        double vx = p[0] - o[0], vy = p[1] - o[1], vz = p[2] - o[2];
        double yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz, xy = ux * vy, yx = uy * vx;
        x += yz - zy;
        y += zx - xz;
        z += xy - yx;
        size += (fabs(yz) + fabs(zy)) + (fabs(zx) + fabs(xz)) + (fabs(xy) + fabs(yx));
        ux = vx;
        uy = vy;
        uz = vz;
    }
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
    return size;
}

/* An exact sum: nonoverlapping parts in increasing size (Shewchuk 1997). Round-to-even keeps at least
 * one zero bit between two parts, and all lie between 2^16 and 2^-1074. */
typedef struct expansion {
    int count;
    double part[560];
} expansion;

static void add_exactly(expansion *sum, double x) {
    int kept = 0;
    for (int i = 0; i < sum->count; ++i) {
        gz_dd pair = gz_dd_two_sum(x, sum->part[i]);
        if (pair.lo != 0) sum->part[kept++] = pair.lo;
        x = pair.hi;
    }
    if (x != 0) sum->part[kept++] = x;
    sum->count = kept;
}

static void add_product_exactly(expansion *sum, double a, double b) {
    gz_dd product = gz_dd_two_product(a, b);
    add_exactly(sum, product.lo);
    add_exactly(sum, product.hi);
}

static double rounded_sum(const expansion *sum) {
    double total = 0;
    for (int i = 0; i < sum->count; ++i) total += sum->part[i];
    return total;
}

/* The sum of the cross products of successive corners, exactly. */
static void exact_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count,
                         double scale, double normal[3]) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expansion sum = {.count = 0};
        double a[3], b[3];
        gz_fan_vertex(view, corner[count - 1], scale, a);
        for (uint32_t c = 0; c < count; ++c) {
            gz_fan_vertex(view, corner[c], scale, b);
            add_product_exactly(&sum, a[j], b[k]);
            add_product_exactly(&sum, -a[k], b[j]);
            memcpy(a, b, sizeof a);
        }
        normal[i] = rounded_sum(&sum);
    }
}

/* The power of two that brings the largest coordinate of a polygon near 1. */
static double polygon_scale(const graze_hull_view *view, const uint32_t *corner, uint32_t count) {
    real largest = 0;
    for (uint32_t c = 0; c < count; ++c)
        largest = graze_max(largest, vec3_max_abs(view->vertices[corner[c]]));
    return normalizing_scale((double)largest);
}

/* The axis to whose plane the polygon projects without collapsing, with the sign of the turn. */
static void axis_normal(const graze_hull_view *view, const uint32_t *corner, double normal[3]) {
    for (int i = 0; i < 3; ++i) {
        double p[3][2], q[3];
        for (int c = 0; c < 3; ++c) {
            gz_fan_vertex(view, corner[c], 1, q);
            p[c][0] = q[(i + 1) % 3];
            p[c][1] = q[(i + 2) % 3];
        }
        double turn = gz_orient2d(p[0], p[1], p[2]);
        normal[i] = turn > 0 ? 1 : turn < 0 ? -1 : 0;
        if (turn != 0) return;
    }
}

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

void gz_fan_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count, double scale,
                   double unit[3], double *double_area) {
    double size = rounded_normal(view, corner, count, scale, unit);
    double ratio = 1, length = length_of(unit);
    if (!(size * GZ_HULL_NORMAL <= length) || size < 0x1p-500) {
        double own = polygon_scale(view, corner, count);
        exact_normal(view, corner, count, own, unit);
        length = length_of(unit);
        ratio = scale / own;
    }
    *double_area = length * ratio * ratio;
    if (!(length > 0x1p-500)) { /* squares, or the products themselves, have left the range */
        double largest = 0;
        for (int i = 0; i < 3; ++i)
            if (fabs(unit[i]) > largest) largest = fabs(unit[i]);
        if (largest == 0) {
            axis_normal(view, corner, unit);
            return;
        }
        for (int i = 0; i < 3; ++i) unit[i] /= largest;
        length = length_of(unit);
        *double_area = length * largest * ratio * ratio;
    }
    for (int i = 0; i < 3; ++i) unit[i] /= length;
}
