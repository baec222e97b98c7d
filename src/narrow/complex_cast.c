/* SPDX-License-Identifier: MIT
 * Casts: the part that is met first. */
#include "narrow/complex.h"

#include "convex/query.h"
#include "mesh/complex_ray.h"
#include "narrow/query.h"
#include "primitive/check.h"

typedef struct met_part {
    gz_fold fold;
    vec3 translation;
    double way[3]; /* of the other shape, seen from the one that is taken apart */
    graze_cast_result best;
    real lower; /* before which no part is met */
    int iterations;
    bool limited;
} met_part;

static double time_of_box(const void *user, const double lo[3], const double hi[3]) {
    const met_part *f = user;
    return gz_gap_time(&f->fold.gap, f->way, f->fold.error, lo, hi);
}

/* Takes note of a part's answer; true if nothing can come before it. */
static bool settle(met_part *f, uint32_t part, const graze_cast_result *found, double *limit) {
    f->iterations += found->iterations;
    if (found->end == GRAZE_ITERATION_LIMIT) {
        f->limited = true;
        f->lower = graze_min(f->lower, found->lower);
    }
    if (!found->hit) return false;
    f->lower = graze_min(f->lower, found->lower);
    bool first = !f->best.hit || found->t < f->best.t;
    if (!first) return false;
    f->best = *found;
    *(f->fold.side ? &f->best.primitive_b : &f->best.primitive_a) = part;
    *limit = (double)found->t;
    return !(found->t > 0) && found->end == GRAZE_OVERLAP;
}

static graze_flow ask_cast(void *user, uint32_t part, double *limit) {
    met_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_cast_result found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_shape_cast(&pair[0], f->translation, &pair[1], f->fold.options, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    return settle(f, part, &found, limit) ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* Before a hit may lie something that the rounds did not suffice for: then there is no telling. */
static void finish(met_part *f, vec3 shift, graze_cast_result *out) {
    graze_cast_result r = f->best;
    if (f->limited && (!r.hit || f->lower < r.lower))
        r = (graze_cast_result){.end = GRAZE_ITERATION_LIMIT, .lower = f->lower};
    else if (!r.hit)
        r.end = GRAZE_SEPARATED;
    if (r.hit) {
        r.point = vec3_add(r.point, shift);
        r.lower = graze_min(r.lower, f->lower);
    }
    r.iterations = f->iterations;
    *out = r;
}

graze_status gz_complex_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                   const graze_options *options, graze_cast_result *out) {
    if (!out || !vec3_is_finite(translation)) return GRAZE_INVALID_ARGUMENT;
    met_part f = {.translation = translation, .lower = GRAZE_REAL_MAX};
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    double sign = f.fold.side ? 1 : -1;
    f.way[0] = sign * (double)translation.x;
    f.way[1] = sign * (double)translation.y;
    f.way[2] = sign * (double)translation.z;
    gz_complex_search search = {.shape = f.fold.placed[f.fold.side].shape,
                                .limit = 1,
                                .bound = time_of_box,
                                .visit = ask_cast,
                                .user = &f};
    gz_fold_narrow_cast(&f.fold, f.way, &search);
    gz_complex_search_run(&search);
    if (f.fold.status != GRAZE_OK) return f.fold.status;
    finish(&f, f.fold.shift, out);
    return GRAZE_OK;
}

/* -- rays -- */

typedef struct hit_part {
    met_part met;
    gz_complex_ray ray;
} hit_part;

static double ray_time_of_box(const void *user, const double lo[3], const double hi[3]) {
    return gz_complex_ray_time(&((const hit_part *)user)->ray, lo, hi);
}

static graze_flow ask_ray(void *user, uint32_t part, double *limit) {
    hit_part *f = user;
    gz_simplex_room room;
    graze_cast_result found;
    graze_placed placed = gz_complex_part(&f->ray.placed, part, &room);
    f->met.fold.status = graze_ray_cast(&placed, &f->ray.world, f->met.fold.options, &found);
    if (f->met.fold.status != GRAZE_OK) return GRAZE_STOP;
    return settle(&f->met, part, &found, limit) ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* By exact decisions, as rays at meshes. */
static graze_status cast_at_field(const graze_placed *placed, const graze_ray *ray,
                                  graze_cast_result *out) {
    graze_mesh_hit hit;
    graze_status status = graze_ray_closest(placed, ray, GRAZE_FACES_BOTH, &hit, NULL);
    if (status != GRAZE_OK) return status;
    *out = hit.hit ? gz_cast_of_hit(&hit, ray->max_t) : (graze_cast_result){.end = GRAZE_SEPARATED};
    return GRAZE_OK;
}

graze_status gz_complex_ray_cast(const graze_placed *placed, const graze_ray *ray,
                                 const graze_options *options, graze_cast_result *out) {
    if (!out || !gz_ray_is_valid(ray)) return GRAZE_INVALID_ARGUMENT;
    if (options && !gz_options_are_valid(options)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (placed->shape->kind == GRAZE_SHAPE_HEIGHT_FIELD && !(placed->margin > 0))
        return cast_at_field(placed, ray, out);
    hit_part f = {.met = {.fold = {.options = options}, .lower = GRAZE_REAL_MAX}};
    status = gz_complex_ray_make(placed, ray, &f.ray);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = placed->shape,
                                .limit = (double)ray->max_t,
                                .bound = ray_time_of_box,
                                .visit = ask_ray,
                                .user = &f};
    gz_complex_search_run(&search);
    if (f.met.fold.status != GRAZE_OK) return f.met.fold.status;
    finish(&f.met, f.ray.shift, out);
    return GRAZE_OK;
}
