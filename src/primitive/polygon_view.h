/* SPDX-License-Identifier: MIT
 * A checked polygon as the algorithms see it: points in double, the plane through three of its own
 * points, and how far the others are off that plane. */
#ifndef GZ_PRIMITIVE_POLYGON_VIEW_H
#define GZ_PRIMITIVE_POLYGON_VIEW_H

#include "base/exact.h"
#include "graze/polygon.h"
#include "math/wide3.h"

/* Where an oriented box or a sphere stands: points are seen relative to it, rounded to double. */
typedef struct gz_polygon_frame {
    wide3 center;
    const wide_mat3 *axes; /* NULL: the world's */
} gz_polygon_frame;

typedef struct gz_polygon_view {
    const graze_polygon *polygon;
    const gz_polygon_frame *frame; /* NULL: as given */
    double corner[3][3];           /* points of the polygon that span its plane */
    uint32_t index[3];             /* their numbers */
    wide3 normal;                  /* (corner 1 - corner 0) x (corner 2 - corner 0), rounded */
    int axis;                      /* nearest to the normal; projections drop it */
    double length;                 /* at least the distance of any point from corner 0 */
    double height;                 /* at least any |normal . (p - corner 0)|; 0: exactly planar */
} gz_polygon_view;

/* GRAZE_INVALID_ARGUMENT for anything that graze_polygon_check refuses. */
graze_status gz_polygon_open(const graze_polygon *polygon, const gz_polygon_frame *frame,
                             gz_polygon_view *out);
/* In two steps: at first without finding out whether it is exactly planar, which takes time and which
 * not all need to know. Then height is 0 only if that is plain to see. */
graze_status gz_polygon_open_roughly(const graze_polygon *polygon, const gz_polygon_frame *frame,
                                     gz_polygon_view *out);
void gz_polygon_settle(gz_polygon_view *view);
/* The part of that which looks at counts, loop ends and numbers alone. */
graze_status gz_polygon_check_numbers(const graze_polygon *polygon);

static inline wide3 gz_polygon_vector(const double p[3]) { return wide3_make(p[0], p[1], p[2]); }
static inline void gz_polygon_put(wide3 v, double out[3]) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static inline void gz_polygon_point(const gz_polygon_view *view, uint32_t index, double out[3]) {
    wide3 p = wide3_from(view->polygon->points[index]);
    if (view->frame) p = wide3_sub(p, view->frame->center);
    if (view->frame && view->frame->axes) p = wide_mat3_tmul_vec(view->frame->axes, p);
    gz_polygon_put(p, out);
}

static inline uint32_t gz_polygon_loops(const graze_polygon *polygon) {
    return polygon->loop_ends ? polygon->loop_count : 1;
}
static inline uint32_t gz_polygon_loop_begin(const graze_polygon *polygon, uint32_t loop) {
    return loop ? polygon->loop_ends[loop - 1] : 0;
}
static inline uint32_t gz_polygon_loop_end(const graze_polygon *polygon, uint32_t loop) {
    return polygon->loop_ends ? polygon->loop_ends[loop] : polygon->count;
}

/* Goes over the edges a b of all loops:
 *     gz_polygon_edges edges = gz_polygon_edges_of(view);
 *     while (gz_polygon_next_edge(&edges)) ... edges.a, edges.b ... */
typedef struct gz_polygon_edges {
    const gz_polygon_view *view;
    uint32_t loop, next, end; /* the loop, the point that becomes b, and where the loop ends */
    bool new_loop;            /* this edge is the first of its loop */
    double a[3], b[3];
} gz_polygon_edges;

static inline gz_polygon_edges gz_polygon_edges_of(const gz_polygon_view *view) {
    gz_polygon_edges edges;
    edges.view = view;
    edges.loop = edges.next = edges.end = 0;
    edges.new_loop = true;
    return edges;
}

static inline bool gz_polygon_next_edge(gz_polygon_edges *edges) {
    const graze_polygon *polygon = edges->view->polygon;
    edges->new_loop = edges->next == edges->end;
    if (edges->new_loop) {
        if (edges->next == polygon->count) return false;
        edges->end = gz_polygon_loop_end(polygon, edges->loop++);
        gz_polygon_point(edges->view, edges->end - 1, edges->a);
    } else {
        for (int k = 0; k < 3; ++k) edges->a[k] = edges->b[k];
    }
    gz_polygon_point(edges->view, edges->next++, edges->b);
    return true;
}

/* normal . (p - corner 0), rounded. */
static inline double gz_polygon_height(const gz_polygon_view *view, const double p[3]) {
    wide3 from =
        wide3_make(p[0] - view->corner[0][0], p[1] - view->corner[0][1], p[2] - view->corner[0][2]);
    return wide3_dot(view->normal, from);
}

/* The same, exact in its sign: that of (corner 1 - corner 0) x (corner 2 - corner 0) as it is. */
static inline double gz_polygon_plane_side(const gz_polygon_view *view, const double p[3]) {
    return gz_orient3d(view->corner[0], view->corner[1], view->corner[2], p);
}

/* The plane height of a polygon that is not exactly planar, and of anything that comes as near as
 * distance to corner 0, beyond which rounding cannot explain it. */
double gz_polygon_slack(const gz_polygon_view *view, double distance);

static inline double gz_polygon_distance(const double p[3], const double q[3]) {
    return wide3_length(wide3_make(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
}

/* a + t (b - a). */
static inline void gz_polygon_between(const double a[3], const double b[3], double t, double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = a[k] + t * (b[k] - a[k]);
}

#endif
