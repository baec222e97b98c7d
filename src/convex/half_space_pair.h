/* SPDX-License-Identifier: MIT
 * A half-space against a bounded shape: one support point answers everything. */
#ifndef GZ_CONVEX_HALF_SPACE_PAIR_H
#define GZ_CONVEX_HALF_SPACE_PAIR_H

#include "base/common.h"
#include "convex/signed.h"

/* Called when one of the two is unbounded; GRAZE_UNBOUNDED when both are. */
graze_status gz_half_space_distance(const graze_placed *a, const graze_placed *b,
                                    const graze_options *options, graze_separation *out);
graze_status gz_half_space_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                                  const graze_options *options, graze_intersection *out);
graze_status gz_half_space_signed(const graze_placed *a, const graze_placed *b,
                                  const graze_options *options, gz_signed *out);
/* A moves by t * motion, t from 0 to last; exactly one of the two is a half-space. */
graze_status gz_half_space_cast(const graze_placed *a, graze_vec3 motion, graze_real last,
                                const graze_placed *b, const graze_options *options,
                                graze_cast_result *out);

#endif
