/* SPDX-License-Identifier: MIT
 * Rays against a polygon (B:2142-2199): the closed test, and the cast that shares edges out. */
#include "primitive/check.h"
#include "primitive/polygon_line.h"
#include "primitive/polygon_measure.h"
#include "primitive/polygon_planar.h"
#include "primitive/polygon_segment.h"
#include "primitive/ray_hit.h"

typedef struct caster {
    gz_polygon_view view;
    gz_span span; /* its end is rounded, or ideal if there is none in range */
    wide3 origin, direction;
    double max_t;
    double side, slope; /* of the origin and of the direction to the plane, exact in sign */
} caster;

static graze_status check_ray(const graze_ray *ray) {
    if (!gz_ray_is_valid(ray)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_polygon_check_point(ray->origin);
    if (!status) status = gz_polygon_check_point(ray->direction);
    if (status) return status;
    double size = (double)graze_vec3_max_abs(ray->direction);
    return size > 0 && size < 1 / GZ_POLYGON_RANGE ? GRAZE_OUT_OF_RANGE : GRAZE_OK;
}

static bool out_of_range(const gz_end *end) {
    return wide3_max_abs(gz_polygon_vector(end->x)) > GZ_POLYGON_RANGE;
}

static gz_end corner(const gz_polygon_view *view, int k) { return gz_polygon_end(view->corner[k]); }

static graze_status open_ray(const graze_ray *ray, const graze_polygon *polygon, caster *c) {
    graze_status status = check_ray(ray);
    if (!status) status = gz_polygon_open(polygon, NULL, &c->view);
    if (status) return status;
    c->origin = wide3_from(ray->origin);
    c->direction = wide3_from(ray->direction);
    c->max_t = (double)ray->max_t;
    c->span = gz_span_of_ray(ray);
    gz_end toward = {{c->direction.x, c->direction.y, c->direction.z}, true};
    if (!c->span.b.ideal && out_of_range(&c->span.b)) c->span.b = toward;
    gz_end p = corner(&c->view, 0), q = corner(&c->view, 1), r = corner(&c->view, 2);
    c->side = gz_side3(&p, &q, &r, &c->span.a);
    c->slope = gz_side3(&p, &q, &r, &toward);
    return GRAZE_OK;
}

/* A power of two, so that products with it are exact, at which a ray is past the polygon. */
static double past_polygon(const caster *c) {
    double reach = 2 * (gz_polygon_distance(c->span.a.x, c->view.corner[0]) + c->view.length);
    return gz_power_of_two(gz_exponent(reach) - gz_exponent(wide3_length(c->direction)) + 1);
}

/* The part that can meet the polygon, as a segment; returns the parameter of its end. */
static double cut(const caster *c, double end[3]) {
    double t = c->span.b.ideal ? past_polygon(c) : c->max_t;
    wide3 last =
        c->span.b.ideal ? wide3_add_scaled(c->origin, t, c->direction) : gz_polygon_vector(c->span.b.x);
    gz_polygon_put(last, end);
    return t;
}

/* Whether an unbounded ray ever is at the height of the plane. */
static bool comes_to_plane(const caster *c) {
    return c->side == 0 || (c->side < 0 && c->slope > 0) || (c->side > 0 && c->slope < 0);
}

static double plane_parameter(const caster *c) {
    double t = -gz_polygon_height(&c->view, c->span.a.x) / wide3_dot(c->view.normal, c->direction);
    return t > 0 ? t : 0;
}

static wide3 point_at(const caster *c, double t) {
    return wide3_add_scaled(c->origin, t, c->direction);
}

/* -- the closed test -- */

/* An unbounded ray and an exactly planar polygon; not both parallel and in its plane. */
static bool meets_exactly(const caster *c, double common[3]) {
    if (!comes_to_plane(c)) return false;
    gz_polygon_line line = gz_polygon_line_of(c->span);
    gz_polygon_pass pass = gz_polygon_pass_line(&c->view, &line);
    if (!pass.claimed && !pass.boundary) return false;
    gz_polygon_put(c->side == 0 ? c->origin : point_at(c, plane_parameter(c)), common);
    return true;
}

static bool meets_ray(const caster *c, double common[3]) {
    double end[3];
    if (c->view.height == 0 && c->span.b.ideal && (c->side != 0 || c->slope != 0))
        return meets_exactly(c, common);
    cut(c, end);
    if (c->view.height == 0 && c->side == 0 && c->slope == 0)
        return gz_polygon_meets_planar(&c->view, c->span.a.x, end, common);
    return gz_polygon_meets_segment(&c->view, c->span.a.x, end, common);
}

graze_status graze_test_ray_polygon(const graze_ray *ray, const graze_polygon *polygon, bool *hit,
                                    graze_vec3 *common) {
    if (!hit) return GRAZE_INVALID_ARGUMENT;
    caster c;
    graze_status status = open_ray(ray, polygon, &c);
    if (status) return status;
    double point[3];
    gz_polygon_answer(meets_ray(&c, point), point, hit, common);
    return GRAZE_OK;
}

/* -- the cast -- */

/* A start within the polygon's unevenness is in its plane. */
static bool starts_in_plane(const caster *c) {
    if (c->view.height == 0) return c->side == 0;
    double slack = gz_polygon_slack(&c->view, gz_polygon_distance(c->span.a.x, c->view.corner[0]));
    return fabs(gz_polygon_height(&c->view, c->span.a.x)) <= slack;
}

/* The polygon's normal, on its own side or on the one that the ray comes from. */
static wide3 normal_of(const caster *c, bool turned) {
    return wide3_scale(c->view.normal, (turned ? -1 : 1) / wide3_length(c->view.normal));
}

static bool view_is_reversed(const caster *c) {
    return wide3_dot(c->view.normal, gz_polygon_newell(c->view.polygon)) < 0;
}

/* In the plane it enters and leaves through edges; what is between need not all be inside. */
static graze_status cast_in_plane(const caster *c, const graze_ray *ray, graze_ray_hit *out) {
    double end[3], limit = cut(c, end);
    double enter = gz_polygon_planar_entry(&c->view, c->span.a.x, end);
    *out = gz_ray_miss();
    if (enter < 0) return GRAZE_OK;
    bool still = wide3_max_abs(c->direction) == 0;
    double back = gz_polygon_planar_entry(&c->view, end, c->span.a.x);
    double exit = still ? 0 : limit * (1 - (back > 0 ? back : 0));
    if (enter == 0 || still) return gz_ray_hit_inside(ray, exit, out);
    enter *= limit;
    return gz_ray_hit_put(ray, enter, exit, point_at(c, enter), normal_of(c, view_is_reversed(c)), out);
}

static graze_status cast_through(const caster *c, const graze_ray *ray, graze_ray_hit *out) {
    *out = gz_ray_miss();
    bool there = starts_in_plane(c);
    if (!there && !comes_to_plane(c)) return GRAZE_OK;
    double t = there ? 0 : plane_parameter(c);
    if (t > c->max_t) return GRAZE_OK;
    gz_span whole = {c->span.a, {{c->direction.x, c->direction.y, c->direction.z}, true}};
    gz_polygon_line line = gz_polygon_line_of(whole);
    if (!gz_polygon_pass_line(&c->view, &line).claimed) return GRAZE_OK;
    if (there) return gz_ray_hit_inside(ray, 0, out);
    return gz_ray_hit_put(ray, t, t, point_at(c, t), normal_of(c, c->slope > 0), out);
}

graze_status graze_ray_polygon(const graze_ray *ray, const graze_polygon *polygon, graze_faces faces,
                               graze_ray_hit *out) {
    if (!out || (faces != GRAZE_FACES_BOTH && faces != GRAZE_FACES_FRONT))
        return GRAZE_INVALID_ARGUMENT;
    caster c;
    graze_status status = open_ray(ray, polygon, &c);
    if (status) return status;
    graze_ray_hit hit = gz_ray_miss();
    bool comes_from_front = c.slope != 0 && (c.slope > 0) == view_is_reversed(&c);
    if (faces == GRAZE_FACES_BOTH || comes_from_front) {
        if (c.slope != 0)
            status = cast_through(&c, ray, &hit);
        else if (starts_in_plane(&c))
            status = cast_in_plane(&c, ray, &hit);
    }
    if (!status) *out = hit;
    return status;
}
