/* SPDX-License-Identifier: MIT */
#include "shape/vertices.h"

#include "base/memory.h"
#include "bounds/point_ball.h"
#include "math/cloud_spans.h"
#include "math/rounding.h"

bool gz_vertices_in_range(const vec3 *vertices, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        if (!(vec3_max_abs(vertices[i]) <= GRAZE_SHAPE_REACH)) return false;
    return true;
}

/* The cloud stands behind the header, aligned. */
static size_t header_bytes(void) {
    return (sizeof(gz_polytope) + GZ_ALIGNMENT - 1) / GZ_ALIGNMENT * GZ_ALIGNMENT;
}

gz_polytope *gz_vertices_allocate(graze_shape_kind kind, const gz_shape_ops *ops, uint32_t scanned) {
    size_t bytes = header_bytes() + gz_cloud_bytes(scanned);
    gz_polytope *polytope = (gz_polytope *)gz_shape_allocate(bytes, kind, ops);
    if (!polytope) return NULL;
    polytope->shape.vertex_count = 0;
    polytope->hull = NULL;
    polytope->layers = NULL;
    polytope->cells = NULL;
    polytope->stars = NULL;
    polytope->facets = NULL;
    polytope->scan = NULL;
    return polytope;
}

void gz_vertices_set(gz_polytope *polytope, const vec3 *vertices, uint32_t count) {
    graze_shape *shape = &polytope->shape;
    vec3 lo = vertices[0], hi = vertices[0];
    for (uint32_t i = 1; i < count; ++i) {
        lo = vec3_min(lo, vertices[i]);
        hi = vec3_max(hi, vertices[i]);
    }
    gz_shape_set_box(shape, lo, hi);
    const gz_strided points = gz_strided_of(vertices, count);
    shape->extent = graze_min(shape->extent, gz_point_reach(&points, shape->center));
    shape->vertices = vertices;
    polytope->shape.vertex_count = count;
}

void gz_vertices_set_scan(gz_polytope *polytope) {
    graze_shape *shape = &polytope->shape;
    void *block = (unsigned char *)polytope + header_bytes();
    polytope->cloud =
        gz_cloud_make(block, shape->vertices, polytope->shape.vertex_count, shape->center);
    polytope->scan = gz_argmax_choose();
    shape->few = polytope->cloud.padded <= GZ_CLOUD_LANES;
    shape->support_error = gz_scan_error(shape->extent);
}

vec3 gz_vertices_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    *hint = shape->ops->corner(shape, v.x, v.y, v.z, *hint);
    return gz_shape_vertex(shape, *hint);
}

uint32_t gz_vertices_scan(const graze_shape *shape, real x, real y, real z, uint32_t hint) {
    (void)hint;
    const gz_polytope *polytope = (const gz_polytope *)shape;
    return polytope->scan(&polytope->cloud, x, y, z);
}

/* All vertices once, instead of six times. */
void gz_vertices_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    gz_cloud_spans(&((const gz_polytope *)shape)->cloud, rows, below, above);
}

graze_sphere gz_vertices_ball(const graze_shape *shape) {
    const gz_strided points = gz_strided_of(shape->vertices, shape->vertex_count);
    return gz_point_ball(&points, shape->center);
}

/* The volume is a sum of positive terms in double, rounded to real at the end. */
graze_status gz_vertices_measure(const graze_hull *hull, graze_shape_mass *out) {
    graze_hull_mass mass;
    graze_hull_view view;
    graze_status status = graze_hull_measure(hull, &mass);
    if (status != GRAZE_OK) return status;
    graze_hull_get(hull, &view);
    *out = (graze_shape_mass){mass.volume, mass.volume, mass.volume, mass.centroid};
    if (view.dimension < 3) return GRAZE_OK;
    real slack = 2 * GRAZE_EPSILON + (real)((view.triangle_count + 8) * 0x1p-53);
    out->lower = graze_max(0, gz_next_down(mass.volume - mass.volume * slack));
    out->upper = gz_next_up(mass.volume + mass.volume * slack);
    return GRAZE_OK;
}
