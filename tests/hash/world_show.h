/* SPDX-License-Identifier: MIT
 * A world in motion, with shapes of all sorts, callbacks that move things and meshes that deform. It is
 * the same one every time, whatever finds its pairs and whoever computes them. */
#ifndef GRAZE_HASH_WORLD_SHOW_H
#define GRAZE_HASH_WORLD_SHOW_H

#include "digest.h"

typedef struct show_setup {
    graze_broad_kind kind;
    bool no_caches;
    const graze_runner *runner;
} show_setup;

typedef struct show_digests {
    digest events;  /* who touches whom, since when, in which order, and what they are told about */
    digest numbers; /* all that is told about it, and what scene queries answer */
} show_digests;

show_digests show_run(const show_setup *setup);

#endif
