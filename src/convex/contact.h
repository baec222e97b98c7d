/* SPDX-License-Identifier: MIT
 * Contact points, inside. Everything happens in the frame of the pair (pair.h), seen along the contact
 * normal n: u, v, n are a right-handed orthonormal basis, x and y coordinates along u and v. Each of
 * the two shapes faces the other along its own way out, n for A and -n for B; heights are along that.
 *
 *   glance    is it more than one point? (contact_glance.c)
 *   feature   what a shape is like where it faces the other: a face, an edge or a point
 *             (contact_feature.c, contact_round.c, contact_hull.c)
 *   clip      what two features share (contact_clip.c, contact_edges.c)
 *   reduce    at most four of its corners (contact_reduce.c) */
#ifndef GZ_CONVEX_CONTACT_H
#define GZ_CONVEX_CONTACT_H

#include "convex/revolution.h"
#include "graze/contact.h"
#include "shape/facets.h"

#define GZ_CONTACT_CORNERS 32 /* of a face */
#define GZ_CONTACT_RIM 16     /* of those that stand for a disc */
#define GZ_CONTACT_SLOPES 16  /* facets that are coplanar up to rounding */
/* Clipping a convex polygon adds at most one corner a side; the rest is room for rounding. */
#define GZ_CONTACT_ROOM (2 * GZ_CONTACT_CORNERS + 8)

typedef struct gz_corner {
    double x, y;
    uint32_t id;
} gz_corner;

/* A height that is base at the origin and rises with x and y. */
typedef struct gz_slope {
    double x, y, base;
} gz_slope;

typedef struct gz_feature {
    int count; /* of corners: 0 a point, 2 an edge, more a face, counterclockwise seen along -n */
    gz_corner corner[GZ_CONTACT_CORNERS];
    /* The surface is the lowest of these. */
    int slope_count;
    gz_slope slope[GZ_CONTACT_SLOPES];
    bool unbounded; /* a half-space: a face without corners */
    double radius;  /* of an edge: that of the surface about it, 0 = sharp or of another form */
    double tilt;    /* of an edge: the sine of its angle with the plane of contact */
} gz_feature;

/* One of the two shapes, facing the other. */
typedef struct gz_facing {
    const gz_operand *operand;
    wide3 center; /* the operand's, relative to that of the pair's frame */
    wide3 out;    /* n or -n */
    wide3 u, v;
    gz_inner_core core;
} gz_facing;

void gz_facing_begin(gz_facing *facing, const gz_operand *operand, wide3 center, wide3 out, wide3 u,
                     wide3 v);
/* A point given relative to the inner core's centre in its own axes, in the pair's frame. */
static inline wide3 gz_facing_point(const gz_facing *facing, wide3 local) {
    wide3 rel = wide3_add(facing->core.center, wide_mat3_mul_vec(facing->core.basis, local));
    return wide3_add(facing->center, rel);
}
/* The inner core's support vertex along out, if it has vertices. */
uint32_t gz_facing_vertex(const gz_facing *facing);

/* Do two plain shapes (gz_placed_is_plain) certainly have but one point in common along that unit
 * normal, from A to B? False if it would take a closer look. */
bool gz_contact_is_single(const graze_placed *a, const graze_placed *b, vec3 normal);

void gz_feature_of(const gz_facing *facing, gz_feature *feature);
/* Parts of it. Each leaves a feature without corners alone if there is nothing to see there. */
void gz_feature_cylinder(const gz_facing *facing, gz_feature *feature);
void gz_feature_cone(const gz_facing *facing, gz_feature *feature);
void gz_feature_hull(const gz_facing *facing, const gz_facets *facets, gz_feature *feature);

/* Is that normal, any length, near enough to out for a face or a line to count? Makes it unit. */
bool gz_facing_sees(const gz_facing *facing, wide3 *normal);
/* Adds a corner of the core, moved out along the unit normal by radius and margin. */
void gz_feature_add_corner(const gz_facing *facing, wide3 point, wide3 normal, uint32_t id,
                           gz_feature *feature);
/* Adds the plane through that point, moved in the same way. */
void gz_feature_add_slope(const gz_facing *facing, wide3 point, wide3 normal, gz_feature *feature);
/* Makes it the edge from p to q, whose unit normal is given and about which the core's surface has that
 * radius of curvature (below 0: another form). Lower numbers come first. */
typedef struct gz_edge_end {
    wide3 point;
    uint32_t id;
} gz_edge_end;
void gz_feature_set_edge(const gz_facing *facing, gz_edge_end p, gz_edge_end q, wide3 normal,
                         double core_radius, gz_feature *feature);
/* Brings corners in any order into theirs, and drops those that are none. */
void gz_feature_wrap(gz_feature *feature);
/* Turns round corners that are in order the other way. */
void gz_feature_orient(gz_feature *feature);

/* Of the surface over a place; beside a round edge it is lower than the edge. */
double gz_edge_drop(const gz_feature *edge, double aside);
double gz_feature_height(const gz_feature *feature, double x, double y);

/* Which corner of A [0] and B [1] a point is, or which edge it lies on, by index; -1: none. */
typedef struct gz_mark {
    int16_t corner[2], edge[2];
} gz_mark;

typedef struct gz_shared_point {
    double x, y;
    double height[2]; /* along each one's way out */
    gz_mark here;
    gz_mark next; /* the edge to the next point */
} gz_shared_point;

/* What the two features share: a polygon in order, or two points, or none. */
typedef struct gz_shared {
    int count;
    double start_x, start_y; /* a corner of the feature that was clipped */
    gz_shared_point point[GZ_CONTACT_ROOM];
} gz_shared;

static inline double gz_shared_sd(const gz_shared_point *p) { return -p->height[0] - p->height[1]; }

/* A face and an edge, or two faces. */
void gz_clip_features(const gz_feature feature[2], gz_shared *shared);
/* Two edges, if they are nearly parallel. error: the rounding radius. */
void gz_clip_edges(const gz_feature feature[2], double error, gz_shared *shared);
/* Cuts off what is higher than the limit. */
void gz_clip_heights(const gz_feature feature[2], double limit, gz_shared *shared);
/* Drops points within that distance of the one before. */
void gz_clip_merge(double distance, gz_shared *shared);

/* The extent of the points in x and y together. */
double gz_shared_size(const gz_shared *shared);
/* Keeps at most GRAZE_CONTACT_POINTS of them; heights that differ by less than level are equal. */
void gz_reduce(double level, gz_shared *shared);

#endif
