/* SPDX-License-Identifier: MIT
 * The bodies of box_four.c for one vector type of four doubles, in whose lanes are pairs. Expects
 *   KERNEL(name)     the name with a suffix
 *   KERNEL_TARGET    attributes of functions
 *   WIDE(op)         the type with a suffix: WIDE(_add), and WIDE() for the type itself.
 * Names are those of box_axes.h. */

typedef struct KERNEL(four) {
    WIDE() basis[3][3]; /* A's: its columns */
    WIDE() r[3][3], m[3][3], a[3], h[3], d[3];
} KERNEL(four);

/* The axis of least height so far: the height times the length, with its sign squared over the square
 * of the length, that, the axis, its group and which one of it. */
typedef struct KERNEL(best) {
    WIDE() value, height, squared, n[3], group, axis;
} KERNEL(best);

/* What is known when it is found: unit, from A to B. */
typedef struct KERNEL(found) {
    WIDE() height, n[3], seen[3];
    WIDE() on_a[3], on_b[3];
} KERNEL(found);

KERNEL_TARGET static inline WIDE() KERNEL(dot)(const WIDE() u[3], const WIDE() v[3]) {
    WIDE() xy = WIDE(_add)(WIDE(_mul)(u[0], v[0]), WIDE(_mul)(u[1], v[1]));
    return WIDE(_add)(xy, WIDE(_mul)(u[2], v[2]));
}
KERNEL_TARGET static inline WIDE() KERNEL(negative)(WIDE() v) { return WIDE(_sub)(WIDE(_splat)(0), v); }
/* One of three by a whole number of 0 to 2. */
KERNEL_TARGET static inline WIDE() KERNEL(pick)(WIDE() which, const WIDE() v[3]) {
    WIDE() later = WIDE(_choose_less)(which, WIDE(_splat)(1.5), v[1], v[2]);
    return WIDE(_choose_less)(which, WIDE(_splat)(0.5), v[0], later);
}
/* v where that whole number is not k, w where it is. */
KERNEL_TARGET static inline WIDE() KERNEL(put)(WIDE() v, WIDE() which, int k, WIDE() w) {
    WIDE() off = WIDE(_abs)(WIDE(_sub)(which, WIDE(_splat)(k)));
    return WIDE(_choose_less)(off, WIDE(_splat)(0.5), w, v);
}

/* -- in ------------------------------------------------------------------------------------------- */

#define FOUR(member)                                                                                   \
    WIDE(_make)                                                                                        \
    ((double)pairs[0].member, (double)pairs[1].member, (double)pairs[2].member, (double)pairs[3].member)
#define FOUR_VECTORS(out, member)                                                                      \
    do {                                                                                               \
        (out)[0] = FOUR(member.x);                                                                     \
        (out)[1] = FOUR(member.y);                                                                     \
        (out)[2] = FOUR(member.z);                                                                     \
    } while (0)

KERNEL_TARGET static inline void KERNEL(enter)(const gz_meeting pairs[4], KERNEL(four) * x,
                                               extent e[4]) {
    _Alignas(32) double lengths[4];
    WIDE() axes[3][3], origin_a[3], origin_b[3], between[3];
    FOUR_VECTORS(origin_a, a->pose.origin);
    FOUR_VECTORS(origin_b, b->pose.origin);
    FOUR_VECTORS(x->a, a->shape->half);
    FOUR_VECTORS(x->h, b->shape->half);
    for (int k = 0; k < 3; ++k) {
        FOUR_VECTORS(x->basis[k], a->pose.basis.col[k]);
        FOUR_VECTORS(axes[k], b->pose.basis.col[k]);
        between[k] = WIDE(_sub)(origin_a[k], origin_b[k]);
    }
    WIDE(_store)(lengths, WIDE(_sqrt)(KERNEL(dot)(between, between)));
    for (int i = 0; i < 4; ++i) e[i] = extent_of(&pairs[i], lengths[i]);
    for (int k = 0; k < 3; ++k) {
        x->d[k] = KERNEL(dot)(x->basis[k], between);
        for (int j = 0; j < 3; ++j) x->r[k][j] = KERNEL(dot)(x->basis[k], axes[j]);
    }
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) {
            const WIDE() *p = x->r[gz_next[k]], *q = x->r[gz_after[k]];
            int i = gz_next[j], l = gz_after[j];
            x->m[k][j] = WIDE(_sub)(WIDE(_mul)(p[i], q[l]), WIDE(_mul)(q[i], p[l]));
        }
}

