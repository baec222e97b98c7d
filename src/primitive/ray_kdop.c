/* SPDX-License-Identifier: MIT
 * A ray and a k-DOP: the slabs one after the other, as for a box. */
#include "bounds/kdop.h"
#include "primitive/check.h"
#include "primitive/ray_hit.h"

typedef struct passage {
    double enter, exit;
    wide3 normal; /* of the side entered last; zero: the start is inside */
} passage;

/* Cuts the passage to where the ray is below a side: along + t rate <= height. Slack decides what only
 * touches. */
static bool cut(passage *p, double along, double rate, double height, double slack, wide3 normal) {
    double above = along - height;
    if (rate == 0) return above <= slack;
    double t = -above / rate;
    if (rate > 0) {
        if (above > slack) return false;
        p->exit = t < p->exit ? t : p->exit;
    } else if (above > 0 && t >= p->enter) {
        p->enter = t;
        p->normal = normal;
    }
    return true;
}

graze_status graze_ray_kdop(const graze_ray *ray, const graze_kdop *kdop, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_kdop_check(kdop);
    if (status != GRAZE_OK) return status;
    passage p = {0, (double)ray->max_t, {0, 0, 0}};
    wide3 origin = wide3_from(ray->origin), direction = wide3_from(ray->direction);
    bool hit = true;
    double size = 0;
    for (int i = 0; i < gz_kdop_slabs(kdop->sides) && hit; ++i) {
        wide3 axis = wide3_from(graze_kdop_axis(kdop->sides, i));
        wide3 n = wide3_scale(axis, 1 / wide3_length(axis));
        double along = wide3_dot(axis, origin), rate = wide3_dot(axis, direction);
        double lo = (double)kdop->lo[i], hi = (double)kdop->hi[i];
        double slack = GZ_BOUNDS_ROUNDING * (fabs(along) + fabs(lo) + fabs(hi));
        size = slack > size ? slack : size;
        hit = cut(&p, along, rate, hi, slack, n) && cut(&p, -along, -rate, -lo, slack, wide3_neg(n));
    }
    double length = wide3_length(direction);
    double late = length > 0 ? 2 * size / length : 0; /* where rounding closed the passage */
    if (!hit || !(p.enter <= p.exit + late) || p.enter > (double)ray->max_t) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    if (wide3_max_abs(p.normal) == 0) return gz_ray_hit_inside(ray, length > 0 ? p.exit : 0, out);
    wide3 point = wide3_add_scaled(origin, p.enter, direction);
    return gz_ray_hit_put(ray, p.enter, p.exit, point, p.normal, out);
}
