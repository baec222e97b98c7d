/* SPDX-License-Identifier: MIT */
#include "shape/oval.h"

#include "base/tolerance.h"
#include "math/wide3.h"

/* The largest |(x / half.x, y / half.y, z / half.z)| of all vertices, from the centre. */
static double stretch_of(const graze_shape *shape) {
    wide3 center = wide3_from(shape->center), half = wide3_from(shape->half);
    wide3 per = wide3_make(1 / half.x, 1 / half.y, 1 / half.z);
    double most = 0;
    for (uint32_t i = 0; i < shape->vertex_count; ++i) {
        wide3 x = wide3_sub(wide3_from(shape->vertices[i]), center);
        double squared = wide3_length_squared(wide3_make(x.x * per.x, x.y * per.y, x.z * per.z));
        most = squared > most ? squared : most;
    }
    return sqrt(most);
}

void gz_oval_set(graze_shape *shape) {
    shape->oval = vec3_zero();
    vec3 half = shape->half;
    if (!shape->plain || shape->radius > 0 || !(graze_min(graze_min(half.x, half.y), half.z) > 0))
        return;
    double stretch = 1;
    if (shape->vertices)
        stretch = stretch_of(shape);
    else if (shape->kind != GRAZE_SHAPE_ELLIPSOID)
        return;
    if (!(stretch < GZ_OVAL_WIDEST)) return; /* NaN, from the ends of the range, too */
    shape->oval = wide3_round(wide3_scale(wide3_from(half), stretch * (1 + GZ_OVAL_ERROR)));
}
