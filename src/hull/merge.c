/* SPDX-License-Identifier: MIT
 * From the triangles of quickhull to facets. An edge whose two triangles are exactly coplanar is
 * flat, the others are creases. Facets are bounded by creases; a vertex is extreme iff at least three
 * creases meet there (two: it lies within an edge, none: within a facet). */
#include "hull/outline.h"

#define NONE GRAZE_HULL_NONE

/* crease[h] != 0 for each half-edge of a live triangle that is a crease; counts them at each vertex,
 * in link. */
static void find_creases(const gz_quickhull *hull, unsigned char *crease) {
    gz_hull_point *at = hull->points->at;
    for (uint32_t t = 0; t < hull->slots; ++t) {
        const gz_hull_triangle *triangle = &hull->triangles[t];
        if (triangle->vertex[0] == NONE) continue;
        for (uint32_t e = 0; e < 3; ++e) at[triangle->vertex[e]].link = 0;
    }
    for (uint32_t t = 0; t < hull->slots; ++t) {
        const gz_hull_triangle *triangle = &hull->triangles[t];
        if (triangle->vertex[0] == NONE) continue;
        for (uint32_t e = 0; e < 3; ++e) {
            uint32_t twin = triangle->twin[e];
            if (twin < 4 * t + e) continue;
            uint32_t opposite = gz_quickhull_start(hull, gz_quickhull_previous(twin));
            bool sharp = gz_quickhull_side(hull, triangle, opposite) != 0;
            crease[4 * t + e] = crease[twin] = sharp;
            at[triangle->vertex[e]].link += sharp;
            at[gz_quickhull_start(hull, twin)].link += sharp;
        }
    }
}

/* The crease after crease h round the same facet. */
static uint32_t next_crease(const gz_quickhull *hull, const unsigned char *crease, uint32_t h) {
    h = gz_quickhull_next(h);
    while (!crease[h]) h = gz_quickhull_next(gz_quickhull_twin(hull, h));
    return h;
}

/* Scratch by half-edge of quickhull and by corner of the outline. */
typedef struct merge {
    const gz_quickhull *hull;
    unsigned char *crease; /* by half-edge: 1, later 2 when its facet has been walked */
    uint32_t *corner_of;   /* by crease that starts at an extreme vertex */
    gz_indices last;       /* by corner: the last crease of its edge */
} merge;

/* Appends the facet that crease h bounds. */
static bool walk_facet(merge *m, uint32_t h, gz_hull_outline *out) {
    const gz_hull_point *at = m->hull->points->at;
    while (at[gz_quickhull_start(m->hull, h)].link < 3) h = next_crease(m->hull, m->crease, h);
    for (; m->crease[h] == 1; h = next_crease(m->hull, m->crease, h)) {
        uint32_t start = gz_quickhull_start(m->hull, h);
        m->crease[h] = 2;
        if (at[start].link >= 3) {
            m->corner_of[h] = (uint32_t)out->corner.count;
            if (!gz_indices_push(&out->corner, start) || !gz_indices_push(&m->last, h)) return false;
        } else {
            m->last.at[m->last.count - 1] = h;
        }
    }
    return gz_indices_push(&out->facet_start, (uint32_t)out->corner.count);
}

static bool walk_facets(merge *m, gz_hull_outline *out) {
    if (!gz_indices_push(&out->facet_start, 0)) return false;
    for (uint32_t t = 0; t < m->hull->slots; ++t) {
        if (m->hull->triangles[t].vertex[0] == NONE) continue;
        for (uint32_t h = 4 * t; h < 4 * t + 3; ++h)
            if (m->crease[h] == 1 && !walk_facet(m, h, out)) return false;
    }
    for (size_t c = 0; c < out->corner.count; ++c)
        out->mate.at[out->mate.count++] = m->corner_of[gz_quickhull_twin(m->hull, m->last.at[c])];
    return true;
}

static bool merge_coplanar(const gz_quickhull *hull, gz_hull_outline *out) {
    size_t half_edges = 4 * hull->slots;
    merge m = {.hull = hull};
    m.crease = gz_allocate_array(half_edges, sizeof *m.crease);
    m.corner_of = gz_allocate_array(half_edges, sizeof *m.corner_of);
    bool ok = m.crease && m.corner_of && gz_indices_reserve(&m.last, 3 * (size_t)hull->live);
    if (ok) {
        find_creases(hull, m.crease);
        ok = walk_facets(&m, out);
    }
    gz_release(m.crease, half_edges * sizeof *m.crease);
    gz_release(m.corner_of, half_edges * sizeof *m.corner_of);
    gz_indices_release(&m.last);
    return ok;
}

/* Whether all edges are creases, by the first that is not. Leaves in mark the first corner that each
 * triangle before that has if so. */
static bool all_creases(const gz_quickhull *hull) {
    uint32_t corner = 0;
    for (uint32_t t = 0; t < hull->slots; ++t) {
        gz_hull_triangle *triangle = &hull->triangles[t];
        if (triangle->vertex[0] == NONE) continue;
        triangle->mark = corner;
        corner += 3;
        for (uint32_t e = 0; e < 3; ++e) {
            uint32_t twin = triangle->twin[e];
            if (twin < 4 * t + e) continue;
            uint32_t opposite = gz_quickhull_start(hull, gz_quickhull_previous(twin));
            if (gz_quickhull_side(hull, triangle, opposite) == 0) return false;
        }
    }
    return true;
}

/* Then every triangle is a facet and every vertex extreme: what merge_coplanar would find, without its
 * memory and walks. It pays since most sets of measured or random points are like this. */
static void copy_triangles(const gz_quickhull *hull, gz_hull_outline *out) {
    out->facet_start.at[out->facet_start.count++] = 0;
    for (uint32_t t = 0; t < hull->slots; ++t) {
        const gz_hull_triangle *triangle = &hull->triangles[t];
        if (triangle->vertex[0] == NONE) continue;
        for (uint32_t e = 0; e < 3; ++e) {
            uint32_t twin = triangle->twin[e];
            out->corner.at[out->corner.count++] = triangle->vertex[e];
            out->mate.at[out->mate.count++] = hull->triangles[twin >> 2].mark + (twin & 3);
        }
        out->facet_start.at[out->facet_start.count++] = (uint32_t)out->corner.count;
    }
}

bool gz_hull_outline_solid(const gz_quickhull *hull, gz_hull_outline *out) {
    out->dimension = 3;
    if (!gz_indices_reserve(&out->corner, 3 * (size_t)hull->live) ||
        !gz_indices_reserve(&out->mate, 3 * (size_t)hull->live) ||
        !gz_indices_reserve(&out->facet_start, (size_t)hull->live + 1) ||
        !gz_indices_reserve(&out->source, (size_t)hull->live / 2 + 2))
        return false;
    if (all_creases(hull))
        copy_triangles(hull, out);
    else if (!merge_coplanar(hull, out))
        return false;
    return gz_hull_outline_rank(hull->points, out);
}
