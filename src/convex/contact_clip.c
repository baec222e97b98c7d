/* SPDX-License-Identifier: MIT
 * What two faces, or a face and an edge, share as seen along the normal: one is cut along the sides of
 * the other, side by side. An edge is a polygon of two corners. */
#include "convex/contact.h"

static const gz_mark no_mark = {{-1, -1}, {-1, -1}};

/* Where the side from p to q crosses a line that they are `inside_p` >= 0 and `inside_q` < 0 above, or
 * the other way round. */
static gz_shared_point between(const gz_shared_point *p, const gz_shared_point *q, double inside_p,
                               double inside_q) {
    double share = inside_p / (inside_p - inside_q);
    gz_shared_point c = *p;
    c.x += share * (q->x - p->x);
    c.y += share * (q->y - p->y);
    return c;
}

typedef struct cut {
    double inside[GZ_CONTACT_ROOM]; /* how far each point is on the right side */
    gz_mark line;                   /* what the cut runs along */
    /* What a point is where the line crosses that side. */
    gz_mark (*cross)(const struct cut *cut, gz_mark side);
    const gz_feature *by; /* the face of which the line is a side, if it is one */
    int by_side;          /* 0 if that is A's */
} cut;

static void append(gz_shared *shared, gz_shared_point point) {
    if (shared->count < GZ_CONTACT_ROOM) shared->point[shared->count++] = point;
}

/* Two sides of the face meet in its corner: sides of a needle cross next to it, but not quite there.
 * Sides that are all but one line cross anywhere: where the corner is not on the piece from p to q, the
 * end next to it is meant. */
static void put_on_corner(const cut *c, const gz_shared_point *p, const gz_shared_point *q,
                          gz_shared_point *crossing) {
    if (!c->by || p->next.edge[c->by_side] < 0) return;
    int line = c->line.edge[c->by_side], met = p->next.edge[c->by_side],
        corner = crossing->here.corner[c->by_side];
    if (line != met + 1 && corner != 0) return;
    double x = c->by->corner[corner].x, y = c->by->corner[corner].y, dx = q->x - p->x, dy = q->y - p->y;
    double along = (x - p->x) * dx + (y - p->y) * dy, whole = dx * dx + dy * dy;
    const gz_shared_point *end = !(along > 0) ? p : !(along < whole) ? q : NULL;
    crossing->x = end ? end->x : x;
    crossing->y = end ? end->y : y;
    if (end) crossing->here = end->here;
}

/* False if there is nothing to cut off. */
static bool cut_off(const cut *c, gz_shared *shared) {
    bool all = true;
    for (int i = 0; i < shared->count; ++i) all &= c->inside[i] >= 0;
    if (all) return false;
    gz_shared_point old[GZ_CONTACT_ROOM];
    int count = shared->count;
    for (int i = 0; i < count; ++i) old[i] = shared->point[i];
    shared->count = 0;
    for (int i = 0; i < count; ++i) {
        int j = i + 1 < count ? i + 1 : 0;
        const gz_shared_point *p = &old[i], *q = &old[j];
        if (c->inside[i] >= 0) append(shared, *p);
        if ((c->inside[i] >= 0) == (c->inside[j] >= 0)) continue;
        gz_shared_point crossing = between(p, q, c->inside[i], c->inside[j]);
        crossing.here = c->cross(c, p->next);
        crossing.next = c->inside[i] >= 0 ? c->line : p->next;
        put_on_corner(c, p, q, &crossing);
        append(shared, crossing);
    }
    return true;
}

/* The side of a face that the cut runs along meets an edge of the other, or its own neighbour. */
static gz_mark cross_side(const cut *c, gz_mark side) {
    gz_mark mark = no_mark;
    int own = c->by_side, other = 1 - own, line = c->line.edge[own], met = side.edge[own];
    if (met < 0) {
        mark.edge[own] = (int16_t)line;
        mark.edge[other] = side.edge[other];
    } else {
        bool wraps = line == c->by->count - 1 && met == 0;
        mark.corner[own] = (int16_t)(wraps ? 0 : line > met ? line : met);
    }
    return mark;
}

static void cut_along_sides(const gz_feature *by, int by_side, gz_shared *shared) {
    cut c;
    c.line = no_mark;
    c.cross = cross_side;
    c.by = by;
    c.by_side = by_side;
    for (int k = 0; k < by->count && shared->count > 0; ++k) {
        const gz_corner *p = &by->corner[k], *q = &by->corner[k + 1 < by->count ? k + 1 : 0];
        double dx = q->x - p->x, dy = q->y - p->y;
        for (int i = 0; i < shared->count; ++i)
            c.inside[i] = dx * (shared->point[i].y - p->y) - dy * (shared->point[i].x - p->x);
        c.line.edge[by_side] = (int16_t)k;
        cut_off(&c, shared);
    }
}

