/* SPDX-License-Identifier: MIT
 * The arithmetic of polytope_arcs.c on arcs, for one vector type of float: PLACE, GATHER and CROSSINGS
 * are the functions' names; KERNEL_TARGET, WIDE(op), LANES as in argmax_kernel.h. */

/* Rows of a matrix times the vectors from j on, in place. */
KERNEL_TARGET static inline void WIDE(_turn)(const float matrix[3][3], uint32_t j, float v[3][ARCS]) {
    const WIDE() x = WIDE(_load)(v[0] + j), y = WIDE(_load)(v[1] + j), z = WIDE(_load)(v[2] + j);
    for (int k = 0; k < 3; ++k) {
        WIDE()
        xy = WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(matrix[k][0])),
                        WIDE(_mul)(y, WIDE(_splat)(matrix[k][1])));
        WIDE(_store)(v[k] + j, WIDE(_add)(xy, WIDE(_mul)(z, WIDE(_splat)(matrix[k][2]))));
    }
}

KERNEL_TARGET static inline void WIDE(_make_unit)(uint32_t j, float v[3][ARCS]) {
    const WIDE() x = WIDE(_load)(v[0] + j), y = WIDE(_load)(v[1] + j), z = WIDE(_load)(v[2] + j);
    WIDE() xy = WIDE(_add)(WIDE(_mul)(x, x), WIDE(_mul)(y, y));
    WIDE() inverse = WIDE(_div)(WIDE(_splat)(1), WIDE(_sqrt)(WIDE(_add)(xy, WIDE(_mul)(z, z))));
    WIDE(_store)(v[0] + j, WIDE(_mul)(x, inverse));
    WIDE(_store)(v[1] + j, WIDE(_mul)(y, inverse));
    WIDE(_store)(v[2] + j, WIDE(_mul)(z, inverse));
}

/* The arcs, as gathered from the shape, in the pair's frame. A shape whose axes are the frame's is A,
 * whose centre is the origin. */
KERNEL_TARGET static void PLACE(const arc_frame *frame, arc_list *list) {
    for (uint32_t j = 0; j < list->count; j += LANES) {
        if (frame->turned) {
            WIDE(_turn)(frame->edges, j, list->along);
            WIDE(_turn)(frame->normals, j, list->from[0]);
            WIDE(_turn)(frame->normals, j, list->from[1]);
            WIDE(_turn)(frame->points, j, list->point);
        }
        for (int k = 0; k < 3; ++k) {
            WIDE() point = WIDE(_load)(list->point[k] + j);
            point = frame->turned ? WIDE(_add)(point, WIDE(_splat)(frame->center[k]))
                                  : WIDE(_mul)(point, WIDE(_splat)(frame->size));
            WIDE(_store)(list->point[k] + j, point);
        }
        WIDE(_make_unit)(j, list->along);
        if (frame->affine) {
            WIDE(_make_unit)(j, list->from[0]);
            WIDE(_make_unit)(j, list->from[1]);
        }
    }
}

/* LANES vectors, turned and shifted, to the places from j on. */
KERNEL_TARGET static inline void WIDE(_bring)(const WIDE() v[3], const float matrix[3][3],
                                              const float shift[3], uint32_t j, float to[3][ARCS]) {
    for (int k = 0; k < 3; ++k) {
        WIDE()
        xy = WIDE(_add)(WIDE(_mul)(v[0], WIDE(_splat)(matrix[k][0])),
                        WIDE(_mul)(v[1], WIDE(_splat)(matrix[k][1])));
        WIDE() xyz = WIDE(_add)(xy, WIDE(_mul)(v[2], WIDE(_splat)(matrix[k][2])));
        if (shift) xyz = WIDE(_add)(xyz, WIDE(_splat)(shift[k]));
        WIDE(_store)(to[k] + j, xyz);
    }
}

/* Arcs of a small solid in the pair's frame. edges is padded. An arc is twelve numbers, in the order in
 * which they are brought. */
