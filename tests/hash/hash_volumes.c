/* SPDX-License-Identifier: MIT
 * Bounding volumes by every method, and what becomes of them under poses. */
#include "digest.h"

enum { MOST_POINTS = 200 };

static void digest_box(digest *d, graze_status status, const graze_aabb *box) {
    if (!digest_ok(d, status)) return;
    digest_vec3(d, box->lo);
    digest_vec3(d, box->hi);
}

static void digest_sphere(digest *d, graze_status status, const graze_sphere *s) {
    if (!digest_ok(d, status)) return;
    digest_vec3(d, s->center);
    digest_real(d, s->radius);
}

static void digest_obb(digest *d, graze_status status, const graze_obb *b) {
    if (!digest_ok(d, status)) return;
    digest_vec3(d, b->center);
    for (int k = 0; k < 3; ++k) digest_vec3(d, b->axes.col[k]);
    digest_vec3(d, b->half);
}

static void digest_kdop(digest *d, graze_status status, const graze_kdop *k) {
    graze_real volume, area;
    if (!digest_ok(d, status)) return;
    for (int i = 0; i < (int)k->sides / 2; ++i) {
        digest_real(d, k->lo[i]);
        digest_real(d, k->hi[i]);
    }
    if (!digest_ok(d, graze_kdop_measure(k, &volume, &area))) return;
    digest_real(d, volume);
    digest_real(d, area);
}

static void of_points(digest *d, const graze_pose *pose, const graze_vec3 *points, size_t count) {
    static const graze_kdop_sides sides[4] = {GRAZE_KDOP_6, GRAZE_KDOP_14, GRAZE_KDOP_18,
                                              GRAZE_KDOP_26};
    graze_aabb box;
    graze_sphere s;
    graze_obb b;
    graze_kdop k;
    digest_box(d, graze_aabb_from_posed_points(pose, points, count, 0, &box), &box);
    for (int m = 0; m < GRAZE_SPHERE_METHOD_COUNT; ++m) {
        digest_sphere(d, graze_sphere_from_points(points, count, 0, (graze_sphere_method)m, &s), &s);
        digest_sphere(d, graze_sphere_transform(pose, &s, &s), &s);
        digest_box(d, graze_aabb_from_sphere(&s, &box), &box);
    }
    for (int m = 0; m < GRAZE_OBB_METHOD_COUNT; ++m) {
        digest_obb(d, graze_obb_from_points(points, count, 0, (graze_obb_method)m, &b), &b);
        digest_box(d, graze_aabb_from_obb(&b, &box), &box);
        digest_obb(d, graze_obb_transform(pose, &b, &b), &b);
    }
    for (int i = 0; i < 4; ++i) {
        digest_kdop(d, graze_kdop_from_points(points, count, 0, sides[i], &k), &k);
        digest_kdop(d, graze_kdop_transform(pose, &k, &k), &k);
        digest_kdop(d, graze_kdop_from_obb(&b, sides[i], &k), &k);
        digest_sphere(d, graze_sphere_from_kdop(&k, &s), &s);
        digest_obb(d, graze_obb_from_kdop(&k, &b), &b);
    }
}

void hash_volumes(digest *d) {
    static graze_vec3 points[MOST_POINTS];
    for (int n = 0; n < 60; ++n) {
        size_t count = 1 + (size_t)(graze_random_bits(&d->random) % MOST_POINTS);
        graze_real flat = n % 5 == 0 ? 0 : 1;
        for (size_t i = 0; i < count; ++i) {
            graze_vec3 p = graze_random_direction(&d->random);
            points[i] = graze_vec3_make(3 * p.x, p.y, flat * p.z);
        }
        graze_pose pose;
        graze_vec3 origin = graze_vec3_scale(graze_random_direction(&d->random), 10);
        if (digest_ok(d, graze_pose_make(graze_random_rotation(&d->random), origin, &pose)))
            of_points(d, &pose, points, count);
    }
}
