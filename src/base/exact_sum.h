/* SPDX-License-Identifier: MIT
 * The sign of a sum of products of three numbers, in plain integers: exact for all finite doubles and
 * most differences of two, with no rounding, overflow or underflow anywhere. Written without branches
 * on signs and sizes: near-degenerate inputs make these unpredictable. */
#ifndef GZ_BASE_EXACT_SUM_H
#define GZ_BASE_EXACT_SUM_H

#include <string.h>

#include "base/common.h"

typedef struct gz_exact_number { /* mantissa 2^exponent, |mantissa| < 2^63, -1083 <= exponent <= 971 */
    int64_t mantissa;
    int exponent;
} gz_exact_number;

typedef struct gz_exact_product { /* + or - the product of the factors */
    const gz_exact_number *factor[3];
    bool negative;
} gz_exact_product;

typedef struct gz_exact_term { /* the same, of doubles */
    double factor[3];
    bool negative;
} gz_exact_term;

#define GZ_EXACT_TERMS 32 /* the most that one sum may have */

/* Any finite double: |mantissa| < 2^53, exponent >= -1074. */
static inline gz_exact_number gz_exact_number_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    int normal = biased > 0; /* else denormal: no leading one, and the exponent of the least normal */
    int64_t fraction = (int64_t)(bits & ((UINT64_C(1) << 52) - 1)) + ((int64_t)normal << 52);
    int64_t sign = 1 - 2 * (int64_t)(bits >> 63);
    gz_exact_number number = {sign * fraction, biased + !normal - 1075};
    return number;
}

/* number 2^(number.exponent - exponent), where exponent >= number.exponent - 9; false if bits are lost.
 * For numbers made by gz_exact_number_of the result is below 2^62. */
static inline bool gz_exact_align(const gz_exact_number *number, int exponent, int64_t *out) {
    int gap = exponent + 9 - number->exponent; /* how far to go down after going up by 9 */
    gap = gap < 63 ? gap : 63;
    int64_t sign = 1 - 2 * (int64_t)(number->mantissa < 0);
    uint64_t raised = (uint64_t)(sign * number->mantissa) << 9;
    uint64_t lowered = raised >> gap;
    *out = sign * (int64_t)lowered;
    return lowered << gap == raised;
}

/* u - v for u, v from gz_exact_number_of, in units of 2^(the larger exponent - 9); false if that is
 * too coarse, i.e. if the difference takes more than about 62 bits. */
static inline bool gz_exact_difference(const gz_exact_number *u, const gz_exact_number *v,
                                       gz_exact_number *out) {
    int64_t u_aligned, v_aligned;
    out->exponent = (u->exponent > v->exponent ? u->exponent : v->exponent) - 9;
    bool u_fits = gz_exact_align(u, out->exponent, &u_aligned);
    bool v_fits = gz_exact_align(v, out->exponent, &v_aligned);
    out->mantissa = u_aligned - v_aligned;
    return u_fits & v_fits;
}

/* The sign of the sum: -1, 0 or 1. 0 <= count <= GZ_EXACT_TERMS; doubles must be finite. */
int gz_exact_products_sign(const gz_exact_product *terms, int count);
int gz_exact_sum_sign(const gz_exact_term *terms, int count);

#endif
