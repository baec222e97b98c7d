/* SPDX-License-Identifier: MIT
 * Graze: where, when and in which direction do two moving shapes touch? Four estimates (A9).
 *
 * A simulation moves things in steps. When two of them meet during a step it wants a time, a normal and
 * a point on each. There are four ways to get them, which cost and err differently:
 *
 *  - graze_estimate_ray     the first contact itself, for shapes that do not turn; never misses one;
 *  - graze_estimate_closest the closest points at the start of the step: cheap, good if little happens
 *                           in a step, useless if they overlap already at the start;
 *  - graze_estimate_skin    the closest points at a time when the shapes are apart, but no farther than
 *                           a skin: halves the step until there is one;
 *  - graze_estimate_depth   the penetration depth at the end of the step: one query, works whatever
 *                           the start was like, but deep in a slab it may point out of the wrong side.
 *
 * The last three look for an overlap at the end of the step alone: what passes through in between they
 * miss. As the step gets shorter all four agree. */
#ifndef GRAZE_ESTIMATE_H
#define GRAZE_ESTIMATE_H

#include "query.h"

GRAZE_BEGIN_C

/** Two shapes and their way in one time step, t = 0..1. Positions move evenly. Orientations of rigid
 * poses turn evenly along the shorter arc; other poses have the basis of the end as soon as t > 0. */
typedef struct graze_step {
    graze_placed a, b;       /**< at t = 0 */
    graze_pose end_a, end_b; /**< their poses at t = 1 */
} graze_step;

/** What an estimate says. point_b - point_a = sd * normal up to the rounding radius; both points are in
 *  world coordinates at time t. Every estimate fills in all fields, also if there is no contact: then
 *  they describe the pair at the time looked at. */
typedef struct graze_contact_estimate {
    bool contact;      /**< do they meet in this step, as far as this method can see? */
    graze_real t;      /**< the time the other fields belong to */
    graze_real sd;     /**< the signed distance then: about 0, positive, or minus the depth */
    graze_vec3 normal; /**< unit, from A to B */
    graze_vec3 point_a, point_b;
    graze_end end; /**< as said at each function */
} graze_contact_estimate;

/* Statuses: those of graze_placed_check for both ends of the step, GRAZE_INVALID_ARGUMENT for NULL or
 * bad options, GRAZE_UNBOUNDED for two half-spaces. One of the two may be a half-space. */

/** A ray cast on the difference of the two shapes: the first t at which they touch. Exact if they do
 * not turn; if they do, they are taken to have the orientations of the end of the step all along. end:
 * GRAZE_CONVERGED (contact), GRAZE_TOUCHING (a grazing one, or touching at the start), GRAZE_OVERLAP
 * (overlapping already at t = 0: normal and points are those of the depth there), GRAZE_SEPARATED (no
 * contact: the closest points at t = 1), GRAZE_ITERATION_LIMIT (not decided, no contact: as for
 * GRAZE_SEPARATED). */
GRAZE_API graze_status graze_estimate_ray(const graze_step *step, const graze_options *options,
                                          graze_contact_estimate *out);

/** The closest points at t = 0. contact: they touch or overlap at t = 1. end: GRAZE_CONVERGED (apart at
 *  t = 0), GRAZE_TOUCHING, GRAZE_OVERLAP (already then: the depth at t = 0 stands in, contact is true).
 */
GRAZE_API graze_status graze_estimate_closest(const graze_step *step, const graze_options *options,
                                              graze_contact_estimate *out);

/** Skin and bone: the closest points at a time when the two are apart by no more than skin (>= 0, the
 *  thickness of both skins together): t = 1 if they are then; else, if they overlap at t = 1, a time
 *  found by halving the step. contact: at t = 1 they are no farther apart than skin.
 *  end: GRAZE_CONVERGED, GRAZE_SEPARATED (no contact: the closest points at t = 1), GRAZE_TOUCHING and
 *  GRAZE_OVERLAP (already at t = 0: the depth there), GRAZE_ITERATION_LIMIT (the skin is too thin for
 *  the resolution of t: the last time at which they were apart). */
GRAZE_API graze_status graze_estimate_skin(const graze_step *step, graze_real skin,
                                           const graze_options *options, graze_contact_estimate *out);

/** The depth vector at t = 1 and its witness points. contact: they touch or overlap then. end:
 *  GRAZE_OVERLAP, GRAZE_TOUCHING, GRAZE_SEPARATED (no contact: the closest points at t = 1),
 *  GRAZE_ITERATION_LIMIT (the bracket of sd is wider than asked). */
GRAZE_API graze_status graze_estimate_depth(const graze_step *step, const graze_options *options,
                                            graze_contact_estimate *out);

GRAZE_END_C

#endif
