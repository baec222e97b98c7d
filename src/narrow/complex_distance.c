/* SPDX-License-Identifier: MIT
 * Distances and depths: the part that is nearest, or deepest.
 *
 * Parts whose boxes show that they improve the answer by no more than the accuracy asked for are passed
 * over; the bound that covers them is taken back by as much. */
#include "narrow/complex.h"

#include "math/rounding.h"

static void name_part(const gz_fold *fold, uint32_t part, uint32_t *a, uint32_t *b) {
    *(fold->side ? b : a) = part;
}

static graze_status search_with(gz_fold *fold, double limit,
                                graze_flow (*visit)(void *, uint32_t, double *), double *last) {
    gz_complex_search search = {.shape = fold->placed[fold->side].shape,
                                .limit = limit,
                                .bound = gz_fold_gap,
                                .visit = visit,
                                .user = fold};
    uint32_t guess;
    if (!(limit < INFINITY) && gz_fold_guess(fold, &guess) &&
        visit(fold, guess, &search.limit) == GRAZE_STOP) {
        if (last) *last = search.limit;
        return fold->status;
    }
    gz_fold_narrow(fold, &search);
    gz_complex_search_run(&search);
    if (last) *last = search.limit;
    return fold->status;
}

/* Not above x, and not below it. */
static real round_down(double x) { return gz_next_down((real)x); }
static real round_up(double x) { return gz_next_up((real)x); }

static void move_points(const gz_fold *fold, vec3 *a, vec3 *b) {
    *a = vec3_add(*a, fold->shift);
    *b = vec3_add(*b, fold->shift);
}

/* -- distance -- */

typedef struct nearest_part {
    gz_fold fold;
    graze_separation best;
    real lower;
    int iterations;
    bool limited;
} nearest_part;

