/* SPDX-License-Identifier: MIT */
#include "oracle/accuracy_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/tolerance.h"
#include "oracle/accuracy_state.h"
#include "oracle/proof_exact.h"

enum { EXACT_ONE_IN = 16 };

void accuracy_fail(accuracy_state *s, long *counter, const char *query, const char *what,
                   long double by) {
    ++*counter;
    if (s->failures++ == 0) snprintf(s->text, s->size, "%s: %s (%.3Lg)", query, what, by);
}

void accuracy_count(accuracy_state *s, const char *query, int rounds, graze_end end) {
    ++s->tally->queries;
    ++s->figures->searches;
    s->figures->rounds += rounds;
    if (rounds > s->figures->most_rounds) s->figures->most_rounds = rounds;
    if (end != GRAZE_ITERATION_LIMIT) return;
    if (s->figures == &s->tally->round) /* granted */
        ++s->figures->limits;
    else
        accuracy_fail(s, &s->figures->limits, query, "iteration limit", rounds);
}

void accuracy_exactly(accuracy_state *r, const char *query, graze_vec3 axis, graze_real lower) {
    if (!r->exactly || !r->c->body_a.solid || !r->c->body_b.solid) return;
    exact_verdict verdict = exact_axis(r->c, axis, lower);
    if (verdict == EXACT_PROVED_RATIONAL) ++r->tally->rational;
    if (verdict == EXACT_PROVED_ROUNDED) ++r->tally->directed;
    if (verdict == EXACT_REFUTED || verdict == EXACT_UNDECIDED)
        accuracy_fail(r, &r->figures->proofs, query, "axis refuted exactly", (long double)verdict);
}

void accuracy_raise(double *most, long double value) {
    if (value > (long double)*most) *most = (double)value;
}

static void check_distance(accuracy_state *r, const char *query, bool tightest, graze_separation *s) {
    const proof_pair *p = r->pair;
    graze_options options = {.rel = GRAZE_TIGHTEST};
    if (graze_distance(p->a, p->b, tightest ? &options : NULL, NULL, s) != GRAZE_OK) abort();
    accuracy_count(r, query, s->iterations, s->end);
    bool together = s->end == GRAZE_OVERLAP || s->end == GRAZE_TOUCHING;
    if (proof_is_wrong(p, 0, together) && (together || (long double)s->distance > 2 * p->error))
        accuracy_fail(r, &r->figures->wrong, query, "wrong boolean", p->distance.lower / p->error);
    const char *flaw = proof_separation(p, s);
    if (flaw) accuracy_fail(r, &r->figures->proofs, query, flaw, p->distance.lower / p->error);
    if (!together) accuracy_exactly(r, query, s->normal, s->lower);
    long double width = (long double)s->upper - (long double)s->lower;
    if (tightest) {
        accuracy_raise(&r->figures->worst_tightest, p->error > 0 ? width / p->error : 0);
        return;
    }
    long double asked = proof_width_asked(p, GZ_DEFAULT_ACCURACY, s);
    if (width > asked) accuracy_fail(r, &r->figures->wide, query, "bracket too wide", width / asked);
    accuracy_raise(&r->figures->worst_width, asked > 0 ? width / asked : 0);
}

static void check_within(accuracy_state *r, const char *query, graze_real d, graze_cache *cache) {
    const proof_pair *p = r->pair;
    graze_intersection i;
    if (graze_within(p->a, p->b, d, NULL, cache, &i) != GRAZE_OK) abort();
    accuracy_count(r, query, i.iterations, i.end);
    if (proof_is_wrong(p, d, i.intersecting))
        accuracy_fail(r, &r->figures->wrong, query, "wrong boolean",
                      (p->distance.lower - (long double)d) / p->error);
    const char *flaw = proof_intersection(p, d, &i);
    if (flaw)
        accuracy_fail(r, &r->figures->proofs, query, flaw,
                      (p->distance.lower - (long double)d) / p->error);
    if (!i.intersecting) accuracy_exactly(r, query, i.axis, i.lower);
    if (d == 0 && i.intersecting) ++r->tally->hits;
}

