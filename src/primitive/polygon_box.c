/* SPDX-License-Identifier: MIT
 * Boxes against a polygon (B:2403-2459): an edge meets the box, or the box passes through the polygon;
 * then the diagonal nearest to the normal does. */
#include "primitive/box_frame.h"
#include "primitive/check.h"
#include "primitive/polygon_line.h"
#include "primitive/polygon_segment.h"

/* A point of the segment in the box that it is known to meet: the middle of the clipped part. */
static void clip(const gz_span_box *box, const double a[3], const double b[3], double common[3]) {
    double from = 0, to = 1;
    for (int k = 0; k < 3; ++k) {
        double d = b[k] - a[k];
        if (d == 0) continue;
        double lo = (box->lo[k] - a[k]) / d, hi = (box->hi[k] - a[k]) / d;
        double first = lo < hi ? lo : hi, last = lo < hi ? hi : lo;
        if (first > from) from = first;
        if (last < to) to = last;
    }
    gz_polygon_between(a, b, (from + to) / 2, common);
    for (int k = 0; k < 3; ++k) {
        if (common[k] < box->lo[k]) common[k] = box->lo[k];
        if (common[k] > box->hi[k]) common[k] = box->hi[k];
    }
}

/* The sign of a component of the plane's normal: that of the corners as seen along the axis. */
static bool normal_is_negative(const gz_polygon_view *view, int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double p[3][2];
    for (int c = 0; c < 3; ++c) {
        p[c][0] = view->corner[c][i];
        p[c][1] = view->corner[c][j];
    }
    return gz_orient2d(p[0], p[1], p[2]) < 0;
}

static bool meets_box(gz_polygon_view *view, const gz_span_box *box, double common[3]) {
    double from[3], to[3];
    for (int k = 0; k < 3; ++k) {
        bool negative = normal_is_negative(view, k);
        from[k] = negative ? box->hi[k] : box->lo[k];
        to[k] = negative ? box->lo[k] : box->hi[k];
    }
    if (!gz_polygon_plane_meets_settled(view, from, to)) return false;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        gz_span edge = {gz_polygon_end(edges.a), gz_polygon_end(edges.b)};
        if (!gz_span_meets_box(&edge, box)) continue;
        clip(box, edges.a, edges.b, common);
        return true;
    }
    return gz_polygon_meets_segment(view, from, to, common);
}

graze_status graze_test_aabb_polygon(const graze_aabb *aabb, const graze_polygon *polygon, bool *hit,
                                     graze_vec3 *common) {
    if (!gz_aabb_is_valid(aabb) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_check_point(aabb->lo);
    if (!status) status = gz_polygon_check_point(aabb->hi);
    if (!status) status = gz_polygon_open_roughly(polygon, NULL, &view);
    if (status) return status;
    double point[3];
    gz_span_box box = gz_span_box_of(aabb);
    gz_polygon_answer(meets_box(&view, &box, point), point, hit, common);
    return GRAZE_OK;
}

graze_status graze_test_obb_polygon(const graze_obb *obb, const graze_polygon *polygon, bool *hit,
                                    graze_vec3 *common) {
    if (!gz_obb_is_valid(obb) || !hit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_polygon_check_point(obb->center);
    if (!status) status = gz_polygon_check_point(obb->half);
    if (status) return status;
    wide_mat3 axes = wide_mat3_from(&obb->axes);
    gz_polygon_frame frame = {wide3_from(obb->center), &axes};
    gz_polygon_view view;
    status = gz_polygon_open_roughly(polygon, &frame, &view);
    if (status) return status;
    double point[3], reach = gz_sum3(gz_polygon_vector(view.corner[0])) + 2 * view.length;
    gz_span_box box = gz_box_widened(wide3_from(obb->half), reach);
    bool met = meets_box(&view, &box, point);
    if (met) {
        wide3 turned = wide_mat3_mul_vec(&axes, gz_polygon_vector(point));
        gz_polygon_put(wide3_add(frame.center, turned), point);
    }
    gz_polygon_answer(met, point, hit, common);
    return GRAZE_OK;
}
