/* SPDX-License-Identifier: MIT
 * Where does an unbounded ray first meet a triangle, segment or point? In rationals of GMP, by solving
 * for the parameter: no sign of a side is looked at. */
#ifndef GRAZE_TESTS_MESH_EXACT_RAY_H
#define GRAZE_TESTS_MESH_EXACT_RAY_H

#include <gmp.h>
#include <stdbool.h>

typedef struct q3 {
    mpq_t x[3];
} q3;

/* Everything is kept between calls; start with q_start. */
static q3 q_o, q_d, q_p[3], q_n, q_u, q_v, q_w, q_c;
static mpq_t q_t, q_a, q_b, q_lo, q_hi, q_s;
/* Of the last triangle met across its plane: on how many of its sides, and the sign of normal times
 * direction; the latter is 0 for what lies along the ray or has no area. */
static int q_sides, q_turn;

static inline void q3_init(q3 *v) {
    for (int k = 0; k < 3; ++k) mpq_init(v->x[k]);
}
static inline void q_start(void) {
    static bool done = false;
    if (done) return;
    done = true;
    q3 *all[] = {&q_o, &q_d, &q_p[0], &q_p[1], &q_p[2], &q_n, &q_u, &q_v, &q_w, &q_c};
    for (int i = 0; i < 10; ++i) q3_init(all[i]);
    mpq_inits(q_t, q_a, q_b, q_lo, q_hi, q_s, NULL);
}
static inline void q3_set(q3 *out, const double v[3]) {
    for (int k = 0; k < 3; ++k) mpq_set_d(out->x[k], v[k]);
}
static inline void q3_sub(q3 *out, const q3 *a, const q3 *b) {
    for (int k = 0; k < 3; ++k) mpq_sub(out->x[k], a->x[k], b->x[k]);
}
static inline void q3_cross(q3 *out, const q3 *a, const q3 *b) {
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(q_s, a->x[i], b->x[j]);
        mpq_mul(out->x[k], a->x[j], b->x[i]);
        mpq_sub(out->x[k], q_s, out->x[k]);
    }
}
static inline void q3_dot(mpq_t out, const q3 *a, const q3 *b) {
    mpq_mul(out, a->x[0], b->x[0]);
    for (int k = 1; k < 3; ++k) {
        mpq_mul(q_s, a->x[k], b->x[k]);
        mpq_add(out, out, q_s);
    }
}
static inline bool q3_is_zero(const q3 *a) {
    return mpq_sgn(a->x[0]) == 0 && mpq_sgn(a->x[1]) == 0 && mpq_sgn(a->x[2]) == 0;
}

/* Cuts [q_lo, q_hi] down to where q_a + t q_b <= 0; false if nothing is left. */
static inline bool q_cut(void) {
    if (mpq_sgn(q_b) == 0) return mpq_sgn(q_a) <= 0;
    mpq_div(q_s, q_a, q_b);
    mpq_neg(q_s, q_s);
    if (mpq_sgn(q_b) > 0 && mpq_cmp(q_s, q_hi) < 0) mpq_set(q_hi, q_s);
    if (mpq_sgn(q_b) < 0 && mpq_cmp(q_s, q_lo) > 0) mpq_set(q_lo, q_s);
    return mpq_cmp(q_lo, q_hi) <= 0;
}

/* In the triangle's plane: by the three sides. */
static inline bool q_in_plane(void) {
    mpq_set_si(q_lo, 0, 1);
    mpq_set_d(q_hi, 0x1p300);
    for (int k = 0; k < 3; ++k) {
        q3_sub(&q_u, &q_p[(k + 1) % 3], &q_p[k]);
        q3_cross(&q_w, &q_u, &q_n);
        q3_sub(&q_c, &q_o, &q_p[k]);
        q3_dot(q_a, &q_w, &q_c);
        q3_dot(q_b, &q_w, &q_d);
        if (!q_cut()) return false;
    }
    mpq_set(q_t, q_lo);
    return true;
}

