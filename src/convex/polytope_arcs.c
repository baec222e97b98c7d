/* SPDX-License-Identifier: MIT
 * The axes that edges make (polytope_axes.h): which arcs on the Gauss sphere are left, and which of
 * those cross.
 *
 * Let a, b be the ends of an arc of A, c, d those of one of B (minus its normals), X = c x d and
 * Y = a x b, which are the directions of the edges. The point of arc ab on the great circle of cd is
 * (b . X) a - (a . X) b up to sign, that of cd on the circle of ab is (d . Y) c - (c . Y) d. They are
 * one and the same point iff a . X and d . Y have one sign, b . X and c . Y the other; the point is
 * that of Y x X times the one sign. */
#include "base/bits.h"
#include "base/memory.h"
#include "base/simd.h"
#include "base/tolerance.h"
#include "convex/polytope_axes.h"
#include "primitive/closest.h"

#define ARCS 64u

/* One coordinate each in an array, for several at a time (what stands behind the last arc is computed
 * with, and never looked at); in float in both builds: what seems to cross
 * is looked at again in double. */
typedef struct arc_list {
    _Alignas(64) float along[3][ARCS]; /* the edge, unit, along from[0] x from[1] */
    float from[2][3][ARCS];            /* where the arc begins and ends */
    float point[3][ARCS];              /* one end of the edge, relative to A's centre */
    uint32_t edge[ARCS];
    uint32_t count;
} arc_list;

/* One arc, of a list or of a shape whose axes are the frame's: coordinate k at k times the step. */
typedef struct arc_view {
    const float *along, *from[2], *point;
    size_t step;
    float size; /* what the point is to be multiplied by */
    uint32_t edge;
} arc_view;

/* What takes the edges and normals of a side to the frame, for arcs: up to length. */
typedef struct arc_frame {
    bool turned;                                    /* else nothing to do but scale the points */
    bool affine;                                    /* normals do not stay unit */
    float edges[3][3], normals[3][3], points[3][3]; /* rows */
    float center[3], size;
    real scale; /* to units */
} arc_frame;

static void set_rows(const wide_mat3 *matrix, double scale, float rows[3][3]) {
    for (int k = 0; k < 3; ++k) {
        rows[0][k] = (float)(matrix->col[k].x * scale);
        rows[1][k] = (float)(matrix->col[k].y * scale);
        rows[2][k] = (float)(matrix->col[k].z * scale);
    }
}

static void set_frame(const gz_axes_side *side, arc_frame *frame) {
    const gz_operand *operand = side->operand;
    double unit = side->facets->unit, size = wide3_max_abs(operand->basis.col[0]);
    frame->turned = operand->turned;
    frame->affine = side->scan.affine;
    frame->scale = (real)(1 / unit);
    frame->size = (float)(size * unit);
    frame->center[0] = (float)side->center.x;
    frame->center[1] = (float)side->center.y;
    frame->center[2] = (float)side->center.z;
    if (!frame->turned) return;
    set_rows(&operand->basis, side->turn / size, frame->edges);
    set_rows(&operand->basis, unit, frame->points);
    set_rows(&side->cofactor, side->sign, frame->normals);
}

static void put(float to[3][ARCS], uint32_t i, slim3 v) {
    to[0][i] = v.x;
    to[1][i] = v.y;
    to[2][i] = v.z;
}

static float product(const float *u, size_t step, const float v[3][ARCS], uint32_t j) {
    return (u[0] * v[0][j] + u[step] * v[1][j]) + u[2 * step] * v[2][j];
}

static arc_view listed(const arc_list *list, uint32_t i) {
    return (arc_view){.along = list->along[0] + i,
                      .from = {list->from[0][0] + i, list->from[1][0] + i},
                      .point = list->point[0] + i,
                      .step = ARCS,
                      .size = 1,
                      .edge = list->edge[i]};
}

static slim3 slim(vec3 v, real scale) {
    return (slim3){(float)(v.x * scale), (float)(v.y * scale), (float)(v.z * scale)};
}

