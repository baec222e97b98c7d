/* SPDX-License-Identifier: MIT
 * Graze: the words of the pair queries: options, caches, results and their conventions.
 *
 * Conventions that every query keeps:
 *  - normal is a unit vector from A to B: B moves along +normal to separate. It is a unit vector
 *    even at distance zero, for flat and for concentric shapes.
 *  - sd is the signed distance, positive apart, negative overlapping, and always
 *    point_b - point_a = sd * normal up to the rounding radius E.
 *  - Touching counts as intersecting.
 *  - Every number comes with bounds from both sides that hold including rounding.
 *  - primitive_a and primitive_b name primitives of A and B where these are made of several, like
 *    meshes; they are 0 for shapes that are not, and for a solid that holds the other's primitive
 *    without touching it.
 *  - E = k * epsilon * (extent of A + extent of B + distance of their centres); see tolerance.h in
 *    the sources for k. A boolean is wrong only if |sd| > E; within half that band it is true and the
 *    end is GRAZE_TOUCHING. */
#ifndef GRAZE_QUERY_H
#define GRAZE_QUERY_H

#include "shape.h"

GRAZE_BEGIN_C

/** How a query ended. */
typedef enum graze_end {
    GRAZE_CONVERGED = 0,  /**< the bracket is as narrow as asked, or E */
    GRAZE_TOUCHING,       /**< |sd| <= E, or an overlap not shown to be deeper (at most 8 E): counts as
                               intersecting */
    GRAZE_OVERLAP,        /**< the shapes share points deeper than E */
    GRAZE_SEPARATED,      /**< a separating axis was found */
    GRAZE_ITERATION_LIMIT /**< stopped early; the bounds still hold */
} graze_end;

/** Ask for the rounding radius itself. */
#define GRAZE_TIGHTEST ((graze_real)-1)

/** What a round looks for: the point of the difference nearest to the origin, or, once the origin is
 *  known to be inside, the nearest point of its boundary. */
typedef enum graze_trace_phase { GRAZE_TRACE_DISTANCE = 0, GRAZE_TRACE_DEPTH } graze_trace_phase;

/** One round of an iterative query, for whoever wants to watch it: viewers, debuggers, tests. Lengths
 *  and points are in the frame of the pair (A's axes if A is rigid, world axes otherwise, origin at
 *  A's centre), of the difference of the shapes' cores, i.e. without radii and margins. In the depth
 *  phase the simplex is the face (or, in the plane, the edge) nearest to the origin and the bounds are
 *  those of the cores' depth. */
typedef struct graze_trace_step {
    graze_trace_phase phase;
    int round;             /**< 1, 2, 3 ... */
    int count;             /**< points of the simplex after this round, 1 to 4 */
    graze_vec3 simplex[4]; /**< points of the difference A - B */
    graze_vec3 support;    /**< the support point found in this round */
    graze_vec3 closest;    /**< the simplex' point nearest to the origin */
    graze_real lower;      /**< bounds of the cores' distance or depth so far: lower never falls */
    graze_real upper;      /**< and upper never rises */
} graze_trace_step;

/** Called once a round; what it returns is heeded: GRAZE_STOP ends the query as the iteration limit
 *  would. */
typedef struct graze_trace {
    graze_flow (*step)(void *user, const graze_trace_step *step);
    void *user;
} graze_trace;

/** How well to answer; zero-initialised means the defaults. A query stops when
 *  upper - lower <= max(rel * upper, abs, E). */
typedef struct graze_options {
    graze_real rel;           /**< 0 = default (1e-4 in float, 1e-8 in double); GRAZE_TIGHTEST = 0 */
    graze_real abs;           /**< 0 = none */
    int max_iterations;       /**< 0 = default; the bounds hold however early it stops */
    const graze_trace *trace; /**< NULL = none */
} graze_options;

/** What one pair remembers from query to query, kept by the caller; zero-initialised is empty. It
 *  never changes an answer beyond E, only its speed, whatever shapes and poses it was used with before.
 *  A cache may be copied, stored and used with other shapes; only its seal must not be forged. */
