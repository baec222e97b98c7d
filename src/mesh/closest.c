/* SPDX-License-Identifier: MIT
 * Down the tree, the nearest box first, past all boxes that are no nearer than what was found. Boxes
 * are compared in the tree's space and units, in float; triangles in the world, in double, relative to
 * the point.
 *
 * Poses may be affine. With s the lengths of the columns of the pose's matrix and N the matrix with
 * these taken out, |M x| >= least singular value of N times |(s0 x0, s1 x1, s2 x2)|, and N is a
 * rotation for every pose but sheared ones: there boxes are as near as they seem. */
#include "mesh/closest.h"

#include "base/tolerance.h"
#include "graze/solid.h"
#include "mesh/query.h"
#include "primitive/closest.h"
#include "primitive/fit.h"
#include "primitive/unit.h"
#include "shape/placed.h"
#include "tree/walk_box.h"

/* -- the probe -- */

/* A lower bound of the least singular value of the matrix with these columns made unit: by the circles
 * of Gershgorin around the eigenvalues of its Gram matrix, or by the inverse's Frobenius norm. */
static double least_stretch(const wide3 unit[3], const double s[3], const double inverse[3][3]) {
    double most = 0, frobenius = 0;
    for (int i = 0; i < 3; ++i) {
        double off = 0;
        for (int j = 0; j < 3; ++j)
            if (j != i) off += fabs(wide3_dot(unit[i], unit[j]));
        most = off > most ? off : most;
        wide3 row = wide3_make(inverse[i][0] * s[i], inverse[i][1] * s[i], inverse[i][2] * s[i]);
        frobenius += wide3_length_squared(row);
    }
    double by_circles = most < 1 ? sqrt(1 - most) : 0;
    double by_inverse = frobenius < GZ_PROBE_SKEW ? 1 / sqrt(frobenius) : 0;
    double least = by_circles > by_inverse ? by_circles : by_inverse;
    return least * (1 - GZ_PROBE_SLACK);
}

void gz_probe_make(const graze_placed *placed, gz_probe *probe) {
    const gz_mesh *mesh = gz_mesh_of(placed->shape);
    *probe = (gz_probe){.placed = placed, .mesh = mesh, .pose = gz_affine_of_pose(&placed->pose)};
    gz_mesh_invert(&placed->pose.basis, probe->inverse);
    wide_mat3 m = wide_mat3_from(&placed->pose.basis);
    double s[3], longest = 0;
    for (int k = 0; k < 3; ++k) {
        double size = wide3_max_abs(m.col[k]); /* squares of extreme numbers would leave the range */
        wide3 fitted = wide3_scale(m.col[k], 1 / size);
        double length = wide3_length(fitted);
        m.col[k] = wide3_scale(fitted, 1 / length);
        s[k] = size * length;
        longest = s[k] > longest ? s[k] : longest;
    }
    double stretch = least_stretch(m.col, s, probe->inverse);
    for (int k = 0; k < 3; ++k) probe->weight[k] = (float)(s[k] / longest);
    probe->unit = stretch * longest / mesh->tree->units.scale;
    probe->size =
        (double)gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE) * (double)mesh->shape.reach;
    probe->reflected = wide3_triple(m.col[0], m.col[1], m.col[2]) < 0;
}

double gz_probe_error(const gz_probe *probe, wide3 point) {
    wide3 between = wide3_sub(point, wide3_from(probe->placed->pose.origin));
    double size = probe->size + wide3_length(between) + (double)probe->placed->margin;
    return (double)(GZ_ERROR_PAIR * GRAZE_EPSILON) * size;
}

static wide3 local_of(const gz_probe *probe, wide3 point) {
    wide3 between = wide3_sub(point, wide3_from(probe->placed->pose.origin));
    return gz_mesh_turn_back(probe->inverse, between);
}

bool gz_probe_holds(const gz_probe *probe, wide3 point) {
    wide3 local = local_of(probe, point);
    return gz_mesh_holds(probe->mesh, (const double[3]){local.x, local.y, local.z});
}

wide3 gz_probe_face_normal(const gz_probe *probe, const wide3 corner[3]) {
    wide3 seen[3];
    gz_fit(corner, 3, corner[0], 0, seen);
    wide3 normal = gz_wide_unit(gz_triangle_normal(seen), wide3_make(0, 0, 0));
    return probe->reflected ? wide3_neg(normal) : normal;
}

