/* SPDX-License-Identifier: MIT
 * What all vertices of an array reach to. Coordinates that are packed are read as they come, as many at
 * once as fit into three registers: the first, fourth, ... lane of these has x of a vertex, the next
 * one y, and so on. */
#include <math.h>
#include <string.h>

#include "mesh/fit.h"

typedef struct reach {
    double lo[3], hi[3];
    bool finite; /* are all? */
} reach;

static inline void add_coordinate(reach *r, int axis, double lo, double hi) {
    r->lo[axis] = lo < r->lo[axis] ? lo : r->lo[axis];
    r->hi[axis] = hi > r->hi[axis] ? hi : r->hi[axis];
}

/* Vectors T of so many lanes; returns the number of coordinates that were read. What is not finite is
 * no number when it is multiplied by zero, and stays so. */
#define RANGE_OF_PACKED(name, target, T, scalar, lanes)                                                \
    target static size_t name(const char *at, size_t count, reach *r) {                                \
        size_t step = 3 * (lanes), end = count / step * step;                                          \
        T lo[3], hi[3], flaw[3], zero = T##_splat(0);                                                  \
        for (int k = 0; k < 3; ++k) {                                                                  \
            lo[k] = T##_splat(INFINITY), hi[k] = T##_splat(-INFINITY);                                 \
            flaw[k] = zero;                                                                            \
        }                                                                                              \
        for (size_t i = 0; i < end; i += step)                                                         \
            for (size_t k = 0; k < 3; ++k) {                                                           \
                T p;                                                                                   \
                memcpy(&p, at + (i + k * (lanes)) * sizeof(scalar), sizeof p);                         \
                lo[k] = T##_min(lo[k], p);                                                             \
                hi[k] = T##_max(hi[k], p);                                                             \
                flaw[k] = T##_add(flaw[k], T##_mul(p, zero));                                          \
            }                                                                                          \
        scalar least[3 * (lanes)], most[3 * (lanes)];                                                  \
        memcpy(least, lo, sizeof least);                                                               \
        memcpy(most, hi, sizeof most);                                                                 \
        for (int k = 0; k < 3 * (lanes); ++k)                                                          \
            add_coordinate(r, k % 3, (double)least[k], (double)most[k]);                               \
        for (int k = 0; k < 3; ++k)                                                                    \
            r->finite = r->finite && T##_equal_bits(flaw[k], zero) == (1 << (lanes)) - 1;              \
        return end;                                                                                    \
    }
RANGE_OF_PACKED(floats_baseline, , gz_f32x4, float, 4)
RANGE_OF_PACKED(doubles_baseline, , gz_f64x2, double, 2)
#if defined(GZ_HAVE_AVX2)
RANGE_OF_PACKED(floats_avx2, GZ_TARGET_AVX2, gz_f32x8, float, 8)
RANGE_OF_PACKED(doubles_avx2, GZ_TARGET_AVX2, gz_f64x4_avx2, double, 4)
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

/* Vectors T of one vertex each, from a number on. */
#define RANGE_OF_REST(name, T, scalar)                                                                 \
    static void name(const graze_vertices *vertices, size_t first, reach *r) {                         \
        const char *at = (const char *)vertices->data + first * vertices->stride;                      \
        T lo = T##_splat(INFINITY), hi = T##_splat(-INFINITY), zero = T##_splat(0), flaw = zero;       \
        for (size_t i = first; i < vertices->count; ++i, at += vertices->stride) {                     \
            T p = T##_three(at);                                                                       \
            lo = T##_min(lo, p);                                                                       \
            hi = T##_max(hi, p);                                                                       \
            flaw = T##_add(flaw, T##_mul(p, zero));                                                    \
        }                                                                                              \
        _Alignas(16) scalar least[4], most[4];                                                         \
        T##_store(least, lo);                                                                          \
        T##_store(most, hi);                                                                           \
        for (int k = 0; k < 3; ++k) add_coordinate(r, k, (double)least[k], (double)most[k]);           \
        r->finite = r->finite && T##_equal_bits(flaw, zero) == 15;                                     \
    }
RANGE_OF_REST(rest_of_floats, gz_f32x4, float)
RANGE_OF_REST(rest_of_doubles, gz_f64x4, double)

static graze_status judge(const reach *r) {
    double most = 0;
    if (!r->finite) return GRAZE_INVALID_ARGUMENT;
    for (int k = 0; k < 3; ++k) {
        most = fabs(r->lo[k]) > most ? fabs(r->lo[k]) : most;
        most = fabs(r->hi[k]) > most ? fabs(r->hi[k]) : most;
    }
    return most > (double)GRAZE_SHAPE_REACH ? GRAZE_OUT_OF_RANGE : GRAZE_OK;
}

graze_status gz_mesh_range_of_all(const graze_vertices *vertices, gz_mesh_range *range) {
    reach r = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, true};
    size_t count = 3 * vertices->count, done = 0;
    if (vertices->format == GRAZE_VERTEX_FLOAT) {
        if (vertices->stride == 3 * sizeof(float)) done = CHOOSE(floats)(vertices->data, count, &r);
        rest_of_floats(vertices, done / 3, &r);
    } else {
        if (vertices->stride == 3 * sizeof(double)) done = CHOOSE(doubles)(vertices->data, count, &r);
        rest_of_doubles(vertices, done / 3, &r);
    }
    for (int k = 0; k < 3; ++k) { /* zeros are positive, in whatever order they were compared */
        range->lo[k] = r.lo[k] + 0;
        range->hi[k] = r.hi[k] + 0;
    }
    return judge(&r);
}
