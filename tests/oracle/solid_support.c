/* SPDX-License-Identifier: MIT
 * Points of solids that attain the height, each from the solid's own geometry. */
#include "oracle/solid.h"

#include <math.h>

static long double toward(long double v, long double size) { return v < 0 ? -size : size; }

static ld3 unit_or_zero(ld3 v) {
    long double length = ld3_length(v);
    return length > 0 ? ld3_scale(v, 1 / length) : (ld3){0, 0, 0};
}

/* The rim point of the disk of that radius at that height; any one for a vertical direction. */
static ld3 on_rim(ld3 v, long double radius, long double y) {
    ld3 u = unit_or_zero((ld3){v.x, 0, v.z});
    return (ld3){u.x * radius, y, u.z * radius};
}

static ld3 farthest_of(const graze_vec3 *points, int count, ld3 v) {
    ld3 best = ld3_from(points[0]);
    for (int i = 1; i < count; ++i) {
        ld3 p = ld3_from(points[i]);
        if (ld3_dot(p, v) > ld3_dot(best, v)) best = p;
    }
    return best;
}

static ld3 composed_support(const solid *s, ld3 v) {
    ld3 best = {0, 0, 0};
    switch (s->kind) {
    case SOLID_ROUNDED:
        return ld3_add(solid_support(s->parts[0], v),
                       ld3_scale(unit_or_zero(v), (long double)s->size.x));
    case SOLID_SUM:
        return ld3_add(solid_support(s->parts[0], v), solid_support(s->parts[1], v));
    case SOLID_HULL:
        for (int i = 0; i < s->count; ++i) {
            ld3 p = solid_support(s->parts[i], v);
            if (i == 0 || ld3_dot(p, v) > ld3_dot(best, v)) best = p;
        }
        return best;
    default:
        best = solid_support(s->parts[0], solid_turn(&s->pose, v, true));
        return ld3_add(solid_turn(&s->pose, best, false), ld3_from(s->pose.origin));
    }
}

ld3 solid_support(const solid *s, ld3 v) {
    ld3 size = ld3_from(s->size), p;
    long double half = size.y / 2;
    switch (s->kind) {
    case SOLID_POINTS:
        return farthest_of(solid_points(s), s->count, v);
    case SOLID_SPHERE:
        return ld3_scale(unit_or_zero(v), size.x);
    case SOLID_BOX:
    case SOLID_CUSTOM:
        return (ld3){toward(v.x, size.x), toward(v.y, size.y), toward(v.z, size.z)};
    case SOLID_CONE:
        p = on_rim(v, size.x, -half);
        return ld3_dot(p, v) > half * v.y ? p : (ld3){0, half, 0};
    case SOLID_CYLINDER:
        return on_rim(v, size.x, toward(v.y, half));
    case SOLID_CAPSULE:
        return ld3_add(ld3_scale(unit_or_zero(v), size.x), (ld3){0, toward(v.y, half), 0});
    case SOLID_ELLIPSOID:
        p = unit_or_zero((ld3){size.x * v.x, size.y * v.y, size.z * v.z});
        return (ld3){size.x * p.x, size.y * p.y, size.z * p.z};
    default:
        return composed_support(s, v);
    }
}
