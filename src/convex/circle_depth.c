/* SPDX-License-Identifier: MIT
 *
 * The ball of the origin's depth touches the boundary of C where C has no other support plane, and
 * curves less than the ball in every direction. A point of C is the sum of a point of A and one of -B,
 * and its radii of curvature are the sums of theirs. Of a box and a cylinder or cone that leaves:
 *   - the plane of an end of the round one;
 *   - a side of the box, or an edge and a rim: the normal is upright on the edge;
 *   - the round one's slope and a corner: of all normals of the slope the one that looks from the
 *     corner straight at the axis; or the slope and an edge, again upright on that.
 * A corner and a rim, or the tip of a cone and anything but a side, are sharp. So it takes the normals
 * upright on the three edges (normal_circle.h), eight corners and the ends. */
#include "convex/circle_depth.h"

#include "base/tolerance.h"
#include "convex/axial_depth.h"
#include "convex/normal_circle.h"
#include "convex/summand.h"

static wide3 seen_from(const gz_summand *box, wide3 v) {
    return wide3_make(wide3_dot(box->axis[0], v), wide3_dot(box->axis[1], v),
                      wide3_dot(box->axis[2], v));
}

/* The ends of the round one are flat, but for the tip of a cone. */
static void look_at_ends(const gz_summand *round, const gz_summand *box, wide3 shift,
                         gz_least_height *least) {
    wide3 up = round->axis[0], in_box = seen_from(box, up);
    double height = round->half[0] + box->half[0] * fabs(in_box.x) + box->half[1] * fabs(in_box.y) +
                    box->half[2] * fabs(in_box.z);
    double along = wide3_dot(shift, up);
    gz_least_note(least, height - along, wide3_neg(up));
    if (round->kind == GZ_SUMMAND_CYLINDER) gz_least_note(least, height + along, up);
}

/* The slope and the box's corners. Along n = cosine w + sine axis, w upright on the axis, the height of
 * a corner k on the slope is k . n + constant: least for w from k to the axis. */
static void look_at_corners(const gz_summand *round, const gz_summand *box, wide3 shift,
                            gz_least_height *least) {
    const double *half = box->half, sine = round->sine, cosine = round->cosine;
    const double constant = sine > 0 ? round->half[0] * sine : round->radius;
    const wide3 axis = seen_from(box, round->axis[0]), middle = seen_from(box, shift);
    for (unsigned corner = 0; corner < 8; ++corner) {
        wide3 k = wide3_make(middle.x + (corner & 1 ? -half[0] : half[0]),
                             middle.y + (corner & 2 ? -half[1] : half[1]),
                             middle.z + (corner & 4 ? -half[2] : half[2]));
        double along = wide3_dot(k, axis), level = along * sine + constant;
        double excess = level - least->upper; /* to be gained across the axis */
        wide3 aside = wide3_add_scaled(k, -along, axis);
        double squared = wide3_length_squared(aside);
        if (!(squared > 0) || (excess > 0 && cosine * cosine * squared <= excess * excess)) continue;
        double share = -cosine / sqrt(squared);
        /* Upright on the axis to the last digit, however near to it: a needle would feel the tilt. */
        aside = wide3_add_scaled(aside, -wide3_dot(aside, axis), axis);
        wide3 n = wide3_add_scaled(wide3_scale(aside, share), sine, axis);
        unsigned highest = (unsigned)(n.x < 0) | (unsigned)(n.y < 0) << 1 | (unsigned)(n.z < 0) << 2;
        if (highest != corner) continue;
        wide3 normal = wide3_add_scaled(wide3_scale(box->axis[0], n.x), n.y, box->axis[1]);
        gz_least_note(least, level + share * squared, wide3_add_scaled(normal, n.z, box->axis[2]));
    }
}

/* Turns the axis toward v; what v has along it. */
static double toward(wide3 *axis, wide3 v) {
    double along = wide3_dot(*axis, v);
    if (along < 0) *axis = wide3_neg(*axis);
    return fabs(along);
}

