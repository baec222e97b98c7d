/* SPDX-License-Identifier: MIT
 * The slabs of a large mesh's nodes (tree/tree.h): across the mean normal of the triangles below them.
 *
 * What leaves of a node and of its children hold is measured corner by corner. What is further down is
 * bounded by what is known of it: with n the normal of the node, m that of a slab below and f any
 * number,
 *
 *     n . x = f (m . x) + (n - f m) . x,
 *
 * of which the slab bounds the first part and its box the second. With f = n . m that is off by the
 * sine of the angle between the two times the size of the box, which on a smooth surface shrinks with
 * the square of the size, as the thickness does. */
#include "base/memory.h"
#include "base/tolerance.h"
#include "mesh/corners.h"
#include "mesh/make.h"
#include "tree/refit.h"

/* With fewer triangles first contacts take a tenth less with slabs, and building a fifth longer. */
#define GZ_SLABS_FROM 4096

#define MOST_TRIANGLES (GZ_TREE_WIDTH * GZ_LEAF_MOST)

/* Corners of triangles in the tree's units, four numbers each. */
typedef struct outline {
    _Alignas(16) float at[3][4 * MOST_TRIANGLES];
    uint32_t count; /* a multiple of four: the last ones may be points */
} outline;

typedef struct span {
    float lo, hi;
} span;

typedef struct maker {
    const gz_mesh *mesh;
    const graze_tree *tree;
    gz_slab *slabs;
    float (*normal_sum)[4]; /* of each node */
    uint32_t *parent;       /* of each node; the root is its own */
    float slack;
} maker;

/* -- corners -------------------------------------------------------------------------------------- */

static inline gz_f32x4 rounded(gz_f64x4 p) { return gz_f32x4_of_doubles(p.lo, p.hi); }

#if defined(GRAZE_DOUBLE)
static inline gz_f32x4 in_units(const gz_units *units, gz_f64x4 p) {
    const double *o = units->origin;
    gz_f64x4 from_origin = gz_f64x4_sub(p, gz_f64x4_make(o[0], o[1], o[2], 0));
    return rounded(gz_f64x4_mul(from_origin, gz_f64x4_splat(units->scale)));
}
static inline gz_f32x4 of_floats(const gz_units *units, const char *place) {
    return in_units(units, gz_f64x4_widen(gz_f32x4_three(place)));
}
static inline gz_f32x4 of_doubles(const gz_units *units, const char *place) {
    return in_units(units, gz_f64x4_three(place));
}
#else
static inline gz_f32x4 of_floats(const gz_units *units, const char *place) {
    (void)units;
    return gz_f32x4_three(place);
}
static inline gz_f32x4 of_doubles(const gz_units *units, const char *place) {
    (void)units;
    return rounded(gz_f64x4_three(place));
}
#endif

typedef gz_f32x4 read_corner(const gz_units *units, const char *place);

/* The triangles of a node's leaves, whose numbers are in a row. */
GZ_INLINE void take_leaves_by(read_corner read, const maker *m, const uint32_t *items, uint32_t count,
                              outline *out) {
    const gz_mesh_corners corners = gz_mesh_corners_of(m->mesh);
    const gz_units units = m->tree->units;
    for (uint32_t i = 0; i < count; ++i) {
        const char *places[3];
        gz_mesh_find_corners(&corners, items[i], places);
        for (int c = 0; c < 3; ++c) gz_f32x4_store(&out->at[c][4 * i], read(&units, places[c]));
    }
}

static void take_leaves(const maker *m, const gz_node *node, outline *out) {
    uint32_t first = 0, count = 0;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (!gz_link_is_leaf(link) || link == GZ_LINK_NONE) continue;
        if (!count) first = gz_link_first(link);
        count += gz_link_count(link);
    }
    if (m->mesh->vertices.format == GRAZE_VERTEX_FLOAT)
        take_leaves_by(of_floats, m, m->tree->items + first, count, out);
    else
        take_leaves_by(of_doubles, m, m->tree->items + first, count, out);
    for (; count % 4; ++count)
        for (int c = 0; c < 3; ++c) gz_f32x4_store(&out->at[c][4 * count], gz_f32x4_load(out->at[0]));
    out->count = count;
}

