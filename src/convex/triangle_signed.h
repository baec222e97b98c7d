/* SPDX-License-Identifier: MIT
 * The depth of two triangles: eleven axes in closed form, for meshes, which ask for thousands. */
#ifndef GZ_CONVEX_TRIANGLE_SIGNED_H
#define GZ_CONVEX_TRIANGLE_SIGNED_H

#include "convex/pair.h"
#include "convex/signed.h"
#include "graze/contact.h"

/* A plain triangle (gz_placed_is_plain) made ready for all the pairs that it is in: its corners in
 * world axes about the origin of its pose. */
typedef struct gz_ready_triangle {
    _Alignas(32) double corner_lanes[3][4]; /* coordinate, corner; the last lane is empty */
    double edge_lanes[3][4], squared_lanes[4];
    wide3 corner[3], edge[3]; /* edge i goes from corner i to the next */
    double squared[3];        /* of the edges' lengths */
    int apex;                 /* the corner between the two shorter edges, */
    wide3 normal;             /* whose cross product this is, */
    double normal_squared;    /* its square, */
    double normal_most;       /* and what that would be at right angles */
    double longest;           /* edge */
    gz_share share;
    const graze_placed *placed;
} gz_ready_triangle;

/* False if it is no plain triangle. */
bool gz_triangle_ready(const graze_placed *placed, gz_ready_triangle *out);

/* As gz_signed_distance without a cache, of two that overlap, or are apart if that is far enough; false
 * else, and where edges are too nearly parallel for the closed form to be sure. */
bool gz_triangles_signed(const gz_ready_triangle *a, const gz_ready_triangle *b, bool far_enough,
                         gz_signed *out);

/* The same for two plain shapes of any kind, unless somebody watches by a trace. */
bool gz_triangle_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        bool far_enough, graze_cache *cache, gz_signed *out);

/* What the signed distance of two triangles would say if they were to part along that normal, from A to
 * B, nearly unit; the points lie on the face of the one with that number. False if they are of a size
 * next to the end of the range. */
bool gz_triangles_along(const gz_ready_triangle *a, const gz_ready_triangle *b, vec3 normal, int face,
                        gz_signed *out);

/* gz_convex_contact and gz_convex_contact_along where that tells all; else false, and those will. */
bool gz_triangles_contact(const gz_ready_triangle *a, const gz_ready_triangle *b, graze_real reach,
                          graze_contact_set *out);
bool gz_triangles_contact_along(const gz_ready_triangle *a, const gz_ready_triangle *b,
                                graze_vec3 normal, int face, graze_real reach, graze_contact_set *out);

#endif