/* The normals upright on an edge of the box. */
static void edge_circle(const gz_summand *round, const gz_summand *box, wide3 shift, int edge,
                        gz_normal_circle *c) {
    int i = (edge + 1) % 3, j = (edge + 2) % 3;
    c->s = box->axis[i];
    c->t = box->axis[j];
    c->axis.x = toward(&c->s, round->axis[0]);
    c->axis.y = toward(&c->t, round->axis[0]);
    c->along = wide3_dot(round->axis[0], box->axis[edge]);
    c->shift = (gz_planar){wide3_dot(shift, c->s), wide3_dot(shift, c->t)};
    c->half = (gz_planar){box->half[i], box->half[j]};
    c->disc = 0;
    c->radius = round->radius;
    c->height = round->half[0];
    c->sine = round->sine;
    c->cosine = round->cosine;
}

static bool search_box(const gz_summand *round, const gz_summand *box, wide3 shift,
                       gz_least_height *least) {
    gz_normal_circle circles[3];
    look_at_ends(round, box, shift, least);
    for (int i = 0; i < 3; ++i) {
        edge_circle(round, box, shift, i, &circles[i]);
        gz_circle_begin(&circles[i], least);
    }
    look_at_corners(round, box, shift, least);
    for (int i = 0; i < 3 && least->upper > 0; ++i)
        if (!gz_circle_search(&circles[i], least)) return false;
    return true;
}

static bool is_box(const gz_operand *operand) {
    gz_inner_core core;
    gz_inner_core_of(operand, &core);
    return core.shape->kind == GRAZE_SHAPE_BOX;
}

/* The height of C along n as its support mappings see it: where a cone is a needle or n is near an
 * axis, that may be more than the search's formulas say. */
static double true_height(gz_pair *pair, wide3 n) {
    wide3 a;
    return wide3_dot(n, gz_pair_support(pair, gz_pair_direction(wide3_neg(n)), &a));
}

gz_depth_end gz_circle_depth(gz_pair *pair, const gz_goal *goal, gz_depth *out) {
    const bool box_a = is_box(&pair->a), box_b = is_box(&pair->b);
    gz_summand a, b;
    if (box_a == box_b) return GZ_DEPTH_NONE;
    if (!gz_summand_of(&pair->a, false, &a) || !gz_summand_of(&pair->b, true, &b)) return GZ_DEPTH_NONE;
    if (a.off + b.off > GZ_AXIAL_SHARE * pair->error) return GZ_DEPTH_NONE;
    const double slack = (double)GZ_WITNESS_SLACK * pair->error;
    gz_least_height least = {.upper = HUGE_VAL,
                             .lower = HUGE_VAL,
                             .goal = goal,
                             .error = slack / 4,
                             .looks = GZ_CIRCLE_LOOKS};
    wide3 shift = wide3_add(pair->offset, wide3_sub(a.center, b.center));
    bool found = search_box(box_a ? &b : &a, box_a ? &a : &b, shift, &least);
    *out = (gz_depth){.lower = least.lower < least.upper ? least.lower : least.upper,
                      .upper = least.upper,
                      .normal = wide3_scale(least.normal, 1 / wide3_length(least.normal))};
    if (true_height(pair, out->normal) > out->upper + slack) return GZ_DEPTH_NONE;
    if (least.upper < -(double)GZ_TOUCHING_SHARE * pair->error - slack) return GZ_DEPTH_APART;
    if (!found || !(out->lower > pair->error)) return GZ_DEPTH_NONE;
    wide3 p, sum = wide3_add_scaled(wide3_neg(shift), out->lower, out->normal);
    if (!gz_summands_point(&a, &b, out->normal, sum, slack, &p))
        return gz_depth_witnesses(pair, out->lower, out->normal, out) ? GZ_DEPTH_FOUND : GZ_DEPTH_NONE;
    out->a = wide3_add(a.center, p);
    out->b = wide3_add_scaled(out->a, -out->lower, out->normal);
    return GZ_DEPTH_FOUND;
}