/* -- normals -------------------------------------------------------------------------------------- */

/* Twice the area times the normal. */
GZ_INLINE gz_f32x4 normal_by(read_corner read, const maker *m, uint32_t item) {
    const gz_mesh_corners corners = gz_mesh_corners_of(m->mesh);
    const gz_units *units = &m->tree->units;
    const char *places[3];
    gz_mesh_find_corners(&corners, item, places);
    gz_f32x4 p = read(units, places[0]);
    gz_f32x4 e = gz_f32x4_sub(read(units, places[1]), p), f = gz_f32x4_sub(read(units, places[2]), p);
    return gz_f32x4_turned(
        gz_f32x4_sub(gz_f32x4_mul(e, gz_f32x4_turned(f)), gz_f32x4_mul(gz_f32x4_turned(e), f)));
}
static gz_f32x4 normal_of(const maker *m, uint32_t item) {
    bool narrow = m->mesh->vertices.format == GRAZE_VERTEX_FLOAT;
    return narrow ? normal_by(of_floats, m, item) : normal_by(of_doubles, m, item);
}

/* Any vector will do for a normal, and zero tells nothing; so one triangle of each leaf is enough. */
static void find_normal(const maker *m, uint32_t n) {
    const gz_node *node = &m->tree->nodes[n];
    gz_f32x4 sum = gz_f32x4_splat(0);
    for (int i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE; ++i) {
        uint32_t link = node->link[i];
        if (gz_link_is_leaf(link)) {
            sum = gz_f32x4_add(sum, normal_of(m, m->tree->items[gz_link_first(link)]));
        } else {
            sum = gz_f32x4_add(sum, gz_f32x4_load(m->normal_sum[link]));
            m->parent[link] = n;
        }
    }
    float *v = m->normal_sum[n];
    gz_f32x4_store(v, sum);
    double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    double length = sqrt((x * x + y * y) + z * z);
    double over = length > 0 && length < INFINITY ? 1 / length : 0;
    m->slabs[n] =
        (gz_slab){{(float)(x * over), (float)(y * over), (float)(z * over)}, INFINITY, -INFINITY};
}

/* -- spans along a normal ------------------------------------------------------------------------- */

/* The slab holds that, too. */
static inline void widen(gz_slab *slab, span by) {
    slab->lo = by.lo < slab->lo ? by.lo : slab->lo;
    slab->hi = by.hi > slab->hi ? by.hi : slab->hi;
}

static inline gz_f32x4 along(const gz_f32x4 p[4], const float normal[3]) {
    gz_f32x4 sum = gz_f32x4_add(gz_f32x4_mul(p[0], gz_f32x4_splat(normal[0])),
                                gz_f32x4_mul(p[1], gz_f32x4_splat(normal[1])));
    return gz_f32x4_add(sum, gz_f32x4_mul(p[2], gz_f32x4_splat(normal[2])));
}

static inline span across_lanes(gz_f32x4 lo, gz_f32x4 hi) {
    return (span){-gz_f32x4_top(gz_f32x4_sub(gz_f32x4_splat(0), lo)), gz_f32x4_top(hi)};
}

/* Of a node's leaves, in its own slab and in that of the node above. */
static void widen_by_leaves(const outline *leaves, gz_slab *own, gz_slab *above) {
    static const uint8_t in_order[4] = {0, 1, 2, 3};
    gz_f32x4 lo[2], hi[2];
    lo[0] = lo[1] = gz_f32x4_splat(INFINITY);
    hi[0] = hi[1] = gz_f32x4_splat(-INFINITY);
    for (int c = 0; c < 3; ++c)
        for (uint32_t i = 0; i < leaves->count; i += 4) {
            gz_f32x4 p[4];
            gz_f32x4_quads(&leaves->at[c][4 * i], in_order, 4, p);
            gz_f32x4 along_own = along(p, own->normal), along_above = along(p, above->normal);
            lo[0] = gz_f32x4_min(lo[0], along_own);
            hi[0] = gz_f32x4_max(hi[0], along_own);
            lo[1] = gz_f32x4_min(lo[1], along_above);
            hi[1] = gz_f32x4_max(hi[1], along_above);
        }
    widen(own, across_lanes(lo[0], hi[0]));
    widen(above, across_lanes(lo[1], hi[1]));
}

