/* SPDX-License-Identifier: MIT
 * A digest over the exact bits of results, and the sections that feed it. Structs go in field by
 * field, so that padding does not count. */
#ifndef GRAZE_HASH_DIGEST_H
#define GRAZE_HASH_DIGEST_H

#include <string.h>

#include "graze/graze.h"

/* One section: its own random sequence, so that a difference stays where it arises. */
typedef struct digest {
    uint64_t hash; /* FNV-1a, 64 bits */
    uint64_t items;
    graze_random random;
} digest;

static inline void digest_bytes(digest *d, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) d->hash = (d->hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    d->items++;
}
static inline void digest_int(digest *d, int64_t x) { digest_bytes(d, &x, sizeof x); }
/* Signed zeros differ; all NaN are one, since compilers may fold them to either sign. */
static inline void digest_double(digest *d, double x) {
    if (x != x)
        digest_bytes(d, "NaN", 3);
    else
        digest_bytes(d, &x, sizeof x);
}
static inline void digest_real(digest *d, graze_real x) { digest_double(d, (double)x); }
static inline void digest_vec3(digest *d, graze_vec3 v) {
    digest_real(d, v.x);
    digest_real(d, v.y);
    digest_real(d, v.z);
}
/* A status; true if there are results to go with it. */
static inline bool digest_ok(digest *d, graze_status status) {
    digest_int(d, status);
    return status == GRAZE_OK;
}

/* A number of any size: mostly moderate, at times huge, tiny or zero. */
graze_real any_real(digest *d);
graze_vec3 any_vec3(digest *d);

/* hash_base.c */
void hash_predicates(digest *d);
/* hash_math.c */
void hash_random(digest *d);
void hash_angles(digest *d);
void hash_vectors(digest *d);
void hash_matrices(digest *d);
void hash_quaternions(digest *d);
void hash_poses(digest *d);
void hash_planes(digest *d);
/* hash_hull.c */
void hash_hulls(digest *d);
void hash_degenerate_hulls(digest *d);
void hash_simplified_hulls(digest *d);
/* hash_primitive.c */
void hash_pairs_of_sets(digest *d);
void hash_rays(digest *d);
void hash_proximities(digest *d);
void hash_polygons(digest *d);
/* hash_shape.c */
void hash_supports(digest *d);
void hash_large_supports(digest *d);
void hash_bounds(digest *d);
void hash_spheres(digest *d);
void hash_contains(digest *d);
void hash_measures(digest *d);
void hash_descriptions(digest *d);
void hash_sweeps(digest *d);
/* hash_convex.c */
void hash_distances(digest *d);
void hash_depths(digest *d);
void hash_traces(digest *d);
void hash_casts(digest *d);
void hash_contacts(digest *d);
/* hash_volumes.c */
void hash_volumes(digest *d);
/* hash_broad.c */
void hash_broad(digest *d);
/* hash_mesh.c */
void hash_meshes(digest *d);
/* hash_narrow.c */
void hash_mesh_pairs(digest *d);
/* hash_solid.c */
void hash_solids(digest *d);
/* hash_complex.c */
void hash_complex(digest *d);
/* hash_tree.c */
void hash_trees(digest *d);
/* hash_world.c */
void hash_world_events(digest *d);
void hash_world_numbers(digest *d);
void hash_cacheless_world_events(digest *d);
void hash_cacheless_world_numbers(digest *d);

#endif
