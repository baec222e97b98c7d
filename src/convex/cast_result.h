/* SPDX-License-Identifier: MIT
 * The public answer of a cast, for rays and for shapes. */
#ifndef GZ_CONVEX_CAST_RESULT_H
#define GZ_CONVEX_CAST_RESULT_H

#include "base/common.h"
#include "graze/query.h"

/* A moves by t * motion, t from 0 to last (may be infinite), B rests; B may be a half-space. */
graze_status gz_cast_shapes(const graze_placed *a, graze_vec3 motion, graze_real last,
                            const graze_placed *b, const graze_options *options,
                            graze_cast_result *out);

#endif
