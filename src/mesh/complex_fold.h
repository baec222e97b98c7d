/* SPDX-License-Identifier: MIT
 * A complex shape and another: how near boxes of the one are to the other, and its parts where they are
 * asked about it. */
#ifndef GZ_MESH_COMPLEX_FOLD_H
#define GZ_MESH_COMPLEX_FOLD_H

#include "graze/query.h"
#include "math/affine.h"
#include "mesh/complex.h"

/* What is known of the other shape: a box along the world's axes or a half-space, margins of both
 * added. Boxes of the complex shape are brought to the world. */
typedef struct gz_gap {
    gz_affine pose;
    bool plane;
    double lo[3], hi[3];
    double normal[3], height; /* of x above the half-space: normal . x + height */
    double slack;             /* what rounds in double */
} gz_gap;

/* The signed distance of a box and the other, or less. What is in the box, any part of it, is no deeper
 * in the other than the box is. */
double gz_gap_of_box(const gz_gap *gap, const double lo[3], const double hi[3]);
/* If the other moves by t * way, t >= 0: when the two come as near as reach, or earlier; infinity if
 * never. */
double gz_gap_time(const gz_gap *gap, const double way[3], double reach, const double lo[3],
                   const double hi[3]);

/* Two shapes, of which one is taken apart. Both are moved such that its origin is at that of the world:
 * then the places of its parts lose nothing, however far away it is. */
typedef struct gz_fold {
    graze_placed placed[2]; /* moved */
    int side;               /* which one is taken apart */
    vec3 shift;             /* from there to where they are */
    gz_gap gap;
    double error;      /* the rounding radius of the pair, or more */
    double part_error; /* how far off a part may be in its place */
    double rel, abs;   /* accuracy asked for */
    const graze_options *options;
    graze_status status; /* of the parts' queries */
} gz_fold;

/* Checks the shapes; the options are left as they are. */
graze_status gz_fold_make(const graze_placed *a, const graze_placed *b, gz_fold *fold);
/* Both as they are asked for a part. */
void gz_fold_place(const gz_fold *fold, uint32_t part, gz_simplex_room *room, graze_placed pair[2]);

/* Leaves out at once most of a height field that is farther from the other than the limit. */
void gz_fold_narrow(const gz_fold *fold, gz_complex_search *search);
/* Likewise what the other does not come near while it moves by way. */
void gz_fold_narrow_cast(const gz_fold *fold, const double way[3], gz_complex_search *search);
/* A part that is probably near the other, of a height field; false if there is none to guess. */
bool gz_fold_guess(const gz_fold *fold, uint32_t *part);

/* Bounds of boxes for searches: the user's data begin with the fold. */
double gz_fold_gap(const void *user, const double lo[3], const double hi[3]);

#endif
