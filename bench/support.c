/* SPDX-License-Identifier: MIT
 * Support points of hulls: nanoseconds and vertices visited a call, for scanning and for each way of
 * climbing, by hull size; cold (directions at random), turning 0.3 radians a call (as within a query)
 * and coherent (0.01 radians, as from frame to frame).
 * The switch-over constants of src/shape/polytope.h come from here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "graze/graze.h"
#include "hull/climb.h"
#include "shape/polytope.h"
#include "timing.h"

#define DIRECTIONS 4096
enum { COLD, TURNING, COHERENT, COURSES };
static vec3 directions[COURSES][DIRECTIONS];

typedef struct subject {
    graze_hull_view view;
    gz_layers *layers;
    gz_cloud cloud;
    gz_argmax scan;
    uint32_t near_limit;
    const graze_shape *shape;
} subject;

typedef uint32_t (*method)(const subject *s, vec3 v, uint32_t from, uint64_t *visits);

static uint32_t by_scan(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    (void)from;
    if (visits) *visits += s->view.vertex_count;
    return s->scan(&s->cloud, v.x, v.y, v.z);
}
static uint32_t by_hill(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    return gz_climb_hill(s->layers, v, from, visits);
}
static uint32_t by_multilayer(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    (void)from;
    return gz_climb_multilayer(s->layers, v, visits);
}
static uint32_t by_two_phase(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    return gz_climb_two_phase(s->layers, v, from, visits);
}
static uint32_t by_near(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    return gz_climb_near(s->layers, v, from, s->near_limit, visits);
}
static uint32_t by_shape(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    (void)visits;
    s->shape->ops->core(s->shape, v, &from);
    return from;
}

static uint32_t by_shape_without_hint(const subject *s, vec3 v, uint32_t from, uint64_t *visits) {
    (void)from;
    return by_shape(s, v, 0, visits);
}

static volatile uint32_t sink;

/* The best of five rounds over all directions, each call starting from the find of the one before. */
static double nanoseconds(method run, const subject *s, int course) {
    double best = INFINITY;
    for (int round = 0; round < 5; ++round) {
        uint32_t from = 0;
        double start = bench_seconds();
        for (int i = 0; i < DIRECTIONS; ++i) from = run(s, directions[course][i], from, NULL);
        double taken = bench_seconds() - start;
        sink = from;
        if (taken < best) best = taken;
    }
    return best * 1e9 / DIRECTIONS;
}

static double visits_a_call(method run, const subject *s, int course) {
    uint64_t visits = 0;
    uint32_t from = 0;
    for (int i = 0; i < DIRECTIONS; ++i) from = run(s, directions[course][i], from, &visits);
    return (double)visits / DIRECTIONS;
}

/* A path on the sphere in steps of so many radians that goes on to new places. */
static void make_course(vec3 *out, real step, graze_random *random) {
    vec3 v = graze_random_direction(random), ahead = graze_random_direction(random);
    for (int i = 0; i < DIRECTIONS; ++i) {
        ahead = vec3_add_scaled(ahead, 5 * step, graze_random_direction(random));
        ahead = gz_unit(vec3_add_scaled(ahead, -vec3_dot(ahead, v), v));
        v = gz_unit(vec3_add_scaled(v, step, ahead));
        out[i] = v;
    }
}

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(1);
}

static gz_layers *make_layers(graze_hull *hull, gz_thinning thinning, uint32_t stop) {
    gz_layers_options options = {.thinning = thinning,
                                 .stop = stop,
                                 .degree_limit = GZ_POLYTOPE_DEGREE,
                                 .aside_limit = GZ_POLYTOPE_ASIDE,
                                 .center = vec3_zero()};
    gz_layers *layers = NULL;
    must(gz_layers_create(hull, &options, &layers));
    return layers;
}

static void print_row(const char *name, method run, const subject *s) {
    printf("%8u  %-20s", s->view.vertex_count, name);
    for (int course = 0; course < COURSES; ++course) printf(" %9.1f", nanoseconds(run, s, course));
    for (int course = 0; course < COURSES; ++course) printf(" %9.1f", visits_a_call(run, s, course));
    printf("\n");
}

