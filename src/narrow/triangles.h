/* SPDX-License-Identifier: MIT
 * Triangles four at a time: which of four may meet which of four others, by the sides of their planes
 * on which corners lie, in vectors of double. What is ruled out is ruled out for certain; the rest is
 * for the exact test. */
#ifndef GZ_NARROW_TRIANGLES_H
#define GZ_NARROW_TRIANGLES_H

#include "base/common.h"
#include "math/affine.h"

#define GZ_TRIANGLES 4

/* Lanes that are not used have any finite numbers. */
typedef struct gz_triangles {
    _Alignas(32) double p[3][3][GZ_TRIANGLES]; /* corner, coordinate, lane */
    double normal[3][GZ_TRIANGLES];            /* (p1 - p0) x (p2 - p0) */
    double weight[3][GZ_TRIANGLES];            /* what the normal's rounding is measured by */
    double lo[3][GZ_TRIANGLES], hi[3][GZ_TRIANGLES];
    uint32_t count;
} gz_triangles;

/* Where corners lie beside planes, as far as vectors of double tell for certain: bit j for triangle j
 * of b. */
typedef struct gz_side_bits {
    uint8_t above[3], below[3]; /* by corner */
} gz_side_bits;
typedef struct gz_triangle_sides {
    gz_side_bits of_a[GZ_TRIANGLES]; /* the corners of triangle i of a beside the planes of b */
    gz_side_bits of_b[GZ_TRIANGLES]; /* the corners of b beside the plane of triangle i of a */
} gz_triangle_sides;

typedef struct gz_triangles_kernel {
    /* Maps the corners as gz_affine_apply does, if there is a map, and fills in all that follows. */
    void (*complete)(gz_triangles *triangles, const gz_affine *map);
    /* The same with corners, by number and lane, that are three floats somewhere. */
    void (*take)(gz_triangles *triangles, const char *const corners[3][GZ_TRIANGLES],
                 const gz_affine *map);
    /* Bit 4 i + j: triangle i of a may meet j of b. Then their sides are known, too. */
    uint32_t (*candidates)(const gz_triangles *a, const gz_triangles *b, gz_triangle_sides *sides);
} gz_triangles_kernel;

/* Do triangle i of a and triangle j of b, which are candidates, meet? Exact. */
bool gz_triangles_meet(const gz_triangles *a, uint32_t i, const gz_triangles *b, uint32_t j,
                       const gz_triangle_sides *sides);

/* For this machine; they all answer the same. */
const gz_triangles_kernel *gz_triangles_choose(void);

#endif
