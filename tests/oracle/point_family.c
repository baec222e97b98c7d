/* SPDX-License-Identifier: MIT */
#include "oracle/point_family.h"

#include <math.h>

static const char *const names[FAMILY_COUNT] = {"ellipsoid", "cone",    "bipyramid", "prism", "polygon",
                                                "needle",    "slivers", "grid",      "far"};

const char *point_family_name(point_family family) { return names[family]; }

static graze_vec3 on_circle(uint32_t i, uint32_t count, double y) {
    double angle = 6.283185307179586 * (double)i / (double)count;
    return graze_vec3_make((graze_real)cos(angle), (graze_real)y, (graze_real)sin(angle));
}

/* A point on the surface of a turned cube, rounded. */
static graze_vec3 on_turned_cube(graze_random *random) {
    double c[3];
    int face = (int)(graze_random_bits(random) % 3);
    for (int i = 0; i < 3; ++i) c[i] = (double)graze_random_uniform(random, -1, 1);
    c[face] = graze_random_bits(random) % 2 ? 1 : -1;
    double s = 0.6, t = 0.8; /* two turns of an exact rotation */
    double x = t * c[0] - s * c[1], y = s * c[0] + t * c[1];
    return graze_vec3_make((graze_real)x, (graze_real)(t * y - s * c[2]),
                           (graze_real)(s * y + t * c[2]));
}

static graze_vec3 in_grid(uint32_t count, graze_random *random) {
    int reach = 2;
    while (reach * reach * 4 < (int)count) ++reach;
    for (;;) {
        int c[3];
        for (int i = 0; i < 3; ++i)
            c[i] = (int)(graze_random_bits(random) % (uint64_t)(2 * reach + 1)) - reach;
        int squared = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
        if (squared <= reach * reach && squared >= (reach - 1) * (reach - 1))
            return graze_vec3_make((graze_real)c[0], (graze_real)c[1], (graze_real)c[2]);
    }
}

static graze_vec3 family_point(point_family family, uint32_t i, uint32_t count, graze_random *random) {
    graze_vec3 d = graze_random_direction(random);
    switch (family) {
    case FAMILY_CONE:
        return i == 0 ? graze_vec3_make(0, 2, 0) : on_circle(i - 1, count - 1, -1);
    case FAMILY_BIPYRAMID:
        return i < 2 ? graze_vec3_make(0, i == 0 ? 1 : -1, 0) : on_circle(i - 2, count - 2, 0);
    case FAMILY_PRISM:
        return on_circle(i / 2, count / 2, i % 2 ? 1 : -1);
    case FAMILY_POLYGON:
        return on_circle(i, count, 0.5);
    case FAMILY_NEEDLE:
        return graze_vec3_make(d.x * (graze_real)1e-4, d.y, d.z * (graze_real)1e-4);
    case FAMILY_SLIVERS:
        return on_turned_cube(random);
    case FAMILY_GRID:
        return in_grid(count, random);
    case FAMILY_FAR:
        return graze_vec3_make(d.x + 1000, d.y - 2000, d.z + 500);
    default:
        return graze_vec3_make(d.x, 2 * d.y, d.z / 2);
    }
}

void point_family_make(point_family family, uint32_t count, graze_random *random, graze_vec3 *points) {
    for (uint32_t i = 0; i < count; ++i) points[i] = family_point(family, i, count, random);
}

static graze_vec3 small_integers(graze_random *random) {
    uint64_t bits = graze_random_bits(random);
    return graze_vec3_make((graze_real)((int)(bits % 3) - 1), (graze_real)((int)(bits >> 8) % 3 - 1),
                           (graze_real)((int)(bits >> 16) % 3 - 1));
}

static graze_vec3 across_an_edge(const graze_hull_view *view, graze_random *random) {
    uint32_t a = (uint32_t)(graze_random_bits(random) % view->vertex_count);
    uint32_t first = view->neighbour_start[a], last = view->neighbour_start[a + 1];
    uint32_t b = view->neighbours[first + (uint32_t)(graze_random_bits(random) % (last - first))];
    graze_vec3 edge = graze_vec3_sub(view->vertices[b], view->vertices[a]);
    return graze_vec3_cross(edge, graze_random_direction(random));
}

graze_vec3 point_family_direction(const graze_hull_view *view, long number, graze_random *random) {
    switch (number % 6) {
    case 0:
        return small_integers(random);
    case 1: {
        graze_plane plane = view->planes[graze_random_bits(random) % view->facet_count];
        return number % 12 < 6 ? plane.normal : graze_vec3_neg(plane.normal);
    }
    case 2:
        return across_an_edge(view, random);
    case 3: {
        double angle = 1e-3 * (double)number;
        return graze_vec3_make((graze_real)cos(angle), (graze_real)sin(angle),
                               (graze_real)(cos(0.3 * angle)));
    }
    default:
        return graze_random_direction(random);
    }
}

/* v . (q - p): the differences lose nothing that matters in long double. */
static long double rise(graze_vec3 v, graze_vec3 p, graze_vec3 q) {
    return v.x * ((long double)q.x - p.x) + v.y * ((long double)q.y - p.y) +
           v.z * ((long double)q.z - p.z);
}

/* Doubles find the candidates (off by at most 4 2^-53 of the largest |terms|), long doubles decide. */
long double point_family_shortfall(const graze_vec3 *points, uint32_t count, graze_vec3 v,
                                   uint32_t index) {
    double highest = -INFINITY, largest = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double x = (double)v.x * (double)points[i].x, y = (double)v.y * (double)points[i].y;
        double z = (double)v.z * (double)points[i].z;
        double value = x + y + z, size = fabs(x) + fabs(y) + fabs(z);
        highest = value > highest ? value : highest;
        largest = size > largest ? size : largest;
    }
    double threshold = highest - largest * 0x1p-49;
    long double shortfall = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double value = (double)v.x * (double)points[i].x + (double)v.y * (double)points[i].y +
                       (double)v.z * (double)points[i].z;
        if (value < threshold) continue;
        long double above = rise(v, points[index], points[i]);
        if (above > shortfall) shortfall = above;
    }
    long double length = sqrtl(rise(v, graze_vec3_zero(), v));
    return length > 0 ? shortfall / length : 0;
}
