/* SPDX-License-Identifier: MIT
 * The program around one adapter.
 *     list
 * library, precision, settings and the questions of each world; the version in the last line
 *     run WHICH KIND COUNT meets|contacts|rays|wall WARM FRAMES
 * seconds a frame (median and worst), pairs or rays that meet something, missing, extra, and of how
 * many the depth is wrong; the pace (timing.h)
 * The clock counts the time of this thread; "wall" are contacts by the clock on the wall. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../helper.h"
#include "../timing.h"
#include "peer.h"

enum { MOST_FRAMES = 1000 };

static stage_verdict judge(const scene_peer *peer, const stage *s, void *state, bool contacts) {
    size_t count;
    stage_meeting *found = peer->meetings(state, &count);
    stage_verdict out = stage_judge(s, found, count);
    free(found);
    if (!contacts) out.wrong_depths = 0;
    return out;
}

static int run(const scene_peer *peer, stage *s, const char *asks, int warm, int frames, FILE *reply) {
    static double seconds[MOST_FRAMES], reached[STAGE_RAYS];
    static stage_ray rays[STAGE_RAYS];
    bool casts = strcmp(asks, "rays") == 0, wall = strcmp(asks, "wall") == 0;
    bool contacts = wall || strcmp(asks, "contacts") == 0;
    if (frames < 1 || frames > MOST_FRAMES || (casts && !peer->cast)) return EXIT_FAILURE;
    void *state = peer->create(s, contacts);
    if (!state) return EXIT_FAILURE;
    double worst = 0;
    bench_pace pace = {0, 0};
    stage_aim(s, rays);
    for (int i = 0; i < warm + frames; ++i) {
        stage_step(s);
        peer->place(state, s);
        if (casts) peer->step(state);
        double begin = wall ? helper_wall(NULL) : bench_seconds();
        if (casts)
            peer->cast(state, rays, reached);
        else
            peer->step(state);
        double taken = (wall ? helper_wall(NULL) : bench_seconds()) - begin;
        if (i < warm) continue;
        bench_pace_take(&pace, 1);
        seconds[i - warm] = taken;
        worst = taken > worst ? taken : worst;
    }
    stage_verdict out = casts ? stage_judge_rays(s, rays, reached) : judge(peer, s, state, contacts);
    peer->destroy(state);
    fprintf(reply, "%.9g %.9g %zu %zu %zu %zu %.9g\n", bench_median(seconds, frames), worst, out.right,
            out.missing, out.extra, out.wrong_depths, bench_pace_mean(&pace));
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    /* What the libraries themselves print goes to the standard error. */
    FILE *reply = fdopen(dup(STDOUT_FILENO), "w");
    int status = EXIT_SUCCESS;
    if (!reply || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return EXIT_FAILURE;
    if (argc == 2 && strcmp(argv[1], "list") == 0) {
        for (int k = 0; k < scene_peer_count; ++k)
            fprintf(reply, "%s\t%s\t%s\tmeets contacts %s\n", scene_peers[k].library,
                    scene_peers[k].precision, scene_peers[k].settings,
                    scene_peers[k].cast ? "rays" : "");
        fprintf(reply, "version\t%s\n", scene_peer_version());
    } else if (argc == 8 && strcmp(argv[1], "run") == 0) {
        stage *s = stage_make((stage_kind)atoi(argv[3]), atoi(argv[4]));
        status = run(&scene_peers[atoi(argv[2])], s, argv[5], atoi(argv[6]), atoi(argv[7]), reply);
        stage_free(s);
    } else {
        return EXIT_FAILURE;
    }
    return fclose(reply) == 0 ? status : EXIT_FAILURE;
}
