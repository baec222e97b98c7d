/* SPDX-License-Identifier: MIT
 * Do edges cross, or end on others? All pairs are compared. */
#include "primitive/polygon_chain.h"

static bool opposite(double a, double b) { return (a > 0 && b < 0) || (a < 0 && b > 0); }

static bool apart(const double *a, const double *b, const double *c, const double *d) {
    for (int k = 0; k < 2; ++k) {
        double lo = a[k] < b[k] ? a[k] : b[k], hi = a[k] < b[k] ? b[k] : a[k];
        if ((c[k] < lo && d[k] < lo) || (c[k] > hi && d[k] > hi)) return true;
    }
    return false;
}

/* The edges from i and j may share ends, and be opposite: that is a bridge. */
static bool edges_conflict(const gz_polygon_chain *chain, uint32_t i, uint32_t j) {
    uint32_t i_next = chain->next[i], j_next = chain->next[j];
    const double *a = gz_chain_at(chain, i), *b = gz_chain_at(chain, i_next);
    const double *c = gz_chain_at(chain, j), *d = gz_chain_at(chain, j_next);
    if (apart(a, b, c, d)) return false;
    if (gz_chain_same_place(chain, i, j) && gz_chain_same_place(chain, i_next, j_next)) return true;
    if (gz_chain_strictly_between(c, a, b) || gz_chain_strictly_between(d, a, b)) return true;
    if (gz_chain_strictly_between(a, c, d) || gz_chain_strictly_between(b, c, d)) return true;
    return opposite(gz_orient2d(a, b, c), gz_orient2d(a, b, d)) &&
           opposite(gz_orient2d(c, d, a), gz_orient2d(c, d, b));
}

/* Two rings, or two parts of one, cross at a common point. */
static bool paths_cross(const gz_polygon_chain *chain, uint32_t i, uint32_t j) {
    if (!gz_chain_same_place(chain, i, j)) return false;
    int in = gz_chain_in_angle(chain, i, gz_chain_at(chain, chain->prev[j]));
    int out = gz_chain_in_angle(chain, i, gz_chain_at(chain, chain->next[j]));
    return in * out < 0;
}

bool gz_chain_is_tangled(const gz_polygon_chain *chain) {
    for (uint32_t i = 0; i < chain->count; ++i) {
        if (chain->next[i] == GZ_POLYGON_NOWHERE) continue;
        for (uint32_t j = i + 1; j < chain->count; ++j) {
            if (chain->next[j] == GZ_POLYGON_NOWHERE) continue;
            if (edges_conflict(chain, i, j) || paths_cross(chain, i, j)) return true;
        }
    }
    return false;
}
