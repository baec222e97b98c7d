/* SPDX-License-Identifier: MIT
 * Questions to the grid. Casts go along in steps of a cell, searches for the nearest boxes in balls
 * that double; what is found belongs to the step or ball in which it begins, so nothing is found twice.
 */
#include "broad/grid.h"

/* Who is told of boxes; false: stop. */
typedef struct teller {
    bool (*tell)(struct teller *teller, uint32_t index);
    const graze_broad *b;
} teller;

/* The first cell of both. */
static bool is_first(const gz_grid_range *asked, const gz_grid_range *box, const int32_t cell[3]) {
    bool first = true;
    for (int k = 0; k < 3; ++k) {
        int32_t common = asked->first[k] > box->first[k] ? asked->first[k] : box->first[k];
        first &= cell[k] == common;
    }
    return first;
}

static bool tell_cell(const gz_grid *grid, const gz_grid_range *asked, const int32_t cell[3],
                      teller *t) {
    uint32_t bucket = gz_grid_bucket(grid, cell, asked->level);
    for (uint32_t e = grid->buckets[bucket]; e != GZ_GRID_NONE; e = grid->entries[e].next) {
        uint32_t i = grid->entries[e].index;
        if (gz_grid_level(grid, &grid->boxes[i]) != asked->level) continue;
        gz_grid_range range = gz_grid_range_of(&grid->boxes[i], asked->level);
        if (is_first(asked, &range, cell) && !t->tell(t, i)) return false;
    }
    return true;
}

static bool tell_all(const gz_grid *grid, uint32_t level, teller *t) {
    for (uint32_t i = 0; i < grid->slots; ++i)
        if (gz_grid_has(grid, i) && gz_grid_level(grid, &grid->boxes[i]) == level && !t->tell(t, i))
            return false;
    return true;
}

/* Tells of all boxes of a level that are in cells of the region, once each, and of a few more. */
static bool tell_region(const gz_grid *grid, const gz_slim_box *region, uint32_t level, teller *t) {
    gz_grid_range r = gz_grid_range_of(region, level);
    if (gz_grid_cells(&r) > (double)grid->slots) return tell_all(grid, level, t);
    int32_t c[3];
    for (c[0] = r.first[0]; c[0] <= r.last[0]; ++c[0])
        for (c[1] = r.first[1]; c[1] <= r.last[1]; ++c[1])
            for (c[2] = r.first[2]; c[2] <= r.last[2]; ++c[2])
                if (!tell_cell(grid, &r, c, t)) return false;
    return true;
}

/* -- overlap ------------------------------------------------------------------------------------- */

typedef struct box_query {
    teller base;
    const gz_broad_box *box;
    gz_broad_visitor *visitor;
} box_query;

static bool tell_overlap(teller *t, uint32_t index) {
    box_query *q = (box_query *)t;
    const gz_broad_box *box = &t->b->box[index];
    if (!gz_broad_boxes_overlap(box, q->box) || (box->category & q->visitor->mask) == 0) return true;
    return q->visitor->visit(q->visitor, index);
}

void gz_grid_query_box(const gz_grid *grid, const gz_broad_box *box, gz_broad_visitor *visitor) {
    box_query q = {{tell_overlap, visitor->broad}, box, visitor};
    gz_slim_box region;
    for (int k = 0; k < 3; ++k) {
        region.lo[k] = gz_slim_below(box->lo[k]);
        region.hi[k] = gz_slim_above(box->hi[k]);
    }
    for (uint32_t level = grid->lowest; level < GZ_GRID_LEVELS; ++level)
        if (grid->counts[level] && !tell_region(grid, &region, level, &q.base)) return;
}

/* -- casts --------------------------------------------------------------------------------------- */

/* Parameters in begin..end are of this step; those of begin itself only if it is the first. */
typedef struct cast_query {
    teller base;
    gz_broad_cast *cast;
    double begin, end;
    bool first;
} cast_query;

static bool tell_entered(teller *t, uint32_t index) {
    cast_query *q = (cast_query *)t;
    const gz_broad_box *box = &t->b->box[index];
    if ((box->category & q->cast->mask) == 0) return true;
    double enter = gz_broad_cast_enter(q->cast, box->lo, box->hi);
    bool here = enter <= q->end && (q->first ? enter >= q->begin : enter > q->begin);
    if (here && enter < INFINITY) gz_broad_cast_hit(q->cast, index, enter);
    return true;
}

/* A number of float beyond x in the direction of sign, by more than parameters can be off. */
static float beyond(double x, double size, double sign) {
    double y = x + sign * size * 0x1p-20;
    y = y > (double)FLT_MAX / 2 ? (double)FLT_MAX : y < -(double)FLT_MAX / 2 ? -(double)FLT_MAX : y;
    float near = (float)y, slack = fabsf(near) * 0x1p-22f + FLT_MIN;
    float out = near + (float)sign * slack;
    return out > FLT_MAX ? FLT_MAX : out < -FLT_MAX ? -FLT_MAX : out;
}

