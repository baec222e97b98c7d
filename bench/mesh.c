/* SPDX-License-Identifier: MIT
 * Meshes: the experiments of tables 5.4 to 5.6 (H3, H6, H8, B:4431-4525). Random placements of two
 * equal meshes at a distance where 60 % of them meet: the first pair of triangles, by face axes alone
 * (SAT lite) and by all fifteen, then all pairs; building and refitting. The same for other libraries:
 * bench/compare/mesh_*.cpp. */
#include "mesh_models.h"

#include "graze/graze.h"
#include "narrow/mesh_query.h"

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

/* -- the first pair -- */

static graze_flow stop(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(uint64_t *)user;
    return GRAZE_STOP;
}

static void first_pair(const char *name, const graze_shape *shape, const bench_placement *places,
                       uint32_t pairs, gz_pair_axes axes, const gz_obb_tree *obb) {
    uint64_t hits = 0;
    graze_tree_counts counts = {0};
    double start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        graze_placed a = placed(shape, &places[2 * i]), b = placed(shape, &places[2 * i + 1]);
        gz_mesh_query query = {.a = &a, .b = &b, .axes = axes, .visit = stop, .user = &hits};
        query.obb_a = query.obb_b = obb;
        graze_flow flow;
        must(gz_mesh_ask(&query, &flow));
        counts.nodes += query.counts.nodes;
        counts.box_tests += query.counts.box_tests;
        counts.items += query.counts.items;
    }
    double time = (bench_seconds() - start) / pairs;
    printf("  %-24s %8.2f us  %6.1f nodes  %7.1f box tests  %6.1f triangle tests  %4.1f %% hits\n",
           name, time * 1e6, (double)counts.nodes / pairs, (double)counts.box_tests / pairs,
           (double)counts.items / pairs, 100.0 * (double)hits / pairs);
}

static uint32_t corners_of(const void *user, uint32_t item, uint32_t from,
                           double corners[GZ_CORNERS_AT_ONCE][3]) {
    const gz_mesh *mesh = user;
    if (from > 0) return 0;
    gz_mesh_triangle(mesh, mesh->groups, item, corners);
    return 3;
}

/* The public query, which says where, too. */
static void intersect(const graze_shape *shape, const bench_placement *places, uint32_t pairs) {
    uint64_t hits = 0;
    double start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        graze_placed a = placed(shape, &places[2 * i]), b = placed(shape, &places[2 * i + 1]);
        graze_intersection out;
        must(graze_intersect(&a, &b, NULL, NULL, &out));
        hits += out.intersecting;
    }
    printf("  %-24s %8.2f us  %4.1f %% hits\n", "graze_intersect",
           (bench_seconds() - start) / pairs * 1e6, 100.0 * (double)hits / pairs);
}

/* -- all pairs -- */

static graze_flow count(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(uint64_t *)user;
    return GRAZE_CONTINUE;
}

static void all_pairs(const graze_shape *shape, const bench_placement *places, uint32_t pairs) {
    uint64_t found = 0;
    graze_tree_counts counts = {0};
    double start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        graze_placed a = placed(shape, &places[2 * i]), b = placed(shape, &places[2 * i + 1]);
        must(graze_intersect_all(&a, &b, count, &found, &counts));
    }
    double time = (bench_seconds() - start) / pairs;
    printf("  %-24s %8.2f us  %6.1f nodes  %7.1f box tests  %6.1f triangle tests  %6.1f pairs\n",
           "all pairs", time * 1e6, (double)counts.nodes / pairs, (double)counts.box_tests / pairs,
           (double)counts.items / pairs, (double)found / pairs);
}

/* -- making and refitting -- */

static void making(const bench_model *m) {
    enum { TIMES = 9 };
    double build[TIMES], refit[TIMES];
    for (int i = 0; i < TIMES; ++i) {
        double start = bench_seconds();
        graze_shape *shape = make(m);
        build[i] = bench_seconds() - start;
        start = bench_seconds();
        must(graze_mesh_update(shape));
        refit[i] = bench_seconds() - start;
        graze_shape_release(shape);
    }
    printf("  build %.3f ms, refit %.3f ms\n", bench_median(build, TIMES) * 1e3,
           bench_median(refit, TIMES) * 1e3);
}

static void model(bench_model m, const char *book) {
    uint32_t pairs = bench_quick() ? 20000 : 1000000, few = bench_quick() ? 500 : 10000;
    bench_placement *places = bench_placements(pairs, m.distance);
    graze_shape *shape = make(&m);
    printf("%s, %u triangles, %u placements (the book's: %s)\n", m.name, m.triangle_count, pairs, book);
    intersect(shape, places, pairs / 10);
    intersect(shape, places, pairs);
    first_pair("AABB, face axes", shape, places, pairs, GZ_AXES_FACES, NULL);
    first_pair("AABB, all 15 axes", shape, places, pairs, GZ_AXES_ALL, NULL);
    gz_obb_tree *obb = NULL;
    double start = bench_seconds();
    must(gz_obb_tree_build(gz_mesh_of(shape)->tree, corners_of, gz_mesh_of(shape), &obb));
    printf("  oriented boxes made in %.2f ms\n", (bench_seconds() - start) * 1e3);
    first_pair("OBB, face axes", shape, places, pairs, GZ_AXES_FACES, obb);
    first_pair("OBB, all 15 axes", shape, places, pairs, GZ_AXES_ALL, obb);
    gz_obb_tree_release(obb);
    all_pairs(shape, places, few);
    making(&m);
    graze_shape_release(shape);
    free(places);
    free(m.vertices);
    free(m.indices);
}

int main(void) {
    model(bench_torus(),
          "AABB tree, SAT 153.1 us, 451.6 box and 37.2 triangle tests; SAT lite 124.6 us, "
          "548.0, 48.7; OBB tree 56.6 us, 101.0, 1.9; build 6.1 ms, refit 3.1 ms");
    model(bench_bumpy_sphere(),
          "bunny, AABB tree, SAT 164.0 us, 506.4 box and 14.1 triangle tests; SAT "
          "lite 123.9 us, 589.8, 16.8; OBB tree 100.0 us, 180.1, 1.3; build 192 ms, "
          "refit 50.2 ms");
    return 0;
}
