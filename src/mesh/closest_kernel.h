/* SPDX-License-Identifier: MIT
 * How far the boxes of a node are from a point, for one vector type; closest.c includes this once a
 * type. Expects NAME(name), KERNEL_INLINE, WIDE(op) and LANES. Squares of weighted lengths; bits of the
 * boxes that are not beyond the limit. */

KERNEL_INLINE uint32_t NAME(box_gaps)(const gz_node *node, const place *at, float limit,
                                      float squared[GZ_TREE_WIDTH]) {
    uint32_t beyond = 0;
    const WIDE() zero = WIDE(_splat)(0);
    for (int i = 0; i < GZ_TREE_WIDTH; i += LANES) {
        WIDE() sum = zero;
        for (int k = 0; k < 3; ++k) {
            WIDE() lo = WIDE(_load)(node->lo[k] + i), hi = WIDE(_load)(node->hi[k] + i);
            WIDE() gap = WIDE(_max)(zero, WIDE(_sub)(lo, WIDE(_splat)(at->hi[k])));
            gap = WIDE(_max)(gap, WIDE(_sub)(WIDE(_splat)(at->lo[k]), hi));
            gap = WIDE(_mul)(gap, WIDE(_splat)(at->weight[k]));
            sum = WIDE(_add)(sum, WIDE(_mul)(gap, gap));
        }
        WIDE(_store)(squared + i, sum);
        beyond |= (uint32_t)WIDE(_less_bits)(WIDE(_splat)(limit), sum) << i;
    }
    return ~beyond & 255;
}
