/* SPDX-License-Identifier: MIT
 * When does a translating shape first touch another? (A6, B:1330-1350) */
#include "convex/cast.h"
#include "convex/cast_ball.h"
#include "convex/cast_result.h"
#include "convex/entry.h"
#include "convex/half_space_pair.h"
#include "convex/query.h"
#include "math/rounding.h"
#include "math/scale.h"

/* A translation in the pair's frame and scale; A's basis is a rotation when the frame is A's. */
static wide3 into_frame(const gz_pair *pair, const graze_placed *a, vec3 motion) {
    wide_mat3 basis = wide_mat3_from(&a->pose.basis);
    wide3 m = wide3_from(motion);
    return wide3_scale(pair->a.turned ? m : wide_mat3_tmul_vec(&basis, m), pair->scale);
}

static void fill_contact(const gz_pair *pair, const graze_placed *a, wide3 motion, const gz_cast *cast,
                         graze_cast_result *out) {
    gz_witnesses w = gz_gjk_witnesses(pair, &cast->gjk);
    /* On B's surface; when they overlap at the start any point of both, for a ray its origin. */
    bool overlap = wide3_max_abs(cast->axis) == 0;
    bool cores_apart = wide3_length(cast->gjk.v) > pair->error;
    wide3 point = cores_apart && !overlap ? w.b : gz_gjk_common_point(pair, &cast->gjk);
    /* Relative to A where it is at the contact; the way there is added before anything is rounded. */
    point = wide3_add_scaled(point, cast->t, motion);
    *out = (graze_cast_result){
        .hit = true,
        .t = (real)cast->t,
        .lower = cast->lower > 0 ? graze_max(0, gz_next_down((real)cast->lower)) : 0,
        .upper = cast->upper > 0 ? gz_next_up((real)cast->upper) : 0,
        .point = gz_pair_world_point(pair, a, point),
        .normal = gz_pair_world_direction(pair, a, wide3_neg(cast->axis)),
        .iterations = cast->rounds,
    };
}

static graze_end end_of(gz_cast_end end) {
    switch (end) {
    case GZ_CAST_HIT:
        return GRAZE_CONVERGED;
    case GZ_CAST_GRAZE:
        return GRAZE_TOUCHING;
    case GZ_CAST_INSIDE:
        return GRAZE_OVERLAP;
    case GZ_CAST_MISS:
        return GRAZE_SEPARATED;
    default:
        return GRAZE_ITERATION_LIMIT;
    }
}

static graze_status cast_pair(const graze_placed *a, vec3 motion, double last, const graze_placed *b,
                              const graze_options *options, graze_cast_result *out) {
    gz_pair pair;
    graze_status status = gz_pair_make(a, b, &pair);
    if (status == GRAZE_UNBOUNDED) return gz_half_space_cast(a, motion, (real)last, b, options, out);
    if (status != GRAZE_OK) return status;
    gz_goal goal;
    status = gz_goal_from_options(options, &pair, &goal);
    if (status != GRAZE_OK) return status;
    gz_cast cast;
    wide3 way = into_frame(&pair, a, motion);
    gz_cast_end end = gz_cast_run(&pair, way, last, &goal, &cast);
    if (end == GZ_CAST_MISS || end == GZ_CAST_LIMIT)
        *out = (graze_cast_result){.lower = (real)cast.lower, .iterations = cast.rounds};
    else
        fill_contact(&pair, a, way, &cast, out);
    out->end = end_of(end);
    return GRAZE_OK;
}

/* So fast that products with it could leave the range. */
#define TOO_FAST 1e100

/* As if it took 2^e times as long. */
static graze_status cast_slowly(const graze_placed *a, vec3 motion, double last, const graze_placed *b,
                                const graze_options *options, graze_cast_result *out) {
    int e = gz_exponent((double)vec3_max_abs(motion)) - 1;
    graze_cast_result r;
    graze_status status =
        cast_pair(a, gz_vec3_scale(motion, -e), gz_scale_double(last, e), b, options, &r);
    if (status != GRAZE_OK) return status;
    r.t = gz_scale(r.t, -e);
    r.lower = graze_max(0, gz_next_down(gz_scale(r.lower, -e)));
    r.upper = r.upper > 0 ? gz_next_up(gz_scale(r.upper, -e)) : 0;
    *out = r;
    return GRAZE_OK;
}

graze_status gz_cast_shapes(const graze_placed *a, graze_vec3 motion, graze_real last,
                            const graze_placed *b, const graze_options *options,
                            graze_cast_result *out) {
    if (gz_cast_ball(a, motion, last, b, options, out)) return GRAZE_OK;
    bool fast = (double)vec3_max_abs(motion) > TOO_FAST;
    return (fast ? cast_slowly : cast_pair)(a, motion, (double)last, b, options, out);
}

graze_status gz_convex_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                  const graze_options *options, graze_cast_result *out) {
    if (!out || !vec3_is_finite(translation)) return GRAZE_INVALID_ARGUMENT;
    return gz_cast_shapes(a, translation, 1, b, options, out);
}
