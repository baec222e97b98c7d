/* SPDX-License-Identifier: MIT
 * Sine, cosine, arc cosine and the angle of a point, from + - * / sqrt and integers alone.
 *
 * Everything is computed in double, unevaluated sums of two doubles where one is not enough, and
 * rounded to the result once: 0.5 ulp and a little in float, under 1 ulp in double. Angles are
 * reduced by exact integer arithmetic whatever their size (Payne and Hanek 1983), so there is one
 * path and no loss near multiples of pi/2. The series are Taylor's. */
#include "math/scale.h"

/* hi + lo with |lo| <= ulp(hi) / 2. */
typedef struct twofold {
    double hi, lo;
} twofold;

#include "math/trig_tables.h"

/* -- sums of two doubles (Dekker 1971, Knuth) --------------------------------------------------- */

/* a + b exactly, for |a| >= |b| or a = 0. */
static twofold ordered_sum(double a, double b) {
    double sum = a + b;
    return (twofold){sum, b - (sum - a)};
}

/* a + b exactly. */
static twofold exact_sum(double a, double b) {
    double sum = a + b, part = sum - a;
    return (twofold){sum, (a - (sum - part)) + (b - part)};
}

/* The upper 26 bits of a. */
static double upper_half(double a) {
    double c = a * 134217729.0; /* 2^27 + 1 */
    return c - (c - a);
}