static graze_flow ask_distance(void *user, uint32_t part, double *limit) {
    nearest_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_separation found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_distance(&pair[0], &pair[1], f->fold.options, NULL, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    f->iterations += found.iterations;
    f->limited = f->limited || found.end == GRAZE_ITERATION_LIMIT;
    f->lower = graze_min(f->lower, found.lower);
    if (!(found.distance < f->best.distance)) return GRAZE_CONTINUE;
    f->best = found;
    name_part(&f->fold, part, &f->best.primitive_a, &f->best.primitive_b);
    *limit = (double)found.upper - gz_fold_tolerance(&f->fold, (double)found.upper);
    return found.distance > 0 && *limit > 0 ? GRAZE_CONTINUE : GRAZE_STOP;
}

graze_status gz_complex_distance(const graze_placed *a, const graze_placed *b,
                                 const graze_options *options, graze_separation *out) {
    nearest_part f = {.best = {.distance = GRAZE_REAL_MAX}, .lower = GRAZE_REAL_MAX};
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    double limit;
    status = search_with(&f.fold, INFINITY, ask_distance, &limit);
    if (status != GRAZE_OK) return status;
    double lower = (double)f.lower < limit ? (double)f.lower : limit;
    lower -= f.fold.part_error;
    f.best.iterations = f.iterations;
    move_points(&f.fold, &f.best.point_a, &f.best.point_b);
    if (f.best.distance > 0) {
        f.best.lower = lower > 0 ? graze_max(0, round_down(lower)) : 0;
        f.best.upper = round_up((double)f.best.upper + f.fold.part_error);
        if (f.limited) f.best.end = GRAZE_ITERATION_LIMIT;
    }
    *out = f.best;
    return GRAZE_OK;
}

/* -- depth -- */

typedef struct deepest_part {
    gz_fold fold;
    graze_penetration_result best;
    real lower, upper;
    int iterations;
    bool limited;
} deepest_part;

static graze_flow ask_depth(void *user, uint32_t part, double *limit) {
    deepest_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_penetration_result found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_penetration(&pair[0], &pair[1], f->fold.options, NULL, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    f->iterations += found.iterations;
    f->limited = f->limited || found.end == GRAZE_ITERATION_LIMIT;
    if (found.end == GRAZE_SEPARATED) return GRAZE_CONTINUE;
    f->lower = graze_max(f->lower, found.lower);
    f->upper = graze_max(f->upper, found.upper);
    if (f->best.end != GRAZE_SEPARATED && !(found.depth > f->best.depth)) return GRAZE_CONTINUE;
    f->best = found;
    name_part(&f->fold, part, &f->best.primitive_a, &f->best.primitive_b);
    *limit = -((double)f->lower + gz_fold_tolerance(&f->fold, (double)f->lower));
    return GRAZE_CONTINUE;
}

/* The normal of two that are apart is that of their nearest parts. */
static graze_status fill_apart(const graze_placed *a, const graze_placed *b,
                               const graze_options *options, deepest_part *f) {
    graze_separation apart;
    graze_status status = gz_complex_distance(a, b, options, &apart);
    if (status != GRAZE_OK) return status;
    f->best.normal = apart.normal;
    f->best.primitive_a = apart.primitive_a;
    f->best.primitive_b = apart.primitive_b;
    f->best.end = f->limited ? GRAZE_ITERATION_LIMIT : GRAZE_SEPARATED;
    f->iterations += apart.iterations;
    return GRAZE_OK;
}

graze_status gz_complex_penetration(const graze_placed *a, const graze_placed *b,
                                    const graze_options *options, graze_penetration_result *out) {
    deepest_part f = {.best = {.end = GRAZE_SEPARATED}};
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    double limit;
    status = search_with(&f.fold, f.fold.error, ask_depth, &limit);
    if (status != GRAZE_OK) return status;
    if (f.best.end == GRAZE_SEPARATED) {
        status = fill_apart(a, b, options, &f);
        if (status != GRAZE_OK) return status;
    } else {
        double lower = (double)f.lower - f.fold.part_error;
        double upper = (double)f.upper > -limit ? (double)f.upper : -limit;
        f.best.lower = lower > 0 ? graze_max(0, round_down(lower)) : 0;
        f.best.upper = round_up(upper + f.fold.part_error);
        if (f.limited) f.best.end = GRAZE_ITERATION_LIMIT;
        move_points(&f.fold, &f.best.point_a, &f.best.point_b);
    }
    f.best.iterations = f.iterations;
    *out = f.best;
    return GRAZE_OK;
}

/* -- signed distance -- */

typedef struct least_part {
    gz_fold fold;
    graze_signed_separation best;
    real lower, upper;
    int iterations;
    bool limited;
} least_part;

static graze_flow ask_signed(void *user, uint32_t part, double *limit) {
    least_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_signed_separation found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_signed_distance(&pair[0], &pair[1], f->fold.options, NULL, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    f->iterations += found.iterations;
    f->limited = f->limited || found.end == GRAZE_ITERATION_LIMIT;
    f->lower = graze_min(f->lower, found.lower);
    f->upper = graze_min(f->upper, found.upper);
    if (!(found.sd < f->best.sd)) return GRAZE_CONTINUE;
    f->best = found;
    name_part(&f->fold, part, &f->best.primitive_a, &f->best.primitive_b);
    *limit = (double)f->upper - gz_fold_tolerance(&f->fold, (double)f->upper);
    return GRAZE_CONTINUE;
}

graze_status gz_complex_signed_distance(const graze_placed *a, const graze_placed *b,
                                        const graze_options *options, graze_signed_separation *out) {
    least_part f = {.best = {.sd = GRAZE_REAL_MAX}, .lower = GRAZE_REAL_MAX, .upper = GRAZE_REAL_MAX};
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    double limit;
    status = search_with(&f.fold, INFINITY, ask_signed, &limit);
    if (status != GRAZE_OK) return status;
    double lower = (double)f.lower < limit ? (double)f.lower : limit;
    f.best.lower = round_down(lower - f.fold.part_error);
    f.best.upper = round_up((double)f.upper + f.fold.part_error);
    f.best.iterations = f.iterations;
    if (f.limited) f.best.end = GRAZE_ITERATION_LIMIT;
    move_points(&f.fold, &f.best.point_a, &f.best.point_b);
    *out = f.best;
    return GRAZE_OK;
}
