/* SPDX-License-Identifier: MIT
 * The point of a polygon nearest to another, and the sphere test that it answers (B:2403-2441). */
#include "primitive/check.h"
#include "primitive/polygon_planar.h"
#include "primitive/polygon_segment.h"

/* The point of a b nearest to the origin. */
static void closest_on_edge(const double a[3], const double b[3], double out[3]) {
    wide3 from = gz_polygon_vector(a), along = wide3_sub(gz_polygon_vector(b), from);
    double squared = wide3_length_squared(along);
    double t = squared > 0 ? -wide3_dot(from, along) / squared : 0;
    if (t >= 1)
        gz_polygon_put(gz_polygon_vector(b), out);
    else
        gz_polygon_between(a, b, t > 0 ? t : 0, out);
}

/* The point of a polygon that is seen from where the origin is; returns the distance. */
static double find_closest(const gz_polygon_view *view, double out[3]) {
    const double x[3] = {0, 0, 0};
    double height = gz_polygon_height(view, x), area = wide3_length(view->normal);
    gz_polygon_put(wide3_scale(view->normal, -height / area / area), out);
    if (gz_polygon_locate(view, out) != GZ_POLYGON_OUTSIDE) return fabs(height) / area;
    double least = INFINITY;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        double point[3];
        closest_on_edge(edges.a, edges.b, point);
        double squared = wide3_length_squared(gz_polygon_vector(point));
        if (squared >= least) continue;
        least = squared;
        for (int k = 0; k < 3; ++k) out[k] = point[k];
    }
    return sqrt(least);
}

/* Everything relative to the center, so that nothing is lost far from the world's origin. */
static graze_status open_around(const graze_polygon *polygon, vec3 center, gz_polygon_frame *frame,
                                gz_polygon_view *view) {
    *frame = (gz_polygon_frame){wide3_from(center), NULL};
    graze_status status = gz_polygon_check_point(center);
    return status ? status : gz_polygon_open_roughly(polygon, frame, view);
}

graze_status graze_polygon_closest_point(const graze_polygon *polygon, graze_vec3 point,
                                         graze_vec3 *nearest, graze_real *distance) {
    if (!nearest && !distance) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_frame frame;
    gz_polygon_view view;
    graze_status status = open_around(polygon, point, &frame, &view);
    if (status) return status;
    double at[3], found = find_closest(&view, at);
    if (found > (double)GRAZE_REAL_MAX) return GRAZE_OUT_OF_RANGE;
    if (nearest) *nearest = wide3_round(wide3_add(gz_polygon_vector(at), frame.center));
    if (distance) *distance = (graze_real)found;
    return GRAZE_OK;
}

/* A sphere of radius zero: exactly in the polygon or not. */
static graze_status test_point(vec3 center, const graze_polygon *polygon, bool *hit, vec3 *common) {
    graze_segment point = {center, center};
    return graze_test_segment_polygon(&point, polygon, hit, common);
}

/* No point of the polygon is as near to the origin as the radius: they are all that high above it. */
static bool plane_is_beyond(const gz_polygon_view *view, double radius) {
    const double x[3] = {0, 0, 0};
    double clear = fabs(gz_polygon_height(view, x)) - gz_polygon_slack(view, view->length);
    return clear > (1 + 0x1p-40) * radius * wide3_length(view->normal);
}

graze_status graze_test_sphere_polygon(const graze_sphere *sphere, const graze_polygon *polygon,
                                       bool *hit, graze_vec3 *common) {
    if (!gz_sphere_is_valid(sphere) || !hit) return GRAZE_INVALID_ARGUMENT;
    if (sphere->radius == 0) return test_point(sphere->center, polygon, hit, common);
    double point[3], radius = (double)sphere->radius;
    gz_polygon_frame frame;
    gz_polygon_view view;
    graze_status status = open_around(polygon, sphere->center, &frame, &view);
    if (status) return status;
    bool met = !plane_is_beyond(&view, radius) && find_closest(&view, point) <= radius;
    if (met) gz_polygon_put(wide3_add(gz_polygon_vector(point), frame.center), point);
    gz_polygon_answer(met, point, hit, common);
    return GRAZE_OK;
}
