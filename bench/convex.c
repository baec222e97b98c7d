/* SPDX-License-Identifier: MIT
 * Convex pair queries, nanoseconds each: hulls of random points on ellipsoids with half axes 0.5 to 1,
 * by number of vertices; cold (another random pair each time, half of them hits for intersection, gaps
 * log-uniform in 1e-3..1 for distance) and coherent (both turn one degree a frame, the direction
 * between them drifts 0.01 radians a frame, the gap moves within 0.05..0.5; 100 frames a pair with its
 * cache). An argument limits the run to rows that contain it, like "coherent" or "hull 32". The last
 * column compares with the best figure known of another library for that row, measured on another
 * machine: read it as an order of magnitude. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "graze/graze.h"
#include "timing.h"

enum { SIZES = 5, HULLS = 32, PAIRS = 2000, FRAMES = 100, REPETITIONS = 7 };
static const int sizes[SIZES] = {8, 32, 128, 512, 2048};

typedef struct query {
    graze_placed a, b;
} query;

typedef double (*run)(const query *queries, int count, long *rounds);

static graze_real unit(graze_random *random) { return graze_random_uniform(random, 0, 1); }

static graze_shape *make_hull(int vertices, graze_random *random) {
    graze_vec3 points[2048];
    graze_vec3 axes =
        graze_vec3_make((unit(random) + 1) / 2, (unit(random) + 1) / 2, (unit(random) + 1) / 2);
    for (int i = 0; i < vertices; ++i) points[i] = graze_vec3_mul(axes, graze_random_direction(random));
    graze_shape *shape = NULL;
    if (graze_shape_polytope(points, (size_t)vertices, 0, &shape) != GRAZE_OK) abort();
    return shape;
}

static graze_pose turned(graze_random *random) {
    graze_pose pose;
    if (graze_pose_make(graze_random_rotation(random), graze_vec3_zero(), &pose) != GRAZE_OK) abort();
    return pose;
}

/* Moves b along a direction until its support planes are gap away from a's. */
static void set_gap(query *q, graze_vec3 direction, graze_real gap) {
    graze_vec3 p, r;
    q->b.pose.origin = q->a.pose.origin;
    if (graze_placed_support(&q->a, direction, &p) != GRAZE_OK) abort();
    if (graze_placed_support(&q->b, graze_vec3_neg(direction), &r) != GRAZE_OK) abort();
    graze_real along = graze_vec3_dot(graze_vec3_sub(p, r), direction) + gap;
    q->b.pose.origin = graze_vec3_add_scaled(q->a.pose.origin, along, direction);
}

static void make_cold(graze_shape *const *shapes, int shape_count, bool hits, graze_random *random,
                      query *out) {
    for (int i = 0; i < PAIRS; ++i) {
        query *q = &out[i];
        const graze_shape *a = shapes[graze_random_bits(random) % (uint64_t)shape_count];
        const graze_shape *b = shapes[graze_random_bits(random) % (uint64_t)shape_count];
        *q = (query){{a, turned(random), 0}, {b, turned(random), 0}};
        graze_real shift = 5;
        q->a.pose.origin =
            graze_vec3_make(shift * unit(random), shift * unit(random), shift * unit(random));
        graze_vec3 direction = graze_random_direction(random);
        if (hits) /* a ball in which about half the places touch */
            q->b.pose.origin = graze_vec3_add_scaled(
                q->a.pose.origin, (graze_real)1.75 * (graze_real)cbrt((double)unit(random)), direction);
        else
            set_gap(q, direction, (graze_real)pow(10, -3 * (double)unit(random)));
    }
}

static void make_coherent(graze_shape *const *shapes, int shape_count, graze_random *random,
                          query *out) {
    for (int start = 0; start < PAIRS; start += FRAMES) {
        graze_shape *a = shapes[graze_random_bits(random) % (uint64_t)shape_count];
        graze_shape *b = shapes[graze_random_bits(random) % (uint64_t)shape_count];
        graze_quat qa = graze_random_rotation(random), qb = graze_random_rotation(random);
        graze_vec3 wa = graze_random_direction(random), wb = graze_random_direction(random);
        graze_vec3 direction = graze_random_direction(random), drift = graze_random_direction(random);
        for (int k = 0; k < FRAMES; ++k) {
            query *q = &out[start + k];
            *q = (query){{a, graze_pose_identity(), 0}, {b, graze_pose_identity(), 0}};
            graze_quat_integrate(qa, wa, (graze_real)0.01745329252, &qa);
            graze_quat_integrate(qb, wb, (graze_real)0.01745329252, &qb);
            if (graze_pose_make(qa, graze_vec3_zero(), &q->a.pose) != GRAZE_OK) abort();
            if (graze_pose_make(qb, graze_vec3_zero(), &q->b.pose) != GRAZE_OK) abort();
            graze_vec3_normalize(graze_vec3_add_scaled(direction, (graze_real)0.01, drift), &direction);
            set_gap(q, direction, (graze_real)(0.275 + 0.225 * sin(0.1 * k)));
        }
    }
}

static double run_intersect(const query *q, int count, long *rounds) {
    double hits = 0;
    for (int i = 0; i < count; ++i) {
        graze_intersection out;
        graze_intersect(&q[i].a, &q[i].b, NULL, NULL, &out);
        hits += out.intersecting;
        *rounds += out.iterations;
    }
    return hits;
}

