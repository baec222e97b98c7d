/* SPDX-License-Identifier: MIT
 * The bodies of the scans of one vector type; facet_scan.c includes this once a type. Expects POINTS,
 * BOUNDS, NARROW and MASKS, the functions' names, SPREAD, a type's, and KERNEL_TARGET, WIDE(op), LANES
 * as argmax_kernel.h does. */

KERNEL_TARGET static void POINTS(gz_facet_scan *scan, const gz_facets *other, const slim3 columns[3],
                                 slim3 shift) {
    const float matrix[3][4] = {{columns[0].x, columns[1].x, columns[2].x, shift.x},
                                {columns[0].y, columns[1].y, columns[2].y, shift.y},
                                {columns[0].z, columns[1].z, columns[2].z, shift.z}};
    float *const to[3] = {scan->x, scan->y, scan->z};
    for (int i = 0; i < GZ_PROBES; i += LANES) {
        const WIDE() x = WIDE(_load)(other->sample_x + i), y = WIDE(_load)(other->sample_y + i);
        const WIDE() z = WIDE(_load)(other->sample_z + i);
        for (int k = 0; k < 3; ++k) {
            const float *row = matrix[k];
            WIDE()
            xy = WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(row[0])), WIDE(_mul)(y, WIDE(_splat)(row[1])));
            WIDE() xyz = WIDE(_add)(xy, WIDE(_mul)(z, WIDE(_splat)(row[2])));
            WIDE(_store)(to[k] + i, WIDE(_add)(xyz, WIDE(_splat)(row[3])));
        }
    }
}

/* The stretch of the normals from i on. */
KERNEL_TARGET static inline WIDE() WIDE(_stretch)(const gz_facet_scan *scan, uint32_t i) {
    const gz_planes *n = &scan->facets->planes;
    WIDE() x = WIDE(_load)(n->x + i), y = WIDE(_load)(n->y + i), z = WIDE(_load)(n->z + i);
    WIDE() squared = WIDE(_splat)(0);
    for (int k = 0; k < 3; ++k) {
        const float *row = scan->stretch[k];
        WIDE()
        xy = WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(row[0])), WIDE(_mul)(y, WIDE(_splat)(row[1])));
        WIDE() image = WIDE(_add)(xy, WIDE(_mul)(z, WIDE(_splat)(row[2])));
        squared = WIDE(_add)(squared, WIDE(_mul)(image, image));
    }
    return WIDE(_sqrt)(squared);
}

/* A point in every lane. */
typedef struct SPREAD {
    WIDE() x, y, z;
} SPREAD;

KERNEL_TARGET static inline SPREAD WIDE(_spread)(float x, float y, float z) {
    SPREAD out;
    out.x = WIDE(_splat)(x);
    out.y = WIDE(_splat)(y);
    out.z = WIDE(_splat)(z);
    return out;
}

/* How far it lies below the planes from i on. */
KERNEL_TARGET static inline WIDE() WIDE(_below)(const gz_planes *n, uint32_t i, SPREAD point) {
    WIDE()
    x = WIDE(_mul)(WIDE(_load)(n->x + i), point.x), y = WIDE(_mul)(WIDE(_load)(n->y + i), point.y);
    WIDE() xyz = WIDE(_add)(WIDE(_add)(x, y), WIDE(_mul)(WIDE(_load)(n->z + i), point.z));
    return WIDE(_sub)(WIDE(_load)(n->height + i), xyz);
}

/* Is the block open? limits are those of its facets. */
KERNEL_TARGET static inline bool WIDE(_open)(const gz_facet_scan *scan, const gz_planes *planes,
                                             uint32_t block, SPREAD point, WIDE() limit,
                                             WIDE() limits[8 / LANES]) {
    int shallow = 0;
    for (int part = 0; part < 8 / LANES; ++part) {
        uint32_t i = block + (uint32_t)(part * LANES);
        limits[part] = limit;
        if (scan->affine) limits[part] = WIDE(_mul)(limit, WIDE(_stretch)(scan, i));
        shallow |= WIDE(_less_bits)(WIDE(_below)(planes, i, point), limits[part]);
    }
    return shallow != 0;
}

/* The deepest point's depth below each of LANES facets. */
KERNEL_TARGET static inline WIDE() WIDE(_deepest)(const gz_facet_scan *scan, uint32_t i) {
    const gz_planes *n = &scan->facets->planes;
    const WIDE() x = WIDE(_load)(n->x + i), y = WIDE(_load)(n->y + i), z = WIDE(_load)(n->z + i);
    WIDE() least = WIDE(_splat)(FLT_MAX);
    for (int k = 0; k < GZ_PROBES; ++k) {
        WIDE()
        xy = WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(scan->x[k])),
                        WIDE(_mul)(y, WIDE(_splat)(scan->y[k])));
        least = WIDE(_min)(least, WIDE(_add)(xy, WIDE(_mul)(z, WIDE(_splat)(scan->z[k]))));
    }
    return WIDE(_sub)(WIDE(_load)(scan->facets->planes.height + i), least);
}