/* -- the axis ------------------------------------------------------------------------------------- */

/* Of axes that are hardly longer than nothing the value is NaN, which is not less than anything. */
KERNEL_TARGET static inline void KERNEL(offer)(KERNEL(best) * best, WIDE() height, WIDE() squared,
                                               const WIDE() n[3], int group, int axis) {
    const WIDE() least = WIDE(_splat)(GZ_PARALLEL_EDGES);
    WIDE() square = WIDE(_mul)(height, WIDE(_abs)(height)), last = best->value;
    WIDE()
    value =
        WIDE(_div)(WIDE(_when_less)(least, squared, square), WIDE(_when_less)(least, squared, squared));
    best->value = WIDE(_choose_less)(value, last, value, last);
    best->height = WIDE(_choose_less)(value, last, height, best->height);
    best->squared = WIDE(_choose_less)(value, last, squared, best->squared);
    best->group = WIDE(_choose_less)(value, last, WIDE(_splat)(group), best->group);
    best->axis = WIDE(_choose_less)(value, last, WIDE(_splat)(axis), best->axis);
    for (int k = 0; k < 3; ++k) best->n[k] = WIDE(_choose_less)(value, last, n[k], best->n[k]);
}

KERNEL_TARGET static inline void KERNEL(offer_facets_of_a)(const KERNEL(four) * x,
                                                           KERNEL(best) * best) {
    const WIDE() one = WIDE(_splat)(1), zero = WIDE(_splat)(0);
    best->value = WIDE(_splat)(DBL_MAX);
    best->height = best->group = best->axis = zero;
    best->squared = best->n[0] = best->n[1] = best->n[2] = one;
    for (int k = 0; k < 3; ++k) {
        const WIDE() size[3] = {WIDE(_abs)(x->r[k][0]), WIDE(_abs)(x->r[k][1]), WIDE(_abs)(x->r[k][2])};
        WIDE() both = WIDE(_add)(x->a[k], KERNEL(dot)(x->h, size));
        WIDE() height = WIDE(_sub)(both, WIDE(_abs)(x->d[k]));
        const WIDE() n[3] = {k == 0 ? one : zero, k == 1 ? one : zero, k == 2 ? one : zero};
        KERNEL(offer)(best, height, one, n, GROUP_A, k);
    }
}

KERNEL_TARGET static inline void KERNEL(offer_facets_of_b)(const KERNEL(four) * x,
                                                           KERNEL(best) * best) {
    for (int j = 0; j < 3; ++j) {
        const WIDE() n[3] = {x->m[0][j], x->m[1][j], x->m[2][j]};
        const WIDE() r[3] = {x->r[0][j], x->r[1][j], x->r[2][j]};
        const WIDE() size[3] = {WIDE(_abs)(n[0]), WIDE(_abs)(n[1]), WIDE(_abs)(n[2])};
        WIDE() b = WIDE(_mul)(x->h[j], WIDE(_abs)(KERNEL(dot)(n, r)));
        WIDE() both = WIDE(_add)(KERNEL(dot)(x->a, size), b);
        WIDE() height = WIDE(_sub)(both, WIDE(_abs)(KERNEL(dot)(x->d, n)));
        KERNEL(offer)(best, height, KERNEL(dot)(n, n), n, GROUP_B, j);
    }
}

