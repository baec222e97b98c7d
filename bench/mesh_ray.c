/* SPDX-License-Identifier: MIT
 * Rays at the bumpy sphere of 69,620 triangles, the closest hit and any, in both layouts; beside it
 * bench_mesh_embree asks Embree. */
#include "graze/graze.h"
#include "mesh_rays.h"

static graze_ray ray_of(const bench_ray *ray) {
    const float *o = ray->origin, *d = ray->direction;
    return (graze_ray){{(graze_real)o[0], (graze_real)o[1], (graze_real)o[2]},
                       {(graze_real)d[0], (graze_real)d[1], (graze_real)d[2]},
                       (graze_real)1e30};
}

static double closest(const void *context, const bench_ray *ray) {
    graze_ray own = ray_of(ray);
    graze_mesh_hit hit;
    if (graze_ray_closest(context, &own, GRAZE_FACES_BOTH, &hit, NULL) != GRAZE_OK) exit(1);
    return (double)hit.t;
}

static double any(const void *context, const bench_ray *ray) {
    graze_ray own = ray_of(ray);
    bool hit;
    if (graze_ray_any(context, &own, GRAZE_FACES_BOTH, &hit, NULL) != GRAZE_OK) exit(1);
    return hit ? 1 : 0;
}

int main(void) {
    bench_model model = bench_bumpy_sphere();
    bench_ray *rays = bench_rays();
    graze_vertices vertices = {model.vertices, model.vertex_count, 0, GRAZE_VERTEX_FLOAT};
    graze_primitives group = {.count = model.triangle_count, .indices = model.indices};
    for (int layout = 0; layout < 2; ++layout) {
        graze_mesh_options options = {.ray_layout = layout};
        graze_shape *shape;
        double start = bench_seconds(), sum, hits;
        if (graze_shape_mesh(&vertices, &group, 1, &options, NULL, &shape) != GRAZE_OK) return 1;
        double build = bench_seconds() - start;
        start = bench_seconds();
        for (int i = 0; i < 10; ++i)
            if (graze_mesh_update(shape) != GRAZE_OK) return 1;
        double refit = (bench_seconds() - start) / 10;
        graze_mesh_info info;
        if (graze_mesh_describe(shape, &info) != GRAZE_OK) return 1;
        graze_placed placed = {shape, graze_pose_identity(), 0};
        double first = bench_cast(closest, &placed, rays, &sum),
               some = bench_cast(any, &placed, rays, &hits);
        printf(
            "graze %-6s %-6s closest %6.1f ns (mean t %.6f)  any %6.1f ns (%.0f %% hits)  build %5.1f ms  "
            "refit %4.2f ms  %.1f bytes a triangle\n",
            sizeof(graze_real) == 4 ? "float" : "double", layout ? "packed" : "plain", first,
            sum / BENCH_RAYS, some, 100 * hits / BENCH_RAYS, build * 1e3, refit * 1e3,
            (double)info.bytes / model.triangle_count);
        graze_shape_release(shape);
    }
    free(rays);
    free(model.vertices);
    free(model.indices);
    return 0;
}
