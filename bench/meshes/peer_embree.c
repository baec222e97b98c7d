/* SPDX-License-Identifier: MIT
 * Embree: rays, one at a time, in its default and its robust mode, on one thread. */
#include "../compare/mesh_embree.h"
#include "peer.h"

static void *make_with(const bench_model *model, bool robust) {
    double seconds;
    return bench_embree_make(model, robust, &seconds);
}
static void *make(const bench_model *model) { return make_with(model, false); }
static void *make_robust(const bench_model *model) { return make_with(model, true); }
static void release(void *mesh) { bench_embree_release(mesh); }
static double ray(void *mesh, const bench_ray *given) { return bench_embree_closest(mesh, given); }
static double bytes(void *mesh) { return bench_embree_bytes(mesh); }

const mesh_peer mesh_peers[] = {
    {.library = "Embree",
     .precision = "float",
     .settings = "rtcIntersect1, one thread",
     .make = make,
     .release = release,
     .ray = ray,
     .bytes = bytes},
    {.library = "Embree robust",
     .precision = "float",
     .settings = "RTC_SCENE_FLAG_ROBUST",
     .make = make_robust,
     .release = release,
     .ray = ray,
     .bytes = bytes},
};
const int mesh_peer_count = 2;

const char *mesh_peer_version(void) { return PEER_VERSION; }
