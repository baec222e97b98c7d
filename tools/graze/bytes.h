/* SPDX-License-Identifier: MIT
 * A file in memory. */
#ifndef TOOL_BYTES_H
#define TOOL_BYTES_H

#include <stddef.h>

#include "fault.h"

typedef struct bytes {
    char *at; /* a zero follows the last one, so that text can be read as a string */
    size_t count;
} bytes;

/* The most bytes that a file, unpacked, may have: 2^31. A file of a few bytes that would unpack to more
 * is refused at that point, not when the memory is full. */
#define BYTES_MOST ((size_t)1 << 31)

/* Is it there, and neither a folder nor a device, which might never end? */
bool bytes_is_file(const char *path, fault *f);
/* The whole file, unpacked if it is gzip. */
bool bytes_read(const char *path, bytes *out, fault *f);
/* Unpacks what is gzip, all its members, and leaves everything else as it is. */
bool bytes_unpack(const char *path, bytes *file, fault *f);
void bytes_free(bytes *file);

#endif
