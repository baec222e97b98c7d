/* SPDX-License-Identifier: MIT
 * Readers asked about texts in memory. */
#ifndef GRAZE_TESTS_READ_MEMORY_H
#define GRAZE_TESTS_READ_MEMORY_H

#include "harness.h"
#include "read.h"

typedef bool reader(const char *path, const bytes *file, scene *out, fault *f);

/* A file from memory; the copy is as long as the text, so that the sanitiser sees a read beyond it. */
static inline bool read_memory(reader *read, const char *name, const void *data, size_t count,
                               scene *out, fault *f) {
    bytes file = {malloc(count + 1), count};
    assert_non_null(file.at);
    if (count > 0) memcpy(file.at, data, count);
    file.at[count] = 0;
    bool good = read(name, &file, out, f);
    bytes_free(&file);
    return good;
}

static inline scene good_text(reader *read, const char *name, const char *text) {
    scene s = {0};
    fault f = {""};
    if (!read_memory(read, name, text, strlen(text), &s, &f)) fail_msg("%s", f.text);
    assert_string_equal(f.text, "");
    return s;
}

/* The text is refused with exactly these words. */
static inline void bad_text(reader *read, const char *name, const char *text, const char *words) {
    scene s = {0};
    fault f = {""};
    assert_false(read_memory(read, name, text, strlen(text), &s, &f));
    assert_string_equal(f.text, words);
    scene_free(&s);
}

#endif
