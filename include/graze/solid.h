/* SPDX-License-Identifier: MIT
 * Graze: points and solids: the nearest point of a mesh, how deep a point is inside, how two solids lie
 * (N1-N3).
 *
 * A solid is a mesh that was made GRAZE_MESH_SOLID: all that its surface encloses. Inside is where the
 * surface goes round a point, decided exactly (mesh.h). Poses may be affine, distances are those of the
 * world; nothing is allocated but where it says so.
 *
 * Statuses, if nothing else is said: those of graze_placed_check; GRAZE_INVALID_ARGUMENT for any other
 * NULL, NaN or infinity; GRAZE_OUT_OF_RANGE for a point beyond GRAZE_SHAPE_REACH / 4.
 *
 * Faces of solids are counterclockwise seen from outside: normals of contacts rely on it. */
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

/* -- two solids --------------------------------------------------------------------------------------
 */

/** How two bodies lie. Convex shapes and half-spaces are bodies, too; a surface has no inside, but may
 *  lie in one. */
typedef enum graze_solid_relation {
    GRAZE_SOLIDS_APART = 0,   /**< no common point */
    GRAZE_SOLIDS_TOUCHING,    /**< common points, but none seen deeper than E in both */
    GRAZE_SOLIDS_OVERLAPPING, /**< common points inside of both, and neither holds the other */
    GRAZE_SOLIDS_A_IN_B,      /**< B holds all of A; the surfaces may touch */
    GRAZE_SOLIDS_B_IN_A,
    GRAZE_SOLIDS_EQUAL /**< each holds the other, up to E */
} graze_solid_relation;

/** Surfaces that do not meet are decided exactly, cavities and several parts included. Where they meet,
 *  corners and middles of primitives are looked at, and places beside those where primitives cross; up
 *  to 1,024 points a side. What sticks out, or in, between all of these by more than E only may be
 *  missed: such bodies count as touching, or as one in the other. */
GRAZE_API graze_status graze_solid_relate(const graze_placed *a, const graze_placed *b,
                                          graze_solid_relation *out);

/* graze_penetration and graze_signed_distance (query.h) take meshes, too. Of surfaces the depth is that
 * of the deepest pair of primitives, and the bounds are that pair's: the two need not part after it. If
 * one is a solid it is a bracket that may be wide: lower is the depth of a point of one in the other,
 * upper a translation after which graze_intersect found them apart, the shortest of a few dozen that
 * were tried; depth is upper, and point_a and point_b are where they touch then, within 2^-9 of it and
 * 16 E. A half-space parts from a solid where it does from its hull. */

/** Called with the depth of one pair of primitives; GRAZE_STOP ends the query. */
typedef graze_flow (*graze_visit_depth)(void *user, const graze_penetration_result *depth);

/** The depth of every pair of primitives that intersect (L6); for shapes that are no meshes, that of
 *  the whole. Of a polygon's pieces the deepest counts. A solid gives the pairs of its surface only. */
GRAZE_API graze_status graze_penetration_all(const graze_placed *a, const graze_placed *b,
                                             const graze_options *options, graze_visit_depth visit,
                                             void *user);

/* -- contacts of meshes ------------------------------------------------------------------------------
 */

/** Zero-initialised means the defaults. */
typedef struct graze_patch_options {
    graze_real reach; /**< contacts of what is apart by no more than this (>= 0) */
    /** Triangles and polygons push towards the side only from which they are counterclockwise. Solids
     *  always do. */
    bool one_sided;
    /** Keep the normals of edges inside of flat and hollow parts as they come. By default such an edge
     *  has no side of its own: what slides over it feels the faces. */
    bool keep_edges;
} graze_patch_options;

/** Contacts with about the same normal (within some 8 degrees), reduced to four points. */
typedef struct graze_contact_patch {
    graze_contact_set set;
    uint32_t primitive_a[GRAZE_CONTACT_POINTS], primitive_b[GRAZE_CONTACT_POINTS];
} graze_contact_patch;

#define GRAZE_CONTACT_PATCHES 16 /**< the most that are kept; the deepest stay */

/** Up to capacity patches of contact, the deepest first; *count is how many there are. For two shapes
 *  that are no meshes the one of graze_contact. Each pair of primitives that is near enough gives its
 *  points, all of them on the two primitives up to E. If a triangle is touched on an edge or corner
 *  beyond which the surface goes on flat or hollow, the face's normal takes the place of the edge's, so
 *  that what slides over a floor of many triangles is pushed straight up:
 *
 *   - of primitives that overlap, sd and lower are those along that normal, which may be deeper than
 *     the shortest way out, and upper is that of the pair, so that -upper bounds the depth from below
 *     in any case. Points are those over the face alone;
 *   - of primitives that are apart, no contact is nearer than they are, up to E. One that the face's
 *     normal has no points for keeps its own if no primitive around it, on either side, comes nearer.
 *
 *  What gives no points that way is left to the neighbours. But bodies that meet always have a contact
 *  with sd <= E, and bodies within reach one that is as near as they are up to E: if no neighbour has
 *  it, the nearest pair keeps its own normal. One_sided is the exception: what is behind a triangle
 *  and not over it, or does not touch it, is no contact of it. A body that is inside of a solid without
 *  touching its surface gives one point, where it would be free (as graze_penetration). Takes some
 *  20 kB of stack. */
GRAZE_API graze_status graze_contact_patches(const graze_placed *a, const graze_placed *b,
                                             const graze_patch_options *options,
                                             graze_contact_patch *patches, size_t capacity,
                                             size_t *count);

/* -- convex decomposition (N1) ------------------------------------------------------------------------
 */

typedef enum graze_decompose_mode {
    /** Pieces that overlap in their boundaries only and together are the solid: cells between planes of
     *  its faces (B:3871-3946). Curved models make very many. */
    GRAZE_DECOMPOSE_EXACT = 0,
    /** Pieces that together hold the solid, and of which no point is farther from it than concavity. */
    GRAZE_DECOMPOSE_APPROXIMATE
} graze_decompose_mode;

/** Zero-initialised means: exact, up to 4096 pieces. */
typedef struct graze_decompose_options {
    graze_decompose_mode mode;
    graze_real concavity; /**< approximate mode, > 0, local units */
    uint32_t max_pieces;  /**< 0 = 4096; more are GRAZE_OUT_OF_RANGE */
} graze_decompose_options;

typedef struct graze_decomposition graze_decomposition;

/** Allocates. GRAZE_INVALID_ARGUMENT also if the mesh is no solid. */
GRAZE_API graze_status graze_mesh_decompose(const graze_shape *mesh,
                                            const graze_decompose_options *options,
                                            graze_decomposition **out);
/** NULL is allowed. Pieces that were retained stay. */
GRAZE_API void graze_decomposition_release(graze_decomposition *decomposition);

/** The pieces, convex polytopes in the mesh's own space; they belong to the decomposition. */
typedef struct graze_decomposition_view {
    size_t count;
    graze_shape *const *pieces;
    graze_real concavity; /**< a bound that was proved; 0 in exact mode */
} graze_decomposition_view;
GRAZE_API graze_status graze_decomposition_get(const graze_decomposition *decomposition,
                                               graze_decomposition_view *out);

GRAZE_END_C

#endif