/* Of what is in both the box of a lane and the slab of the node that it leads to. */
static span span_of_lane(const float normal[3], const gz_node *node, int lane, const gz_slab *slab) {
    const float *m = slab->normal;
    float factor = (normal[0] * m[0] + normal[1] * m[1]) + normal[2] * m[2];
    float middle = 0, reach = 0, rest_middle = 0, rest_reach = 0;
    for (int k = 0; k < 3; ++k) {
        float lo = node->lo[k][lane], hi = node->hi[k][lane], c = (lo + hi) * 0.5f,
              h = (hi - lo) * 0.5f;
        float rest = normal[k] - factor * m[k];
        middle += normal[k] * c;
        reach += fabsf(normal[k]) * h;
        rest_middle += rest * c;
        rest_reach += fabsf(rest) * h;
    }
    span box = {middle - reach, middle + reach};
    if (!(slab->hi - slab->lo < INFINITY)) return box;
    float one = factor * slab->lo, other = factor * slab->hi;
    float lo = (one < other ? one : other) + rest_middle - rest_reach;
    float hi = (one < other ? other : one) + rest_middle + rest_reach;
    return (span){lo > box.lo ? lo : box.lo, hi < box.hi ? hi : box.hi};
}

/* -- all nodes ------------------------------------------------------------------------------------ */

/* What is below a node has been added to its slab, but for its leaves. All of it belongs to the slab of
 * the node above, too. */
static void finish_slab(const maker *m, uint32_t n) {
    const gz_node *node = &m->tree->nodes[n];
    gz_slab *own = &m->slabs[n], *above = &m->slabs[m->parent[n]];
    outline leaves;
    take_leaves(m, node, &leaves);
    if (leaves.count) widen_by_leaves(&leaves, own, above);
    own->lo -= m->slack;
    own->hi += m->slack;
    for (int i = 0; i < GZ_TREE_WIDTH && above != own; ++i)
        if (!gz_link_is_leaf(node->link[i]))
            widen(above, span_of_lane(above->normal, node, i, &m->slabs[node->link[i]]));
}

/* GZ_SLAB_SLACK of the largest coordinates, added up. */
static float slack_of(const graze_tree *tree) {
    double size = 0;
    for (int k = 0; k < 3; ++k) size += fmax(fabs((double)tree->lo[k]), fabs((double)tree->hi[k]));
    return (float)(GZ_SLAB_SLACK * size + 0x1p-140);
}

graze_status gz_mesh_make_slabs(gz_mesh *mesh) {
    graze_tree *tree = mesh->tree;
    size_t count = tree->node_count;
    bool usual = mesh->group_count == 1 && mesh->groups->kind == GRAZE_PRIMITIVE_TRIANGLE;
    if (!usual || tree->item_count < GZ_SLABS_FROM) return GRAZE_OK;
    maker m = {.mesh = mesh, .tree = tree, .slack = slack_of(tree)};
    m.slabs = gz_allocate_array(count, sizeof *m.slabs);
    m.normal_sum = gz_allocate_array(count, sizeof *m.normal_sum);
    m.parent = gz_allocate_array(count, sizeof *m.parent);
    bool good = m.slabs && m.normal_sum && m.parent;
    if (good) {
        m.parent[0] = 0;
        for (size_t n = count; n-- > 0;) find_normal(&m, (uint32_t)n); /* children are behind */
        for (size_t n = count; n-- > 0;) finish_slab(&m, (uint32_t)n);
        tree->slabs = m.slabs;
    } else {
        gz_release(m.slabs, count * sizeof *m.slabs);
    }
    gz_release(m.normal_sum, count * sizeof *m.normal_sum);
    gz_release(m.parent, count * sizeof *m.parent);
    return good ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}
