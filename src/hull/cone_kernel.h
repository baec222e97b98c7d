/* SPDX-License-Identifier: MIT
 * The body of gz_hull_cone_sort; cone.c includes it once a vector type of GZ_CONE_LANES doubles.
 * Expects KERNEL         the function's name KERNEL_TARGET  attributes, may be empty WIDE(op)       the
 * type with a suffix: WIDE(_add), and WIDE() for the type itself. */
KERNEL_TARGET static void KERNEL(const gz_hull_cone *cone, const gz_hull_point *points,
                                 const uint32_t *indices, uint32_t count, uint32_t *sides) {
    for (uint32_t i = 0; i < count; ++i) {
        const gz_hull_point *p = &points[indices[i]];
        const WIDE() x = WIDE(_splat)(p->x - cone->apex[0]);
        const WIDE() y = WIDE(_splat)(p->y - cone->apex[1]);
        const WIDE() z = WIDE(_splat)(p->z - cone->apex[2]);
        uint32_t found = GZ_CONE_INSIDE;
        for (uint32_t k = 0; k < cone->count; k += GZ_CONE_LANES) {
            WIDE()
            xy = WIDE(_add)(WIDE(_mul)(WIDE(_load)(cone->nx + k), x),
                            WIDE(_mul)(WIDE(_load)(cone->ny + k), y));
            WIDE() height = WIDE(_add)(xy, WIDE(_mul)(WIDE(_load)(cone->nz + k), z));
            int above = WIDE(_less_bits)(WIDE(_load)(cone->over + k), height);
            if (above) {
                found = k + (above & 1 ? 0 : above & 2 ? 1 : above & 4 ? 2 : 3);
                break;
            }
            int below = WIDE(_less_bits)(height, WIDE(_load)(cone->under + k));
            if (below != (1 << GZ_CONE_LANES) - 1) found = GZ_CONE_UNSURE;
        }
        sides[i] = found;
    }
}
