/* SPDX-License-Identifier: MIT
 * Point, segment, triangle and tetrahedron: shapes of at most four corners, which may coincide, lie in
 * a line or in a plane (S2, U1). */
#include "math/rounding.h"
#include "shape/inner.h"
#include "shape/simplex_room.h"
#include "shape/vertices.h"

static vec3 core_of_point(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)shape;
    (void)v;
    *hint = 0;
    return vec3_zero();
}

static vec3 core_of_segment(const graze_shape *shape, vec3 v, uint32_t *hint) {
    const gz_cloud *cloud = &((const gz_polytope *)shape)->cloud;
    vec3 a = gz_cloud_point(cloud, 0), b = gz_cloud_point(cloud, 1);
    *hint = vec3_dot(b, v) > vec3_dot(a, v);
    return *hint ? b : a;
}

/* Through a hull, which knows what is left of a simplex that is flat. */
static graze_status measure_simplex(const graze_shape *shape, graze_shape_mass *out) {
    graze_hull *hull;
    uint32_t count = shape->vertex_count;
    graze_status status = graze_hull_create(shape->vertices, count, 0, &hull);
    if (status != GRAZE_OK) return status;
    status = gz_vertices_measure(hull, out);
    graze_hull_release(hull);
    return status;
}

static void add_vector(gz_text *text, vec3 p) {
    gz_text_add(text, "(");
    gz_text_add_real(text, p.x);
    gz_text_add(text, ", ");
    gz_text_add_real(text, p.y);
    gz_text_add(text, ", ");
    gz_text_add_real(text, p.z);
    gz_text_add(text, ")");
}

static void describe_corners(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    uint32_t count = shape->vertex_count;
    gz_text_add(text, graze_shape_kind_text(shape->kind));
    if (count > 1) gz_text_add(text, "(");
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0) gz_text_add(text, ", ");
        add_vector(text, shape->vertices[i]);
    }
    if (count > 1) gz_text_add(text, ")");
}

static const gz_shape_ops point_ops = {
    core_of_point, gz_vertices_ball, measure_simplex, describe_corners, NULL, NULL, gz_vertices_spans};
static const gz_shape_ops segment_ops = {
    core_of_segment,  gz_vertices_ball, measure_simplex, describe_corners, NULL, NULL,
    gz_vertices_spans};
static const gz_shape_ops scanned_ops = {
    gz_vertices_core, gz_vertices_ball, measure_simplex, describe_corners, NULL,
    gz_vertices_scan, gz_vertices_spans};

static void set_corners(gz_polytope *simplex, const vec3 *corners, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) simplex->corners[i] = corners[i];
    gz_vertices_set(simplex, simplex->corners, count);
}

const graze_shape *gz_simplex_outline(gz_simplex_room *room, const vec3 *corners, uint32_t count) {
    static const graze_shape_kind kinds[] = {GRAZE_SHAPE_POINT, GRAZE_SHAPE_SEGMENT,
                                             GRAZE_SHAPE_TRIANGLE};
    static const gz_shape_ops *const ops[] = {&point_ops, &segment_ops, &scanned_ops};
    graze_shape *shape = &room->polytope.shape;
    room->polytope = (gz_polytope){.shape = {.ops = ops[count - 1],
                                             .kind = kinds[count - 1],
                                             .bounded = true,
                                             .convex = true,
                                             .plain = true}};
    set_corners(&room->polytope, corners, count);
    shape->support_error = gz_scan_error(shape->extent);
    shape->reach = gz_round_up(vec3_length(shape->center) + shape->extent);
    return shape;
}

void gz_simplex_complete(gz_simplex_room *room) {
    if (room->polytope.scan) return;
    gz_vertices_set_scan(&room->polytope);
    gz_inner_set(&room->polytope.shape);
}

const graze_shape *gz_simplex_place(gz_simplex_room *room, const vec3 *corners, uint32_t count) {
    const graze_shape *shape = gz_simplex_outline(room, corners, count);
    gz_simplex_complete(room);
    return shape;
}

static graze_status make_simplex(graze_shape_kind kind, const gz_shape_ops *ops, const vec3 *corners,
                                 uint32_t count, graze_shape **out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; ++i)
        if (!vec3_is_finite(corners[i])) return GRAZE_INVALID_ARGUMENT;
    if (!gz_vertices_in_range(corners, count)) return GRAZE_OUT_OF_RANGE;
    gz_polytope *simplex = gz_vertices_allocate(kind, ops, count);
    if (!simplex) return GRAZE_OUT_OF_MEMORY;
    set_corners(simplex, corners, count);
    gz_vertices_set_scan(simplex);
    return gz_shape_finish(&simplex->shape, out);
}

graze_status graze_shape_point(graze_vec3 p, graze_shape **out) {
    return make_simplex(GRAZE_SHAPE_POINT, &point_ops, &p, 1, out);
}

graze_status graze_shape_segment(graze_vec3 a, graze_vec3 b, graze_shape **out) {
    const vec3 corners[] = {a, b};
    return make_simplex(GRAZE_SHAPE_SEGMENT, &segment_ops, corners, 2, out);
}

graze_status graze_shape_triangle(graze_vec3 a, graze_vec3 b, graze_vec3 c, graze_shape **out) {
    const vec3 corners[] = {a, b, c};
    return make_simplex(GRAZE_SHAPE_TRIANGLE, &scanned_ops, corners, 3, out);
}

graze_status graze_shape_tetrahedron(graze_vec3 a, graze_vec3 b, graze_vec3 c, graze_vec3 d,
                                     graze_shape **out) {
    const vec3 corners[] = {a, b, c, d};
    return make_simplex(GRAZE_SHAPE_TETRAHEDRON, &scanned_ops, corners, 4, out);
}
