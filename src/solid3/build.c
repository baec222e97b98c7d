/* SPDX-License-Identifier: MIT
 * Complex shapes and polytopes, made of many calls. What has been begun belongs to the thread. */
#include <stdlib.h>
#include <string.h>

#include "solid3/engine.h"

typedef struct list {
    void *at;
    size_t count, capacity; /* of elements */
} list;

/* Vertices, if there is no base; corners of all polytopes, and how many each has. */
typedef struct building {
    void *handle; /* of the shape being made; NULL: none is */
    bool polytope, open;
    size_t first; /* corner of the polytope at hand */
    list vertices, corners, sizes;
    bool out_of_memory;
} building;

static _Thread_local building now;

/* Room for one more; NULL when memory is out, which the End call tells. */
static void *more(list *l, size_t size) {
    if (l->count == l->capacity) {
        size_t larger = l->capacity ? 2 * l->capacity : 16;
        void *grown = realloc(l->at, larger * size);
        if (!grown) {
            now.out_of_memory = true;
            return NULL;
        }
        l->at = grown;
        l->capacity = larger;
    }
    return (char *)l->at + size * l->count++;
}

static void add_number(list *l, uint32_t number) {
    uint32_t *room = more(l, sizeof *room);
    if (room) *room = number;
}

static void end_polytope(void) {
    if (now.corners.count > now.first)
        add_number(&now.sizes, (uint32_t)(now.corners.count - now.first));
    now.first = now.corners.count;
    now.open = false;
}

static void clear(void) {
    free(now.vertices.at);
    free(now.corners.at);
    free(now.sizes.at);
    now = (building){0};
}

/* -- the commands -- */

static DT_ShapeHandle begin_shape(const char *name, DT_VertexBaseHandle base_handle, bool polytope) {
    call c = solid3_call_begin(name);
    base *b = base_handle ? solid3_call_get(&c, HANDLE_BASE, base_handle) : NULL;
    void *handle = NULL;
    if (now.handle) {
        solid3_call_refuse(&c, "another shape has been begun and not been ended");
    } else if (b || !base_handle) {
        shape *s = calloc(1, sizeof *s);
        handle = s ? solid3_handle_add(HANDLE_SHAPE, s) : NULL;
        if (!handle) {
            free(s);
            solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
        } else {
            s->on = b;
            if (b) ++b->users;
            now = (building){.handle = handle, .polytope = polytope};
        }
    }
    solid3_call_end(&c);
    return handle;
}

DT_ShapeHandle DT_NewComplexShape(DT_VertexBaseHandle on) {
    return begin_shape("DT_NewComplexShape", on, false);
}

DT_ShapeHandle DT_NewPolytope(DT_VertexBaseHandle on) {
    return begin_shape("DT_NewPolytope", on, true);
}

/* Is there a shape to add to, with a base or without? Its handle may have been deleted meanwhile. */
static bool may_add(call *c, bool by_index) {
    if (!now.handle) return solid3_call_refuse(c, "no shape has been begun");
    shape *s = solid3_call_get(c, HANDLE_SHAPE, now.handle);
    if (!s) return false;
    if (by_index != (s->on != NULL))
        return solid3_call_refuse(c, s->on ? "a shape on a vertex base takes indices"
                                           : "a shape without a vertex base takes vertices");
    return true;
}

void DT_Begin(void) {
    call c = solid3_call_begin("DT_Begin");
    if (!now.handle)
        solid3_call_refuse(&c, "no shape has been begun");
    else if (!now.polytope && now.open)
        solid3_call_refuse(&c, "DT_End is missing");
    else if (!now.polytope)
        now.open = true;
    solid3_call_end(&c);
}

void DT_End(void) {
    call c = solid3_call_begin("DT_End");
    if (!now.handle || (!now.polytope && !now.open))
        solid3_call_refuse(&c, "nothing has been begun");
    else if (!now.polytope)
        end_polytope();
    solid3_call_end(&c);
}

static bool is_open(call *c) {
    return now.polytope || now.open || solid3_call_refuse(c, "a vertex outside of DT_Begin and DT_End");
}

void DT_Vertex(const DT_Vector3 vertex) {
    call c = solid3_call_begin("DT_Vertex");
    if (!vertex) {
        solid3_call_refuse(&c, "NULL for a vertex");
    } else if (may_add(&c, false) && is_open(&c)) {
        float *room = more(&now.vertices, 3 * sizeof *room);
        if (room) {
            memcpy(room, vertex, 3 * sizeof *room);
            add_number(&now.corners, (uint32_t)now.vertices.count - 1);
        }
    }
    solid3_call_end(&c);
}

void DT_VertexIndex(DT_Index index) {
    call c = solid3_call_begin("DT_VertexIndex");
    if (may_add(&c, true) && is_open(&c)) add_number(&now.corners, index);
    solid3_call_end(&c);
}

