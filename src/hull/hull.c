/* SPDX-License-Identifier: MIT */
#include "hull/hull.h"

#include "base/memory.h"
#include "hull/simplex.h"

graze_hull *graze_hull_retain(graze_hull *hull) {
    if (hull) atomic_fetch_add_explicit(&hull->owners, 1, memory_order_relaxed);
    return hull;
}

void graze_hull_release(graze_hull *hull) {
    if (hull && atomic_fetch_sub_explicit(&hull->owners, 1, memory_order_acq_rel) == 1)
        gz_release(hull, hull->bytes);
}

graze_status graze_hull_get(const graze_hull *hull, graze_hull_view *out) {
    if (!hull || !out) return GRAZE_INVALID_ARGUMENT;
    *out = hull->view;
    return GRAZE_OK;
}

static bool outline_solid(gz_hull_points *points, const uint32_t corner[4], gz_hull_outline *out) {
    gz_quickhull quickhull;
    bool ok = gz_quickhull_begin(&quickhull, points, corner) && gz_quickhull_insert_ends(&quickhull) &&
              gz_quickhull_assign(&quickhull) && gz_quickhull_finish(&quickhull) &&
              gz_hull_outline_solid(&quickhull, out);
    gz_quickhull_free(&quickhull);
    return ok;
}

static bool outline_points(gz_hull_points *points, gz_hull_outline *out) {
    uint32_t corner[4];
    switch (gz_hull_simplex(points, corner)) {
    case 0:
        return gz_hull_outline_segment(corner[0], corner[0], out);
    case 1:
        return gz_hull_outline_segment(corner[0], corner[1], out);
    case 2:
        return gz_hull_outline_planar(points, corner, out);
    default:
        return outline_solid(points, corner, out);
    }
}

graze_status gz_hull_create_named(const void *data, size_t count, size_t stride, const uint32_t *names,
                                  graze_hull **out) {
    gz_hull_points points;
    graze_status status = gz_hull_points_read(data, count, stride, &points);
    if (status != GRAZE_OK) return status;
    gz_hull_outline outline = {0};
    graze_hull *hull = NULL;
    if (outline_points(&points, &outline)) hull = gz_hull_assemble(&points, &outline, names);
    gz_hull_outline_free(&outline);
    gz_hull_points_free(&points);
    if (!hull) return GRAZE_OUT_OF_MEMORY;
    *out = hull;
    return GRAZE_OK;
}

graze_status graze_hull_create(const void *points, size_t count, size_t stride, graze_hull **out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    return gz_hull_create_named(points, count, stride, NULL, out);
}
