/* SPDX-License-Identifier: MIT
 * One broad phase of one library, as worker.c sees it. Each adapter, peer_*.c or .cpp, defines the
 * table of its own and is linked into a program of its own. Everything but pairs is timed. */
#ifndef GRAZE_BENCH_BROAD_PEER_H
#define GRAZE_BENCH_BROAD_PEER_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct broad_peer {
    const char *library;   /* "FCL tree" */
    const char *precision; /* "float" or "double" */
    const char *settings;  /* what is called, with which settings */
    int most;              /* boxes */
    const char *beyond;    /* what is wrong with more, in words, with the time that was measured */
    void *(*create)(const scene *s);
    /* The boxes of so many slots, scene->boxes[slots[i]], come, go, or have moved. */
    void (*add)(void *state, const int *slots, int count);
    void (*move)(void *state, const int *slots, int count);
    void (*remove)(void *state, const int *slots, int count);
    /* Finds all pairs, or what has changed about them. */
    void (*update)(void *state);
    /* All pairs of the last update, as scene_pairs gives them but in any order; to be freed. */
    uint64_t *(*pairs)(void *state, size_t *count);
    void (*destroy)(void *state);
} broad_peer;

extern const broad_peer broad_peers[];
extern const int broad_peer_count;
const char *broad_peer_version(void);

#ifdef __cplusplus
}
#endif

#endif
