/* SPDX-License-Identifier: MIT
 * Two placed shapes brought into one frame, ready for GJK.
 *
 * The frame: A's own axes when A is rigid, world axes otherwise; the origin is A's centre. So a pair's
 * accuracy does not depend on where in the world it is. Lengths are multiplied by a power of two that
 * makes the pair's size lie in [1, 2), so no square over- or underflows.
 *
 * The set GJK looks at is the difference C = core(A) - core(B). Radii and margins stay outside: with
 * r their sum, the signed distance of the pair is that of C from the origin minus r. */
#ifndef GZ_CONVEX_PAIR_H
#define GZ_CONVEX_PAIR_H

#include "shape/placed.h"

typedef struct gz_operand {
    const graze_shape *shape;
    mat3 basis;    /* the shape's axes in the pair's frame, lengths scaled */
    bool turned;   /* false: the basis is `scale` times the identity */
    bool whole;    /* true: the shape's radius is part of the set (affine poses deform balls) */
    uint32_t hint; /* where the last support vertex was found */
} gz_operand;

typedef struct gz_pair {
    gz_operand a, b;
    vec3 offset; /* centre of A minus centre of B, scaled */
    real radius; /* radii and margins, scaled */
    real error;  /* the rounding radius E, scaled */
    real scale;  /* what lengths were multiplied by: a power of two */
} gz_pair;

/* Checks both and fills in the pair; the status of graze_placed_check, or GRAZE_UNBOUNDED. */
graze_status gz_pair_make(const graze_placed *a, const graze_placed *b, gz_pair *pair);

/* The operand's farthest point along v, relative to its centre, in the pair's frame. */
static inline vec3 gz_operand_support(gz_operand *o, real scale, vec3 v) {
    vec3 local = o->turned ? gz_direction(graze_mat3_tmul_vec(&o->basis, v)) : v;
    vec3 rel = o->whole ? gz_shape_offset(o->shape, local, &o->hint)
                        : o->shape->ops->core(o->shape, local, &o->hint);
    return o->turned ? graze_mat3_mul_vec(&o->basis, rel) : vec3_scale(rel, scale);
}

#endif
