/* SPDX-License-Identifier: MIT
 * What two nearly parallel edges share. They pass each other at most at one point, but where at least
 * one is the line along something round, like a capsule, the surfaces lie above each other for a while:
 * a little beside the line they are lower by r - sqrt(r^2 - q^2), q the distance to the side.
 *
 * An edge that rises with sine c is lower by 1/sqrt(1 - c^2) times that. (In the plane across the edge
 * the surface is a circle of radius r; its point p out and q aside has the height (p + c g) /
 * sqrt(1 - c^2) at the place g along the edge's shadow.) */
#include <float.h>

#include "base/tolerance.h"
#include "convex/contact.h"

typedef struct line {
    double x, y, dx, dy, length; /* where it starts, unit direction, length of its shadow */
} line;

static line line_of(const gz_feature *edge) {
    const gz_corner *p = &edge->corner[0], *q = &edge->corner[1];
    double dx = q->x - p->x, dy = q->y - p->y, length = sqrt(dx * dx + dy * dy);
    return (line){p->x, p->y, dx / length, dy / length, length};
}

static double along(const line *l, double x, double y) {
    return (x - l->x) * l->dx + (y - l->y) * l->dy;
}
static double aside(const line *l, double x, double y) {
    return (y - l->y) * l->dx - (x - l->x) * l->dy;
}

/* The interval of t on a common line, clipped to where base + slope t lies within +-most. */
static void keep_within(double base, double slope, double most, double *from, double *to) {
    if (!(fabs(slope) > 0)) {
        if (fabs(base) > most) *to = *from - 1;
        return;
    }
    double s = (-most - base) / slope, t = (most - base) / slope;
    double low = s < t ? s : t, high = s < t ? t : s;
    if (low > *from) *from = low;
    if (high < *to) *to = high;
}

/* From where to where an edge goes along the middle line, and which end comes first. The round surface
 * beside a rising edge ends a little before the edge does. */
typedef struct span {
    double low, high;
    int first;
} span;

static span span_of(const gz_feature *edge, const line *l, const line *middle, double most) {
    double in = fabs(edge->tilt) * gz_edge_drop(edge, most);
    double s = along(middle, l->x + in * l->dx, l->y + in * l->dy);
    double t = along(middle, l->x + (l->length - in) * l->dx, l->y + (l->length - in) * l->dy);
    return s <= t ? (span){s, t, 0} : (span){t, s, 1};
}

/* What a point is: the end of an edge on that side, or of the edge. */
static gz_mark mark_of(const span spans[2], bool high, double t) {
    gz_mark mark = {{-1, -1}, {-1, -1}};
    for (int i = 0; i < 2; ++i) {
        int end = high ? 1 - spans[i].first : spans[i].first;
        bool there = high ? t >= spans[i].high : t <= spans[i].low;
        (there ? mark.corner : mark.edge)[i] = (int16_t)end;
    }
    return mark;
}

void gz_clip_edges(const gz_feature feature[2], double error, gz_shared *shared) {
    line l[2] = {line_of(&feature[0]), line_of(&feature[1])};
    double sine = l[0].dx * l[1].dy - l[0].dy * l[1].dx;
    double same = l[0].dx * l[1].dx + l[0].dy * l[1].dy < 0 ? -1 : 1;
    shared->count = 0;
    if (fabs(sine) > GZ_CONTACT_SINE) return;
    /* The common line divides the gap between the two in the ratio of the radii: at the place t of it,
     * edge i is gap[i] = base[i] + slope[i] t to the left. */
    double round = feature[0].radius + feature[1].radius;
    double share = round > 0 ? feature[0].radius / round : 0.5;
    double mx = l[0].dx * (1 - share) + same * l[1].dx * share;
    double my = l[0].dy * (1 - share) + same * l[1].dy * share;
    double size = sqrt(mx * mx + my * my);
    line middle = {l[0].x, l[0].y, mx / size, my / size, 0};
    double base[2], slope[2];
    for (int i = 0; i < 2; ++i) {
        double cosine = middle.dx * l[i].dx + middle.dy * l[i].dy;
        double steep = (middle.dx * l[i].dy - middle.dy * l[i].dx) / cosine;
        slope[i] = steep;
        base[i] = aside(&middle, l[i].x, l[i].y) - steep * along(&middle, l[i].x, l[i].y);
    }
    /* Moved aside so that it does divide the gap at the start. */
    double shift = base[0] + share * (base[1] - base[0]);
    double turn = slope[0] + share * (slope[1] - slope[0]);
    double from = -DBL_MAX, to = DBL_MAX;
    double most = round * GZ_CONTACT_SINE + GZ_CONTACT_PASS * error;
    keep_within(base[1] - base[0], slope[1] - slope[0], most, &from, &to);
    span spans[2];
    for (int i = 0; i < 2; ++i) {
        spans[i] = span_of(&feature[i], &l[i], &middle, most);
        if (spans[i].low > from) from = spans[i].low;
        if (spans[i].high < to) to = spans[i].high;
    }
    if (!(to - from > error)) return;
    shared->count = 2;
    for (int k = 0; k < 2; ++k) {
        double t = k == 0 ? from : to, side = shift + turn * t;
        gz_shared_point *p = &shared->point[k];
        p->x = middle.x + t * middle.dx - side * middle.dy;
        p->y = middle.y + t * middle.dy + side * middle.dx;
        for (int i = 0; i < 2; ++i) p->height[i] = gz_feature_height(&feature[i], p->x, p->y);
        p->here = mark_of(spans, k == 1, t);
        p->next = (gz_mark){{-1, -1}, {0, 0}};
    }
}
