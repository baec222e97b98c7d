/* SPDX-License-Identifier: MIT */
#include "hull/stars.h"

#include <string.h>

#include "base/memory.h"

static void fill(const gz_layers *layers, uint32_t p, gz_star *star) {
    const gz_layer *layer = &layers->layers[0];
    const uint32_t begin = layer->start[2 * p], count = layer->start[2 * p + 2] - begin;
    memset(star, 0, sizeof *star);
    for (uint32_t i = 0; i < GZ_STAR_LANES; ++i) {
        const uint32_t q = i > 0 && i <= count ? layer->neighbours[begin + i - 1] : p;
        const vec3 edge = vec3_sub(layers->vertices[q], layers->vertices[p]);
        star->x[i] = (float)edge.x;
        star->y[i] = (float)edge.y;
        star->z[i] = (float)edge.z;
        star->vertex[i] = (uint16_t)q;
    }
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
    for (uint32_t p = 0; p < layers->vertex_count; ++p) fill(layers, p, &stars[p]);
    *out = (gz_stars *)block;
    **out = (gz_stars){bytes, stars};
    return GRAZE_OK;
}

void gz_stars_release(gz_stars *stars) {
    if (stars) gz_release(stars, stars->bytes);
}
