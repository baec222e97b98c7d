/* SPDX-License-Identifier: MIT
 * Nodes from the top down. A node begins with all its items in one span; the span that pays most is
 * divided until all lanes are taken, which gives the tree of two-way splits with the largest boxes
 * opened first, but never stores it. Spans that are small enough become leaves, the others nodes. */
#ifndef GZ_TREE_GROW_H
#define GZ_TREE_GROW_H

#include "tree/split.h"

/* Nodes in a row; zero-initialised it is empty. */
typedef struct gz_tree_block {
    gz_node *nodes;
    size_t count, capacity;
    size_t expected; /* how many more there will be when it has to grow next */
    bool out_of_memory;
} gz_tree_block;

/* The index of the first of so many new nodes; 0, and out_of_memory set, if there is no room. */
uint32_t gz_tree_block_reserve(gz_tree_block *block, uint32_t wanted);
void gz_tree_block_release(gz_tree_block *block);
/* Puts the tree of a part into a block: its root takes the place `at`, the others come at the end. */
void gz_tree_block_graft(gz_tree_block *block, uint32_t at, const gz_tree_block *part);

/* Parts of a large tree that are made by themselves, each into a block of its own, by one thread or
 * several. How the tree is divided does not depend on that. */
#define GZ_TREE_JOB 4096
typedef struct gz_tree_job {
    gz_tree_span span;
    int levels_left;
    uint32_t at; /* where its root belongs */
    gz_tree_block block;
} gz_tree_job;

typedef struct gz_tree_jobs {
    gz_tree_job *at;
    size_t count, capacity;
} gz_tree_jobs;

bool gz_tree_jobs_add(gz_tree_jobs *jobs, uint32_t at, const gz_tree_span *span, int levels_left);
void gz_tree_jobs_release(gz_tree_jobs *jobs);

typedef struct gz_tree_grower {
    gz_splitter splitter;
    uint32_t degree, leaf_size;
    uint32_t leaf_records; /* so many always fit into a leaf */
    uint32_t *items;       /* of the whole tree */
    gz_tree_block block;
    gz_tree_jobs *jobs; /* where parts are left to; NULL: nowhere */
} gz_tree_grower;

/* The tree of a span, its root first. */
void gz_tree_grow(gz_tree_grower *grower, const gz_tree_span *whole, int levels_left);
/* Does all jobs of a grower and grafts them onto its block; false when memory is out. */
bool gz_tree_finish_jobs(gz_tree_grower *grower, const graze_runner *runner);

#endif
