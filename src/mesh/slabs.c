/* SPDX-License-Identifier: MIT
 * The slabs of a large mesh's nodes (tree/slab.h): across the mean normals of the triangles below them.
 *
 * What leaves span is measured corner by corner. What is further down is bounded by what is known of
 * it: with n the normal of the node, m that of a node below and f any number,
 *
 *     n . x = f (m . x) + (n - f m) . x,
 *
 * of which the spans along m bound the first part and the boxes the second. With f = n . m that is off
 * by the sine of the angle between the two times the size of the boxes, which on a smooth surface
 * shrinks with the square of the size, as the thickness does. */
#include "base/memory.h"
#include "base/tolerance.h"
#include "mesh/corners.h"
#include "mesh/make.h"
#include "tree/refit.h"
#include "tree/slab.h"

/* With fewer triangles first contacts gain less from slabs than building them takes. */
#define GZ_SLABS_FROM 4096

/* More bytes than that of corners and indices are not in the cache beside the tree. */
#define FAR ((size_t)1 << 20)

#define MOST_TRIANGLES (GZ_TREE_WIDTH * GZ_LEAF_MOST)

/* Corners of triangles in the tree's units, four numbers each, and what each triangle spans along the
 * normal of the node. */
typedef struct outline {
    _Alignas(16) float at[3][4 * MOST_TRIANGLES];
    float lo[MOST_TRIANGLES], hi[MOST_TRIANGLES];
    uint32_t count; /* a multiple of four: the last ones may be points */
} outline;

typedef struct span {
    float lo, hi;
} span;

/* What children of a node span along its normal. */
typedef struct spans {
    _Alignas(16) float lo[GZ_TREE_WIDTH], hi[GZ_TREE_WIDTH];
} spans;

/* How many nodes above its own a corner is held against; what is further up is bounded. With one,
 * spheres of 500,000 triangles take a quarter more steps to miss each other; a third makes building 2 %
 * slower. */
#define LEVELS 2

/* What is known of a node while those above are made. */
typedef struct known {
    _Alignas(16) float normal[4]; /* of any length */
    span up[LEVELS]; /* along the normals of the node above, the one above that and so on */
    uint32_t parent; /* the root is its own */
} known;

typedef struct maker {
    const gz_mesh *mesh;
    const graze_tree *tree;
    gz_slab *slabs;
    known *known; /* of each node */
    float slack;
    bool far;                 /* corners do not fit into caches */
    size_t steps, most_steps; /* between the planes of all children, and if they were the boxes' */
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

/* Items are in about the order of nodes, which are gone through from the last one: so what comes so
 * many items later is read ahead, indices first. */
enum { SOON = 64, LATER = 192 };

GZ_INLINE void foresee(const maker *m, const gz_mesh_corners *corners, uint32_t place) {
    if (place < LATER) return;
    gz_mesh_foresee_indices(corners, m->tree->items[place - LATER]);
    gz_mesh_foresee_corner(corners, m->tree->items[place - SOON]);
}

/* The triangles of a node's leaves, whose numbers are in a row. */
GZ_INLINE void take_leaves_by(read_corner read, bool far, const maker *m, uint32_t first,
                              uint32_t count, outline *out) {
    const gz_mesh_corners corners = gz_mesh_corners_of(m->mesh);
    const gz_units units = m->tree->units;
    for (uint32_t i = 0; i < count; ++i) {
        const char *places[3];
        if (far) foresee(m, &corners, first + i);
        gz_mesh_find_corners(&corners, m->tree->items[first + i], places);
        for (int c = 0; c < 3; ++c) gz_f32x4_store(&out->at[c][4 * i], read(&units, places[c]));
    }
}

static inline bool is_used_leaf(uint32_t link) { return gz_link_is_leaf(link) && link != GZ_LINK_NONE; }

static void take_leaves(const maker *m, const gz_node *node, outline *out) {
    uint32_t first = 0, count = 0;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (!is_used_leaf(link)) continue;
        if (!count) first = gz_link_first(link);
        count += gz_link_count(link);
    }
    const bool narrow = m->mesh->vertices.format == GRAZE_VERTEX_FLOAT;
    if (narrow && m->far)
        take_leaves_by(of_floats, true, m, first, count, out);
    else if (narrow)
        take_leaves_by(of_floats, false, m, first, count, out);
    else
        take_leaves_by(of_doubles, true, m, first, count, out);
    for (; count % 4; ++count)
        for (int c = 0; c < 3; ++c) gz_f32x4_store(&out->at[c][4 * count], gz_f32x4_load(out->at[0]));
    out->count = count;
}

