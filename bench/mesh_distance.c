/* SPDX-License-Identifier: MIT
 * Distance of two equal meshes: random placements at the distance where 60 % of them meet, and farther
 * apart where none does. Beside FCL: bench/meshes. */
#include "mesh_models.h"

#include "graze/graze.h"

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(1);
}

static graze_placed placed(const graze_shape *shape, const bench_placement *p) {
    graze_placed out = {shape, graze_pose_identity(), 0};
    for (int j = 0; j < 3; ++j)
        out.pose.basis.col[j] = graze_vec3_make((graze_real)p->turn[0][j], (graze_real)p->turn[1][j],
                                                (graze_real)p->turn[2][j]);
    out.pose.origin = graze_vec3_make((graze_real)p->at[0], (graze_real)p->at[1], (graze_real)p->at[2]);
    return out;
}

static graze_shape *make(const bench_model *m) {
    graze_vertices vertices = {m->vertices, m->vertex_count, 0, GRAZE_VERTEX_FLOAT};
    graze_primitives triangles = {.count = m->triangle_count, .indices = m->indices};
    graze_shape *shape = NULL;
    must(graze_shape_mesh(&vertices, &triangles, 1, NULL, NULL, &shape));
    return shape;
}

static void time_pairs(const char *name, const graze_shape *shape, double distance, uint32_t pairs,
                       graze_cache *cache) {
    bench_placement *places = bench_placements(pairs, distance);
    double sum = 0, compared = 0, start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        graze_placed a = placed(shape, &places[2 * i]), b = placed(shape, &places[2 * i + 1]);
        graze_separation out;
        must(graze_distance(&a, &b, NULL, cache, &out));
        sum += (double)out.distance;
        compared += out.iterations;
    }
    printf("  %-24s %9.2f us  mean %.6f  %6.1f triangle pairs\n", name,
           (bench_seconds() - start) / pairs * 1e6, sum / pairs, compared / pairs);
    free(places);
}

static void model(bench_model m) {
    uint32_t pairs = bench_quick() ? 500 : 5000;
    graze_shape *shape = make(&m);
    printf("%s, %u triangles\n", m.name, m.triangle_count);
    time_pairs("60 % meet", shape, m.distance, pairs, NULL);
    time_pairs("apart", shape, 1.5 * m.distance, pairs, NULL);
    time_pairs("far apart", shape, 3 * m.distance, pairs, NULL);
    graze_shape_release(shape);
    free(m.vertices);
    free(m.indices);
}

int main(void) {
    model(bench_torus());
    model(bench_bumpy_sphere());
    return 0;
}
