/* SPDX-License-Identifier: MIT
 * Checks a polygon and finds three of its points that span its plane well. */
#include "primitive/polygon_view.h"

#include "math/double_double.h"

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
        view->index[1] = i;
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
        view->index[2] = i;
        for (int k = 0; k < 3; ++k) view->corner[2][k] = p[k];
    }
}

static bool spans_plane(const gz_polygon_view *view, uint32_t i) {
    return i == view->index[0] || i == view->index[1] || i == view->index[2];
}

/* The height of all points, up to rounding; 0 if they have the same coordinate along the axis, like
 * most planar polygons. */
static void find_rough_height(gz_polygon_view *view) {
    double p[3], most = 0;
    bool level = true;
    for (uint32_t i = 0; i < view->polygon->count; ++i) {
        gz_polygon_point(view, i, p);
        level &= p[view->axis] == view->corner[0][view->axis];
        double height = fabs(gz_polygon_height(view, p));
        if (height > most) most = height;
    }
    view->height = most;
    view->height = level ? 0 : gz_polygon_slack(view, view->length);
}

/* Off the plane for sure? With twice the digits, which nearly always tell rounded points from exact
 * ones, and quicker than integers do. */
static bool is_clearly_off(const gz_polygon_view *view, const double p[3]) {
    gz_dd u[3], v[3], w[3], det = {0, 0};
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        u[k] = gz_dd_two_sum(view->corner[1][k], -view->corner[0][k]);
        v[k] = gz_dd_two_sum(view->corner[2][k], -view->corner[0][k]);
        w[k] = gz_dd_two_sum(p[k], -view->corner[0][k]);
    }
    for (int k = 0; k < 3; ++k) {
        int m = k == 2 ? 0 : k + 1, n = k == 0 ? 2 : k - 1;
        gz_dd first = gz_dd_mul(u[m], v[n]), second = gz_dd_mul(u[n], v[m]);
        det = gz_dd_add(det, gz_dd_mul(w[k], gz_dd_sub(first, second)));
        sum += fabs(w[k].hi) * (fabs(first.hi) + fabs(second.hi));
    }
    return fabs(det.hi) > GZ_POLYGON_OFF * sum + GZ_POLYGON_OFF_FLOOR;
}

/* Exact zeros are worth looking for: queries with an exactly planar polygon need no tolerance. */
static bool is_planar(const gz_polygon_view *view) {
    const double(*c)[3] = view->corner;
    double p[3], det;
    for (uint32_t i = 0; i < view->polygon->count; ++i) {
        if (spans_plane(view, i)) continue;
        gz_polygon_point(view, i, p);
        if (gz_orient3d_filter(c[0], c[1], c[2], p, &det) || is_clearly_off(view, p)) return false;
        if (gz_orient3d_exact(c[0], c[1], c[2], p) != 0) return false;
    }
    return true;
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

graze_status gz_polygon_open_roughly(const graze_polygon *polygon, const gz_polygon_frame *frame,
                                     gz_polygon_view *out) {
    graze_status status = gz_polygon_check_numbers(polygon);
    if (status) return status;
    out->polygon = polygon;
    out->frame = frame;
    out->index[0] = 0;
    gz_polygon_point(out, 0, out->corner[0]);
    find_second(out);
    find_third(out);
    double squared = out->length * out->length, area = wide3_length(out->normal);
    if (out->length > 0 && squared < 1 / (GZ_POLYGON_RANGE * GZ_POLYGON_RANGE))
        return GRAZE_OUT_OF_RANGE;
    if (!(area > GZ_POLYGON_THIN * squared)) return GRAZE_INVALID_ARGUMENT;
    out->axis = choose_axis(out->normal);
    out->height = 0;
    if (polygon->count == 3) return GRAZE_OK;
    find_rough_height(out);
    bool flat = out->height <= GZ_POLYGON_FLAT * out->length * area;
    return flat || is_planar(out) ? GRAZE_OK : GRAZE_INVALID_ARGUMENT;
}

void gz_polygon_settle(gz_polygon_view *view) {
    if (view->height > 0 && is_planar(view)) view->height = 0;
}

graze_status gz_polygon_open(const graze_polygon *polygon, const gz_polygon_frame *frame,
                             gz_polygon_view *out) {
    graze_status status = gz_polygon_open_roughly(polygon, frame, out);
    if (!status) gz_polygon_settle(out);
    return status;
}
