/* SPDX-License-Identifier: MIT
 * A height field of 4,097 x 4,097 samples: bytes, the time to make and to edit it, rays and convex
 * queries, and the same rays at the mesh of a part of it. */
#include <stdint.h>
#include <stdio.h>

#include "graze/graze.h"
#include "timing.h"

enum { SIDE = 4097, RAYS = 4096, PLACES = 1024, PART = 513 };

static uint16_t *samples;

/* Hills of several sizes, about 1,000 units high. */
static void make_samples(void) {
    samples = malloc((size_t)SIDE * SIDE * sizeof *samples);
    if (!samples) exit(1);
    for (int r = 0; r < SIDE; ++r)
        for (int c = 0; c < SIDE; ++c) {
            graze_real x = (graze_real)c, z = (graze_real)r, h = 0, wave = (graze_real)0.002,
                       size = 16000;
            for (int octave = 0; octave < 5; ++octave, wave *= (graze_real)2.7, size /= 3)
                h += size * graze_sin(wave * x + (graze_real)octave) * graze_cos(wave * z);
            samples[(size_t)r * SIDE + (size_t)c] = (uint16_t)(32768 + h);
        }
}

static graze_height_samples describe(int side) {
    return (graze_height_samples){.samples = samples,
                                  .rows = (size_t)side,
                                  .columns = (size_t)side,
                                  .row_stride = SIDE * sizeof *samples,
                                  .spacing_x = 1,
                                  .spacing_z = 1,
                                  .scale = (graze_real)0.01,
                                  .copy = true};
}

/* -- rays -- */

typedef enum ray_family { DOWN, SLANTING, GRAZING, RAY_FAMILIES } ray_family;
static const char *const family_names[] = {"straight down", "slanting", "along the hills"};

static void make_rays(graze_ray *rays, ray_family family, graze_real side, graze_random *random) {
    for (int i = 0; i < RAYS; ++i) {
        graze_vec3 from, to;
        from.x = graze_random_uniform(random, side / 8, side * 7 / 8);
        from.z = graze_random_uniform(random, side / 8, side * 7 / 8);
        from.y = family == GRAZING ? 420 : 700;
        graze_real reach = family == DOWN ? 0 : family == SLANTING ? side / 16 : side / 2;
        to = from;
        to.x += graze_random_uniform(random, -reach, reach);
        to.z += graze_random_uniform(random, -reach, reach);
        to.y = family == GRAZING ? 300 : 0;
        rays[i] = (graze_ray){from, graze_vec3_sub(to, from), (graze_real)1e6};
    }
}

/* Nanoseconds a ray; the sum of all t as a check. */
static double time_rays(const graze_shape *shape, const graze_ray *rays, bool any, double *hits,
                        double *sum) {
    graze_placed placed = {shape, graze_pose_identity(), 0};
    double times[7];
    int repeats = bench_quick() ? 3 : 7;
    for (int k = 0; k < repeats; ++k) {
        double start = bench_seconds();
        *hits = *sum = 0;
        for (int i = 0; i < RAYS; ++i) {
            graze_mesh_hit hit = {.hit = false};
            graze_status status =
                any ? graze_ray_any(&placed, &rays[i], GRAZE_FACES_BOTH, &hit.hit, NULL)
                    : graze_ray_closest(&placed, &rays[i], GRAZE_FACES_BOTH, &hit, NULL);
            if (status != GRAZE_OK) exit(1);
            *hits += hit.hit;
            *sum += hit.hit ? (double)hit.t : 0;
        }
        times[k] = (bench_seconds() - start) / RAYS * 1e9;
    }
    return bench_median(times, repeats);
}

static void report_rays(const char *what, const graze_shape *shape, graze_real side) {
    graze_ray *rays = malloc(RAYS * sizeof *rays);
    if (!rays) exit(1);
    for (int family = 0; family < RAY_FAMILIES; ++family) {
        graze_random random = graze_random_seed(7);
        double hits, sum, some, none;
        make_rays(rays, (ray_family)family, side, &random);
        double closest = time_rays(shape, rays, false, &hits, &sum);
        double any = time_rays(shape, rays, true, &some, &none);
        printf("%-22s rays %-16s closest %7.1f ns  any %7.1f ns  (%.0f %% hit, mean t %.6f)\n", what,
               family_names[family], closest, any, 100 * hits / RAYS, sum / RAYS);
    }
    free(rays);
}

/* -- convex shapes -- */

static graze_real height_at(const graze_shape *field, graze_vec3 p) {
    graze_real y = 0;
    bool hit;
    if (graze_height_field_height(field, p.x, p.z, &hit, &y) != GRAZE_OK || !hit) exit(1);
    return y;
}

typedef double (*query)(const graze_placed *field, const graze_placed *body);

static double intersect(const graze_placed *field, const graze_placed *body) {
    graze_intersection found;
    if (graze_intersect(field, body, NULL, NULL, &found) != GRAZE_OK) exit(1);
    return found.intersecting;
}
static double distance(const graze_placed *field, const graze_placed *body) {
    graze_separation found;
    if (graze_distance(field, body, NULL, NULL, &found) != GRAZE_OK) exit(1);
    return (double)found.distance;
}
static double contact(const graze_placed *field, const graze_placed *body) {
    graze_contact_set found;
    if (graze_contact(field, body, (graze_real)0.1, NULL, NULL, &found) != GRAZE_OK) exit(1);
    return (double)found.count;
}
static double fall(const graze_placed *field, const graze_placed *body) {
    graze_cast_result found;
    if (graze_shape_cast(body, graze_vec3_make(5, -20, 0), field, NULL, &found) != GRAZE_OK) exit(1);
    return (double)found.t;
}

