/* SPDX-License-Identifier: MIT
 * Meshes and questions from bytes: groups of any kind, flawed or not, in any options; what could be
 * made is asked, deformed and asked again. Answers that say the same in two ways must agree. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "graze/graze.h"

enum { GROUPS = 4, MOST = 10, LOOPS = 2, CORNERS = 7, INDICES = GROUPS * MOST * LOOPS * CORNERS };

typedef struct bytes {
    const uint8_t *at, *end;
    bool raw; /* numbers are bits of floats, else steps of a grid */
} bytes;

static uint32_t below(bytes *b, uint32_t n) { return b->at < b->end ? *b->at++ % n : 0; }

static float number(bytes *b) {
    if (b->raw && b->end - b->at >= 4) {
        float x;
        memcpy(&x, b->at, sizeof x);
        b->at += sizeof x;
        return x;
    }
    return (float)((int)below(b, 33) - 16) / 8;
}
static graze_vec3 vector(bytes *b) {
    graze_vec3 v;
    v.x = (graze_real)number(b);
    v.y = (graze_real)number(b);
    v.z = (graze_real)number(b);
    return v;
}

static void demand(bool condition) {
    if (!condition) abort();
}

/* -- what is made -- */

typedef struct model {
    float floats[64][3];
    double doubles[64][3];
    graze_vertices vertices;
    uint32_t indices[INDICES], sizes[GROUPS * MOST * LOOPS], loops[GROUPS * MOST];
    uint32_t index_count, size_count, loop_count;
    graze_primitives groups[GROUPS];
    graze_mesh_options options;
} model;

static void take_vertices(bytes *b, model *m) {
    for (size_t i = 0; i < m->vertices.count; ++i)
        for (int k = 0; k < 3; ++k) {
            m->floats[i][k] = number(b);
            m->doubles[i][k] = (double)m->floats[i][k];
        }
}

static void take_group(bytes *b, model *m, graze_primitives *group, uint32_t spread) {
    static const uint32_t fixed[3] = {3, 1, 2};
    uint32_t kind = below(b, GRAZE_PRIMITIVE_KIND_COUNT + 1), count = below(b, MOST);
    *group = (graze_primitives){.kind = (graze_primitive_kind)kind,
                                .count = count,
                                .indices = m->indices + m->index_count,
                                .sizes = m->sizes + m->size_count,
                                .loops = m->loops + m->loop_count};
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t loops = kind == GRAZE_PRIMITIVE_POLYGON ? below(b, LOOPS + 1) : 1;
        m->loops[m->loop_count++] = loops;
        for (uint32_t loop = 0; loop < loops; ++loop) {
            uint32_t size = kind < 3 ? fixed[kind] : below(b, CORNERS + 1);
            if (kind >= 3) m->sizes[m->size_count++] = size;
            for (uint32_t k = 0; k < size; ++k) m->indices[m->index_count++] = below(b, spread);
        }
    }
}

static graze_shape *make(bytes *b, model *m) {
    static const int degrees[5] = {0, 2, 4, 8, 3};
    b->raw = below(b, 4) == 0;
    bool narrow = below(b, 2);
    m->index_count = m->size_count = m->loop_count = 0;
    m->vertices = (graze_vertices){.data = narrow ? (const void *)m->floats : (const void *)m->doubles,
                                   .count = below(b, 64),
                                   .format = narrow ? GRAZE_VERTEX_FLOAT : GRAZE_VERTEX_DOUBLE};
    uint32_t bits = below(b, 64), groups = 1 + below(b, GROUPS);
    m->options = (graze_mesh_options){.nature = bits & 1 ? GRAZE_MESH_SOLID : GRAZE_MESH_SURFACE,
                                      .copy_vertices = bits & 2,
                                      .copy_indices = bits & 4,
                                      .drop_degenerate = bits & 8,
                                      .drop_duplicate = bits & 16,
                                      .ray_layout = bits & 32};
    m->options.tree.split = (graze_tree_split)below(b, 4);
    m->options.tree.degree = degrees[below(b, 5)];
    m->options.tree.leaf_size = (int)below(b, 10);
    take_vertices(b, m);
    uint32_t spread = (uint32_t)m->vertices.count + (below(b, 8) == 0);
    if (spread == 0) spread = 1;
    for (uint32_t i = 0; i < groups; ++i) take_group(b, m, &m->groups[i], spread);
    graze_shape *shape = NULL;
    graze_mesh_report report;
    graze_status status =
        graze_shape_mesh(&m->vertices, m->groups, groups, &m->options, &report, &shape);
    demand((status == GRAZE_OK) == (shape != NULL));
    return shape;
}

