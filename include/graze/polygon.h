/* SPDX-License-Identifier: MIT
 * Graze: polygons in space, convex or not, with holes and islands: plane, area, triangulation, and
 * tests against spheres, boxes, segments, rays, triangles and each other.
 *
 * How sure the answers are. If the points lie in one plane exactly, the tests against aabb, segment,
 * triangle, polygon and unbounded ray are exact: right for every input, touching included. Otherwise
 * the polygon counts as thick as it is uneven: let H be how far its points are off a plane through
 * three of them, plus 2^-46 of the lengths involved times its length over its width, plus 2^-52 of the
 * coordinates. What passes
 * farther than 2 H from the polygon is never a hit, and what would still pass through it if both were
 * moved by 2 H is never a miss. Tests against sphere and obb, and a ray's max_t, are decided in rounded
 * double arithmetic in both builds: right but for such an H. Coplanar pairs are answered like all
 * others.
 *
 * Nothing here but the triangulation uses memory. Tests take time in proportion to the number of
 * points, two polygons to the product of the numbers at worst.
 *
 * Every function returns GRAZE_INVALID_ARGUMENT for NULL where not allowed, for polygons that
 * graze_polygon_check refuses, and for the other operand: NaN, infinity, negative radius or half
 * extent, lo > hi, max_t negative or NaN. GRAZE_OUT_OF_RANGE in the double build if a coordinate
 * exceeds 2^200, or if the polygon or a direction other than zero is smaller than 2^-200. */
#ifndef GRAZE_POLYGON_H
#define GRAZE_POLYGON_H

#include "primitive.h"

GRAZE_BEGIN_C

/* -- the polygon ------------------------------------------------------------------------------ */

/** Closed loops of points, one after the other; nothing is copied. Loop i ends before
 *  points[loop_ends[i]], each has at least three points, and the last ends at count. loop_ends NULL:
 * one loop of all points, loop_count is not looked at.
 *
 *  The set is what an odd number of loops goes around (even-odd rule), with its boundary. So loops may
 * be oriented either way: a loop in another is a hole, one in the hole an island, loops side by side
 * are parts. Repeated points, collinear runs and bridges to holes along doubled edges do no harm. Loops
 * that cross themselves or each other are well defined for the tests too; only the triangulation and
 * the area want them apart. */
typedef struct graze_polygon {
    const graze_vec3 *points;
    uint32_t count;
    const uint32_t *loop_ends;
    uint32_t loop_count;
} graze_polygon;

/** GRAZE_OK for a polygon that the functions below accept. GRAZE_INVALID_ARGUMENT: NULL, fewer than
 * three points in all or in a loop, loop_ends not ascending to count, NaN, infinity; narrower than
 * 2^-40 of its length, so that it has no plane; or farther than 2^-10 of its length off the plane of
 * three of its points. GRAZE_OUT_OF_RANGE as above. */
GRAZE_API graze_status graze_polygon_check(const graze_polygon *polygon);

/** The plane by Newell's method (B:1050-1062): unit normal, the side from which the largest loop runs
 *  counterclockwise, through the mean of all points. Neither a collinear start nor a reflex one nor
 *  noise turns it over; the polygon need not be flat. GRAZE_INVALID_ARGUMENT if its area is zero. */
GRAZE_API graze_status graze_polygon_plane(const graze_polygon *polygon, graze_plane *out);

/** The area: what the outer loops and islands enclose less the holes. Loops must not cross, and none
 * may run along the others with every edge (GRAZE_INVALID_ARGUMENT). GRAZE_OUT_OF_RANGE if it is beyond
 *  GRAZE_REAL_MAX. */
GRAZE_API graze_status graze_polygon_area(const graze_polygon *polygon, graze_real *area);

/** Of all polygons that tile a piece of a plane exactly one claims each of its points, shared edges and
 *  corners included (B:2142-2199). Interior points are claimed, points outside are not, and of the
 * boundary about half. Exact, in the projection along the axis nearest to the normal; the point should
 * lie in the plane. (Axes about equally near are told apart with a margin, so that uneven polygons of
 * one plane choose the same.) */
GRAZE_API graze_status graze_polygon_claims_point(const graze_polygon *polygon, graze_vec3 point,
                                                  bool *claimed);

/** The point of the polygon nearest to another, and their distance; either may be NULL. Ties are broken
 * by order. A point of the polygon is its own nearest up to rounding, at distance about 0. */
GRAZE_API graze_status graze_polygon_closest_point(const graze_polygon *polygon, graze_vec3 point,
                                                   graze_vec3 *nearest, graze_real *distance);

