/* SPDX-License-Identifier: MIT
 * The facets of a hull, kept with the shape (facets.h). */
#include "shape/facets.h"

#include "base/memory.h"
#include "hull/fan.h"
#include "hull/hull.h"
#include "shape/facets_build.h"

typedef struct plan {
    graze_hull_view view;
    const uint32_t *place; /* of the hull's vertices in the shape; NULL: the same */
    double scale;          /* brings the coordinates near 1 */
    uint32_t count, edge_count;
    uint32_t *rank; /* where the hull's facets go */
    uint32_t *keys; /* room for one a facet and a count for each of the KEYS */
} plan;

/* The edges between different facets: those inside a triangulated facet are none. */
static bool is_edge(const graze_hull_view *view, uint32_t h) {
    uint32_t twin = view->half_edges[h].twin;
    return h < twin && view->triangle_facet[h / 3] != view->triangle_facet[twin / 3];
}

static void count_features(plan *p) {
    const graze_hull_view *view = &p->view;
    p->count = 6;
    p->edge_count = view->dimension == 1 ? 4 : 0;
    if (view->dimension == 2) {
        p->count = 2 + view->vertex_count;
        p->edge_count = 2 * view->vertex_count;
    } else if (view->dimension == 3) {
        p->count = view->facet_count;
        for (uint32_t h = 0; h < view->half_edge_count; ++h) p->edge_count += is_edge(view, h);
    }
}

static uint32_t placed(const plan *p, uint32_t v) { return p->place ? p->place[v] : v; }

static wide3 scaled_vertex(const plan *p, uint32_t v) {
    double at[3];
    gz_fan_vertex(&p->view, v, p->scale, at);
    return wide3_make(at[0], at[1], at[2]);
}

static wide3 facet_normal(const plan *p, uint32_t facet) {
    const uint32_t *corner = p->view.facet_corners + p->view.facet_start[facet];
    uint32_t count = p->view.facet_start[facet + 1] - p->view.facet_start[facet];
    double unit[3], area;
    gz_fan_normal(&p->view, corner, count, p->scale, unit, &area);
    return wide3_make(unit[0], unit[1], unit[2]);
}

static void build_flat(const plan *p, gz_facets_builder *builder) {
    const uint32_t *corner = p->view.facet_corners + p->view.facet_start[0];
    uint32_t count = p->view.vertex_count;
    gz_build_polygon(builder, facet_normal(p, 0), placed(p, corner[0]));
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = corner[i], to = corner[i + 1 < count ? i + 1 : 0];
        wide3 along = wide3_sub(scaled_vertex(p, to), scaled_vertex(p, from));
        gz_build_side(builder, placed(p, from), placed(p, to), along);
    }
}

/* Neighbours on the sphere get nearby keys: the bits of the three coordinates in turn (Morton order).
 */
#define KEY_BITS 4
#define KEYS (1u << 3 * KEY_BITS)

static uint32_t key_of(wide3 n) {
    const double range = (double)(1 << KEY_BITS);
    double at[3] = {(n.x + 1) * (range / 2), (n.y + 1) * (range / 2), (n.z + 1) * (range / 2)};
    uint32_t key = 0, most = (1u << KEY_BITS) - 1;
    for (int k = 0; k < 3; ++k) {
        uint32_t cell = at[k] < 0 ? 0 : at[k] < range ? (uint32_t)at[k] : most;
        for (int bit = 0; bit < KEY_BITS; ++bit) key |= (cell >> bit & 1) << (3 * bit + k);
    }
    return key;
}

/* Which facet of the hull comes where: sorted by key, by counting. */
static void sort_facets(const plan *p) {
    uint32_t *key = p->keys, *first = key + p->count;
    for (uint32_t k = 0; k < KEYS; ++k) first[k] = 0;
    for (uint32_t f = 0; f < p->count; ++f) {
        vec3 n = p->view.planes[f].normal;
        key[f] = key_of(wide3_from(n));
        ++first[key[f]];
    }
    uint32_t sum = 0;
    for (uint32_t k = 0; k < KEYS; ++k) {
        uint32_t count = first[k];
        first[k] = sum;
        sum += count;
    }
    for (uint32_t f = 0; f < p->count; ++f) p->rank[f] = first[key[f]]++;
}

