/* SPDX-License-Identifier: MIT
 * How deep do two convex shapes overlap? (E1-E8, S12) */
#include "convex/entry.h"
#include "convex/signed.h"
#include "math/rounding.h"

static real positive(double x) { return x > 0 ? (real)x : 0; }

graze_status gz_convex_penetration(const graze_placed *a, const graze_placed *b,
                                   const graze_options *options, graze_cache *cache,
                                   graze_penetration_result *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    gz_signed s;
    graze_status status = gz_signed_distance(a, b, options, true, cache, &s);
    if (status != GRAZE_OK) return status;
    graze_penetration_result r = {.normal = s.normal, .end = GRAZE_SEPARATED, .iterations = s.rounds};
    if (!s.far) {
        r.depth = positive(-s.sd);
        r.lower = s.upper < 0 ? gz_next_down((real)-s.upper) : 0;
        r.upper = s.lower < 0 ? gz_next_up((real)-s.lower) : 0;
        if (s.sd <= s.error) { /* else stopped before it was known whether they meet */
            r.point_a = s.point_a;
            r.point_b = s.point_b;
        }
        r.end = !s.complete ? GRAZE_ITERATION_LIMIT : s.sd < -s.error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    }
    *out = r;
    return GRAZE_OK;
}
