/* SPDX-License-Identifier: MIT
 * graze_ray_cast on a mesh: its closest hit, in the words of casts. */
#include "mesh/query.h"
#include "narrow/query.h"

/* A start in a solid is a contact at once. */
static graze_status starts_inside(const graze_placed *placed, const graze_ray *ray, bool *inside) {
    *inside = false;
    if (gz_mesh_of(placed->shape)->nature != GRAZE_MESH_SOLID) return GRAZE_OK;
    return gz_mesh_contains(placed, ray->origin, inside);
}

/* The parameter of the hit rounds to real, and is right to a few units of double before. */
graze_cast_result gz_cast_of_hit(const graze_mesh_hit *hit, real max_t) {
    graze_cast_result r = {.hit = true, .t = hit->t, .point = hit->point, .normal = hit->normal};
    r.lower = hit->t * (1 - 4 * GRAZE_EPSILON);
    r.upper = graze_min(gz_round_up(hit->t), max_t);
    r.primitive_a = hit->primitive;
    r.end = vec3_max_abs(hit->normal) > 0 ? GRAZE_CONVERGED : GRAZE_TOUCHING;
    return r;
}

graze_status gz_mesh_ray_cast(const graze_placed *placed, const graze_ray *ray,
                              const graze_options *options, graze_cast_result *out) {
    graze_mesh_hit hit;
    bool inside;
    if (!out || (options && !gz_options_are_valid(options))) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_ray_closest(placed, ray, GRAZE_FACES_BOTH, &hit, NULL);
    if (status == GRAZE_OK) status = starts_inside(placed, ray, &inside);
    if (status != GRAZE_OK) return status;
    if (inside)
        *out = (graze_cast_result){.hit = true, .point = ray->origin, .end = GRAZE_OVERLAP};
    else if (hit.hit)
        *out = gz_cast_of_hit(&hit, ray->max_t);
    else
        *out = (graze_cast_result){.end = GRAZE_SEPARATED};
    return GRAZE_OK;
}
