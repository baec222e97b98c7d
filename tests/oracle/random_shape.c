/* SPDX-License-Identifier: MIT */
#include "oracle/random_shape.h"

#include <stdlib.h>

graze_vec3 random_vector(graze_real reach, graze_random *random) {
    graze_real x = graze_random_uniform(random, -reach, reach);
    graze_real y = graze_random_uniform(random, -reach, reach);
    graze_real z = graze_random_uniform(random, -reach, reach);
    return graze_vec3_make(x, y, z);
}

/* A size in 0.1..1, zero once in twenty. */
static graze_real size(graze_random *random) {
    graze_real s = graze_random_uniform(random, (graze_real)0.1, 1);
    return graze_random_bits(random) % 20 ? s : 0;
}

static graze_vec3 sizes(graze_random *random) {
    graze_real x = size(random), y = size(random), z = size(random);
    return graze_vec3_make(x, y, z);
}

static graze_status polytope(graze_random *random, graze_shape **out) {
    enum { MOST = 60 };
    graze_vec3 points[MOST];
    size_t count = 1 + (size_t)(graze_random_bits(random) % MOST);
    bool grid = graze_random_bits(random) % 4 == 0;
    for (size_t i = 0; i < count; ++i) {
        points[i] = random_vector(1, random);
        if (grid) /* many exact ties */
            points[i] =
                graze_vec3_make((graze_real)(int)(points[i].x * 3), (graze_real)(int)(points[i].y * 3),
                                (graze_real)(int)(points[i].z * 3));
    }
    return graze_shape_polytope(points, count, 0, out);
}

/* Exactly coplanar points: small integers on a lattice plane. */
static graze_status polygon(graze_random *random, graze_shape **out) {
    enum { COUNT = 12 };
    graze_vec3 points[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        int a = (int)(graze_random_bits(random) % 9) - 4, b = (int)(graze_random_bits(random) % 9) - 4;
        points[i] = graze_vec3_make((graze_real)a / 4, (graze_real)b / 4, (graze_real)(a - 2 * b) / 4);
    }
    return graze_shape_polygon(points, COUNT, 0, out);
}

static graze_status kdop(graze_random *random, graze_shape **out) {
    graze_vec3 normals[7];
    graze_real lo[7], hi[7];
    for (int i = 0; i < 7; ++i) {
        normals[i] =
            i < 3 ? graze_vec3_make((graze_real)(i == 0), (graze_real)(i == 1), (graze_real)(i == 2))
                  : graze_random_direction(random);
        lo[i] = graze_random_uniform(random, -1, (graze_real)-0.3);
        hi[i] = graze_random_uniform(random, (graze_real)0.3, 1);
    }
    return graze_shape_kdop(normals, lo, hi, 7, out);
}

static graze_vec3 ellipsoid_support(const void *user, graze_vec3 direction) {
    const graze_vec3 *r = user;
    graze_vec3 scaled = graze_vec3_mul(*r, direction);
    graze_real length = graze_vec3_length(scaled);
    if (length == 0) return graze_vec3_make(r->x, 0, 0);
    return graze_vec3_mul(*r, graze_vec3_scale(scaled, 1 / length));
}

static graze_status custom(graze_random *random, graze_shape **out) {
    graze_vec3 *radii = malloc(sizeof *radii);
    if (!radii) abort();
    *radii = sizes(random);
    graze_custom_shape description = {ellipsoid_support, radii, free, 8 * GRAZE_EPSILON};
    return graze_shape_custom(&description, out);
}

static graze_shape *random_child(int depth, graze_random *random) {
    int kinds = depth > 0 ? GRAZE_SHAPE_CONVEX_COUNT : GRAZE_SHAPE_HALF_SPACE;
    graze_shape_kind kind;
    do kind = (graze_shape_kind)(graze_random_bits(random) % (uint64_t)kinds);
    while (kind == GRAZE_SHAPE_HALF_SPACE);
    return random_shape(kind, depth, random);
}

static graze_status wrapper(graze_shape_kind kind, int depth, graze_random *random, graze_shape **out) {
    graze_shape *child[3];
    for (int i = 0; i < 3; ++i) child[i] = random_child(depth - 1, random);
    graze_status status = GRAZE_INVALID_ARGUMENT;
    if (kind == GRAZE_SHAPE_ROUNDED) status = graze_shape_rounded(child[0], size(random), out);
    if (kind == GRAZE_SHAPE_MINKOWSKI_SUM) status = graze_shape_minkowski_sum(child[0], child[1], out);
    if (kind == GRAZE_SHAPE_HULL_OF) status = graze_shape_hull_of(child, 3, out);
    if (kind == GRAZE_SHAPE_TRANSFORMED) {
        random_pose_class pose_class =
            (random_pose_class)(graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT);
        graze_pose pose = random_pose(pose_class, 1, random);
        status = graze_shape_transformed(child[0], &pose, out);
    }
    for (int i = 0; i < 3; ++i) graze_shape_release(child[i]);
    return status;
}