/* -- normals -------------------------------------------------------------------------------------- */

/* Twice the area times the normal. */
GZ_INLINE gz_f32x4 normal_by(read_corner read, const maker *m, uint32_t place) {
    const gz_mesh_corners corners = gz_mesh_corners_of(m->mesh);
    const gz_units *units = &m->tree->units;
    const char *places[3];
    if (m->far) foresee(m, &corners, place);
    gz_mesh_find_corners(&corners, m->tree->items[place], places);
    gz_f32x4 p = read(units, places[0]);
    gz_f32x4 e = gz_f32x4_sub(read(units, places[1]), p), f = gz_f32x4_sub(read(units, places[2]), p);
    return gz_f32x4_turned(
        gz_f32x4_sub(gz_f32x4_mul(e, gz_f32x4_turned(f)), gz_f32x4_mul(gz_f32x4_turned(e), f)));
}
static gz_f32x4 normal_of(const maker *m, uint32_t place) {
    bool narrow = m->mesh->vertices.format == GRAZE_VERTEX_FLOAT;
    return narrow ? normal_by(of_floats, m, place) : normal_by(of_doubles, m, place);
}

/* To the nearest whole number. */
static inline int16_t rounded_to_short(float x) { return (int16_t)(x < 0 ? x - 0.5f : x + 0.5f); }

static void put_normal(const float v[3], gz_slab *slab) {
    double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    double length = sqrt((x * x + y * y) + z * z);
    float over = length > 0 && length < INFINITY ? (float)(0x7fff / length) : 0;
    for (int k = 0; k < 3; ++k)
        slab->normal[k] = over > 0 && over < INFINITY ? rounded_to_short(v[k] * over) : (int16_t)0;
    slab->normal[3] = 0;
}

/* Any vector will do for a normal, and zero tells nothing; so one triangle of each leaf is enough. */
static void find_normal(const maker *m, uint32_t n) {
    const gz_node *node = &m->tree->nodes[n];
    gz_f32x4 sum = gz_f32x4_splat(0);
    for (int i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE; ++i) {
        uint32_t link = node->link[i];
        if (gz_link_is_leaf(link)) {
            sum = gz_f32x4_add(sum, normal_of(m, gz_link_first(link)));
        } else {
            sum = gz_f32x4_add(sum, gz_f32x4_load(m->known[link].normal));
            m->known[link].parent = n;
        }
    }
    gz_f32x4_store(m->known[n].normal, sum);
    put_normal(m->known[n].normal, &m->slabs[n]);
}

/* -- spans along a normal ------------------------------------------------------------------------- */

static inline span span_with(span a, span b) {
    return (span){b.lo < a.lo ? b.lo : a.lo, b.hi > a.hi ? b.hi : a.hi};
}

GZ_INLINE gz_f32x4 along(const float n[3], const gz_f32x4 p[3]) {
    gz_f32x4 sum = gz_f32x4_add(gz_f32x4_mul(p[0], gz_f32x4_splat(n[0])),
                                gz_f32x4_mul(p[1], gz_f32x4_splat(n[1])));
    return gz_f32x4_add(sum, gz_f32x4_mul(p[2], gz_f32x4_splat(n[2])));
}

/* How far boxes with such half extents reach. */
GZ_INLINE gz_f32x4 reach_along(const float n[3], const gz_f32x4 h[3]) {
    const float size[3] = {fabsf(n[0]), fabsf(n[1]), fabsf(n[2])};
    return along(size, h);
}

