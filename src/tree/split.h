/* SPDX-License-Identifier: MIT
 * Dividing boxes into two sets. */
#ifndef GZ_TREE_SPLIT_H
#define GZ_TREE_SPLIT_H

#include "tree/box4.h"

/* Some of the records that a tree is built of, in a row. */
typedef struct gz_tree_span {
    gz_box4 box;     /* around them */
    gz_box4 centers; /* around twice their centres */
    float area;      /* half the surface of the box */
    uint32_t first, count;
    uint32_t items; /* how many they stand for */
    uint32_t place; /* where these begin in the tree (tree/grow.c) */
} gz_tree_span;

typedef struct gz_splitter {
    gz_tree_record *records;
    graze_tree_split method;
} gz_splitter;

/* A span of records; around: the box around all of them. */
gz_tree_span gz_tree_span_make(gz_box4 around, uint32_t first, uint32_t count, uint32_t items);
/* Divides two or more records into two sets of one or more; the span keeps those on the left. */
void gz_tree_span_split(const gz_splitter *splitter, gz_tree_span *span, gz_tree_span *right);
/* Each of its records by itself, as many as there are. */
void gz_tree_span_scatter(const gz_splitter *splitter, const gz_tree_span *span, gz_tree_span *single);
/* Into halves of equal count, along the longest axis of the centres. */
void gz_tree_span_halve(const gz_splitter *splitter, gz_tree_span *span, gz_tree_span *right);

#endif
