/* SPDX-License-Identifier: MIT
 * Where EPA looks next.
 *
 * The book looks along the normal of the nearest face. Where C is smooth in all directions that
 * bisects: a new point in the middle of each face around the nearest one, up to eight for a gap of a
 * quarter. But each point of the polytope was found along some normal, so a face knows how its normals
 * turn over its length, i.e. the radii of curvature; from that follows where the nearest point of C
 * must be, and a ring of points close around it saves several such steps. Any point of C above the face
 * will do to expand the polytope, so nothing depends on this being right but the number of rounds. */
#ifndef GZ_CONVEX_EPA_AIM_H
#define GZ_CONVEX_EPA_AIM_H

#include "convex/epa_start.h"

/* A unit vector to look along for a point above the face: the face's own normal unless a better one is
 * known. */
wide3 gz_epa_aim(gz_epa_search *s, gz_epa_polytope *p, const gz_epa_face *f);

/* Where C is ruled, as along the slope of a cone, its height over the normals is a valley with steep
 * sides: a normal that is off by an angle reads a height that is off by this times the length of the
 * ruling. The face from one end of it, k, to two points of a rim at the other end is such a chord's, so
 * its look finds a point w of the rim, but hardly lowers the upper bound; and with that too high, all
 * faces along the valley count as near. The plane through k and w along the chord is tangent to C, for
 * the tangent of a flat rim is parallel to the chord where the rim is farthest from it. False if no
 * corner can be k, or only one that cannot lower the upper bound. */
bool gz_epa_valley(const gz_epa_search *s, const gz_epa_polytope *p, const gz_epa_face *f, wide3 w,
                   wide3 *aim);

#endif
