/* SPDX-License-Identifier: MIT
 * Distance and depth in one number (S12). */
#include "convex/entry.h"
#include "convex/signed.h"
#include "math/rounding.h"

graze_status gz_convex_signed_distance(const graze_placed *a, const graze_placed *b,
                                       const graze_options *options, graze_cache *cache,
                                       graze_signed_separation *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    gz_signed s;
    graze_status status = gz_signed_distance(a, b, options, false, cache, &s);
    if (status != GRAZE_OK) return status;
    graze_end end = s.sd > s.error ? GRAZE_CONVERGED : s.sd < -s.error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    *out = (graze_signed_separation){
        .sd = (real)s.sd,
        .lower = gz_next_down((real)s.lower),
        .upper = gz_next_up((real)s.upper),
        .normal = s.normal,
        .point_a = s.point_a,
        .point_b = s.point_b,
        .end = s.complete ? end : GRAZE_ITERATION_LIMIT,
        .iterations = s.rounds,
    };
    return GRAZE_OK;
}
