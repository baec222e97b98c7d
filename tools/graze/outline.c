/* SPDX-License-Identifier: MIT */
#include "outline.h"

#include <math.h>

/* Between two of so many points a rim is off its chord by 3e-4 of its radius. */
enum { RIM = 128, RINGS = 64 };
static const double turn = 6.28318530717958647692;

static bool visit_rim(double radius, double y, outline_visit *visit, void *user) {
    for (int i = 0; i < RIM; ++i) {
        double angle = turn * i / RIM;
        if (!visit(user, (double[3]){radius * cos(angle), y, radius * sin(angle)})) return false;
    }
    return true;
}

static bool visit_sphere(double radius, outline_visit *visit, void *user) {
    for (int i = 0; i <= RINGS; ++i) {
        double angle = turn * i / (2 * RINGS);
        if (!visit_rim(radius * sin(angle), radius * cos(angle), visit, user)) return false;
    }
    return true;
}

static bool visit_box(const double half[3], outline_visit *visit, void *user) {
    for (int i = 0; i < 8; ++i)
        if (!visit(user, (double[3]){i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                                     i & 4 ? half[2] : -half[2]}))
            return false;
    return true;
}

/* Only points in use count. */
static bool visit_corners(const geometry *g, outline_visit *visit, void *user) {
    bool all = g->kind == GEOMETRY_POINTS;
    size_t count = all ? g->points.count / 3 : g->corners.count;
    for (size_t i = 0; i < count; ++i)
        if (!visit(user, g->points.at + 3 * (all ? i : (size_t)g->corners.at[i]))) return false;
    return true;
}

bool outline_points(const geometry *g, outline_visit *visit, void *user) {
    const double half = g->size[1] / 2;
    switch (g->kind) {
    case GEOMETRY_BOX:
        return visit_box(g->size, visit, user);
    case GEOMETRY_SPHERE:
        return visit_sphere(g->size[0], visit, user);
    case GEOMETRY_CONE:
        return visit(user, (double[3]){0, half, 0}) && visit_rim(g->size[0], -half, visit, user);
    case GEOMETRY_CYLINDER:
        return visit_rim(g->size[0], half, visit, user) && visit_rim(g->size[0], -half, visit, user);
    default:
        return visit_corners(g, visit, user);
    }
}
