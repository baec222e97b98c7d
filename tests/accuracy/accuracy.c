/* SPDX-License-Identifier: MIT
 * The accuracy of the convex queries (V1, V2, J4, J8, S2): random pairs of every two shape kinds over
 * every regime through graze_intersect, graze_within, graze_distance, graze_shape_cast,
 * graze_penetration and graze_signed_distance (E1-E8, S12), every proof checked. Prints tables and ends
 * with 0 only if no proof failed, no boolean was wrong, no bracket was wider than asked and no query
 * ran into its iteration limit; that is granted, and counted apart, to depths of pairs whose
 * difference is nearly round about the origin (oracle/depth_search.h).
 *
 * usage: accuracy [--pairs N] [--seed N] [--kinds A B] [--regime N] [--part I N] [--progress] [--all]
 *        accuracy --case KIND_A KIND_B REGIME SEED
 * Without --pairs 200 for every two kinds, scaled by the tests' environment (tests/harness.h). */
#include <math.h>
#include <time.h>

#include "harness.h"
#include "oracle/accuracy_case.h"

enum { KINDS = GRAZE_SHAPE_CONVEX_COUNT, SHOWN = 12, FAILURES_SHOWN = 40 };

typedef struct settings {
    long pairs;
    uint64_t seed;
    int kind_a, kind_b, regime; /* -1: all */
    long part, parts;           /* of the kind pairs' cases, this share */
    bool progress, all;
} settings;

typedef struct totals {
    accuracy_tally kinds[KINDS][KINDS], regimes[PAIR_REGIME_COUNT], all;
    long failures_shown;
} totals;

static const char *kind_text(int kind) { return graze_shape_kind_text((graze_shape_kind)kind); }

static int kind_named(const char *name) {
    for (int kind = 0; kind < KINDS; ++kind)
        if (strcmp(name, kind_text(kind)) == 0) return kind;
    fprintf(stderr, "no shape kind '%s'\n", name);
    exit(2);
}

static void run_one(const accuracy_case *which, totals *t) {
    accuracy_tally one = {0};
    char text[200] = "";
    int failures = accuracy_run(which, &one, text, sizeof text);
    accuracy_add(&t->kinds[which->kind_a][which->kind_b], &one);
    accuracy_add(&t->regimes[which->regime], &one);
    accuracy_add(&t->all, &one);
    if (failures && t->failures_shown++ < FAILURES_SHOWN) {
        printf("FAILED --case '%s' '%s' %d %llu: %s\n", kind_text((int)which->kind_a),
               kind_text((int)which->kind_b), (int)which->regime, (unsigned long long)which->seed,
               text);
        fflush(stdout); /* long runs: seen at once */
    }
}

/* -- tables -- */

static void print_heading(const char *first, const char *error) {
    printf("%-26s %9s %6s %6s %5s %6s  %7s %9s %9s %8s %5s\n", first, "pairs", "proofs", "wrong",
           "wide", "limits", "width", "tightest", error, "rounds", "most");
}

static void print_row(const char *name, const accuracy_figures *f) {
    printf("%-26s %9ld %6ld %6ld %5ld %6ld  %7.3f %9.3g %9.3g %8.2f %5d\n", name, f->pairs, f->proofs,
           f->wrong, f->wide, f->limits, f->worst_width, f->worst_tightest, f->worst_error,
           f->searches ? (double)f->rounds / (double)f->searches : 0, f->most_rounds);
}

typedef struct entry {
    int a, b;
    const accuracy_figures *figures;
} entry;

/* Failures first, then the widest bracket at the tightest setting. */
static int worse_first(const void *x, const void *y) {
    const accuracy_figures *a = ((const entry *)x)->figures, *b = ((const entry *)y)->figures;
    long more = b->proofs + b->wrong + b->wide + b->limits - a->proofs - a->wrong - a->wide - a->limits;
    if (more != 0) return more > 0 ? 1 : -1;
    if (a->worst_tightest != b->worst_tightest) return a->worst_tightest < b->worst_tightest ? 1 : -1;
    return 0;
}

/* The figures of one table; accuracy_tally has those of three. */
typedef const accuracy_figures *(*table)(const accuracy_tally *);
static const accuracy_figures *distances(const accuracy_tally *t) { return &t->distance; }
static const accuracy_figures *depths(const accuracy_tally *t) { return &t->depth; }
static const accuracy_figures *rounds(const accuracy_tally *t) { return &t->round; }

static void print_kinds(const totals *t, table of, bool all) {
    entry entries[KINDS * KINDS];
    int count = 0;
    for (int a = 0; a < KINDS; ++a)
        for (int b = 0; b < KINDS; ++b)
            if (of(&t->kinds[a][b])->pairs) entries[count++] = (entry){a, b, of(&t->kinds[a][b])};
    qsort(entries, (size_t)count, sizeof entries[0], worse_first);
    for (int i = 0; i < count && (all || i < SHOWN); ++i) {
        char name[64];
        snprintf(name, sizeof name, "%s, %s", kind_text(entries[i].a), kind_text(entries[i].b));
        print_row(name, entries[i].figures);
    }
}

static void print_table(const totals *t, const settings *s, const char *title, const char *error,
                        table of) {
    printf("\n%s\n", title);
    print_heading("regime", error);
    for (int r = 0; r < PAIR_REGIME_COUNT; ++r)
        if (of(&t->regimes[r])->pairs) print_row(pair_regime_text((pair_regime)r), of(&t->regimes[r]));
    print_row("all", of(&t->all));
    printf("\n");
    print_heading(s->all ? "kinds" : "worst kinds", error);
    print_kinds(t, of, s->all);
}

