/* SPDX-License-Identifier: MIT
 * Bridges to holes (B:1040-1046): the hole that reaches farthest along the first axis is joined first.
 * Its farthest point sees a corner of the ring around it: all other holes are behind, and no single
 * edge fills the half-plane ahead unless its own ends are in sight. */
#include "primitive/polygon_chain.h"

static bool is_farther(const double a[2], const double b[2]) {
    return a[0] > b[0] || (a[0] == b[0] && a[1] > b[1]);
}

static uint32_t farthest_node(const gz_polygon_chain *chain, uint32_t start) {
    uint32_t best = start;
    for (uint32_t node = chain->next[start]; node != start; node = chain->next[node])
        if (is_farther(gz_chain_at(chain, node), gz_chain_at(chain, best))) best = node;
    return best;
}

static bool opposite(double a, double b) { return (a > 0 && b < 0) || (a < 0 && b > 0); }

/* An edge of the ring crosses p q, or one of its nodes is between them. */
static bool ring_blocks(const gz_polygon_chain *chain, uint32_t start, const double *p,
                        const double *q) {
    uint32_t node = start;
    do {
        const double *a = gz_chain_at(chain, node), *b = gz_chain_at(chain, chain->next[node]);
        if (gz_chain_strictly_between(a, p, q)) return true;
        if (opposite(gz_orient2d(p, q, a), gz_orient2d(p, q, b)) &&
            opposite(gz_orient2d(a, b, p), gz_orient2d(a, b, q)))
            return true;
        node = chain->next[node];
    } while (node != start);
    return false;
}

/* Nothing of the parent and of the holes in it is in the way from p to q. */
static bool is_visible(const gz_polygon_chain *chain, uint32_t parent, uint32_t p, uint32_t q) {
    if (gz_chain_same_place(chain, p, q)) return false;
    const double *at_p = gz_chain_at(chain, p), *at_q = gz_chain_at(chain, q);
    if (gz_chain_in_angle(chain, p, at_q) <= 0 || gz_chain_in_angle(chain, q, at_p) <= 0) return false;
    for (uint32_t r = 0; r < chain->rings; ++r)
        if (chain->parent[r] == parent && ring_blocks(chain, chain->ring[r], at_p, at_q)) return false;
    return true;
}

static uint32_t repeat(gz_polygon_chain *chain, uint32_t node) {
    uint32_t copy = chain->count++;
    GZ_ASSERT(copy < chain->capacity);
    chain->point[copy] = chain->point[node];
    return copy;
}

static void link(gz_polygon_chain *chain, uint32_t from, uint32_t to) {
    chain->next[from] = to;
    chain->prev[to] = from;
}

/* From p over to q, around its ring, and back to where p went on. */
static void join(gz_polygon_chain *chain, uint32_t p, uint32_t q) {
    uint32_t p_again = repeat(chain, p), q_again = repeat(chain, q);
    link(chain, p_again, chain->next[p]);
    link(chain, chain->prev[q], q_again);
    link(chain, p, q);
    link(chain, q_again, p_again);
}

static bool bridge_hole(gz_polygon_chain *chain, uint32_t hole) {
    uint32_t parent = chain->parent[hole], start = chain->ring[parent], p = start;
    uint32_t q = farthest_node(chain, chain->ring[hole]);
    do {
        if (is_visible(chain, parent, p, q)) {
            join(chain, p, q);
            chain->parent[hole] = GZ_POLYGON_NOWHERE;
            return true;
        }
        p = chain->next[p];
    } while (p != start);
    return false;
}

/* The hole still to be joined that reaches farthest; GZ_POLYGON_NOWHERE if there is none. */
static uint32_t next_hole(const gz_polygon_chain *chain) {
    uint32_t best = GZ_POLYGON_NOWHERE;
    const double *reach = NULL;
    for (uint32_t r = 0; r < chain->rings; ++r) {
        if (chain->parent[r] == r || chain->parent[r] == GZ_POLYGON_NOWHERE) continue;
        const double *at = gz_chain_at(chain, farthest_node(chain, chain->ring[r]));
        if (reach && !is_farther(at, reach)) continue;
        best = r;
        reach = at;
    }
    return best;
}

bool gz_chain_bridge(gz_polygon_chain *chain) {
    for (uint32_t hole = next_hole(chain); hole != GZ_POLYGON_NOWHERE; hole = next_hole(chain))
        if (!bridge_hole(chain, hole)) return false;
    return true;
}
