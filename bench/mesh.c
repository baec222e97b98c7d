/* SPDX-License-Identifier: MIT
 * Meshes: the experiments of tables 5.4 to 5.6 (H3, H6, H8, B:4431-4525). Random placements of two
 * equal meshes at a distance where 60 % of them meet: the first pair of triangles, by face axes alone
 * (SAT lite) and by all fifteen, with and without boxes of leaves (H2), then all pairs; building and
 * refitting, and queries after many frames of deformation. The same for other libraries:
 * bench/meshes. */
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

/* book: what table 5.4 or 5.5 has for it. */
static void first_pair(const char *name, const graze_shape *shape, const bench_placement *places,
                       uint32_t pairs, gz_pair_axes axes, const gz_obb_tree *obb, const char *book) {
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
    printf("  %-24s %8.2f us  %6.1f nodes  %7.1f box tests  %6.1f triangle tests  %4.1f %% hits%s%s\n",
           name, time * 1e6, (double)counts.nodes / pairs, (double)counts.box_tests / pairs,
           (double)counts.items / pairs, 100.0 * (double)hits / pairs, book ? "; the book's " : "",
           book ? book : "");
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

/* Returns the time of a query. */
static double all_pairs(const char *name, const graze_shape *shape, const bench_placement *places,
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
    return time;
}

/* -- making and refitting -- */

/* beside: the book's figures, or ours to reach. */
static void making(const bench_model *m, const char *beside) {
    enum { TIMES = 9, UPDATES = 8 }; /* some of these look at how worn the tree is, some do not */
    double build[TIMES], refit[TIMES];
    for (int i = 0; i < TIMES; ++i) {
        double start = bench_seconds();
        graze_shape *shape = make(m);
        build[i] = bench_seconds() - start;
        start = bench_seconds();
        for (int k = 0; k < UPDATES; ++k) must(graze_mesh_update(shape));
        refit[i] = (bench_seconds() - start) / UPDATES;
        graze_shape_release(shape);
    }
    double made = bench_median(build, TIMES), refitted = bench_median(refit, TIMES);
    printf("  build %.3f ms, refit %.3f ms, %.1fx faster; %s\n", made * 1e3, refitted * 1e3,
           made / refitted, beside);
}

/* More than the caches hold. */
static void making_a_million(void) {
    bench_model m = bench_bumpy_sphere_of(1000, 500);
    printf("%s, %u triangles\n", m.name, m.triangle_count);
    making(&m, "goal 1 s and 10x");
    free(m.vertices);
    free(m.indices);
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

/* One frame: rays and all pairs in the tree that was refitted and mended, and in one made anew; returns
 * how much longer the slower kind takes in the former. */
static double compare_with_anew(const bench_model *m, const graze_shape *shape, uint32_t frame,
                                const bench_placement *places, uint32_t pairs) {
    graze_shape *anew = make(m);
    bench_ray *rays = bench_rays();
    double own = cast_rays(shape, rays), fresh = cast_rays(anew, rays), ratio = own / fresh;
    printf("  frame %u: rays %.0f ns, in a tree made anew %.0f ns: %.2fx\n", frame, own * 1e9,
           fresh * 1e9, ratio);
    double deformed = all_pairs("all pairs, deformed", shape, places, pairs);
    double all_ratio = deformed / all_pairs("all pairs, made anew", anew, places, pairs);
    graze_shape_release(anew);
    free(rays);
    return all_ratio > ratio ? all_ratio : ratio;
}

/* Queries after many frames of deformation. */
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
    double spent = 0, worst = 0;
    for (uint32_t n = 1; n <= frames; ++n) {
        deform(rest, way, n, m);
        double start = bench_seconds();
        must(graze_mesh_update(shape));
        spent += bench_seconds() - start;
        if (n != frames * 3 / 10 - 7 && n != frames * 8 / 10 - 7 && n != frames) continue;
        double ratio = compare_with_anew(m, shape, n, places, pairs);
        worst = ratio > worst ? ratio : worst;
    }
    printf(
        "  %u frames of deformation: %.3f ms an update; queries take at most %.2fx of those in a tree "
        "made anew (goal 2x)\n",
        frames, spent / frames * 1e3, worst);
    for (uint32_t i = 0; i < size; ++i) m->vertices[i] = rest[i];
    graze_shape_release(shape);
    free(rest);
    free(way);
}

/* The book's figures of tables 5.4 to 5.6, for each kind of tree and test. */
typedef struct book_figures {
    const char *aabb_lite, *aabb, *obb_lite, *obb, *making;
} book_figures;

static void model(bench_model m, const book_figures *book, uint32_t pairs) {
    uint32_t few = pairs / 100;
    bench_placement *places = bench_placements(pairs, m.distance);
    graze_shape *shape = make(&m);
    printf("%s, %u triangles, %u placements, %u for binary trees, without leaves and for all pairs\n",
           m.name, m.triangle_count, pairs, few);
    intersect(shape, places, pairs / 10);
    intersect(shape, places, pairs);
    first_pair("AABB, face axes (lite)", shape, places, pairs, GZ_AXES_FACES, NULL, book->aabb_lite);
    first_pair("AABB, all 15 axes", shape, places, pairs, GZ_AXES_ALL, NULL, book->aabb);
    gz_obb_tree *obb = NULL;
    double start = bench_seconds();
    must(gz_obb_tree_build(gz_mesh_of(shape)->tree, corners_of, gz_mesh_of(shape), &obb));
    double made = bench_seconds() - start;
    first_pair("OBB, face axes (lite)", shape, places, pairs, GZ_AXES_FACES, obb, book->obb_lite);
    first_pair("OBB, all 15 axes", shape, places, pairs, GZ_AXES_ALL, obb, book->obb);
    printf("  oriented boxes made in %.2f ms, %.1f bytes a triangle\n", made * 1e3,
           (double)gz_obb_tree_bytes(obb) / m.triangle_count);
    gz_obb_tree_release(obb);
    const graze_mesh_options binary = {.tree = {.degree = 2, .leaf_size = 1}}; /* the book's trees */
    graze_shape *deep = make_with(&m, &binary);
    first_pair("binary, face axes (lite)", deep, places, few, GZ_AXES_FACES, NULL, NULL);
    first_pair("binary, all 15 axes", deep, places, few, GZ_AXES_ALL, NULL, NULL);
    leafless("binary, no leaves", deep, places, few, GZ_AXES_ALL);
    leafless("no leaves, all 15 axes", shape, places, few, GZ_AXES_ALL);
    graze_shape_release(deep);
    all_pairs("all pairs", shape, places, few);
    making(&m, book->making);
    deforming(&m, places, few / 4 < 1000 ? few / 4 : 1000);
    graze_shape_release(shape);
    free(places);
    free(m.vertices);
    free(m.indices);
}

/* usage: bench_mesh_float [placements]; by default the million of the book, which takes some minutes
 * and 200 MB, and 20,000 for a short run. */
int main(int argc, char **argv) {
    static const book_figures torus = {
        "124.6 us, 548.0 box and 48.7 triangle tests", "153.1 us, 451.6 box and 37.2 triangle tests",
        "55.8 us, 130.1 box and 3.7 triangle tests", "56.6 us, 101.0 box and 1.9 triangle tests",
        "the book's 6.1 ms, 3.1 ms (OBB tree 35.9 ms)"};
    static const book_figures bunny = {"bunny 123.9 us, 589.8 box and 16.8 triangle tests",
                                       "bunny 164.0 us, 506.4 box and 14.1 triangle tests",
                                       "bunny 92.5 us, 216.9 box and 2.0 triangle tests",
                                       "bunny 100.0 us, 180.1 box and 1.3 triangle tests",
                                       "the book's bunny 192 ms, 50.2 ms (OBB tree 681 ms)"};
    uint32_t pairs = bench_quick() ? 20000 : 1000000;
    if (argc > 1) pairs = (uint32_t)strtoul(argv[1], NULL, 10);
    if (pairs < 1000) pairs = 1000;
    model(bench_torus(), &torus, pairs);
    model(bench_bumpy_sphere(), &bunny, pairs);
    making_a_million();
    return 0;
}
