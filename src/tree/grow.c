/* SPDX-License-Identifier: MIT */
#include "tree/grow.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

/* How many nodes a tree over so many items has, or a few more: leaves are half full on average. */
static size_t expected_nodes(const gz_tree_grower *b, uint32_t items) {
    return (size_t)items * 7 / (3 * (b->degree - 1) * (b->leaf_size + 1));
}

/* -- blocks --------------------------------------------------------------------------------------- */

uint32_t gz_tree_block_reserve(gz_tree_block *block, uint32_t wanted) {
    if (block->count + wanted > block->capacity) {
        size_t least = block->count + wanted + block->expected;
        size_t larger = block->capacity + block->capacity / 6;
        if (larger < least) larger = least;
        gz_node *nodes = gz_grow_array(block->nodes, block->capacity, larger, sizeof *nodes);
        if (!nodes) {
            block->out_of_memory = true;
            return 0;
        }
        block->nodes = nodes;
        block->capacity = larger;
        block->expected = 0;
    }
    uint32_t first = (uint32_t)block->count;
    block->count += wanted;
    return first;
}

void gz_tree_block_release(gz_tree_block *block) {
    gz_release(block->nodes, block->capacity * sizeof *block->nodes);
    *block = (gz_tree_block){0};
}

void gz_tree_block_graft(gz_tree_block *block, uint32_t at, const gz_tree_block *part) {
    uint32_t rest = (uint32_t)part->count - 1, base = 0;
    if (rest) base = gz_tree_block_reserve(block, rest);
    if (block->out_of_memory) return;
    for (uint32_t n = 0; n <= rest; ++n) {
        gz_node *node = &block->nodes[n ? base + n - 1 : at];
        *node = part->nodes[n];
        for (int i = 0; i < GZ_TREE_WIDTH; ++i)
            if (!gz_link_is_leaf(node->link[i])) node->link[i] += base - 1;
    }
}

/* Node `at` of the block, and all below it. */
static void grow(gz_tree_grower *b, uint32_t at, const gz_tree_span *whole, int levels_left);

/* -- jobs ----------------------------------------------------------------------------------------- */

bool gz_tree_jobs_add(gz_tree_jobs *jobs, uint32_t at, const gz_tree_span *span, int levels_left) {
    if (jobs->count == jobs->capacity) {
        gz_tree_job *block = gz_array_grow(jobs->at, &jobs->capacity, jobs->count + 8, sizeof *block);
        if (!block) return false;
        jobs->at = block;
    }
    gz_tree_job *job = &jobs->at[jobs->count++];
    job->span = *span;
    job->levels_left = levels_left;
    job->at = at;
    job->block = (gz_tree_block){0};
    return true;
}

void gz_tree_jobs_release(gz_tree_jobs *jobs) {
    for (size_t i = 0; i < jobs->count; ++i) gz_tree_block_release(&jobs->at[i].block);
    gz_release(jobs->at, jobs->capacity * sizeof *jobs->at);
    *jobs = (gz_tree_jobs){0};
}

static void do_job(void *context, size_t index) {
    const gz_tree_grower *whole = context;
    gz_tree_job *job = &whole->jobs->at[index];
    gz_tree_grower grower = *whole;
    grower.jobs = NULL;
    grower.block = (gz_tree_block){0};
    gz_tree_grow(&grower, &job->span, job->levels_left);
    job->block = grower.block;
}

/* One after the other, without blocks of their own: nodes come to lie where grafts would put them. */
static void grow_jobs(gz_tree_grower *grower) {
    gz_tree_jobs *jobs = grower->jobs;
    grower->jobs = NULL;
    for (size_t i = 0; i < jobs->count && !grower->block.out_of_memory; ++i)
        grow(grower, jobs->at[i].at, &jobs->at[i].span, jobs->at[i].levels_left);
    grower->jobs = jobs;
}

