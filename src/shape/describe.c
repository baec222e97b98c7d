/* SPDX-License-Identifier: MIT
 * Shapes in words, for debugging. */
#include "shape/shape.h"

#include "math/double_double.h"

#define DEPTH 8  /* nested shapes shown */
#define DIGITS 6 /* significant ones of a number */

void gz_text_add(gz_text *text, const char *words) {
    for (; *words; ++words, ++text->length)
        if (text->length + 1 < text->size) text->out[text->length] = *words;
}

/* The significant digits of a finite nonnegative number, without zeros at the end, and its decimal
 * exponent. Correctly rounded, ties to even as the C library does: a tie has so few digits that every
 * product and quotient here is exact. No C library, so no locale either. */
static int decimal(double number, char digits[DIGITS + 1]) {
    gz_dd scaled = {number, 0};
    int exponent = DIGITS - 1; /* right when 1e5 <= scaled < 1e6 */
    for (; scaled.hi >= 1e28; exponent += 22) scaled = gz_dd_div(scaled, (gz_dd){1e22, 0});
    for (; scaled.hi >= 1e6; ++exponent) scaled = gz_dd_div(scaled, (gz_dd){10, 0});
    for (; number > 0 && scaled.hi < 1e-17; exponent -= 22) scaled = gz_dd_scale(scaled, 1e22);
    for (; number > 0 && scaled.hi < 1e5; --exponent) scaled = gz_dd_scale(scaled, 10);
    long whole = (long)scaled.hi;
    double rest = (scaled.hi - (double)whole) + scaled.lo;
    if (rest < 0) {
        --whole;
        rest += 1;
    }
    if (rest > 0.5 || (rest == 0.5 && whole % 2 == 1)) ++whole;
    if (whole == 1000000) {
        whole = 100000;
        ++exponent;
    }
    for (int i = DIGITS - 1; i >= 0; --i, whole /= 10) digits[i] = (char)('0' + whole % 10);
    int count = DIGITS;
    while (count > 1 && digits[count - 1] == '0') --count;
    digits[count] = 0;
    return number > 0 ? exponent : 0;
}

/* The digits with a point after the first `whole` of them; zeros fill what is missing. */
static void add_digits(gz_text *text, const char *digits, int whole) {
    if (whole <= 0) gz_text_add(text, "0.");
    for (int i = whole; i < 0; ++i) gz_text_add(text, "0");
    int i = 0;
    for (; digits[i]; ++i) {
        if (i == whole && whole > 0) gz_text_add(text, ".");
        gz_text_add(text, (char[]){digits[i], 0});
    }
    for (; i < whole; ++i) gz_text_add(text, "0");
}

/* "e-07", two digits at least. */
static void add_exponent(gz_text *text, int exponent) {
    int size = exponent < 0 ? -exponent : exponent;
    gz_text_add(text, exponent < 0 ? "e-" : "e+");
    if (size >= 100) gz_text_add(text, (char[]){(char)('0' + size / 100), 0});
    gz_text_add(text, (char[]){(char)('0' + size / 10 % 10), (char)('0' + size % 10), 0});
}

void gz_text_add_real(gz_text *text, real number) {
    char digits[DIGITS + 1];
    int exponent = decimal((double)graze_abs(number), digits);
    if (number < 0) gz_text_add(text, "-");
    if (exponent >= -4 && exponent < DIGITS) {
        add_digits(text, digits, exponent + 1);
        return;
    }
    add_digits(text, digits, 1);
    add_exponent(text, exponent);
}

void gz_text_add_sizes(gz_text *text, const char *name, const real *sizes, int count) {
    gz_text_add(text, name);
    for (int i = 0; i < count; ++i) {
        gz_text_add(text, i == 0 ? "(" : ", ");
        gz_text_add_real(text, sizes[i]);
    }
    gz_text_add(text, ")");
}

void gz_text_add_shape(gz_text *text, const graze_shape *shape, int depth) {
    if (depth <= 0)
        gz_text_add(text, "...");
    else
        shape->ops->describe(shape, text, depth);
}

size_t graze_shape_describe(const graze_shape *shape, char *text, size_t size) {
    gz_text growing = {.out = text, .size = text ? size : 0, .length = 0};
    if (shape)
        gz_text_add_shape(&growing, shape, DEPTH);
    else
        gz_text_add(&growing, "null");
    if (growing.size > 0) text[growing.length < size ? growing.length : size - 1] = 0;
    return growing.length;
}
