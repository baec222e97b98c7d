/* SPDX-License-Identifier: MIT
 * Contact points, nanoseconds a call: things resting on a box or a half-space in random places,
 * slightly overlapping and slightly jiggled; beside it the signed distance alone, which is part of the
 * call. */
#include <stdio.h>

#include <graze/graze.h>

#include "timing.h"

enum { PAIRS = 1000, REPETITIONS = 15 };

typedef struct pair {
    graze_placed a, b;
} pair;

static volatile double sink;

static void must(graze_status status) {
    if (status != GRAZE_OK) abort();
}

static graze_pose turned(graze_vec3 axis, graze_real angle) {
    graze_quat turn;
    graze_pose pose;
    must(graze_quat_from_axis_angle(axis, angle, &turn));
    must(graze_pose_make(turn, graze_vec3_zero(), &pose));
    return pose;
}

/* On a table whose top is at y = 0, lying by that pose, its middle that high. */
static void rest(pair *pairs, graze_shape *table, graze_real top, graze_shape *thing,
                 const graze_pose *lies, graze_real height) {
    graze_random random = graze_random_seed(7);
    for (int i = 0; i < PAIRS; ++i) {
        graze_pose spin = turned(graze_vec3_make(0, 1, 0), graze_random_uniform(&random, -3, 3));
        graze_pose jiggle = turned(graze_random_direction(&random), (graze_real)1e-4);
        graze_pose world =
            turned(graze_random_direction(&random), graze_random_uniform(&random, -3, 3));
        graze_pose b = graze_pose_compose(&spin, lies);
        b = graze_pose_compose(&jiggle, &b);
        b.origin = graze_vec3_make(graze_random_uniform(&random, -1, 1), height - (graze_real)0.005,
                                   graze_random_uniform(&random, -1, 1));
        graze_pose a = graze_pose_at(0, top, 0);
        pairs[i].a = (graze_placed){table, graze_pose_compose(&world, &a), 0};
        pairs[i].b = (graze_placed){thing, graze_pose_compose(&world, &b), 0};
    }
}

static double contacts(const pair *pairs, double *points) {
    double start = bench_seconds();
    long found = 0;
    for (int i = 0; i < PAIRS; ++i) {
        graze_contact_set set;
        must(graze_contact(&pairs[i].a, &pairs[i].b, 0, NULL, NULL, &set));
        found += set.count;
        sink = (double)set.points[0].sd;
    }
    *points = (double)found / PAIRS;
    return (bench_seconds() - start) * 1e9 / PAIRS;
}

static double depths(const pair *pairs) {
    double start = bench_seconds();
    for (int i = 0; i < PAIRS; ++i) {
        graze_penetration_result p;
        must(graze_penetration(&pairs[i].a, &pairs[i].b, NULL, NULL, &p));
        sink = (double)p.depth;
    }
    return (bench_seconds() - start) * 1e9 / PAIRS;
}

static void row(const char *name, const pair *pairs) {
    double contact[REPETITIONS], depth[REPETITIONS], points = 0;
    for (int i = 0; i < REPETITIONS; ++i) {
        contact[i] = contacts(pairs, &points);
        depth[i] = depths(pairs);
    }
    printf("  %-28s %6.0f ns  (depth alone %6.0f)  %.2f points\n", name,
           bench_median(contact, REPETITIONS), bench_median(depth, REPETITIONS), points);
}

int main(void) {
    static pair pairs[PAIRS];
    graze_shape *table, *ground, *box, *capsule, *cylinder, *cone, *sphere, *hull;
    must(graze_shape_box(graze_vec3_make(2, (graze_real)0.5, 2), &table));
    must(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &ground));
    must(graze_shape_box(graze_vec3_make((graze_real)0.5, (graze_real)0.5, (graze_real)0.5), &box));
    must(graze_shape_capsule((graze_real)0.5, 1, &capsule));
    must(graze_shape_cylinder((graze_real)0.5, 1, &cylinder));
    must(graze_shape_cone((graze_real)0.5, 1, &cone));
    must(graze_shape_sphere((graze_real)0.5, &sphere));
    graze_vec3 points[60];
    graze_random random = graze_random_seed(3);
    for (int i = 0; i < 60; ++i) {
        points[i] = graze_random_direction(&random);
        points[i].y = points[i].y < (graze_real)-0.5 ? (graze_real)-0.5 : points[i].y;
    }
    must(graze_shape_polytope(points, 60, 0, &hull));
    graze_pose upright = graze_pose_identity();
    graze_pose lying = turned(graze_vec3_make(1, 0, 0), (graze_real)1.5707963267948966);
    const graze_real half = (graze_real)0.5;
    printf("contact points, %s\n", graze_real_size() == 4 ? "float" : "double");
    const struct {
        const char *name;
        graze_shape *table, *thing;
        const graze_pose *lies;
    } rows[] = {{"box on box", table, box, &upright},
                {"box on half-space", ground, box, &upright},
                {"capsule lying on box", table, capsule, &lying},
                {"cylinder standing on box", table, cylinder, &upright},
                {"cylinder lying on box", table, cylinder, &lying},
                {"cylinder on half-space", ground, cylinder, &upright},
                {"cone on box", table, cone, &upright},
                {"sphere on box", table, sphere, &upright},
                {"hull of 60 points on box", table, hull, &upright}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        rest(pairs, rows[i].table, rows[i].table == ground ? 0 : -half, rows[i].thing, rows[i].lies,
             half);
        row(rows[i].name, pairs);
    }
    graze_shape *all[] = {table, ground, box, capsule, cylinder, cone, sphere, hull};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) graze_shape_release(all[i]);
    return EXIT_SUCCESS;
}
