/* SPDX-License-Identifier: MIT */
#include "oracle/depth_proof.h"

#include <math.h>

/* The search stops when a step gains less than this part of E. */
#define SEARCH_SHARE 64
/* What separates the ends is |sd| <= E for the E of the query, which may differ from ours by rounding
 * (and, for half-spaces, is not known but from above). */
#define END_SLACK 1e-4L

depth_truth depth_truth_make(const proof_pair *p) {
    if (proof_has_ground(p)) return (depth_truth){.least = p->over_ground, .most = p->over_ground};
    depth_truth truth = {.least = p->distance.lower, .most = p->distance.upper};
    if (p->distance.lower > p->noise) return truth;
    truth.deep = oracle_depth_search(&p->seen_a, &p->seen_b, p->error / SEARCH_SHARE);
    truth.searched = true;
    truth.least = -truth.deep.depth;
    truth.most = fminl(truth.most, fmaxl(truth.least, 0));
    if (truth.deep.depth > 0) truth.most = truth.least;
    return truth;
}

void depth_truth_improve(const proof_pair *p, graze_vec3 normal, depth_truth *truth) {
    if (!truth->searched || !proof_is_unit(normal)) return;
    oracle_depth_improve(&p->seen_a, &p->seen_b, p->error / SEARCH_SHARE, ld3_from(normal),
                         &truth->deep);
    truth->least = -truth->deep.depth;
    if (truth->deep.depth > 0) truth->most = truth->least;
}

/* -- what both answers claim -- */

typedef struct claim {
    long double sd, lower, upper;
    graze_vec3 normal, point_a, point_b;
    long double truth; /* the upper bound must not be below this */
} claim;

static const char *check_points(const proof_pair *p, const claim *c) {
    ld3 between = ld3_sub(ld3_from(c->point_b), ld3_from(c->point_a));
    ld3 off = ld3_sub(between, ld3_scale(ld3_from(c->normal), c->sd));
    long double rounding =
        proof_world_rounding(c->point_a) + proof_world_rounding(c->point_b) + p->noise;
    if (!(ld3_length(off) <= p->error + rounding)) return "points not sd * normal apart";
    if (!proof_is_near(p, &p->seen_a, c->point_a, p->error)) return "point not in A";
    if (!proof_is_near(p, &p->seen_b, c->point_b, p->error)) return "point not in B";
    return NULL;
}

static const char *check_claim(const proof_pair *p, const claim *c) {
    if (!proof_is_unit(c->normal)) return "normal not unit";
    if (!(c->lower <= c->sd && c->sd <= c->upper)) return "bounds in disorder";
    if (!(proof_gap(p, c->normal) >= c->lower - p->noise)) return "normal does not prove its bound";
    if (!(c->upper >= c->truth - p->noise))
        return c->truth < 0 ? "said to be deeper than it is" : "said to be nearer than it is";
    return check_points(p, c);
}

/* -- the answers -- */

static bool is_beyond(const proof_pair *p, long double sd) {
    return fabsl(sd) > p->error * (1 + END_SLACK);
}
static bool is_within(const proof_pair *p, long double sd) {
    return fabsl(sd) <= p->error * (1 - END_SLACK);
}

static const char *check_end(const proof_pair *p, graze_end end, graze_end beyond, long double sd) {
    if (end == GRAZE_ITERATION_LIMIT) return NULL;
    if (end != beyond && end != GRAZE_TOUCHING) return "an end that says something else";
    if (end == GRAZE_TOUCHING && is_beyond(p, sd)) return "touching, yet farther than E";
    if (end != GRAZE_TOUCHING && is_within(p, sd) && !proof_has_ground(p))
        return "within E, yet not touching";
    return NULL;
}

const char *depth_proof_signed(const proof_pair *p, const depth_truth *truth,
                               const graze_signed_separation *s) {
    claim c = {(long double)s->sd, (long double)s->lower, (long double)s->upper, s->normal, s->point_a,
               s->point_b,         truth->least};
    const char *flaw = check_claim(p, &c);
    return flaw ? flaw : check_end(p, s->end, s->sd > 0 ? GRAZE_CONVERGED : GRAZE_OVERLAP, c.sd);
}

const char *depth_proof_penetration(const proof_pair *p, const depth_truth *truth,
                                    const graze_penetration_result *r) {
    if (r->end == GRAZE_SEPARATED) {
        if (!proof_is_unit(r->normal)) return "normal not unit";
        if (r->depth != 0 || r->lower != 0 || r->upper != 0) return "separated, yet a depth";
        return proof_gap(p, r->normal) >= -p->noise ? NULL : "the normal does not separate";
    }
    if (!(r->lower >= 0)) return "negative bound";
    claim c = {-(long double)r->depth,
               -(long double)r->upper,
               -(long double)r->lower,
               r->normal,
               r->point_a,
               r->point_b,
               fminl(truth->least, 0)};
    const char *flaw = check_claim(p, &c);
    return flaw ? flaw : check_end(p, r->end, GRAZE_OVERLAP, c.sd);
}

graze_penetration_result depth_mirrored(const graze_penetration_result *r) {
    graze_penetration_result m = *r;
    m.normal = graze_vec3_scale(r->normal, -1);
    m.point_a = r->point_b;
    m.point_b = r->point_a;
    return m;
}

bool depth_is_wrong(const proof_pair *p, const depth_truth *truth, bool intersecting) {
    return intersecting ? truth->least > p->error + p->noise : truth->most < p->noise;
}

long double depth_width_asked(const proof_pair *p, long double rel, graze_real lower,
                              graze_real upper) {
    long double larger = fmaxl(fabsl((long double)lower), fabsl((long double)upper));
    long double least = sizeof(graze_real) == sizeof(float) ? 0x1p-149L : 0x1p-1074L;
    /* Each end is rounded once and moved on to the next number. */
    long double ends = 6 * (long double)GRAZE_EPSILON * larger + 2 * least;
    return fmaxl(rel * larger, p->error) + 2 * p->error + ends;
}
