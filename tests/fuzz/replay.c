/* SPDX-License-Identifier: MIT
 * Runs a target on all files of a folder, on pieces of each, and on each with some bytes changed: so
 * that what once made trouble stays mended, with compilers that have no libFuzzer, too. The changes are
 * shared among the files.
 * usage: replay FOLDER [CHANGES] */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static unsigned long runs;

/* In a block of just that size, so that a sanitiser sees what is read beyond it. */
static void run(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) exit(2);
    if (size) memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    ++runs;
}

static uint32_t next(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

/* Cut short, and with up to four bytes replaced, most often by others of the file. */
static void vary(uint8_t *data, size_t size, long changes) {
    uint32_t random = (uint32_t)size * 2654435761u + 1;
    for (long i = 0; i < changes && size > 0; ++i) {
        uint8_t kept[4];
        size_t at[4];
        int count = 1 + (int)(next(&random) >> 30);
        for (int k = 0; k < count; ++k) {
            at[k] = next(&random) % size;
            kept[k] = data[at[k]];
            data[at[k]] =
                next(&random) >> 31 ? data[next(&random) % size] : (uint8_t)(next(&random) >> 24);
        }
        run(data, next(&random) >> 29 ? size : next(&random) % size);
        while (count-- > 0) data[at[count]] = kept[count];
    }
}

static int replay(const char *path, long changes) {
    FILE *file = fopen(path, "rb");
    if (!file) return 1;
    static uint8_t data[1 << 20];
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    run(data, size);
    vary(data, size, changes);
    return 0;
}

/* All files, with so many changes each, or just counted if that is negative. */
static int for_each_file(DIR *folder, const char *name, long changes) {
    int files = 0;
    rewinddir(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        if (entry->d_name[0] != '.' && (changes < 0 || replay(path, changes) == 0)) ++files;
    }
    return files;
}

int main(int count, char **words) {
    DIR *folder = count > 1 ? opendir(words[1]) : NULL;
    long changes = count > 2 ? atol(words[2]) : 0;
    if (getenv("GRAZE_TEST_DIVISOR")) changes /= 4; /* builds that take their time */
    if (!folder) {
        fprintf(stderr, "replay: no folder '%s'\n", count > 1 ? words[1] : "");
        return 2;
    }
    run((const uint8_t *)"", 0);
    int files = for_each_file(folder, words[1], -1);
    if (files > 0) files = for_each_file(folder, words[1], changes / files);
    closedir(folder);
    printf("%d files, %lu runs\n", files, runs);
    return files == 0;
}
