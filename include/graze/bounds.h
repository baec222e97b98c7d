/* SPDX-License-Identifier: MIT
 * Graze: bounding volumes: boxes along the axes, spheres, oriented boxes and k-DOPs.
 *
 * Every volume made here contains what it was made from, exactly: what rounds, rounds outwards. Volumes
 * are made from points, from a support function, and from one another; trees and broad phases are built
 * from them.
 *
 * Points are read from memory as three graze_real each, stride bytes apart (0 = packed graze_vec3; any
 * alignment). Wherever points are read, GRAZE_EMPTY means that there are none, GRAZE_INVALID_ARGUMENT a
 * NULL, a stride smaller than a point or a coordinate that is NaN or infinite, GRAZE_OUT_OF_RANGE a
 * coordinate beyond GRAZE_SHAPE_REACH. Volumes that are handed in must be valid (finite, no negative
 * size, lo <= hi), else GRAZE_INVALID_ARGUMENT, and reach no farther than that, else
 * GRAZE_OUT_OF_RANGE, as is a result beyond GRAZE_REAL_MAX. Whatever fails leaves *out untouched.
 * Functions without a status check nothing.
 *
 * Sets without extent (one point, coincident or collinear ones, radius or half extents 0) are as good
 * as others: their volumes have size 0 up to the rounding outwards. Boundaries belong to volumes:
 * touching is overlapping, a point on the boundary is contained.
 *
 * What else is asked of spheres and boxes stands in primitive.h: overlap (graze_test_obb_obb and its
 * kin, exact), distance (graze_near_sphere_sphere, graze_near_aabb_aabb; graze_best_axis_obb_obb gives
 * a lower bound for two oriented boxes), rays (graze_ray_sphere, graze_ray_aabb, graze_ray_obb). */
#ifndef GRAZE_BOUNDS_H
#define GRAZE_BOUNDS_H

#include "hull.h"
#include "primitive.h"
#include "shape.h"

GRAZE_BEGIN_C

/** A point of a bounded set farthest along direction (never zero, not necessarily unit). */
typedef graze_vec3 (*graze_support_function)(const void *user, graze_vec3 direction);

/* -- boxes along the axes (S7, O3, O6, Y2, Y3) --------------------------------------------------- */

/** The least box around the points: the corners are coordinates of points, nothing rounds. */
GRAZE_API graze_status graze_aabb_from_points(const void *points, size_t count, size_t stride,
                                              graze_aabb *out);
/** From six support points; error is how far one may lie off the set or short of the farthest, in
 *  every coordinate (0 if they are exact). GRAZE_INVALID_ARGUMENT: NULL, a negative error, a support
 *  point that is not finite, or one that lies farther against its direction than along it. */
GRAZE_API graze_status graze_aabb_from_support(graze_support_function support, const void *user,
                                               graze_real error, graze_aabb *out);
GRAZE_API graze_status graze_aabb_from_sphere(const graze_sphere *sphere, graze_aabb *out);
/** 24 operations (Y3), and the rounding outwards. */
GRAZE_API graze_status graze_aabb_from_obb(const graze_obb *obb, graze_aabb *out);

/** \name The four ways to keep a box round something that turns (O6)
 *  (a) One box for all orientations about a pivot: only its centre moves. Loose, never made anew.
 *  (b) The least box of the points under a pose, all of them looked at: graze_aabb_from_posed_points.
 *  (c) The same box from a hull, climbing from where the last one touched: graze_aabb_from_hull.
 *  (d) The box of the original box under a pose: graze_aabb_transform. Taken from the original each
 *      time it does not grow; made from the last result it would.
 * @{ */
GRAZE_API graze_status graze_aabb_around_pivot(const void *points, size_t count, size_t stride,
                                               graze_vec3 pivot, graze_aabb *out);
GRAZE_API graze_status graze_aabb_from_posed_points(const graze_pose *pose, const void *points,
                                                    size_t count, size_t stride, graze_aabb *out);
/** touching[0..2]: the vertices with the least x, y, z, touching[3..5]: those with the greatest; what
 * is there is where the search starts (any number is fine), and where it ended is left there. NULL:
 * start from anywhere. */
GRAZE_API graze_status graze_aabb_from_hull(const graze_pose *pose, const graze_hull *hull,
                                            uint32_t touching[6], graze_aabb *out);
GRAZE_API graze_status graze_aabb_transform(const graze_pose *pose, const graze_aabb *box,
                                            graze_aabb *out);
/** @} */

