/* SPDX-License-Identifier: MIT
 * The ray queries (P11, P13). */
#include "mesh/ray.h"

#include "base/tolerance.h"
#include "mesh/complex_ray.h"
#include "mesh/view.h"
#include "primitive/check.h"

/* -- the ray in the mesh's space -- */

static void set_kernel(gz_mesh_ray *ray) {
    const double o[3] = {ray->local.origin.x, ray->local.origin.y, ray->local.origin.z};
    const double d[3] = {ray->local.direction.x, ray->local.direction.y, ray->local.direction.z};
    const graze_shape *shape = ray->placed->shape;
    const double c[3] = {(double)shape->center.x, (double)shape->center.y, (double)shape->center.z};
    const double h[3] = {(double)shape->half.x, (double)shape->half.y, (double)shape->half.z};
    uint32_t along = fabs(d[1]) > fabs(d[0]) ? 1 : 0;
    if (fabs(d[2]) > fabs(d[along])) along = 2;
    double reach = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t axis = (along + 1 + k) % 3;
        double far = fabs(c[k] - o[k]) + h[k];
        reach = far > reach ? far : reach;
        ray->axis[k] = axis;
        ray->origin[k] = o[axis];
        ray->direction[k] = d[axis];
    }
    double longest = fabs(d[along]);
    ray->shear[0] = ray->direction[0] / ray->direction[2];
    ray->shear[1] = ray->direction[1] / ray->direction[2];
    reach *= 1 + 0x1p-50;
    bool fits = reach < GZ_MESH_RAY_RANGE && reach > 1 / GZ_MESH_RAY_RANGE &&
                longest < GZ_MESH_RAY_RANGE && longest > 1 / GZ_MESH_RAY_RANGE;
    ray->side_doubt = fits ? GZ_MESH_RAY_SIDE * (reach * reach) : INFINITY;
    ray->turn_doubt = GZ_MESH_RAY_NORMAL * (reach * reach) * longest;
    ray->start_doubt = GZ_MESH_RAY_NORMAL * (reach * reach) * reach;
}

static bool is_finite(wide3 v) { return v.x - v.x == 0 && v.y - v.y == 0 && v.z - v.z == 0; }

graze_status gz_mesh_ray_make(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                              gz_mesh_ray *out) {
    out->mesh = gz_mesh_of(placed->shape);
    out->placed = placed;
    out->world = ray;
    out->faces = faces;
    gz_mesh_invert(&placed->pose.basis, out->inverse);
    wide3 between = wide3_sub(wide3_from(ray->origin), wide3_from(placed->pose.origin));
    wide3 o = gz_mesh_turn_back(out->inverse, between),
          d = gz_mesh_turn_back(out->inverse, wide3_from(ray->direction));
    if (!is_finite(o) || !is_finite(d)) return GRAZE_OUT_OF_RANGE;
    out->local.origin = o;
    out->local.direction = d;
    out->local.max_t = INFINITY;
    out->max_t = (double)ray->max_t;
    bool still = wide3_max_abs(d) == 0 || ray->max_t == 0; /* the origin alone */
    out->local.span.a = (gz_end){{o.x, o.y, o.z}, false};
    out->local.span.b = still ? out->local.span.a : (gz_end){{d.x, d.y, d.z}, true};
    out->hit = false;
    out->status = GRAZE_OK;
    set_kernel(out);
    if (still) out->side_doubt = INFINITY;
    return GRAZE_OK;
}

/* -- hits -- */

static graze_flow tell(gz_mesh_ray *ray, const gz_mesh_found *found) {
    graze_mesh_hit hit;
    ray->status = gz_mesh_ray_finish(ray, found, &hit);
    return ray->status == GRAZE_OK ? ray->visit(ray->user, &hit) : GRAZE_STOP;
}