/* -- what is asked -- */

static graze_flow count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    return ++*(uint32_t *)user > 100 ? GRAZE_STOP : GRAZE_CONTINUE;
}
static graze_flow count_item(void *user, uint32_t item) { return count_pair(user, item, 0); }

static graze_placed place(bytes *b, const graze_shape *shape) {
    graze_placed placed = {shape, graze_pose_identity(), 0};
    if (below(b, 2)) {
        for (int k = 0; k < 3; ++k) placed.pose.basis.col[k] = vector(b);
        placed.pose.kind = GRAZE_POSE_UNKNOWN;
    }
    placed.pose.origin = vector(b);
    if (below(b, 4) == 0) placed.margin = (graze_real)below(b, 8) / 16;
    return placed;
}

static void ask_one(bytes *b, const graze_placed *at) {
    graze_ray ray;
    ray.origin = vector(b);
    ray.direction = vector(b);
    ray.max_t = (graze_real)below(b, 16);
    graze_mesh_hit hit;
    bool any = false, inside = false;
    graze_status first = graze_ray_closest(at, &ray, GRAZE_FACES_BOTH, &hit, NULL);
    graze_status second = graze_ray_any(at, &ray, GRAZE_FACES_BOTH, &any, NULL);
    demand(first == second);
    if (first == GRAZE_OK && !(at->margin > 0)) demand(hit.hit == any);
    uint32_t count = 0;
    graze_aabb box;
    box.lo = vector(b);
    box.hi = vector(b);
    graze_overlap_box(at, &box, count_item, &count, NULL);
    graze_sphere ball;
    ball.center = vector(b);
    ball.radius = (graze_real)number(b);
    graze_overlap_sphere(at, &ball, count_item, &count, NULL);
    graze_placed_contains(at, ray.origin, &inside);
}

static void ask_two(const graze_placed *a, const graze_placed *b) {
    uint32_t pairs = 0;
    graze_intersection met;
    graze_status first = graze_intersect(a, b, NULL, NULL, &met);
    graze_status second = graze_intersect_all(a, b, count_pair, &pairs, NULL);
    demand((first == GRAZE_OK) == (second == GRAZE_OK));
    if (first == GRAZE_OK && pairs > 0) demand(met.intersecting);
    if (first == GRAZE_OK && pairs == 0) demand(!met.intersecting || met.end == GRAZE_OVERLAP);
}

static void deform(bytes *b, model *m, graze_shape *shape) {
    static model before;
    before = *m;
    take_vertices(b, m);
    uint32_t revision = graze_shape_revision(shape);
    graze_status status = m->options.copy_vertices ? graze_mesh_set_vertices(shape, 0, &m->vertices)
                                                   : graze_mesh_update(shape);
    demand(graze_shape_revision(shape) == revision + (status == GRAZE_OK));
    if (status == GRAZE_OK) return;
    memcpy(m->floats, before.floats, sizeof m->floats); /* borrowed: what the tree is of */
    memcpy(m->doubles, before.doubles, sizeof m->doubles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static model m;
    bytes b = {data, data + size, false};
    graze_shape *shape = make(&b, &m), *box = NULL;
    if (!shape) return 0;
    graze_shape_box(graze_vec3_make((graze_real)0.5, 1, (graze_real)0.25), &box);
    for (int round = 0; round < 2; ++round) {
        graze_mesh_info info;
        demand(graze_mesh_describe(shape, &info) == GRAZE_OK && info.kept > 0);
        graze_placed at = place(&b, shape), other = place(&b, shape), solid = place(&b, box);
        ask_one(&b, &at);
        ask_two(&at, &other);
        ask_two(&at, &solid);
        deform(&b, &m, shape);
    }
    graze_shape_release(box);
    graze_shape_release(shape);
    return 0;
}