/** Do boxes that were made in the spaces of two poses overlap? The one whose pose is nearer to the
 * origin lends its space, where numbers are smaller and round less (O5); the other box is wrapped
 * there. So a no is sure, a yes may be due to the wrapping. Under poses that shear, both are up to the
 * rounding of the inverse. */
GRAZE_API graze_status graze_aabb_test_posed(const graze_pose *pose_a, const graze_aabb *a,
                                             const graze_pose *pose_b, const graze_aabb *b, bool *hit);

/** A box that contains nothing and disappears when merged. It is not a valid box for other uses. */
static inline graze_aabb graze_aabb_nothing(void) {
    const graze_real most = GRAZE_REAL_MAX;
    graze_aabb box = {graze_vec3_make(most, most, most), graze_vec3_make(-most, -most, -most)};
    return box;
}
static inline graze_aabb graze_aabb_merge(graze_aabb a, graze_aabb b) {
    graze_aabb box = {graze_vec3_min(a.lo, b.lo), graze_vec3_max(a.hi, b.hi)};
    return box;
}
/** At most six comparisons (Y5); touching counts. */
GRAZE_API bool graze_aabb_overlaps(const graze_aabb *a, const graze_aabb *b);
static inline bool graze_aabb_contains(const graze_aabb *outer, const graze_aabb *inner) {
    return graze_vec3_less_equal(outer->lo, inner->lo) && graze_vec3_less_equal(inner->hi, outer->hi);
}
static inline bool graze_aabb_contains_point(const graze_aabb *box, graze_vec3 x) {
    return graze_vec3_less_equal(box->lo, x) && graze_vec3_less_equal(x, box->hi);
}
/** Volume and surface area, rounded; infinite if too large a number. */
static inline graze_real graze_aabb_volume(const graze_aabb *box) {
    graze_vec3 w = graze_vec3_sub(box->hi, box->lo);
    return w.x * w.y * w.z;
}
static inline graze_real graze_aabb_area(const graze_aabb *box) {
    graze_vec3 w = graze_vec3_sub(box->hi, box->lo);
    return 2 * (w.x * w.y + w.y * w.z + w.z * w.x);
}
/** The square of the distance of two boxes (lo = hi makes a point), 0 if they meet, rounded. */
static inline graze_real graze_aabb_distance_squared(const graze_aabb *a, const graze_aabb *b) {
    graze_vec3 zero = graze_vec3_make(0, 0, 0);
    graze_vec3 gap = graze_vec3_max(graze_vec3_sub(a->lo, b->hi), graze_vec3_sub(b->lo, a->hi));
    return graze_vec3_length_squared(graze_vec3_max(gap, zero));
}

/** The other two forms (O3), and a packed one. Each contains the box it was made from, and a box made
 *  from it contains it; where no rounding is needed they are equal. */
typedef struct graze_aabb_widths {
    graze_vec3 lo, width;
} graze_aabb_widths;
typedef struct graze_aabb_centered {
    graze_vec3 center, extent; /**< |x - center| <= extent */
} graze_aabb_centered;
/** 18 bytes (20 with what aligns the next) whatever the precision: the least corner in float, the
 * widths as the upper half of a float, rounded up. Loose by at most 1/128 of the width, and by the
 * rounding of lo to float. */
typedef struct graze_aabb_packed {
    float lo[3];
    uint16_t width[3];
} graze_aabb_packed;

GRAZE_API graze_status graze_aabb_to_widths(const graze_aabb *box, graze_aabb_widths *out);
GRAZE_API graze_status graze_aabb_from_widths(const graze_aabb_widths *form, graze_aabb *out);
GRAZE_API graze_status graze_aabb_to_centered(const graze_aabb *box, graze_aabb_centered *out);
GRAZE_API graze_status graze_aabb_from_centered(const graze_aabb_centered *form, graze_aabb *out);
/** GRAZE_OUT_OF_RANGE if a corner is beyond a quarter of the largest float. */
GRAZE_API graze_status graze_aabb_pack(const graze_aabb *box, graze_aabb_packed *out);
GRAZE_API graze_status graze_aabb_unpack(const graze_aabb_packed *form, graze_aabb *out);

/* -- spheres (Y1, O7) ---------------------------------------------------------------------------- */

/** How to find a sphere round points: quick and loose, or slower and tight. All but the minimal one
 * look at each point two or three times. */
