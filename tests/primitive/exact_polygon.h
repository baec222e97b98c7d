/* SPDX-License-Identifier: MIT
 * A polygon of one plane against any other set, in whole numbers of GMP (exact_set.h). It meets another
 * set iff one of its edges does, or an edge of the other passes through it: that point of the plane is
 * a fraction with a common denominator, and is inside if a ray in the plane crosses an odd number of
 * edges. */
#ifndef GRAZE_TESTS_PRIMITIVE_EXACT_POLYGON_H
#define GRAZE_TESTS_PRIMITIVE_EXACT_POLYGON_H

#include "exact_set.h"

typedef struct exact_polygon {
    z3 point[LATTICE_POINTS];
    uint32_t count, loops, ends[LATTICE_LOOPS];
    z3 normal;
    int axis; /* of the normal, not zero: the projection that drops it keeps the polygon */
} exact_polygon;

static exact_polygon exact_polygons[2];
static z3 zp[6]; /* scratch */
static mpz_t zq[6];

static inline void exact_polygons_start(void) {
    static bool done = false;
    if (done) return;
    done = true;
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < LATTICE_POINTS; ++k) z3_init(&exact_polygons[i].point[k]);
        z3_init(&exact_polygons[i].normal);
    }
    for (int k = 0; k < 6; ++k) z3_init(&zp[k]);
    for (int k = 0; k < 6; ++k) mpz_init(zq[k]);
}

/* The unit has been chosen for all of the case. */
static inline void make_polygon(exact_polygon *p, const graze_polygon *from) {
    p->count = from->count;
    p->loops = from->loop_count;
    for (uint32_t i = 0; i < p->loops; ++i) p->ends[i] = from->loop_ends[i];
    for (uint32_t i = 0; i < p->count; ++i) put_point(&p->point[i], V3(from->points[i]));
    z3 *u = &zp[0], *v = &zp[1];
    for (uint32_t i = 1; i < p->count; ++i)
        for (uint32_t k = i + 1; k < p->count; ++k) {
            z3_sub(u, &p->point[i], &p->point[0]);
            z3_sub(v, &p->point[k], &p->point[0]);
            z3_cross(&p->normal, u, v);
            if (!z3_is_zero(&p->normal)) goto found;
        }
found:
    p->axis = 0;
    for (int k = 1; k < 3; ++k)
        if (mpz_cmpabs(p->normal.x[k], p->normal.x[p->axis]) > 0) p->axis = k;
}

/* Calls visit with each edge until it is true. */
typedef bool edge_visit(const z3 *a, const z3 *b, const void *user);
static inline bool any_edge(const exact_polygon *p, edge_visit *visit, const void *user) {
    uint32_t begin = 0;
    for (uint32_t loop = 0; loop < p->loops; begin = p->ends[loop++])
        for (uint32_t i = begin; i < p->ends[loop]; ++i) {
            const z3 *b = &p->point[i + 1 < p->ends[loop] ? i + 1 : begin];
            if (visit(&p->point[i], b, user)) return true;
        }
    return false;
}

/* A point at / over of the plane, over > 0, and whether edges were crossed an odd number of times on
 * the way to infinity along the first axis that is left. */
typedef struct exact_place {
    const z3 *at;
    const mpz_t *over;
    int i, j;
    bool inside;
} exact_place;

/* Crossed if one end is above and the other is not, and the crossing lies to the right. */
static inline bool cross_edge(const z3 *a, const z3 *b, const void *user) {
    exact_place *s = *(exact_place *const *)user;
    const z3 *end[2] = {a, b};
    bool above[2];
    for (int k = 0; k < 2; ++k) {
        mpz_mul(zq[0], end[k]->x[s->j], *s->over);
        above[k] = mpz_cmp(zq[0], s->at->x[s->j]) > 0;
    }
    if (above[0] == above[1]) return false;
    /* (b - a) x (place - a): positive if the place is on the left of the way up from a to b. */
    for (int k = 0; k < 2; ++k) {
        int axis = k ? s->j : s->i;
        mpz_sub(zq[1 + k], b->x[axis], a->x[axis]);
        mpz_mul(zq[3 + k], a->x[axis], *s->over);
        mpz_sub(zq[3 + k], s->at->x[axis], zq[3 + k]);
    }
    mpz_mul(zq[0], zq[1], zq[4]);
    mpz_submul(zq[0], zq[2], zq[3]);
    bool left = mpz_sgn(zq[0]) > 0;
    s->inside ^= above[1] ? left : mpz_sgn(zq[0]) < 0;
    return false;
}

static inline bool polygon_holds(const exact_polygon *p, const z3 *at, const mpz_t *over) {
    exact_place s = {at, over, (p->axis + 1) % 3, (p->axis + 2) % 3, false}, *user = &s;
    any_edge(p, cross_edge, &user);
    return s.inside;
}

