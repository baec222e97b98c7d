/* SPDX-License-Identifier: MIT
 * The bodies of box_axes.c for one vector type of four doubles. Expects SEARCH and
 * PLACE_AND_SEARCH, the functions' names, and KERNEL_TARGET and WIDE(op) as argmax_kernel.h does. Lanes
 * are B's axes but where it is said; the last is empty. */

KERNEL_TARGET static inline WIDE() WIDE(_times)(double s, WIDE() v) {
    return WIDE(_mul)(WIDE(_splat)(s), v);
}

/* Two and three products with numbers of A. */
KERNEL_TARGET static inline WIDE() WIDE(_sum2)(double s, WIDE() u, double t, WIDE() v) {
    return WIDE(_add)(WIDE(_times)(s, u), WIDE(_times)(t, v));
}
KERNEL_TARGET static inline WIDE() WIDE(_sum3)(const double s[3], const WIDE() v[3]) {
    return WIDE(_add)(WIDE(_sum2)(s[0], v[0], s[1], v[1]), WIDE(_times)(s[2], v[2]));
}
KERNEL_TARGET static inline WIDE() WIDE(_dot)(const WIDE() u[3], const WIDE() v[3]) {
    WIDE() xy = WIDE(_add)(WIDE(_mul)(u[0], v[0]), WIDE(_mul)(u[1], v[1]));
    return WIDE(_add)(xy, WIDE(_mul)(u[2], v[2]));
}

/* r from two rotations. */
KERNEL_TARGET static inline void WIDE(_place)(const mat3 *a, const mat3 *b, WIDE() r[3]) {
    const vec3 *c = b->col;
    const WIDE() axes[3] = {WIDE(_make)((double)c[0].x, (double)c[1].x, (double)c[2].x, 0),
                            WIDE(_make)((double)c[0].y, (double)c[1].y, (double)c[2].y, 0),
                            WIDE(_make)((double)c[0].z, (double)c[1].z, (double)c[2].z, 0)};
    for (int k = 0; k < 3; ++k) {
        const double axis[3] = {(double)a->col[k].x, (double)a->col[k].y, (double)a->col[k].z};
        r[k] = WIDE(_sum3)(axis, axes);
    }
}

/* Notes heights and squared lengths of four axes. Returns the squares of the heights, with their signs,
 * over the latter: NaN for axes that are hardly longer than nothing. */
KERNEL_TARGET static inline WIDE() WIDE(_offer)(gz_boxes *x, int group, WIDE() height, WIDE() squared) {
    const WIDE() least = WIDE(_splat)(GZ_PARALLEL_EDGES);
    WIDE() signed_square = WIDE(_mul)(height, WIDE(_abs)(height));
    WIDE(_store)(x->heights[group], height);
    WIDE(_store)(x->squares[group], squared);
    return WIDE(_div)(WIDE(_when_less)(least, squared, signed_square),
                      WIDE(_when_less)(least, squared, squared));
}

/* The products with r of h, in lanes of A's axes. Of the empty one nobody takes notice. */
KERNEL_TARGET static inline WIDE() WIDE(_facets_of_a)(gz_boxes *x, const WIDE() size[3], WIDE() h) {
    WIDE() a = WIDE(_make)(x->a[0], x->a[1], x->a[2], DBL_MAX);
    WIDE() d = WIDE(_make)(x->d[0], x->d[1], x->d[2], 0);
    WIDE()
    b = WIDE(_sums)(WIDE(_mul)(h, size[0]), WIDE(_mul)(h, size[1]), WIDE(_mul)(h, size[2]));
    WIDE() height = WIDE(_sub)(WIDE(_add)(a, b), WIDE(_abs)(d));
    return WIDE(_offer)(x, 0, height, WIDE(_splat)(1));
}

