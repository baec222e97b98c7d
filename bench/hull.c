/* SPDX-License-Identifier: MIT
 * Convex hulls of point sets beside Qhull: the same points, in the same run, taking turns. Microseconds
 * a hull (median over the repetitions, with the span of the middle half) and the ratio. Qhull runs as
 * "qhull Qt" (triangulated output), without reading its result; Graze's time includes half-edges,
 * facets, planes, neighbours and release. GRAZE_BENCH_QUICK in the environment shortens the run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <libqhull_r/qhull_ra.h>

#include "graze/graze.h"
#include "timing.h"

#define MOST_REPETITIONS 1001

/* -- point sets ---------------------------------------------------------------------------------------
 */

static double uniform(graze_random *random) {
    return ldexp((double)(graze_random_bits(random) >> 11), -52) - 1;
}

static graze_vec3 make(double x, double y, double z) {
    return graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
}

static graze_vec3 in_ball(graze_random *random, size_t count) {
    (void)count;
    for (;;) {
        double x = uniform(random), y = uniform(random), z = uniform(random);
        if (x * x + y * y + z * z <= 1) return make(x, y, z);
    }
}

static graze_vec3 in_cube(graze_random *random, size_t count) {
    (void)count;
    double x = uniform(random), y = uniform(random);
    return make(x, y, uniform(random));
}

static graze_vec3 on_sphere(graze_random *random, size_t count) {
    for (;;) {
        graze_vec3 p = in_ball(random, count);
        double r = sqrt((double)graze_vec3_length_squared(p));
        if (r > 0.1) return make((double)p.x / r, (double)p.y / r, (double)p.z / r);
    }
}

static graze_vec3 near_sphere(graze_random *random, size_t count) {
    graze_vec3 p = on_sphere(random, count);
    return graze_vec3_scale(p, (graze_real)(1 + 0.01 * uniform(random)));
}

static graze_vec3 on_grid(graze_random *random, size_t count) {
    double side = ceil(cbrt((double)count));
    double x = floor(side * (uniform(random) + 1) / 2), y = floor(side * (uniform(random) + 1) / 2);
    return make(x, y, floor(side * (uniform(random) + 1) / 2));
}

static graze_vec3 on_cube(graze_random *random, size_t count) {
    double p[3];
    for (int k = 0; k < 3; ++k) p[k] = uniform(random);
    (void)count;
    p[graze_random_bits(random) % 3] = graze_random_bits(random) % 2 ? 1 : -1;
    return make(p[0], p[1], p[2]);
}

static graze_vec3 on_cylinder(graze_random *random, size_t count) {
    (void)count;
    double angle = 3.14159265358979 * uniform(random);
    return make(cos(angle), sin(angle), graze_random_bits(random) % 2 ? 1 : -1);
}

typedef struct distribution {
    const char *name;
    graze_vec3 (*point)(graze_random *random, size_t count);
} distribution;

static const distribution distributions[] = {
    {"ball", in_ball},
    {"cube", in_cube},
    {"sphere surface", on_sphere},
    {"shell", near_sphere},
    {"integer grid", on_grid},
    {"cube surface", on_cube},
    {"cylinder rims", on_cylinder},
};

/* -- the two ------------------------------------------------------------------------------------------
 */

static uint32_t vertices_of_last;

static double time_graze(const graze_vec3 *points, size_t count) {
    double start = bench_seconds();
    graze_hull *hull = NULL;
    if (graze_hull_create(points, count, 0, &hull) != GRAZE_OK) exit(1);
    graze_hull_view view;
    graze_hull_get(hull, &view);
    vertices_of_last = view.vertex_count;
    graze_hull_release(hull);
    return bench_seconds() - start;
}

/* Qhull wants doubles; the copy is not timed. Errors (it may refuse a set) count as a run. */
static double time_qhull(const double *coordinates, size_t count, FILE *nowhere) {
    static char options[] = "qhull Qt";
    double start = bench_seconds();
    qhT state, *qh = &state;
    int current, total;
    qh_zero(qh, nowhere);
    qh_new_qhull(qh, 3, (int)count, (coordT *)(uintptr_t)coordinates, False, options, nowhere, nowhere);
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &current, &total);
    return bench_seconds() - start;
}

typedef struct figures {
    double low, median, high; /* quartiles, in microseconds */
} figures;

static figures summarise(double *times, size_t count) {
    qsort(times, count, sizeof *times, bench_compare);
    return (figures){1e6 * times[count / 4], 1e6 * times[count / 2], 1e6 * times[3 * count / 4]};
}

/* Qhull sits out (*patience false) once a hull has taken it seconds: ten times the points may take it a
 * hundred times as long. */
static void run(const distribution *set, size_t count, double budget, FILE *nowhere, bool *patience) {
    graze_random random = graze_random_seed(count);
    graze_vec3 *points = malloc(count * sizeof *points);
    double *coordinates = malloc(3 * count * sizeof *coordinates);
    static double ours[MOST_REPETITIONS], theirs[MOST_REPETITIONS];
    for (size_t i = 0; i < count; ++i) {
        points[i] = set->point(&random, count);
        for (int k = 0; k < 3; ++k)
            coordinates[3 * i + (size_t)k] = (double)graze_vec3_get(points[i], k);
    }
    size_t repetitions = 0;
    double start = bench_seconds();
    while (repetitions < 3 || (repetitions < MOST_REPETITIONS && bench_seconds() - start < budget)) {
        ours[repetitions] = time_graze(points, count);
        theirs[repetitions] = *patience ? time_qhull(coordinates, count, nowhere) : 0;
        ++repetitions;
    }
    figures g = summarise(ours, repetitions), q = summarise(theirs, repetitions);
    printf("%-15s %7zu %8u %10.1f (%.1f-%.1f)", set->name, count, vertices_of_last, g.median, g.low,
           g.high);
    if (*patience)
        printf(" %10.1f (%.1f-%.1f) %7.1f\n", q.median, q.low, q.high, q.median / g.median);
    else
        printf("   too slow before\n");
    *patience = *patience && q.median < 1e6;
    free(points);
    free(coordinates);
}

int main(void) {
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere) return 1;
    double budget = bench_quick() ? 0.05 : 0.5;
    printf("hulls of points in %s: microseconds a hull, median (quartiles)\n\n",
           sizeof(graze_real) == 8 ? "double" : "float");
    printf(
        "points            count  vertices     graze                 qhull           qhull / graze\n");
    enum { SETS = sizeof distributions / sizeof *distributions };
    bool patience[SETS];
    for (size_t i = 0; i < SETS; ++i) patience[i] = true;
    for (size_t count = 10; count <= 100000; count *= 10)
        for (size_t i = 0; i < SETS; ++i) run(&distributions[i], count, budget, nowhere, &patience[i]);
    fclose(nowhere);
    return 0;
}
