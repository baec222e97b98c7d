/* SPDX-License-Identifier: MIT */
#include "digest.h"

enum { TRIANGLES = 120, PLACEMENTS = 60 };

static graze_vec3 corners[2][3 * TRIANGLES];
static uint32_t numbers[3 * TRIANGLES];

/* A soup; every other one on a lattice, where much touches. */
static graze_shape *make_soup(digest *d, int which, bool lattice) {
    graze_shape *shape = NULL;
    for (uint32_t i = 0; i < 3 * TRIANGLES; ++i) {
        graze_vec3 step = graze_random_direction(&d->random);
        graze_vec3 near = i % 3 ? corners[which][i - i % 3] : graze_vec3_zero();
        graze_vec3 p = graze_vec3_add_scaled(near, i % 3 ? (graze_real)0.3 : 1, step);
        if (lattice)
            p = graze_vec3_make((graze_real)(int)(4 * p.x) / 4, (graze_real)(int)(4 * p.y) / 4,
                                (graze_real)(int)(4 * p.z) / 4);
        corners[which][i] = p;
        numbers[i] = i;
    }
    digest_ok(d, graze_shape_triangles(corners[which], 3 * TRIANGLES, numbers, TRIANGLES, &shape));
    return shape;
}

static graze_flow add_pair(void *user, uint32_t a, uint32_t b) {
    digest *d = user;
    digest_int(d, a);
    digest_int(d, b);
    return GRAZE_CONTINUE;
}

static void put_hit(digest *d, const graze_intersection *hit) {
    digest_int(d, hit->intersecting);
    digest_int(d, hit->primitive_a);
    digest_int(d, hit->primitive_b);
    digest_vec3(d, hit->point);
}

static void ask(digest *d, const graze_placed *a, const graze_placed *b) {
    graze_intersection hit;
    graze_tree_counts counts = {0, 0, 0};
    digest_ok(d, graze_intersect_all(a, b, add_pair, d, &counts));
    digest_int(d, (int64_t)counts.nodes);
    digest_int(d, (int64_t)counts.box_tests);
    digest_int(d, (int64_t)counts.items);
    if (digest_ok(d, graze_intersect(a, b, NULL, NULL, &hit))) put_hit(d, &hit);
    if (digest_ok(d, graze_within(a, b, graze_random_uniform(&d->random, 0, 1), NULL, NULL, &hit)))
        put_hit(d, &hit);
}

static void ask_distance(digest *d, const graze_placed *a, const graze_placed *b, graze_cache *cache) {
    graze_separation s;
    if (!digest_ok(d, graze_distance(a, b, NULL, cache, &s))) return;
    digest_real(d, s.distance);
    digest_real(d, s.lower);
    digest_real(d, s.upper);
    digest_vec3(d, s.point_a);
    digest_vec3(d, s.point_b);
    digest_vec3(d, s.normal);
    digest_int(d, s.primitive_a);
    digest_int(d, s.primitive_b);
    digest_int(d, s.iterations);
}

static void ask_cast(digest *d, const graze_placed *a, const graze_placed *b) {
    graze_cast_result r;
    graze_vec3 way = graze_vec3_scale(graze_random_direction(&d->random), 3);
    if (!digest_ok(d, graze_shape_cast(a, way, b, NULL, &r))) return;
    digest_int(d, r.hit);
    digest_real(d, r.t);
    digest_real(d, r.lower);
    digest_vec3(d, r.point);
    digest_int(d, r.primitive_a);
    digest_int(d, r.primitive_b);
}

/* A soup against itself: each triangle is a part of its own, or belongs to one of two halves. */
static void ask_self(digest *d, const graze_placed *soup) {
    static uint32_t part[TRIANGLES];
    size_t count = 0;
    graze_separation s;
    digest_ok(d, graze_mesh_self_intersect(soup->shape, add_pair, d, NULL));
    digest_ok(d, graze_mesh_find_parts(soup->shape, part, &count));
    digest_int(d, (int64_t)count);
    for (uint32_t i = 0; i < TRIANGLES; ++i) part[i] = corners[0][3 * i].x > 0;
    if (!digest_ok(d, graze_mesh_part_distance(soup, part, 1, NULL, &s))) return;
    digest_real(d, s.distance);
    digest_int(d, s.primitive_a);
    digest_int(d, s.primitive_b);
}

/* Near each other and far apart. */
static void ask_more(digest *d, graze_placed a, graze_placed b) {
    graze_cache cache = {0};
    for (int i = 0; i < 3; ++i) {
        ask_distance(d, &a, &b, &cache);
        ask_distance(d, &b, &a, NULL);
        ask_cast(d, &a, &b);
        b.pose.origin.x += 1;
    }
}

static graze_pose any_pose(digest *d, bool lattice) {
    graze_pose pose;
    graze_vec3 way = graze_random_direction(&d->random); /* draws are made in this order everywhere */
    graze_vec3 at = graze_vec3_scale(way, graze_random_uniform(&d->random, 0, 2));
    graze_quat turn = graze_random_rotation(&d->random);
    if (lattice) {
        at = graze_vec3_make((graze_real)(int)(4 * at.x) / 4, (graze_real)(int)(4 * at.y) / 4, 0);
        turn = graze_quat_identity();
    }
    graze_vec3 scale =
        graze_vec3_make(1, lattice ? -1 : graze_random_uniform(&d->random, (graze_real)0.5, 2), 1);
    digest_ok(d, graze_pose_make_scaled(turn, at, scale, &pose));
    return pose;
}

void hash_mesh_pairs(digest *d) {
    graze_shape *convex[3] = {NULL, NULL, NULL};
    digest_ok(d, graze_shape_sphere((graze_real)0.5, &convex[0]));
    digest_ok(d, graze_shape_box(graze_vec3_make(1, (graze_real)0.5, (graze_real)0.25), &convex[1]));
    digest_ok(d, graze_shape_half_space(graze_vec3_make(0, 1, 0), (graze_real)-0.5, &convex[2]));
    for (int round = 0; round < PLACEMENTS; ++round) {
        bool lattice = round % 2;
        graze_shape *soups[2];
        for (int k = 0; k < 2; ++k) soups[k] = make_soup(d, k, lattice);
        graze_placed a = {soups[0], any_pose(d, lattice), 0}, b = {soups[1], any_pose(d, lattice), 0};
        ask(d, &a, &b);
        ask_more(d, a, b);
        if (round % 4 < 2) ask_self(d, &a);
        a.margin = (graze_real)0.125;
        ask(d, &b, &a);
        b.shape = convex[round % 3];
        ask(d, &a, &b);
        ask_more(d, a, b);
        graze_shape_release(soups[0]);
        graze_shape_release(soups[1]);
    }
    for (int i = 0; i < 3; ++i) graze_shape_release(convex[i]);
}
