/* SPDX-License-Identifier: MIT */
#include "oracle/proof_exact.h"

#include <gmp.h>
#include <mpfr.h>

/* -- rationals -- */

typedef struct rational3 {
    mpq_t c[3];
} rational3;

static void q_init(rational3 *v) {
    for (int i = 0; i < 3; ++i) mpq_init(v->c[i]);
}
static void q_clear(rational3 *v) {
    for (int i = 0; i < 3; ++i) mpq_clear(v->c[i]);
}

/* out += v . x */
static void q_add_dot(mpq_t out, const rational3 *v, graze_vec3 x) {
    mpq_t term;
    mpq_init(term);
    for (int i = 0; i < 3; ++i) {
        mpq_set_d(term, (double)graze_vec3_get(x, i));
        mpq_mul(term, term, v->c[i]);
        mpq_add(out, out, term);
    }
    mpq_clear(term);
}

static bool q_height(mpq_t out, const solid *s, const rational3 *v);

/* The height of basis * s + origin. */
static bool q_image_height(mpq_t out, const solid *s, const graze_pose *pose, const rational3 *v) {
    rational3 local;
    q_init(&local);
    for (int i = 0; i < 3; ++i) q_add_dot(local.c[i], v, pose->basis.col[i]);
    bool flat = q_height(out, s, &local);
    q_add_dot(out, v, pose->origin);
    q_clear(&local);
    return flat;
}

static void q_points_height(mpq_t out, const solid *s, const rational3 *v) {
    mpq_t own;
    mpq_init(own);
    for (int i = 0; i < s->count; ++i) {
        mpq_set_ui(own, 0, 1);
        q_add_dot(own, v, solid_points(s)[i]);
        if (i == 0 || mpq_cmp(own, out) > 0) mpq_set(out, own);
    }
    mpq_clear(own);
}

static void q_box_height(mpq_t out, const solid *s, const rational3 *v) {
    rational3 turned; /* into the corner where all is positive */
    q_init(&turned);
    for (int i = 0; i < 3; ++i) mpq_abs(turned.c[i], v->c[i]);
    mpq_set_ui(out, 0, 1);
    q_add_dot(out, &turned, s->size);
    q_clear(&turned);
}

/* max v . x over the solid; false if the solid is not a polytope. */
static bool q_height(mpq_t out, const solid *s, const rational3 *v) {
    if (s->kind == SOLID_POINTS) {
        q_points_height(out, s, v);
        return true;
    }
    if (s->kind == SOLID_BOX || s->kind == SOLID_CUSTOM) {
        q_box_height(out, s, v);
        return true;
    }
    if (s->kind == SOLID_IMAGE) return q_image_height(out, s->parts[0], &s->pose, v);
    if (s->kind != SOLID_SUM && s->kind != SOLID_HULL) return false;
    bool flat = q_height(out, s->parts[0], v);
    mpq_t own;
    mpq_init(own);
    for (int i = 1; i < s->count && flat; ++i) {
        flat = q_height(own, s->parts[i], v);
        if (s->kind == SOLID_SUM)
            mpq_add(out, out, own);
        else if (mpq_cmp(own, out) > 0)
            mpq_set(out, own);
    }
    mpq_clear(own);
    return flat;
}

/* With height = h_A(n) + h_B(-n) = -gap: height <= 0 and height^2 >= lower^2 |n|^2; if lower is
 * negative, either height <= 0 or height^2 <= lower^2 |n|^2. */
static exact_verdict rational_axis(const pair_case *c, graze_vec3 axis, graze_real lower) {
    rational3 n, back;
    mpq_t a, b, bound;
    q_init(&n);
    q_init(&back);
    mpq_inits(a, b, bound, NULL);
    for (int i = 0; i < 3; ++i) {
        mpq_set_d(n.c[i], (double)graze_vec3_get(axis, i));
        mpq_neg(back.c[i], n.c[i]);
    }
    exact_verdict verdict = EXACT_UNDECIDED;
    if (q_image_height(a, c->body_a.solid, &c->a.pose, &n) &&
        q_image_height(b, c->body_b.solid, &c->b.pose, &back)) {
        mpq_add(a, a, b);
        q_add_dot(bound, &n, axis);
        mpq_set_d(b, (double)lower);
        mpq_mul(b, b, b);
        mpq_mul(bound, bound, b);
        int sign = mpq_sgn(a);
        mpq_mul(a, a, a);
        int beyond = mpq_cmp(a, bound);
        bool proved = lower < 0 ? sign <= 0 || beyond <= 0 : sign <= 0 && beyond >= 0;
        verdict = proved ? EXACT_PROVED_RATIONAL : EXACT_REFUTED;
    }
    mpq_clears(a, b, bound, NULL);
    q_clear(&back);
    q_clear(&n);
    return verdict;
}

