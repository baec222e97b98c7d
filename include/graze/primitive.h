/* SPDX-License-Identifier: MIT
 * Graze: spheres, boxes, segments, rays and triangles against each other in closed form, without
 * shapes, poses or caches.
 *
 * Statuses: GRAZE_INVALID_ARGUMENT for NULL, NaN, infinity (but for a ray's max_t), a negative radius,
 * half extent or max_t, and a box with lo > hi; outputs are then untouched. Anything else is fine: a
 * segment or ray of length zero is a point, a box may be flat, a triangle whose corners are collinear
 * is the segment between the outermost, and one point if they coincide.
 *
 * How exact: u = 2^-53 in both builds (everything is computed in double), eps = GRAZE_EPSILON.
 *  - Segments, triangles, boxes with world axes and unbounded rays among each other: always exact.
 *  - A bounded ray ends at origin + max_t direction rounded to double, and is exact from there on.
 *  - A sphere and something else: wrong only if the two overlap, or are apart, by less than
 *    E = 16 u size, size being the largest distance between their points (of a ray, up to where it
 *    comes nearest).
 *  - The axes of an oriented box should be orthonormal to 16 eps, as every graze_quat_to_mat3 is; this
 *    is not checked, and what they are off counts as rounding. What meets it is always reported, and
 *    nothing that is farther away than E = 64 eps (sum of half extents) + 64 u size; for two boxes E =
 *    256 eps (sum of all half extents) + 64 u size. With a sphere E counts in both directions. */
#ifndef GRAZE_PRIMITIVE_H
#define GRAZE_PRIMITIVE_H

#include "math.h"

GRAZE_BEGIN_C

/* -- do they meet? -----------------------------------------------------------------------------
 *
 * Touching counts as meeting. All sets are closed and filled: a sphere or box inside of another, and a
 * segment inside of a box, meet it. */

/** The distance of the centres is at most the sum of the radii; spheres of radius zero are points. */
GRAZE_API graze_status graze_test_sphere_sphere(const graze_sphere *a, const graze_sphere *b,
                                                bool *hit);
/** The box's point nearest to the centre is in the sphere; always if the centre is inside. */
GRAZE_API graze_status graze_test_sphere_aabb(const graze_sphere *a, const graze_aabb *b, bool *hit);
/** Likewise. */
GRAZE_API graze_status graze_test_sphere_obb(const graze_sphere *a, const graze_obb *b, bool *hit);
/** The segment's point nearest to the centre is in the sphere; a segment inside meets it. */
GRAZE_API graze_status graze_test_sphere_segment(const graze_sphere *a, const graze_segment *b,
                                                 bool *hit);
/** Likewise; a ray that starts inside meets the sphere. */
GRAZE_API graze_status graze_test_sphere_ray(const graze_sphere *a, const graze_ray *b, bool *hit);
/** The triangle's point nearest to the centre is in the sphere; a triangle inside meets it. */
GRAZE_API graze_status graze_test_sphere_triangle(const graze_sphere *a, const graze_triangle *b,
                                                  bool *hit);
/** Boxes that share a face, an edge or a corner meet. */
GRAZE_API graze_status graze_test_aabb_aabb(const graze_aabb *a, const graze_aabb *b, bool *hit);
/** By separating axes; parallel edges and flat boxes need no special care. */
GRAZE_API graze_status graze_test_aabb_obb(const graze_aabb *a, const graze_obb *b, bool *hit);
/** A segment along a face, an edge or through a corner meets the box, as does one inside. */
GRAZE_API graze_status graze_test_aabb_segment(const graze_aabb *a, const graze_segment *b, bool *hit);
/** Likewise; a ray that starts inside or on the box meets it wherever it leads. */
GRAZE_API graze_status graze_test_aabb_ray(const graze_aabb *a, const graze_ray *b, bool *hit);
/** A triangle in the plane of a face meets the box if it meets that face, one inside always. */
GRAZE_API graze_status graze_test_aabb_triangle(const graze_aabb *a, const graze_triangle *b,
                                                bool *hit);
