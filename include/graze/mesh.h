/* SPDX-License-Identifier: MIT
 * Graze: meshes: shapes that are a union of many primitives over one array of vertices (S13, I1, I2).
 *
 * A mesh is a graze_shape like any other: reference counted, placed by a graze_placed, asked by the
 * queries of query.h. Its primitives are points, segments, triangles, convex polygons, convex polyhedra
 * and polygons with holes, mixed as you like; no connection between them is assumed. Each has a number,
 * counted in the order in which it was given, and results name primitives by these numbers.
 *
 * The vertices stay in the caller's memory, in float or double whatever the library's precision, any
 * stride and alignment, unless the mesh is asked to copy them; so do the indices. Borrowed memory must
 * stay as it is while the mesh lives, but for graze_mesh_update and graze_mesh_rebase, which say that
 * vertices have changed or are elsewhere now.
 *
 * Decisions. Vertices are read as double. A query of two meshes brings those of B into the space of A
 * by one product with the relative pose, rounded to double, and a ray likewise into the space of the
 * mesh. What follows is exact: segments, triangles and rays are compared by exact predicates. So a ray
 * never slips through an edge or vertex that triangles share, and the answer for each pair of
 * primitives depends on nothing but their vertices. Polygons are cut into triangles when the mesh is
 * made and are the union of these from then on. Polytopes, and all primitives if there is a margin, are
 * compared as convex shapes are (query.h), right but for the rounding radius E; for them vertices are
 * rounded to graze_real.
 *
 * The relative pose of x -> P x + p of A and x -> Q x + q of B is x -> M x + t, all in double, with M =
 * R Q, t = R (q - p) and R the inverse of P: its columns are divided by powers of two that bring their
 * largest numbers into 1 ... 2, R has the cofactors over the determinant (expanded along the first
 * row), and its rows are divided by the same powers. A sum of three is (x + y) + z. A vertex v goes to
 * ((M0 v0 + M1 v1) + M2 v2) + t. Who repeats that gets the same bits.
 *
 * What a SURFACE contains is its primitives alone: something inside of a closed one does not touch it.
 * A SOLID contains all that its surface encloses. */
#ifndef GRAZE_MESH_H
#define GRAZE_MESH_H

#include "polygon.h"
#include "query.h"
#include "tree.h"

GRAZE_BEGIN_C

/* -- what a mesh is made of ---------------------------------------------------------------------- */

typedef enum graze_vertex_format {
    GRAZE_VERTEX_REAL = 0, /**< three graze_real */
    GRAZE_VERTEX_FLOAT,    /**< three float */
    GRAZE_VERTEX_DOUBLE    /**< three double */
} graze_vertex_format;

typedef struct graze_vertices {
    const void *data;
    size_t count;
    size_t stride; /**< bytes from one to the next; 0 = packed */
    graze_vertex_format format;
} graze_vertices;

typedef enum graze_primitive_kind {
    GRAZE_PRIMITIVE_TRIANGLE = 0,
    GRAZE_PRIMITIVE_POINT,
    GRAZE_PRIMITIVE_SEGMENT,
    GRAZE_PRIMITIVE_CONVEX_POLYGON, /**< one loop of points, convex and planar up to rounding: a fan */
    GRAZE_PRIMITIVE_POLYTOPE,       /**< the hull of any points */
    GRAZE_PRIMITIVE_POLYGON,        /**< loops of points, even-odd (graze_polygon) */
    GRAZE_PRIMITIVE_KIND_COUNT
} graze_primitive_kind;

/** Many primitives of one kind. Triangles take 3 indices each, segments 2, points 1; the others say how
 *  many each takes. Those of a polygon may be several loops: each of its loops counts as a size of its
 * own, and loops says how many sizes belong to each polygon (NULL = one). */
typedef struct graze_primitives {
    graze_primitive_kind kind;
    size_t count;            /**< of primitives */
    const uint32_t *indices; /**< into the vertices; NULL = 0, 1, 2, ... */
    const uint32_t *sizes;   /**< for kinds of variable size */
    const uint32_t *loops;   /**< for GRAZE_PRIMITIVE_POLYGON; may be NULL */
} graze_primitives;

typedef enum graze_mesh_nature { GRAZE_MESH_SURFACE = 0, GRAZE_MESH_SOLID } graze_mesh_nature;

/** Zero-initialised means: a surface, nothing copied, flawed primitives are an error. */
typedef struct graze_mesh_options {
    graze_mesh_nature nature;
    bool copy_vertices, copy_indices; /**< the mesh keeps copies; the caller's arrays may go */
    /** Leave out degenerate primitives (triangles without an area, segments of length 0, polygons that
     *  graze_polygon_check refuses), and of equal ones (the same vertex numbers, in any order) all but
     * the first; the numbers of the others stay. Without this they are kept: a triangle without area is
     * the segment or point that it covers. */
    bool drop_degenerate, drop_duplicate;
    bool ray_layout; /**< keeps corners packed beside the tree, 36 bytes a triangle of floats: rays
                          are a little faster; for meshes of triangles only */
    graze_tree_options tree;
} graze_mesh_options;