/* -- long floating point numbers, rounded up -- */

enum { BITS = 1536 }; /* products of five doubles with exponents hundreds apart are exact */

typedef struct long3 {
    mpfr_t c[3];
} long3;

static void f_init(long3 *v) {
    for (int i = 0; i < 3; ++i) {
        mpfr_init2(v->c[i], BITS);
        mpfr_set_zero(v->c[i], 1);
    }
}
static void f_clear(long3 *v) {
    for (int i = 0; i < 3; ++i) mpfr_clear(v->c[i]);
}

/* out += x * y */
static void f_add_product(mpfr_t out, mpfr_srcptr x, graze_real y) {
    mpfr_t term;
    mpfr_init2(term, BITS);
    mpfr_mul_d(term, x, (double)y, MPFR_RNDU);
    mpfr_add(out, out, term, MPFR_RNDU);
    mpfr_clear(term);
}

static void f_add_dot(mpfr_t out, const long3 *v, graze_vec3 x) {
    for (int i = 0; i < 3; ++i) f_add_product(out, v->c[i], graze_vec3_get(x, i));
}

/* out += factor * |(v.x r.x, v.y r.y, v.z r.z)|, for factor >= 0. */
static void f_add_length(mpfr_t out, const long3 *v, graze_vec3 r, graze_real factor) {
    mpfr_t sum, term;
    mpfr_inits2(BITS, sum, term, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < 3; ++i) {
        mpfr_mul_d(term, v->c[i], (double)graze_vec3_get(r, i), MPFR_RNDA);
        mpfr_sqr(term, term, MPFR_RNDU);
        mpfr_add(sum, sum, term, MPFR_RNDU);
    }
    mpfr_sqrt(sum, sum, MPFR_RNDU);
    f_add_product(out, sum, factor);
    mpfr_clears(sum, term, (mpfr_ptr)0);
}

static void f_height(mpfr_t out, const solid *s, const long3 *v, bool *exact);

/* The direction must come out exactly: only then is a height that is rounded up an upper bound. */
static void f_image_height(mpfr_t out, const solid *s, const graze_pose *pose, const long3 *v,
                           bool *exact) {
    long3 local;
    f_init(&local);
    mpfr_clear_inexflag();
    for (int i = 0; i < 3; ++i) f_add_dot(local.c[i], v, pose->basis.col[i]);
    if (mpfr_inexflag_p()) *exact = false;
    f_height(out, s, &local, exact);
    f_add_dot(out, v, pose->origin);
    f_clear(&local);
}

/* out = max(out, -v.y y + radius |(v.x, v.z)|): a disk at height -y. */
static void f_raise_to_disk(mpfr_t out, const long3 *v, graze_real y, graze_real radius, bool first) {
    mpfr_t own;
    mpfr_init2(own, BITS);
    mpfr_set_zero(own, 1);
    f_add_product(own, v->c[1], -y);
    f_add_length(own, v, graze_vec3_make(1, 0, 1), radius);
    if (first)
        mpfr_set(out, own, MPFR_RNDU);
    else
        mpfr_max(out, out, own, MPFR_RNDU);
    mpfr_clear(own);
}

static void f_parts_height(mpfr_t out, const solid *s, const long3 *v, bool *exact) {
    mpfr_t own;
    mpfr_init2(own, BITS);
    f_height(out, s->parts[0], v, exact);
    for (int i = 1; i < s->count; ++i) {
        f_height(own, s->parts[i], v, exact);
        if (s->kind == SOLID_SUM)
            mpfr_add(out, out, own, MPFR_RNDU);
        else
            mpfr_max(out, out, own, MPFR_RNDU);
    }
    mpfr_clear(own);
}

