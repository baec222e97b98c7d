/* SPDX-License-Identifier: MIT
 * Graze: convex shapes.
 *
 * A shape is closed, convex, nonempty and immutable; everything but the half-space is bounded. It
 * lives in its own local frame and is placed in the world by a graze_placed. Shapes are reference
 * counted: a constructor gives one owner, wrappers keep what they wrap alive, so a shape may be
 * released as soon as the wrapper exists. Threads may share shapes freely.
 *
 * Constructors return GRAZE_INVALID_ARGUMENT for NULL, NaN, infinity and negative sizes,
 * GRAZE_OUT_OF_RANGE when a finite input would make the shape reach beyond GRAZE_SHAPE_REACH, and
 * GRAZE_OUT_OF_MEMORY; *out is then untouched. A size of zero is fine: a sphere of radius 0 is a
 * point, a box of extent 0 a rectangle, a segment or a point. */
#ifndef GRAZE_SHAPE_H
#define GRAZE_SHAPE_H

#include "hull.h"
#include "math.h"

GRAZE_BEGIN_C

typedef struct graze_shape graze_shape;

/** No coordinate of a shape may exceed this (2^60 in float, 2^500 in double): squares of lengths
 *  stay finite in every query. */
#if defined(GRAZE_DOUBLE)
#define GRAZE_SHAPE_REACH 3.273390607896142e150
#else
#define GRAZE_SHAPE_REACH 1.152921504606847e18f
#endif

typedef enum graze_shape_kind {
    GRAZE_SHAPE_POINT = 0,
    GRAZE_SHAPE_SEGMENT,
    GRAZE_SHAPE_TRIANGLE,
    GRAZE_SHAPE_TETRAHEDRON,
    GRAZE_SHAPE_SPHERE,
    GRAZE_SHAPE_BOX,
    GRAZE_SHAPE_CONE,
    GRAZE_SHAPE_CYLINDER,
    GRAZE_SHAPE_CAPSULE,
    GRAZE_SHAPE_ELLIPSOID,
    GRAZE_SHAPE_POLYGON,
    GRAZE_SHAPE_POLYTOPE,
    GRAZE_SHAPE_KDOP,
    GRAZE_SHAPE_HALF_SPACE,
    GRAZE_SHAPE_ROUNDED,
    GRAZE_SHAPE_MINKOWSKI_SUM,
    GRAZE_SHAPE_HULL_OF,
    GRAZE_SHAPE_TRANSFORMED,
    GRAZE_SHAPE_CUSTOM,
    GRAZE_SHAPE_CONVEX_COUNT,                    /**< all kinds before this one are convex */
    GRAZE_SHAPE_MESH = GRAZE_SHAPE_CONVEX_COUNT, /**< mesh.h */
    GRAZE_SHAPE_HEIGHT_FIELD,                    /**< height_field.h */
    GRAZE_SHAPE_COMPOUND,                        /**< compound.h */
    GRAZE_SHAPE_KIND_COUNT
} graze_shape_kind;

/* -- primitives ------------------------------------------------------------------------------- */

GRAZE_API graze_status graze_shape_point(graze_vec3 p, graze_shape **out);
GRAZE_API graze_status graze_shape_segment(graze_vec3 a, graze_vec3 b, graze_shape **out);
/** Corners may coincide or be collinear. */
GRAZE_API graze_status graze_shape_triangle(graze_vec3 a, graze_vec3 b, graze_vec3 c,
                                            graze_shape **out);
/** Corners in any orientation; may be flat. */
GRAZE_API graze_status graze_shape_tetrahedron(graze_vec3 a, graze_vec3 b, graze_vec3 c, graze_vec3 d,
                                               graze_shape **out);
/** Centred at the local origin. */
GRAZE_API graze_status graze_shape_sphere(graze_real radius, graze_shape **out);
/** Centred at the local origin; half the side lengths. */
GRAZE_API graze_status graze_shape_box(graze_vec3 half_extents, graze_shape **out);
/** Axis local y, base at -height/2, apex at +height/2. */
GRAZE_API graze_status graze_shape_cone(graze_real radius, graze_real height, graze_shape **out);
/** Axis local y, centred. */
GRAZE_API graze_status graze_shape_cylinder(graze_real radius, graze_real height, graze_shape **out);
/** Axis local y, centred; the height is that of the cylinder between the caps. */
GRAZE_API graze_status graze_shape_capsule(graze_real radius, graze_real height, graze_shape **out);
/** Centred, half axes along local x, y, z. */
GRAZE_API graze_status graze_shape_ellipsoid(graze_vec3 radii, graze_shape **out);

