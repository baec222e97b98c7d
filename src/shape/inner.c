/* SPDX-License-Identifier: MIT */
#include "shape/inner.h"

#include "base/tolerance.h"
#include "shape/polytope.h"
#include "shape/unwrap.h"

static real least(vec3 v) { return graze_min(v.x, graze_min(v.y, v.z)); }

/* The height of the lowest facet above the centre; the planes are given in float and in units. */
static real lowest_facet(const gz_polytope *polytope) {
    const gz_facets *facets = polytope->facets;
    if (!facets || facets->loose) return -1;
    float height = facets->planes.height[0];
    for (uint32_t i = 1; i < facets->count; ++i)
        if (facets->planes.height[i] < height) height = facets->planes.height[i];
    double inner = ((double)height - GZ_SIEVE_SLACK) * facets->unit;
    return inner > 0 ? (real)inner : -1;
}

real gz_inner_radius(const graze_shape *shape) {
    const real down = 1 - 8 * GRAZE_EPSILON;
    vec3 half = shape->half;
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SEGMENT:
    case GRAZE_SHAPE_SPHERE:
    case GRAZE_SHAPE_CAPSULE:
        return 0;
    case GRAZE_SHAPE_BOX:
    case GRAZE_SHAPE_CYLINDER:
    case GRAZE_SHAPE_ELLIPSOID:
        return shape->radius > 0 ? -1 : least(half) * down;
    case GRAZE_SHAPE_CONE: /* seen from half its height; the slope falls by 2 half.y on half.x */
        return graze_min(half.y, half.x * (half.y / vec3_length(vec3_make(half.x, 2 * half.y, 0)))) *
               down;
    case GRAZE_SHAPE_POLYTOPE:
    case GRAZE_SHAPE_KDOP:
        return lowest_facet((const gz_polytope *)shape);
    case GRAZE_SHAPE_ROUNDED:
        return gz_rounded_child(shape)->inner;
    default:
        return -1;
    }
}
