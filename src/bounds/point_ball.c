/* SPDX-License-Identifier: MIT
 * The smallest ball around points is that around at most four of them, the basis. Starting from one
 * point, the farthest point outside the current ball joins the basis, and the smallest ball around
 * these at most five is found by trying all subsets: its radius grows each time, so the search ends,
 * in practice after about ten passes over the points (pivoting, after Gaertner 1999). Done in doubles,
 * relative to the origin and scaled to size one. */
#include "bounds/point_ball.h"

#include "math/rounding.h"
#include "math/scale.h"

#define PASSES 64 /* each is a scan of all points; the ball is valid after any number */

typedef struct point {
    double c[3];
} point;

typedef struct ball {
    point center;
    double squared; /* of the radius */
    point basis[4];
    int count;
} ball;

static point minus(point a, point b) {
    return (point){{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
}
static double dot(point a, point b) { return (a.c[0] * b.c[0] + a.c[1] * b.c[1]) + a.c[2] * b.c[2]; }
static point cross(point a, point b) {
    return (point){{a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
                    a.c[0] * b.c[1] - a.c[1] * b.c[0]}};
}
static double distance_squared(point a, point b) { return dot(minus(a, b), minus(a, b)); }

static double determinant(double m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* The solution of m x = right by Cramer's rule; false if the rows are dependent. */
static bool solve(double m[3][3], const double right[3], point *x) {
    double det = determinant(m);
    if (!(det != 0)) return false;
    for (int j = 0; j < 3; ++j) {
        double replaced[3][3];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) replaced[i][k] = k == j ? right[i] : m[i][k];
        x->c[j] = determinant(replaced) / det;
    }
    return true;
}

/* The ball through all points of the basis with its centre in their span: with e_j = p_j - p0 it is
 * where 2 e_j . (centre - p0) = e_j . e_j. A row at right angles to the others stands for each point
 * that is missing. The second step takes back what the first rounded: points that lie nearly in one
 * circle need it. False if the points are affinely dependent. */
static bool circumscribe(ball *b) {
    double m[3][3] = {{0}}, right[3] = {0, 0, 0};
    int n = b->count - 1;
    point e[3], center = b->basis[0], step;
    if (n <= 1) { /* a point, or the middle of two */
        for (int k = 0; k < 3; ++k) center.c[k] = (b->basis[0].c[k] + b->basis[n].c[k]) / 2;
        b->center = center;
        b->squared = distance_squared(center, b->basis[0]);
        return true;
    }
    for (int i = 0; i < n; ++i) e[i] = minus(b->basis[i + 1], b->basis[0]);
    if (n == 2) e[2] = cross(e[0], e[1]);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) m[i][k] = 2 * e[i].c[k];
    for (int pass = 0; pass < 2; ++pass) {
        point away = minus(b->basis[0], center);
        for (int i = 0; i < n; ++i) /* |p_i - centre|^2 - |p0 - centre|^2 */
            right[i] = dot(e[i], e[i]) + 2 * dot(e[i], away);
        if (!solve(m, right, &step)) return false;
        for (int k = 0; k < 3; ++k) center.c[k] += step.c[k];
    }
    b->center = center;
    b->squared = distance_squared(center, b->basis[0]);
    return true;
}

static bool contains(const ball *b, const point *points, int count) {
    for (int i = 0; i < count; ++i)
        if (!(distance_squared(points[i], b->center) <= b->squared * (1 + 0x1p-40))) return false;
    return true;
}

/* The smallest ball around at most five points: the smallest of those through one to four of them that
 * contain all. False if rounding lets none. */
static bool ball_of_few(const point *points, int count, ball *out) {
    bool found = false;
    for (int subset = 1; subset < 1 << count; ++subset) {
        ball b = {.count = 0};
        int members = 0;
        for (int i = 0; i < count; ++i) members += subset >> i & 1;
        if (members > 4) continue;
        for (int i = 0; i < count; ++i)
            if (subset >> i & 1) b.basis[b.count++] = points[i];
        if (!circumscribe(&b) || (found && b.squared >= out->squared)) continue;
        if (!contains(&b, points, count)) continue;
        *out = b;
        found = true;
    }
    return found;
}

static point scaled_point(vec3 p, vec3 origin, double scale) {
    return (point){{((double)p.x - (double)origin.x) * scale, ((double)p.y - (double)origin.y) * scale,
                    ((double)p.z - (double)origin.z) * scale}};
}

/* Of lengths whose squares are safe the greatest is that of the greatest square. */
real gz_point_reach(const gz_strided *points, vec3 center) {
    real reach = 0, square = 0;
    for (size_t i = 0; i < points->count; ++i) {
        vec3 offset = vec3_sub(gz_strided_at(points, i), center);
        real largest = vec3_max_abs(offset);
        if (gz_squares_are_safe(largest))
            square = graze_max(square, vec3_length_squared(offset));
        else if (largest > 0)
            reach = graze_max(reach, gz_round_up(vec3_length(offset)));
    }
    return square > 0 ? graze_max(reach, gz_round_up(graze_sqrt(square))) : reach;
}

graze_sphere gz_point_ball(const gz_strided *points, vec3 origin) {
    real reach = 0;
    for (size_t i = 0; i < points->count; ++i)
        reach = graze_max(reach, vec3_max_abs(vec3_sub(gz_strided_at(points, i), origin)));
    if (reach == 0) return (graze_sphere){origin, 0};
    int exponent = gz_exponent(reach);
    double scale = gz_power_of_two(exponent < -1000 ? 1000 : -exponent); /* reach is below 2^1000 */
    ball current = {.center = scaled_point(gz_strided_at(points, 0), origin, scale), .count = 1};
    current.basis[0] = current.center;
    for (int pass = 0; pass < PASSES; ++pass) {
        double farthest = 0;
        point far = current.center;
        for (size_t i = 0; i < points->count; ++i) {
            point p = scaled_point(gz_strided_at(points, i), origin, scale);
            double squared = distance_squared(p, current.center);
            if (squared > farthest) {
                farthest = squared;
                far = p;
            }
        }
        if (farthest <= current.squared * (1 + 0x1p-40)) break;
        point few[5] = {far};
        for (int i = 0; i < current.count; ++i) few[i + 1] = current.basis[i];
        ball next;
        if (!ball_of_few(few, current.count + 1, &next) || next.squared <= current.squared) break;
        current = next;
    }
    vec3 center = vec3_make(origin.x + (real)(current.center.c[0] / scale),
                            origin.y + (real)(current.center.c[1] / scale),
                            origin.z + (real)(current.center.c[2] / scale));
    graze_sphere smallest = {center, gz_point_reach(points, center)};
    real plain = gz_point_reach(points, origin);
    return plain < smallest.radius ? (graze_sphere){origin, plain} : smallest;
}
