/* SPDX-License-Identifier: MIT
 * A ray and the common part of half-spaces: clipped by their planes, one after the other. */
#include "primitive/check.h"
#include "primitive/ray_hit.h"

/* A plane that the ray starts above or below, and how that changes along it. */
typedef struct crossing {
    double height, rate; /* a sixteenth of both: sums of products of what may be as large as there is */
} crossing;

typedef struct clip {
    double enter, exit;
    uint32_t entered; /* the plane by which it enters */
    bool inside, misses;
} clip;

static bool is_valid(const graze_plane *plane) {
    return vec3_is_finite(plane->normal) && graze_is_finite(plane->offset) &&
           vec3_max_abs(plane->normal) > 0;
}

static crossing cross(const graze_plane *plane, wide3 origin, wide3 direction) {
    int exponent;
    wide3 normal = gz_fit_direction(plane->normal, &exponent);
    double offset = (double)plane->offset;
    if (exponent) offset = gz_scale_double(offset, -exponent);
    return (crossing){wide3_dot(normal, wide3_scale(origin, 0.0625)) + 0.0625 * offset,
                      0.0625 * wide3_dot(normal, direction)};
}

static void clip_by(crossing c, uint32_t plane, clip *s) {
    bool starts_outside = c.height > 0;
    if (starts_outside) s->inside = false;
    if (starts_outside && !(c.rate < 0)) s->misses = true;
    if (c.rate == 0) return;
    double t = -c.height / c.rate;
    if (c.rate < 0) {
        if (!starts_outside || !(t > s->enter || s->entered == UINT32_MAX)) return;
        s->enter = t;
        s->entered = plane;
    } else if (t < s->exit) {
        s->exit = t;
    }
}

graze_status graze_ray_polyhedron(const graze_ray *ray, const graze_plane *planes, uint32_t count,
                                  graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || (!planes && count > 0) || !out) return GRAZE_INVALID_ARGUMENT;
    int exponent;
    wide3 origin = wide3_from(ray->origin), direction = gz_fit_direction(ray->direction, &exponent);
    double max_t = (double)ray->max_t;
    if (exponent) max_t = gz_scale_double(max_t, exponent);
    clip s = {.exit = max_t, .entered = UINT32_MAX, .inside = true};
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_valid(&planes[i])) return GRAZE_INVALID_ARGUMENT;
        clip_by(cross(&planes[i], origin, direction), i, &s);
    }
    if (s.misses || !(s.enter <= s.exit)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    bool endless = s.exit == max_t || wide3_max_abs(direction) == 0;
    double enter = exponent ? gz_scale_double(s.enter, -exponent) : s.enter;
    double exit = exponent ? gz_scale_double(s.exit, -exponent) : s.exit;
    graze_ray_hit hit;
    graze_status status;
    if (s.inside) {
        status = gz_ray_hit_inside(ray, endless ? 0 : exit, &hit);
    } else {
        wide3 point = wide3_add_scaled(origin, enter, wide3_from(ray->direction));
        int ignored;
        wide3 normal = gz_fit_direction(planes[s.entered].normal, &ignored);
        status = gz_ray_hit_put(ray, enter, endless ? enter : exit, point, gz_wide_unit(normal, normal),
                                &hit);
    }
    if (status != GRAZE_OK) return status;
    if (endless && wide3_max_abs(direction) > 0) hit.exit = ray->max_t;
    *out = hit;
    return GRAZE_OK;
}
