/* SPDX-License-Identifier: MIT
 * Nodes are made from the top down. A node begins with all its items in one span; the span that pays
 * most is divided until all lanes are taken, which gives the tree of two-way splits with the largest
 * boxes opened first, but never stores it. Spans that are small enough become leaves, the others nodes.
 *
 * Records move to and fro between two arrays. Large trees are divided from the top to spans of a fixed
 * size; what is below each of these is a job of its own with its own block of nodes, so that several
 * threads can work and make the same tree as one. */
#include "tree/build.h"

#include <string.h>

#include "base/memory.h"
#include "tree/split.h"

graze_status gz_tree_options_complete(const graze_tree_options *given, graze_tree_options *out) {
    graze_tree_options o = {GRAZE_TREE_SAH, 0, 0, NULL};
    if (given) o = *given;
    if (!o.degree) o.degree = GZ_TREE_WIDTH;
    if (!o.leaf_size) o.leaf_size = 4;
    bool split_known =
        o.split == GRAZE_TREE_SAH || o.split == GRAZE_TREE_MIDPOINT || o.split == GRAZE_TREE_MEDIAN;
    bool degree_known = o.degree == 2 || o.degree == 4 || o.degree == 8;
    if (!split_known || !degree_known || o.leaf_size < 1 || o.leaf_size > 8)
        return GRAZE_INVALID_ARGUMENT;
    if (o.runner && (!o.runner->run || o.runner->threads < 1)) return GRAZE_INVALID_ARGUMENT;
    *out = o;
    return GRAZE_OK;
}

/* What a node and those below it hold, on average, or a little less. */
enum { ITEMS_OF_A_NODE = 12 };

/* -- a block of nodes that grows ------------------------------------------------------------------ */

typedef struct builder {
    gz_splitter splitter;
    uint32_t degree, leaf_size;
    uint32_t *items; /* of the whole tree: spans are at the same place there */
    gz_node *nodes;
    size_t count, capacity, expected;
    bool out_of_memory;
} builder;

/* The index of the first of so many new nodes. */
static uint32_t reserve_nodes(builder *b, uint32_t wanted) {
    if (b->count + wanted > b->capacity) {
        size_t larger = b->capacity + b->capacity / 2 + b->expected + wanted;
        gz_node *nodes = gz_grow_array(b->nodes, b->capacity, larger, sizeof *nodes);
        if (!nodes) {
            b->out_of_memory = true;
            return 0;
        }
        b->nodes = nodes;
        b->capacity = larger;
    }
    uint32_t first = (uint32_t)b->count;
    b->count += wanted;
    return first;
}

/* -- one node ------------------------------------------------------------------------------------- */

/* How many levels of nodes count items need at least. */
static int levels_needed(const builder *b, uint32_t count) {
    int levels = 1;
    for (uint64_t room = (uint64_t)b->leaf_size * b->degree; room < count; room *= b->degree) ++levels;
    return levels;
}

/* How much it pays to divide a span: what counts first is in the upper bits. Nobody could predict which
 * of eight spans it is, so there are no branches, and the order of floats is that of their bits. */
static inline uint64_t span_value(const builder *b, const gz_tree_span *span, uint32_t free_lanes) {
    enum { NO_USE = 0, REST = 1, ROOM = 2, CROWD = 3 };
    float area_count = span->area * (float)span->count;
    uint32_t area, cost, count = span->count;
    memcpy(&area, &span->area, sizeof area);
    memcpy(&cost, &area_count, sizeof cost);
    /* Lanes that are left over: what costs a ray most. Dividing leaves takes no memory, others a node.
     */
    uint64_t kind = count > 1 ? REST : NO_USE, value = count > 1 ? cost : 0;
    /* Spans whose leaves find room here and save a node: the smallest first. */
    bool room = count > b->leaf_size && count <= (free_lanes + 1) * b->leaf_size;
    kind = room ? ROOM : kind;
    value = room ? UINT32_MAX - count : value;
    /* Spans that need more than one node: the largest first. */
    bool crowd = count > b->leaf_size * b->degree;
    kind = crowd ? CROWD : kind;
    value = crowd ? area : value;
    return kind << 32 | value;
}

/* Where the tree would become too deep: the most crowded first. */
static inline uint64_t halving_value(const builder *b, const gz_tree_span *span) {
    return span->count > b->leaf_size ? span->count : 0;
}

/* The span to divide next, the first of equal ones, or count if none should be. */
static uint32_t next_to_open(const builder *b, const gz_tree_span *spans, uint32_t count, bool halve) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t value =
            halve ? halving_value(b, &spans[i]) : span_value(b, &spans[i], b->degree - count);
        uint64_t key = value << 3 | (GZ_TREE_WIDTH - 1 - i);
        most = key > most ? key : most;
    }
    return most >> 3 ? GZ_TREE_WIDTH - 1 - (uint32_t)(most & (GZ_TREE_WIDTH - 1)) : count;
}

