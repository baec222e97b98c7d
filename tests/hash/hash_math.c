/* SPDX-License-Identifier: MIT */
#include "digest.h"

static void digest_mat3(digest *d, const graze_mat3 *m) {
    for (int i = 0; i < 3; ++i) digest_vec3(d, m->col[i]);
}

static void digest_quat(digest *d, graze_quat q) {
    digest_vec3(d, graze_vec3_make(q.x, q.y, q.z));
    digest_real(d, q.w);
}

static void digest_pose(digest *d, const graze_pose *pose) {
    digest_mat3(d, &pose->basis);
    digest_vec3(d, pose->origin);
    digest_int(d, pose->kind);
}

static graze_mat3 any_mat3(digest *d) {
    graze_vec3 x = any_vec3(d), y = any_vec3(d), z = any_vec3(d);
    return graze_mat3_from_columns(x, y, z);
}

static graze_quat any_quat(digest *d) {
    graze_vec3 v = any_vec3(d);
    return graze_quat_make(v.x, v.y, v.z, any_real(d));
}

void hash_random(digest *d) {
    for (int n = 0; n < 5000; ++n) {
        graze_real lo = any_real(d), size = graze_abs(any_real(d));
        digest_bytes(d, &d->random.state, sizeof d->random.state);
        digest_real(d, graze_random_uniform(&d->random, lo, lo + size));
        digest_vec3(d, graze_random_direction(&d->random));
        digest_quat(d, graze_random_rotation(&d->random));
    }
}

void hash_angles(digest *d) {
    for (int n = 0; n < 20000; ++n) {
        graze_real x = any_real(d), y = any_real(d);
        digest_real(d, graze_sin(x));
        digest_real(d, graze_cos(x));
        digest_real(d, graze_acos(y));
        digest_real(d, graze_atan2(y, x));
    }
}

void hash_vectors(digest *d) {
    for (int n = 0; n < 10000; ++n) {
        graze_vec3 a = any_vec3(d), b = any_vec3(d), c = any_vec3(d), unit;
        digest_real(d, graze_vec3_dot(a, b));
        digest_vec3(d, graze_vec3_cross(a, b));
        digest_real(d, graze_vec3_triple(a, b, c));
        digest_vec3(d, graze_vec3_lerp(a, b, c.x));
        digest_vec3(d, graze_vec3_clamp(a, graze_vec3_min(b, c), graze_vec3_max(b, c)));
        digest_real(d, graze_vec3_length(a));
        digest_real(d, graze_vec3_distance(a, b));
        digest_int(d, 3 * graze_vec3_closest_axis(a) + graze_vec3_least_axis(a));
        if (digest_ok(d, graze_vec3_normalize(c, &unit))) digest_vec3(d, unit);
    }
}

void hash_matrices(digest *d) {
    for (int n = 0; n < 10000; ++n) {
        graze_mat3 a = any_mat3(d), b = any_mat3(d), out = graze_mat3_mul(&a, &b);
        graze_vec3 v = any_vec3(d), x;
        if (n % 4 == 0) a.col[2] = graze_vec3_add(a.col[0], a.col[1]); /* singular, or nearly */
        digest_mat3(d, &out);
        digest_vec3(d, graze_mat3_mul_vec(&a, v));
        digest_vec3(d, graze_mat3_tmul_vec(&a, v));
        digest_real(d, graze_mat3_determinant(&a));
        digest_int(d, graze_mat3_is_singular(&a));
        if (digest_ok(d, graze_mat3_inverse(&a, &out))) digest_mat3(d, &out);
        if (digest_ok(d, graze_mat3_solve(&a, v, &x))) digest_vec3(d, x);
    }
}

void hash_quaternions(digest *d) {
    for (int n = 0; n < 5000; ++n) {
        graze_quat p = any_quat(d), q = graze_random_rotation(&d->random), out;
        graze_vec3 v = any_vec3(d);
        graze_real t = any_real(d), yaw, pitch, roll;
        graze_mat3 matrix = graze_quat_to_mat3(q);
        digest_mat3(d, &matrix);
        digest_quat(d, graze_quat_mul(p, q));
        digest_vec3(d, graze_quat_rotate(q, v));
        if (digest_ok(d, graze_quat_normalize(p, &out))) digest_quat(d, out);
        if (digest_ok(d, graze_quat_from_axis_angle(v, t, &out))) digest_quat(d, out);
        if (digest_ok(d, graze_quat_from_euler(v.x, v.y, v.z, &out))) digest_quat(d, out);
        if (digest_ok(d, graze_quat_from_mat3(&matrix, &out))) digest_quat(d, out);
        if (digest_ok(d, graze_quat_slerp(p, q, t, &out))) digest_quat(d, out);
        if (digest_ok(d, graze_quat_integrate(q, v, t, &out))) digest_quat(d, out);
        if (digest_ok(d, graze_quat_to_euler(p, &yaw, &pitch, &roll)))
            digest_vec3(d, graze_vec3_make(yaw, pitch, roll));
    }
}

static void digest_pose_facts(digest *d, const graze_pose *pose) {
    graze_pose_traits traits;
    graze_real gl[16];
    digest_pose(d, pose);
    digest_ok(d, graze_pose_check(pose));
    digest_int(d, graze_pose_classify(pose));
    if (digest_ok(d, graze_pose_describe(pose, &traits)))
        digest_int(d, traits.preserves_length + 2 * traits.preserves_angles + 4 * traits.sheared +
                          8 * traits.reflected);
    graze_pose_to_gl(pose, gl);
    for (int i = 0; i < 16; ++i) digest_real(d, gl[i]);
}

void hash_poses(digest *d) {
    graze_pose last = graze_pose_identity();
    for (int n = 0; n < 5000; ++n) {
        graze_quat q = graze_random_rotation(&d->random);
        graze_vec3 v = any_vec3(d), scale = any_vec3(d);
        graze_mat3 basis = any_mat3(d);
        graze_pose pose, out;
        graze_status status = n % 3 == 0   ? graze_pose_make(q, v, &pose)
                              : n % 3 == 1 ? graze_pose_make_scaled(q, v, scale, &pose)
                                           : graze_pose_from_mat3(&basis, v, &pose);
        if (!digest_ok(d, status)) continue;
        digest_pose_facts(d, &pose);
        digest_vec3(d, graze_pose_apply(&pose, scale));
        if (digest_ok(d, graze_pose_inverse(&pose, &out))) digest_pose(d, &out);
        if (digest_ok(d, graze_pose_relative(&last, &pose, &out))) digest_pose(d, &out);
        out = graze_pose_compose(&last, &pose);
        digest_pose(d, &out);
        last = pose;
    }
}

void hash_planes(digest *d) {
    for (int n = 0; n < 5000; ++n) {
        graze_vec3 a = any_vec3(d), b = any_vec3(d), c = any_vec3(d), scale = any_vec3(d);
        if (n % 8 == 0) c = graze_vec3_lerp(a, b, (graze_real)0.5);
        graze_pose pose;
        graze_plane plane, image;
        if (!digest_ok(d, graze_plane_from_points(a, b, c, &plane))) continue;
        digest_vec3(d, plane.normal);
        digest_real(d, plane.offset);
        digest_real(d, graze_plane_distance(plane, scale));
        graze_quat q = graze_random_rotation(&d->random);
        if (!digest_ok(d, graze_pose_make_scaled(q, a, scale, &pose))) continue;
        if (!digest_ok(d, graze_plane_transform(&pose, plane, &image))) continue;
        digest_vec3(d, image.normal);
        digest_real(d, image.offset);
    }
}
