/* SPDX-License-Identifier: MIT
 * The facets of boxes, tetrahedra and less, made when they are asked for: a mesh may have millions of
 * triangles. Also spheres and capsules, whose cores are points and segments. */
#include "base/tolerance.h"
#include "math/scale.h"
#include "shape/facets_build.h"
#include "shape/polytope.h"
#include "shape/unwrap.h"

const graze_shape *gz_polytope_core(const graze_shape *shape) {
    while (shape->kind == GRAZE_SHAPE_ROUNDED) shape = gz_rounded_child(shape);
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SEGMENT:
    case GRAZE_SHAPE_TRIANGLE:
    case GRAZE_SHAPE_TETRAHEDRON:
    case GRAZE_SHAPE_SPHERE:
    case GRAZE_SHAPE_BOX:
    case GRAZE_SHAPE_CAPSULE:
    case GRAZE_SHAPE_POLYGON:
    case GRAZE_SHAPE_POLYTOPE:
    case GRAZE_SHAPE_KDOP:
        return shape;
    default:
        return NULL;
    }
}

vec3 gz_polytope_corner(const graze_shape *core, uint32_t vertex) {
    vec3 point = vec3_zero();
    if (gz_shape_core_vertex(core, vertex, &point)) return point;
    uint32_t hint = 0; /* a sphere's point or one end of a capsule's segment */
    return core->ops->core(core, vec3_make(0, vertex == 0 ? 1 : -1, 0), &hint);
}

/* B:1018-1030. Facet 2k is the positive one along axis k; vertices have a bit for each negative sign.
 * The edge along axis k between the facets of the next two axes with signs s, t runs along s t: the
 * cross product of their normals. */
static void build_box(gz_facets_builder *builder) {
    for (uint32_t facet = 0; facet < 6; ++facet) {
        double sign = facet % 2 == 0 ? 1 : -1;
        wide3 n = facet < 2   ? wide3_make(sign, 0, 0)
                  : facet < 4 ? wide3_make(0, sign, 0)
                              : wide3_make(0, 0, sign);
        gz_build_facet(builder, n, facet % 2 == 0 ? 0 : 7);
    }
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t i = (k + 1) % 3, j = (k + 2) % 3;
        for (uint32_t s = 0; s < 2; ++s)
            for (uint32_t t = 0; t < 2; ++t) {
                uint32_t high = s << i | t << j, low = high | 1u << k;
                bool up = s == t;
                gz_build_edge(builder, up ? low : high, up ? high : low, 2 * i + s, 2 * j + t);
            }
    }
}

/* Three points that may coincide or lie in a line. Collinear up to rounding: the longest side. */
static void build_triangle(gz_facets_builder *builder, const wide3 p[3]) {
    wide3 side[3];
    uint32_t longest = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        side[i] = wide3_sub(p[(i + 1) % 3], p[i]);
        if (wide3_length_squared(side[i]) > wide3_length_squared(side[longest])) longest = i;
    }
    wide3 shorter = side[(longest + 1) % 3], n = wide3_cross(side[longest], shorter);
    double size = wide3_length(side[longest]);
    if (size == 0) {
        gz_build_point(builder, 0);
    } else if (wide3_length(n) <= GZ_FLAT_SIMPLEX * size * wide3_length(shorter)) {
        gz_build_segment(builder, longest, (longest + 1) % 3, side[longest]);
    } else {
        gz_build_polygon(builder, n, 0);
        for (uint32_t i = 0; i < 3; ++i) gz_build_side(builder, i, (i + 1) % 3, side[i]);
    }
}

/* Four points in a line, or one. */
static void build_thin_tetrahedron(gz_facets_builder *builder, const wide3 p[4]) {
    uint32_t from = 0, to = 0;
    double longest = 0;
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t j = i + 1; j < 4; ++j) {
            double length = wide3_length_squared(wide3_sub(p[j], p[i]));
            if (!(length > longest)) continue;
            longest = length;
            from = i;
            to = j;
        }
    if (longest > 0)
        gz_build_segment(builder, from, to, wide3_sub(p[to], p[from]));
    else
        gz_build_point(builder, 0);
}

/* The edge from i to j lies in the facets opposite to the other two, k and l. */
static void build_tetrahedron_edges(gz_facets_builder *builder, const wide3 p[4], const wide3 n[4],
                                    bool loose) {
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t j = i + 1; j < 4; ++j) {
            uint32_t k = 0;
            while (k == i || k == j) ++k;
            uint32_t l = 6 - i - j - k;
            wide3 turn = wide3_cross(n[k], n[l]);
            bool forward = wide3_dot(turn, wide3_sub(p[j], p[i])) > 0;
            gz_build_edge(builder, forward ? i : j, forward ? j : i, loose ? 0 : k, loose ? 0 : l);
        }
}

