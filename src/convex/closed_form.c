/* SPDX-License-Identifier: MIT */
#include "convex/closed_form.h"

#include <float.h>

/* The ends of a core that is a point (1) or a segment (2), relative to its centre, in the pair's frame;
 * 0 for any other core. */
static int core_ends(const gz_operand *operand, wide3 ends[2]) {
    const graze_shape *shape = operand->shape;
    wide3 local = {0, 0, 0};
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SPHERE:
        ends[0] = local;
        return 1;
    case GRAZE_SHAPE_SEGMENT:
        local =
            wide3_scale(wide3_sub(wide3_from(shape->vertices[1]), wide3_from(shape->vertices[0])), 0.5);
        break;
    case GRAZE_SHAPE_CAPSULE:
        local.y = (double)shape->half.y - (double)shape->radius;
        break;
    default:
        return 0;
    }
    ends[0] = wide_mat3_mul_vec(&operand->basis, local);
    ends[1] = wide3_neg(ends[0]);
    return 2;
}

/* C is a point, a segment or a parallelogram. A parallelogram is two triangles. */
typedef struct corners {
    wide3 y[4], a[4];
    int count; /* 1, 2 or 4 */
} corners;

static void make_corners(const gz_pair *pair, const wide3 *on_a, int count_a, const wide3 *on_b,
                         int count_b, corners *c) {
    c->count = 0;
    for (int i = 0; i < count_a; ++i)
        for (int k = 0; k < count_b; ++k) {
            c->a[c->count] = on_a[i];
            c->y[c->count++] = wide3_add(wide3_sub(on_a[i], on_b[k]), pair->offset);
        }
}

static void reduce_to(const corners *c, const int *index, int count, gz_gjk *gjk) {
    gz_simplex simplex = {.count = count};
    for (int i = 0; i < count; ++i) {
        simplex.y[i] = c->y[index[i]];
        simplex.a[i] = c->a[index[i]];
    }
    wide3 v = gz_simplex_reduce(&simplex, false);
    double length = wide3_length(v);
    if (!(length < gjk->upper)) return;
    gjk->simplex = simplex;
    gjk->v = v;
    gjk->upper = length;
}

static void closest_of_corners(const corners *c, gz_gjk *gjk) {
    static const int triangles[2][3] = {{0, 1, 2}, {3, 2, 1}};
    if (c->count < 4) {
        reduce_to(c, triangles[0], c->count, gjk);
        return;
    }
    reduce_to(c, triangles[0], 3, gjk);
    reduce_to(c, triangles[1], 3, gjk);
}

static double lower_bound(const corners *c, wide3 v) {
    double least = DBL_MAX;
    for (int i = 0; i < c->count; ++i) {
        double height = wide3_dot(v, c->y[i]);
        if (height < least) least = height;
    }
    return least / wide3_length(v);
}

static bool segments(gz_pair *pair, gz_gjk *gjk) {
    wide3 on_a[2], on_b[2];
    int count_a = core_ends(&pair->a, on_a);
    int count_b = count_a ? core_ends(&pair->b, on_b) : 0;
    if (!count_b) return false;
    corners c;
    make_corners(pair, on_a, count_a, on_b, count_b, &c);
    closest_of_corners(&c, gjk);
    if (!(gjk->upper > 0)) return false;
    gjk->bound = lower_bound(&c, gjk->v);
    return true;
}

static double clamped(double x, double limit) { return x < -limit ? -limit : x > limit ? limit : x; }

/* A box in its own frame, as operand A, against a point core. The box touches its support plane in
 * direction -v where the point's nearest point is, so the bound is as good as the distance. */
static bool box_and_point(gz_pair *pair, gz_gjk *gjk) {
    wide3 at[2];
    const graze_shape *box = pair->a.shape;
    if (box->kind != GRAZE_SHAPE_BOX || pair->a.turned || core_ends(&pair->b, at) != 1) return false;
    double scale = pair->a.basis.col[0].x;
    wide3 p = wide3_sub(at[0], pair->offset); /* the point, seen from the box's centre */
    wide3 q =
        wide3_make(clamped(p.x, (double)box->half.x * scale), clamped(p.y, (double)box->half.y * scale),
                   clamped(p.z, (double)box->half.z * scale));
    wide3 v = wide3_sub(q, p);
    gjk->v = v;
    gjk->upper = wide3_length(v);
    if (!(gjk->upper > 0)) return false;
    gjk->bound = gjk->upper;
    gjk->simplex = (gz_simplex){.y = {v}, .a = {q}, .weight = {1}, .count = 1};
    return true;
}

gz_outcome gz_closest(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk) {
    if (goal->trace || pair->a.whole || pair->b.whole) return gz_gjk_run(pair, start, goal, gjk);
    *gjk = (gz_gjk){.upper = DBL_MAX};
    if (segments(pair, gjk) || box_and_point(pair, gjk)) {
        gjk->lower = gjk->bound > 0 ? gjk->bound : 0;
        gjk->axis = gjk->lower > 0 ? gjk->v : wide3_make(0, 0, 0);
        if (gjk->lower > goal->far) return GZ_FAR;
        if (gjk->upper <= goal->near) return GZ_NEAR;
        if (gz_gjk_narrow(gjk, goal)) return GZ_BRACKET;
    }
    return gz_gjk_run(pair, start, goal, gjk);
}
