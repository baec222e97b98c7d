/* SPDX-License-Identifier: MIT
 * The smallest ball around points. */
#ifndef GZ_BOUNDS_POINT_BALL_H
#define GZ_BOUNDS_POINT_BALL_H

#include "bounds/strided.h"

/* The smallest ball around points with coordinates within GRAZE_SHAPE_REACH, up to rounding;
 * its radius is rounded up, so that it contains every point for sure. origin is any point near them. */
graze_sphere gz_point_ball(const gz_strided *points, vec3 origin);

/* The largest distance of any of the points from a center, rounded up; exactly 0 only if all coincide
 * with it. */
real gz_point_reach(const gz_strided *points, vec3 center);

#endif
