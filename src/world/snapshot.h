/* SPDX-License-Identifier: MIT
 * Worlds as bytes. Numbers are written lowest byte first, whatever the machine; reals by their bits.
 *
 * What no later answer depends on is left out: statistics, which number a member or a cache has inside,
 * lists that are lent. Encounters of objects that have left are, too: the next update would end them.
 *
 *     magic, version, bytes of a real, tag, size of it all
 *     now; pools of ids (objects, scenes, tables, classes): slots, first free, generations, next free
 *     tables: serial, lists, classes
 *     objects, those that live: shape, placement, user, box, filter, classes
 *     lists of stale and gone objects
 *     scenes: broad phase, members, encounters
 *     watches: who touched whom
 *     checksum */
#ifndef GZ_WORLD_SNAPSHOT_H
#define GZ_WORLD_SNAPSHOT_H

#include <string.h>

#include "world/world.h"

#define GZ_SNAPSHOT_MAGIC 0x575a5247u /* "GRZW" */
#define GZ_SNAPSHOT_VERSION 2u

enum { GZ_SHAPE_BY_KEY = 0, GZ_SHAPE_SPHERE, GZ_SHAPE_BOX };

/* FNV-1a. */
#define GZ_CHECKSUM_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t gz_checksum(uint64_t sum, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* Counts what is written, and writes what fits. */
typedef struct gz_writer {
    uint8_t *bytes;
    size_t room, size;
    bool keyless; /* something has no key */
} gz_writer;

static inline void gz_put(gz_writer *w, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) {
        if (w->size < w->room) w->bytes[w->size] = (uint8_t)(number >> (8 * i));
        ++w->size;
    }
}
static inline void gz_put_real(gz_writer *w, real x) {
#if defined(GRAZE_DOUBLE)
    uint64_t bits;
#else
    uint32_t bits;
#endif
    memcpy(&bits, &x, sizeof bits);
    gz_put(w, bits, (int)sizeof bits);
}

/* Gives zeros once something was wrong. */
typedef struct gz_reader {
    const uint8_t *bytes;
    size_t size, at;
    bool bad;
} gz_reader;

static inline uint64_t gz_get(gz_reader *r, int bytes) {
    if (r->bad || r->size - r->at < (size_t)bytes) {
        r->bad = true;
        return 0;
    }
    uint64_t number = 0;
    for (int i = 0; i < bytes; ++i) number |= (uint64_t)r->bytes[r->at++] << (8 * i);
    return number;
}
static inline real gz_get_real(gz_reader *r) {
    real x;
#if defined(GRAZE_DOUBLE)
    uint64_t bits = gz_get(r, 8);
#else
    uint32_t bits = (uint32_t)gz_get(r, 4);
#endif
    memcpy(&x, &bits, sizeof x);
    return x;
}
/* A count of things that take at least so many bytes each: more than can follow is bad. */
static inline uint32_t gz_get_count(gz_reader *r, size_t bytes_each) {
    uint64_t count = gz_get(r, 4);
    if (count > (r->size - r->at) / bytes_each) r->bad = true;
    return r->bad ? 0 : (uint32_t)count;
}

#endif
