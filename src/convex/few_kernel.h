/* SPDX-License-Identifier: MIT
 * The bodies of few.c for one vector type of four doubles. Expects KERNEL(name), the name with a
 * suffix, KERNEL_TARGET, attributes of functions, and WIDE(op), the type with a suffix. */

/* Rounds as wide_mat3_mul_vec does. */
KERNEL_TARGET static inline void KERNEL(turn)(const graze_shape *shape, const double m[3][3],
                                              gz_few_points *out) {
    const gz_cloud *cloud = &((const gz_polytope *)shape)->cloud;
    for (int at = 0; at < GZ_FEW; at += 4) {
        WIDE() x = REALS(cloud->x + at), y = REALS(cloud->y + at);
        WIDE() z = REALS(cloud->z + at), turned[3];
        for (int k = 0; k < 3; ++k)
            turned[k] = WIDE(_add)(
                WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(m[0][k])), WIDE(_mul)(y, WIDE(_splat)(m[1][k]))),
                WIDE(_mul)(z, WIDE(_splat)(m[2][k])));
        WIDE(_store)(out->x + at, turned[0]);
        WIDE(_store)(out->y + at, turned[1]);
        WIDE(_store)(out->z + at, turned[2]);
    }
}

KERNEL_TARGET static void KERNEL(enter)(const graze_shape *a, const double minus_turn_a[3][3],
                                        const graze_shape *b, const double turn_b[3][3], gz_few *few) {
    KERNEL(turn)(a, minus_turn_a, &few->a);
    KERNEL(turn)(b, turn_b, &few->b);
}

KERNEL_TARGET static void KERNEL(enter_duo)(const gz_duo *duo, gz_few *few) {
    double a[3][3], b[3][3];
    for (int i = 0; i < 3; ++i) {
        wide3 of_a = both3_first(duo->basis[i]), of_b = both3_second(duo->basis[i]);
        a[i][0] = of_a.x, a[i][1] = of_a.y, a[i][2] = of_a.z;
        b[i][0] = of_b.x, b[i][1] = of_b.y, b[i][2] = of_b.z;
    }
    KERNEL(turn)(duo->a, (const double(*)[3])a, &few->a);
    KERNEL(turn)(duo->b, (const double(*)[3])b, &few->b);
}

/* The first of the highest points along v, and how high. */
KERNEL_TARGET static inline double KERNEL(highest)(const gz_few_points *p, const WIDE() v[3],
                                                   uint32_t *first) {
    WIDE() dot[2];
    for (int i = 0; i < 2; ++i)
        dot[i] = WIDE(_add)(WIDE(_add)(WIDE(_mul)(WIDE(_load)(p->x + 4 * i), v[0]),
                                       WIDE(_mul)(WIDE(_load)(p->y + 4 * i), v[1])),
                            WIDE(_mul)(WIDE(_load)(p->z + 4 * i), v[2]));
    double top = WIDE(_top)(WIDE(_max)(dot[0], dot[1]));
    const WIDE() wanted = WIDE(_splat)(top);
    uint32_t found =
        (uint32_t)WIDE(_equal_bits)(dot[0], wanted) | (uint32_t)WIDE(_equal_bits)(dot[1], wanted) << 4;
    *first = gz_lowest_bit(found | 1u << GZ_FEW) & (GZ_FEW - 1); /* 0 if nothing is a number */
    return top;
}

KERNEL_TARGET static inline gz_few_reach KERNEL(reaches)(const gz_few *few, double x, double y,
                                                         double z) {
    const WIDE() v[3] = {WIDE(_splat)(x), WIDE(_splat)(y), WIDE(_splat)(z)};
    gz_few_reach out;
    double of_a = KERNEL(highest)(&few->a, v, &out.a), of_b = KERNEL(highest)(&few->b, v, &out.b);
    out.along = of_a + of_b;
    return out;
}

KERNEL_TARGET static gz_few_reach KERNEL(reach)(const gz_few *few, double x, double y, double z) {
    return KERNEL(reaches)(few, x, y, z);
}

KERNEL_TARGET static double KERNEL(look)(gz_duo *duo, const gz_few *few, const wide3 *middle, double x,
                                         double y, double z, gz_duo_point *found) {
    gz_few_reach reach = KERNEL(reaches)(few, x, y, z);
    vec3 on_a = duo->a->vertices[reach.a], on_b = duo->b->vertices[reach.b];
    duo->hint_a = reach.a;
    duo->hint_b = reach.b;
    duo->on_a = on_a;
    duo->on_b = on_b;
    gz_duo_point point = gz_duo_point_of(duo, wide3_from(on_a), wide3_from(on_b));
    found->y = wide3_fresh(point.y);
    found->a = wide3_fresh(point.a);
    return wide3_dot(wide3_make(x, y, z), wide3_fresh(*middle)) - reach.along;
}

static const gz_few_kernel KERNEL(kernel) = {KERNEL(enter), KERNEL(reach), KERNEL(enter_duo),
                                             KERNEL(look)};
