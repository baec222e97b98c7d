/* SPDX-License-Identifier: MIT
 * What rays meet first: the ray cast of Graze in double, without a world, asked of every body whose
 * ball the ray meets. */
#include <math.h>

#include "stage_shapes.h"

/* Placements are floats in some libraries, and rays that graze a body may miss it there. */
#define DOUBT 1e-3

/* Does the ray come within reach of the body's origin? */
static bool is_near(const stage_ray *ray, const stage_body *body, double reach) {
    double way[3], along = 0, square = 0, apart = 0;
    for (int k = 0; k < 3; ++k) {
        way[k] = ray->to[k] - ray->from[k];
        along += (body->origin[k] - ray->from[k]) * way[k];
        square += way[k] * way[k];
    }
    double t = fmin(fmax(along / square, 0), 1);
    for (int k = 0; k < 3; ++k) apart += pow(ray->from[k] + t * way[k] - body->origin[k], 2);
    return apart <= reach * reach;
}

/* The fraction of the way to the first body, each with this margin; 1 if there is none. */
static double first_hit(const stage *s, graze_shape *const *shapes, const stage_ray *ray,
                        double margin) {
    const graze_ray exact = stage_ray_of(ray);
    double first = 1;
    for (int i = 0; i < s->count; ++i) {
        if (!is_near(ray, &s->bodies[i], 1.01)) continue;
        graze_placed placed = {shapes[s->bodies[i].shape], stage_pose(&s->bodies[i]),
                               (graze_real)margin};
        graze_cast_result cast;
        stage_must(graze_ray_cast(&placed, &exact, NULL, &cast));
        if (cast.hit) first = fmin(first, (double)cast.t);
    }
    return first;
}

stage_verdict stage_judge_rays(const stage *s, const stage_ray *rays, const double *found) {
    graze_shape *shapes[STAGE_SHAPES];
    stage_verdict out = {0};
    for (int i = 0; i < s->shape_count; ++i) shapes[i] = stage_shape_make(&s->shapes[i]);
    for (int i = 0; i < STAGE_RAYS; ++i) {
        double exact = first_hit(s, shapes, &rays[i], 0);
        double early = first_hit(s, shapes, &rays[i], DOUBT);
        out.right += exact < 1;
        /* Between what thicker bodies stop and what these stop. */
        if (found[i] >= early - DOUBT && found[i] <= exact + DOUBT) continue;
        out.missing += exact < 1;
        out.extra += exact >= 1;
    }
    for (int i = 0; i < s->shape_count; ++i) graze_shape_release(shapes[i]);
    return out;
}
