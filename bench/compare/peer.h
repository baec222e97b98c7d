/* SPDX-License-Identifier: MIT
 * One way to ask one library, as the worker program (worker.c) sees it. Every adapter, peer_*.c or
 * .cpp, defines the table of its own; each is linked into a program of its own, since libraries clash
 * (two precisions of Bullet) and may hang. */
#ifndef GRAZE_BENCH_PEER_H
#define GRAZE_BENCH_PEER_H

#include "work.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer {
    const char *library;   /* "FCL libccd" */
    const char *precision; /* "float" or "double" */
    const char *settings;  /* what is called, with which settings */
    /* Makes the library's shapes and poses, untimed; NULL if it does not answer that question. */
    void *(*prepare)(const work *w);
    /* Asks all queries in order, one after the other; NaN for a failure. This is what is timed. */
    void (*run)(void *state, double *answers);
    void (*finish)(void *state);
} peer;

extern const peer peers[];
extern const int peer_count;
const char *peer_version(void); /* of the library */

#ifdef __cplusplus
}
#endif

#endif
