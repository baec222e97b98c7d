/* SPDX-License-Identifier: MIT
 * Yes or no: any part will do. */
#include "narrow/complex.h"

typedef struct first_part {
    gz_fold fold;
    real distance;
    graze_intersection found;
    graze_tree_visit_pair visit; /* all pairs */
    void *user;
    graze_tree_counts counts;
    uint32_t part;
    graze_flow flow;
} first_part;

static graze_flow ask_first(void *user, uint32_t part, double *limit) {
    (void)limit;
    first_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_intersection found;
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = f->distance > 0
                         ? graze_within(&pair[0], &pair[1], f->distance, f->fold.options, NULL, &found)
                         : graze_intersect(&pair[0], &pair[1], f->fold.options, NULL, &found);
    if (f->fold.status != GRAZE_OK) return GRAZE_STOP;
    int iterations = f->found.iterations + found.iterations;
    bool limited = found.end == GRAZE_ITERATION_LIMIT || f->found.end == GRAZE_ITERATION_LIMIT;
    if (found.intersecting) f->found = found;
    f->found.iterations = iterations;
    if (found.intersecting) {
        *(f->fold.side ? &f->found.primitive_b : &f->found.primitive_a) = part;
        return GRAZE_STOP;
    }
    if (limited) f->found.end = GRAZE_ITERATION_LIMIT;
    return GRAZE_CONTINUE;
}

graze_status gz_complex_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                               const graze_options *options, graze_intersection *out) {
    if (!out || !(distance >= 0) || !graze_is_finite(distance)) return GRAZE_INVALID_ARGUMENT;
    first_part f = {.distance = distance, .found = {.end = GRAZE_SEPARATED}};
    graze_status status = gz_fold_begin(a, b, options, &f.fold);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = f.fold.placed[f.fold.side].shape,
                                .limit = (double)distance + f.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_first,
                                .user = &f};
    gz_fold_narrow(&f.fold, &search);
    gz_complex_search_run(&search);
    if (f.fold.status != GRAZE_OK) return f.fold.status;
    if (f.found.intersecting) f.found.point = vec3_add(f.found.point, f.fold.shift);
    *out = f.found;
    return GRAZE_OK;
}

/* -- all pairs -- */

static graze_flow tell(void *user, uint32_t a, uint32_t b) {
    first_part *f = user;
    f->flow = f->fold.side ? f->visit(f->user, a, f->part) : f->visit(f->user, f->part, b);
    return f->flow;
}

static graze_flow ask_all(void *user, uint32_t part, double *limit) {
    (void)limit;
    first_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    gz_fold_place(&f->fold, part, &room, pair);
    f->part = part;
    f->fold.status = graze_intersect_all(&pair[0], &pair[1], tell, f, &f->counts);
    return f->fold.status == GRAZE_OK ? f->flow : GRAZE_STOP;
}

graze_status gz_complex_intersect_all(const graze_placed *a, const graze_placed *b,
                                      graze_tree_visit_pair visit, void *user,
                                      graze_tree_counts *counts) {
    first_part f = {.visit = visit, .user = user};
    graze_status status = gz_fold_begin(a, b, NULL, &f.fold);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {.shape = f.fold.placed[f.fold.side].shape,
                                .limit = f.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_all,
                                .user = &f};
    gz_fold_narrow(&f.fold, &search);
    gz_complex_search_run(&search);
    if (f.fold.status == GRAZE_OK && counts) {
        counts->nodes += search.counts.nodes + f.counts.nodes;
        counts->box_tests += search.counts.box_tests + f.counts.box_tests;
        counts->items += f.counts.items;
    }
    return f.fold.status;
}

/* -- containment -- */

typedef struct inside_part {
    gz_fold fold;
    vec3 point;
    bool inside;
} inside_part;

static graze_flow ask_inside(void *user, uint32_t part, double *limit) {
    (void)limit;
    inside_part *f = user;
    gz_simplex_room room;
    graze_placed pair[2];
    gz_fold_place(&f->fold, part, &room, pair);
    f->fold.status = graze_placed_contains(&pair[0], f->point, &f->inside);
    return f->fold.status != GRAZE_OK || f->inside ? GRAZE_STOP : GRAZE_CONTINUE;
}

graze_status gz_complex_contains(const graze_placed *placed, graze_vec3 point, bool *inside) {
    if (!inside || !vec3_is_finite(point)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (!(vec3_max_abs(point) < GRAZE_SHAPE_REACH / 4)) {
        *inside = false;
        return GRAZE_OK;
    }
    gz_simplex_room room;
    graze_placed other = {gz_simplex_place(&room, (const vec3[]){{0, 0, 0}}, 1),
                          graze_pose_at(point.x, point.y, point.z), 0};
    inside_part f = {.inside = false};
    status = gz_fold_begin(placed, &other, NULL, &f.fold);
    if (status != GRAZE_OK) return status;
    f.point = f.fold.placed[1].pose.origin;
    gz_complex_search search = {.shape = placed->shape,
                                .limit = f.fold.error,
                                .bound = gz_fold_gap,
                                .visit = ask_inside,
                                .user = &f};
    gz_fold_narrow(&f.fold, &search);
    gz_complex_search_run(&search);
    if (f.fold.status == GRAZE_OK) *inside = f.inside;
    return f.fold.status;
}
