/* SPDX-License-Identifier: MIT */
#include "oracle/accuracy_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/tolerance.h"
#include "oracle/proof.h"
#include "oracle/proof_exact.h"

enum { EXACT_ONE_IN = 16 };

/* One case under way. */
typedef struct run {
    const pair_case *c;
    const proof_pair *pair;
    bool exactly; /* one of the sample that is checked exactly too */
    accuracy_tally *tally;
    int failures;
    char *text;
    size_t size;
} run;

static void fail(run *r, long *counter, const char *query, const char *what, long double by) {
    ++*counter;
    if (r->failures++ == 0) snprintf(r->text, r->size, "%s: %s (%.3Lg)", query, what, by);
}

static void count_rounds(run *r, const char *query, int rounds, graze_end end) {
    ++r->tally->queries;
    r->tally->rounds += rounds;
    if (rounds > r->tally->most_rounds) r->tally->most_rounds = rounds;
    if (end == GRAZE_ITERATION_LIMIT) fail(r, &r->tally->limits, query, "iteration limit", rounds);
}

static void check_exactly(run *r, const char *query, graze_vec3 axis, graze_real lower) {
    if (!r->exactly || !r->c->body_a.solid || !r->c->body_b.solid) return;
    exact_verdict verdict = exact_axis(r->c, axis, lower);
    if (verdict == EXACT_PROVED_RATIONAL) ++r->tally->rational;
    if (verdict == EXACT_PROVED_ROUNDED) ++r->tally->directed;
    if (verdict == EXACT_REFUTED || verdict == EXACT_UNDECIDED)
        fail(r, &r->tally->proofs, query, "axis refuted exactly", (long double)verdict);
}

static void raise(double *most, long double value) {
    if (value > (long double)*most) *most = (double)value;
}

static void check_distance(run *r, const char *query, bool tightest, graze_separation *s) {
    const proof_pair *p = r->pair;
    graze_options options = {.rel = GRAZE_TIGHTEST};
    if (graze_distance(p->a, p->b, tightest ? &options : NULL, NULL, s) != GRAZE_OK) abort();
    count_rounds(r, query, s->iterations, s->end);
    bool together = s->end == GRAZE_OVERLAP || s->end == GRAZE_TOUCHING;
    if (proof_is_wrong(p, 0, together) && (together || (long double)s->distance > 2 * p->error))
        fail(r, &r->tally->wrong, query, "wrong boolean", p->distance.lower / p->error);
    const char *flaw = proof_separation(p, s);
    if (flaw) fail(r, &r->tally->proofs, query, flaw, p->distance.lower / p->error);
    if (!together) check_exactly(r, query, s->normal, s->lower);
    long double width = (long double)s->upper - (long double)s->lower;
    if (tightest) {
        raise(&r->tally->worst_tightest, p->error > 0 ? width / p->error : 0);
        return;
    }
    long double asked = proof_width_asked(p, GZ_DEFAULT_ACCURACY, s);
    if (width > asked) fail(r, &r->tally->wide, query, "bracket too wide", width / asked);
    raise(&r->tally->worst_width, asked > 0 ? width / asked : 0);
}

static void check_within(run *r, const char *query, graze_real d, graze_cache *cache) {
    const proof_pair *p = r->pair;
    graze_intersection i;
    if (graze_within(p->a, p->b, d, NULL, cache, &i) != GRAZE_OK) abort();
    count_rounds(r, query, i.iterations, i.end);
    if (proof_is_wrong(p, d, i.intersecting))
        fail(r, &r->tally->wrong, query, "wrong boolean",
             (p->distance.lower - (long double)d) / p->error);
    const char *flaw = proof_intersection(p, d, &i);
    if (flaw) fail(r, &r->tally->proofs, query, flaw, (p->distance.lower - (long double)d) / p->error);
    if (!i.intersecting) check_exactly(r, query, i.axis, i.lower);
    if (d == 0 && i.intersecting) ++r->tally->hits;
}

static void check_cast(run *r) {
    const proof_pair *p = r->pair;
    graze_cast_result cast;
    if (!r->c->body_a.solid || !r->c->body_b.solid) return;
    if (graze_shape_cast(p->a, r->c->motion, p->b, NULL, &cast) != GRAZE_OK) abort();
    count_rounds(r, "cast", cast.iterations, cast.end);
    const char *flaw = proof_cast(p, r->c->motion, &cast);
    if (flaw) fail(r, &r->tally->proofs, "cast", flaw, p->distance.lower / p->error);
    if (cast.hit) ++r->tally->cast_hits;
}

static void check_planted(run *r, const graze_separation *tightest) {
    const proof_pair *p = r->pair;
    const pair_case *c = r->c;
    if (!c->planted) return;
    if (c->planted_lower > p->distance.upper + p->noise ||
        c->planted_upper < p->distance.lower - p->noise)
        fail(r, &r->tally->proofs, "oracle", "planted distance missed", p->distance.lower / p->error);
    if (c->planted_upper - c->planted_lower > p->error / 4) return; /* the pose's rounding blurs it */
    ++r->tally->planted;
    long double off = fabsl((long double)tightest->distance - c->planted_upper);
    raise(&r->tally->worst_error, p->error > 0 ? off / p->error : 0);
}

int accuracy_run(const accuracy_case *which, accuracy_tally *tally, char *text, size_t size) {
    static pair_case c;
    proof_pair pair;
    run r = {&c, &pair, which->seed % EXACT_ONE_IN == 0, tally, 0, text, size};
    pair_case_make(&c, which->kind_a, which->kind_b, which->regime, which->seed);
    ++tally->pairs;
    const char *flaw = proof_pair_make(&c, &pair);
    if (flaw) fail(&r, &tally->proofs, "pair", flaw, pair.error / pair.size);
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
    pair_case_release(&c);
    return r.failures;
}

void accuracy_add(accuracy_tally *sum, const accuracy_tally *part) {
    sum->pairs += part->pairs;
    sum->planted += part->planted;
    sum->hits += part->hits;
    sum->cast_hits += part->cast_hits;
    sum->rational += part->rational;
    sum->directed += part->directed;
    sum->proofs += part->proofs;
    sum->wrong += part->wrong;
    sum->wide += part->wide;
    sum->limits += part->limits;
    sum->queries += part->queries;
    sum->rounds += part->rounds;
    if (part->most_rounds > sum->most_rounds) sum->most_rounds = part->most_rounds;
    raise(&sum->worst_width, part->worst_width);
    raise(&sum->worst_tightest, part->worst_tightest);
    raise(&sum->worst_error, part->worst_error);
}

long accuracy_failures(const accuracy_tally *tally) {
    return tally->proofs + tally->wrong + tally->wide + tally->limits;
}
