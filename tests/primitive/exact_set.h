/* SPDX-License-Identifier: MIT
 * Do two sets meet? In whole numbers of GMP, by a method that shares nothing with the library's: two
 * polytopes meet iff an edge of one, clipped by the half-spaces of the other, leaves something; a
 * sphere meets what comes as near as its radius.
 *
 * Every number of a case is a multiple of 2^-s. Coordinates are kept in units of 2^-2s, since products
 * of two (an axis and a half extent) are coordinates too. */
#ifndef GRAZE_TESTS_PRIMITIVE_EXACT_SET_H
#define GRAZE_TESTS_PRIMITIVE_EXACT_SET_H

#include <gmp.h>

#include "any_set.h"

typedef struct z3 {
    mpz_t x[3];
} z3;

typedef struct exact_set {
    z3 end[12][2]; /* edges */
    int edges;
    z3 normal[10]; /* half-spaces normal . x <= offset */
    mpz_t offset[10];
    int planes;
} exact_set;

static exact_set exact_sets[2];
static z3 zt[12]; /* scratch */
static mpz_t zs[12];
static long exact_unit; /* s */

static inline void z3_init(z3 *v) {
    for (int k = 0; k < 3; ++k) mpz_init(v->x[k]);
}

static inline void exact_start(void) {
    static bool done = false;
    if (done) return;
    done = true;
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 24; ++k) z3_init(&exact_sets[i].end[k / 2][k % 2]);
        for (int k = 0; k < 10; ++k) z3_init(&exact_sets[i].normal[k]);
        for (int k = 0; k < 10; ++k) mpz_init(exact_sets[i].offset[k]);
    }
    for (int k = 0; k < 12; ++k) z3_init(&zt[k]);
    for (int k = 0; k < 12; ++k) mpz_init(zs[k]);
}

static inline void z3_sub(z3 *out, const z3 *a, const z3 *b) {
    for (int k = 0; k < 3; ++k) mpz_sub(out->x[k], a->x[k], b->x[k]);
}
static inline void z3_copy(z3 *out, const z3 *a) {
    for (int k = 0; k < 3; ++k) mpz_set(out->x[k], a->x[k]);
}
static inline void z3_neg(z3 *out, const z3 *a) {
    for (int k = 0; k < 3; ++k) mpz_neg(out->x[k], a->x[k]);
}
/* out must be none of the others. */
static inline void z3_cross(z3 *out, const z3 *a, const z3 *b) {
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(out->x[k], a->x[i], b->x[j]);
        mpz_submul(out->x[k], a->x[j], b->x[i]);
    }
}
static inline void z3_dot(mpz_t out, const z3 *a, const z3 *b) {
    mpz_mul(out, a->x[0], b->x[0]);
    mpz_addmul(out, a->x[1], b->x[1]);
    mpz_addmul(out, a->x[2], b->x[2]);
}
static inline bool z3_is_zero(const z3 *a) {
    return mpz_sgn(a->x[0]) == 0 && mpz_sgn(a->x[1]) == 0 && mpz_sgn(a->x[2]) == 0;
}

/* -- numbers in ------------------------------------------------------------------------ */

static inline void unit_for(double x) {
    if (x == 0 || !isfinite(x)) return;
    int e;
    double m = frexp(x, &e);
    long lowest = (long)e - 53;
    int64_t whole = (int64_t)ldexp(m, 53);
    while (whole % 2 == 0) {
        whole /= 2;
        ++lowest;
    }
    if (-lowest > exact_unit) exact_unit = -lowest;
}

/* x 2^s */
static inline void put(mpz_t out, double x) {
    int e;
    double m = frexp(x, &e);
    mpz_set_d(out, ldexp(m, 53));
    long shift = (long)e - 53 + exact_unit;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift); /* only zeros go */
}
static inline void put3(z3 *out, const double v[3]) {
    for (int k = 0; k < 3; ++k) put(out->x[k], v[k]);
}
static inline void put_point(z3 *out, const double v[3]) {
    put3(out, v);
    for (int k = 0; k < 3; ++k) mpz_mul_2exp(out->x[k], out->x[k], (mp_bitcnt_t)exact_unit);
}

