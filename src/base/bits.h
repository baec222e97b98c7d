/* SPDX-License-Identifier: MIT */
#ifndef GZ_BASE_BITS_H
#define GZ_BASE_BITS_H

#include <string.h>

#include "base/common.h"

/* The position of the lowest bit that is set; there is one. */
static inline uint32_t gz_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(bits);
#else
    uint32_t at = 0;
    while (!(bits >> at & 1)) ++at;
    return at;
#endif
}

/* How many bits are set. */
static inline uint32_t gz_bit_count(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* The bits of both. */
static inline double gz_or_double(double a, double b) {
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    bits[0] |= bits[1];
    memcpy(&a, bits, sizeof a);
    return a;
}
static inline float gz_or_float(float a, float b) {
    uint32_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    bits[0] |= bits[1];
    memcpy(&a, bits, sizeof a);
    return a;
}

/* Byte i, bit j to byte j, bit i: three rounds of swapping blocks (Warren, Hacker's Delight, 7-3). */
static inline uint64_t gz_transposed_bits(uint64_t x) {
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00AA00AA00AA00AA);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000CCCC0000CCCC);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000F0F0F0F0);
    return x ^ t ^ t << 28;
}

#endif
