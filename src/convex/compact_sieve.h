/* SPDX-License-Identifier: MIT
 * The sieve of polytope_axes.c for solids of a few dozen facets (gz_compact): all facets and what all
 * points say about them fit into a few kilobytes, so nothing is computed twice.
 *
 * As in facet_scan.h all is in the coordinates of the facets' shape, in float and units, and every
 * kernel gives the same bits. */
#ifndef GZ_CONVEX_COMPACT_SIEVE_H
#define GZ_CONVEX_COMPACT_SIEVE_H

#include "shape/facets.h"

#define GZ_COMPACT_BLOCKS (GZ_COMPACT_FACETS / 8)
/* Points of the other shape: the first is the lead, which opens the blocks, the others are samples;
 * then come the deepest points under facets that were looked at. One more may lead at last. */
#define GZ_COMPACT_SAMPLES GZ_FACETS_SAMPLES
#define GZ_COMPACT_PROBES 16u
#define GZ_COMPACT_LAST (GZ_COMPACT_PROBES - 1)

typedef struct gz_compact_sieve {
    /* n . q of each facet in an open block and each point q that has a place */
    _Alignas(64) float at[GZ_COMPACT_BLOCKS][GZ_COMPACT_PROBES][8];
    float bound[GZ_COMPACT_FACETS];      /* the depth of the deepest of those points */
    uint8_t masks[2][GZ_COMPACT_FACETS]; /* bit i: the point in place i, or 8 + i, lies deep */
    float x[GZ_COMPACT_SAMPLES], y[GZ_COMPACT_SAMPLES], z[GZ_COMPACT_SAMPLES];
    const gz_facets *facets, *other;
    const slim3 *columns, *shift; /* take points of the other to these coordinates */
    uint64_t open;                /* bit 8b: block b is open */
    uint32_t probe_count;         /* places in use but the last, at least the samples' */
    uint32_t least;               /* the facet with the least bound, */
    float least_bound;            /* FLT_MAX: no block is open */
} gz_compact_sieve;

/* Vectors just computed are handed over by address: a processor cannot read at once what it has just
 * stored in parts, and that is how compilers pass small structures. */
static inline void gz_compact_place(const gz_compact_sieve *sieve, uint32_t vertex, slim3 *out) {
    const gz_compact *other = sieve->other->compact;
    const slim3 *c = sieve->columns;
    float x = other->x[vertex], y = other->y[vertex], z = other->z[vertex];
    out->x = ((c[0].x * x + c[1].x * y) + c[2].x * z) + sieve->shift->x;
    out->y = ((c[0].y * x + c[1].y * y) + c[2].y * z) + sieve->shift->y;
    out->z = ((c[0].z * x + c[1].z * y) + c[2].z * z) + sieve->shift->z;
}

/* How far a shape reaches. */
typedef struct gz_compact_depth {
    float depth;
    uint32_t vertex; /* one that reaches as far as any, within the slack; */
    bool alone;      /* all others fall short by more */
} gz_compact_depth;

/* What is done with the sieve, for one kind of vectors. */
typedef struct gz_compact_kernel {
    /* A vertex farthest along a vector, and the product of the two. */
    void (*reach)(const gz_compact *compact, const slim3 *along, float slack, gz_compact_depth *out);
    /* Places the samples, of which lead takes the first place, opens blocks and bounds their facets. */
    void (*open)(gz_compact_sieve *sieve, const slim3 *lead, float limit);
    /* Looks at the facet with the least bound: how deep the other's deepest vertex lies below it. The
     * facet bounds nothing any more, the vertex raises the bounds of others. */
    void (*look)(gz_compact_sieve *sieve, float slack, gz_compact_depth *out);
    /* Lists the edges of which no point, lead being one more, lies at least limit deep below both
     * facets, and eight times the first edge of all. Returns how many there are. */
    uint32_t (*edges)(gz_compact_sieve *sieve, const slim3 *lead, float limit,
                      uint8_t edges[GZ_COMPACT_EDGES + 8]);
} gz_compact_kernel;

/* The fastest for this machine. */
const gz_compact_kernel *gz_compact_choose(void);

#endif
