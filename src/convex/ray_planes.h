/* SPDX-License-Identifier: MIT
 * A ray, or a point, against the planes of many facets: in float and in SIMD, to choose from them. */
#ifndef GZ_CONVEX_RAY_PLANES_H
#define GZ_CONVEX_RAY_PLANES_H

#include "shape/facets.h"

typedef struct gz_ray_clip {
    uint32_t entered, left; /* the facet entered last, and the one left first; in the padding, too */
    bool crossed;           /* it seems to enter all before it leaves one */
} gz_ray_clip;

/* point and way in the facets' units. */
gz_ray_clip gz_ray_clip_planes(const gz_planes *planes, slim3 point, slim3 way);

/* The first facet, from the given one on, below whose plane the point is by less than slack; the padded
 * count if there is none. */
uint32_t gz_ray_next_near(const gz_planes *planes, slim3 point, float slack, uint32_t from);

#endif
