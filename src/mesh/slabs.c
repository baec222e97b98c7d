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

/* Twice the areas times the normals. */
static gz_f32x4 normals_of_leaves(const outline *leaves) {
    gz_f32x4 sum = gz_f32x4_splat(0);
    for (uint32_t i = 0; i < leaves->count; ++i) {
        gz_f32x4 p = gz_f32x4_load(&leaves->at[0][4 * i]);
        gz_f32x4 e = gz_f32x4_sub(gz_f32x4_load(&leaves->at[1][4 * i]), p);
        gz_f32x4 f = gz_f32x4_sub(gz_f32x4_load(&leaves->at[2][4 * i]), p);
        gz_f32x4 across = gz_f32x4_sub(gz_f32x4_mul(e, gz_f32x4_turned(f)),
                                       gz_f32x4_mul(gz_f32x4_turned(e), f)); /* z x y */
        sum = gz_f32x4_add(sum, across);
    }
    return gz_f32x4_turned(sum);
}

/* Any vector will do for a normal, and zero tells nothing. */
static void find_normal(const maker *m, uint32_t n, const outline *leaves, float normal[3]) {
    const gz_node *node = &m->tree->nodes[n];
    gz_f32x4 sum = normals_of_leaves(leaves);
    for (int i = 0; i < GZ_TREE_WIDTH; ++i)
        if (!gz_link_is_leaf(node->link[i]))
            sum = gz_f32x4_add(sum, gz_f32x4_load(m->normal_sum[node->link[i]]));
    float *v = m->normal_sum[n];
    gz_f32x4_store(v, sum);
    double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    double length = sqrt((x * x + y * y) + z * z);
    double over = length > 0 && length < INFINITY ? 1 / length : 0;
    normal[0] = (float)(x * over);
    normal[1] = (float)(y * over);
    normal[2] = (float)(z * over);
}

/* -- spans along a normal ------------------------------------------------------------------------- */

static inline span around_both(span a, span b) {
    return (span){b.lo < a.lo ? b.lo : a.lo, b.hi > a.hi ? b.hi : a.hi};
}

static span span_of_leaves(const outline *leaves, const float normal[3]) {
    static const uint8_t in_order[4] = {0, 1, 2, 3};
    gz_f32x4 lo = gz_f32x4_splat(INFINITY), hi = gz_f32x4_splat(-INFINITY);
    for (int c = 0; c < 3; ++c)
        for (uint32_t i = 0; i < leaves->count; i += 4) {
            gz_f32x4 p[4];
            gz_f32x4_quads(&leaves->at[c][4 * i], in_order, 4, p);
            gz_f32x4 along = gz_f32x4_mul(p[0], gz_f32x4_splat(normal[0]));
            along = gz_f32x4_add(along, gz_f32x4_mul(p[1], gz_f32x4_splat(normal[1])));
            along = gz_f32x4_add(along, gz_f32x4_mul(p[2], gz_f32x4_splat(normal[2])));
            lo = gz_f32x4_min(lo, along);
            hi = gz_f32x4_max(hi, along);
        }
    return (span){-gz_f32x4_top(gz_f32x4_sub(gz_f32x4_splat(0), lo)), gz_f32x4_top(hi)};
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

/* Of all that is below lanes that are no leaves, if levels more are measured corner by corner. */
static span span_below(const maker *m, const float normal[3], const gz_node *node, int levels,
                       span all) {
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (gz_link_is_leaf(link)) continue;
        if (levels == 0) {
            all = around_both(all, span_of_lane(normal, node, i, &m->slabs[link]));
            continue;
        }
        outline leaves;
        take_leaves(m, &m->tree->nodes[link], &leaves);
        all = around_both(all, span_of_leaves(&leaves, normal));
        all = span_below(m, normal, &m->tree->nodes[link], levels - 1, all);
    }
    return all;
}

/* -- all nodes ------------------------------------------------------------------------------------ */

static void make_slab(const maker *m, uint32_t n) {
    const gz_node *node = &m->tree->nodes[n];
    gz_slab *slab = &m->slabs[n];
    outline leaves;
    take_leaves(m, node, &leaves);
    find_normal(m, n, &leaves, slab->normal);
    span all = span_below(m, slab->normal, node, 1, span_of_leaves(&leaves, slab->normal));
    slab->lo = all.lo - m->slack;
    slab->hi = all.hi + m->slack;
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
    gz_slab *slabs = gz_allocate_array(count, sizeof *slabs);
    float(*sums)[4] = gz_allocate_array(count, sizeof *sums);
    if (slabs && sums) {
        maker m = {mesh, tree, slabs, sums, slack_of(tree)};
        for (size_t n = count; n-- > 0;) make_slab(&m, (uint32_t)n); /* children are behind */
        tree->slabs = slabs;
        slabs = NULL;
    }
    gz_release(slabs, count * sizeof *slabs);
    gz_release(sums, count * sizeof *sums);
    return tree->slabs ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}