KERNEL_TARGET static inline WIDE()
    WIDE(_facets_of_b)(gz_boxes *x, const WIDE() r[3], const WIDE() m[3], WIDE() h) {
    const WIDE() size[3] = {WIDE(_abs)(m[0]), WIDE(_abs)(m[1]), WIDE(_abs)(m[2])};
    WIDE() b = WIDE(_mul)(h, WIDE(_abs)(WIDE(_dot)(m, r)));
    WIDE() both = WIDE(_add)(WIDE(_sum3)(x->a, size), b);
    return WIDE(_offer)(x, 1, WIDE(_sub)(both, WIDE(_abs)(WIDE(_sum3)(x->d, m))), WIDE(_dot)(m, m));
}

/* The axes e_i x r_j of one i. */
KERNEL_TARGET static inline WIDE()
    WIDE(_edges)(gz_boxes *x, int i, const WIDE() r[3], const WIDE() size[3], WIDE() m, WIDE() h) {
    int p = gz_next[i], q = gz_after[i];
    WIDE() far = WIDE(_turned)(WIDE(_abs)(m)), farther = WIDE(_turned)(far), next = WIDE(_turned)(h);
    WIDE() a = WIDE(_sum2)(x->a[p], size[q], x->a[q], size[p]);
    WIDE()
    b = WIDE(_add)(WIDE(_mul)(next, farther), WIDE(_mul)(WIDE(_turned)(next), far));
    WIDE() d = WIDE(_sub)(WIDE(_times)(x->d[q], r[p]), WIDE(_times)(x->d[p], r[q]));
    WIDE() squared = WIDE(_add)(WIDE(_mul)(r[p], r[p]), WIDE(_mul)(r[q], r[q]));
    return WIDE(_offer)(x, 2 + i, WIDE(_sub)(WIDE(_add)(a, b), WIDE(_abs)(d)), squared);
}

/* Returns four times the group and the lane. */
KERNEL_TARGET static inline uint32_t WIDE(_search)(gz_boxes *x, const WIDE() r[3], WIDE() h) {
    WIDE() size[3], next[3], after[3], m[3], value[GZ_BOX_GROUPS];
    for (int k = 0; k < 3; ++k) {
        size[k] = WIDE(_abs)(r[k]);
        next[k] = WIDE(_turned)(r[k]);
        after[k] = WIDE(_turned)(next[k]);
    }
    for (int k = 0; k < 3; ++k) {
        int p = gz_next[k], q = gz_after[k];
        m[k] = WIDE(_sub)(WIDE(_mul)(next[p], after[q]), WIDE(_mul)(next[q], after[p]));
        WIDE(_store)(x->m[k], m[k]);
    }
    value[0] = WIDE(_facets_of_a)(x, size, h);
    value[1] = WIDE(_facets_of_b)(x, r, m, h);
    for (int i = 0; i < 3; ++i) value[2 + i] = WIDE(_edges)(x, i, r, size, m[i], h);
    /* The least of numbers and NaN that begins with a number is a number. */
    WIDE() least = value[0];
    for (int g = 1; g < GZ_BOX_GROUPS; ++g) least = WIDE(_min)(least, value[g]);
    const WIDE() zero = WIDE(_splat)(0);
    const WIDE() lowest = WIDE(_splat)(-WIDE(_top)(WIDE(_sub)(zero, least)));
    uint64_t found = 0;
    for (int g = 0; g < GZ_BOX_GROUPS; ++g)
        found |= (uint64_t)WIDE(_equal_bits)(value[g], lowest) << 4 * g;
    return gz_lowest_bit(found);
}

KERNEL_TARGET static uint32_t SEARCH(gz_boxes *x) {
    const WIDE() r[3] = {WIDE(_load)(x->r[0]), WIDE(_load)(x->r[1]), WIDE(_load)(x->r[2])};
    return WIDE(_search)(x, r, WIDE(_load)(x->h));
}

/* What is stored here for later is not loaded again: that would have to wait. */
KERNEL_TARGET static uint32_t PLACE_AND_SEARCH(gz_boxes *x, const mat3 *a, const mat3 *b, vec3 half) {
    WIDE() r[3], h = WIDE(_make)((double)half.x, (double)half.y, (double)half.z, 0);
    WIDE(_place)(a, b, r);
    for (int k = 0; k < 3; ++k) WIDE(_store)(x->r[k], r[k]);
    WIDE(_store)(x->h, h);
    return WIDE(_search)(x, r, h);
}
