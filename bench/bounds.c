/* SPDX-License-Identifier: MIT
 * Bounding volumes: what it takes to make one of 1000 points, how large it is over the smallest, what
 * an overlap test takes, and the four ways to keep a box round something that turns. */
#include <stdio.h>

#include "graze/graze.h"
#include "timing.h"

enum { POINTS = 1000, PAIRS = 1024, MOST_REPETITIONS = 15 };

static graze_vec3 points[POINTS];
static graze_pose poses[PAIRS];
static graze_hull *hull;
static graze_aabb original;
static graze_random random_state;
static volatile double sink;

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(1);
}

/* Nanoseconds a call: the median of repetitions of so many calls each. */
static double measure(double (*run)(int), int argument, int calls) {
    double times[MOST_REPETITIONS];
    int repetitions = bench_quick() ? 5 : MOST_REPETITIONS;
    sink += run(argument);
    for (int i = 0; i < repetitions; ++i) {
        double start = bench_seconds();
        sink += run(argument);
        times[i] = (bench_seconds() - start) / calls * 1e9;
    }
    return bench_median(times, repetitions);
}

/* -- making them -- */

static double make_box(int unused) {
    graze_aabb box;
    (void)unused;
    must(graze_aabb_from_points(points, POINTS, 0, &box));
    return (double)graze_aabb_volume(&box);
}
static double make_sphere(int method) {
    graze_sphere s;
    must(graze_sphere_from_points(points, POINTS, 0, (graze_sphere_method)method, &s));
    return (double)graze_sphere_volume(&s);
}
static double make_obb(int method) {
    graze_obb b;
    must(graze_obb_from_points(points, POINTS, 0, (graze_obb_method)method, &b));
    return (double)graze_obb_volume(&b);
}
static double make_kdop(int sides) {
    graze_kdop d;
    graze_real volume, area;
    must(graze_kdop_from_points(points, POINTS, 0, (graze_kdop_sides)sides, &d));
    must(graze_kdop_measure(&d, &volume, &area));
    return (double)volume;
}

static void row(const char *name, double (*run)(int), int argument, double smallest) {
    printf("%-28s %12.1f us  volume %.3f\n", name, measure(run, argument, 1) / 1000,
           run(argument) / smallest);
}

static void making(void) {
    double smallest = make_obb(GRAZE_OBB_NEAR_MINIMAL);
    printf("Round %d points in a turned box (volume over that of the near minimal oriented box):\n",
           POINTS);
    row("box", make_box, 0, smallest);
    row("sphere, minimal", make_sphere, GRAZE_SPHERE_MINIMAL, smallest);
    row("sphere, mean", make_sphere, GRAZE_SPHERE_MEAN, smallest);
    row("sphere, box centre", make_sphere, GRAZE_SPHERE_BOX_CENTER, smallest);
    row("sphere, extremal pair", make_sphere, GRAZE_SPHERE_EXTREMAL_PAIR, smallest);
    row("sphere, principal", make_sphere, GRAZE_SPHERE_PRINCIPAL, smallest);
    row("k-DOP, 14 sides, measured", make_kdop, GRAZE_KDOP_14, smallest);
    row("k-DOP, 18 sides, measured", make_kdop, GRAZE_KDOP_18, smallest);
    row("k-DOP, 26 sides, measured", make_kdop, GRAZE_KDOP_26, smallest);
    row("oriented box, principal", make_obb, GRAZE_OBB_PRINCIPAL, smallest);
    row("oriented box, hull principal", make_obb, GRAZE_OBB_HULL_PRINCIPAL, smallest);
    row("oriented box, near minimal", make_obb, GRAZE_OBB_NEAR_MINIMAL, smallest);
}

/* -- overlap -- */

static graze_aabb boxes[PAIRS];
static graze_sphere spheres[PAIRS];
static graze_obb obbs[PAIRS];
static graze_kdop kdops[PAIRS];

