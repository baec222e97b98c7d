/* SPDX-License-Identifier: MIT
 * The bodies for one vector type; triangles.c includes this once a type. Expects COMPLETE, TAKE,
 * CANDIDATES, MAY_TOUCH, SIDES, the functions' names, KERNEL_TARGET and WIDE(op) with four lanes of
 * double. */

KERNEL_TARGET static inline WIDE() WIDE(_size)(WIDE() a) {
    return WIDE(_max)(a, WIDE(_sub)(WIDE(_splat)(0), a));
}

/* A corner of four triangles, as gz_affine_apply maps it if there is a map. */
KERNEL_TARGET static inline void WIDE(_put)(WIDE() p[3], const gz_affine *map, gz_triangles *t, int c) {
    WIDE() x = p[0], y = p[1], z = p[2];
    for (int k = 0; k < 3; ++k) {
        if (map) {
            const double *row = map->m[k];
            WIDE()
            xy = WIDE(_add)(WIDE(_mul)(WIDE(_splat)(row[0]), x), WIDE(_mul)(WIDE(_splat)(row[1]), y));
            WIDE() xyz = WIDE(_add)(xy, WIDE(_mul)(WIDE(_splat)(row[2]), z));
            p[k] = WIDE(_add)(xyz, WIDE(_splat)(map->t[k]));
        }
        WIDE(_store)(t->p[c][k], p[k]);
    }
}

/* What follows from the corners. As in gz_orient3d_filter, lane by lane. */
KERNEL_TARGET static inline void WIDE(_measure)(WIDE() p[3][3], gz_triangles *t) {
    WIDE() u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = WIDE(_sub)(p[1][k], p[0][k]);
        v[k] = WIDE(_sub)(p[2][k], p[0][k]);
        WIDE(_store)(t->lo[k], WIDE(_min)(WIDE(_min)(p[0][k], p[1][k]), p[2][k]));
        WIDE(_store)(t->hi[k], WIDE(_max)(WIDE(_max)(p[0][k], p[1][k]), p[2][k]));
    }
    for (int k = 0; k < 3; ++k) {
        int m = (k + 1) % 3, n = (k + 2) % 3;
        WIDE() first = WIDE(_mul)(u[m], v[n]), second = WIDE(_mul)(u[n], v[m]);
        WIDE() weight = WIDE(_add)(WIDE(_size)(first), WIDE(_size)(second));
        WIDE(_store)(t->normal[k], WIDE(_sub)(first, second));
        WIDE(_store)(t->weight[k], WIDE(_add)(weight, WIDE(_splat)(GZ_ORIENT_PRODUCT_FLOOR)));
    }
}

KERNEL_TARGET static void COMPLETE(gz_triangles *t, const gz_affine *map) {
    WIDE() p[3][3];
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) p[c][k] = WIDE(_load)(t->p[c][k]);
        WIDE(_put)(p[c], map, t, c);
    }
    WIDE(_measure)(p, t);
}

KERNEL_TARGET static void TAKE(gz_triangles *t, const char *const corners[3][GZ_TRIANGLES],
                               const gz_affine *map) {
    WIDE() p[3][3];
    for (int c = 0; c < 3; ++c) {
        const char *const *at = corners[c];
        gz_f32x4 q[GZ_TRIANGLES];
        for (int i = 0; i < GZ_TRIANGLES; ++i) q[i] = gz_f32x4_three(at[i]);
        gz_f32x4 low = gz_f32x4_lows(q[0], q[1]), next_low = gz_f32x4_lows(q[2], q[3]);
        p[c][0] = WIDE(_widen)(gz_f32x4_first_halves(low, next_low));
        p[c][1] = WIDE(_widen)(gz_f32x4_second_halves(low, next_low));
        p[c][2] =
            WIDE(_widen)(gz_f32x4_first_halves(gz_f32x4_highs(q[0], q[1]), gz_f32x4_highs(q[2], q[3])));
        WIDE(_put)(p[c], map, t, c);
    }
    WIDE(_measure)(p, t);
}

/* Boxes of triangle i of a and of those of b: bits of those that overlap. */
KERNEL_TARGET static inline int MAY_TOUCH(const gz_triangles *a, int i, const gz_triangles *b) {
    int apart = 0;
    for (int k = 0; k < 3; ++k)
        apart |= WIDE(_less_bits)(WIDE(_splat)(a->hi[k][i]), WIDE(_load)(b->lo[k])) |
                 WIDE(_less_bits)(WIDE(_load)(b->hi[k]), WIDE(_splat)(a->lo[k][i]));
    return ~apart & 15;
}