/* -- polytopes -------------------------------------------------------------------------------- */

/** The hull of coplanar points (any order, any number from 1, stride as for graze_hull_create).
 *  GRAZE_INVALID_ARGUMENT if the points are not exactly coplanar: use graze_shape_polytope then. */
GRAZE_API graze_status graze_shape_polygon(const void *points, size_t count, size_t stride,
                                           graze_shape **out);
/** The hull of any points; coplanar, collinear and coincident ones included. */
GRAZE_API graze_status graze_shape_polytope(const void *points, size_t count, size_t stride,
                                            graze_shape **out);
/** The same from a hull at hand, which the shape keeps alive. */
GRAZE_API graze_status graze_shape_from_hull(graze_hull *hull, graze_shape **out);
/** The hull behind a polygon or polytope shape (a k-DOP has one too); NULL for any other shape. The
 *  shape keeps its ownership: retain the hull to keep it longer. */
GRAZE_API graze_hull *graze_shape_hull(const graze_shape *shape);
/** The k slabs lo[i] <= normals[i] . x <= hi[i] (k from 3 to GRAZE_KDOP_SLABS; normals need not be
 *  unit, but must span space, else GRAZE_UNBOUNDED). GRAZE_EMPTY if no point satisfies all slabs, not
 *  even up to the rounding of lo and hi (so that flat k-DOPs of slanted slabs exist).
 *  The shape is the hull of the slabs' corners, rounded once to graze_real. */
#define GRAZE_KDOP_SLABS 32
GRAZE_API graze_status graze_shape_kdop(const graze_vec3 *normals, const graze_real *lo,
                                        const graze_real *hi, int slabs, graze_shape **out);

/** All points x with normal . x <= offset; the normal points out of the solid and is made unit (the
 *  offset is scaled along). Unbounded: GRAZE_UNBOUNDED wherever a bounded shape is needed. */
GRAZE_API graze_status graze_shape_half_space(graze_vec3 normal, graze_real offset, graze_shape **out);

/* -- wrappers: GRAZE_UNBOUNDED if given a half-space ------------------------------------------- */

/** All points within radius of the shape: its Minkowski sum with a ball. */
GRAZE_API graze_status graze_shape_rounded(graze_shape *shape, graze_real radius, graze_shape **out);
/** All sums of a point of a and a point of b. */
GRAZE_API graze_status graze_shape_minkowski_sum(graze_shape *a, graze_shape *b, graze_shape **out);
/** The convex hull of count shapes (count >= 1). */
GRAZE_API graze_status graze_shape_hull_of(graze_shape *const *shapes, size_t count, graze_shape **out);
/** The image under any invertible pose; GRAZE_SINGULAR otherwise. */
GRAZE_API graze_status graze_shape_transformed(graze_shape *shape, const graze_pose *pose,
                                               graze_shape **out);
/** What the shape covers while it moves from start to end in the orientation it has at the end (the
 *  Minkowski sweep B1 A + segment c0 c1, B:5031). */
GRAZE_API graze_status graze_shape_sweep_translation(graze_shape *shape, const graze_pose *start,
                                                     const graze_pose *end, graze_shape **out);
/** The hull of the shape at start and at end (the hull sweep). */
GRAZE_API graze_status graze_shape_sweep_hull(graze_shape *shape, const graze_pose *start,
                                              const graze_pose *end, graze_shape **out);

/** A shape by the user's own support function. */
typedef struct graze_custom_shape {
    /** A point of the shape farthest along direction (never zero, not necessarily unit), in local
     *  coordinates. Must be a pure function: same input, same bits, from any thread. */
    graze_vec3 (*support)(const void *user, graze_vec3 direction);
    const void *user;            /**< handed to support; must outlive the shape */
    void (*destroy)(void *user); /**< called with user when the shape dies; may be NULL */
    graze_real support_error;    /**< how far, in local units, a returned point may lie off the
                                      shape or short of the farthest; 0 = correctly rounded */
} graze_custom_shape;
/** The support function is called a few times here; non-finite answers, and points that lie farther
 *  against a direction than along it, are an invalid argument. On failure the user data stays the
 *  caller's: destroy is not called. */
GRAZE_API graze_status graze_shape_custom(const graze_custom_shape *description, graze_shape **out);

