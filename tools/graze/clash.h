/* SPDX-License-Identifier: MIT
 * Which objects of a model collide, lie in each other, or are closer than they should be. */
#ifndef TOOL_CLASH_H
#define TOOL_CLASH_H

#include "model.h"

typedef enum clash_kind {
    CLASH_OVERLAP, /* deeper than the tolerance */
    CLASH_INSIDE,  /* a is inside of b, all of it */
    CLASH_NEAR,    /* closer than the clearance */
    CLASH_TOUCH,   /* in contact, no deeper than the tolerance: not counted as a clash, whatever the
                      clearance is */
    CLASH_KIND_COUNT
} clash_kind;

typedef struct clash {
    size_t a, b; /* numbers of objects */
    const char *name_a, *name_b;
    clash_kind kind;
    /* The distance, or minus the depth: the shortest way by which b gets free. Of open surfaces it is
     * that of the two triangles that are deepest in each other. */
    double distance;
    double point[3];  /* where: halfway between the nearest, or deepest, points */
    double normal[3]; /* unit: b moves this way to get free, or away */
} clash;

typedef struct clash_options {
    double clearance; /* pairs that are nearer count */
    double tolerance; /* pairs no deeper than this only touch */
    int threads;
    text_list ignore; /* patterns: "NAME", or "NAME,NAME" for pairs */
} clash_options;

typedef struct clash_list {
    clash *at;
    size_t count, capacity;
    size_t pairs;                /* how many were near enough to be asked about */
    size_t of[CLASH_KIND_COUNT]; /* how many of each kind */
} clash_list;

/* Every object against every other, but for those that belong to one part or to parts that may touch.
 * In the order of the objects. False with a fault. */
bool clash_find(const model *m, const clash_options *options, clash_list *out, fault *f);
void clash_free(clash_list *list);

#endif
