/* SPDX-License-Identifier: MIT
 *
 * "Apart" is shown by an axis, "together" by a point that lies in both boxes, each made smaller by
 * GZ_QUICK_INSIDE: then a ball of E round it lies in both. Neither needs the other to fail first, so
 * what is likely is tried first: the axes of the faces, the point, the axes of the edges.
 *
 * Products of the axes of A with those of B and with the offset are computed as they are; tolerance.h
 * says what is taken from the axes of one box being orthonormal. Axes of edges are looked at again as
 * they come out. */
#include "convex/quick_boxes.h"

#include "convex/certificate.h"
#include "convex/quick_cores.h"

typedef struct boxes {
    double r[3][3];    /* the i-th axis of A times the j-th of B */
    double t[3], u[3]; /* from the centre of B to that of A, along the axes of A and of B */
    double a[3], b[3]; /* half extents */
} boxes;

static const int next[3] = {1, 2, 0}, after[3] = {2, 0, 1};

static inline void set(double to[3], wide3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static inline void boxes_set(const graze_placed *a, const graze_placed *b, wide3 offset, boxes *x) {
    const mat3 *axes_a = &a->pose.basis, *axes_b = &b->pose.basis;
    for (int i = 0; i < 3; ++i) set(x->r[i], wide3_turn_back(axes_b, wide3_from(axes_a->col[i])));
    set(x->t, wide3_turn_back(axes_a, offset));
    set(x->u, wide3_turn_back(axes_b, offset));
    set(x->a, wide3_from(a->shape->half));
    set(x->b, wide3_from(b->shape->half));
}

/* The largest gap along an axis of A (0 to 2) or of B (3 to 5). */
static inline double widest_gap(const boxes *x, int *axis) {
    double gap[6], widest;
    for (int i = 0; i < 3; ++i) {
        const double *r = x->r[i];
        double width = (x->b[0] * fabs(r[0]) + x->b[1] * fabs(r[1])) + x->b[2] * fabs(r[2]);
        gap[i] = (fabs(x->t[i]) - x->a[i]) - width;
    }
    for (int j = 0; j < 3; ++j) {
        double width =
            (x->a[0] * fabs(x->r[0][j]) + x->a[1] * fabs(x->r[1][j])) + x->a[2] * fabs(x->r[2][j]);
        gap[3 + j] = (fabs(x->u[j]) - x->b[j]) - width;
    }
    *axis = 0;
    widest = gap[0];
    for (int k = 1; k < 6; ++k) {
        *axis += (k - *axis) * (gap[k] > widest);
        widest = gz_settled(gap[k] > widest ? gap[k] : widest);
    }
    return widest;
}

/* A point of A, made smaller by `less`, that lies in B made smaller too, in A's axes. It begins with
 * the one nearest to the centre of B. Where that lies beyond a face of B, it is moved across the face,
 * but not out of A: along those of A's axes that leave room. */
static inline bool common_point(const boxes *x, double less, double p[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = x->a[k] - less;
        b[k] = x->b[k] - less;
        if (!(a[k] > 0 && b[k] > 0)) return false;
        p[k] = gz_clamp(-x->t[k], a[k]);
    }
    for (int round = 0;; ++round) {
        double off[3], most = 0;
        int face = 0;
        for (int j = 0; j < 3; ++j) {
            double q = ((p[0] * x->r[0][j] + p[1] * x->r[1][j]) + p[2] * x->r[2][j]) + x->u[j];
            off[j] = gz_clamp(q, b[j]) - q;
            face += (j - face) * (fabs(off[j]) > most);
            most = gz_settled(fabs(off[j]) > most ? fabs(off[j]) : most);
        }
        if (most == 0) return true;
        if (round == GZ_QUICK_MOVES) return false;
        double free[3], squared = 0;
        for (int i = 0; i < 3; ++i) {
            double r = x->r[i][face];
            bool blocked = (fabs(p[i]) >= a[i]) & (r * off[face] * p[i] > 0);
            free[i] = gz_if(!blocked, r);
            squared += free[i] * free[i];
        }
        if (!(squared > 0)) return false;
        double step = off[face] * (1 + GZ_QUICK_ACROSS) / squared;
        for (int i = 0; i < 3; ++i) p[i] = gz_clamp(p[i] + step * free[i], a[i]);
    }
}

/* Does the cross product of an edge of A and one of B separate them? The first that seems to is looked
 * at as it comes out. */
static bool edges_apart(const graze_placed *a, const graze_placed *b, const boxes *x, wide3 offset,
                        double far, wide3 *axis, double *gap) {
    for (int i = 0; i < 3; ++i) {
        int i1 = next[i], i2 = after[i];
        for (int j = 0; j < 3; ++j) {
            int j1 = next[j], j2 = after[j];
            double p = x->r[i1][j], q = x->r[i2][j];
            double middle = fabs(x->t[i2] * p - x->t[i1] * q);
            double of_a = x->a[i1] * fabs(q) + x->a[i2] * fabs(p);
            double of_b = x->b[j1] * fabs(x->r[i][j2]) + x->b[j2] * fabs(x->r[i][j1]);
            if (!(middle > of_a + of_b)) continue;
            wide3 n = wide3_cross(wide3_from(a->pose.basis.col[i]), wide3_from(b->pose.basis.col[j]));
            double along = wide3_dot(n, offset), length = wide3_length(n);
            double width = gz_box_width(a, n) + gz_box_width(b, n);
            if (!(fabs(along) - width > far * length)) continue;
            *gap = (fabs(along) - width) / length;
            *axis = wide3_scale(n, (along < 0 ? -1 : 1) / length);
            return true;
        }
    }
    return false;
}

/* The axis, a unit vector from B to A, separates them: that will be so for a while. */
static void certify(const graze_placed *a, const graze_placed *b, wide3 axis, double gap,
                    graze_cache *cache) {
    gz_glance glance;
    wide3 from_a = wide3_turn_back(&a->pose.basis, wide3_neg(axis));
    wide3 from_b = wide3_turn_back(&b->pose.basis, axis);
    glance.a = gz_box_core(a->shape, wide3_round(from_a), &glance.hint_a);
    glance.b = gz_box_core(b->shape, wide3_round(from_b), &glance.hint_b);
    glance.world = axis;
    glance.length = wide3_length(axis);
    glance.bound = gap;
    glance.radius = (double)(a->margin + b->margin);
    gz_glance_store(&glance, cache);
    gz_certificate_make(&glance, a, b, cache);
}

bool gz_quick_boxes(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,
                    graze_intersection *out) {
    wide3 offset = gz_quick_offset(a, b);
    double error = gz_quick_error(a, b, gz_quick_length(offset));
    if (!gz_quick_in_range(error)) return false;
    double radius = (double)(a->margin + b->margin), slack = GZ_QUICK_APART * error,
           far = radius + (double)distance + slack;
    boxes x;
    boxes_set(a, b, offset, &x);
    int k;
    double gap = widest_gap(&x, &k), p[3];
    wide3 axis;
    if (gap > far) {
        axis = wide3_from(k < 3 ? a->pose.basis.col[k] : b->pose.basis.col[k - 3]);
        if ((k < 3 ? x.t[k] : x.u[k - 3]) < 0) axis = wide3_neg(axis);
    } else if (common_point(&x, GZ_QUICK_INSIDE * error, p)) {
        gz_quick_together(a, wide3_turn(&a->pose.basis, wide3_make(p[0], p[1], p[2])), out);
        return true;
    } else if (!edges_apart(a, b, &x, offset, far, &axis, &gap)) {
        return false;
    }
    gz_quick_apart(a, b, axis, gap - (radius + slack), NULL, out);
    if (cache) certify(a, b, axis, gap, cache);
    return true;
}
