/* SPDX-License-Identifier: MIT
 * Compounds that are made, change, or are measured. */
#include "mesh/compound_fit.h"

#include <string.h>

#include "base/memory.h"
#include "math/rounding.h"
#include "shape/compose.h"
#include "shape/placed.h"

/* -- bounds -- */

static graze_placed child_placed(const graze_compound_child *child) {
    return (graze_placed){child->shape, child->pose, 0};
}

/* How far the computed support of a child may be off where it is placed. */
static real child_error(const graze_compound_child *child) {
    real norm = gz_pose_norm_any(&child->pose, GRAZE_POSE_AFFINE);
    real size = norm * child->shape->reach + vec3_length(child->pose.origin);
    return gz_round_up(norm * graze_shape_support_error(child->shape) +
                       gz_support_error(GZ_ERROR_AFFINE, size));
}

static graze_status find_boxes(const graze_compound_child *children, uint32_t count,
                               graze_aabb *boxes) {
    for (uint32_t i = 0; i < count; ++i) {
        graze_placed placed = child_placed(&children[i]);
        graze_status status = graze_placed_bounds(&placed, &boxes[i]);
        if (status != GRAZE_OK) return status;
    }
    return GRAZE_OK;
}

static graze_status set_bounds(gz_compound *compound, const graze_compound_child *children,
                               const graze_aabb *boxes) {
    graze_shape *shape = &compound->shape;
    graze_aabb all = boxes[0];
    real error = 0;
    for (uint32_t i = 0; i < compound->count; ++i) {
        all = graze_aabb_merge(all, boxes[i]);
        error = graze_max(error, child_error(&children[i]));
    }
    graze_shape before = *shape;
    gz_shape_set_box(shape, all.lo, all.hi);
    shape->reach = gz_round_up(vec3_length(shape->center) + shape->extent);
    shape->support_error = gz_round_up(error + GRAZE_EPSILON * shape->reach);
    if (vec3_max_abs(vec3_add(vec3_abs(shape->center), shape->half)) <= GRAZE_SHAPE_REACH)
        return GRAZE_OK;
    shape->center = before.center;
    shape->half = before.half;
    shape->extent = before.extent;
    shape->reach = before.reach;
    shape->support_error = before.support_error;
    return GRAZE_OUT_OF_RANGE;
}

static graze_status fit_tree(gz_compound *compound, const graze_aabb *boxes) {
    const graze_tree_options options = {.leaf_size = 4};
    if (compound->tree) return graze_tree_refit(compound->tree, boxes);
    return graze_tree_build(boxes, compound->count, &options, &compound->tree);
}

/* Everything that can fail comes before anything changes. */
static graze_status fit(gz_compound *compound, const graze_compound_child *children,
                        graze_aabb *boxes) {
    graze_status status = find_boxes(children, compound->count, boxes);
    if (status == GRAZE_OK) status = set_bounds(compound, children, boxes);
    if (status == GRAZE_OK) status = fit_tree(compound, boxes);
    return status;
}

uint32_t gz_compound_sum_revisions(const gz_compound *compound) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < compound->count; ++i)
        sum += graze_shape_revision(compound->children[i].shape);
    return sum;
}

graze_status gz_compound_fit(gz_compound *compound) {
    graze_status status = fit(compound, compound->children, compound->boxes);
    if (status == GRAZE_OK) compound->seen = gz_compound_sum_revisions(compound);
    return status;
}

/* -- changes -- */

static gz_compound *compound_of(graze_shape *shape) {
    return shape && shape->kind == GRAZE_SHAPE_COMPOUND ? (gz_compound *)(void *)shape : NULL;
}

/* The children as they will be take the place of those that are there. */
static graze_status replace(gz_compound *compound, graze_compound_child *children) {
    size_t bytes = compound->count * sizeof *compound->boxes;
    graze_aabb *boxes = gz_allocate(bytes);
    if (!boxes) return GRAZE_OUT_OF_MEMORY;
    graze_status status = fit(compound, children, boxes);
    if (status == GRAZE_OK) {
        memcpy(compound->boxes, boxes, bytes);
        if (children != compound->children)
            memcpy(compound->children, children, compound->count * sizeof *children);
        compound->seen = gz_compound_sum_revisions(compound);
        ++compound->changes;
    }
    gz_release(boxes, bytes);
    return status;
}