/** By separating axes; parallel edges and flat boxes need no special care. */
GRAZE_API graze_status graze_test_obb_obb(const graze_obb *a, const graze_obb *b, bool *hit);
/** As for a box with world axes, in the box's own frame. */
GRAZE_API graze_status graze_test_obb_segment(const graze_obb *a, const graze_segment *b, bool *hit);
GRAZE_API graze_status graze_test_obb_ray(const graze_obb *a, const graze_ray *b, bool *hit);
GRAZE_API graze_status graze_test_obb_triangle(const graze_obb *a, const graze_triangle *b, bool *hit);
/** Segments of one line meet where they overlap or share an end; of parallel lines, never. */
GRAZE_API graze_status graze_test_segment_segment(const graze_segment *a, const graze_segment *b,
                                                  bool *hit);
/** Likewise; an unbounded ray has no end. */
GRAZE_API graze_status graze_test_segment_ray(const graze_segment *a, const graze_ray *b, bool *hit);
/** A segment in the triangle's plane meets it where it crosses or lies in it; one parallel to it,
 * never. Edges and corners belong to the triangle. */
GRAZE_API graze_status graze_test_segment_triangle(const graze_segment *a, const graze_triangle *b,
                                                   bool *hit);
/** As for segments. */
GRAZE_API graze_status graze_test_ray_ray(const graze_ray *a, const graze_ray *b, bool *hit);
/** As for a segment; both sides of the triangle count. */
GRAZE_API graze_status graze_test_ray_triangle(const graze_ray *a, const graze_triangle *b, bool *hit);
/** Triangles that share a corner, an edge or a piece of their plane meet. */
GRAZE_API graze_status graze_test_triangle_triangle(const graze_triangle *a, const graze_triangle *b,
                                                    bool *hit);

/* -- where does a ray enter and leave? ---------------------------------------------------------
 *
 * Whether it hits is answered as by the tests above. The parameter is off by no more than roundings
 * in double make it, times how grazing the ray is; point lies on the surface of spheres and boxes.
 * GRAZE_OUT_OF_RANGE if a parameter of a hit, or its point, is beyond GRAZE_REAL_MAX. */

/** Where a ray is in a set: from enter to exit, both in 0..max_t. All of it is zero or false for a
 * miss. A start in the set, boundary included, gives inside, enter = 0, point = origin and normal 0. A
 *  ray of length zero (direction or max_t zero) asks about its origin: a miss, or inside with exit 0.
 */
typedef struct graze_ray_hit {
    bool hit;
    bool inside;       /**< the origin is in the set */
    graze_real enter;  /**< the first parameter t in the set */
    graze_real exit;   /**< the last one */
    graze_vec3 point;  /**< where it enters, in world coordinates */
    graze_vec3 normal; /**< unit, out of the set, against the ray; zero for a start inside */
} graze_ray_hit;

/** Which sides of a triangle a ray can hit. The front is where (p1 - p0) x (p2 - p0) points. */
typedef enum graze_faces { GRAZE_FACES_BOTH = 0, GRAZE_FACES_FRONT } graze_faces;

/** A tangent hits at one point, enter = exit. A sphere of radius zero that is hit has a normal against
 *  the ray. */
GRAZE_API graze_status graze_ray_sphere(const graze_ray *ray, const graze_sphere *sphere,
                                        graze_ray_hit *out);
/** A ray that slides along a face or an edge, or grazes a corner, hits. At an edge or corner the normal
 * is that of the slab that it enters last, of the highest axis if it enters several at once. */
GRAZE_API graze_status graze_ray_aabb(const graze_ray *ray, const graze_aabb *box, graze_ray_hit *out);
/** Likewise, with the box's own axes. A ray that only comes within E, see above, counts as a hit. */
GRAZE_API graze_status graze_ray_obb(const graze_ray *ray, const graze_obb *box, graze_ray_hit *out);
/** enter = exit, unless the ray lies in the triangle's plane: then it enters and leaves through edges,
 *  and the normal is (p1 - p0) x (p2 - p0), unit. With GRAZE_FACES_FRONT rays that come from behind or
 * lie in the plane miss; one that starts on the triangle hits if it leads to the back. Collinear
 * corners make a segment, which has no front, and whose normal is 0. */