static graze_status simplex(graze_shape_kind kind, graze_random *random, graze_shape **out) {
    graze_vec3 v[4];
    for (int i = 0; i < 4; ++i) v[i] = random_vector(1, random);
    if (graze_random_bits(random) % 10 == 0) v[1] = v[0];
    if (graze_random_bits(random) % 10 == 0) v[2] = graze_vec3_lerp(v[0], v[1], (graze_real)0.5);
    if (kind == GRAZE_SHAPE_POINT) return graze_shape_point(v[0], out);
    if (kind == GRAZE_SHAPE_SEGMENT) return graze_shape_segment(v[0], v[1], out);
    if (kind == GRAZE_SHAPE_TRIANGLE) return graze_shape_triangle(v[0], v[1], v[2], out);
    return graze_shape_tetrahedron(v[0], v[1], v[2], v[3], out);
}

static graze_status create(graze_shape_kind kind, int depth, graze_random *random, graze_shape **out) {
    graze_vec3 s = sizes(random);
    switch (kind) {
    case GRAZE_SHAPE_SPHERE:
        return graze_shape_sphere(s.x, out);
    case GRAZE_SHAPE_BOX:
        return graze_shape_box(s, out);
    case GRAZE_SHAPE_CONE:
        return graze_shape_cone(s.x, s.y, out);
    case GRAZE_SHAPE_CYLINDER:
        return graze_shape_cylinder(s.x, s.y, out);
    case GRAZE_SHAPE_CAPSULE:
        return graze_shape_capsule(s.x, s.y, out);
    case GRAZE_SHAPE_ELLIPSOID:
        return graze_shape_ellipsoid(s, out);
    case GRAZE_SHAPE_POLYGON:
        return polygon(random, out);
    case GRAZE_SHAPE_POLYTOPE:
        return polytope(random, out);
    case GRAZE_SHAPE_KDOP:
        return kdop(random, out);
    case GRAZE_SHAPE_HALF_SPACE:
        return graze_shape_half_space(graze_random_direction(random), s.x, out);
    case GRAZE_SHAPE_CUSTOM:
        return custom(random, out);
    case GRAZE_SHAPE_ROUNDED:
    case GRAZE_SHAPE_MINKOWSKI_SUM:
    case GRAZE_SHAPE_HULL_OF:
    case GRAZE_SHAPE_TRANSFORMED:
        return wrapper(kind, depth, random, out);
    default:
        return simplex(kind, random, out);
    }
}

graze_shape *random_shape(graze_shape_kind kind, int depth, graze_random *random) {
    graze_shape *shape = NULL;
    if (create(kind, depth, random, &shape) != GRAZE_OK) abort();
    return shape;
}

graze_pose random_pose(random_pose_class class_of_pose, graze_real reach, graze_random *random) {
    graze_vec3 origin = random_vector(reach, random);
    graze_quat turn = graze_random_rotation(random);
    graze_vec3 scale = graze_vec3_make(1, 1, 1);
    if (class_of_pose == RANDOM_POSE_UNIFORM) {
        graze_real s = graze_random_uniform(random, (graze_real)0.25, 4);
        scale = graze_vec3_make(s, s, s);
    }
    if (class_of_pose >= RANDOM_POSE_SCALED) {
        graze_real x = graze_random_uniform(random, (graze_real)0.25, 4);
        graze_real y = graze_random_uniform(random, (graze_real)0.25, 4);
        graze_real z = graze_random_uniform(random, (graze_real)0.25, 4);
        scale = graze_vec3_make(x, class_of_pose == RANDOM_POSE_REFLECTED ? -y : y, z);
    }
    graze_pose pose;
    if (graze_pose_make_scaled(turn, origin, scale, &pose) != GRAZE_OK) abort();
    if (class_of_pose != RANDOM_POSE_SHEARED) return pose;
    graze_mat3 again =
        graze_quat_to_mat3(graze_random_rotation(random)); /* scale between two rotations */
    graze_mat3 basis = graze_mat3_mul(&pose.basis, &again);
    if (graze_pose_from_mat3(&basis, origin, &pose) != GRAZE_OK) abort();
    return pose;
}
