/* SPDX-License-Identifier: MIT
 * Which vertices of a hull to keep: always the one farthest from a facet (in a polygon: an edge) of
 * what is kept so far. */
#include "base/heap.h"
#include "hull/fan.h"
#include "hull/hull.h"
#include "hull/simplex.h"

/* Distances are computed in double from coordinates below 2 (scaled) in size. Differences, squares,
 * root and the point on the triangle are each off by a few eps of 2 sqrt(3); this covers them all. */
#define DISTANCE_SLACK 0x1p-46

static double dot(const double u[3], const double v[3]) {
    return (u[0] * v[0] + u[1] * v[1]) + u[2] * v[2];
}

static void subtract(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

/* The distance of p from o + s u + t v: an upper bound on that of the triangle o, o + u, o + v if
 * s, t, 1 - s - t are not negative. */
static double distance_at(const double p[3], const double u[3], const double v[3], double s, double t) {
    double d[3];
    for (int k = 0; k < 3; ++k) d[k] = p[k] - (s * u[k] + t * v[k]);
    return sqrt(dot(d, d));
}

static double clamped(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; /* NaN gives 0 */ }

static double segment_distance(const double p[3], const double a[3], const double b[3]) {
    static const double none[3] = {0, 0, 0};
    double u[3], w[3];
    subtract(b, a, u);
    subtract(p, a, w);
    return distance_at(w, u, none, clamped(dot(w, u) / dot(u, u)), 0);
}

/* The distance of p from a triangle: to its inside if p projects there, else to the nearest edge. */
static double triangle_distance(const double p[3], double corner[3][3]) {
    double best = segment_distance(p, corner[0], corner[1]);
    for (int i = 1; i < 3; ++i) {
        double other = segment_distance(p, corner[i], corner[(i + 1) % 3]);
        if (other < best) best = other;
    }
    double u[3], v[3], w[3];
    subtract(corner[1], corner[0], u);
    subtract(corner[2], corner[0], v);
    subtract(p, corner[0], w);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
    double det = uu * vv - uv * uv;
    double s = (wu * vv - wv * uv) / det, t = (wv * uu - wu * uv) / det;
    if (s >= 0 && t >= 0 && s + t <= 1) {
        double inside = distance_at(w, u, v, s, t);
        if (inside < best) best = inside;
    }
    return best;
}

static void scaled(const gz_hull_points *points, uint32_t p, double out[3]) {
    out[0] = points->at[p].x;
    out[1] = points->at[p].y;
    out[2] = points->at[p].z;
}

/* Distance of the highest point above a triangle from its plane. */
static double key_of(const gz_hull_triangle *triangle) {
    double distance = triangle->highest / sqrt(dot(triangle->plane.n, triangle->plane.n));
    return distance > 0 ? distance : 0; /* rounding may turn what is barely positive, or NaN */
}

static bool push_fresh(const gz_quickhull *quickhull, gz_heap *heap) {
    for (size_t i = 0; i < quickhull->fresh.count; ++i) {
        const gz_hull_triangle *triangle = &quickhull->triangles[quickhull->fresh.at[i]];
        if (triangle->first != GRAZE_HULL_NONE &&
            !gz_heap_push(heap, key_of(triangle), quickhull->fresh.at[i]))
            return false;
    }
    return true;
}

/* Inserts the farthest point of all until budget vertices are there (all points are vertices of the
 * full hull, so none is lost again: a closed surface of n triangles has n / 2 + 2). Entries of
 * triangles that have gone do not match what is in their slot now. */
static bool grow(gz_quickhull *quickhull, uint32_t budget) {
    gz_heap heap = {0};
    gz_heap_entry top;
    bool ok = push_fresh(quickhull, &heap);
    while (ok && quickhull->live / 2 + 2 < budget && gz_heap_pop(&heap, &top)) {
        const gz_hull_triangle *triangle = &quickhull->triangles[top.value];
        if (triangle->vertex[0] == GRAZE_HULL_NONE || triangle->first == GRAZE_HULL_NONE ||
            key_of(triangle) != top.key)
            continue;
        ok = gz_quickhull_insert(quickhull, (uint32_t)top.value) && push_fresh(quickhull, &heap);
    }
    gz_heap_release(&heap);
    return ok;
}

/* The distance of point p, above the triangle, from the solid: its nearest point lies on a triangle
 * that p sees. */
static bool solid_distance(gz_quickhull *quickhull, uint32_t triangle, uint32_t p, double *out) {
    if (!gz_quickhull_find_seen(quickhull, triangle, p)) return false;
    double best = 0, at[3], corner[3][3];
    scaled(quickhull->points, p, at);
    for (size_t i = 0; i < quickhull->seen.count; ++i) {
        for (int k = 0; k < 3; ++k)
            scaled(quickhull->points, quickhull->triangles[quickhull->seen.at[i]].vertex[k], corner[k]);
        double distance = triangle_distance(at, corner);
        if (i == 0 || distance < best) best = distance;
    }
    *out = best;
    return true;
}

/* Marks the vertices that are in and finds how far out the farthest other point is. */
static bool take_stock(gz_quickhull *quickhull, gz_indices *keep, double *error) {
    gz_hull_points *points = quickhull->points;
    for (uint32_t t = 0; t < quickhull->slots; ++t) {
        if (quickhull->triangles[t].vertex[0] == GRAZE_HULL_NONE) continue;
        for (uint32_t p = quickhull->triangles[t].first; p != GRAZE_HULL_NONE; p = points->at[p].next) {
            double distance;
            if (!solid_distance(quickhull, t, p, &distance)) return false;
            if (distance > *error) *error = distance;
        }
    }
    for (uint32_t p = 0; p < points->count; ++p) points->at[p].link = 0;
    for (uint32_t t = 0; t < quickhull->slots; ++t) {
        if (quickhull->triangles[t].vertex[0] == GRAZE_HULL_NONE) continue;
        for (int i = 0; i < 3; ++i) points->at[quickhull->triangles[t].vertex[i]].link = 1;
    }
    for (uint32_t p = 0; p < points->count; ++p)
        if (points->at[p].link && !gz_indices_push(keep, p)) return false;
    *error = (*error + DISTANCE_SLACK) * points->unscale;
    return true;
}

bool gz_hull_choose_solid(const graze_hull_view *full, uint32_t budget, gz_indices *keep,
                          double *error) {
    gz_hull_points points;
    if (gz_hull_points_read(full->vertices, full->vertex_count, 0, &points) != GRAZE_OK) return false;
    uint32_t corner[4];
    gz_hull_simplex(&points, corner);
    gz_quickhull quickhull;
    bool ok = gz_quickhull_begin(&quickhull, &points, corner) && grow(&quickhull, budget) &&
              take_stock(&quickhull, keep, error);
    gz_quickhull_free(&quickhull);
    gz_hull_points_free(&points);
    return ok;
}

/* A polygon of which some corners are kept; between two kept ones, all others lie outside their edge.
 */
typedef struct polygon {
    const graze_hull_view *full;
    double scale;
    uint32_t count;
    const uint32_t *corner; /* of the full polygon */
    unsigned char *kept;    /* by corner */
    gz_heap heap; /* of edges with corners outside: key their distance, value first and farthest */
} polygon;

static void corner_at(const polygon *g, uint32_t i, double out[3]) {
    gz_fan_vertex(g->full, g->corner[i % g->count], g->scale, out);
}

/* The corner strictly between i and j (j may exceed count) farthest from the segment between them, the
 * first on ties; i if there is none. */
static uint32_t farthest_between(const polygon *g, uint32_t i, uint32_t j, double *distance) {
    double a[3], b[3], p[3];
    uint32_t best = i;
    *distance = -1;
    corner_at(g, i, a);
    corner_at(g, j, b);
    for (uint32_t c = i + 1; c < j; ++c) {
        corner_at(g, c, p);
        double d = segment_distance(p, a, b);
        if (d > *distance) {
            *distance = d;
            best = c;
        }
    }
    return best;
}

static bool push_edge(polygon *g, uint32_t i, uint32_t j) {
    double distance;
    uint32_t best = farthest_between(g, i, j, &distance);
    return best == i || gz_heap_push(&g->heap, distance, (uint64_t)i << 32 | best);
}

static uint32_t next_kept(const polygon *g, uint32_t i) {
    do ++i;
    while (!g->kept[i % g->count]);
    return i;
}

static bool grow_polygon(polygon *g, uint32_t budget, double *error) {
    double ignored;
    uint32_t opposite = farthest_between(g, 0, g->count, &ignored);
    g->kept[0] = g->kept[opposite] = 1;
    gz_heap_entry top;
    if (!push_edge(g, 0, opposite) || !push_edge(g, opposite, g->count)) return false;
    for (uint32_t kept = 2; kept < budget && gz_heap_pop(&g->heap, &top); ++kept) {
        uint32_t i = (uint32_t)(top.value >> 32), middle = (uint32_t)top.value;
        uint32_t j = next_kept(g, i);
        g->kept[middle] = 1;
        if (!push_edge(g, i, middle) || !push_edge(g, middle, j)) return false;
    }
    *error = gz_heap_pop(&g->heap, &top) ? top.key : 0;
    *error = (*error + DISTANCE_SLACK) / g->scale;
    return true;
}

bool gz_hull_choose_polygon(const graze_hull_view *full, uint32_t budget, gz_indices *keep,
                            double *error) {
    polygon g = {.full = full, .scale = gz_fan_scale(full)};
    g.count = full->facet_start[1];
    g.corner = full->facet_corners;
    g.kept = gz_allocate(g.count);
    unsigned char *chosen = gz_allocate(full->vertex_count);
    bool ok = g.kept && chosen;
    if (ok) {
        memset(g.kept, 0, g.count);
        memset(chosen, 0, full->vertex_count);
        ok = grow_polygon(&g, budget, error);
        for (uint32_t c = 0; c < g.count; ++c) chosen[g.corner[c]] = g.kept[c];
        for (uint32_t v = 0; v < full->vertex_count && ok; ++v)
            if (chosen[v]) ok = gz_indices_push(keep, v);
    }
    gz_release(g.kept, g.count);
    gz_release(chosen, full->vertex_count);
    gz_heap_release(&g.heap);
    return ok;
}