/* The first facet that has the least bound, given the least of each lane. */
KERNEL_TARGET static inline uint32_t WIDE(_least)(const gz_facet_sieve *sieve, WIDE() least) {
    _Alignas(GZ_ALIGNMENT) float lanes[LANES];
    WIDE(_store)(lanes, least);
    float lowest = lanes[0];
    for (int i = 1; i < LANES; ++i) lowest = lanes[i] < lowest ? lanes[i] : lowest;
    const WIDE() wanted = WIDE(_splat)(lowest);
    for (uint32_t b = 0; b < sieve->block_count; ++b)
        for (uint32_t at = sieve->blocks[b], end = at + 8; at < end; at += LANES) {
            int found = WIDE(_equal_bits)(WIDE(_load)(sieve->bound + at), wanted);
            if (found) return at + gz_lowest_bit((uint64_t)found);
        }
    return 0;
}

KERNEL_TARGET static uint32_t BOUNDS(const gz_facet_scan *scan, uint32_t count, float limit,
                                     gz_facet_sieve *sieve) {
    const gz_planes planes = scan->facets->planes;
    const SPREAD lead = WIDE(_spread)(scan->x[0], scan->y[0], scan->z[0]);
    const WIDE() wide_limit = WIDE(_splat)(limit);
    WIDE() limits[8 / LANES], least = WIDE(_splat)(FLT_MAX);
    uint32_t open = 0, end = scan->facets->count - sieve->window;
    for (uint32_t i = 0; i < count; i += 8) {
        if (!WIDE(_open)(scan, &planes, sieve->window + i, lead, wide_limit, limits)) continue;
        sieve->blocks[open++] = i;
        for (uint32_t at = i; at < i + 8; at += LANES) {
            WIDE() top = WIDE(_deepest)(scan, sieve->window + at);
            if (scan->affine) top = WIDE(_div)(top, WIDE(_stretch)(scan, sieve->window + at));
            WIDE(_store)(sieve->bound + at, top);
            least = WIDE(_min)(least, top);
        }
        for (uint32_t f = end; f < i + 8 && f >= i; ++f) sieve->bound[f] = FLT_MAX;
    }
    sieve->block_count = open;
    return WIDE(_least)(sieve, least);
}

KERNEL_TARGET static uint32_t NARROW(const gz_facet_scan *scan, slim3 point, gz_facet_sieve *sieve) {
    const gz_planes planes = scan->facets->planes;
    const SPREAD wide_point = WIDE(_spread)(point.x, point.y, point.z);
    WIDE() least = WIDE(_splat)(FLT_MAX);
    for (uint32_t b = 0; b < sieve->block_count; ++b)
        for (uint32_t at = sieve->blocks[b], end = at + 8; at < end; at += LANES) {
            WIDE() below = WIDE(_below)(&planes, sieve->window + at, wide_point);
            if (scan->affine) below = WIDE(_div)(below, WIDE(_stretch)(scan, sieve->window + at));
            WIDE() bound = WIDE(_max)(WIDE(_load)(sieve->bound + at), below);
            WIDE(_store)(sieve->bound + at, bound);
            least = WIDE(_min)(least, bound);
        }
    return WIDE(_least)(sieve, least);
}

/* The bytes of the eight facets of a block: bit k if point k lies at least as deep as the limits. */
KERNEL_TARGET static inline uint64_t WIDE(_masks)(const gz_facet_scan *scan, uint32_t block,
                                                  const WIDE() limits[8 / LANES]) {
    const gz_planes *n = &scan->facets->planes;
    uint64_t rows = 0;
    for (int part = 0; part < 8 / LANES; ++part) {
        uint32_t i = block + (uint32_t)(part * LANES);
        const WIDE() x = WIDE(_load)(n->x + i), y = WIDE(_load)(n->y + i), z = WIDE(_load)(n->z + i);
        const WIDE() top = WIDE(_sub)(WIDE(_load)(scan->facets->planes.height + i), limits[part]);
        uint64_t deep = 0;
        for (int k = 0; k < GZ_PROBES; ++k) {
            WIDE()
            xy = WIDE(_add)(WIDE(_mul)(x, WIDE(_splat)(scan->x[k])),
                            WIDE(_mul)(y, WIDE(_splat)(scan->y[k])));
            WIDE() at = WIDE(_add)(xy, WIDE(_mul)(z, WIDE(_splat)(scan->z[k])));
            deep |= (uint64_t)(uint32_t)WIDE(_less_bits)(at, top) << (8 * k);
        }
        rows |= deep << (part * LANES);
    }
    return gz_transposed_bits(rows);
}

KERNEL_TARGET static void MASKS(const gz_facet_scan *scan, uint32_t count, float limit,
                                gz_facet_sieve *sieve) {
    const gz_planes planes = scan->facets->planes;
    const SPREAD lead = WIDE(_spread)(scan->x[0], scan->y[0], scan->z[0]);
    const WIDE() wide_limit = WIDE(_splat)(limit);
    WIDE() limits[8 / LANES];
    uint32_t open = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        uint64_t masks = UINT64_C(0x0101010101010101);
        if (WIDE(_open)(scan, &planes, sieve->window + i, lead, wide_limit, limits)) {
            masks = WIDE(_masks)(scan, sieve->window + i, limits);
            sieve->blocks[open++] = i;
        }
        store_bytes(sieve->masks + i, masks);
    }
    sieve->block_count = open;
}
