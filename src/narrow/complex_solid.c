/* SPDX-License-Identifier: MIT
 * Depths of all pairs, points, and how bodies lie (graze/solid.h), where complex shapes take part. */
#include "math/rounding.h"
#include "narrow/complex.h"

/* -- the depth of every pair -- */

typedef struct every_depth {
    gz_fold fold;
    graze_visit_depth visit;
    void *user;
    uint32_t part;
    graze_flow flow;
} every_depth;

static graze_flow tell_depth(void *user, const graze_penetration_result *depth) {
    every_depth *f = user;
    graze_penetration_result told = *depth;
    *(f->fold.side ? &told.primitive_b : &told.primitive_a) = f->part;
    told.point_a = vec3_add(told.point_a, f->fold.shift);
    told.point_b = vec3_add(told.point_b, f->fold.shift);
    f->flow = f->visit(f->user, &told);
    return f->flow;
}

static graze_flow ask_depths(void *user, uint32_t part, double *limit) {
    (void)limit;
    every_depth *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    gz_fold_place(&f->fold, part, &room, pair);
    f->part = part;
    f->fold.status = graze_penetration_all(&pair[0], &pair[1], f->fold.options, tell_depth, f);
    return f->fold.status == GRAZE_OK ? f->flow : GRAZE_STOP;
}

graze_status gz_complex_penetration_all(const graze_placed *a, const graze_placed *b,
                                        const graze_options *options, graze_visit_depth visit,
                                        void *user) {
    every_depth f = {.visit = visit, .user = user};
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = f.fold.placed[f.fold.side].shape,
                                .limit = f.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_depths,
                                .user = &f};
    gz_fold_narrow(&f.fold, &search);
    gz_complex_search_run(&search);
    return f.fold.status;
}

/* -- points -- */

typedef struct point_part {
    gz_fold fold;
    vec3 point;
    graze_point_separation best;
    real lower, upper;
} point_part;

static graze_flow ask_point(void *user, uint32_t part, double *limit) {
    point_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_point_separation found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_point_signed_distance(&pair[0], f->point, f->fold.options, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    f->lower = graze_min(f->lower, found.lower);
    f->upper = graze_min(f->upper, found.upper);
    if (!(found.sd < f->best.sd)) return GRAZE_CONTINUE;
    f->best = found;
    f->best.primitive = part;
    *limit = (double)f->upper - gz_fold_tolerance(&f->fold, (double)f->upper);
    return GRAZE_CONTINUE;
}

graze_status gz_complex_point_signed_distance(const graze_placed *placed, vec3 point,
                                              const graze_options *options,
                                              graze_point_separation *out) {
    point_part f = {.best = {.sd = GRAZE_REAL_MAX}, .lower = GRAZE_REAL_MAX, .upper = GRAZE_REAL_MAX};
    if (!(vec3_max_abs(point) <= GRAZE_SHAPE_REACH / 4)) return GRAZE_OUT_OF_RANGE;
    gz_simplex_room room;
    const vec3 origin = {0, 0, 0};
    graze_placed other = {gz_simplex_place(&room, &origin, 1), graze_pose_at(point.x, point.y, point.z),
                          0};
    graze_status status = gz_fold_begin(placed, &other, options, &f.fold);
    if (status != GRAZE_OK) return status;
    f.point = f.fold.placed[1].pose.origin;
    gz_complex_search search = {.shape = placed->shape,
                                .limit = INFINITY,
                                .bound = gz_fold_gap,
                                .visit = ask_point,
                                .user = &f};
    gz_complex_search_run(&search);
    if (f.fold.status != GRAZE_OK) return f.fold.status;
    double lower = (double)f.lower < search.limit ? (double)f.lower : search.limit;
    f.best.lower = gz_next_down((real)(lower - f.fold.part_error));
    f.best.upper = gz_next_up((real)((double)f.upper + f.fold.part_error));
    f.best.on_surface = vec3_add(f.best.on_surface, f.fold.shift);
    *out = f.best;
    return GRAZE_OK;
}

/* -- how two bodies lie -- */

typedef struct lie {
    gz_fold fold;
    bool all_in;  /* each part lies in the other */
    bool holds;   /* some part holds the other */
    bool overlap; /* some part has something inside in common with it */
    bool touch;
} lie;

static double any_box(const void *user, const double lo[3], const double hi[3]) {
    (void)user, (void)lo, (void)hi;
    return 0;
}

static graze_flow ask_relation(void *user, uint32_t part, double *limit) {
    (void)limit;
    lie *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_solid_relation relation;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_solid_relate(&pair[f->fold.side], &pair[1 - f->fold.side], &relation);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    bool in = relation == GRAZE_SOLIDS_A_IN_B || relation == GRAZE_SOLIDS_EQUAL;
    f->all_in = f->all_in && in;
    f->holds = f->holds || relation == GRAZE_SOLIDS_B_IN_A || relation == GRAZE_SOLIDS_EQUAL;
    f->overlap = f->overlap || in || relation == GRAZE_SOLIDS_OVERLAPPING;
    f->touch = f->touch || relation == GRAZE_SOLIDS_TOUCHING;
    /* A part that is not inside, and another that overlaps: nothing else can come out any more. */
    return !f->all_in && f->holds ? GRAZE_STOP : GRAZE_CONTINUE;
}

graze_status gz_complex_relate(const graze_placed *a, const graze_placed *b,
                               graze_solid_relation *out) {
    lie f = {.all_in = true};
    graze_status status = gz_fold_begin(a, b, NULL, &f.fold);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = f.fold.placed[f.fold.side].shape,
                                .limit = 0,
                                .bound = any_box,
                                .visit = ask_relation,
                                .user = &f};
    gz_complex_search_run(&search);
    if (f.fold.status != GRAZE_OK) return f.fold.status;
    graze_solid_relation in = f.fold.side ? GRAZE_SOLIDS_B_IN_A : GRAZE_SOLIDS_A_IN_B;
    graze_solid_relation holds = f.fold.side ? GRAZE_SOLIDS_A_IN_B : GRAZE_SOLIDS_B_IN_A;
    if (f.all_in && f.holds)
        *out = GRAZE_SOLIDS_EQUAL;
    else if (f.all_in || f.holds)
        *out = f.all_in ? in : holds;
    else
        *out = f.overlap ? GRAZE_SOLIDS_OVERLAPPING
               : f.touch ? GRAZE_SOLIDS_TOUCHING
                         : GRAZE_SOLIDS_APART;
    return GRAZE_OK;
}
