/* SPDX-License-Identifier: MIT
 * The distance of two segments: either their common perpendicular ends inside of both, or an end of one
 * is nearest. */
#include "base/tolerance.h"
#include "primitive/check.h"
#include "primitive/near.h"

typedef struct best {
    wide3 a, v; /* the point of A, and from there to the point of B */
    double squared;
} best;

static void keep_nearer(best *b, wide3 a, wide3 v) {
    double squared = wide3_length_squared(v);
    if (!(squared < b->squared)) return;
    *b = (best){a, v, squared};
}

static double clamped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static double along(wide3 v, wide3 d) {
    double dd = wide3_length_squared(d);
    return dd > 0 ? clamped(wide3_dot(v, d) / dd) : 0;
}

/* p: the ends of A and of B. The feet of the common perpendicular, if they are on the segments. They
 * can be off by much where these are nearly parallel, but then it matters little; each is projected
 * onto the other's segment, and what counts is that they end up as far apart as the lines are. */
static bool perpendicular(const wide3 p[4], wide3 n, double size, best *out) {
    wide3 r = wide3_sub(p[1], p[0]), s = wide3_sub(p[3], p[2]), w = wide3_sub(p[2], p[0]);
    double nn = wide3_length_squared(n);
    if (!(nn > 0)) return false;
    double t = clamped(wide3_dot(wide3_cross(w, s), n) / nn);
    wide3 on_b = wide3_add_scaled(p[2], along(wide3_sub(wide3_add_scaled(p[0], t, r), p[2]), s), s);
    wide3 on_a = wide3_add_scaled(p[0], along(wide3_sub(on_b, p[0]), r), r);
    on_b = wide3_add_scaled(p[2], along(wide3_sub(on_a, p[2]), s), s);
    wide3 v = wide3_scale(n, wide3_dot(n, w) / nn);
    wide3 off = wide3_sub(wide3_sub(on_b, on_a), v);
    if (wide3_max_abs(off) > GZ_NEAR_OUTSIDE * size) return false;
    *out = (best){on_a, v, wide3_length_squared(v)};
    return true;
}

/* The two ends of one against all of the other. */
static void try_ends(const wide3 p[4], best *b) {
    for (int k = 0; k < 2; ++k) {
        wide3 end = p[k];
        keep_nearer(b, end, gz_near_on_segment(wide3_sub(p[2], end), wide3_sub(p[3], end)));
    }
    for (int k = 2; k < 4; ++k) {
        wide3 end = p[k];
        wide3 back = gz_near_on_segment(wide3_sub(p[0], end), wide3_sub(p[1], end));
        keep_nearer(b, wide3_add(end, back), wide3_neg(back));
    }
}

graze_status graze_near_segment_segment(const graze_segment *a, const graze_segment *b,
                                        graze_proximity *out) {
    if (!gz_segment_is_valid(a) || !gz_segment_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 world[4] = {wide3_from(a->a), wide3_from(a->b), wide3_from(b->a), wide3_from(b->b)}, p[4];
    double scale = gz_fit(world, 4, world[0], 0, p);
    wide3 r = wide3_sub(p[1], p[0]), s = wide3_sub(p[3], p[2]), n = gz_accurate_cross(r, s);
    double size = wide3_max_abs(p[1]) + wide3_max_abs(p[2]) + wide3_max_abs(p[3]);
    wide3 longer = wide3_length_squared(r) > wide3_length_squared(s) ? r : s;
    wide3 common = wide3_length_squared(n) > 0 ? gz_wide_unit(n, n) : gz_perpendicular(longer);
    best found = {p[0], wide3_sub(p[2], p[0]), INFINITY};
    bool inside = perpendicular(p, n, size, &found);
    if (!inside) try_ends(p, &found);
    double distance = wide3_length(found.v);
    bool touching = distance <= GZ_NEAR_TOUCHING * size;
    wide3 normal = inside || touching ? common : wide3_scale(found.v, 1 / distance);
    if (wide3_dot(normal, found.v) < 0) normal = wide3_neg(normal);
    return gz_near_put(distance, normal, found.a, wide3_add(found.a, found.v), world[0], scale, out);
}
