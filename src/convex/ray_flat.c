/* SPDX-License-Identifier: MIT
 * Rays against boxes and polytopes (ray_form.h): clipped by the planes of their facets. */
#include "base/tolerance.h"
#include "convex/ray_form.h"
#include "convex/ray_planes.h"
#include "shape/polytope.h"

#include <float.h>

/* -- boxes ---------------------------------------------------------------------------------------- */

static bool box_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    const double half[3] = {body->half.x, body->half.y, body->half.z};
    const double near[3] = {line->near.x, line->near.y, line->near.z};
    const double way[3] = {line->way.x, line->way.y, line->way.z};
    double n[3] = {0, 0, 0}, in = -DBL_MAX, out = DBL_MAX;
    int entered = 0, left = 0;
    for (int i = 0; i < 3; ++i) {
        double speed = fabs(way[i]), at = way[i] < 0 ? -near[i] : near[i];
        if (speed == 0) { /* beside it for ever, or never */
            if (!(fabs(at) > half[i])) continue;
            n[i] = at > 0 ? 1 : -1;
            *normal = wide3_make(n[0], n[1], n[2]);
            return true;
        }
        double first = (-half[i] - at) / speed, last = (half[i] - at) / speed;
        if (first > in) {
            in = first;
            entered = i;
        }
        if (last < out) {
            out = last;
            left = i;
        }
    }
    n[entered] = way[entered] < 0 ? 1 : -1;
    if (in > out && entered != left) { /* along the edge between the two */
        n[entered] *= fabs(way[left]);
        n[left] = (way[left] < 0 ? -1 : 1) * fabs(way[entered]);
        *normal = gz_ray_unit(wide3_make(n[0], n[1], n[2]));
        return true;
    }
    *normal = wide3_make(n[0], n[1], n[2]);
    return true;
}

static double box_height(const gz_ray_body *body, wide3 *normal) {
    return (body->half.x * fabs(normal->x) + body->half.y * fabs(normal->y)) +
           body->half.z * fabs(normal->z);
}

static bool box_holds(const gz_ray_body *body, wide3 point, double radius) {
    return fabs(point.x) < body->half.x - radius && fabs(point.y) < body->half.y - radius &&
           fabs(point.z) < body->half.z - radius;
}

const gz_ray_form gz_ray_box = {box_aim, box_height, box_holds};

/* -- polytopes ------------------------------------------------------------------------------------ */

static const gz_facets *facets_of(const gz_ray_body *body) {
    return ((const gz_polytope *)body->shape)->facets;
}

static slim3 slim(wide3 v, double scale) {
    return (slim3){(float)(v.x * scale), (float)(v.y * scale), (float)(v.z * scale)};
}

static bool polytope_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    const gz_facets *facets = facets_of(body);
    if (facets->loose) return false;
    gz_ray_clip clip = gz_ray_clip_planes(&facets->planes, slim(line->near, 1 / facets->unit),
                                          slim(line->way, 1 / wide3_max_abs(line->way)));
    wide3 entered = facets->normal[clip.entered], left = facets->normal[clip.left];
    *normal = entered;
    if (clip.crossed) return true;
    *normal = gz_ray_unit(wide3_sub(wide3_scale(entered, wide3_dot(left, line->way)),
                                    wide3_scale(left, wide3_dot(entered, line->way))));
    return true;
}

/* By the support point: with it the plane is sure, however the facet's normal rounds. */
static double polytope_height(const gz_ray_body *body, wide3 *normal) {
    vec3 direction = wide3_round(*normal);
    uint32_t hint = 0;
    wide3 n = wide3_from(direction);
    *normal = gz_ray_unit(n);
    return wide3_dot(*normal, wide3_from(body->shape->ops->core(body->shape, direction, &hint)));
}

/* Is the point deep enough below this facet? */
static bool is_below(const gz_ray_body *body, const gz_facets *facets, uint32_t facet, wide3 point,
                     double radius) {
    vec3 corner = vec3_sub(body->shape->vertices[facets->corner[facet]], body->shape->center);
    return wide3_dot(facets->normal[facet], wide3_sub(wide3_from(corner), point)) > radius;
}

/* Planes that are clearly above the point in float need no other look. */
static bool polytope_holds(const gz_ray_body *body, wide3 point, double radius) {
    const gz_facets *facets = facets_of(body);
    double scale = 1 / facets->unit;
    float slack = (float)(2 * GZ_SIEVE_SLACK + radius * scale);
    uint32_t facet = 0;
    for (;;) {
        facet = gz_ray_next_near(&facets->planes, slim(point, scale), slack, facet);
        if (facet >= facets->count) return !facets->loose;
        if (!is_below(body, facets, facet, point, radius)) return false;
        ++facet;
    }
}

const gz_ray_form gz_ray_polytope = {polytope_aim, polytope_height, polytope_holds};
