/* SPDX-License-Identifier: MIT
 * The body for one vector type; triangle_pairs.c includes this once a type. Expects DISTANCES, the
 * function's name, KERNEL_TARGET and WIDE(op) with four lanes of double. */

typedef struct WIDE(_near) {
    WIDE() square, a[3], b[3];
} WIDE(_near);

typedef struct WIDE(_corners) {
    WIDE() p[3][3], edge[3][3], inverse[3]; /* edge i from corner i to the next; 1 / its square */
    WIDE() square[3];
    WIDE() inward[3][3]; /* in the plane, from edge i into the triangle */
} WIDE(_corners);

KERNEL_TARGET static inline WIDE() WIDE(_dot)(const WIDE() u[3], const WIDE() v[3]) {
    return WIDE(_add)(WIDE(_add)(WIDE(_mul)(u[0], v[0]), WIDE(_mul)(u[1], v[1])),
                      WIDE(_mul)(u[2], v[2]));
}

KERNEL_TARGET static inline void WIDE(_cross)(const WIDE() u[3], const WIDE() v[3], WIDE() out[3]) {
    for (int k = 0; k < 3; ++k) {
        int m = (k + 1) % 3, n = (k + 2) % 3;
        out[k] = WIDE(_sub)(WIDE(_mul)(u[m], v[n]), WIDE(_mul)(u[n], v[m]));
    }
}

KERNEL_TARGET static inline WIDE() WIDE(_share)(WIDE() x) {
    return WIDE(_min)(WIDE(_max)(WIDE(_splat)(0), x), WIDE(_splat)(1));
}

/* Takes two points in the lanes where they are nearer than what there is. What is added to the old ones
 * rounds like any sum. Lanes of NaN are never nearer. */
KERNEL_TARGET static inline void WIDE(_take_nearer)(WIDE(_near) * best, WIDE() square,
                                                    const WIDE() a[3], const WIDE() b[3]) {
    for (int k = 0; k < 3; ++k) {
        WIDE() way_a = WIDE(_sub)(a[k], best->a[k]), way_b = WIDE(_sub)(b[k], best->b[k]);
        best->a[k] = WIDE(_add)(best->a[k], WIDE(_when_less)(square, best->square, way_a));
        best->b[k] = WIDE(_add)(best->b[k], WIDE(_when_less)(square, best->square, way_b));
    }
    best->square = WIDE(_min)(best->square, square);
}

KERNEL_TARGET static inline WIDE() WIDE(_between)(const WIDE() a[3], const WIDE() b[3]) {
    WIDE() v[3];
    for (int k = 0; k < 3; ++k) v[k] = WIDE(_sub)(b[k], a[k]);
    return WIDE(_dot)(v, v);
}

KERNEL_TARGET static inline void WIDE(_prepare)(const double p[3][3][GZ_TRIANGLE_PAIRS],
                                                WIDE(_corners) * out) {
    const WIDE() tiny = WIDE(_splat)(GZ_TRIANGLE_TINY);
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) out->p[c][k] = WIDE(_load)(p[c][k]);
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) out->edge[c][k] = WIDE(_sub)(out->p[(c + 1) % 3][k], out->p[c][k]);
        out->square[c] = WIDE(_dot)(out->edge[c], out->edge[c]);
        out->inverse[c] = WIDE(_div)(WIDE(_splat)(1), WIDE(_max)(out->square[c], tiny));
    }
    WIDE() normal[3];
    WIDE(_cross)(out->edge[0], out->edge[1], normal);
    for (int c = 0; c < 3; ++c) WIDE(_cross)(normal, out->edge[c], out->inward[c]);
}

/* Two edges: where their lines are nearest, kept on the first; the nearest point of the second to that,
 * and of the first to this. Parallel lines may start anywhere. */
