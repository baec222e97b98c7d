/* SPDX-License-Identifier: MIT
 * The body of one scan kernel; argmax.c includes it once a vector type. Expects
 *   KERNEL         the function's name
 *   KERNEL_BLOCK, KERNEL_CHUNKS   those of its parts for few and many points
 *   KERNEL_TARGET  attributes, may be empty
 *   WIDE(op)       the type with a suffix: WIDE(_add), and WIDE() for the type itself
 *   LANES          its number of lanes.
 *
 * Dot products of a chunk are kept together with their running maximum; only a chunk that beats all
 * before it is searched for the first lane that attains the maximum. No branch depends on where that
 * is: nobody could predict it. Of a direction that is not a number no lane is the first, and point 0
 * stands for it. */

/* Up to 32 points at once. The count is a constant wherever this is called from, so that
 * there is no loop left, and all products stay in registers. */
KERNEL_TARGET GZ_INLINE uint32_t KERNEL_BLOCK(const gz_cloud *cloud, real x, real y, real z,
                                              uint32_t count) {
    const WIDE() vx = WIDE(_splat)(x), vy = WIDE(_splat)(y), vz = WIDE(_splat)(z);
    WIDE() dots[32 / LANES], top = WIDE(_splat)(-GRAZE_REAL_MAX);
    for (uint32_t i = 0; i < count; i += LANES) {
        WIDE()
        xy = WIDE(_add)(WIDE(_mul)(WIDE(_load)(cloud->x + i), vx),
                        WIDE(_mul)(WIDE(_load)(cloud->y + i), vy));
        WIDE() dot = WIDE(_add)(xy, WIDE(_mul)(WIDE(_load)(cloud->z + i), vz));
        dots[i / LANES] = dot;
        top = WIDE(_max)(top, dot);
    }
    const WIDE() wanted = WIDE(_splat)(WIDE(_top)(top));
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i += LANES)
        found |= (uint32_t)WIDE(_equal_bits)(dots[i / LANES], wanted) << i;
    return found ? gz_lowest_bit(found) : 0;
}

KERNEL_TARGET GZ_OUTLINE static uint32_t KERNEL_CHUNKS(const gz_cloud *cloud, real x, real y, real z) {
    const WIDE() vx = WIDE(_splat)(x), vy = WIDE(_splat)(y), vz = WIDE(_splat)(z);
    GZ_ALIGNED real dots[GZ_ARGMAX_CHUNK];
    uint32_t best_index = 0;
    real best = 0;
    for (uint32_t begin = 0; begin < cloud->padded; begin += GZ_ARGMAX_CHUNK) {
        uint32_t count = cloud->padded - begin;
        if (count > GZ_ARGMAX_CHUNK) count = GZ_ARGMAX_CHUNK;
        const real *xs = cloud->x + begin, *ys = cloud->y + begin, *zs = cloud->z + begin;
        WIDE() top = WIDE(_splat)(-GRAZE_REAL_MAX);
        for (uint32_t i = 0; i < count; i += LANES) {
            WIDE()
            xy = WIDE(_add)(WIDE(_mul)(WIDE(_load)(xs + i), vx), WIDE(_mul)(WIDE(_load)(ys + i), vy));
            WIDE() dot = WIDE(_add)(xy, WIDE(_mul)(WIDE(_load)(zs + i), vz));
            WIDE(_store)(dots + i, dot);
            top = WIDE(_max)(top, dot);
        }
        const real highest = WIDE(_top)(top);
        if (begin > 0 && highest <= best) continue;
        best = highest;
        const WIDE() wanted = WIDE(_splat)(best);
        uint64_t found = 0;
        for (uint32_t i = 0; i < count; i += LANES)
            found |= (uint64_t)WIDE(_equal_bits)(WIDE(_load)(dots + i), wanted) << i;
        if (found) best_index = begin + gz_lowest_bit(found);
    }
    return best_index;
}

/* Where everything is in one block its size is asked for once, and predicted. */
KERNEL_TARGET static uint32_t KERNEL(const gz_cloud *cloud, real x, real y, real z) {
    switch (cloud->padded) {
    case 8:
        return KERNEL_BLOCK(cloud, x, y, z, 8);
    case 16:
        return KERNEL_BLOCK(cloud, x, y, z, 16);
    case 24:
        return KERNEL_BLOCK(cloud, x, y, z, 24);
    case 32:
        return KERNEL_BLOCK(cloud, x, y, z, 32);
    default:
        return KERNEL_CHUNKS(cloud, x, y, z);
    }
}
