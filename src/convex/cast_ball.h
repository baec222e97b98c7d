/* SPDX-License-Identifier: MIT
 * Casts of a ball and a simple body (ball_signed.h), whichever moves. */
#ifndef GZ_CONVEX_CAST_BALL_H
#define GZ_CONVEX_CAST_BALL_H

#include "graze/query.h"

/* As gz_cast_shapes. False, and nothing written, for other pairs, poses that are not rigid, whoever
 * watches by a trace, and where the answer is not clear: touching or overlapping at the start, and
 * grazing. */
bool gz_cast_ball(const graze_placed *a, graze_vec3 motion, graze_real last, const graze_placed *b,
                  const graze_options *options, graze_cast_result *out);

#endif