/* Gathers edges, in the shape's own coordinates. */
static void add_arcs(const gz_axes_side *side, real scale, const uint32_t *edges, uint32_t count,
                     arc_list *list) {
    const gz_edge *all = side->facets->edges;
    const gz_planes planes = side->facets->planes;
    const vec3 *vertices = side->core->vertices, center = side->core->center;
    uint32_t at = list->count;
    for (uint32_t i = 0; i < count; ++i, ++at) {
        const gz_edge edge = all[edges[i]];
        vec3 begin, end;
        if (vertices) {
            begin = vec3_sub(vertices[edge.vertex[0]], center);
            end = vec3_sub(vertices[edge.vertex[1]], center);
        } else {
            begin = gz_polytope_corner(side->core, edge.vertex[0]);
            end = gz_polytope_corner(side->core, edge.vertex[1]);
        }
        put(list->along, at, slim(vec3_sub(end, begin), scale));
        put(list->point, at, slim(begin, scale));
        put(list->from[0], at, gz_planes_normal(&planes, edge.facet[0]));
        put(list->from[1], at, gz_planes_normal(&planes, edge.facet[1]));
        list->edge[at] = edges[i];
    }
    list->count = at;
}

#define PLACE place_baseline
#define GATHER gather_baseline
#define CROSSINGS crossings_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "convex/polytope_arcs_kernel.h"
#undef PLACE
#undef GATHER
#undef CROSSINGS
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define PLACE place_avx2
#define GATHER gather_avx2
#define CROSSINGS crossings_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "convex/polytope_arcs_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

/* -- which edges are left -- */

#define FEW_BLOCKS 4u

/* Few open blocks, and so few edges around their facets that they fit into a list. */
static bool is_near(const gz_axes_side *side) {
    const gz_facet_sieve *sieve = &side->sieve;
    const uint32_t *start = side->facets->start;
    if (sieve->block_count > FEW_BLOCKS) return false;
    uint32_t edges = 0, count = side->facets->count;
    for (uint32_t b = 0; b < sieve->block_count; ++b) {
        uint32_t begin = sieve->blocks[b], end = begin + 8 < count ? begin + 8 : count;
        edges += start[end] - start[begin];
    }
    return edges < ARCS || edges == 0;
}

/* Where the collection of edges that may beat the best axis stands. */
typedef struct collector {
    gz_axes *axes;
    int s;
    const gz_axes_side *side;
    arc_frame frame;
    bool loose, by_facet, near;
    uint32_t edge;         /* the next to look at, if edge by edge; */
    uint32_t block, facet; /* else by the facets of each open block of the sieve, */
    uint32_t around;       /* and edge by edge around each, from start[facet] on */
} collector;

static void collector_begin(collector *c, gz_axes *axes, int s, bool loose) {
    gz_axes_side *side = &axes->side[s];
    c->axes = axes;
    c->s = s;
    c->side = side;
    c->loose = loose;
    c->edge = c->block = c->facet = c->around = 0;
    if (loose) return;
    set_frame(side, &c->frame);
    gz_facet_masks(&side->scan, 0, gz_axes_limit(axes, side), &side->sieve);
    c->by_facet = side->facets->count > GZ_FACET_WINDOW; /* then masks are of some facets only */
    c->near = is_near(side);
}

/* Edges that are looked at before any is taken: without branches, since what is left cannot be
 * predicted. */
#define CHUNK 32u

/* Lists edge e if no point rules it out; returns how many are listed. */
static inline uint32_t pick(const uint8_t *masks, const uint16_t (*beside)[2], uint32_t e,
                            uint32_t *left, uint32_t count) {
    left[count] = e;
    return count + ((masks[beside[e][0]] & masks[beside[e][1]]) == 0);
}

static void collect_by_edge(collector *c, arc_list *list) {
    const gz_facets *facets = c->side->facets;
    const uint8_t *masks = c->side->sieve.masks;
    const uint16_t(*beside)[2] = facets->beside;
    while (c->edge < facets->edge_count && list->count + CHUNK <= ARCS) {
        uint32_t left[CHUNK], count = 0, end = c->edge + CHUNK;
        if (end > facets->edge_count) end = facets->edge_count;
        uint32_t e = c->edge;
        for (; e + 4 <= end; e += 4) {
            count = pick(masks, beside, e, left, count);
            count = pick(masks, beside, e + 1, left, count);
            count = pick(masks, beside, e + 2, left, count);
            count = pick(masks, beside, e + 3, left, count);
        }
        for (; e < end; ++e) count = pick(masks, beside, e, left, count);
        add_arcs(c->side, c->frame.scale, left, count, list);
        c->edge = end;
    }
}

/* With few open blocks: around the facets that point 0 does not rule out; an edge between two of them
 * is met at the lower. */
