/* SPDX-License-Identifier: MIT */
#include "hull/simplex.h"

#include "base/exact.h"

#define ROOMY 0.125 /* of the box, in every direction */

static bool collinear(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c) {
    double p[3][3];
    gz_hull_point_given(points, a, p[0]);
    gz_hull_point_given(points, b, p[1]);
    gz_hull_point_given(points, c, p[2]);
    return gz_collinear3d(p[0], p[1], p[2]);
}

/* Points to choose from: all, or those listed. */
typedef struct choice {
    const uint32_t *list;
    uint32_t count;
} choice;

static uint32_t candidate(choice from, uint32_t i) { return from.list ? from.list[i] : i; }

/* The first of the points that seem farthest from the line of a and b. */
static uint32_t far_from_line(const gz_hull_points *points, uint32_t a, uint32_t b, choice from) {
    const gz_hull_point *o = &points->at[a], *e = &points->at[b];
    double ux = e->x - o->x, uy = e->y - o->y, uz = e->z - o->z;
    double best = -1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < from.count; ++i) {
        const gz_hull_point *p = &points->at[candidate(from, i)];
        double vx = p->x - o->x, vy = p->y - o->y, vz = p->z - o->z;
        double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
        double area = nx * nx + ny * ny + nz * nz;
        if (area > best) {
            best = area;
            at = candidate(from, i);
        }
    }
    return at;
}

/* The same for a plane; *best is how high above or below it seems to be. */
static uint32_t far_from_plane(const gz_hull_points *points, const gz_hull_plane *plane, choice from,
                               double *best) {
    uint32_t at = 0;
    *best = -1;
    for (uint32_t i = 0; i < from.count; ++i) {
        double height = fabs(gz_hull_height(plane, &points->at[candidate(from, i)]));
        if (height > *best) {
            *best = height;
            at = candidate(from, i);
        }
    }
    return at;
}

/* The point that seems farthest from the line of a and b if it is off the line, else the first that
 * is; GRAZE_HULL_NONE if all are collinear. */
static uint32_t off_the_line(const gz_hull_points *points, uint32_t a, uint32_t b) {
    uint32_t at = far_from_line(points, a, b, (choice){NULL, points->count});
    if (!collinear(points, a, b, at)) return at;
    for (uint32_t i = 0; i < points->count; ++i)
        if (!collinear(points, a, b, i)) return i;
    return GRAZE_HULL_NONE;
}

/* The same for a plane. */
static uint32_t off_the_plane(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c) {
    gz_hull_plane plane;
    double best;
    gz_hull_plane_make(points, a, b, c, &plane);
    uint32_t at = far_from_plane(points, &plane, (choice){NULL, points->count}, &best);
    if (best > plane.bound) return at;
    if (plane.bound == 0) return GRAZE_HULL_NONE;
    for (uint32_t i = 0; i < points->count; ++i)
        if (gz_hull_orient(points, a, b, c, i) != 0) return i;
    return GRAZE_HULL_NONE;
}

/* The two ends that lie farthest apart. */
static void far_ends(const gz_hull_points *points, uint32_t corner[2]) {
    double best = -1;
    for (int d = 0; d < GZ_HULL_DIRECTIONS; ++d) {
        const gz_hull_point *a = &points->at[points->ends[d][0]], *b = &points->at[points->ends[d][1]];
        double x = b->x - a->x, y = b->y - a->y, z = b->z - a->z, squared = x * x + y * y + z * z;
        if (!(squared > best)) continue;
        best = squared;
        corner[0] = points->ends[d][0];
        corner[1] = points->ends[d][1];
    }
}

/* Four of the points at the ends, if these span enough of the box: saves two passes over all points. */
static bool roomy_simplex(const gz_hull_points *points, uint32_t corner[4]) {
    const choice ends = {&points->ends[0][0], 2 * GZ_HULL_DIRECTIONS};
    double longest = points->range[points->long_axis], height;
    gz_hull_plane plane;
    far_ends(points, corner);
    corner[2] = far_from_line(points, corner[0], corner[1], ends);
    gz_hull_plane_make(points, corner[0], corner[1], corner[2], &plane);
    corner[3] = far_from_plane(points, &plane, ends, &height);
    double area = fabs(plane.n[0]) + fabs(plane.n[1]) + fabs(plane.n[2]);
    return height > plane.bound && area > ROOMY * longest * longest && height > ROOMY * longest * area;
}

int gz_hull_simplex(const gz_hull_points *points, uint32_t corner[4]) {
    if (!roomy_simplex(points, corner)) {
        corner[0] = points->ends[points->long_axis][0];
        corner[1] = points->ends[points->long_axis][1];
        if (gz_hull_point_equal(points, corner[0], corner[1])) return 0;
        corner[2] = off_the_line(points, corner[0], corner[1]);
        if (corner[2] == GRAZE_HULL_NONE) return 1;
        corner[3] = off_the_plane(points, corner[0], corner[1], corner[2]);
        if (corner[3] == GRAZE_HULL_NONE) return 2;
    }
    if (gz_hull_orient(points, corner[0], corner[1], corner[2], corner[3]) > 0) {
        uint32_t swapped = corner[1];
        corner[1] = corner[2];
        corner[2] = swapped;
    }
    return 3;
}
