/* SPDX-License-Identifier: MIT */
#include "oracle/book_gjk.h"

#include <float.h>

#include "oracle/johnson.h"

/* epsilon is the unit roundoff of long double, half of LDBL_EPSILON (B:3213-3217). */
#define TRUST (100 * LDBL_EPSILON / 2)
enum { ROUNDS = 1000 };

typedef struct search {
    oracle_johnson johnson;
    ld3 a[4], b[4]; /* where each slot's point came from */
    unsigned old;   /* the slots of the last round, of which some may be free again */
    ld3 v;
    long double weight[4];
} search;

static bool was_there(const search *s, ld3 w) {
    for (int i = 0; i < 4; ++i) {
        ld3 y = s->johnson.y[i];
        if ((s->old >> i & 1) && y.x == w.x && y.y == w.y && y.z == w.z) return true;
    }
    return false;
}

/* Theorem 4.7: the new point stays, so only sets with it are tried. When there is none, or v comes no
 * nearer, rounding has the last word: the last v is the answer (B:3199-3201). */
static bool add(search *s, ld3 a, ld3 b, bool any) {
    search last = *s;
    int slot = oracle_johnson_add(&s->johnson, ld3_sub(a, b));
    s->a[slot] = a;
    s->b[slot] = b;
    s->old = s->johnson.set;
    unsigned set = oracle_johnson_subset(&s->johnson, 1u << slot);
    s->johnson.set = set;
    if (set) s->v = oracle_johnson_point(&s->johnson, set, s->weight);
    if (set && (any || ld3_dot(s->v, s->v) < ld3_dot(last.v, last.v))) return true;
    *s = last;
    return false;
}

static bool is_zero(const search *s) {
    long double largest = 0;
    for (int i = 0; i < 4; ++i)
        if (s->johnson.set >> i & 1)
            largest = fmaxl(largest, ld3_dot(s->johnson.y[i], s->johnson.y[i]));
    return s->johnson.set == 15 || ld3_dot(s->v, s->v) <= TRUST * largest;
}

static void note_points(const search *s, oracle_book_gjk *out) {
    out->closest.a = out->closest.b = (ld3){0, 0, 0};
    for (int i = 0; i < 4; ++i)
        if (s->johnson.set >> i & 1) {
            out->closest.a = ld3_add_scaled(out->closest.a, s->weight[i], s->a[i]);
            out->closest.b = ld3_add_scaled(out->closest.b, s->weight[i], s->b[i]);
        }
    out->closest.distance = ld3_length(s->v);
}

oracle_book_gjk oracle_book_gjk_run(const oracle_polyhedron *a, const oracle_polyhedron *b,
                                    long double rel) {
    oracle_book_gjk out = {.bracketed = true};
    search s = {.v = ld3_sub(a->vertices[0], b->vertices[0])};
    out.closest = (oracle_closest){ld3_length(s.v), a->vertices[0], b->vertices[0]};
    while (!out.ended && out.rounds < ROUNDS) {
        ++out.rounds;
        ld3 p = a->vertices[oracle_polyhedron_support(a, ld3_scale(s.v, -1))];
        ld3 q = b->vertices[oracle_polyhedron_support(b, s.v)], w = ld3_sub(p, q);
        long double squared = ld3_dot(s.v, s.v), reach = ld3_dot(s.v, w), length = sqrtl(squared);
        if (length > 0) out.lower = fmaxl(out.lower, reach / length);
        out.ended = length == 0 || was_there(&s, w) || squared - reach <= rel * rel * squared ||
                    !add(&s, p, q, out.rounds == 1);
        if (out.ended) break;
        note_points(&s, &out);
        long double slack = 64 * LDBL_EPSILON * (length + ld3_length(w));
        out.bracketed = out.bracketed && out.lower <= out.closest.distance + slack;
        if (is_zero(&s)) {
            out.closest.distance = 0;
            out.ended = true;
        }
    }
    return out;
}
