/* SPDX-License-Identifier: MIT
 * Two trees, gone through together, nearest boxes first.
 *
 * A step compares all children of two nodes, as in tree/walk_pair.h, and keeps how far apart they are
 * at least. The nearest pair is opened first, until the next one is farther away than the limit, which
 * the visitor lowers as it finds things. */
#ifndef GZ_NARROW_NEAR_WALK_H
#define GZ_NARROW_NEAR_WALK_H

#include "base/bits.h"
#include "base/simd.h"
#include "narrow/near.h"

/* Called with the links of two leaves; an inline function. */
typedef graze_flow (*gz_visit_near)(void *user, uint32_t leaf_a, uint32_t leaf_b);
/* Better boxes for these lanes of two nodes, if there are yet. */
typedef bool (*gz_near_tighten)(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                                uint32_t lanes_b, gz_near_sides *out);

typedef struct gz_near_walk {
    const graze_tree *a, *b;
    const gz_near_view *view;
    const gz_near_kernel *kernel;
    float limit; /* gz_near_limit of the distance, or the time, from which on nothing matters */
    graze_tree_counts counts;
} gz_near_walk;

typedef struct gz_near_step {
    const gz_node *a, *b;
    uint64_t left;              /* pairs of children, bit 8 j + i */
    uint8_t leaves_a, leaves_b; /* who is a leaf */
    bool tight;                 /* better boxes have been compared, too */
    _Alignas(32) float key[64]; /* squares of distances, or times */
} gz_near_step;

/* Lanes in use, and leaves. */
static inline uint32_t gz_near_lanes(const gz_node *node, uint8_t *leaves) {
    uint32_t unused = 0, found = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += 4) {
        gz_f32x4 lo = gz_f32x4_load(node->lo[0] + at), hi = gz_f32x4_load(node->hi[0] + at);
        unused |= (uint32_t)gz_f32x4_less_bits(hi, lo) << at;
        found |= (uint32_t)gz_f32x4_top_bits(node->link + at) << at;
    }
    *leaves = (uint8_t)(found & ~unused);
    return ~unused & 0xff;
}

