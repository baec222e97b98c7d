/* SPDX-License-Identifier: MIT
 * Four triangles at a time; ray_walk.c includes this once a vector type. Expects NAME(name),
 * KERNEL_INLINE, KERNEL_OUTER and WIDE(op) with four lanes of double.
 *
 * p: corners by coordinate in the order of the ray's axes. Returns the lanes that are or may be hit
 * before max_t; *sure are those that are, with their t and whether they face the ray. NaN and infinity
 * make a lane unsure. */
KERNEL_INLINE int NAME(gz_ray_meets_four)(const gz_mesh_ray *ray, WIDE() p[3][3], double max_t,
                                          int *sure, int *front, double t[4]) {
    WIDE() x[3], y[3], z[3];
    const WIDE() shear_x = WIDE(_splat)(ray->shear[0]), shear_y = WIDE(_splat)(ray->shear[1]);
    for (int c = 0; c < 3; ++c) {
        z[c] = WIDE(_sub)(p[c][2], WIDE(_splat)(ray->origin[2]));
        x[c] = WIDE(_sub)(WIDE(_sub)(p[c][0], WIDE(_splat)(ray->origin[0])), WIDE(_mul)(shear_x, z[c]));
        y[c] = WIDE(_sub)(WIDE(_sub)(p[c][1], WIDE(_splat)(ray->origin[1])), WIDE(_mul)(shear_y, z[c]));
    }
    WIDE() side[3];
    for (int c = 0; c < 3; ++c) {
        int m = (c + 1) % 3, n = (c + 2) % 3;
        side[c] = WIDE(_sub)(WIDE(_mul)(x[m], y[n]), WIDE(_mul)(y[m], x[n]));
    }
    WIDE() doubt = WIDE(_splat)(ray->side_doubt), no_doubt = WIDE(_splat)(-ray->side_doubt);
    WIDE() least = WIDE(_min)(WIDE(_min)(side[0], side[1]), side[2]);
    WIDE() most = WIDE(_max)(WIDE(_max)(side[0], side[1]), side[2]);
    int candidates = ~(WIDE(_less_bits)(least, no_doubt) & WIDE(_less_bits)(doubt, most)) & 15;
    if (!candidates) return 0;

    int left = WIDE(_less_bits)(doubt, least), right = WIDE(_less_bits)(most, no_doubt);
    WIDE() u[3], v[3], turn = WIDE(_splat)(0), height = WIDE(_splat)(0);
    for (int k = 0; k < 3; ++k) {
        u[k] = WIDE(_sub)(p[1][k], p[0][k]);
        v[k] = WIDE(_sub)(p[2][k], p[0][k]);
    }
    for (int k = 0; k < 3; ++k) {
        int m = (k + 1) % 3, n = (k + 2) % 3;
        WIDE() normal = WIDE(_sub)(WIDE(_mul)(u[m], v[n]), WIDE(_mul)(u[n], v[m]));
        turn = WIDE(_add)(turn, WIDE(_mul)(normal, WIDE(_splat)(ray->direction[k])));
        height =
            WIDE(_add)(height, WIDE(_mul)(normal, WIDE(_sub)(p[0][k], WIDE(_splat)(ray->origin[k]))));
    }
    WIDE() turn_doubt = WIDE(_splat)(ray->turn_doubt), start_doubt = WIDE(_splat)(ray->start_doubt);
    WIDE() none = WIDE(_splat)(0);
    int turned =
        WIDE(_less_bits)(turn_doubt, turn) | WIDE(_less_bits)(turn, WIDE(_sub)(none, turn_doubt));
    int started =
        WIDE(_less_bits)(start_doubt, height) | WIDE(_less_bits)(height, WIDE(_sub)(none, start_doubt));
    WIDE() when = WIDE(_div)(height, turn);
    WIDE(_store)(t, when);
    *sure = (left | right) & turned & started;
    *front = ray->direction[2] > 0 ? right : left;
    int late = WIDE(_less_bits)(when, none) | WIDE(_less_bits)(WIDE(_splat)(max_t), when);
    return candidates & ~(*sure & late);
}
