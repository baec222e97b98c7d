/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(TOOL_HAVE_ZLIB)
#include <zlib.h>
#endif

#include "array.h"

enum { PIECE = 1 << 16 };

/* Room for one piece and the zero at the end. */
static bool make_room(bytes *file, size_t *capacity, const char *path, fault *f) {
    if (file->count > BYTES_MOST) return fault_set(f, path, 0, "larger than 2 GB");
    if (*capacity - file->count > PIECE) return true;
    char *grown = array_grow(file->at, capacity, file->count + PIECE + 1, 1);
    if (!grown) return fault_set(f, path, 0, "out of memory");
    file->at = grown;
    return true;
}

static bool read_plain(FILE *stream, const char *path, bytes *file, fault *f) {
    size_t capacity = 0, got;
    do {
        if (!make_room(file, &capacity, path, f)) return false;
        got = fread(file->at + file->count, 1, PIECE, stream);
        file->count += got;
    } while (got > 0);
    if (ferror(stream)) return fault_set(f, path, 0, "cannot be read: %s", strerror(errno));
    file->at[file->count] = 0;
    return true;
}

#if defined(TOOL_HAVE_ZLIB)
static bool unpack(const bytes *packed, const char *path, bytes *file, fault *f) {
    z_stream stream = {.next_in = (Bytef *)packed->at, .avail_in = (uInt)packed->count};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) return fault_set(f, path, 0, "out of memory");
    size_t capacity = 0;
    int state = Z_OK;
    while (state == Z_OK && make_room(file, &capacity, path, f)) {
        stream.next_out = (Bytef *)file->at + file->count;
        stream.avail_out = PIECE;
        state = inflate(&stream, Z_NO_FLUSH);
        file->count += PIECE - stream.avail_out;
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END)
        return fault_set(f, path, 0, "damaged or cut short: gzip cannot unpack it");
    file->at[file->count] = 0;
    return true;
}
#else
static bool unpack(const bytes *packed, const char *path, bytes *file, fault *f) {
    (void)packed, (void)file;
    return fault_set(f, path, 0, "packed with gzip, and this program was built without zlib");
}
#endif

static bool unpack_in_place(const char *path, bytes *file, fault *f) {
    if (file->count < 2 || memcmp(file->at, "\x1f\x8b", 2) != 0) return true;
    bytes plain = {0};
    if (!unpack(file, path, &plain, f)) {
        bytes_free(&plain);
        return false;
    }
    bytes_free(file);
    *file = plain;
    return true;
}

bool bytes_read(const char *path, bytes *out, fault *f) {
    FILE *stream = fopen(path, "rb");
    if (!stream) return fault_set(f, path, 0, "cannot be opened: %s", strerror(errno));
    bytes file = {0};
    bool good = read_plain(stream, path, &file, f) && unpack_in_place(path, &file, f);
    fclose(stream);
    if (!good) {
        bytes_free(&file);
        return false;
    }
    *out = file;
    return true;
}

void bytes_free(bytes *file) {
    free(file->at);
    *file = (bytes){0};
}