/* a * b exactly, as long as nothing underflows. */
static twofold exact_product(double a, double b) {
    double a1 = upper_half(a), b1 = upper_half(b), a2 = a - a1, b2 = b - b1;
    double product = a * b;
    return (twofold){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

static twofold add(twofold a, twofold b) {
    twofold sum = exact_sum(a.hi, b.hi);
    return ordered_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static twofold negate(twofold a) { return (twofold){-a.hi, -a.lo}; }

static twofold times(twofold a, double b) {
    twofold product = exact_product(a.hi, b);
    return ordered_sum(product.hi, product.lo + a.lo * b);
}

static twofold divide(twofold a, twofold b) {
    double quotient = a.hi / b.hi;
    twofold back = exact_product(quotient, b.hi);
    double rest = (((a.hi - back.hi) - back.lo) + a.lo) - quotient * b.lo;
    return ordered_sum(quotient, rest / b.hi);
}

static twofold square_root(twofold a) {
    if (!(a.hi > 0)) return (twofold){0, 0};
    double root = sqrt(a.hi);
    twofold back = exact_product(root, root);
    double rest = ((a.hi - back.hi) - back.lo) + a.lo;
    return ordered_sum(root, rest / (2 * root));
}

/* -- sine and cosine ------------------------------------------------------------------------------ */

/* The lowest 192 bits of (192 bits of 2/pi from bit start on) * mantissa, the lowest word first. */
static void multiply_window(int start, uint64_t mantissa, uint32_t product[6]) {
    uint64_t low = mantissa & 0xffffffff, high = mantissa >> 32;
    uint32_t window[6];
    for (int i = 0; i < 6; ++i) {
        const uint32_t *word = two_over_pi + start / 32 + (5 - i);
        window[i] = (uint32_t)(((uint64_t)word[0] << 32 | word[1]) >> (32 - start % 32));
    }
    uint64_t carry = 0;
    for (int i = 0; i < 6; ++i) {
        carry += window[i] * low;
        product[i] = (uint32_t)carry;
        carry >>= 32;
    }
    carry = 0;
    for (int i = 0; i < 5; ++i) {
        carry += window[i] * high + product[i + 1];
        product[i + 1] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* x = k pi/2 + rest with |rest| <= pi/4, for finite x > pi/4; returns k mod 4.
 * x = m 2^e with an integer m of 53 bits. Bits of 2/pi that contribute multiples of 4 to x 2/pi are
 * skipped; of the next 192 two are k, 190 the fraction. No double comes nearer to a multiple of pi/2
 * than about 2^-62, and what is cut off is below 2^53 2^-190: 75 good bits at worst. */
static unsigned reduce(double x, twofold *rest) {
    uint64_t bits = gz_double_bits(x);
    int exponent = (int)(bits >> 52) - 1075;
    uint32_t word[6];
    multiply_window(exponent + 62, (bits & 0xfffffffffffff) | UINT64_C(1) << 52, word);
    unsigned k = word[5] >> 30;
    bool negative = (word[5] >> 29 & 1) != 0; /* the fraction is 1/2 or more: take it from the next k */
    if (negative) {
        uint64_t carry = 1;
        for (int i = 0; i < 6; ++i) {
            carry += (uint32_t)~word[i];
            word[i] = (uint32_t)carry;
            carry >>= 32;
        }
        ++k;
    }
    word[5] &= 0x3fffffff;
    twofold fraction = {0, 0};
    double unit = 0x1p-30;
    for (int i = 5; i >= 0; --i, unit *= 0x1p-32) {
        twofold sum = ordered_sum(fraction.hi, word[i] * unit);
        fraction = (twofold){sum.hi, fraction.lo + sum.lo};
    }
    *rest = times(pi_over_2, fraction.hi);
    *rest = ordered_sum(rest->hi, rest->lo + fraction.lo * pi_over_2.hi);
    if (negative) *rest = negate(*rest);
    return k & 3;
}

/* sin(hi + lo) = hi + (hi^3 S(hi^2) + lo cos hi) for |hi| <= pi/4: the bracket is below a tenth of hi,
 * so its few roundings cost 0.3 ulp at most. */
static double sine_near_zero(twofold r) {
    double v = r.hi * r.hi;
    double series =
        -1.0 / 6 +
        v * (1.0 / 120 +
             v * (-1.0 / 5040 +
                  v * (1.0 / 362880 + v * (-1.0 / 39916800 +
                                           v * (1.0 / 6227020800.0 + v * (-1.0 / 1307674368000.0 +
                                                                          v / 355687428096000.0))))));
    return r.hi + (r.hi * v * series + r.lo * (1 - 0.5 * v));
}

/* cos(hi + lo) = 1 - hi^2 / 2 + (hi^4 C(hi^2) - hi lo), the square and the difference exact. */
static double cosine_near_zero(twofold r) {
    twofold square = exact_product(r.hi, r.hi);
    double v = square.hi;
    double series =
        1.0 / 24 +
        v * (-1.0 / 720 +
             v * (1.0 / 40320 +
                  v * (-1.0 / 3628800 + v * (1.0 / 479001600 + v * (-1.0 / 87178291200.0 +
                                                                    v * (1.0 / 20922789888000.0 -
                                                                         v / 6402373705728000.0))))));
    twofold start = ordered_sum(1, -0.5 * v);
    return start.hi + (start.lo + ((v * v * series - 0.5 * square.lo) - r.hi * r.lo));
}

/* sin(angle + quarters pi/2) for angle >= 0. */
static double shifted_sine(double angle, unsigned quarters) {
    twofold rest = {angle, 0};
    if (angle > 0.5 * pi_over_2.hi) quarters += reduce(angle, &rest);
    double value = quarters & 1 ? cosine_near_zero(rest) : sine_near_zero(rest);
    return quarters & 2 ? -value : value;
}

real graze_sin(real angle) {
    if (!graze_is_finite(angle)) return angle - angle;
    double size = (double)graze_abs(angle);
    if (size < 0x1p-27) return angle; /* also for the sign of zero; x^3 / 6 is below 0.2 ulp */
    double value = shifted_sine(size, 0);
    return (real)(angle < 0 ? -value : value);
}

real graze_cos(real angle) {
    if (!graze_is_finite(angle)) return angle - angle;
    return (real)shifted_sine((double)graze_abs(angle), 1);
}

/* -- angles --------------------------------------------------------------------------------------- */

/* atan(a / b) for 0 <= a <= b, b > 0, by atan(a / b) = atan(c) + atan((a - c b) / (b + c a)) with c
 * the multiple of 1/16 next to a / b, so that the series has an argument up to 1/32. */
static twofold arc(twofold a, twofold b) {
    int k = (int)(a.hi / b.hi * 16 + 0.5);
    double c = k * 0.0625;
    twofold t = k == 0 ? divide(a, b) : divide(add(a, times(b, -c)), add(b, times(a, c)));
    double v = t.hi * t.hi;
    double series =
        -1.0 / 3 + v * (1.0 / 5 + v * (-1.0 / 7 + v * (1.0 / 9 + v * (-1.0 / 11 + v * (1.0 / 13)))));
    t.lo += t.hi * v * series;
    return add(arc_tangent[k], ordered_sum(t.hi, t.lo));
}

/* The angle of (x, y) in 0..pi, for y >= 0. Sizes must be near one. */
static double angle_of(twofold y, twofold x) {
    bool left = x.hi < 0;
    if (left) x = negate(x);
    bool steep = y.hi > x.hi;
    twofold angle = steep ? add(pi_over_2, negate(arc(x, y))) : arc(y, x);
    if (left) angle = add(pi_whole, negate(angle));
    return angle.hi + angle.lo;
}

real graze_acos(real x) {
    if (!(x < 1)) return x >= 1 ? 0 : x - x;
    if (x <= -1) return (real)pi_whole.hi;
    twofold square = exact_product((double)x, (double)x);
    twofold y = square_root(add((twofold){1, 0}, negate(square)));
    return (real)angle_of(y, (twofold){(double)x, 0});
}

/* The angle of (x, y) in 0..pi for y >= 0, both finite and not both zero. */
static double angle_of_point(double y, double x) {
    int y_exponent = gz_exponent(y), x_exponent = gz_exponent(x);
    if (y == 0 || (x != 0 && x_exponent - y_exponent > 60)) /* atan t = t to more bits than we have */
        return x > 0 ? y / x : pi_whole.hi;
    if (x == 0 || y_exponent - x_exponent > 60) return pi_over_2.hi;
    twofold scaled_x = {gz_scale_double(x, -x_exponent), 0};
    twofold scaled_y = {gz_scale_double(y, -x_exponent), 0};
    return angle_of(scaled_y, scaled_x);
}

real graze_atan2(real y, real x) {
    if (x != x || y != y) return x + y;
    if (x == 0 && y == 0) return 0;
    bool below = gz_double_bits((double)y) >> 63 != 0;
    double height = (double)graze_abs(y), width = (double)x;
    bool high = !graze_is_finite(y), wide = !graze_is_finite(x);
    if (high || wide) { /* towards infinity only the infinite coordinates count */
        height = high ? 1 : 0;
        width = wide ? (double)graze_sign(x) : 0;
    }
    double angle = angle_of_point(height, width);
    return (real)(below ? -angle : angle);
}
