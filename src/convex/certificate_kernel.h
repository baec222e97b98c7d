/* SPDX-License-Identifier: MIT
 * How a certificate is tried; certificate.c includes it once a vector type. Expects
 *   KERNEL(name)     the name with a suffix
 *   KERNEL_INLINE, KERNEL_TARGET   attributes of functions that are inlined, and of others
 *   VECTOR(op)       the type with a suffix: VECTOR(_add), and VECTOR() for the type itself. */

/* No number of a rotation is 2 or more, and origins must not be next to the end of the range; NaN and
 * infinity are. Then nothing else is: a stamp says that of the shape. The highest bit of an exponent
 * tells, so the rotations are looked at in one. */
KERNEL_INLINE bool KERNEL(are_plain)(const VECTOR() r[3], const VECTOR() s[3], VECTOR() origin_1,
                                     VECTOR() origin_2) {
    VECTOR()
    turns = VECTOR(_or)(VECTOR(_or)(VECTOR(_or)(r[0], r[1]), VECTOR(_or)(r[2], s[0])),
                        VECTOR(_or)(s[1], s[2]));
    VECTOR() origins = VECTOR(_add)(VECTOR(_abs)(origin_1), VECTOR(_abs)(origin_2));
    return VECTOR(_both_less)(VECTOR(_abs)(turns), VECTOR(_splat)(2), origins,
                              VECTOR(_splat)(GRAZE_SHAPE_REACH / 64));
}

/* How high the core of one of those that are looked at reaches along a vector from its origin; against
 * it if the axis goes along with B. Those with vertices do not stand. */
KERNEL_INLINE real KERNEL(reach_of)(const graze_shape *shape, const VECTOR() axes[3], VECTOR() world,
                                    unsigned carrier) {
    real y = VECTOR(_sum)(VECTOR(_mul)(axes[1], world));
    if (shape->kind == GRAZE_SHAPE_CYLINDER) return cylinder_reach(shape, y);
    real x = VECTOR(_sum)(VECTOR(_mul)(axes[0], world)), z = VECTOR(_sum)(VECTOR(_mul)(axes[2], world));
    if (carrier & GZ_STANDING || !shape->vertices) return box_reach(shape, x, y, z);
    return carrier & GZ_ALONG_B ? cloud_reach(shape, -x, -y, -z) : cloud_reach(shape, x, y, z);
}

/* Does it show the two farther apart than the distance? Then fills in out. carrier is cache->carrier.
 * Margins are positive, and so is the distance, or the answer is no. */
KERNEL_INLINE bool KERNEL(holds)(const graze_placed *a, const graze_placed *b, real distance,
                                 unsigned carrier, const graze_cache *cache, graze_intersection *out) {
    /* The axis goes along with the first. */
    const bool along_b = (carrier & GZ_ALONG_B) != 0;
    const graze_placed *first = along_b ? b : a, *second = along_b ? a : b;
    const char *at_1 = (const char *)&first->pose, *at_2 = (const char *)&second->pose;
    const VECTOR() r[3] = {VECTOR(_take)(at_1), VECTOR(_take)(at_1 + sizeof(vec3)),
                           VECTOR(_take)(at_1 + 2 * sizeof(vec3))};
    const VECTOR() s[3] = {VECTOR(_take)(at_2), VECTOR(_take)(at_2 + sizeof(vec3)),
                           VECTOR(_take)(at_2 + 2 * sizeof(vec3))};
    const VECTOR() origin_1 = VECTOR(_take)(at_1 + 3 * sizeof(vec3));
    const VECTOR() origin_2 = VECTOR(_take)(at_2 + 3 * sizeof(vec3));
    bool plain = KERNEL(are_plain)(r, s, origin_1, origin_2);
    VECTOR()
    world = carrier & GZ_STANDING ? VECTOR(_take)(&cache->middle)
                                  : VECTOR(_turn)(r, along_b ? &cache->seen_by_b : &cache->axis);
    VECTOR() between = VECTOR(_sub)(origin_1, origin_2);
    real height = cache->height;
    if (carrier & GZ_STANDING) height -= KERNEL(reach_of)(first->shape, r, world, carrier);
    if (carrier & GZ_LOOKED_AT)
        height -= KERNEL(reach_of)(second->shape, s, world, carrier);
    else
        between = VECTOR(_sub)(between, VECTOR(_turn)(s, &cache->middle));
    VECTOR() doubt = VECTOR(_mul)(VECTOR(_abs)(between), VECTOR(_splat)(GZ_CERTIFICATE_ERROR));
    VECTOR() product = VECTOR(_mul)(world, between);
    real lower = along_b ? height - VECTOR(_sum)(VECTOR(_add)(product, doubt))
                         : height + VECTOR(_sum)(VECTOR(_sub)(product, doubt));
    if (!are_zero(a->margin, b->margin, distance)) {
        plain &= none_is_negative(a->margin, b->margin, distance);
        lower -= (a->margin + b->margin) * (1 + GZ_CERTIFICATE_ERROR);
    }
    if (!((lower > distance) & plain)) return false;
    memset(out, 0, sizeof *out);
    VECTOR(_put)(&out->axis, VECTOR(_sub)(VECTOR(_splat)(0), world));
    out->lower = lower;
    out->end = GRAZE_SEPARATED;
    out->iterations = 1;
    return true;
}

/* The query, for one carrier. Calling what is next as the last thing keeps the arguments where they
 * are.
 */
#define WITHIN(name, carrier)                                                                          \
    KERNEL_TARGET static graze_status KERNEL(name)(const graze_placed *a, const graze_placed *b,       \
                                                   real distance, const graze_options *options,        \
                                                   graze_cache *cache, graze_intersection *out) {      \
        if (KERNEL(holds)(a, b, distance, carrier, cache, out)) return GRAZE_OK;                       \
        return gz_convex_within_anew(a, b, distance, options, cache, out);                             \
    }
WITHIN(within_a, 0)
WITHIN(within_b, GZ_ALONG_B)
WITHIN(within_a_looked_at, GZ_LOOKED_AT)
WITHIN(within_b_looked_at, GZ_ALONG_B | GZ_LOOKED_AT)
WITHIN(within_standing, GZ_LOOKED_AT | GZ_STANDING)
#undef WITHIN