#define V3(v) ((const double[3]){(double)(v).x, (double)(v).y, (double)(v).z})

/* The end of a ray as the header defines it: rounded to double; false if it has none. */
static inline bool ray_end(const graze_ray *ray, double end[3]) {
    const double *o = V3(ray->origin), *d = V3(ray->direction);
    bool bounded = true;
    for (int k = 0; k < 3; ++k) {
        end[k] = d[k] == 0 ? o[k] : o[k] + (double)ray->max_t * d[k];
        bounded = bounded && isfinite(end[k]);
    }
    return bounded;
}

static inline void unit_for3(const double v[3]) {
    for (int k = 0; k < 3; ++k) unit_for(v[k]);
}
static inline void unit_for_set(const any_set *s, double grow) {
    double end[3];
    switch (s->kind) {
    case SPHERE:
        unit_for3(V3(s->sphere.center));
        unit_for((double)s->sphere.radius + grow);
        break;
    case AABB:
        unit_for3(V3(s->aabb.lo));
        unit_for3(V3(s->aabb.hi));
        break;
    case OBB:
        unit_for3(V3(s->obb.center));
        for (int k = 0; k < 3; ++k) unit_for3(V3(s->obb.axes.col[k]));
        for (int k = 0; k < 3; ++k) unit_for(V3(s->obb.half)[k] + grow);
        break;
    case SEGMENT:
        unit_for3(V3(s->segment.a));
        unit_for3(V3(s->segment.b));
        break;
    case RAY:
        unit_for3(V3(s->ray.origin));
        if (ray_end(&s->ray, end))
            unit_for3(end);
        else
            unit_for3(V3(s->ray.direction));
        break;
    default:
        for (int k = 0; k < 3; ++k) unit_for3(V3(s->triangle.p[k]));
    }
}

/* -- polytopes --------------------------------------------------------------------------------- */

/* The half-space normal . x <= normal . point; the normal is in the set already. */
static inline void add_plane(exact_set *s, const z3 *normal, const z3 *point) {
    if (normal != &s->normal[s->planes]) z3_copy(&s->normal[s->planes], normal);
    z3_dot(s->offset[s->planes], &s->normal[s->planes], point);
    ++s->planes;
}
static inline void add_both(exact_set *s, const z3 *normal, const z3 *point) {
    add_plane(s, normal, point);
    z3_neg(&s->normal[s->planes], normal);
    add_plane(s, &s->normal[s->planes], point);
}

static inline void set_axis(z3 *out, int axis) {
    for (int k = 0; k < 3; ++k) mpz_set_si(out->x[k], k == axis);
}

/* edge 0 is in. */
static inline void finish_segment(exact_set *s) {
    const z3 *p = &s->end[0][0], *q = &s->end[0][1];
    z3 *r = &zt[0], *axis = &zt[1], *n = &zt[2];
    s->edges = 1;
    s->planes = 0;
    z3_sub(r, q, p);
    if (z3_is_zero(r)) {
        for (int k = 0; k < 3; ++k) {
            set_axis(axis, k);
            add_both(s, axis, p);
        }
        return;
    }
    for (int k = 0; k < 3; ++k) {
        set_axis(axis, k);
        z3_cross(n, r, axis);
        if (!z3_is_zero(n)) add_both(s, n, p);
    }
    add_plane(s, r, q);
    z3_neg(n, r);
    add_plane(s, n, p);
}

static inline void finish_triangle(exact_set *s, const z3 *p) {
    z3 *n = &zt[3], *u = &zt[4], *v = &zt[5];
    z3_sub(u, &p[1], &p[0]);
    z3_sub(v, &p[2], &p[0]);
    z3_cross(n, u, v);
    if (z3_is_zero(n)) { /* the longest side */
        int longest = 0;
        for (int k = 0; k < 3; ++k) {
            z3_sub(u, &p[(k + 1) % 3], &p[k]);
            z3_dot(zs[k], u, u);
            if (mpz_cmp(zs[k], zs[longest]) > 0) longest = k;
        }
        z3_copy(&s->end[0][0], &p[longest]);
        z3_copy(&s->end[0][1], &p[(longest + 1) % 3]);
        finish_segment(s);
        return;
    }
    s->edges = 3;
    s->planes = 0;
    add_both(s, n, &p[0]);
    for (int k = 0; k < 3; ++k) {
        z3_copy(&s->end[k][0], &p[k]);
        z3_copy(&s->end[k][1], &p[(k + 1) % 3]);
        z3_sub(u, &p[(k + 1) % 3], &p[k]);
        z3_cross(v, u, n);
        add_plane(s, v, &p[k]);
    }
}

