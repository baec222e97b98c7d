/* SPDX-License-Identifier: MIT
 * Every promise of graze_hull_view, checked one by one. */
#include "base/exact.h"
#include "base/memory.h"
#include "hull/hull.h"
#include "math/scale.h"

typedef const char *(*promise)(const graze_hull_view *view); /* NULL, or which one is broken */
#if defined(GRAZE_DOUBLE)
#define LEAST 0x1p-1074 /* denormal */
#else
#define LEAST 0x1p-149
#endif

static const char memory_is_out[] = "memory is out";

static void given(const graze_hull_view *view, uint32_t v, double out[3]) {
    out[0] = (double)view->vertices[v].x;
    out[1] = (double)view->vertices[v].y;
    out[2] = (double)view->vertices[v].z;
}

static double orient(const graze_hull_view *view, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    double p[4][3];
    given(view, a, p[0]);
    given(view, b, p[1]);
    given(view, c, p[2]);
    given(view, d, p[3]);
    return gz_orient3d(p[0], p[1], p[2], p[3]);
}

static const char *counts(const graze_hull_view *view) {
    static const uint32_t least[4] = {1, 2, 3, 4};
    if (view->dimension < 0 || view->dimension > 3) return "the dimension is 0, 1, 2 or 3";
    if (view->vertex_count < least[view->dimension]) return "too few vertices for the dimension";
    if (view->dimension < 2 && view->vertex_count > least[view->dimension])
        return "too many vertices for the dimension";
    if (view->half_edge_count != 3 * view->triangle_count) return "half-edges are three a triangle";
    if (view->dimension < 2 && (view->triangle_count || view->facet_count))
        return "points and segments have no facets";
    if (view->dimension == 2 && view->facet_count != 2) return "a polygon has two facets";
    if (view->dimension >= 2 && 2 * view->vertex_count != view->triangle_count + 4)
        return "Euler's formula: vertices - edges + triangles = 2";
    for (uint32_t v = 0; v < view->vertex_count; ++v) {
        if (!vec3_is_finite(view->vertices[v])) return "vertices are finite";
        if (v > 0 && view->source[v] <= view->source[v - 1]) return "vertices are in input order";
    }
    return NULL;
}

static const char *half_edges(const graze_hull_view *view) {
    for (uint32_t h = 0; h < view->half_edge_count; ++h) {
        uint32_t twin = view->half_edges[h].twin;
        if (view->half_edges[h].vertex >= view->vertex_count || twin >= view->half_edge_count)
            return "half-edges refer to what exists";
        if (view->half_edges[twin].twin != h || twin == h) return "twins are mutual";
    }
    for (uint32_t h = 0; h < view->half_edge_count; ++h) {
        uint32_t twin = view->half_edges[h].twin;
        if (view->half_edges[gz_half_edge_next(h)].vertex != view->half_edges[twin].vertex ||
            view->half_edges[gz_half_edge_next(twin)].vertex != view->half_edges[h].vertex ||
            view->half_edges[h].vertex == view->half_edges[twin].vertex)
            return "twins run between the same two vertices, oppositely";
    }
    return NULL;
}

/* How many half-edges leave vertex v, from the first found: following previous and twin must come
 * back there after as many steps. */
static const char *circulation_at(const graze_hull_view *view, uint32_t leaving, uint32_t degree) {
    uint32_t h = leaving;
    for (uint32_t i = 0; i < degree; ++i) {
        h = view->half_edges[gz_half_edge_previous(h)].twin;
        if (h == leaving && i + 1 < degree) return "the half-edges at a vertex are one circle";
    }
    if (h != leaving) return "the half-edges at a vertex are one circle";
    uint32_t v = view->half_edges[leaving].vertex;
    uint32_t count = view->neighbour_start[v + 1] - view->neighbour_start[v];
    const uint32_t *neighbour = view->neighbours + view->neighbour_start[v];
    /* In a polygon each inner edge is there twice, on the front and on the back. */
    if (count != (view->dimension == 3 ? degree : degree / 2 + 1))
        return "degrees and neighbours agree";
    uint32_t start = 0;
    while (start < degree && view->half_edges[gz_half_edge_next(h)].vertex != neighbour[0]) {
        h = view->half_edges[gz_half_edge_previous(h)].twin;
        ++start;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (view->half_edges[gz_half_edge_next(h)].vertex != neighbour[i])
            return "neighbours are the ends of the half-edges, in order";
        h = view->half_edges[gz_half_edge_previous(h)].twin;
    }
    return NULL;
}