static uint32_t open_spans(const builder *b, const gz_tree_span *whole, int levels_left,
                           gz_tree_span spans[GZ_TREE_WIDTH]) {
    uint32_t count = 1;
    bool halve = levels_needed(b, whole->count) >= levels_left;
    spans[0] = *whole;
    while (count < b->degree) {
        uint32_t at = next_to_open(b, spans, count, halve);
        if (at == count) break;
        gz_tree_span parts[2];
        if (halve)
            gz_tree_span_halve(&b->splitter, &spans[at], parts);
        else
            gz_tree_span_split(&b->splitter, &spans[at], parts);
        spans[at] = parts[0];
        spans[count++] = parts[1];
    }
    return count;
}

static uint32_t make_leaf(builder *b, const gz_tree_span *span) {
    const gz_tree_record *records = b->splitter.records[span->side] + span->first;
    for (uint32_t i = 0; i < span->count; ++i)
        b->items[span->first + i] = gz_tree_record_item(&records[i]);
    return gz_link_of_leaf(span->first, span->count);
}

static void grow(builder *b, uint32_t at, const gz_tree_span *whole, int levels_left) {
    gz_tree_span spans[GZ_TREE_WIDTH];
    uint32_t count = open_spans(b, whole, levels_left, spans), inner = 0, links[GZ_TREE_WIDTH];
    for (uint32_t i = 0; i < count; ++i) inner += spans[i].count > b->leaf_size;
    uint32_t next = inner ? reserve_nodes(b, inner) : 0;
    if (b->out_of_memory) return;
    gz_box4 boxes[GZ_TREE_WIDTH];
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
        boxes[i] = i < count ? spans[i].box : gz_box4_nothing();
        if (i >= count)
            links[i] = GZ_LINK_NONE;
        else
            links[i] = spans[i].count > b->leaf_size ? next++ : make_leaf(b, &spans[i]);
    }
    gz_node_set_boxes(&b->nodes[at], boxes);
    memcpy(b->nodes[at].link, links, sizeof links);
    for (uint32_t i = 0; i < count && !b->out_of_memory; ++i)
        if (!gz_link_is_leaf(links[i])) grow(b, links[i], &spans[i], levels_left - 1);
}

/* -- the tree ------------------------------------------------------------------------------------- */

static graze_status build_nodes(builder *b, graze_tree *tree) {
    gz_tree_span all;
    all.first = 0;
    all.count = tree->item_count;
    all.side = 0;
    gz_tree_span_measure(&b->splitter, &all);
    _Alignas(16) float corner[4];
    gz_f32x4_store(corner, all.box.lo);
    memcpy(tree->lo, corner, sizeof tree->lo);
    gz_f32x4_store(corner, gz_f32x4_sub(gz_f32x4_splat(0), all.box.minus_hi));
    memcpy(tree->hi, corner, sizeof tree->hi);

    uint32_t root = reserve_nodes(b, 1);
    if (!b->out_of_memory) grow(b, root, &all, GZ_TREE_DEPTH);
    if (b->out_of_memory) return GRAZE_OUT_OF_MEMORY;
    tree->nodes = gz_allocate_array(b->count, sizeof *tree->nodes);
    if (!tree->nodes) return GRAZE_OUT_OF_MEMORY;
    memcpy(tree->nodes, b->nodes, b->count * sizeof *tree->nodes);
    tree->node_count = tree->node_capacity = (uint32_t)b->count;
    return GRAZE_OK;
}

static graze_status build_into(graze_tree *tree, gz_tree_record *records) {
    uint32_t count = tree->item_count;
    tree->items = gz_allocate_array(count, sizeof *tree->items);
    gz_tree_record *other = gz_allocate_array(count, sizeof *other);
    builder b = {.splitter = {{records, other}, tree->options.split},
                 .degree = (uint32_t)tree->options.degree,
                 .leaf_size = (uint32_t)tree->options.leaf_size,
                 .items = tree->items,
                 .expected = count / ITEMS_OF_A_NODE};
    graze_status status = tree->items && other ? build_nodes(&b, tree) : GRAZE_OUT_OF_MEMORY;
    gz_release(b.nodes, b.capacity * sizeof *b.nodes);
    gz_release(other, count * sizeof *other);
    return status;
}

graze_status gz_tree_build_records(gz_tree_record *records, size_t count, const gz_units *units,
                                   const graze_tree_options *options, graze_tree **out) {
    if (count > GRAZE_TREE_ITEMS) return GRAZE_OUT_OF_RANGE;
    graze_tree *tree = gz_allocate(sizeof *tree);
    if (!tree) return GRAZE_OUT_OF_MEMORY;
    memset(tree, 0, sizeof *tree);
    tree->item_count = (uint32_t)count;
    tree->units = *units;
    tree->options = *options;
    tree->options.runner = NULL; /* the caller's, and only for now */
    for (size_t i = 0; i < count; ++i)
        if (gz_tree_record_item(&records[i]) >= tree->item_end)
            tree->item_end = gz_tree_record_item(&records[i]) + 1;
    graze_status status = count ? build_into(tree, records) : GRAZE_OK;
    if (status != GRAZE_OK) {
        graze_tree_release(tree);
        return status;
    }
    *out = tree;
    return GRAZE_OK;
}