/* What the moving box sweeps over between two parameters. */
static gz_slim_box swept(const gz_broad_cast *cast, double begin, double end) {
    gz_slim_box out;
    for (int k = 0; k < 3; ++k) {
        double a = begin * cast->direction[k], b = end * cast->direction[k];
        double least = cast->lo[k] + (a < b ? a : b), most = cast->hi[k] + (a < b ? b : a);
        double size = fabs(cast->lo[k]) + fabs(cast->hi[k]) + fabs(a) + fabs(b);
        out.lo[k] = beyond(least, size, -1);
        out.hi[k] = beyond(most, size, 1);
    }
    return out;
}

/* Where the cast enters and leaves the box round everything; false if it does not. */
static bool clip(const gz_grid *grid, const gz_broad_cast *cast, double *begin, double *end) {
    *begin = 0;
    *end = cast->limit;
    for (int k = 0; k < 3; ++k) {
        double lo = (double)gz_slim_lo(grid->bounds.lo[k]) - cast->hi[k];
        double hi = (double)gz_slim_hi(grid->bounds.hi[k]) - cast->lo[k];
        if (cast->direction[k] == 0) {
            if (lo > 0 || hi < 0) return false;
            continue;
        }
        double a = lo / cast->direction[k], b = hi / cast->direction[k];
        double in = a < b ? a : b, out = a < b ? b : a;
        in -= fabs(in) * 0x1p-20;
        out += fabs(out) * 0x1p-20;
        if (out < *end) *end = out;
        if (in > *begin) *begin = in;
    }
    return *begin <= *end;
}

/* How many steps of the size of a cell it takes. */
static double steps_for(const gz_broad_cast *cast, uint32_t level, double way) {
    double fastest = 0;
    for (int k = 0; k < 3; ++k)
        if (fabs(cast->direction[k]) > fastest) fastest = fabs(cast->direction[k]);
    return fastest == 0 ? 1 : way * fastest * (double)gz_grid_per_length(level) + 1;
}

static void cast_on_level(const gz_grid *grid, uint32_t level, cast_query *q, double begin,
                          double end) {
    double steps = steps_for(q->cast, level, end - begin);
    q->first = true;
    if (!(steps < (double)grid->slots)) {
        q->begin = 0;
        q->end = INFINITY;
        tell_all(grid, level, &q->base);
        return;
    }
    uint32_t count = (uint32_t)steps;
    for (uint32_t i = 0; i < count; ++i) {
        q->begin = i == 0 ? 0 : q->end; /* nothing is entered before the first step begins */
        q->end = i + 1 == count ? INFINITY : begin + (end - begin) * ((double)(i + 1) / count);
        double from = i == 0 ? begin : q->begin, to = i + 1 == count ? end : q->end;
        if (from > q->cast->limit) return;
        gz_slim_box region = swept(q->cast, from, to);
        tell_region(grid, &region, level, &q->base);
        q->first = false;
    }
}

void gz_grid_cast(const gz_grid *grid, const graze_broad *b, gz_broad_cast *cast) {
    cast_query q = {{tell_entered, b}, cast, 0, 0, true};
    double begin, end;
    if (!clip(grid, cast, &begin, &end)) return;
    for (uint32_t level = grid->lowest; level < GZ_GRID_LEVELS; ++level)
        if (grid->counts[level]) cast_on_level(grid, level, &q, begin, end);
}

/* -- nearest ------------------------------------------------------------------------------------- */

/* Squares of distances above below (or from 0 on, if it is the first ball) and up to the ball's. */
typedef struct near_query {
    teller base;
    gz_broad_search *search;
    double below, up_to;
} near_query;

static bool tell_near(teller *t, uint32_t index) {
    near_query *q = (near_query *)t;
    const gz_broad_box *box = &t->b->box[index];
    if ((box->category & q->search->mask) == 0) return true;
    double squared = gz_broad_distance_squared(q->search, box->lo, box->hi);
    if (squared > q->below && squared <= q->up_to && squared <= q->search->limit)
        gz_broad_search_add(q->search, index, squared);
    return true;
}

static gz_slim_box box_round(const double point[3], double radius) {
    gz_slim_box out;
    for (int k = 0; k < 3; ++k) {
        double size = fabs(point[k]) + radius;
        out.lo[k] = beyond(point[k] - radius, size, -1);
        out.hi[k] = beyond(point[k] + radius, size, 1);
    }
    return out;
}

/* Balls that double, until the next would have more cells than there are boxes. */
static void search_level(const gz_grid *grid, uint32_t level, near_query *q) {
    double radius = 1 / (double)gz_grid_per_length(level);
    q->below = -1;
    for (;; radius *= 2) {
        gz_slim_box region = box_round(q->search->point, radius);
        gz_grid_range range = gz_grid_range_of(&region, level);
        bool last = gz_grid_cells(&range) > (double)grid->slots;
        q->up_to = last ? INFINITY : radius * radius;
        if (last)
            tell_all(grid, level, &q->base);
        else
            tell_region(grid, &region, level, &q->base);
        if (last || q->up_to >= q->search->limit) return;
        q->below = q->up_to;
    }
}

void gz_grid_nearest(const gz_grid *grid, const graze_broad *b, gz_broad_search *search) {
    near_query q = {{tell_near, b}, search, -1, 0};
    for (uint32_t level = grid->lowest; level < GZ_GRID_LEVELS; ++level)
        if (grid->counts[level]) search_level(grid, level, &q);
}
