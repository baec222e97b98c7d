/* SPDX-License-Identifier: MIT
 * The bodies of compact_sieve.c for one vector type of float. Expects REACH, OPEN, LOOK and MASKS, the
 * functions' names, and KERNEL_TARGET, WIDE(op), LANES as argmax_kernel.h does. */

/* The products of LANES normals with a point. */
KERNEL_TARGET static inline WIDE()
    WIDE(_products)(const float *x, const float *y, const float *z, WIDE() px, WIDE() py, WIDE() pz) {
    WIDE() xy = WIDE(_add)(WIDE(_mul)(WIDE(_load)(x), px), WIDE(_mul)(WIDE(_load)(y), py));
    return WIDE(_add)(xy, WIDE(_mul)(WIDE(_load)(z), pz));
}
KERNEL_TARGET static inline WIDE()
    WIDE(_dots)(const float *x, const float *y, const float *z, float px, float py, float pz) {
    return WIDE(_products)(x, y, z, WIDE(_splat)(px), WIDE(_splat)(py), WIDE(_splat)(pz));
}

KERNEL_TARGET static inline void WIDE(_place_samples)(gz_compact_sieve *sieve) {
    const gz_facets *other = sieve->other;
    const slim3 *c = sieve->columns, shift = *sieve->shift;
    for (uint32_t i = 0; i < GZ_COMPACT_SAMPLES; i += LANES) {
        const float *x = other->sample_x + i, *y = other->sample_y + i, *z = other->sample_z + i;
        WIDE(_store)
        (sieve->x + i, WIDE(_add)(WIDE(_dots)(x, y, z, c[0].x, c[1].x, c[2].x), WIDE(_splat)(shift.x)));
        WIDE(_store)
        (sieve->y + i, WIDE(_add)(WIDE(_dots)(x, y, z, c[0].y, c[1].y, c[2].y), WIDE(_splat)(shift.y)));
        WIDE(_store)
        (sieve->z + i, WIDE(_add)(WIDE(_dots)(x, y, z, c[0].z, c[1].z, c[2].z), WIDE(_splat)(shift.z)));
    }
}

/* Notes the first facet of an open block that has the least bound, given the least of each lane. */
KERNEL_TARGET static inline void WIDE(_find)(gz_compact_sieve *sieve, WIDE() least) {
    const WIDE() zero = WIDE(_splat)(0);
    float lowest = -WIDE(_top)(WIDE(_sub)(zero, least));
    const WIDE() wanted = WIDE(_splat)(lowest);
    uint64_t found = 0;
    for (uint64_t open = sieve->open; open != 0; open &= open - 1) {
        uint32_t block = gz_lowest_bit(open);
        for (uint32_t i = block; i < block + 8; i += LANES)
            found |= (uint64_t)WIDE(_equal_bits)(WIDE(_load)(sieve->bound + i), wanted) << i;
    }
    sieve->least = found ? gz_lowest_bit(found) : 0;
    sieve->least_bound = lowest;
}

/* Which blocks are open, without branches: nobody could predict it. */
KERNEL_TARGET static inline uint64_t WIDE(_open)(gz_compact_sieve *sieve, const slim3 *lead,
                                                 float limit) {
    const gz_planes planes = sieve->facets->planes;
    const WIDE() wide_limit = WIDE(_splat)(limit);
    const WIDE() x = WIDE(_splat)(lead->x), y = WIDE(_splat)(lead->y), z = WIDE(_splat)(lead->z);
    uint64_t open = 0;
    for (uint32_t i = 0; i < planes.padded; i += LANES) {
        WIDE() dot = WIDE(_products)(planes.x + i, planes.y + i, planes.z + i, x, y, z);
        WIDE(_store)(sieve->at[i / 8][0] + i % 8, dot);
        WIDE() below = WIDE(_sub)(WIDE(_load)(planes.height + i), dot);
        open |= (uint64_t)(WIDE(_less_bits)(below, wide_limit) != 0) << i / 8 * 8;
    }
    return open;
}

KERNEL_TARGET static void OPEN(gz_compact_sieve *sieve, const slim3 *lead, float limit) {
    const gz_planes planes = sieve->facets->planes;
    WIDE() lowest = WIDE(_splat)(FLT_MAX);
    sieve->open = WIDE(_open)(sieve, lead, limit);
    WIDE(_place_samples)(sieve);
    for (uint64_t open = sieve->open; open != 0; open &= open - 1) {
        uint32_t b = gz_lowest_bit(open) / 8;
        for (uint32_t part = 0; part < 8; part += LANES) {
            uint32_t i = 8 * b + part;
            WIDE() least = WIDE(_load)(sieve->at[b][0] + part);
            for (uint32_t k = 1; k < GZ_COMPACT_SAMPLES; ++k) {
                WIDE()
                dot = WIDE(_dots)(planes.x + i, planes.y + i, planes.z + i, sieve->x[k], sieve->y[k],
                                  sieve->z[k]);
                WIDE(_store)(sieve->at[b][k] + part, dot);
                least = WIDE(_min)(least, dot);
            }
            WIDE() bound = WIDE(_sub)(WIDE(_load)(planes.height + i), least);
            WIDE(_store)(sieve->bound + i, bound);
            lowest = WIDE(_min)(lowest, bound);
        }
    }
    WIDE(_find)(sieve, lowest);
}

