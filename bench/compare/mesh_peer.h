/* SPDX-License-Identifier: MIT
 * The questions of bench/mesh.c, asked of another library: each program includes this at its
 * end, after it has defined
 *     peer_mesh    a mesh as the library has it; there are two, since some libraries place objects
 *     peer_place   a placement in the library's own form, made before the clock starts
 *     peer_name, peer_make, peer_release, peer_placement
 *     peer_meets, peer_contacts   is there a contact? how many are there? */
#ifndef GRAZE_BENCH_MESH_PEER_H
#define GRAZE_BENCH_MESH_PEER_H

#include "mesh_models.h"

template <class Ask>
static double peer_time(peer_mesh *a, peer_mesh *b, const peer_place *places, uint32_t pairs, Ask ask,
                        double *sum) {
    double start = bench_seconds();
    *sum = 0;
    for (uint32_t i = 0; i < pairs; ++i) *sum += (double)ask(a, places[2 * i], b, places[2 * i + 1]);
    return (bench_seconds() - start) / pairs;
}

static void peer_model(bench_model model) {
    uint32_t pairs = bench_quick() ? 5000 : 50000, few = bench_quick() ? 500 : 5000;
    bench_placement *given = bench_placements(pairs, model.distance);
    peer_place *places = new peer_place[2 * pairs];
    for (uint32_t i = 0; i < 2 * pairs; ++i) places[i] = peer_placement(&given[i]);
    double start = bench_seconds(), hits, contacts;
    peer_mesh *a = peer_make(&model);
    double build = bench_seconds() - start;
    peer_mesh *b = peer_make(&model);
    peer_time(a, b, places, pairs / 10, peer_meets, &hits);
    double boolean = peer_time(a, b, places, pairs, peer_meets, &hits);
    double all = peer_time(a, b, places, few, peer_contacts, &contacts);
    printf(
        "%-22s %-13s boolean %9.2f us (%4.1f %% hits)  all contacts %9.1f us (%6.1f)  build %8.2f ms\n",
        peer_name(), model.name, boolean * 1e6, 100 * hits / pairs, all * 1e6, contacts / few,
        build * 1e3);
    peer_release(a);
    peer_release(b);
    delete[] places;
    free(given);
    free(model.vertices);
    free(model.indices);
}

int main() {
    peer_model(bench_torus());
    peer_model(bench_bumpy_sphere());
    return 0;
}

#endif
