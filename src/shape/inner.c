/* SPDX-License-Identifier: MIT */
#include "shape/inner.h"

#include <float.h>

#include "base/tolerance.h"
#include "shape/polytope.h"
#include "shape/unwrap.h"

static real least(vec3 v) { return graze_min(v.x, graze_min(v.y, v.z)); }

/* Which facet is the lowest above a place, and how high it is; in float, about the centre and in units.
 */
static uint32_t lowest_facet(const gz_facets *facets, slim3 at, float *height) {
    const gz_planes *p = &facets->planes;
    uint32_t lowest = 0;
    *height = FLT_MAX;
    for (uint32_t i = 0; i < facets->count; ++i) {
        float above = p->height[i] - ((p->x[i] * at.x + p->y[i] * at.y) + p->z[i] * at.z);
        if (!(above < *height)) continue;
        *height = above;
        lowest = i;
    }
    return lowest;
}

/* The radius that planes at this height leave. */
static real room_below(const gz_facets *facets, float height) {
    double room = ((double)height - GZ_SIEVE_SLACK) * facets->unit;
    return room > 0 ? (real)room : -1;
}

/* Away from the lowest facet, again and again, by less each time; the best place counts. */
static void set_polytope(graze_shape *shape) {
    const gz_facets *facets = ((const gz_polytope *)shape)->facets;
    if (!facets || facets->loose) return;
    slim3 at = {0, 0, 0}, best = at;
    float highest, height;
    uint32_t lowest = lowest_facet(facets, at, &highest);
    shape->inner = shape->inmost = room_below(facets, highest);
    if (shape->inner < 0) return;
    for (int i = 0; i < GZ_HEART_STEPS; ++i) {
        float step = GZ_HEART_STEP / (float)(2 + i);
        slim3 n = gz_planes_normal(&facets->planes, lowest);
        at = (slim3){at.x - step * n.x, at.y - step * n.y, at.z - step * n.z};
        lowest = lowest_facet(facets, at, &height);
        if (!(height > highest)) continue;
        highest = height;
        best = at;
    }
    real unit = (real)facets->unit; /* a power of two */
    vec3 way = vec3_make((real)best.x * unit, (real)best.y * unit, (real)best.z * unit);
    shape->heart = vec3_add(shape->center, way);
    shape->inmost = room_below(facets, highest);
}

/* The ball that touches the base and the slope; the centre, at half the height, is above its middle. */
static void set_cone(graze_shape *shape, real down) {
    real r = shape->half.x, h = 2 * shape->half.y, slant = vec3_length(vec3_make(r, h, 0));
    shape->inner = graze_min(shape->half.y, r * (shape->half.y / slant)) * down;
    shape->inmost = shape->inner;
    if (!(shape->inner > 0)) return;
    real radius = r * (h / (r + slant));
    shape->heart = vec3_make(0, radius - shape->half.y, 0);
    shape->inmost = graze_max(radius * down - 4 * GRAZE_EPSILON * h, 0);
}

void gz_inner_set(graze_shape *shape) {
    const real down = 1 - 8 * GRAZE_EPSILON;
    vec3 half = shape->half;
    shape->heart = shape->center;
    shape->inner = shape->inmost = -1;
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SEGMENT:
    case GRAZE_SHAPE_SPHERE:
    case GRAZE_SHAPE_CAPSULE:
        shape->inner = shape->inmost = 0;
        return;
    case GRAZE_SHAPE_BOX:
    case GRAZE_SHAPE_CYLINDER:
    case GRAZE_SHAPE_ELLIPSOID:
        if (!(shape->radius > 0)) shape->inner = shape->inmost = least(half) * down;
        return;
    case GRAZE_SHAPE_CONE:
        set_cone(shape, down);
        return;
    case GRAZE_SHAPE_POLYTOPE:
    case GRAZE_SHAPE_KDOP:
        set_polytope(shape);
        return;
    case GRAZE_SHAPE_ROUNDED:
        shape->inner = gz_rounded_child(shape)->inner;
        shape->heart = gz_rounded_child(shape)->heart;
        shape->inmost = gz_rounded_child(shape)->inmost;
        return;
    default:
        return;
    }
}
