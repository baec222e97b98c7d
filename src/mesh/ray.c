/* SPDX-License-Identifier: MIT
 * The ray queries (P11, P13). */
#include "mesh/ray.h"

#include "base/tolerance.h"
#include "mesh/complex_ray.h"
#include "mesh/view.h"
#include "primitive/check.h"

/* -- the ray in the mesh's space -- */

/* Without branches: nobody could predict where a ray goes. */
static uint32_t longest_axis(const double size[3]) {
    uint32_t axis = size[1] > size[0];
    return size[2] > size[axis] ? 2 : axis;
}

static void set_kernel(gz_mesh_ray *ray) {
    const wide3 o = ray->local.origin, d = ray->local.direction;
    const graze_shape *shape = ray->placed->shape;
    const double size[3] = {fabs(d.x), fabs(d.y), fabs(d.z)};
    /* Twice, so that the axes across follow the one along. */
    const double twice_o[5] = {o.x, o.y, o.z, o.x, o.y}, twice_d[5] = {d.x, d.y, d.z, d.x, d.y};
    uint32_t along = longest_axis(size), first = along == 2 ? 0 : along + 1;
    uint32_t second = first == 2 ? 0 : first + 1;
    ray->axis[0] = first;
    ray->axis[1] = second;
    ray->axis[2] = along;
    for (int k = 0; k < 2; ++k) {
        ray->origin[k] = twice_o[first + (uint32_t)k];
        ray->direction[k] = twice_d[first + (uint32_t)k];
    }
    ray->origin[2] = twice_o[along];
    ray->direction[2] = twice_d[along];
    wide3 off = wide3_sub(wide3_from(shape->center), o), half = wide3_from(shape->half);
    double reach =
        wide3_max_abs(wide3_make(fabs(off.x) + half.x, fabs(off.y) + half.y, fabs(off.z) + half.z));
    double longest = size[along];
    ray->shear[0] = ray->direction[0] / ray->direction[2];
    ray->shear[1] = ray->direction[1] / ray->direction[2];
    reach *= 1 + 0x1p-50;
    bool fits = reach < GZ_MESH_RAY_RANGE && reach > 1 / GZ_MESH_RAY_RANGE &&
                longest < GZ_MESH_RAY_RANGE && longest > 1 / GZ_MESH_RAY_RANGE;
    ray->side_doubt = fits ? GZ_MESH_RAY_SIDE * (reach * reach) : INFINITY;
    ray->turn_doubt = GZ_MESH_RAY_NORMAL * (reach * reach) * longest;
    ray->start_doubt = GZ_MESH_RAY_NORMAL * (reach * reach) * reach;
}

static bool is_finite(wide3 v) { return ((v.x - v.x) + (v.y - v.y)) + (v.z - v.z) == 0; }

/* Most meshes that rays are cast at lie as their vertices say; the products below would change nothing.
 */
static const double identity[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static bool is_unturned(const mat3 *m) {
    const vec3 *c = m->col;
    return (c[0].x == 1) & (c[0].y == 0) & (c[0].z == 0) & (c[1].x == 0) & (c[1].y == 1) &
           (c[1].z == 0) & (c[2].x == 0) & (c[2].y == 0) & (c[2].z == 1);
}

graze_status gz_mesh_ray_make(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                              gz_mesh_ray *out) {
    out->mesh = gz_mesh_of(placed->shape);
    out->placed = placed;
    out->world = ray;
    out->faces = faces;
    wide3 o = wide3_sub(wide3_from(ray->origin), wide3_from(placed->pose.origin)),
          d = wide3_from(ray->direction);
    if (is_unturned(&placed->pose.basis)) {
        memcpy(out->inverse, identity, sizeof out->inverse);
    } else {
        gz_mesh_invert(&placed->pose.basis, out->inverse);
        o = gz_mesh_turn_back(out->inverse, o);
        d = gz_mesh_turn_back(out->inverse, d);
    }
    if (!is_finite(o) || !is_finite(d)) return GRAZE_OUT_OF_RANGE;
    out->local.origin = o;
    out->local.direction = d;
    out->local.max_t = INFINITY;
    out->max_t = (double)ray->max_t;
    bool still = wide3_max_abs(d) == 0 || ray->max_t == 0; /* the origin alone */
    out->local.span.a = (gz_end){{o.x, o.y, o.z}, false};
    out->local.span.b = still ? out->local.span.a : (gz_end){{d.x, d.y, d.z}, true};
    out->hit = out->at_hand = false;
    out->status = GRAZE_OK;
    set_kernel(out);
    if (still) out->side_doubt = INFINITY;
    return GRAZE_OK;
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
    gz_mesh_ray search;
    status = gz_mesh_ray_make(placed, ray, faces, &search);
    if (status != GRAZE_OK) return status;
    search.wish = GZ_MESH_CLOSEST;
    gz_mesh_ray_walk(&search, counts);
    if (search.status != GRAZE_OK) return search.status;
    if (!search.hit) {
        *out = (graze_mesh_hit){.hit = false};
        return GRAZE_OK;
    }
    return search.at_hand
               ? gz_mesh_ray_finish_piece(&search, (const double(*)[3])search.corner, &search.best, out)
               : gz_mesh_ray_finish(&search, &search.best, out);
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
    gz_mesh_ray search;
    status = gz_mesh_ray_make(placed, ray, faces, &search);
    if (status != GRAZE_OK) return status;
    search.wish = GZ_MESH_ANY;
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
    gz_mesh_ray search;
    status = gz_mesh_ray_make(placed, ray, faces, &search);
    if (status != GRAZE_OK) return status;
    search.wish = GZ_MESH_ALL;
    search.visit = visit;
    search.user = user;
    gz_mesh_ray_walk(&search, counts);
    return search.status;
}
