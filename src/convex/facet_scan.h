/* SPDX-License-Identifier: MIT
 * How far given points lie below the planes of many facets: the sieve of polytope_axes.c, in SIMD.
 *
 * All is in the coordinates of the facets' shape, in float and units. Every kernel computes
 * height - ((x px + y py) + z pz) lane by lane and so gives the same bits. */
#ifndef GZ_CONVEX_FACET_SCAN_H
#define GZ_CONVEX_FACET_SCAN_H

#include "shape/facets.h"

#define GZ_PROBES 8 /* points, a bit each in a byte; some may be the same */

/* Facets are looked at in windows of up to so many, which begin at multiples of it. */
#define GZ_FACET_WINDOW 2048u

typedef struct gz_facet_scan {
    _Alignas(64) float x[GZ_PROBES], y[GZ_PROBES], z[GZ_PROBES];
    const gz_facets *facets;
    /* Affine poses stretch the normal n by |stretch n|, and with it what counts as deep. */
    bool affine;
    float stretch[3][3]; /* rows */
} gz_facet_scan;

/* The points of a scan: the samples of other facets' shape, as columns * sample + shift. */
void gz_facet_scan_points(gz_facet_scan *scan, const gz_facets *other, const slim3 columns[3],
                          slim3 shift);

/* What the points say about the facets of a window. A block is eight facets, from a multiple of eight
 * on; it is open if point 0 lies less than the limit (times the stretch) deep below one of them. */
typedef struct gz_facet_sieve {
    _Alignas(64) float bound[GZ_FACET_WINDOW]; /* the depth of the deepest point, in open blocks */
    uint8_t masks[GZ_FACET_WINDOW];       /* bit i: point i lies at least limit deep; else just bit 0 */
    uint32_t blocks[GZ_FACET_WINDOW / 8]; /* where open blocks begin, counted like all else from the */
    uint32_t block_count;                 /* window's beginning */
    uint32_t window;                      /* that is there */
} gz_facet_sieve;

/* Sets bounds and blocks, not the masks; copies at the end count as deep. Returns the (first) facet
 * with the least bound, or any if there is no open block. */
uint32_t gz_facet_bounds(const gz_facet_scan *scan, uint32_t window, float limit,
                         gz_facet_sieve *sieve);
/* Sets masks and blocks, not the bounds. */
void gz_facet_masks(const gz_facet_scan *scan, uint32_t window, float limit, gz_facet_sieve *sieve);

/* One more point raises the bounds. Returns the same. */
uint32_t gz_facet_narrow(const gz_facet_scan *scan, slim3 point, gz_facet_sieve *sieve);

#endif
