/* SPDX-License-Identifier: MIT
 * Exact intersections of lattice polygons. */
#include "oracle/polygon_oracle.h"

#include <math.h>

typedef struct fraction_point { /* x / w, w > 0 */
    wide_int x[3], w;
} fraction_point;

/* -- vectors -- */

static lattice_point sub(lattice_point a, lattice_point b) {
    return (lattice_point){{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}

static void cross(lattice_point a, lattice_point b, wide_int out[3]) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = (wide_int)a.at[j] * b.at[k] - (wide_int)a.at[k] * b.at[j];
    }
}

static wide_int dot(const wide_int n[3], lattice_point a) {
    return n[0] * a.at[0] + n[1] * a.at[1] + n[2] * a.at[2];
}

static void normal_of(const lattice_polygon *polygon, wide_int n[3]) {
    cross(polygon->u, polygon->v, n);
}

static int drop_axis(const lattice_polygon *polygon) {
    wide_int n[3];
    normal_of(polygon, n);
    return n[0] != 0 ? 0 : n[1] != 0 ? 1 : 2;
}

/* -- edges: the next point in the loop of point i -- */

static uint32_t after(const lattice_polygon *polygon, uint32_t i) {
    uint32_t begin = 0;
    for (uint32_t loop = 0; loop < polygon->loop_count; ++loop) {
        if (i + 1 == polygon->loop_ends[loop]) return begin;
        if (i < polygon->loop_ends[loop]) break;
        begin = polygon->loop_ends[loop];
    }
    return i + 1;
}

static bool between(wide_int x, wide_int a, wide_int b) {
    return (a <= x && x <= b) || (b <= x && x <= a);
}

/* Whether x, known to be in the plane, belongs to the closed polygon. */
static bool contains(const lattice_polygon *polygon, const fraction_point *x) {
    int drop = drop_axis(polygon), i = (drop + 1) % 3, j = (drop + 2) % 3;
    bool inside = false;
    for (uint32_t k = 0; k < polygon->count; ++k) {
        lattice_point a = polygon->points[k], b = polygon->points[after(polygon, k)];
        wide_int ax = a.at[i] * x->w, ay = a.at[j] * x->w, bx = b.at[i] * x->w, by = b.at[j] * x->w;
        wide_int turn = (wide_int)(b.at[i] - a.at[i]) * (x->x[j] - ay) -
                        (wide_int)(b.at[j] - a.at[j]) * (x->x[i] - ax);
        if (turn == 0 && between(x->x[i], ax, bx) && between(x->x[j], ay, by)) return true;
        bool below_a = ax < x->x[i], below_b = bx < x->x[i]; /* a ray along the other axis than ours */
        if (below_a != below_b) inside ^= below_b ? turn > 0 : turn < 0;
    }
    return inside;
}

static fraction_point whole(lattice_point p) {
    return (fraction_point){{p.at[0], p.at[1], p.at[2]}, 1};
}

/* Where p q, with heights of different sign or one zero, is at height 0. */
static fraction_point at_zero(lattice_point p, wide_int height_p, lattice_point q, wide_int height_q) {
    fraction_point x;
    x.w = height_p - height_q;
    wide_int sign = x.w < 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) x.x[k] = sign * (height_p * q.at[k] - height_q * p.at[k]);
    x.w *= sign;
    return x;
}

static bool on_segment(lattice_point x, lattice_point a, lattice_point b) {
    wide_int n[3];
    cross(sub(b, a), sub(x, a), n);
    if (n[0] || n[1] || n[2]) return false;
    return between(x.at[0], a.at[0], b.at[0]) && between(x.at[1], a.at[1], b.at[1]) &&
           between(x.at[2], a.at[2], b.at[2]);
}

/* Two segments of one plane: an end on the other, or both pairs of ends strictly apart. */
static bool planar_segments_meet(const lattice_polygon *plane, lattice_point p, lattice_point q,
                                 lattice_point a, lattice_point b) {
    if (on_segment(p, a, b) || on_segment(q, a, b) || on_segment(a, p, q) || on_segment(b, p, q))
        return true;
    wide_int n[3], m[3];
    int drop = drop_axis(plane);
    cross(sub(q, p), sub(a, p), n);
    cross(sub(q, p), sub(b, p), m);
    if (!((n[drop] > 0 && m[drop] < 0) || (n[drop] < 0 && m[drop] > 0))) return false;
    cross(sub(b, a), sub(p, a), n);
    cross(sub(b, a), sub(q, a), m);
    return (n[drop] > 0 && m[drop] < 0) || (n[drop] < 0 && m[drop] > 0);
}

