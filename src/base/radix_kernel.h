/* SPDX-License-Identifier: MIT
 * Sorting by 64-bit keys without comparisons, stable, digits of 11 bits from the lowest up, or of 8
 * where elements are few beside the digits. A digit begins at a bit in which keys differ, so others
 * cost nothing but finding that out. Include it once a file, with GZ_RADIX_TYPE     what is sorted
 * GZ_RADIX_KEY(e)   the key of an element, a uint64_t which defines  GZ_RADIX_TYPE *gz_radix_sort(at,
 * scratch, count), count at most UINT32_MAX: where the result is, at or scratch.
 */
#include "base/bits.h"
#include "base/common.h"

#include <string.h>

#define GZ_RADIX_BITS 11
#define GZ_RADIX_FEW_BITS 8
#define GZ_RADIX_FEW 512

static void gz_radix_insertion(GZ_RADIX_TYPE *at, size_t count) {
    for (size_t i = 1; i < count; ++i) {
        GZ_RADIX_TYPE moving = at[i];
        size_t hole = i;
        for (; hole > 0 && GZ_RADIX_KEY(at[hole - 1]) > GZ_RADIX_KEY(moving); --hole)
            at[hole] = at[hole - 1];
        at[hole] = moving;
    }
}

static void gz_radix_pass(const GZ_RADIX_TYPE *from, GZ_RADIX_TYPE *to, size_t count, int shift,
                          int bits) {
    uint32_t start[1 << GZ_RADIX_BITS], sum = 0;
    size_t digits = (size_t)1 << bits;
    memset(start, 0, digits * sizeof *start);
    for (size_t i = 0; i < count; ++i) ++start[GZ_RADIX_KEY(from[i]) >> shift & (digits - 1)];
    for (size_t d = 0; d < digits; ++d) {
        uint32_t of_digit = start[d];
        start[d] = sum;
        sum += of_digit;
    }
    for (size_t i = 0; i < count; ++i)
        to[start[GZ_RADIX_KEY(from[i]) >> shift & (digits - 1)]++] = from[i];
}

/* Bits of a digit that begins with the lowest of these: so that the bits in a row that differ take as
 * few passes as can be, each with as few places to write to. */
static int gz_radix_digit(uint64_t differ) {
    int row = ~differ ? (int)gz_lowest_bit(~differ) : 64;
    int passes = (row + GZ_RADIX_BITS - 1) / GZ_RADIX_BITS, bits = (row + passes - 1) / passes;
    return bits < GZ_RADIX_FEW_BITS ? GZ_RADIX_FEW_BITS : bits;
}

static GZ_RADIX_TYPE *gz_radix_sort(GZ_RADIX_TYPE *at, GZ_RADIX_TYPE *scratch, size_t count) {
    if (count <= 48) {
        gz_radix_insertion(at, count);
        return at;
    }
    uint64_t differ = 0;
    for (size_t i = 1; i < count; ++i) differ |= GZ_RADIX_KEY(at[i]) ^ GZ_RADIX_KEY(at[0]);
    for (int shift = 0, bits; shift < 64 && differ >> shift; shift += bits) {
        shift += (int)gz_lowest_bit(differ >> shift);
        bits = count < GZ_RADIX_FEW ? GZ_RADIX_FEW_BITS : gz_radix_digit(differ >> shift);
        gz_radix_pass(at, scratch, count, shift, bits);
        GZ_RADIX_TYPE *sorted = scratch;
        scratch = at;
        at = sorted;
    }
    return at;
}
