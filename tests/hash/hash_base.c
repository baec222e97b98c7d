/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include "base/exact.h"

/* Grid points, points near a plane, points of all sizes: both stages of the predicates. */
static void predicate_points(digest *d, int kind, double p[4][3]) {
    for (int i = 0; i < 4; ++i) {
        graze_vec3 v = any_vec3(d);
        double x = (double)v.x, y = (double)v.y, z = (double)v.z;
        if (kind == 0) {
            x = (double)(graze_random_bits(&d->random) % 5);
            y = (double)(graze_random_bits(&d->random) % 5);
            z = (double)(graze_random_bits(&d->random) % 5);
        }
        if (kind == 1) z = 0.3 * x + 0.7 * y;
        if (kind == 2) z = x * 0x1p-600, x *= 0x1p-600;
        p[i][0] = x;
        p[i][1] = y;
        p[i][2] = z;
    }
}

void hash_predicates(digest *d) {
    for (int n = 0; n < 40000; ++n) {
        double p[4][3];
        predicate_points(d, n % 4, p);
        digest_double(d, gz_orient2d(p[0], p[1], p[2]));
        digest_double(d, gz_orient3d(p[0], p[1], p[2], p[3]));
        digest_int(d, gz_collinear3d(p[0], p[1], p[2]));
    }
}
