/* SPDX-License-Identifier: MIT
 * Two polygons, or a triangle and one: they meet iff an edge of one meets the other, also where they
 * lie in one plane or one inside the other. */
#include "primitive/polygon_pair.h"

#include "primitive/polygon_segment.h"

/* The height beyond which no point of other meets what is not exactly planar; 0 for what is. */
static double slack_for(const gz_polygon_view *view, const gz_polygon_view *other) {
    if (view->height == 0) return 0;
    double away = gz_polygon_distance(other->corner[0], view->corner[0]);
    return gz_polygon_slack(view, away + other->length);
}

/* False if all points of other are on one side of the plane. */
static bool plane_meets(const gz_polygon_view *view, const gz_polygon_view *other) {
    double limit = slack_for(view, other), p[3];
    bool above = true, below = true;
    for (uint32_t i = 0; i < other->polygon->count && (above || below); ++i) {
        gz_polygon_point(other, i, p);
        double side = limit > 0 ? gz_polygon_height(view, p) : gz_polygon_plane_side(view, p);
        above &= side > limit;
        below &= side < -limit;
    }
    return !above && !below;
}

/* Most edges are passed over by the heights of their ends, each found once. */
static bool edges_meet(const gz_polygon_view *view, const gz_polygon_view *other, double common[3]) {
    double limit = slack_for(view, other), at_b = 0;
    gz_polygon_edges edges = gz_polygon_edges_of(other);
    while (gz_polygon_next_edge(&edges)) {
        if (limit > 0) {
            double at_a = edges.new_loop ? gz_polygon_height(view, edges.a) : at_b;
            at_b = gz_polygon_height(view, edges.b);
            if ((at_a > limit && at_b > limit) || (at_a < -limit && at_b < -limit)) continue;
        }
        if (gz_polygon_meets_segment(view, edges.a, edges.b, common)) return true;
    }
    return false;
}

bool gz_polygons_meet(gz_polygon_view *a, gz_polygon_view *b, double common[3]) {
    if (!plane_meets(a, b) || !plane_meets(b, a)) return false;
    gz_polygon_settle(a);
    if (edges_meet(a, b, common)) return true;
    gz_polygon_settle(b);
    return edges_meet(b, a, common);
}

graze_status graze_test_polygon_polygon(const graze_polygon *a, const graze_polygon *b, bool *hit,
                                        graze_vec3 *common) {
    if (!hit) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view_a, view_b;
    graze_status status = gz_polygon_open_roughly(a, NULL, &view_a);
    if (!status) status = gz_polygon_open_roughly(b, NULL, &view_b);
    if (status) return status;
    double point[3];
    gz_polygon_answer(gz_polygons_meet(&view_a, &view_b, point), point, hit, common);
    return GRAZE_OK;
}

/* A triangle without an area is its longest side. */
static graze_status test_needle(const graze_triangle *triangle, const graze_polygon *polygon, bool *hit,
                                graze_vec3 *common) {
    graze_segment longest = {triangle->p[0], triangle->p[0]};
    double length = -1;
    for (int i = 0; i < 3; ++i) {
        vec3 a = triangle->p[i], b = triangle->p[(i + 1) % 3];
        double squared = wide3_length_squared(wide3_sub(wide3_from(a), wide3_from(b)));
        if (squared <= length) continue;
        length = squared;
        longest = (graze_segment){a, b};
    }
    return graze_test_segment_polygon(&longest, polygon, hit, common);
}

graze_status graze_test_triangle_polygon(const graze_triangle *triangle, const graze_polygon *polygon,
                                         bool *hit, graze_vec3 *common) {
    if (!triangle || !hit) return GRAZE_INVALID_ARGUMENT;
    graze_polygon as_polygon = {triangle->p, 3, NULL, 0};
    graze_status status = gz_polygon_check_numbers(&as_polygon);
    if (status) return status;
    gz_polygon_view a, b;
    if (gz_polygon_open_roughly(&as_polygon, NULL, &a))
        return test_needle(triangle, polygon, hit, common);
    status = gz_polygon_open_roughly(polygon, NULL, &b);
    if (status) return status;
    double point[3];
    gz_polygon_answer(gz_polygons_meet(&a, &b, point), point, hit, common);
    return GRAZE_OK;
}
