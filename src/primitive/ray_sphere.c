/* SPDX-License-Identifier: MIT
 * A ray and a sphere (B:1661-1736). Instead of the discriminant, which loses everything to cancellation
 * far away, from the line's point x nearest to the centre: half the chord is sqrt(r^2 - x^2). Where the
 * ray starts next to the surface, the end there is the quotient of the product of both and the other.
 */
#include "primitive/check.h"
#include "primitive/ray_hit.h"

/* Next to a tangent the product is all rounding: what comes of it stays where the chord is. */
static double within(double t, double lo, double hi) { return t > lo ? (t < hi ? t : hi) : lo; }

/* The line, and how far its start is above the surface: |o|^2 - r^2. */
typedef struct sphere_line {
    double per_dd, middle, above;
    double left; /* r^2 - x^2 */
} sphere_line;

/* v over its length, which is nearly the one given, or against the direction: 1 / sqrt(1 + off) = 1 -
 * off / 2 + 3 off^2 / 8 ... */
static wide3 unit_of(wide3 v, double length, wide3 direction) {
    wide3 u = wide3_scale(v, 1 / length);
    double off = wide3_length_squared(u) - 1;
    if (fabs(off) < 1e-8) return wide3_scale(u, 1 - 0.5 * off);
    return gz_wide_unit(v, gz_wide_unit(wide3_neg(direction), wide3_make(1, 0, 0)));
}

static void chord(const sphere_line *l, double *enter, double *exit) {
    double half = l->left > 0 ? sqrt(l->left * l->per_dd) : 0, middle = l->middle;
    *enter = middle - half;
    *exit = middle + half;
    if (middle > 0 && *enter < 0.5 * middle)
        *enter = within(l->above * l->per_dd / *exit, middle - 2 * half, middle);
    if (middle < 0 && *exit < 0.5 * half)
        *exit = within(l->above * l->per_dd / *enter, middle, middle + 2 * half);
}

graze_status graze_ray_sphere(const graze_ray *ray, const graze_sphere *sphere, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !gz_sphere_is_valid(sphere) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 center = wide3_from(sphere->center);
    gz_local_ray local = gz_local_ray_make(ray, center, (double)sphere->radius);
    wide3 origin = local.origin, direction = local.direction;
    double radius = (double)sphere->radius * local.scale, squared = radius * radius;
    double oo = wide3_length_squared(origin), along = -wide3_dot(origin, direction);
    double dd = wide3_length_squared(direction);
    sphere_line l = {.per_dd = dd > 0 ? 1 / dd : 0, .above = oo - squared};
    l.middle = along * l.per_dd;
    bool inside = oo <= squared;
    wide3 x = wide3_add_scaled(origin, l.middle, direction);
    double xx = wide3_length_squared(x);
    l.left = squared - xx;
    if (!inside) { /* the nearest point of the ray, which may be an end of it */
        bool at_end = l.middle > local.max_t;
        wide3 end = at_end ? wide3_add_scaled(origin, local.max_t, direction) : x;
        if (!(along > 0) || !((at_end ? wide3_length_squared(end) : xx) <= squared)) {
            *out = gz_ray_miss();
            return GRAZE_OK;
        }
    }
    double enter = 0, exit = 0;
    if (dd > 0) chord(&l, &enter, &exit);
    if (inside) return gz_ray_hit_inside(ray, gz_local_ray_parameter(&local, exit), out);
    enter = enter < local.max_t ? enter : local.max_t;
    wide3 normal = unit_of(wide3_add_scaled(origin, enter, direction), radius, direction);
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&local, enter),
                          gz_local_ray_parameter(&local, exit),
                          wide3_add_scaled(center, (double)sphere->radius, normal), normal, out);
}
