/* SPDX-License-Identifier: MIT
 * The collision world of one library, as worker.c sees it. Each adapter, peer_*.c or .cpp, defines the
 * table of its own and is linked into a program of its own. Only step is timed. */
#ifndef GRAZE_BENCH_SCENES_PEER_H
#define GRAZE_BENCH_SCENES_PEER_H

#include <stdbool.h>

#include "stage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scene_peer {
    const char *library;   /* "FCL" */
    const char *precision; /* "float" or "double" */
    const char *settings;  /* what is called, with which settings */
    /* contacts: points of contact are wanted, not only who meets. NULL: it cannot do that. */
    void *(*create)(const stage *s, bool contacts);
    /* The placements of the frame as the library has them. */
    void (*place)(void *state, const stage *s);
    /* Tells the world these placements, and finds all that meet. */
    void (*step)(void *state);
    /* For each of the STAGE_RAYS rays the fraction of its way to the first body, 1 or more if there is
     * none. NULL: it has no such question. */
    void (*cast)(void *state, const stage_ray *rays, double *found);
    /* All that meet, in any order; to be freed. */
    stage_meeting *(*meetings)(void *state, size_t *count);
    void (*destroy)(void *state);
} scene_peer;

extern const scene_peer scene_peers[];
extern const int scene_peer_count;
const char *scene_peer_version(void);

#ifdef __cplusplus
}
#endif

#endif
