/* SPDX-License-Identifier: MIT
 * What the compared libraries are asked: shapes, poses and questions in plain numbers, the same for
 * all. A row of the comparison (work_row) is made once by work_make.c, written to a file, and read by
 * every library's program, so that nobody can get other geometry. Lengths and coordinates are exact in
 * float; rotations are quaternions in double, which every library turns into what it keeps itself. */
#ifndef GRAZE_BENCH_WORK_H
#define GRAZE_BENCH_WORK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum work_kind {
    WORK_SPHERE,   /* radius */
    WORK_BOX,      /* half extents */
    WORK_CAPSULE,  /* radius, height between the caps' centres; these three along the local y axis, */
    WORK_CYLINDER, /* radius, height */
    WORK_CONE,     /* radius, height: from -height/2 to the apex at height/2 */
    WORK_HULL      /* vertices and triangles */
} work_kind;

typedef struct work_shape {
    int kind; /* a work_kind */
    double size[3];
    int vertex_count, triangle_count;
    double *vertices; /* x, y, z each */
    int *triangles;   /* three indices each, counterclockwise from outside */
} work_shape;

typedef struct work_pose {
    double rotation[4]; /* x, y, z, w; unit */
    double origin[3];
} work_pose;

/* The answer to each question is one number; NaN means that the library failed. */
typedef enum work_question {
    WORK_INTERSECT, /* 1 or 0 */
    WORK_DISTANCE,
    WORK_DEPTH,
    WORK_RAY, /* the segment pose_b.origin + t motion against A: t in 0..1, infinity for a miss */
    WORK_CAST /* A moving by t motion against B: t in 0..1, infinity for a miss */
} work_question;

typedef struct work_query {
    int a, b; /* indices of shapes */
    work_pose pose_a, pose_b;
    double motion[3];
} work_query;

typedef struct work {
    int question; /* a work_question */
    int frames;   /* so many queries in a row ask about one moving pair; 1: every query another pair */
    int shape_count, query_count;
    work_shape *shapes;
    work_query *queries;
} work;

/* One row of the comparison. */
typedef struct work_row {
    const char *workload, *name; /* "intersect, cold" and "hull 32" */
    int question;
    int kind_a, kind_b, vertices;
    bool coherent;
    double spread; /* how far the places of B reach: radius for half hits or for the wanted mean depth;
                      0: planted at a gap or at a shallow depth */
} work_row;

int work_row_count(void);
const work_row *work_row_at(int index);
/* Makes row number index with so many queries; the same for the same arguments. Aborts when out of
 * memory. */
work *work_make(int index, int queries);

/* False, or NULL, if the file cannot be written or read. */
bool work_write(const work *w, const char *path);
work *work_read(const char *path);
void work_free(work *w);

#ifdef __cplusplus
}
#endif

#endif
