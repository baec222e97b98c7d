/* SPDX-License-Identifier: MIT
 * Packed files: whatever comes out of them goes to a reader. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes file = {malloc(size + 1), size};
    scene s = {0};
    fault f = {""};
    if (!file.at) return 0;
    if (size) memcpy(file.at, data, size);
    file.at[size] = 0;
    bool good = bytes_unpack("a.off.gz", &file, &f);
    if (good != (f.text[0] == 0) || (good && file.at[file.count] != 0)) abort();
    if (good) read_off("a.off.gz", &file, &s, &f);
    scene_free(&s);
    bytes_free(&file);
    return 0;
}