static void print_tables(const totals *t, const settings *s) {
    printf(
        "\nFailures: proofs that do not hold, wrong booleans, brackets wider than asked, iteration "
        "limits.\nWorst width in units of what the default options ask for, tightest width and error "
        "against\nplanted distances or depths found by search in units of the rounding radius E; mean and "
        "most rounds\na query but casts.\n");
    print_table(t, s, "Booleans, distances, casts", "planted", distances);
    print_table(t, s, "Depths and signed distances", "search", depths);
    print_table(t, s, "Depths of pairs nearly round about the origin (limits granted)", "search",
                rounds);
    double pairs = (double)t->all.pairs;
    printf(
        "\n%ld pairs, %ld queries; %.0f %% of the pairs intersect, %.0f %% of the casts hit; %ld planted "
        "optima\n",
        t->all.pairs, t->all.queries, 100 * (double)t->all.hits / pairs,
        100 * (double)t->all.cast_hits / pairs, t->all.planted);
    printf("axes checked once more: %ld in rationals, %ld with directed rounding\n", t->all.rational,
           t->all.directed);
    printf("depths searched for: %ld, of those %ld over all features of two polytopes; %ld have a "
           "formula\nfailures: %ld\n",
           t->all.overlaps, t->all.features, t->all.closed, accuracy_failures(&t->all));
}

/* -- runs -- */

static void show_progress(const totals *t, long pairs_in_all, time_t started, time_t *shown) {
    time_t now = time(NULL);
    if (now - *shown < 5) return;
    *shown = now;
    double share = (double)t->all.pairs / (double)pairs_in_all, spent = difftime(now, started);
    fprintf(stderr, "%ld of %ld pairs, %ld failures, %.0f s, about %.0f s to go\n", t->all.pairs,
            pairs_in_all, accuracy_failures(&t->all), spent, spent / share - spent);
}

/* The kinds of a pair, in a random order. */
static accuracy_case make_case(const settings *s, int a, int b, long number) {
    graze_random random = graze_random_seed(s->seed + (uint64_t)((a * KINDS + b) * 1000003L + number));
    /* Shifted from row to row, so that every part of a run sees every regime. */
    long in_turn = number + number / PAIR_REGIME_COUNT;
    int regime = s->regime >= 0 ? s->regime : (int)(in_turn % PAIR_REGIME_COUNT);
    bool swapped = graze_random_bits(&random) % 2;
    return (accuracy_case){(graze_shape_kind)(swapped ? b : a), (graze_shape_kind)(swapped ? a : b),
                           (pair_regime)regime, graze_random_bits(&random)};
}

static bool wanted(const settings *s, int a, int b) {
    if (a == GRAZE_SHAPE_HALF_SPACE && b == GRAZE_SHAPE_HALF_SPACE) return false;
    if (s->kind_a < 0) return true;
    return (a == s->kind_a && b == s->kind_b) || (a == s->kind_b && b == s->kind_a);
}

static void run_all(const settings *s, totals *t) {
    time_t started = time(NULL), shown = started;
    long pairs_in_all = 0;
    for (int pass = 0; pass < 2; ++pass) /* count, then run */
        for (long n = s->part; n < s->pairs; n += s->parts)
            for (int a = 0; a < KINDS; ++a)
                for (int b = a; b < KINDS; ++b) {
                    if (!wanted(s, a, b)) continue;
                    if (pass == 0) {
                        ++pairs_in_all;
                        continue;
                    }
                    accuracy_case which = make_case(s, a, b, n);
                    run_one(&which, t);
                    if (s->progress) show_progress(t, pairs_in_all, started, &shown);
                }
}

static settings read_settings(int argc, char **argv) {
    settings s = {test_count(200), test_seed(20261115), -1, -1, -1, 0, 1, false, false};
    for (int i = 1; i < argc; ++i) {
        const char *name = argv[i];
        int left = argc - 1 - i;
        if (strcmp(name, "--progress") == 0)
            s.progress = true;
        else if (strcmp(name, "--all") == 0)
            s.all = true;
        else if (strcmp(name, "--pairs") == 0 && left >= 1)
            s.pairs = strtol(argv[++i], NULL, 10);
        else if (strcmp(name, "--seed") == 0 && left >= 1)
            s.seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(name, "--regime") == 0 && left >= 1)
            s.regime = atoi(argv[++i]);
        else if (strcmp(name, "--kinds") == 0 && left >= 2) {
            s.kind_a = kind_named(argv[++i]);
            s.kind_b = kind_named(argv[++i]);
        } else if (strcmp(name, "--part") == 0 && left >= 2) {
            s.part = strtol(argv[++i], NULL, 10);
            s.parts = strtol(argv[++i], NULL, 10);
        } else {
            fprintf(stderr, "unknown or incomplete argument '%s'\n", name);
            exit(2);
        }
    }
    if (s.pairs < 1 || s.parts < 1 || s.part < 0 || s.regime >= PAIR_REGIME_COUNT) exit(2);
    return s;
}

int main(int argc, char **argv) {
    static totals t;
    if (argc == 6 && strcmp(argv[1], "--case") == 0) {
        accuracy_case which = {(graze_shape_kind)kind_named(argv[2]),
                               (graze_shape_kind)kind_named(argv[3]), (pair_regime)atoi(argv[4]),
                               strtoull(argv[5], NULL, 10)};
        run_one(&which, &t);
        return accuracy_failures(&t.all) ? 1 : 0;
    }
    settings s = read_settings(argc, argv);
    run_all(&s, &t);
    print_tables(&t, &s);
    return accuracy_failures(&t.all) ? 1 : 0;
}