/* The least and the most of four triangles' corners. */
GZ_INLINE void span_corners(const float n[3], gz_f32x4 p[3][4], gz_f32x4 *lo, gz_f32x4 *hi) {
    gz_f32x4 a = along(n, p[0]), b = along(n, p[1]), c = along(n, p[2]);
    *lo = gz_f32x4_min(gz_f32x4_min(a, b), c);
    *hi = gz_f32x4_max(gz_f32x4_max(a, b), c);
}

static inline span span_of_lanes(gz_f32x4 lo, gz_f32x4 hi) {
    return (span){-gz_f32x4_top(gz_f32x4_sub(gz_f32x4_splat(0), lo)), gz_f32x4_top(hi)};
}

/* Each along the node's normal, all along those above. */
static void span_leaves(const float normals[1 + LEVELS][4], outline *leaves, span up[LEVELS]) {
    static const uint8_t in_order[4] = {0, 1, 2, 3};
    gz_f32x4 lo[LEVELS], hi[LEVELS];
    for (int k = 0; k < LEVELS; ++k) {
        lo[k] = gz_f32x4_splat(INFINITY);
        hi[k] = gz_f32x4_splat(-INFINITY);
    }
    for (uint32_t i = 0; i < leaves->count; i += 4) {
        gz_f32x4 p[3][4], least, most;
        for (int c = 0; c < 3; ++c) gz_f32x4_quads(&leaves->at[c][4 * i], in_order, 4, p[c]);
        span_corners(normals[0], p, &least, &most);
        gz_f32x4_store(leaves->lo + i, least);
        gz_f32x4_store(leaves->hi + i, most);
        for (int k = 0; k < LEVELS; ++k) {
            span_corners(normals[1 + k], p, &least, &most);
            lo[k] = gz_f32x4_min(lo[k], least);
            hi[k] = gz_f32x4_max(hi[k], most);
        }
    }
    for (int k = 0; k < LEVELS; ++k) up[k] = span_of_lanes(lo[k], hi[k]);
}

/* Middles and half extents of four boxes. */
GZ_INLINE void take_boxes(const gz_node *node, int at, gz_f32x4 c[3], gz_f32x4 h[3]) {
    for (int k = 0; k < 3; ++k) {
        gz_f32x4 lo = gz_f32x4_load(node->lo[k] + at), hi = gz_f32x4_load(node->hi[k] + at);
        c[k] = gz_f32x4_mul(gz_f32x4_add(lo, hi), gz_f32x4_splat(0.5f));
        h[k] = gz_f32x4_mul(gz_f32x4_sub(hi, lo), gz_f32x4_splat(0.5f));
    }
}

/* What is below children that are nodes, along n, by what they span along m, the node's own normal. */
static span span_nodes(const float n[3], const float m[3], const gz_node *node, const spans *own) {
    float left[3], f = (n[0] * m[0] + n[1] * m[1]) + n[2] * m[2];
    for (int k = 0; k < 3; ++k) left[k] = n[k] - f * m[k];
    _Alignas(16) float lo[GZ_TREE_WIDTH], hi[GZ_TREE_WIDTH];
    for (int at = 0; at < GZ_TREE_WIDTH; at += 4) {
        gz_f32x4 c[3], h[3], half = gz_f32x4_splat(0.5f);
        take_boxes(node, at, c, h);
        gz_f32x4 least = gz_f32x4_load(own->lo + at), most = gz_f32x4_load(own->hi + at);
        gz_f32x4 middle = gz_f32x4_mul(gz_f32x4_add(least, most), half);
        gz_f32x4 reach = gz_f32x4_mul(gz_f32x4_sub(most, least), half);
        middle = gz_f32x4_add(along(left, c), gz_f32x4_mul(middle, gz_f32x4_splat(f)));
        reach = gz_f32x4_add(reach_along(left, h), gz_f32x4_mul(reach, gz_f32x4_splat(fabsf(f))));
        gz_f32x4_store(lo + at, gz_f32x4_sub(middle, reach));
        gz_f32x4_store(hi + at, gz_f32x4_add(middle, reach));
    }
    span all = {INFINITY, -INFINITY};
    for (int i = 0; i < GZ_TREE_WIDTH; ++i)
        if (!gz_link_is_leaf(node->link[i])) all = span_with(all, (span){lo[i], hi[i]});
    return all;
}