static const char *circulation(const graze_hull_view *view) {
    if (view->neighbour_start[0] != 0) return "neighbours start at 0";
    if (view->dimension == 0) return view->neighbour_start[1] ? "a point has no neighbours" : NULL;
    if (view->dimension == 1)
        return view->neighbour_start[1] == 1 && view->neighbour_start[2] == 2 &&
                       view->neighbours[0] == 1 && view->neighbours[1] == 0
                   ? NULL
                   : "the ends of a segment are neighbours";
    size_t bytes = view->vertex_count * 2 * sizeof(uint32_t);
    uint32_t *leaving = gz_allocate(bytes);
    if (!leaving) return memory_is_out;
    uint32_t *degree = leaving + view->vertex_count;
    memset(leaving, 0, bytes);
    for (uint32_t h = view->half_edge_count; h-- > 0;) {
        leaving[view->half_edges[h].vertex] = h;
        degree[view->half_edges[h].vertex]++;
    }
    const char *broken = NULL;
    for (uint32_t v = 0; v < view->vertex_count && !broken; ++v) {
        if (degree[v] < (uint32_t)view->dimension || (view->dimension == 2 && degree[v] % 2))
            broken = "every vertex has at least as many edges as the dimension";
        else
            broken = circulation_at(view, leaving[v], degree[v]);
    }
    gz_release(leaving, bytes);
    return broken;
}

/* Coordinates of a vertex without that of the axis to drop. */
static void project(const graze_hull_view *view, uint32_t v, int drop, double out[2]) {
    double p[3];
    given(view, v, p);
    out[0] = p[(drop + 1) % 3];
    out[1] = p[(drop + 2) % 3];
}

static double turn(const graze_hull_view *view, uint32_t a, uint32_t b, uint32_t c, int drop) {
    double p[3][2];
    project(view, a, drop, p[0]);
    project(view, b, drop, p[1]);
    project(view, c, drop, p[2]);
    return gz_orient2d(p[0], p[1], p[2]);
}

/* A closed chain that turns strictly the same way everywhere and goes round once, i.e. changes its
 * lexicographic direction twice, bounds a strictly convex polygon. */
static const char *polygon_shape(const graze_hull_view *view, const uint32_t *corner, uint32_t count) {
    int drop = 0;
    while (drop < 3 && turn(view, corner[0], corner[1], corner[2], drop) == 0) ++drop;
    if (drop == 3) return "no three corners of a facet are collinear";
    double sense = turn(view, corner[0], corner[1], corner[2], drop);
    uint32_t changes = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t a = corner[i], b = corner[(i + 1) % count], c = corner[(i + 2) % count];
        double t = turn(view, a, b, c, drop), p[3][2];
        if (!(sense > 0 ? t > 0 : t < 0)) return "facets are strictly convex";
        project(view, a, drop, p[0]);
        project(view, b, drop, p[1]);
        project(view, c, drop, p[2]);
        bool up[2];
        for (int k = 0; k < 2; ++k)
            up[k] = p[k][0] < p[k + 1][0] || (p[k][0] == p[k + 1][0] && p[k][1] < p[k + 1][1]);
        changes += up[0] != up[1];
    }
    return changes == 2 ? NULL : "facets go round once";
}

static const char *facets(const graze_hull_view *view) {
    if (view->dimension < 2) return NULL;
    if (view->facet_start[0] != 0) return "facets start at 0";
    uint32_t triangle = 0;
    for (uint32_t f = 0; f < view->facet_count; ++f) {
        const uint32_t *corner = view->facet_corners + view->facet_start[f];
        uint32_t count = view->facet_start[f + 1] - view->facet_start[f];
        if (count < 3 || view->facet_start[f + 1] < view->facet_start[f]) return "facets have corners";
        for (uint32_t i = 0; i < count; ++i) {
            if (corner[i] >= view->vertex_count) return "corners are vertices";
            if (orient(view, corner[0], corner[1], corner[2], corner[i]) != 0)
                return "facets are exactly coplanar";
        }
        const char *broken = polygon_shape(view, corner, count);
        if (broken) return broken;
        for (uint32_t i = 0; i < count - 2; ++i, ++triangle)
            if (triangle >= view->triangle_count || view->triangle_facet[triangle] != f)
                return "the triangles of a facet follow one another, two less than its corners";
    }
    return triangle == view->triangle_count ? NULL : "every triangle is part of a facet";
}

/* The edges of the triangles of a facet that lead to other facets are its sides. */
static const char *facet_sides(const graze_hull_view *view) {
    uint32_t sides = 0;
    for (uint32_t h = 0; h < view->half_edge_count; ++h) {
        uint32_t f = view->triangle_facet[h / 3];
        if (view->triangle_facet[view->half_edges[h].twin / 3] == f) continue;
        uint32_t from = view->half_edges[h].vertex, to = view->half_edges[gz_half_edge_next(h)].vertex;
        uint32_t start = view->facet_start[f], count = view->facet_start[f + 1] - start;
        uint32_t i = 0;
        while (i < count && view->facet_corners[start + i] != from) ++i;
        if (i == count || view->facet_corners[start + (i + 1) % count] != to)
            return "edges between facets are sides of both";
        ++sides;
    }
    return view->dimension < 2 || sides == view->facet_start[view->facet_count]
               ? NULL
               : "every side of a facet is an edge to another";
}

