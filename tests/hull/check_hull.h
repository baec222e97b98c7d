/* SPDX-License-Identifier: MIT
 * Checks that the tests of hulls share. */
#ifndef GRAZE_TESTS_CHECK_HULL_H
#define GRAZE_TESTS_CHECK_HULL_H

#include "base/exact.h"
#include "harness.h"

/* Where a check stands: the seed and the number of the case, for the message. */
typedef struct check {
    uint64_t seed;
    long number;
} check;

static inline void check_given(graze_vec3 v, double out[3]) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

static inline uint32_t check_next(uint32_t h) { return h - h % 3 + (h + 1) % 3; }

/* S3: closed, Euler's formula on facets and on triangles, degree at least 3, circulation. */
static inline void check_topology(check at, const graze_hull_view *v) {
    if (v->dimension < 2) {
        TEST_CHECK(v->vertex_count == (uint32_t)v->dimension + 1 && v->triangle_count == 0 &&
                       v->facet_count == 0,
                   at.seed, at.number, "%u vertices in dimension %d", v->vertex_count, v->dimension);
        return;
    }
    long edges = v->half_edge_count / 2, sides = v->facet_start[v->facet_count] / 2;
    TEST_CHECK((long)v->vertex_count - edges + v->triangle_count == 2, at.seed, at.number,
               "%u vertices, %ld edges, %u triangles", v->vertex_count, edges, v->triangle_count);
    TEST_CHECK((long)v->vertex_count - sides + v->facet_count == 2, at.seed, at.number,
               "%u vertices, %ld sides, %u facets", v->vertex_count, sides, v->facet_count);
    uint32_t *degree = calloc(v->vertex_count, sizeof *degree);
    uint32_t *first = calloc(v->vertex_count, sizeof *first);
    for (uint32_t h = 0; h < v->half_edge_count; ++h) {
        graze_half_edge edge = v->half_edges[h];
        TEST_CHECK(v->half_edges[edge.twin].twin == h && edge.twin != h &&
                       v->half_edges[check_next(edge.twin)].vertex == edge.vertex,
                   at.seed, at.number, "half-edge %u and twin %u", h, edge.twin);
        degree[edge.vertex]++;
        first[edge.vertex] = h;
    }
    for (uint32_t p = 0; p < v->vertex_count; ++p) {
        TEST_CHECK(degree[p] >= (v->dimension == 3 ? 3u : 2u), at.seed, at.number,
                   "vertex %u has degree %u", p, degree[p]);
        uint32_t h = first[p], steps = 0;
        do {
            h = check_next(v->half_edges[h].twin);
            ++steps;
        } while (h != first[p] && steps <= degree[p]);
        TEST_CHECK(steps == degree[p], at.seed, at.number, "vertex %u: %u of %u edges circulate", p,
                   steps, degree[p]);
    }
    free(degree);
    free(first);
}

/* The side of a point from facet f, by the exact predicates. */
static inline double check_side(const graze_hull_view *v, uint32_t f, graze_vec3 point) {
    const uint32_t *corner = v->facet_corners + v->facet_start[f];
    double p[4][3];
    for (int i = 0; i < 3; ++i) check_given(v->vertices[corner[i]], p[i]);
    check_given(point, p[3]);
    return gz_orient3d(p[0], p[1], p[2], p[3]);
}

/* S4: every point lies inside or on every facet. */
static inline void check_contains(check at, const graze_hull_view *v, const graze_vec3 *points,
                                  int count, int step) {
    for (uint32_t f = 0; f < v->facet_count; ++f)
        for (int i = 0; i < count; i += step)
            TEST_CHECK(check_side(v, f, points[i]) <= 0, at.seed, at.number,
                       "point %d of %d lies outside facet %u of %u", i, count, f, v->facet_count);
}

/* Vertices are input points, in order, and of duplicates the first. */
static inline void check_sources(check at, const graze_hull_view *v, const graze_vec3 *points,
                                 int count) {
    for (uint32_t p = 0; p < v->vertex_count; ++p) {
        uint32_t source = v->source[p];
        TEST_CHECK(source < (uint32_t)count &&
                       memcmp(&v->vertices[p], &points[source], sizeof *points) == 0 &&
                       (p == 0 || source > v->source[p - 1]),
                   at.seed, at.number, "vertex %u has source %u", p, source);
        for (uint32_t i = 0; i < source; ++i)
            TEST_CHECK(!graze_vec3_equal(points[i], points[source]), at.seed, at.number,
                       "source %u repeats %u", source, i);
    }
}

static inline void check_valid(check at, const graze_hull *hull) {
    const char *what = "";
    TEST_CHECK(graze_hull_validate(hull, &what) == GRAZE_OK, at.seed, at.number, "broken: %s", what);
}

/* The planes contain all vertices up to roundings of the extent, and their normals are unit vectors. */
static inline void check_planes(check at, const graze_hull_view *v) {
    double largest = 0;
    for (uint32_t p = 0; p < v->vertex_count; ++p)
        if ((double)graze_vec3_max_abs(v->vertices[p]) > largest)
            largest = (double)graze_vec3_max_abs(v->vertices[p]);
    for (uint32_t f = 0; f < v->facet_count; ++f) {
        double n[3], offset = (double)v->planes[f].offset;
        check_given(v->planes[f].normal, n);
        TEST_CHECK(fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 8 * (double)GRAZE_EPSILON,
                   at.seed, at.number, "normal of facet %u", f);
        for (uint32_t p = 0; p < v->vertex_count; ++p) {
            double x[3];
            check_given(v->vertices[p], x);
            double height = n[0] * x[0] + n[1] * x[1] + n[2] * x[2] + offset;
            TEST_CHECK(height <= 24 * (double)GRAZE_EPSILON * largest, at.seed, at.number,
                       "vertex %u lies %g above the plane of facet %u, extent %g", p, height, f,
                       largest);
        }
    }
}

#endif
