/* SPDX-License-Identifier: MIT
 * Inverse and Cramer's rule (B:660-694) on columns scaled by powers of two: scaling column i of M
 * divides row i of M^-1 by the same factor, exactly, and no product can leave the range. */
#include "math/mat3.h"
#include "base/tolerance.h"
#include "math/scale.h"

/* |det| <= GZ_SINGULAR eps |c0| |c1| |c2|, squared to spare the roots; true for NaN. Needs sizes for
 * which these products stay in range. */
static bool is_flat(vec3 squared_lengths, real determinant) {
    const real bound = GZ_SINGULAR * GRAZE_EPSILON;
    real product = (squared_lengths.x * squared_lengths.y) * squared_lengths.z;
    return !(determinant * determinant > (bound * bound) * product);
}

static vec3 squared_column_lengths(const mat3 *m) {
    return vec3_make(vec3_length_squared(m->col[0]), vec3_length_squared(m->col[1]),
                     vec3_length_squared(m->col[2]));
}

/* The columns, each with its largest |entry| in [1, 2) (or zero). */
static mat3 with_scaled_columns(const mat3 *m, int exponent[3]) {
    mat3 scaled;
    for (int i = 0; i < 3; ++i) {
        exponent[i] = gz_exponent(vec3_max_abs(m->col[i]));
        scaled.col[i] = gz_vec3_scale(m->col[i], -exponent[i]);
    }
    return scaled;
}

/* Products of three such squares, times eps squared, stay in range in both builds. */
static bool is_moderate(real squared) { return squared > (real)1e-6 && squared < (real)1e10; }

bool graze_mat3_is_singular(const mat3 *m) {
    if (!m) return true;
    vec3 squared = squared_column_lengths(m);
    if (is_moderate(squared.x) && is_moderate(squared.y) && is_moderate(squared.z))
        return is_flat(squared, graze_mat3_determinant(m));
    int exponent[3];
    mat3 scaled = with_scaled_columns(m, exponent);
    return is_flat(squared_column_lengths(&scaled), graze_mat3_determinant(&scaled));
}

graze_status gz_mat3_invert_scaled(const mat3 *m, gz_scaled_inverse *out) {
    mat3 scaled = with_scaled_columns(m, out->exponent);
    for (int i = 0; i < 3; ++i)
        out->row[i] = vec3_cross(scaled.col[(i + 1) % 3], scaled.col[(i + 2) % 3]);
    real determinant = vec3_dot(scaled.col[0], out->row[0]);
    if (is_flat(squared_column_lengths(&scaled), determinant)) return GRAZE_SINGULAR;
    for (int i = 0; i < 3; ++i)
        out->row[i] = vec3_make(out->row[i].x / determinant, out->row[i].y / determinant,
                                out->row[i].z / determinant);
    return GRAZE_OK;
}

graze_status graze_mat3_inverse(const mat3 *m, mat3 *inverse) {
    if (!m || !inverse || !graze_mat3_is_finite(m)) return GRAZE_INVALID_ARGUMENT;
    gz_scaled_inverse scaled;
    graze_status status = gz_mat3_invert_scaled(m, &scaled);
    if (status != GRAZE_OK) return status;
    mat3 rows;
    for (int i = 0; i < 3; ++i) rows.col[i] = gz_vec3_scale(scaled.row[i], -scaled.exponent[i]);
    if (!graze_mat3_is_finite(&rows)) return GRAZE_OUT_OF_RANGE;
    *inverse = graze_mat3_transpose(&rows);
    return GRAZE_OK;
}

graze_status graze_mat3_solve(const mat3 *m, vec3 b, vec3 *x) {
    if (!m || !x || !graze_mat3_is_finite(m) || !vec3_is_finite(b)) return GRAZE_INVALID_ARGUMENT;
    gz_scaled_inverse scaled;
    graze_status status = gz_mat3_invert_scaled(m, &scaled);
    if (status != GRAZE_OK) return status;
    int exponent = gz_exponent(vec3_max_abs(b));
    vec3 right = gz_vec3_scale(b, -exponent);
    /* Cramer: the determinant with column i replaced by b is b . (c_j x c_k), and row[i] is that
     * cross product over the determinant. */
    vec3 solution = vec3_make(gz_scale(vec3_dot(scaled.row[0], right), exponent - scaled.exponent[0]),
                              gz_scale(vec3_dot(scaled.row[1], right), exponent - scaled.exponent[1]),
                              gz_scale(vec3_dot(scaled.row[2], right), exponent - scaled.exponent[2]));
    if (!vec3_is_finite(solution)) return GRAZE_OUT_OF_RANGE;
    *x = solution;
    return GRAZE_OK;
}
