/* SPDX-License-Identifier: MIT
 * Rays at the bumpy sphere of 69,620 triangles, the closest hit and any, in both layouts, and Embree
 * beside them if it is there. All cast the same rays in turn, round by round; ratios are medians over
 * rounds, so that what slows the machine down for a while slows down both sides of them. */
#include "graze/graze.h"
#include "mesh_rays.h"
#if defined(BENCH_EMBREE)
#include "mesh_embree.h"
#endif

enum { MOST_ROUNDS = 50, LAYOUTS = 2, CASTERS = 4 };

typedef struct contender {
    const char *name;
    const void *context;
    bench_caster closest, any;
    double closest_ns[MOST_ROUNDS], any_ns[MOST_ROUNDS], sum, hits;
} contender;

/* -- ours -- */

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

static graze_shape *make(const bench_model *model, bool ray_layout) {
    graze_vertices vertices = {model->vertices, model->vertex_count, 0, GRAZE_VERTEX_FLOAT};
    graze_primitives group = {.count = model->triangle_count, .indices = model->indices};
    graze_mesh_options options = {.ray_layout = ray_layout};
    graze_shape *shape;
    double start = bench_seconds();
    if (graze_shape_mesh(&vertices, &group, 1, &options, NULL, &shape) != GRAZE_OK) exit(1);
    double build = bench_seconds() - start;
    start = bench_seconds();
    for (int i = 0; i < 10; ++i)
        if (graze_mesh_update(shape) != GRAZE_OK) exit(1);
    double refit = (bench_seconds() - start) / 10;
    graze_mesh_info info;
    if (graze_mesh_describe(shape, &info) != GRAZE_OK) exit(1);
    printf("%-22s build %6.2f ms, refit %5.2f ms, %.1f bytes a triangle\n",
           ray_layout ? "graze, ray layout" : "graze, default layout", build * 1e3, refit * 1e3,
           (double)info.bytes / model->triangle_count);
    return shape;
}

/* -- all of them -- */

static void cast_all(contender *all, int count, int rounds, const bench_ray *rays) {
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < count; ++i) {
            contender *c = &all[i];
            c->closest_ns[round] = bench_cast(c->closest, c->context, rays, &c->sum);
            c->any_ns[round] = bench_cast(c->any, c->context, rays, &c->hits);
        }
}

static double median_ratio(const double *own, const double *other, int rounds) {
    double ratios[MOST_ROUNDS];
    for (int i = 0; i < rounds; ++i) ratios[i] = own[i] / other[i];
    return bench_median(ratios, rounds);
}

/* peer: whom the first ones are compared with, or NULL. */
static void report(contender *all, int count, int rounds, const contender *peer) {
    static const double goals[LAYOUTS] = {2, 1.5};
    double ratios[LAYOUTS][2];
    for (int i = 0; i < LAYOUTS && peer; ++i) {
        ratios[i][0] = median_ratio(all[i].closest_ns, peer->closest_ns, rounds);
        ratios[i][1] = median_ratio(all[i].any_ns, peer->any_ns, rounds);
    }
    for (int i = 0; i < count; ++i) {
        contender *c = &all[i];
        printf("%-22s closest %6.1f ns (mean t %.6f)  any %6.1f ns (%.0f %% hits)", c->name,
               bench_median(c->closest_ns, rounds), c->sum / BENCH_RAYS,
               bench_median(c->any_ns, rounds), 100 * c->hits / BENCH_RAYS);
        if (i < LAYOUTS && peer)
            printf("  of %s: closest %.2fx (goal %.1fx), any %.2fx", peer->name, ratios[i][0], goals[i],
                   ratios[i][1]);
        printf("\n");
    }
}

int main(void) {
    bench_model model = bench_bumpy_sphere();
    bench_ray *rays = bench_rays();
    static contender all[CASTERS] = {{.name = "graze, default layout"}, {.name = "graze, ray layout"}};
    graze_shape *shapes[LAYOUTS];
    graze_placed placed[LAYOUTS];
    const contender *peer = NULL;
    int count = LAYOUTS, rounds = bench_quick() ? 10 : MOST_ROUNDS;
    printf("%s\n", sizeof(graze_real) == sizeof(float) ? "float" : "double");
    for (int i = 0; i < LAYOUTS; ++i) {
        shapes[i] = make(&model, i == 1);
        placed[i] = (graze_placed){shapes[i], graze_pose_identity(), 0};
        all[i].context = &placed[i];
        all[i].closest = closest;
        all[i].any = any;
    }
#if defined(BENCH_EMBREE)
    static const char *const names[2] = {"Embree", "Embree, robust"};
    bench_embree *embree[2];
    for (int robust = 0; robust < 2; ++robust) {
        double build;
        embree[robust] = bench_embree_make(&model, robust, &build);
        printf("%-22s build %6.2f ms\n", names[robust], build * 1e3);
        all[count++] = (contender){.name = names[robust],
                                   .context = embree[robust],
                                   .closest = bench_embree_closest,
                                   .any = bench_embree_any};
    }
    peer = &all[LAYOUTS];
#endif
    cast_all(all, count, rounds, rays);
    report(all, count, rounds, peer);
#if defined(BENCH_EMBREE)
    for (int i = 0; i < 2; ++i) bench_embree_release(embree[i]);
#endif
    for (int i = 0; i < LAYOUTS; ++i) graze_shape_release(shapes[i]);
    free(rays);
    free(model.vertices);
    free(model.indices);
    return 0;
}