/* In dimension 3: all vertices lie below every facet but its own corners. Together with strictly
 * convex facets that makes every vertex extreme and every facet maximal. */
static const char *convexity(const graze_hull_view *view) {
    if (view->dimension == 1)
        return graze_vec3_equal(view->vertices[0], view->vertices[1]) ? "the ends differ" : NULL;
    for (uint32_t f = 0; f < view->facet_count; ++f) {
        const uint32_t *corner = view->facet_corners + view->facet_start[f];
        uint32_t count = view->facet_start[f + 1] - view->facet_start[f], on = 0;
        for (uint32_t v = 0; v < view->vertex_count; ++v) {
            double side = orient(view, corner[0], corner[1], corner[2], v);
            if (side > 0) return "no vertex lies above a facet";
            on += side == 0;
        }
        if (on != count) return "the vertices on the plane of a facet are its corners";
    }
    return NULL;
}

/* Triangles turn the same way as their facet, as seen from a vertex off the plane; a polygon is
 * watched in projection. */
static const char *triangle_sense(const graze_hull_view *view) {
    for (uint32_t t = 0; t < view->triangle_count; ++t) {
        uint32_t f = view->triangle_facet[t], v[3];
        const uint32_t *corner = view->facet_corners + view->facet_start[f];
        for (uint32_t i = 0; i < 3; ++i) v[i] = view->half_edges[3 * t + i].vertex;
        int drop = 0;
        while (drop < 3 && turn(view, corner[0], corner[1], corner[2], drop) == 0) ++drop;
        double facet_turn = turn(view, corner[0], corner[1], corner[2], drop);
        double own = turn(view, v[0], v[1], v[2], drop);
        if (!(facet_turn > 0 ? own > 0 : own < 0) ||
            orient(view, corner[0], corner[1], corner[2], v[0]) != 0 ||
            orient(view, corner[0], corner[1], corner[2], v[1]) != 0 ||
            orient(view, corner[0], corner[1], corner[2], v[2]) != 0)
            return "triangles lie in their facet, counterclockwise";
    }
    if (view->dimension == 2) {
        uint32_t count = view->facet_start[1];
        for (uint32_t i = 0; i < count; ++i)
            if (view->facet_corners[i] != view->facet_corners[count + (count - i) % count])
                return "the back of a polygon is its front reversed";
    }
    return NULL;
}

/* The largest component of the normal has the sign of the turn in the plane of the other two axes. */
static bool normal_points_out(const graze_hull_view *view, uint32_t facet) {
    const uint32_t *corner = view->facet_corners + view->facet_start[facet];
    int axis = graze_vec3_closest_axis(view->planes[facet].normal);
    real component = graze_vec3_get(view->planes[facet].normal, axis);
    double t = turn(view, corner[0], corner[1], corner[2], axis);
    return component > 0 ? t > 0 : t < 0;
}

/* The highest corner lies on the plane of its facet, up to roundings of the largest. All is taken by a
 * quarter, so that sums do not overflow. */
static bool plane_touches(const graze_hull_view *view, uint32_t facet) {
    graze_plane plane = view->planes[facet];
    double largest = 0, highest = -HUGE_VAL;
    if (!(fabs((double)plane.offset) < (double)GRAZE_REAL_MAX)) return true; /* out of range */
    for (uint32_t c = view->facet_start[facet]; c < view->facet_start[facet + 1]; ++c) {
        double p[3];
        given(view, view->facet_corners[c], p);
        double height = (double)plane.normal.x * (p[0] / 4) + (double)plane.normal.y * (p[1] / 4) +
                        (double)plane.normal.z * (p[2] / 4) + (double)plane.offset / 4;
        double size = fabs(p[0] / 4) + fabs(p[1] / 4) + fabs(p[2] / 4);
        if (size > largest) largest = size;
        if (height > highest) highest = height;
    }
    return fabs(highest) <= 8 * ((double)GRAZE_EPSILON * largest + LEAST);
}

static const char *planes(const graze_hull_view *view) {
    for (uint32_t f = 0; f < view->facet_count; ++f) {
        graze_plane plane = view->planes[f];
        real off = vec3_length_squared(plane.normal) - 1;
        if (!(graze_abs(off) <= 16 * GRAZE_EPSILON)) return "normals are unit vectors";
        if (!normal_points_out(view, f)) return "normals point outwards";
        if (!plane_touches(view, f)) return "planes touch their facets from outside";
    }
    return NULL;
}

graze_status graze_hull_validate(const graze_hull *hull, const char **what) {
    static const promise promises[] = {counts,      half_edges, circulation,    facets,
                                       facet_sides, convexity,  triangle_sense, planes};
    if (!hull) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; ++i) {
        const char *broken = promises[i](&hull->view);
        if (!broken) continue;
        if (broken == memory_is_out) return GRAZE_OUT_OF_MEMORY;
        if (what) *what = broken;
        return GRAZE_INVALID_ARGUMENT;
    }
    return GRAZE_OK;
}