bool oracle_segment_polygon(const lattice_polygon *polygon, lattice_point p, lattice_point q) {
    wide_int n[3];
    normal_of(polygon, n);
    wide_int height_p = dot(n, sub(p, polygon->points[0])),
             height_q = dot(n, sub(q, polygon->points[0]));
    if ((height_p > 0 && height_q > 0) || (height_p < 0 && height_q < 0)) return false;
    if (height_p != 0 || height_q != 0) {
        fraction_point x = at_zero(p, height_p, q, height_q);
        return contains(polygon, &x);
    }
    fraction_point end = whole(p);
    if (contains(polygon, &end)) return true;
    for (uint32_t k = 0; k < polygon->count; ++k)
        if (planar_segments_meet(polygon, p, q, polygon->points[k], polygon->points[after(polygon, k)]))
            return true;
    return false;
}

bool oracle_polygon_polygon(const lattice_polygon *a, const lattice_polygon *b) {
    for (uint32_t k = 0; k < a->count; ++k)
        if (oracle_segment_polygon(b, a->points[k], a->points[after(a, k)])) return true;
    for (uint32_t k = 0; k < b->count; ++k)
        if (oracle_segment_polygon(a, b->points[k], b->points[after(b, k)])) return true;
    return false;
}

/* -- boxes -- */

/* The part from / from_w .. to / to_w of the segment, cut by x >= lo or x <= hi; false: none left. */
static bool segment_meets_box(lattice_point p, lattice_point q, lattice_point lo, lattice_point hi) {
    wide_int from = 0, from_w = 1, to = 1, to_w = 1;
    for (int k = 0; k < 3; ++k) {
        wide_int d = q.at[k] - p.at[k], limit[2] = {lo.at[k] - p.at[k], hi.at[k] - p.at[k]};
        if (d == 0) {
            if (limit[0] > 0 || limit[1] < 0) return false;
            continue;
        }
        wide_int sign = d < 0 ? -1 : 1, w = sign * d;
        wide_int first = sign * limit[d < 0], last = sign * limit[d > 0];
        if (first * from_w > from * w) from = first, from_w = w;
        if (last * to_w < to * w) to = last, to_w = w;
    }
    return from * to_w <= to * from_w;
}

bool oracle_box_polygon(const lattice_polygon *polygon, lattice_point lo, lattice_point hi) {
    for (uint32_t k = 0; k < polygon->count; ++k)
        if (segment_meets_box(polygon->points[k], polygon->points[after(polygon, k)], lo, hi))
            return true;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 4; ++side) {
            lattice_point p = lo, q = hi;
            int i = (axis + 1) % 3, j = (axis + 2) % 3;
            p.at[i] = q.at[i] = side & 1 ? hi.at[i] : lo.at[i];
            p.at[j] = q.at[j] = side & 2 ? hi.at[j] : lo.at[j];
            if (oracle_segment_polygon(polygon, p, q)) return true;
        }
    return false;
}

/* -- distance -- */

static long double point_segment(lattice_point x, lattice_point a, lattice_point b) {
    lattice_point d = sub(b, a), e = sub(x, a);
    long double dd = 0, de = 0, squared = 0;
    for (int k = 0; k < 3; ++k) {
        dd += (long double)d.at[k] * (long double)d.at[k];
        de += (long double)d.at[k] * (long double)e.at[k];
    }
    long double t = dd > 0 ? de / dd : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; ++k) {
        long double r = (long double)e.at[k] - t * (long double)d.at[k];
        squared += r * r;
    }
    return sqrtl(squared);
}

long double oracle_point_polygon(const lattice_polygon *polygon, lattice_point x) {
    wide_int n[3];
    normal_of(polygon, n);
    wide_int height = dot(n, sub(x, polygon->points[0]));
    fraction_point foot = {.w = n[0] * n[0] + n[1] * n[1] + n[2] * n[2]};
    for (int k = 0; k < 3; ++k) foot.x[k] = x.at[k] * foot.w - height * n[k];
    if (contains(polygon, &foot)) return fabsl((long double)height) / sqrtl((long double)foot.w);
    long double least = INFINITY;
    for (uint32_t k = 0; k < polygon->count; ++k)
        least = fminl(least, point_segment(x, polygon->points[k], polygon->points[after(polygon, k)]));
    return least;
}

/* -- area -- */

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between two neighbouring heights of vertices the polygon is a row of trapezoids: their area is the
 * height of the strip times the widths half way up. */
double oracle_planar_area(const lattice_polygon *polygon) {
    double area = 0;
    for (int y = -64; y < 64; ++y) {
        double cuts[LATTICE_POINTS];
        size_t count = 0;
        for (uint32_t k = 0; k < polygon->count; ++k) {
            const int *a = polygon->planar[k], *b = polygon->planar[after(polygon, k)];
            if ((a[1] <= y) == (b[1] <= y)) continue;
            cuts[count++] = a[0] + (y + 0.5 - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
        }
        qsort(cuts, count, sizeof *cuts, compare_doubles);
        for (size_t c = 0; c + 1 < count; c += 2) area += cuts[c + 1] - cuts[c];
    }
    return 2 * area;
}