wide3 gz_probe_normal(const gz_probe *probe, uint32_t primitive, uint32_t piece) {
    double p[3][3], q[3][3];
    const gz_mesh_group *group = gz_mesh_group_of(probe->mesh, primitive);
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) return wide3_make(0, 0, 0);
    gz_mesh_piece_corners(probe->mesh, group, primitive, piece, p);
    wide3 corner[3];
    for (int i = 0; i < 3; ++i) {
        gz_affine_apply(&probe->pose, p[i], q[i]);
        corner[i] = wide3_make(q[i][0], q[i][1], q[i][2]);
    }
    return gz_probe_face_normal(probe, corner);
}

/* -- the walk -- */

/* The point as the tree sees it. */
typedef struct place {
    float lo[3], hi[3], weight[3];
} place;

/* Triangles whose distances are estimated together, in the mesh's space. */
typedef struct batch {
    _Alignas(32) double p[3][3][4]; /* corner, coordinate, lane */
    uint32_t item[4];
    uint32_t count;
} batch;

typedef struct search {
    const gz_probe *probe;
    gz_affine pose; /* relative to the point */
    wide3 point;
    gz_nearest *out;
    double best; /* the distance found so far */
    bool found;
} search;

static place place_of(const gz_probe *probe, wide3 point) {
    place at;
    const gz_units *units = &probe->mesh->tree->units;
    wide3 local = local_of(probe, point);
    wide3 between = wide3_sub(point, wide3_from(probe->placed->pose.origin));
    const double x[3] = {local.x, local.y, local.z};
    double size = GZ_MESH_OVERLAP_SLACK * (probe->size + wide3_length(between));
    for (int k = 0; k < 3; ++k) {
        const double *row = probe->inverse[k];
        double off = size * (fabs(row[0]) + fabs(row[1]) + fabs(row[2]));
        at.lo[k] = gz_units_down_any(units, k, x[k] - off);
        at.hi[k] = gz_units_up_any(units, k, x[k] + off);
        at.weight[k] = probe->weight[k];
    }
    return at;
}

/* The square of a distance as the boxes measure it, not below it. */
static float limit_of(const gz_probe *probe, double distance) {
    double d = distance / probe->unit, squared = d * d * (1 + GZ_PROBE_SLACK);
    return squared < 0x1p126 ? (float)squared + 0x1p-140f : INFINITY; /* NaN, too */
}

/* The square of the distance of the origin from the box around a triangle. */
static double box_distance(const wide3 p[3]) {
    double sum = 0;
    const double x[3][3] = {
        {p[0].x, p[1].x, p[2].x}, {p[0].y, p[1].y, p[2].y}, {p[0].z, p[1].z, p[2].z}};
    for (int k = 0; k < 3; ++k) {
        const double *c = x[k];
        double lo = c[0] < c[1] ? c[0] : c[1], hi = c[0] < c[1] ? c[1] : c[0];
        lo = c[2] < lo ? c[2] : lo;
        hi = c[2] > hi ? c[2] : hi;
        double gap = gz_closest_in_range(lo, hi);
        sum += gap * gap;
    }
    return sum;
}

static void keep(search *s, wide3 between, double distance, uint32_t primitive, uint32_t piece) {
    if (!(distance < s->best)) return;
    s->best = distance;
    s->found = true;
    *s->out = (gz_nearest){between, distance, primitive, piece};
}

/* A polytope is filled: a point in it is at no distance. */
static void look_at_polytope(search *s, const gz_mesh_group *group, uint32_t primitive) {
    gz_simplex_room room, point_room;
    graze_placed piece = gz_mesh_place_piece(s->probe->placed, group, primitive, 0, &room);
    vec3 at = wide3_round(s->point), origin = vec3_make(0, 0, 0);
    graze_placed point = {gz_simplex_place(&point_room, &origin, 1), graze_pose_at(at.x, at.y, at.z),
                          0};
    graze_separation found;
    piece.margin = 0;
    if (graze_distance(&piece, &point, NULL, NULL, &found) != GRAZE_OK) return;
    wide3 between = wide3_scale(wide3_from(found.normal), -(double)found.distance);
    keep(s, between, (double)found.distance, primitive, 0);
}

