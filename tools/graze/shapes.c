/* SPDX-License-Identifier: MIT */
#include "shapes.h"

#include <stdlib.h>

#include "progress.h"

static graze_vec3 vector(const double *v) { return graze_vec3_make(v[0], v[1], v[2]); }

/* -- faces: cut into triangles, which the library compares exactly -- */

/* Where a polygon cannot be cut properly (it is not plane, or crosses itself) a fan does. */
static bool push_fan(const uint32_t *corners, uint32_t count, indices *out) {
    for (uint32_t k = 2; k < count; ++k)
        if (!indices_push(out, corners[0]) || !indices_push(out, corners[k - 1]) ||
            !indices_push(out, corners[k]))
            return false;
    return true;
}

typedef struct cutter {
    graze_vec3 *points; /* of the face at hand */
    uint32_t *cut;      /* its triangles */
    size_t capacity;    /* corners that both have room for */
} cutter;

static bool make_room(cutter *c, size_t corners) {
    if (corners <= c->capacity) return true;
    size_t points = c->capacity, cut = c->capacity;
    graze_vec3 *more_points = array_grow(c->points, &points, corners, sizeof *more_points);
    if (more_points) c->points = more_points;
    uint32_t *more_cut = array_grow(c->cut, &cut, corners, 3 * sizeof *more_cut);
    if (more_cut) c->cut = more_cut;
    if (!more_points || !more_cut) return false;
    c->capacity = points < cut ? points : cut;
    return true;
}

static bool cut_face(cutter *c, const geometry *g, const uint32_t *corners, uint32_t count,
                     indices *out) {
    if (count <= 3) return push_fan(corners, count, out);
    if (!make_room(c, count)) return false;
    for (uint32_t k = 0; k < count; ++k) c->points[k] = vector(g->points.at + 3 * (size_t)corners[k]);
    graze_polygon polygon = {c->points, count, NULL, 0};
    uint32_t triangles;
    if (graze_polygon_triangulate(&polygon, c->cut, count - 2, &triangles) != GRAZE_OK)
        return push_fan(corners, count, out);
    for (uint32_t k = 0; k < 3 * triangles; ++k)
        if (!indices_push(out, corners[c->cut[k]])) return false;
    return true;
}

bool shapes_cut_faces(const geometry *g, indices *out) {
    cutter c = {0};
    bool good = true;
    size_t first = 0;
    for (size_t i = 0; good && i < g->sizes.count; first += g->sizes.at[i++])
        good = cut_face(&c, g, g->corners.at + first, g->sizes.at[i], out);
    free(c.points);
    free(c.cut);
    return good;
}

/* Lines as segments: two corners each. */
static bool cut_lines(const geometry *g, indices *out) {
    size_t first = 0;
    for (size_t i = 0; i < g->sizes.count; first += g->sizes.at[i++])
        for (uint32_t k = 1; k < g->sizes.at[i]; ++k)
            if (!indices_push(out, g->corners.at[first + k - 1]) ||
                !indices_push(out, g->corners.at[first + k]))
                return false;
    return true;
}

/* -- shapes -- */

static graze_status make_mesh(const geometry *g, graze_primitive_kind kind, made_shape *out) {
    const uint32_t corners = kind == GRAZE_PRIMITIVE_TRIANGLE  ? 3
                             : kind == GRAZE_PRIMITIVE_SEGMENT ? 2
                                                               : 1;
    graze_vertices vertices = {g->points.at, g->points.count / 3, 0, GRAZE_VERTEX_DOUBLE};
    bool all = kind == GRAZE_PRIMITIVE_POINT;
    graze_primitives group = {kind, all ? vertices.count : out->triangles.count / corners,
                              all ? NULL : out->triangles.at, NULL, NULL};
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    out->primitives = group.count;
    if (group.count == 0) return GRAZE_OK;
    graze_status status = GRAZE_NOT_CLOSED;
    if (kind == GRAZE_PRIMITIVE_TRIANGLE)
        status = graze_shape_mesh(&vertices, &group, 1, &options, NULL, &out->shape);
    out->closed = status == GRAZE_OK;
    if (status != GRAZE_NOT_CLOSED) return status;
    options.nature = GRAZE_MESH_SURFACE;
    return graze_shape_mesh(&vertices, &group, 1, &options, NULL, &out->shape);
}

