/* SPDX-License-Identifier: MIT */
#include "convex/glance.h"

static inline wide3 between_origins(const graze_placed *a, const graze_placed *b) {
    return wide3_sub(wide3_from(a->pose.origin), wide3_from(b->pose.origin));
}

static inline wide3 turned_center(const graze_placed *placed) {
    return wide3_turn(&placed->pose.basis, wide3_from(placed->shape->center));
}

static inline wide3 between_centers(const graze_placed *a, const graze_placed *b) {
    return wide3_add(between_origins(a, b), wide3_sub(turned_center(a), turned_center(b)));
}

/* Do the balls that the shapes hold round their centres overlap by more than E? The common point
 * divides the way from centre to centre as their radii do. */
static inline bool balls_overlap(const graze_placed *a, const graze_placed *b, wide3 offset,
                                 gz_glance *glance) {
    real inner_a = a->shape->inner, inner_b = b->shape->inner;
    if (!(inner_a >= 0 && inner_b >= 0)) return false;
    double reach = ((double)inner_a + (double)inner_b) + glance->radius;
    double sure = reach - 2 * glance->error;
    if (!(sure > 0 && wide3_length_squared(offset) < sure * sure)) return false;
    double share = ((double)inner_a + (double)a->shape->radius + (double)a->margin) / reach;
    wide3 point = wide3_add_scaled(turned_center(a), -share, offset);
    glance->common = wide3_round(wide3_add(point, wide3_from(a->pose.origin)));
    return true;
}

static inline bool is_in_range(const graze_placed *a, const graze_placed *b, vec3 v) {
    /* v as seen by B may be longer or shorter by the factor 2 that a plain pose may have. */
    const real most = GZ_DIRECTION_LIMIT / 4, least = 1 / most;
    real m = graze_abs(v.x) + graze_abs(v.y) + graze_abs(v.z); /* which NaN makes NaN */
    return m < most && m > least && a->shape->reach + b->shape->reach > least;
}

static inline void look(const graze_placed *a, const graze_placed *b, gz_glance *glance) {
    const graze_shape *shape_a = a->shape, *shape_b = b->shape;
    wide3 v = wide3_from(glance->v), world = wide3_turn(&a->pose.basis, v);
    wide3 seen_by_b = wide3_turn_back(&b->pose.basis, world);
    vec3 on_a = shape_a->ops->core(shape_a, vec3_neg(glance->v), &glance->hint_a);
    vec3 seen = wide3_round(seen_by_b);
    vec3 on_b = shape_b->ops->core(shape_b, seen, &glance->hint_b);
    wide3 far_a = wide3_add(wide3_fresh(wide3_from(on_a)), wide3_from(shape_a->center));
    wide3 far_b = wide3_add(wide3_fresh(wide3_from(on_b)), wide3_from(shape_b->center));
    double along_a = wide3_dot(v, far_a), along_b = wide3_dot(seen_by_b, far_b);
    double along = wide3_dot(world, between_origins(a, b)) + (along_a - along_b);
    glance->world = world;
    glance->seen_by_b = seen;
    glance->a = on_a;
    glance->b = on_b;
    glance->length = wide3_length(v);
    glance->bound = along / glance->length;
    glance->looks = 1;
}

gz_impression gz_glance_at(const graze_placed *a, const graze_placed *b, double distance,
                           const graze_cache *cache, gz_glance *glance) {
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between_origins(a, b)));
    glance->error = gz_pair_error(share_a, share_b, size);
    glance->radius = (double)share_a.radius + (double)share_b.radius;
    double limit = glance->radius + distance + (double)GZ_TOUCHING_SHARE * glance->error;
    glance->v = cache->axis;
    glance->hint_a = cache->support_a[0];
    glance->hint_b = cache->support_b[0];
    if (!is_in_range(a, b, glance->v)) return GZ_UNSEEN;
    look(a, b, glance);
    if (glance->bound > limit) return GZ_APART;
    return balls_overlap(a, b, between_centers(a, b), glance) ? GZ_TOGETHER : GZ_UNCLEAR;
}

void gz_glance_warm(const gz_glance *glance, gz_pair *pair) {
    int count = 0;
    gz_simplex *warm = &pair->warm;
    if (pair->inner >= 0) {
        warm->y[0] = pair->offset;
        warm->a[0] = wide3_make(0, 0, 0);
        warm->hint_a[0] = warm->hint_b[0] = UINT32_MAX; /* no vertex */
        count = 1;
    }
    pair->a.hint = warm->hint_a[count] = glance->hint_a;
    pair->b.hint = warm->hint_b[count] = glance->hint_b;
    warm->a[count] = gz_operand_point(&pair->a, glance->a);
    wide3 b = gz_operand_point(&pair->b, glance->b);
    warm->y[count] = wide3_add(wide3_sub(warm->a[count], b), pair->offset);
    warm->weight[0] = 1; /* a reduced simplex and one point more */
    warm->count = count + 1;
}
