/* SPDX-License-Identifier: MIT */
#include "convex/epa_start.h"

#include <float.h>

gz_epa_point gz_epa_look(gz_epa_search *s, wide3 n) {
    gz_epa_point point;
    wide3 u = gz_pair_direction(n); /* rounded to real: not quite a unit vector */
    point.y = gz_pair_support(s->pair, wide3_neg(u), &point.a);
    point.hint_a = s->pair->a.hint;
    point.hint_b = s->pair->b.hint;
    double stretch = 1.5 - 0.5 * wide3_length_squared(u); /* 1 / |u| to the square of the rounding */
    double height = stretch * wide3_dot(u, point.y);
    point.n = wide3_scale(u, stretch);
    if (height < s->upper) {
        s->upper = height;
        s->normal = point.n;
    }
    return point;
}

/* A unit vector at right angles to v (unit): the product with the axis that v is farthest from. */
static wide3 perpendicular(wide3 v) {
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    wide3 axis = x <= y && x <= z   ? wide3_make(1, 0, 0)
                 : y <= x && y <= z ? wide3_make(0, 1, 0)
                                    : wide3_make(0, 0, 1);
    wide3 n = wide3_cross(v, axis);
    return wide3_scale(n, 1 / wide3_length(n));
}

/* The part of v at right angles to the unit vector u. */
static wide3 across(wide3 v, wide3 u) { return wide3_add_scaled(v, -wide3_dot(v, u), u); }

/* Looks along n and against it. The farther point of the two, measured from a point of the simplex,
 * joins the simplex, the other one is left in *other. False: done. */
static bool look_both_ways(gz_epa_search *s, wide3 n, gz_simplex *x, gz_epa_point *other) {
    ++s->rounds;
    gz_epa_point ahead = gz_epa_look(s, n);
    if (gz_epa_done(s)) return false;
    gz_epa_point behind = gz_epa_look(s, wide3_neg(n));
    if (gz_epa_done(s)) return false;
    double level = wide3_dot(n, x->y[0]);
    bool turned = level - wide3_dot(n, behind.y) > wide3_dot(n, ahead.y) - level;
    const gz_epa_point *far = turned ? &behind : &ahead;
    x->y[x->count] = far->y;
    x->a[x->count] = far->a;
    x->hint_a[x->count] = far->hint_a;
    x->hint_b[x->count] = far->hint_b;
    x->weight[x->count++] = 0;
    *other = turned ? ahead : behind;
    return true;
}

/* From one point to two. The centres' direction is the likeliest to show that they merely touch. */
static bool add_second(gz_epa_search *s, gz_simplex *x) {
    double length = wide3_length(s->pair->offset);
    wide3 n = length > GZ_EPA_LEVEL ? wide3_scale(s->pair->offset, 1 / length) : wide3_make(1, 0, 0);
    gz_epa_point other;
    return look_both_ways(s, n, x, &other);
}

/* From two to three: the point farthest from their line of up to four. */
static bool add_third(gz_epa_search *s, wide3 line, gz_simplex *x) {
    wide3 n = perpendicular(line), m = wide3_cross(line, n);
    gz_epa_point other;
    gz_simplex second = *x;
    if (!look_both_ways(s, n, x, &other) || !look_both_ways(s, m, &second, &other)) return false;
    double first_off = wide3_length(across(wide3_sub(x->y[2], x->y[0]), line));
    double second_off = wide3_length(across(wide3_sub(second.y[2], second.y[0]), line));
    if (second_off > first_off) *x = second;
    return true;
}

static void copy_point(const gz_simplex *from, int i, gz_simplex *to, int j) {
    to->y[j] = from->y[i];
    to->a[j] = from->a[i];
    to->hint_a[j] = from->hint_a[i];
    to->hint_b[j] = from->hint_b[i];
    to->weight[j] = from->weight[i];
}

/* The unit vector from the first point to the one farthest from it, which becomes the second. */
static double longest_edge(gz_simplex *x, wide3 *unit) {
    double most = 0;
    int far = 1;
    for (int i = 1; i < x->count; ++i) {
        double length = wide3_length(wide3_sub(x->y[i], x->y[0]));
        if (length > most) {
            most = length;
            far = i;
        }
    }
    if (!(most > GZ_EPA_LEVEL)) return 0;
    const gz_simplex old = *x;
    copy_point(&old, 1, x, far);
    copy_point(&old, far, x, 1);
    *unit = wide3_scale(wide3_sub(x->y[1], x->y[0]), 1 / most);
    return most;
}

/* The height of the third point over the line of the first two, as a unit vector at right angles. */
static double third_height(const gz_simplex *x, wide3 line, wide3 *unit) {
    wide3 off = across(across(wide3_sub(x->y[2], x->y[0]), line), line);
    double length = wide3_length(off);
    if (length > GZ_EPA_LEVEL) *unit = wide3_scale(off, 1 / length);
    return length;
}

/* A tetrahedron in a plane holds the origin if one of its faces does. */
static void take_nearest_face(gz_simplex *x) {
    gz_simplex best = *x;
    double least = DBL_MAX;
    for (int i = 0; i < 4; ++i) {
        gz_simplex face = *x;
        face.count = 3;
        copy_point(x, 3, &face, i);
        double length = wide3_length(gz_simplex_reduce(&face, false));
        if (length < least) {
            least = length;
            best = face;
        }
    }
    *x = best;
}

static bool begin(const gz_epa_search *s, const gz_simplex *x, gz_epa_polytope *p) {
    bool thick = gz_epa_begin(p, x->y, x->a, (double)GZ_TOUCHING_SHARE * s->pair->error);
    for (int i = 0; i < 4; ++i) {
        p->hint_a[i] = x->hint_a[i];
        p->hint_b[i] = x->hint_b[i];
    }
    return thick;
}

bool gz_epa_start(gz_epa_search *s, gz_simplex *x, gz_epa_polytope *p) {
    if (x->count == 4) {
        if (begin(s, x, p)) return true;
        take_nearest_face(x);
    }
    gz_epa_point other;
    wide3 line = {1, 0, 0}, up = {0, 0, 0};
    if (x->count > 1 && longest_edge(x, &line) == 0) x->count = 1;
    if (x->count == 1) {
        if (!add_second(s, x)) return false;
        longest_edge(x, &line);
    }
    if (x->count == 3 && !(third_height(x, line, &up) > GZ_EPA_LEVEL)) x->count = 2;
    if (x->count == 2) {
        if (!add_third(s, line, x)) return false;
        third_height(x, line, &up);
    }
    if (!look_both_ways(s, wide3_cross(line, up), x, &other)) return false;
    begin(s, x, p);
    double height;
    int face = gz_epa_farthest_below(p, other.y, &height);
    if (height > GZ_EPA_LEVEL) gz_epa_expand(p, face, &other, -s->pair->error, s->upper);
    return true;
}