static void collect_near(collector *c, arc_list *list) {
    const gz_facets *facets = c->side->facets;
    const gz_facet_sieve *sieve = &c->side->sieve;
    const uint8_t *masks = sieve->masks;
    uint32_t open[8 * FEW_BLOCKS], open_count = 0, left[ARCS], count = 0;
    for (uint32_t b = 0; b < sieve->block_count; ++b)
        for (uint32_t f = sieve->blocks[b], end = f + 8; f < end; ++f) {
            open[open_count] = f;
            open_count += (masks[f] & 1) == 0 && f < facets->count;
        }
    for (uint32_t i = 0; i < open_count; ++i) {
        uint32_t f = open[i];
        unsigned mask = masks[f];
        for (uint32_t k = facets->start[f]; k < facets->start[f + 1]; ++k) {
            uint32_t e = facets->around[k];
            uint32_t g = (uint32_t)facets->beside[e][0] ^ facets->beside[e][1] ^ f;
            unsigned other = masks[g], again = (unsigned)(g < f) & ~other;
            left[count] = e;
            count += ((mask & other) | (again & 1)) == 0;
        }
    }
    add_arcs(c->side, c->frame.scale, left, count, list);
    c->edge = facets->edge_count;
}

/* The mask of any facet: one outside the window by itself. */
static unsigned mask_of(const collector *c, uint32_t facet) {
    const gz_facet_sieve *sieve = &c->side->sieve;
    if (facet - sieve->window < GZ_FACET_WINDOW) return sieve->masks[facet - sieve->window];
    return gz_axes_mask(c->axes, c->side, facet);
}

/* The edges around one facet that point 0 does not rule out; one between two such facets is met at the
 * lower. False if the list is full. */
static bool collect_around(collector *c, uint32_t f, arc_list *list) {
    const gz_facets *facets = c->side->facets;
    const uint32_t *around = facets->around + facets->start[f];
    uint32_t around_count = facets->start[f + 1] - facets->start[f];
    unsigned mask = mask_of(c, f);
    while (c->around < around_count) {
        if (list->count + CHUNK > ARCS) return false;
        uint32_t left[CHUNK], count = 0, end = c->around + CHUNK;
        if (end > around_count) end = around_count;
        for (; c->around < end; ++c->around) {
            uint32_t e = around[c->around];
            const uint32_t *beside = facets->edges[e].facet;
            uint32_t g = beside[0] ^ beside[1] ^ f;
            unsigned other = mask_of(c, g), again = (unsigned)(g < f) & ~other;
            left[count] = e;
            count += ((mask & other) | (again & 1)) == 0;
        }
        add_arcs(c->side, c->frame.scale, left, count, list);
    }
    c->around = 0;
    return true;
}

static void collect_by_facet(collector *c, arc_list *list) {
    const gz_facets *facets = c->side->facets;
    const gz_facet_sieve *sieve = &c->side->sieve;
    for (;;) {
        for (; c->block < sieve->block_count; ++c->block, c->facet = 0) {
            uint32_t begin = sieve->blocks[c->block];
            for (; c->facet < 8 && sieve->window + begin + c->facet < facets->count; ++c->facet) {
                uint32_t f = begin + c->facet;
                if ((sieve->masks[f] & 1) == 0 && !collect_around(c, sieve->window + f, list)) return;
            }
        }
        if (facets->count - sieve->window <= GZ_FACET_WINDOW) return;
        gz_facet_masks(&c->side->scan, sieve->window + GZ_FACET_WINDOW, gz_axes_limit(c->axes, c->side),
                       &c->axes->side[c->s].sieve);
        c->block = 0;
    }
}

static void collect_all(collector *c, arc_list *list) {
    for (; c->edge < c->side->facets->edge_count && list->count < ARCS; ++c->edge)
        list->edge[list->count++] = c->edge;
}

/* The next edges that are left; false: there are no more. */
static bool collect(collector *c, arc_list *list) {
    list->count = 0;
    if (c->loose) {
        collect_all(c, list);
        return list->count > 0;
    }
    if (c->by_facet)
        collect_by_facet(c, list);
    else if (c->near && c->edge == 0)
        collect_near(c, list);
    else
        collect_by_edge(c, list);
    CHOOSE(place)(&c->frame, list);
    return list->count > 0;
}

/* -- which of them cross -- */

/* An edge in the frame: its first end, relative to A's centre, and the way to the other. */
typedef struct edge_line {
    wide3 point, along;
} edge_line;

