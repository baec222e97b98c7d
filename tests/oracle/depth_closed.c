/* SPDX-License-Identifier: MIT */
#include "oracle/depth_closed.h"

#include <math.h>
#include <string.h>

static long double least(long double a, long double b) { return a < b ? a : b; }

/* Twice what is smallest about it: so far must one move to leave its twin. */
static bool in_itself(const solid *s, long double *depth) {
    ld3 size = ld3_from(s->size);
    long double slant = sqrtl(size.x * size.x + size.y * size.y);
    switch (s->kind) {
    case SOLID_SPHERE:
    case SOLID_CAPSULE:
        *depth = 2 * size.x;
        return true;
    case SOLID_BOX:
    case SOLID_CUSTOM:
    case SOLID_ELLIPSOID:
        *depth = 2 * least(size.x, least(size.y, size.z));
        return true;
    case SOLID_CYLINDER:
        *depth = least(2 * size.x, size.y);
        return true;
    case SOLID_CONE:
        *depth = slant > 0 ? least(size.y, 2 * size.x * size.y / slant) : 0;
        return true;
    default:
        return false;
    }
}

static bool same_solid(const solid *a, const solid *b) {
    return a->kind == b->kind && memcmp(&a->size, &b->size, sizeof a->size) == 0;
}

bool oracle_closed_depth(const pair_case *c, long double *depth) {
    const solid *a = c->body_a.solid, *b = c->body_b.solid;
    const graze_pose *pose_a = &c->a.pose, *pose_b = &c->b.pose;
    if (!a || !b) return false;
    if (graze_pose_classify(pose_a) == GRAZE_POSE_AFFINE) return false;
    if (graze_pose_classify(pose_b) == GRAZE_POSE_AFFINE) return false;
    long double scale_a = ld3_length(ld3_from(pose_a->basis.col[1]));
    long double scale_b = ld3_length(ld3_from(pose_b->basis.col[1]));
    long double margins = (long double)c->a.margin + (long double)c->b.margin;
    ld3 between = ld3_sub(ld3_from(pose_b->origin), ld3_from(pose_a->origin));
    if (a->kind == SOLID_SPHERE && b->kind == SOLID_SPHERE) {
        *depth = scale_a * (long double)a->size.x + scale_b * (long double)b->size.x + margins -
                 ld3_length(between);
        return true;
    }
    if (memcmp(&pose_a->basis, &pose_b->basis, sizeof pose_a->basis) != 0) return false;
    if (a->kind == SOLID_CYLINDER && b->kind == SOLID_CYLINDER) {
        ld3 axis = ld3_unit(ld3_from(pose_a->basis.col[1]));
        long double along = fabsl(ld3_dot(axis, between)),
                    across = ld3_length(ld3_cross(axis, between));
        long double side = scale_a * ((long double)a->size.x + (long double)b->size.x) - across;
        long double top = scale_a * ((long double)a->size.y + (long double)b->size.y) / 2 - along;
        *depth = least(side, top) + margins;
        return side >= 0 && top >= 0; /* cores that overlap */
    }
    if (ld3_length(between) > 0 || !same_solid(a, b) || !in_itself(a, depth)) return false;
    *depth = scale_a * *depth + margins;
    return true;
}
