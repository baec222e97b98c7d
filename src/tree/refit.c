/* SPDX-License-Identifier: MIT */
#include "tree/refit.h"

/* The box at one of the places of a lane. */
static inline const gz_box4 *found_at(const gz_box4 *found, const gz_refit_lanes *lanes, int k,
                                      int lane) {
    return (const gz_box4 *)(const void *)((const char *)found + lanes->place[k][lane]);
}

/* In leaves of more than four the third box is made the one around all from there to the last. */
static inline void shorten(const gz_refit_lanes *lanes, gz_box4 *found) {
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t third = lanes->place[2][i] / sizeof *found, last = lanes->place[3][i] / sizeof *found;
        for (uint32_t k = third + 1; k < last; ++k) found[third] = gz_box4_join(found[third], found[k]);
    }
}

static inline void set_lane(gz_node *node, int lane, gz_box4 box) {
    _Alignas(16) float lo[4], hi[4];
    gz_f32x4_store(lo, box.lo);
    gz_f32x4_store(hi, gz_f32x4_sub(gz_f32x4_splat(0), box.minus_hi));
    for (int k = 0; k < 3; ++k) {
        node->lo[k][lane] = lo[k];
        node->hi[k][lane] = hi[k];
    }
}

/* -- the baseline, a node at a time --------------------------------------------------------------- */

/* Where the boxes of a node's lanes will be if those of the items of its leaves begin at `at`; how many
 * items there are, and where they begin in the tree. */
static inline uint32_t list_node_baseline(const gz_node *node, uint32_t at, gz_refit_lanes *lanes,
                                          uint32_t *from) {
    uint32_t begin = at, size = sizeof(gz_box4);
    *from = 0;
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        bool leaf = gz_link_is_leaf(link) & (link != GZ_LINK_NONE);
        uint32_t first = leaf ? at : 0;
        if (leaf && at == begin) *from = gz_link_first(link);
        at += leaf ? gz_link_count(link) : 0;
        uint32_t last = leaf ? at - 1 : 0;
        lanes->place[0][i] = first * size;
        lanes->place[1][i] = (first + 1 < last ? first + 1 : last) * size;
        lanes->place[2][i] = (first + 2 < last ? first + 2 : last) * size;
        lanes->place[3][i] = last * size;
    }
    return at - begin;
}

static inline void copy_items_baseline(uint32_t *to, const uint32_t *from, size_t count) {
    memcpy(to, from, count * sizeof *to);
}

static inline gz_box4 lane_box(const gz_box4 *found, const gz_refit_lanes *lanes, int i) {
    gz_box4 third = *found_at(found, lanes, 2, i), last = *found_at(found, lanes, 3, i);
    gz_box4 box = gz_box4_join(*found_at(found, lanes, 0, i), *found_at(found, lanes, 1, i));
    return gz_box4_join(box, gz_box4_join(third, last));
}

/* Leaves, in whatever units. */
static inline void fit_leaves_baseline(gz_node *node, const gz_refit_lanes *lanes, const gz_box4 *found,
                                       const gz_units *leaf_units) {
    gz_box4 boxes[GZ_TREE_WIDTH];
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        boxes[i] = lane_box(found, lanes, i);
        if (leaf_units && lanes->place[0][i]) boxes[i] = gz_box4_to_units(leaf_units, boxes[i]);
    }
    gz_node_set_boxes(node, boxes);
}

/* All the rest. */
static inline void fit_rest_baseline(const graze_tree *tree, gz_node *node) {
    for (int i = 0; i < GZ_TREE_WIDTH; ++i)
        if (!gz_link_is_leaf(node->link[i]))
            set_lane(node, i, gz_node_bounds(&tree->nodes[node->link[i]]));
}

/* From the last node to the first. */
static inline void measure_baseline(const gz_node *last, uint32_t count, const float *costs,
                                    gz_node_surfaces out[GZ_REFIT_NODES]) {
    for (uint32_t k = 0; k < count; ++k)
        out[k] = gz_node_measure(last - k, gz_node_bounds(last - k), costs);
}

#define NAME(name) name##_baseline
#define KERNEL_TARGET
#include "tree/refit_kernel.h"
#undef NAME
#undef KERNEL_TARGET

#if defined(GZ_HAVE_AVX2)
#include "tree/refit_avx2.h"
#define NAME(name) name##_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#include "tree/refit_kernel.h"
#endif

const gz_refit_way *gz_refit_way_here(void) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return &way_avx2;
#endif
    return &way_baseline;
}
