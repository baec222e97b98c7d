/* SPDX-License-Identifier: MIT
 * Whether a tree is what it should be: nothing here trusts a link. */
#include <string.h>

#include "base/memory.h"
#include "tree/boxes.h"

/* Whether the items of a node's leaves are in a row. */
static bool leaves_are_in_a_row(const gz_node *node) {
    uint32_t next = UINT32_MAX;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (!gz_link_is_leaf(link) || link == GZ_LINK_NONE) continue;
        if (next != UINT32_MAX && gz_link_first(link) != next) return false;
        next = gz_link_first(link) + gz_link_count(link);
    }
    return true;
}

typedef struct validation {
    const graze_tree *tree;
    gz_given_boxes boxes;
    uint32_t next_node, items_seen;
    uint8_t *seen; /* a bit an item number */
} validation;

static bool same_box(const gz_node *node, int lane, gz_box4 box) {
    _Alignas(16) float lo[4], minus_hi[4];
    gz_f32x4_store(lo, box.lo);
    gz_f32x4_store(minus_hi, box.minus_hi);
    for (int k = 0; k < 3; ++k)
        if (!(node->lo[k][lane] == lo[k] && node->hi[k][lane] == -minus_hi[k])) return false;
    return true;
}

static bool leaf_is_sound(validation *v, const gz_node *node, int lane) {
    const graze_tree *tree = v->tree;
    uint32_t first = gz_link_first(node->link[lane]), count = gz_link_count(node->link[lane]);
    if (first > tree->item_count || count > tree->item_count - first) return false;
    gz_box4 box = gz_box4_nothing();
    for (uint32_t i = first; i < first + count; ++i) {
        uint32_t item = tree->items[i];
        if (item >= tree->item_end || v->seen[item / 8] & 1u << item % 8) return false;
        v->seen[item / 8] = (uint8_t)(v->seen[item / 8] | 1u << item % 8);
        v->items_seen++;
        box = gz_box4_join(box, gz_given_box_at(&v->boxes, item));
    }
    return same_box(node, lane, box);
}

/* Lanes that are used come first, the others hold nothing; each box is that of what is below it. */
static bool node_is_sound(validation *v, uint32_t n, int levels_left) {
    const gz_node *node = &v->tree->nodes[n];
    bool ended = false;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (link == GZ_LINK_NONE) {
            ended = true;
            if (i == 0 || !same_box(node, i, gz_box4_nothing())) return false;
        } else if (ended || i >= v->tree->options.degree) {
            return false;
        } else if (gz_link_is_leaf(link)) {
            if (!leaf_is_sound(v, node, i)) return false;
        } else if (link <= n || link >= v->tree->node_count || levels_left < 2 ||
                   !same_box(node, i, gz_node_bounds(&v->tree->nodes[link]))) {
            return false;
        }
    }
    if (!leaves_are_in_a_row(node)) return false;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (gz_link_is_leaf(link)) continue;
        v->next_node++;
        if (!node_is_sound(v, link, levels_left - 1)) return false;
    }
    return true;
}

static bool tree_is_sound(validation *v) {
    const graze_tree *tree = v->tree;
    if (!tree->item_count) return !tree->node_count && !tree->nodes;
    if (!tree->node_count || !tree->nodes || !tree->items) return false;
    gz_box4 all = gz_node_bounds(&tree->nodes[0]);
    _Alignas(16) float lo[4], minus_hi[4];
    gz_f32x4_store(lo, all.lo);
    gz_f32x4_store(minus_hi, all.minus_hi);
    for (int k = 0; k < 3; ++k)
        if (!(tree->lo[k] == lo[k] && tree->hi[k] == -minus_hi[k])) return false;
    v->next_node = 1;
    return node_is_sound(v, 0, GZ_TREE_DEPTH) && v->items_seen == tree->item_count &&
           v->next_node == tree->node_count;
}

graze_status graze_tree_validate(const graze_tree *tree, const graze_aabb *boxes) {
    validation v = {.tree = tree, .boxes = {boxes, {{0, 0, 0}, 1}}};
    if (!tree) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_given_boxes_check(boxes, tree->item_end, &v.boxes.units);
    if (status != GRAZE_OK) return status;
    if (memcmp(&v.boxes.units, &tree->units, sizeof tree->units) != 0) return GRAZE_INVALID_ARGUMENT;
    size_t bytes = (size_t)tree->item_end / 8 + 1;
    v.seen = gz_allocate(bytes);
    if (!v.seen) return GRAZE_OUT_OF_MEMORY;
    memset(v.seen, 0, bytes);
    bool sound = tree_is_sound(&v);
    gz_release(v.seen, bytes);
    return sound ? GRAZE_OK : GRAZE_INVALID_ARGUMENT;
}
