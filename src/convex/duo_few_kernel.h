/* SPDX-License-Identifier: MIT
 * The body for one vector type; duo_few.c includes this once a type. Expects ENTER, LOOK, TURN and
 * HIGHEST, the functions' names, KERNEL_TARGET and WIDE(op) with four lanes of double. */

KERNEL_TARGET static inline void TURN(const gz_cloud *cloud, const double m[3][3], gz_few_points *out) {
    for (int at = 0; at < GZ_FEW; at += 4) {
        WIDE() x = WIDE(_reals)(cloud->x + at), y = WIDE(_reals)(cloud->y + at);
        WIDE() z = WIDE(_reals)(cloud->z + at), turned[3];
        for (int k = 0; k < 3; ++k)
            turned[k] = WIDE(_add)(
                WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(m[0][k])), WIDE(_mul)(y, WIDE(_splat)(m[1][k]))),
                WIDE(_mul)(z, WIDE(_splat)(m[2][k])));
        WIDE(_store)(out->x + at, turned[0]);
        WIDE(_store)(out->y + at, turned[1]);
        WIDE(_store)(out->z + at, turned[2]);
    }
}

KERNEL_TARGET static void ENTER(const gz_duo *duo, gz_duo_few *few) {
    double a[3][3], b[3][3]; /* columns */
    for (int i = 0; i < 3; ++i) {
        wide3 of_a = both3_first(duo->basis[i]), of_b = both3_second(duo->basis[i]);
        a[i][0] = of_a.x, a[i][1] = of_a.y, a[i][2] = of_a.z;
        b[i][0] = of_b.x, b[i][1] = of_b.y, b[i][2] = of_b.z;
    }
    TURN(&((const gz_polytope *)duo->a)->cloud, a, &few->a);
    TURN(&((const gz_polytope *)duo->b)->cloud, b, &few->b);
    few->offset = gz_duo_point_of(duo, wide3_from(duo->a->center), wide3_from(duo->b->center)).y;
}

/* How far the points reach along (x, y, z), and the first one that does. */
KERNEL_TARGET static inline double HIGHEST(const gz_few_points *p, double x, double y, double z,
                                           uint32_t *first) {
    const WIDE() vx = WIDE(_splat)(x), vy = WIDE(_splat)(y), vz = WIDE(_splat)(z);
    WIDE() dot[2];
    for (int i = 0; i < 2; ++i)
        dot[i] = WIDE(_add)(WIDE(_add)(WIDE(_mul)(WIDE(_load)(p->x + 4 * i), vx),
                                       WIDE(_mul)(WIDE(_load)(p->y + 4 * i), vy)),
                            WIDE(_mul)(WIDE(_load)(p->z + 4 * i), vz));
    double top = WIDE(_top)(WIDE(_max)(dot[0], dot[1]));
    const WIDE() wanted = WIDE(_splat)(top);
    uint32_t found =
        (uint32_t)WIDE(_equal_bits)(dot[0], wanted) | (uint32_t)WIDE(_equal_bits)(dot[1], wanted) << 4;
    *first = gz_lowest_bit(found | 1u << GZ_FEW) & (GZ_FEW - 1); /* 0 if nothing is a number */
    return top;
}

KERNEL_TARGET static double LOOK(gz_duo *duo, const gz_duo_few *few, double x, double y, double z,
                                 gz_duo_point *found) {
    uint32_t a, b;
    double reach = HIGHEST(&few->a, x, y, z, &a) + HIGHEST(&few->b, x, y, z, &b);
    vec3 on_a = duo->a->vertices[a], on_b = duo->b->vertices[b];
    duo->hint_a = a;
    duo->hint_b = b;
    duo->on_a = on_a;
    duo->on_b = on_b;
    gz_duo_point point = gz_duo_point_of(duo, wide3_from(on_a), wide3_from(on_b));
    found->y = wide3_fresh(point.y);
    found->a = wide3_fresh(point.a);
    return wide3_dot(wide3_make(x, y, z), wide3_fresh(few->offset)) - reach;
}

static const gz_duo_few_kernel WIDE(_kernel) = {ENTER, LOOK};
