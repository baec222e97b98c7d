/* SPDX-License-Identifier: MIT
 * Newell's plane (B:1050-1062), and which points belong to a polygon. */
#include "primitive/polygon_measure.h"

#include "primitive/polygon_planar.h"
#include "primitive/polygon_segment.h"

graze_status graze_polygon_check(const graze_polygon *polygon) {
    gz_polygon_view view;
    return gz_polygon_open(polygon, NULL, &view);
}

static wide3 loop_newell(const graze_polygon *polygon, uint32_t loop) {
    uint32_t begin = gz_polygon_loop_begin(polygon, loop), end = gz_polygon_loop_end(polygon, loop);
    wide3 origin = wide3_from(polygon->points[begin]), sum = wide3_make(0, 0, 0);
    wide3 a = wide3_sub(wide3_from(polygon->points[end - 1]), origin);
    for (uint32_t i = begin; i < end; ++i) {
        wide3 b = wide3_sub(wide3_from(polygon->points[i]), origin);
        sum.x += (a.y - b.y) * (a.z + b.z);
        sum.y += (a.z - b.z) * (a.x + b.x);
        sum.z += (a.x - b.x) * (a.y + b.y);
        a = b;
    }
    return sum;
}

/* The largest loop is an outer one, and its sum has no sign to lose. */
wide3 gz_polygon_newell(const graze_polygon *polygon) {
    wide3 normal = wide3_make(0, 0, 0);
    double largest = -1;
    for (uint32_t loop = 0; loop < gz_polygon_loops(polygon); ++loop) {
        wide3 sum = loop_newell(polygon, loop);
        double size = wide3_length_squared(sum);
        if (size <= largest) continue;
        largest = size;
        normal = sum;
    }
    return normal;
}

/* The mean of n . (p - first point), so that far from the origin little cancels. */
static double mean_height(const graze_polygon *polygon, wide3 unit) {
    wide3 origin = wide3_from(polygon->points[0]);
    double sum = 0;
    for (uint32_t i = 0; i < polygon->count; ++i)
        sum += wide3_dot(unit, wide3_sub(wide3_from(polygon->points[i]), origin));
    return sum / (double)polygon->count;
}

graze_status graze_polygon_plane(const graze_polygon *polygon, graze_plane *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_polygon_check_numbers(polygon);
    if (status) return status;
    wide3 normal = gz_polygon_newell(polygon);
    double size = wide3_length(normal);
    if (!(size > 0)) return GRAZE_INVALID_ARGUMENT;
    wide3 unit = wide3_make(normal.x / size, normal.y / size, normal.z / size);
    double offset = -wide3_dot(unit, wide3_from(polygon->points[0])) - mean_height(polygon, unit);
    out->normal = wide3_round(unit);
    out->offset = (graze_real)offset;
    return GRAZE_OK;
}

/* Whether a loop runs inside the others: by a vertex that is on none of them, else by the middle of an
 * edge that is on none. */
static bool loop_is_inside(const gz_polygon_view *view, uint32_t loop, bool *inside) {
    uint32_t begin = gz_polygon_loop_begin(view->polygon, loop),
             end = gz_polygon_loop_end(view->polygon, loop);
    for (int middle = 0; middle < 2; ++middle)
        for (uint32_t i = begin; i < end; ++i) {
            double a[3], b[3], x[3];
            gz_polygon_point(view, i, a);
            gz_polygon_point(view, i + 1 < end ? i + 1 : begin, b);
            gz_polygon_between(a, b, middle * 0.5, x);
            gz_polygon_place place = gz_polygon_locate_without(view, loop, x);
            if (place == GZ_POLYGON_BOUNDARY) continue;
            *inside = place == GZ_POLYGON_INSIDE;
            return true;
        }
    return false;
}

graze_status graze_polygon_area(const graze_polygon *polygon, graze_real *area) {
    if (!area) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_open(polygon, NULL, &view);
    if (status) return status;
    double sum = 0;
    for (uint32_t loop = 0; loop < gz_polygon_loops(polygon); ++loop) {
        bool hole;
        if (!loop_is_inside(&view, loop, &hole)) return GRAZE_INVALID_ARGUMENT;
        double size = wide3_length(loop_newell(polygon, loop));
        sum += hole ? -size : size;
    }
    if (sum / 2 > (double)GRAZE_REAL_MAX) return GRAZE_OUT_OF_RANGE;
    *area = (graze_real)(sum / 2);
    return GRAZE_OK;
}

graze_status graze_polygon_claims_point(const graze_polygon *polygon, graze_vec3 point, bool *claimed) {
    if (!claimed) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_check_point(point);
    if (!status) status = gz_polygon_open(polygon, NULL, &view);
    if (status) return status;
    double x[3];
    gz_polygon_put(wide3_from(point), x);
    *claimed = gz_polygon_claims_point(&view, x);
    return GRAZE_OK;
}
