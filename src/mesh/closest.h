/* SPDX-License-Identifier: MIT
 * The point of a placed mesh that is nearest to a point of the world, and on which side of a solid's
 * surface that is. Who asks often keeps the probe. */
#ifndef GZ_MESH_CLOSEST_H
#define GZ_MESH_CLOSEST_H

#include "mesh/view.h"

/* A placed mesh, ready to be asked. Gaps between a point and a box of the tree, along its axes and in
 * its units, times weight, are together no longer than their distance in the world over unit. */
typedef struct gz_probe {
    const graze_placed *placed;
    const gz_mesh *mesh;
    gz_affine pose;
    double inverse[3][3];
    float weight[3];
    double unit;    /* 0: the pose is so skewed that boxes say nothing */
    double size;    /* of the mesh in the world, from its origin */
    bool reflected; /* the pose turns surfaces inside out */
} gz_probe;

/* placed has been checked, and is a mesh. */
void gz_probe_make(const graze_placed *placed, gz_probe *probe);

/* What is nearest, without the margin; between goes from the point that was asked about to it. */
typedef struct gz_nearest {
    wide3 between;
    double distance;
    uint32_t primitive, piece;
} gz_nearest;

/* False, and nothing filled in, if nothing is nearer than limit, which may be infinite. */
bool gz_probe_closest(const gz_probe *probe, wide3 point, double limit, gz_nearest *out,
                      graze_tree_counts *counts);

/* Does a solid hold the point? Exact for the point as it is seen in the mesh's space. */
bool gz_probe_holds(const gz_probe *probe, wide3 point);

/* The unit normal of a triangle in the world, on the side from which it is counterclockwise in its own
 * space; zero if it has none. */
wide3 gz_probe_normal(const gz_probe *probe, uint32_t primitive, uint32_t piece);
/* The same of a triangle whose corners in the world are known. */
wide3 gz_probe_face_normal(const gz_probe *probe, const wide3 corner[3]);

/* The rounding radius for a point at that place. */
double gz_probe_error(const gz_probe *probe, wide3 point);

#endif