/** Cuts the polygon into triangles on its own points: three indices a triangle, counterclockwise about
 * the normal of graze_polygon_plane. The number is n + 2 holes - 2 outer loops (n points; islands count
 * as outer loops), so at most count + 2 loop_count - 4, which capacity, in triangles, must allow
 *  (GRAZE_INVALID_ARGUMENT otherwise). Every triangle has an area, in the projection along the axis
 * nearest to the normal; together they are the polygon, whether its points are exactly planar or not.
 *
 *  Collinear runs are kept. Points that repeat the one before are left out, with a triangle less for
 * each; loops may touch at points that both have, which saves two triangles a contact; holes may be
 * joined by edges that run there and back. GRAZE_INVALID_ARGUMENT if edges cross, or touch where one of
 * them has no point, or if two loops share an edge. GRAZE_OUT_OF_MEMORY if there is none: it takes some
 * 50 bytes a point. Time in proportion to the square of count as a rule: fit for some thousands of
 * points. */
GRAZE_API graze_status graze_polygon_triangulate(const graze_polygon *polygon, uint32_t *triangles,
                                                 uint32_t capacity, uint32_t *count);

/* -- tests ------------------------------------------------------------------------------------ */

/* Do the two closed sets have a point in common? Touching is a hit, and so is lying inside, in one
 * plane too. On a hit *common, unless common is NULL, is a point of both, up to H and the rounding of
 * its coordinates; otherwise it is left alone. */

/** Solid ball. Radius zero: a point, decided exactly like one. The common point is the point of the
 *  polygon nearest to the centre. */
GRAZE_API graze_status graze_test_sphere_polygon(const graze_sphere *sphere,
                                                 const graze_polygon *polygon, bool *hit,
                                                 graze_vec3 *common);
/** Solid box, which may be flat or a point. */
GRAZE_API graze_status graze_test_aabb_polygon(const graze_aabb *aabb, const graze_polygon *polygon,
                                               bool *hit, graze_vec3 *common);
/** Solid box in any orientation, flat or a point too. Its axes should be orthonormal to 16 eps; what
 * they are off counts as rounding, as in graze/primitive.h. */
GRAZE_API graze_status graze_test_obb_polygon(const graze_obb *obb, const graze_polygon *polygon,
                                              bool *hit, graze_vec3 *common);
/** The segment may be a point, and may lie in the plane. */
GRAZE_API graze_status graze_test_segment_polygon(const graze_segment *segment,
                                                  const graze_polygon *polygon, bool *hit,
                                                  graze_vec3 *common);
/** A ray with zero direction is a point, one that lies in the plane is answered up to the rounding of a
 *  point beyond the polygon, and one with finite max_t is the segment to its end, rounded to double.
 *  Here, unlike below, all of the boundary counts. */
GRAZE_API graze_status graze_test_ray_polygon(const graze_ray *ray, const graze_polygon *polygon,
                                              bool *hit, graze_vec3 *common);
/** A triangle narrower than 2^-40 of its length is its longest side. */
GRAZE_API graze_status graze_test_triangle_polygon(const graze_triangle *triangle,
                                                   const graze_polygon *polygon, bool *hit,
                                                   graze_vec3 *common);
GRAZE_API graze_status graze_test_polygon_polygon(const graze_polygon *a, const graze_polygon *b,
                                                  bool *hit, graze_vec3 *common);

/** The segments in which two polygons of different planes intersect (B:2217-2319), in order along the
 * line of the planes, rounded. An end is where an edge of one comes to the other's plane: a point of
 * the edge, up to rounding, and within H of either plane, so it is at most 2 H / sin a from their line,
 * a being the angle between them (two strips of half the width H share a rhombus whose corners are H /
 * sin (a / 2) from its middle, and sin a = 2 sin (a / 2) cos (a / 2)). *count is how many there are, at
 * most half the number of points of both; the first capacity of them are written. None unless
 * graze_test_polygon_polygon says that they meet, and none for polygons of one plane, which share an
 * area or a boundary. Of points and edges that touch the other polygon's plane from one side alone,
 * those above it (the side of its normal, or of its opposite) make segments, maybe of length zero,
 * those below it none. */
GRAZE_API graze_status graze_polygon_polygon_segments(const graze_polygon *a, const graze_polygon *b,
                                                      graze_segment *segments, uint32_t capacity,
                                                      uint32_t *count);

/* -- ray cast --------------------------------------------------------------------------------- */

/** Where does the ray pass through the polygon? The hit is that of graze_ray_triangle: enter = exit,
 * the normal that of the plane, against the ray; a start on the polygon (within H) is inside, with
 * normal 0.
 *
 *  Polygons that share an edge share it out: of those that tile a plane a ray through it hits exactly
 *  one, on edges and corners too, whether or not the points are exactly planar, because lines are
 *  compared with edges exactly and by the same rule for every polygon. So half of the boundary is
 * missed, unlike in graze_test_ray_polygon.
 *
 *  A ray in the plane enters where it first meets the closed polygon, leaves where it last does (in
 *  between it may be outside), and its normal is that of graze_polygon_plane; one with zero direction
 *  asks about its origin. With GRAZE_FACES_FRONT rays miss that come from behind, where that normal
 * does not point, or are parallel. GRAZE_OUT_OF_RANGE also if a parameter is beyond GRAZE_REAL_MAX. */
GRAZE_API graze_status graze_ray_polygon(const graze_ray *ray, const graze_polygon *polygon,
                                         graze_faces faces, graze_ray_hit *out);

GRAZE_END_C

#endif
