/* SPDX-License-Identifier: MIT
 * What children of a node are met, for one vector type; tree/meets.h includes this once a type. Expects
 * NAME(name), the name of a function, KERNEL_INLINE, WIDE(op) and LANES. Lanes without a child are
 * never met: their lo is +infinity and their hi -infinity. */

/* The ray before max_t; enter says where. */
KERNEL_INLINE uint32_t NAME(gz_ray_meets)(const gz_node *node, const gz_tree_ray *ray, float max_t,
                                          float enter[GZ_TREE_WIDTH]) {
    const float *planes = &node->lo[0][0];
    uint32_t missed = 0;
    for (int i = 0; i < GZ_TREE_WIDTH; i += LANES) {
        WIDE() first = WIDE(_splat)(0), last = WIDE(_splat)(max_t);
        for (int k = 0; k < 3; ++k) {
            WIDE() a = WIDE(_load)(planes + ray->near_plane[k] + i);
            WIDE() b = WIDE(_load)(planes + ray->far_plane[k] + i);
            a = WIDE(_sub)(a, WIDE(_splat)(ray->near_origin[k]));
            b = WIDE(_sub)(b, WIDE(_splat)(ray->far_origin[k]));
            a = WIDE(_mul)(a, WIDE(_splat)(ray->near_inverse[k]));
            b = WIDE(_mul)(b, WIDE(_splat)(ray->far_inverse[k]));
            first = WIDE(_max)(first, a);
            last = WIDE(_min)(last, b);
        }
        WIDE(_store)(enter + i, first);
        missed |= (uint32_t)WIDE(_less_bits)(last, first) << i;
    }
    return missed ^ 255;
}

/* The box. Signs of differences are exact. */
KERNEL_INLINE uint32_t NAME(gz_box_meets)(const gz_node *node, const gz_tree_ball *box) {
    uint32_t missed = 0;
    const WIDE() zero = WIDE(_splat)(0);
    for (int i = 0; i < GZ_TREE_WIDTH; i += LANES) {
        WIDE() gap = zero;
        for (int k = 0; k < 3; ++k) {
            WIDE() lo = WIDE(_load)(node->lo[k] + i), hi = WIDE(_load)(node->hi[k] + i);
            gap = WIDE(_max)(gap, WIDE(_sub)(lo, WIDE(_splat)(box->hi[k])));
            gap = WIDE(_max)(gap, WIDE(_sub)(WIDE(_splat)(box->lo[k]), hi));
        }
        missed |= (uint32_t)WIDE(_less_bits)(zero, gap) << i;
    }
    return ~missed & 255;
}

/* The ball. */
KERNEL_INLINE uint32_t NAME(gz_ball_meets)(const gz_node *node, const gz_tree_ball *ball) {
    uint32_t missed = 0;
    const WIDE() zero = WIDE(_splat)(0);
    for (int i = 0; i < GZ_TREE_WIDTH; i += LANES) {
        WIDE() squared = zero;
        for (int k = 0; k < 3; ++k) {
            WIDE() lo = WIDE(_load)(node->lo[k] + i), hi = WIDE(_load)(node->hi[k] + i);
            WIDE() gap = WIDE(_max)(zero, WIDE(_sub)(lo, WIDE(_splat)(ball->hi[k])));
            gap = WIDE(_max)(gap, WIDE(_sub)(WIDE(_splat)(ball->lo[k]), hi));
            squared = WIDE(_add)(squared, WIDE(_mul)(gap, gap));
        }
        missed |= (uint32_t)WIDE(_less_bits)(WIDE(_splat)(ball->radius_squared), squared) << i;
    }
    return ~missed & 255;
}
