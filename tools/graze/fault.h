/* SPDX-License-Identifier: MIT
 * What went wrong, in words, with the place in the file. */
#ifndef TOOL_FAULT_H
#define TOOL_FAULT_H

#include <stdbool.h>

typedef struct fault {
    char text[1024]; /* "file:line: reason", without the line if that is 0; "" means no fault */
} fault;

#if defined(__GNUC__)
#define FAULT_FORMAT __attribute__((format(printf, 4, 5)))
#else
#define FAULT_FORMAT
#endif

/* Writes the text; the first fault stays, later ones are consequences. Returns false, so that a reader
 * can say `return fault_set(...)`. */
bool fault_set(fault *f, const char *file, long line, const char *format, ...) FAULT_FORMAT;

#endif
