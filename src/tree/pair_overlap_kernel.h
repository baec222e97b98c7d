/* SPDX-License-Identifier: MIT
 * Eight boxes against eight others, of one vector type; pair_overlap.c includes this once a type.
 * Expects FACES and ALL, the functions' names, IMAGE, ROW and EDGES, those of its parts, KERNEL_TARGET,
 * WIDE(op) and LANES. */

/* The intervals that the boxes of a node span on the other's axes. */
KERNEL_TARGET static inline void IMAGE(const gz_tree_view *view, const gz_node *node, gz_images *out) {
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

/* Which boxes of a node, bits 0 to 7, may overlap box number one of the other. Comparisons with NaN are
 * false, so what is not known is not ruled out. */
KERNEL_TARGET static inline uint32_t ROW(const gz_node *many, const gz_images *images,
                                         const gz_node *other, const gz_images *other_images,
                                         uint32_t one) {
    uint32_t apart = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() mark = WIDE(_splat)(0);
        for (int k = 0; k < 3; ++k) {
            mark = WIDE(_or_less)(mark, WIDE(_load)(many->hi[k] + at),
                                  WIDE(_splat)(other_images->lo[k][one]));
            mark = WIDE(_or_less)(mark, WIDE(_splat)(other_images->hi[k][one]),
                                  WIDE(_load)(many->lo[k] + at));
            mark =
                WIDE(_or_less)(mark, WIDE(_load)(images->hi[k] + at), WIDE(_splat)(other->lo[k][one]));
            mark =
                WIDE(_or_less)(mark, WIDE(_splat)(other->hi[k][one]), WIDE(_load)(images->lo[k] + at));
        }
        apart |= (uint32_t)WIDE(_marked_bits)(mark) << at;
    }
    return ~apart & 0xff;
}

KERNEL_TARGET static inline uint32_t WIDE(_used)(const gz_node *node) {
    uint32_t unused = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES)
        unused |=
            (uint32_t)WIDE(_less_bits)(WIDE(_load)(node->hi[0] + at), WIDE(_load)(node->lo[0] + at))
            << at;
    return ~unused;
}

KERNEL_TARGET static inline uint8_t WIDE(_leaves)(const gz_node *node) {
    uint32_t leaves = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES)
        leaves |= (uint32_t)WIDE(_top_bits)(node->link + at) << at;
    return (uint8_t)leaves;
}

/* Which images, bits 0 to 7, may overlap a box. */
KERNEL_TARGET static inline uint32_t WIDE(_near)(const gz_images *images, const float lo[3],
                                                 const float hi[3]) {
    uint32_t apart = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() mark = WIDE(_splat)(0);
        for (int k = 0; k < 3; ++k) {
            mark = WIDE(_or_less)(mark, WIDE(_load)(images->hi[k] + at), WIDE(_splat)(lo[k]));
            mark = WIDE(_or_less)(mark, WIDE(_splat)(hi[k]), WIDE(_load)(images->lo[k] + at));
        }
        apart |= (uint32_t)WIDE(_marked_bits)(mark) << at;
    }
    return ~apart;
}

/* Children that miss the other node as a whole go first: mostly one or two are left on each side. */
KERNEL_TARGET static void FACES(const gz_pair_view *view, gz_pair_step *step) {
    const gz_node *a = step->a, *b = step->b;
    uint32_t lanes_a = step->lanes_a & WIDE(_used)(a), lanes_b = step->lanes_b & WIDE(_used)(b);
    gz_images image_a, image_b;
    step->tests = (uint8_t)gz_bit_count(lanes_b);
    step->left = 0;
    IMAGE(&view->b, b, &image_b);
    lanes_b &= WIDE(_near)(&image_b, step->box_a.lo, step->box_a.hi);
    if (!lanes_b) return;
    step->tests = (uint8_t)(step->tests + gz_bit_count(lanes_a));
    IMAGE(&view->a, a, &image_a);
    lanes_a &= WIDE(_near)(&image_a, step->box_b.lo, step->box_b.hi);
    if (!lanes_a) return;
    uint32_t count_a = gz_bit_count(lanes_a), count_b = gz_bit_count(lanes_b);
    step->tests = (uint8_t)(step->tests + count_a * count_b);
    step->leaves_a = WIDE(_leaves)(a);
    step->leaves_b = WIDE(_leaves)(b);
    step->leaf_pairs = gz_lanes_of_a(step->leaves_a) & gz_lanes_of_b(step->leaves_b);
    uint64_t hits = 0;
    if (count_b <= count_a) {
        for (uint32_t left = lanes_b; left; left &= left - 1) {
            uint32_t one = gz_lowest_bit(left);
            hits |= (uint64_t)(ROW(a, &image_a, b, &image_b, one) & lanes_a) << 8 * one;
        }
        step->left = hits;
        return;
    }
    for (uint32_t left = lanes_a; left; left &= left - 1) {
        uint32_t one = gz_lowest_bit(left);
        hits |= (uint64_t)(ROW(b, &image_b, a, &image_a, one) & lanes_b) << 8 * one;
    }
    step->left = gz_transposed_bits(hits);
}

