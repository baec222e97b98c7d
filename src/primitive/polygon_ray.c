/* SPDX-License-Identifier: MIT
 * Rays against a polygon (B:2142-2199): the closed test, and the cast that shares edges out. */
#include "base/exact.h"
#include "math/scale.h"
#include "primitive/polygon_line.h"
#include "primitive/polygon_measure.h"
#include "primitive/polygon_planar.h"
#include "primitive/polygon_segment.h"

typedef struct span {
    double origin[3], direction[3];
    double max_t;  /* may be infinite */
    double end[3]; /* of a bounded ray, rounded */
    bool bounded;
} span;

static graze_status check_ray(const graze_ray *ray) {
    if (!(ray->max_t >= 0)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_polygon_check_point(ray->origin);
    if (!status) status = gz_polygon_check_point(ray->direction);
    if (status) return status;
    double size = (double)graze_vec3_max_abs(ray->direction);
    return size > 0 && size < 1 / GZ_POLYGON_RANGE ? GRAZE_OUT_OF_RANGE : GRAZE_OK;
}

static span span_of(const graze_ray *ray) {
    span s;
    wide3 origin = wide3_from(ray->origin), direction = wide3_from(ray->direction);
    gz_polygon_put(origin, s.origin);
    gz_polygon_put(direction, s.direction);
    s.max_t = (double)ray->max_t;
    bool still = wide3_max_abs(direction) == 0;
    wide3 end = still ? origin : wide3_add_scaled(origin, s.max_t, direction);
    s.bounded = still || wide3_max_abs(end) <= GZ_POLYGON_RANGE; /* not for NaN */
    if (s.bounded) gz_polygon_put(end, s.end);
    return s;
}

/* A power of two, so that products with it are exact, at which a ray is past the polygon. */
static double past_polygon(const gz_polygon_view *view, const span *s) {
    double reach = 2 * (gz_polygon_distance(s->origin, view->corner[0]) + view->length);
    double speed = wide3_length(gz_polygon_vector(s->direction));
    return gz_power_of_two(gz_exponent(reach) - gz_exponent(speed) + 1);
}

/* Its part that can meet the polygon, as a segment; returns the parameter of its end. */
static double cut(const gz_polygon_view *view, const span *s, double end[3]) {
    double t = s->bounded ? s->max_t : past_polygon(view, s);
    for (int k = 0; k < 3; ++k) end[k] = s->bounded ? s->end[k] : s->origin[k] + t * s->direction[k];
    return t;
}

static double plane_side(const gz_polygon_view *view, const double p[3]) {
    return gz_orient3d(view->corner[0], view->corner[1], view->corner[2], p);
}

/* Whether an unbounded ray ever is at the height of the plane. */
static bool comes_to_plane(double side, double slope) {
    return side == 0 || (side < 0 && slope > 0) || (side > 0 && slope < 0);
}

static double plane_parameter(const gz_polygon_view *view, const span *s) {
    return -gz_polygon_height(view, s->origin) /
           wide3_dot(view->normal, gz_polygon_vector(s->direction));
}

static void point_at(const span *s, double t, double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = s->origin[k] + t * s->direction[k];
}

static double slope_of(const gz_polygon_view *view, const span *s) {
    return gz_polygon_slope(view->corner[0], view->corner[1], view->corner[2], s->direction);
}

/* An unbounded ray and an exactly planar polygon; not parallel. */
static bool meets_exactly(const gz_polygon_view *view, const span *s, double side, double slope,
                          double common[3]) {
    if (!comes_to_plane(side, slope)) return false;
    gz_polygon_line line = gz_polygon_line_along(s->origin, s->direction);
    gz_polygon_pass pass = gz_polygon_pass_line(view, &line);
    point_at(s, side == 0 ? 0 : plane_parameter(view, s), common);
    return pass.claimed || pass.boundary;
}

static bool meets_ray(const gz_polygon_view *view, const span *s, double common[3]) {
    double end[3];
    if (view->height == 0 && !s->bounded) {
        double side = plane_side(view, s->origin), slope = slope_of(view, s);
        if (side != 0 || slope != 0) return meets_exactly(view, s, side, slope, common);
        cut(view, s, end);
        return gz_polygon_meets_planar(view, s->origin, end, common);
    }
    cut(view, s, end);
    return gz_polygon_meets_segment(view, s->origin, end, common);
}

static graze_status open_ray(const graze_ray *ray, const graze_polygon *polygon, span *s,
                             gz_polygon_view *view) {
    graze_status status = check_ray(ray);
    if (status) return status;
    *s = span_of(ray);
    return gz_polygon_open(polygon, NULL, view);
}

graze_status graze_test_ray_polygon(const graze_ray *ray, const graze_polygon *polygon, bool *hit,
                                    graze_vec3 *common) {
    if (!ray || !hit) return GRAZE_INVALID_ARGUMENT;
    span s;
    gz_polygon_view view;
    graze_status status = open_ray(ray, polygon, &s, &view);
    if (status) return status;
    double point[3];
    gz_polygon_answer(meets_ray(&view, &s, point), point, hit, common);
    return GRAZE_OK;
}

/* -- the cast -- */

/* Where the ray comes to the plane; false if it does not. A start within the polygon's unevenness is at
 * the plane. */
static bool reach_plane(const gz_polygon_view *view, const span *s, double side, double slope,
                        double *t) {
    double height = gz_polygon_height(view, s->origin), slack = 0;
    if (view->height > 0)
        slack = gz_polygon_slack(view, gz_polygon_distance(s->origin, view->corner[0]));
    bool starts_there = view->height > 0 ? fabs(height) <= slack : side == 0;
    if (!starts_there && !comes_to_plane(side, slope)) return false;
    *t = starts_there ? 0 : plane_parameter(view, s);
    if (*t < 0) *t = 0;
    return *t <= s->max_t;
}

/* A ray in the plane enters through an edge, if it does not start inside. */
static bool enter_in_plane(const gz_polygon_view *view, const span *s, double *t) {
    double end[3], limit = cut(view, s, end);
    double entry = gz_polygon_planar_entry(view, s->origin, end);
    if (entry < 0) return false;
    *t = entry > 0 ? entry * limit : 0; /* a ray that stays put may have no end */
    return true;
}

static bool lies_in_plane(const gz_polygon_view *view, const span *s, double side) {
    if (view->height == 0) return side == 0;
    double slack = gz_polygon_slack(view, gz_polygon_distance(s->origin, view->corner[0]));
    return fabs(gz_polygon_height(view, s->origin)) <= slack;
}

static bool cast(const gz_polygon_view *view, const span *s, double *t) {
    double side = plane_side(view, s->origin), slope = slope_of(view, s);
    if (slope == 0) return lies_in_plane(view, s, side) && enter_in_plane(view, s, t);
    if (!reach_plane(view, s, side, slope, t)) return false;
    gz_polygon_line line = gz_polygon_line_along(s->origin, s->direction);
    return gz_polygon_pass_line(view, &line).claimed;
}

/* The unit normal of the plane against the ray, or on the polygon's own side if it is parallel. */
static vec3 facing(const gz_polygon_view *view, const span *s) {
    wide3 unit = wide3_scale(view->normal, 1 / wide3_length(view->normal));
    double slope = slope_of(view, s);
    bool turned = slope != 0 ? slope > 0 : wide3_dot(unit, gz_polygon_newell(view->polygon)) < 0;
    return wide3_round(turned ? wide3_neg(unit) : unit);
}

graze_status graze_ray_polygon(const graze_ray *ray, const graze_polygon *polygon,
                               graze_polygon_ray_hit *out) {
    if (!ray || !out) return GRAZE_INVALID_ARGUMENT;
    span s;
    gz_polygon_view view;
    graze_status status = open_ray(ray, polygon, &s, &view);
    if (status) return status;
    double t = 0, point[3];
    bool hit = cast(&view, &s, &t);
    *out = (graze_polygon_ray_hit){.hit = hit};
    if (!hit) return GRAZE_OK;
    point_at(&s, t, point);
    out->t = (graze_real)t;
    out->point = wide3_round(gz_polygon_vector(point));
    out->normal = facing(&view, &s);
    return GRAZE_OK;
}
