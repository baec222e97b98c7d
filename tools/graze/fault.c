/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fault_set(fault *f, const char *file, long line, const char *format, ...) {
    if (f->text[0]) return false;
    size_t size = sizeof f->text;
    int used = line > 0 ? snprintf(f->text, size, "%s:%ld: ", file, line)
                        : snprintf(f->text, size, "%s: ", file);
    if (used < 0 || (size_t)used >= size) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->text + used, size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}
