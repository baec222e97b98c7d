/* SPDX-License-Identifier: MIT
 * ODE's spaces (Debian: double): hashed cells with levels for the sizes that occur, and sweep and prune
 * along x. Geoms are boxes in their places; a frame moves them and asks the space for all pairs. ODE
 * keeps none. */
#include <stdlib.h>

#include <ode/ode.h>

#include "peer.h"

typedef struct state {
    const scene *scene;
    dSpaceID space;
    dGeomID *geoms;
    uint64_t *found;
    size_t count, capacity;
} state;

static state *create(const scene *s) {
    static bool started = false;
    if (!started) dInitODE2(0);
    started = true;
    state *out = calloc(1, sizeof *out);
    if (!out) abort();
    out->scene = s;
    out->geoms = calloc((size_t)s->count, sizeof *out->geoms);
    if (!out->geoms) abort();
    return out;
}

static void *create_hash(const scene *s) {
    state *out = create(s);
    out->space = dHashSpaceCreate(0);
    dHashSpaceSetLevels(out->space, -1, 1);
    return out;
}

static void *create_sweep(const scene *s) {
    state *out = create(s);
    out->space = dSweepAndPruneSpaceCreate(0, dSAP_AXES_XYZ);
    return out;
}

static void place(const state *s, int slot) {
    const double *b = s->scene->boxes[slot];
    dGeomSetPosition(s->geoms[slot], (b[0] + b[3]) / 2, (b[1] + b[4]) / 2, (b[2] + b[5]) / 2);
}

static void add(void *data, const int *slots, int count) {
    state *s = data;
    for (int i = 0; i < count; ++i) {
        const double *b = s->scene->boxes[slots[i]];
        s->geoms[slots[i]] = dCreateBox(s->space, b[3] - b[0], b[4] - b[1], b[5] - b[2]);
        dGeomSetData(s->geoms[slots[i]], (void *)(intptr_t)slots[i]);
        place(s, slots[i]);
    }
}

static void move(void *data, const int *slots, int count) {
    state *s = data;
    for (int i = 0; i < count; ++i) {
        const double *b = s->scene->boxes[slots[i]];
        if (s->scene->motion == SCENE_TELEPORT)
            dGeomBoxSetLengths(s->geoms[slots[i]], b[3] - b[0], b[4] - b[1], b[5] - b[2]);
        place(s, slots[i]);
    }
}

static void take_out(void *data, const int *slots, int count) {
    state *s = data;
    for (int i = 0; i < count; ++i) dGeomDestroy(s->geoms[slots[i]]);
}

static void meet(void *data, dGeomID a, dGeomID b) {
    state *s = data;
    dReal p[6], q[6];
    /* Spaces report by their own measure; boxes are what all the others compare. */
    dGeomGetAABB(a, p);
    dGeomGetAABB(b, q);
    for (int k = 0; k < 6; k += 2)
        if (p[k] > q[k + 1] || q[k] > p[k + 1]) return;
    if (s->count == s->capacity) {
        s->capacity = 2 * s->capacity + 1024;
        s->found = realloc(s->found, s->capacity * sizeof *s->found);
        if (!s->found) abort();
    }
    uint64_t i = (uint64_t)(intptr_t)dGeomGetData(a), k = (uint64_t)(intptr_t)dGeomGetData(b);
    s->found[s->count++] = i < k ? i << 32 | k : k << 32 | i;
}

static void update(void *data) {
    state *s = data;
    s->count = 0;
    dSpaceCollide(s->space, s, meet);
}

static uint64_t *pairs(void *data, size_t *count) {
    const state *s = data;
    uint64_t *out = malloc((s->count + 1) * sizeof *out);
    if (!out) abort();
    for (size_t i = 0; i < s->count; ++i) out[i] = s->found[i];
    *count = s->count;
    return out;
}

static void destroy(void *data) {
    state *s = data;
    dSpaceDestroy(s->space);
    free(s->geoms);
    free(s->found);
    free(s);
}

const broad_peer broad_peers[] = {
    {"ODE hash", "double", "dHashSpace, levels -1 to 1", 10000, "4.5 s a frame with 100,000 that move",
     create_hash, add, move, take_out, update, pairs, destroy},
    {"ODE sweep", "double", "dSweepAndPruneSpace, x y z", 10000, "0.7 s a frame with 100,000 that move",
     create_sweep, add, move, take_out, update, pairs, destroy},
};
const int broad_peer_count = (int)(sizeof broad_peers / sizeof broad_peers[0]);

const char *broad_peer_version(void) { return PEER_VERSION; }