static edge_line edge_of(const gz_axes_side *side, uint32_t e) {
    const gz_edge *edge = &side->facets->edges[e];
    vec3 begin = gz_axes_corner(side, edge->vertex[0]), end = gz_axes_corner(side, edge->vertex[1]);
    wide3 along = wide3_sub(wide3_from(end), wide3_from(begin));
    wide3 point = wide3_add(side->center, gz_operand_point(side->operand, begin));
    double scale = side->operand->basis.col[0].x * side->turn;
    if (!side->operand->turned) return (edge_line){point, wide3_scale(along, scale)};
    wide3 turned = wide_mat3_mul_vec(&side->operand->basis, along);
    return (edge_line){point, wide3_scale(turned, side->turn)};
}

/* The axes of a pair of edges: both ways, or the one of that sign. h(n) is at least n . (p - q) for
 * points p, q of the edges: worth a look only if that may beat u. It is that if they cross for sure. */
static void try_edges(gz_axes *axes, const edge_line *line, uint32_t first, uint32_t second, int sign,
                      bool sure) {
    const edge_line other = edge_of(&axes->side[1], second);
    wide3 p = line->point, d = line->along, q = other.point, e = other.along;
    if (wide3_max_abs(wide3_cross(d, e)) == 0) return; /* parallel: GZ_PARALLEL_EDGES */
    wide3 n = gz_accurate_cross(d, e);
    double squared = wide3_length_squared(n);
    double lengths = wide3_length_squared(d) * wide3_length_squared(e);
    if (!(squared > GZ_PARALLEL_EDGES * lengths)) return;
    double rise = wide3_dot(n, wide3_sub(p, q)), inverse = 1 / sqrt(squared);
    for (int way = 1; way >= -1; way -= 2) {
        double height = way * rise * inverse;
        if (sign == -way || !(height < gz_axes_threshold(axes))) continue;
        wide3 unit = wide3_scale(n, way * inverse);
        if (sure) {
            axes->side[0].operand->hint = axes->side[0].facets->edges[first].vertex[0];
            axes->side[1].operand->hint = axes->side[1].facets->edges[second].vertex[0];
            gz_axes_consider(axes, unit, p, q, GZ_AXIS_EDGES, first, second);
        } else {
            gz_axes_look(axes, unit, GZ_AXIS_EDGES, first, second);
        }
        if (gz_axes_over(axes)) return;
    }
}

/* Two arcs that seem to cross: the sign that makes Y x X the common point, if it is clear, and whether
 * they do for sure. That takes normals as accurate as those of a hull: a tetrahedron may have needles.
 */
static void try_arcs(gz_axes *axes, const arc_view *first, const edge_line *line,
                     const arc_list *second, uint32_t j) {
    float ax = product(first->from[0], first->step, second->along, j);
    float bx = product(first->from[1], first->step, second->along, j);
    float cy = product(first->along, first->step, second->from[0], j);
    float dy = product(first->along, first->step, second->from[1], j);
    float gap = ax - bx;
    int sign = gap > GZ_CLEAR_CROSSING ? 1 : gap < -GZ_CLEAR_CROSSING ? -1 : 0;
    bool sure = gz_axes_are_compact(axes) && sign != 0 && ax * bx < -GZ_ARC_SLACK &&
                cy * dy < -GZ_ARC_SLACK && ax * cy < -GZ_ARC_SLACK;
    try_edges(axes, line, first->edge, second->edge[j], sign, sure);
}

static void try_crossings(gz_axes *axes, const arc_view *first, const arc_list *second, uint64_t bits) {
    const edge_line line = edge_of(&axes->side[0], first->edge);
    for (; bits != 0 && !gz_axes_over(axes); bits &= bits - 1)
        try_arcs(axes, first, &line, second, gz_lowest_bit(bits));
}

/* Up to ARCS arcs against a list. Which cross is found for all before any is looked at: nobody could
 * predict it, so one would wait for the other. */
static void cross_views(gz_axes *axes, const arc_view *views, uint32_t count, const arc_list *second) {
    float best = (float)gz_axes_threshold(axes), slack = (float)axes->slack;
    uint64_t bits[ARCS], hits = 0;
    for (uint32_t i = 0; i < count; ++i) {
        bits[i] = CHOOSE(crossings)(&views[i], second, best, slack);
        hits |= (uint64_t)(bits[i] != 0) << i;
    }
    for (; hits != 0 && !gz_axes_over(axes); hits &= hits - 1) {
        uint32_t i = gz_lowest_bit(hits);
        try_crossings(axes, &views[i], second, bits[i]);
    }
}

