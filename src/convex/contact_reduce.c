/* SPDX-License-Identifier: MIT
 * Four corners of a convex polygon that span the most area: those of some diagonal and the farthest
 * corners on either side of it. Of choices that are nearly as good the first is kept, so that small
 * motions change nothing. */
#include <float.h>

#include "base/tolerance.h"
#include "convex/contact.h"

double gz_shared_size(const gz_shared *shared) {
    double lo_x = DBL_MAX, lo_y = DBL_MAX, hi_x = -DBL_MAX, hi_y = -DBL_MAX;
    for (int i = 0; i < shared->count; ++i) {
        const gz_shared_point *p = &shared->point[i];
        lo_x = p->x < lo_x ? p->x : lo_x;
        hi_x = p->x > hi_x ? p->x : hi_x;
        lo_y = p->y < lo_y ? p->y : lo_y;
        hi_y = p->y > hi_y ? p->y : hi_y;
    }
    return shared->count > 0 ? (hi_x - lo_x) + (hi_y - lo_y) : 0;
}

/* Twice the area of a triangle, counterclockwise positive. */
static double area(const gz_shared *s, int i, int j, int k) {
    const gz_shared_point *p = s->point;
    return (p[j].x - p[i].x) * (p[k].y - p[i].y) - (p[j].y - p[i].y) * (p[k].x - p[i].x);
}

typedef struct choice {
    double area;
    int corner[4]; /* in order */
} choice;

/* The corners seen from one of them: the others in order. */
typedef struct outlook {
    double x[GZ_CONTACT_TRIED], y[GZ_CONTACT_TRIED];
} outlook;

/* Of the corners from `from` to `until`, which lie on one side of the diagonal to the corner `to`, the
 * farthest; of nearly equal ones the first. *most: twice the area that it adds. */
static int farthest(const outlook *o, int to, int from, int until, double *most) {
    double sign = from < to ? 1 : -1, x = sign * o->x[to], y = sign * o->y[to], greatest = 0;
    for (int k = from; k <= until; ++k) {
        double own = o->x[k] * y - o->y[k] * x;
        if (own > greatest) greatest = own;
    }
    *most = 0;
    for (int k = from; k <= until; ++k) {
        *most = o->x[k] * y - o->y[k] * x;
        if (*most >= greatest * (1 - GZ_CONTACT_TIE)) return k;
    }
    return until;
}

static int wrapped(int i, int count) { return i < count ? i : i - count; }

/* The best quadrilaterals with a diagonal at corner i. */
static void try_diagonals(const gz_shared *s, int i, choice *best) {
    int n = s->count;
    outlook o;
    for (int k = 0; k < n; ++k) {
        const gz_shared_point *p = &s->point[wrapped(i + k, n)];
        o.x[k] = p->x - s->point[i].x;
        o.y[k] = p->y - s->point[i].y;
    }
    for (int step = 2; step + 1 < n; ++step) {
        double right, left;
        int k = farthest(&o, step, 1, step - 1, &right);
        int l = farthest(&o, step, step + 1, n - 1, &left);
        if (best->area >= 0 && !(right + left > best->area * (1 + GZ_CONTACT_TIE))) continue;
        *best = (choice){right + left, {i, wrapped(i + k, n), wrapped(i + step, n), wrapped(i + l, n)}};
    }
}

/* The deepest point, unless all are level: then -1. */
static int clearly_deepest(const gz_shared *s, double level) {
    int deepest = 0;
    double highest = gz_shared_sd(&s->point[0]);
    for (int i = 1; i < s->count; ++i) {
        double sd = gz_shared_sd(&s->point[i]);
        if (sd < gz_shared_sd(&s->point[deepest])) deepest = i;
        if (sd > highest) highest = sd;
    }
    return highest - gz_shared_sd(&s->point[deepest]) > level ? deepest : -1;
}

