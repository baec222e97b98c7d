/* SPDX-License-Identifier: MIT
 * A node's slab: lo <= normal . x <= hi for all that is below it, and |normal . x - middle| <= half for
 * what is below one of its children.
 *
 * The normal is rounded to 2^-15, which is as good as any other. Planes of children take a byte each:
 * so many GZ_SLAB_STEP of their box's reach along the normal before and behind the middle of the box.
 * So where boxes are small they are as exact as they need to be. */
#ifndef GZ_TREE_SLAB_H
#define GZ_TREE_SLAB_H

#include <math.h>

#include "tree/tree.h"

#define GZ_SLAB_UNIT 0x1p-15f  /* of normals */
#define GZ_SLAB_STEP 0x1.1p-7f /* 127 of them reach beyond the box */

/* Along a normal. */
typedef struct gz_slab_span {
    float middle, half;
} gz_slab_span;

static inline void gz_slab_normal(const gz_slab *slab, float normal[3]) {
    for (int k = 0; k < 3; ++k) normal[k] = (float)slab->normal[k] * GZ_SLAB_UNIT;
}

/* Of a child's box. */
static inline gz_slab_span gz_slab_of_box(const float normal[3], const gz_node *node, int lane) {
    float c[3], h[3];
    for (int k = 0; k < 3; ++k) {
        c[k] = (node->lo[k][lane] + node->hi[k][lane]) * 0.5f;
        h[k] = (node->hi[k][lane] - node->lo[k][lane]) * 0.5f;
    }
    return (gz_slab_span){(normal[0] * c[0] + normal[1] * c[1]) + normal[2] * c[2],
                          (fabsf(normal[0]) * h[0] + fabsf(normal[1]) * h[1]) +
                              fabsf(normal[2]) * h[2]};
}

/* Of what is below a child, along the slab's own normal: the same bits as in
 * tree/pair_overlap_kernel.h, where it is done for all of them at once. Tests hold slabs to it. */
static inline gz_slab_span gz_slab_of_child(const gz_slab *slab, const gz_node *node, int lane) {
    float normal[3], lo = (float)slab->child_lo[lane], hi = (float)slab->child_hi[lane];
    gz_slab_normal(slab, normal);
    gz_slab_span box = gz_slab_of_box(normal, node, lane);
    float step = box.half * (GZ_SLAB_STEP / 2);
    return (gz_slab_span){box.middle + (lo + hi) * step, (hi - lo) * step};
}

#endif