/* The axis e_i x r_j. */
KERNEL_TARGET static inline void KERNEL(offer_edges)(const KERNEL(four) * x, int i, int j,
                                                     KERNEL(best) * best) {
    int p = gz_next[i], q = gz_after[i], k = gz_next[j], l = gz_after[j];
    WIDE() u = x->r[p][j], v = x->r[q][j];
    WIDE() a = WIDE(_add)(WIDE(_mul)(x->a[p], WIDE(_abs)(v)), WIDE(_mul)(x->a[q], WIDE(_abs)(u)));
    WIDE()
    b = WIDE(_add)(WIDE(_mul)(x->h[k], WIDE(_abs)(x->m[i][l])),
                   WIDE(_mul)(x->h[l], WIDE(_abs)(x->m[i][k])));
    WIDE() d = WIDE(_sub)(WIDE(_mul)(x->d[q], u), WIDE(_mul)(x->d[p], v));
    WIDE() squared = WIDE(_add)(WIDE(_mul)(u, u), WIDE(_mul)(v, v));
    WIDE() n[3];
    n[i] = WIDE(_splat)(0);
    n[p] = KERNEL(negative)(v);
    n[q] = u;
    KERNEL(offer)(best, WIDE(_sub)(WIDE(_add)(a, b), WIDE(_abs)(d)), squared, n, GROUP_EDGES + i, j);
}

KERNEL_TARGET static inline void KERNEL(search)(const KERNEL(four) * x, KERNEL(best) * best,
                                                KERNEL(found) * found) {
    KERNEL(offer_facets_of_a)(x, best);
    KERNEL(offer_facets_of_b)(x, best);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) KERNEL(offer_edges)(x, i, j, best);
    const WIDE() zero = WIDE(_splat)(0), one = WIDE(_splat)(1), length = WIDE(_sqrt)(best->squared);
    WIDE()
    against = WIDE(_choose_less)(zero, KERNEL(dot)(best->n, x->d), WIDE(_splat)(-1), one);
    WIDE() factor = WIDE(_div)(against, length);
    found->height = WIDE(_div)(best->height, length);
    for (int k = 0; k < 3; ++k) found->n[k] = WIDE(_mul)(best->n[k], factor);
    for (int j = 0; j < 3; ++j) {
        const WIDE() r[3] = {x->r[0][j], x->r[1][j], x->r[2][j]};
        found->seen[j] = KERNEL(dot)(found->n, r);
    }
}

/* -- the points ----------------------------------------------------------------------------------- */

/* Points of both from shares of their half edges, relative to A's centre. */
KERNEL_TARGET static inline void KERNEL(place)(const KERNEL(four) * x, const WIDE() of_a[3],
                                               const WIDE() of_b[3], KERNEL(found) * f) {
    WIDE() t[3];
    for (int j = 0; j < 3; ++j) {
        f->on_a[j] = WIDE(_mul)(of_a[j], x->a[j]);
        t[j] = WIDE(_mul)(of_b[j], x->h[j]);
    }
    for (int k = 0; k < 3; ++k) f->on_b[k] = WIDE(_sub)(KERNEL(dot)(t, x->r[k]), x->d[k]);
}

/* A share of a half edge: in -1..1, and zero of none. */
KERNEL_TARGET static inline WIDE() KERNEL(share_of)(WIDE() t, WIDE() half) {
    WIDE() share = WIDE(_min)(WIDE(_div)(t, half), WIDE(_splat)(1));
    return WIDE(_when_less)(WIDE(_splat)(0), half, WIDE(_max)(share, WIDE(_splat)(-1)));
}

/* The corners that lie farthest in the other. Where the axis is that of two edges, with these numbers,
 * the places on the edges where they pass each other, 3 elsewhere: on_edges of box_axes.c. */
