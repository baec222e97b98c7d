/* SPDX-License-Identifier: MIT
 * Affine transformations x -> B x + c (B:716-746): construction, classification, group operations. */
#include "base/tolerance.h"
#include "math/mat3.h"
#include "math/scale.h"

/* -- what a basis is like --------------------------------------------------------------------- */

typedef struct basis_facts {
    bool right_angles, equal_lengths, unit_lengths, reflected;
} basis_facts;

/* The facts of a finite, invertible basis, to GZ_ORTHOGONAL. Angles are judged with each column
 * brought to its own size, lengths with all columns brought to one. */
static basis_facts examine(const mat3 *basis) {
    basis_facts facts = {true, true, true, false};
    const real length_bound = 2 * GZ_ORTHOGONAL * GRAZE_EPSILON; /* of squares: twice that of lengths */
    const real angle_bound = GZ_ORTHOGONAL * GRAZE_EPSILON;
    vec3 own[3];
    real own_squared[3], squared[3];
    int exponent[3], largest = gz_exponent(vec3_max_abs(basis->col[0]));
    for (int i = 0; i < 3; ++i) {
        exponent[i] = gz_exponent(vec3_max_abs(basis->col[i]));
        if (exponent[i] > largest) largest = exponent[i];
        own[i] = gz_vec3_scale(basis->col[i], -exponent[i]);
        own_squared[i] = vec3_length_squared(own[i]);
    }
    for (int i = 0; i < 3; ++i) squared[i] = gz_scale(own_squared[i], 2 * (exponent[i] - largest));
    for (int i = 0; i < 3; ++i) {
        int next = (i + 1) % 3;
        real cosine = vec3_dot(own[i], own[next]);
        if (cosine * cosine > (angle_bound * angle_bound) * (own_squared[i] * own_squared[next]))
            facts.right_angles = false;
        if (graze_abs(squared[i] - squared[next]) > length_bound * graze_max(squared[i], squared[next]))
            facts.equal_lengths = false;
        if (!(graze_abs(gz_scale(squared[i], 2 * largest) - 1) <= length_bound))
            facts.unit_lengths = false;
    }
    facts.reflected = vec3_triple(own[0], own[1], own[2]) < 0;
    return facts;
}

static graze_pose_kind classify_basis(const mat3 *basis) {
    basis_facts facts = examine(basis);
    if (!facts.right_angles || !facts.equal_lengths) return GRAZE_POSE_AFFINE;
    return facts.unit_lengths && !facts.reflected ? GRAZE_POSE_RIGID : GRAZE_POSE_UNIFORM;
}

graze_pose_kind graze_pose_classify(const graze_pose *pose) {
    if (!pose || !graze_mat3_is_finite(&pose->basis) || graze_mat3_is_singular(&pose->basis))
        return GRAZE_POSE_UNKNOWN;
    return classify_basis(&pose->basis);
}

graze_status graze_pose_check(const graze_pose *pose) {
    if (!pose || (unsigned)pose->kind > GRAZE_POSE_AFFINE || !graze_mat3_is_finite(&pose->basis) ||
        !vec3_is_finite(pose->origin))
        return GRAZE_INVALID_ARGUMENT;
    return graze_mat3_is_singular(&pose->basis) ? GRAZE_SINGULAR : GRAZE_OK;
}

graze_status graze_pose_describe(const graze_pose *pose, graze_pose_traits *out) {
    graze_status status = graze_pose_check(pose);
    if (status != GRAZE_OK) return status;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    basis_facts facts = examine(&pose->basis);
    out->preserves_length = facts.right_angles && facts.unit_lengths;
    out->preserves_angles = facts.right_angles && facts.equal_lengths;
    out->sheared = !facts.right_angles;
    out->reflected = facts.reflected;
    return GRAZE_OK;
}

/* -- construction ----------------------------------------------------------------------------- */

graze_status graze_pose_make(graze_quat rotation, vec3 position, graze_pose *out) {
    graze_quat unit;
    if (!out || !vec3_is_finite(position) || graze_quat_normalize(rotation, &unit) != GRAZE_OK)
        return GRAZE_INVALID_ARGUMENT;
    out->basis = graze_quat_to_mat3(unit);
    out->origin = position;
    out->kind = GRAZE_POSE_RIGID;
    return GRAZE_OK;
}

graze_status graze_pose_make_scaled(graze_quat rotation, vec3 position, vec3 scale, graze_pose *out) {
    graze_pose pose;
    graze_status status = graze_pose_make(rotation, position, &pose);
    if (status != GRAZE_OK || !out || !vec3_is_finite(scale)) return GRAZE_INVALID_ARGUMENT;
    for (int i = 0; i < 3; ++i)
        pose.basis.col[i] = vec3_scale(pose.basis.col[i], graze_vec3_get(scale, i));
    if (!graze_mat3_is_finite(&pose.basis)) return GRAZE_OUT_OF_RANGE;
    return graze_pose_from_mat3(&pose.basis, position, out);
}

