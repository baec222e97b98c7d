/* SPDX-License-Identifier: MIT
 * A ray and the boxes of a complex shape. */
#ifndef GZ_MESH_COMPLEX_RAY_H
#define GZ_MESH_COMPLEX_RAY_H

#include "graze/mesh.h"
#include "mesh/complex.h"

/* Both are moved such that the shape's origin is at that of the world. */
typedef struct gz_complex_ray {
    graze_placed placed;
    graze_ray world;
    vec3 shift;
    /* In the shape's space; boxes are larger by the margin and by what rounds. */
    double origin[3], direction[3], grow[3];
} gz_complex_ray;

/* GRAZE_OUT_OF_RANGE if the ray leaves the range in the shape's space. */
graze_status gz_complex_ray_make(const graze_placed *placed, const graze_ray *ray, gz_complex_ray *out);
/* When the ray enters a box, or earlier; infinity if it misses. */
double gz_complex_ray_time(const gz_complex_ray *ray, const double lo[3], const double hi[3]);

/* As the public functions of these names; arguments have been checked. */
graze_status gz_complex_ray_closest(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                                    graze_mesh_hit *out, graze_tree_counts *counts);
graze_status gz_complex_ray_any(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                                bool *hit, graze_tree_counts *counts);
graze_status gz_complex_ray_all(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                                graze_mesh_visit_hit visit, void *user, graze_tree_counts *counts);

#endif