/* Does the segment pass through the inside? (That it touches an edge is for others to find.) One in the
 * plane does so if it starts there. */
static inline bool passes_polygon(const exact_polygon *p, const z3 *a, const z3 *b) {
    mpz_t *ha = &zs[9], *hb = &zs[10], *over = &zs[11];
    z3 *at = &zp[2];
    z3_sub(&zp[3], a, &p->point[0]);
    z3_dot(*ha, &p->normal, &zp[3]);
    z3_sub(&zp[3], b, &p->point[0]);
    z3_dot(*hb, &p->normal, &zp[3]);
    if (mpz_sgn(*ha) * mpz_sgn(*hb) > 0) return false;
    mpz_sub(*over, *ha, *hb); /* at = (b ha - a hb) / (ha - hb) */
    if (mpz_sgn(*over) == 0) {
        mpz_set_si(*over, 1);
        return polygon_holds(p, a, (const mpz_t *)over);
    }
    for (int k = 0; k < 3; ++k) {
        mpz_mul(at->x[k], b->x[k], *ha);
        mpz_submul(at->x[k], a->x[k], *hb);
    }
    if (mpz_sgn(*over) < 0) {
        mpz_neg(*over, *over);
        z3_neg(at, at);
    }
    return polygon_holds(p, at, (const mpz_t *)over);
}

/* -- pairs ------------------------------------------------------------------------------------- */

static inline bool edge_in_set(const z3 *a, const z3 *b, const void *user) {
    return edge_meets(a, b, user);
}
static inline bool edge_in_sphere(const z3 *a, const z3 *b, const void *user) {
    (void)user;
    return segment_within(a, b);
}
static inline bool edge_through(const z3 *a, const z3 *b, const void *user) {
    return passes_polygon(user, a, b);
}

static inline bool polytope_meets_polygon(const exact_set *s, const exact_polygon *p) {
    if (any_edge(p, edge_in_set, s)) return true;
    for (int k = 0; k < s->edges; ++k)
        if (passes_polygon(p, &s->end[k][0], &s->end[k][1])) return true;
    return false;
}

/* The radius and the centre are in place. Near an edge, or near the inside below it. */
static inline bool sphere_meets_polygon(const exact_polygon *p) {
    if (any_edge(p, edge_in_sphere, NULL)) return true;
    /* The shadow c - (h / nn) n of the centre, and h^2 / nn <= radius^2. */
    mpz_t *h = &zs[9], *nn = &zs[11];
    z3_sub(&zp[3], &sphere_center, &p->point[0]);
    z3_dot(*h, &p->normal, &zp[3]);
    z3_dot(*nn, &p->normal, &p->normal);
    mpz_mul(zs[4], *h, *h);
    mpz_set(zs[5], *nn);
    if (!ratio_within()) return false;
    for (int k = 0; k < 3; ++k) {
        mpz_mul(zp[2].x[k], sphere_center.x[k], *nn);
        mpz_submul(zp[2].x[k], p->normal.x[k], *h);
    }
    return polygon_holds(p, &zp[2], (const mpz_t *)nn);
}

/* Of two polygons an edge of one touches an edge of the other or passes through its inside. */
static inline bool edge_on_polygon(const z3 *a, const z3 *b, const void *user) {
    exact_set *s = &exact_sets[0];
    z3_copy(&s->end[0][0], a);
    z3_copy(&s->end[0][1], b);
    finish_segment(s);
    return polytope_meets_polygon(s, user);
}

/* a is anything, b a polygon; grow as for exact_meet. */
static inline bool exact_meet_polygon(const any_set *a, const any_set *b, double grow) {
    exact_start();
    exact_polygons_start();
    exact_unit = 0;
    for (uint32_t i = 0; i < b->polygon.count; ++i) unit_for3(V3(b->polygon.points[i]));
    if (a->kind == POLYGON) {
        for (uint32_t i = 0; i < a->polygon.count; ++i) unit_for3(V3(a->polygon.points[i]));
        make_polygon(&exact_polygons[0], &a->polygon);
        make_polygon(&exact_polygons[1], &b->polygon);
        return any_edge(&exact_polygons[0], edge_on_polygon, &exact_polygons[1]) ||
               any_edge(&exact_polygons[1], edge_through, &exact_polygons[0]);
    }
    unit_for_set(a, grow);
    make_polygon(&exact_polygons[1], &b->polygon);
    if (a->kind == SPHERE)
        return put_sphere(&a->sphere, grow) && sphere_meets_polygon(&exact_polygons[1]);
    if (!make_polytope(&exact_sets[0], a, grow)) return false;
    return polytope_meets_polygon(&exact_sets[0], &exact_polygons[1]);
}

#endif
