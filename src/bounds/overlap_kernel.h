/* SPDX-License-Identifier: MIT
 * The overlap tests of spheres, boxes and k-DOPs and the box of an oriented box (Y3, Y5: B:4284-4290,
 * 4337), written with macros for the operations, so that a test can count them. Expects OVERLAP_NAME
 * (prefixes a name), OVERLAP_ADD, OVERLAP_SUB, OVERLAP_MUL, OVERLAP_ABS and OVERLAP_LEQ. */

#define OVERLAP_SUM3(a, b, c) OVERLAP_ADD(OVERLAP_ADD(a, b), c)

static inline bool OVERLAP_NAME(slabs)(const real *lo_a, const real *hi_a, const real *lo_b,
                                       const real *hi_b, int count) {
    for (int i = 0; i < count; ++i)
        if (!OVERLAP_LEQ(lo_a[i], hi_b[i]) || !OVERLAP_LEQ(lo_b[i], hi_a[i])) return false;
    return true;
}

static inline bool OVERLAP_NAME(boxes)(const graze_aabb *a, const graze_aabb *b) {
    return OVERLAP_LEQ(a->lo.x, b->hi.x) && OVERLAP_LEQ(b->lo.x, a->hi.x) &&
           OVERLAP_LEQ(a->lo.y, b->hi.y) && OVERLAP_LEQ(b->lo.y, a->hi.y) &&
           OVERLAP_LEQ(a->lo.z, b->hi.z) && OVERLAP_LEQ(b->lo.z, a->hi.z);
}

static inline bool OVERLAP_NAME(spheres)(const graze_sphere *a, const graze_sphere *b) {
    real x = OVERLAP_SUB(a->center.x, b->center.x), y = OVERLAP_SUB(a->center.y, b->center.y),
         z = OVERLAP_SUB(a->center.z, b->center.z), reach = OVERLAP_ADD(a->radius, b->radius);
    return OVERLAP_LEQ(OVERLAP_SUM3(OVERLAP_MUL(x, x), OVERLAP_MUL(y, y), OVERLAP_MUL(z, z)),
                       OVERLAP_MUL(reach, reach));
}

/* How far an oriented box reaches along a row of its axes' matrix. */
static inline double OVERLAP_NAME(reach)(const double row[3], const double half[3]) {
    return OVERLAP_SUM3(OVERLAP_MUL(OVERLAP_ABS(row[0]), half[0]),
                        OVERLAP_MUL(OVERLAP_ABS(row[1]), half[1]),
                        OVERLAP_MUL(OVERLAP_ABS(row[2]), half[2]));
}

#undef OVERLAP_SUM3