/* -- packing -------------------------------------------------------------------------------------- */

/* Where steps are counted from, so that cutting off what is behind the point rounds down. */
#define STEPS_FROM 128

/* The whole number of steps above, 127 at most, which is what becomes of what is no number. */
static inline void store_steps(gz_f32x4 steps, int32_t out[4]) {
    const gz_f32x4 most = gz_f32x4_splat(STEPS_FROM + 126), least = gz_f32x4_splat(0);
    gz_f32x4_store_ints(out, gz_f32x4_max(least, gz_f32x4_min(most, steps)));
    for (int i = 0; i < 4; ++i) out[i] += 1 - STEPS_FROM;
}

/* Widens spans by slack, but not beyond the boxes by more than that, and puts them into the slab as
 * whole steps. Bits of the children for which that will do: not those whose box is next to nothing
 * beside what rounds. */
static uint32_t pack(const float n[3], const gz_node *node, float slack, spans *children,
                     gz_slab *slab) {
    const gz_f32x4 room = gz_f32x4_splat(slack), from = gz_f32x4_splat(STEPS_FROM);
    const gz_f32x4 end = gz_f32x4_splat(STEPS_FROM + 127); /* beyond which a byte does not reach */
    uint32_t good = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += 4) {
        gz_f32x4 c[3], h[3];
        take_boxes(node, at, c, h);
        gz_f32x4 middle = along(n, c), reach = reach_along(n, h);
        gz_f32x4 lo = gz_f32x4_max(gz_f32x4_sub(middle, reach), gz_f32x4_load(children->lo + at));
        gz_f32x4 hi = gz_f32x4_min(gz_f32x4_add(middle, reach), gz_f32x4_load(children->hi + at));
        lo = gz_f32x4_sub(lo, room);
        hi = gz_f32x4_add(hi, room);
        gz_f32x4_store(children->lo + at, lo);
        gz_f32x4_store(children->hi + at, hi);
        gz_f32x4 step = gz_f32x4_mul(reach, gz_f32x4_splat(GZ_SLAB_STEP));
        gz_f32x4 below = gz_f32x4_add(gz_f32x4_div(gz_f32x4_sub(middle, lo), step), from);
        gz_f32x4 above = gz_f32x4_add(gz_f32x4_div(gz_f32x4_sub(hi, middle), step), from);
        good |= (uint32_t)(gz_f32x4_less_bits(below, end) & gz_f32x4_less_bits(above, end)) << at;
        int32_t steps[2][4];
        store_steps(below, steps[0]);
        store_steps(above, steps[1]);
        for (int i = 0; i < 4; ++i) {
            slab->child_lo[at + i] = (int8_t)-steps[0][i];
            slab->child_hi[at + i] = (int8_t)steps[1][i];
        }
    }
    return good;
}

/* -- all nodes ------------------------------------------------------------------------------------ */

/* What the children of a node span along its normal: leaves as has been measured, nodes as they have
 * left it. Those that there are. */
static uint32_t gather_spans(const maker *m, const gz_node *node, const outline *leaves, spans *out) {
    uint32_t at = 0, used = 0;
    for (int i = 0; i < GZ_TREE_WIDTH && node->link[i] != GZ_LINK_NONE; ++i) {
        uint32_t link = node->link[i];
        span child = {INFINITY, -INFINITY};
        if (gz_link_is_leaf(link))
            for (uint32_t end = at + gz_link_count(link); at < end; ++at)
                child = span_with(child, (span){leaves->lo[at], leaves->hi[at]});
        else
            child = m->known[link].up[0];
        out->lo[i] = child.lo;
        out->hi[i] = child.hi;
        used |= 1u << i;
    }
    for (int i = GZ_TREE_WIDTH; i-- > 0 && !(used >> i & 1);) out->lo[i] = out->hi[i] = 0;
    return used;
}

