/* SPDX-License-Identifier: MIT
 * Signed distances of points from solids, of solids from each other, and contacts, on the models of
 * mesh_models.h. Points lie in the box around the model grown by a half: about a third are inside. */
#include "graze/graze.h"
#include "mesh_models.h"

enum { POINTS = 4096, REPETITIONS = 5, PAIRS = 64 };

static graze_shape *make_solid(const bench_model *model) {
    graze_vertices vertices = {model->vertices, model->vertex_count, 0, GRAZE_VERTEX_FLOAT};
    graze_primitives group = {.count = model->triangle_count, .indices = model->indices};
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    graze_shape *shape;
    if (graze_shape_mesh(&vertices, &group, 1, &options, NULL, &shape) != GRAZE_OK) exit(1);
    return shape;
}

static graze_vec3 *make_points(void) {
    graze_vec3 *points = malloc(POINTS * sizeof *points);
    uint64_t state = UINT64_C(88172645463325252);
    if (!points) exit(1);
    for (int i = 0; i < POINTS; ++i) {
        double x = 4 * bench_random(&state) - 2, y = 4 * bench_random(&state) - 2;
        points[i] =
            graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)(3 * bench_random(&state) - 1.5));
    }
    return points;
}

static void points_of(const char *name, const graze_shape *shape, const graze_vec3 *points) {
    graze_placed placed = {shape, graze_pose_identity(), 0};
    double near[REPETITIONS], depth[REPETITIONS];
    graze_tree_counts counts = {0, 0, 0};
    int inside = 0;
    for (int k = 0; k < REPETITIONS; ++k) {
        double start = bench_seconds();
        for (int i = 0; i < POINTS; ++i) {
            graze_surface_point found;
            if (graze_mesh_closest_point(&placed, points[i], GRAZE_REAL_MAX, &found,
                                         k ? NULL : &counts))
                exit(1);
        }
        near[k] = (bench_seconds() - start) / POINTS;
        start = bench_seconds();
        for (int i = 0; i < POINTS; ++i) {
            graze_point_separation found;
            if (graze_point_signed_distance(&placed, points[i], NULL, &found)) exit(1);
            inside += k == 0 && found.sd < 0;
        }
        depth[k] = (bench_seconds() - start) / POINTS;
    }
    printf(
        "%-6s %-12s closest point %7.0f ns (%.1f nodes, %.1f triangles)  signed distance %7.0f ns (%d %% inside)\n",
        sizeof(graze_real) == 4 ? "float" : "double", name, 1e9 * bench_median(near, REPETITIONS),
        (double)counts.nodes / POINTS, (double)counts.items / POINTS,
        1e9 * bench_median(depth, REPETITIONS), 100 * inside / POINTS);
}

static graze_pose pose_of(const bench_placement *p) {
    graze_pose pose = graze_pose_identity();
    for (int k = 0; k < 3; ++k)
        pose.basis.col[k] = graze_vec3_make((graze_real)p->turn[0][k], (graze_real)p->turn[1][k],
                                            (graze_real)p->turn[2][k]);
    pose.origin = graze_vec3_make((graze_real)p->at[0], (graze_real)p->at[1], (graze_real)p->at[2]);
    pose.kind = GRAZE_POSE_RIGID;
    return pose;
}

static void pairs_of(const char *name, const graze_shape *shape, double distance) {
    bench_placement *places = bench_placements(PAIRS, 0.9 * distance);
    double depth = 0, contact = 0, relation = 0, ratio = 0;
    int hits = 0;
    for (int i = 0; i < PAIRS; ++i) {
        graze_placed a = {shape, pose_of(&places[2 * i]), 0},
                     b = {shape, pose_of(&places[2 * i + 1]), 0};
        graze_intersection hit;
        graze_penetration_result d;
        graze_contact_patch patches[GRAZE_CONTACT_PATCHES];
        graze_solid_relation r;
        size_t count;
        if (graze_intersect(&a, &b, NULL, NULL, &hit) != GRAZE_OK) exit(1);
        if (!hit.intersecting) continue;
        ++hits;
        double start = bench_seconds();
        if (graze_penetration(&a, &b, NULL, NULL, &d) != GRAZE_OK) exit(1);
        depth += bench_seconds() - start;
        ratio += (double)d.lower / (double)d.upper;
        start = bench_seconds();
        if (graze_contact_patches(&a, &b, NULL, patches, GRAZE_CONTACT_PATCHES, &count) != GRAZE_OK)
            exit(1);
        contact += bench_seconds() - start;
        start = bench_seconds();
        if (graze_solid_relate(&a, &b, &r) != GRAZE_OK) exit(1);
        relation += bench_seconds() - start;
    }
    printf(
        "%-6s %-12s %d overlapping pairs: depth %7.0f us (lower %.2f of upper)  contacts %7.0f us  relation %7.0f us\n",
        sizeof(graze_real) == 4 ? "float" : "double", name, hits, 1e6 * depth / hits, ratio / hits,
        1e6 * contact / hits, 1e6 * relation / hits);
    free(places);
}

int main(void) {
    bench_model models[2] = {bench_torus(), bench_bumpy_sphere()};
    graze_vec3 *points = make_points();
    for (int i = 0; i < 2; ++i) {
        graze_shape *shape = make_solid(&models[i]);
        points_of(models[i].name, shape, points);
        pairs_of(models[i].name, shape, models[i].distance);
        graze_shape_release(shape);
        free(models[i].vertices);
        free(models[i].indices);
    }
    free(points);
    return 0;
}
