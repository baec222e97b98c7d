/* SPDX-License-Identifier: MIT
 * A ray and a sphere (B:1661-1736). Half the chord is sqrt(r^2 - x^2), x the distance of the line from
 * the centre: |o x d| over |d|, which loses less far away than the discriminant does. Where the ray
 * starts next to the surface, the end there is the quotient of the product of both and the other. */
#include "primitive/check.h"
#include "primitive/ray_hit.h"

/* Next to a tangent the product is all rounding: what comes of it stays where the chord is. */
static double within(double t, double lo, double hi) { return t > lo ? (t < hi ? t : hi) : lo; }

/* The line, and how far its start is above the surface: |o|^2 - r^2. */
typedef struct sphere_line {
    double per_dd, middle, above;
    double left; /* r^2 - x^2, times d . d */
} sphere_line;

static void chord(const sphere_line *l, double *enter, double *exit) {
    double half = l->left > 0 ? sqrt(l->left) * l->per_dd : 0, middle = l->middle;
    *enter = middle - half;
    *exit = middle + half;
    if (middle > 0 && *enter < 0.5 * middle)
        *enter = within(l->above * l->per_dd / *exit, middle - 2 * half, middle);
    if (middle < 0 && *exit < 0.5 * half)
        *exit = within(l->above * l->per_dd / *enter, middle, middle + 2 * half);
}

graze_status graze_ray_sphere(const graze_ray *ray, const graze_sphere *sphere, graze_ray_hit *out) {
    if (!ray || !sphere || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 center = wide3_from(sphere->center);
    gz_local_ray local = gz_local_ray_plain(ray, center);
    if (!gz_local_ray_is_plain(&local, (double)sphere->radius)) {
        if (!gz_ray_is_valid(ray) || !gz_sphere_is_valid(sphere)) return GRAZE_INVALID_ARGUMENT;
        local = gz_local_ray_make(ray, center, (double)sphere->radius);
    }
    wide3 origin = local.origin, direction = local.direction;
    double radius = (double)sphere->radius * local.scale, squared = radius * radius;
    double oo = wide3_length_squared(origin), along = -wide3_dot(origin, direction);
    double dd = wide3_length_squared(direction);
    sphere_line l = {.above = oo - squared};
    l.left = squared * dd - wide3_length_squared(wide3_cross(origin, direction));
    bool inside = oo <= squared;
    if (!inside) { /* the nearest point of the ray, which may be an end of it */
        bool at_end = along > local.max_t * dd;
        wide3 end = at_end ? wide3_add_scaled(origin, local.max_t, direction) : origin;
        if (!(along > 0) || !(at_end ? wide3_length_squared(end) <= squared : l.left >= 0)) {
            *out = gz_ray_miss();
            return GRAZE_OK;
        }
    }
    l.per_dd = dd > 0 ? 1 / dd : 0;
    l.middle = along * l.per_dd;
    double enter = 0, exit = 0;
    if (dd > 0) chord(&l, &enter, &exit);
    if (inside) return gz_ray_hit_inside(ray, gz_local_ray_parameter(&local, exit), out);
    enter = enter < local.max_t ? enter : local.max_t;
    wide3 normal =
        gz_wide_unit_near(wide3_add_scaled(origin, enter, direction), radius, wide3_neg(direction));
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&local, enter),
                          gz_local_ray_parameter(&local, exit),
                          wide3_add_scaled(center, (double)sphere->radius, normal), normal, out);
}
