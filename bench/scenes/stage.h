/* SPDX-License-Identifier: MIT
 * Whole scenes, the same for all libraries: bodies that move and turn in every frame, at a density
 * where about as many boxes overlap as there are bodies, and which of them meet. Placements are rounded
 * to floats, so that every library is asked about the same. */
#ifndef GRAZE_BENCH_SCENES_STAGE_H
#define GRAZE_BENCH_SCENES_STAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum stage_kind {
    STAGE_BOXES, /* all with the same sides */
    STAGE_MIXED, /* spheres, boxes, cones, cylinders, capsules, hulls of 62 vertices */
    STAGE_TORI,  /* meshes of 5,000 triangles */
    STAGE_KINDS
} stage_kind;

typedef enum stage_shape_kind {
    STAGE_SPHERE,   /* radius */
    STAGE_BOX,      /* half extents */
    STAGE_CONE,     /* radius, height; along y, the apex up, the centre half way */
    STAGE_CYLINDER, /* radius, height */
    STAGE_CAPSULE,  /* radius, height of the segment */
    STAGE_HULL,     /* of the vertices, with its facets as triangles */
    STAGE_MESH
} stage_shape_kind;

typedef struct stage_shape {
    stage_shape_kind kind;
    double size[3];
    float (*vertices)[3];
    uint32_t (*triangles)[3];
    int vertex_count, triangle_count;
} stage_shape;

typedef struct stage_body {
    int shape;
    double rotation[4], origin[3]; /* x, y, z, w */
    double spin[3], speed[3];      /* a frame */
} stage_body;

enum { STAGE_SHAPES = 6 };

typedef struct stage {
    stage_kind kind;
    int count, shape_count;
    double half; /* of the room about the origin */
    stage_shape shapes[STAGE_SHAPES];
    stage_body *bodies;
    uint64_t random;
} stage;

/* From a point outside of the room, where no body is, into it: what a start inside of a body meets
 * first, libraries see in different ways. */
typedef struct stage_ray {
    double from[3], to[3];
} stage_ray;

enum { STAGE_RAYS = 1000 };

stage *stage_make(stage_kind kind, int count);
/* The placements of the next frame. */
void stage_step(stage *s);
void stage_free(stage *s);

/* STAGE_RAYS of them, the same for every frame. */
void stage_aim(const stage *s, stage_ray *rays);

/* Two bodies that meet, and how deep they are in each other at the deepest point of contact; NAN where
 * nobody asked. */
typedef struct stage_meeting {
    uint64_t pair; /* lower index << 32 | higher */
    double depth;
} stage_meeting;

static inline stage_meeting stage_meeting_of(uint64_t a, uint64_t b, double depth) {
    stage_meeting out = {a < b ? a << 32 | b : b << 32 | a, depth};
    return out;
}

/* How many pairs meet, how many of these are missing among the found ones, how many found ones do not
 * meet, and of how many convex ones the depth is wrong by more than a hundredth. Who is about to touch
 * counts neither way. Sorts found. */
typedef struct stage_verdict {
    size_t right, missing, extra, wrong_depths;
} stage_verdict;

stage_verdict stage_judge(const stage *s, stage_meeting *found, size_t found_count);

/* The same for rays, of which found tells the fraction of the way to what each meets first, 1 or more
 * if there is nothing: how many meet something, how many of these were told nothing or something else,
 * and how many were told something that is not there. */
stage_verdict stage_judge_rays(const stage *s, const stage_ray *rays, const double *found);

#ifdef __cplusplus
}
#endif

#endif
