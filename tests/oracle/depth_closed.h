/* SPDX-License-Identifier: MIT
 * Depths with a formula: two spheres, two cylinders with parallel axes, and any sphere, box, cylinder,
 * capsule, ellipsoid or cone in itself. */
#ifndef GRAZE_ORACLE_DEPTH_CLOSED_H
#define GRAZE_ORACLE_DEPTH_CLOSED_H

#include "oracle/pair_case.h"

/* False if there is no formula. Good to some roundings of the poses' axes, whose lengths and angles are
 * taken as what they are meant to be; margins included. */
bool oracle_closed_depth(const pair_case *c, long double *depth);

#endif
