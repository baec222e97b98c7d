/* SPDX-License-Identifier: MIT
 * Boxes against a polygon (B:2403-2459): an edge meets the box, or the box passes through the polygon;
 * then the diagonal nearest to the normal does. */
#include "base/exact.h"
#include "primitive/polygon_segment.h"

typedef struct cuboid {
    double lo[3], hi[3];
} cuboid;

static bool lies_beyond(double a, double b, double lo, double hi) {
    return (a < lo && b < lo) || (a > hi && b > hi);
}

/* Seen along an axis: are all corners of the box strictly on one side of the line through a and b? */
static bool line_separates(const cuboid *box, const double a[3], const double b[3], int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double p[2] = {a[i], a[j]}, q[2] = {b[i], b[j]};
    bool i_grows = q[0] >= p[0], j_grows = q[1] >= p[1];
    /* The corners farthest to the left and to the right of the line. */
    double left[2] = {j_grows ? box->lo[i] : box->hi[i], i_grows ? box->hi[j] : box->lo[j]};
    double right[2] = {j_grows ? box->hi[i] : box->lo[i], i_grows ? box->lo[j] : box->hi[j]};
    return gz_orient2d(p, q, left) < 0 || gz_orient2d(p, q, right) > 0;
}

/* The six axes of B:1928-1954, exactly. */
static bool segment_meets_box(const cuboid *box, const double a[3], const double b[3]) {
    for (int k = 0; k < 3; ++k)
        if (lies_beyond(a[k], b[k], box->lo[k], box->hi[k])) return false;
    for (int k = 0; k < 3; ++k)
        if (line_separates(box, a, b, k)) return false;
    return true;
}

/* A point of the segment in the box that it is known to meet: the middle of the clipped part. */
static void clip(const cuboid *box, const double a[3], const double b[3], double common[3]) {
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

static bool meets_box(const gz_polygon_view *view, const cuboid *box, double common[3]) {
    double from[3], to[3];
    for (int k = 0; k < 3; ++k) {
        bool negative = normal_is_negative(view, k);
        from[k] = negative ? box->hi[k] : box->lo[k];
        to[k] = negative ? box->lo[k] : box->hi[k];
    }
    if (!gz_polygon_plane_meets(view, from, to)) return false;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        if (!segment_meets_box(box, edges.a, edges.b)) continue;
        clip(box, edges.a, edges.b, common);
        return true;
    }
    return gz_polygon_meets_segment(view, from, to, common);
}

graze_status graze_test_aabb_polygon(const graze_aabb *aabb, const graze_polygon *polygon, bool *hit,
                                     graze_vec3 *common) {
    if (!aabb || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_check_point(aabb->lo);
    if (!status) status = gz_polygon_check_point(aabb->hi);
    if (!status && !graze_vec3_less_equal(aabb->lo, aabb->hi)) status = GRAZE_INVALID_ARGUMENT;
    if (!status) status = gz_polygon_open(polygon, NULL, &view);
    if (status) return status;
    cuboid box;
    double point[3];
    gz_polygon_put(wide3_from(aabb->lo), box.lo);
    gz_polygon_put(wide3_from(aabb->hi), box.hi);
    gz_polygon_answer(meets_box(&view, &box, point), point, hit, common);
    return GRAZE_OK;
}

static graze_status check_obb(const graze_obb *obb) {
    if (!graze_mat3_is_finite(&obb->axes)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_polygon_check_point(obb->center);
    if (!status) status = gz_polygon_check_point(obb->half);
    if (!status && !graze_vec3_less_equal(vec3_zero(), obb->half)) status = GRAZE_INVALID_ARGUMENT;
    return status;
}

graze_status graze_test_obb_polygon(const graze_obb *obb, const graze_polygon *polygon, bool *hit,
                                    graze_vec3 *common) {
    if (!obb || !hit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check_obb(obb);
    if (status) return status;
    gz_polygon_frame frame = {wide3_from(obb->center), wide_mat3_from(&obb->axes)};
    gz_polygon_view view;
    status = gz_polygon_open(polygon, &frame, &view);
    if (status) return status;
    cuboid box;
    double point[3];
    wide3 half = wide3_from(obb->half);
    gz_polygon_put(wide3_neg(half), box.lo);
    gz_polygon_put(half, box.hi);
    bool met = meets_box(&view, &box, point);
    if (met) {
        wide3 turned = wide_mat3_mul_vec(&frame.axes, gz_polygon_vector(point));
        gz_polygon_put(wide3_add(frame.center, turned), point);
    }
    gz_polygon_answer(met, point, hit, common);
    return GRAZE_OK;
}
