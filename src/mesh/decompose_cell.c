/* SPDX-License-Identifier: MIT */
#include "mesh/decompose_cell.h"

/* -- cells -- */

bool gz_space_cell_make_box(gz_space_cell *cell, const double lo[3], const double hi[3]) {
    for (int i = 0; i < 8; ++i) {
        wide3 p = wide3_make(i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]);
        if (!gz_points_push(&cell->points, p)) return false;
    }
    for (uint32_t i = 0; i < 8; ++i)
        for (uint32_t bit = 1; bit < 8; bit *= 2)
            if (!(i & bit) &&
                (!gz_indices_push(&cell->edges, i) || !gz_indices_push(&cell->edges, i | bit)))
                return false;
    return true;
}

void gz_space_cell_release(gz_space_cell *cell) {
    gz_points_release(&cell->points);
    gz_indices_release(&cell->edges);
}

static bool has_edge(const gz_space_cell *cell, uint32_t p, uint32_t q) {
    for (size_t i = 0; i + 1 < cell->edges.count; i += 2) {
        uint32_t a = cell->edges.at[i], b = cell->edges.at[i + 1];
        if ((a == p && b == q) || (a == q && b == p)) return true;
    }
    return false;
}

static bool add_edge(gz_space_cell *cell, uint32_t p, uint32_t q) {
    if (p == q || has_edge(cell, p, q)) return true;
    return gz_indices_push(&cell->edges, p) && gz_indices_push(&cell->edges, q);
}

/* Edges around the points in the plane: from each corner of their hull the next, by the rule of the
 * gift wrapper. rim: numbers of the points. */
static bool close_rim(gz_space_cell *cell, const gz_indices *rim, wide3 normal) {
    if (rim->count < 2) return true;
    const wide3 *p = cell->points.at;
    wide3 across = fabs(normal.x) < 0.5 ? wide3_make(1, 0, 0) : wide3_make(0, 1, 0);
    size_t start = 0;
    for (size_t i = 1; i < rim->count; ++i)
        if (wide3_dot(across, p[rim->at[i]]) < wide3_dot(across, p[rim->at[start]])) start = i;
    size_t here = start;
    for (size_t steps = 0; steps < rim->count; ++steps) {
        size_t next = here == 0 ? 1 : 0;
        wide3 from = p[rim->at[here]];
        for (size_t i = 0; i < rim->count; ++i) {
            if (i == here) continue;
            wide3 to = wide3_sub(p[rim->at[i]], from), best = wide3_sub(p[rim->at[next]], from);
            double turn = wide3_triple(normal, best, to);
            bool farther = turn == 0 && wide3_length_squared(to) > wide3_length_squared(best);
            if (turn < 0 || farther) next = i;
        }
        if (!add_edge(cell, rim->at[here], rim->at[next])) return false;
        here = next;
        if (here == start) break;
    }
    return true;
}

typedef struct cell_cut {
    const gz_space_cell *cell;
    gz_space_cell *out;
    double *height;
    uint32_t *number; /* of each point in out; UINT32_MAX: cut off */
    int *side;
    gz_indices rim;
} cell_cut;

static bool keep_points(cell_cut *c, const gz_cut *cut, int side) {
    for (size_t i = 0; i < c->cell->points.count; ++i) {
        c->side[i] = gz_cut_side(cut, c->cell->points.at[i], &c->height[i]);
        c->number[i] = UINT32_MAX;
        if (c->side[i] == -side) continue;
        c->number[i] = (uint32_t)c->out->points.count;
        if (!gz_points_push(&c->out->points, c->cell->points.at[i])) return false;
        if (c->side[i] == 0 && !gz_indices_push(&c->rim, c->number[i])) return false;
    }
    return true;
}

