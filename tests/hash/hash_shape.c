/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include "oracle/random_shape.h"

/* Calls visit with rounds shapes of every kind, wrappers of wrappers among them. */
static void each_shape(digest *d, int rounds, void (*visit)(digest *d, graze_shape *shape)) {
    for (int n = 0; n < rounds * GRAZE_SHAPE_CONVEX_COUNT; ++n) {
        graze_shape *shape =
            random_shape((graze_shape_kind)(n % GRAZE_SHAPE_CONVEX_COUNT), 2, &d->random);
        visit(d, shape);
        graze_shape_release(shape);
    }
}

static graze_placed place(digest *d, const graze_shape *shape) {
    random_pose_class kind =
        (random_pose_class)(graze_random_bits(&d->random) % RANDOM_POSE_CLASS_COUNT);
    graze_pose pose = random_pose(kind, 10, &d->random);
    graze_real margin = graze_random_bits(&d->random) % 2 ? 0 : graze_random_uniform(&d->random, 0, 1);
    return (graze_placed){.shape = shape, .pose = pose, .margin = margin};
}

static void supports_of(digest *d, graze_shape *shape) {
    digest_real(d, graze_shape_support_error(shape));
    graze_placed placed = place(d, shape);
    for (int n = 0; n < 40; ++n) {
        graze_vec3 v = n % 2 ? graze_random_direction(&d->random) : any_vec3(d), point;
        if (digest_ok(d, graze_shape_support(shape, v, &point))) digest_vec3(d, point);
        if (digest_ok(d, graze_placed_support(&placed, v, &point))) digest_vec3(d, point);
    }
}

static void bounds_of(digest *d, graze_shape *shape) {
    for (int n = 0; n < 10; ++n) {
        graze_placed placed = place(d, shape);
        graze_aabb box;
        digest_ok(d, graze_placed_check(&placed));
        if (!digest_ok(d, graze_placed_bounds(&placed, &box))) continue;
        digest_vec3(d, box.lo);
        digest_vec3(d, box.hi);
    }
}

static void sphere_of(digest *d, graze_shape *shape) {
    graze_sphere sphere;
    if (!digest_ok(d, graze_shape_bounding_sphere(shape, &sphere))) return;
    digest_vec3(d, sphere.center);
    digest_real(d, sphere.radius);
}

/* Points around the boundary: supports moved a little in or out, and any others. */
static void contains_of(digest *d, graze_shape *shape) {
    for (int n = 0; n < 20; ++n) {
        graze_vec3 v = graze_random_direction(&d->random), point = any_vec3(d);
        graze_real push = graze_random_uniform(&d->random, -1, 1) * (n % 2 ? GRAZE_EPSILON * 64 : 1);
        if (n % 4) (void)graze_shape_support(shape, v, &point);
        point = graze_vec3_add_scaled(point, push, v);
        graze_placed placed = place(d, shape);
        graze_vec3 world = graze_pose_apply(&placed.pose, point);
        bool inside = false;
        digest_real(d, graze_shape_tolerance(shape, point));
        if (digest_ok(d, graze_shape_contains(shape, point, &inside))) digest_int(d, inside);
        if (digest_ok(d, graze_placed_contains(&placed, world, &inside))) digest_int(d, inside);
    }
}

static void measure_of(digest *d, graze_shape *shape) {
    graze_shape_mass mass;
    if (!digest_ok(d, graze_shape_measure(shape, &mass))) return;
    digest_real(d, mass.volume);
    digest_real(d, mass.lower);
    digest_real(d, mass.upper);
    digest_vec3(d, mass.center);
}

static void description_of(digest *d, graze_shape *shape) {
    char text[256];
    digest_int(d, (int64_t)graze_shape_describe(shape, text, sizeof text));
    digest_bytes(d, text, strlen(text));
    digest_int(d, graze_shape_get_kind(shape) + 100 * graze_shape_is_bounded(shape));
}

static void sweeps_of(digest *d, graze_shape *shape) {
    graze_pose start = place(d, shape).pose, end = place(d, shape).pose;
    graze_shape *swept[2] = {NULL, NULL};
    if (digest_ok(d, graze_shape_sweep_translation(shape, &start, &end, &swept[0])))
        supports_of(d, swept[0]);
    if (digest_ok(d, graze_shape_sweep_hull(shape, &start, &end, &swept[1]))) supports_of(d, swept[1]);
    for (int i = 0; i < 2; ++i) graze_shape_release(swept[i]);
}

void hash_supports(digest *d) { each_shape(d, 20, supports_of); }
void hash_bounds(digest *d) { each_shape(d, 20, bounds_of); }
void hash_spheres(digest *d) { each_shape(d, 20, sphere_of); }
void hash_contains(digest *d) { each_shape(d, 10, contains_of); }
void hash_measures(digest *d) { each_shape(d, 2, measure_of); }
void hash_descriptions(digest *d) { each_shape(d, 5, description_of); }
void hash_sweeps(digest *d) { each_shape(d, 3, sweeps_of); }

/* Hulls of every size class: scanned, climbed, climbed in layers; with exact ties on the grid. */
void hash_large_supports(digest *d) {
    static const size_t counts[] = {5, 8, 13, 16, 31, 32, 33, 64, 100, 150, 300, 700, 1500, 4000};
    static graze_vec3 points[4000];
    for (size_t n = 0; n < 2 * sizeof counts / sizeof counts[0]; ++n) {
        size_t count = counts[n / 2];
        for (size_t i = 0; i < count; ++i) {
            graze_vec3 p = graze_random_direction(&d->random);
            if (n % 2) /* a ball of lattice points: parallel facets, many ties */
                p = graze_vec3_make((graze_real)(int)(p.x * 16), (graze_real)(int)(p.y * 16),
                                    (graze_real)(int)(p.z * 16));
            points[i] = p;
        }
        graze_shape *shape = NULL;
        if (digest_ok(d, graze_shape_polytope(points, count, 0, &shape)))
            for (int k = 0; k < 10; ++k) supports_of(d, shape);
        graze_shape_release(shape);
    }
}
