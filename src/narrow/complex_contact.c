/* SPDX-License-Identifier: MIT
 * Contact points: those of the part that is deepest. */
#include "narrow/complex.h"

typedef struct touching_part {
    gz_fold fold;
    real reach;
    graze_contact_set best;
    int iterations;
} touching_part;

static graze_flow ask_contact(void *user, uint32_t part, double *limit) {
    touching_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_contact_set found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_contact(&pair[0], &pair[1], f->reach, f->fold.options, NULL, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    f->iterations += found.iterations;
    if (found.count == 0 || (f->best.count > 0 && !(found.sd < f->best.sd))) return GRAZE_CONTINUE;
    f->best = found;
    *limit = (double)found.sd;
    return GRAZE_CONTINUE;
}

/* Farther apart than reach: the numbers are those of the nearest parts. */
static graze_status fill_apart(const graze_placed *a, const graze_placed *b,
                               const graze_options *options, graze_contact_set *out) {
    graze_separation apart;
    graze_status status = gz_complex_distance(a, b, options, &apart);
    if (status != GRAZE_OK) return status;
    out->normal = apart.normal;
    out->sd = apart.distance;
    out->lower = apart.lower;
    out->upper = apart.upper;
    out->end = apart.end == GRAZE_ITERATION_LIMIT ? apart.end : GRAZE_SEPARATED;
    out->iterations = apart.iterations;
    return GRAZE_OK;
}

graze_status gz_complex_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                                const graze_options *options, graze_contact_set *out) {
    if (!out || !(reach >= 0) || !graze_is_finite(reach)) return GRAZE_INVALID_ARGUMENT;
    touching_part f = {.reach = reach, .best = {.count = 0}};
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = f.fold.placed[f.fold.side].shape,
                                .limit = (double)reach + f.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_contact,
                                .user = &f};
    gz_complex_search_run(&search);
    if (f.fold.status != GRAZE_OK) return f.fold.status;
    if (f.best.count == 0) {
        status = fill_apart(a, b, options, &f.best);
        if (status != GRAZE_OK) return status;
    }
    for (int i = 0; i < f.best.count; ++i) {
        graze_contact_point *p = &f.best.points[i];
        p->point_a = vec3_add(p->point_a, f.fold.shift);
        p->point_b = vec3_add(p->point_b, f.fold.shift);
    }
    f.best.iterations += f.iterations;
    *out = f.best;
    return GRAZE_OK;
}