static void f_points_height(mpfr_t out, const solid *s, const long3 *v) {
    mpfr_t own;
    mpfr_init2(own, BITS);
    for (int i = 0; i < s->count; ++i) {
        mpfr_set_zero(own, 1);
        f_add_dot(own, v, solid_points(s)[i]);
        if (i == 0)
            mpfr_set(out, own, MPFR_RNDU);
        else
            mpfr_max(out, out, own, MPFR_RNDU);
    }
    mpfr_clear(own);
}

/* An upper bound of max v . x over the solid. */
static void f_height(mpfr_t out, const solid *s, const long3 *v, bool *exact) {
    graze_vec3 ones = graze_vec3_make(1, 1, 1);
    graze_real half = s->size.y / 2;
    mpfr_set_zero(out, 1);
    switch (s->kind) {
    case SOLID_POINTS:
        f_points_height(out, s, v);
        break;
    case SOLID_SPHERE:
        f_add_length(out, v, ones, s->size.x);
        break;
    case SOLID_BOX:
    case SOLID_CUSTOM:
        for (int i = 0; i < 3; ++i) {
            graze_real side = graze_vec3_get(s->size, i);
            f_add_product(out, v->c[i], mpfr_sgn(v->c[i]) < 0 ? -side : side);
        }
        break;
    case SOLID_CONE:
        f_raise_to_disk(out, v, half, s->size.x, true);
        f_raise_to_disk(out, v, -half, 0, false);
        break;
    case SOLID_CYLINDER:
        f_raise_to_disk(out, v, half, s->size.x, true);
        f_raise_to_disk(out, v, -half, s->size.x, false);
        break;
    case SOLID_CAPSULE:
        f_raise_to_disk(out, v, half, 0, true);
        f_raise_to_disk(out, v, -half, 0, false);
        f_add_length(out, v, ones, s->size.x);
        break;
    case SOLID_ELLIPSOID:
        f_add_length(out, v, s->size, 1);
        break;
    case SOLID_ROUNDED:
        f_height(out, s->parts[0], v, exact);
        f_add_length(out, v, ones, s->size.x);
        break;
    case SOLID_IMAGE:
        f_image_height(out, s->parts[0], &s->pose, v, exact);
        break;
    default:
        f_parts_height(out, s, v, exact);
    }
}

/* h_A(n) + h_B(-n) + (margins + lower) |n| <= 0. A negative lower is the one term that is rounded the
 * wrong way, by one of 1536 bits. */
static exact_verdict rounded_axis(const pair_case *c, graze_vec3 axis, graze_real lower) {
    long3 n, back;
    mpfr_t sum, other;
    graze_vec3 ones = graze_vec3_make(1, 1, 1);
    bool exact = true;
    f_init(&n);
    f_init(&back);
    mpfr_inits2(BITS, sum, other, (mpfr_ptr)0);
    for (int i = 0; i < 3; ++i) {
        mpfr_set_d(n.c[i], (double)graze_vec3_get(axis, i), MPFR_RNDN);
        mpfr_neg(back.c[i], n.c[i], MPFR_RNDN);
    }
    f_image_height(sum, c->body_a.solid, &c->a.pose, &n, &exact);
    f_image_height(other, c->body_b.solid, &c->b.pose, &back, &exact);
    mpfr_add(sum, sum, other, MPFR_RNDU);
    f_add_length(sum, &n, ones, c->a.margin);
    f_add_length(sum, &n, ones, c->b.margin);
    f_add_length(sum, &n, ones, lower);
    exact_verdict verdict = mpfr_sgn(sum) <= 0 ? EXACT_PROVED_ROUNDED : EXACT_REFUTED;
    if (!exact) verdict = EXACT_UNDECIDED;
    mpfr_clears(sum, other, (mpfr_ptr)0);
    f_clear(&back);
    f_clear(&n);
    return verdict;
}

exact_verdict exact_axis(const pair_case *c, graze_vec3 axis, graze_real lower) {
    exact_verdict verdict = EXACT_UNDECIDED;
    if (c->a.margin == 0 && c->b.margin == 0) verdict = rational_axis(c, axis, lower);
    return verdict == EXACT_UNDECIDED ? rounded_axis(c, axis, lower) : verdict;
}
