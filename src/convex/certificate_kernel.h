/* SPDX-License-Identifier: MIT
 * The body of gz_certificate_holds; certificate.c includes it once a vector type. Expects
 *   HOLDS, HOLDS_INLINE     the function's name, and attributes
 *   WITHIN, WITHIN_TARGET   those of a function that goes on where it does not hold
 *   VECTOR(op)              the type with a suffix: VECTOR(_add), and VECTOR() for the type itself.
 *
 * Rows of a rotation have unit length (NaN and infinity make something else of it), and origins must
 * not be next to the end of the range. Then nothing else is: a stamp says that of the shape, and a
 * positive distance of the margins. */
HOLDS_INLINE bool HOLDS(const graze_placed *a, const graze_placed *b, real distance,
                        const graze_cache *cache, graze_intersection *out) {
    /* The axis goes along with the first, and the second sees it anew. */
    const graze_placed *first = a, *second = b;
    const vec3 *axis = &cache->axis, *last_seen = &cache->seen_by_b;
    real unit = cache->unit;
    if (unit < 0) {
        first = b;
        second = a;
        axis = &cache->seen_by_b;
        last_seen = &cache->axis;
    }
    const char *at_1 = (const char *)&first->pose, *at_2 = (const char *)&second->pose;
    const VECTOR() basis_1[3] = {VECTOR(_take)(at_1), VECTOR(_take)(at_1 + sizeof(vec3)),
                                 VECTOR(_take)(at_1 + 2 * sizeof(vec3))};
    const VECTOR() basis_2[3] = {VECTOR(_take)(at_2), VECTOR(_take)(at_2 + sizeof(vec3)),
                                 VECTOR(_take)(at_2 + 2 * sizeof(vec3))};
    const VECTOR() one = VECTOR(_splat)(1);
    VECTOR() world = VECTOR(_turn)(basis_1, VECTOR(_take)(axis));
    VECTOR() off_1 = VECTOR(_abs)(VECTOR(_sub)(VECTOR(_squares)(basis_1), one));
    VECTOR() seen = VECTOR(_turn_back)(basis_2, world);
    VECTOR() off_2 = VECTOR(_abs)(VECTOR(_sub)(VECTOR(_squares)(basis_2), one));
    const VECTOR() origin_1 = VECTOR(_take)(at_1 + 3 * sizeof(vec3));
    const VECTOR() origin_2 = VECTOR(_take)(at_2 + 3 * sizeof(vec3));
    VECTOR() origins = VECTOR(_add)(VECTOR(_abs)(origin_1), VECTOR(_abs)(origin_2));
    bool plain = VECTOR(_both_less)(VECTOR(_add)(off_1, off_2), VECTOR(_splat)((real)0.25), origins,
                                    VECTOR(_splat)(GRAZE_SHAPE_REACH / 64));
    VECTOR() between = VECTOR(_sub)(origin_1, origin_2);
    VECTOR() turned = VECTOR(_sub)(seen, VECTOR(_take)(last_seen));
    real sums[4];
    VECTOR(_sums)
    (VECTOR(_mul)(world, between), VECTOR(_mul)(seen, VECTOR(_take)(&second->shape->center)),
     VECTOR(_mul)(turned, turned), VECTOR(_abs)(between), sums);
    real margins = a->margin + b->margin;
    real more = margins + GZ_CERTIFICATE_ERROR * (sums[3] + margins);
    real along = (sums[0] - sums[1]) * unit - graze_sqrt(sums[2]) * cache->slope;
    real lower = along + (cache->height - more);
    real least = graze_min(graze_min(a->margin, b->margin), distance);
    if (!((lower > distance) & plain & (least >= 0))) return false;
    out->intersecting = false;
    VECTOR(_put)(&out->axis, VECTOR(_mul)(world, VECTOR(_splat)(-graze_abs(unit))));
    out->point = vec3_make(0, 0, 0);
    out->lower = lower;
    out->end = GRAZE_SEPARATED;
    out->iterations = 1;
    out->primitive_a = out->primitive_b = 0;
    return true;
}

/* Calling what is next as the last thing keeps the arguments where they are. */
WITHIN_TARGET static graze_status WITHIN(const graze_placed *a, const graze_placed *b, real distance,
                                         const graze_options *options, graze_cache *cache,
                                         graze_intersection *out) {
    if (HOLDS(a, b, distance, cache, out)) return GRAZE_OK;
    return gz_convex_within_anew(a, b, distance, options, cache, out);
}