static bool keep_edges(cell_cut *c) {
    const gz_space_cell *cell = c->cell;
    for (size_t i = 0; i + 1 < cell->edges.count; i += 2) {
        uint32_t p = cell->edges.at[i], q = cell->edges.at[i + 1];
        if (c->number[p] == UINT32_MAX && c->number[q] == UINT32_MAX) continue;
        if (c->number[p] != UINT32_MAX && c->number[q] != UINT32_MAX) {
            if (!add_edge(c->out, c->number[p], c->number[q])) return false;
            continue;
        }
        uint32_t in = c->number[p] != UINT32_MAX ? p : q, off = in == p ? q : p;
        if (c->side[in] == 0) continue; /* it ends on the plane */
        uint32_t made = (uint32_t)c->out->points.count;
        wide3 x =
            gz_cut_point(cell->points.at[in], c->height[in], cell->points.at[off], c->height[off]);
        if (!gz_points_push(&c->out->points, x) || !gz_indices_push(&c->rim, made) ||
            !add_edge(c->out, c->number[in], made))
            return false;
    }
    return true;
}

bool gz_space_cell_cut(const gz_space_cell *cell, const gz_cut *cut, int side, gz_space_cell *out) {
    size_t count = cell->points.count;
    cell_cut c = {.cell = cell, .out = out};
    c.height = gz_allocate_array(count, sizeof *c.height);
    c.number = gz_allocate_array(count, sizeof *c.number);
    c.side = gz_allocate_array(count, sizeof *c.side);
    bool done = c.height && c.number && c.side && keep_points(&c, cut, side) && keep_edges(&c) &&
                close_rim(out, &c.rim, cut->normal);
    gz_release(c.height, count * sizeof *c.height);
    gz_release(c.number, count * sizeof *c.number);
    gz_release(c.side, count * sizeof *c.side);
    gz_indices_release(&c.rim);
    return done;
}

/* -- facets -- */

void gz_facet_list_release(gz_facet_list *list) {
    gz_points_release(&list->points);
    gz_indices_release(&list->ends);
}

bool gz_facet_list_add(gz_facet_list *list, const wide3 *points, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!gz_points_push(&list->points, points[i])) return false;
    return gz_indices_push(&list->ends, (uint32_t)list->points.count);
}

/* One polygon: its part on that side is added if it has any. */
static bool cut_facet(const wide3 *p, size_t count, const gz_cut *cut, int side, bool flat,
                      gz_facet_list *out) {
    size_t before = out->points.count;
    bool reaches = flat;
    for (size_t i = 0; i < count; ++i) {
        wide3 q = p[i + 1 == count ? 0 : i + 1];
        double height_p, height_q;
        int side_p = gz_cut_side(cut, p[i], &height_p), side_q = gz_cut_side(cut, q, &height_q);
        reaches = reaches || side_p == side;
        if (side_p != -side && !gz_points_push(&out->points, p[i])) return false;
        if (side_p * side_q < 0 &&
            !gz_points_push(&out->points, gz_cut_point(p[i], height_p, q, height_q)))
            return false;
    }
    if (!reaches || out->points.count - before < 3) {
        out->points.count = before;
        return true;
    }
    return gz_indices_push(&out->ends, (uint32_t)out->points.count);
}

bool gz_facet_list_cut(const gz_facet_list *list, const gz_cut *cut, int side, bool flat,
                       gz_facet_list *out) {
    for (size_t i = 0; i < list->ends.count; ++i) {
        size_t first = gz_facet_first(list, i);
        if (!cut_facet(list->points.at + first, list->ends.at[i] - first, cut, side, flat, out))
            return false;
    }
    return true;
}

bool gz_facet_list_gather(gz_facet_list *facets, const gz_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->tree->item_count; ++i) {
        uint32_t primitive = mesh->tree->items[i];
        const gz_mesh_group *group = gz_mesh_group_of(mesh, primitive);
        uint32_t pieces = gz_mesh_piece_count(group, primitive);
        for (uint32_t k = 0; k < pieces; ++k) {
            double p[3][3];
            wide3 corner[3];
            gz_mesh_piece_corners(mesh, group, primitive, k, p);
            for (int c = 0; c < 3; ++c) corner[c] = wide3_make(p[c][0], p[c][1], p[c][2]);
            if (!gz_facet_list_add(facets, corner, 3)) return false;
        }
    }
    return true;
}
