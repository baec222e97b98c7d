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

/* From where to where on the common line its points lie beside an edge, and which end comes first. The
 * round surface beside a rising edge ends a little before the edge does. */
typedef struct span {
    double low, high;
    int first;
} span;

/* The common line goes by (dx, dy) for each t, not quite in the direction of the edge. */
static span span_of(const gz_feature *edge, const line *l, const line *common, double most) {
    double in = fabs(edge->tilt) * gz_edge_drop(edge, most);
    double start = along(l, common->x, common->y), speed = common->dx * l->dx + common->dy * l->dy;
    double s = (in - start) / speed, t = (l->length - in - start) / speed;
    return s <= t ? (span){s, t, 0} : (span){t, s, 1};
}

/* The sine of how far a round edge's surface turns to the side before a face may begin. The normal of
 * no face is nearer to the way out than GZ_CONTACT_SINE tells, else that face would be the feature; of
 * that distance, the tilt of the edge is one leg. */
static double turn_of(const gz_feature *edge) {
    double squared = GZ_CONTACT_SINE * GZ_CONTACT_SINE - edge->tilt * edge->tilt;
    return edge->radius > 0 ? sqrt(squared > 0 ? squared : 0) : GZ_CONTACT_SINE;
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

/* The line that divides the gap between the two edges in the ratio of the radii; share is that of the
 * first. At the place t of it they are base + slope t apart. */
typedef struct middle_line {
    line at;
    double base, slope;
} middle_line;

static middle_line middle_of(const line l[2], double share) {
    double same = l[0].dx * l[1].dx + l[0].dy * l[1].dy < 0 ? -1 : 1;
    double mx = l[0].dx * (1 - share) + same * l[1].dx * share;
    double my = l[0].dy * (1 - share) + same * l[1].dy * share;
    double size = sqrt(mx * mx + my * my);
    line mean = {l[0].x, l[0].y, mx / size, my / size, 0};
    double base[2], slope[2]; /* how far to the left of the mean the edges are */
    for (int i = 0; i < 2; ++i) {
        double cosine = mean.dx * l[i].dx + mean.dy * l[i].dy;
        slope[i] = (mean.dx * l[i].dy - mean.dy * l[i].dx) / cosine;
        base[i] = aside(&mean, l[i].x, l[i].y) - slope[i] * along(&mean, l[i].x, l[i].y);
    }
    double shift = base[0] + share * (base[1] - base[0]);
    double turn = slope[0] + share * (slope[1] - slope[0]);
    return (middle_line){{mean.x - shift * mean.dy, mean.y + shift * mean.dx, mean.dx - turn * mean.dy,
                          mean.dy + turn * mean.dx, 0},
                         base[1] - base[0],
                         slope[1] - slope[0]};
}

void gz_clip_edges(const gz_feature feature[2], double error, gz_shared *shared) {
    line l[2] = {line_of(&feature[0]), line_of(&feature[1])};
    double sine = l[0].dx * l[1].dy - l[0].dy * l[1].dx;
    shared->count = 0;
    if (fabs(sine) > GZ_CONTACT_SINE) return;
    double round = feature[0].radius + feature[1].radius;
    middle_line middle = middle_of(l, round > 0 ? feature[0].radius / round : 0.5);
    double from = -DBL_MAX, to = DBL_MAX;
    double turns[2] = {turn_of(&feature[0]), turn_of(&feature[1])};
    double most = round * (turns[0] < turns[1] ? turns[0] : turns[1]) + GZ_CONTACT_PASS * error;
    keep_within(middle.base, middle.slope, most, &from, &to);
    span spans[2];
    for (int i = 0; i < 2; ++i) {
        spans[i] = span_of(&feature[i], &l[i], &middle.at, most);
        if (spans[i].low > from) from = spans[i].low;
        if (spans[i].high < to) to = spans[i].high;
    }
    if (!(to - from > error)) return;
    shared->count = 2;
    for (int k = 0; k < 2; ++k) {
        double t = k == 0 ? from : to;
        gz_shared_point *p = &shared->point[k];
        p->x = middle.at.x + t * middle.at.dx;
        p->y = middle.at.y + t * middle.at.dy;
        for (int i = 0; i < 2; ++i) p->height[i] = gz_feature_height(&feature[i], p->x, p->y);
        p->here = mark_of(spans, k == 1, t);
        p->next = (gz_mark){{-1, -1}, {0, 0}};
    }
}