static double run_intersect_cached(const query *q, int count, long *rounds) {
    double hits = 0;
    graze_cache cache = {0};
    for (int i = 0; i < count; ++i) {
        if (i % FRAMES == 0) cache = (graze_cache){0};
        graze_intersection out;
        graze_intersect(&q[i].a, &q[i].b, NULL, &cache, &out);
        hits += out.intersecting;
        *rounds += out.iterations;
    }
    return hits;
}

static double run_distance(const query *q, int count, long *rounds) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        graze_separation out;
        graze_distance(&q[i].a, &q[i].b, NULL, NULL, &out);
        sum += (double)out.distance;
        *rounds += out.iterations;
    }
    return sum;
}

static double run_distance_cached(const query *q, int count, long *rounds) {
    double sum = 0;
    graze_cache cache = {0};
    for (int i = 0; i < count; ++i) {
        if (i % FRAMES == 0) cache = (graze_cache){0};
        graze_separation out;
        graze_distance(&q[i].a, &q[i].b, NULL, &cache, &out);
        sum += (double)out.distance;
        *rounds += out.iterations;
    }
    return sum;
}

static volatile double sink;
static const char *wanted = ""; /* rows to run: those whose name contains this */

static void report(const char *what, const char *shapes, run f, const query *queries,
                   double best_known) {
    double times[REPETITIONS];
    char row[64];
    snprintf(row, sizeof row, "%s, %s", what, shapes);
    if (!strstr(row, wanted)) return;
    long rounds = 0;
    sink = f(queries, PAIRS, &rounds); /* warm up */
    rounds = 0;
    double value = f(queries, PAIRS, &rounds);
    int repetitions = bench_quick() ? 3 : REPETITIONS;
    for (int i = 0; i < repetitions; ++i) {
        long ignored = 0;
        double start = bench_seconds();
        sink = f(queries, PAIRS, &ignored);
        times[i] = (bench_seconds() - start) * 1e9 / PAIRS;
    }
    double median = bench_median(times, repetitions);
    printf("  %-20s %-18s %8.0f ns  rounds %5.2f  mean %6.3f", what, shapes, median,
           (double)rounds / PAIRS, value / PAIRS);
    if (best_known > 0) printf("  best known %6.0f: %5.2fx", best_known, best_known / median);
    printf("\n");
}

static void bench_hulls(graze_random *random, query *queries) {
    static const double known[4][SIZES] = {{337, 563, 889, 2266, 4567},
                                           {80, 121, 196, 273, 362},
                                           {516, 949, 2848, 5610, 13096},
                                           {242, 257, 791, 1896, 3014}};
    for (int k = 0; k < SIZES; ++k) {
        graze_shape *shapes[HULLS];
        int count = sizes[k] < 512 ? HULLS : HULLS / 2;
        char name[32];
        snprintf(name, sizeof name, "hull %d", sizes[k]);
        for (int i = 0; i < count; ++i) shapes[i] = make_hull(sizes[k], random);
        make_cold(shapes, count, true, random, queries);
        report("intersect, cold", name, run_intersect, queries, known[0][k]);
        make_coherent(shapes, count, random, queries);
        report("intersect, coherent", name, run_intersect_cached, queries, known[1][k]);
        report("distance, coherent", name, run_distance_cached, queries, known[3][k]);
        make_cold(shapes, count, false, random, queries);
        report("distance, cold", name, run_distance, queries, known[2][k]);
        for (int i = 0; i < count; ++i) graze_shape_release(shapes[i]);
    }
}

static void bench_round_shapes(graze_random *random, query *queries) {
    graze_shape *shapes[6] = {NULL};
    const char *names[6] = {"sphere", "box", "capsule", "cylinder", "cone", "ellipsoid"};
    graze_status status = graze_shape_sphere((graze_real)0.8, &shapes[0]);
    status |=
        graze_shape_box(graze_vec3_make((graze_real)0.6, (graze_real)0.7, (graze_real)0.8), &shapes[1]);
    status |= graze_shape_capsule((graze_real)0.4, 1, &shapes[2]);
    status |= graze_shape_cylinder((graze_real)0.6, (graze_real)1.2, &shapes[3]);
    status |= graze_shape_cone((graze_real)0.6, (graze_real)1.2, &shapes[4]);
    status |= graze_shape_ellipsoid(graze_vec3_make((graze_real)0.5, (graze_real)0.7, 1), &shapes[5]);
    if (status != GRAZE_OK) abort();
    for (int i = 0; i < 6; ++i) {
        make_cold(&shapes[i], 1, true, random, queries);
        report("intersect, cold", names[i], run_intersect, queries, 0);
        make_cold(&shapes[i], 1, false, random, queries);
        report("distance, cold", names[i], run_distance, queries, 0);
        make_coherent(&shapes[i], 1, random, queries);
        report("distance, coherent", names[i], run_distance_cached, queries, 0);
    }
    for (int i = 0; i < 6; ++i) graze_shape_release(shapes[i]);
}

int main(int argc, char **argv) {
    if (argc > 1) wanted = argv[1];
    query *queries = malloc(PAIRS * sizeof *queries);
    if (!queries) return EXIT_FAILURE;
    graze_random random = graze_random_seed(20261115);
    printf("convex queries, %s\n", graze_real_size() == 4 ? "float" : "double");
    bench_hulls(&random, queries);
    bench_round_shapes(&random, queries);
    free(queries);
    return EXIT_SUCCESS;
}
