/* SPDX-License-Identifier: MIT
 * Segment against polygon. */
#include "primitive/polygon_segment.h"

#include "primitive/polygon_line.h"
#include "primitive/polygon_planar.h"

static bool on_one_side(double a, double b, double limit) {
    return (a > limit && b > limit) || (a < -limit && b < -limit);
}

static void copy(const double from[3], double to[3]) {
    for (int k = 0; k < 3; ++k) to[k] = from[k];
}

/* How far from p to q the heights change from that of p to the wanted one. */
static double fraction(double height_p, double height_q, double wanted) {
    double t = (height_p - wanted) / (height_p - height_q);
    return t > 0 ? (t < 1 ? t : 1) : 0; /* also 0 for 0 / 0 */
}

static bool meets_exactly(const gz_polygon_view *view, const double p[3], const double q[3],
                          double common[3]) {
    double side_p = gz_polygon_plane_side(view, p), side_q = gz_polygon_plane_side(view, q);
    if (on_one_side(side_p, side_q, 0)) return false;
    if (side_p == 0 && side_q == 0) return gz_polygon_meets_planar(view, p, q, common);
    gz_polygon_line line = gz_polygon_line_of((gz_span){gz_polygon_end(p), gz_polygon_end(q)});
    gz_polygon_pass pass = gz_polygon_pass_line(view, &line);
    if (!pass.claimed && !pass.boundary) return false;
    if (side_p == 0)
        copy(p, common);
    else if (side_q == 0)
        copy(q, common);
    else
        gz_polygon_between(p, q, fraction(gz_polygon_height(view, p), gz_polygon_height(view, q), 0),
                           common);
    return true;
}

static double slack(const gz_polygon_view *view, const double p[3], const double q[3]) {
    double reach_p = gz_polygon_distance(p, view->corner[0]);
    double reach_q = gz_polygon_distance(q, view->corner[0]);
    return gz_polygon_slack(view, reach_p > reach_q ? reach_p : reach_q);
}

/* The part of the segment in the slab that holds all points, against the polygon from above. */
static bool meets_slab(const gz_polygon_view *view, const double p[3], const double q[3],
                       double common[3]) {
    double at_p = gz_polygon_height(view, p), at_q = gz_polygon_height(view, q);
    double limit = slack(view, p, q), from[3], to[3];
    if (on_one_side(at_p, at_q, limit)) return false;
    copy(p, from);
    copy(q, to);
    if (fabs(at_p) > limit)
        gz_polygon_between(p, q, fraction(at_p, at_q, at_p > 0 ? limit : -limit), from);
    if (fabs(at_q) > limit)
        gz_polygon_between(p, q, fraction(at_p, at_q, at_q > 0 ? limit : -limit), to);
    if (!gz_polygon_meets_planar(view, from, to, common)) return false;
    if ((at_p < 0) == (at_q < 0)) return true;
    gz_polygon_between(p, q, fraction(at_p, at_q, 0), from); /* in the very plane, if that will do */
    if (gz_polygon_locate(view, from) != GZ_POLYGON_OUTSIDE) copy(from, common);
    return true;
}

bool gz_polygon_meets_segment(const gz_polygon_view *view, const double p[3], const double q[3],
                              double common[3]) {
    return view->height == 0 ? meets_exactly(view, p, q, common) : meets_slab(view, p, q, common);
}

bool gz_polygon_plane_meets(const gz_polygon_view *view, const double p[3], const double q[3]) {
    if (view->height == 0)
        return !on_one_side(gz_polygon_plane_side(view, p), gz_polygon_plane_side(view, q), 0);
    return !on_one_side(gz_polygon_height(view, p), gz_polygon_height(view, q), slack(view, p, q));
}

bool gz_polygon_plane_meets_settled(gz_polygon_view *view, const double p[3], const double q[3]) {
    if (!gz_polygon_plane_meets(view, p, q)) return false;
    bool rough = view->height > 0;
    gz_polygon_settle(view);
    return !rough || view->height > 0 || gz_polygon_plane_meets(view, p, q);
}

graze_status gz_polygon_check_point(graze_vec3 p) {
    if (!graze_vec3_is_finite(p)) return GRAZE_INVALID_ARGUMENT;
    return (double)graze_vec3_max_abs(p) > GZ_POLYGON_RANGE ? GRAZE_OUT_OF_RANGE : GRAZE_OK;
}

graze_status graze_test_segment_polygon(const graze_segment *segment, const graze_polygon *polygon,
                                        bool *hit, graze_vec3 *common) {
    if (!segment || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_check_point(segment->a);
    if (!status) status = gz_polygon_check_point(segment->b);
    if (!status) status = gz_polygon_open_roughly(polygon, NULL, &view);
    if (status) return status;
    double p[3], q[3], point[3];
    gz_polygon_put(wide3_from(segment->a), p);
    gz_polygon_put(wide3_from(segment->b), q);
    bool met =
        gz_polygon_plane_meets_settled(&view, p, q) && gz_polygon_meets_segment(&view, p, q, point);
    gz_polygon_answer(met, point, hit, common);
    return GRAZE_OK;
}
