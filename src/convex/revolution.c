/* SPDX-License-Identifier: MIT */
#include "convex/revolution.h"

#include "shape/unwrap.h"

/* What is inside the outermost wrapper, and how it lies there; NULL if it is none, or not to be looked
 * through. basis is left alone where it is the identity. */
static const graze_shape *inside(const graze_shape *shape, mat3 *basis, vec3 *shift) {
    switch (shape->kind) {
    case GRAZE_SHAPE_ROUNDED:
        return gz_rounded_child(shape);
    case GRAZE_SHAPE_HULL_OF:
        return gz_hull_of_child(shape, shift);
    case GRAZE_SHAPE_MINKOWSKI_SUM:
        return gz_sum_child(shape, shift);
    case GRAZE_SHAPE_TRANSFORMED:
        return gz_image_child(shape, basis, shift);
    default:
        return NULL;
    }
}

void gz_inner_core_of(const gz_operand *operand, gz_inner_core *core) {
    core->shape = operand->shape;
    core->basis = &operand->basis;
    core->center = wide3_make(0, 0, 0);
    for (;;) {
        mat3 inner;
        vec3 shift = vec3_zero();
        const graze_shape *child = inside(core->shape, &inner, &shift);
        if (!child) return;
        const wide_mat3 *outer = core->basis;
        core->center = wide3_add(core->center, wide_mat3_mul_vec(outer, wide3_from(shift)));
        if (core->shape->kind == GRAZE_SHAPE_TRANSFORMED) {
            const wide_mat3 turned = {{wide_mat3_mul_vec(outer, wide3_from(inner.col[0])),
                                       wide_mat3_mul_vec(outer, wide3_from(inner.col[1])),
                                       wide_mat3_mul_vec(outer, wide3_from(inner.col[2]))}};
            core->own = turned;
            core->basis = &core->own;
        }
        core->shape = child;
    }
}

/* A point, or a segment from -half to half. */
static void set_segment(wide3 half, gz_revolution *out) {
    double length = wide3_length(half);
    out->profile = length > 0 ? GZ_PROFILE_SEGMENT : GZ_PROFILE_POINT;
    out->half = length;
    if (length > 0) out->axis = wide3_scale(half, 1 / length);
}

/* The body is the image of one of revolution about local y of the given radius and half height. Of the
 * images x, z of the two unit vectors across, in a basis that keeps it round, both are as long and
 * stand upright on the axis and each other. By how much they do not moves the points of a circle by at
 * most the root of the sum of the squares. */
static void set_round(gz_profile profile, const wide_mat3 *basis, double radius, double half,
                      gz_revolution *out) {
    wide3 x = basis->col[0], y = basis->col[1], z = basis->col[2];
    double across = wide3_length(x), along = wide3_length(y);
    if (!(radius > 0) || !(across > 0) || !(along > 0)) {
        set_segment(wide3_scale(y, half), out);
        out->off = radius * (across + wide3_length(z));
        return;
    }
    out->profile = profile;
    out->axis = wide3_scale(y, 1 / along);
    out->radius = radius * across;
    out->half = half * along;
    wide3 miss = wide3_make(wide3_dot(x, out->axis), wide3_dot(z, out->axis), wide3_dot(x, z) / across);
    double longer = wide3_length(z) - across;
    out->off = radius * sqrt(wide3_length_squared(miss) + longer * longer);
}

/* The half axes of an ellipsoid: the one about which it is the most round becomes the axis. */
static void set_ellipsoid(const wide_mat3 *basis, vec3 radii, gz_revolution *out) {
    wide3 half[3] = {wide3_scale(basis->col[0], (double)radii.x),
                     wide3_scale(basis->col[1], (double)radii.y),
                     wide3_scale(basis->col[2], (double)radii.z)};
    double length[3];
    for (int i = 0; i < 3; ++i) length[i] = wide3_length(half[i]);
    int axis = 1;
    for (int i = 0; i < 3; ++i) {
        double apart = fabs(length[(i + 1) % 3] - length[(i + 2) % 3]);
        if (apart < fabs(length[(axis + 1) % 3] - length[(axis + 2) % 3])) axis = i;
    }
    wide_mat3 turned = {{half[(axis + 1) % 3], half[axis], half[(axis + 2) % 3]}};
    if (!(length[axis] > 0)) { /* flat: a disc */
        wide3 up = wide3_cross(turned.col[0], turned.col[2]);
        if (!(wide3_length(up) > 0)) {
            set_segment(wide3_add(turned.col[0], turned.col[2]), out);
            return;
        }
        turned.col[1] = up;
        set_round(GZ_PROFILE_CYLINDER, &turned, 1, 0, out);
        return;
    }
    set_round(GZ_PROFILE_ELLIPSE, &turned, 1, 1, out);
}

bool gz_revolution_of(const gz_operand *operand, gz_revolution *out) {
    if (operand->whole) return false;
    gz_inner_core core;
    gz_inner_core_of(operand, &core);
    const graze_shape *shape = core.shape;
    *out = (gz_revolution){.profile = GZ_PROFILE_POINT, .center = core.center};
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SPHERE:
        return true;
    case GRAZE_SHAPE_SEGMENT: {
        wide3 ends = wide3_sub(wide3_from(shape->vertices[1]), wide3_from(shape->vertices[0]));
        set_segment(wide_mat3_mul_vec(core.basis, wide3_scale(ends, 0.5)), out);
        return true;
    }
    case GRAZE_SHAPE_CAPSULE:
        set_segment(wide3_scale(core.basis->col[1], (double)shape->half.y - (double)shape->radius),
                    out);
        return true;
    case GRAZE_SHAPE_CYLINDER:
        set_round(GZ_PROFILE_CYLINDER, core.basis, (double)shape->half.x, (double)shape->half.y, out);
        return true;
    case GRAZE_SHAPE_CONE:
        set_round(GZ_PROFILE_CONE, core.basis, (double)shape->half.x, (double)shape->half.y, out);
        return true;
    case GRAZE_SHAPE_ELLIPSOID:
        if (!(shape->radius > 0)) set_ellipsoid(core.basis, shape->half, out);
        return true;
    default:
        return false;
    }
}
