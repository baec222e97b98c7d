/* SPDX-License-Identifier: MIT
 * The signed distance of a ball and a simple body: a closed form on both sides of zero. */
#ifndef GZ_CONVEX_BALL_SIGNED_H
#define GZ_CONVEX_BALL_SIGNED_H

#include "convex/signed.h"
#include "math/wide3.h"
#include "shape/shape.h"

/* How a point leaves the core of a body, in the body's axes: d is its signed distance, m the unit
 * normal of a plane at that distance that bounds the core. */
typedef struct gz_way_out {
    wide3 m;
    double d;
} gz_way_out;

/* Is this a sphere, capsule, box, cylinder or cone? */
bool gz_is_simple_body(const graze_shape *shape);
/* For these; all roundings are below E of any pair of such sizes. */
gz_way_out gz_way_out_of(const graze_shape *body, wide3 p);

/* As gz_signed_distance, for two plain shapes (gz_placed_is_plain) of which one is a sphere, the other
 * a sphere, capsule, box, cylinder or cone, unless somebody watches by a trace; false, and nothing
 * written, else. */
bool gz_ball_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                    bool far_enough, graze_cache *cache, gz_signed *out);

#endif