/* corner[c]: bit k of c says which side of axis k. */
static inline void add_box_edges(exact_set *s, const z3 corner[8]) {
    s->edges = 0;
    for (int c = 0; c < 8; ++c)
        for (int k = 0; k < 3; ++k) {
            if (c >> k & 1) continue;
            z3_copy(&s->end[s->edges][0], &corner[c]);
            z3_copy(&s->end[s->edges++][1], &corner[c | 1 << k]);
        }
}

static z3 box_corner[8];
static z3 box_axis[3];
static inline void start_box(void) {
    static bool done = false;
    if (done) return;
    done = true;
    for (int k = 0; k < 8; ++k) z3_init(&box_corner[k]);
    for (int k = 0; k < 3; ++k) z3_init(&box_axis[k]);
}

/* Halves below zero (a box that was to shrink) make an empty box: false. */
static inline bool make_obb(exact_set *s, const graze_obb *b, double grow) {
    double half[3];
    start_box();
    put_point(&zt[0], V3(b->center));
    for (int k = 0; k < 3; ++k) {
        put3(&box_axis[k], V3(b->axes.col[k]));
        half[k] = V3(b->half)[k] + grow;
        if (half[k] < 0) return false;
    }
    for (int c = 0; c < 8; ++c) {
        z3_copy(&box_corner[c], &zt[0]);
        for (int k = 0; k < 3; ++k) {
            put(zs[0], c >> k & 1 ? half[k] : -half[k]);
            for (int i = 0; i < 3; ++i) mpz_addmul(box_corner[c].x[i], zs[0], box_axis[k].x[i]);
        }
    }
    add_box_edges(s, box_corner);
    s->planes = 0;
    for (int k = 0; k < 3; ++k) {
        z3 *n = &zt[1], *m = &zt[2];
        z3_cross(n, &box_axis[(k + 1) % 3], &box_axis[(k + 2) % 3]);
        z3_dot(zs[0], n, &box_axis[k]);
        if (mpz_sgn(zs[0]) < 0) z3_neg(n, n);
        z3_neg(m, n);
        add_plane(s, n, &box_corner[7]);
        add_plane(s, m, &box_corner[0]);
    }
    return true;
}

static inline void make_aabb(exact_set *s, const graze_aabb *b) {
    start_box();
    for (int c = 0; c < 8; ++c) {
        const double *lo = V3(b->lo), *hi = V3(b->hi);
        put_point(&box_corner[c], (const double[3]){c & 1 ? hi[0] : lo[0], c & 2 ? hi[1] : lo[1],
                                                    c & 4 ? hi[2] : lo[2]});
    }
    add_box_edges(s, box_corner);
    s->planes = 0;
    for (int k = 0; k < 3; ++k) {
        z3 *n = &zt[1];
        set_axis(n, k);
        add_plane(s, n, &box_corner[7]);
        z3_neg(n, n);
        add_plane(s, n, &box_corner[0]);
    }
}

/* Anything but a sphere; false if empty. */
static inline bool make_polytope(exact_set *s, const any_set *set, double grow) {
    double end[3];
    switch (set->kind) {
    case AABB:
        make_aabb(s, &set->aabb);
        return true;
    case OBB:
        return make_obb(s, &set->obb, grow);
    case SEGMENT:
        put_point(&s->end[0][0], V3(set->segment.a));
        put_point(&s->end[0][1], V3(set->segment.b));
        finish_segment(s);
        return true;
    case RAY:
        put_point(&s->end[0][0], V3(set->ray.origin));
        if (ray_end(&set->ray, end)) {
            put_point(&s->end[0][1], end);
        } else { /* so long that what lies beyond can meet nothing of this case */
            put_point(&s->end[0][1], V3(set->ray.direction));
            for (int k = 0; k < 3; ++k) {
                mpz_mul_2exp(s->end[0][1].x[k], s->end[0][1].x[k],
                             (mp_bitcnt_t)(12 * exact_unit + 2000));
                mpz_add(s->end[0][1].x[k], s->end[0][1].x[k], s->end[0][0].x[k]);
            }
        }
        finish_segment(s);
        return true;
    default:
        for (int k = 0; k < 3; ++k) put_point(&zt[6 + k], V3(set->triangle.p[k]));
        finish_triangle(s, &zt[6]);
        return true;
    }
}

