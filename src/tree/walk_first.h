/* SPDX-License-Identifier: MIT
 * Two trees, gone through together until somebody says stop: pairs of boxes that overlap deepest, in
 * proportion to their size, come first, of whatever level they are; from level to level they have to
 * overlap a little deeper. What is far down and not deep any more is a dead end, mostly.
 *
 * Going down first (tree/walk_pair.h) has to finish all that is below a pair that overlaps by chance
 * before it looks at others. Two bumpy spheres of 500,000 triangles that meet take 62 steps and 22
 * pairs of leaves that way, and 14 and 5 this way. Where they do not meet all have to be looked at
 * anyway.
 *
 * Pairs wait in a list for each depth. A bit for each list says whether somebody waits there, so taking
 * the deepest is finding the lowest bit. Leaves of two nodes that overlap by half, and those that do
 * not, wait together: triangles are made ready once for several of them. Places are not used twice.
 * When they, or the steps, run out, what waits is finished one by one by going down, which is faster
 * by a fifth where all has to be looked at.
 */
#ifndef GZ_TREE_WALK_FIRST_H
#define GZ_TREE_WALK_FIRST_H

#include "tree/walk_pair.h"

/* After so many steps it has become unlikely that anything meets: of those that do, one in
 * eighteen takes more at 500,000 triangles, one in three hundred at 1,000. */
#define GZ_FIRST_STEPS 24
#define GZ_WAITING_ROOM 320 /* enough for that many steps, nearly always */
#define GZ_NOBODY_WAITS UINT16_MAX
/* The lists of leaves that overlap by half, and of others, sooner than nodes that are as deep: nothing
 * is below them. */
#define GZ_LEAVES_DEEP (GZ_SHALLOWEST / 8)
#define GZ_LEAVES_SHALLOW (GZ_SHALLOWEST * 3 / 4)
/* How many lists further back a pair waits for each level that it is down. */
#define GZ_SHALLOWER_BELOW 3

/* Nodes of both trees together, in bytes, that do not stay in the caches near a processor: nodes are
 * fetched while they wait. And those that do not stay in any: what leaves are made of, too. */
#define GZ_FETCH_NODES ((size_t)1 << 20)
#define GZ_FETCH_LEAVES ((size_t)1 << 23)

typedef struct gz_pair_waiting {
    gz_pair_place at;
    uint64_t leaf_pairs; /* if any, these are to be visited; otherwise the nodes to be compared */
    uint16_t next;       /* in its list */
    uint16_t level;      /* of the nodes, below the roots */
} gz_pair_waiting;

typedef struct gz_pair_queue {
    uint64_t lists;                    /* bit d: somebody waits in list d */
    uint16_t first[GZ_SHALLOWEST + 1]; /* of each list where somebody waits */
    uint16_t used;
    uint16_t level; /* of what is added */
    bool fetch;
    gz_pair_waiting place[GZ_WAITING_ROOM];
} gz_pair_queue;

/* For all pairs of a step? */
static inline bool gz_pair_queue_has_room(const gz_pair_queue *queue) {
    return queue->used + GZ_TREE_WIDTH * GZ_TREE_WIDTH <= GZ_WAITING_ROOM;
}

/* A place in a list. */
static inline gz_pair_waiting *gz_pair_queue_add(gz_pair_queue *queue, uint32_t shallow) {
    uint16_t n = queue->used++;
    gz_pair_waiting *place = &queue->place[n];
    place->level = queue->level;
    place->next = queue->lists >> shallow & 1 ? queue->first[shallow] : GZ_NOBODY_WAITS;
    queue->first[shallow] = n;
    queue->lists |= UINT64_C(1) << shallow;
    return place;
}

/* The deepest, and of equal ones the last that came. There is one. */
static inline const gz_pair_waiting *gz_pair_queue_take(gz_pair_queue *queue) {
    uint32_t shallow = gz_lowest_bit(queue->lists);
    uint16_t n = queue->first[shallow], next = queue->place[n].next;
    queue->first[shallow] = next;
    queue->lists ^= (uint64_t)(next == GZ_NOBODY_WAITS) << shallow;
    return &queue->place[n];
}

/* All four lines of it, and its slab. */
static inline void gz_node_fetch(const graze_tree *tree, uint32_t n) {
    const gz_node *node = tree->nodes + n;
    GZ_PREFETCH(&node->lo[0][0]);
    GZ_PREFETCH(&node->lo[2][0]);
    GZ_PREFETCH(&node->hi[1][0]);
    GZ_PREFETCH(&node->link[GZ_TREE_WIDTH - 1]);
    if (tree->slabs) GZ_PREFETCH(tree->slabs + n);
}

static inline void gz_leaves_await(gz_pair_queue *queue, const gz_pair_walk *walk,
                                   const gz_pair_step *step, uint64_t pairs, uint32_t shallow) {
    gz_pair_waiting *place = gz_pair_queue_add(queue, shallow);
    place->at.a = step->at.a;
    place->at.b = step->at.b;
    place->leaf_pairs = pairs;
    if (!queue->fetch) return;
    uint32_t bit = gz_lowest_bit(pairs);
    GZ_PREFETCH(walk->a->items + gz_link_first(step->at.a->link[bit & 7]));
    GZ_PREFETCH(walk->b->items + gz_link_first(step->at.b->link[bit >> 3]));
}