static void look_at_piece(search *s, const gz_mesh_group *group, uint32_t primitive, uint32_t k) {
    double p[3][3], q[3];
    wide3 corner[3], seen[3];
    gz_mesh_piece_corners(s->probe->mesh, group, primitive, k, p);
    for (int i = 0; i < 3; ++i) {
        gz_affine_apply(&s->pose, p[i], q);
        corner[i] = wide3_make(q[0], q[1], q[2]);
    }
    if (box_distance(corner) > s->best * s->best) return;
    double scale = gz_fit(corner, 3, wide3_make(0, 0, 0), 0, seen);
    wide3 nearest = gz_closest_on_triangle(seen);
    double distance = wide3_length(nearest);
    if (scale != 1) {
        distance /= scale;
        nearest = wide3_scale(nearest, 1 / scale);
    }
    keep(s, nearest, distance, primitive, k);
}

/* A primitive that is one triangle, or less, goes into the batch; all others are looked at. */
static void take_item(search *s, batch *b, uint32_t item) {
    const gz_mesh *mesh = s->probe->mesh;
    const gz_mesh_group *group = mesh->groups;
    if (mesh->group_count > 1) group = gz_mesh_group_of(mesh, item);
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) {
        look_at_polytope(s, group, item);
        return;
    }
    uint32_t pieces = gz_mesh_piece_count(group, item);
    for (uint32_t k = 0; pieces > 1 && k < pieces; ++k) look_at_piece(s, group, item, k);
    if (pieces > 1) return;
    double p[3][3];
    gz_mesh_piece_corners(mesh, group, item, 0, p);
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) b->p[c][k][b->count] = p[c][k];
    b->item[b->count++] = item;
}

typedef uint32_t (*nearer_function)(const batch *b, const gz_affine *pose, double best);

/* Lanes that are not used get copies of the first one. */
GZ_INLINE void look_at_batch(search *s, batch *b, nearer_function nearer) {
    for (uint32_t lane = b->count; lane < 4; ++lane)
        for (int k = 0; k < 9; ++k) b->p[k / 3][k % 3][lane] = b->p[k / 3][k % 3][0];
    uint32_t bits = nearer(b, &s->pose, s->best * s->best) & ((1u << b->count) - 1);
    for (; bits; bits &= bits - 1) {
        uint32_t item = b->item[gz_lowest_bit(bits)];
        look_at_piece(s, gz_mesh_group_of(s->probe->mesh, item), item, 0);
    }
    b->count = 0;
}

GZ_INLINE void look_at_leaf(search *s, const uint32_t *items, uint32_t count, nearer_function nearer) {
    batch b;
    b.count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        take_item(s, &b, items[i]);
        if (b.count == 4) look_at_batch(s, &b, nearer);
    }
    if (b.count) look_at_batch(s, &b, nearer);
}

typedef struct stop {
    uint32_t link;
    float squared;
} stop;

/* Children go onto the stack with the nearest on top. */
GZ_INLINE uint32_t push(stop *stack, uint32_t top, const gz_node *node, uint32_t bits,
                        const float squared[GZ_TREE_WIDTH]) {
    uint32_t base = top;
    for (; bits; bits &= bits - 1) {
        uint32_t lane = gz_lowest_bit(bits);
        if (node->link[lane] == GZ_LINK_NONE) break;
        uint32_t at = top++;
        for (; at > base && stack[at - 1].squared < squared[lane]; --at) stack[at] = stack[at - 1];
        stack[at] = (stop){node->link[lane], squared[lane]};
    }
    return top;
}

typedef uint32_t (*gaps_function)(const gz_node *node, const place *at, float limit,
                                  float squared[GZ_TREE_WIDTH]);

GZ_INLINE void walk(search *s, const place *at, gaps_function gaps, nearer_function nearer,
                    graze_tree_counts *counts) {
    const graze_tree *tree = s->probe->mesh->tree;
    stop stack[GZ_TREE_DEPTH * (GZ_TREE_WIDTH - 1) + 1];
    _Alignas(32) float squared[GZ_TREE_WIDTH];
    float limit = limit_of(s->probe, s->best);
    uint64_t nodes = 0, items = 0;
    uint32_t top = 0;
    stack[top++] = (stop){0, 0};
    while (top) {
        stop next = stack[--top];
        if (next.squared > limit) continue;
        if (!gz_link_is_leaf(next.link)) {
            const gz_node *node = &tree->nodes[next.link];
            ++nodes;
            top = push(stack, top, node, gaps(node, at, limit, squared), squared);
            continue;
        }
        double before = s->best;
        items += gz_link_count(next.link);
        look_at_leaf(s, tree->items + gz_link_first(next.link), gz_link_count(next.link), nearer);
        if (s->best < before) limit = limit_of(s->probe, s->best);
    }
    if (counts) {
        counts->nodes += nodes;
        counts->box_tests += nodes * GZ_TREE_WIDTH;
        counts->items += items;
    }
}

