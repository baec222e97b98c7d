/* SPDX-License-Identifier: MIT
 * Hulls with a vertex budget. The full hull comes first: if it fits, nothing is to be done, and if not
 * its vertices are all that matters, since the distance from a convex set is greatest at a vertex. */
#include "base/memory.h"
#include "hull/hull.h"
#include "math/rounding.h"

/* Keeps the chosen vertices of the full hull: all of them are vertices again. */
static graze_status keep_vertices(const graze_hull_view *full, const gz_indices *keep,
                                  graze_hull **out) {
    graze_status status = GRAZE_OUT_OF_MEMORY;
    graze_vec3 *vertices = gz_allocate_array(keep->count, sizeof *vertices);
    uint32_t *names = gz_allocate_array(keep->count, sizeof *names);
    if (vertices && names) {
        for (size_t i = 0; i < keep->count; ++i) {
            vertices[i] = full->vertices[keep->at[i]];
            names[i] = full->source[keep->at[i]];
        }
        status = gz_hull_create_named(vertices, keep->count, 0, names, out);
    }
    gz_release(vertices, keep->count * sizeof *vertices);
    gz_release(names, keep->count * sizeof *names);
    return status;
}

static real rounded_up(double x) {
    if (x >= (double)GRAZE_REAL_MAX) return GRAZE_REAL_MAX;
    real nearest = (real)x;
    return (double)nearest < x ? gz_next_up(nearest) : nearest;
}

graze_status graze_hull_create_simplified(const void *points, size_t count, size_t stride,
                                          uint32_t max_vertices, graze_real *error, graze_hull **out) {
    if (!out || max_vertices < 4) return GRAZE_INVALID_ARGUMENT;
    graze_hull *hull = NULL;
    graze_status status = graze_hull_create(points, count, stride, &hull);
    if (status != GRAZE_OK) return status;
    double bound = 0;
    const graze_hull_view *full = &hull->view;
    if (full->vertex_count > max_vertices) {
        graze_hull *smaller = NULL;
        gz_indices keep = {0};
        bool chosen = full->dimension == 3 ? gz_hull_choose_solid(full, max_vertices, &keep, &bound)
                                           : gz_hull_choose_polygon(full, max_vertices, &keep, &bound);
        status = chosen ? keep_vertices(full, &keep, &smaller) : GRAZE_OUT_OF_MEMORY;
        gz_indices_release(&keep);
        graze_hull_release(hull);
        hull = smaller;
    }
    if (status != GRAZE_OK) return status;
    if (error) *error = rounded_up(bound);
    *out = hull;
    return GRAZE_OK;
}
