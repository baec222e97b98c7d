/* SPDX-License-Identifier: MIT
 * What every internal file may rely on: the public base, the symbol map and our own assert. */
#ifndef GZ_BASE_COMMON_H
#define GZ_BASE_COMMON_H

#include "base/symbols.h"
#include "graze/base.h"

/* Guards our own invariants, never what a user passes in. Only in builds with GRAZE_DEBUG. */
#if defined(GRAZE_DEBUG)
#include <assert.h>
#define GZ_ASSERT(condition) assert(condition)
#else
#define GZ_ASSERT(condition) ((void)0)
#endif

/* For functions that are copied into their callers because arguments are constant there. */
#if defined(__GNUC__)
#define GZ_INLINE static inline __attribute__((always_inline))
#else
#define GZ_INLINE static inline
#endif

/* For functions that few calls come to, so that the others do without the room they take. */
#if defined(__GNUC__)
#define GZ_OUTLINE __attribute__((noinline))
#else
#define GZ_OUTLINE
#endif

/* Says that memory will be read soon. It may be any address. To gcc a function that does nothing else
 * has no effect, and calls of it that are not inlined early are left out; the empty statement keeps
 * them. */
#if defined(__GNUC__)
static inline __attribute__((always_inline)) void gz_prefetch(const void *address) {
    __builtin_prefetch(address);
    __asm__ volatile("");
}
#define GZ_PREFETCH(address) gz_prefetch(address)
#else
#define GZ_PREFETCH(address) ((void)(address))
#endif

typedef graze_real real;

#endif
