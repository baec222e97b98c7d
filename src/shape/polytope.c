/* SPDX-License-Identifier: MIT
 * Shapes on a hull: convex polygons and polyhedra (U1-U5). */
#include "shape/polytope.h"

#include "base/memory.h"
#include "shape/vertices.h"

uint32_t gz_climb_corner(const graze_shape *shape, real x, real y, real z, uint32_t hint) {
    const gz_polytope *polytope = (const gz_polytope *)shape;
    uint32_t limit = hint == 0 ? 1 : GZ_POLYTOPE_NEAR; /* 0 is mostly no hint at all: one look */
    return gz_climb_near(polytope->layers, vec3_make(x, y, z), hint, limit, NULL);
}

static graze_status measure_hull(const graze_shape *shape, graze_shape_mass *out) {
    return gz_vertices_measure(((const gz_polytope *)shape)->hull, out);
}

static void describe_count(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    uint32_t count = shape->vertex_count;
    gz_text_add(text, graze_shape_kind_text(shape->kind));
    gz_text_add(text, "(");
    gz_text_add_real(text, (real)count);
    gz_text_add(text, count == 1 ? " vertex)" : " vertices)");
}

static void destroy_polytope(graze_shape *shape) {
    gz_polytope *polytope = (gz_polytope *)shape;
    gz_facets_release(polytope->facets);
    gz_cells_release(polytope->cells);
    gz_stars_release(polytope->stars);
    gz_layers_release(polytope->layers);
    graze_hull_release(polytope->hull);
}

static const gz_shape_ops scanned_ops = {gz_vertices_core, gz_vertices_ball, measure_hull,
                                         describe_count,   destroy_polytope, gz_vertices_scan,
                                         gz_vertices_spans};
static const gz_shape_ops climbed_ops = {
    gz_vertices_core, gz_vertices_ball, measure_hull, describe_count,
    destroy_polytope, gz_climb_corner,  NULL};

static graze_status add_layers(gz_polytope *polytope) {
    const gz_layers_options options = {.thinning = GZ_THIN_SPREAD,
                                       .stop = GZ_POLYTOPE_SCAN,
                                       .degree_limit = GZ_POLYTOPE_DEGREE,
                                       .aside_limit = GZ_POLYTOPE_ASIDE,
                                       .center = polytope->shape.center};
    return gz_layers_create(polytope->hull, &options, &polytope->layers);
}

/* Where there are cells they find support points, else the layers do. */
static graze_status add_search(gz_polytope *polytope) {
    graze_shape *shape = &polytope->shape;
    graze_status status = add_layers(polytope);
    if (status == GRAZE_OK) status = gz_cells_create(polytope->layers, shape->half, &polytope->cells);
    if (status != GRAZE_OK) return status;
    shape->vertices = polytope->layers->vertices;
    shape->support_error = GZ_ERROR_CLIMB * GRAZE_EPSILON * shape->extent;
    if (!polytope->cells) return GRAZE_OK;
    status = gz_stars_create(polytope->layers, shape->half, &polytope->stars);
    if (status != GRAZE_OK) return status;
    if (polytope->stars) shape->stars = polytope->stars->stars;
    gz_corner corners[GZ_CELLS_CORNERS];
    polytope->ops = climbed_ops;
    polytope->ops.corner = corners[gz_cells_corners(corners) - 1];
    shape->ops = &polytope->ops;
    return GRAZE_OK;
}

static graze_status add_facets(gz_polytope *polytope) {
    const uint32_t *order = polytope->layers ? polytope->layers->order : NULL;
    gz_facets *facets = NULL;
    graze_status status = gz_facets_create(polytope->hull, order, &polytope->shape, &facets);
    polytope->facets = facets;
    return status;
}

graze_status gz_polytope_create(graze_shape_kind kind, graze_hull *hull, graze_shape **out) {
    graze_hull_view view;
    graze_status status = graze_hull_get(hull, &view);
    if (status != GRAZE_OK) return status;
    if (!gz_vertices_in_range(view.vertices, view.vertex_count)) return GRAZE_OUT_OF_RANGE;
    bool climbs = view.vertex_count > GZ_POLYTOPE_FEW;
    uint32_t scanned = climbs ? 0 : view.vertex_count;
    gz_polytope *polytope = gz_vertices_allocate(kind, climbs ? &climbed_ops : &scanned_ops, scanned);
    if (!polytope) return GRAZE_OUT_OF_MEMORY;
    polytope->hull = graze_hull_retain(hull);
    gz_vertices_set(polytope, view.vertices, view.vertex_count);
    if (climbs)
        status = add_search(polytope);
    else
        gz_vertices_set_scan(polytope);
    if (status == GRAZE_OK) status = add_facets(polytope);
    if (status != GRAZE_OK) {
        graze_shape_release(&polytope->shape);
        return status;
    }
    return gz_shape_finish(&polytope->shape, out);
}

/* The hull of points as a shape; polygons must have no volume. */
static graze_status from_points(graze_shape_kind kind, const void *points, size_t count, size_t stride,
                                graze_shape **out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_hull *hull;
    graze_status status = graze_hull_create(points, count, stride, &hull);
    if (status != GRAZE_OK) return status;
    graze_hull_view view;
    graze_hull_get(hull, &view);
    bool flat = view.dimension <= 2;
    status = kind == GRAZE_SHAPE_POLYGON && !flat ? GRAZE_INVALID_ARGUMENT
                                                  : gz_polytope_create(kind, hull, out);
    graze_hull_release(hull);
    return status;
}

graze_status graze_shape_polygon(const void *points, size_t count, size_t stride, graze_shape **out) {
    return from_points(GRAZE_SHAPE_POLYGON, points, count, stride, out);
}

graze_status graze_shape_polytope(const void *points, size_t count, size_t stride, graze_shape **out) {
    return from_points(GRAZE_SHAPE_POLYTOPE, points, count, stride, out);
}

graze_status graze_shape_from_hull(graze_hull *hull, graze_shape **out) {
    if (!hull || !out) return GRAZE_INVALID_ARGUMENT;
    return gz_polytope_create(GRAZE_SHAPE_POLYTOPE, hull, out);
}

graze_hull *graze_shape_hull(const graze_shape *shape) {
    if (!shape) return NULL;
    bool has_hull = shape->kind == GRAZE_SHAPE_POLYGON || shape->kind == GRAZE_SHAPE_POLYTOPE ||
                    shape->kind == GRAZE_SHAPE_KDOP;
    return has_hull ? ((const gz_polytope *)shape)->hull : NULL;
}