KERNEL_TARGET static inline void KERNEL(set_points)(const KERNEL(four) * x, const KERNEL(best) * best,
                                                    WIDE() edge_a, WIDE() edge_b, KERNEL(found) * f) {
    const WIDE() zero = WIDE(_splat)(0), one = WIDE(_splat)(1), minus = WIDE(_splat)(-1);
    WIDE() of_a[3], of_b[3], rest[3], product[3], r[3];
    for (int k = 0; k < 3; ++k) {
        of_a[k] = KERNEL(put)(WIDE(_choose_less)(zero, f->n[k], one, minus), edge_a, k, zero);
        of_b[k] = KERNEL(put)(WIDE(_choose_less)(zero, f->seen[k], minus, one), edge_b, k, zero);
        r[k] = KERNEL(pick)(best->axis, x->r[k]);
    }
    KERNEL(place)(x, of_a, of_b, f);
    for (int k = 0; k < 3; ++k) {
        WIDE() between = WIDE(_sub)(f->on_a[k], f->on_b[k]);
        rest[k] = WIDE(_sub)(WIDE(_mul)(f->n[k], f->height), between);
        product[k] = WIDE(_mul)(rest[k], r[k]);
    }
    const WIDE() sums[3] = {WIDE(_add)(product[1], product[2]), WIDE(_add)(product[2], product[0]),
                            WIDE(_add)(product[0], product[1])};
    WIDE() t = WIDE(_div)(KERNEL(negative)(KERNEL(pick)(edge_a, sums)), best->squared);
    WIDE() s = WIDE(_add)(KERNEL(pick)(edge_a, rest), WIDE(_mul)(t, KERNEL(pick)(edge_a, r)));
    WIDE() share_a = KERNEL(share_of)(s, KERNEL(pick)(edge_a, x->a));
    WIDE() share_b = KERNEL(share_of)(t, KERNEL(pick)(edge_b, x->h));
    for (int k = 0; k < 3; ++k) {
        of_a[k] = KERNEL(put)(of_a[k], edge_a, k, share_a);
        of_b[k] = KERNEL(put)(of_b[k], edge_b, k, share_b);
    }
    KERNEL(place)(x, of_a, of_b, f);
}

/* Lanes in which corners lie clear of ties, by how far their half edges reach along the normal. */
KERNEL_TARGET static inline int KERNEL(clear)(const WIDE() half[3], const WIDE() n[3], WIDE() slack) {
    int clear = 15;
    for (int k = 0; k < 3; ++k) clear &= WIDE(_less_bits)(slack, WIDE(_abs)(WIDE(_mul)(half[k], n[k])));
    return clear;
}

/* Lanes in which that is not farther out than half and slack, but along the axis of the given bits. */
KERNEL_TARGET static inline int KERNEL(inside)(const WIDE() at[3], const WIDE() half[3], WIDE() slack,
                                               const int axis[3]) {
    int inside = 15;
    for (int k = 0; k < 3; ++k)
        inside &= ~WIDE(_less_bits)(WIDE(_add)(half[k], slack), WIDE(_abs)(at[k])) | axis[k];
    return inside;
}

/* B's corner on a facet of A, A's on one of B, in B's own coordinates, of which m / det are the rows.
 */
KERNEL_TARGET static inline int KERNEL(found_on_a)(const KERNEL(four) * x, const KERNEL(found) * f,
                                                   WIDE() slack, const int axis[3]) {
    return KERNEL(clear)(x->h, f->seen, slack) & KERNEL(inside)(f->on_b, x->a, slack, axis);
}
KERNEL_TARGET static inline int KERNEL(found_on_b)(const KERNEL(four) * x, const KERNEL(found) * f,
                                                   WIDE() slack, const int axis[3]) {
    WIDE() at[3], own[3], inverse = WIDE(_splat)(1);
    for (int k = 0; k < 3; ++k) at[k] = WIDE(_add)(f->on_a[k], x->d[k]);
    for (int l = 0; l < 3; ++l) {
        const WIDE() m[3] = {x->m[0][l], x->m[1][l], x->m[2][l]};
        const WIDE() r[3] = {x->r[0][l], x->r[1][l], x->r[2][l]};
        if (l == 0) inverse = WIDE(_div)(inverse, KERNEL(dot)(m, r));
        own[l] = WIDE(_mul)(KERNEL(dot)(m, at), inverse);
    }
    return KERNEL(clear)(x->a, f->n, slack) & KERNEL(inside)(own, x->h, slack, axis);
}

