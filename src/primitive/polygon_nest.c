/* SPDX-License-Identifier: MIT
 * Which ring is in which: orientation, contacts, parents. */
#include "primitive/polygon_chain.h"

/* A node of the ring at the place of another node; GZ_POLYGON_NOWHERE if none is. */
static uint32_t node_at_place(const gz_polygon_chain *chain, uint32_t start, uint32_t other) {
    uint32_t node = start;
    do {
        if (gz_chain_same_place(chain, node, other)) return node;
        node = chain->next[node];
    } while (node != start);
    return GZ_POLYGON_NOWHERE;
}

/* 1 if the ring from outer goes around the one from inner, 0 if not, -1 if they are the same. A point
 * of inner that is none of outer's decides; if there is none, an edge that is none of outer's. */
static int goes_around(const gz_polygon_chain *chain, uint32_t outer, uint32_t inner) {
    uint32_t node = inner;
    int by_edge = -1;
    bool left_is_in = gz_chain_ring_sense(chain, outer) > 0;
    do {
        uint32_t touched = node_at_place(chain, outer, node);
        if (touched == GZ_POLYGON_NOWHERE)
            return gz_chain_ring_holds(chain, outer, gz_chain_at(chain, node));
        int side = gz_chain_in_angle(chain, touched, gz_chain_at(chain, chain->next[node]));
        if (side != 0) by_edge = (side > 0) == left_is_in;
        node = chain->next[node];
    } while (node != inner);
    return by_edge;
}

static void reverse(gz_polygon_chain *chain, uint32_t start) {
    uint32_t node = start;
    do {
        uint32_t next = chain->next[node];
        chain->next[node] = chain->prev[node];
        chain->prev[node] = next;
        node = next;
    } while (node != start);
}

/* Outer rings and islands counterclockwise, holes clockwise. All are measured before any is turned. */
static bool orient(gz_polygon_chain *chain) {
    for (uint32_t r = 0; r < chain->rings; ++r) {
        uint32_t depth = 0;
        for (uint32_t o = 0; o < chain->rings; ++o) {
            if (o == r) continue;
            int around = goes_around(chain, chain->ring[o], chain->ring[r]);
            if (around < 0) return false;
            depth += (uint32_t)around;
        }
        chain->parent[r] = depth;
    }
    for (uint32_t r = 0; r < chain->rings; ++r) {
        double sense = gz_chain_ring_sense(chain, chain->ring[r]);
        if (sense == 0) return false;
        if ((sense > 0) != (chain->parent[r] % 2 == 0)) reverse(chain, chain->ring[r]);
    }
    return true;
}

/* Both edges of j lie within the angle of i: what is between them there is not all inside. */
static bool splits_angle(const gz_polygon_chain *chain, uint32_t i, uint32_t j) {
    int in = gz_chain_in_angle(chain, i, gz_chain_at(chain, chain->prev[j]));
    int out = gz_chain_in_angle(chain, i, gz_chain_at(chain, chain->next[j]));
    return in >= 0 && out >= 0 && in + out > 0;
}

/* Where rings touch, each node is to have an angle that is inside. Exchanging the ways out joins two
 * rings or takes one apart, and leaves the set of edges as it is. */
static void resolve_contact(gz_polygon_chain *chain, uint32_t i, uint32_t j) {
    if (!splits_angle(chain, i, j) || !splits_angle(chain, j, i)) return;
    uint32_t next = chain->next[i];
    chain->next[i] = chain->next[j];
    chain->prev[chain->next[i]] = i;
    chain->next[j] = next;
    chain->prev[next] = j;
}

static void resolve_contacts(gz_polygon_chain *chain) {
    for (uint32_t i = 0; i < chain->count; ++i) {
        if (chain->next[i] == GZ_POLYGON_NOWHERE) continue;
        for (uint32_t j = i + 1; j < chain->count; ++j)
            if (chain->next[j] != GZ_POLYGON_NOWHERE && gz_chain_same_place(chain, i, j))
                resolve_contact(chain, i, j);
    }
}

/* The rings after that: each from its lowest node. */
static void collect_rings(gz_polygon_chain *chain) {
    chain->rings = 0;
    for (uint32_t i = 0; i < chain->count; ++i) {
        if (chain->next[i] == GZ_POLYGON_NOWHERE) continue;
        uint32_t node = chain->next[i];
        while (node > i) node = chain->next[node];
        if (node == i) chain->ring[chain->rings++] = i;
    }
}

static bool is_outer(const gz_polygon_chain *chain, uint32_t ring) {
    return gz_chain_ring_sense(chain, chain->ring[ring]) > 0;
}

/* The innermost outer ring around a hole: one that goes around none of the others that do. */
static uint32_t find_parent(const gz_polygon_chain *chain, uint32_t hole) {
    uint32_t best = GZ_POLYGON_NOWHERE;
    for (uint32_t r = 0; r < chain->rings; ++r) {
        if (r == hole || !is_outer(chain, r)) continue;
        if (goes_around(chain, chain->ring[r], chain->ring[hole]) != 1) continue;
        if (best == GZ_POLYGON_NOWHERE || goes_around(chain, chain->ring[best], chain->ring[r]) == 1)
            best = r;
    }
    return best;
}

bool gz_chain_nest(gz_polygon_chain *chain) {
    if (!orient(chain)) return false;
    resolve_contacts(chain);
    collect_rings(chain);
    for (uint32_t r = 0; r < chain->rings; ++r) {
        if (gz_chain_ring_sense(chain, chain->ring[r]) == 0) return false;
        chain->parent[r] = is_outer(chain, r) ? r : find_parent(chain, r);
        if (chain->parent[r] == GZ_POLYGON_NOWHERE) return false;
    }
    return true;
}
