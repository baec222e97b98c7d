/* SPDX-License-Identifier: MIT
 * Solids, inside: how deep points are in them, how two of them lie, and how to part them. */
#ifndef GZ_NARROW_SOLID_H
#define GZ_NARROW_SOLID_H

#include "convex/query.h"
#include "graze/solid.h"
#include "mesh/closest.h"

/* A point and a body; margin counted. */
typedef struct gz_depth_at {
    double sd, error;
    wide3 normal, surface;
    uint32_t primitive;
} gz_depth_at;

/* Anything that a point can be inside of: a mesh or a convex shape, placed and checked. */
typedef struct gz_body {
    const graze_placed *placed;
    bool mesh;
    gz_probe probe; /* of a mesh */
} gz_body;
void gz_body_make(const graze_placed *placed, gz_body *body);
gz_depth_at gz_body_depth(const gz_body *body, wide3 point);
/* A point of a convex shape, margin left out (solid_scan.c). */
wide3 gz_body_middle(const gz_body *convex);

/* Is it all that its surface encloses? */
static inline bool gz_body_is_filled(const gz_body *body) {
    return !body->mesh || body->probe.mesh->nature == GRAZE_MESH_SOLID;
}

/* -- the deepest point of one in the other ----------------------------------------------------------
 */

/* A point of the parts, and where it is in the body. */
typedef struct gz_scan_point {
    gz_depth_at at;
    wide3 point;
    uint32_t primitive; /* of the parts */
    bool found;
} gz_scan_point;

#define GZ_SCAN_WAYS 6

/* Goes through the surface of the parts, margin left out, for the point that is deepest in the body, or
 * farthest outside: corners and middles of primitives, and places chosen by add. Whole boxes are passed
 * over where the distance of their middle shows that they hold nothing better. */
typedef struct gz_scan {
    const gz_body *body, *parts;
    double sign;   /* 1: deepest inside, -1: farthest outside */
    double reach;  /* outside by no more than this counts as well */
    double enough; /* ends as soon as a point is deeper, or farther, than this */
    int looks;     /* at most so many points */
    bool surface;  /* of a convex shape its surface alone; else what is inside counts as well */
    gz_scan_point best;
    gz_scan_point way[GZ_SCAN_WAYS]; /* the best for each axis that the normal may point along */
} gz_scan;

void gz_scan_surface(gz_scan *scan);
/* Looks at a point of the parts. */
void gz_scan_look(gz_scan *scan, wide3 point, uint32_t primitive);
static inline bool gz_scan_is_done(const gz_scan *scan) {
    return scan->looks <= 0 || (scan->best.found && scan->sign * scan->best.at.sd < -scan->enough);
}
/* Looks at the point of a primitive of the parts that is nearest to one where it meets the body's
 * surface, and beside it: along the lines to the primitive's corners. */
void gz_scan_beside(gz_scan *scan, wide3 common, uint32_t primitive);

/* -- two bodies --------------------------------------------------------------------------------------
 */

/* Those of graze_placed_check; GRAZE_NOT_CONVEX for what is neither convex nor a mesh. */
graze_status gz_bodies_check(const graze_placed *a, const graze_placed *b);

/* Twice the rounding radius of the pair, or more. */
double gz_bodies_error(const graze_placed *a, const graze_placed *b);

/* Both moved such that a bounded one of them is at the world's origin: points of what meets there are
 * then rounded by no more than the error of the pair, however far away they are, and so is the other's
 * new origin. */
typedef struct gz_centered {
    graze_placed a, b;
    vec3 shift; /* from there to where they are */
} gz_centered;
gz_centered gz_center(const graze_placed *a, const graze_placed *b);

/* Which sides of the solid's surface are parts of the other on, which does not meet it? Bits. */
enum { GZ_SIDE_INSIDE = 1, GZ_SIDE_OUTSIDE = 2 };
int gz_solid_sides(const graze_placed *solid, const graze_placed *other, int enough,
                   uint32_t *primitive, double point[3]);

/* The convex hull of a mesh as a shape on the stack. */
typedef struct gz_hull_room {
    graze_shape shape;
    const graze_shape *mesh;
} gz_hull_room;
/* The hull of what is placed; a convex shape is its own. */
graze_placed gz_hull_place(const graze_placed *placed, gz_hull_room *room);

/* Two that meet, one of them a solid. */
graze_status gz_solid_depth(const graze_placed *a, const graze_placed *b, const graze_options *options,
                            graze_penetration_result *out);
/* Surfaces: the deepest pair of primitives. */
graze_status gz_surface_depth(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, graze_penetration_result *out);

#endif
