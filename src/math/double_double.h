/* SPDX-License-Identifier: MIT
 * Numbers of twice the precision of double, as unevaluated sums hi + lo with |lo| <= ulp(hi) / 2
 * (Dekker 1971). Relative error of every operation below 2^-100, as long as no product leaves the
 * range of double; no FMA needed. For constructors, where a few correct digits are worth the time. */
#ifndef GZ_MATH_DOUBLE_DOUBLE_H
#define GZ_MATH_DOUBLE_DOUBLE_H

#include "base/common.h"

typedef struct gz_dd {
    double hi, lo;
} gz_dd;

static inline gz_dd gz_dd_two_sum(double a, double b) {
    double sum = a + b, part = sum - a;
    return (gz_dd){sum, (a - (sum - part)) + (b - part)};
}

/* a + b for |a| >= |b|. */
static inline gz_dd gz_dd_fast_sum(double a, double b) {
    double sum = a + b;
    return (gz_dd){sum, b - (sum - a)};
}

/* The upper 26 bits of a. */
static inline double gz_dd_upper(double a) {
    double wide = 134217729.0 * a; /* 2^27 + 1 */
    return wide - (wide - a);
}

static inline gz_dd gz_dd_two_product(double a, double b) {
    double product = a * b;
    double a1 = gz_dd_upper(a), a0 = a - a1, b1 = gz_dd_upper(b), b0 = b - b1;
    return (gz_dd){product, ((a1 * b1 - product) + a1 * b0 + a0 * b1) + a0 * b0};
}

static inline gz_dd gz_dd_add(gz_dd a, gz_dd b) {
    gz_dd high = gz_dd_two_sum(a.hi, b.hi), low = gz_dd_two_sum(a.lo, b.lo);
    gz_dd sum = gz_dd_fast_sum(high.hi, high.lo + low.hi);
    return gz_dd_fast_sum(sum.hi, sum.lo + low.lo);
}

static inline gz_dd gz_dd_neg(gz_dd a) { return (gz_dd){-a.hi, -a.lo}; }

static inline gz_dd gz_dd_sub(gz_dd a, gz_dd b) { return gz_dd_add(a, gz_dd_neg(b)); }

static inline gz_dd gz_dd_mul(gz_dd a, gz_dd b) {
    gz_dd product = gz_dd_two_product(a.hi, b.hi);
    return gz_dd_fast_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline gz_dd gz_dd_scale(gz_dd a, double b) { return gz_dd_mul(a, (gz_dd){b, 0}); }

static inline gz_dd gz_dd_div(gz_dd a, gz_dd b) {
    double first = a.hi / b.hi;
    gz_dd rest = gz_dd_sub(a, gz_dd_scale(b, first));
    double second = rest.hi / b.hi;
    rest = gz_dd_sub(rest, gz_dd_scale(b, second));
    return gz_dd_add(gz_dd_fast_sum(first, second), (gz_dd){rest.hi / b.hi, 0});
}

#endif
