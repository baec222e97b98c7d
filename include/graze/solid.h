/* SPDX-License-Identifier: MIT
 * Graze: points and solids: the nearest point of a mesh, how deep a point is inside, how two solids lie
 * (N1-N3).
 *
 * A solid is a mesh that was made GRAZE_MESH_SOLID: all that its surface encloses. Inside is where the
 * surface goes round a point, decided exactly (mesh.h). Poses may be affine, distances are those of the
 * world; nothing is allocated but where it says so.
 *
 * Statuses, if nothing else is said: those of graze_placed_check; GRAZE_INVALID_ARGUMENT for any other
 * NULL, NaN or infinity; GRAZE_OUT_OF_RANGE for a point beyond GRAZE_SHAPE_REACH / 4. */
#ifndef GRAZE_SOLID_H
#define GRAZE_SOLID_H

#include "contact.h"
#include "mesh.h"

GRAZE_BEGIN_C

/* -- points ---------------------------------------------------------------------------------------- */

/** The point of a mesh that is nearest to a point. */
typedef struct graze_surface_point {
    bool found;         /**< false: nothing is as near as the limit; the rest is zero */
    uint32_t primitive; /**< of several at the same distance any, always the same */
    graze_vec3 point;   /**< world; with a margin it lies on the margin's surface */
    graze_vec3 normal;  /**< unit, from there to the point that was asked about; that of the face if the
                             two are one */
    graze_real distance;
    graze_real lower, upper; /**< bounds that include rounding */
} graze_surface_point;

/** The nearest point of the primitives, inside of a solid as well as outside. Within the margin the
 *  distance is 0 and the point the one asked about. limit (>= 0): look no farther; GRAZE_REAL_MAX or
 *  infinity = anywhere. GRAZE_INVALID_ARGUMENT also if the shape is no mesh. counts may be NULL. */
GRAZE_API graze_status graze_mesh_closest_point(const graze_placed *placed, graze_vec3 point,
                                                graze_real limit, graze_surface_point *out,
                                                graze_tree_counts *counts);

/** How far a point is from a shape, or how deep inside. point - on_surface = sd * normal. */
typedef struct graze_point_separation {
    graze_real sd; /**< positive outside, negative inside */
    graze_real lower, upper;
    graze_vec3 on_surface; /**< the nearest point of the surface, margin included */
    graze_vec3 normal;     /**< unit, out of the shape */
    uint32_t primitive;    /**< of a mesh, else 0 */
    graze_end end;         /**< GRAZE_CONVERGED (outside), GRAZE_TOUCHING (|sd| <= E), GRAZE_OVERLAP */
} graze_point_separation;

/** The signed distance of a point from any shape: convex, a half-space, or a mesh. Of a solid the
 *  surface is the primitives; a mesh that is a surface has no inside. A margin counts as it does for
 *  convex shapes: it is subtracted. Outside that is the distance from the shape grown by the margin;
 *  inside of a concave solid the way out of the grown one may be longer than -sd. options: what convex
 *  shapes are asked with; may be NULL. */
GRAZE_API graze_status graze_point_signed_distance(const graze_placed *placed, graze_vec3 point,
                                                   const graze_options *options,
                                                   graze_point_separation *out);

GRAZE_END_C

#endif
