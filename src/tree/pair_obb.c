/* SPDX-License-Identifier: MIT */
#include "tree/pair_obb.h"

#include <math.h>

#include "base/bits.h"

/* A box as the other tree sees it: its middle and its half edges. */
typedef struct seen_box {
    float center[3], edge[3][3];
} seen_box;

static float dot(const float u[3], const float v[3]) {
    return (u[0] * v[0] + u[1] * v[1]) + u[2] * v[2];
}

static void see(const gz_tree_view *view, const gz_obb *box, seen_box *out) {
    for (int k = 0; k < 3; ++k) {
        out->center[k] = dot(view->turn[k], box->center) + view->shift[k];
        for (int i = 0; i < 3; ++i) out->edge[i][k] = dot(view->turn[k], box->axis[i]) * box->half[i];
    }
}

/* The other box in the frame of this one: its middle and its half edges, component by component. */
typedef struct framed_box {
    float d[3], edge[3][3]; /* edge[i][j]: component i of edge j */
} framed_box;

/* Are they apart along an axis of this box? The slack of the view is for the three axes of the space;
 * an axis of unit length takes no more than all three, and its own products round by as much again. */
static bool apart_by_faces(const gz_obb *box, const seen_box *other, float slack, framed_box *out) {
    const float d[3] = {other->center[0] - box->center[0], other->center[1] - box->center[1],
                        other->center[2] - box->center[2]};
    bool apart = false;
    for (int i = 0; i < 3; ++i) {
        out->d[i] = dot(d, box->axis[i]);
        float reach = box->half[i] + slack;
        for (int j = 0; j < 3; ++j) {
            out->edge[i][j] = dot(other->edge[j], box->axis[i]);
            reach += fabsf(out->edge[i][j]);
        }
        apart = apart || fabsf(out->d[i]) > reach;
    }
    return apart;
}

/* Along the product of axis i of this box and edge j of the other. */
static bool apart_by_edges(const gz_obb *box, const framed_box *f, float slack) {
    for (int i = 0; i < 3; ++i) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            int r = (j + 1) % 3, s = (j + 2) % 3;
            float vp = f->edge[p][j], vq = f->edge[q][j];
            float along = fabsf(f->d[q] * vp - f->d[p] * vq);
            float reach = (box->half[p] + slack) * fabsf(vq) + (box->half[q] + slack) * fabsf(vp) +
                          fabsf(vp * f->edge[q][r] - vq * f->edge[p][r]) +
                          fabsf(vp * f->edge[q][s] - vq * f->edge[p][s]);
            if (along > reach) return true;
        }
    }
    return false;
}

static float slack_of(const gz_tree_view *view) {
    return 2 * ((view->slack[0] + view->slack[1]) + view->slack[2]);
}

static bool are_apart(const gz_pair_view *view, gz_pair_axes axes, const gz_obb *a, const gz_obb *b) {
    seen_box seen;
    framed_box frame;
    see(&view->b, b, &seen);
    if (apart_by_faces(a, &seen, slack_of(&view->b), &frame)) return true;
    if (axes == GZ_AXES_ALL && apart_by_edges(a, &frame, slack_of(&view->b))) return true;
    see(&view->a, a, &seen);
    return apart_by_faces(b, &seen, slack_of(&view->a), &frame);
}

void gz_pair_obb_filter(const gz_pair_view *view, gz_pair_axes axes, const gz_obb_node *node_a,
                        const gz_obb_node *node_b, gz_pair_step *step, uint64_t *tests) {
    for (uint64_t left = step->left; left; left &= left - 1) {
        uint32_t bit = gz_lowest_bit(left);
        gz_obb a = gz_obb_node_lane(node_a, bit & 7), b = gz_obb_node_lane(node_b, bit >> 3);
        ++*tests;
        if (are_apart(view, axes, &a, &b)) step->left ^= (uint64_t)1 << bit;
    }
}
