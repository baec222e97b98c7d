/* SPDX-License-Identifier: MIT
 * The shapes and poses of a work as Graze's own, in the precision this is compiled for. */
#ifndef GRAZE_BENCH_WORK_GRAZE_H
#define GRAZE_BENCH_WORK_GRAZE_H

#include <stdio.h>
#include <stdlib.h>

#include "graze/graze.h"
#include "work.h"

static inline void work_must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    abort();
}

static inline graze_vec3 work_vec3(const double v[3]) {
    return graze_vec3_make((graze_real)v[0], (graze_real)v[1], (graze_real)v[2]);
}

static inline graze_pose work_graze_pose(const work_pose *pose) {
    graze_quat q = {(graze_real)pose->rotation[0], (graze_real)pose->rotation[1],
                    (graze_real)pose->rotation[2], (graze_real)pose->rotation[3]};
    graze_pose out;
    work_must(graze_pose_make(q, work_vec3(pose->origin), &out));
    return out;
}

static inline graze_shape *work_graze_hull(const work_shape *s) {
    graze_vec3 *points = malloc((size_t)s->vertex_count * sizeof *points);
    if (!points) abort();
    for (int i = 0; i < s->vertex_count; ++i) points[i] = work_vec3(s->vertices + 3 * i);
    graze_shape *shape = NULL;
    work_must(graze_shape_polytope(points, (size_t)s->vertex_count, 0, &shape));
    free(points);
    return shape;
}

static inline graze_shape *work_graze_shape(const work_shape *s) {
    graze_shape *shape = NULL;
    graze_real x = (graze_real)s->size[0], y = (graze_real)s->size[1];
    switch ((work_kind)s->kind) {
    case WORK_SPHERE:
        work_must(graze_shape_sphere(x, &shape));
        break;
    case WORK_BOX:
        work_must(graze_shape_box(work_vec3(s->size), &shape));
        break;
    case WORK_CAPSULE:
        work_must(graze_shape_capsule(x, y, &shape));
        break;
    case WORK_CYLINDER:
        work_must(graze_shape_cylinder(x, y, &shape));
        break;
    case WORK_CONE:
        work_must(graze_shape_cone(x, y, &shape));
        break;
    case WORK_HULL:
        shape = work_graze_hull(s);
        break;
    }
    return shape;
}

#endif
