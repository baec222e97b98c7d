/* SPDX-License-Identifier: MIT
 * Sine, cosine, arc cosine and the angle of a point, from + - * / sqrt and integers alone.
 *
 * Everything is computed in double, unevaluated sums of two doubles where one is not enough, and
 * rounded to the result once: 0.5 ulp and a little in float, under 1 ulp in double. Angles are
 * reduced by exact integer arithmetic whatever their size (Payne and Hanek 1983), so there is one
 * path and no loss near multiples of pi/2. The series are Taylor's. */
#include "math/double_double.h"
#include "math/scale.h"
#include "math/trig_tables.h"

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
static unsigned reduce(double x, gz_dd *rest) {
    uint64_t bits = gz_bits_of_double(x);
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
    gz_dd fraction = {0, 0};
    double unit = 0x1p-30;
    for (int i = 5; i >= 0; --i, unit *= 0x1p-32) {
        gz_dd sum = gz_dd_fast_sum(fraction.hi, word[i] * unit);
        fraction = (gz_dd){sum.hi, fraction.lo + sum.lo};
    }
    *rest = gz_dd_mul(pi_over_2, fraction);
    if (negative) *rest = gz_dd_neg(*rest);
    return k & 3;
}

/* sin(hi + lo) = hi + (hi^3 S(hi^2) + lo cos hi) for |hi| <= pi/4: the bracket is below a tenth of hi,
 * so its few roundings cost 0.3 ulp at most. */
static double sine_near_zero(gz_dd r) {
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
static double cosine_near_zero(gz_dd r) {
    gz_dd square = gz_dd_two_product(r.hi, r.hi);
    double v = square.hi;
    double series =
        1.0 / 24 +
        v * (-1.0 / 720 +
             v * (1.0 / 40320 +
                  v * (-1.0 / 3628800 + v * (1.0 / 479001600 + v * (-1.0 / 87178291200.0 +
                                                                    v * (1.0 / 20922789888000.0 -
                                                                         v / 6402373705728000.0))))));
    gz_dd start = gz_dd_fast_sum(1, -0.5 * v);
    return start.hi + (start.lo + ((v * v * series - 0.5 * square.lo) - r.hi * r.lo));
}

/* sin(angle + quarters pi/2) for angle >= 0. */
static double shifted_sine(double angle, unsigned quarters) {
    gz_dd rest = {angle, 0};
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
static gz_dd arc(gz_dd a, gz_dd b) {
    int k = (int)(a.hi / b.hi * 16 + 0.5);
    double c = k * 0.0625;
    gz_dd t = k == 0 ? gz_dd_div(a, b)
                     : gz_dd_div(gz_dd_add(a, gz_dd_scale(b, -c)), gz_dd_add(b, gz_dd_scale(a, c)));
    double v = t.hi * t.hi;
    double series =
        -1.0 / 3 + v * (1.0 / 5 + v * (-1.0 / 7 + v * (1.0 / 9 + v * (-1.0 / 11 + v * (1.0 / 13)))));
    t.lo += t.hi * v * series;
    return gz_dd_add(arc_tangent[k], gz_dd_fast_sum(t.hi, t.lo));
}

/* The angle of (x, y) in 0..pi, for y >= 0. Sizes must be near one. */
static double angle_of(gz_dd y, gz_dd x) {
    bool left = x.hi < 0;
    if (left) x = gz_dd_neg(x);
    bool steep = y.hi > x.hi;
    gz_dd angle = steep ? gz_dd_sub(pi_over_2, arc(x, y)) : arc(y, x);
    if (left) angle = gz_dd_sub(pi_whole, angle);
    return angle.hi + angle.lo;
}

static gz_dd square_root(gz_dd a) {
    if (!(a.hi > 0)) return (gz_dd){0, 0};
    double root = sqrt(a.hi);
    gz_dd rest = gz_dd_sub(a, gz_dd_two_product(root, root));
    return gz_dd_fast_sum(root, rest.hi / (2 * root));
}

real graze_acos(real x) {
    if (!(x < 1)) return x >= 1 ? 0 : x - x;
    if (x <= -1) return (real)pi_whole.hi;
    gz_dd square = gz_dd_two_product((double)x, (double)x);
    gz_dd y = square_root(gz_dd_sub((gz_dd){1, 0}, square));
    return (real)angle_of(y, (gz_dd){(double)x, 0});
}

/* The angle of (x, y) in 0..pi for y >= 0, both finite and not both zero. */
static double angle_of_point(double y, double x) {
    int y_exponent = gz_exponent(y), x_exponent = gz_exponent(x);
    if (y == 0 || (x != 0 && x_exponent - y_exponent > 60)) /* atan t = t to more bits than we have */
        return x > 0 ? y / x : pi_whole.hi;
    if (x == 0 || y_exponent - x_exponent > 60) return pi_over_2.hi;
    gz_dd scaled_x = {gz_scale_double(x, -x_exponent), 0};
    gz_dd scaled_y = {gz_scale_double(y, -x_exponent), 0};
    return angle_of(scaled_y, scaled_x);
}

real graze_atan2(real y, real x) {
    if (x != x || y != y) return x + y;
    if (x == 0 && y == 0) return 0;
    bool below = gz_bits_of_double((double)y) >> 63 != 0;
    double height = (double)graze_abs(y), width = (double)x;
    bool high = !graze_is_finite(y), wide = !graze_is_finite(x);
    if (high || wide) { /* towards infinity only the infinite coordinates count */
        height = high ? 1 : 0;
        width = wide ? (double)graze_sign(x) : 0;
    }
    double angle = angle_of_point(height, width);
    return (real)(below ? -angle : angle);
}
