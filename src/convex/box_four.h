/* SPDX-License-Identifier: MIT
 * The signed distances of four pairs of boxes at once. What gz_box_signed does to one pair is a chain
 * of steps that wait for one another, and which of the fifteen axes wins, nobody could predict. Here
 * the lanes are pairs: all axes, and points of all kinds, are looked at in all of them, and each takes
 * its own without a branch. The sums are those of box_axes.c in the same order, so the numbers are the
 * same, whoever else is in the other lanes. */
#ifndef GZ_CONVEX_BOX_FOUR_H
#define GZ_CONVEX_BOX_FOUR_H

#include "convex/entry.h"
#include "convex/signed.h"

/* Of `count` pairs, one to four, of plain boxes (gz_placed_is_plain); no caches: NULL. Bit i is set if
 * out[i] is what gz_box_signed says about pairs[i] where to be far apart is enough; else that is to be
 * asked. */
unsigned gz_box_signed_four(const gz_meeting *pairs, int count, gz_signed out[GZ_MEETINGS]);

#endif