/* Which boxes of a are apart from a box of b, given by its middle and half extents, along e_i x column
 * j of the turn for some i and j. */
KERNEL_TARGET static inline uint32_t EDGES(const gz_pair_view *view, const gz_node *a,
                                           const float middle[3], const float half_b[3]) {
    uint32_t apart = 0;
    const WIDE() half = WIDE(_splat)(0.5f), zero = WIDE(_splat)(0);
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() d[3], h[3], mark = zero;
        for (int k = 0; k < 3; ++k) {
            WIDE() lo = WIDE(_load)(a->lo[k] + at), hi = WIDE(_load)(a->hi[k] + at);
            d[k] = WIDE(_sub)(WIDE(_splat)(middle[k]), WIDE(_mul)(WIDE(_add)(lo, hi), half));
            h[k] = WIDE(_mul)(WIDE(_sub)(hi, lo), half);
        }
        for (int i = 0; i < 3; ++i) {
            int p = (i + 1) % 3, q = (i + 2) % 3;
            for (int j = 0; j < 3; ++j) {
                int r = (j + 1) % 3, s = (j + 2) % 3;
                float vp = view->b.turn[p][j], vq = view->b.turn[q][j];
                float of_b = half_b[r] * fabsf(view->cofactor[i][s]) +
                             half_b[s] * fabsf(view->cofactor[i][r]) + view->edge_slack[i][j];
                WIDE()
                along =
                    WIDE(_sub)(WIDE(_mul)(d[q], WIDE(_splat)(vp)), WIDE(_mul)(d[p], WIDE(_splat)(vq)));
                WIDE()
                reach = WIDE(_add)(WIDE(_mul)(h[p], WIDE(_splat)(fabsf(vq))),
                                   WIDE(_mul)(h[q], WIDE(_splat)(fabsf(vp))));
                reach = WIDE(_add)(reach, WIDE(_splat)(of_b));
                mark = WIDE(_or_less)(mark, reach, along);
                mark = WIDE(_or_less)(mark, reach, WIDE(_sub)(zero, along));
            }
        }
        apart |= (uint32_t)WIDE(_marked_bits)(mark) << at;
    }
    return apart;
}

KERNEL_TARGET static void ALL(const gz_pair_view *view, gz_pair_step *step) {
    FACES(view, step);
    const gz_node *b = step->b;
    uint64_t hits = step->left;
    for (uint32_t one = 0; one < GZ_TREE_WIDTH; ++one) {
        if (!(hits >> 8 * one & 0xff)) continue;
        float c[3], h[3], middle[3];
        for (int k = 0; k < 3; ++k) {
            c[k] = (b->lo[k][one] + b->hi[k][one]) * 0.5f;
            h[k] = (b->hi[k][one] - b->lo[k][one]) * 0.5f;
        }
        for (int i = 0; i < 3; ++i) {
            const float *row = view->b.turn[i];
            middle[i] = ((c[0] * row[0] + c[1] * row[1]) + c[2] * row[2]) + view->b.shift[i];
        }
        hits &= ~((uint64_t)EDGES(view, step->a, middle, h) << 8 * one);
    }
    step->left = hits;
}