GRAZE_API graze_status graze_ray_triangle(const graze_ray *ray, const graze_triangle *triangle,
                                          graze_faces faces, graze_ray_hit *out);
/** The plane as a set of points, of which neither side is inside; its normal may have any length but
 * zero (GRAZE_INVALID_ARGUMENT). A ray in the plane is inside all along, exit = max_t, which may be
 * infinite; one parallel to it misses. The normal of the hit faces the ray's origin. */
GRAZE_API graze_status graze_ray_plane(const graze_ray *ray, const graze_plane *plane,
                                       graze_ray_hit *out);

/* Solids that have no tests above: whether they are hit is decided in rounded double arithmetic. Let E
 * be 64 u size, size being the largest distance of the solid's points from the ray's origin, and
 * imagine the solid with all of its faces moved out by E, or in. A ray is never a miss that hits the
 * smaller one, never a hit that misses the larger one, and enter and exit are between those of the two,
 * but for their own rounding to graze_real. So tangents, which touch at one point with enter = exit,
 * may be missed by as much. A start inside, boundary included, and a ray of length zero are answered as
 * for all others; a ray that slides along a flat face, or along a side, hits. */

/** The points within radius of the segment from a to b; of a sphere if a = b, and the segment itself if
 * radius is 0: then the normal of a hit is against the ray. */
typedef struct graze_capsule {
    graze_vec3 a, b;
    graze_real radius;
} graze_capsule;
/** GRAZE_INVALID_ARGUMENT for a negative radius. */
GRAZE_API graze_status graze_ray_capsule(const graze_ray *ray, const graze_capsule *capsule,
                                         graze_ray_hit *out);

/** The points within radius of the axis from a to b and between its ends, which are flat. */
typedef struct graze_cylinder {
    graze_vec3 a, b;
    graze_real radius;
} graze_cylinder;
/** At a rim the normal is that of the end. GRAZE_INVALID_ARGUMENT for a negative radius, and if a = b:
 * a disc must be thicker than that to have a direction. With radius 0 it is the segment, which is hit
 * by rays that meet it exactly in the roundings of double. */
GRAZE_API graze_status graze_ray_cylinder(const graze_ray *ray, const graze_cylinder *cylinder,
                                          graze_ray_hit *out);

/** The points of the segments from the tip to the disc of that radius around base, at right angles to
 * the axis. */
typedef struct graze_cone {
    graze_vec3 base, tip;
    graze_real radius;
} graze_cone;
/** At the rim the normal is that of the base, at the tip one of the many there, the axis if the ray
 * runs along it. GRAZE_INVALID_ARGUMENT for a negative radius and if base = tip; radius 0 as for a
 * cylinder. */
GRAZE_API graze_status graze_ray_cone(const graze_ray *ray, const graze_cone *cone, graze_ray_hit *out);

/** The x for which the sum of ((x - center) . axis / half)^2 over the three columns is at most 1. */
typedef struct graze_ellipsoid {
    graze_vec3 center;
    graze_mat3 axes; /**< columns orthonormal to 16 eps */
    graze_vec3 half; /**< half extents */
} graze_ellipsoid;
/** E is larger here by the ratio of the largest half extent to the least. GRAZE_INVALID_ARGUMENT if one
 * of these is not positive. */
GRAZE_API graze_status graze_ray_ellipsoid(const graze_ray *ray, const graze_ellipsoid *ellipsoid,
                                           graze_ray_hit *out);

/** A convex polyhedron as the common part of half-spaces normal . x + offset <= 0; normals of any
 * length but zero (GRAZE_INVALID_ARGUMENT). It may be unbounded, where exit is max_t, which may be
 * infinite; empty, where all rays miss; or all of space if count is 0 (planes may then be NULL). Here
 * the size in E is the distance of the planes, of the ray's origin and of where it enters and leaves
 * from the world's origin, all together. The normal is that of the half-space entered last, of several
 * at once the first. */