KERNEL_TARGET static inline void WIDE(_narrow)(gz_compact_sieve *sieve, const slim3 *point,
                                               uint32_t place) {
    const gz_planes planes = sieve->facets->planes;
    const WIDE() x = WIDE(_splat)(point->x), y = WIDE(_splat)(point->y), z = WIDE(_splat)(point->z);
    WIDE() lowest = WIDE(_splat)(FLT_MAX);
    for (uint64_t open = sieve->open; open != 0; open &= open - 1) {
        uint32_t b = gz_lowest_bit(open) / 8;
        for (uint32_t part = 0; part < 8; part += LANES) {
            uint32_t i = 8 * b + part;
            WIDE() dot = WIDE(_products)(planes.x + i, planes.y + i, planes.z + i, x, y, z);
            WIDE(_store)(sieve->at[b][place] + part, dot);
            WIDE() below = WIDE(_sub)(WIDE(_load)(planes.height + i), dot);
            WIDE() bound = WIDE(_max)(WIDE(_load)(sieve->bound + i), below);
            WIDE(_store)(sieve->bound + i, bound);
            lowest = WIDE(_min)(lowest, bound);
        }
    }
    WIDE(_find)(sieve, lowest);
}

KERNEL_TARGET static void REACH(const gz_compact *compact, const slim3 *along, float slack,
                                gz_compact_depth *out) {
    _Alignas(GZ_ALIGNMENT) float dots[GZ_COMPACT_VERTICES];
    const WIDE() x = WIDE(_splat)(along->x), y = WIDE(_splat)(along->y), z = WIDE(_splat)(along->z);
    WIDE() most = WIDE(_splat)(-FLT_MAX);
    for (uint32_t i = 0; i < compact->padded; i += LANES) {
        WIDE() dot = WIDE(_products)(compact->x + i, compact->y + i, compact->z + i, x, y, z);
        WIDE(_store)(dots + i, dot);
        most = WIDE(_max)(most, dot);
    }
    float top = WIDE(_top)(most);
    const WIDE() near = WIDE(_splat)(top - slack);
    uint64_t found = 0;
    for (uint32_t i = 0; i < compact->padded; i += LANES)
        found |= (uint64_t)(uint32_t)WIDE(_less_bits)(near, WIDE(_load)(dots + i)) << i;
    set_reach(found & UINT64_MAX >> (GZ_COMPACT_VERTICES - compact->count), top, out);
}

KERNEL_TARGET static void LOOK(gz_compact_sieve *sieve, float slack, gz_compact_depth *out) {
    uint32_t facet = sieve->least;
    slim3 along, point;
    set_done(sieve, facet);
    set_along(sieve, facet, &along);
    REACH(sieve->other->compact, &along, slack, out);
    out->depth += height_over_shift(sieve, facet);
    gz_compact_place(sieve, out->vertex, &point);
    WIDE(_narrow)(sieve, &point, next_place(sieve));
}

/* Adds the flags, powers of two, of so many points from a place on, for LANES facets. */
KERNEL_TARGET static inline WIDE()
    WIDE(_flags)(const float *at, uint32_t count, WIDE() top, WIDE() flags) {
    float bit = 1;
    for (uint32_t k = 0; k < count; ++k, bit *= 2)
        flags = WIDE(_add)(flags, WIDE(_when_less)(WIDE(_load)(at + 8 * k), top, WIDE(_splat)(bit)));
    return flags;
}

KERNEL_TARGET static void MASKS(gz_compact_sieve *sieve, const slim3 *lead, float limit) {
    const gz_planes planes = sieve->facets->planes;
    const WIDE() wide_limit = WIDE(_splat)(limit), zero = WIDE(_splat)(0);
    const WIDE() x = WIDE(_splat)(lead->x), y = WIDE(_splat)(lead->y), z = WIDE(_splat)(lead->z);
    uint32_t looked = sieve->probe_count - GZ_COMPACT_SAMPLES;
    memset(sieve->masks[0], 1, sizeof sieve->masks[0]); /* the lead lies deep below closed blocks */
    for (uint32_t i = 0; i < planes.padded; i += LANES) {
        WIDE() top = WIDE(_sub)(WIDE(_load)(planes.height + i), wide_limit);
        WIDE() dot = WIDE(_products)(planes.x + i, planes.y + i, planes.z + i, x, y, z);
        WIDE() high = WIDE(_when_less)(dot, top, WIDE(_splat)(128));
        WIDE(_store)(sieve->at[i / 8][GZ_COMPACT_LAST] + i % 8, high);
        WIDE(_store_bytes)(sieve->masks[1] + i, high);
    }
    for (uint64_t open = sieve->open; open != 0; open &= open - 1) {
        uint32_t b = gz_lowest_bit(open) / 8;
        for (uint32_t part = 0; part < 8; part += LANES) {
            uint32_t i = 8 * b + part;
            float(*at)[8] = sieve->at[b];
            WIDE() top = WIDE(_sub)(WIDE(_load)(planes.height + i), wide_limit);
            WIDE() low = WIDE(_flags)(at[0] + part, GZ_COMPACT_SAMPLES, top, zero);
            WIDE() high = WIDE(_load)(at[GZ_COMPACT_LAST] + part);
            high = WIDE(_flags)(at[GZ_COMPACT_SAMPLES] + part, looked, top, high);
            WIDE(_store_bytes)(sieve->masks[0] + i, low);
            WIDE(_store_bytes)(sieve->masks[1] + i, high);
        }
    }
}
