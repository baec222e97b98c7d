/* SPDX-License-Identifier: MIT
 * A number is m 2^e with an integer |m| < 2^63 and -1083 <= e <= 971, so a product of three is M 2^E
 * with |M| < 2^189 and -3249 <= E <= 2913. The positive products and the negative ones are added up
 * as two nonnegative integers, in units of 2^B with B the smallest E that occurs, and compared.
 *
 * No limb is ever missing: with at most 32 = 2^5 terms each total is below 2^(E_max - B + 189 + 5),
 * and E_max - B <= 6162, so 6356 bits or 100 limbs of 64 hold it. */
#include "base/exact_sum.h"

#define LIMBS 104 /* 100, and room so that even NaN and infinity (e = 972) stay inside */

typedef struct product {
    uint64_t limb[3]; /* |M|, least significant first */
    int exponent;     /* E */
    bool negative;
} product;

/* a b + carry, the low half returned and the high half in *high. Never overflows, since
 * (2^64 - 1)^2 + (2^64 - 1) < 2^128. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t carry, uint64_t *high) {
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t low = a0 * b0 + (carry & UINT32_MAX);
    uint64_t middle = a1 * b0 + (low >> 32) + (carry >> 32);
    uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return other << 32 | (low & UINT32_MAX);
}

static uint64_t magnitude(int64_t m) { return m < 0 ? (uint64_t)-m : (uint64_t)m; }

/* False if the product is zero. */
static bool make_product(const gz_exact_product *term, product *out) {
    const gz_exact_number *x = term->factor[0], *y = term->factor[1], *z = term->factor[2];
    if (x->mantissa == 0 || y->mantissa == 0 || z->mantissa == 0) return false;
    uint64_t high, carry;
    uint64_t low = multiply(magnitude(x->mantissa), magnitude(y->mantissa), 0, &high);
    out->limb[0] = multiply(low, magnitude(z->mantissa), 0, &carry);
    out->limb[1] = multiply(high, magnitude(z->mantissa), carry, &out->limb[2]);
    out->exponent = x->exponent + y->exponent + z->exponent;
    out->negative = (x->mantissa < 0) ^ (y->mantissa < 0) ^ (z->mantissa < 0) ^ term->negative;
    return true;
}

/* total += |M| 2^shift. */
static void add(uint64_t total[LIMBS], const product *p, int shift) {
    int at = shift / 64, left = shift % 64;
    uint64_t carry = 0, below = 0;
    for (int i = 0; i < 4 || carry; ++i) {
        uint64_t limb = i < 3 ? p->limb[i] : 0;
        uint64_t part = limb << left | below >> 1 >> (63 - left); /* right by 64 - left, also at 64 */
        below = limb;
        uint64_t sum = total[at + i] + part;
        uint64_t with_carry = sum + carry;
        carry = (uint64_t)(sum < part) | (uint64_t)(with_carry < carry);
        total[at + i] = with_carry;
    }
}

int gz_exact_products_sign(const gz_exact_product *terms, int count) {
    GZ_ASSERT(0 <= count && count <= GZ_EXACT_TERMS);
    product products[GZ_EXACT_TERMS];
    int used = 0, lowest = 0, highest = 0;
    for (int i = 0; i < count; ++i) {
        product *p = &products[used];
        if (!make_product(&terms[i], p)) continue;
        if (used == 0 || p->exponent < lowest) lowest = p->exponent;
        if (used == 0 || p->exponent > highest) highest = p->exponent;
        ++used;
    }
    /* limbs 0 .. top hold both totals; add touches at most three more and leaves zeros there */
    int top = (highest - lowest + 189 + 5 - 1) / 64;
    GZ_ASSERT(top + 4 <= LIMBS);
    uint64_t totals[2][LIMBS]; /* of the positive and of the negative products */
    memset(totals[0], 0, (size_t)(top + 4) * sizeof totals[0][0]);
    memset(totals[1], 0, (size_t)(top + 4) * sizeof totals[1][0]);
    for (int i = 0; i < used; ++i)
        add(totals[products[i].negative], &products[i], products[i].exponent - lowest);
    for (int i = top; i >= 0; --i)
        if (totals[0][i] != totals[1][i]) return totals[0][i] > totals[1][i] ? 1 : -1;
    return 0;
}

int gz_exact_sum_sign(const gz_exact_term *terms, int count) {
    GZ_ASSERT(0 <= count && count <= GZ_EXACT_TERMS);
    gz_exact_number numbers[GZ_EXACT_TERMS][3];
    gz_exact_product products[GZ_EXACT_TERMS];
    for (int i = 0; i < count; ++i) {
        products[i].negative = terms[i].negative;
        for (int k = 0; k < 3; ++k) {
            numbers[i][k] = gz_exact_number_of(terms[i].factor[k]);
            products[i].factor[k] = &numbers[i][k];
        }
    }
    return gz_exact_products_sign(products, count);
}
