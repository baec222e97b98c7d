/* SPDX-License-Identifier: MIT
 * How far boxes and triangles are from a point, for one vector type; closest.c includes this once a
 * type. Expects NAME(name), KERNEL_INLINE, WIDE(op), LANES, and FOUR(op) with four lanes of double. */

/* The boxes of a node: squares of weighted lengths; bits of those that are not beyond the limit. */

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

KERNEL_INLINE FOUR() NAME(dot)(const FOUR() a[3], const FOUR() b[3]) {
    return FOUR(_add)(FOUR(_add)(FOUR(_mul)(a[0], b[0]), FOUR(_mul)(a[1], b[1])),
                      FOUR(_mul)(a[2], b[2]));
}

KERNEL_INLINE void NAME(cross)(const FOUR() a[3], const FOUR() b[3], FOUR() out[3]) {
    for (int k = 0; k < 3; ++k) {
        int m = k == 2 ? 0 : k + 1, n = k == 0 ? 2 : k - 1;
        out[k] = FOUR(_sub)(FOUR(_mul)(a[m], b[n]), FOUR(_mul)(a[n], b[m]));
    }
}

/* The square of the origin's distance from the segment that begins at a and goes along r. A length of
 * zero makes a NaN, which the maximum ignores. */
KERNEL_INLINE FOUR() NAME(segment_square)(const FOUR() a[3], const FOUR() r[3]) {
    const FOUR() zero = FOUR(_splat)(0);
    FOUR() along = FOUR(_div)(FOUR(_sub)(zero, NAME(dot)(a, r)), NAME(dot)(r, r)), q[3];
    along = FOUR(_min)(FOUR(_splat)(1), FOUR(_max)(zero, along));
    for (int k = 0; k < 3; ++k) q[k] = FOUR(_add)(a[k], FOUR(_mul)(along, r[k]));
    return NAME(dot)(q, q);
}

/* Bits of the triangles of a batch that may be nearer than the distance of this square. Those whose
 * shadow of the origin is inside are as far as their plane, which is told a little nearer than
 * computed, and 0 where that is not enough (GZ_PROBE_THIN, GZ_PROBE_LOW); the others as far as their
 * edges. */
KERNEL_INLINE uint32_t NAME(nearer)(const batch *b, const gz_affine *pose, double best) {
    const FOUR() zero = FOUR(_splat)(0);
    FOUR() p[3][3], side[3][3], n[3];
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) {
            const double *row = pose->m[k];
            FOUR()
            xy = FOUR(_add)(FOUR(_mul)(FOUR(_splat)(row[0]), FOUR(_load)(b->p[c][0])),
                            FOUR(_mul)(FOUR(_splat)(row[1]), FOUR(_load)(b->p[c][1])));
            FOUR() xyz = FOUR(_add)(xy, FOUR(_mul)(FOUR(_splat)(row[2]), FOUR(_load)(b->p[c][2])));
            p[c][k] = FOUR(_add)(xyz, FOUR(_splat)(pose->t[k]));
        }
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) side[c][k] = FOUR(_sub)(p[c == 2 ? 0 : c + 1][k], p[c][k]);
    NAME(cross)(side[0], side[1], n);
    FOUR() edges = FOUR(_splat)(INFINITY), outside = FOUR(_splat)(-INFINITY);
    for (int c = 0; c < 3; ++c) {
        FOUR() beyond[3];
        NAME(cross)(side[c], p[c], beyond);
        outside = FOUR(_max)(outside, NAME(dot)(n, beyond));
        edges = FOUR(_min)(edges, NAME(segment_square)(p[c], side[c]));
    }
    FOUR() nn = NAME(dot)(n, n), height = NAME(dot)(n, p[0]);
    FOUR() plane = FOUR(_div)(FOUR(_mul)(height, height), nn), size = NAME(dot)(p[0], p[0]);
    FOUR() square = FOUR(_mul)(NAME(dot)(side[0], side[0]), NAME(dot)(side[1], side[1]));
    plane = FOUR(_mul)(plane, FOUR(_splat)(1 - GZ_PROBE_SLACK));
    plane = FOUR(_when_less)(FOUR(_mul)(FOUR(_splat)(GZ_PROBE_THIN), square), nn, plane);
    plane = FOUR(_when_less)(FOUR(_mul)(FOUR(_splat)(GZ_PROBE_LOW), size), plane, plane);
    /* Whoever is outside of one edge at all is judged by the edges. */
    FOUR() far = FOUR(_max)(plane, FOUR(_when_less)(zero, outside, edges));
    int beyond = FOUR(_less_bits)(FOUR(_splat)(best), far);
    return ~(uint32_t)beyond & 15;
}
