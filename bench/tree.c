/* SPDX-License-Identifier: MIT
 * Trees over the triangles of a torus (5,000), a bumpy sphere (69,620) and a soup (1,000,000): building
 * by each method, degrees and leaf sizes (O9), refitting (H7, H8), bytes, and what queries cost. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "graze/graze.h"
#include "mesh_models.h"
#include "timing.h"
#include "tree/build.h"
#include "tree/refit.h"

enum { SOUP = 1000000, MOST_REPETITIONS = 15, RAYS = 20000 };

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(1);
}

static bench_model soup(void) {
    bench_model m = bench_allocate("soup", 1, 3 * SOUP, SOUP);
    graze_random random = graze_random_seed(5);
    for (uint32_t i = 0; i < SOUP; ++i) {
        double c[3];
        for (int k = 0; k < 3; ++k) c[k] = (double)graze_random_uniform(&random, -1, 1);
        for (uint32_t k = 0; k < 3; ++k) {
            graze_vec3 d = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.01);
            bench_put(&m, 3 * i + k, c[0] + (double)d.x, c[1] + (double)d.y, c[2] + (double)d.z);
            m.indices[3 * i + k] = 3 * i + k;
        }
    }
    return m;
}

/* -- boxes straight from vertices, as meshes do -- */

typedef struct source {
    const bench_model *model;
    gz_units units;
} source;

GZ_INLINE gz_box4 box_of(const void *user, uint32_t item) {
    const source *s = user;
    const uint32_t *at = s->model->indices + 3 * (size_t)item;
    float lo[4] = {INFINITY, INFINITY, INFINITY, 0}, hi[4] = {-INFINITY, -INFINITY, -INFINITY, 0};
    for (int c = 0; c < 3; ++c) {
        const float *p = s->model->vertices + 3 * (size_t)at[c];
        for (int k = 0; k < 3; ++k) {
            lo[k] = p[k] < lo[k] ? p[k] : lo[k];
            hi[k] = p[k] > hi[k] ? p[k] : hi[k];
        }
    }
    _Alignas(16) float low[4] = {0, 0, 0, 0}, high[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        low[k] = gz_units_down(&s->units, k, (double)lo[k]);
        high[k] = gz_units_up(&s->units, k, (double)hi[k]);
    }
    return gz_box4_make(gz_f32x4_load(low), gz_f32x4_load(high));
}

static source source_of(const bench_model *model) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 3 * model->vertex_count; ++i) {
        double x = (double)model->vertices[i];
        if (x < lo[i % 3]) lo[i % 3] = x;
        if (x > hi[i % 3]) hi[i % 3] = x;
    }
    return (source){model, gz_units_for(lo, hi)};
}

static graze_tree *build(const bench_model *model, const graze_tree_options *options) {
    graze_tree_options complete;
    graze_tree *tree;
    source s = source_of(model);
    size_t count = model->triangle_count;
    gz_tree_record *records = gz_allocate_array(count, sizeof *records);
    if (!records) exit(1);
    must(gz_tree_options_complete(options, &complete));
    gz_tree_records list = gz_tree_records_make(records, &complete);
    gz_tree_records_note(&list, 0, count);
    gz_record_run run = gz_record_run_begin(&list, &s.units);
    for (uint32_t i = 0; i < count; ++i) gz_record_run_add(&run, box_of(&s, i), i, gz_box4_as_it_is);
    gz_record_run_end(&run, gz_box4_as_it_is, &list);
    must(gz_tree_build_records(&list, &s.units, &complete, &tree));
    gz_release(records, count * sizeof *records);
    return tree;
}

static void refit(graze_tree *tree, const bench_model *model) {
    source s = source_of(model);
    const gz_item_boxes items = {.box_of = box_of, .user = &s};
    gz_tree_refit_with(tree, &s.units, &items, 0);
}

/* -- what queries cost: rays through the middle -- */

static graze_flow count_item(void *user, uint32_t item, graze_real *max_t) {
    (void)max_t;
    *(uint64_t *)user += item;
    return GRAZE_CONTINUE;
}

static double cast_rays(const graze_tree *tree, graze_tree_counts *counts) {
    graze_random random = graze_random_seed(9);
    uint64_t sum = 0;
    double start = bench_seconds();
    memset(counts, 0, sizeof *counts);
    for (int i = 0; i < RAYS; ++i) {
        graze_vec3 from = graze_vec3_scale(graze_random_direction(&random), 3);
        graze_vec3 to = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.7);
        graze_ray ray = {from, graze_vec3_sub(to, from), 2};
        must(graze_tree_cast_ray(tree, &ray, count_item, &sum, counts));
    }
    return (bench_seconds() - start) / RAYS * 1e9;
}

static void row(const bench_model *model, const char *what, const graze_tree_options *options) {
    double times[MOST_REPETITIONS], refits[MOST_REPETITIONS];
    int repetitions = bench_quick() || model->triangle_count > 100000 ? 3 : MOST_REPETITIONS;
    graze_tree *tree = NULL;
    for (int i = 0; i < repetitions; ++i) {
        graze_tree_release(tree);
        double start = bench_seconds();
        tree = build(model, options);
        times[i] = (bench_seconds() - start) * 1e3;
        start = bench_seconds();
        refit(tree, model);
        refits[i] = (bench_seconds() - start) * 1e3;
    }
    graze_tree_info info;
    graze_tree_counts counts;
    must(graze_tree_describe(tree, &info));
    double ns = cast_rays(tree, &counts);
    printf("%-22s %9.3f %9.3f %7.2f %6.2f %5d %8.1f %7.1f %7.1f %8.0f\n", what,
           bench_median(times, repetitions), bench_median(refits, repetitions),
           (double)info.bytes / (double)info.items, (double)info.items / (double)info.leaves,
           info.depth, (double)info.cost, (double)counts.nodes / RAYS, (double)counts.items / RAYS, ns);
    graze_tree_release(tree);
}

static void table(const bench_model *model, bool every_size) {
    static const char *const names[3] = {"surface area", "midpoint", "median"};
    printf("%s, %u triangles\n%-22s %9s %9s %7s %6s %5s %8s %7s %7s %8s\n", model->name,
           model->triangle_count, "", "build ms", "refit ms", "bytes", "leaf", "depth", "cost", "nodes",
           "items", "ray ns");
    for (int split = 0; split < 3; ++split) {
        graze_tree_options options = {.split = (graze_tree_split)split};
        row(model, names[split], &options);
    }
    for (int degree = 2; degree <= 8 && every_size; degree *= 2)
        for (int leaf = 1; leaf <= 8; leaf *= 2) {
            char name[64];
            graze_tree_options options = {.degree = degree, .leaf_size = leaf};
            snprintf(name, sizeof name, "degree %d, leaf %d", degree, leaf);
            row(model, name, &options);
        }
    printf("\n");
}

int main(void) {
    bench_model torus = bench_torus(), sphere = bench_bumpy_sphere(), triangles = soup();
    printf(
        "bytes: a triangle, tree and item numbers; nodes, items: what a ray through all of it meets\n\n");
    table(&torus, true);
    table(&sphere, true);
    table(&triangles, false);
    return 0;
}
