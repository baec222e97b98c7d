/* SPDX-License-Identifier: MIT
 * The body of gz_certificate_holds; certificate.c includes it once a vector type. Expects
 *   HOLDS          the function's name
 *   HOLDS_TARGET   attributes, may be empty
 *   VECTOR(op)     the type with a suffix: VECTOR(_add), and VECTOR() for the type itself. */
HOLDS_TARGET static bool HOLDS(const graze_placed *a, const graze_placed *b, real distance,
                               const graze_cache *cache, graze_intersection *out) {
    const char *at_a = (const char *)&a->pose, *at_b = (const char *)&b->pose;
    const VECTOR() basis_a[3] = {VECTOR(_take)(at_a), VECTOR(_take)(at_a + sizeof(vec3)),
                                 VECTOR(_take)(at_a + 2 * sizeof(vec3))};
    const VECTOR() basis_b[3] = {VECTOR(_take)(at_b), VECTOR(_take)(at_b + sizeof(vec3)),
                                 VECTOR(_take)(at_b + 2 * sizeof(vec3))};
    const VECTOR() origin_a = VECTOR(_take)(at_a + 3 * sizeof(vec3));
    const VECTOR() origin_b = VECTOR(_take)(at_b + 3 * sizeof(vec3));
    VECTOR() between = VECTOR(_sub)(origin_a, origin_b);
    VECTOR() world = VECTOR(_turn)(basis_a, VECTOR(_take)(&cache->axis));
    VECTOR() seen = VECTOR(_turn_back)(basis_b, world);
    VECTOR() turned = VECTOR(_sub)(seen, VECTOR(_take)(&cache->seen_by_b));
    real sums[4], plain[4];
    VECTOR(_sums)
    (VECTOR(_mul)(world, between), VECTOR(_mul)(seen, VECTOR(_take)(&b->shape->center)),
     VECTOR(_mul)(turned, turned), VECTOR(_abs)(between), sums);
    VECTOR() origins = VECTOR(_add)(VECTOR(_abs)(origin_a), VECTOR(_abs)(origin_b));
    VECTOR(_sums)(VECTOR(_squares)(basis_a), VECTOR(_squares)(basis_b), origins, origins, plain);
    real margins = a->margin + b->margin;
    real more = margins + GZ_CERTIFICATE_ERROR * (sums[3] + margins);
    real along = (sums[0] - sums[1]) - graze_sqrt(sums[2]) * cache->slope;
    real lower = along * cache->unit + (cache->height - more);
    if (!((lower > distance) & are_plain(plain)) ||
        !((distance >= 0) & (a->margin >= 0) & (b->margin >= 0)))
        return false;
    *out =
        (graze_intersection){.axis = VECTOR(_vec3)(VECTOR(_mul)(world, VECTOR(_splat)(-cache->unit))),
                             .lower = lower,
                             .end = GRAZE_SEPARATED,
                             .iterations = 1};
    return true;
}