KERNEL_TARGET static void GATHER(const gz_arc *arcs, const uint8_t *edges, const arc_frame *frame,
                                 arc_list *list) {
    _Static_assert(GZ_ARC_FLOATS == 12, "an arc is three times four numbers");
    for (uint32_t j = 0; j < list->count; j += LANES) {
        WIDE() v[GZ_ARC_FLOATS];
        for (size_t part = 0; part < GZ_ARC_FLOATS; part += 4)
            WIDE(_quads)((const float *)arcs + part, edges + j, GZ_ARC_FLOATS, v + part);
        WIDE(_bring)(v, frame->edges, NULL, j, list->along);
        WIDE(_bring)(v + 3, frame->points, frame->center, j, list->point);
        WIDE(_bring)(v + 6, frame->normals, NULL, j, list->from[0]);
        WIDE(_bring)(v + 9, frame->normals, NULL, j, list->from[1]);
    }
}

KERNEL_TARGET static inline WIDE()
    WIDE(_product)(const float v[3][ARCS], uint32_t j, const WIDE() u[3]) {
    WIDE() x = WIDE(_mul)(WIDE(_load)(v[0] + j), u[0]), y = WIDE(_mul)(WIDE(_load)(v[1] + j), u[1]);
    return WIDE(_add)(WIDE(_add)(x, y), WIDE(_mul)(WIDE(_load)(v[2] + j), u[2]));
}

/* Bit j: the first arc crosses arc j of the list, up to rounding, and the height of an axis
 * there over points p, q of the edges, n . (p - q), is below best. With n = Y x X, not unit, and g the
 * gap whose sign is the axis': sign(g) n . (p - q) < |n| best + slack, times |g|. */
KERNEL_TARGET static uint64_t CROSSINGS(const arc_view *first, const arc_list *second, float best,
                                        float slack) {
    WIDE() y[3], a[3], b[3], p[3];
    const size_t step = first->step;
    for (size_t k = 0; k < 3; ++k) {
        const size_t at = k * step;
        y[k] = WIDE(_splat)(first->along[at]);
        a[k] = WIDE(_splat)(first->from[0][at]);
        b[k] = WIDE(_splat)(first->from[1][at]);
        p[k] = WIDE(_splat)(first->point[at] * first->size);
    }
    const WIDE() rounding = WIDE(_splat)(GZ_ARC_SLACK), clear = WIDE(_splat)(GZ_CLEAR_CROSSING);
    uint64_t bits = 0;
    for (uint32_t j = 0; j < second->count; j += LANES) {
        WIDE() cy = WIDE(_product)(second->from[0], j, y), dy = WIDE(_product)(second->from[1], j, y);
        WIDE() ax = WIDE(_product)(second->along, j, a), bx = WIDE(_product)(second->along, j, b);
        WIDE() across = WIDE(_max)(WIDE(_mul)(cy, dy), WIDE(_mul)(ax, bx));
        WIDE() together = WIDE(_max)(WIDE(_mul)(cy, ax), WIDE(_mul)(dy, bx));
        uint32_t left = second->count - j, there = left < LANES ? (1u << left) - 1 : (1u << LANES) - 1;
        uint32_t meet = (uint32_t)WIDE(_less_bits)(WIDE(_max)(across, together), rounding) & there;
        if (meet == 0 && second->count > 8) continue; /* few are done faster than predicted */
        WIDE() n[3], rise = WIDE(_splat)(0), squared = WIDE(_splat)(0);
        for (int k = 0; k < 3; ++k) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            n[k] = WIDE(_sub)(WIDE(_mul)(y[l], WIDE(_load)(second->along[m] + j)),
                              WIDE(_mul)(y[m], WIDE(_load)(second->along[l] + j)));
            WIDE() way = WIDE(_sub)(p[k], WIDE(_load)(second->point[k] + j));
            rise = WIDE(_add)(rise, WIDE(_mul)(n[k], way));
            squared = WIDE(_add)(squared, WIDE(_mul)(n[k], n[k]));
        }
        WIDE() gap = WIDE(_sub)(ax, bx), size = WIDE(_max)(gap, WIDE(_sub)(WIDE(_splat)(0), gap));
        WIDE()
        high = WIDE(_add)(WIDE(_mul)(WIDE(_sqrt)(squared), WIDE(_splat)(best)), WIDE(_splat)(slack));
        int low = WIDE(_less_bits)(WIDE(_mul)(rise, gap), WIDE(_mul)(high, size));
        bits |= (uint64_t)(meet & (uint32_t)(low | WIDE(_less_bits)(size, clear))) << j;
    }
    return bits;
}
