/* SPDX-License-Identifier: MIT
 * The copies in float that small solids keep of their vertices and edges (facets.h). */
#include "shape/facets_build.h"

static uint32_t padded_to(uint32_t count, uint32_t step) { return (count + step - 1) / step * step; }

bool gz_compact_fits(uint32_t facets, uint32_t vertices) {
    return facets <= GZ_COMPACT_FACETS && vertices <= GZ_COMPACT_VERTICES;
}

size_t gz_compact_bytes(uint32_t vertices, uint32_t edges) {
    size_t stride = padded_to(vertices, 16), beside = padded_to(edges, 64);
    return sizeof(gz_compact) + 3 * stride * sizeof(float) + 2 * beside + edges * sizeof(gz_arc);
}

static void put(float to[3], wide3 v) {
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

/* Relative to the centre, which rounds as it does for who looks at vertices in real. */
static wide3 vertex_of(const vec3 *vertices, vec3 center, double scale, uint32_t v) {
    return wide3_scale(wide3_from(vec3_sub(vertices[v], center)), scale);
}

static bool fill_arcs(const gz_facets *facets, const vec3 *vertices, vec3 center, gz_arc *arcs) {
    double scale = 1 / facets->unit;
    for (uint32_t e = 0; e < facets->edge_count; ++e) {
        const gz_edge *edge = &facets->edges[e];
        wide3 begin = vertex_of(vertices, center, scale, edge->vertex[0]);
        wide3 along = wide3_sub(vertex_of(vertices, center, scale, edge->vertex[1]), begin);
        double length = wide3_length(along);
        if (!(length > 0)) return false;
        put(arcs[e].along, wide3_scale(along, 1 / length));
        put(arcs[e].point, begin);
        for (int k = 0; k < 2; ++k) put(arcs[e].from[k], facets->normal[edge->facet[k]]);
    }
    return true;
}

const gz_compact *gz_build_compact(const gz_facets *facets, const vec3 *vertices, uint32_t count,
                                   vec3 center, unsigned char *block) {
    uint32_t stride = padded_to(count, 16), beside_count = padded_to(facets->edge_count, 64);
    float *at = (float *)block;
    uint8_t *beside = (uint8_t *)(at + 3 * stride);
    gz_arc *arcs = (gz_arc *)(beside + 2 * beside_count);
    gz_compact *out = (gz_compact *)(arcs + facets->edge_count);
    for (uint32_t i = 0; i < stride; ++i) {
        wide3 v = vertex_of(vertices, center, 1 / facets->unit, i < count ? i : 0);
        at[i] = (float)v.x;
        at[i + stride] = (float)v.y;
        at[i + 2 * stride] = (float)v.z;
    }
    for (uint32_t e = 0; e < beside_count; ++e)
        for (uint32_t k = 0; k < 2; ++k)
            beside[e + k * beside_count] =
                e < facets->edge_count ? (uint8_t)facets->edges[e].facet[k] : 0;
    *out = (gz_compact){at,    at + stride,         at + 2 * stride,
                        count, padded_to(count, 8), {beside, beside + beside_count},
                        arcs};
    return fill_arcs(facets, vertices, center, arcs) ? out : NULL;
}