/* A pair that is no two leaves. */
static inline gz_pair_waiting *gz_nodes_await(gz_pair_queue *queue, uint32_t shallow) {
    shallow += (uint32_t)GZ_SHALLOWER_BELOW * queue->level;
    gz_pair_waiting *place =
        gz_pair_queue_add(queue, shallow < GZ_SHALLOWEST ? shallow : GZ_SHALLOWEST);
    place->leaf_pairs = 0;
    return place;
}

/* Everything that is left of a step. */
static inline void gz_step_await(gz_pair_queue *queue, const gz_pair_walk *walk, gz_pair_step *step,
                                 const gz_pair_depths *depths) {
    uint64_t leaves = step->left & step->leaf_pairs, deep = leaves & depths->deep;
    if (leaves != deep) gz_leaves_await(queue, walk, step, leaves ^ deep, GZ_LEAVES_SHALLOW);
    if (deep) gz_leaves_await(queue, walk, step, deep, GZ_LEAVES_DEEP);
    step->left ^= leaves;
    uint64_t inner = step->left & ~(gz_lanes_of_a(step->leaves_a) | gz_lanes_of_b(step->leaves_b));
    step->left ^= inner;
    for (; inner; inner &= inner - 1) {
        uint32_t bit = gz_lowest_bit(inner);
        gz_pair_waiting *place = gz_nodes_await(queue, gz_pair_shallow(depths, bit));
        gz_pair_below(walk, step, bit, &place->at);
        if (!queue->fetch) continue;
        gz_node_fetch(walk->a, step->at.a->link[bit & 7]);
        gz_node_fetch(walk->b, step->at.b->link[bit >> 3]);
    }
    while (step->left) { /* leaves that meet inner boxes */
        uint32_t bit = gz_lowest_bit(step->left);
        gz_pair_waiting *place = gz_nodes_await(queue, gz_pair_shallow(depths, bit));
        gz_pair_take(walk, step, bit, &place->at);
    }
}

/* Called before leaves of two nodes are visited, if trees are large; inline, like the visitor. */
typedef void (*gz_fetch_leaves)(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                                uint32_t lanes_b);

/* The children of a that are in any of the pairs. */
static inline uint32_t gz_lanes_in_pairs(uint64_t pairs) {
    pairs |= pairs >> 32;
    pairs |= pairs >> 16;
    return (uint32_t)(pairs | pairs >> 8) & 0xff;
}

GZ_INLINE graze_flow gz_visit_pairs(const gz_pair_waiting *waiting, gz_visit_leaves visit, void *user) {
    const gz_node *a = waiting->at.a, *b = waiting->at.b;
    for (uint64_t left = waiting->leaf_pairs; left; left &= left - 1) {
        uint32_t bit = gz_lowest_bit(left);
        if (visit(user, a->link[bit & 7], b->link[bit >> 3]) == GRAZE_STOP) return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* Calls visit with two leaves whose boxes overlap, until it returns GRAZE_STOP, and returns what it
 * returned last. Neither tree is empty. The walk's kernel and oriented boxes are used only where places
 * or steps have run out. */
GZ_INLINE graze_flow gz_walk_first(gz_pair_walk *walk, gz_fetch_leaves fetch, gz_visit_leaves visit,
                                   void *user) {
    gz_pair_queue queue;
    gz_pair_depths depths;
    gz_pair_step stack[2 * GZ_TREE_DEPTH];
    gz_node around[2];
    const gz_pair_deep compare = gz_pair_deep_choose();
    size_t bytes = ((size_t)walk->a->node_count + walk->b->node_count) * sizeof(gz_node);
    const uint64_t end = walk->counts.nodes + GZ_FIRST_STEPS;
    queue.lists = queue.used = queue.level = 0;
    queue.fetch = bytes > GZ_FETCH_NODES;
    stack[0].at = gz_pair_root(walk->a, walk->b, around);
    for (;;) {
        if (walk->counts.nodes < end && gz_pair_queue_has_room(&queue)) {
            compare(walk->view, stack, &depths);
            gz_pair_count(walk, stack);
            gz_step_await(&queue, walk, stack, &depths);
        } else {
            gz_pair_compare(walk, stack);
            if (gz_walk_pair_below(walk, stack, visit, user) == GRAZE_STOP) return GRAZE_STOP;
        }
        for (;;) {
            if (!queue.lists) return GRAZE_CONTINUE;
            const gz_pair_waiting *next = gz_pair_queue_take(&queue);
            if (!next->leaf_pairs) {
                stack[0].at = next->at;
                queue.level = (uint16_t)(next->level + 1);
                break;
            }
            if (bytes > GZ_FETCH_LEAVES)
                fetch(user, next->at.a, gz_lanes_in_pairs(next->leaf_pairs), next->at.b,
                      gz_lanes_in_pairs(gz_transposed_bits(next->leaf_pairs)));
            if (gz_visit_pairs(next, visit, user) == GRAZE_STOP) return GRAZE_STOP;
        }
    }
}

#endif