static void build_solid(const plan *p, gz_facets_builder *builder) {
    const graze_hull_view *view = &p->view;
    const uint32_t *rank = p->rank;
    sort_facets(p);
    for (uint32_t f = 0; f < view->facet_count; ++f) {
        builder->count = rank[f];
        gz_build_facet(builder, facet_normal(p, f),
                       placed(p, view->facet_corners[view->facet_start[f]]));
    }
    builder->count = view->facet_count;
    for (uint32_t h = 0; h < view->half_edge_count; ++h) {
        if (!is_edge(view, h)) continue;
        const graze_half_edge *edge = &view->half_edges[h];
        gz_build_edge(builder, placed(p, edge->vertex), placed(p, view->half_edges[edge->twin].vertex),
                      rank[view->triangle_facet[h / 3]], rank[view->triangle_facet[edge->twin / 3]]);
    }
}

static void build(const plan *p, gz_facets_builder *builder) {
    if (p->view.dimension == 0) {
        gz_build_point(builder, 0);
    } else if (p->view.dimension == 1) {
        wide3 along = wide3_sub(scaled_vertex(p, 1), scaled_vertex(p, 0));
        gz_build_segment(builder, placed(p, 0), placed(p, 1), along);
    } else if (p->view.dimension == 2) {
        build_flat(p, builder);
    } else {
        build_solid(p, builder);
    }
}

/* The vertex farthest from the samples so far, or from the centre if there are none. */
static uint32_t farthest(const graze_hull_view *view, vec3 center, const vec3 *samples,
                         uint32_t count) {
    uint32_t best = 0;
    real most = -1;
    for (uint32_t v = 0; v < view->vertex_count; ++v) {
        vec3 p = vec3_sub(view->vertices[v], center);
        real least = count == 0 ? vec3_length(p) : GRAZE_REAL_MAX;
        for (uint32_t i = 0; i < count; ++i)
            least = graze_min(least, vec3_length(vec3_sub(p, samples[i])));
        if (!(least > most)) continue;
        most = least;
        best = v;
    }
    return best;
}

/* All vertices, or some that lie far apart. */
static void choose_samples(const graze_hull_view *view, vec3 center, gz_facets *facets) {
    vec3 samples[GZ_FACETS_SAMPLES];
    facets->all_sampled = view->vertex_count <= GZ_FACETS_SAMPLES;
    for (uint32_t i = 0; i < GZ_FACETS_SAMPLES; ++i) {
        uint32_t v =
            facets->all_sampled ? (i < view->vertex_count ? i : 0) : farthest(view, center, samples, i);
        samples[i] = vec3_sub(view->vertices[v], center);
        gz_build_sample(facets, i, samples[i]);
    }
}

static uint32_t padded_count(uint32_t count) { return (count + 7) / 8 * 8; }
/* How many numbers apart the arrays of planes are: whole vectors of the largest kind. */
static uint32_t stride_of(uint32_t count) { return (count + 15) / 16 * 16; }

/* Takes so many bytes of a block, aligned; returns where they begin. */
static size_t take(size_t *end, size_t bytes) {
    size_t at = *end;
    *end = (at + bytes + GZ_ALIGNMENT - 1) / GZ_ALIGNMENT * GZ_ALIGNMENT;
    return at;
}

/* The rounded copies that are scanned, and the heights above the centre. The padding repeats the last
 * facet, which is in the same block of eight: the least bound of a block is always that of a facet. */
static void fill_planes(const gz_facets_builder *builder, const uint32_t *order, const vec3 *vertices,
                        const graze_shape *shape, float *x, float *height) {
    double unit = gz_build_unit(shape);
    uint32_t stride = stride_of(builder->count);
    for (uint32_t i = 0; i < stride; ++i) {
        uint32_t f = i < builder->count ? i : builder->count - 1, corner = builder->corner[f];
        wide3 n = builder->normal[f];
        x[i] = (float)n.x;
        x[i + stride] = (float)n.y;
        x[i + 2 * stride] = (float)n.z;
        vec3 at = vec3_sub(vertices[order ? order[corner] : corner], shape->center);
        height[i] = (float)(wide3_dot(n, wide3_from(at)) / unit);
    }
}

/* One edge at each vertex, the last that has it. */
static void fill_touching(const gz_facets_builder *builder, uint32_t *touching) {
    for (uint32_t e = 0; e < builder->edge_count; ++e) {
        touching[builder->edges[e].vertex[0]] = e;
        touching[builder->edges[e].vertex[1]] = e;
    }
}