#define NAME(name) name##_baseline
#define KERNEL_INLINE GZ_INLINE
#define WIDE(op) gz_f32x4##op
#define FOUR(op) gz_f64x4##op
#define LANES 4
#include "mesh/closest_kernel.h"
#undef NAME
#undef KERNEL_INLINE
#undef WIDE
#undef FOUR
#undef LANES
static void walk_baseline(search *s, const place *at, graze_tree_counts *counts) {
    walk(s, at, box_gaps_baseline, nearer_baseline, counts);
}
#if defined(GZ_HAVE_AVX2)
#define NAME(name) name##_avx2
#define KERNEL_INLINE GZ_INLINE_AVX2
#define WIDE(op) gz_f32x8##op
#define FOUR(op) gz_f64x4_avx2##op
#define LANES 8
#include "mesh/closest_kernel.h"
#undef NAME
#undef KERNEL_INLINE
#undef WIDE
#undef FOUR
#undef LANES
GZ_TARGET_AVX2 static void walk_avx2(search *s, const place *at, graze_tree_counts *counts) {
    walk(s, at, box_gaps_avx2, nearer_avx2, counts);
}
#endif

bool gz_probe_closest(const gz_probe *probe, wide3 point, double limit, gz_nearest *out,
                      graze_tree_counts *counts) {
    search s = {.probe = probe, .pose = probe->pose, .point = point, .out = out, .best = limit};
    const double p[3] = {point.x, point.y, point.z};
    for (int k = 0; k < 3; ++k) s.pose.t[k] -= p[k];
    place at = place_of(probe, point);
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) {
        walk_avx2(&s, &at, counts);
        return s.found;
    }
#endif
    walk_baseline(&s, &at, counts);
    return s.found;
}

/* -- the public function -- */

/* From the surface to the point, or the face's normal where they are as good as one. */
static wide3 direction_of(const gz_probe *probe, const gz_nearest *near, double error) {
    wide3 away = wide3_neg(near->between), face = {0, 0, 0};
    if (!(near->distance > error)) face = gz_probe_normal(probe, near->primitive, near->piece);
    if (wide3_max_abs(face) > 0) return wide3_dot(face, away) < 0 ? wide3_neg(face) : face;
    return gz_wide_unit(wide3_scale(away, near->distance > 0 ? 1 / near->distance : 1),
                        wide3_make(1, 0, 0));
}

graze_status graze_mesh_closest_point(const graze_placed *placed, graze_vec3 point, graze_real limit,
                                      graze_surface_point *out, graze_tree_counts *counts) {
    if (!out || !vec3_is_finite(point) || !(limit >= 0)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (!gz_mesh_of(placed->shape)) return GRAZE_INVALID_ARGUMENT;
    if (!(vec3_max_abs(point) <= GRAZE_SHAPE_REACH / 4)) return GRAZE_OUT_OF_RANGE;
    gz_probe probe;
    gz_nearest near;
    wide3 at = wide3_from(point);
    gz_probe_make(placed, &probe);
    double margin = (double)placed->margin, error = gz_probe_error(&probe, at);
    double far = limit < GRAZE_REAL_MAX ? (double)limit + margin + error : INFINITY;
    if (!gz_probe_closest(&probe, at, far, &near, counts)) {
        *out = (graze_surface_point){.found = false};
        return GRAZE_OK;
    }
    wide3 normal = direction_of(&probe, &near, error);
    double distance = near.distance > margin ? near.distance - margin : 0;
    double grown = near.distance > margin ? margin : near.distance;
    wide3 nearest = wide3_add(at, wide3_add_scaled(near.between, grown, normal));
    double lower = distance - error;
    *out = (graze_surface_point){.found = true,
                                 .primitive = near.primitive,
                                 .point = wide3_round(nearest),
                                 .normal = wide3_round(normal),
                                 .distance = (real)distance,
                                 .lower = lower > 0 ? (real)lower : 0,
                                 .upper = (real)(distance + error)};
    return GRAZE_OK;
}