/* -- ownership -------------------------------------------------------------------------------- */

/** One more owner; returns shape. NULL is allowed and stays NULL. */
GRAZE_API graze_shape *graze_shape_retain(graze_shape *shape);
/** One owner less; the last one frees it. NULL is allowed. */
GRAZE_API void graze_shape_release(graze_shape *shape);

/* -- what a shape answers, in its local frame --------------------------------------------------- */

/** GRAZE_SHAPE_KIND_COUNT for NULL. */
GRAZE_API graze_shape_kind graze_shape_get_kind(const graze_shape *shape);
/** "box", "hull of", ...; "unknown" out of range. */
GRAZE_API const char *graze_shape_kind_text(graze_shape_kind kind);
/** False for NULL and for a half-space. */
GRAZE_API bool graze_shape_is_bounded(const graze_shape *shape);

/** A point of the shape farthest along direction (any length; the zero vector gives some point of
 *  the boundary). GRAZE_UNBOUNDED for a half-space. */
GRAZE_API graze_status graze_shape_support(const graze_shape *shape, graze_vec3 direction,
                                           graze_vec3 *point);
/** A bound, in local units, on how far a computed support point may lie off the shape or short of
 *  the true support plane. 0 for NULL. */
GRAZE_API graze_real graze_shape_support_error(const graze_shape *shape);

/** A ball around the shape; minimal for the primitives of closed form, tight within a few per cent
 *  for the others. GRAZE_UNBOUNDED for a half-space. */
GRAZE_API graze_status graze_shape_bounding_sphere(const graze_shape *shape, graze_sphere *out);

/** Is the point in the closed shape? Exact up to the rounding radius: a point farther than
 *  graze_shape_tolerance from the boundary is never judged wrongly, one nearer counts as inside. */
GRAZE_API graze_status graze_shape_contains(const graze_shape *shape, graze_vec3 point, bool *inside);
/** The rounding radius of graze_shape_contains, in local units, for a point at that place; 0 for a
 *  half-space and for bad input. */
GRAZE_API graze_real graze_shape_tolerance(const graze_shape *shape, graze_vec3 point);

/** Volume and centre of mass (uniform density). Exact up to rounding for primitives, polytopes, and
 *  their affine images (lower = upper up to rounding); for rounded shapes, sums, hulls of shapes and
 *  custom shapes found by fitting polytopes from inside and outside until upper - lower is at most
 *  1 % of upper, or 20,000 support points were used. Flat shapes: volume 0, centre
 *  that of the area, length or point. GRAZE_UNBOUNDED for a half-space, GRAZE_OUT_OF_RANGE if the
 *  volume is too large a number. May allocate. */
typedef struct graze_shape_mass {
    graze_real volume, lower, upper;
    graze_vec3 center;
} graze_shape_mass;
GRAZE_API graze_status graze_shape_measure(const graze_shape *shape, graze_shape_mass *out);

/** Writes a description such as "rounded(0.1, box(1, 2, 3))" into text (size bytes, always ended by
 *  a zero when size > 0) and returns the length it needs without the zero, as snprintf does. Nested
 *  shapes deeper than 8 levels appear as "...". "null" for NULL. */
GRAZE_API size_t graze_shape_describe(const graze_shape *shape, char *text, size_t size);

/* -- a shape somewhere in the world ------------------------------------------------------------- */

/** A shape at a pose, grown by a margin in world units (>= 0) after the pose. */
typedef struct graze_placed {
    const graze_shape *shape;
    graze_pose pose;
    graze_real margin;
} graze_placed;

/** GRAZE_OK if shape, pose and margin are usable; the status every query would return otherwise. */
GRAZE_API graze_status graze_placed_check(const graze_placed *placed);
/** As graze_shape_support, in world coordinates, margin included. */
GRAZE_API graze_status graze_placed_support(const graze_placed *placed, graze_vec3 direction,
                                            graze_vec3 *point);
/** The smallest box with world axes around the placed shape, rounded outward by the rounding radius:
 *  it contains the shape and misses touching it on no side by more than that. */
GRAZE_API graze_status graze_placed_bounds(const graze_placed *placed, graze_aabb *out);
/** As graze_shape_contains, for a point in world coordinates, margin included. */
GRAZE_API graze_status graze_placed_contains(const graze_placed *placed, graze_vec3 point,
                                             bool *inside);

GRAZE_END_C

#endif