/* Outside of Begin and End these are a polytope of their own. */
void DT_VertexIndices(DT_Count count, const DT_Index *indices) {
    call c = solid3_call_begin("DT_VertexIndices");
    if (count > 0 && !indices) {
        solid3_call_refuse(&c, "NULL for indices");
    } else if (may_add(&c, true)) {
        for (DT_Count i = 0; i < count; ++i) add_number(&now.corners, indices[i]);
        if (!now.polytope && !now.open) end_polytope();
    }
    solid3_call_end(&c);
}

void DT_VertexRange(DT_Index first, DT_Count count) {
    call c = solid3_call_begin("DT_VertexRange");
    if (may_add(&c, true)) {
        for (DT_Count i = 0; i < count; ++i) add_number(&now.corners, first + i);
        if (!now.polytope && !now.open) end_polytope();
    }
    solid3_call_end(&c);
}

/* -- what they amount to -- */

static graze_vertices vertices_of(const shape *s) {
    graze_vertices v = {now.vertices.at, now.vertices.count, 0, GRAZE_VERTEX_FLOAT};
    if (s->on) {
        const uint32_t *corners = now.corners.at;
        v = (graze_vertices){s->on->pointer, 0, s->on->stride, GRAZE_VERTEX_FLOAT};
        for (size_t i = 0; i < now.corners.count; ++i)
            if (corners[i] >= v.count) v.count = (size_t)corners[i] + 1;
    }
    return v;
}

/* A group a kind of primitive, in arrays of the size of everything. */
typedef struct sorted {
    graze_primitives groups[4];
    uint32_t *corners, *sizes;
} sorted;

static bool has_kind(int kind, uint32_t size) {
    return kind == 3 ? size > 3 : size == (uint32_t)kind + 1;
}

static void sort_kinds(sorted *out) {
    static const graze_primitive_kind kinds[4] = {GRAZE_PRIMITIVE_POINT, GRAZE_PRIMITIVE_SEGMENT,
                                                  GRAZE_PRIMITIVE_TRIANGLE, GRAZE_PRIMITIVE_POLYTOPE};
    const uint32_t *sizes = now.sizes.at;
    uint32_t *corner_end = out->corners, *size_end = out->sizes;
    for (int kind = 0; kind < 4; ++kind) {
        const uint32_t *corners = now.corners.at;
        out->groups[kind] =
            (graze_primitives){.kind = kinds[kind], .indices = corner_end, .sizes = size_end};
        for (size_t i = 0; i < now.sizes.count; corners += sizes[i++]) {
            if (!has_kind(kind, sizes[i])) continue;
            memcpy(corner_end, corners, sizes[i] * sizeof *corners);
            corner_end += sizes[i];
            *size_end++ = sizes[i];
            ++out->groups[kind].count;
        }
    }
}

static graze_status make_complex(shape *s) {
    graze_vertices vertices = vertices_of(s);
    graze_mesh_options options = {.copy_vertices = s->on == NULL, .copy_indices = true};
    sorted order = {.corners = malloc((now.corners.count + 1) * sizeof *order.corners),
                    .sizes = malloc((now.sizes.count + 1) * sizeof *order.sizes)};
    graze_status status = GRAZE_OUT_OF_MEMORY;
    if (order.corners && order.sizes) {
        graze_primitives used[4];
        size_t count = 0;
        sort_kinds(&order);
        for (int i = 0; i < 4; ++i)
            if (order.groups[i].count) used[count++] = order.groups[i];
        status =
            count ? graze_shape_mesh(&vertices, used, count, &options, NULL, &s->shape) : GRAZE_EMPTY;
        s->vertices = vertices.count;
    }
    free(order.corners);
    free(order.sizes);
    return status;
}

static graze_status make_polytope(shape *s) {
    graze_vertices vertices = vertices_of(s);
    const uint32_t *corners = now.corners.at;
    size_t stride = vertices.stride ? vertices.stride : 3 * sizeof(float), count = now.corners.count;
    graze_vec3 *points = malloc((count + 1) * sizeof *points);
    if (!points) return GRAZE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        float v[3];
        memcpy(v, (const char *)vertices.data + stride * corners[i], sizeof v);
        points[i] = vector_in(v);
    }
    graze_status status = count ? graze_shape_polytope(points, count, 0, &s->shape) : GRAZE_EMPTY;
    free(points);
    solid3_base_release(s->on); /* the polytope has its own copy */
    s->on = NULL;
    return status;
}

static void end_shape(const char *name, bool polytope) {
    call c = solid3_call_begin(name);
    if (!now.handle || now.polytope != polytope) {
        solid3_call_refuse(&c, "no such shape has been begun");
        solid3_call_end(&c);
        return;
    }
    shape *s = solid3_call_get(&c, HANDLE_SHAPE, now.handle);
    if (now.open) {
        solid3_call_refuse(&c, "DT_End is missing");
        end_polytope();
    }
    if (s && now.out_of_memory)
        solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    else if (s)
        solid3_call_check(&c, polytope ? make_polytope(s) : make_complex(s));
    clear();
    solid3_call_end(&c);
}

void DT_EndComplexShape(void) { end_shape("DT_EndComplexShape", false); }
void DT_EndPolytope(void) { end_shape("DT_EndPolytope", true); }