bool gz_tree_finish_jobs(gz_tree_grower *grower, const graze_runner *runner) {
    const gz_tree_jobs *jobs = grower->jobs;
    if (!runner || jobs->count < 2) {
        grow_jobs(grower);
        return !grower->block.out_of_memory;
    }
    runner->run(runner->user, do_job, grower, jobs->count);
    size_t nodes = 0;
    for (size_t i = 0; i < jobs->count; ++i) {
        if (jobs->at[i].block.out_of_memory) return false;
        nodes += jobs->at[i].block.count;
    }
    grower->block.expected = nodes;
    for (size_t i = 0; i < jobs->count && !grower->block.out_of_memory; ++i)
        gz_tree_block_graft(&grower->block, jobs->at[i].at, &jobs->at[i].block);
    return !grower->block.out_of_memory;
}

/* -- one node ------------------------------------------------------------------------------------- */

/* How many levels of nodes are enough for so many records if counts are halved. */
static int levels_needed(const gz_tree_grower *b, uint32_t count) {
    int levels = 1;
    for (uint64_t room = (uint64_t)b->leaf_records * b->degree; room < count; room *= b->degree)
        ++levels;
    return levels;
}

/* How much it pays to divide a span: what counts first is in the upper bits, then the first of equal
 * ones. Nobody could predict which of eight spans it is, so there are no branches, and the order of
 * floats is that of their bits. */
typedef struct span_value {
    uint64_t value;
    uint64_t if_room; /* more, if all of its leaves find room in the node and save another */
    uint32_t items;   /* which have to; UINT32_MAX: it does not matter */
} span_value;

static inline span_value value_of(const gz_tree_grower *b, const gz_tree_span *span, uint32_t at) {
    enum { NO_USE = 0, REST = 1, ROOM = 2, CROWD = 3 };
    float area_count = span->area * (float)span->items;
    uint32_t area, cost, count = span->items;
    memcpy(&area, &span->area, sizeof area);
    memcpy(&cost, &area_count, sizeof cost);
    /* Lanes that are left over: what costs a ray most. Dividing leaves takes no memory, others a node.
     */
    bool several = span->count > 1;
    uint64_t kind = several ? REST : NO_USE, value = several ? cost : 0;
    /* Spans that need more than one node: the largest first. */
    bool crowd = count > b->leaf_size * b->degree;
    kind = crowd ? CROWD : kind;
    value = crowd ? area : value;
    uint64_t last = GZ_TREE_WIDTH - 1 - at;
    span_value v = {.value = (kind << 32 | value) << 3 | last, .items = UINT32_MAX};
    /* Spans whose leaves find room here and save a node: the smallest first. */
    bool room = count > b->leaf_size && !crowd;
    v.if_room = ((uint64_t)ROOM << 32 | (UINT32_MAX - count)) << 3 | last;
    v.items = room ? count : v.items;
    return v;
}

/* Where the tree would become too deep: the most crowded first. */
static inline span_value halving_value_of(const gz_tree_grower *b, const gz_tree_span *span,
                                          uint32_t at) {
    uint64_t value = span->items > b->leaf_size ? span->count : 0;
    return (span_value){.value = value << 3 | (GZ_TREE_WIDTH - 1 - at), .items = UINT32_MAX};
}

/* The span to divide next, or count if none should be. */
static inline uint32_t next_to_open(const gz_tree_grower *b, const span_value *values, uint32_t count) {
    uint32_t room = (b->degree - count + 1) * b->leaf_size;
    uint64_t most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t value = values[i].value;
        uint64_t better = values[i].if_room & (0 - (uint64_t)(values[i].items <= room));
        value = better > value ? better : value;
        most = value > most ? value : most;
    }
    return most >> 3 ? GZ_TREE_WIDTH - 1 - (uint32_t)(most & (GZ_TREE_WIDTH - 1)) : count;
}