graze_flow gz_mesh_ray_settle(gz_mesh_ray *ray, const gz_tree_ray *walk, gz_mesh_found found,
                              float *max_t) {
    if (ray->wish == GZ_MESH_ALL) return tell(ray, &found);
    const gz_mesh_found *best = &ray->best;
    if (ray->hit && !(found.t < best->t || (found.t == best->t && found.primitive < best->primitive)))
        return GRAZE_CONTINUE;
    ray->hit = true;
    ray->best = found;
    if (ray->wish == GZ_MESH_ANY) return GRAZE_STOP;
    *max_t = gz_tree_ray_time(walk, found.t);
    return GRAZE_CONTINUE;
}

/* -- the public functions -- */

static graze_status check(const graze_placed *placed, const graze_ray *ray, graze_faces faces) {
    if (!gz_ray_is_valid(ray)) return GRAZE_INVALID_ARGUMENT;
    if (faces != GRAZE_FACES_BOTH && faces != GRAZE_FACES_FRONT) return GRAZE_INVALID_ARGUMENT;
    return graze_placed_check(placed);
}

/* A shape that is no mesh has one primitive, whose faces are all front faces. */
static graze_status cast_convex(const graze_placed *placed, const graze_ray *ray, graze_mesh_hit *out) {
    graze_cast_result result;
    graze_status status = graze_ray_cast(placed, ray, NULL, &result);
    if (status != GRAZE_OK) return status;
    *out = (graze_mesh_hit){.hit = result.hit};
    if (result.hit) *out = (graze_mesh_hit){true, 0, result.t, result.point, result.normal, true};
    return GRAZE_OK;
}

graze_status graze_ray_closest(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                               graze_mesh_hit *out, graze_tree_counts *counts) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check(placed, ray, faces);
    if (status != GRAZE_OK) return status;
    if (gz_is_complex(placed->shape)) return gz_complex_ray_closest(placed, ray, faces, out, counts);
    if (!gz_mesh_of(placed->shape)) return cast_convex(placed, ray, out);
    gz_mesh_ray search = {.wish = GZ_MESH_CLOSEST};
    status = gz_mesh_ray_make(placed, ray, faces, &search);
    if (status != GRAZE_OK) return status;
    gz_mesh_ray_walk(&search, counts);
    if (search.status != GRAZE_OK) return search.status;
    if (search.hit) return gz_mesh_ray_finish(&search, &search.best, out);
    *out = (graze_mesh_hit){.hit = false};
    return GRAZE_OK;
}

graze_status graze_ray_any(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                           bool *hit, graze_tree_counts *counts) {
    if (!hit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check(placed, ray, faces);
    if (status != GRAZE_OK) return status;
    if (gz_is_complex(placed->shape)) return gz_complex_ray_any(placed, ray, faces, hit, counts);
    if (!gz_mesh_of(placed->shape)) {
        graze_mesh_hit found;
        status = cast_convex(placed, ray, &found);
        if (status == GRAZE_OK) *hit = found.hit;
        return status;
    }
    gz_mesh_ray search = {.wish = GZ_MESH_ANY};
    status = gz_mesh_ray_make(placed, ray, faces, &search);
    if (status != GRAZE_OK) return status;
    gz_mesh_ray_walk(&search, counts);
    if (search.status == GRAZE_OK) *hit = search.hit;
    return search.status;
}

graze_status graze_ray_all(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                           graze_mesh_visit_hit visit, void *user, graze_tree_counts *counts) {
    if (!visit) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check(placed, ray, faces);
    if (status != GRAZE_OK) return status;
    if (gz_is_complex(placed->shape))
        return gz_complex_ray_all(placed, ray, faces, visit, user, counts);
    if (!gz_mesh_of(placed->shape)) {
        graze_mesh_hit found;
        status = cast_convex(placed, ray, &found);
        if (status == GRAZE_OK && found.hit) visit(user, &found);
        return status;
    }
    gz_mesh_ray search = {.wish = GZ_MESH_ALL, .visit = visit, .user = user};
    status = gz_mesh_ray_make(placed, ray, faces, &search);
    if (status != GRAZE_OK) return status;
    gz_mesh_ray_walk(&search, counts);
    return search.status;
}
