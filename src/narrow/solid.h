/* SPDX-License-Identifier: MIT
 * Solids, inside: how deep points are in them, and how two of them lie. */
#ifndef GZ_NARROW_SOLID_H
#define GZ_NARROW_SOLID_H

#include "convex/query.h"
#include "mesh/closest.h"

/* A point and a placed mesh; margin counted. */
typedef struct gz_depth_at {
    double sd, error;
    wide3 normal, surface;
    uint32_t primitive;
} gz_depth_at;
gz_depth_at gz_probe_depth(const gz_probe *probe, wide3 point);

#endif
