/* SPDX-License-Identifier: MIT
 * Pieces that may hold a little more than the solid: hulls of what of it is in boxes. A hull is taken
 * if it was shown that no point of it is farther from the solid than allowed; else its box is divided.
 * A box no larger than that needs no proof, so there is an end. */
#include <float.h>

#include "base/tolerance.h"
#include "mesh/closest.h"
#include "mesh/decompose_cell.h"
#include "mesh/query.h"

typedef struct box {
    double lo[3], hi[3];
} box;

typedef struct maker {
    const gz_mesh *mesh;
    gz_probe probe;
    double limit;
    graze_decomposition *list;
} maker;

/* -- what of the solid is in a box -- */

/* The facets cut to a box, side by side of it. */
static bool cut_to_box(const gz_facet_list *facets, const box *b, gz_facet_list *out) {
    gz_facet_list now = {0};
    const gz_facet_list *from = facets;
    bool done = true;
    for (int i = 0; i < 6 && done; ++i) {
        gz_facet_list next = {0};
        double n[3] = {0, 0, 0};
        n[i / 2] = 1;
        gz_cut cut = {{n[0], n[1], n[2]}, i % 2 ? -b->hi[i / 2] : -b->lo[i / 2], 0};
        done = gz_facet_list_cut(from, &cut, i % 2 ? -1 : 1, true, &next);
        gz_facet_list_release(&now);
        now = next;
        from = &now;
    }
    *out = now;
    return done;
}

/* Corners of the facets in the box and corners of the box in the solid: their hull is that of what of
 * the solid is in the box. */
static bool points_in_box(const maker *m, const gz_facet_list *inside, const box *b,
                          gz_points *points) {
    for (size_t i = 0; i < inside->points.count; ++i)
        if (!gz_points_push(points, inside->points.at[i])) return false;
    for (int i = 0; i < 8; ++i) {
        const double p[3] = {i & 1 ? b->hi[0] : b->lo[0], i & 2 ? b->hi[1] : b->lo[1],
                             i & 4 ? b->hi[2] : b->lo[2]};
        if (gz_mesh_holds(m->mesh, p) && !gz_points_push(points, wide3_make(p[0], p[1], p[2])))
            return false;
    }
    return true;
}

/* -- is a hull near enough to the solid? -- */

typedef struct proof {
    const maker *m;
    graze_hull_view hull;
    double slack; /* rounding of the hull's planes */
    int looks;
    double most; /* bound of all distances so far */
} proof;

/* How far outside of the hull the middle of a box is at least, less what the box reaches towards it. */
static bool is_outside(const proof *p, const box *b, wide3 middle) {
    wide3 half = {(b->hi[0] - b->lo[0]) / 2, (b->hi[1] - b->lo[1]) / 2, (b->hi[2] - b->lo[2]) / 2};
    for (uint32_t i = 0; i < p->hull.facet_count; ++i) {
        wide3 n = wide3_from(p->hull.planes[i].normal);
        double reach = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
        if (wide3_dot(n, middle) + (double)p->hull.planes[i].offset > reach + p->slack) return true;
    }
    return false;
}

static bool prove(proof *p, const box *b) {
    wide3 middle = {(b->lo[0] + b->hi[0]) / 2, (b->lo[1] + b->hi[1]) / 2, (b->lo[2] + b->hi[2]) / 2};
    wide3 size = {b->hi[0] - b->lo[0], b->hi[1] - b->lo[1], b->hi[2] - b->lo[2]};
    double radius = wide3_length(size) / 2;
    gz_nearest near = {.distance = DBL_MAX};
    if (is_outside(p, b, middle)) return true;
    if (--p->looks < 0) return false;
    gz_probe_closest(&p->m->probe, middle, INFINITY, &near, NULL);
    if (near.distance + radius <= p->m->limit) {
        if (near.distance + radius > p->most) p->most = near.distance + radius;
        return true;
    }
    bool held = gz_probe_holds(&p->m->probe, middle);
    if (held && radius <= near.distance) return true; /* all of the box is in the solid */
    if (!held && near.distance - radius > p->m->limit) return false;
    if (radius < GZ_DECOMPOSE_PROOF * p->m->limit) return false;
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    box low = *b, high = *b;
    low.hi[axis] = high.lo[axis] = b->lo[axis] + (b->hi[axis] - b->lo[axis]) / 2;
    return prove(p, &low) && prove(p, &high);
}

/* Where a hull bridges a hollow the middles of its facets are far away: nearly always that is where the
 * proof would fail, and it shows at once. */
static bool bridges(const proof *p) {
    const graze_hull_view *h = &p->hull;
    for (uint32_t i = 0; i < h->triangle_count; ++i) {
        wide3 sum = {0, 0, 0};
        gz_nearest near;
        for (uint32_t k = 0; k < 3; ++k)
            sum = wide3_add(sum, wide3_from(h->vertices[h->half_edges[3 * i + k].vertex]));
        wide3 middle = wide3_scale(sum, 1.0 / 3);
        bool close = gz_probe_closest(&p->m->probe, middle, p->m->limit, &near, NULL);
        if (!close && !gz_probe_holds(&p->m->probe, middle)) return true;
    }
    return false;
}

/* -- dividing -- */

/* The box around the points, which is no larger than the one they are in. */
static void shrink(const gz_points *points, box *b) {
    for (int k = 0; k < 3; ++k) b->lo[k] = DBL_MAX, b->hi[k] = -DBL_MAX;
    for (size_t i = 0; i < points->count; ++i) {
        const double x[3] = {points->at[i].x, points->at[i].y, points->at[i].z};
        for (int k = 0; k < 3; ++k) {
            b->lo[k] = x[k] < b->lo[k] ? x[k] : b->lo[k];
            b->hi[k] = x[k] > b->hi[k] ? x[k] : b->hi[k];
        }
    }
}

