/* SPDX-License-Identifier: MIT
 * How facets are put together (facets.h), for hulls and for the few of simple shapes alike. */
#ifndef GZ_SHAPE_FACETS_BUILD_H
#define GZ_SHAPE_FACETS_BUILD_H

#include "shape/facets.h"

typedef struct gz_facets_builder {
    wide3 *normal;
    uint32_t *corner;
    gz_edge *edges;
    uint32_t count, edge_count;
} gz_facets_builder;

/* Adds a facet; returns its number. The normal is made unit. */
uint32_t gz_build_facet(gz_facets_builder *builder, wide3 normal, uint32_t corner);
void gz_build_edge(gz_facets_builder *builder, uint32_t from, uint32_t to, uint32_t left,
                   uint32_t right);

/* Six facets. */
void gz_build_point(gz_facets_builder *builder, uint32_t vertex);
/* Six facets, four edges; along is any nonzero multiple of to - from. */
void gz_build_segment(gz_facets_builder *builder, uint32_t from, uint32_t to, wide3 along);

/* A convex polygon: its two facets, as the first of all; then side by side, counterclockwise about the
 * normal, one facet and two edges each. along is any nonzero multiple of to - from. */
void gz_build_polygon(gz_facets_builder *builder, wide3 normal, uint32_t corner);
void gz_build_side(gz_facets_builder *builder, uint32_t from, uint32_t to, wide3 along);

/* The power of two that coordinates of a shape are divided by for sieves. */
double gz_build_unit(const graze_shape *shape);
/* Sets sample i. */
void gz_build_sample(gz_facets *facets, uint32_t i, vec3 point);

/* Lists the facets beside each edge; they are fewer than 2^16. */
void gz_build_beside(const gz_facets_builder *builder, uint16_t (*beside)[2]);
/* The copies of a solid's features in float, in a block of so many bytes, aligned; NULL if an edge is
 * too short to have a direction. vertices are the shape's. */
bool gz_compact_fits(uint32_t facets, uint32_t vertices);
size_t gz_compact_bytes(uint32_t vertices, uint32_t edges);
const gz_compact *gz_build_compact(const gz_facets *facets, const vec3 *vertices, uint32_t count,
                                   vec3 center, unsigned char *block);

/* Lists the edges around each facet: start has one entry more than there are facets, around two for
 * each edge. */
void gz_build_around(const gz_facets_builder *builder, uint32_t *start, uint32_t *around);

#endif