/* Bodies about as high above the ground as they are large. */
static void report_bodies(const graze_shape *field) {
    static const char *const names[] = {"sphere", "box", "capsule"};
    static const struct {
        const char *name;
        query ask;
    } queries[] = {
        {"intersect", intersect}, {"distance", distance}, {"contact", contact}, {"cast", fall}};
    for (int kind = 0; kind < 3; ++kind) {
        graze_shape *body;
        graze_status status = kind == 0   ? graze_shape_sphere(1, &body)
                              : kind == 1 ? graze_shape_box(graze_vec3_make(1, 1, 1), &body)
                                          : graze_shape_capsule((graze_real)0.5, 2, &body);
        graze_random random = graze_random_seed(11);
        graze_placed *placed = malloc(PLACES * sizeof *placed),
                     ground = {field, graze_pose_identity(), 0};
        if (status != GRAZE_OK || !placed) exit(1);
        for (int i = 0; i < PLACES; ++i) {
            graze_vec3 at;
            at.x = graze_random_uniform(&random, 100, SIDE - 100);
            at.z = graze_random_uniform(&random, 100, SIDE - 100);
            at.y = 0;
            at.y = height_at(field, at) + graze_random_uniform(&random, 0, 3);
            placed[i] = (graze_placed){.shape = body, .margin = 0};
            if (graze_pose_make(graze_random_rotation(&random), at, &placed[i].pose) != GRAZE_OK)
                exit(1);
        }
        printf("%-8s", names[kind]);
        for (size_t q = 0; q < sizeof queries / sizeof *queries; ++q) {
            double times[5], sum = 0;
            int repeats = bench_quick() ? 3 : 5;
            for (int k = 0; k < repeats; ++k) {
                double start = bench_seconds();
                sum = 0;
                for (int i = 0; i < PLACES; ++i) sum += queries[q].ask(&ground, &placed[i]);
                times[k] = (bench_seconds() - start) / PLACES * 1e9;
            }
            printf("  %s %7.0f ns (mean %.4f)", queries[q].name, bench_median(times, repeats),
                   sum / PLACES);
        }
        printf("\n");
        free(placed);
        graze_shape_release(body);
    }
}

/* -- the mesh of a corner of it -- */

static graze_shape *make_mesh(const graze_shape *part, graze_vec3 *vertices, uint32_t *indices) {
    for (uint32_t r = 0; r < PART; ++r)
        for (uint32_t c = 0; c < PART; ++c)
            if (graze_height_field_vertex(part, r, c, &vertices[r * PART + c]) != GRAZE_OK) exit(1);
    uint32_t *at = indices;
    for (uint32_t r = 0; r + 1 < PART; ++r)
        for (uint32_t c = 0; c + 1 < PART; ++c, at += 6) {
            uint32_t here = r * PART + c;
            const uint32_t cell[6] = {here, here + PART,     here + PART + 1,
                                      here, here + PART + 1, here + 1};
            for (int k = 0; k < 6; ++k) at[k] = cell[k];
        }
    graze_shape *mesh;
    if (graze_shape_triangles(vertices, (size_t)PART * PART, indices,
                              (size_t)2 * (PART - 1) * (PART - 1), &mesh) != GRAZE_OK)
        exit(1);
    return mesh;
}

static void report_part(void) {
    graze_height_samples given = describe(PART);
    graze_shape *part;
    graze_vec3 *vertices = malloc((size_t)PART * PART * sizeof *vertices);
    uint32_t *indices = malloc((size_t)6 * PART * PART * sizeof *indices);
    if (!vertices || !indices || graze_shape_height_field(&given, &part) != GRAZE_OK) exit(1);
    graze_shape *mesh = make_mesh(part, vertices, indices);
    report_rays("field of 513 x 513", part, PART - 1);
    report_rays("the same as a mesh", mesh, PART - 1);
    graze_shape_release(mesh);
    graze_shape_release(part);
    free(vertices);
    free(indices);
}

int main(void) {
    make_samples();
    graze_height_samples given = describe(SIDE);
    graze_shape *field;
    graze_height_field_info info;
    double start = bench_seconds();
    if (graze_shape_height_field(&given, &field) != GRAZE_OK) return 1;
    double build = bench_seconds() - start;
    if (graze_height_field_describe(field, &info) != GRAZE_OK) return 1;
    double count = (double)SIDE * SIDE;
    printf("graze %s: %d x %d samples: %.3f bytes a sample (%.3f of it the tree of tiles), %zu in all, "
           "made in %.1f ms\n",
           sizeof(graze_real) == 4 ? "float" : "double", SIDE, SIDE, (double)info.bytes / count,
           (double)info.tile_bytes / count, info.bytes, build * 1e3);
    start = bench_seconds();
    for (size_t i = 0; i < 1000; ++i)
        if (graze_height_field_set(field, 4 * i, 4 * i, 16, 16, samples + 4 * i * (SIDE + 1),
                                   SIDE * sizeof *samples) != GRAZE_OK)
            return 1;
    printf("an edit of 16 x 16 samples: %.2f us\n", (bench_seconds() - start) * 1e3);
    report_rays("field of 4,097 x 4,097", field, SIDE - 1);
    report_bodies(field);
    report_part();
    graze_shape_release(field);
    free(samples);
    return 0;
}