/* All methods on one hull; with tune also all stop sizes and near limits. */
static void bench_hull(uint32_t count, bool tune, graze_random *random) {
    vec3 *points = malloc(count * sizeof *points);
    for (uint32_t i = 0; i < count; ++i) {
        vec3 d = graze_random_direction(random);
        points[i] = vec3_make(d.x, d.y * (real)0.8, d.z * (real)1.25);
    }
    subject s = {.near_limit = GZ_POLYTOPE_NEAR};
    graze_hull *hull = NULL;
    must(graze_hull_create(points, count, 0, &hull));
    must(graze_hull_get(hull, &s.view));
    double start = bench_seconds();
    graze_shape *shape = NULL;
    must(graze_shape_from_hull(hull, &shape));
    double made = bench_seconds() - start;
    s.shape = shape;
    void *block = gz_allocate(gz_cloud_bytes(s.view.vertex_count));
    s.cloud = gz_cloud_make(block, s.view.vertices, s.view.vertex_count, vec3_zero());
    gz_argmax_kernel kernels[GZ_ARGMAX_KERNELS];
    int kernel_count = gz_argmax_list(kernels);
    for (int k = 0; k < kernel_count; ++k) {
        char name[32];
        snprintf(name, sizeof name, "scan, %s", kernels[k].name);
        s.scan = kernels[k].scan;
        print_row(name, by_scan, &s);
    }
    s.layers = make_layers(hull, GZ_THIN_INDEPENDENT, 16);
    print_row("hill climbing", by_hill, &s);
    print_row("multilayer", by_multilayer, &s);
    print_row("two-phase", by_two_phase, &s);
    gz_layers_release(s.layers);
    s.layers = make_layers(hull, GZ_THIN_SPREAD, GZ_POLYTOPE_SCAN);
    print_row("multilayer, spread", by_multilayer, &s);
    print_row("two-phase, spread", by_two_phase, &s);
    print_row("near first, spread", by_near, &s);
    print_row("the shape's choice", by_shape, &s);
    print_row("the same, no hint", by_shape_without_hint, &s);
    printf("%8u  %-20s %9.1f us\n", s.view.vertex_count, "made from its hull in", made * 1e6);
    gz_layers_release(s.layers);
    for (int k = 0; tune && k < 10; ++k) {
        char name[32];
        uint32_t stop = 32u << k % 5;
        s.layers = make_layers(hull, k < 5 ? GZ_THIN_INDEPENDENT : GZ_THIN_SPREAD, stop);
        snprintf(name, sizeof name, " %s, stop %u", k < 5 ? "by the book" : "spread", stop);
        print_row(name, by_multilayer, &s);
        for (s.near_limit = 1; s.near_limit <= 4; ++s.near_limit) {
            snprintf(name, sizeof name, "  near %u", s.near_limit);
            print_row(name, by_near, &s);
        }
        gz_layers_release(s.layers);
    }
    gz_release(block, gz_cloud_bytes(s.view.vertex_count));
    graze_shape_release(shape);
    graze_hull_release(hull);
    free(points);
}

int main(int argc, char **argv) {
    (void)argv;
    graze_random random = graze_random_seed(7);
    for (int i = 0; i < DIRECTIONS; ++i) directions[COLD][i] = graze_random_direction(&random);
    make_course(directions[TURNING], (real)0.3, &random);
    make_course(directions[COHERENT], (real)0.01, &random);
    printf("support points, %s; any argument: also tune the constants\n",
           sizeof(real) == 4 ? "float" : "double");
    printf("%8s  %-20s %29s %29s\n", "", "", "nanoseconds a call", "vertices visited a call");
    printf("vertices  %-20s %9s %9s %9s %9s %9s %9s\n", "method", "cold", "turning", "coherent", "cold",
           "turning", "coherent");
    const uint32_t counts[] = {8, 32, 128, 256, 512, 2048, 8192, 32768};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
        bench_hull(counts[i], argc > 1, &random);
    return 0;
}
