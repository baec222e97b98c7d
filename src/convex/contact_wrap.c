/* SPDX-License-Identifier: MIT
 * The corners of a convex polygon in order: sorted by angle about their middle, reflex ones dropped. */
#include "base/tolerance.h"
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

static bool has_corner(const gz_feature *feature, uint32_t id) {
    for (int i = 0; i < feature->count; ++i)
        if (feature->corner[i].id == id) return true;
    return false;
}

/* The extent in x and y together. */
static double size_of(const gz_feature *feature) {
    const gz_corner *c = feature->corner;
    double lo_x = c->x, hi_x = c->x, lo_y = c->y, hi_y = c->y;
    for (int i = 1; i < feature->count; ++i) {
        lo_x = c[i].x < lo_x ? c[i].x : lo_x;
        hi_x = c[i].x > hi_x ? c[i].x : hi_x;
        lo_y = c[i].y < lo_y ? c[i].y : lo_y;
        hi_y = c[i].y > hi_y ? c[i].y : hi_y;
    }
    return (hi_x - lo_x) + (hi_y - lo_y);
}

static double depth_below(const gz_corner *p, const gz_corner *q, const gz_corner *x) {
    double dx = q->x - p->x, dy = q->y - p->y;
    return (dx * (x->y - p->y) - dy * (x->x - p->x)) / sqrt(dx * dx + dy * dy);
}
static bool is_beside(const gz_corner *p, const gz_corner *q, const gz_corner *x) {
    double dx = q->x - p->x, dy = q->y - p->y, along = (x->x - p->x) * dx + (x->y - p->y) * dy;
    return along > 0 && along < dx * dx + dy * dy;
}

/* Moves an end of a side along the next one, to that depth below it. */
static void move_end_in(gz_corner *end, const gz_corner *next, double depth, double next_depth) {
    double share = depth < 0.5 * next_depth ? depth / next_depth : 0.5;
    end->x += share * (next->x - end->x);
    end->y += share * (next->y - end->y);
}

/* Moves sides in to the dropped corners that are just below them. */
static void flatten_dents(const gz_feature *all, gz_feature *feature) {
    double most = GZ_CONTACT_DENT * size_of(feature);
    int count = feature->count;
    for (int i = 0; i < count; ++i) {
        gz_corner *p = &feature->corner[i], *q = &feature->corner[(i + 1) % count];
        const gz_corner *before = &feature->corner[(i + count - 1) % count];
        const gz_corner *behind = &feature->corner[(i + 2) % count];
        double deepest = 0;
        for (int k = 0; k < all->count; ++k) {
            const gz_corner *x = &all->corner[k];
            if (has_corner(feature, x->id) || !is_beside(p, q, x)) continue;
            double depth = depth_below(p, q, x);
            if (depth <= most && depth > deepest) deepest = depth;
        }
        if (!(deepest > 0)) continue;
        double depth_before = depth_below(p, q, before), depth_behind = depth_below(p, q, behind);
        move_end_in(p, before, deepest, depth_before);
        move_end_in(q, behind, deepest, depth_behind);
    }
}

/* Drops corners at which the outline goes straight on, but leaves three. */
static void drop_straight(gz_feature *feature) {
    for (int i = 0; i < feature->count && feature->count > 3;) {
        const gz_corner *b = &feature->corner[i],
                        *a = i > 0 ? b - 1 : &feature->corner[feature->count - 1];
        const gz_corner *c = i + 1 < feature->count ? b + 1 : &feature->corner[0];
        double ux = b->x - a->x, uy = b->y - a->y, vx = c->x - b->x, vy = c->y - b->y;
        if (ux * vy - uy * vx > GZ_CONTACT_STRAIGHT * (ux * vx + uy * vy)) {
            ++i;
            continue;
        }
        --feature->count;
        for (int k = i; k < feature->count; ++k) feature->corner[k] = feature->corner[k + 1];
    }
}

void gz_feature_wrap(gz_feature *feature) {
    if (feature->count < 3) return;
    sort_by_turn(feature);
    begin_rightmost(feature);
    gz_feature all;
    all.count = feature->count;
    for (int i = 0; i < all.count; ++i) all.corner[i] = feature->corner[i];
    gz_corner *corner = feature->corner;
    int kept = 0;
    for (int i = 0; i < all.count; ++i) {
        while (kept >= 2 && !is_outside(&corner[kept - 2], &corner[kept - 1], &corner[i])) --kept;
        corner[kept++] = corner[i];
    }
    while (kept >= 3 && !is_outside(&corner[kept - 2], &corner[kept - 1], &corner[0])) --kept;
    feature->count = kept;
    if (kept < 3) return;
    if (kept < all.count) flatten_dents(&all, feature);
    drop_straight(feature);
    begin_lowest(feature);
}
