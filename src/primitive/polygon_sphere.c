/* SPDX-License-Identifier: MIT
 * The point of a polygon nearest to another, and the sphere test that it answers (B:2403-2441). */
#include "primitive/check.h"
#include "primitive/polygon_planar.h"
#include "primitive/polygon_segment.h"

static void closest_on_edge(const double a[3], const double b[3], const double x[3], double out[3]) {
    wide3 from = gz_polygon_vector(a), along = wide3_sub(gz_polygon_vector(b), from);
    double squared = wide3_length_squared(along);
    double t = squared > 0 ? wide3_dot(wide3_sub(gz_polygon_vector(x), from), along) / squared : 0;
    if (t >= 1)
        gz_polygon_put(gz_polygon_vector(b), out);
    else
        gz_polygon_between(a, b, t > 0 ? t : 0, out);
}

/* The nearest point; returns the distance. */
static double find_closest(const gz_polygon_view *view, const double x[3], double out[3]) {
    double height = gz_polygon_height(view, x), area = wide3_length(view->normal);
    wide3 foot = wide3_add_scaled(gz_polygon_vector(x), -height / area / area, view->normal);
    gz_polygon_put(foot, out);
    if (gz_polygon_locate(view, out) != GZ_POLYGON_OUTSIDE) return fabs(height) / area;
    double least = -1;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        double point[3];
        closest_on_edge(edges.a, edges.b, x, point);
        double distance = gz_polygon_distance(point, x);
        if (least >= 0 && distance >= least) continue;
        least = distance;
        for (int k = 0; k < 3; ++k) out[k] = point[k];
    }
    return least;
}

graze_status graze_polygon_closest_point(const graze_polygon *polygon, graze_vec3 point,
                                         graze_vec3 *closest, graze_real *distance) {
    if (!closest && !distance) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_check_point(point);
    if (!status) status = gz_polygon_open(polygon, NULL, &view);
    if (status) return status;
    double x[3], nearest[3];
    gz_polygon_put(wide3_from(point), x);
    double found = find_closest(&view, x, nearest);
    if (found > (double)GRAZE_REAL_MAX) return GRAZE_OUT_OF_RANGE;
    if (closest) *closest = wide3_round(gz_polygon_vector(nearest));
    if (distance) *distance = (graze_real)found;
    return GRAZE_OK;
}

graze_status graze_test_sphere_polygon(const graze_sphere *sphere, const graze_polygon *polygon,
                                       bool *hit, graze_vec3 *common) {
    if (!gz_sphere_is_valid(sphere) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    graze_status status = gz_polygon_check_point(sphere->center);
    if (!status) status = gz_polygon_open(polygon, NULL, &view);
    if (status) return status;
    double x[3], point[3];
    gz_polygon_put(wide3_from(sphere->center), x);
    bool met = sphere->radius > 0 ? find_closest(&view, x, point) <= (double)sphere->radius
                                  : gz_polygon_meets_segment(&view, x, x, point);
    gz_polygon_answer(met, point, hit, common);
    return GRAZE_OK;
}
