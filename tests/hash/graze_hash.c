/* SPDX-License-Identifier: MIT
 * Runs fixed sequences through the library and prints one digest a section. compare.sh builds it in
 * many ways; every one must print the same lines. */
#include "digest.h"

#include <inttypes.h>
#include <stdio.h>

graze_real any_real(digest *d) {
    uint64_t kind = graze_random_bits(&d->random) % 16;
    graze_real x = graze_random_uniform(&d->random, -1, 1);
    if (kind == 0) return 0;
    if (kind == 1) return x * (graze_real)1e30;
    if (kind == 2) return x * (graze_real)1e-30;
    if (kind == 3) return (graze_real)(int)(x * 4);
    return kind < 8 ? x * 100 : x;
}

graze_vec3 any_vec3(digest *d) {
    graze_real x = any_real(d), y = any_real(d), z = any_real(d);
    return graze_vec3_make(x, y, z);
}

int main(void) {
    static const struct {
        const char *name;
        void (*run)(digest *d);
    } sections[] = {
        {"predicates", hash_predicates},
        {"random", hash_random},
        {"angles", hash_angles},
        {"vectors", hash_vectors},
        {"matrices", hash_matrices},
        {"quaternions", hash_quaternions},
        {"poses", hash_poses},
        {"planes", hash_planes},
        {"pairs_of_sets", hash_pairs_of_sets},
        {"rays", hash_rays},
        {"proximities", hash_proximities},
        {"polygons", hash_polygons},
        {"hulls", hash_hulls},
        {"degenerate_hulls", hash_degenerate_hulls},
        {"simplified_hulls", hash_simplified_hulls},
        {"supports", hash_supports},
        {"large_supports", hash_large_supports},
        {"bounds", hash_bounds},
        {"spheres", hash_spheres},
        {"contains", hash_contains},
        {"measures", hash_measures},
        {"descriptions", hash_descriptions},
        {"sweeps", hash_sweeps},
        {"distances", hash_distances},
        {"depths", hash_depths},
        {"traces", hash_traces},
        {"casts", hash_casts},
        {"contacts", hash_contacts},
        {"volumes", hash_volumes},
        {"trees", hash_trees},
        {"broad", hash_broad},
        {"meshes", hash_meshes},
        {"mesh_pairs", hash_mesh_pairs},
        {"solids", hash_solids},
        {"complex", hash_complex},
        {"world_events", hash_world_events},
        {"world_numbers", hash_world_numbers},
        {"cacheless_world_events", hash_cacheless_world_events},
        {"cacheless_world_numbers", hash_cacheless_world_numbers},
    };
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; ++i) {
        digest d = {.hash = UINT64_C(0xcbf29ce484222325), .random = graze_random_seed(1000 + i)};
        sections[i].run(&d);
        printf("%s %016" PRIx64 " %" PRIu64 "\n", sections[i].name, d.hash, d.items);
        fflush(stdout); /* what was done stays visible if the next section crashes */
    }
    return 0;
}
