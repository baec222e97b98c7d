/* SPDX-License-Identifier: MIT */
#include "base/common.h"

const char *graze_status_text(graze_status status) {
    static const char *const texts[GRAZE_STATUS_COUNT] = {
        [GRAZE_OK] = "all is well",
        [GRAZE_INVALID_ARGUMENT] = "an argument is NULL, NaN, infinite, negative or otherwise outside "
                                   "what the function's comment allows",
        [GRAZE_OUT_OF_MEMORY] = "out of memory: the allocator returned NULL",
        [GRAZE_STALE_ID] = "the id names something that was removed or belongs to another world",
        [GRAZE_UNBOUNDED] = "a bounded shape is needed here: a half-space, or slabs that do not close, "
                            "was given",
        [GRAZE_SINGULAR] = "the matrix flattens space and has no usable inverse: check for zero scales",
        [GRAZE_EMPTY] = "no point satisfies all the given bounds: check that each lower one is below "
                        "its upper one",
        [GRAZE_OUT_OF_RANGE] = "the numbers are finite but too large for a finite result: use smaller "
                               "units, or the double build",
        [GRAZE_NOT_CONVEX] =
            "a convex shape is needed here and a mesh was given: take its hull, or ask "
            "for its primitives one by one",
        [GRAZE_NOT_CLOSED] =
            "the surface of a solid must be closed: every edge shared by two faces that "
            "run along it in opposite directions",
        [GRAZE_BUSY] = "not now: a test that is under way needs this; ask again when it has returned",
    };
    if ((int)status < 0 || status >= GRAZE_STATUS_COUNT) return "unknown status";
    return texts[status];
}