/* A tetrahedron with volume has the facets opposite to its corners. A flat one gets both sides of each
 * facet that is not itself a line, and its edges without arcs. */
static void build_tetrahedron(gz_facets_builder *builder, const wide3 p[4], bool *loose) {
    static const uint32_t opposite[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    wide3 n[4];
    bool thin[4];
    for (int i = 0; i < 4; ++i) {
        wide3 o = p[opposite[i][0]], u = wide3_sub(p[opposite[i][1]], o);
        wide3 v = wide3_sub(p[opposite[i][2]], o);
        n[i] = wide3_cross(u, v);
        thin[i] = !(wide3_length(n[i]) > GZ_FLAT_SIMPLEX * wide3_length(u) * wide3_length(v));
    }
    wide3 u = wide3_sub(p[1], p[0]), v = wide3_sub(p[2], p[0]), w = wide3_sub(p[3], p[0]);
    double volume = wide3_dot(n[3], w);
    double sides = wide3_length(u) * wide3_length(v) * wide3_length(w);
    *loose = !(fabs(volume) > GZ_FLAT_SIMPLEX * sides) || thin[0] || thin[1] || thin[2];
    for (uint32_t i = 0; i < 4; ++i) {
        if (thin[i]) continue;
        /* p[3] above 0, 1, 2 means that normal 3 points inward. */
        n[i] = volume > 0 ? wide3_neg(n[i]) : n[i];
        gz_build_facet(builder, n[i], opposite[i][0]);
        if (*loose) gz_build_facet(builder, wide3_neg(n[i]), opposite[i][0]);
    }
    if (builder->count > 0) {
        build_tetrahedron_edges(builder, p, n, *loose);
    } else {
        *loose = false;
        build_thin_tetrahedron(builder, p);
    }
}

static uint32_t corner_count(const graze_shape *core) {
    return core->kind == GRAZE_SHAPE_BOX       ? 8
           : core->kind == GRAZE_SHAPE_SPHERE  ? 1
           : core->kind == GRAZE_SHAPE_CAPSULE ? 2
                                               : core->vertex_count;
}

/* The least shapes, scaled near 1 so that no product leaves the range. */
static void build_simplex(const graze_shape *core, gz_facets_builder *builder, bool *loose) {
    wide3 p[4];
    uint32_t count = corner_count(core);
    int e = -gz_exponent((double)vec3_max_abs(core->half));
    for (uint32_t i = 0; i < count; ++i)
        p[i] = wide3_from(gz_vec3_scale(gz_polytope_corner(core, i), e));
    *loose = false;
    if (count == 2) {
        wide3 along = wide3_sub(p[1], p[0]);
        if (wide3_max_abs(along) > 0)
            gz_build_segment(builder, 0, 1, along);
        else
            gz_build_point(builder, 0);
    } else if (count == 3) {
        build_triangle(builder, p);
    } else if (count == 4) {
        build_tetrahedron(builder, p, loose);
    } else {
        gz_build_point(builder, 0);
    }
}

const gz_facets *gz_polytope_facets(const graze_shape *core, gz_few_facets *few) {
    bool kept = core->kind == GRAZE_SHAPE_POLYGON || core->kind == GRAZE_SHAPE_POLYTOPE ||
                core->kind == GRAZE_SHAPE_KDOP;
    if (kept) return ((const gz_polytope *)core)->facets;
    gz_facets_builder builder = {few->normal, few->corner, few->edges, 0, 0};
    bool loose = false;
    if (core->kind == GRAZE_SHAPE_BOX)
        build_box(&builder);
    else
        build_simplex(core, &builder, &loose);
    double unit = gz_build_unit(core);
    for (uint32_t f = 0; f < GZ_FACETS_FEW; ++f) {
        uint32_t g = f < builder.count ? f : 0;
        wide3 n = few->normal[g], corner = wide3_from(gz_polytope_corner(core, few->corner[g]));
        few->x[f] = (float)n.x;
        few->y[f] = (float)n.y;
        few->z[f] = (float)n.z;
        few->height[f] = (float)(wide3_dot(n, corner) / unit);
    }
    gz_build_around(&builder, few->start, few->around);
    gz_build_beside(&builder, few->beside);
    few->view = (gz_facets){.count = builder.count,
                            .edge_count = builder.edge_count,
                            .all_sampled = true,
                            .loose = loose,
                            .unit = unit,
                            .planes = {few->x, few->y, few->z, few->height, GZ_FACETS_FEW},
                            .normal = few->normal,
                            .corner = few->corner,
                            .edges = few->edges,
                            .beside = (const uint16_t(*)[2])few->beside,
                            .start = few->start,
                            .around = few->around};
    for (uint32_t i = 0; i < GZ_FACETS_SAMPLES; ++i) {
        vec3 point = gz_polytope_corner(core, i < corner_count(core) ? i : 0);
        gz_build_sample(&few->view, i, point);
    }
    return &few->view;
}