static void check_cast(accuracy_state *r) {
    const proof_pair *p = r->pair;
    graze_cast_result cast;
    if (!r->c->body_a.solid || !r->c->body_b.solid) return;
    if (graze_shape_cast(p->a, r->c->motion, p->b, NULL, &cast) != GRAZE_OK) abort();
    ++r->tally->queries; /* its rounds are those of several searches: they would blur the mean */
    if (cast.end == GRAZE_ITERATION_LIMIT)
        accuracy_fail(r, &r->figures->limits, "cast", "iteration limit", cast.iterations);
    const char *flaw = proof_cast(p, r->c->motion, &cast);
    if (flaw) accuracy_fail(r, &r->figures->proofs, "cast", flaw, p->distance.lower / p->error);
    if (cast.hit) ++r->tally->cast_hits;
}

static void check_planted(accuracy_state *r, const graze_separation *tightest) {
    const proof_pair *p = r->pair;
    const pair_case *c = r->c;
    if (!c->planted) return;
    if (c->planted_lower > p->distance.upper + p->noise ||
        c->planted_upper < p->distance.lower - p->noise)
        accuracy_fail(r, &r->figures->proofs, "oracle", "planted distance missed",
                      p->distance.lower / p->error);
    if (c->planted_upper - c->planted_lower > p->error / 4) return; /* the pose's rounding blurs it */
    ++r->tally->planted;
    long double off = fabsl((long double)tightest->distance - c->planted_upper);
    accuracy_raise(&r->figures->worst_error, p->error > 0 ? off / p->error : 0);
}

int accuracy_run(const accuracy_case *which, accuracy_tally *tally, char *text, size_t size) {
    static pair_case c;
    proof_pair pair;
    accuracy_state r = {&c,   &pair, which->seed % EXACT_ONE_IN == 0, tally, &tally->distance, 0,
                        text, size};
    pair_case_make(&c, which->kind_a, which->kind_b, which->regime, which->seed);
    ++tally->pairs;
    ++tally->distance.pairs;
    const char *flaw = proof_pair_make(&c, &pair);
    if (flaw) accuracy_fail(&r, &tally->distance.proofs, "pair", flaw, pair.error / pair.size);
    graze_separation s, tightest;
    graze_cache cache = {0};
    check_distance(&r, "distance", false, &s);
    check_distance(&r, "distance, tightest", true, &tightest);
    check_within(&r, "intersect", 0, NULL);
    /* Around the true distance, just at it, and far from it. */
    graze_real d = (graze_real)pair.distance.upper;
    check_within(&r, "within the distance", d, &cache);
    check_within(&r, "within a little less", d * (graze_real)0.999, &cache);
    check_within(&r, "within a little more", d * (graze_real)1.001, &cache);
    check_within(&r, "within half", d / 2, &cache);
    check_cast(&r);
    check_planted(&r, &tightest);
    accuracy_depths(&r);
    pair_case_release(&c);
    return r.failures;
}

static void add_figures(accuracy_figures *sum, const accuracy_figures *part) {
    sum->pairs += part->pairs;
    sum->proofs += part->proofs;
    sum->wrong += part->wrong;
    sum->wide += part->wide;
    sum->limits += part->limits;
    sum->searches += part->searches;
    sum->rounds += part->rounds;
    if (part->most_rounds > sum->most_rounds) sum->most_rounds = part->most_rounds;
    accuracy_raise(&sum->worst_width, part->worst_width);
    accuracy_raise(&sum->worst_tightest, part->worst_tightest);
    accuracy_raise(&sum->worst_error, part->worst_error);
}

void accuracy_add(accuracy_tally *sum, const accuracy_tally *part) {
    sum->pairs += part->pairs;
    sum->queries += part->queries;
    sum->hits += part->hits;
    sum->cast_hits += part->cast_hits;
    sum->rational += part->rational;
    sum->directed += part->directed;
    sum->planted += part->planted;
    sum->overlaps += part->overlaps;
    sum->features += part->features;
    sum->closed += part->closed;
    add_figures(&sum->distance, &part->distance);
    add_figures(&sum->depth, &part->depth);
    add_figures(&sum->round, &part->round);
}

long accuracy_failures(const accuracy_tally *tally) {
    const accuracy_figures *near = &tally->distance, *deep = &tally->depth;
    return near->proofs + near->wrong + near->wide + near->limits + deep->proofs + deep->wrong +
           deep->wide + deep->limits + tally->round.proofs + tally->round.wrong + tally->round.wide;
}
