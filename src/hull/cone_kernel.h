/* SPDX-License-Identifier: MIT
 * The body of gz_hull_cone_sort; cone.c includes it once a vector type of GZ_CONE_LANES doubles.
 * Expects KERNEL         the function's name KERNEL_TARGET  attributes, may be empty WIDE(op)       the
 * type with a suffix: WIDE(_add), and WIDE() for the type itself.
 *
 * Where a point goes is as good as random, so up to CHUNK sides are tested without a branch that
 * depends on it; few cones have more. */
KERNEL_TARGET static void KERNEL(const gz_hull_cone *cone, const gz_hull_point *points,
                                 const uint32_t *indices, uint32_t count, gz_cone_hit *hits) {
    for (uint32_t i = 0; i < count; ++i) {
        const gz_hull_point *p = &points[indices[i]];
        double px = p->x - cone->apex[0], py = p->y - cone->apex[1], pz = p->z - cone->apex[2];
        WIDE() x = WIDE(_splat)(px), y = WIDE(_splat)(py), z = WIDE(_splat)(pz);
        uint32_t above = 0, unsure = 0, begin = 0;
        for (;; begin += CHUNK) {
            uint32_t end = cone->count - begin < CHUNK ? cone->count : begin + CHUNK;
            for (uint32_t k = begin; k < end; k += GZ_CONE_LANES) {
                if (cone->apart) {
                    x = WIDE(_sub)(WIDE(_splat)(px), WIDE(_load)(cone->ax + k));
                    y = WIDE(_sub)(WIDE(_splat)(py), WIDE(_load)(cone->ay + k));
                    z = WIDE(_sub)(WIDE(_splat)(pz), WIDE(_load)(cone->az + k));
                }
                WIDE()
                xy = WIDE(_add)(WIDE(_mul)(WIDE(_load)(cone->nx + k), x),
                                WIDE(_mul)(WIDE(_load)(cone->ny + k), y));
                WIDE() height = WIDE(_add)(xy, WIDE(_mul)(WIDE(_load)(cone->nz + k), z));
                uint32_t over = (uint32_t)WIDE(_less_bits)(WIDE(_load)(cone->over + k), height);
                uint32_t under = (uint32_t)WIDE(_less_bits)(height, WIDE(_load)(cone->under + k));
                above |= over << (k - begin);
                unsure |= under ^ ((1u << GZ_CONE_LANES) - 1);
            }
            if (end == cone->count) break;
            if (above != 0) break;
        }
        uint32_t found = 0u - (uint32_t)(above != 0), maybe = (uint32_t)(unsure != 0);
        uint32_t side = (begin + gz_lowest_bit(above | 1u << (CHUNK - 1))) & found;
        hits[i].side = side | ((GZ_CONE_INSIDE - maybe) & ~found);
        if (cone->apart) {
            px -= cone->ax[side];
            py -= cone->ay[side];
            pz -= cone->az[side];
        }
        hits[i].height = (cone->nx[side] * px + cone->ny[side] * py) + cone->nz[side] * pz;
    }
}