static graze_status volume_in(const maker *m, const gz_facet_list *facets, const box *b,
                              double *volume) {
    gz_facet_list inside = {0};
    gz_points points = {0};
    graze_hull *hull = NULL;
    graze_status status = GRAZE_OUT_OF_MEMORY;
    *volume = 0;
    if (cut_to_box(facets, b, &inside) && points_in_box(m, &inside, b, &points)) {
        status = points.count ? gz_points_hull(points.at, points.count, &hull) : GRAZE_OK;
        graze_hull_mass mass;
        if (hull && graze_hull_measure(hull, &mass) == GRAZE_OK) *volume = (double)mass.volume;
    }
    graze_hull_release(hull);
    gz_facet_list_release(&inside);
    gz_points_release(&points);
    return status;
}

/* Where to divide: a quarter, half or three quarters of a longer side, whichever leaves the hulls of
 * both parts smallest. */
static graze_status choose_cut(const maker *m, const gz_facet_list *facets, const box *b, int *axis,
                               double *at) {
    double least = DBL_MAX, longest = 0;
    for (int k = 0; k < 3; ++k) longest = b->hi[k] - b->lo[k] > longest ? b->hi[k] - b->lo[k] : longest;
    for (int k = 0; k < 3; ++k) {
        if (b->hi[k] - b->lo[k] < longest / 4) continue;
        for (int quarter = 1; quarter <= 3; ++quarter) {
            box low = *b, high = *b;
            double place = b->lo[k] + (b->hi[k] - b->lo[k]) * quarter / 4, first, second;
            low.hi[k] = high.lo[k] = place;
            graze_status status = volume_in(m, facets, &low, &first);
            if (status == GRAZE_OK) status = volume_in(m, facets, &high, &second);
            if (status != GRAZE_OK) return status;
            if (first + second >= least) continue;
            least = first + second;
            *axis = k;
            *at = place;
        }
    }
    return GRAZE_OK;
}

/* Does the hull of the points keep the limit? */
static graze_status is_near_enough(const maker *m, const gz_points *points, const box *b, bool *near) {
    wide3 size = {b->hi[0] - b->lo[0], b->hi[1] - b->lo[1], b->hi[2] - b->lo[2]};
    double diameter = wide3_length(size);
    graze_hull *hull = NULL;
    graze_status status = gz_points_hull(points->at, points->count, &hull);
    if (status != GRAZE_OK) return status;
    proof p = {.m = m, .looks = GZ_DECOMPOSE_LOOKS};
    p.slack = (double)(GZ_ERROR_PAIR * GRAZE_EPSILON) * (double)m->mesh->shape.reach;
    (void)graze_hull_get(hull, &p.hull);
    if (p.hull.dimension < 3) {
        *near = true; /* it has no volume, and makes no piece */
    } else if (diameter <= m->limit) {
        *near = true;
        p.most = diameter;
    } else {
        *near = !bridges(&p) && prove(&p, b);
    }
    if (*near && p.most > m->list->concavity) m->list->concavity = p.most;
    graze_hull_release(hull);
    return GRAZE_OK;
}

static graze_status divide(const maker *m, const gz_facet_list *facets, const box *given, int depth);

static graze_status divide_points(const maker *m, const gz_facet_list *inside, const gz_points *points,
                                  int depth) {
    box b;
    bool near = false;
    if (points->count == 0) return GRAZE_OK;
    shrink(points, &b);
    graze_status status = is_near_enough(m, points, &b, &near);
    if (status != GRAZE_OK) return status;
    if (near) return gz_decomposition_add(m->list, points->at, points->count);
    if (depth > GZ_DECOMPOSE_DEPTH) return GRAZE_OUT_OF_RANGE;
    int axis = 0;
    double at = 0;
    status = choose_cut(m, inside, &b, &axis, &at);
    if (status != GRAZE_OK) return status;
    box low = b, high = b;
    low.hi[axis] = high.lo[axis] = at;
    status = divide(m, inside, &low, depth + 1);
    return status == GRAZE_OK ? divide(m, inside, &high, depth + 1) : status;
}

static graze_status divide(const maker *m, const gz_facet_list *facets, const box *given, int depth) {
    gz_facet_list inside = {0};
    gz_points points = {0};
    graze_status status = GRAZE_OUT_OF_MEMORY;
    if (cut_to_box(facets, given, &inside) && points_in_box(m, &inside, given, &points))
        status = divide_points(m, &inside, &points, depth);
    gz_facet_list_release(&inside);
    gz_points_release(&points);
    return status;
}

/* -- the whole -- */

graze_status gz_decompose_approximate(const gz_mesh *mesh, double concavity,
                                      graze_decomposition *list) {
    const graze_shape *shape = &mesh->shape;
    graze_placed placed = {shape, graze_pose_identity(), 0};
    maker m = {.mesh = mesh, .limit = concavity, .list = list};
    gz_probe_make(&placed, &m.probe);
    const double c[3] = {(double)shape->center.x, (double)shape->center.y, (double)shape->center.z};
    const double h[3] = {(double)shape->half.x, (double)shape->half.y, (double)shape->half.z};
    box b;
    for (int k = 0; k < 3; ++k) b.lo[k] = c[k] - 2 * h[k], b.hi[k] = c[k] + 2 * h[k];
    gz_facet_list facets = {0};
    graze_status status =
        gz_facet_list_gather(&facets, mesh) ? divide(&m, &facets, &b, 0) : GRAZE_OUT_OF_MEMORY;
    gz_facet_list_release(&facets);
    return status;
}
