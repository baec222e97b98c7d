/* SPDX-License-Identifier: MIT
 * Worlds: Q2's hundred tori, convex objects of mixed kinds in motion, how cost grows with their number.
 * Simple responses, every object moves in every frame. A line a scene: milliseconds a frame, of which
 * in each stage; pairs of boxes, hits; what was settled by the cached axis. usage:
 * bench_world_{float,double} [scene, e.g. tori] */
#include <stdio.h>
#include <string.h>

#include "graze/graze.h"
#include "helper.h"
#include "timing.h"

enum { SHAPES = 6, RING = 100, TUBE = 25, MOST = 100000 };

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* -- scenes
 * ----------------------------------------------------------------------------------------------- */

typedef struct scene {
    graze_world *world;
    graze_scene_id id;
    graze_table_id table;
    size_t count;
    graze_object_id *objects;
    graze_pose *poses;
    graze_vec3 *speed, *spin;
    graze_real half; /* of the room */
} scene;

static graze_shape *torus(void) {
    static graze_vec3 vertices[RING * TUBE];
    static uint32_t indices[6 * RING * TUBE];
    size_t n = 0;
    for (int i = 0; i < RING; ++i)
        for (int j = 0; j < TUBE; ++j) {
            graze_quat around, round;
            must(graze_quat_from_axis_angle(graze_vec3_make(0, 1, 0),
                                            (graze_real)(6.283185307 * i / RING), &around));
            must(graze_quat_from_axis_angle(graze_vec3_make(0, 0, 1),
                                            (graze_real)(6.283185307 * j / TUBE), &round));
            graze_vec3 p = graze_quat_rotate(round, graze_vec3_make((graze_real)0.3, 0, 0));
            vertices[i * TUBE + j] =
                graze_quat_rotate(around, graze_vec3_add(p, graze_vec3_make((graze_real)0.7, 0, 0)));
            uint32_t a = (uint32_t)(i * TUBE + j), b = (uint32_t)((i + 1) % RING * TUBE + j);
            uint32_t c = (uint32_t)((i + 1) % RING * TUBE + (j + 1) % TUBE),
                     d = (uint32_t)(i * TUBE + (j + 1) % TUBE);
            const uint32_t corners[6] = {a, b, c, a, c, d};
            memcpy(indices + n, corners, sizeof corners);
            n += 6;
        }
    graze_shape *shape;
    must(graze_shape_triangles(vertices, RING * TUBE, indices, n / 3, &shape));
    return shape;
}

static void convex_shapes(graze_shape **shapes) {
    graze_random random = graze_random_seed(4);
    graze_vec3 points[60];
    for (int i = 0; i < 60; ++i)
        points[i] = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.6);
    must(graze_shape_sphere((graze_real)0.5, &shapes[0]));
    must(graze_shape_box(graze_vec3_make((graze_real)0.4, (graze_real)0.5, (graze_real)0.3),
                         &shapes[1]));
    must(graze_shape_cone((graze_real)0.5, 1, &shapes[2]));
    must(graze_shape_cylinder((graze_real)0.4, 1, &shapes[3]));
    must(graze_shape_capsule((graze_real)0.3, (graze_real)0.6, &shapes[4]));
    must(graze_shape_polytope(points, 60, 0, &shapes[5]));
}

static void open_scene(scene *s, graze_shape **shapes, size_t kinds, size_t count, graze_real half,
                       const graze_runner *runner) {
    graze_random random = graze_random_seed(11);
    graze_world_config config = {.settings = {.clock = helper_wall, .runner = runner}};
    graze_class_id things;
    graze_response simple = {.type = GRAZE_RESPONSE_SIMPLE};
    *s = (scene){.count = count, .half = half};
    s->objects = malloc(count * sizeof *s->objects);
    s->poses = malloc(count * sizeof *s->poses);
    s->speed = malloc(count * sizeof *s->speed);
    s->spin = malloc(count * sizeof *s->spin);
    must(graze_world_create(&config, &s->world));
    must(graze_scene_create(s->world, NULL, &s->id));
    must(graze_table_create(s->world, &s->table));
    must(graze_table_add_class(s->world, s->table, &things));
    must(graze_table_add_default(s->world, s->table, &simple));
    for (size_t i = 0; i < count; ++i) {
        graze_vec3 at;
        at.x = graze_random_uniform(&random, -half, half);
        at.y = graze_random_uniform(&random, -half, half);
        at.z = graze_random_uniform(&random, -half, half);
        must(graze_pose_make(graze_random_rotation(&random), at, &s->poses[i]));
        s->speed[i] = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.01);
        s->spin[i] = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.01);
        graze_object_config object = {.shape = shapes[i % kinds], .pose = &s->poses[i]};
        must(graze_object_create(s->world, &object, &s->objects[i]));
        must(graze_scene_add(s->world, s->id, s->objects[i]));
        must(graze_object_set_class(s->world, s->objects[i], things));
    }
}