/* Those of b of which something is left. */
static inline uint32_t gz_near_rows(uint64_t left) {
    left |= left >> 4;
    left |= left >> 2;
    left |= left >> 1;
    return (uint32_t)((left & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56);
}

/* Those of a. */
static inline uint32_t gz_near_columns(uint64_t left) {
    left |= left >> 32;
    left |= left >> 16;
    return (uint32_t)(left | left >> 8) & 0xff;
}

static inline void gz_near_raise(gz_near_walk *walk, const gz_near_sides *sides, gz_near_step *step) {
    step->left &= walk->kernel->raise(sides, gz_near_rows(step->left), walk->limit, step->key);
}

static inline void gz_near_boxes_of(gz_near_walk *walk, gz_near_step *step) {
    const gz_near_view *view = walk->view;
    gz_near_boxes seen_a, seen_b;
    const gz_node *a = step->a, *b = step->b;
    walk->kernel->image(&view->local.b, b, &seen_b);
    gz_near_sides in_a = {a->lo, a->hi, seen_b.lo, seen_b.hi, view->weight_a, view->inverse_a};
    gz_near_raise(walk, &in_a, step);
    if (!step->left) return;
    walk->kernel->image(&view->local.a, a, &seen_a);
    gz_near_sides in_b = {seen_a.lo, seen_a.hi, b->lo, b->hi, view->weight_b, view->inverse_b};
    gz_near_raise(walk, &in_b, step);
    if (!step->left || !view->in_world) return;
    walk->kernel->image(&view->a_in_world, a, &seen_a);
    walk->kernel->image(&view->b_in_world, b, &seen_b);
    gz_near_sides in_world = {seen_a.lo, seen_a.hi, seen_b.lo, seen_b.hi, 1, NULL};
    gz_near_raise(walk, &in_world, step);
}

static inline void gz_near_compare(gz_near_walk *walk, uint32_t lanes_a, uint32_t lanes_b,
                                   gz_near_step *step) {
    lanes_a &= gz_near_lanes(step->a, &step->leaves_a);
    lanes_b &= gz_near_lanes(step->b, &step->leaves_b);
    step->left = gz_lanes_of_a(lanes_a) & gz_lanes_of_b(lanes_b);
    for (int i = 0; i < 64; i += 4) gz_f32x4_store(step->key + i, gz_f32x4_splat(0)); /* no call */
    ++walk->counts.nodes;
    walk->counts.box_tests += gz_bit_count(step->left);
    step->tight = false;
    gz_near_boxes_of(walk, step);
}

/* Better boxes may be there only when the walk comes back to a step. */
GZ_INLINE void gz_near_compare_tight(gz_near_walk *walk, gz_near_tighten tighten, void *user,
                                     gz_near_step *step) {
    if (step->tight || !step->left) return;
    gz_near_sides sides;
    step->tight =
        tighten(user, step->a, gz_near_columns(step->left), step->b, gz_near_rows(step->left), &sides);
    if (step->tight) gz_near_raise(walk, &sides, step);
}

/* The nearest pair that is left; left is 0 if none is near enough. */
static inline uint32_t gz_near_next(const gz_near_walk *walk, gz_near_step *step) {
    float least = INFINITY;
    uint32_t best = 0;
    for (uint64_t left = step->left; left; left &= left - 1) {
        uint32_t bit = gz_lowest_bit(left);
        if (step->key[bit] < least) {
            least = step->key[bit];
            best = bit;
        }
    }
    if (least > walk->limit) step->left = 0;
    return best;
}

/* The step below: both are opened; leaves that meet an inner box wait as a set of lanes. */
static inline void gz_near_descend(gz_near_walk *walk, uint32_t bit, gz_near_step *step,
                                   gz_near_step *below) {
    uint32_t i = bit & 7, j = bit >> 3, lanes_a = 0xff, lanes_b = 0xff;
    uint32_t link_a = step->a->link[i], link_b = step->b->link[j];
    uint64_t taken = UINT64_C(1) << bit;
    if (gz_link_is_leaf(link_a)) {
        taken = step->left & (uint64_t)step->leaves_a << 8 * j;
        lanes_a = (uint32_t)(taken >> 8 * j);
    } else if (gz_link_is_leaf(link_b)) {
        taken = step->left & gz_lanes_of_b(step->leaves_b) & UINT64_C(0x0101010101010101) << i;
        lanes_b = (uint32_t)(gz_transposed_bits(taken) >> 8 * i);
    }
    below->a = gz_link_is_leaf(link_a) ? step->a : walk->a->nodes + link_a;
    below->b = gz_link_is_leaf(link_b) ? step->b : walk->b->nodes + link_b;
    step->left &= ~taken;
    gz_near_compare(walk, lanes_a & 0xff, lanes_b & 0xff, below);
}

/* Calls visit with leaves that are not farther apart than the limit, the nearest first as far as the
 * order of nodes allows, until it returns GRAZE_STOP. Neither tree is empty. */
GZ_INLINE graze_flow gz_walk_near(gz_near_walk *walk, gz_visit_near visit, gz_near_tighten tighten,
                                  void *user) {
    gz_near_step stack[2 * GZ_TREE_DEPTH];
    uint32_t top = 0;
    stack[0].a = walk->a->nodes;
    stack[0].b = walk->b->nodes;
    gz_near_compare(walk, 0xff, 0xff, stack);
    for (;;) {
        gz_near_step *step = stack + top;
        gz_near_compare_tight(walk, tighten, user, step);
        uint32_t bit = gz_near_next(walk, step);
        if (step->left == 0) {
            if (top-- == 0) return GRAZE_CONTINUE;
            continue;
        }
        uint32_t link_a = step->a->link[bit & 7], link_b = step->b->link[bit >> 3];
        if (gz_link_is_leaf(link_a) && gz_link_is_leaf(link_b)) {
            step->left &= ~(UINT64_C(1) << bit);
            if (visit(user, link_a, link_b) == GRAZE_STOP) return GRAZE_STOP;
            continue;
        }
        GZ_ASSERT(top + 1 < 2 * GZ_TREE_DEPTH);
        gz_near_descend(walk, bit, step, step + 1);
        ++top;
    }
}

#endif
