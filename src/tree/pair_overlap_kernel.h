/* SPDX-License-Identifier: MIT
 * Eight boxes against eight others, of one vector type; pair_overlap.c includes this once a type.
 * Expects FACES, DEEP and ALL, the functions' names, IMAGE, ROW, DEEP_ROW, COMPARE and EDGES, those of
 * its parts, COUNT, how many bits are set, KERNEL_TARGET, WIDE(op) and LANES. */

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
            const float *row = view->turn[i], *size = view->size[i];
            WIDE() middle = WIDE(_mul)(c[0], WIDE(_splat)(row[0]));
            WIDE() reach = WIDE(_mul)(h[0], WIDE(_splat)(size[0]));
            for (int k = 1; k < 3; ++k) {
                middle = WIDE(_add)(middle, WIDE(_mul)(c[k], WIDE(_splat)(row[k])));
                reach = WIDE(_add)(reach, WIDE(_mul)(h[k], WIDE(_splat)(size[k])));
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

/* The same, and how little they overlap (gz_pair_depths). Along an axis the ways from the upper end of
 * each to the lower end of the other are negative if they are apart, and add up to the widths of both.
 * What is no number does not count. */
KERNEL_TARGET static inline uint32_t DEEP_ROW(const gz_node *many, const gz_images *images,
                                              const gz_node *other, const gz_images *other_images,
                                              uint32_t one, uint8_t *shallow, uint32_t *deep) {
    uint32_t apart = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() zero = WIDE(_splat)(0), least = WIDE(_splat)(INFINITY), width = least;
        for (int k = 0; k < 3; ++k) {
            WIDE()
            up = WIDE(_sub)(WIDE(_load)(many->hi[k] + at), WIDE(_splat)(other_images->lo[k][one]));
            WIDE()
            down = WIDE(_sub)(WIDE(_splat)(other_images->hi[k][one]), WIDE(_load)(many->lo[k] + at));
            least = WIDE(_min)(WIDE(_min)(least, up), down);
            width = WIDE(_min)(width, WIDE(_add)(up, down));
            up = WIDE(_sub)(WIDE(_load)(images->hi[k] + at), WIDE(_splat)(other->lo[k][one]));
            down = WIDE(_sub)(WIDE(_splat)(other->hi[k][one]), WIDE(_load)(images->lo[k] + at));
            least = WIDE(_min)(WIDE(_min)(least, up), down);
            width = WIDE(_min)(width, WIDE(_add)(up, down));
        }
        apart |= (uint32_t)WIDE(_less_bits)(least, zero) << at;
        WIDE() depth = WIDE(_min)(WIDE(_splat)(0.5f), WIDE(_div)(least, width));
        *deep |= (uint32_t)WIDE(_less_bits)(WIDE(_splat)(0.25f), depth) << at;
        depth = WIDE(_sub)(WIDE(_splat)(0.5f), WIDE(_max)(zero, depth));
        WIDE(_store_bytes)(shallow + at, WIDE(_mul)(depth, WIDE(_splat)(2 * GZ_SHALLOWEST)));
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

/* Which images, bits 0 to 7, may overlap the box of a lane. */
KERNEL_TARGET static inline uint32_t WIDE(_near)(const gz_images *images, const gz_node *node,
                                                 uint32_t lane) {
    uint32_t apart = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() mark = WIDE(_splat)(0);
        for (int k = 0; k < 3; ++k) {
            mark =
                WIDE(_or_less)(mark, WIDE(_load)(images->hi[k] + at), WIDE(_splat)(node->lo[k][lane]));
            mark =
                WIDE(_or_less)(mark, WIDE(_splat)(node->hi[k][lane]), WIDE(_load)(images->lo[k] + at));
        }
        apart |= (uint32_t)WIDE(_marked_bits)(mark) << at;
    }
    return ~apart;
}

/* The middles of boxes along a normal, and how far they reach from there. */
KERNEL_TARGET static inline WIDE() WIDE(_along)(const float n[3], const WIDE() c[3]) {
    WIDE() sum = WIDE(_add)(WIDE(_mul)(c[0], WIDE(_splat)(n[0])), WIDE(_mul)(c[1], WIDE(_splat)(n[1])));
    return WIDE(_add)(sum, WIDE(_mul)(c[2], WIDE(_splat)(n[2])));
}
KERNEL_TARGET static inline WIDE() WIDE(_reach)(const float n[3], const WIDE() h[3]) {
    const float size[3] = {fabsf(n[0]), fabsf(n[1]), fabsf(n[2])};
    return WIDE(_along)(size, h);
}

/* What the children of a node span along its slab's normal, and along that of the other node's, which
 * is taken apart into f m and what is left of it, m being their own: the first part is bounded by what
 * they span along m, the rest by their boxes (mesh/slabs.c). Returns who may reach into the other slab.
 */
KERNEL_TARGET static inline uint32_t WIDE(_span_slabs)(const gz_tree_view *view, const gz_node *node,
                                                       const gz_slab *own, const gz_slab *other,
                                                       gz_slab_spans *out) {
    float n[3], m[3], along[3], left[3], f = 0, shift = 0, slack = 0, size = 0;
    gz_slab_normal(other, n);
    gz_slab_normal(own, m);
    for (int j = 0; j < 3; ++j) {
        along[j] = (n[0] * view->turn[0][j] + n[1] * view->turn[1][j]) + n[2] * view->turn[2][j];
        f += along[j] * m[j];
        size += fabsf(along[j]);
        shift += n[j] * view->shift[j];
        slack += fabsf(n[j]) * view->slack[j];
    }
    slack = slack * GZ_SLAB_VIEW_SLACK + size * view->rounding;
    for (int j = 0; j < 3; ++j) left[j] = along[j] - f * m[j];
    const WIDE() half = WIDE(_splat)(0.5f);
    uint32_t apart = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() c[3], h[3];
        for (int k = 0; k < 3; ++k) {
            WIDE() lo = WIDE(_load)(node->lo[k] + at), hi = WIDE(_load)(node->hi[k] + at);
            c[k] = WIDE(_mul)(WIDE(_add)(lo, hi), half);
            h[k] = WIDE(_mul)(WIDE(_sub)(hi, lo), half);
        }
        WIDE() lo = WIDE(_of_bytes)(own->child_lo + at), hi = WIDE(_of_bytes)(own->child_hi + at);
        WIDE() middle = WIDE(_along)(m, c);
        WIDE() step = WIDE(_mul)(WIDE(_reach)(m, h), WIDE(_splat)(GZ_SLAB_STEP / 2));
        middle = WIDE(_add)(middle, WIDE(_mul)(WIDE(_add)(lo, hi), step));
        WIDE() reach = WIDE(_mul)(WIDE(_sub)(hi, lo), step);
        WIDE(_store)(out->own_lo + at, WIDE(_sub)(middle, reach));
        WIDE(_store)(out->own_hi + at, WIDE(_add)(middle, reach));
        middle = WIDE(_add)(WIDE(_along)(left, c), WIDE(_mul)(middle, WIDE(_splat)(f)));
        reach = WIDE(_add)(WIDE(_reach)(left, h), WIDE(_mul)(reach, WIDE(_splat)(fabsf(f))));
        middle = WIDE(_add)(middle, WIDE(_splat)(shift));
        reach = WIDE(_add)(reach, WIDE(_splat)(slack));
        lo = WIDE(_sub)(middle, reach);
        hi = WIDE(_add)(middle, reach);
        WIDE(_store)(out->other_lo + at, lo);
        WIDE(_store)(out->other_hi + at, hi);
        apart |= (uint32_t)WIDE(_less_bits)(WIDE(_splat)(other->hi), lo) << at;
        apart |= (uint32_t)WIDE(_less_bits)(hi, WIDE(_splat)(other->lo)) << at;
    }
    return ~apart;
}