/* Against the segment from q_p[0] to q_p[1], which may be a point. */
static inline bool q_meets_segment(void) {
    q3_sub(&q_u, &q_p[1], &q_p[0]);
    q3_sub(&q_w, &q_p[0], &q_o);
    q3_cross(&q_c, &q_d, &q_u);
    if (!q3_is_zero(&q_c)) { /* lines that cross, or pass */
        q3_dot(q_a, &q_w, &q_c);
        if (mpq_sgn(q_a) != 0) return false;
        q3_dot(q_b, &q_c, &q_c);
        q3_cross(&q_v, &q_w, &q_u);
        q3_dot(q_t, &q_v, &q_c);
        mpq_div(q_t, q_t, q_b);
        q3_cross(&q_v, &q_w, &q_d);
        q3_dot(q_a, &q_v, &q_c);
        return mpq_sgn(q_t) >= 0 && mpq_sgn(q_a) >= 0 && mpq_cmp(q_a, q_b) <= 0;
    }
    /* Parallel, or one of them is a point. */
    bool still = q3_is_zero(&q_d);
    q3_cross(&q_v, &q_w, still ? &q_u : &q_d);
    if (!q3_is_zero(&q_v)) return false;
    if (still && q3_is_zero(&q_u)) {
        mpq_set_si(q_t, 0, 1);
        return q3_is_zero(&q_w);
    }
    const q3 *along = still ? &q_u : &q_d;
    q3_dot(q_b, along, along);
    q3_dot(q_lo, &q_w, along);
    mpq_div(q_lo, q_lo, q_b);
    q3_sub(&q_w, &q_p[1], &q_o);
    q3_dot(q_hi, &q_w, along);
    mpq_div(q_hi, q_hi, q_b);
    if (mpq_cmp(q_lo, q_hi) > 0) mpq_swap(q_lo, q_hi);
    if (mpq_sgn(q_hi) < 0 || (still && mpq_sgn(q_lo) > 0)) return false;
    if (mpq_sgn(q_lo) < 0) mpq_set_si(q_lo, 0, 1);
    mpq_set(q_t, q_lo);
    if (still) mpq_set_si(q_t, 0, 1);
    return true;
}

static inline void q_longest_side(void) {
    int longest = 0;
    for (int k = 0; k < 3; ++k) {
        q3_sub(&q_u, &q_p[(k + 1) % 3], &q_p[k]);
        q3_dot(q_a, &q_u, &q_u);
        if (k == 0 || mpq_cmp(q_a, q_b) > 0) {
            mpq_set(q_b, q_a);
            longest = k;
        }
    }
    for (int k = 0; k < 3; ++k) {
        mpq_set(q_c.x[k], q_p[longest].x[k]);
        mpq_set(q_v.x[k], q_p[(longest + 1) % 3].x[k]);
    }
    for (int k = 0; k < 3; ++k) {
        mpq_set(q_p[0].x[k], q_c.x[k]);
        mpq_set(q_p[1].x[k], q_v.x[k]);
    }
}

/* The parameter is left in q_t. */
static inline bool exact_ray_meets(const double o[3], const double d[3], const double p[3][3]) {
    q_start();
    q_sides = q_turn = 0;
    q3_set(&q_o, o);
    q3_set(&q_d, d);
    for (int k = 0; k < 3; ++k) q3_set(&q_p[k], p[k]);
    q3_sub(&q_u, &q_p[1], &q_p[0]);
    q3_sub(&q_v, &q_p[2], &q_p[0]);
    q3_cross(&q_n, &q_u, &q_v);
    if (q3_is_zero(&q_n)) {
        q_longest_side();
        return q_meets_segment();
    }
    q3_dot(q_b, &q_n, &q_d);
    q3_sub(&q_w, &q_p[0], &q_o);
    q3_dot(q_a, &q_n, &q_w);
    if (mpq_sgn(q_b) == 0) return mpq_sgn(q_a) == 0 && q_in_plane();
    q_turn = mpq_sgn(q_b);
    mpq_div(q_t, q_a, q_b);
    if (mpq_sgn(q_t) < 0) return false;
    for (int i = 0; i < 3; ++i) { /* the point in the plane */
        mpq_mul(q_c.x[i], q_t, q_d.x[i]);
        mpq_add(q_c.x[i], q_c.x[i], q_o.x[i]);
    }
    for (int k = 0; k < 3; ++k) {
        q3_sub(&q_u, &q_p[(k + 1) % 3], &q_p[k]);
        q3_sub(&q_v, &q_c, &q_p[k]);
        q3_cross(&q_w, &q_u, &q_v);
        q3_dot(q_a, &q_w, &q_n);
        if (mpq_sgn(q_a) < 0) return false;
        q_sides += mpq_sgn(q_a) == 0;
    }
    return true;
}

#endif
