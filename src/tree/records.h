/* SPDX-License-Identifier: MIT
 * The records of all items of a tree, one after the other. Neighbours by number are often neighbours in
 * space, too, like the two triangles of a quadrilateral, and would end up in one leaf: where a common
 * box pays they get a common record, so that the tree is built of half as many. */
#ifndef GZ_TREE_RECORDS_H
#define GZ_TREE_RECORDS_H

#include "tree/box4.h"

typedef struct gz_tree_records {
    gz_tree_record *at; /* room for a record for every item */
    size_t count;
    size_t items; /* how many, and the first number above all of theirs: gz_tree_records_note */
    uint32_t item_end;
    gz_box4 box; /* around all */
    bool pairs;  /* may there be any? */
} gz_tree_records;

/* Leaves must have room for two pairs, else they could not be filled. */
static inline gz_tree_records gz_tree_records_make(gz_tree_record *room,
                                                   const graze_tree_options *options) {
    return (gz_tree_records){.at = room, .box = gz_box4_nothing(), .pairs = options->leaf_size >= 4};
}

/* A common box pays if its surface is less than this part of the sum of the two. */
#define GZ_PAIR_SURFACE 0.75f

/* Says that first, first + 1, ... are added, so many in all. */
static inline void gz_tree_records_note(gz_tree_records *list, uint32_t first, size_t count) {
    list->items += count;
    list->item_end = first + (uint32_t)count;
}

/* Some items whose records are made one after the other, from boxes that need not be in the tree's
 * units yet: those of records are brought there when they are complete. The last one stays in registers
 * until then, because reading what was just written takes time. */
typedef struct gz_record_run {
    gz_tree_record *to;   /* where the last record will be */
    gz_box4 all, last;    /* around all items, and those of the last record */
    uint32_t item, count; /* of the last record; none if count is 0 */
    float area;           /* half the surface of its box */
    bool pairs;
    const gz_units *units;
} gz_record_run;
typedef gz_box4 gz_box_to_units(const gz_units *units, gz_box4 box);
/* For boxes that are in units already. */
GZ_INLINE gz_box4 gz_box4_as_it_is(const gz_units *units, gz_box4 box) {
    (void)units;
    return box;
}

static inline gz_record_run gz_record_run_begin(const gz_tree_records *list, const gz_units *units) {
    gz_box4 nothing = gz_box4_nothing();
    return (gz_record_run){.to = list->at + list->count,
                           .all = nothing,
                           .last = nothing,
                           .pairs = list->pairs,
                           .units = units};
}

GZ_INLINE void gz_record_run_add(gz_record_run *run, gz_box4 box, uint32_t item,
                                 gz_box_to_units to_units) {
    float area = gz_box4_half_surface(box);
    run->all = gz_box4_join(run->all, box);
    if (run->count) {
        gz_box4 both = gz_box4_join(run->last, box);
        bool neighbours = run->pairs && run->count == 1 && item == run->item + 1;
        if (neighbours && gz_box4_half_surface(both) < GZ_PAIR_SURFACE * (area + run->area)) {
            run->last = both;
            run->count = 2;
            return;
        }
        gz_tree_record_set(run->to++, to_units(run->units, run->last), run->item, run->count);
    }
    run->last = box;
    run->item = item;
    run->count = 1;
    run->area = area;
}

GZ_INLINE void gz_record_run_end(gz_record_run *run, gz_box_to_units to_units, gz_tree_records *list) {
    if (!run->count) return;
    gz_tree_record_set(run->to++, to_units(run->units, run->last), run->item, run->count);
    list->count = (size_t)(run->to - list->at);
    list->box = gz_box4_join(list->box, to_units(run->units, run->all));
}

#endif
