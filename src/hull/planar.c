/* SPDX-License-Identifier: MIT
 * The hull of coplanar points: projected along an axis, which is exact, and walked by the monotone
 * chain (Andrew 1979) with exact turns. */
#include "base/exact.h"
#include "hull/outline.h"

typedef struct flat_point {
    double at[2];
    uint32_t source;
} flat_point;

/* By coordinates, then by source, so that of duplicates the lowest index comes first. */
static bool comes_before(const flat_point *p, const flat_point *q) {
    if (p->at[0] != q->at[0]) return p->at[0] < q->at[0];
    if (p->at[1] != q->at[1]) return p->at[1] < q->at[1];
    return p->source < q->source;
}

/* Bottom-up merge sort; returns whichever of the two blocks holds the result. (The C library's qsort
 * may allocate behind our back.) */
static flat_point *sort(flat_point *points, flat_point *scratch, size_t count) {
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = middle + width < count ? middle + width : count;
            size_t i = start, j = middle;
            for (size_t k = start; k < end; ++k) {
                bool left = i < middle && (j == end || !comes_before(&points[j], &points[i]));
                scratch[k] = left ? points[i++] : points[j++];
            }
        }
        flat_point *sorted = scratch;
        scratch = points;
        points = sorted;
    }
    return points;
}

static size_t remove_duplicates(flat_point *sorted, size_t count) {
    size_t kept = 1;
    for (size_t i = 1; i < count; ++i) {
        const flat_point *last = &sorted[kept - 1];
        if (sorted[i].at[0] != last->at[0] || sorted[i].at[1] != last->at[1])
            sorted[kept++] = sorted[i];
    }
    return kept;
}

/* Axes u, v such that the projection keeps the three corners apart from collinear: drops the axis of
 * the largest computed normal component if exact arithmetic agrees, else any that works. */
static void choose_axes(const gz_hull_points *points, const uint32_t corner[3], int axis[2]) {
    gz_hull_plane plane;
    gz_hull_plane_make(points, corner[0], corner[1], corner[2], &plane);
    int drop = 0;
    for (int k = 1; k < 3; ++k)
        if (plane.n[k] * plane.n[k] > plane.n[drop] * plane.n[drop]) drop = k;
    for (int tries = 0; tries < 3; ++tries, drop = (drop + 1) % 3) {
        axis[0] = (drop + 1) % 3;
        axis[1] = (drop + 2) % 3;
        double p[3][2];
        for (int i = 0; i < 3; ++i) {
            double given[3];
            gz_hull_point_given(points, corner[i], given);
            p[i][0] = given[axis[0]];
            p[i][1] = given[axis[1]];
        }
        if (gz_orient2d(p[0], p[1], p[2]) != 0) return;
    }
}

/* Appends the chain from the first to the last point (the last itself excluded) that keeps all
 * others to its left; step is 1 or -1. Corners are places in sorted until the caller maps them. */
static void walk_chain(const flat_point *sorted, size_t count, bool forward, gz_indices *corner) {
    size_t base = corner->count;
    for (size_t i = 0; i < count; ++i) {
        uint32_t next = (uint32_t)(forward ? i : count - 1 - i);
        while (corner->count >= base + 2 &&
               gz_orient2d(sorted[corner->at[corner->count - 2]].at,
                           sorted[corner->at[corner->count - 1]].at, sorted[next].at) <= 0)
            corner->count--;
        corner->at[corner->count++] = next;
    }
    corner->count--;
}

bool gz_hull_outline_planar(gz_hull_points *points, const uint32_t corner[3], gz_hull_outline *out) {
    int axis[2] = {0, 1};
    choose_axes(points, corner, axis);
    out->dimension = 2;
    size_t size = points->count * sizeof(flat_point);
    flat_point *unsorted = gz_allocate(size), *scratch = gz_allocate(size);
    bool ok = unsorted && scratch && gz_indices_reserve(&out->corner, 2 * (size_t)points->count) &&
              gz_indices_push(&out->facet_start, 0);
    if (ok) {
        for (uint32_t i = 0; i < points->count; ++i) {
            double given[3];
            gz_hull_point_given(points, i, given);
            unsorted[i] = (flat_point){{given[axis[0]], given[axis[1]]}, i};
        }
        flat_point *sorted = sort(unsorted, scratch, points->count);
        size_t count = remove_duplicates(sorted, points->count);
        walk_chain(sorted, count, true, &out->corner);
        walk_chain(sorted, count, false, &out->corner);
        for (size_t c = 0; c < out->corner.count; ++c)
            out->corner.at[c] = sorted[out->corner.at[c]].source;
        ok = gz_indices_push(&out->facet_start, (uint32_t)out->corner.count) &&
             gz_hull_outline_rank(points, out);
    }
    gz_release(unsorted, size);
    gz_release(scratch, size);
    return ok;
}
