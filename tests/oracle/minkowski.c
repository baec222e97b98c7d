/* SPDX-License-Identifier: MIT */
#include "oracle/minkowski.h"

#include <stdio.h>
#include <stdlib.h>

#include "oracle/features.h"

#if defined(__GNUC__) /* Qhull's header is not written for our warnings */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#endif
#include <libqhull_r/qhull_ra.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#define FLAT 1e-11L

typedef struct cloud {
    ld3 *points;
    int count;
    ld3 origin;               /* the point asked about */
    ld3 frame[3];             /* orthonormal; the first dimension of them span the cloud */
    int dimension;            /* of the cloud before it was extruded */
    long double size, height; /* height: of the true origin above the flat cloud's plane or line */
} cloud;

static cloud differences(const oracle_polyhedron *a, const oracle_polyhedron *b) {
    cloud c = {.count = a->vertex_count * b->vertex_count};
    c.points = malloc(8 * (size_t)c.count * sizeof *c.points); /* room for three extrusions */
    if (!c.points) abort();
    for (int i = 0; i < c.count; ++i)
        c.points[i] = ld3_sub(a->vertices[i / b->vertex_count], b->vertices[i % b->vertex_count]);
    return c;
}

/* x without its components along the first few vectors of the frame. */
static ld3 across(const cloud *c, int dimensions, ld3 x) {
    for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < dimensions; ++k)
            x = ld3_add_scaled(x, -ld3_dot(x, c->frame[k]), c->frame[k]);
    return x;
}

static ld3 farthest_across(const cloud *c, int dimensions) {
    ld3 best = {0, 0, 0};
    for (int i = 0; i < c->count; ++i) {
        ld3 x = across(c, dimensions, ld3_sub(c->points[i], c->points[0]));
        if (ld3_length(x) > ld3_length(best)) best = x;
    }
    return best;
}

/* An orthonormal frame whose first vectors span the cloud, by always taking what sticks out farthest.
 */
static void find_frame(cloud *c) {
    static const ld3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
        ld3 x = farthest_across(c, k);
        if (k == 0) c->size = ld3_length(x);
        if (c->dimension == k && ld3_length(x) > FLAT * c->size) {
            c->dimension = k + 1;
        } else {
            x = (ld3){0, 0, 0};
            for (int i = 0; i < 3; ++i)
                if (ld3_length(across(c, k, axes[i])) > ld3_length(x)) x = across(c, k, axes[i]);
        }
        c->frame[k] = ld3_unit(x);
    }
}

static void extrude(cloud *c) {
    ld3 to = ld3_sub(c->origin, c->points[0]);
    ld3 off = c->dimension == 3 ? (ld3){0, 0, 0} : across(c, c->dimension, to);
    c->height = ld3_length(off);
    c->origin = ld3_sub(c->origin, off);
    long double reach = c->size > 0 ? c->size : 1;
    for (int k = c->dimension; k < 3; ++k) {
        for (int i = 0; i < c->count; ++i) {
            c->points[c->count + i] = ld3_add_scaled(c->points[i], -reach, c->frame[k]);
            c->points[i] = ld3_add_scaled(c->points[i], reach, c->frame[k]);
        }
        c->count *= 2;
    }
}

/* The supporting plane beside one facet triangle: unit outward normal and how far inside the origin is.
 */
typedef struct side {
    ld3 normal;
    long double inside;
} side;

static side supporting(const cloud *c, ld3 x, ld3 y, ld3 z, ld3 outward) {
    ld3 n = ld3_cross(ld3_sub(y, x), ld3_sub(z, x));
    /* A sliver knows its normal worse than Qhull does. */
    if (ld3_length(n) <= 1e-6L * c->size * c->size) n = outward;
    if (ld3_dot(n, outward) < 0) n = ld3_scale(n, -1);
    side s = {ld3_unit(n), -INFINITY};
    for (int i = 0; i < c->count; ++i)
        s.inside = fmaxl(s.inside, ld3_dot(s.normal, ld3_sub(c->points[i], c->origin)));
    return s;
}

/* Looks at all facets: the least inside is the depth if none is negative; else the nearest point of
 * the facet triangles is the distance. */
static oracle_signed read_facets(qhT *qh, const cloud *c) {
    side shallowest = {{0, 0, 0}, INFINITY};
    ld3 nearest = c->points[0];
    facetT *facet;
    FORALLfacets {
        ld3 corner[3];
        int count = 0;
        vertexT *vertex, **vertexp;
        FOREACHvertex_(facet->vertices) {
            if (count < 3) corner[count] = c->points[qh_pointid(qh, vertex->point)];
            ++count;
        }
        if (count != 3) abort();
        ld3 outward = {(long double)facet->normal[0], (long double)facet->normal[1],
                       (long double)facet->normal[2]};
        side s = supporting(c, corner[0], corner[1], corner[2], outward);
        if (s.inside < shallowest.inside) shallowest = s;
        ld3 p = oracle_closest_on_triangle(c->origin, corner[0], corner[1], corner[2]);
        if (ld3_distance(p, c->origin) < ld3_distance(nearest, c->origin)) nearest = p;
    }
    /* A - B lies on the side of A as seen from B, so its outward normal points from A to B. */
    if (shallowest.inside >= 0) return (oracle_signed){-shallowest.inside, shallowest.normal, 3};
    ld3 away = ld3_sub(c->origin, nearest);
    return (oracle_signed){ld3_length(away), ld3_unit(away), 3};
}

static oracle_signed ask_qhull(const cloud *c) {
    coordT *coordinates = malloc((size_t)c->count * 3 * sizeof *coordinates);
    if (!coordinates) abort();
    for (int i = 0; i < c->count; ++i) {
        coordinates[3 * i] = (coordT)c->points[i].x;
        coordinates[3 * i + 1] = (coordT)c->points[i].y;
        coordinates[3 * i + 2] = (coordT)c->points[i].z;
    }
    char command[] = "qhull Qt"; /* triangulated */
    qhT memory, *qh = &memory;
    QHULL_LIB_CHECK
    qh_zero(qh, stderr);
    if (qh_new_qhull(qh, 3, c->count, coordinates, False, command, NULL, stderr) != 0) abort();
    oracle_signed result = read_facets(qh, c);
    qh_freeqhull(qh, !qh_ALL);
    int left, total;
    qh_memfreeshort(qh, &left, &total);
    free(coordinates);
    return result;
}

oracle_signed oracle_minkowski(const oracle_polyhedron *a, const oracle_polyhedron *b) {
    cloud c = differences(a, b);
    find_frame(&c);
    ld3 true_origin = c.origin;
    extrude(&c);
    oracle_signed result = ask_qhull(&c);
    if (c.dimension < 3) {
        /* In the plane: the part within it (none when inside) and the height stand at right angles. */
        long double within = result.distance > 0 ? result.distance : 0;
        ld3 to = ld3_add(ld3_sub(true_origin, c.origin), ld3_scale(result.normal, within));
        result = (oracle_signed){hypotl(within, c.height), ld3_unit(to), c.dimension};
    }
    free(c.points);
    return result;
}
