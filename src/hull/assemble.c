/* SPDX-License-Identifier: MIT
 * From an outline to a hull: triangles, half-edges, neighbours, planes, all in one block. */
#include "base/memory.h"
#include "hull/hull.h"

#define NONE GRAZE_HULL_NONE

/* The arrays of a hull under construction: those of the view, writable. */
typedef struct assembly {
    const gz_hull_outline *outline;
    graze_vec3 *vertices;
    uint32_t *source;
    graze_half_edge *half_edges;
    uint32_t *triangle_facet;
    graze_plane *planes;
    uint32_t *facet_start, *facet_corners, *neighbour_start, *neighbours;
    uint32_t vertex_count, triangle_count, facet_count, corner_count, neighbour_count;
    uint32_t triangles; /* made so far */
    uint32_t *boundary; /* scratch: for each corner of the outline the half-edge of its edge */
} assembly;

static void count_parts(assembly *a) {
    const gz_hull_outline *o = a->outline;
    uint32_t corners = (uint32_t)o->corner.count;
    a->vertex_count = (uint32_t)o->source.count;
    if (o->dimension < 2) {
        a->neighbour_count = o->dimension == 1 ? 2 : 0;
    } else if (o->dimension == 2) {
        a->facet_count = 2;
        a->corner_count = 2 * corners;
        a->triangle_count = 2 * (corners - 2);
        a->neighbour_count = 2 * (2 * corners - 3);
    } else {
        a->facet_count = (uint32_t)o->facet_start.count - 1;
        a->corner_count = corners;
        a->triangle_count = corners - 2 * a->facet_count;
        a->neighbour_count = 3 * a->triangle_count;
    }
}

/* Carves size bytes out of a block at *offset, or only counts when there is no block yet. */
static void *carve(unsigned char *block, size_t *offset, size_t count, size_t size) {
    size_t start = (*offset + 15) / 16 * 16;
    *offset = start + count * size;
    return block ? block + start : NULL;
}

/* Places all arrays in a block; returns its size. */
static size_t lay_out(assembly *a, unsigned char *block) {
    size_t end = sizeof(graze_hull);
    a->vertices = carve(block, &end, a->vertex_count, sizeof *a->vertices);
    a->half_edges = carve(block, &end, 3 * (size_t)a->triangle_count, sizeof *a->half_edges);
    a->planes = carve(block, &end, a->facet_count, sizeof *a->planes);
    a->source = carve(block, &end, a->vertex_count, sizeof *a->source);
    a->triangle_facet = carve(block, &end, a->triangle_count, sizeof *a->triangle_facet);
    a->facet_start = carve(block, &end, (size_t)a->facet_count + 1, sizeof *a->facet_start);
    a->facet_corners = carve(block, &end, a->corner_count, sizeof *a->facet_corners);
    a->neighbour_start = carve(block, &end, (size_t)a->vertex_count + 1, sizeof *a->neighbour_start);
    a->neighbours = carve(block, &end, a->neighbour_count, sizeof *a->neighbours);
    return end;
}

static void link_twins(assembly *a, uint32_t h, uint32_t twin) {
    a->half_edges[h].twin = twin;
    a->half_edges[twin].twin = h;
}

/* A triangle of the facet's corners i, j, k (relative to its first corner). */
static uint32_t add_triangle(assembly *a, uint32_t facet, uint32_t i, uint32_t j, uint32_t k) {
    const uint32_t *corner = a->outline->corner.at + a->outline->facet_start.at[facet];
    uint32_t t = a->triangles++;
    a->triangle_facet[t] = facet;
    a->half_edges[3 * t].vertex = corner[i];
    a->half_edges[3 * t + 1].vertex = corner[j];
    a->half_edges[3 * t + 2].vertex = corner[k];
    return t;
}

/* Triangulates the part of a facet beyond half-edge h, which runs from corner i to corner j: the
 * corners i to j in order. Halving gives each corner at most one edge a level and side. */
static void halve(assembly *a, uint32_t facet, uint32_t h, uint32_t i, uint32_t j) {
    uint32_t start = a->outline->facet_start.at[facet];
    uint32_t count = a->outline->facet_start.at[facet + 1] - start;
    if (j == i + 1) {
        a->boundary[start + i] = h;
        return;
    }
    uint32_t middle = i + (j - i) / 2;
    uint32_t t = add_triangle(a, facet, i, middle, j == count ? 0 : j);
    link_twins(a, h, 3 * t + 2);
    halve(a, facet, 3 * t, i, middle);
    halve(a, facet, 3 * t + 1, middle, j);
}

static void triangulate(assembly *a, uint32_t facet) {
    uint32_t count = a->outline->facet_start.at[facet + 1] - a->outline->facet_start.at[facet];
    uint32_t third = count / 3, two_thirds = third + (count - third) / 2;
    uint32_t t = add_triangle(a, facet, 0, third, two_thirds);
    halve(a, facet, 3 * t, 0, third);
    halve(a, facet, 3 * t + 1, third, two_thirds);
    halve(a, facet, 3 * t + 2, two_thirds, count);
}

/* Where all facets are triangles, as in most sets without symmetry, half-edges are corners. */
static void copy_triangles(assembly *a) {
    const gz_hull_outline *o = a->outline;
    for (uint32_t f = 0; f < a->facet_count; ++f) a->triangle_facet[f] = f;
    for (uint32_t c = 0; c < a->corner_count; ++c)
        a->half_edges[c] = (graze_half_edge){.vertex = o->corner.at[c], .twin = o->mate.at[c]};
}

static void triangulate_all(assembly *a) {
    for (uint32_t f = 0; f < a->facet_count; ++f) triangulate(a, f);
    for (uint32_t c = 0; c < a->corner_count; ++c)
        a->half_edges[a->boundary[c]].twin = a->boundary[a->outline->mate.at[c]];
}

