/* SPDX-License-Identifier: MIT
 * Oriented boxes that fit points (Y4: B:4276-4296).
 *
 * The smallest box has two neighbouring faces that hold an edge of the hull each (O'Rourke 1985).
 * Nearly as small, and much sooner found, is the smallest with a face along a facet and, seen along
 * that facet's normal, a side along an edge of the outline. The best few of these are turned on about
 * their axes as long as that helps; that comes within 3 per cent of the smallest, mostly closer. Large
 * hulls are searched on a simplified one, and turned on all of it. */
#include "bounds/obb_slabs.h"
#include "bounds/principal.h"
#include "graze/bounds.h"

enum { SEARCHED = 48, KEPT = 16 }; /* vertices of the hull that is searched; boxes that are turned on */

#define FIRST_TURN                                                                                     \
    0x1p-3 /* tangent of half the angle by which a box is turned on, at first and at last */
#define LAST_TURN 0x1p-14
#define SAME 1e-9        /* volumes that differ by less are of one box */
#define THINNEST 0x1p-40 /* of the size: added to widths, so that flat boxes compare by their area */

typedef struct candidate {
    wide_mat3 axes;
    double volume; /* in units of size^3 */
} candidate;

typedef struct search {
    double size;
    candidate best[KEPT]; /* the smallest first */
    int count;
} search;

static double width_along(const graze_hull_view *hull, wide3 axis, double size) {
    double lo = wide3_dot(axis, wide3_from(hull->vertices[0])), hi = lo;
    for (uint32_t i = 1; i < hull->vertex_count; ++i) {
        double x = wide3_dot(axis, wide3_from(hull->vertices[i]));
        lo = x < lo ? x : lo;
        hi = x > hi ? x : hi;
    }
    return (hi - lo) / size + THINNEST;
}

static double volume_of(const graze_hull_view *hull, const wide_mat3 *axes, double size) {
    return width_along(hull, axes->col[0], size) * width_along(hull, axes->col[1], size) *
           width_along(hull, axes->col[2], size);
}

/* Facets across from each other often make the same box: it is kept once. */
static void keep(search *s, candidate c) {
    for (int i = 0; i < s->count; ++i)
        if (fabs(c.volume - s->best[i].volume) <= SAME * c.volume) return;
    int at = s->count < KEPT ? s->count++ : KEPT;
    for (; at > 0 && c.volume < s->best[at - 1].volume; --at)
        if (at < KEPT) s->best[at] = s->best[at - 1];
    if (at < KEPT) s->best[at] = c;
}

/* -- boxes along a facet and an edge -- */

static double facing(const graze_hull_view *hull, uint32_t half_edge, wide3 normal) {
    return wide3_dot(normal, wide3_from(hull->planes[hull->triangle_facet[half_edge / 3]].normal));
}

static wide3 edge_along(const graze_hull_view *hull, uint32_t h) {
    uint32_t from = hull->half_edges[h].vertex, to = hull->half_edges[hull->half_edges[h].twin].vertex;
    return wide3_sub(wide3_from(hull->vertices[to]), wide3_from(hull->vertices[from]));
}

/* The boxes with a face along the plane with this normal and a side along each edge of the outline. */
static void try_facet(search *s, const graze_hull_view *hull, wide3 normal) {
    double height = width_along(hull, normal, s->size);
    for (uint32_t h = 0; h < hull->half_edge_count; ++h) {
        uint32_t twin = hull->half_edges[h].twin;
        if (!(facing(hull, h, normal) > 0 && facing(hull, twin, normal) <= 0)) continue;
        wide3 across = wide3_cross(normal, edge_along(hull, h));
        double length = wide3_length(across);
        if (!(length > 0)) continue;
        across = wide3_scale(across, 1 / length);
        wide3 along = wide3_cross(across, normal);
        double volume = height * width_along(hull, along, s->size) * width_along(hull, across, s->size);
        keep(s, (candidate){{{normal, along, wide3_cross(normal, along)}}, volume});
    }
}

static void try_facets(search *s, const graze_hull_view *hull) {
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        wide3 normal = wide3_from(hull->planes[f].normal);
        try_facet(s, hull, wide3_scale(normal, 1 / wide3_length(normal)));
    }
}

/* -- turning on -- */

/* The axes turned about the k-th by the angle whose half has the tangent t. */
static wide_mat3 turned(const wide_mat3 *axes, int k, double t) {
    int i = k == 2 ? 0 : k + 1, j = 3 - k - i;
    double part = 1 / (1 + t * t), c = (1 - t * t) * part, s = 2 * t * part;
    wide_mat3 out = *axes;
    out.col[i] = wide3_add_scaled(wide3_scale(axes->col[i], c), s, axes->col[j]);
    out.col[j] = wide3_add_scaled(wide3_scale(axes->col[j], c), -s, axes->col[i]);
    return out;
}

static bool turn_once(const graze_hull_view *hull, double size, double t, candidate *c) {
    for (int k = 0; k < 6; ++k) {
        wide_mat3 axes = turned(&c->axes, k % 3, k < 3 ? t : -t);
        axes = gz_gram_schmidt(&axes);
        double volume = volume_of(hull, &axes, size);
        if (!(volume < c->volume)) continue;
        *c = (candidate){axes, volume};
        return true;
    }
    return false;
}