typedef struct graze_cache {
    graze_vec3 axis; /**< last separating or least-penetration axis, in A's frame */
    /** The axis in B's frame when it last separated the two in graze_intersect or graze_within. */
    graze_vec3 seen_by_b;
    /** Then: of a ball around the one that the axis does not go along with, or the axis in the world.
     */
    graze_vec3 middle;
    graze_real height; /**< along the axis, of the one that it goes along with, less that of the ball */
    uint64_t seal;     /**< made of the above and of both shapes: while it fits, that all holds */
    uint32_t support_a[4]; /**< where the last support vertices were found */
    uint32_t support_b[4];
    uint32_t size; /**< how many of those count, 0 = empty */
    /** Bit 0: the axis goes along with B, not A; bit 1: there is no ball; bit 2: it stands still. */
    uint32_t carrier;
} graze_cache;

/** The answer to "do they touch?" and its proof. If one of the shapes is a mesh and they do not, there
 *  is no such proof: axis and lower are 0. */
typedef struct graze_intersection {
    bool intersecting;
    graze_vec3 axis;  /**< if not intersecting: unit, from A to B, separating by at least lower */
    graze_vec3 point; /**< if intersecting: a common point, within E of both */
    graze_real lower; /**< certified lower bound of the distance, 0 if intersecting */
    graze_end end;
    int iterations;
    uint32_t primitive_a, primitive_b; /**< if intersecting, those that do */
} graze_intersection;

/** The answer to "how far apart?" and its proof. On overlap: distance, lower and upper 0, both
 *  points a common point, end GRAZE_OVERLAP. */
typedef struct graze_separation {
    graze_real distance;         /**< the best estimate, between lower and upper */
    graze_real lower, upper;     /**< certified by the normal and by the points */
    graze_vec3 normal;           /**< unit, from A to B */
    graze_vec3 point_a, point_b; /**< witnesses in world coordinates */
    graze_end end;
    int iterations;
    uint32_t primitive_a, primitive_b; /**< whose points these are */
} graze_separation;

/** The answer to "how deep?" and its proof. upper is certified by the normal: moved by upper * normal,
 * B has left A. lower: no translation shorter than that separates them. end: GRAZE_OVERLAP (deeper than
 *  E), GRAZE_TOUCHING (|sd| <= E), GRAZE_SEPARATED (depth, lower, upper 0; normal separates, the points
 *  are zero), GRAZE_ITERATION_LIMIT (the bracket is wider than asked; depth and points are zero if it
 *  stopped before the two were known to meet). */
typedef struct graze_penetration_result {
    graze_real depth; /**< the least translation that separates, between the bounds */
    graze_real lower, upper;
    graze_vec3 normal;           /**< unit, from A to B: move B by depth * normal */
    graze_vec3 point_a, point_b; /**< deepest points: point_b - point_a = -depth * normal */
    graze_end end;
    int iterations;
    uint32_t primitive_a, primitive_b; /**< whose points these are */
} graze_penetration_result;

/** The answer to "how far apart, or how deep?" and its proof, with one sign and one normal for both:
 *  point_b - point_a = sd * normal. lower is certified by the normal, upper by the points (when apart)
 *  or by no shorter way out (when overlapping). end: GRAZE_CONVERGED (apart), GRAZE_TOUCHING (|sd| <=
 *  E), GRAZE_OVERLAP, GRAZE_ITERATION_LIMIT. */
typedef struct graze_signed_separation {
    graze_real sd;           /**< positive apart, negative overlapping; between lower and upper */
    graze_real lower, upper; /**< both signed like sd */
    graze_vec3 normal;       /**< unit, from A to B */
    graze_vec3 point_a, point_b;
    graze_end end;
    int iterations;
    uint32_t primitive_a, primitive_b; /**< whose points these are */
} graze_signed_separation;

/** The answer to "when does it hit?": the parameter along a ray or a translation, bracketed: no contact
 *  before lower, and contact by upper. If the contact is so grazing that nothing deeper than the
 *  rounding radius follows, end is GRAZE_TOUCHING and at t the two are within that radius.
 *  end: GRAZE_CONVERGED (hit), GRAZE_TOUCHING (grazing hit, or touching at the start), GRAZE_OVERLAP
 *  (overlapping at the start), GRAZE_SEPARATED (no hit), GRAZE_ITERATION_LIMIT (no contact before
 *  lower; hit is false). */
