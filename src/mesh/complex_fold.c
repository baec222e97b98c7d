/* SPDX-License-Identifier: MIT
 * What searches through complex shapes share: where the other shape is, and how near a box is to it. */
#include "mesh/complex_fold.h"

#include "base/tolerance.h"
#include "mesh/height_field.h"
#include "mesh/view.h"
#include "shape/half_space.h"
#include "shape/placed.h"

/* -- boxes -- */

static void into_world(const gz_affine *pose, const double lo[3], const double hi[3], double center[3],
                       double half[3]) {
    double middle[3], width[3];
    for (int k = 0; k < 3; ++k) {
        middle[k] = 0.5 * lo[k] + 0.5 * hi[k];
        width[k] = 0.5 * hi[k] - 0.5 * lo[k];
    }
    gz_affine_apply(pose, middle, center);
    for (int k = 0; k < 3; ++k)
        half[k] = (fabs(pose->m[k][0]) * width[0] + fabs(pose->m[k][1]) * width[1]) +
                  fabs(pose->m[k][2]) * width[2];
}

static double height_above(const gz_gap *gap, const double center[3], const double half[3]) {
    double height = gap->height, width = 0;
    for (int k = 0; k < 3; ++k) {
        height += gap->normal[k] * center[k];
        width += fabs(gap->normal[k]) * half[k];
    }
    return height - width;
}

double gz_gap_of_box(const gz_gap *gap, const double lo[3], const double hi[3]) {
    double center[3], half[3], squares = 0, most = -INFINITY;
    into_world(&gap->pose, lo, hi, center, half);
    if (gap->plane) return height_above(gap, center, half) - gap->slack;
    for (int k = 0; k < 3; ++k) {
        double below = (center[k] - half[k]) - gap->hi[k], above = gap->lo[k] - (center[k] + half[k]);
        double apart = below > above ? below : above;
        most = apart > most ? apart : most;
        squares += apart > 0 ? apart * apart : 0;
    }
    return (most > 0 ? sqrt(squares) : most) - gap->slack;
}

/* From when to when two intervals that approach each other overlap. */
static void clip(double gap_ahead, double gap_behind, double speed, double *enter, double *leave) {
    if (speed == 0) {
        if (gap_ahead > 0 || gap_behind > 0) *enter = INFINITY;
        return;
    }
    double first = (speed > 0 ? gap_ahead : gap_behind) / fabs(speed);
    double last = -(speed > 0 ? gap_behind : gap_ahead) / fabs(speed);
    *enter = first > *enter ? first : *enter;
    *leave = last < *leave ? last : *leave;
}

double gz_gap_time(const gz_gap *gap, const double way[3], double reach, const double lo[3],
                   const double hi[3]) {
    double center[3], half[3], enter = 0, leave = INFINITY, grown = reach + gap->slack;
    into_world(&gap->pose, lo, hi, center, half);
    if (gap->plane) {
        double speed = (gap->normal[0] * way[0] + gap->normal[1] * way[1]) + gap->normal[2] * way[2];
        double height = height_above(gap, center, half) - grown;
        if (height <= 0) return 0;
        return speed > 0 ? height / speed * (1 - 0x1p-40) : INFINITY;
    }
    for (int k = 0; k < 3; ++k) {
        double ahead = (center[k] - half[k]) - gap->hi[k] - grown;
        double behind = gap->lo[k] - (center[k] + half[k]) - grown;
        clip(ahead, behind, way[k], &enter, &leave);
    }
    return enter * (1 - 0x1p-40) <= leave * (1 + 0x1p-40) ? enter * (1 - 0x1p-40) : INFINITY;
}

double gz_fold_gap(const void *user, const double lo[3], const double hi[3]) {
    return gz_gap_of_box(&((const gz_fold *)user)->gap, lo, hi);
}

/* -- two shapes -- */

static double size_of(const graze_placed *placed) {
    if (!placed->shape->bounded) return 0;
    real stretch = gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE);
    return (double)(stretch * placed->shape->reach) + (double)placed->margin;
}

/* A plane in the world rounds to real; so does the box of a bounded shape, outwards. */
static graze_status see_other(const graze_placed *other, double margin, gz_gap *gap, double *size) {
    if (other->shape->bounded) {
        graze_aabb box;
        graze_status status = graze_placed_bounds(other, &box);
        if (status != GRAZE_OK) return status;
        const double lo[3] = {(double)box.lo.x, (double)box.lo.y, (double)box.lo.z};
        const double hi[3] = {(double)box.hi.x, (double)box.hi.y, (double)box.hi.z};
        for (int k = 0; k < 3; ++k) {
            gap->lo[k] = lo[k] - margin;
            gap->hi[k] = hi[k] + margin;
        }
        return GRAZE_OK;
    }
    graze_plane plane;
    graze_status status =
        graze_plane_transform(&other->pose, gz_half_space_plane(other->shape), &plane);
    if (status != GRAZE_OK) return status;
    gap->plane = true;
    gap->normal[0] = (double)plane.normal.x;
    gap->normal[1] = (double)plane.normal.y;
    gap->normal[2] = (double)plane.normal.z;
    gap->height = (double)plane.offset - margin - (double)other->margin;
    *size += fabs((double)plane.offset);
    return GRAZE_OK;
}