/* Is something of the edge in all half-spaces? It is where at/over >= lo and <= hi. */
static inline bool edge_meets(const z3 *p, const z3 *q, const exact_set *s) {
    mpz_t *lo = &zs[0], *lo_over = &zs[1], *hi = &zs[2], *hi_over = &zs[3], *fp = &zs[4], *fq = &zs[5],
          *over = &zs[6], *left = &zs[7], *right = &zs[8];
    mpz_set_si(*lo, 0);
    mpz_set_si(*lo_over, 1);
    mpz_set_si(*hi, 1);
    mpz_set_si(*hi_over, 1);
    for (int k = 0; k < s->planes; ++k) {
        z3_dot(*fp, &s->normal[k], p);
        mpz_sub(*fp, *fp, s->offset[k]);
        z3_dot(*fq, &s->normal[k], q);
        mpz_sub(*fq, *fq, s->offset[k]);
        int sp = mpz_sgn(*fp), sq = mpz_sgn(*fq);
        if (sp > 0 && sq > 0) return false;
        if (sp <= 0 && sq <= 0) continue;
        mpz_sub(*over, *fp, *fq); /* the parameter is fp / (fp - fq) */
        if (mpz_sgn(*over) < 0) {
            mpz_neg(*over, *over);
            mpz_neg(*fp, *fp);
        }
        mpz_t *bound = sp > 0 ? lo : hi, *bound_over = sp > 0 ? lo_over : hi_over;
        mpz_mul(*left, *fp, *bound_over);
        mpz_mul(*right, *bound, *over);
        int order = mpz_cmp(*left, *right);
        if (sp > 0 ? order > 0 : order < 0) {
            mpz_set(*bound, *fp);
            mpz_set(*bound_over, *over);
        }
    }
    mpz_mul(*left, *lo, *hi_over);
    mpz_mul(*right, *hi, *lo_over);
    return mpz_cmp(*left, *right) <= 0;
}

static inline bool polytopes_meet(const exact_set *a, const exact_set *b) {
    for (int k = 0; k < a->edges; ++k)
        if (edge_meets(&a->end[k][0], &a->end[k][1], b)) return true;
    for (int k = 0; k < b->edges; ++k)
        if (edge_meets(&b->end[k][0], &b->end[k][1], a)) return true;
    return false;
}

/* -- spheres ----------------------------------------------------------------------------------- */

static mpz_t radius_squared;
static z3 sphere_center;

/* zs[4] <= radius^2 zs[5] */
static inline bool ratio_within(void) {
    mpz_mul(zs[6], radius_squared, zs[5]);
    return mpz_cmp(zs[4], zs[6]) <= 0;
}

static inline bool segment_within(const z3 *p, const z3 *q) {
    z3 *r = &zt[0], *u = &zt[1], *w = &zt[2];
    z3_sub(r, q, p);
    z3_sub(u, &sphere_center, p);
    z3_dot(zs[0], u, r);
    z3_dot(zs[1], r, r);
    mpz_set_si(zs[5], 1);
    if (mpz_sgn(zs[0]) <= 0) {
        z3_dot(zs[4], u, u);
    } else if (mpz_cmp(zs[0], zs[1]) >= 0) {
        z3_sub(u, &sphere_center, q);
        z3_dot(zs[4], u, u);
    } else {
        z3_cross(w, u, r);
        z3_dot(zs[4], w, w);
        mpz_set(zs[5], zs[1]);
    }
    return ratio_within();
}

