/* SPDX-License-Identifier: MIT
 * Checks a polygon and finds three of its points that span its plane well. */
#include "primitive/polygon_view.h"

#include "base/exact.h"

static bool loops_are_valid(const graze_polygon *polygon) {
    if (!polygon->loop_ends) return true;
    if (polygon->loop_count == 0) return false;
    uint32_t begin = 0;
    for (uint32_t loop = 0; loop < polygon->loop_count; ++loop) {
        uint32_t end = polygon->loop_ends[loop];
        if (end > polygon->count || end < begin || end - begin < 3) return false;
        begin = end;
    }
    return begin == polygon->count;
}

graze_status gz_polygon_check_numbers(const graze_polygon *polygon) {
    if (!polygon || !polygon->points || polygon->count < 3) return GRAZE_INVALID_ARGUMENT;
    if (!loops_are_valid(polygon)) return GRAZE_INVALID_ARGUMENT;
    double largest = 0;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        if (!graze_vec3_is_finite(polygon->points[i])) return GRAZE_INVALID_ARGUMENT;
        double size = (double)graze_vec3_max_abs(polygon->points[i]);
        if (size > largest) largest = size;
    }
    return largest > GZ_POLYGON_RANGE ? GRAZE_OUT_OF_RANGE : GRAZE_OK;
}

/* The point farthest from corner 0. */
static void find_second(gz_polygon_view *view) {
    double farthest = -1, p[3];
    for (uint32_t i = 0; i < view->polygon->count; ++i) {
        gz_polygon_point(view, i, p);
        double squared =
            wide3_length_squared(wide3_sub(gz_polygon_vector(p), gz_polygon_vector(view->corner[0])));
        if (squared <= farthest) continue;
        farthest = squared;
        for (int k = 0; k < 3; ++k) view->corner[1][k] = p[k];
    }
    view->length = sqrt(farthest);
}

/* The point farthest from the line through the first two. */
static void find_third(gz_polygon_view *view) {
    wide3 origin = gz_polygon_vector(view->corner[0]);
    wide3 along = wide3_sub(gz_polygon_vector(view->corner[1]), origin);
    double largest = -1, p[3];
    for (uint32_t i = 0; i < view->polygon->count; ++i) {
        gz_polygon_point(view, i, p);
        wide3 normal = wide3_cross(along, wide3_sub(gz_polygon_vector(p), origin));
        double squared = wide3_length_squared(normal);
        if (squared <= largest) continue;
        largest = squared;
        view->normal = normal;
        for (int k = 0; k < 3; ++k) view->corner[2][k] = p[k];
    }
}

/* All points have the same coordinate along an axis: most planar polygons, and the quickest to see. */
static bool is_level(const gz_polygon_view *view, int axis) {
    double p[3];
    for (uint32_t i = 0; i < view->polygon->count; ++i) {
        gz_polygon_point(view, i, p);
        if (p[axis] != view->corner[0][axis]) return false;
    }
    return true;
}

/* Exact zeros are worth looking for: queries with an exactly planar polygon need no tolerance. */
static void find_height(gz_polygon_view *view) {
    double p[3];
    bool planar = true;
    view->height = 0;
    if (is_level(view, view->axis)) return;
    for (uint32_t i = 0; i < view->polygon->count; ++i) {
        gz_polygon_point(view, i, p);
        if (planar) planar = gz_orient3d(view->corner[0], view->corner[1], view->corner[2], p) == 0;
        double height = fabs(gz_polygon_height(view, p));
        if (height > view->height) view->height = height;
    }
    view->height = planar ? 0 : gz_polygon_slack(view, view->length);
}

double gz_polygon_slack(const gz_polygon_view *view, double distance) {
    return view->height + GZ_POLYGON_ROUNDING * view->length * view->length * (view->length + distance);
}

/* The axis nearest to the normal, with some favour for the first ones: polygons of one plane should
 * choose the same, also where two axes are equally near. */
static int choose_axis(wide3 normal) {
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    double favour = 1 + GZ_POLYGON_FAVOUR;
    if (favour * x >= y && favour * x >= z) return 0;
    return favour * y >= z ? 1 : 2;
}

graze_status gz_polygon_open(const graze_polygon *polygon, const gz_polygon_frame *frame,
                             gz_polygon_view *out) {
    graze_status status = gz_polygon_check_numbers(polygon);
    if (status) return status;
    out->polygon = polygon;
    out->frame = frame;
    gz_polygon_point(out, 0, out->corner[0]);
    find_second(out);
    find_third(out);
    double squared = out->length * out->length, area = wide3_length(out->normal);
    if (out->length > 0 && squared < 1 / (GZ_POLYGON_RANGE * GZ_POLYGON_RANGE))
        return GRAZE_OUT_OF_RANGE;
    if (!(area > GZ_POLYGON_THIN * squared)) return GRAZE_INVALID_ARGUMENT;
    out->axis = choose_axis(out->normal);
    find_height(out);
    return out->height > GZ_POLYGON_FLAT * out->length * area ? GRAZE_INVALID_ARGUMENT : GRAZE_OK;
}
