/* SPDX-License-Identifier: MIT
 * Graze: contact points of two convex shapes, for physics: where to push so that what rests stays at
 * rest.
 *
 * graze_signed_distance gives one pair of points; a box on a table needs four. graze_contact looks at
 * what the two shapes are like where they meet, along the normal of the signed distance:
 *
 *  - a face: of a polytope, the cap of a cylinder, the base of a cone, a half-space, if its normal is
 *    within 1/32 (1.8 degrees) of the contact normal. Facets of a hull that are coplanar within 2^-10
 *    count as one;
 *  - an edge: of a polytope, a segment, the line along a capsule or along the side of a cylinder or a
 *    cone, if it is that nearly perpendicular to the normal;
 *  - a point otherwise, and of everything else: spheres, ellipsoids, custom shapes, sums of two shapes
 *    neither of which is a ball or a point, hulls of several shapes.
 *
 * Faces and edges are moved out by radii and margins, seen along the normal, and clipped against each
 * other: face on face gives a polygon, of which the up to 4 corners are kept that span the most area
 * (all but 3 %, or 10 % if it has more than 12); face on edge, and two edges that are parallel within
 * 1/32, give the 2 ends of what they share; anything else is 1 point, that of graze_signed_distance.
 * Affine poses are fine, and wrappers that leave the core as it is (rounded, affine image, sum with a
 * ball) are looked through.
 *
 * Cylinder caps and cone bases are taken as the regular polygons of 16 corners on their rims that start
 * at the local x axis: alone on a large face the rim's points on the x and z axes are the contact.
 * Faces with more than 32 corners are taken as the hull of their outermost corners in 32 directions.
 *
 * A turn or shift by a small angle moves the points by about as much: a face that is not quite parallel
 * counts as a whole, up to a height of 2^-10 of its size above reach, and of choices that are nearly
 * equally good the first stays. */
#ifndef GRAZE_CONTACT_H
#define GRAZE_CONTACT_H

#include "query.h"

GRAZE_BEGIN_C

#define GRAZE_CONTACT_POINTS 4

/** What a contact point is of a shape: the number of a corner (0 to 15 of a cap or base; of polytopes
 *  an index of their vertices), GRAZE_CONTACT_EDGE + the corner at which the edge starts (of a face:
 *  as one goes round it counterclockwise, seen from outside; by itself: the lower number, or on two
 * parallel edges the end on that side), or GRAZE_CONTACT_INSIDE: somewhere else. The lines along
 * capsules, cylinders and cones have corners 0 and 1. */
#define GRAZE_CONTACT_EDGE 0x40000000u
#define GRAZE_CONTACT_INSIDE 0x80000000u

/** One point of a contact. feature_a and feature_b together tell it from the others of the set; they
 *  stay the same from frame to frame as long as the same corners and edges meet. */
typedef struct graze_contact_point {
    graze_vec3 point_a; /**< on the surface of A, world coordinates */
    graze_vec3 point_b; /**< on that of B; point_b - point_a = sd * normal up to E */
    graze_real sd;      /**< along the normal: negative where they overlap */
    uint32_t feature_a, feature_b;
} graze_contact_point;

/** Where two shapes touch. sd, lower, upper and normal are those of graze_signed_distance; of meshes,
 *  those of the primitives in contact (graze_contact_patches). end:
 *  GRAZE_OVERLAP, GRAZE_TOUCHING (|sd| <= E), GRAZE_CONVERGED (apart, but within reach),
 * GRAZE_SEPARATED (farther than reach: count is 0; if reach is 0, sd is no more than lower and upper is
 *  GRAZE_REAL_MAX), GRAZE_ITERATION_LIMIT (the bracket is wider than asked; the points are as good as
 *  the normal found). */
typedef struct graze_contact_set {
    int count; /**< 0 to GRAZE_CONTACT_POINTS; several points go round the face */
    graze_contact_point points[GRAZE_CONTACT_POINTS]; /**< behind count: not written to */
    graze_vec3 normal;                                /**< unit, from A to B */
    graze_real sd, lower, upper;
    graze_end end;
    int iterations;
} graze_contact_set;

/** The contact points of two placed shapes that touch, overlap, or are no farther apart than reach
 * (>= 0; 0 = none that are apart). Every point lies on both surfaces up to E (a single one up to
 * upper - lower), and one of them is as deep as any within 2^-10 of the size of the contact. Flat
 * shapes (triangles, polygons, discs) have faces on both sides. Statuses: as for the pair queries
 * (query.h), and GRAZE_INVALID_ARGUMENT if reach is negative, infinite or NaN. Allocates nothing; takes
 * some 8 kB of stack. */
GRAZE_API graze_status graze_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                                     const graze_options *options, graze_cache *cache,
                                     graze_contact_set *out);

GRAZE_END_C

#endif
