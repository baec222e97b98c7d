/* SPDX-License-Identifier: MIT
 * Contact estimates for one time step (A9, B:1359-1403, P:74-76). All four are built on the public
 * queries: what they add is the choice of the moment to ask about. */
#include "graze/estimate.h"

#include "math/vec3.h"

static graze_status check_step(const graze_step *step) {
    if (!step) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(&step->a);
    if (status == GRAZE_OK) status = graze_placed_check(&step->b);
    if (status == GRAZE_OK) status = graze_pose_check(&step->end_a);
    return status == GRAZE_OK ? graze_pose_check(&step->end_b) : status;
}

static bool is_rigid(const graze_pose *pose) {
    graze_pose_kind kind = pose->kind == GRAZE_POSE_UNKNOWN ? graze_pose_classify(pose) : pose->kind;
    return kind == GRAZE_POSE_RIGID;
}

/* The basis between two rotations; that of the end if they are not (a reflection is no rotation). */
static mat3 basis_at(const graze_pose *from, const graze_pose *to, graze_real t) {
    graze_quat p, q, turned;
    if (!is_rigid(from) || !is_rigid(to) || graze_quat_from_mat3(&from->basis, &p) != GRAZE_OK ||
        graze_quat_from_mat3(&to->basis, &q) != GRAZE_OK ||
        graze_quat_slerp(p, q, t, &turned) != GRAZE_OK)
        return to->basis;
    return graze_quat_to_mat3(turned);
}

static graze_placed placed_at(const graze_placed *start, const graze_pose *end, graze_real t) {
    graze_placed placed = *start;
    if (t <= 0) return placed;
    placed.pose = *end;
    if (t >= 1) return placed;
    vec3 way = vec3_sub(end->origin, start->pose.origin);
    placed.pose.origin = vec3_add_scaled(start->pose.origin, t, way);
    placed.pose.basis = basis_at(&start->pose, end, t);
    return placed;
}

/* The signed distance at time t, with its normal and points. */
static graze_status look(const graze_step *step, graze_real t, const graze_options *options,
                         graze_contact_estimate *out) {
    graze_placed a = placed_at(&step->a, &step->end_a, t), b = placed_at(&step->b, &step->end_b, t);
    graze_signed_separation s;
    graze_status status = graze_signed_distance(&a, &b, options, NULL, &s);
    if (status != GRAZE_OK) return status;
    *out = (graze_contact_estimate){.t = t,
                                    .sd = s.sd,
                                    .normal = s.normal,
                                    .point_a = s.point_a,
                                    .point_b = s.point_b,
                                    .end = s.end};
    return GRAZE_OK;
}

/* Touching counts as contact. At the iteration limit the estimate of sd decides. */
static bool together(const graze_contact_estimate *e) {
    return e->end == GRAZE_TOUCHING || e->end == GRAZE_OVERLAP || e->sd <= 0;
}

/* Where the two are in the orientations of the end of the step, at the positions of its start. */
static graze_placed turned_start(const graze_placed *start, const graze_pose *end) {
    graze_placed placed = *start;
    placed.pose = *end;
    placed.pose.origin = start->pose.origin;
    return placed;
}

/* Casts A against B at rest; a half-space always rests. normal is from A to B. */
static graze_status cast_pair(const graze_placed *a, const graze_placed *b, vec3 relative,
                              const graze_options *options, graze_cast_result *cast) {
    bool swap = graze_shape_get_kind(a->shape) == GRAZE_SHAPE_HALF_SPACE;
    graze_status status = swap ? graze_shape_cast(b, vec3_neg(relative), a, options, cast)
                               : graze_shape_cast(a, relative, b, options, cast);
    if (status != GRAZE_OK || !swap) return status;
    cast->normal = vec3_neg(cast->normal);
    return GRAZE_OK;
}

graze_status graze_estimate_ray(const graze_step *step, const graze_options *options,
                                graze_contact_estimate *out) {
    graze_status status = out ? check_step(step) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    graze_step turned = *step;
    turned.a = turned_start(&step->a, &step->end_a);
    turned.b = turned_start(&step->b, &step->end_b);
    vec3 way_a = vec3_sub(step->end_a.origin, step->a.pose.origin);
    vec3 way_b = vec3_sub(step->end_b.origin, step->b.pose.origin);
    graze_cast_result cast;
    status = cast_pair(&turned.a, &turned.b, vec3_sub(way_a, way_b), options, &cast);
    if (status != GRAZE_OK) return status;
    graze_contact_estimate e;
    bool overlap = cast.hit && cast.end == GRAZE_OVERLAP; /* then t is 0 */
    status = look(&turned, cast.hit ? cast.t : 1, options, &e);
    if (status != GRAZE_OK) return status;
    e.contact = cast.hit;
    e.end = cast.end;
    if (cast.hit && !overlap) e.normal = cast.normal;
    *out = e;
    return GRAZE_OK;
}

graze_status graze_estimate_closest(const graze_step *step, const graze_options *options,
                                    graze_contact_estimate *out) {
    graze_status status = out ? check_step(step) : GRAZE_INVALID_ARGUMENT;
    graze_contact_estimate first, last;
    if (status == GRAZE_OK) status = look(step, 0, options, &first);
    if (status == GRAZE_OK) status = look(step, 1, options, &last);
    if (status != GRAZE_OK) return status;
    first.contact = together(&first) || together(&last);
    *out = first;
    return GRAZE_OK;
}

/* Halves the step between `apart` (t = 0) and an overlap at t = 1 until the two are within the skin. */
static graze_status halve(const graze_step *step, graze_real skin, const graze_options *options,
                          graze_contact_estimate *apart) {
    graze_real overlap = 1;
    while (apart->sd > skin) {
        graze_real middle = apart->t + (overlap - apart->t) / 2;
        if (!(middle > apart->t && middle < overlap)) {
            apart->end = GRAZE_ITERATION_LIMIT;
            return GRAZE_OK;
        }
        graze_contact_estimate e;
        graze_status status = look(step, middle, options, &e);
        if (status != GRAZE_OK) return status;
        if (together(&e))
            overlap = middle;
        else
            *apart = e;
    }
    return GRAZE_OK;
}

graze_status graze_estimate_skin(const graze_step *step, graze_real skin, const graze_options *options,
                                 graze_contact_estimate *out) {
    if (!out || !(skin >= 0) || !graze_is_finite(skin)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check_step(step);
    graze_contact_estimate e, first;
    if (status == GRAZE_OK) status = look(step, 1, options, &e);
    if (status != GRAZE_OK) return status;
    bool contact = together(&e) || e.sd <= skin;
    if (!contact) e.end = GRAZE_SEPARATED;
    if (together(&e)) {
        status = look(step, 0, options, &first);
        if (status == GRAZE_OK && !together(&first)) status = halve(step, skin, options, &first);
        if (status != GRAZE_OK) return status;
        e = first;
    }
    e.contact = contact;
    *out = e;
    return GRAZE_OK;
}

graze_status graze_estimate_depth(const graze_step *step, const graze_options *options,
                                  graze_contact_estimate *out) {
    graze_status status = out ? check_step(step) : GRAZE_INVALID_ARGUMENT;
    graze_contact_estimate e;
    if (status == GRAZE_OK) status = look(step, 1, options, &e);
    if (status != GRAZE_OK) return status;
    e.contact = together(&e);
    if (e.end == GRAZE_CONVERGED) e.end = GRAZE_SEPARATED;
    *out = e;
    return GRAZE_OK;
}
