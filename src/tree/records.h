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
    gz_box4 box;     /* around all */
    bool pairs;      /* may there be any? */
    uint32_t next;   /* the item that could join the last record; UINT32_MAX: none */
    gz_box4 last;    /* that record's box: reading it where it was just written would take time */
    float last_area; /* half its surface */
} gz_tree_records;

/* Leaves must have room for two pairs, else they could not be filled. */
static inline gz_tree_records gz_tree_records_make(gz_tree_record *room,
                                                   const graze_tree_options *options) {
    return (gz_tree_records){
        .at = room, .box = gz_box4_nothing(), .pairs = options->leaf_size >= 4, .next = UINT32_MAX};
}

/* A common box pays if its surface is less than this part of the sum of the two. */
#define GZ_PAIR_SURFACE 0.75f

/* Says that first, first + 1, ... are added, so many in all. */
static inline void gz_tree_records_note(gz_tree_records *list, uint32_t first, size_t count) {
    list->items += count;
    list->item_end = first + (uint32_t)count;
}

static inline void gz_tree_records_add(gz_tree_records *list, gz_box4 box, uint32_t item) {
    float area = gz_box4_half_surface(box);
    list->box = gz_box4_join(list->box, box);
    if (item == list->next) {
        gz_box4 both = gz_box4_join(list->last, box);
        list->next = UINT32_MAX;
        if (gz_box4_half_surface(both) < GZ_PAIR_SURFACE * (area + list->last_area)) {
            gz_tree_record *last = &list->at[list->count - 1];
            gz_tree_record_set(last, both, item - 1);
            last->tagged_count = 2 | GZ_RECORD_TAG;
            return;
        }
    }
    gz_tree_record_set(&list->at[list->count++], box, item);
    list->last = box;
    list->last_area = area;
    list->next = list->pairs ? item + 1 : UINT32_MAX;
}

#endif
