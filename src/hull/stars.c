/* SPDX-License-Identifier: MIT */
#include "hull/stars.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/tolerance.h"
#include "math/wide3.h"

static wide3 edge_from(const gz_layers *layers, uint32_t p, uint32_t q) {
    return wide3_sub(wide3_from(layers->vertices[q]), wide3_from(layers->vertices[p]));
}

/* The edges of one vertex. */
typedef struct umbrella {
    wide3 edges[GZ_STAR_LANES];
    double longest;
    uint32_t count;
} umbrella;

/* The sum of the unit normals of the facets: planes through two edges that have no edge above. */
static wide3 sum_of_normals(const umbrella *u) {
    wide3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < u->count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            wide3 n = wide3_cross(u->edges[i], u->edges[j]);
            bool above = false, below = false;
            for (uint32_t k = 0; k < u->count && !(above && below); ++k) {
                const double height = k == i || k == j ? 0 : wide3_dot(n, u->edges[k]);
                above |= height > 0;
                below |= height < 0;
            }
            const double size = wide3_length(n);
            if (above != below && size > 0) sum = wide3_add_scaled(sum, (above ? -1 : 1) / size, n);
        }
    }
    return sum;
}

/* By the sum of the normals as n: it is in the middle of them. A better one would hardly matter. */
static double flatness(const umbrella *u, double diagonal) {
    const wide3 n = sum_of_normals(u);
    double least = u->count ? DBL_MAX : 0;
    for (uint32_t i = 0; i < u->count; ++i) {
        const double drop = -wide3_dot(n, u->edges[i]);
        least = drop < least ? drop : least;
    }
    least /= wide3_length(n); /* NaN without a normal, or without edges */
    return least > GZ_STAR_DROP * u->longest ? diagonal / least * (1 + GZ_STAR_ROUNDING)
                                             : (double)INFINITY;
}

static void fill(const gz_layers *layers, uint32_t p, double diagonal, gz_star *star) {
    const gz_layer *layer = &layers->layers[0];
    const uint32_t begin = layer->start[2 * p], count = layer->start[2 * p + 2] - begin;
    umbrella u = {.count = count < GZ_STAR_LANES ? count : GZ_STAR_LANES};
    memset(star, 0, sizeof *star);
    for (uint32_t i = 0; i < GZ_STAR_LANES; ++i) {
        const uint32_t q = count ? layer->neighbours[begin + (i < count ? i : 0)] : p;
        const vec3 at = layers->vertices[q];
        star->x[i] = at.x;
        star->y[i] = at.y;
        star->z[i] = at.z;
        star->vertex[i] = (uint16_t)q;
        u.edges[i] = edge_from(layers, p, q);
        const double length = wide3_length(u.edges[i]);
        u.longest = length > u.longest ? length : u.longest;
    }
    for (int k = 0; k < 3; ++k) star->own[k] = graze_vec3_get(layers->vertices[p], k);
    star->flatness = count <= GZ_STAR_LANES ? (real)flatness(&u, diagonal) : (real)INFINITY;
}

graze_status gz_stars_create(const gz_layers *layers, vec3 half, gz_stars **out) {
    *out = NULL;
    const real most = vec3_max_abs(half);
    if (layers->graph_count < layers->vertex_count || layers->vertex_count > UINT16_MAX + 1u ||
        !(most > (real)1e-12 && most < (real)1e12))
        return GRAZE_OK;
    const size_t header = (sizeof(gz_stars) + GZ_ALIGNMENT - 1) / GZ_ALIGNMENT * GZ_ALIGNMENT;
    const size_t bytes = header + layers->vertex_count * sizeof(gz_star);
    unsigned char *block = gz_allocate(bytes);
    if (!block) return GRAZE_OUT_OF_MEMORY;
    gz_star *stars = (gz_star *)(block + header);
    const double diagonal = 2 * wide3_length(wide3_from(half));
    for (uint32_t p = 0; p < layers->vertex_count; ++p) fill(layers, p, diagonal, &stars[p]);
    *out = (gz_stars *)block;
    **out = (gz_stars){bytes, stars};
    return GRAZE_OK;
}

void gz_stars_release(gz_stars *stars) {
    if (stars) gz_release(stars, stars->bytes);
}
