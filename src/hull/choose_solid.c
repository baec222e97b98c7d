/* SPDX-License-Identifier: MIT
 * Which vertices of a polyhedron to keep: always the one farthest from a facet of what is kept. */
#include "base/heap.h"
#include "hull/choose.h"
#include "hull/hull.h"
#include "hull/simplex.h"

/* The distance of p from a triangle: to its inside if p projects there, else to the nearest edge. */
static double triangle_distance(const double p[3], double corner[3][3]) {
    double best = gz_chosen_segment_distance(p, corner[0], corner[1]);
    for (int i = 1; i < 3; ++i) {
        double other = gz_chosen_segment_distance(p, corner[i], corner[(i + 1) % 3]);
        if (other < best) best = other;
    }
    double u[3], v[3], w[3];
    gz_chosen_subtract(corner[1], corner[0], u);
    gz_chosen_subtract(corner[2], corner[0], v);
    gz_chosen_subtract(p, corner[0], w);
    double uu = gz_chosen_dot(u, u), uv = gz_chosen_dot(u, v), vv = gz_chosen_dot(v, v),
           wu = gz_chosen_dot(w, u), wv = gz_chosen_dot(w, v);
    double det = uu * vv - uv * uv;
    double s = (wu * vv - wv * uv) / det, t = (wv * uu - wu * uv) / det;
    if (s >= 0 && t >= 0 && s + t <= 1) {
        double inside = gz_chosen_distance_at(w, u, v, s, t);
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
    double distance = triangle->highest / sqrt(gz_chosen_dot(triangle->plane.n, triangle->plane.n));
    return distance > 0 ? distance : 0; /* rounding may turn what is barely positive, or NaN */
}

static bool push_fresh(const gz_quickhull *quickhull, gz_heap *heap) {
    for (size_t i = 0; i < quickhull->fresh.count; ++i) {
        const gz_hull_triangle *triangle = &quickhull->triangles[quickhull->fresh.at[i]];
        if (triangle->outside > 0 && !gz_heap_push(heap, key_of(triangle), quickhull->fresh.at[i]))
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
        if (triangle->vertex[0] == GRAZE_HULL_NONE || triangle->outside == 0 ||
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
        for (uint32_t i = 0; i < quickhull->triangles[t].outside; ++i) {
            double distance;
            uint32_t p = quickhull->lists[quickhull->triangles[t].list + i];
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
    *error = (*error + GZ_CHOSEN_SLACK) * points->unscale;
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
