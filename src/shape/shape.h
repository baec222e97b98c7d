/* SPDX-License-Identifier: MIT
 * What a convex shape is inside.
 *
 * Every shape is a core and a radius: shape = { x + r u : x in core, |u| <= 1 }. A sphere is a point
 * with a radius, a capsule a segment with one. Support points are relative to the shape's centre
 * (the middle of its local box), so a shape far from its own origin loses nothing. In formulas:
 *
 *     support of the shape along v = center + core(v) + radius v / |v|
 *
 * Invariants, set by the constructors and never changed afterwards:
 *   - center, half, extent, radius, support_error are finite and the last four nonnegative;
 *   - |core point - center| components <= half - radius up to rounding; |x - center| <= extent for
 *     every x of the shape (extent counts the radius);
 *   - for every direction, center + core(v) lies within support_error of the true core and falls
 *     short of its support plane by at most support_error (an absolute length, local units). */
#ifndef GZ_SHAPE_SHAPE_H
#define GZ_SHAPE_SHAPE_H

#include <stdatomic.h>

#include "graze/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

/* A growing description; length counts what would have been written, as snprintf does. */
typedef struct gz_text {
    char *out;
    size_t size, length;
} gz_text;

typedef struct gz_shape_ops {
    /* The core's farthest point along v, relative to the centre. v has been through gz_direction and
     * may be zero (any boundary point then). hint, never NULL, is where to start looking and where
     * the index of the vertex found is left; shapes without vertices leave it alone. Ties take the
     * lowest index when scanning. NULL for the half-space. */
    vec3 (*core)(const graze_shape *shape, vec3 v, uint32_t *hint);
    /* A ball around the whole shape, radius included. NULL: the ball of extent around the centre. */
    graze_sphere (*bounding_sphere)(const graze_shape *shape);
    /* Volume and centre, by closed form. NULL: by fitting polytopes (measure.c). */
    graze_status (*measure)(const graze_shape *shape, graze_shape_mass *out);
    /* Appends "kind(sizes)"; depth counts down to 0 = write "...". */
    void (*describe)(const graze_shape *shape, gz_text *text, int depth);
    /* Releases what the shape owns beside its own block. NULL: nothing. */
    void (*destroy)(graze_shape *shape);
    /* Shapes with vertices: the index of the one that core finds, with hint as where to start. The
     * direction comes as three numbers and the point is left to the caller to look up, because
     * compilers hand over vectors through memory: that takes as long as looking at eight vertices.
     * NULL otherwise. */
    uint32_t (*corner)(const graze_shape *shape, real x, real y, real z, uint32_t hint);
    /* From where to where the whole shape reaches, relative to the centre, along each row r of the
     * matrix: the least and the largest r . x, off by no more than |r| times the support's error and
     * three units of the extent. NULL: two support points for each row tell. */
    void (*spans)(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above);
} gz_shape_ops;

struct graze_shape {
    const gz_shape_ops *ops;
    graze_shape_kind kind;
    atomic_uint owners;
    size_t bytes;       /* of this block, for the allocator */
    vec3 center, half;  /* of the local box, radius included */
    real extent;        /* bound on the distance of any point from the centre */
    real reach;         /* bound on the distance of any point from the local origin (gz_shape_finish) */
    real radius;        /* of the ball around the core */
    real inner;         /* a ball of this radius round the centre lies in the core (inner.h), */
    vec3 heart;         /* and so does one round this place, of the */
    real inmost;        /* radius inmost: about as large as any */
    vec3 oval;          /* semi-axes of an ellipsoid around the core, or zero (oval.h) */
    real support_error; /* see above */
    bool bounded;       /* false for half-spaces alone */
    bool convex;        /* false for meshes, height fields and compounds */
    bool plain;         /* both: what the algorithms on support mappings take (gz_shape_finish) */
    bool few;           /* a polytope of up to eight vertices (convex/few.h) */
    const vec3 *vertices; /* polytopes: exact local coordinates by hint index; NULL otherwise */
    uint32_t vertex_count;
    const struct gz_star *stars; /* large polytopes: by hint index (hull/stars.h); else NULL */
    uint64_t stamp;              /* what the core is made of, in a number (stamp.h) */
};

/* A block of the given size (>= sizeof(graze_shape)) with the header filled in: one owner, bounded,
 * convex, everything else zero. NULL when memory is out. */
graze_shape *gz_shape_allocate(size_t bytes, graze_shape_kind kind, const gz_shape_ops *ops);

/* Sets center, half and extent from a core box (lo, hi in local coordinates) and shape->radius,
 * rounding outward; extent is the half diagonal unless the caller lowers it afterwards. */
void gz_shape_set_box(graze_shape *shape, vec3 lo, vec3 hi);

/* Hands out a finished shape: checks that it lies within GRAZE_SHAPE_REACH, else frees it and
 * returns GRAZE_OUT_OF_RANGE. A NULL shape is GRAZE_OUT_OF_MEMORY. The end of every constructor. */
graze_status gz_shape_finish(graze_shape *shape, graze_shape **out);

/* GRAZE_INVALID_ARGUMENT for NULL, GRAZE_UNBOUNDED for a half-space. */
graze_status gz_shape_check_bounded(const graze_shape *shape);
/* Likewise, and GRAZE_NOT_CONVEX for a mesh: the check of every wrapper and pair. */
graze_status gz_shape_check_convex(const graze_shape *shape);

/* Vertex i relative to the centre, of shapes with vertices. */
static inline vec3 gz_shape_vertex(const graze_shape *shape, uint32_t i) {
    return vec3_sub(shape->vertices[i], shape->center);
}

/* The full shape's support relative to its centre: core and radius. v through gz_direction. */
static inline vec3 gz_shape_offset(const graze_shape *shape, vec3 v, uint32_t *hint) {
    vec3 core = shape->ops->core(shape, v, hint);
    return shape->radius > 0 ? vec3_add_scaled(core, shape->radius, gz_unit(v)) : core;
}

/* A bound on the error of gz_shape_offset, as support_error is for the core: the ball's rounding and
 * the sum count too. */
real gz_shape_offset_error(const graze_shape *shape);

/* The core point that a support call found under this hint, if hints name points: polytopes and boxes.
 * Any number may be asked for; false if it names nothing. */
bool gz_shape_core_vertex(const graze_shape *shape, uint32_t hint, vec3 *point);

/* The full shape's support point in local coordinates, a vertex exactly where there are vertices. */
vec3 gz_shape_support_point(const graze_shape *shape, vec3 v);

/* A ball around a bounded shape. */
graze_sphere gz_shape_ball(const graze_shape *shape);

/* describe.c */
void gz_text_add(gz_text *text, const char *words);
void gz_text_add_real(gz_text *text, real number); /* %g without the C library's locale */
/* "name(a, b, c)" */
void gz_text_add_sizes(gz_text *text, const char *name, const real *sizes, int count);
void gz_text_add_shape(gz_text *text, const graze_shape *shape, int depth);

/* measure.c: volume and centre of any bounded shape by polytopes from inside and outside. */
graze_status gz_shape_measure_by_fitting(const graze_shape *shape, graze_shape_mass *out);

#endif
