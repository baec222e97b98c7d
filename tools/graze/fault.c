/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The end of a long path tells more than its beginning, and leaves room for the reason. */
enum { LONGEST_PATH = 300 };

/* Names from a file may hold anything; a terminal should not obey them. */
static void make_printable(char *text) {
    for (; *text; ++text)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

bool fault_set(fault *f, const char *file, long line, const char *format, ...) {
    if (f->text[0]) return false;
    size_t size = sizeof f->text, length = strlen(file);
    const char *cut = length > LONGEST_PATH ? "..." : "";
    if (length > LONGEST_PATH) file += length - LONGEST_PATH;
    int used = line > 0 ? snprintf(f->text, size, "%s%s:%ld: ", cut, file, line)
                        : snprintf(f->text, size, "%s%s: ", cut, file);
    if (used < 0 || (size_t)used >= size) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->text + used, size - (size_t)used, format, arguments);
    va_end(arguments);
    make_printable(f->text);
    return false;
}
