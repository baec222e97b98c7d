/* SPDX-License-Identifier: MIT
 * Triangulation of polygons with holes and islands. */
#include <string.h>

#include "base/memory.h"
#include "primitive/polygon_chain.h"

/* n + 2 holes - 2 outer rings; with one outer ring, which is the most, n + 2 loops - 4. */
static uint64_t triangle_limit(const graze_polygon *polygon) {
    return (uint64_t)polygon->count + 2 * (uint64_t)gz_polygon_loops(polygon) - 4;
}

static bool triangulate(gz_polygon_chain *chain, uint32_t *triangles, uint32_t *count) {
    if (gz_chain_is_tangled(chain) || !gz_chain_nest(chain) || !gz_chain_bridge(chain)) return false;
    for (uint32_t r = 0; r < chain->rings; ++r)
        if (chain->parent[r] == r && !gz_chain_clip_ears(chain, chain->ring[r], triangles, count))
            return false;
    return true;
}

/* Into memory of our own first: on failure the caller's must stay as it is. */
static graze_status triangulate_into(gz_polygon_chain *chain, uint32_t limit, uint32_t *triangles,
                                     uint32_t *count) {
    uint32_t *made = gz_allocate_array(limit, 3 * sizeof *made), made_count = 0;
    if (!made) return GRAZE_OUT_OF_MEMORY;
    bool done = triangulate(chain, made, &made_count);
    if (done) {
        memcpy(triangles, made, made_count * 3 * sizeof *made);
        *count = made_count;
    }
    gz_release(made, (size_t)limit * 3 * sizeof *made);
    return done ? GRAZE_OK : GRAZE_INVALID_ARGUMENT;
}

graze_status graze_polygon_triangulate(const graze_polygon *polygon, uint32_t *triangles,
                                       uint32_t capacity, uint32_t *count) {
    if (!triangles || !count) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view;
    gz_polygon_chain chain;
    graze_status status = gz_polygon_open(polygon, NULL, &view);
    if (!status && triangle_limit(polygon) > capacity) status = GRAZE_INVALID_ARGUMENT;
    if (!status) status = gz_chain_make(&view, &chain);
    if (status) return status;
    status = triangulate_into(&chain, (uint32_t)triangle_limit(polygon), triangles, count);
    gz_chain_release(&chain);
    return status;
}
