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

#include "base/tolerance.h"
#include "convex/simplex.h"
#include "math/rounding.h"
#include "shape/placed.h"

typedef struct gz_operand {
    const graze_shape *shape;
    wide_mat3 basis; /* the shape's axes in the pair's frame, lengths scaled */
    bool turned;     /* false: the basis is a multiple of the identity */
    bool whole;      /* true: the shape's radius is part of the set (affine poses deform balls) */
    double radius;   /* radius and margin that are not part of the set, scaled */
    uint32_t hint;   /* where the last support vertex was found */
} gz_operand;

typedef struct gz_pair {
    gz_operand a, b;
    wide3 offset;  /* centre of A minus centre of B, scaled */
    double radius; /* of both operands together */
    double error;  /* the rounding radius E, scaled */
    double inner;  /* C holds a ball of this radius round the offset; negative: perhaps not even that */
    double scale;  /* what lengths were multiplied by: a power of two */
    bool rigid;    /* both poses are; what is false may be rigid, too */
    bool bare;     /* true: in world axes and at its own size although A is rigid */
    gz_simplex
        warm; /* points of C to start from, e.g. where the pair's last query ended; count 0: none */
} gz_pair;

/* A size that needs no scaling (GZ_PLAIN_LEAST). */
static inline bool gz_is_plain_length(real size) {
    return (size > (real)GZ_PLAIN_LEAST) & (size < (real)GZ_PLAIN_MOST);
}

/* Checks both and fills in the pair; the status of graze_placed_check, or GRAZE_UNBOUNDED. */
graze_status gz_pair_make(const graze_placed *a, const graze_placed *b, gz_pair *pair);

/* The same for two shapes known to be plain (gz_placed_is_plain). */
void gz_pair_make_plain(const graze_placed *a, const graze_placed *b, gz_pair *pair);

/* The same in world axes and at their own size, if squares of squares stay in range there: cheaper, for
 * closed forms that look at the pair once. Not for a trace, which is given in A's axes. */
void gz_pair_make_bare(const graze_placed *a, const graze_placed *b, gz_pair *pair);

/* What one operand adds to the pair's radius, size and error. */
typedef struct gz_share {
    real radius, size, error;
} gz_share;
static inline gz_share gz_share_of(const graze_placed *placed, real stretch, real ball, real error) {
    return (gz_share){ball + placed->margin, stretch * placed->shape->reach + placed->margin,
                      stretch * error};
}
static inline gz_share gz_share_of_plain(const graze_placed *placed) {
    return gz_share_of(placed, 1 + GZ_ORTHOGONAL * GRAZE_EPSILON, placed->shape->radius,
                       placed->shape->support_error);
}
/* The pair's size, given the distance of the origins, and its rounding radius E, not yet scaled. */
static inline real gz_pair_size(gz_share a, gz_share b, double between) {
    return a.size + b.size + (real)between;
}
static inline double gz_pair_error(gz_share a, gz_share b, real size) {
    return (double)gz_round_up(a.error + b.error + GZ_ERROR_PAIR * GRAZE_EPSILON * size);
}

/* From the pair's frame back to the world: a point given relative to A's centre, and a direction. */
vec3 gz_pair_world_point(const gz_pair *pair, const graze_placed *a, wide3 point);
vec3 gz_pair_world_direction(const gz_pair *pair, const graze_placed *a, wide3 direction);

/* v as the support mappings will see it: rounded to real, so that a bound computed with it holds. */
static inline wide3 gz_pair_direction(wide3 v) { return wide3_from(gz_direction(wide3_round(v))); }

/* A point given relative to the operand's centre in its own axes, in the pair's frame. */
static inline wide3 gz_operand_point(const gz_operand *o, vec3 rel) {
    wide3 wide = wide3_fresh(wide3_from(rel));
    return o->turned ? wide_mat3_mul_vec(&o->basis, wide) : wide3_scale(wide, o->basis.col[0].x);
}

/* The operand's farthest point along v (rounded to real), relative to its centre, in the pair's frame.
 */
static inline wide3 gz_operand_support(gz_operand *o, wide3 v) {
    vec3 local = wide3_round(o->turned ? wide_mat3_tmul_vec(&o->basis, v) : v);
    if (o->turned) local = gz_direction(local);
    const gz_shape_ops *ops = o->shape->ops;
    if (ops->corner && !o->whole) {
        o->hint = ops->corner(o->shape, local.x, local.y, local.z, o->hint);
        return gz_operand_point(o, gz_shape_vertex(o->shape, o->hint));
    }
    vec3 rel =
        o->whole ? gz_shape_offset(o->shape, local, &o->hint) : ops->core(o->shape, local, &o->hint);
    return gz_operand_point(o, rel);
}

/* The point of the difference farthest against v (as gz_pair_direction gives it), and the point of A
 * behind it. */
static inline wide3 gz_pair_support(gz_pair *pair, wide3 v, wide3 *a) {
    *a = gz_operand_support(&pair->a, wide3_neg(v));
    wide3 b = gz_operand_support(&pair->b, v);
    return wide3_add(wide3_sub(*a, b), pair->offset);
}

#endif
