/* SPDX-License-Identifier: MIT
 * A number by which something that was learned about a shape is recognised as still being about it. */
#ifndef GZ_SHAPE_STAMP_H
#define GZ_SHAPE_STAMP_H

#include <string.h>

#include "shape/shape.h"

/* A word more of a stamp. Each step is reversible, in the stamp and in the word: sequences that differ
 * in one place differ at the end, and others agree by a chance of 2^-64. */
static inline uint64_t gz_stamp_add(uint64_t stamp, uint64_t word) {
    stamp = (stamp ^ word) * UINT64_C(0x9e6c63d0876a9a47);
    return stamp << 29 | stamp >> 35;
}

static inline uint64_t gz_stamp_bits(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The stamp of a finished shape, made of all its points and numbers: shapes with the same stamp are the
 * same (but for that chance), be they one block of memory, two, or one made where the other was before.
 * 0 where the parts are not known here or, as behind a user's support function, to nobody; and for
 * shapes so large that their poses have to be looked at more closely. */
uint64_t gz_shape_stamp(const graze_shape *shape);

#endif
