/* SPDX-License-Identifier: MIT
 * The nine axes across an edge of each of two triangles for one vector type of four doubles;
 * triangle_signed.c includes this once a type. Expects LOWEST_EDGES, the function's name, and
 * KERNEL_TARGET and WIDE(op) as argmax_kernel.h does. Lanes are the edges of B; the last is empty. */

typedef struct WIDE(_vector) {
    WIDE() x, y, z;
} WIDE(_vector);

KERNEL_TARGET static inline WIDE() WIDE(_across)(WIDE() p, WIDE() q, WIDE() r, WIDE() s) {
    return WIDE(_sub)(WIDE(_mul)(p, q), WIDE(_mul)(r, s));
}
KERNEL_TARGET static inline WIDE(_vector) WIDE(_of_one)(wide3 v) {
    return (WIDE(_vector)){WIDE(_splat)(v.x), WIDE(_splat)(v.y), WIDE(_splat)(v.z)};
}
KERNEL_TARGET static inline WIDE(_vector) WIDE(_lanes)(const double v[3][4]) {
    return (WIDE(_vector)){WIDE(_load)(v[0]), WIDE(_load)(v[1]), WIDE(_load)(v[2])};
}
KERNEL_TARGET static inline WIDE(_vector) WIDE(_moved)(const double v[3][4], wide3 shift) {
    return (WIDE(_vector)){WIDE(_add)(WIDE(_load)(v[0]), WIDE(_splat)(shift.x)),
                           WIDE(_add)(WIDE(_load)(v[1]), WIDE(_splat)(shift.y)),
                           WIDE(_add)(WIDE(_load)(v[2]), WIDE(_splat)(shift.z))};
}
KERNEL_TARGET static inline WIDE(_vector) WIDE(_next)(WIDE(_vector) v) {
    return (WIDE(_vector)){WIDE(_turned)(v.x), WIDE(_turned)(v.y), WIDE(_turned)(v.z)};
}
KERNEL_TARGET static inline WIDE(_vector) WIDE(_cross)(WIDE(_vector) a, WIDE(_vector) b) {
    return (WIDE(_vector)){WIDE(_across)(a.y, b.z, a.z, b.y), WIDE(_across)(a.z, b.x, a.x, b.z),
                           WIDE(_across)(a.x, b.y, a.y, b.x)};
}
KERNEL_TARGET static inline WIDE() WIDE(_dot)(WIDE(_vector) a, WIDE(_vector) b) {
    WIDE() xy = WIDE(_add)(WIDE(_mul)(a.x, b.x), WIDE(_mul)(a.y, b.y));
    return WIDE(_add)(xy, WIDE(_mul)(a.z, b.z));
}

/* As offer_edge, lane by lane: which axis has the least value, as four times the edge of A and that of
 * B, or NO_EDGES; in *dubious bits of those that are, by the same numbers. */
KERNEL_TARGET static uint32_t LOWEST_EDGES(const triangle *a, const triangle *b, double least,
                                           uint32_t *dubious) {
    const gz_ready_triangle *own_a = a->own, *own_b = b->own;
    WIDE(_vector) corner = WIDE(_moved)(own_b->corner_lanes, b->shift);
    WIDE(_vector) third = WIDE(_next)(WIDE(_next)(corner)), edge = WIDE(_lanes)(own_b->edge_lanes);
    WIDE() lengths = WIDE(_load)(own_b->squared_lanes), lowest = WIDE(_splat)(DBL_MAX), value[3];
    uint32_t found = 0, clear = 0;
    for (int i = 0; i < 3; ++i) {
        WIDE(_vector) n = WIDE(_cross)(WIDE(_of_one)(own_a->edge[i]), edge);
        WIDE() squared = WIDE(_dot)(n, n);
        WIDE()
        limit = WIDE(_mul)(WIDE(_splat)(least), WIDE(_mul)(WIDE(_splat)(own_a->squared[i]), lengths));
        WIDE() on_a = WIDE(_dot)(n, WIDE(_of_one)(a->corner[i]));
        WIDE() off_a = WIDE(_dot)(n, WIDE(_of_one)(a->corner[after[i]]));
        WIDE() on_b = WIDE(_dot)(n, corner), off_b = WIDE(_dot)(n, third);
        WIDE() ahead = WIDE(_sub)(WIDE(_max)(on_a, off_a), WIDE(_min)(on_b, off_b));
        WIDE() behind = WIDE(_sub)(WIDE(_max)(on_b, off_b), WIDE(_min)(on_a, off_a));
        WIDE() height = WIDE(_min)(ahead, behind), square = WIDE(_mul)(height, WIDE(_abs)(height));
        /* NaN for dubious ones, of which the least of two takes no notice if it comes second. */
        value[i] = WIDE(_div)(WIDE(_when_less)(limit, squared, square),
                              WIDE(_when_less)(limit, squared, squared));
        lowest = WIDE(_min)(lowest, value[i]);
        clear |= (uint32_t)WIDE(_less_bits)(limit, squared) << 4 * i;
    }
    *dubious = ~clear & 0x777;
    WIDE() all = WIDE(_splat)(-WIDE(_top)(WIDE(_sub)(WIDE(_splat)(0), lowest)));
    for (int i = 0; i < 3; ++i) found |= (uint32_t)WIDE(_equal_bits)(value[i], all) << 4 * i;
    return found ? gz_lowest_bit(found) : NO_EDGES;
}
