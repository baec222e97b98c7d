/* SPDX-License-Identifier: MIT
 * The searches for pairs in a tree, for one way to compare eight boxes with one; dynamic_tree_pairs.c
 * includes this once a way, with NAME(function), which tells the functions apart, OVERLAPS and APPEND,
 * what they call, and KERNEL_TARGET. */
#define ROOM_BELOW NAME(room_below)
#define ADDED_BELOW NAME(added_below)
#define BETWEEN NAME(between)
#define AROUND NAME(around)
#define GO_DOWN NAME(go_down)
#define WITHIN NAME(within)
#define FINISH NAME(finish)
#define ALL_PAIRS NAME(all_pairs)
#define SEND NAME(send)
#define START NAME(start)
#define BY_NODES NAME(by_nodes)
#define BY_LIST NAME(by_list)

KERNEL_TARGET static void GO_DOWN(search *s, uint32_t level);

/* Room for what nodes of the level add to the queue of the next one, which goes down first if it is
 * nearly full. */
static inline gz_candidate *ROOM_BELOW(search *s, uint32_t level) {
    if (level == 0) return room_for_pairs(s);
    queue *below = &s->levels[level - 1];
    if (below->count > QUEUE - ROOM) GO_DOWN(s, level - 1);
    return below->at + below->count;
}

static inline void ADDED_BELOW(search *s, uint32_t level, const gz_candidate *end) {
    if (level == 0)
        s->pairs->count = (size_t)(end - s->pairs->at);
    else
        s->levels[level - 1].count = (size_t)(end - s->levels[level - 1].at);
}

/* Pairs of a child of one node and a child of the other. */
KERNEL_TARGET static inline gz_candidate *BETWEEN(const search *s, gz_candidate nodes,
                                                  gz_candidate *to) {
    const gz_dynamic_node *all = s->tree->nodes, *m = &all[nodes.a], *n = &all[nodes.b];
    gz_slim_box round_n =
        gz_box8_get(&all[n->parent / GZ_DYNAMIC_WIDTH].boxes, n->parent % GZ_DYNAMIC_WIDTH);
    for (uint32_t left = OVERLAPS(&m->boxes, &round_n); left; left &= left - 1) {
        uint32_t i = gz_lowest_bit(left);
        gz_slim_box box = gz_box8_get(&m->boxes, i);
        to += APPEND(to, m->child[i], n->child, OVERLAPS(&n->boxes, &box));
    }
    return to;
}

/* Pairs of a fresh box and children of the node. */
KERNEL_TARGET static inline gz_candidate *AROUND(const search *s, gz_candidate fresh, uint32_t level,
                                                 gz_candidate *to) {
    const gz_dynamic_node *n = &s->tree->nodes[fresh.b];
    uint32_t hits = OVERLAPS(&n->boxes, &s->box[fresh.a]);
    if (level > 0) return to + APPEND(to, fresh.a, n->child, hits);
    uint32_t before = OVERLAPS(&n->boxes, &s->before[fresh.a]), index = s->index[fresh.a];
    to += APPEND(to, index, n->child, hits & ~before);
    if (hits & before) to += APPEND(to, index | WAS_NEAR, n->child, hits & before);
    return to;
}

/* Looks at all that waits on a level. */
KERNEL_TARGET static void GO_DOWN(search *s, uint32_t level) {
    queue *q = &s->levels[level];
    for (size_t k = 0; k < q->count; ++k) {
        gz_candidate *to = ROOM_BELOW(s, level);
        if (s->fetches && k + AHEAD < q->count) gz_dynamic_fetch(s->tree, q->at[k + AHEAD].b);
        if (!to) break;
        to = s->fresh ? AROUND(s, q->at[k], level, to) : BETWEEN(s, q->at[k], to);
        ADDED_BELOW(s, level, to);
    }
    q->count = 0;
}

/* Pairs of two children of each node of the subtree. */
KERNEL_TARGET static void WITHIN(search *s, uint32_t node) {
    const gz_dynamic_node *n = &s->tree->nodes[node];
    if (n->level > 0)
        for (uint32_t i = 0; i < n->count; ++i) WITHIN(s, n->child[i]);
    gz_candidate *to = ROOM_BELOW(s, n->level);
    if (!to) return;
    for (uint32_t i = 0; i < n->count; ++i) {
        gz_slim_box box = gz_box8_get(&n->boxes, i);
        uint32_t later = UINT32_C(0xfe) << i & 0xff;
        to += APPEND(to, n->child[i], n->child, OVERLAPS(&n->boxes, &box) & later);
    }
    ADDED_BELOW(s, n->level, to);
}

/* Empties the queues from the top down. */
KERNEL_TARGET static void FINISH(search *s) {
    for (uint32_t level = s->tree->nodes[s->tree->root].level + 1; level-- > 0;) GO_DOWN(s, level);
}

KERNEL_TARGET static void ALL_PAIRS(search *s) {
    WITHIN(s, s->tree->root);
    FINISH(s);
}

/* Lets the fresh boxes that wait at the root go down. */
KERNEL_TARGET static void SEND(search *s) {
    size_t count = s->levels[s->tree->nodes[s->tree->root].level].count;
    for (size_t k = 0; k < count; ++k) s->before[k] = s->pairs->fat[s->index[k]];
    FINISH(s);
}

/* Lets a fresh box begin at the root, as soon as there are enough of them. */
KERNEL_TARGET static void START(search *s, uint32_t index, gz_slim_box box) {
    queue *top = &s->levels[s->tree->nodes[s->tree->root].level];
    if (top->count == BATCH) SEND(s);
    uint32_t number = (uint32_t)top->count++;
    top->at[number] = (gz_candidate){number, s->tree->root};
    s->index[number] = index;
    s->box[number] = box;
    if (s->fetches) GZ_PREFETCH(&s->pairs->fat[index]);
}

/* Fresh boxes leaf node by leaf node, so that one finds in the cache what the last looked at. */
KERNEL_TARGET static void BY_NODES(search *s) {
    for (size_t node = 0; node < s->tree->used; ++node) {
        const gz_dynamic_node *n = &s->tree->nodes[node];
        if (s->fetches && s->tree->used - node > LEAVES_AHEAD)
            gz_dynamic_fetch(s->tree, node + LEAVES_AHEAD);
        for (uint32_t i = 0; n->level == 0 && i < n->count; ++i)
            if (s->pairs->marks[n->child[i]] & GZ_MARK_FRESH)
                START(s, n->child[i], gz_box8_get(&n->boxes, i));
    }
    SEND(s);
}

/* The same in the order in which they are listed, for few. */
KERNEL_TARGET static void BY_LIST(search *s) {
    for (size_t i = 0; i < s->pairs->fresh_count; ++i)
        START(s, s->pairs->fresh[i].index, s->pairs->fresh[i].box);
    SEND(s);
}

#undef ROOM_BELOW
#undef ADDED_BELOW
#undef BETWEEN
#undef AROUND
#undef GO_DOWN
#undef WITHIN
#undef FINISH
#undef ALL_PAIRS
#undef SEND
#undef START
#undef BY_NODES
#undef BY_LIST
