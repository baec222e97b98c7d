/* SPDX-License-Identifier: MIT
 * What plain shapes (gz_placed_is_plain) are like along a unit direction given in their own axes, as
 * far as angles tell (contact_glance.c). */
#ifndef GZ_CONVEX_CONTACT_VIEW_H
#define GZ_CONVEX_CONTACT_VIEW_H

#include "base/tolerance.h"
#include "math/wide3.h"

typedef enum gz_view {
    GZ_VIEW_POINT, /* for sure */
    GZ_VIEW_EDGE_X,
    GZ_VIEW_EDGE_Y,
    GZ_VIEW_EDGE_Z, /* one along that axis, or a point */
    GZ_VIEW_ANYTHING
} gz_view;

/* May a face with that cosine, or an edge with that sine, take part as a whole? */
static inline bool gz_may_lie_flat(double cosine) {
    return cosine >= GZ_CONTACT_COSINE - GZ_CONTACT_DOUBT;
}
static inline bool gz_may_lie_along(double sine) { return sine <= GZ_CONTACT_SINE + GZ_CONTACT_DOUBT; }

static inline gz_view gz_view_of_box(wide3 out) {
    double x = fabs(out.x), y = fabs(out.y), z = fabs(out.z);
    int flat =
        (int)gz_may_lie_flat(x) | (int)gz_may_lie_flat(y) | (int)gz_may_lie_flat(z); /* no branches */
    if (flat) return GZ_VIEW_ANYTHING;
    bool along_x = gz_may_lie_along(x), along_y = gz_may_lie_along(y), along_z = gz_may_lie_along(z);
    if (along_x + along_y + along_z > 1) return GZ_VIEW_ANYTHING;
    return along_x   ? GZ_VIEW_EDGE_X
           : along_y ? GZ_VIEW_EDGE_Y
           : along_z ? GZ_VIEW_EDGE_Z
                     : GZ_VIEW_POINT;
}

/* The same in parts, without a branch: how a box lies is hard to predict. A point for sure; an edge, or
 * a point. */
static inline bool gz_box_shows_point(wide3 out) {
    double x = fabs(out.x), y = fabs(out.y), z = fabs(out.z);
    double least = y < x ? y : x, most = y < x ? x : y;
    least = z < least ? z : least;
    most = z > most ? z : most;
    return !((int)gz_may_lie_along(least) | (int)gz_may_lie_flat(most));
}
static inline bool gz_box_shows_edge(wide3 out) {
    double x = fabs(out.x), y = fabs(out.y), z = fabs(out.z);
    int flat = (int)gz_may_lie_flat(x) | (int)gz_may_lie_flat(y) | (int)gz_may_lie_flat(z);
    int along = (int)gz_may_lie_along(x) + (int)gz_may_lie_along(y) + (int)gz_may_lie_along(z);
    return !(flat | (int)(along > 1));
}

static inline bool gz_view_is_edge(gz_view view) {
    return view >= GZ_VIEW_EDGE_X && view <= GZ_VIEW_EDGE_Z;
}

/* Do two edges with these unit directions certainly cross, seen along the unit normal n? Those that do
 * not lie quite across it are shorter when seen along it: the sine of their angle is at least this. */
static inline bool gz_edges_cross(wide3 n, wide3 a, wide3 b) {
    return fabs(wide3_triple(n, a, b)) > GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
}

#endif