typedef enum graze_sphere_method {
    GRAZE_SPHERE_MINIMAL = 0,   /**< the smallest there is, up to rounding: points outside join until
                                     none is left; about ten looks at each point */
    GRAZE_SPHERE_MEAN,          /**< round the mean of the points; up to twice too large */
    GRAZE_SPHERE_BOX_CENTER,    /**< round the centre of the box; up to sqrt(3) times too large */
    GRAZE_SPHERE_EXTREMAL_PAIR, /**< on the pair farthest apart of those that touch the box, then grown
                                     point by point */
    GRAZE_SPHERE_PRINCIPAL,     /**< on the pair farthest apart along the principal axes, then grown */
    GRAZE_SPHERE_METHOD_COUNT
} graze_sphere_method;
/** Also GRAZE_INVALID_ARGUMENT for a method that is none. */
GRAZE_API graze_status graze_sphere_from_points(const void *points, size_t count, size_t stride,
                                                graze_sphere_method method, graze_sphere *out);
/** The least sphere round a given centre. */
GRAZE_API graze_status graze_sphere_around(const void *points, size_t count, size_t stride,
                                           graze_vec3 center, graze_sphere *out);
/** From the k-DOP with 26 sides; error as for graze_aabb_from_support. */
GRAZE_API graze_status graze_sphere_from_support(graze_support_function support, const void *user,
                                                 graze_real error, graze_sphere *out);
GRAZE_API graze_status graze_sphere_from_aabb(const graze_aabb *box, graze_sphere *out);
GRAZE_API graze_status graze_sphere_from_obb(const graze_obb *obb, graze_sphere *out);
/** The least sphere round two. */
GRAZE_API graze_status graze_sphere_merge(const graze_sphere *a, const graze_sphere *b,
                                          graze_sphere *out);
/** The image, or, under a pose that deforms, a sphere round it. The status of graze_pose_check. */
GRAZE_API graze_status graze_sphere_transform(const graze_pose *pose, const graze_sphere *sphere,
                                              graze_sphere *out);
/** 11 operations (Y5); touching counts, up to rounding: graze_test_sphere_sphere is exact. */
GRAZE_API bool graze_sphere_overlaps(const graze_sphere *a, const graze_sphere *b);
/** Both up to rounding. */
GRAZE_API bool graze_sphere_contains(const graze_sphere *outer, const graze_sphere *inner);
GRAZE_API bool graze_sphere_contains_point(const graze_sphere *sphere, graze_vec3 x);
/** Volume and surface area, rounded; infinite if too large a number. */
GRAZE_API graze_real graze_sphere_volume(const graze_sphere *sphere);
GRAZE_API graze_real graze_sphere_area(const graze_sphere *sphere);

/* -- oriented boxes (Y4) ------------------------------------------------------------------------- */

typedef enum graze_obb_method {
    GRAZE_OBB_NEAR_MINIMAL = 0, /**< boxes with a side along a facet and an edge of the hull, the best
                                     of them turned on as long as that helps: in tests at most 3 %
                                     above brute force, mostly not at all */
    GRAZE_OBB_PRINCIPAL,        /**< along the principal axes of the points: quick; bad where points
                                     crowd, and arbitrary for the corners of a cube */
    GRAZE_OBB_HULL_PRINCIPAL,   /**< along those of the hull's surface: crowding does not matter */
    GRAZE_OBB_METHOD_COUNT
} graze_obb_method;
/** The axes are a rotation. GRAZE_OUT_OF_MEMORY: the first and the last make a hull. */
GRAZE_API graze_status graze_obb_from_points(const void *points, size_t count, size_t stride,
                                             graze_obb_method method, graze_obb *out);
/** The least box with the given axes, the columns of a rotation or reflection (made exactly orthonormal
 * again; GRAZE_INVALID_ARGUMENT if they are off by more than 1e-3). */
GRAZE_API graze_status graze_obb_around(const void *points, size_t count, size_t stride,
                                        const graze_mat3 *axes, graze_obb *out);
GRAZE_API graze_status graze_obb_from_support(graze_support_function support, const void *user,
                                              graze_real error, const graze_mat3 *axes, graze_obb *out);
GRAZE_API graze_status graze_obb_from_aabb(const graze_aabb *box, graze_obb *out);
GRAZE_API graze_status graze_obb_from_sphere(const graze_sphere *sphere, graze_obb *out);
/** A box round both: along the axes of one of them or the principal ones of their corners, whichever
 *  is smallest. */
GRAZE_API graze_status graze_obb_merge(const graze_obb *a, const graze_obb *b, graze_obb *out);
/** The image, or, under a pose that shears, a box round it. The status of graze_pose_check. */
GRAZE_API graze_status graze_obb_transform(const graze_pose *pose, const graze_obb *obb,
                                           graze_obb *out);