/* How far the points are off; fills in the lanes in which that is little enough for two edges. */
KERNEL_TARGET static inline int KERNEL(found_on_edges)(const WIDE() off[3], WIDE() slack) {
    int near = 15;
    for (int k = 0; k < 3; ++k) near &= ~WIDE(_less_bits)(slack, WIDE(_abs)(off[k]));
    return near;
}

/* -- out ------------------------------------------------------------------------------------------ */

/* Lanes in which a box shows a point; in which it shows an edge or a point (contact_view.h). */
KERNEL_TARGET static inline void KERNEL(view)(const WIDE() n[3], int *point, int *edge) {
    int flat = 0, along[3];
    for (int k = 0; k < 3; ++k) {
        WIDE() size = WIDE(_abs)(n[k]);
        flat |= ~WIDE(_less_bits)(size, WIDE(_splat)(GZ_CONTACT_COSINE - GZ_CONTACT_DOUBT));
        along[k] = ~WIDE(_less_bits)(WIDE(_splat)(GZ_CONTACT_SINE + GZ_CONTACT_DOUBT), size);
    }
    *point = ~(flat | along[0] | along[1] | along[2]);
    *edge = ~(flat | (along[0] & along[1]) | (along[1] & along[2]) | (along[2] & along[0]));
}

/* As is_single of box_depth.c. */
KERNEL_TARGET static inline int KERNEL(single)(const KERNEL(found) * f, WIDE() squared, int by_edges) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    int point_a, point_b, edge_a, edge_b;
    KERNEL(view)(f->n, &point_a, &edge_a);
    KERNEL(view)(f->seen, &point_b, &edge_b);
    int cross = WIDE(_less_bits)(WIDE(_splat)(most * most), squared);
    return point_a | point_b | (by_edges & edge_a & edge_b & cross);
}

KERNEL_TARGET static inline void KERNEL(store)(double out[3][4], const WIDE() v[3]) {
    for (int k = 0; k < 3; ++k) WIDE(_store)(out[k], v[k]);
}

KERNEL_TARGET static inline void KERNEL(turn)(const WIDE() basis[3][3], const WIDE() v[3],
                                              WIDE() out[3]) {
    for (int k = 0; k < 3; ++k) {
        const WIDE() row[3] = {basis[0][k], basis[1][k], basis[2][k]};
        out[k] = KERNEL(dot)(row, v);
    }
}

/* Into the world, as fill_points of box_depth.c. */
KERNEL_TARGET static inline void KERNEL(leave)(const gz_meeting pairs[4], const extent e[4],
                                               const KERNEL(four) * x, const KERNEL(found) * f,
                                               const WIDE() off[3], answers *out) {
    WIDE() at[3], n[3], point[3], other[3], origin[3];
    WIDE() of_a = WIDE(_make)(e[0].of_a, e[1].of_a, e[2].of_a, e[3].of_a);
    WIDE() of_b = WIDE(_make)(e[0].of_b, e[1].of_b, e[2].of_b, e[3].of_b);
    WIDE() depth = WIDE(_add)(f->height, WIDE(_add)(of_a, of_b));
    FOUR_VECTORS(origin, a->pose.origin);
    for (int k = 0; k < 3; ++k) {
        at[k] = WIDE(_sub)(f->on_a[k], WIDE(_mul)(WIDE(_splat)(0.5), off[k]));
        at[k] = WIDE(_add)(at[k], WIDE(_mul)(of_a, f->n[k]));
    }
    KERNEL(turn)(x->basis, f->n, n);
    KERNEL(turn)(x->basis, at, point);
    for (int k = 0; k < 3; ++k) {
        point[k] = WIDE(_add)(point[k], origin[k]);
        other[k] = WIDE(_sub)(point[k], WIDE(_mul)(depth, n[k]));
        out->below[k] = WIDE(_less_bits)(f->n[k], WIDE(_splat)(0));
        out->above[k] = WIDE(_less_bits)(WIDE(_splat)(0), f->seen[k]);
    }
    KERNEL(store)(out->own, f->n);
    KERNEL(store)(out->normal, n);
    KERNEL(store)(out->a, point);
    KERNEL(store)(out->b, other);
    WIDE(_store)(out->height, f->height);
}

