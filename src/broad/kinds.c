/* SPDX-License-Identifier: MIT
 * The implementations by their kind. */
#include "broad/broad.h"

const gz_broad_ops *gz_broad_ops_of(graze_broad_kind kind) {
    switch (kind) {
    case GRAZE_BROAD_BRUTE_FORCE:
        return &gz_broad_brute_force;
    case GRAZE_BROAD_SWEEP_AND_PRUNE:
        return &gz_broad_sweep_and_prune;
    case GRAZE_BROAD_DEFAULT:
    case GRAZE_BROAD_TREE:
        return &gz_broad_tree;
    case GRAZE_BROAD_GRID:
        return &gz_broad_grid;
    default:
        return NULL;
    }
}
