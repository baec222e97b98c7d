/* SPDX-License-Identifier: MIT */
#include "oracle/chung_wang.h"

#include <stdlib.h>

enum { ROUNDS = 400, CORNERS = ROUNDS + 4 };

/* A spherical polygon: unit vectors in cyclic order. */
typedef struct polygon {
    ld3 corner[CORNERS];
    int count;
} polygon;

typedef struct search {
    polygon octants[8], spare;
    ld3 seen[ROUNDS];
    int count;
} search;

static void start_octants(polygon *octants) {
    for (int i = 0; i < 8; ++i) {
        octants[i].count = 3;
        octants[i].corner[0] = (ld3){i & 1 ? -1 : 1, 0, 0};
        octants[i].corner[1] = (ld3){0, i & 2 ? -1 : 1, 0};
        octants[i].corner[2] = (ld3){0, 0, i & 4 ? -1 : 1};
    }
}

/* Keeps what lies in w . n >= 0. */
static void clip(polygon *p, polygon *kept, ld3 w) {
    kept->count = 0;
    for (int i = 0; i < p->count; ++i) {
        ld3 from = p->corner[i], to = p->corner[(i + 1) % p->count];
        long double x = ld3_dot(w, from), y = ld3_dot(w, to);
        if (x >= 0) kept->corner[kept->count++] = from;
        if ((x > 0 && y < 0) || (x < 0 && y > 0)) /* both weights positive: between the two */
            kept->corner[kept->count++] =
                ld3_unit(ld3_add(ld3_scale(from, fabsl(y)), ld3_scale(to, fabsl(x))));
    }
    p->count = kept->count;
    for (int i = 0; i < kept->count; ++i) p->corner[i] = kept->corner[i];
}

static long double perimeter(const polygon *p) {
    long double sum = 0;
    for (int i = 0; i < p->count; ++i) sum += ld3_distance(p->corner[i], p->corner[(i + 1) % p->count]);
    return sum;
}

/* The middle of the largest polygon left; false if none is. */
static bool middle(const search *s, ld3 *n) {
    const polygon *best = NULL;
    for (int i = 0; i < 8; ++i)
        if (s->octants[i].count > 0 && (!best || perimeter(&s->octants[i]) > perimeter(best)))
            best = &s->octants[i];
    if (!best) return false;
    ld3 sum = {0, 0, 0};
    for (int i = 0; i < best->count; ++i) sum = ld3_add(sum, best->corner[i]);
    *n = ld3_unit(sum);
    return true;
}

static bool seen_before(const search *s, ld3 w) {
    for (int i = 0; i < s->count; ++i)
        if (s->seen[i].x == w.x && s->seen[i].y == w.y && s->seen[i].z == w.z) return true;
    return false;
}

static oracle_separability run(search *s, const oracle_polyhedron *a, const oracle_polyhedron *b,
                               ld3 *axis) {
    bool mirroring = true;
    start_octants(s->octants);
    ld3 v = ld3_length(*axis) > 0 ? ld3_unit(*axis) : (ld3){1, 0, 0};
    while (s->count < ROUNDS) {
        ld3 w = ld3_sub(a->vertices[oracle_polyhedron_support(a, ld3_scale(v, -1))],
                        b->vertices[oracle_polyhedron_support(b, v)]);
        if (ld3_dot(v, w) >= 0) {
            *axis = v;
            return ORACLE_SEPARATED;
        }
        bool again = seen_before(s, w);
        if (again && !mirroring) return ORACLE_UNDECIDED; /* n . w < 0 by rounding alone */
        mirroring = mirroring && !again;
        if (!again) {
            s->seen[s->count++] = w;
            for (int i = 0; i < 8; ++i) clip(&s->octants[i], &s->spare, w);
        }
        ld3 n, r = ld3_unit(w);
        if (!middle(s, &n)) return ORACLE_INTERIORS_MEET;
        v = mirroring ? ld3_unit(ld3_add_scaled(v, -2 * ld3_dot(r, v), r)) : n;
    }
    return ORACLE_UNDECIDED;
}

oracle_separability oracle_chung_wang(const oracle_polyhedron *a, const oracle_polyhedron *b, ld3 *axis,
                                      int *rounds) {
    search *s = calloc(1, sizeof *s);
    if (!s) abort();
    oracle_separability result = run(s, a, b, axis);
    if (rounds) *rounds = s->count;
    free(s);
    return result;
}
