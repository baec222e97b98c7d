/* SPDX-License-Identifier: MIT
 * Height fields and compounds: every query. */
#include "digest.h"

static graze_flow note_pair(void *user, uint32_t a, uint32_t b) {
    digest_int(user, a);
    digest_int(user, b);
    return GRAZE_CONTINUE;
}

static graze_flow note_hit(void *user, const graze_mesh_hit *hit) {
    digest_int(user, hit->primitive);
    digest_real(user, hit->t);
    digest_vec3(user, hit->normal);
    return GRAZE_CONTINUE;
}

static graze_pose some_pose(graze_random *random, int i, graze_real reach) {
    graze_quat turn = graze_random_rotation(random);
    graze_vec3 at = graze_vec3_scale(graze_random_direction(random), reach);
    graze_vec3 scale = {1, i % 3 ? 1 : (graze_real)1.5, i % 2 ? 1 : (graze_real)0.75};
    graze_pose pose = graze_pose_identity();
    if (graze_pose_make_scaled(turn, at, scale, &pose) != GRAZE_OK) pose = graze_pose_identity();
    return pose;
}

static void ask_pair(digest *d, const graze_placed *a, const graze_placed *b, graze_vec3 way) {
    graze_intersection met;
    graze_separation apart;
    graze_signed_separation both;
    graze_penetration_result deep;
    graze_cast_result cast;
    graze_contact_set set;
    if (digest_ok(d, graze_intersect(a, b, NULL, NULL, &met))) digest_int(d, met.intersecting);
    if (digest_ok(d, graze_distance(a, b, NULL, NULL, &apart))) {
        digest_real(d, apart.distance);
        digest_real(d, apart.lower);
        digest_vec3(d, apart.point_a);
    }
    if (digest_ok(d, graze_signed_distance(a, b, NULL, NULL, &both))) {
        digest_real(d, both.sd);
        digest_real(d, both.upper);
        digest_vec3(d, both.normal);
    }
    if (digest_ok(d, graze_penetration(a, b, NULL, NULL, &deep))) digest_real(d, deep.depth);
    if (digest_ok(d, graze_shape_cast(a, way, b, NULL, &cast))) {
        digest_int(d, cast.hit);
        digest_real(d, cast.t);
    }
    if (digest_ok(d, graze_contact(a, b, (graze_real)0.1, NULL, NULL, &set))) {
        digest_int(d, set.count);
        digest_real(d, set.sd);
    }
    digest_ok(d, graze_intersect_all(a, b, note_pair, d, NULL));
}

static void ask_one(digest *d, const graze_placed *placed, graze_ray ray) {
    graze_aabb box;
    bool inside = false;
    digest_ok(d, graze_ray_all(placed, &ray, GRAZE_FACES_BOTH, note_hit, d, NULL));
    if (digest_ok(d, graze_placed_contains(placed, ray.origin, &inside))) digest_int(d, inside);
    if (digest_ok(d, graze_placed_bounds(placed, &box))) {
        digest_vec3(d, box.lo);
        digest_vec3(d, box.hi);
    }
}

static graze_shape *make_field(digest *d) {
    enum { SIDE = 33 };
    static uint16_t samples[SIDE * SIDE];
    static const uint8_t holes[SIDE * SIDE / 8] = {0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 7, 0, 129};
    for (int i = 0; i < SIDE * SIDE; ++i)
        samples[i] = (uint16_t)(graze_random_bits(&d->random) % 300 + (uint64_t)(i % SIDE) * 20);
    graze_height_samples given = {.samples = samples,
                                  .rows = SIDE,
                                  .columns = SIDE,
                                  .spacing_x = (graze_real)0.1,
                                  .spacing_z = (graze_real)0.1,
                                  .scale = (graze_real)0.001,
                                  .holes = holes,
                                  .copy = true};
    graze_shape *field = NULL;
    return digest_ok(d, graze_shape_height_field(&given, &field)) ? field : NULL;
}

static graze_shape *make_compound(digest *d) {
    graze_shape *box = NULL, *ball = NULL, *inner = NULL, *outer = NULL;
    digest_ok(
        d, graze_shape_box(graze_vec3_make((graze_real)0.4, (graze_real)0.2, (graze_real)0.3), &box));
    digest_ok(d, graze_shape_capsule((graze_real)0.2, (graze_real)0.5, &ball));
    graze_compound_child two[2], four[4];
    for (int i = 0; i < 2; ++i)
        two[i] = (graze_compound_child){i ? box : ball, some_pose(&d->random, i, (graze_real)0.5)};
    digest_ok(d, graze_shape_compound(two, 2, &inner));
    graze_shape *const shapes[4] = {inner, box, ball, inner};
    for (int i = 0; i < 4; ++i)
        four[i] = (graze_compound_child){shapes[i], some_pose(&d->random, i, 1)};
    digest_ok(d, graze_shape_compound(four, 4, &outer));
    graze_shape_release(box);
    graze_shape_release(ball);
    graze_shape_release(inner);
    return outer;
}

void hash_complex(digest *d) {
    graze_shape *field = make_field(d), *compound = make_compound(d), *cone = NULL;
    digest_ok(d, graze_shape_cone((graze_real)0.4, 1, &cone));
    const graze_shape *shapes[3] = {field, compound, cone};
    for (int i = 0; i < 90; ++i) {
        graze_placed a, b;
        a.shape = shapes[i % 2];
        a.pose = some_pose(&d->random, i, 1);
        a.margin = i % 5 ? 0 : (graze_real)0.05;
        b.shape = shapes[1 + i % 2];
        b.pose = some_pose(&d->random, i / 2, 1);
        b.margin = 0;
        graze_vec3 way = graze_vec3_scale(graze_random_direction(&d->random), 2);
        graze_vec3 from = graze_vec3_scale(graze_random_direction(&d->random), 3);
        ask_pair(d, i % 3 ? &a : &b, i % 3 ? &b : &a, way);
        ask_one(d, &a, (graze_ray){from, graze_vec3_sub(way, from), 10});
    }
    graze_shape_release(field);
    graze_shape_release(compound);
    graze_shape_release(cone);
}