static void begin_with(const gz_feature *subject, int side, gz_shared *shared) {
    shared->count = subject->count;
    shared->start_x = subject->corner[0].x;
    shared->start_y = subject->corner[0].y;
    for (int i = 0; i < subject->count; ++i) {
        gz_shared_point *p = &shared->point[i];
        p->x = subject->corner[i].x;
        p->y = subject->corner[i].y;
        p->here = p->next = no_mark;
        p->here.corner[side] = (int16_t)i;
        p->next.edge[side] = (int16_t)(subject->count == 2 ? 0 : i);
    }
}

/* Of an edge that part stays which is on the right side of all sides: from the last of the places where
 * it comes in to the first of those where it leaves. */
static void cut_edge(const gz_feature *by, int by_side, gz_shared *shared) {
    gz_shared_point *p = &shared->point[0], *q = &shared->point[1];
    double from = 0, to = 1, dx = q->x - p->x, dy = q->y - p->y;
    int begin = -1, end = -1;
    for (int k = 0; k < by->count; ++k) {
        const gz_corner *c = &by->corner[k], *d = &by->corner[k + 1 < by->count ? k + 1 : 0];
        double side_x = d->x - c->x, side_y = d->y - c->y;
        double inside_p = side_x * (p->y - c->y) - side_y * (p->x - c->x);
        double inside_q = side_x * (q->y - c->y) - side_y * (q->x - c->x);
        if (inside_p >= 0 && inside_q >= 0) continue;
        double share = inside_p / (inside_p - inside_q);
        if (inside_p < 0 && inside_q < 0) {
            from = 2;
        } else if (inside_p < 0 && share > from) {
            from = share;
            begin = k;
        } else if (inside_q < 0 && share < to) {
            to = share;
            end = k;
        }
    }
    shared->count = from <= to ? 2 : 0;
    if (end >= 0) {
        *q = (gz_shared_point){
            .x = p->x + to * dx, .y = p->y + to * dy, .here = q->next, .next = q->next};
        q->here.edge[by_side] = (int16_t)end;
    }
    if (begin >= 0) {
        *p = (gz_shared_point){
            .x = p->x + from * dx, .y = p->y + from * dy, .here = p->next, .next = p->next};
        p->here.edge[by_side] = (int16_t)begin;
    }
}

/* Onto both surfaces. */
static void lift(const gz_feature feature[2], gz_shared *shared) {
    for (int i = 0; i < shared->count; ++i) {
        gz_shared_point *p = &shared->point[i];
        for (int k = 0; k < 2; ++k) p->height[k] = gz_feature_height(&feature[k], p->x, p->y);
    }
}

void gz_clip_features(const gz_feature feature[2], gz_shared *shared) {
    /* An edge is cut by a face, and whatever has corners by a half-space. Of two faces that with fewer
     * sides cuts the other: that is quicker. */
    bool edge[2] = {feature[0].count == 2, feature[1].count == 2};
    bool more = feature[1].count > feature[0].count;
    int subject = edge[0] ? 0 : edge[1] ? 1 : more;
    begin_with(&feature[subject], subject, shared);
    const gz_feature *by = &feature[1 - subject];
    if (edge[subject] && !by->unbounded)
        cut_edge(by, 1 - subject, shared);
    else if (!by->unbounded)
        cut_along_sides(by, 1 - subject, shared);
    lift(feature, shared);
}

/* Where a side crosses the limit it is still that side. */
static gz_mark cross_limit(const cut *c, gz_mark side) {
    (void)c;
    return side;
}

void gz_clip_heights(const gz_feature feature[2], double limit, gz_shared *shared) {
    cut c;
    c.line = no_mark;
    c.cross = cross_limit;
    c.by = NULL;
    c.by_side = 0;
    for (int i = 0; i < shared->count; ++i) c.inside[i] = limit - gz_shared_sd(&shared->point[i]);
    if (cut_off(&c, shared)) lift(feature, shared);
}

void gz_clip_merge(double distance, gz_shared *shared) {
    int kept = 0;
    for (int i = 0; i < shared->count; ++i) {
        const gz_shared_point *p = &shared->point[i];
        bool same = false;
        if (kept > 0) {
            const gz_shared_point *last = &shared->point[kept - 1], *first = &shared->point[0];
            same = (fabs(p->x - last->x) <= distance && fabs(p->y - last->y) <= distance) ||
                   (fabs(p->x - first->x) <= distance && fabs(p->y - first->y) <= distance);
        }
        if (!same) shared->point[kept++] = *p;
    }
    shared->count = kept;
}