/** What was wrong, or left out, filled in whether or not the mesh could be made. */
typedef struct graze_mesh_report {
    size_t primitive;   /**< the first one that is to blame, SIZE_MAX if none is */
    size_t vertex;      /**< the vertex number to blame, SIZE_MAX if none is */
    const char *reason; /**< in words; "" if nothing was wrong */
    size_t dropped_degenerate, dropped_duplicate;
} graze_mesh_report;

/** From arrays: groups of primitives, numbered on through all groups. GRAZE_INVALID_ARGUMENT: NULL, an
 *  index out of range, a vertex in use that is NaN or infinite, a size too small for its kind, a
 * polygon that graze_polygon_check refuses. GRAZE_EMPTY: no primitive (is left). GRAZE_NOT_CLOSED: a
 * solid whose triangles and polygons do not close, or that has other primitives: every edge must have
 * one face that runs along it one way and one that runs the other way. Edges are pairs of vertex
 * numbers: vertices in one place with different numbers are different, so a seam of doubled vertices is
 * open. Triangles with a vertex number twice do not count. report may be NULL. */
GRAZE_API graze_status graze_shape_mesh(const graze_vertices *vertices, const graze_primitives *groups,
                                        size_t group_count, const graze_mesh_options *options,
                                        graze_mesh_report *report, graze_shape **out);
/** The usual case: indexed triangles over packed graze_vec3. */
GRAZE_API graze_status graze_shape_triangles(const graze_vec3 *vertices, size_t vertex_count,
                                             const uint32_t *indices, size_t triangle_count,
                                             graze_shape **out);

/* -- built command by command (B:4701-4727) ------------------------------------------------------- */

typedef struct graze_mesh_builder graze_mesh_builder;

/** vertices: what indices refer to, may be NULL: then all vertices are given one by one. */
GRAZE_API graze_status graze_mesh_builder_create(const graze_vertices *vertices,
                                                 const graze_mesh_options *options,
                                                 graze_mesh_builder **out);
/** Begins a primitive; GRAZE_INVALID_ARGUMENT if one is open. */
GRAZE_API graze_status graze_mesh_builder_begin(graze_mesh_builder *builder, graze_primitive_kind kind);
/** Adds a vertex to the open primitive: a new one (kept by the mesh, which then copies all), an
 *  existing one by number, several, or a range. */
GRAZE_API graze_status graze_mesh_builder_vertex(graze_mesh_builder *builder, graze_vec3 vertex);
GRAZE_API graze_status graze_mesh_builder_index(graze_mesh_builder *builder, uint32_t index);
GRAZE_API graze_status graze_mesh_builder_indices(graze_mesh_builder *builder, const uint32_t *indices,
                                                  size_t count);
GRAZE_API graze_status graze_mesh_builder_range(graze_mesh_builder *builder, uint32_t first,
                                                size_t count);
/** Ends a loop of a polygon; the next vertices make another one. */
GRAZE_API graze_status graze_mesh_builder_loop(graze_mesh_builder *builder);
/** Ends the primitive. One with too few vertices is GRAZE_INVALID_ARGUMENT and is forgotten. */
GRAZE_API graze_status graze_mesh_builder_end(graze_mesh_builder *builder);
/** Makes the mesh; the builder stays as it was and may go on or be released. */
GRAZE_API graze_status graze_mesh_builder_finish(const graze_mesh_builder *builder,
                                                 graze_mesh_report *report, graze_shape **out);
GRAZE_API void graze_mesh_builder_release(graze_mesh_builder *builder);

/* -- what a mesh answers; GRAZE_INVALID_ARGUMENT for shapes of other kinds ------------------------ */

typedef struct graze_mesh_info {
    graze_mesh_nature nature;
    size_t primitives; /**< as numbered by the caller */
    size_t kept;       /**< less those dropped */
    size_t vertices;
    size_t bytes; /**< all that the mesh has allocated, copies included, hulls of polytopes aside */
    uint32_t revision;
    graze_tree_info tree;
} graze_mesh_info;
GRAZE_API graze_status graze_mesh_describe(const graze_shape *mesh, graze_mesh_info *out);
/** Raised by every deformation; 0 for shapes of other kinds, which never change. */
GRAZE_API uint32_t graze_shape_revision(const graze_shape *shape);
/** Kind and corners of a primitive in local coordinates: up to capacity points are written, *count is
 *  how many there are. Triangles of a GRAZE_PRIMITIVE_TRIANGLE come in the order given. */
GRAZE_API graze_status graze_mesh_primitive(const graze_shape *mesh, size_t primitive,
                                            graze_primitive_kind *kind, graze_vec3 *points,
                                            size_t capacity, size_t *count);

/* -- deformation: not while others query the mesh ------------------------------------------------- */

