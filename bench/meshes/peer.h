/* SPDX-License-Identifier: MIT
 * The meshes of one library, as worker.c sees them. Each adapter, peer_*.c or .cpp, defines the table
 * of its own and is linked into a program of its own. Only the queries are timed. */
#ifndef GRAZE_BENCH_MESHES_PEER_H
#define GRAZE_BENCH_MESHES_PEER_H

#include "../mesh_models.h"
#include "../mesh_rays.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is NULL the library cannot do. Answers are numbers: of contacts, a distance, a parameter. */
typedef struct mesh_peer {
    const char *library;   /* "FCL" */
    const char *precision; /* "float" or "double" */
    const char *settings;  /* what is called, with which settings */
    /* A mesh over the model's own arrays where the library can do with those. */
    void *(*make)(const bench_model *model);
    void (*release)(void *mesh);
    /* The placements as the library has them; to be freed with forget. */
    void *(*places)(const bench_placement *given, uint32_t count);
    void (*forget)(void *places);
    /* Of two meshes at places 2 i and 2 i + 1: do they meet, how many pairs of triangles do, how far
     * are they apart, are they nearer than so much? */
    double (*meets)(void *a, void *b, const void *places, uint32_t i);
    double (*contacts)(void *a, void *b, const void *places, uint32_t i);
    double (*distance)(void *a, void *b, const void *places, uint32_t i);
    double (*within)(void *a, void *b, const void *places, uint32_t i, double reach);
    /* After the model's vertices have moved, which the library is told, too. */
    void (*refit)(void *mesh, const bench_model *model);
    /* The closest hit's parameter; 0 for none. */
    double (*ray)(void *mesh, const bench_ray *ray);
    /* Primitives: points as the library has them, kept until the program ends; do the triangles of
     * points 6 i to 6 i + 5 meet; the fraction of the way from point 5 i + 3 to 5 i + 4 at which it
     * pierces the triangle of the three before, 0 for none? */
    void *(*points)(const float (*given)[3], uint32_t count);
    double (*touch)(const void *points, uint32_t i);
    double (*pierce)(const void *points, uint32_t i);
    /* Beside the model's own arrays; NULL: what malloc gives while a mesh is made. */
    double (*bytes)(void *mesh);
} mesh_peer;

extern const mesh_peer mesh_peers[];
extern const int mesh_peer_count;
const char *mesh_peer_version(void);

#ifdef __cplusplus
}
#endif

#endif