GRAZE_API graze_status graze_ray_polyhedron(const graze_ray *ray, const graze_plane *planes,
                                            uint32_t count, graze_ray_hit *out);

/* -- how far apart, or how deep? ---------------------------------------------------------------
 *
 * In closed form, with the signs of graze/query.h: normal is a unit vector from A to B, B moves along
 * it to separate, and point_b - point_a = sd * normal. sd is off by no more than E = 64 u size, with an
 * oriented box 64 eps (sum of half extents) more, and the normal shows as much; then the results are
 * rounded, sd and normal by eps of themselves, the points by eps of their coordinates.
 * GRAZE_OUT_OF_RANGE if a result is beyond GRAZE_REAL_MAX. */

/** The signed distance of A and B and its witnesses. */
typedef struct graze_proximity {
    graze_real sd;      /**< positive apart, 0 touching, negative: minus the depth */
    graze_vec3 normal;  /**< unit, from A to B, also where sd is 0 */
    graze_vec3 point_a; /**< the point of A nearest to B, or deepest in it */
    graze_vec3 point_b; /**< the point of B */
} graze_proximity;

/** Concentric spheres: the normal is the x axis. */
GRAZE_API graze_status graze_near_sphere_sphere(const graze_sphere *a, const graze_sphere *b,
                                                graze_proximity *out);
/** A centre inside of the box: the sphere's way out is through the nearest face, of several equally
 * near the first in the order -x, +x, -y, +y, -z, +z. */
GRAZE_API graze_status graze_near_sphere_aabb(const graze_sphere *a, const graze_aabb *b,
                                              graze_proximity *out);
/** Likewise, with the box's own axes. */
GRAZE_API graze_status graze_near_sphere_obb(const graze_sphere *a, const graze_obb *b,
                                             graze_proximity *out);
/** A segment through the centre: sd = -radius, and the normal is at right angles to the segment; for a
 *  point in the centre it is the x axis. */
GRAZE_API graze_status graze_near_sphere_segment(const graze_sphere *a, const graze_segment *b,
                                                 graze_proximity *out);
/** The nearest point may be inside of the triangle, on an edge or a corner. A centre in the triangle:
 * sd = -radius, and the normal is (p1 - p0) x (p2 - p0), unit; if the corners are collinear as for a
 * segment. */
GRAZE_API graze_status graze_near_sphere_triangle(const graze_sphere *a, const graze_triangle *b,
                                                  graze_proximity *out);
/** sd is never negative: segments that cross or touch have sd = 0 up to rounding and a normal at right
 *  angles to both. Parallel ones have many nearest points; one pair of them is given. */
GRAZE_API graze_status graze_near_segment_segment(const graze_segment *a, const graze_segment *b,
                                                  graze_proximity *out);
/** Boxes that overlap, one inside of the other included: the axis with the shortest way out, the first
 * of several. On the other axes the points are in the middle of what both boxes share. */
GRAZE_API graze_status graze_near_aabb_aabb(const graze_aabb *a, const graze_aabb *b,
                                            graze_proximity *out);

/** Of the fifteen axes that matter for two boxes, the one on which they are farthest apart. */
typedef struct graze_box_axis {
    graze_real separation; /**< negative: minus the depth, exactly; positive: a lower bound of the
                                distance, which is larger where corners or edges face each other */
    graze_vec3 normal;     /**< unit, from A to B: moved by -separation * normal, B merely touches A */
    int index; /**< 0-2 a face of A, 3-5 a face of B, 6 + 3 i + j the edges i of A and j of B */
} graze_box_axis;

/** How deep do two boxes overlap, or by how much does the best axis separate them? (For the distance
 * itself and for points see graze_signed_distance.) Boxes with a common centre have a depth too; of
 * several best axes the first counts, and an edge of A parallel to one of B makes none. */
GRAZE_API graze_status graze_best_axis_obb_obb(const graze_obb *a, const graze_obb *b,
                                               graze_box_axis *out);

GRAZE_END_C

#endif
