/* SPDX-License-Identifier: MIT
 * A target that reads a file of one format, makes shapes of what it describes and asks about them.
 * FUZZ_READ: the call of the reader. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "read.h"
#include "shapes.h"

/* Few words can make many points or objects, and the library's time with them is not the reader's. */
static bool is_small(const scene *s) {
    size_t size = s->object_count;
    for (size_t i = 0; i < s->geometry_count; ++i)
        size += s->geometries[i].points.count / 3 + s->geometries[i].sizes.count;
    return size < 2000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes file = {malloc(size + 1), size};
    scene s = {0};
    shapes made = {0};
    fault f = {""};
    if (!file.at) return 0;
    if (size) memcpy(file.at, data, size);
    file.at[size] = 0;
    bool good = FUZZ_READ;
    if (good != (f.text[0] == 0)) abort(); /* every failure has a reason, and only failures have */
    if (good && is_small(&s) && shapes_make(&s, &made, &f))
        for (size_t i = 0; i < s.object_count; ++i) {
            graze_placed placed = shapes_place(&made, &s.objects[i]);
            graze_aabb box;
            if (placed.shape) graze_placed_bounds(&placed, &box);
        }
    shapes_free(&made);
    scene_free(&s);
    bytes_free(&file);
    return 0;
}
