/* SPDX-License-Identifier: MIT */
#include "bounds/principal.h"

#include "math/scale.h"

#define SWEEPS 32 /* Jacobi's method converges quadratically; this is far more than it takes */

wide3 gz_principal_mean(const gz_strided *s, vec3 origin) {
    wide3 sum = wide3_make(0, 0, 0), from = wide3_from(origin);
    double part = 1 / (double)s->count;
    for (size_t i = 0; i < s->count; ++i)
        sum = wide3_add_scaled(sum, part, wide3_sub(wide3_from(gz_strided_at(s, i)), from));
    return sum;
}

wide_mat3 gz_principal_axes(const gz_strided *s, const graze_aabb *box) {
    vec3 middle = graze_aabb_center(*box);
    double size = (double)vec3_max_abs(graze_aabb_extent(*box));
    int exponent = gz_exponent(size);
    double scale = gz_power_of_two(exponent < -1000 ? 1000 : -exponent);
    wide3 from = wide3_add(wide3_from(middle), gz_principal_mean(s, middle));
    wide_mat3 m = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (size_t i = 0; i < s->count; ++i) {
        wide3 p = wide3_scale(wide3_sub(wide3_from(gz_strided_at(s, i)), from), scale);
        m.col[0] = wide3_add_scaled(m.col[0], p.x, p);
        m.col[1] = wide3_add_scaled(m.col[1], p.y, p);
        m.col[2] = wide3_add_scaled(m.col[2], p.z, p);
    }
    return gz_eigenvectors(&m);
}

static wide3 unit(wide3 v) { return wide3_scale(v, 1 / wide3_length(v)); }

/* Twice, because the first difference magnifies rounding where columns are nearly parallel. */
wide_mat3 gz_gram_schmidt(const wide_mat3 *m) {
    wide3 a = unit(m->col[0]), b = unit(m->col[1]);
    for (int pass = 0; pass < 2; ++pass) b = unit(wide3_add_scaled(b, -wide3_dot(a, b), a));
    wide3 c = unit(wide3_cross(a, b));
    return (wide_mat3){{a, b, wide3_dot(c, m->col[2]) < 0 ? wide3_neg(c) : c}};
}

/* Turns m so that m[p][q] becomes zero, and the columns of v along. */
static void rotate(double m[3][3], double v[3][3], int p, int q) {
    if (m[p][q] == 0) return;
    double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double t = 1 / (fabs(theta) + sqrt(theta * theta + 1));
    if (theta < 0) t = -t;
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; ++k) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; ++k) {
        double a = m[p][k], b = m[q][k];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
    }
    for (int k = 0; k < 3; ++k) {
        double a = v[k][p], b = v[k][q];
        v[k][p] = c * a - s * b;
        v[k][q] = s * a + c * b;
    }
}

static wide3 column(double v[3][3], int k) { return wide3_make(v[0][k], v[1][k], v[2][k]); }

wide_mat3 gz_eigenvectors(const wide_mat3 *given) {
    const wide3 *col = given->col;
    double m[3][3] = {
        {col[0].x, col[1].x, col[2].x}, {col[1].x, col[1].y, col[2].y}, {col[2].x, col[2].y, col[2].z}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        double off = fabs(m[0][1]) + fabs(m[0][2]) + fabs(m[1][2]);
        double on = fabs(m[0][0]) + fabs(m[1][1]) + fabs(m[2][2]);
        if (!(off > 0x1p-54 * on)) break;
        rotate(m, v, 0, 1);
        rotate(m, v, 0, 2);
        rotate(m, v, 1, 2);
    }
    int first = m[1][1] > m[0][0] ? 1 : 0;
    if (m[2][2] > m[first][first]) first = 2;
    int second = first == 0 ? 1 : 0, other = 3 - first - second;
    if (m[other][other] > m[second][second]) second = other;
    wide3 a = column(v, first), b = column(v, second);
    const wide_mat3 axes = {{a, b, wide3_cross(a, b)}};
    return gz_gram_schmidt(&axes);
}
