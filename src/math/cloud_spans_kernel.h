/* SPDX-License-Identifier: MIT
 * The body of gz_cloud_spans; cloud_spans.c includes it once a vector type. Expects
 *   KERNEL         the function's name
 *   KERNEL_TARGET  attributes, may be empty
 *   WIDE(op)       the type with a suffix: WIDE(_add), and WIDE() for the type itself
 *   LANES          its number of lanes. */
KERNEL_TARGET static void KERNEL(const gz_cloud *cloud, const mat3 *rows, real least[3], real most[3]) {
    WIDE() low[3], high[3], x[3], y[3], z[3];
    for (int k = 0; k < 3; ++k) {
        vec3 r = graze_mat3_row(rows, k);
        x[k] = WIDE(_splat)(r.x);
        y[k] = WIDE(_splat)(r.y);
        z[k] = WIDE(_splat)(r.z);
        low[k] = WIDE(_splat)(GRAZE_REAL_MAX);
        high[k] = WIDE(_splat)(-GRAZE_REAL_MAX);
    }
    for (uint32_t i = 0; i < cloud->padded; i += LANES) {
        const WIDE() px = WIDE(_load)(cloud->x + i), py = WIDE(_load)(cloud->y + i),
                     pz = WIDE(_load)(cloud->z + i);
        for (int k = 0; k < 3; ++k) {
            WIDE() xy = WIDE(_add)(WIDE(_mul)(px, x[k]), WIDE(_mul)(py, y[k]));
            WIDE() dot = WIDE(_add)(xy, WIDE(_mul)(pz, z[k]));
            low[k] = WIDE(_min)(low[k], dot);
            high[k] = WIDE(_max)(high[k], dot);
        }
    }
    const WIDE() zero = WIDE(_splat)(0);
    for (int k = 0; k < 3; ++k) {
        least[k] = -WIDE(_top)(WIDE(_sub)(zero, low[k]));
        most[k] = WIDE(_top)(high[k]);
    }
}