static graze_status make_shape(const geometry *g, made_shape *out) {
    *out = (made_shape){.closed = true, .primitives = 1};
    switch (g->kind) {
    case GEOMETRY_BOX:
        return graze_shape_box(vector(g->size), &out->shape);
    case GEOMETRY_SPHERE:
        return graze_shape_sphere(g->size[0], &out->shape);
    case GEOMETRY_CONE:
        return graze_shape_cone(g->size[0], g->size[1], &out->shape);
    case GEOMETRY_CYLINDER:
        return graze_shape_cylinder(g->size[0], g->size[1], &out->shape);
    case GEOMETRY_FACES:
        return shapes_cut_faces(g, &out->triangles) ? make_mesh(g, GRAZE_PRIMITIVE_TRIANGLE, out)
                                                    : GRAZE_OUT_OF_MEMORY;
    case GEOMETRY_LINES:
        return cut_lines(g, &out->triangles) ? make_mesh(g, GRAZE_PRIMITIVE_SEGMENT, out)
                                             : GRAZE_OUT_OF_MEMORY;
    default:
        return make_mesh(g, GRAZE_PRIMITIVE_POINT, out);
    }
}

const char *shapes_reason(graze_status status) {
    switch (status) {
    case GRAZE_INVALID_ARGUMENT:
        return "its size or place is not a finite number";
    case GRAZE_OUT_OF_RANGE:
        return "its size or place is too large or too small a number to be compared";
    case GRAZE_SINGULAR:
        return "it is made flat by a scale of zero, or nearly so";
    case GRAZE_OUT_OF_MEMORY:
        return "out of memory";
    default:
        return graze_status_text(status);
    }
}

/* Names the first object that has the geometry. */
static bool refuse(const scene *s, size_t number, graze_status status, fault *f) {
    for (size_t i = 0; i < s->object_count; ++i)
        if (s->objects[i].geometry == number)
            return scene_fault(s, &s->objects[i], shapes_reason(status), f);
    return scene_fault(s, &(object){.name = s->geometries[number].name, .geometry = number},
                       shapes_reason(status), f);
}

bool shapes_make(const scene *s, shapes *out, fault *f) {
    graze_status status = GRAZE_OK;
    *out = (shapes){calloc(s->geometry_count + 1, sizeof *out->of), s->geometry_count};
    if (!out->of) return fault_set(f, "graze", 0, "out of memory");
    progress_begin("preparing", NULL, s->geometry_count);
    for (size_t i = 0; status == GRAZE_OK && i < s->geometry_count; ++i) {
        status = make_shape(&s->geometries[i], &out->of[i]);
        if (status != GRAZE_OK) refuse(s, i, status, f);
        progress_done(i + 1);
    }
    progress_end();
    if (status != GRAZE_OK) shapes_free(out);
    return status == GRAZE_OK;
}

void shapes_free(shapes *made) {
    for (size_t i = 0; i < made->count; ++i) {
        graze_shape_release(made->of[i].shape);
        indices_free(&made->of[i].triangles);
    }
    free(made->of);
    *made = (shapes){0};
}

graze_placed shapes_place(const shapes *made, const object *o) {
    graze_placed placed = {.shape = made->of[o->geometry].shape};
    const double *b = o->at.basis;
    placed.pose.basis = (graze_mat3){{vector(b), vector(b + 3), vector(b + 6)}};
    placed.pose.origin = vector(o->at.origin);
    placed.pose.kind = GRAZE_POSE_UNKNOWN;
    return placed;
}