/* What the nodes below a node span along the normals above, which they know but for the last. */
static void add_nodes(const maker *m, const gz_node *node, const float normals[1 + LEVELS][4],
                      const spans *children, span up[LEVELS]) {
    bool any = false;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        if (gz_link_is_leaf(node->link[i])) continue;
        const known *child = &m->known[node->link[i]];
        for (int k = 0; k + 1 < LEVELS; ++k) up[k] = span_with(up[k], child->up[k + 1]);
        any = true;
    }
    if (any)
        up[LEVELS - 1] =
            span_with(up[LEVELS - 1], span_nodes(normals[LEVELS], normals[0], node, children));
}

/* Nodes below have been made. */
static void make_slab(maker *m, uint32_t n, outline *leaves) {
    const gz_node *node = &m->tree->nodes[n];
    gz_slab *slab = &m->slabs[n];
    float normals[1 + LEVELS][4];
    spans children;
    span all = {INFINITY, -INFINITY};
    for (uint32_t k = 0, at = n; k <= LEVELS; ++k, at = m->known[at].parent)
        gz_slab_normal(&m->slabs[at], normals[k]);
    take_leaves(m, node, leaves);
    span_leaves(normals, leaves, m->known[n].up);
    uint32_t used = gather_spans(m, node, leaves, &children);
    bool good = !(used & ~pack(normals[0], node, m->slack, &children, slab));
    for (int i = 0; used >> i; ++i) {
        all = span_with(all, (span){children.lo[i], children.hi[i]});
        m->steps += good ? (size_t)(slab->child_hi[i] - slab->child_lo[i]) : 2 * 127;
        m->most_steps += 2 * 127;
    }
    slab->lo = good ? all.lo : -INFINITY;
    slab->hi = good ? all.hi : INFINITY;
    if (!good) memset(slab->normal, 0, sizeof slab->normal);
    add_nodes(m, node, normals, &children, m->known[n].up);
}

/* GZ_SLAB_SLACK of the largest coordinates, added up. */
static float slack_of(const graze_tree *tree) {
    double size = 0;
    for (int k = 0; k < 3; ++k) size += fmax(fabs((double)tree->lo[k]), fabs((double)tree->hi[k]));
    return (float)(GZ_SLAB_SLACK * size + 0x1p-140);
}

static void make_slabs(maker *m, size_t count) {
    outline leaves;
    m->known[0].parent = 0;
    for (size_t n = count; n-- > 0;) find_normal(m, (uint32_t)n); /* children are behind */
    for (size_t n = count; n-- > 0;) make_slab(m, (uint32_t)n, &leaves);
}

graze_status gz_mesh_make_slabs(gz_mesh *mesh) {
    graze_tree *tree = mesh->tree;
    size_t count = tree->node_count;
    bool usual = mesh->group_count == 1 && mesh->groups->kind == GRAZE_PRIMITIVE_TRIANGLE;
    if (!usual || tree->item_count < GZ_SLABS_FROM) return GRAZE_OK;
    maker m = {.mesh = mesh, .tree = tree, .slack = slack_of(tree)};
    m.far = mesh->vertices.count * mesh->vertices.stride + 12 * mesh->primitive_count > FAR;
    m.slabs = gz_allocate_array(count, sizeof *m.slabs);
    m.known = gz_allocate_array(count, sizeof *m.known);
    bool good = m.slabs && m.known;
    if (good) make_slabs(&m, count);
    const bool thin = good && m.steps <= m.most_steps / 2; /* of a soup, say: boxes are as good */
    if (thin)
        tree->slabs = m.slabs;
    else
        gz_release(m.slabs, count * sizeof *m.slabs);
    gz_release(m.known, count * sizeof *m.known);
    return good ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}
