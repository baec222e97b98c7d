/* SPDX-License-Identifier: MIT
 * The curved part of a cylinder, cone or ellipsoid, for Newton's method (smooth_finish.h). */
#ifndef GZ_CONVEX_SMOOTH_CURVE_H
#define GZ_CONVEX_SMOOTH_CURVE_H

#include "base/tolerance.h"
#include "convex/gjk.h"

/* What moves on an operand: the image of the unit circle (about y) or sphere under the columns g. */
typedef struct gz_curve {
    wide3 g[3];            /* the second of an ellipsoid only */
    wide3 s;               /* the place on the circle or sphere */
    wide3 point, slope[2]; /* its image, and the derivatives along unit vectors across s */
    wide3 level;           /* of the rims of a cylinder or cone above and below the centre */
    int numbers;           /* 0: only corners, 1: rims, 2: an ellipsoid */
    bool has_apex;
} gz_curve;

static inline bool gz_is_round(const graze_shape *shape) {
    const unsigned kinds =
        1u << GRAZE_SHAPE_CYLINDER | 1u << GRAZE_SHAPE_CONE | 1u << GRAZE_SHAPE_ELLIPSOID;
    return (1u << shape->kind & kinds) && !(shape->radius > 0);
}

/* Everything but the place and what follows from it. */
static inline void gz_curve_of(const gz_operand *operand, gz_curve *out) {
    const graze_shape *shape = operand->shape;
    const wide_mat3 *basis = &operand->basis;
    out->numbers = 0;
    if (!gz_is_round(shape)) return;
    bool ellipsoid = shape->kind == GRAZE_SHAPE_ELLIPSOID;
    out->numbers = ellipsoid ? 2 : 1;
    out->has_apex = shape->kind == GRAZE_SHAPE_CONE;
    wide3 along = wide3_scale(basis->col[1], (double)shape->half.y);
    out->g[0] = wide3_scale(basis->col[0], (double)shape->half.x);
    out->g[2] = wide3_scale(basis->col[2], (double)shape->half.z);
    *(ellipsoid ? &out->g[1] : &out->level) = along;
    if (ellipsoid) out->level = wide3_make(0, 0, 0);
}

/* The place whose image is farthest along v. */
static inline wide3 gz_curve_farthest(const gz_curve *k, wide3 v) {
    double y = k->numbers == 2 ? wide3_dot(k->g[1], v) : 0;
    wide3 s = wide3_make(wide3_dot(k->g[0], v), y, wide3_dot(k->g[2], v));
    double length = wide3_length(s);
    return length > 0 ? wide3_scale(s, 1 / length) : wide3_make(1, 0, 0);
}

/* How far a round shape reaches along v from its centre, and which piece of it does. */
static inline double gz_round_reach(const gz_operand *operand, wide3 v, uint32_t *hint) {
    const graze_shape *shape = operand->shape;
    const wide3 *axis = operand->basis.col;
    double x = wide3_dot(axis[0], v) * (double)shape->half.x;
    double y = wide3_dot(axis[1], v) * (double)shape->half.y;
    double z = wide3_dot(axis[2], v) * (double)shape->half.z;
    *hint = 0;
    if (shape->kind == GRAZE_SHAPE_ELLIPSOID) return sqrt(x * x + y * y + z * z);
    double rim = sqrt(x * x + z * z);
    if (shape->kind == GRAZE_SHAPE_CYLINDER) {
        *hint = y < 0;
        return fabs(y) + rim;
    }
    *hint = y < rim - y;
    return *hint ? rim - y : y;
}

static inline bool gz_curve_is_apex(const gz_curve *k, uint32_t hint) {
    return k->has_apex && hint == 0;
}

static inline wide3 gz_curve_level(const gz_curve *k, uint32_t hint) {
    static const double sign[2] = {1, -1}; /* which nobody could predict: without a branch */
    return wide3_scale(k->level, sign[hint != 0]);
}

/* Does a flat end of a cylinder or cone look towards the other, along that vector or nearly so? */
static inline bool gz_curve_faces(const gz_curve *k, wide3 toward) {
    if (k->numbers != 1) return false;
    wide3 n = wide3_cross(k->g[2], k->g[0]);
    double along = wide3_dot(n, toward);
    return along * along > GZ_SMOOTH_FACING * wide3_length_squared(n) * wide3_length_squared(toward);
}

/* The flat end of a cylinder or cone (the curve k of A or of B) that faces the other, and the other's
 * point nearest to its plane. If that is over the end they are the answer, and gjk gets the triangle of
 * the rim around the foot. False if not, or not nearer than what gjk has, or in contact. Only if it
 * faces v (gz_curve_faces). */
bool gz_smooth_end(gz_pair *pair, const gz_goal *goal, const gz_curve *k, bool of_a, gz_gjk *gjk);

#endif
