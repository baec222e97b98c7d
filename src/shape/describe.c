/* SPDX-License-Identifier: MIT
 * Shapes in words, for debugging. */
#include "shape/shape.h"

#include <stdio.h>
#include <string.h>

#define DEPTH 8  /* nested shapes shown */
#define DIGITS 6 /* significant ones of a number */

void gz_text_add(gz_text *text, const char *words) {
    for (; *words; ++words, ++text->length)
        if (text->length + 1 < text->size) text->out[text->length] = *words;
}

/* The significant digits of a finite number and its decimal exponent. The C library's conversion is
 * correctly rounded; only its decimal point depends on the locale, so just digits are taken. */
static int decimal(real number, char digits[DIGITS + 1]) {
    char scientific[64];
    snprintf(scientific, sizeof scientific, "%.*e", DIGITS - 1, (double)number);
    const char *from = scientific;
    int count = 0, exponent = 0;
    for (; *from && *from != 'e'; ++from)
        if (*from >= '0' && *from <= '9' && count < DIGITS) digits[count++] = *from;
    bool negative = from[0] == 'e' && from[1] == '-';
    for (; *from; ++from)
        if (*from >= '0' && *from <= '9') exponent = exponent * 10 + (*from - '0');
    while (count > 1 && digits[count - 1] == '0') --count;
    digits[count] = 0;
    return negative ? -exponent : exponent;
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

void gz_text_add_real(gz_text *text, real number) {
    char digits[DIGITS + 1], power[16];
    int exponent = decimal(graze_abs(number), digits);
    if (number < 0) gz_text_add(text, "-");
    if (exponent >= -4 && exponent < DIGITS) {
        add_digits(text, digits, exponent + 1);
        return;
    }
    add_digits(text, digits, 1);
    snprintf(power, sizeof power, "e%c%02d", exponent < 0 ? '-' : '+',
             exponent < 0 ? -exponent : exponent);
    gz_text_add(text, power);
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
