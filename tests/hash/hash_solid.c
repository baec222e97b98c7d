/* SPDX-License-Identifier: MIT */
#include "digest.h"

enum { ROUND = 10, ACROSS = 6, VERTICES = ROUND * ACROSS, TRIANGLES = 2 * VERTICES, PLACEMENTS = 24 };

static graze_vec3 vertices[VERTICES];
static uint32_t indices[3 * TRIANGLES];

static graze_shape *make_ring(digest *d, graze_mesh_nature nature) {
    uint32_t *at = indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t j = 0; j < ACROSS; ++j) {
            graze_real u = (graze_real)6.2831853 * (graze_real)i / ROUND;
            graze_real v = (graze_real)6.2831853 * (graze_real)j / ACROSS;
            graze_real r = 1 + (graze_real)0.4 * graze_cos(v);
            uint32_t here = i * ACROSS, next = (i + 1) % ROUND * ACROSS, beside = (j + 1) % ACROSS;
            const uint32_t corners[6] = {here + j, next + j,      next + beside,
                                         here + j, next + beside, here + beside};
            vertices[here + j] =
                graze_vec3_make(r * graze_cos(u), r * graze_sin(u), (graze_real)0.4 * graze_sin(v));
            for (int k = 0; k < 6; ++k) *at++ = corners[k];
        }
    const graze_vertices array = {vertices, VERTICES, 0, GRAZE_VERTEX_REAL};
    const graze_primitives group = {.count = TRIANGLES, .indices = indices};
    const graze_mesh_options options = {.nature = nature};
    graze_shape *shape = NULL;
    digest_ok(d, graze_shape_mesh(&array, &group, 1, &options, NULL, &shape));
    return shape;
}

static graze_pose any_pose(digest *d, graze_real distance, bool scaled) {
    graze_pose pose;
    graze_vec3 way = graze_random_direction(&d->random); /* draws are made in this order everywhere */
    graze_quat turn = graze_random_rotation(&d->random);
    graze_real stretch = graze_random_uniform(&d->random, (graze_real)0.5, 2);
    graze_vec3 scale = graze_vec3_make(1, scaled ? -stretch : 1, 1);
    digest_ok(d, graze_pose_make_scaled(turn, graze_vec3_scale(way, distance), scale, &pose));
    return pose;
}

static void ask_points(digest *d, const graze_placed *placed) {
    for (int i = 0; i < 16; ++i) {
        graze_vec3 way = graze_random_direction(&d->random);
        graze_vec3 p = graze_vec3_scale(way, graze_random_uniform(&d->random, 0, 2));
        graze_point_separation s;
        if (!digest_ok(d, graze_point_signed_distance(placed, p, NULL, &s))) continue;
        digest_real(d, s.sd);
        digest_vec3(d, s.on_surface);
        digest_vec3(d, s.normal);
        digest_int(d, s.primitive);
    }
}

static void ask_pair(digest *d, const graze_placed *a, const graze_placed *b) {
    graze_intersection hit;
    graze_solid_relation relation;
    graze_contact_patch patches[GRAZE_CONTACT_PATCHES];
    size_t count = 0;
    if (digest_ok(d, graze_solid_relate(a, b, &relation))) digest_int(d, relation);
    const graze_patch_options near = {.reach = (graze_real)0.05};
    if (digest_ok(d, graze_contact_patches(a, b, &near, patches, GRAZE_CONTACT_PATCHES, &count)))
        for (size_t i = 0; i < count; ++i) {
            const graze_contact_set *set = &patches[i].set;
            digest_vec3(d, set->normal);
            for (int k = 0; k < set->count; ++k) {
                digest_vec3(d, set->points[k].point_a);
                digest_real(d, set->points[k].sd);
                digest_int(d, patches[i].primitive_a[k]);
            }
        }
    graze_penetration_result depth;
    if (!digest_ok(d, graze_intersect(a, b, NULL, NULL, &hit)) || !hit.intersecting) return;
    if (!digest_ok(d, graze_penetration(a, b, NULL, NULL, &depth))) return;
    digest_real(d, depth.lower);
    digest_real(d, depth.upper);
    digest_vec3(d, depth.normal);
    digest_vec3(d, depth.point_a);
    digest_int(d, depth.primitive_b);
}

static void take_apart(digest *d, const graze_shape *ring, const graze_decompose_options *options) {
    graze_decomposition *decomposition = NULL;
    graze_decomposition_view view;
    if (!digest_ok(d, graze_mesh_decompose(ring, options, &decomposition))) return;
    digest_ok(d, graze_decomposition_get(decomposition, &view));
    digest_real(d, view.concavity);
    for (size_t i = 0; i < view.count; ++i) {
        graze_hull_view hull;
        if (!digest_ok(d, graze_hull_get(graze_shape_hull(view.pieces[i]), &hull))) continue;
        for (uint32_t k = 0; k < hull.vertex_count; ++k) digest_vec3(d, hull.vertices[k]);
    }
    graze_decomposition_release(decomposition);
}

void hash_solids(digest *d) {
    graze_shape *solid = make_ring(d, GRAZE_MESH_SOLID), *surface = make_ring(d, GRAZE_MESH_SURFACE),
                *box = NULL;
    digest_ok(
        d, graze_shape_box(graze_vec3_make((graze_real)0.5, (graze_real)0.3, (graze_real)0.2), &box));
    for (int round = 0; round < PLACEMENTS; ++round) {
        const graze_shape *other = round % 3 == 0 ? box : round % 3 == 1 ? surface : solid;
        graze_placed a = {solid, any_pose(d, 0, round % 4 == 3), 0};
        graze_placed b = {other, any_pose(d, 1, round % 5 == 3), round % 7 ? 0 : (graze_real)0.0625};
        ask_points(d, &a);
        ask_pair(d, &a, &b);
        ask_pair(d, &b, &a);
        a.shape = surface;
        ask_pair(d, &a, &b);
    }
    take_apart(d, solid, NULL);
    const graze_decompose_options rough = {.mode = GRAZE_DECOMPOSE_APPROXIMATE,
                                           .concavity = (graze_real)0.25};
    take_apart(d, solid, &rough);
    graze_shape_release(solid);
    graze_shape_release(surface);
    graze_shape_release(box);
}