/** The vertices have changed in place: refits the tree and raises the revision. Parts whose boxes have
 *  come to overlap much are built anew. GRAZE_INVALID_ARGUMENT if a vertex in use is not finite, or the
 * mesh has copied them (use graze_mesh_set_vertices): the tree is then as before. GRAZE_NOT_CLOSED
 * never: a solid stays one, its connections have not changed. Polytopes are hulls of the new vertices;
 * polygons stay the triangles into which they were cut, so they may bend. */
GRAZE_API graze_status graze_mesh_update(graze_shape *mesh);
/** The vertices are elsewhere now, as many and in the same order (double buffering); as update. */
GRAZE_API graze_status graze_mesh_rebase(graze_shape *mesh, const graze_vertices *vertices);
/** New places for vertices first ... first + count - 1 of a mesh that has copied them; as update. */
GRAZE_API graze_status graze_mesh_set_vertices(graze_shape *mesh, size_t first,
                                               const graze_vertices *vertices);

/* -- queries --------------------------------------------------------------------------------------
 *
 * graze_intersect, graze_within, graze_distance, graze_ray_cast and graze_shape_cast take meshes like
 * all shapes. Here are those that name primitives. Shapes that are not meshes have one primitive,
 * number 0. Touching counts; a degenerate triangle is the segment or point that it covers. Poses may be
 * affine; margins are in world units. counts may be NULL. Nothing is allocated. Statuses: those of
 * graze_placed_check; GRAZE_INVALID_ARGUMENT for any other NULL, and for a box, ball or ray that is
 * NaN, infinite (but for max_t), inverted or negative. */

/** All pairs of primitives that intersect; the order depends on the tree, not on time or threads. */
GRAZE_API graze_status graze_intersect_all(const graze_placed *a, const graze_placed *b,
                                           graze_tree_visit_pair visit, void *user,
                                           graze_tree_counts *counts);
/** All pairs of primitives of one mesh that intersect, each pair once, the lower number first.
 * Primitives with corners in one place are neighbours, whatever numbers these corners have: they count
 * only if they meet beyond the corner or edge that they share, or have all three corners in common.
 * Exact, but for polytopes, which count if they touch. */
GRAZE_API graze_status graze_mesh_self_intersect(const graze_shape *mesh, graze_tree_visit_pair visit,
                                                 void *user, graze_tree_counts *counts);

/** The connected parts of a mesh: part[i] becomes the part of primitive i, counted from 0 in the order
 * of their first primitives; *count how many there are. Primitives are connected if they share a vertex
 * number. part has room for all primitives (graze_mesh_info). Allocates for a while:
 * GRAZE_OUT_OF_MEMORY. */
GRAZE_API graze_status graze_mesh_find_parts(const graze_shape *mesh, uint32_t *part, size_t *count);
/** The nearest two primitives of a placed mesh that belong to different parts, as graze_distance has
 * it, if they come within the limit (>= 0). If not, end is GRAZE_SEPARATED, lower the limit and all
 * else 0. part: of each primitive, from graze_mesh_find_parts or the caller's own. The margin does not
 * count. */
GRAZE_API graze_status graze_mesh_part_distance(const graze_placed *mesh, const uint32_t *part,
                                                graze_real limit, const graze_options *options,
                                                graze_separation *out);

/** All primitives that meet a box along the world's axes, or a ball. */
GRAZE_API graze_status graze_overlap_box(const graze_placed *placed, const graze_aabb *box,
                                         graze_tree_visit visit, void *user, graze_tree_counts *counts);
GRAZE_API graze_status graze_overlap_sphere(const graze_placed *placed, const graze_sphere *sphere,
                                            graze_tree_visit visit, void *user,
                                            graze_tree_counts *counts);

/** Where a ray meets a primitive. */
typedef struct graze_mesh_hit {
    bool hit;
    uint32_t primitive;
    graze_real t;
    graze_vec3 point;  /**< world coordinates */
    graze_vec3 normal; /**< unit, world, against the ray; zero for a start on or in the primitive */
    bool front;        /**< the ray came from where the triangle or polygon is counterclockwise, in the
                            mesh's own space: what is outside stays so under a reflection */
} graze_mesh_hit;
/** Called with every hit; GRAZE_STOP ends the query. */
typedef graze_flow (*graze_mesh_visit_hit)(void *user, const graze_mesh_hit *hit);

/** The nearest hit; of those at the same t the primitive of the lowest number. A ray with max_t ends
 *  where the computed t says. faces: with
 *  GRAZE_FACES_FRONT triangles and polygons let rays from behind through. */
GRAZE_API graze_status graze_ray_closest(const graze_placed *placed, const graze_ray *ray,
                                         graze_faces faces, graze_mesh_hit *out,
                                         graze_tree_counts *counts);
/** Is anything hit? */
GRAZE_API graze_status graze_ray_any(const graze_placed *placed, const graze_ray *ray,
                                     graze_faces faces, bool *hit, graze_tree_counts *counts);
/** Every hit, in no particular order. */
GRAZE_API graze_status graze_ray_all(const graze_placed *placed, const graze_ray *ray,
                                     graze_faces faces, graze_mesh_visit_hit visit, void *user,
                                     graze_tree_counts *counts);

GRAZE_END_C

#endif
