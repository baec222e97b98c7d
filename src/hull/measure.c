/* SPDX-License-Identifier: MIT
 * Volume, surface and centroid. The solid is cut into tetrahedra from its first vertex to the
 * triangles, the polygon into triangles: parts that all count positively, so nothing cancels but
 * within a part, which is computed with twice the digits of double. */
#include "hull/fan.h"
#include "hull/hull.h"
#include "math/double_double.h"
#include "math/vec3.h"

typedef struct corners {
    double at[4][3]; /* the first vertex of the hull, then the triangle, scaled */
} corners;

static corners triangle_corners(const graze_hull_view *view, uint32_t t, double scale) {
    corners c;
    gz_fan_vertex(view, 0, scale, c.at[0]);
    for (uint32_t i = 0; i < 3; ++i)
        gz_fan_vertex(view, view->half_edges[3 * t + i].vertex, scale, c.at[i + 1]);
    return c;
}

/* Six times the volume of the tetrahedron. */
static double tetrahedron(const corners *c) {
    gz_dd e[3][3], sum = {0, 0};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) e[i][k] = gz_dd_two_sum(c->at[i + 1][k], -c->at[0][k]);
    for (int k = 0; k < 3; ++k) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        gz_dd minor = gz_dd_sub(gz_dd_mul(e[1][l], e[2][m]), gz_dd_mul(e[1][m], e[2][l]));
        sum = gz_dd_add(sum, gz_dd_mul(e[0][k], minor));
    }
    return sum.hi;
}

/* Twice the area of triangle t. */
static double triangle_area(const graze_hull_view *view, uint32_t t, double scale) {
    uint32_t corner[3];
    for (uint32_t i = 0; i < 3; ++i) corner[i] = view->half_edges[3 * t + i].vertex;
    double n[3], area;
    gz_fan_normal(view, corner, 3, scale, n, &area);
    return area;
}

/* Sums over the triangles, scaled, the centroid relative to the first vertex; it is the mean of the
 * centroids of the parts: of tetrahedra in dimension 3, of triangles in dimension 2. */
typedef struct sums {
    double volume, area, moment[3];
} sums;

static sums add_triangles(const graze_hull_view *view, double scale) {
    sums s = {0};
    const double part_corners = view->dimension + 1;
    for (uint32_t t = 0; t < view->triangle_count; ++t) {
        corners c = triangle_corners(view, t, scale);
        double area = triangle_area(view, t, scale);
        double volume = view->dimension == 3 ? tetrahedron(&c) : 0;
        double weight = view->dimension == 3 ? volume : area;
        s.area += area / 2;
        s.volume += volume / 6;
        for (int k = 0; k < 3; ++k) {
            double edges = 0;
            for (int i = 1; i < 4; ++i) edges += c.at[i][k] - c.at[0][k];
            s.moment[k] += weight * (edges / part_corners);
        }
    }
    return s;
}

/* The centroid relative to the first vertex, scaled. */
static void find_centroid(const graze_hull_view *view, const sums *s, double scale, double out[3]) {
    double weight = view->dimension == 3 ? 6 * s->volume : 2 * s->area;
    double o[3], p[3];
    gz_fan_vertex(view, 0, scale, o);
    for (int k = 0; k < 3; ++k) out[k] = 0;
    if (view->dimension >= 2 && weight > 0) {
        for (int k = 0; k < 3; ++k) out[k] = s->moment[k] / weight;
        return;
    }
    /* A segment, or so thin that the weights underflow: the mean of the vertices. */
    for (uint32_t v = 0; v < view->vertex_count; ++v) {
        gz_fan_vertex(view, v, scale, p);
        for (int k = 0; k < 3; ++k) out[k] += (p[k] - o[k]) / view->vertex_count;
    }
}

graze_status graze_hull_measure(const graze_hull *hull, graze_hull_mass *out) {
    if (!hull || !out) return GRAZE_INVALID_ARGUMENT;
    const graze_hull_view *view = &hull->view;
    double scale = gz_fan_scale(view), unscale = 1 / scale, offset[3], o[3];
    sums s = add_triangles(view, scale);
    find_centroid(view, &s, scale, offset);
    gz_fan_vertex(view, 0, scale, o);
    graze_hull_mass mass;
    mass.volume = (real)(s.volume * unscale * unscale * unscale);
    mass.area = (real)(s.area * unscale * unscale);
    mass.centroid =
        vec3_make((real)((o[0] + offset[0]) * unscale), (real)((o[1] + offset[1]) * unscale),
                  (real)((o[2] + offset[2]) * unscale));
    if (!graze_is_finite(mass.volume) || !graze_is_finite(mass.area)) return GRAZE_OUT_OF_RANGE;
    *out = mass;
    return GRAZE_OK;
}
