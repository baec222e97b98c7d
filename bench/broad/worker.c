/* SPDX-License-Identifier: MIT
 * The program around one adapter.
 *     list
 * library, precision, settings, the most boxes of each broad phase and why; the version in the last
 * line run WHICH COUNT CLUSTERED MOTION WARM FRAMES seconds a frame (mean and worst), pairs, missing,
 * extra, bytes, pace (timing.h). The clock counts the time of this thread; bytes are what malloc gave
 * since the broad phase was created. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../timing.h"
#include "peer.h"

typedef struct result {
    double mean, worst, bytes;
    size_t pairs, missing, extra;
    bench_pace pace;
} result;

static double allocated(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

static void judge(const scene *s, uint64_t *found, size_t count, result *out) {
    scene_judge(s, found, count, &out->pairs, &out->missing, &out->extra);
    free(found);
}

/* One frame; its seconds. */
static double step(const broad_peer *peer, void *state, scene *s) {
    scene_step(s);
    double begin = bench_seconds();
    if (s->motion == SCENE_CHURN) {
        peer->remove(state, s->changed, s->changed_count);
        peer->add(state, s->changed, s->changed_count);
    } else {
        peer->move(state, s->changed, s->changed_count);
    }
    peer->update(state);
    return bench_seconds() - begin;
}

static result run_frames(const broad_peer *peer, scene *s, int warm, int frames) {
    result out = {0};
    double before = allocated();
    void *state = peer->create(s);
    int *slots = malloc((size_t)s->count * sizeof *slots);
    if (!slots) abort();
    for (int i = 0; i < s->count; ++i) slots[i] = i;
    peer->add(state, slots, s->count);
    free(slots);
    peer->update(state);
    for (int i = 0; i < warm + frames; ++i) {
        double seconds = step(peer, state, s);
        if (i < warm) continue;
        bench_pace_take(&out.pace, 1);
        out.mean += seconds / frames;
        out.worst = seconds > out.worst ? seconds : out.worst;
    }
    out.bytes = allocated() - before;
    size_t count;
    uint64_t *found = peer->pairs(state, &count);
    judge(s, found, count, &out);
    peer->destroy(state);
    return out;
}

static result run_builds(const broad_peer *peer, scene *s, int warm, int frames) {
    result out = {0};
    for (int i = 0; i < warm + frames; ++i) {
        scene_step(s);
        double before = allocated(), begin = bench_seconds();
        void *state = peer->create(s);
        peer->add(state, s->changed, s->changed_count);
        peer->update(state);
        double middle = bench_seconds();
        if (i == warm + frames - 1) {
            size_t count;
            out.bytes = allocated() - before;
            uint64_t *found = peer->pairs(state, &count);
            judge(s, found, count, &out);
        }
        double again = bench_seconds();
        peer->remove(state, s->changed, s->changed_count);
        peer->update(state);
        double seconds = bench_seconds() - again + middle - begin;
        peer->destroy(state);
        if (i < warm) continue;
        bench_pace_take(&out.pace, 1);
        out.mean += seconds / frames;
        out.worst = seconds > out.worst ? seconds : out.worst;
    }
    return out;
}

/* Memory that was given back stays with the process, as in one that goes on working: what the kernel
 * takes to hand out pages again after each build depends on the order of calls to free alone. */
static void keep_memory(void) {
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 25); /* the most that it takes */
}

int main(int argc, char **argv) {
    keep_memory();
    /* What the libraries themselves print goes to the standard error. */
    FILE *reply = fdopen(dup(STDOUT_FILENO), "w");
    if (!reply || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return EXIT_FAILURE;
    if (argc == 2 && strcmp(argv[1], "list") == 0) {
        for (int k = 0; k < broad_peer_count; ++k)
            fprintf(reply, "%s\t%s\t%s\t%d\t%s\n", broad_peers[k].library, broad_peers[k].precision,
                    broad_peers[k].settings, broad_peers[k].most, broad_peers[k].beyond);
        fprintf(reply, "version\t%s\n", broad_peer_version());
    } else if (argc == 8 && strcmp(argv[1], "run") == 0) {
        const broad_peer *peer = &broad_peers[atoi(argv[2])];
        scene *s = scene_make(atoi(argv[3]), atoi(argv[4]) != 0, (scene_motion)atoi(argv[5]));
        result r =
            (s->motion == SCENE_BUILD ? run_builds : run_frames)(peer, s, atoi(argv[6]), atoi(argv[7]));
        fprintf(reply, "%.9g %.9g %zu %zu %zu %.0f %.9g\n", r.mean, r.worst, r.pairs, r.missing,
                r.extra, r.bytes, bench_pace_mean(&r.pace));
        scene_free(s);
    } else {
        return EXIT_FAILURE;
    }
    return fclose(reply) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
