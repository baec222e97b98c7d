/* SPDX-License-Identifier: MIT */
#include "math/affine.h"

#include "math/scale.h"

gz_affine gz_affine_of_pose(const graze_pose *pose) {
    gz_affine f;
    const vec3 *c = pose->basis.col;
    for (int j = 0; j < 3; ++j) {
        f.m[0][j] = (double)c[j].x;
        f.m[1][j] = (double)c[j].y;
        f.m[2][j] = (double)c[j].z;
    }
    f.t[0] = (double)pose->origin.x;
    f.t[1] = (double)pose->origin.y;
    f.t[2] = (double)pose->origin.z;
    return f;
}

/* The exponent of the largest element of a column. */
static int column_exponent(const double m[3][3], int j) {
    return gz_exponent(wide3_max_abs(wide3_make(m[0][j], m[1][j], m[2][j])));
}

void gz_affine_invert(const double m[3][3], double inverse[3][3]) {
    double c[3][3];
    int e[3];
    for (int j = 0; j < 3; ++j) {
        e[j] = column_exponent(m, j);
        for (int i = 0; i < 3; ++i) c[i][j] = gz_scale_double(m[i][j], -e[j]);
    }
    double cofactor[3][3];
    for (int i = 0; i < 3; ++i) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            int r = (j + 1) % 3, s = (j + 2) % 3;
            cofactor[i][j] = c[p][r] * c[q][s] - c[p][s] * c[q][r];
        }
    }
    double det = (c[0][0] * cofactor[0][0] + c[0][1] * cofactor[0][1]) + c[0][2] * cofactor[0][2];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) inverse[i][j] = gz_scale_double(cofactor[j][i] / det, -e[i]);
}

static double row_product(const double row[3], double x, double y, double z) {
    return (row[0] * x + row[1] * y) + row[2] * z;
}

gz_affine gz_affine_relative(const gz_affine *a, const gz_affine *b) {
    gz_affine f;
    double inverse[3][3], between[3];
    gz_affine_invert(a->m, inverse);
    for (int k = 0; k < 3; ++k) between[k] = b->t[k] - a->t[k];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            f.m[i][j] = row_product(inverse[i], b->m[0][j], b->m[1][j], b->m[2][j]);
        f.t[i] = row_product(inverse[i], between[0], between[1], between[2]);
    }
    return f;
}