/* A whole disc of either one: the corners of the square that begins at the first. */
static bool is_whole_rim(const gz_shared *s) {
    if (s->count != GZ_CONTACT_RIM) return false;
    for (int i = 1; i < s->count; ++i)
        if (s->point[i].here.corner[0] != s->point[0].here.corner[0] + i &&
            s->point[i].here.corner[1] != s->point[0].here.corner[1] + i)
            return false;
    return true;
}

static double whole_area(const gz_shared *s) {
    double sum = 0;
    for (int i = 1; i + 1 < s->count; ++i) sum += area(s, 0, i, i + 1);
    return sum;
}

static double ear_of(const gz_shared *s, int i) {
    int n = s->count;
    return area(s, i > 0 ? i - 1 : n - 1, i, i + 1 < n ? i + 1 : 0);
}

/* The corner that adds the least, the deepest left aside; of nearly equal ones the last. */
static int bluntest(const gz_shared *s, int deepest, double *ear) {
    double least = DBL_MAX, own[GZ_CONTACT_ROOM];
    for (int i = 0; i < s->count; ++i) {
        own[i] = i == deepest ? DBL_MAX : ear_of(s, i);
        if (own[i] < least) least = own[i];
    }
    int last = s->count - 1;
    while (last > 0 && own[last] > least + GZ_CONTACT_EVEN * fabs(least)) --last;
    *ear = own[last];
    return last;
}

/* Drops corners that add next to nothing, and of many those that add the least. Where sides nearly
 * coincide there are two corners close together: the one to keep is the one that sticks out. */
static void drop_blunt(gz_shared *s, int *deepest) {
    double most = GZ_CONTACT_BLUNT * whole_area(s), ear;
    while (s->count > GRAZE_CONTACT_POINTS) {
        int least = bluntest(s, *deepest, &ear);
        if (ear > most && s->count <= GZ_CONTACT_TRIED) return;
        for (int i = least; i + 1 < s->count; ++i) s->point[i] = s->point[i + 1];
        if (*deepest > least) --*deepest;
        --s->count;
    }
}

/* Turns the list round so that it begins next to a place that moves along with one of the shapes: what
 * comes first must not depend on which corners a jiggle cuts off. */
static void begin_near(gz_shared *s, double x, double y) {
    double distance[GZ_CONTACT_ROOM], nearest = DBL_MAX;
    for (int i = 0; i < s->count; ++i) {
        double dx = s->point[i].x - x, dy = s->point[i].y - y;
        distance[i] = sqrt(dx * dx + dy * dy);
        if (distance[i] < nearest) nearest = distance[i];
    }
    int first = 0;
    while (distance[first] > nearest * (1 + GZ_CONTACT_EVEN)) ++first;
    if (first == 0) return;
    gz_shared_point old[GZ_CONTACT_ROOM];
    for (int i = 0; i < s->count; ++i) old[i] = s->point[i];
    for (int i = 0; i < s->count; ++i) s->point[i] = old[(first + i) % s->count];
}

void gz_reduce(double level, gz_shared *shared) {
    if (shared->count <= GRAZE_CONTACT_POINTS) return;
    begin_near(shared, shared->start_x, shared->start_y);
    const int quarter = GZ_CONTACT_RIM / 4;
    choice best = {.area = -1};
    int deepest = clearly_deepest(shared, level);
    if (deepest < 0 && is_whole_rim(shared)) {
        best = (choice){0, {0, quarter, 2 * quarter, 3 * quarter}};
    } else {
        drop_blunt(shared, &deepest);
        if (shared->count <= GRAZE_CONTACT_POINTS) return;
        for (int i = 0; i < shared->count; ++i)
            if (deepest < 0 || i == deepest) try_diagonals(shared, i, &best);
    }
    gz_shared_point kept[GRAZE_CONTACT_POINTS];
    for (int i = 0; i < GRAZE_CONTACT_POINTS; ++i) kept[i] = shared->point[best.corner[i]];
    shared->count = GRAZE_CONTACT_POINTS;
    for (int i = 0; i < GRAZE_CONTACT_POINTS; ++i) shared->point[i] = kept[i];
}
