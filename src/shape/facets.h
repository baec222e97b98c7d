/* SPDX-License-Identifier: MIT
 * The facets and edges of a polytope core, as its Gauss map needs them: facets are points of the unit
 * sphere, an edge is the shorter arc between the normals of its two facets.
 *
 * Flat cores are the limit of thin ones, so that every arc is shorter than a half circle: a polygon has
 * beside its two facets one along each side, and each side is two edges; a segment has two end facets,
 * four along it and four edges; a point has six facets and no edge. The extra normals are those of
 * supporting planes too, so nothing that holds for the axes of solids is lost.
 *
 * Invariants: normals are unit vectors; corner[f] lies in the supporting plane of facet f, at that
 * height above the centre; for every edge, vertex[1] - vertex[0] points along
 * normal[facet[0]] x normal[facet[1]]; all but loose sets: the arcs of the edges bound the regions of
 * the vertices on the sphere. Vertices are named as by support hints (gz_shape_core_vertex). Facets of
 * solids are numbered such that successive ones lie close together on the sphere. */
#ifndef GZ_SHAPE_FACETS_H
#define GZ_SHAPE_FACETS_H

#include "graze/hull.h"
#include "math/wide3.h"
#include "shape/shape.h"

/* What sieves work with: float in both builds, since they only rule out, with a slack. Lengths are over
 * the shape's unit, a power of two near its extent. */
typedef struct slim3 {
    float x, y, z;
} slim3;
typedef struct gz_planes {
    const float *x, *y, *z; /* the normals, padded with copies of one in the last block of eight, */
    const float *height; /* and how high the planes are above the centre; of hulls, aligned and with */
    uint32_t padded;     /* more copies up to a multiple of sixteen, which do not count as padding */
} gz_planes;

typedef struct gz_edge {
    uint32_t vertex[2], facet[2];
} gz_edge;

#define GZ_FACETS_SAMPLES 8

/* An edge for arithmetic in float: relative to the centre, in units. */
typedef struct gz_arc {
    float along[3];   /* unit, from vertex[0] to vertex[1] */
    float point[3];   /* vertex[0] */
    float from[2][3]; /* the normals of both facets */
} gz_arc;
#define GZ_ARC_FLOATS (sizeof(gz_arc) / sizeof(float))

/* What solids of a few dozen facets keep beside (polytope_compact.h). By Euler's formula there are
 * fewer than 128 edges. */
#define GZ_COMPACT_FACETS 64u
#define GZ_COMPACT_VERTICES 64u
#define GZ_COMPACT_EDGES 128u
typedef struct gz_compact {
    const float *x, *y, *z;   /* the vertices, relative to the centre, in units, padded with copies */
    uint32_t count, padded;   /* to a multiple of eight; copies are there up to one of sixteen */
    const uint8_t *beside[2]; /* the facets of each edge, padded to a multiple of 64 with zeros */
    const gz_arc *arcs;
} gz_compact;

typedef struct gz_facets {
    /* Points of the shape that lie in many directions, relative to its centre: all vertices, if there
     * are few; then filled up with copies of the first. In units. */
    _Alignas(64) float sample_x[GZ_FACETS_SAMPLES], sample_y[GZ_FACETS_SAMPLES],
        sample_z[GZ_FACETS_SAMPLES];
    bool all_sampled;
    uint32_t count, edge_count;
    bool loose; /* a solid too flat to tell its facets: both sides of each, edges without arcs */
    double unit;
    gz_planes planes;
    const wide3 *normal; /* the normals in double */
    const uint32_t *corner;
    const gz_edge *edges;
    const uint16_t (
        *beside)[2];       /* the facets of each edge once more, if their numbers fit; else NULL */
    const uint32_t *start; /* facet f has the edges around[start[f] .. start[f + 1] - 1] */
    const uint32_t *around;
    const uint32_t *touching;  /* an edge at each vertex, of polygons and solids on a hull; else NULL */
    const gz_compact *compact; /* of solids that are small enough; else NULL */
    size_t bytes;              /* of the block that holds it all */
} gz_facets;

static inline slim3 gz_planes_normal(const gz_planes *planes, uint32_t facet) {
    return (slim3){planes->x[facet], planes->y[facet], planes->z[facet]};
}

/* For a shape on a hull, kept with it. order[i] is the hull's number of the shape's vertex i; NULL: the
 * same. GRAZE_OK or GRAZE_OUT_OF_MEMORY. */
graze_status gz_facets_create(const graze_hull *hull, const uint32_t *order, const graze_shape *shape,
                              gz_facets **out);
void gz_facets_release(gz_facets *facets); /* NULL is allowed */

/* Room for those of a box, a tetrahedron or less. */
#define GZ_FACETS_FEW 8
#define GZ_EDGES_FEW 12
typedef struct gz_few_facets {
    _Alignas(64) float x[GZ_FACETS_FEW], y[GZ_FACETS_FEW], z[GZ_FACETS_FEW], height[GZ_FACETS_FEW];
    wide3 normal[GZ_FACETS_FEW];
    uint32_t corner[GZ_FACETS_FEW];
    gz_edge edges[GZ_EDGES_FEW];
    uint16_t beside[GZ_EDGES_FEW][2];
    uint32_t start[GZ_FACETS_FEW + 1], around[2 * GZ_EDGES_FEW];
    gz_facets view;
} gz_few_facets;

/* The polytope that is the core of a shape: the shape itself, what a rounded one surrounds; NULL if
 * there is none such. Spheres and capsules are points and segments inside. */
const graze_shape *gz_polytope_core(const graze_shape *shape);
/* Point of such a core, relative to its centre, as support hints name them. */
vec3 gz_polytope_corner(const graze_shape *core, uint32_t vertex);

/* The facets of such a core: those it keeps, or new ones in few. */
const gz_facets *gz_polytope_facets(const graze_shape *core, gz_few_facets *few);

#endif