/* Compounds have fewer parts than height fields, and larger ones: they are taken apart first. */
static int choose_side(const graze_shape *a, const graze_shape *b) {
    if (!gz_is_complex(a)) return 1;
    return gz_is_complex(b) && b->kind == GRAZE_SHAPE_COMPOUND && a->kind != GRAZE_SHAPE_COMPOUND;
}

graze_status gz_fold_make(const graze_placed *a, const graze_placed *b, gz_fold *fold) {
    graze_status status = graze_placed_check(a);
    if (status == GRAZE_OK) status = graze_placed_check(b);
    if (status != GRAZE_OK) return status;
    fold->placed[0] = *a;
    fold->placed[1] = *b;
    fold->side = choose_side(a->shape, b->shape);
    fold->status = GRAZE_OK;
    graze_placed *whole = &fold->placed[fold->side], *other = &fold->placed[1 - fold->side];
    fold->shift = whole->pose.origin;
    other->pose.origin = vec3_sub(other->pose.origin, fold->shift);
    whole->pose.origin = vec3_zero();
    fold->gap = (gz_gap){.pose = gz_affine_of_pose(&whole->pose)};
    double size = size_of(a) + size_of(b) + (double)vec3_max_abs(other->pose.origin);
    status = see_other(other, (double)whole->margin, &fold->gap, &size);
    fold->gap.slack = GZ_COMPLEX_SLACK * size;
    fold->error = 2 * (double)GZ_ERROR_PAIR * (double)GRAZE_EPSILON * size;
    fold->part_error = whole->shape->kind == GRAZE_SHAPE_COMPOUND
                           ? GZ_ERROR_COMPOUND * (double)GRAZE_EPSILON * size_of(whole)
                           : 0;
    return status;
}

void gz_fold_place(const gz_fold *fold, uint32_t part, gz_simplex_room *room, graze_placed pair[2]) {
    pair[fold->side] = gz_complex_part(&fold->placed[fold->side], part, room);
    pair[1 - fold->side] = fold->placed[1 - fold->side];
}

/* -- height fields -- */

/* The other's box in the field's space, grown by reach. */
static void box_in_field(const gz_fold *fold, const gz_gap *gap, double reach, double lo[3],
                         double hi[3]) {
    double inverse[3][3];
    gz_mesh_invert(&fold->placed[fold->side].pose.basis, inverse);
    for (int k = 0; k < 3; ++k) {
        double middle = 0, half = 0;
        for (int j = 0; j < 3; ++j) {
            middle += inverse[k][j] * (0.5 * gap->lo[j] + 0.5 * gap->hi[j]);
            half += fabs(inverse[k][j]) * ((0.5 * gap->hi[j] - 0.5 * gap->lo[j]) + reach);
        }
        lo[k] = middle - half;
        hi[k] = middle + half;
    }
}

static void narrow_to(const gz_fold *fold, const gz_gap *gap, double reach, gz_complex_search *search) {
    if (search->shape->kind != GRAZE_SHAPE_HEIGHT_FIELD || gap->plane || !(reach < INFINITY)) return;
    double lo[3], hi[3];
    box_in_field(fold, gap, reach * (1 + 0x1p-40) + 2 * gap->slack, lo, hi);
    search->narrowed = true;
    search->starts = gz_height_field_cover(gz_height_field_of(search->shape), lo, hi, search->start);
}

void gz_fold_narrow(const gz_fold *fold, gz_complex_search *search) {
    narrow_to(fold, &fold->gap, search->limit > 0 ? search->limit : 0, search);
}

void gz_fold_narrow_cast(const gz_fold *fold, const double way[3], gz_complex_search *search) {
    gz_gap swept = fold->gap;
    for (int k = 0; k < 3; ++k) *(way[k] > 0 ? &swept.hi[k] : &swept.lo[k]) += way[k];
    narrow_to(fold, &swept, fold->error, search);
}

bool gz_fold_guess(const gz_fold *fold, uint32_t *part) {
    const graze_shape *shape = fold->placed[fold->side].shape;
    if (shape->kind != GRAZE_SHAPE_HEIGHT_FIELD || fold->gap.plane) return false;
    double lo[3], hi[3];
    box_in_field(fold, &fold->gap, 0, lo, hi);
    return gz_height_field_under(gz_height_field_of(shape), 0.5 * lo[0] + 0.5 * hi[0],
                                 0.5 * lo[2] + 0.5 * hi[2], part);
}
