/* SPDX-License-Identifier: MIT
 * A ring is no convex shape: here it is taken apart into convex ones, exactly and roughly. Any of the
 * queries for convex shapes can then be asked about the pieces. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum { ROUND = 12, ACROSS = 6, VERTICES = ROUND * ACROSS, TRIANGLES = 2 * VERTICES };

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

static graze_vec3 vertices[VERTICES];
static uint32_t indices[3 * TRIANGLES];

static graze_shape *make_ring(void) {
    const graze_real turn = 6.28318531f;
    uint32_t *at = indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t j = 0; j < ACROSS; ++j) {
            graze_real u = turn * (graze_real)i / ROUND, v = turn * (graze_real)j / ACROSS;
            graze_real r = 1 + 0.3f * graze_cos(v);
            uint32_t here = i * ACROSS, next = (i + 1) % ROUND * ACROSS, beside = (j + 1) % ACROSS;
            vertices[here + j] =
                graze_vec3_make(r * graze_cos(u), r * graze_sin(u), 0.3f * graze_sin(v));
            const uint32_t two[6] = {here + j, next + j,      next + beside,
                                     here + j, next + beside, here + beside};
            for (int k = 0; k < 6; ++k) *at++ = two[k];
        }
    const graze_vertices array = {vertices, VERTICES, 0, GRAZE_VERTEX_REAL};
    const graze_primitives group = {.count = TRIANGLES, .indices = indices};
    const graze_mesh_options solid = {.nature = GRAZE_MESH_SOLID};
    graze_shape *shape = NULL;
    must(graze_shape_mesh(&array, &group, 1, &solid, NULL, &shape), "ring");
    return shape;
}

static void take_apart(const graze_shape *ring, const graze_decompose_options *options,
                       const char *how) {
    graze_decomposition *decomposition = NULL;
    graze_decomposition_view view;
    must(graze_mesh_decompose(ring, options, &decomposition), "decomposition");
    must(graze_decomposition_get(decomposition, &view), "pieces");
    double volume = 0;
    for (size_t i = 0; i < view.count; ++i) {
        graze_shape_mass mass;
        must(graze_shape_measure(view.pieces[i], &mass), "volume");
        volume += (double)mass.volume;
    }
    printf("%-12s %3d pieces, volume %.4f, no point farther than %.3f from the ring\n", how,
           (int)view.count, volume, (double)view.concavity);
    graze_decomposition_release(decomposition);
}

int main(void) {
    graze_shape *ring = make_ring();
    graze_shape_mass mass;
    must(graze_shape_measure(ring, &mass), "volume");
    printf("a ring of %d triangles, volume %.4f\n", TRIANGLES, (double)mass.volume);
    take_apart(ring, NULL, "exact:");
    graze_decompose_options rough = {.mode = GRAZE_DECOMPOSE_APPROXIMATE, .concavity = 0.2f};
    take_apart(ring, &rough, "within 0.2:");
    rough.concavity = 0.1f;
    take_apart(ring, &rough, "within 0.1:");
    graze_shape_release(ring);
    return 0;
}