graze_status graze_pose_from_mat3(const mat3 *basis, vec3 position, graze_pose *out) {
    if (!basis || !out) return GRAZE_INVALID_ARGUMENT;
    graze_pose pose = {*basis, position, GRAZE_POSE_UNKNOWN};
    graze_status status = graze_pose_check(&pose);
    if (status != GRAZE_OK) return status;
    pose.kind = classify_basis(basis);
    *out = pose;
    return GRAZE_OK;
}

graze_status graze_pose_from_gl(const real matrix[16], graze_pose *out) {
    if (!matrix || matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1)
        return GRAZE_INVALID_ARGUMENT;
    mat3 basis;
    for (int i = 0; i < 3; ++i)
        basis.col[i] = vec3_make(matrix[4 * i], matrix[4 * i + 1], matrix[4 * i + 2]);
    return graze_pose_from_mat3(&basis, vec3_make(matrix[12], matrix[13], matrix[14]), out);
}

void graze_pose_to_gl(const graze_pose *pose, real matrix[16]) {
    if (!pose || !matrix) return;
    for (int i = 0; i < 4; ++i) {
        vec3 column = i < 3 ? pose->basis.col[i] : pose->origin;
        matrix[4 * i] = column.x;
        matrix[4 * i + 1] = column.y;
        matrix[4 * i + 2] = column.z;
        matrix[4 * i + 3] = i < 3 ? 0 : 1;
    }
}

/* -- the group -------------------------------------------------------------------------------- */

/* Unknown is weaker than all. */
static graze_pose_kind weaker_kind(graze_pose_kind a, graze_pose_kind b) {
    if (a == GRAZE_POSE_UNKNOWN || b == GRAZE_POSE_UNKNOWN) return GRAZE_POSE_UNKNOWN;
    return a > b ? a : b;
}

graze_pose graze_pose_compose(const graze_pose *a, const graze_pose *b) {
    graze_pose out = {{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {0, 0, 0}, GRAZE_POSE_UNKNOWN};
    if (!a || !b) return out;
    out.basis = graze_mat3_mul(&a->basis, &b->basis);
    out.origin = graze_pose_apply(a, b->origin);
    out.kind = weaker_kind(a->kind, b->kind);
    return out;
}

/* B^-1 as B^T / s^2, where s is the length of each column. */
static mat3 invert_uniform(const mat3 *basis) {
    real largest = graze_max(graze_max(vec3_max_abs(basis->col[0]), vec3_max_abs(basis->col[1])),
                             vec3_max_abs(basis->col[2]));
    int exponent = gz_exponent(largest);
    mat3 scaled;
    real squared = 0;
    for (int i = 0; i < 3; ++i) {
        scaled.col[i] = gz_vec3_scale(basis->col[i], -exponent);
        squared += vec3_length_squared(scaled.col[i]);
    }
    for (int i = 0; i < 3; ++i) {
        vec3 c = vec3_scale(scaled.col[i], 3);
        scaled.col[i] =
            gz_vec3_scale(vec3_make(c.x / squared, c.y / squared, c.z / squared), -exponent);
    }
    return graze_mat3_transpose(&scaled);
}

/* The inverse of the basis of a usable pose, by the cheapest and most accurate way its kind allows. */
static graze_status invert_basis(const graze_pose *pose, mat3 *inverse) {
    graze_pose_kind kind = pose->kind == GRAZE_POSE_UNKNOWN ? classify_basis(&pose->basis) : pose->kind;
    if (kind == GRAZE_POSE_AFFINE) return graze_mat3_inverse(&pose->basis, inverse);
    if (kind == GRAZE_POSE_RIGID)
        *inverse = graze_mat3_transpose(&pose->basis);
    else
        *inverse = invert_uniform(&pose->basis);
    return graze_mat3_is_finite(inverse) ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

graze_status graze_pose_inverse(const graze_pose *pose, graze_pose *out) {
    graze_status status = graze_pose_check(pose);
    if (status != GRAZE_OK) return status;
    graze_pose identity = graze_pose_identity();
    graze_pose inverse;
    status = graze_pose_relative(pose, &identity, &inverse);
    if (status != GRAZE_OK) return status;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    inverse.kind = pose->kind;
    *out = inverse;
    return GRAZE_OK;
}

graze_status graze_pose_relative(const graze_pose *a, const graze_pose *b, graze_pose *out) {
    graze_status status = graze_pose_check(a);
    if (status == GRAZE_OK) status = graze_pose_check(b);
    if (status != GRAZE_OK) return status;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    mat3 inverse;
    status = invert_basis(a, &inverse);
    if (status != GRAZE_OK) return status;
    graze_pose relative;
    relative.basis = graze_mat3_mul(&inverse, &b->basis);
    relative.origin = graze_mat3_mul_vec(&inverse, vec3_sub(b->origin, a->origin));
    relative.kind = weaker_kind(a->kind, b->kind);
    if (!graze_mat3_is_finite(&relative.basis) || !vec3_is_finite(relative.origin))
        return GRAZE_OUT_OF_RANGE;
    *out = relative;
    return GRAZE_OK;
}
