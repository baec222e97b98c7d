/* SPDX-License-Identifier: MIT
 * The bodies of ray_planes.c for one vector type, included once a type. Expects CLIP and NEXT_NEAR, the
 * functions' names, PLACE, a type's, and KERNEL_TARGET, WIDE(op), LANES as argmax_kernel.h does. */

typedef struct PLACE {
    WIDE() x, y, z;
} PLACE;

KERNEL_TARGET static inline PLACE WIDE(_place)(slim3 v) {
    PLACE out;
    out.x = WIDE(_splat)(v.x);
    out.y = WIDE(_splat)(v.y);
    out.z = WIDE(_splat)(v.z);
    return out;
}

KERNEL_TARGET static inline WIDE() WIDE(_along)(const gz_planes *planes, uint32_t i, PLACE v) {
    WIDE()
    x = WIDE(_mul)(WIDE(_load)(planes->x + i), v.x), y = WIDE(_mul)(WIDE(_load)(planes->y + i), v.y);
    return WIDE(_add)(WIDE(_add)(x, y), WIDE(_mul)(WIDE(_load)(planes->z + i), v.z));
}

KERNEL_TARGET static gz_ray_clip CLIP(const gz_planes *planes, slim3 point, slim3 way) {
    const PLACE p = WIDE(_place)(point), d = WIDE(_place)(way);
    const WIDE() zero = WIDE(_splat)(0), least = WIDE(_splat)(LEAST_SPEED);
    const WIDE() most = WIDE(_splat)(FOR_EVER);
    WIDE() in = WIDE(_splat)(-FLT_MAX), out = WIDE(_splat)(-FLT_MAX);
    uint32_t block_in = 0, block_out = 0;
    for (uint32_t i = 0; i < planes->padded; i += LANES) {
        WIDE() below = WIDE(_sub)(WIDE(_load)(planes->height + i), WIDE(_along)(planes, i, p));
        WIDE() away = WIDE(_along)(planes, i, d), towards = WIDE(_sub)(zero, away);
        WIDE()
        enters = WIDE(_div)(WIDE(_sub)(zero, WIDE(_max)(below, WIDE(_mul)(away, most))),
                            WIDE(_max)(towards, least));
        WIDE()
        leaves = WIDE(_div)(WIDE(_sub)(zero, WIDE(_max)(below, WIDE(_mul)(towards, most))),
                            WIDE(_max)(away, least));
        if (WIDE(_less_bits)(in, enters)) {
            in = WIDE(_splat)(WIDE(_top)(enters));
            block_in = i;
        }
        if (WIDE(_less_bits)(out, leaves)) {
            out = WIDE(_splat)(WIDE(_top)(leaves));
            block_out = i;
        }
    }
    return choose(planes, point, way, block_in, block_out, LANES);
}

KERNEL_TARGET static uint32_t NEXT_NEAR(const gz_planes *planes, slim3 point, float slack,
                                        uint32_t from) {
    const PLACE p = WIDE(_place)(point);
    const WIDE() limit = WIDE(_splat)(slack);
    uint32_t skip = from % LANES;
    for (uint32_t i = from - skip; i < planes->padded; i += LANES, skip = 0) {
        WIDE() below = WIDE(_sub)(WIDE(_load)(planes->height + i), WIDE(_along)(planes, i, p));
        uint32_t near = (uint32_t)WIDE(_less_bits)(below, limit) >> skip << skip;
        if (near) return i + gz_lowest_bit(near);
    }
    return planes->padded;
}
