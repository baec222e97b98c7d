/* SPDX-License-Identifier: MIT
 * Meshes: the experiments of tables 5.4 to 5.6 (H3, H6, H8, B:4431-4525). Random placements of two
 * equal meshes at a distance where 60 % of them meet: the first pair of triangles, by face axes alone
 * (SAT lite) and by all fifteen, with and without boxes of leaves (H2), then all pairs; building and
 * refitting, and queries after many frames of deformation. The same for other libraries:
 * bench/compare/mesh_*.cpp. */
#include "mesh_rays.h"

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

static graze_shape *make_with(const bench_model *m, const graze_mesh_options *options) {
    graze_vertices vertices = {m->vertices, m->vertex_count, 0, GRAZE_VERTEX_FLOAT};
    graze_primitives triangles = {.count = m->triangle_count, .indices = m->indices};
    graze_shape *shape = NULL;
    must(graze_shape_mesh(&vertices, &triangles, 1, options, NULL, &shape));
    return shape;
}
static graze_shape *make(const bench_model *m) { return make_with(m, NULL); }

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

/* Triangles of leaves against boxes of nodes instead of boxes of leaves (H2). */
static void leafless(const char *name, const graze_shape *shape, const bench_placement *places,
                     uint32_t pairs, gz_pair_axes axes) {
    uint64_t hits = 0, mixed = 0;
    graze_tree_counts counts = {0};
    double start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        graze_placed a = placed(shape, &places[2 * i]), b = placed(shape, &places[2 * i + 1]);
        gz_mesh_query query = {.a = &a, .b = &b, .axes = axes, .visit = stop, .user = &hits};
        gz_mesh_meets_mesh_leafless(&query);
        counts.nodes += query.counts.nodes;
        counts.box_tests += query.counts.box_tests;
        counts.items += query.counts.items;
        mixed += query.primitive_box_tests;
    }
    double time = (bench_seconds() - start) / pairs;
    printf("  %-24s %8.2f us  %6.1f nodes  %7.1f box tests  %6.1f triangle tests  %4.1f %% hits, "
           "%.1f triangle-box tests\n",
           name, time * 1e6, (double)counts.nodes / pairs, (double)counts.box_tests / pairs,
           (double)counts.items / pairs, 100.0 * (double)hits / pairs, (double)mixed / pairs);
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