KERNEL_TARGET static inline void WIDE(_edges)(const WIDE(_corners) * s, int i, const WIDE(_corners) * t,
                                              int j, WIDE(_near) * best) {
    const WIDE() *u = s->edge[i], *v = t->edge[j];
    WIDE() way[3], a[3], b[3];
    for (int k = 0; k < 3; ++k) way[k] = WIDE(_sub)(s->p[i][k], t->p[j][k]);
    WIDE() uv = WIDE(_dot)(u, v), uw = WIDE(_dot)(u, way), vw = WIDE(_dot)(v, way);
    WIDE() det = WIDE(_sub)(WIDE(_mul)(s->square[i], t->square[j]), WIDE(_mul)(uv, uv));
    WIDE() top = WIDE(_sub)(WIDE(_mul)(uv, vw), WIDE(_mul)(uw, t->square[j]));
    WIDE() x = WIDE(_share)(WIDE(_div)(top, WIDE(_max)(det, WIDE(_splat)(GZ_TRIANGLE_TINY))));
    WIDE()
    y = WIDE(_share)(WIDE(_mul)(WIDE(_add)(WIDE(_mul)(uv, x), vw), t->inverse[j]));
    x = WIDE(_share)(WIDE(_mul)(WIDE(_sub)(WIDE(_mul)(uv, y), uw), s->inverse[i]));
    for (int k = 0; k < 3; ++k) {
        a[k] = WIDE(_add)(s->p[i][k], WIDE(_mul)(x, u[k]));
        b[k] = WIDE(_add)(t->p[j][k], WIDE(_mul)(y, v[k]));
    }
    WIDE(_take_nearer)(best, WIDE(_between)(a, b), a, b);
}

/* Corner i of s and the inside of t. The foot is a mean of t's corners with positive weights: on t
 * whatever rounds. Corners that are not above the inside, or t without one, are left to the edges. */
KERNEL_TARGET static inline WIDE()
    WIDE(_foot)(const WIDE() p[3], const WIDE(_corners) * t, WIDE() foot[3]) {
    const WIDE() zero = WIDE(_splat)(0), huge = WIDE(_splat)(GZ_TRIANGLE_HUGE);
    WIDE() side[3];
    for (int c = 0; c < 3; ++c) {
        WIDE() way[3];
        for (int k = 0; k < 3; ++k) way[k] = WIDE(_sub)(p[k], t->p[c][k]);
        side[c] = WIDE(_dot)(t->inward[c], way);
    }
    WIDE() least = WIDE(_min)(WIDE(_min)(side[0], side[1]), side[2]);
    WIDE() sum = WIDE(_add)(WIDE(_add)(side[0], side[1]), side[2]);
    WIDE() inverse = WIDE(_div)(WIDE(_splat)(1), sum);
    for (int k = 0; k < 3; ++k) {
        WIDE() x = WIDE(_mul)(side[1], t->p[0][k]), y = WIDE(_mul)(side[2], t->p[1][k]);
        WIDE() z = WIDE(_mul)(side[0], t->p[2][k]);
        foot[k] = WIDE(_mul)(WIDE(_add)(WIDE(_add)(x, y), z), inverse);
    }
    WIDE() beside = WIDE(_sub)(huge, WIDE(_when_less)(zero, least, huge));
    return WIDE(_add)(WIDE(_between)(p, foot), beside);
}

/* The plane across the connection: how far do its sides keep the corners apart? */
KERNEL_TARGET static inline WIDE()
    WIDE(_gap)(const WIDE(_corners) * s, const WIDE(_corners) * t, const WIDE() v[3]) {
    WIDE() high = WIDE(_dot)(s->p[0], v), low = WIDE(_dot)(t->p[0], v);
    for (int c = 1; c < 3; ++c) {
        high = WIDE(_max)(high, WIDE(_dot)(s->p[c], v));
        low = WIDE(_min)(low, WIDE(_dot)(t->p[c], v));
    }
    return WIDE(_sub)(low, high);
}

KERNEL_TARGET static void DISTANCES(gz_triangle_pairs *pairs) {
    WIDE(_corners) s, t;
    WIDE(_near) best;
    WIDE() v[3], foot[3];
    WIDE(_prepare)(pairs->a, &s);
    WIDE(_prepare)(pairs->b, &t);
    best.square = WIDE(_splat)(GZ_TRIANGLE_HUGE);
    for (int k = 0; k < 3; ++k) best.a[k] = best.b[k] = WIDE(_splat)(0);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) WIDE(_edges)(&s, i, &t, j, &best);
    for (int i = 0; i < 3; ++i) {
        WIDE() square = WIDE(_foot)(s.p[i], &t, foot);
        WIDE(_take_nearer)(&best, square, s.p[i], foot);
        square = WIDE(_foot)(t.p[i], &s, foot);
        WIDE(_take_nearer)(&best, square, foot, t.p[i]);
    }
    for (int k = 0; k < 3; ++k) {
        v[k] = WIDE(_sub)(best.b[k], best.a[k]);
        WIDE(_store)(pairs->point_a[k], best.a[k]);
        WIDE(_store)(pairs->point_b[k], best.b[k]);
    }
    WIDE() length = WIDE(_sqrt)(WIDE(_dot)(v, v));
    WIDE(_store)(pairs->upper, length);
    WIDE(_store)(pairs->lower, WIDE(_div)(WIDE(_gap)(&s, &t, v), length));
}