static uint32_t open_spans(const gz_tree_grower *b, const gz_tree_span *whole, int levels_left,
                           gz_tree_span spans[GZ_TREE_WIDTH]) {
    if (whole->count <= b->degree) { /* which is what dividing comes to in the end */
        gz_tree_span_scatter(&b->splitter, whole, spans);
        return whole->count;
    }
    uint32_t count = 1;
    bool halve = levels_needed(b, whole->count) >= levels_left;
    span_value values[GZ_TREE_WIDTH];
    spans[0] = *whole;
    values[0] = halve ? halving_value_of(b, whole, 0) : value_of(b, whole, 0);
    while (count < b->degree) {
        uint32_t at = next_to_open(b, values, count), behind = count++;
        if (at == behind) return behind;
        if (halve) {
            gz_tree_span_halve(&b->splitter, &spans[at], &spans[behind]);
            values[at] = halving_value_of(b, &spans[at], at);
            values[behind] = halving_value_of(b, &spans[behind], behind);
        } else {
            gz_tree_span_split(&b->splitter, &spans[at], &spans[behind]);
            values[at] = value_of(b, &spans[at], at);
            values[behind] = value_of(b, &spans[behind], behind);
        }
    }
    return count;
}

/* Where the items of lanes belong: those of leaves before those of nodes, so that the leaves of a node
 * have theirs in a row. How many nodes there are. */
static uint32_t place_items(const gz_tree_grower *b, uint32_t place, uint32_t count,
                            gz_tree_span spans[GZ_TREE_WIDTH]) {
    uint32_t inner = 0;
    for (uint32_t i = 0; i < count; ++i) { /* nodes as if they had no items */
        bool leaf = spans[i].items <= b->leaf_size;
        spans[i].place = place;
        place += leaf ? spans[i].items : 0;
        inner += !leaf;
    }
    for (uint32_t i = 0; inner && i < count; ++i) {
        if (spans[i].items <= b->leaf_size) continue;
        spans[i].place = place;
        place += spans[i].items;
    }
    return inner;
}

static uint32_t make_leaf(gz_tree_grower *b, const gz_tree_span *span) {
    const gz_tree_record *records = b->splitter.records + span->first;
    uint32_t *to = b->items + span->place;
    for (uint32_t i = 0; i < span->count; ++i) { /* one or two items each */
        uint32_t item = gz_tree_record_item(&records[i]), last = gz_tree_record_count(&records[i]) - 1;
        to[0] = item;
        to[last] = item + last;
        to += last + 1;
    }
    return gz_link_of_leaf(span->place, span->items);
}

/* What is below a lane that is no leaf: now, or as a job of its own. */
static void go_on(gz_tree_grower *b, uint32_t at, const gz_tree_span *span, int levels_left);

static void grow(gz_tree_grower *b, uint32_t at, const gz_tree_span *whole, int levels_left) {
    gz_tree_span spans[GZ_TREE_WIDTH];
    uint32_t count = open_spans(b, whole, levels_left, spans), links[GZ_TREE_WIDTH];
    uint32_t inner = place_items(b, whole->place, count, spans);
    uint32_t next = inner ? gz_tree_block_reserve(&b->block, inner) : 0;
    if (b->block.out_of_memory) return;
    gz_box4 boxes[GZ_TREE_WIDTH];
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
        boxes[i] = i < count ? spans[i].box : gz_box4_nothing();
        if (i >= count)
            links[i] = GZ_LINK_NONE;
        else
            links[i] = spans[i].items > b->leaf_size ? next++ : make_leaf(b, &spans[i]);
    }
    gz_node_set_boxes(&b->block.nodes[at], boxes);
    memcpy(b->block.nodes[at].link, links, sizeof links);
    for (uint32_t i = 0; i < count && !b->block.out_of_memory; ++i)
        if (!gz_link_is_leaf(links[i])) go_on(b, links[i], &spans[i], levels_left - 1);
}

static void go_on(gz_tree_grower *b, uint32_t at, const gz_tree_span *span, int levels_left) {
    if (b->jobs && span->items <= GZ_TREE_JOB)
        b->block.out_of_memory = !gz_tree_jobs_add(b->jobs, at, span, levels_left);
    else
        grow(b, at, span, levels_left);
}

void gz_tree_grow(gz_tree_grower *grower, const gz_tree_span *whole, int levels_left) {
    grower->block.expected = expected_nodes(grower, whole->items);
    uint32_t root = gz_tree_block_reserve(&grower->block, 1);
    if (!grower->block.out_of_memory) go_on(grower, root, whole, levels_left);
}
