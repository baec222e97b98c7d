/* SPDX-License-Identifier: MIT
 * The shapes and placements of a stage as Graze has them. */
#ifndef GRAZE_BENCH_SCENES_STAGE_SHAPES_H
#define GRAZE_BENCH_SCENES_STAGE_SHAPES_H

#include <stdio.h>
#include <stdlib.h>

#include "graze/graze.h"
#include "stage.h"

static inline void stage_must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(EXIT_FAILURE);
}

static inline graze_vec3 stage_vector(const double *v) {
    return graze_vec3_make((graze_real)v[0], (graze_real)v[1], (graze_real)v[2]);
}

static inline graze_shape *stage_shape_make(const stage_shape *s) {
    graze_shape *out = NULL;
    graze_real x = (graze_real)s->size[0], y = (graze_real)s->size[1];
    size_t count = (size_t)s->vertex_count;
    graze_vec3 *points = malloc((count + 1) * sizeof *points);
    if (!points) abort();
    for (size_t i = 0; i < count; ++i)
        points[i] = graze_vec3_make((graze_real)s->vertices[i][0], (graze_real)s->vertices[i][1],
                                    (graze_real)s->vertices[i][2]);
    graze_status status = GRAZE_INVALID_ARGUMENT;
    switch (s->kind) {
    case STAGE_SPHERE:
        status = graze_shape_sphere(x, &out);
        break;
    case STAGE_BOX:
        status = graze_shape_box(stage_vector(s->size), &out);
        break;
    case STAGE_CONE:
        status = graze_shape_cone(x, y, &out);
        break;
    case STAGE_CYLINDER:
        status = graze_shape_cylinder(x, y, &out);
        break;
    case STAGE_CAPSULE:
        status = graze_shape_capsule(x, y, &out);
        break;
    case STAGE_HULL:
        status = graze_shape_polytope(points, count, 0, &out);
        break;
    case STAGE_MESH: {
        graze_vertices vertices = {points, count, 0, GRAZE_VERTEX_REAL};
        graze_primitives group = {.kind = GRAZE_PRIMITIVE_TRIANGLE,
                                  .count = (size_t)s->triangle_count,
                                  .indices = &s->triangles[0][0]};
        graze_mesh_options options = {.copy_vertices = true, .copy_indices = true};
        status = graze_shape_mesh(&vertices, &group, 1, &options, NULL, &out);
    }
    }
    stage_must(status);
    free(points);
    return out;
}

/* The fraction of the way is t. */
static inline graze_ray stage_ray_of(const stage_ray *ray) {
    graze_vec3 from = stage_vector(ray->from), to = stage_vector(ray->to);
    return (graze_ray){from, graze_vec3_sub(to, from), 1};
}

static inline graze_pose stage_pose(const stage_body *body) {
    const double *r = body->rotation;
    graze_quat q = {(graze_real)r[0], (graze_real)r[1], (graze_real)r[2], (graze_real)r[3]};
    graze_pose pose;
    stage_must(graze_pose_make(q, stage_vector(body->origin), &pose));
    return pose;
}

#endif