/* Which of many children may overlap one of the other node's along both slabs' normals. */
KERNEL_TARGET static inline uint32_t WIDE(_beside)(const gz_slab_spans *many,
                                                   const gz_slab_spans *other, uint32_t one) {
    uint32_t apart = 0;
    for (int at = 0; at < GZ_TREE_WIDTH; at += LANES) {
        WIDE() mark = WIDE(_splat)(0);
        mark = WIDE(_or_less)(mark, WIDE(_load)(many->own_hi + at), WIDE(_splat)(other->other_lo[one]));
        mark = WIDE(_or_less)(mark, WIDE(_splat)(other->other_hi[one]), WIDE(_load)(many->own_lo + at));
        mark = WIDE(_or_less)(mark, WIDE(_load)(many->other_hi + at), WIDE(_splat)(other->own_lo[one]));
        mark = WIDE(_or_less)(mark, WIDE(_splat)(other->own_hi[one]), WIDE(_load)(many->other_lo + at));
        apart |= (uint32_t)WIDE(_marked_bits)(mark) << at;
    }
    return ~apart;
}

/* Children that miss the other node as a whole go first: mostly one or two are left on each side.
 * depths: NULL if nobody asks. */
KERNEL_TARGET static inline __attribute__((always_inline)) void
COMPARE(const gz_pair_view *view, gz_pair_step *step, gz_pair_depths *depths) {
    const gz_pair_place *at = &step->at;
    const gz_node *a = at->a, *b = at->b;
    uint32_t lanes_a = at->lanes_a & WIDE(_used)(a), lanes_b = at->lanes_b & WIDE(_used)(b);
    gz_images image_a, image_b;
    step->tests = (uint8_t)COUNT(lanes_b);
    step->left = 0;
    gz_slab_spans slabs_a, slabs_b;
    const bool slabs = view->slabs_a || view->slabs_b;
    if (slabs) {
        const gz_slab *slab_a = view->slabs_a ? view->slabs_a + (a - view->nodes_a) : &gz_no_slab;
        const gz_slab *slab_b = view->slabs_b ? view->slabs_b + (b - view->nodes_b) : &gz_no_slab;
        lanes_b &= WIDE(_span_slabs)(&view->b, b, slab_b, slab_a, &slabs_b);
        if (!lanes_b) return;
        lanes_a &= WIDE(_span_slabs)(&view->a, a, slab_a, slab_b, &slabs_a);
        if (!lanes_a) return;
    }
    IMAGE(&view->b, b, &image_b);
    lanes_b &= WIDE(_near)(&image_b, at->above_a, at->lane_a);
    if (!lanes_b) return;
    step->tests = (uint8_t)(step->tests + COUNT(lanes_a));
    IMAGE(&view->a, a, &image_a);
    lanes_a &= WIDE(_near)(&image_a, at->above_b, at->lane_b);
    if (!lanes_a) return;
    uint32_t count_a = COUNT(lanes_a), count_b = COUNT(lanes_b);
    step->tests = (uint8_t)(step->tests + count_a * count_b);
    step->leaves_a = WIDE(_leaves)(a);
    step->leaves_b = WIDE(_leaves)(b);
    step->leaf_pairs = gz_lanes_of_a(step->leaves_a) & gz_lanes_of_b(step->leaves_b);
    /* Rows of whoever has fewer left: chosen without a branch, which nobody could predict. */
    bool by_a = count_b > count_a;
    const gz_node *many = by_a ? b : a, *few = by_a ? a : b;
    const gz_images *images = by_a ? &image_b : &image_a, *few_images = by_a ? &image_a : &image_b;
    uint32_t across = by_a ? lanes_b : lanes_a;
    const gz_slab_spans *many_slabs = by_a ? &slabs_b : &slabs_a,
                        *few_slabs = by_a ? &slabs_a : &slabs_b;
    uint64_t hits = 0, deep = 0;
    for (uint32_t left = by_a ? lanes_a : lanes_b; left; left &= left - 1) {
        uint32_t one = gz_lowest_bit(left), row, deep_row = 0;
        if (depths)
            row = DEEP_ROW(many, images, few, few_images, one, depths->shallow + 8 * one, &deep_row);
        else
            row = ROW(many, images, few, few_images, one);
        if (slabs) row &= WIDE(_beside)(many_slabs, few_slabs, one);
        hits |= (uint64_t)(row & across) << 8 * one;
        deep |= (uint64_t)deep_row << 8 * one;
    }
    step->left = by_a ? gz_transposed_bits(hits) : hits;
    if (!depths) return;
    depths->by_a = by_a;
    depths->deep = by_a ? gz_transposed_bits(deep) : deep;
}

KERNEL_TARGET static void FACES(const gz_pair_view *view, gz_pair_step *step) {
    COMPARE(view, step, NULL);
}

KERNEL_TARGET static void DEEP(const gz_pair_view *view, gz_pair_step *step, gz_pair_depths *depths) {
    COMPARE(view, step, depths);
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
    const gz_node *b = step->at.b;
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
        hits &= ~((uint64_t)EDGES(view, step->at.a, middle, h) << 8 * one);
    }
    step->left = hits;
}