static inline bool triangle_within(const z3 *p0, const z3 *p1, const z3 *p2) {
    const z3 *p[3] = {p0, p1, p2};
    for (int k = 0; k < 3; ++k)
        if (segment_within(p[k], p[(k + 1) % 3])) return true;
    z3 *n = &zt[3], *u = &zt[4], *v = &zt[5];
    z3_sub(u, p1, p0);
    z3_sub(v, p2, p0);
    z3_cross(n, u, v);
    if (z3_is_zero(n)) return false;
    for (int k = 0; k < 3; ++k) {
        z3_sub(u, p[(k + 1) % 3], p[k]);
        z3_cross(v, u, n);
        z3_sub(u, &sphere_center, p[k]);
        z3_dot(zs[0], u, v);
        if (mpz_sgn(zs[0]) > 0) return false;
    }
    z3_dot(zs[4], u, n);
    mpz_mul(zs[4], zs[4], zs[4]);
    z3_dot(zs[5], n, n);
    return ratio_within();
}

/* The corners of the box are in box_corner. */
static inline bool box_within(const exact_set *box) {
    if (edge_meets(&sphere_center, &sphere_center, box)) return true;
    for (int k = 0; k < 3; ++k)
        for (int side = 0; side < 2; ++side) {
            int i = 1 << (k + 1) % 3, j = 1 << (k + 2) % 3, base = side << k;
            const z3 *a = &box_corner[base], *b = &box_corner[base | i], *c = &box_corner[base | i | j],
                     *d = &box_corner[base | j];
            if (triangle_within(a, b, c) || triangle_within(a, c, d)) return true;
        }
    return false;
}

/* The centre and, unscaled, the radius of a sphere that has grown; false if it is gone. */
static inline bool put_radius(const graze_sphere *sphere, double grow) {
    double radius = (double)sphere->radius + grow;
    static bool done = false;
    if (!done) {
        mpz_init(radius_squared);
        z3_init(&sphere_center);
        done = true;
    }
    if (radius < 0) return false;
    put_point(&sphere_center, V3(sphere->center));
    put(radius_squared, radius);
    return true;
}

static inline void square_radius(void) {
    mpz_mul_2exp(radius_squared, radius_squared, (mp_bitcnt_t)exact_unit);
    mpz_mul(radius_squared, radius_squared, radius_squared);
}

static inline bool put_sphere(const graze_sphere *sphere, double grow) {
    if (!put_radius(sphere, grow)) return false;
    square_radius();
    return true;
}

static inline bool sphere_meets(const any_set *sphere, const any_set *other, double grow) {
    if (!put_radius(&sphere->sphere, grow)) return false;
    if (other->kind == SPHERE) {
        put(zs[0], (double)other->sphere.radius);
        mpz_add(radius_squared, radius_squared, zs[0]);
    }
    square_radius();
    if (other->kind == SPHERE) {
        put_point(&zt[6], V3(other->sphere.center));
        return segment_within(&zt[6], &zt[6]);
    }
    if (other->kind == TRIANGLE) {
        for (int k = 0; k < 3; ++k) put_point(&zt[6 + k], V3(other->triangle.p[k]));
        return triangle_within(&zt[6], &zt[7], &zt[8]);
    }
    exact_set *s = &exact_sets[1];
    make_polytope(s, other, 0);
    if (other->kind == SEGMENT || other->kind == RAY)
        return segment_within(&s->end[0][0], &s->end[0][1]);
    return box_within(s);
}

/* Do they meet, if the sphere's radius or (without a sphere) the half extents of a's box, else of b's,
 * grow by so much? */
static inline bool exact_meet(const any_set *a, const any_set *b, double grow) {
    exact_start();
    exact_unit = 0;
    double grow_a = a->kind == SPHERE || a->kind == OBB ? grow : 0;
    double grow_b = grow_a == 0 && b->kind == OBB ? grow : 0;
    unit_for_set(a, grow_a);
    unit_for_set(b, grow_b);
    if (a->kind == SPHERE) return sphere_meets(a, b, grow_a);
    if (!make_polytope(&exact_sets[0], a, grow_a)) return false;
    if (!make_polytope(&exact_sets[1], b, grow_b)) return false;
    return polytopes_meet(&exact_sets[0], &exact_sets[1]);
}

#endif
