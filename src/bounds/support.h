/* SPDX-License-Identifier: MIT
 * A bounded set known by its support function alone. */
#ifndef GZ_BOUNDS_SUPPORT_H
#define GZ_BOUNDS_SUPPORT_H

#include "bounds/outward.h"
#include "graze/bounds.h"

typedef struct gz_supported {
    graze_support_function support;
    const void *user;
    real error; /* of a support point, in every coordinate */
} gz_supported;

/* Rounded outwards, the interval of axis . x over the set (Y2, B:4248-4262). GRAZE_INVALID_ARGUMENT if
 * the set, or what its function returns, is not in order. */
graze_status gz_supported_interval(const gz_supported *set, vec3 axis, real *lo, real *hi);

#endif
