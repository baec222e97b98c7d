/* SPDX-License-Identifier: MIT
 * The bodies for one vector type; near.c includes this once a type. Expects IMAGE, RAISE and
 * RAISE_TIME, the functions' names, KERNEL_TARGET, WIDE(op) and LANES. */

KERNEL_TARGET static void IMAGE(const gz_tree_view *view, const gz_node *node, gz_near_boxes *out) {
    const WIDE() half = WIDE(_splat)(0.5f);
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() c[3], h[3];
        for (int k = 0; k < 3; ++k) {
            WIDE() lo = WIDE(_load)(node->lo[k] + at), hi = WIDE(_load)(node->hi[k] + at);
            c[k] = WIDE(_mul)(WIDE(_add)(lo, hi), half);
            h[k] = WIDE(_mul)(WIDE(_sub)(hi, lo), half);
        }
        for (int i = 0; i < 3; ++i) {
            const float *row = view->turn[i];
            WIDE() middle = WIDE(_mul)(c[0], WIDE(_splat)(row[0]));
            WIDE() reach = WIDE(_mul)(h[0], WIDE(_splat)(fabsf(row[0])));
            for (int k = 1; k < 3; ++k) {
                middle = WIDE(_add)(middle, WIDE(_mul)(c[k], WIDE(_splat)(row[k])));
                reach = WIDE(_add)(reach, WIDE(_mul)(h[k], WIDE(_splat)(fabsf(row[k]))));
            }
            middle = WIDE(_add)(middle, WIDE(_splat)(view->shift[i]));
            reach = WIDE(_add)(reach, WIDE(_splat)(view->slack[i]));
            WIDE(_store)(out->lo[i] + at, WIDE(_sub)(middle, reach));
            WIDE(_store)(out->hi[i] + at, WIDE(_add)(middle, reach));
        }
    }
}

/* A gap that is NaN, because something is infinite, counts as none. */
KERNEL_TARGET static uint64_t RAISE(const gz_near_sides *s, uint32_t lanes_b, float limit,
                                    float key[64]) {
    const WIDE() zero = WIDE(_splat)(0), weight = WIDE(_splat)(s->weight);
    uint64_t near = 0;
    for (; lanes_b; lanes_b &= lanes_b - 1) {
        uint32_t j = gz_lowest_bit(lanes_b);
        for (uint32_t at = 0; at < GZ_TREE_WIDTH; at += LANES) {
            WIDE() square = zero;
            for (int k = 0; k < 3; ++k) {
                WIDE() above = WIDE(_sub)(WIDE(_splat)(s->lo_b[k][j]), WIDE(_load)(s->hi_a[k] + at));
                WIDE() below = WIDE(_sub)(WIDE(_load)(s->lo_a[k] + at), WIDE(_splat)(s->hi_b[k][j]));
                WIDE() gap = WIDE(_max)(WIDE(_max)(zero, above), below);
                gap = WIDE(_mul)(gap, weight);
                square = WIDE(_add)(square, WIDE(_mul)(gap, gap));
            }
            WIDE() raised = WIDE(_max)(WIDE(_load)(key + 8 * j + at), square);
            WIDE(_store)(key + 8 * j + at, raised);
            uint32_t far = (uint32_t)WIDE(_less_bits)(WIDE(_splat)(limit), raised);
            near |= (uint64_t)(~far & ((1u << LANES) - 1)) << (8 * j + at);
        }
    }
    return near;
}

/* When boxes that are apart along an axis begin to overlap along it, and when they end. Where nothing
 * moves the inverse is infinite: so are the times, with the right signs, or NaN at a boundary, which
 * minimum and maximum ignore as their second operand. */
KERNEL_TARGET static uint64_t RAISE_TIME(const gz_near_sides *s, uint32_t lanes_b, float limit,
                                         float key[64]) {
    const WIDE() zero = WIDE(_splat)(0), infinity = WIDE(_splat)(INFINITY);
    uint64_t near = 0;
    for (; lanes_b; lanes_b &= lanes_b - 1) {
        uint32_t j = gz_lowest_bit(lanes_b);
        for (uint32_t at = 0; at < GZ_TREE_WIDTH; at += LANES) {
            WIDE() begin = zero, end = infinity;
            for (int k = 0; k < 3; ++k) {
                WIDE() above = WIDE(_sub)(WIDE(_splat)(s->lo_b[k][j]), WIDE(_load)(s->hi_a[k] + at));
                WIDE() below = WIDE(_sub)(WIDE(_splat)(s->hi_b[k][j]), WIDE(_load)(s->lo_a[k] + at));
                WIDE() inverse = WIDE(_splat)(s->inverse[k]);
                bool forth = s->inverse[k] > 0;
                begin = WIDE(_max)(begin, WIDE(_mul)(forth ? above : below, inverse));
                end = WIDE(_min)(end, WIDE(_mul)(forth ? below : above, inverse));
            }
            begin = WIDE(_mul)(begin, WIDE(_splat)(1 - GZ_CAST_BOX_SLACK));
            end = WIDE(_mul)(end, WIDE(_splat)(1 + GZ_CAST_BOX_SLACK));
            WIDE() never = WIDE(_when_less)(end, begin, infinity);
            WIDE() raised = WIDE(_max)(WIDE(_max)(WIDE(_load)(key + 8 * j + at), begin), never);
            WIDE(_store)(key + 8 * j + at, raised);
            uint32_t far = (uint32_t)WIDE(_less_bits)(WIDE(_splat)(limit), raised);
            near |= (uint64_t)(~far & ((1u << LANES) - 1)) << (8 * j + at);
        }
    }
    return near;
}
