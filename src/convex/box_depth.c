/* SPDX-License-Identifier: MIT */
#include "convex/box_depth.h"

#include "base/tolerance.h"
#include "convex/box_axes.h"
#include "convex/contact_view.h"
#include "convex/polytope_witness.h"
#include "convex/query.h"

static void set(double to[3], wide3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* B's columns are brought near 1: a box may be tiny beside its pose, or huge. */
static void boxes_set(const gz_pair *pair, const graze_shape *a, const graze_shape *b, gz_boxes *x) {
    const wide3 *column = pair->b.basis.col;
    double scale = pair->a.basis.col[0].x, size = wide3_max_abs(column[0]), inverse = 1 / size;
    set(x->a, wide3_scale(wide3_from(a->half), scale));
    set(x->h, wide3_scale(wide3_from(b->half), size));
    set(x->d, pair->offset);
    x->h[3] = 0;
    for (int j = 0; j < 3; ++j) {
        wide3 r = wide3_scale(column[j], inverse);
        x->r[0][j] = r.x;
        x->r[1][j] = r.y;
        x->r[2][j] = r.z;
        x->r[j][3] = 0;
    }
}

gz_depth_end gz_box_depth(gz_pair *pair, const graze_shape *core_a, const graze_shape *core_b,
                          gz_depth *out) {
    if (pair->a.turned) return GZ_DEPTH_NONE;
    gz_boxes x;
    boxes_set(pair, core_a, core_b, &x);
    gz_boxes_search(&x);
    gz_boxes_hints(&x, &pair->a.hint, &pair->b.hint);
    double limit = (double)GZ_TOUCHING_SHARE * pair->error;
    out->rounds = GZ_BOX_AXES;
    out->normal = x.normal;
    out->lower = out->upper = x.height;
    if (x.height < -limit) return GZ_DEPTH_APART;
    if (x.height <= limit) return GZ_DEPTH_NONE;
    if (!gz_boxes_points(&x, (double)GZ_WITNESS_SLACK * pair->error, &out->a, &out->b))
        gz_depth_points(pair, out->normal, out->lower, out);
    return GZ_DEPTH_FOUND;
}

/* -- without a pair -- */

static void remember(const gz_boxes *x, graze_cache *cache) {
    cache->axis = wide3_round(wide3_neg(x->normal));
    gz_boxes_hints(x, &cache->support_a[0], &cache->support_b[0]);
    cache->size = 1;
}

static void search(const graze_placed *a, const graze_placed *b, wide3 between, gz_boxes *x) {
    set(x->a, wide3_from(a->shape->half));
    set(x->d, wide3_turn_back(&a->pose.basis, between));
    gz_boxes_place_and_search(x, &a->pose.basis, &b->pose.basis, b->shape->half);
}

/* What the points are off is shared out evenly. */
static bool fill_points(const gz_boxes *x, const graze_placed *a, gz_share share_a, gz_share share_b,
                        double slack, gz_signed *out) {
    wide3 on_a, on_b;
    if (!gz_boxes_points(x, slack, &on_a, &on_b)) return false;
    const mat3 *axes = &a->pose.basis;
    wide3 off = wide3_add_scaled(wide3_sub(on_a, on_b), -x->height, x->normal);
    wide3 at = wide3_add_scaled(wide3_add_scaled(on_a, -0.5, off), (double)share_a.radius, x->normal);
    wide3 n = wide3_turn(axes, x->normal), point = wide3_turn(axes, at);
    point = wide3_add(point, wide3_from(a->pose.origin));
    double depth = x->height + ((double)share_a.radius + (double)share_b.radius);
    out->normal = wide3_round(n);
    out->point_a = wide3_round(point);
    out->point_b = wide3_round(wide3_add_scaled(point, -depth, n));
    return true;
}

/* As gz_contact_is_single, of what is at hand: along the normal of a face this is all of the face, and
 * along that of two edges the sine of their angle is its length before it was made unit. */
static bool is_single(const gz_boxes *x) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    int point = (int)gz_box_shows_point(x->normal) | (int)gz_box_shows_point(x->seen_by_b);
    if (point || gz_boxes_by_facet(x)) return point;
    return gz_box_shows_edge(x->normal) && gz_box_shows_edge(x->seen_by_b) && x->squared > most * most;
}

bool gz_box_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                   bool far_enough, graze_cache *cache, gz_signed *out) {
    if (a->shape->kind != GRAZE_SHAPE_BOX || b->shape->kind != GRAZE_SHAPE_BOX) return false;
    if (options && (options->trace || !gz_options_are_valid(options))) return false;
    wide3 between = wide3_sub(wide3_from(a->pose.origin), wide3_from(b->pose.origin));
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    if (!gz_is_plain_length(size)) return false;
    double error = gz_pair_error(share_a, share_b, size), limit = (double)GZ_TOUCHING_SHARE * error;
    double radius = (double)share_a.radius + (double)share_b.radius;
    gz_boxes x;
    search(a, b, between, &x);
    out->far = -x.height > radius + limit;
    if (out->far) {
        if (!far_enough) return false;
        out->normal = wide3_round(wide3_turn(&a->pose.basis, x.normal));
    } else if (!(x.height > limit) ||
               !fill_points(&x, a, share_a, share_b, (double)GZ_WITNESS_SLACK * error, out)) {
        return false;
    }
    out->sd = -x.height - radius;
    out->lower = out->sd - error;
    out->upper = out->sd + error;
    out->error = error;
    out->complete = true;
    out->single = is_single(&x);
    out->rounds = GZ_BOX_AXES;
    if (cache) remember(&x, cache);
    return true;
}
