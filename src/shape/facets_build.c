/* SPDX-License-Identifier: MIT */
#include "shape/facets_build.h"

#include "math/scale.h"

uint32_t gz_build_facet(gz_facets_builder *builder, wide3 normal, uint32_t corner) {
    uint32_t facet = builder->count++;
    builder->normal[facet] = wide3_scale(normal, 1 / wide3_length(normal));
    builder->corner[facet] = corner;
    return facet;
}

void gz_build_edge(gz_facets_builder *builder, uint32_t from, uint32_t to, uint32_t left,
                   uint32_t right) {
    builder->edges[builder->edge_count++] = (gz_edge){{from, to}, {left, right}};
}

void gz_build_point(gz_facets_builder *builder, uint32_t vertex) {
    for (int sign = 1; sign >= -1; sign -= 2) {
        gz_build_facet(builder, wide3_make(sign, 0, 0), vertex);
        gz_build_facet(builder, wide3_make(0, sign, 0), vertex);
        gz_build_facet(builder, wide3_make(0, 0, sign), vertex);
    }
}

/* A unit vector across v: perpendicular to it and to the axis it is farthest from. */
static wide3 across(wide3 v) {
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    wide3 axis = x <= y && x <= z ? wide3_make(1, 0, 0)
                 : y <= z         ? wide3_make(0, 1, 0)
                                  : wide3_make(0, 0, 1);
    wide3 w = wide3_cross(v, axis);
    return wide3_scale(w, 1 / wide3_length(w));
}

void gz_build_segment(gz_facets_builder *builder, uint32_t from, uint32_t to, wide3 along) {
    wide3 unit = wide3_scale(along, 1 / wide3_max_abs(along));
    gz_build_facet(builder, unit, to);
    gz_build_facet(builder, wide3_neg(unit), from);
    wide3 p = across(unit), q = wide3_cross(unit, p); /* p x q points along */
    uint32_t first = gz_build_facet(builder, p, from);
    gz_build_facet(builder, q, from);
    gz_build_facet(builder, wide3_neg(p), from);
    gz_build_facet(builder, wide3_neg(q), from);
    for (uint32_t i = 0; i < 4; ++i) gz_build_edge(builder, from, to, first + i, first + (i + 1) % 4);
}

void gz_build_polygon(gz_facets_builder *builder, wide3 normal, uint32_t corner) {
    gz_build_facet(builder, normal, corner);
    gz_build_facet(builder, wide3_neg(normal), corner);
}

void gz_build_side(gz_facets_builder *builder, uint32_t from, uint32_t to, wide3 along) {
    wide3 unit = wide3_scale(along, 1 / wide3_max_abs(along));
    uint32_t side = gz_build_facet(builder, wide3_cross(unit, builder->normal[0]), from);
    gz_build_edge(builder, from, to, 0, side);
    gz_build_edge(builder, to, from, 1, side);
}

double gz_build_unit(const graze_shape *shape) {
    int e = gz_exponent((double)shape->extent);
    return gz_power_of_two(e > -1000 ? e : -1000);
}

void gz_build_sample(gz_facets *facets, uint32_t i, vec3 point) {
    double scale = 1 / facets->unit;
    facets->sample_x[i] = (float)((double)point.x * scale);
    facets->sample_y[i] = (float)((double)point.y * scale);
    facets->sample_z[i] = (float)((double)point.z * scale);
}

void gz_build_beside(const gz_facets_builder *builder, uint16_t (*beside)[2]) {
    for (uint32_t e = 0; e < builder->edge_count; ++e)
        for (int side = 0; side < 2; ++side) beside[e][side] = (uint16_t)builder->edges[e].facet[side];
}

void gz_build_around(const gz_facets_builder *builder, uint32_t *start, uint32_t *around) {
    for (uint32_t f = 0; f <= builder->count; ++f) start[f] = 0;
    for (uint32_t e = 0; e < builder->edge_count; ++e)
        for (int side = 0; side < 2; ++side) ++start[builder->edges[e].facet[side] + 1];
    for (uint32_t f = 0; f < builder->count; ++f) start[f + 1] += start[f];
    for (uint32_t e = 0; e < builder->edge_count; ++e)
        for (int side = 0; side < 2; ++side) around[start[builder->edges[e].facet[side]]++] = e;
    /* Filling moved every start to its end, which is the next one's start. */
    for (uint32_t f = builder->count; f > 0; --f) start[f] = start[f - 1];
    start[0] = 0;
}