typedef struct graze_cast_result {
    bool hit;
    graze_real t; /**< first contact, between lower and upper; 0 when overlapping at start */
    graze_real lower, upper;
    graze_vec3 point;  /**< where, in world coordinates */
    graze_vec3 normal; /**< unit: rays, out of the shape; shapes, from A to B. Zero when the two
                            overlap at the start, deeper than the rounding radius */
    graze_end end;
    int iterations; /**< GJK rounds in all */
    /** Which primitives meet first; of a ray's mesh primitive_a. 0 if there is no hit. */
    uint32_t primitive_a, primitive_b;
} graze_cast_result;

/* -- queries on two placed shapes ----------------------------------------------------------------
 *
 * Shapes may be of any kind, in any poses, with any margins; one of the two may be a half-space (two
 * half-spaces are GRAZE_UNBOUNDED). Complex shapes, which are unions of convex primitives, are answered
 * for by the primitives that decide: the nearest two, the first two to touch. A solid is all that its
 * surface encloses, too: whatever is inside of it intersects it, at distance 0. Queries that a complex
 * shape cannot answer yet say GRAZE_NOT_CONVEX. options and cache may be NULL: defaults, none.
 * Nothing is allocated. Statuses: those of graze_placed_check; GRAZE_INVALID_ARGUMENT for a NULL result
 * or bad options (NaN, infinity, negative other than GRAZE_TIGHTEST). */

/** Do they touch? The fastest question; with a cache of a frame before, mostly without any support. */
GRAZE_API graze_status graze_intersect(const graze_placed *a, const graze_placed *b,
                                       const graze_options *options, graze_cache *cache,
                                       graze_intersection *out);

/** Are they closer than, or exactly, distance (>= 0)? Out early both ways: as soon as an axis shows
 *  more, or two points show less. point is halfway between two such points; intersecting means within.
 *  The band of graze_intersect applies around the distance asked for. */
GRAZE_API graze_status graze_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                                    const graze_options *options, graze_cache *cache,
                                    graze_intersection *out);

/** How far apart are they? The cache of two meshes remembers which primitives were nearest: with one of
 *  a frame before most of the search is spared. iterations: rounds of GJK, or pairs of primitives that
 *  were compared. */
GRAZE_API graze_status graze_distance(const graze_placed *a, const graze_placed *b,
                                      const graze_options *options, graze_cache *cache,
                                      graze_separation *out);

/** How deep do they overlap: what is the shortest translation of B that makes them merely touch? Radii
 *  and margins cost nothing. Two polytopes (points, segments, triangles, tetrahedra, boxes, polygons,
 *  hulls, k-DOPs, in any pose) get an exact answer: the bracket is as wide as the rounding radius. */
GRAZE_API graze_status graze_penetration(const graze_placed *a, const graze_placed *b,
                                         const graze_options *options, graze_cache *cache,
                                         graze_penetration_result *out);

/** The signed distance: graze_distance where they are apart, minus graze_penetration where they
 *  overlap, without a step in between. rel counts relative to |sd|. */
GRAZE_API graze_status graze_signed_distance(const graze_placed *a, const graze_placed *b,
                                             const graze_options *options, graze_cache *cache,
                                             graze_signed_separation *out);

/* -- casts ----------------------------------------------------------------------------------------- */

/** Where does the ray first meet the placed shape? Works for every convex shape from its support
 * mapping alone, margin included, and for half-spaces. A start inside gives t = 0 and normal 0.
 * Statuses as for the pair queries; GRAZE_INVALID_ARGUMENT also for a ray with NaN, an infinite vector
 * or max_t < 0. */
GRAZE_API graze_status graze_ray_cast(const graze_placed *placed, const graze_ray *ray,
                                      const graze_options *options, graze_cast_result *out);

/** When does A, moving by t * translation for 0 <= t <= 1, first touch B at rest? Works on any two
 *  shapes, of which one may be a half-space. A zero translation asks about the start. */
GRAZE_API graze_status graze_shape_cast(const graze_placed *a, graze_vec3 translation,
                                        const graze_placed *b, const graze_options *options,
                                        graze_cast_result *out);

GRAZE_END_C

#endif