/* The points of the kind that the axis is of: a corner of B, one of A, each moved onto the other's
 * facet, or both on their edges. */
KERNEL_TARGET static inline void KERNEL(choose_points)(WIDE() group, KERNEL(found) * f, WIDE() off[3]) {
    for (int k = 0; k < 3; ++k) {
        WIDE() way = WIDE(_mul)(f->height, f->n[k]), a = f->on_a[k], b = f->on_b[k];
        f->on_a[k] = KERNEL(put)(a, group, GROUP_A, WIDE(_add)(b, way));
        f->on_b[k] = KERNEL(put)(b, group, GROUP_B, WIDE(_sub)(a, way));
        off[k] = WIDE(_sub)(WIDE(_sub)(f->on_a[k], f->on_b[k]), way);
    }
}

KERNEL_TARGET static void KERNEL(solve)(const gz_meeting pairs[4], extent e[4], answers *out) {
    KERNEL(four) x;
    KERNEL(best) best;
    KERNEL(found) f;
    KERNEL(enter)(pairs, &x, e);
    const WIDE() three = WIDE(_splat)(3), between = WIDE(_splat)(GROUP_EDGES - 0.5);
    WIDE() error = WIDE(_make)(e[0].error, e[1].error, e[2].error, e[3].error), off[3];
    WIDE() slack = WIDE(_mul)(WIDE(_splat)((double)GZ_WITNESS_SLACK), error);
    WIDE() limit = WIDE(_mul)(WIDE(_splat)((double)GZ_TOUCHING_SHARE), error);
    WIDE()
    radius = WIDE(_make)(e[0].of_a + e[0].of_b, e[1].of_a + e[1].of_b, e[2].of_a + e[2].of_b,
                         e[3].of_a + e[3].of_b);
    KERNEL(search)(&x, &best, &f);
    WIDE()
    edge_a = WIDE(_choose_less)(between, best.group, WIDE(_sub)(best.group, WIDE(_splat)(GROUP_EDGES)),
                                three);
    WIDE() edge_b = WIDE(_choose_less)(between, best.group, best.axis, three);
    KERNEL(set_points)(&x, &best, edge_a, edge_b, &f);
    int first = WIDE(_less_bits)(best.axis, WIDE(_splat)(0.5));
    int last = WIDE(_less_bits)(WIDE(_splat)(1.5), best.axis);
    const int axis[3] = {first, ~(first | last), last};
    int of_a = WIDE(_less_bits)(best.group, WIDE(_splat)(0.5)),
        by_edges = WIDE(_less_bits)(between, best.group);
    int of_b = ~(of_a | by_edges);
    out->found = (of_a & KERNEL(found_on_a)(&x, &f, slack, axis)) |
                 (of_b & KERNEL(found_on_b)(&x, &f, slack, axis));
    KERNEL(choose_points)(best.group, &f, off);
    out->found |= by_edges & KERNEL(found_on_edges)(off, slack);
    out->single = KERNEL(single)(&f, best.squared, by_edges);
    out->apart = WIDE(_less_bits)(WIDE(_add)(radius, limit), KERNEL(negative)(f.height));
    out->deep = WIDE(_less_bits)(limit, f.height);
    KERNEL(leave)(pairs, e, &x, &f, off, out);
}

#undef FOUR
#undef FOUR_VECTORS
