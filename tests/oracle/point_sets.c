/* SPDX-License-Identifier: MIT */
#include "point_sets.h"

#include <math.h>
#include <string.h>

static int between(graze_random *random, int lo, int hi) {
    return lo + (int)(graze_random_bits(random) % (uint64_t)(hi - lo + 1));
}

static double uniform(graze_random *random) {
    return ldexp((double)(graze_random_bits(random) >> 11), -52) - 1;
}

static graze_vec3 make(double x, double y, double z) {
    return graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
}

static graze_vec3 grid_point(graze_random *random, int size) {
    int x = between(random, -size, size), y = between(random, -size, size);
    return make(x, y, between(random, -size, size));
}

static graze_vec3 in_ball(graze_random *random) {
    for (;;) {
        double x = uniform(random), y = uniform(random), z = uniform(random);
        if (x * x + y * y + z * z <= 1) return make(x, y, z);
    }
}

static graze_vec3 on_sphere(graze_random *random) {
    for (;;) {
        double x = uniform(random), y = uniform(random), z = uniform(random);
        double r = sqrt(x * x + y * y + z * z);
        if (r <= 1 && r > 0.1) return make(x / r, y / r, z / r);
    }
}

static graze_vec3 on_integer_sphere(graze_random *random) {
    for (;;) {
        int x = between(random, -33, 33), y = between(random, -33, 33);
        int rest = 1105 - x * x - y * y;
        if (rest < 0) continue;
        int z = (int)lround(sqrt(rest));
        if (z * z == rest) return make(x, y, between(random, 0, 1) ? z : -z);
    }
}

static graze_vec3 on_cube(graze_random *random) {
    graze_real p[3];
    for (int k = 0; k < 3; ++k) p[k] = (graze_real)uniform(random);
    p[between(random, 0, 2)] = between(random, 0, 1) ? 1 : -1;
    return graze_vec3_make(p[0], p[1], p[2]);
}

static graze_vec3 on_prism(graze_random *random) {
    double angle = 3.14159265358979 * uniform(random);
    return make(cos(angle), sin(angle), between(random, 0, 1));
}

static graze_vec3 of_any_size(graze_random *random) {
    graze_vec3 p;
    do {
#if defined(GRAZE_DOUBLE)
        uint64_t bits[3] = {graze_random_bits(random), graze_random_bits(random),
                            graze_random_bits(random)};
#else
        uint64_t raw[2] = {graze_random_bits(random), graze_random_bits(random)};
        uint32_t bits[3] = {(uint32_t)raw[0], (uint32_t)(raw[0] >> 32), (uint32_t)raw[1]};
#endif
        memcpy(&p, bits, sizeof p);
    } while (!graze_vec3_is_finite(p));
    return p;
}

static graze_vec3 of_least_denormals(graze_random *random) {
    graze_vec3 p = grid_point(random, 50);
#if defined(GRAZE_DOUBLE)
    const graze_real least = 0x1p-1074;
#else
    const graze_real least = 0x1p-149f;
#endif
    return graze_vec3_make(p.x * least, p.y * least, p.z * least);
}

graze_mat3 random_unimodular(graze_random *random) {
    graze_mat3 m = graze_mat3_identity();
    for (int i = 0; i < 4; ++i) {
        int from = between(random, 0, 2), to = (from + between(random, 1, 2)) % 3;
        m.col[to] = graze_vec3_add_scaled(m.col[to], (graze_real)between(random, -2, 2), m.col[from]);
    }
    if (between(random, 0, 1)) m.col[0] = graze_vec3_neg(m.col[0]);
    return m;
}

static graze_vec3 any_point(graze_random *random, point_family family) {
    switch (family) {
    case POINTS_BALL:
        return in_ball(random);
    case POINTS_SPHERE:
        return on_sphere(random);
    case POINTS_SMALL_GRID:
        return grid_point(random, 3);
    case POINTS_LARGE_GRID:
        return grid_point(random, 100000);
    case POINTS_COSPHERICAL:
        return on_integer_sphere(random);
    case POINTS_CUBE_SURFACE:
        return on_cube(random);
    case POINTS_PRISM:
        return on_prism(random);
    case POINTS_ANY_SIZE:
        return of_any_size(random);
    case POINTS_TINY:
        return of_least_denormals(random);
    default:
        return in_ball(random);
    }
}

static void flat_set(graze_random *random, point_family family, int count, graze_vec3 *points) {
    graze_mat3 m = random_unimodular(random);
    graze_vec3 origin = grid_point(random, 20);
    double a = uniform(random), b = uniform(random), c = uniform(random);
    for (int i = 0; i < count; ++i) {
        graze_vec3 p = grid_point(random, 20);
        if (family == POINTS_COLLINEAR) p.y = 0;
        p.z = 0;
        points[i] = graze_vec3_add(graze_mat3_mul_vec(&m, p), origin);
        if (family == POINTS_NEARLY_FLAT) {
            p = in_ball(random);
            points[i] = make((double)p.x, (double)p.y, a * (double)p.x + b * (double)p.y + c);
        }
    }
}

void point_set(graze_random *random, point_family family, int count, graze_vec3 *points) {
    switch (family) {
    case POINTS_COPLANAR:
    case POINTS_COLLINEAR:
    case POINTS_NEARLY_FLAT:
        flat_set(random, family, count, points);
        return;
    default:
        break;
    }
    graze_vec3 few[6], center = grid_point(random, 1000);
    for (int i = 0; i < 6; ++i) few[i] = grid_point(random, 5);
    for (int i = 0; i < count; ++i) {
        points[i] = any_point(random, family);
        if (family == POINTS_DUPLICATES) points[i] = few[between(random, 0, 5)];
        if (family == POINTS_FAR_CLUSTER)
            points[i] = graze_vec3_add(center, graze_vec3_scale(points[i], (graze_real)0x1p-4));
    }
}

bool point_family_is_generic(point_family family) {
    return family == POINTS_BALL || family == POINTS_SPHERE;
}
