/* SPDX-License-Identifier: MIT */
#include "hull/simplex.h"

#include "base/exact.h"

static bool collinear(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c) {
    double p[3][3];
    gz_hull_point_given(points, a, p[0]);
    gz_hull_point_given(points, b, p[1]);
    gz_hull_point_given(points, c, p[2]);
    return gz_collinear3d(p[0], p[1], p[2]);
}

/* The point that seems farthest from the line of a and b if it is off the line, else the first that
 * is; GRAZE_HULL_NONE if all are collinear. */
static uint32_t off_the_line(const gz_hull_points *points, uint32_t a, uint32_t b) {
    const gz_hull_point *o = &points->at[a], *e = &points->at[b];
    double ux = e->x - o->x, uy = e->y - o->y, uz = e->z - o->z;
    double best = -1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < points->count; ++i) {
        const gz_hull_point *p = &points->at[i];
        double vx = p->x - o->x, vy = p->y - o->y, vz = p->z - o->z;
        double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
        double area = nx * nx + ny * ny + nz * nz;
        if (area > best) {
            best = area;
            at = i;
        }
    }
    if (!collinear(points, a, b, at)) return at;
    for (uint32_t i = 0; i < points->count; ++i)
        if (!collinear(points, a, b, i)) return i;
    return GRAZE_HULL_NONE;
}

/* The same for a plane. */
static uint32_t off_the_plane(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c) {
    gz_hull_plane plane;
    gz_hull_plane_make(points, a, b, c, &plane);
    double best = -1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < points->count; ++i) {
        double height = gz_hull_height(&plane, &points->at[i]);
        if (height < 0) height = -height;
        if (height > best) {
            best = height;
            at = i;
        }
    }
    if (best > plane.bound) return at;
    if (plane.bound == 0) return GRAZE_HULL_NONE;
    for (uint32_t i = 0; i < points->count; ++i)
        if (gz_hull_orient(points, a, b, c, i) != 0) return i;
    return GRAZE_HULL_NONE;
}

int gz_hull_simplex(const gz_hull_points *points, uint32_t corner[4]) {
    corner[0] = points->ends[0];
    corner[1] = points->ends[1];
    if (gz_hull_point_equal(points, corner[0], corner[1])) return 0;
    corner[2] = off_the_line(points, corner[0], corner[1]);
    if (corner[2] == GRAZE_HULL_NONE) return 1;
    corner[3] = off_the_plane(points, corner[0], corner[1], corner[2]);
    if (corner[3] == GRAZE_HULL_NONE) return 2;
    if (gz_hull_orient(points, corner[0], corner[1], corner[2], corner[3]) > 0) {
        uint32_t swapped = corner[1];
        corner[1] = corner[2];
        corner[2] = swapped;
    }
    return 3;
}