graze_status graze_compound_place(graze_shape *shape, size_t first, const graze_pose *poses,
                                  size_t count) {
    gz_compound *compound = compound_of(shape);
    if (!compound || (count > 0 && !poses)) return GRAZE_INVALID_ARGUMENT;
    if (first > compound->count || count > compound->count - first) return GRAZE_INVALID_ARGUMENT;
    size_t bytes = compound->count * sizeof *compound->children;
    graze_compound_child *children = gz_allocate(bytes);
    if (!children) return GRAZE_OUT_OF_MEMORY;
    memcpy(children, compound->children, bytes);
    for (size_t i = 0; i < count; ++i) children[first + i].pose = poses[i];
    graze_status status = replace(compound, children);
    gz_release(children, bytes);
    return status;
}

graze_status graze_compound_update(graze_shape *shape) {
    gz_compound *compound = compound_of(shape);
    if (!compound) return GRAZE_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < compound->count; ++i) {
        graze_shape *child = compound->children[i].shape;
        if (child->kind != GRAZE_SHAPE_COMPOUND) continue;
        graze_status status = graze_compound_update(child);
        if (status != GRAZE_OK) return status;
    }
    if (gz_compound_sum_revisions(compound) == compound->seen) return GRAZE_OK;
    return replace(compound, compound->children);
}

/* -- mass -- */

/* Amounts of the highest dimension that any child has: their volumes, or, if all are flat, one each for
 * the centre. */
typedef struct sums {
    double volume, upper, largest, count;
    wide3 moment, middle;
} sums;

/* The child's own measure under its pose. */
static graze_status measure_child(const graze_compound_child *child, graze_shape_mass *out) {
    graze_status status = graze_shape_measure(child->shape, out);
    if (status != GRAZE_OK) return status;
    double det = fabs((double)graze_mat3_determinant(&child->pose.basis));
    double slack = 2 * (double)GZ_SINGULAR * (double)GRAZE_EPSILON;
    vec3 lengths =
        vec3_make(vec3_length(child->pose.basis.col[0]), vec3_length(child->pose.basis.col[1]),
                  vec3_length(child->pose.basis.col[2]));
    double product = (double)lengths.x * (double)lengths.y * (double)lengths.z;
    double lower = (det - slack * product) * (double)out->lower;
    double upper = (det + slack * product) * (double)out->upper;
    if (!(upper < (double)GRAZE_REAL_MAX)) return GRAZE_OUT_OF_RANGE;
    out->volume = (real)(det * (double)out->volume);
    out->lower = lower > 0 ? (real)lower : 0;
    out->upper = (real)upper;
    out->center = graze_pose_apply(&child->pose, out->center);
    return GRAZE_OK;
}

static void add(sums *all, const graze_shape_mass *mass) {
    wide3 center = wide3_from(mass->center);
    all->volume += (double)mass->volume;
    all->upper += (double)mass->upper;
    all->largest = (double)mass->lower > all->largest ? (double)mass->lower : all->largest;
    all->moment = wide3_add_scaled(all->moment, (double)mass->volume, center);
    all->middle = wide3_add(all->middle, center);
    ++all->count;
}

graze_status gz_compound_measure(const graze_shape *shape, graze_shape_mass *out) {
    const gz_compound *compound = gz_compound_of(shape);
    sums all = {0};
    for (uint32_t i = 0; i < compound->count; ++i) {
        graze_shape_mass mass;
        graze_status status = measure_child(&compound->children[i], &mass);
        if (status != GRAZE_OK) return status;
        add(&all, &mass);
    }
    double upper = all.upper * (1 + 0x1p-50 * (all.count + 16));
    if (!(upper < (double)GRAZE_REAL_MAX / 2)) return GRAZE_OUT_OF_RANGE;
    wide3 center = all.volume > 0 ? wide3_scale(all.moment, 1 / all.volume)
                                  : wide3_scale(all.middle, 1 / all.count);
    out->center = wide3_round(center);
    out->volume = (real)all.volume;
    out->lower = all.largest > 0 ? graze_max(0, gz_next_down((real)all.largest)) : 0;
    out->upper = upper > 0 ? gz_next_up((real)upper) : 0;
    return GRAZE_OK;
}
