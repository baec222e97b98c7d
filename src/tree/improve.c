/* SPDX-License-Identifier: MIT */
#include "tree/improve.h"

#include <string.h>

#include "base/memory.h"
#include "tree/boxes.h"
#include "tree/cost.h"
#include "tree/refit.h"

/* What a node that stays has cost when it was built. */
typedef struct kept_cost {
    uint32_t at;
    float cost;
} kept_cost;

typedef struct repair {
    graze_tree *tree;
    float slack;
    gz_records_of_items records_of;
    const void *user;
    gz_tree_record *records; /* room for all items, at the places they have in the tree */
    uint32_t *items;         /* those of the tree in their new order */
    gz_tree_block block;     /* the new nodes */
    kept_cost *kept;
    size_t kept_count, rebuilt;
} repair;

/* Where the items of a node begin, and how many there are: they are in a row. */
static void find_items(const graze_tree *tree, uint32_t n, uint32_t *first, uint32_t *end) {
    for (uint32_t i = 0; i < gz_node_lanes(&tree->nodes[n]); ++i) {
        uint32_t link = tree->nodes[n].link[i];
        if (!gz_link_is_leaf(link)) {
            find_items(tree, link, first, end);
            continue;
        }
        uint32_t begin = gz_link_first(link), behind = begin + gz_link_count(link);
        if (begin < *first) *first = begin;
        if (behind > *end) *end = behind;
    }
}

/* Node n and all below it anew, at the place `at` of the block. */
static void rebuild(repair *r, uint32_t n, uint32_t at, int levels_left) {
    uint32_t first = UINT32_MAX, end = 0;
    find_items(r->tree, n, &first, &end);
    r->records_of(r->user, r->tree->items + first, end - first, r->records + first);
    gz_tree_grower grower = gz_tree_grower_make(r->tree, r->records);
    grower.items = r->items;
    gz_box4 around = gz_node_bounds(&r->tree->nodes[n]);
    gz_tree_span span = gz_tree_span_make(around, first, end - first, end - first);
    gz_tree_grow(&grower, &span, levels_left);
    if (grower.block.out_of_memory)
        r->block.out_of_memory = true;
    else
        gz_tree_block_graft(&r->block, at, &grower.block);
    gz_tree_block_release(&grower.block);
    r->rebuilt += span.count;
}

static bool is_worn(const graze_tree *tree, uint32_t n, float slack) {
    return gz_node_cost(tree, n, tree->built_cost) > slack * tree->built_cost[n];
}

/* Copies node n to the place `at`, and what is below it, or builds it anew. */
static void mend(repair *r, uint32_t n, uint32_t at, int levels_left) {
    const graze_tree *tree = r->tree;
    if (is_worn(tree, n, r->slack)) {
        rebuild(r, n, at, levels_left);
        return;
    }
    gz_node node = tree->nodes[n];
    uint32_t inner = 0;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) inner += !gz_link_is_leaf(node.link[i]);
    uint32_t next = inner ? gz_tree_block_reserve(&r->block, inner) : 0;
    if (r->block.out_of_memory) return;
    uint32_t from[GZ_TREE_WIDTH];
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        from[i] = node.link[i];
        if (!gz_link_is_leaf(node.link[i])) node.link[i] = next++;
    }
    r->block.nodes[at] = node;
    r->kept[r->kept_count++] = (kept_cost){at, tree->built_cost[n]};
    for (int i = 0; i < GZ_TREE_WIDTH && !r->block.out_of_memory; ++i)
        if (!gz_link_is_leaf(from[i])) mend(r, from[i], node.link[i], levels_left - 1);
}

static bool finish(repair *r) {
    graze_tree *tree = r->tree;
    if (r->block.out_of_memory || !gz_tree_take_nodes(tree, &r->block)) return false;
    memcpy(tree->items, r->items, tree->item_count * sizeof *tree->items);
    gz_tree_remember_costs(tree);
    for (size_t i = 0; i < r->kept_count; ++i) tree->built_cost[r->kept[i].at] = r->kept[i].cost;
    return true;
}

/* Everything, or what is worn; levels are those of the whole tree. */
static graze_status repair_tree(repair *r, bool everything) {
    graze_tree *tree = r->tree;
    size_t count = tree->item_count, nodes = tree->node_count;
    r->records = gz_allocate_array(count, sizeof *r->records);
    r->items = gz_allocate_array(count, sizeof *r->items);
    r->kept = gz_allocate_array(nodes, sizeof *r->kept);
    bool done = r->records && r->items && r->kept;
    if (done) {
        memcpy(r->items, tree->items, count * sizeof *r->items);
        r->block.expected = nodes + nodes / 4;
        uint32_t root = gz_tree_block_reserve(&r->block, 1);
        if (!r->block.out_of_memory && everything)
            rebuild(r, 0, root, GZ_TREE_DEPTH);
        else if (!r->block.out_of_memory)
            mend(r, 0, root, GZ_TREE_DEPTH);
        done = finish(r);
    }
    gz_tree_block_release(&r->block);
    gz_release(r->records, count * sizeof *r->records);
    gz_release(r->items, count * sizeof *r->items);
    gz_release(r->kept, nodes * sizeof *r->kept);
    return done ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

/* The cost of the root as it is. */
static graze_status root_cost(const graze_tree *tree, float *cost) {
    float *costs = gz_allocate_array(tree->node_count, sizeof *costs);
    if (!costs) return GRAZE_OUT_OF_MEMORY;
    gz_tree_costs(tree, costs);
    *cost = costs[0];
    gz_release(costs, tree->node_count * sizeof *costs);
    return GRAZE_OK;
}

graze_status gz_tree_rebuild_worn(graze_tree *tree, float slack, gz_records_of_items records,
                                  const void *user, size_t *rebuilt) {
    repair r = {.tree = tree, .slack = slack, .records_of = records, .user = user};
    graze_status status = GRAZE_OK;
    uint32_t worn = 0;
    while (worn < tree->node_count && !is_worn(tree, worn, slack)) ++worn;
    if (worn < tree->node_count) status = repair_tree(&r, false);
    if (status == GRAZE_OK && tree->node_count && r.rebuilt < tree->item_count) {
        float cost;
        status = root_cost(tree, &cost);
        repair all = {.tree = tree, .slack = slack, .records_of = records, .user = user};
        if (status == GRAZE_OK && cost > slack * tree->built_cost[0]) status = repair_tree(&all, true);
        r.rebuilt += all.rebuilt;
    }
    if (rebuilt) *rebuilt = r.rebuilt;
    return status;
}

static void records_of_boxes(const void *user, const uint32_t *items, uint32_t count,
                             gz_tree_record *records) {
    for (uint32_t i = 0; i < count; ++i)
        gz_tree_record_set(&records[i], gz_given_box_at(user, items[i]), items[i], 1);
}

graze_status graze_tree_improve(graze_tree *tree, const graze_aabb *boxes, graze_real slack) {
    gz_given_boxes given = {boxes, {{0, 0, 0}, 1}};
    if (!tree || !(slack == 0 || slack >= 1)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_given_boxes_check(boxes, tree->item_end, &given.units);
    if (status != GRAZE_OK) return status;
    gz_given_boxes_refit(tree, &given);
    float limit = slack == 0 ? 1.5f : slack < 1e6f ? (float)slack : 1e6f;
    return gz_tree_rebuild_worn(tree, limit, records_of_boxes, &given, NULL);
}