static void all_pairs(const char *name, const graze_shape *shape, const bench_placement *places,
                      uint32_t pairs) {
    uint64_t found = 0;
    graze_tree_counts counts = {0};
    double start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        graze_placed a = placed(shape, &places[2 * i]), b = placed(shape, &places[2 * i + 1]);
        must(graze_intersect_all(&a, &b, count, &found, &counts));
    }
    double time = (bench_seconds() - start) / pairs;
    printf("  %-24s %8.2f us  %6.1f nodes  %7.1f box tests  %6.1f triangle tests  %6.1f pairs\n", name,
           time * 1e6, (double)counts.nodes / pairs, (double)counts.box_tests / pairs,
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

/* -- deformation -- */

/* Frame n of a motion that twists the mesh, turns it inside out and crumples it. */
static void deform(const float *rest, const float *way, uint32_t n, bench_model *m) {
    double wave = sin(n * 0.05), along = n % 100 / 50.0 - 1;
    for (uint32_t i = 0; i < m->vertex_count; ++i) {
        const float *p = rest + 3 * i, *w = way + 3 * i;
        double twist = (double)p[2] * wave * 3, c = along * cos(twist), s = along * sin(twist);
        double x = (double)p[0], y = (double)p[1], z = along * (double)p[2];
        bench_put(m, i, c * x - s * y + (double)w[0], s * x + c * y + (double)w[1],
                  z + wave * along * x + (double)w[2]);
    }
}

static double cast_rays(const graze_shape *shape, const bench_ray *rays) {
    enum { ROUNDS = 5 };
    graze_placed at = {shape, graze_pose_identity(), 0};
    double times[ROUNDS];
    for (int round = 0; round < ROUNDS; ++round) {
        double start = bench_seconds();
        for (int i = 0; i < BENCH_RAYS; ++i) {
            const float *o = rays[i].origin, *d = rays[i].direction;
            graze_ray ray = {graze_vec3_make(o[0], o[1], o[2]), graze_vec3_make(d[0], d[1], d[2]),
                             INFINITY};
            graze_mesh_hit hit;
            must(graze_ray_closest(&at, &ray, GRAZE_FACES_BOTH, &hit, NULL));
        }
        times[round] = (bench_seconds() - start) / BENCH_RAYS;
    }
    return bench_median(times, ROUNDS);
}

/* Queries after many frames, in the tree that was refitted and mended, and in one made anew. */
static void deforming(bench_model *m, const bench_placement *places, uint32_t pairs) {
    uint32_t frames = bench_quick() ? 100 : 1000, size = 3 * m->vertex_count;
    float *rest = malloc(size * sizeof *rest), *way = malloc(size * sizeof *way);
    if (!rest || !way) exit(1);
    uint64_t state = 12345;
    for (uint32_t i = 0; i < size; ++i) {
        rest[i] = m->vertices[i];
        way[i] = (float)(0.02 * (2 * bench_random(&state) - 1));
    }
    graze_shape *shape = make(m);
    double spent = 0;
    for (uint32_t n = 1; n <= frames; ++n) {
        deform(rest, way, n, m);
        double start = bench_seconds();
        must(graze_mesh_update(shape));
        spent += bench_seconds() - start;
        if (n % (frames / 2) != frames / 4 + 7) continue;
        graze_shape *anew = make(m);
        bench_ray *rays = bench_rays();
        printf("  frame %u: rays %.0f ns, in a tree made anew %.0f ns\n", n,
               cast_rays(shape, rays) * 1e9, cast_rays(anew, rays) * 1e9);
        all_pairs("all pairs, deformed", shape, places, pairs);
        all_pairs("all pairs, made anew", anew, places, pairs);
        graze_shape_release(anew);
        free(rays);
    }
    printf("  %u frames of deformation: %.3f ms an update\n", frames, spent / frames * 1e3);
    for (uint32_t i = 0; i < size; ++i) m->vertices[i] = rest[i];
    graze_shape_release(shape);
    free(rest);
    free(way);
}

static void model(bench_model m, const char *book, uint32_t pairs) {
    uint32_t few = pairs / 100;
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
    printf("  oriented boxes made in %.2f ms, %.1f bytes a triangle\n", (bench_seconds() - start) * 1e3,
           (double)gz_obb_tree_bytes(obb) / m.triangle_count);
    first_pair("OBB, face axes", shape, places, pairs, GZ_AXES_FACES, obb);
    first_pair("OBB, all 15 axes", shape, places, pairs, GZ_AXES_ALL, obb);
    gz_obb_tree_release(obb);
    const graze_mesh_options binary = {.tree = {.degree = 2, .leaf_size = 1}}; /* the book's trees */
    graze_shape *deep = make_with(&m, &binary);
    first_pair("binary, all 15 axes", deep, places, few, GZ_AXES_ALL, NULL);
    leafless("binary, no leaves", deep, places, few, GZ_AXES_ALL);
    leafless("no leaves, all 15 axes", shape, places, few, GZ_AXES_ALL);
    graze_shape_release(deep);
    all_pairs("all pairs", shape, places, few);
    making(&m);
    deforming(&m, places, few / 4);
    graze_shape_release(shape);
    free(places);
    free(m.vertices);
    free(m.indices);
}

/* usage: bench_mesh_float [placements]; the book's million takes minutes. */
int main(int argc, char **argv) {
    uint32_t pairs = bench_quick() ? 20000 : 100000;
    if (argc > 1) pairs = (uint32_t)strtoul(argv[1], NULL, 10);
    if (pairs < 1000) pairs = 1000;
    model(bench_torus(),
          "AABB tree, SAT 153.1 us, 451.6 box and 37.2 triangle tests; SAT lite 124.6 us, "
          "548.0, 48.7; OBB tree 56.6 us, 101.0, 1.9; build 6.1 ms, refit 3.1 ms",
          pairs);
    model(bench_bumpy_sphere(),
          "bunny, AABB tree, SAT 164.0 us, 506.4 box and 14.1 triangle tests; SAT "
          "lite 123.9 us, 589.8, 16.8; OBB tree 100.0 us, 180.1, 1.3; build 192 ms, "
          "refit 50.2 ms",
          pairs);
    return 0;
}
