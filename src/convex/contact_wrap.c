/* SPDX-License-Identifier: MIT
 * The corners of a convex polygon in order: sorted by angle about their middle, reflex ones dropped. */
#include "convex/contact.h"

/* Grows with the angle of (x, y), from 0 to 4 in a full turn. */
static double turn_of(double x, double y) {
    double size = fabs(x) + fabs(y);
    if (!(size > 0)) return 0;
    return y >= 0 ? 1 - x / size : 3 + x / size;
}

static void sort_by_turn(gz_feature *feature) {
    double x = 0, y = 0, turn[GZ_CONTACT_CORNERS];
    for (int i = 0; i < feature->count; ++i) {
        x += feature->corner[i].x / feature->count;
        y += feature->corner[i].y / feature->count;
    }
    for (int i = 0; i < feature->count; ++i) {
        gz_corner corner = feature->corner[i];
        double own = turn_of(corner.x - x, corner.y - y);
        int place = i;
        for (; place > 0 && turn[place - 1] > own; --place) {
            turn[place] = turn[place - 1];
            feature->corner[place] = feature->corner[place - 1];
        }
        turn[place] = own;
        feature->corner[place] = corner;
    }
}

/* Does b lie to the right of the way from a to c, i.e. outside of a polygon that goes on from a to c
 * counterclockwise? */
static bool is_outside(const gz_corner *a, const gz_corner *b, const gz_corner *c) {
    return (b->x - a->x) * (c->y - b->y) - (b->y - a->y) * (c->x - b->x) > 0;
}

/* The scan of a star-shaped polygon must begin at a corner of the hull: the rightmost. */
static void begin_rightmost(gz_feature *feature) {
    gz_corner copy[GZ_CONTACT_CORNERS];
    int count = feature->count, first = 0;
    for (int i = 0; i < count; ++i) {
        copy[i] = feature->corner[i];
        if (copy[i].x > copy[first].x) first = i;
    }
    for (int i = 0; i < count; ++i) feature->corner[i] = copy[(first + i) % count];
}

/* The corners begin with the one of lowest number: where a polygon begins must not depend on how it
 * lies. */
static void begin_lowest(gz_feature *feature) {
    gz_corner copy[GZ_CONTACT_CORNERS];
    int count = feature->count, first = 0;
    for (int i = 0; i < count; ++i) {
        copy[i] = feature->corner[i];
        if (copy[i].id < copy[first].id) first = i;
    }
    for (int i = 0; i < count; ++i) feature->corner[i] = copy[(first + i) % count];
}

void gz_feature_wrap(gz_feature *feature) {
    if (feature->count < 3) return;
    sort_by_turn(feature);
    begin_rightmost(feature);
    gz_corner *corner = feature->corner;
    int kept = 0;
    for (int i = 0; i < feature->count; ++i) {
        while (kept >= 2 && !is_outside(&corner[kept - 2], &corner[kept - 1], &corner[i])) --kept;
        corner[kept++] = corner[i];
    }
    while (kept >= 3 && !is_outside(&corner[kept - 2], &corner[kept - 1], &corner[0])) --kept;
    feature->count = kept;
    begin_lowest(feature);
}