static void close_scene(scene *s) {
    graze_world_release(s->world);
    free(s->objects);
    free(s->poses);
    free(s->speed);
    free(s->spin);
}

/* Moves and turns; who leaves the room turns back. */
static void advance(scene *s) {
    for (size_t i = 0; i < s->count; ++i) {
        graze_quat turn;
        graze_pose *p = &s->poses[i];
        must(graze_quat_from_mat3(&p->basis, &turn));
        must(graze_quat_integrate(turn, s->spin[i], 1, &turn));
        graze_vec3 at = graze_vec3_add(p->origin, s->speed[i]);
        if (graze_abs(at.x) > s->half) s->speed[i].x = -s->speed[i].x;
        if (graze_abs(at.y) > s->half) s->speed[i].y = -s->speed[i].y;
        if (graze_abs(at.z) > s->half) s->speed[i].z = -s->speed[i].z;
        must(graze_pose_make(turn, at, p));
    }
}

/* Milliseconds a frame, the median; placements are told and tested, computing them is not counted. */
static double run(scene *s, const char *name, int frames) {
    double times[1000];
    graze_world_statistics before, after;
    size_t encounters = 0;
    for (int i = 0; i < 5; ++i) {
        advance(s);
        must(graze_world_set_poses(s->world, s->objects, s->poses, s->count));
        must(graze_world_test(s->world, s->id, s->table, NULL));
    }
    must(graze_world_statistics_get(s->world, &before));
    for (int i = 0; i < frames; ++i) {
        advance(s);
        double from = helper_wall(NULL);
        must(graze_world_set_poses(s->world, s->objects, s->poses, s->count));
        must(graze_world_test(s->world, s->id, s->table, NULL));
        times[i] = 1e3 * (helper_wall(NULL) - from);
        must(graze_world_statistics_get(s->world, &after));
        encounters += after.encounters;
    }
    double frame = bench_median(times, frames), n = frames, ms[GRAZE_STAGE_COUNT];
    for (int i = 0; i < GRAZE_STAGE_COUNT; ++i)
        ms[i] = 1e3 * (after.seconds[i] - before.seconds[i]) / n;
    double hits = (double)(after.hits - before.hits),
           computed = (double)(after.computed - before.computed);
    double apart = computed - hits, by_axis = (double)(after.by_axis - before.by_axis);
    printf("%-22s %8.3f ms (boxes %.3f broad %.3f pairs %.3f narrow %.3f response %.3f), %.0f pairs, "
           "%.1f hits, axis %.1f %% of those apart, %.1f ns an object, %.0f frames a second\n",
           name, frame, ms[0], ms[1], ms[2], ms[3], ms[4], (double)encounters / n, hits / n,
           apart > 0 ? 100 * by_axis / apart : 0, 1e6 * frame / (double)s->count, 1e3 / frame);
    return frame;
}

static bool wanted(const char *filter, const char *name) { return !filter || strstr(name, filter); }

int main(int argc, char **argv) {
    const char *filter = argc > 1 ? argv[1] : NULL;
    int frames = bench_quick() ? 20 : 100;
    graze_shape *ring = torus(), *convex[SHAPES];
    convex_shapes(convex);
    static helper h;
    graze_runner runner = {helper_run, &h, 2};
    scene s;
    if (wanted(filter, "tori")) {
        open_scene(&s, &ring, 1, 100, (graze_real)7.7, NULL);
        run(&s, "100 tori of 5,000", frames);
        close_scene(&s);
    }
    /* The same density: about as many pairs as objects. */
    const size_t counts[] = {1000, 10000, MOST};
    double each[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        char name[32];
        snprintf(name, sizeof name, "convex %zu", counts[i]);
        if (!wanted(filter, name)) continue;
        graze_real half = (graze_real)(i == 0   ? 7
                                       : i == 1 ? 15.08
                                                : 32.49); /* times the cube root of 10 */
        open_scene(&s, convex, SHAPES, counts[i], half, NULL);
        each[i] = run(&s, name, counts[i] == MOST ? frames / 5 : frames) / (double)counts[i];
        close_scene(&s);
        if (counts[i] != 10000) continue;
        if (!helper_begin(&h)) continue;
        open_scene(&s, convex, SHAPES, counts[i], half, &runner);
        run(&s, "convex 10000, 2 threads", frames);
        close_scene(&s);
        helper_end(&h);
    }
    if (each[0] > 0 && each[2] > 0)
        printf("an object of 100,000 costs %.2f times one of 1,000\n", each[2] / each[0]);
    for (int i = 0; i < SHAPES; ++i) graze_shape_release(convex[i]);
    graze_shape_release(ring);
    return 0;
}
