/* SPDX-License-Identifier: MIT
 * Complex shapes and polytopes, made of many calls. What has been begun belongs to the thread. */
#include <limits.h>
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
    base *on;     /* where indices point to, or NULL */
    bool polytope, open;
    bool added;   /* vertices before those of the call at hand */
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
    solid3_base_release(now.on);
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
        shape *s = solid3_shape_add(&handle);
        if (!s) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
        if (s) now = (building){.handle = handle, .polytope = polytope, .on = b};
        if (s && b) ++b->users;
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

static bool may_add(call *c) {
    return now.handle != NULL || solid3_call_refuse(c, "no shape has been begun");
}

static void add_vertex(const void *vertex) {
    float *room = more(&now.vertices, 3 * sizeof *room);
    if (!room) return;
    memcpy(room, vertex, 3 * sizeof *room);
    add_number(&now.corners, (uint32_t)now.vertices.count - 1);
}

/* Polytopes copy their vertices, complex shapes refer to them. */
static void add_index(DT_Index index) {
    size_t stride = now.on->stride ? now.on->stride : 3 * sizeof(float);
    if (now.polytope)
        add_vertex((const char *)now.on->pointer + stride * index);
    else
        add_number(&now.corners, index);
}

static bool has_base(call *c) {
    return now.on != NULL || solid3_call_refuse(c, "a shape without a vertex base takes vertices");
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
    if (!vertex)
        solid3_call_refuse(&c, "NULL for a vertex");
    else if (may_add(&c) && is_open(&c)) {
        if (now.on && !now.polytope)
            solid3_call_refuse(&c, "a complex shape on a vertex base takes indices");
        else
            add_vertex(vertex);
    }
    solid3_call_end(&c);
}

void DT_VertexIndex(DT_Index index) {
    call c = solid3_call_begin("DT_VertexIndex");
    if (may_add(&c) && is_open(&c) && has_base(&c)) add_index(index);
    solid3_call_end(&c);
}

/* These are a polytope of their own, unless the one between Begin and End has vertices already. */
static void end_many(void) {
    bool open = now.open;
    if (now.polytope || (open && now.added)) return;
    end_polytope();
    now.open = open;
}

void DT_VertexIndices(DT_Count count, const DT_Index *indices) {
    call c = solid3_call_begin("DT_VertexIndices");
    if (count > 0 && !indices) {
        solid3_call_refuse(&c, "NULL for indices");
    } else if (may_add(&c) && has_base(&c)) {
        now.added = now.corners.count > now.first;
        for (DT_Count i = 0; i < count; ++i) add_index(indices[i]);
        end_many();
    }
    solid3_call_end(&c);
}

void DT_VertexRange(DT_Index first, DT_Count count) {
    call c = solid3_call_begin("DT_VertexRange");
    if (count > 0 && first > UINT_MAX - (count - 1)) {
        solid3_call_refuse(&c, "more vertices than there are numbers");
    } else if (may_add(&c) && has_base(&c)) {
        now.added = now.corners.count > now.first;
        for (DT_Count i = 0; i < count; ++i) add_index(first + i);
        end_many();
    }
    solid3_call_end(&c);
}

/* -- what they amount to -- */

static graze_vertices vertices_of_base(void) {
    graze_vertices v = {now.on->pointer, 0, now.on->stride, GRAZE_VERTEX_FLOAT};
    const uint32_t *corners = now.corners.at;
    for (size_t i = 0; i < now.corners.count; ++i)
        if (corners[i] >= v.count) v.count = (size_t)corners[i] + 1;
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
    graze_vertices own = {now.vertices.at, now.vertices.count, 0, GRAZE_VERTEX_FLOAT};
    graze_vertices vertices = now.on ? vertices_of_base() : own;
    graze_mesh_options options = {.copy_vertices = now.on == NULL, .copy_indices = true};
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
    }
    free(order.corners);
    free(order.sizes);
    if (status != GRAZE_OK || !now.on) return status;
    s->on = now.on;
    s->vertices = vertices.count;
    s->next = s->on->shapes;
    s->on->shapes = s;
    ++s->on->users;
    return status;
}

static graze_status make_polytope(shape *s) {
    const float *v = now.vertices.at;
    size_t count = now.vertices.count;
    graze_vec3 *points = malloc((count + 1) * sizeof *points);
    if (!points) return GRAZE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) points[i] = vector_in(v + 3 * i);
    graze_status status = count ? graze_shape_polytope(points, count, 0, &s->shape) : GRAZE_EMPTY;
    free(points);
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