static void cross(gz_axes *axes, const arc_list *first, const arc_list *second) {
    arc_view views[ARCS];
    for (uint32_t i = 0; i < first->count; ++i) views[i] = listed(first, i);
    cross_views(axes, views, first->count, second);
}

/* Without arcs: all pairs, both ways. */
static void cross_all(gz_axes *axes, const arc_list *first, const arc_list *second) {
    for (uint32_t i = 0; i < first->count; ++i) {
        const edge_line line = edge_of(&axes->side[0], first->edge[i]);
        for (uint32_t j = 0; j < second->count && !gz_axes_over(axes); ++j)
            try_edges(axes, &line, first->edge[i], second->edge[j], 0, false);
    }
}

void gz_axes_search_edges(gz_axes *axes) {
    bool loose = axes->side[0].facets->loose || axes->side[1].facets->loose;
    collector of_a, of_b;
    arc_list first, second;
    collector_begin(&of_a, axes, 0, loose);
    while (collect(&of_a, &first)) {
        collector_begin(&of_b, axes, 1, loose);
        while (collect(&of_b, &second)) {
            if (loose)
                cross_all(axes, &first, &second);
            else
                cross(axes, &first, &second);
            if (gz_axes_over(axes)) return;
        }
    }
}

/* -- small solids -- */

/* The frame of unit edges: a pose that is not affine takes edges where it takes normals. */
static void set_unit_frame(const gz_axes_side *side, arc_frame *frame) {
    static const wide_mat3 identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    float sign = (float)side->sign, turn = (float)side->turn;
    frame->size = (float)(1 / side->shrink);
    frame->center[0] = (float)side->center.x;
    frame->center[1] = (float)side->center.y;
    frame->center[2] = (float)side->center.z;
    set_rows(side->operand->turned ? &side->cofactor : &identity, 1, frame->edges);
    for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) {
            float turned = frame->edges[k][l];
            frame->normals[k][l] = turned * sign;
            frame->points[k][l] = turned * frame->size;
            frame->edges[k][l] = turned * turn;
        }
}

/* Up to ARCS of the edges, in the frame. */
static void gather(const gz_axes_side *side, const arc_frame *frame, const uint8_t *edges,
                   uint32_t count, arc_list *list) {
    list->count = count < ARCS ? count : ARCS;
    for (uint32_t i = 0; i < list->count; i += 8) /* eight: one branch less that nobody could predict */
        for (uint32_t k = i; k < i + 8; ++k) list->edge[k] = edges[k];
    CHOOSE(gather)(side->facets->compact->arcs, edges, frame, list);
}

/* Arcs of A in its own axes, which are the frame's, against a list. */
static void cross_own(gz_axes *axes, const uint8_t *edges, uint32_t count, const arc_list *second) {
    const gz_arc *arcs = axes->side[0].facets->compact->arcs;
    float size = (float)(1 / axes->side[0].shrink);
    arc_view views[ARCS];
    for (uint32_t i = 0; i < count && !gz_axes_over(axes); i += ARCS) {
        uint32_t here = count - i < ARCS ? count - i : ARCS;
        for (uint32_t k = 0; k < here; ++k) {
            const gz_arc *arc = &arcs[edges[i + k]];
            views[k] = (arc_view){.along = arc->along,
                                  .from = {arc->from[0], arc->from[1]},
                                  .point = arc->point,
                                  .step = 1,
                                  .size = size,
                                  .edge = edges[i + k]};
        }
        cross_views(axes, views, here, second);
    }
}

static void cross_turned(gz_axes *axes, const uint8_t *edges, uint32_t count, const arc_list *second) {
    arc_frame frame;
    arc_list first;
    set_unit_frame(&axes->side[0], &frame);
    for (uint32_t i = 0; i < count; i += ARCS) {
        gather(&axes->side[0], &frame, edges + i, count - i, &first);
        cross(axes, &first, second);
    }
}

void gz_axes_search_listed(gz_axes *axes, const uint8_t *const edges[2], const uint32_t count[2]) {
    if (count[0] == 0 || count[1] == 0) return;
    arc_frame frame;
    arc_list second;
    set_unit_frame(&axes->side[1], &frame);
    for (uint32_t j = 0; j < count[1] && !gz_axes_over(axes); j += ARCS) {
        gather(&axes->side[1], &frame, edges[1] + j, count[1] - j, &second);
        if (axes->side[0].operand->turned)
            cross_turned(axes, edges[0], count[0], &second);
        else
            cross_own(axes, edges[0], count[0], &second);
    }
}
