/* SPDX-License-Identifier: MIT
 * A ray and a sphere (B:1661-1736). Instead of the discriminant, which loses everything to cancellation
 * far away, from the line's point x nearest to the centre: half the chord is sqrt(r^2 - x^2). Where the
 * ray starts next to the surface, the end there is the quotient of the product of both and the other.
 */
#include "primitive/check.h"
#include "primitive/closest.h"
#include "primitive/ray_hit.h"

/* (a - b)(a + b), not a^2 - b^2. */
static double difference_of_squares(double a, double b) { return (a - b) * (a + b); }

/* Next to a tangent the product is all rounding: what comes of it stays where the chord is. */
static double within(double t, double lo, double hi) { return t > lo ? (t < hi ? t : hi) : lo; }

static void chord(const gz_local_ray *ray, double radius, double *enter, double *exit) {
    double dd = wide3_length_squared(ray->direction);
    double middle = -wide3_dot(ray->origin, ray->direction) / dd;
    double x = wide3_length(wide3_add_scaled(ray->origin, middle, ray->direction));
    double half = x < radius ? sqrt(difference_of_squares(radius, x) / dd) : 0;
    double product = difference_of_squares(wide3_length(ray->origin), radius) / dd;
    *enter = middle - half;
    *exit = middle + half;
    if (middle > 0 && *enter < 0.5 * middle)
        *enter = within(product / *exit, middle - 2 * half, middle);
    if (middle < 0 && *exit < 0.5 * half) *exit = within(product / *enter, middle, middle + 2 * half);
}

graze_status graze_ray_sphere(const graze_ray *ray, const graze_sphere *sphere, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !gz_sphere_is_valid(sphere) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 center = wide3_from(sphere->center);
    gz_local_ray local = gz_local_ray_make(ray, center, (double)sphere->radius);
    double radius = (double)sphere->radius * local.scale, enter = 0, exit = 0;
    wide3 near = gz_closest_on_ray(local.origin, local.direction, local.max_t);
    if (!(wide3_length_squared(near) <= radius * radius)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    if (wide3_length_squared(local.direction) > 0) chord(&local, radius, &enter, &exit);
    if (wide3_length_squared(local.origin) <= radius * radius)
        return gz_ray_hit_inside(ray, gz_local_ray_parameter(&local, exit), out);
    enter = enter < local.max_t ? enter : local.max_t;
    wide3 x = wide3_add_scaled(local.origin, enter, local.direction);
    wide3 back = gz_wide_unit(wide3_neg(local.direction), wide3_make(1, 0, 0));
    wide3 normal = gz_wide_unit(x, back);
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&local, enter),
                          gz_local_ray_parameter(&local, exit),
                          wide3_add_scaled(center, (double)sphere->radius, normal), normal, out);
}