static void turn_on(const graze_hull_view *hull, double size, candidate *c) {
    for (double t = FIRST_TURN; t >= LAST_TURN; t /= 2)
        while (turn_once(hull, size, t, c)) continue;
}

/* -- the principal axes of a surface -- */

/* Those of the hull's triangles, each weighted by its area (Gottschalk 2000): the second moments of a
 * triangle about the middle of the box are area / 12 (9 m m + p p + q q + r r), m its centroid. */
static wide_mat3 axes_of_surface(const graze_hull_view *hull, wide3 middle, double size) {
    wide_mat3 second = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    wide3 first = wide3_make(0, 0, 0);
    double area = 0;
    for (uint32_t t = 0; t < hull->triangle_count; ++t) {
        wide3 p[4];
        for (uint32_t k = 0; k < 3; ++k) {
            wide3 corner = wide3_from(hull->vertices[hull->half_edges[3 * t + k].vertex]);
            p[k] = wide3_scale(wide3_sub(corner, middle), 1 / size);
        }
        double weight = wide3_length(wide3_cross(wide3_sub(p[1], p[0]), wide3_sub(p[2], p[0]))) / 2;
        p[3] = wide3_scale(wide3_add(wide3_add(p[0], p[1]), p[2]), 1.0 / 3);
        area += weight;
        first = wide3_add_scaled(first, weight, p[3]);
        for (int k = 0; k < 4; ++k) {
            double w = weight / 12 * (k == 3 ? 9 : 1);
            second.col[0] = wide3_add_scaled(second.col[0], w * p[k].x, p[k]);
            second.col[1] = wide3_add_scaled(second.col[1], w * p[k].y, p[k]);
            second.col[2] = wide3_add_scaled(second.col[2], w * p[k].z, p[k]);
        }
    }
    if (!(area > 0)) return gz_eigenvectors(&second);
    wide3 mean = wide3_scale(first, 1 / area);
    second.col[0] = wide3_add_scaled(second.col[0], -first.x, mean);
    second.col[1] = wide3_add_scaled(second.col[1], -first.y, mean);
    second.col[2] = wide3_add_scaled(second.col[2], -first.z, mean);
    return gz_eigenvectors(&second);
}

/* -- all together -- */

/* The axes of the smallest box that the search finds, given those to start from. */
static graze_status near_minimal(const graze_hull *whole, double size, wide_mat3 *axes) {
    search s = {.size = size};
    graze_hull_view all, searched;
    graze_hull *simple = NULL;
    graze_hull_get(whole, &all);
    if (all.vertex_count > SEARCHED) {
        graze_status status =
            graze_hull_create_simplified(all.vertices, all.vertex_count, 0, SEARCHED, NULL, &simple);
        if (status != GRAZE_OK) return status;
    }
    graze_hull_get(simple ? simple : whole, &searched);
    keep(&s, (candidate){*axes, volume_of(&searched, axes, size)});
    try_facets(&s, &searched);
    graze_hull_release(simple);
    double least = -1;
    for (int i = 0; i < s.count; ++i) {
        candidate *c = &s.best[i];
        c->volume = volume_of(&all, &c->axes, size);
        turn_on(&all, size, c);
        if (least >= 0 && !(c->volume < least)) continue;
        least = c->volume;
        *axes = c->axes;
    }
    return GRAZE_OK;
}

/* The axes that the method finds for the hull of the points; given are their principal axes. */
static graze_status axes_by_hull(const gz_strided *s, const graze_aabb *box, graze_obb_method method,
                                 wide_mat3 *axes) {
    graze_hull *hull;
    graze_hull_view view;
    double size = 2 * (double)vec3_max_abs(graze_aabb_extent(*box));
    graze_status status = graze_hull_create(s->data, s->count, s->stride, &hull);
    if (status != GRAZE_OK) return status;
    graze_hull_get(hull, &view);
    if (view.dimension >= 2) *axes = axes_of_surface(&view, wide3_from(graze_aabb_center(*box)), size);
    if (view.dimension >= 2 && method == GRAZE_OBB_NEAR_MINIMAL)
        status = near_minimal(hull, size, axes);
    graze_hull_release(hull);
    return status;
}

graze_status graze_obb_from_points(const void *points, size_t count, size_t stride,
                                   graze_obb_method method, graze_obb *out) {
    gz_strided s;
    graze_aabb box;
    if (!out || method < 0 || method >= GRAZE_OBB_METHOD_COUNT) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_strided_make(points, count, stride, &s, &box);
    if (status != GRAZE_OK) return status;
    wide_mat3 axes = gz_principal_axes(&s, &box);
    if (method != GRAZE_OBB_PRINCIPAL) status = axes_by_hull(&s, &box, method, &axes);
    if (status != GRAZE_OK) return status;
    gz_obb_slabs slabs = gz_obb_slabs_make(&axes, graze_aabb_center(box));
    for (size_t i = 0; i < count; ++i) gz_obb_slabs_add_point(&slabs, gz_strided_at(&s, i));
    return gz_obb_slabs_box(&slabs, out);
}
