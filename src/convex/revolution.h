/* SPDX-License-Identifier: MIT
 * Cores that are bodies of revolution, seen through their wrappers.
 *
 * In cylindrical coordinates (r, y) about its axis such a body is { r <= f(y) }; its half profile is
 * one of five. The support function depends on the direction's shares c >= 0 across and s along the
 * axis alone. */
#ifndef GZ_CONVEX_REVOLUTION_H
#define GZ_CONVEX_REVOLUTION_H

#include "convex/pair.h"

/* What is left of an operand's core when wrappers (rounded, transformed, hulls of one shape, sums with
 * a ball) are looked through: basis * core(shape) + center, relative to the operand's centre. */
typedef struct gz_inner_core {
    const graze_shape *shape;
    const wide_mat3 *basis; /* the operand's, or own */
    wide_mat3 own;
    wide3 center;
} gz_inner_core;
void gz_inner_core_of(const gz_operand *operand, gz_inner_core *core);

typedef enum gz_profile {
    GZ_PROFILE_POINT,
    GZ_PROFILE_SEGMENT, /* along the axis */
    GZ_PROFILE_CYLINDER,
    GZ_PROFILE_CONE, /* apex at +half */
    GZ_PROFILE_ELLIPSE
} gz_profile;

typedef struct gz_revolution {
    gz_profile profile;
    wide3 axis;          /* unit, pair's frame; zero for a point */
    wide3 center;        /* from the operand's centre, pair's frame */
    double radius, half; /* greatest radius; half the height */
    double off;          /* the core lies within this distance of the body described, and vice versa */
} gz_revolution;

/* False if the core is not of one of these kinds. Poses may stretch along the axis and across it; what
 * else they do to the shape is counted in off, however large. */
bool gz_revolution_of(const gz_operand *operand, gz_revolution *out);

/* A bound on the distance of its points from its centre. */
static inline double gz_revolution_reach(const gz_revolution *r) {
    return sqrt(r->radius * r->radius + r->half * r->half);
}

#endif