static double overlap_boxes(int unused) {
    int hits = unused;
    for (int i = 0; i < PAIRS; ++i) hits += graze_aabb_overlaps(&boxes[i], &boxes[(i + 1) % PAIRS]);
    return hits;
}
static double overlap_spheres(int unused) {
    int hits = unused;
    for (int i = 0; i < PAIRS; ++i)
        hits += graze_sphere_overlaps(&spheres[i], &spheres[(i + 1) % PAIRS]);
    return hits;
}
static double overlap_kdops(int unused) {
    int hits = unused;
    for (int i = 0; i < PAIRS; ++i) hits += graze_kdop_overlaps(&kdops[i], &kdops[(i + 1) % PAIRS]);
    return hits;
}
static double overlap_obbs(int unused) {
    int hits = unused;
    for (int i = 0; i < PAIRS; ++i) {
        bool hit;
        must(graze_test_obb_obb(&obbs[i], &obbs[(i + 1) % PAIRS], &hit));
        hits += hit;
    }
    return hits;
}

static void overlapping(void) {
    for (int i = 0; i < PAIRS; ++i) {
        graze_real r = graze_random_uniform(&random_state, (graze_real)0.2, 1);
        spheres[i] = (graze_sphere){poses[i].origin, r};
        obbs[i] = (graze_obb){poses[i].origin, poses[i].basis, graze_vec3_make(r, r / 2, r / 3)};
        must(graze_aabb_from_obb(&obbs[i], &boxes[i]));
        must(graze_kdop_from_obb(&obbs[i], GRAZE_KDOP_18, &kdops[i]));
    }
    printf("\nDo two overlap? (share that does)\n");
    printf("%-28s %12.1f ns  %.2f\n", "boxes", measure(overlap_boxes, 0, PAIRS),
           overlap_boxes(0) / PAIRS);
    printf("%-28s %12.1f ns  %.2f\n", "spheres", measure(overlap_spheres, 0, PAIRS),
           overlap_spheres(0) / PAIRS);
    printf("%-28s %12.1f ns  %.2f\n", "k-DOPs, 18 sides", measure(overlap_kdops, 0, PAIRS),
           overlap_kdops(0) / PAIRS);
    printf("%-28s %12.1f ns  %.2f\n", "oriented boxes", measure(overlap_obbs, 0, PAIRS),
           overlap_obbs(0) / PAIRS);
}

/* -- what turns -- */

static double update(int way) {
    uint32_t touching[6] = {0};
    double volume = 0;
    for (int i = 0; i < PAIRS; ++i) {
        graze_aabb box;
        if (way == 'a')
            must(graze_aabb_from_sphere(&(graze_sphere){poses[i].origin, 3}, &box));
        else if (way == 'b')
            must(graze_aabb_from_posed_points(&poses[i], points, POINTS, 0, &box));
        else if (way == 'c')
            must(graze_aabb_from_hull(&poses[i], hull, touching, &box));
        else
            must(graze_aabb_transform(&poses[i], &original, &box));
        volume += (double)graze_aabb_volume(&box);
    }
    return volume / PAIRS;
}

static void turning(void) {
    graze_quat turn = graze_quat_identity(), step;
    must(graze_quat_from_axis_angle(graze_vec3_make(1, 2, 3), (graze_real)0.0175, &step));
    for (int i = 0; i < PAIRS; ++i) {
        turn = graze_quat_mul(step, turn);
        must(graze_pose_make(turn, graze_vec3_zero(), &poses[i]));
    }
    printf("\nA box round the points as they turn a degree at a time (mean volume):\n");
    const char *const names[4] = {"a: for all orientations", "b: all points again",
                                  "c: climbing on the hull", "d: of the original box"};
    for (int k = 0; k < 4; ++k)
        printf("%-28s %12.1f ns  %.2f\n", names[k], measure(update, 'a' + k, PAIRS), update('a' + k));
}

int main(void) {
    random_state = graze_random_seed(20261116);
    graze_mat3 askew = graze_quat_to_mat3(graze_random_rotation(&random_state));
    for (int i = 0; i < POINTS; ++i) {
        graze_real x = graze_random_uniform(&random_state, -2, 2),
                   y = graze_random_uniform(&random_state, -1, 1),
                   z = graze_random_uniform(&random_state, -1, 1);
        points[i] = graze_mat3_mul_vec(&askew, graze_vec3_make(x, y, z / 2));
    }
    for (int i = 0; i < PAIRS; ++i)
        must(graze_pose_make(graze_random_rotation(&random_state),
                             graze_vec3_scale(graze_random_direction(&random_state), (graze_real)0.8),
                             &poses[i]));
    must(graze_hull_create(points, POINTS, 0, &hull));
    must(graze_aabb_from_points(points, POINTS, 0, &original));
    making();
    overlapping();
    turning();
    graze_hull_release(hull);
    return 0;
}