static gz_facets *assemble(plan *p, const uint32_t *order, const graze_shape *shape) {
    size_t end = 0, stride = stride_of(p->count);
    take(&end, sizeof(gz_facets));
    size_t planes = take(&end, 3 * stride * sizeof(float)), height = take(&end, stride * sizeof(float));
    size_t normal = take(&end, p->count * sizeof(wide3));
    size_t corner = take(&end, p->count * sizeof(uint32_t));
    size_t edges = take(&end, p->edge_count * sizeof(gz_edge));
    bool fits = p->count <= UINT16_MAX;
    size_t beside = take(&end, fits ? p->edge_count * 2 * sizeof(uint16_t) : 0);
    size_t start = take(&end, ((size_t)p->count + 1) * sizeof(uint32_t));
    size_t around = take(&end, 2 * (size_t)p->edge_count * sizeof(uint32_t));
    bool graph = p->view.dimension >= 2;
    size_t touching = take(&end, graph ? p->view.vertex_count * sizeof(uint32_t) : 0);
    bool compact = p->view.dimension == 3 && !order && gz_compact_fits(p->count, p->view.vertex_count);
    size_t copies = take(&end, compact ? gz_compact_bytes(p->view.vertex_count, p->edge_count) : 0);
    unsigned char *block = gz_allocate(end);
    if (!block) return NULL;
    gz_facets_builder builder = {(wide3 *)(block + normal), (uint32_t *)(block + corner),
                                 (gz_edge *)(block + edges), 0, 0};
    build(p, &builder);
    GZ_ASSERT(builder.count == p->count && builder.edge_count == p->edge_count);
    float *x = (float *)(block + planes), *heights = (float *)(block + height);
    fill_planes(&builder, order, p->view.vertices, shape, x, heights);
    if (fits) gz_build_beside(&builder, (uint16_t(*)[2])(block + beside));
    gz_build_around(&builder, (uint32_t *)(block + start), (uint32_t *)(block + around));
    if (graph) fill_touching(&builder, (uint32_t *)(block + touching));
    gz_facets *facets = (gz_facets *)block;
    *facets = (gz_facets){.count = p->count,
                          .edge_count = p->edge_count,
                          .unit = gz_build_unit(shape),
                          .planes = {x, x + stride, x + 2 * stride, heights, padded_count(p->count)},
                          .normal = builder.normal,
                          .corner = builder.corner,
                          .edges = builder.edges,
                          .beside = fits ? (const uint16_t(*)[2])(block + beside) : NULL,
                          .start = (const uint32_t *)(block + start),
                          .around = (const uint32_t *)(block + around),
                          .touching = graph ? (const uint32_t *)(block + touching) : NULL,
                          .bytes = end};
    choose_samples(&p->view, shape->center, facets);
    if (compact)
        facets->compact = gz_build_compact(facets, p->view.vertices, p->view.vertex_count,
                                           shape->center, block + copies);
    return facets;
}

/* The numbers needed on the way: where the shape has the hull's vertices, if elsewhere; the facets'
 * ranks and keys, and how many have each key. */
static size_t scratch_count(const plan *p, const uint32_t *order) {
    return (order ? p->view.vertex_count : 0) + 2 * (size_t)p->count + KEYS;
}

graze_status gz_facets_create(const graze_hull *hull, const uint32_t *order, const graze_shape *shape,
                              gz_facets **out) {
    plan p = {.scale = 1};
    graze_hull_get(hull, &p.view);
    p.scale = gz_fan_scale(&p.view);
    count_features(&p);
    size_t count = scratch_count(&p, order);
    uint32_t *scratch = gz_allocate_array(count, sizeof *scratch);
    if (!scratch) return GRAZE_OUT_OF_MEMORY;
    p.rank = scratch;
    p.keys = scratch + p.count;
    if (order) {
        uint32_t *place = p.keys + p.count + KEYS;
        for (uint32_t i = 0; i < p.view.vertex_count; ++i) place[order[i]] = i;
        p.place = place;
    }
    *out = assemble(&p, order, shape);
    gz_release(scratch, count * sizeof *scratch);
    return *out ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

void gz_facets_release(gz_facets *facets) {
    if (facets) gz_release(facets, facets->bytes);
}
