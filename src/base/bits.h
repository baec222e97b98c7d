/* SPDX-License-Identifier: MIT */
#ifndef GZ_BASE_BITS_H
#define GZ_BASE_BITS_H

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

#endif