/* Corners w, relative to a plane's first point: how much is the determinant above what rounding can
 * make of zero, at least, and below. */
KERNEL_TARGET static inline void SIDES(const WIDE() w[3], const WIDE() normal[3],
                                       const WIDE() weight[3], WIDE() * above, WIDE() * below) {
    WIDE()
    det = WIDE(_add)(WIDE(_add)(WIDE(_mul)(w[0], normal[0]), WIDE(_mul)(w[1], normal[1])),
                     WIDE(_mul)(w[2], normal[2]));
    WIDE()
    sum = WIDE(_add)(
        WIDE(_add)(WIDE(_mul)(WIDE(_size)(w[0]), weight[0]), WIDE(_mul)(WIDE(_size)(w[1]), weight[1])),
        WIDE(_mul)(WIDE(_size)(w[2]), weight[2]));
    WIDE()
    bound =
        WIDE(_add)(WIDE(_mul)(sum, WIDE(_splat)(GZ_ORIENT3D_FILTER)), WIDE(_splat)(GZ_ORIENT_FLOOR));
    *above = WIDE(_sub)(det, bound);
    *below = WIDE(_add)(det, bound);
}

/* Bits of the lanes whose three corners are not all above and not all below. Comparisons with NaN are
 * false, and prove nothing. */
KERNEL_TARGET static inline int WIDE(_mixed)(const WIDE() above[3], const WIDE() below[3],
                                             gz_side_bits *bits) {
    const WIDE() zero = WIDE(_splat)(0);
    int all_up = 15, all_down = 15;
    for (int c = 0; c < 3; ++c) {
        int up = WIDE(_less_bits)(zero, above[c]), down = WIDE(_less_bits)(below[c], zero);
        bits->above[c] = (uint8_t)up;
        bits->below[c] = (uint8_t)down;
        all_up &= up;
        all_down &= down;
    }
    return ~(all_up | all_down) & 15;
}

/* Bits of the triangles of b that are not all on one side of triangle i of a. */
KERNEL_TARGET static inline int WIDE(_beside_one)(const gz_triangles *a, int i, const gz_triangles *b,
                                                  gz_side_bits *bits) {
    WIDE() normal[3], weight[3], w[3], above[3], below[3];
    for (int k = 0; k < 3; ++k) {
        normal[k] = WIDE(_splat)(a->normal[k][i]);
        weight[k] = WIDE(_splat)(a->weight[k][i]);
    }
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k)
            w[k] = WIDE(_sub)(WIDE(_load)(b->p[c][k]), WIDE(_splat)(a->p[0][k][i]));
        SIDES(w, normal, weight, above + c, below + c);
    }
    return WIDE(_mixed)(above, below, bits);
}

/* Bits of the triangles of b that do not have triangle i of a all on one side. */
KERNEL_TARGET static inline int WIDE(_beside_four)(const gz_triangles *a, int i, const gz_triangles *b,
                                                   gz_side_bits *bits) {
    WIDE() normal[3], weight[3], first[3], w[3], above[3], below[3];
    for (int k = 0; k < 3; ++k) {
        normal[k] = WIDE(_load)(b->normal[k]);
        weight[k] = WIDE(_load)(b->weight[k]);
        first[k] = WIDE(_load)(b->p[0][k]);
    }
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) w[k] = WIDE(_sub)(WIDE(_splat)(a->p[c][k][i]), first[k]);
        SIDES(w, normal, weight, above + c, below + c);
    }
    return WIDE(_mixed)(above, below, bits);
}

KERNEL_TARGET static uint32_t CANDIDATES(const gz_triangles *a, const gz_triangles *b,
                                         gz_triangle_sides *sides) {
    uint32_t open = 0;
    int used = (1 << b->count) - 1;
    for (int i = 0; i < (int)a->count; ++i) {
        int bits = MAY_TOUCH(a, i, b) & used;
        if (bits) bits &= WIDE(_beside_one)(a, i, b, &sides->of_b[i]);
        if (bits) bits &= WIDE(_beside_four)(a, i, b, &sides->of_a[i]);
        open |= (uint32_t)bits << 4 * i;
    }
    return open;
}
