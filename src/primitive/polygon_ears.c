/* SPDX-License-Identifier: MIT
 * Ear clipping. An ear is a corner whose diagonal runs strictly inside the angles at its ends and whose
 * triangle holds no other point, not even on its sides: so no triangle is ever without area, and what
 * is left is a ring like before. Such a ring always has an ear, collinear runs and bridges included. */
#include "primitive/polygon_chain.h"

static bool triangle_holds(const double *a, const double *b, const double *c, const double *x) {
    return gz_orient2d(a, b, x) >= 0 && gz_orient2d(b, c, x) >= 0 && gz_orient2d(c, a, x) >= 0;
}

static bool is_ear(const gz_polygon_chain *chain, uint32_t node) {
    uint32_t prev = chain->prev[node], next = chain->next[node];
    const double *a = gz_chain_at(chain, prev), *b = gz_chain_at(chain, node),
                 *c = gz_chain_at(chain, next);
    if (gz_orient2d(a, b, c) <= 0) return false;
    if (gz_chain_in_angle(chain, prev, c) <= 0 || gz_chain_in_angle(chain, next, a) <= 0) return false;
    for (uint32_t other = chain->next[next]; other != prev; other = chain->next[other]) {
        if (gz_chain_same_place(chain, other, prev) || gz_chain_same_place(chain, other, node) ||
            gz_chain_same_place(chain, other, next))
            continue;
        if (triangle_holds(a, b, c, gz_chain_at(chain, other))) return false;
    }
    return true;
}

static void emit(const gz_polygon_chain *chain, uint32_t node, uint32_t *triangles, uint32_t *count) {
    uint32_t *triangle = triangles + 3 * (size_t)(*count)++;
    triangle[0] = chain->point[chain->prev[node]];
    triangle[1] = chain->point[node];
    triangle[2] = chain->point[chain->next[node]];
}

static uint32_t ring_length(const gz_polygon_chain *chain, uint32_t start) {
    uint32_t length = 1;
    for (uint32_t node = chain->next[start]; node != start; node = chain->next[node]) ++length;
    return length;
}

bool gz_chain_clip_ears(gz_polygon_chain *chain, uint32_t start, uint32_t *triangles, uint32_t *count) {
    uint32_t left = ring_length(chain, start), node = start, missed = 0;
    while (left > 3) {
        uint32_t prev = chain->prev[node], next = chain->next[node];
        if (is_ear(chain, node)) {
            emit(chain, node, triangles, count);
            chain->next[prev] = next;
            chain->prev[next] = prev;
            --left;
            missed = 0;
            node = chain->next[next]; /* not the same corner again: fans make needles */
        } else {
            if (++missed > left) return false;
            node = next;
        }
    }
    if (left < 3 || gz_chain_turn(chain, chain->prev[node], node, chain->next[node]) <= 0) return false;
    emit(chain, node, triangles, count);
    return true;
}
