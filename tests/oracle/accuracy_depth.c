/* SPDX-License-Identifier: MIT
 * graze_penetration and graze_signed_distance on one pair: default and tightest accuracy, with a cache,
 * with A and B exchanged, and once more after B was moved out. */
#include <math.h>
#include <stdlib.h>

#include "base/tolerance.h"
#include "oracle/accuracy_state.h"
#include "oracle/depth_closed.h"
#include "oracle/depth_features.h"
#include "oracle/depth_proof.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

typedef struct depths {
    accuracy_state *s;
    const proof_pair *p;
    depth_truth truth;
} depths;

/* In units of E. */
static long double in_errors(const depths *d, long double length) {
    return d->p->error > 0 ? length / d->p->error : length;
}

static void fail_proof(depths *d, const char *query, const char *flaw) {
    if (flaw) accuracy_fail(d->s, &d->s->figures->proofs, query, flaw, in_errors(d, d->truth.least));
}

static void check_boolean(depths *d, const char *query, bool intersecting) {
    if (depth_is_wrong(d->p, &d->truth, intersecting))
        accuracy_fail(d->s, &d->s->figures->wrong, query, "wrong boolean",
                      in_errors(d, d->truth.least));
}

/* Two polytopes get E however little is asked, where they overlap without their margins. */
static bool is_exact(const depths *d) {
    const pair_case *c = d->s->c;
    long double margins = (long double)c->a.margin + (long double)c->b.margin;
    return oracle_is_polytope(c->body_a.solid) && oracle_is_polytope(c->body_b.solid) &&
           c->body_a.kind != GRAZE_SHAPE_CUSTOM && c->body_b.kind != GRAZE_SHAPE_CUSTOM &&
           d->truth.searched && d->truth.deep.depth > margins + d->p->error;
}

static void check_width(depths *d, const char *query, bool tight, graze_real lower, graze_real upper) {
    accuracy_figures *figures = d->s->figures;
    long double width = (long double)upper - (long double)lower;
    long double rel = tight || is_exact(d) ? 0 : GZ_DEFAULT_ACCURACY;
    long double asked = depth_width_asked(d->p, rel, lower, upper);
    if (tight)
        accuracy_raise(&figures->worst_tightest, in_errors(d, width));
    else
        accuracy_raise(&figures->worst_width, asked > 0 ? width / asked : 0);
    if (width > asked) accuracy_fail(d->s, &figures->wide, query, "bracket too wide", width / asked);
}

static void check_signed(depths *d, const char *query, bool tight, graze_signed_separation *out) {
    const proof_pair *p = d->p;
    if (graze_signed_distance(p->a, p->b, tight ? &tightest : NULL, NULL, out) != GRAZE_OK) abort();
    accuracy_count(d->s, query, out->iterations, out->end);
    /* Between the two it says neither. */
    if (out->sd <= 0) check_boolean(d, query, true);
    if (out->end == GRAZE_CONVERGED) check_boolean(d, query, false);
    fail_proof(d, query, depth_proof_signed(p, &d->truth, out));
    accuracy_exactly(d->s, query, out->normal, out->lower);
    if (out->end != GRAZE_ITERATION_LIMIT) check_width(d, query, tight, out->lower, out->upper);
}

static void check_depth(depths *d, const char *query, bool tight, graze_cache *cache,
                        graze_penetration_result *out) {
    const proof_pair *p = d->p;
    if (graze_penetration(p->a, p->b, tight ? &tightest : NULL, cache, out) != GRAZE_OK) abort();
    accuracy_count(d->s, query, out->iterations, out->end);
    check_boolean(d, query, out->end != GRAZE_SEPARATED);
    fail_proof(d, query, depth_proof_penetration(p, &d->truth, out));
    if (out->end != GRAZE_ITERATION_LIMIT) check_width(d, query, tight, out->lower, out->upper);
}

/* The same question with A and B exchanged. */
static void check_swapped(depths *d) {
    const proof_pair *p = d->p;
    graze_penetration_result r;
    if (graze_penetration(p->b, p->a, NULL, NULL, &r) != GRAZE_OK) abort();
    accuracy_count(d->s, "depth, swapped", r.iterations, r.end);
    check_boolean(d, "depth, swapped", r.end != GRAZE_SEPARATED);
    graze_penetration_result mirrored = depth_mirrored(&r);
    fail_proof(d, "depth, swapped", depth_proof_penetration(p, &d->truth, &mirrored));
}

/* B moved out by depth * normal touches A. */
static void check_moved(depths *d, const graze_penetration_result *r, graze_cache *cache) {
    const proof_pair *p = d->p;
    graze_signed_separation s;
    graze_placed out = *p->b;
    if (r->end == GRAZE_SEPARATED) return;
    out.pose.origin = graze_vec3_add(out.pose.origin, graze_vec3_scale(r->normal, r->depth));
    if (graze_signed_distance(p->a, &out, NULL, cache, &s) != GRAZE_OK) abort();
    accuracy_count(d->s, "moved out", s.iterations, s.end);
    long double slack = p->error + (long double)r->upper - (long double)r->lower +
                        2 * proof_world_rounding(out.pose.origin) + 4 * p->noise;
    if (s.end == GRAZE_ITERATION_LIMIT) slack += (long double)s.upper - (long double)s.lower;
    if (!(fabsl((long double)s.sd) <= slack))
        accuracy_fail(d->s, &d->s->figures->proofs, "moved out", "does not touch",
                      (long double)s.sd / slack);
}

/* What is known of the pair, and what kind of pair it is. */
static void find_truth(depths *d, graze_vec3 normal) {
    accuracy_state *s = d->s;
    const proof_pair *p = d->p;
    long double closed;
    d->truth = depth_truth_make(p);
    depth_truth_improve(p, normal, &d->truth);
    s->figures = &s->tally->depth;
    if (d->truth.searched) {
        ++s->tally->overlaps;
        if (oracle_is_polytope(s->c->body_a.solid) && oracle_is_polytope(s->c->body_b.solid))
            ++s->tally->features;
        if (oracle_nearly_round(&p->seen_a, &p->seen_b, &d->truth.deep)) s->figures = &s->tally->round;
    }
    ++s->figures->pairs;
    if (!d->truth.searched || !oracle_closed_depth(s->c, &closed)) return;
    ++s->tally->closed;
    if (!(fabsl(closed - d->truth.deep.depth) <= p->error + p->noise))
        accuracy_fail(s, &s->figures->proofs, "oracle", "formula missed",
                      in_errors(d, d->truth.deep.depth - closed));
}

void accuracy_depths(accuracy_state *s) {
    depths d = {.s = s, .p = s->pair};
    graze_signed_separation sd;
    graze_penetration_result depth, r;
    graze_cache cache = {0};
    if (graze_penetration(d.p->a, d.p->b, &tightest, NULL, &r) != GRAZE_OK) abort();
    find_truth(&d, r.normal);
    check_depth(&d, "depth", false, &cache, &depth);
    check_moved(&d, &depth, &cache);
    check_depth(&d, "depth, cached", false, &cache, &r);
    check_depth(&d, "depth, tightest", true, NULL, &r);
    check_swapped(&d);
    check_signed(&d, "signed", false, &sd);
    check_signed(&d, "signed, tightest", true, &sd);
    if (sd.end == GRAZE_ITERATION_LIMIT) return;
    long double off = fmaxl((long double)sd.sd - d.truth.most, d.truth.least - (long double)sd.sd);
    accuracy_raise(&s->figures->worst_error, in_errors(&d, off));
}
