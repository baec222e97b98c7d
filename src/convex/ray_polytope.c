/* SPDX-License-Identifier: MIT
 * Rays against polytopes (ray_guess.h): clipped by the planes of their facets. */
#include "convex/ray_guess.h"
#include "convex/ray_planes.h"
#include "shape/polytope.h"

static const gz_facets *facets_of(const gz_ray_body *body) {
    return ((const gz_polytope *)body->shape)->facets;
}

static slim3 slim(wide3 v, double scale) {
    return (slim3){(float)(v.x * scale), (float)(v.y * scale), (float)(v.z * scale)};
}

/* Places in the padding stand for the last facet, which it repeats. */
static wide3 normal_at(const gz_facets *facets, uint32_t place) {
    return facets->normal[place < facets->count ? place : facets->count - 1];
}

static bool polytope_aim(const gz_ray_body *body, wide3 *normal) {
    const gz_facets *facets = facets_of(body);
    if (facets->loose) return false;
    gz_ray_clip clip = gz_ray_clip_planes(&facets->planes, slim(body->near, 1 / facets->unit),
                                          slim(body->way, 1 / wide3_max_abs(body->way)));
    wide3 entered = normal_at(facets, clip.entered), left = normal_at(facets, clip.left);
    *normal = entered;
    if (clip.crossed) return true;
    *normal = gz_ray_between(entered, left, body->way);
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
static bool polytope_holds(const void *form, double time, double radius) {
    const gz_ray_body *body = form;
    wide3 point = gz_ray_place(body, time);
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

static gz_ray_answer enter_polytope(const gz_ray_sight *s, gz_ray_contact *c) {
    static const gz_ray_guess guess = {polytope_aim, polytope_height, polytope_holds};
    return gz_ray_check(s, &guess, c);
}

graze_status gz_ray_cast_polytope(const graze_placed *placed, const graze_ray *ray,
                                  const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_polytope, placed, ray, options, out);
}
