/* SPDX-License-Identifier: MIT
 * The body of gz_certificate_holds; certificate.c includes it once a vector type. Expects
 *   HOLDS, HOLDS_INLINE     the function's name, and attributes
 *   WITHIN, WITHIN_TARGET   those of a function that goes on where it does not hold
 *   VECTOR(op)              the type with a suffix: VECTOR(_add), and VECTOR() for the type
 * itself.
 *
 * Rows of a rotation have unit length (NaN and infinity make something else of it), and origins must
 * not be next to the end of the range. Then nothing else is: a stamp says that of the shape, and a
 * positive distance of the margins. */
HOLDS_INLINE bool HOLDS(const graze_placed *a, const graze_placed *b, real distance,
                        const graze_cache *cache, graze_intersection *out) {
    /* The axis goes along with the first, and the second sees it anew. */
    const graze_placed *first = a, *second = b;
    const vec3 *axis = &cache->axis, *last_seen = &cache->seen_by_b;
    real sign = cache->unit, error = GZ_CERTIFICATE_ERROR;
    if (sign < 0) {
        first = b;
        second = a;
        axis = &cache->seen_by_b;
        last_seen = &cache->axis;
        error = -GZ_CERTIFICATE_ERROR;
    }
    const char *at_1 = (const char *)&first->pose, *at_2 = (const char *)&second->pose;
    const VECTOR() basis_1[3] = {VECTOR(_take)(at_1), VECTOR(_take)(at_1 + sizeof(vec3)),
                                 VECTOR(_take)(at_1 + 2 * sizeof(vec3))};
    const VECTOR() basis_2[3] = {VECTOR(_take)(at_2), VECTOR(_take)(at_2 + sizeof(vec3)),
                                 VECTOR(_take)(at_2 + 2 * sizeof(vec3))};
    const VECTOR() one = VECTOR(_splat)(1);
    VECTOR() world = VECTOR(_turn)(basis_1, axis), was = VECTOR(_turn)(basis_2, last_seen);
    VECTOR() turned = VECTOR(_sub)(world, was);
    VECTOR() off_1 = VECTOR(_abs)(VECTOR(_sub)(VECTOR(_squares)(basis_1), one));
    VECTOR() off_2 = VECTOR(_abs)(VECTOR(_sub)(VECTOR(_squares)(basis_2), one));
    const VECTOR() origin_1 = VECTOR(_take)(at_1 + 3 * sizeof(vec3));
    const VECTOR() origin_2 = VECTOR(_take)(at_2 + 3 * sizeof(vec3));
    VECTOR() origins = VECTOR(_add)(VECTOR(_abs)(origin_1), VECTOR(_abs)(origin_2));
    bool plain = VECTOR(_both_less)(VECTOR(_add)(off_1, off_2), VECTOR(_splat)((real)0.25), origins,
                                    VECTOR(_splat)(GRAZE_SHAPE_REACH / 64));
    VECTOR()
    between =
        VECTOR(_sub)(VECTOR(_sub)(origin_1, origin_2), VECTOR(_turn)(basis_2, &second->shape->center));
    VECTOR() doubt = VECTOR(_mul)(VECTOR(_abs)(between), VECTOR(_splat)(error));
    real sums[2];
    VECTOR(_sums)
    (VECTOR(_sub)(VECTOR(_mul)(world, between), doubt), VECTOR(_mul)(turned, turned), sums);
    real more = (a->margin + b->margin) * (1 + GZ_CERTIFICATE_ERROR);
    real along = sign * sums[0] - graze_sqrt(sums[1]) * cache->slope;
    real lower = along + (cache->height - more);
    if (!((lower > distance) & plain & none_is_negative(a->margin, b->margin, distance))) return false;
    memset(out, 0, sizeof *out);
    VECTOR(_put)(&out->axis, VECTOR(_sub)(VECTOR(_splat)(0), world));
    out->lower = lower;
    out->end = GRAZE_SEPARATED;
    out->iterations = 1;
    return true;
}

/* Calling what is next as the last thing keeps the arguments where they are. */
WITHIN_TARGET static graze_status WITHIN(const graze_placed *a, const graze_placed *b, real distance,
                                         const graze_options *options, graze_cache *cache,
                                         graze_intersection *out) {
    if (HOLDS(a, b, distance, cache, out)) return GRAZE_OK;
    return gz_convex_within_anew(a, b, distance, options, cache, out);
}
