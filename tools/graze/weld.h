/* SPDX-License-Identifier: MIT
 * Points without repetition: for formats that write every corner of every triangle. */
#ifndef TOOL_WELD_H
#define TOOL_WELD_H

#include "array.h"

typedef struct weld {
    numbers *points;  /* where new ones are added */
    uint32_t *places; /* a hash table of their numbers + 1, 0 = free */
    size_t size;      /* a power of two, more than twice the points, or 0 */
} weld;

/* The number of the point with exactly these coordinates (0 and -0 are equal), added if it is new;
 * false when memory is out or numbers are. */
bool weld_point(weld *w, const double p[3], uint32_t *number);
void weld_free(weld *w);

#endif
