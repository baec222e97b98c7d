/* SPDX-License-Identifier: MIT
 * The box of an object along the world's axes (L3, B:4942-4958). */
#include "bounds/image.h"
#include "shape/placed.h"
#include "world/world.h"

/* The image of the shape's own box: for complex shapes that of the tree's root (figure 6.6). */
static graze_status sloppy_box(const gz_object *object, graze_aabb *out) {
    const graze_placed *placed = &object->placed;
    const graze_shape *shape = placed->shape;
    graze_aabb box;
    graze_status status =
        gz_image_box(&placed->pose.basis, placed->pose.origin, shape->center, shape->half, &box);
    if (status != GRAZE_OK) return status;
    real r = placed->margin;
    if (r == 0) {
        *out = box;
        return GRAZE_OK;
    }
    out->lo = vec3_make(-gz_add_up(-box.lo.x, r), -gz_add_up(-box.lo.y, r), -gz_add_up(-box.lo.z, r));
    out->hi = vec3_make(gz_add_up(box.hi.x, r), gz_add_up(box.hi.y, r), gz_add_up(box.hi.z, r));
    return GRAZE_OK;
}

static vec3 within_reach(vec3 v) {
    vec3 most = vec3_make(GRAZE_SHAPE_REACH, GRAZE_SHAPE_REACH, GRAZE_SHAPE_REACH);
    return graze_vec3_max(vec3_neg(most), graze_vec3_min(most, v));
}

graze_status gz_object_box(const gz_object *object, graze_aabb *out) {
    const graze_shape *shape = object->placed.shape;
    if (!shape->bounded) return GRAZE_UNBOUNDED;
    bool sloppy = object->fit == GRAZE_FIT_DEFAULT ? !shape->convex : object->fit == GRAZE_FIT_SLOPPY;
    graze_aabb box;
    graze_status status = GRAZE_OK;
    if (sloppy)
        status = sloppy_box(object, &box);
    else if (shape->convex) /* it was checked when it was placed, and is what it was then */
        box = gz_placed_box(&object->placed);
    else
        status = graze_placed_bounds(&object->placed, &box);
    if (status != GRAZE_OK) return status;
    /* Rounding outward may have left what broad phases take; nothing that can be asked about has. */
    out->lo = within_reach(box.lo);
    out->hi = within_reach(box.hi);
    return GRAZE_OK;
}