/** False only if x is outside by more than rounding, 16 eps of the box' size and distance. */
GRAZE_API bool graze_obb_contains_point(const graze_obb *obb, graze_vec3 x);
/** Up to the same. */
GRAZE_API bool graze_obb_contains(const graze_obb *outer, const graze_obb *inner);
/** Volume and surface area, rounded; infinite if too large a number. */
GRAZE_API graze_real graze_obb_volume(const graze_obb *obb);
GRAZE_API graze_real graze_obb_area(const graze_obb *obb);

/* -- k-DOPs (S6) --------------------------------------------------------------------------------- */

/** What counts as k: the sides, two a slab. Axes are the coordinate axes, then, as k says, the
 * diagonals of the cube (1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1) and of its faces (1, 1, 0), (1,
 * -1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1), not made unit: so offsets are sums of
 * coordinates. */
typedef enum graze_kdop_sides {
    GRAZE_KDOP_6 = 6,   /**< a box */
    GRAZE_KDOP_14 = 14, /**< without corners */
    GRAZE_KDOP_18 = 18, /**< without edges */
    GRAZE_KDOP_26 = 26  /**< without either */
} graze_kdop_sides;

#define GRAZE_KDOP_SLABS_MOST 13

/** The points x with lo[i] <= axis(i) . x <= hi[i] for the sides / 2 first axes of its kind. */
typedef struct graze_kdop {
    graze_kdop_sides sides;
    graze_real lo[GRAZE_KDOP_SLABS_MOST], hi[GRAZE_KDOP_SLABS_MOST];
} graze_kdop;

/** Axis number slab of the k-DOPs with so many sides; zero if there is none. */
GRAZE_API graze_vec3 graze_kdop_axis(graze_kdop_sides sides, int slab);
/** Here and below GRAZE_INVALID_ARGUMENT also for sides that are none of the four. */
GRAZE_API graze_status graze_kdop_from_points(const void *points, size_t count, size_t stride,
                                              graze_kdop_sides sides, graze_kdop *out);
GRAZE_API graze_status graze_kdop_from_support(graze_support_function support, const void *user,
                                               graze_real error, graze_kdop_sides sides,
                                               graze_kdop *out);
GRAZE_API graze_status graze_kdop_from_aabb(const graze_aabb *box, graze_kdop_sides sides,
                                            graze_kdop *out);
GRAZE_API graze_status graze_kdop_from_sphere(const graze_sphere *sphere, graze_kdop_sides sides,
                                              graze_kdop *out);
GRAZE_API graze_status graze_kdop_from_obb(const graze_obb *obb, graze_kdop_sides sides,
                                           graze_kdop *out);
/** The other volumes round a k-DOP. */
GRAZE_API graze_status graze_aabb_from_kdop(const graze_kdop *kdop, graze_aabb *out);
GRAZE_API graze_status graze_sphere_from_kdop(const graze_kdop *kdop, graze_sphere *out);
GRAZE_API graze_status graze_obb_from_kdop(const graze_kdop *kdop, graze_obb *out);
/** Both must have the same sides. */
GRAZE_API graze_status graze_kdop_merge(const graze_kdop *a, const graze_kdop *b, graze_kdop *out);
/** A k-DOP round the image. It bounds each new axis by the old slabs that span the cone it lies in,
 * which is the least such bound if neighbouring slabs meet there. The status of graze_pose_check. */
GRAZE_API graze_status graze_kdop_transform(const graze_pose *pose, const graze_kdop *kdop,
                                            graze_kdop *out);
/** At most one comparison a side (Y5), if both have the same sides; else the slabs of the axes alone.
 *  Touching counts. */
GRAZE_API bool graze_kdop_overlaps(const graze_kdop *a, const graze_kdop *b);
/** Slab by slab; false if the sides differ. */
GRAZE_API bool graze_kdop_contains(const graze_kdop *outer, const graze_kdop *inner);
/** Never false for a point inside. */
GRAZE_API bool graze_kdop_contains_point(const graze_kdop *kdop, graze_vec3 x);
/** A lower bound of the distance of two: the widest gap between slabs. */
GRAZE_API graze_real graze_kdop_distance(const graze_kdop *a, const graze_kdop *b);
/** Volume and surface area (both sides of a flat one), rounded: each side cut by all other slabs. One
 *  without points measures 0. */
GRAZE_API graze_status graze_kdop_measure(const graze_kdop *kdop, graze_real *volume, graze_real *area);
/** As graze_ray_aabb, in double: a ray that only comes within 8 eps of the size may count as a hit. The
 *  normal is a unit vector along an axis of the k-DOP. */
GRAZE_API graze_status graze_ray_kdop(const graze_ray *ray, const graze_kdop *kdop, graze_ray_hit *out);

GRAZE_END_C

#endif
