/* SPDX-License-Identifier: MIT
 * Graze: numbers, statuses, memory and the words every other header uses. */
#ifndef GRAZE_BASE_H
#define GRAZE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols.h"

#define GRAZE_VERSION_MAJOR 0
#define GRAZE_VERSION_MINOR 1
#define GRAZE_VERSION_PATCH 0
/** One number that grows with the version: 10000 * major + 100 * minor + patch. */
#define GRAZE_VERSION (10000 * GRAZE_VERSION_MAJOR + 100 * GRAZE_VERSION_MINOR + GRAZE_VERSION_PATCH)

#if defined(GRAZE_STATIC)
#define GRAZE_API
#elif defined(_WIN32) && defined(GRAZE_BUILDING)
#define GRAZE_API __declspec(dllexport)
#elif defined(_WIN32)
#define GRAZE_API __declspec(dllimport)
#elif defined(__GNUC__)
#define GRAZE_API __attribute__((visibility("default")))
#else
#define GRAZE_API
#endif

#if defined(__cplusplus)
#define GRAZE_BEGIN_C extern "C" {
#define GRAZE_END_C }
#else
#define GRAZE_BEGIN_C
#define GRAZE_END_C
#endif

GRAZE_BEGIN_C

/* -- numbers ---------------------------------------------------------------------------------- */

/** The scalar of the library. Define GRAZE_DOUBLE before the first include to use the double build
 *  (link graze-double), leave it undefined for float (link graze). A program may use both, in
 *  different source files: the exported names differ, so a mismatch fails at link time. */
#if defined(GRAZE_DOUBLE)
typedef double graze_real;
#define GRAZE_REAL_MAX 1.7976931348623157e308
#define GRAZE_EPSILON 1.1102230246251565e-16 /* unit roundoff 2^-53, half of DBL_EPSILON */
#else
typedef float graze_real;
#define GRAZE_REAL_MAX 3.40282346638528859812e38f
#define GRAZE_EPSILON 5.9604644775390625e-8f /* unit roundoff 2^-24, half of FLT_EPSILON */
#endif

/* -- statuses --------------------------------------------------------------------------------- */

/** What every function that can fail returns. On anything but GRAZE_OK the outputs are untouched
 *  and nothing has changed. The library never prints, exits or aborts on what it is given. */
typedef enum graze_status {
    GRAZE_OK = 0,
    GRAZE_INVALID_ARGUMENT, /**< NULL, NaN, infinity, negative size, zero direction, bad count ... */
    GRAZE_OUT_OF_MEMORY,    /**< the allocator returned NULL, or a size does not fit in memory */
    GRAZE_STALE_ID,         /**< the id names something that was removed, or belongs elsewhere */
    GRAZE_UNBOUNDED,        /**< the operation needs a bounded shape and was given a half-space */
    GRAZE_SINGULAR,         /**< a matrix or pose has no usable inverse */
    GRAZE_EMPTY,            /**< the described set has no point, e.g. a k-DOP with min > max */
    GRAZE_OUT_OF_RANGE,     /**< a finite input is too large or too small for the result to be finite */
    GRAZE_NOT_CONVEX,       /**< the operation needs a convex shape and was given a mesh */
    GRAZE_NOT_CLOSED,       /**< a solid's surface has a hole, an odd edge or triangles turned over */
    GRAZE_BUSY,             /**< a callback asks for what has to wait until its caller is done */
    GRAZE_STATUS_COUNT
} graze_status;

/** The status in words, in English, with what to do about it. Never NULL; any int is accepted. */
GRAZE_API const char *graze_status_text(graze_status status);

/** What a callback returns: go on, or stop the operation that called it. */
typedef enum graze_flow { GRAZE_CONTINUE = 0, GRAZE_STOP = 1 } graze_flow;

/** Runs job(context, 0) ... job(context, count - 1), each once, in any order and on any threads, and
 *  returns when all are done. What comes out does not depend on the order or the number of threads. */
typedef struct graze_runner {
    void (*run)(void *user, void (*job)(void *context, size_t index), void *context, size_t count);
    void *user;
    int threads; /**< how many jobs may run at once, at least 1: how finely to divide the work */
} graze_runner;

/* -- version ---------------------------------------------------------------------------------- */

/** The GRAZE_VERSION the library was built with; compare with the macro to catch a mismatch. */
GRAZE_API int graze_version(void);

/** Bytes in the library's graze_real: 4 or 8. */
GRAZE_API int graze_real_size(void);

/* -- memory ----------------------------------------------------------------------------------- */

/** Where the library gets memory. allocate returns size bytes (size > 0) aligned to alignment (a
 *  power of two, at most 64), or NULL. release gets back exactly what allocate returned and the
 *  same size; it is never called with NULL. Both may be called from any thread that uses Graze. */
typedef struct graze_allocator {
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} graze_allocator;

/** Replaces the process-wide allocator (by default the C library's). Call it before anything else
 *  of Graze and not while other threads use the library: what one allocator gave, another cannot
 *  take back. NULL restores the default. GRAZE_INVALID_ARGUMENT if a function is missing. */
GRAZE_API graze_status graze_set_allocator(const graze_allocator *allocator);

GRAZE_END_C

#endif
