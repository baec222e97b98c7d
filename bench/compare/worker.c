/* SPDX-License-Identifier: MIT
 * The program around one adapter: does what compare.py says on its standard input, a line at a time,
 * and answers with a line each.
 *  - peers: library, precision and settings of each way to ask; a last line with the version
 *  - load FILE: "ok", or "error"
 *  - prepare K: "yes", or "no" if way K does not answer this question
 *  - run K: asks everything once untimed if that is quick, then timed; nanoseconds a query, and 1 if
 *    the processor had its full speed before and after, else 0
 *  - answers K: all answers in hexadecimal, from the last run
 *  - finish K: "ok"
 *
 * What the libraries themselves print on the standard output goes to the standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../timing.h"
#include "peer.h"

enum { PEERS_MOST = 16 };
#define QUICK_SECONDS 0.02
/* A processor that waited, or that others have just used, needs some time to get back its speed. That
 * is not spent on the queries: of a few thousand that come again and again it would remember how they
 * branch, and random ones would not be random any more. */
#define WAKE_SECONDS 0.002

static FILE *reply;
static work *asked;
static void *states[PEERS_MOST];
static double *answers[PEERS_MOST], last_seconds[PEERS_MOST];

static void say(const char *word) { fprintf(reply, "%s\n", word); }

static void list_peers(void) {
    for (int k = 0; k < peer_count; ++k)
        fprintf(reply, "%s\t%s\t%s\n", peers[k].library, peers[k].precision, peers[k].settings);
    fprintf(reply, "version\t%s\n", peer_version());
}

static bool prepare(int k) {
    states[k] = peers[k].prepare(asked);
    if (!states[k]) return false;
    answers[k] = calloc((size_t)asked->query_count, sizeof *answers[k]);
    if (!answers[k]) abort();
    last_seconds[k] = 0;
    return true;
}

/* Is nobody else at work on the core? As far as the fastest probe so far tells. */
#define CALM 1.15
static double fastest_probe = 1;
static bool is_calm(void) {
    double taken = bench_probe();
    if (taken < fastest_probe) fastest_probe = taken;
    return taken < CALM * fastest_probe;
}

/* That clock can be read without entering the kernel, which would use caches and branch predictors for
 * itself. */
static void wake_up(void) {
    double start = bench_wall();
    while (bench_wall() - start < WAKE_SECONDS) is_calm();
}

/* What the clock itself takes, half a microsecond, is not the queries'. */
static double clock_seconds;
static void look_at_clock(void) {
    clock_seconds = 1;
    for (int i = 0; i < 1000; ++i) {
        double start = bench_seconds(), none = bench_seconds() - start;
        if (none < clock_seconds) clock_seconds = none;
    }
}

static double run_once(int k) {
    double start = bench_seconds();
    peers[k].run(states[k], answers[k]);
    double seconds = bench_seconds() - start;
    return last_seconds[k] = seconds > clock_seconds ? seconds - clock_seconds : 0;
}

static void finish(int k) {
    if (states[k]) peers[k].finish(states[k]);
    free(answers[k]);
    states[k] = NULL;
    answers[k] = NULL;
}

static void obey(const char *command, const char *argument) {
    int k = atoi(argument);
    if (strcmp(command, "peers") == 0) {
        list_peers();
    } else if (strcmp(command, "load") == 0) {
        work_free(asked);
        asked = work_read(argument);
        say(asked ? "ok" : "error");
    } else if (!asked || k < 0 || k >= peer_count || k >= PEERS_MOST) {
        say("error");
    } else if (strcmp(command, "prepare") == 0) {
        say(prepare(k) ? "yes" : "no");
    } else if (strcmp(command, "finish") == 0) {
        finish(k);
        say("ok");
    } else if (!states[k]) {
        say("error");
    } else if (strcmp(command, "run") == 0) {
        if (last_seconds[k] < QUICK_SECONDS) {
            wake_up();
            run_once(k);
        }
        bool calm = is_calm();
        double seconds = run_once(k);
        calm &= is_calm();
        fprintf(reply, "%.6g %d\n", seconds * 1e9 / asked->query_count, calm);
    } else if (strcmp(command, "answers") == 0) {
        for (int i = 0; i < asked->query_count; ++i) fprintf(reply, "%a ", answers[k][i]);
        fprintf(reply, "\n");
    } else {
        say("error");
    }
}

int main(void) {
    char line[4096];
    reply = fdopen(dup(STDOUT_FILENO), "w");
    if (!reply || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return EXIT_FAILURE;
    look_at_clock();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *space = strchr(line, ' ');
        if (space) *space = 0;
        obey(line, space ? space + 1 : "");
        fflush(reply);
    }
    work_free(asked);
    return EXIT_SUCCESS;
}
