/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if defined(TOOL_HAVE_ZLIB)
#include <zlib.h>
#endif

#include "array.h"
#include "progress.h"

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

static bool begins_gzip(const char *at, size_t count) {
    return count >= 2 && memcmp(at, "\x1f\x8b", 2) == 0;
}

#if defined(TOOL_HAVE_ZLIB)
/* Files packed one by one and joined are one file of several members. */
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
        if (state == Z_STREAM_END && begins_gzip((const char *)stream.next_in, stream.avail_in))
            state = inflateReset(&stream);
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

bool bytes_unpack(const char *path, bytes *file, fault *f) {
    if (!begins_gzip(file->at, file->count)) return true;
    bytes plain = {0};
    if (!unpack(file, path, &plain, f)) {
        bytes_free(&plain);
        return false;
    }
    bytes_free(file);
    *file = plain;
    return true;
}

/* To be asked before it is opened, since opening a pipe may wait for ever. */
bool bytes_is_file(const char *path, fault *f) {
    struct stat about;
    if (stat(path, &about) != 0) return fault_set(f, path, 0, "cannot be opened: %s", strerror(errno));
    if (S_ISDIR(about.st_mode)) return fault_set(f, path, 0, "is a folder, not a file");
    return S_ISREG(about.st_mode) || fault_set(f, path, 0, "is a pipe or a device, not a file");
}

bool bytes_read(const char *path, bytes *out, fault *f) {
    if (!bytes_is_file(path, f)) return false;
    FILE *stream = fopen(path, "rb");
    if (!stream) return fault_set(f, path, 0, "cannot be opened: %s", strerror(errno));
    bytes file = {0};
    bool good = read_plain(stream, path, &file, f) && bytes_unpack(path, &file, f);
    fclose(stream);
    if (!good) {
        bytes_free(&file);
        return false;
    }
    *out = file;
    progress_total(file.count);
    return true;
}

void bytes_free(bytes *file) {
    free(file->at);
    *file = (bytes){0};
}
