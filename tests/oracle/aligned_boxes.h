/* SPDX-License-Identifier: MIT
 * Boxes along the axes: corners, and the signed distance of two in closed form. */
#ifndef GRAZE_ORACLE_ALIGNED_BOXES_H
#define GRAZE_ORACLE_ALIGNED_BOXES_H

#include "graze/graze.h"

/* Writes center +- half, rounded; returns 8. */
int oracle_box_corners(const long double half[3], const long double center[3], graze_vec3 corners[8]);

/* With g_i = |c_i| - a_i - b_i, c the vector between the centres: the norm of the positive g_i, or, if
 * there is none, the largest. */
long double oracle_boxes_distance(const long double c[3], const long double a[3],
                                  const long double b[3]);

#endif