static void build_solid(assembly *a) {
    const gz_hull_outline *o = a->outline;
    if (a->triangle_count == a->facet_count)
        copy_triangles(a);
    else
        triangulate_all(a);
    memcpy(a->facet_corners, o->corner.at, a->corner_count * sizeof *a->facet_corners);
    memcpy(a->facet_start, o->facet_start.at, (a->facet_count + 1) * sizeof *a->facet_start);
}

/* The back of a polygon is its front mirrored: triangle (a, b, c) becomes (a, c, b). */
static uint32_t mirrored(const assembly *a, uint32_t h) {
    return 3 * (h / 3 + a->triangle_count / 2) + 2 - h % 3;
}

static void build_polygon(assembly *a) {
    const uint32_t corners = a->corner_count / 2, front = a->triangle_count / 2;
    triangulate(a, 0);
    for (uint32_t c = 0; c < corners; ++c) link_twins(a, a->boundary[c], mirrored(a, a->boundary[c]));
    for (uint32_t h = 0; h < 3 * front; ++h) {
        uint32_t next = h % 3 == 2 ? h - 2 : h + 1, twin = a->half_edges[h].twin;
        a->half_edges[mirrored(a, h)].vertex = a->half_edges[next].vertex;
        a->triangle_facet[front + h / 3] = 1;
        if (twin < 3 * front) a->half_edges[mirrored(a, h)].twin = mirrored(a, twin);
    }
    for (uint32_t c = 0; c < corners; ++c) {
        a->facet_corners[c] = a->outline->corner.at[c];
        a->facet_corners[corners + c] = a->outline->corner.at[c == 0 ? 0 : corners - c];
    }
    for (uint32_t f = 0; f <= 2; ++f) a->facet_start[f] = f * corners;
}

/* The neighbours of each vertex counterclockwise, each once: in a polygon those of its front. */
static void find_neighbours(assembly *a) {
    const uint32_t front = a->outline->dimension == 2 ? a->triangle_count / 2 : a->triangle_count;
    uint32_t *leaving = a->neighbour_start; /* a half-edge that leaves each vertex */
    for (uint32_t h = 3 * front; h-- > 0;) leaving[a->half_edges[h].vertex] = h;
    if (a->outline->dimension == 2)
        for (uint32_t c = 0; c < a->corner_count / 2; ++c)
            leaving[a->outline->corner.at[c]] = a->boundary[c];
    uint32_t count = 0;
    for (uint32_t v = 0; v < a->vertex_count; ++v) {
        uint32_t first = leaving[v], h = first;
        a->neighbour_start[v] = count;
        do {
            a->neighbours[count++] = a->half_edges[gz_half_edge_next(h)].vertex;
            uint32_t arriving = gz_half_edge_previous(h);
            h = a->half_edges[arriving].twin;
            if (h >= 3 * front) a->neighbours[count++] = a->half_edges[arriving].vertex;
        } while (h != first && h < 3 * front);
    }
    a->neighbour_start[a->vertex_count] = count;
    GZ_ASSERT(count == a->neighbour_count);
}

static void build_segment(assembly *a) {
    a->facet_start[0] = 0;
    for (uint32_t v = 0; v <= a->vertex_count; ++v)
        a->neighbour_start[v] = a->outline->dimension == 1 ? v : 0;
    for (uint32_t i = 0; i < a->neighbour_count; ++i) a->neighbours[i] = 1 - i;
}

static graze_hull_view make_view(const assembly *a) {
    return (graze_hull_view){
        .dimension = a->outline->dimension,
        .vertex_count = a->vertex_count,
        .vertices = a->vertices,
        .source = a->source,
        .triangle_count = a->triangle_count,
        .half_edge_count = 3 * a->triangle_count,
        .half_edges = a->half_edges,
        .triangle_facet = a->triangle_facet,
        .facet_count = a->facet_count,
        .planes = a->planes,
        .facet_start = a->facet_start,
        .facet_corners = a->facet_corners,
        .neighbour_start = a->neighbour_start,
        .neighbours = a->neighbours,
    };
}

static void fill(assembly *a, const gz_hull_points *points, const uint32_t *names, graze_hull *hull) {
    for (uint32_t v = 0; v < a->vertex_count; ++v) {
        uint32_t p = a->outline->source.at[v];
        a->source[v] = names ? names[p] : p;
        memcpy(&a->vertices[v], points->data + p * points->stride, sizeof *a->vertices);
    }
    if (a->outline->dimension < 2) {
        build_segment(a);
    } else {
        if (a->outline->dimension == 2)
            build_polygon(a);
        else
            build_solid(a);
        find_neighbours(a);
    }
    atomic_init(&hull->owners, 1);
    hull->view = make_view(a);
    for (uint32_t f = 0; f < a->facet_count; ++f)
        a->planes[f] = gz_hull_facet_plane(&hull->view, f, points->scale);
}

graze_hull *gz_hull_assemble(const gz_hull_points *points, const gz_hull_outline *outline,
                             const uint32_t *names) {
    assembly a = {.outline = outline};
    count_parts(&a);
    size_t bytes = lay_out(&a, NULL), corners = outline->corner.count;
    graze_hull *hull = gz_allocate(bytes);
    a.boundary = gz_allocate_array(corners, sizeof *a.boundary);
    if (hull && (a.boundary || corners == 0)) {
        hull->bytes = bytes;
        lay_out(&a, (unsigned char *)hull);
        fill(&a, points, names, hull);
    } else {
        gz_release(hull, bytes);
        hull = NULL;
    }
    gz_release(a.boundary, corners * sizeof *a.boundary);
    return hull;
}
