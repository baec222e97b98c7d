/* SPDX-License-Identifier: MIT */
#include "mesh/complex_overlap.h"

#include "mesh/complex_fold.h"

typedef struct overlap_search {
    gz_fold fold;
    graze_tree_visit visit;
    void *user;
} overlap_search;

static graze_flow ask(void *user, uint32_t part, double *limit) {
    (void)limit;
    overlap_search *s = user;
    gz_simplex_room room;
    graze_placed pair[2];
    graze_intersection found;
    gz_fold_place(&s->fold, part, &room, pair);
    s->fold.status = graze_intersect(&pair[0], &pair[1], NULL, NULL, &found);
    if (s->fold.status != GRAZE_OK) return GRAZE_STOP;
    return found.intersecting ? s->visit(s->user, part) : GRAZE_CONTINUE;
}

graze_status gz_complex_overlap(const graze_placed *placed, const graze_placed *other,
                                graze_tree_visit visit, void *user, graze_tree_counts *counts) {
    overlap_search s = {.visit = visit, .user = user};
    graze_status status = gz_fold_make(placed, other, &s.fold);
    if (status != GRAZE_OK) return status;
    gz_complex_search search = {
        .shape = placed->shape, .limit = s.fold.error, .bound = gz_fold_gap, .visit = ask, .user = &s};
    gz_fold_narrow(&s.fold, &search);
    gz_complex_search_run(&search);
    if (s.fold.status == GRAZE_OK && counts) {
        counts->nodes += search.counts.nodes;
        counts->box_tests += search.counts.box_tests;
        counts->items += search.counts.items;
    }
    return s.fold.status;
}
