/* SPDX-License-Identifier: MIT
 * What is known about the distance, and how two pieces are compared. */
#include "base/tolerance.h"
#include "convex/entry.h"
#include "convex/query.h"
#include "math/scale.h"
#include "narrow/mesh_distance.h"
#include "narrow/mesh_query.h"
#include "shape/placed.h"
#include "shape/simplex_room.h"

/* -- the pair -- */

typedef struct extent {
    double size, error;
} extent;

static extent extent_of(const graze_placed *placed) {
    const graze_pose *pose = &placed->pose;
    graze_pose_kind kind = pose->kind == GRAZE_POSE_UNKNOWN ? graze_pose_classify(pose) : pose->kind;
    double stretch = (double)gz_pose_norm(pose, kind);
    double error = 0;
    if (placed->shape->kind != GRAZE_SHAPE_MESH)
        error = (double)(kind == GRAZE_POSE_AFFINE ? gz_shape_offset_error(placed->shape)
                                                   : placed->shape->support_error);
    return (extent){stretch * (double)placed->shape->reach + (double)placed->margin, stretch * error};
}

static gz_affine scaled(const gz_affine *map, double scale) {
    gz_affine out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out.m[i][j] = map->m[i][j] * scale;
        out.t[i] = map->t[i] * scale;
    }
    return out;
}

static void place(gz_nearest *n, double scale) {
    gz_affine a = gz_affine_of_pose(&n->a.pose), b = gz_affine_of_pose(&n->b.pose);
    for (int k = 0; k < 3; ++k) {
        b.t[k] -= a.t[k];
        a.t[k] = 0;
    }
    n->map_a = scaled(&a, scale);
    n->map_b = scaled(&b, scale);
}

/* The part of a bracket's width that the caller allows, above which a search goes on. */
static double allowed(const gz_nearest *n, double upper) {
    double most = (double)GZ_TOUCHING_SHARE / 2 * n->error, share = n->rel * (upper - n->margin);
    if (share > most) most = share;
    return n->abs > most ? n->abs : most;
}

/* Below goal it is worth looking; nothing is once the two touch. */
static void set_goal(gz_nearest *n) {
    bool touch = n->upper - n->margin <= (double)GZ_TOUCHING_SHARE * n->error;
    n->goal = touch ? 0 : n->upper - allowed(n, n->upper);
}

bool gz_nearest_begin(const graze_placed *a, const graze_placed *b, const graze_options *options,
                      gz_nearest *out) {
    static const graze_options plain = {.rel = 0};
    const graze_options *o = options ? options : &plain;
    if (!gz_options_are_valid(o)) return false;
    *out = (gz_nearest){.a = *a, .b = *b};
    out->a.margin = out->b.margin = 0;
    out->mesh_a = gz_mesh_of(a->shape);
    out->mesh_b = gz_mesh_of(b->shape);
    wide3 between = wide3_sub(wide3_from(b->pose.origin), wide3_from(a->pose.origin));
    extent of_a = extent_of(a), of_b = extent_of(b);
    double size = of_a.size + of_b.size + wide3_length(between);
    int e = size > 0 ? gz_exponent(size) : 0;
    out->scale = gz_power_of_two(e > -900 ? -e : 900);
    double unit = (double)GZ_ERROR_PAIR * (double)GRAZE_EPSILON;
    out->error = (unit * size + of_a.error + of_b.error) * out->scale * (1 + 0x1p-20);
    out->margin = ((double)a->margin + (double)b->margin) * out->scale;
    out->rel = (o->rel == 0  ? GZ_DEFAULT_ACCURACY
                : o->rel < 0 ? 0
                             : (double)o->rel) -
               GZ_RESULT_ROUNDING;
    out->abs = (double)o->abs * out->scale;
    out->triangles = gz_triangle_distances_choose();
    out->upper = out->floor = out->goal = GZ_TRIANGLE_HUGE;
    place(out, out->scale);
    return true;
}

/* -- findings -- */

void gz_nearest_offer(gz_nearest *n, double lower, double upper, wide3 point_a, wide3 point_b,
                      wide3 normal, gz_mesh_part a, gz_mesh_part b) {
    if (lower < n->floor) n->floor = lower;
    if (!(upper < n->upper)) return;
    n->upper = upper;
    n->point_a = point_a;
    n->point_b = point_b;
    n->normal = normal;
    n->part_a = a;
    n->part_b = b;
    ++n->turns;
    set_goal(n);
}

static wide3 from_world(const gz_nearest *n, vec3 point) {
    wide3 rel = wide3_sub(wide3_from(point), wide3_from(n->a.pose.origin));
    return wide3_scale(rel, n->scale);
}

void gz_nearest_settle(gz_nearest *n, gz_mesh_part a, gz_mesh_part b) {
    gz_simplex_room room_a, room_b;
    graze_placed s = gz_piece_place(&n->a, a.primitive, a.piece, &room_a);
    graze_placed t = gz_piece_place(&n->b, b.primitive, b.piece, &room_b);
    const graze_options options = {.rel = GRAZE_TIGHTEST, .abs = (real)(n->abs / n->scale)};
    graze_separation found;
    if (gz_convex_distance(&s, &t, &options, NULL, &found) != GRAZE_OK) return;
    gz_nearest_offer(n, (double)found.lower * n->scale, (double)found.distance * n->scale,
                     from_world(n, found.point_a), from_world(n, found.point_b),
                     wide3_from(found.normal), a, b);
}

/* -- triangles -- */

void gz_nearest_triangles(gz_nearest *n, gz_triangle_pairs *lanes, uint32_t count,
                          const gz_mesh_part *a, const gz_mesh_part *b) {
    n->triangles(lanes);
    n->pairs += count;
    for (uint32_t i = 0; i < count; ++i) {
        double lower = lanes->lower[i], upper = lanes->upper[i];
        if (lower >= n->goal) continue;
        if (!(upper - lower <= allowed(n, upper))) {
            gz_nearest_settle(n, a[i], b[i]);
            continue;
        }
        wide3 p = wide3_make(lanes->point_a[0][i], lanes->point_a[1][i], lanes->point_a[2][i]);
        wide3 q = wide3_make(lanes->point_b[0][i], lanes->point_b[1][i], lanes->point_b[2][i]);
        wide3 normal = wide3_scale(wide3_sub(q, p), 1 / upper);
        gz_nearest_offer(n, lower, upper, p, q, normal, a[i], b[i]);
    }
}
