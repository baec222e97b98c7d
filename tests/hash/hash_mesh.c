/* SPDX-License-Identifier: MIT
 * Meshes: their trees, rays, overlaps, containment, deformation. */
#include "digest.h"

enum { SIDE = 24, COUNT = SIDE * SIDE };

static void digest_hit(digest *d, graze_status status, const graze_mesh_hit *hit) {
    if (!digest_ok(d, status) || !hit->hit) return;
    digest_int(d, hit->primitive);
    digest_real(d, hit->t);
    digest_vec3(d, hit->point);
    digest_vec3(d, hit->normal);
}

static graze_flow note(void *user, uint32_t item) {
    digest_int(user, item);
    return GRAZE_CONTINUE;
}
static graze_flow note_pair(void *user, uint32_t a, uint32_t b) {
    digest_int(user, a);
    digest_int(user, b);
    return GRAZE_CONTINUE;
}

static void ask(digest *d, const graze_shape *mesh) {
    graze_random *random = &d->random;
    for (int i = 0; i < 200; ++i) {
        graze_placed placed = {mesh, graze_pose_identity(), i % 8 == 7 ? (graze_real)0.05 : 0};
        graze_vec3 scale = {1, i % 3 ? 1 : 2, i % 2 ? 1 : (graze_real)0.5};
        graze_status status = graze_pose_make_scaled(
            graze_random_rotation(random), graze_random_direction(random), scale, &placed.pose);
        if (!digest_ok(d, status)) continue;
        graze_vec3 from = graze_vec3_scale(graze_random_direction(random), 4);
        graze_ray ray = {from, graze_vec3_sub(graze_random_direction(random), from), 100};
        graze_mesh_hit hit;
        digest_hit(d, graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), &hit);
        bool inside = false;
        graze_vec3 point = graze_vec3_scale(from, (graze_real)0.25);
        if (digest_ok(d, graze_placed_contains(&placed, point, &inside))) digest_int(d, inside);
        graze_aabb box = {point, graze_vec3_add(point, graze_vec3_make(1, 1, 1))};
        digest_ok(d, graze_overlap_box(&placed, &box, note, d, NULL));
        graze_sphere ball = {point, (graze_real)0.5};
        digest_ok(d, graze_overlap_sphere(&placed, &ball, note, d, NULL));
        graze_placed other = {mesh, graze_pose_at(1, (graze_real)0.5, 0), 0};
        if (i % 16 == 0) digest_ok(d, graze_intersect_all(&placed, &other, note_pair, d, NULL));
    }
}

/* A closed surface of SIDE x SIDE cells; then it bends. */
void hash_meshes(digest *d) {
    static graze_vec3 v[COUNT];
    static uint32_t indices[6 * COUNT];
    for (uint32_t i = 0; i < COUNT; ++i) {
        graze_real a = (graze_real)(i / SIDE) * (graze_real)(6.2831853 / SIDE);
        graze_real b = (graze_real)(i % SIDE) * (graze_real)(6.2831853 / SIDE);
        graze_real r = 1 + (graze_real)0.4 * graze_cos(b);
        v[i] = graze_vec3_make(r * graze_cos(a), r * graze_sin(a), (graze_real)0.4 * graze_sin(b));
        uint32_t row = i / SIDE * SIDE, next = (i / SIDE + 1) % SIDE * SIDE, k = i % SIDE,
                 l = (k + 1) % SIDE;
        const uint32_t cell[6] = {row + k, next + k, row + l, row + l, next + k, next + l};
        for (int c = 0; c < 6; ++c) indices[6 * i + (uint32_t)c] = cell[c];
    }
    const graze_vertices array = {v, COUNT, 0, GRAZE_VERTEX_REAL};
    const graze_primitives group = {.count = 2 * COUNT, .indices = indices};
    for (int layout = 0; layout < 2; ++layout) {
        graze_mesh_options options = {.nature = GRAZE_MESH_SOLID, .ray_layout = layout};
        graze_shape *mesh;
        if (!digest_ok(d, graze_shape_mesh(&array, &group, 1, &options, NULL, &mesh))) return;
        ask(d, mesh);
        for (uint32_t i = 0; i < COUNT; ++i) v[i].z += v[i].x * v[i].x;
        if (digest_ok(d, graze_mesh_update(mesh))) ask(d, mesh);
        graze_shape_mass mass;
        if (digest_ok(d, graze_shape_measure(mesh, &mass))) digest_real(d, mass.volume);
        graze_shape_release(mesh);
    }
}
