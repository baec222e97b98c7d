/* SPDX-License-Identifier: MIT
 * Rays at a mesh by brute force: every primitive in rationals (exact_ray.h), from triangles that are
 * known from how the mesh was made, and the answers of all ray queries compared with that. */
#ifndef GRAZE_TESTS_MESH_RAY_BRUTE_H
#define GRAZE_TESTS_MESH_RAY_BRUTE_H

#include "exact_ray.h"
#include "mesh/ray.h"
#include "soup.h"

typedef struct ray_piece {
    uint32_t primitive;
    double p[3][3], center[3], radius, reach; /* reach: from the origin, at most */
} ray_piece;

/* What is true of a primitive; sides and turn are those of exact_ray.h. */
typedef struct ray_truth {
    bool met;
    double t, shallow; /* shallow: how much a rounding of the plane counts */
    int sides, turn;
} ray_truth;

typedef struct ray_brute {
    ray_piece *pieces;
    uint32_t piece_count, primitive_count;
    ray_truth *truth;
    graze_mesh_hit *told; /* by graze_ray_all */
    uint32_t *times;
} ray_brute;

typedef struct ray_case {
    graze_placed placed;
    graze_ray ray;
    ray_brute *brute;
    uint64_t seed;
    long number;
} ray_case;

/* -- the pieces -- */

static inline ray_brute ray_brute_open(uint32_t primitives, uint32_t most_pieces) {
    ray_brute b = {malloc(most_pieces * sizeof *b.pieces),
                   0,
                   primitives,
                   malloc(primitives * sizeof *b.truth),
                   malloc(primitives * sizeof *b.told),
                   malloc(primitives * sizeof *b.times)};
    return b;
}
static inline void ray_brute_close(ray_brute *b) {
    free(b->pieces);
    free(b->truth);
    free(b->told);
    free(b->times);
}

static inline void ray_piece_add(ray_brute *b, uint32_t primitive, const graze_vec3 *vertices,
                                 uint32_t i, uint32_t j, uint32_t k) {
    ray_piece *piece = &b->pieces[b->piece_count++];
    const graze_vec3 corners[3] = {vertices[i], vertices[j], vertices[k]};
    *piece = (ray_piece){.primitive = primitive};
    for (int c = 0; c < 3; ++c) {
        const double p[3] = {(double)corners[c].x, (double)corners[c].y, (double)corners[c].z};
        memcpy(piece->p[c], p, sizeof p);
        for (int x = 0; x < 3; ++x) piece->center[x] += p[x] / 3;
        piece->reach = fmax(piece->reach, fabs(p[0]) + fabs(p[1]) + fabs(p[2]));
    }
    for (int c = 0; c < 3; ++c) {
        const double *p = piece->p[c], *m = piece->center;
        double x = p[0] - m[0], y = p[1] - m[1], z = p[2] - m[2];
        piece->radius = fmax(piece->radius, sqrt(x * x + y * y + z * z));
    }
}

static inline ray_brute ray_brute_of_mesh(const test_mesh *m) {
    ray_brute b = ray_brute_open(m->triangle_count, m->triangle_count);
    for (uint32_t i = 0; i < m->triangle_count; ++i) {
        const uint32_t *t = m->indices + 3 * (size_t)i;
        ray_piece_add(&b, i, m->vertices, t[0], t[1], t[2]);
    }
    return b;
}

/* The ring between a square and the hole in it, which runs the other way round. */
static inline void ray_ring_add(ray_brute *b, uint32_t primitive, const soup *s, const uint32_t *at) {
    for (int i = 0; i < 4; ++i) {
        int next = (i + 1) % 4;
        ray_piece_add(b, primitive, s->vertices, at[i], at[next], at[7 - next]);
        ray_piece_add(b, primitive, s->vertices, at[i], at[7 - next], at[7 - i]);
    }
}

/* A soup without polytopes. */
static inline ray_brute ray_brute_of_soup(const soup *s) {
    static const uint32_t sizes[GRAZE_PRIMITIVE_KIND_COUNT] = {3, 1, 2, 4, 0, 8};
    uint32_t count = 0, at = 0;
    for (int kind = 0; kind < GRAZE_PRIMITIVE_KIND_COUNT; ++kind)
        count += (uint32_t)s->groups[kind].count;
    ray_brute b = ray_brute_open(count, 8 * count);
    for (int kind = 0; kind < GRAZE_PRIMITIVE_KIND_COUNT; ++kind)
        for (uint32_t i = 0; i < s->groups[kind].count; ++i, ++at) {
            const uint32_t *v = s->groups[kind].indices + (size_t)i * sizes[kind];
            uint32_t last = sizes[kind] - 1;
            if (kind == GRAZE_PRIMITIVE_POLYGON) {
                ray_ring_add(&b, at, s, v);
                continue;
            }
            ray_piece_add(&b, at, s->vertices, v[0], v[last ? 1 : 0], v[last < 2 ? last : 2]);
            if (last == 3) ray_piece_add(&b, at, s->vertices, v[0], v[2], v[3]);
        }
    return b;
}

/* -- the truth -- */

/* Passes the line clear of the piece? By its ball, and by the sides of its edges, where rounding could
 * not change them. Most do, and rationals are slow. */
static inline bool ray_misses_clearly(const ray_piece *piece, const wide3 o, const wide3 d) {
    wide3 q[3], m = wide3_sub(wide3_make(piece->center[0], piece->center[1], piece->center[2]), o);
    double reach = piece->reach + (fabs(o.x) + fabs(o.y) + fabs(o.z));
    double radius = piece->radius + 1e-9 * reach;
    if (wide3_length_squared(wide3_cross(m, d)) > radius * radius * wide3_length_squared(d))
        return true;
    for (int c = 0; c < 3; ++c)
        q[c] = wide3_sub(wide3_make(piece->p[c][0], piece->p[c][1], piece->p[c][2]), o);
    double doubt = 1e-13 * reach * reach * wide3_length(d), lowest = INFINITY, highest = -INFINITY;
    for (int c = 0; c < 3; ++c) {
        double side = wide3_dot(wide3_cross(q[c], q[(c + 1) % 3]), d);
        lowest = fmin(lowest, side);
        highest = fmax(highest, side);
    }
    return lowest < -doubt && highest > doubt;
}

/* After exact_ray_meets: what runs along the ray is met at an edge or a corner, not at the plane. */
static inline double ray_shallow(const ray_piece *piece, wide3 d) {
    if (q_turn == 0) return 100;
    const double(*p)[3] = (const double(*)[3])piece->p;
    wide3 a = {p[0][0], p[0][1], p[0][2]}, b = {p[1][0], p[1][1], p[1][2]},
          e = {p[2][0], p[2][1], p[2][2]};
    wide3 n = wide3_cross(wide3_sub(b, a), wide3_sub(e, a));
    double along = fabs(wide3_dot(n, d)), most = wide3_length(n) * wide3_length(d);
    return along > 1e-9 * most ? most / along : 1e9;
}

/* Where the ray first meets each primitive, max_t left aside. The ray is brought to the mesh as the
 * library does it: what is exact is exact from there on. */
static inline void ray_find_truth(const ray_case *c) {
    ray_brute *b = c->brute;
    gz_mesh_ray local;
    assert_int_equal(gz_mesh_ray_make(&c->placed, &c->ray, GRAZE_FACES_BOTH, &local), GRAZE_OK);
    const wide3 o = local.local.origin, d = local.local.direction;
    const double origin[3] = {o.x, o.y, o.z}, direction[3] = {d.x, d.y, d.z};
    memset(b->truth, 0, b->primitive_count * sizeof *b->truth);
    for (uint32_t i = 0; i < b->piece_count; ++i) {
        const ray_piece *piece = &b->pieces[i];
        ray_truth *truth = &b->truth[piece->primitive];
        if (ray_misses_clearly(piece, o, d)) continue;
        if (!exact_ray_meets(origin, direction, piece->p)) continue;
        double t = mpq_get_d(q_t);
        if (truth->met && !(t < truth->t)) continue;
        *truth = (ray_truth){true, t, ray_shallow(piece, d), q_sides, q_turn};
    }
}

/* -- what the library says -- */

static inline double ray_slack(const ray_truth *truth) {
    return 4 * (double)GRAZE_EPSILON * truth->t + 1e-12 * truth->shallow * (1 + truth->t);
}
/* A hit next to max_t may fall on either side of it. */
static inline bool ray_at_end(const ray_case *c, const ray_truth *truth) {
    return truth->met && fabs(truth->t - (double)c->ray.max_t) <= ray_slack(truth);
}
static inline bool ray_in_reach(const ray_case *c, const ray_truth *truth) {
    return truth->met && truth->t <= (double)c->ray.max_t;
}

static inline const ray_truth *ray_nearest(const ray_case *c) {
    const ray_truth *best = NULL;
    for (uint32_t i = 0; i < c->brute->primitive_count; ++i) {
        const ray_truth *truth = &c->brute->truth[i];
        if (ray_in_reach(c, truth) && (!best || truth->t < best->t)) best = truth;
    }
    return best;
}

static inline void ray_check_normal(const ray_case *c, const graze_mesh_hit *hit) {
    graze_real length = graze_vec3_length(hit->normal);
    TEST_CHECK(length == 0 || fabs((double)length - 1) < 1e-5, c->seed, c->number, "normal %g",
               (double)length);
    TEST_CHECK(graze_vec3_dot(hit->normal, c->ray.direction) <=
                   (graze_real)1e-5 * graze_vec3_length(c->ray.direction),
               c->seed, c->number, "the normal is not against the ray");
}

/* The closest hit and any: after ray_find_truth. Returns whether there is one. */
static inline bool ray_check_closest(const ray_case *c) {
    graze_mesh_hit hit;
    bool any, edge = false;
    assert_int_equal(graze_ray_closest(&c->placed, &c->ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_int_equal(graze_ray_any(&c->placed, &c->ray, GRAZE_FACES_BOTH, &any, NULL), GRAZE_OK);
    const ray_truth *best = ray_nearest(c), *told = &c->brute->truth[hit.primitive];
    if (best) edge = ray_at_end(c, best);
    if (hit.hit) edge = edge || ray_at_end(c, told);
    for (uint32_t i = 0; i < c->brute->primitive_count && !best && !hit.hit; ++i)
        edge = edge || ray_at_end(c, &c->brute->truth[i]);
    TEST_CHECK(hit.hit == (best != NULL) || edge, c->seed, c->number, "hit %d, in rationals %d",
               hit.hit, best != NULL);
    TEST_CHECK(any == hit.hit || edge, c->seed, c->number, "any %d, closest %d", any, hit.hit);
    if (!hit.hit) return false;
    TEST_CHECK(told->met, c->seed, c->number, "primitive %u is not met", hit.primitive);
    TEST_CHECK(fabs((double)hit.t - told->t) <= ray_slack(told), c->seed, c->number,
               "t %.17g, in rationals %.17g", (double)hit.t, told->t);
    if (best)
        TEST_CHECK((double)hit.t - best->t <= ray_slack(best) + ray_slack(told), c->seed, c->number,
                   "primitive %u at %.17g, the nearest at %.17g", hit.primitive, (double)hit.t,
                   best->t);
    ray_check_normal(c, &hit);
    return true;
}

static inline graze_flow ray_gather(void *user, const graze_mesh_hit *hit) {
    ray_brute *b = user;
    ++b->times[hit->primitive];
    b->told[hit->primitive] = *hit;
    return GRAZE_CONTINUE;
}

/* All hits: each primitive that is met once, and no other. */
static inline void ray_check_all(const ray_case *c) {
    ray_brute *b = c->brute;
    memset(b->times, 0, b->primitive_count * sizeof *b->times);
    assert_int_equal(graze_ray_all(&c->placed, &c->ray, GRAZE_FACES_BOTH, ray_gather, b, NULL),
                     GRAZE_OK);
    for (uint32_t i = 0; i < b->primitive_count; ++i) {
        const ray_truth *truth = &b->truth[i];
        bool expected = ray_in_reach(c, truth);
        TEST_CHECK(b->times[i] == expected || (b->times[i] < 2 && ray_at_end(c, truth)), c->seed,
                   c->number, "primitive %u: %u times among all, in rationals %d", i, b->times[i],
                   expected);
        if (!b->times[i]) continue;
        TEST_CHECK(fabs((double)b->told[i].t - truth->t) <= ray_slack(truth), c->seed, c->number,
                   "primitive %u: t %.17g among all, in rationals %.17g", i, (double)b->told[i].t,
                   truth->t);
        TEST_CHECK(truth->turn == 0 || b->told[i].front == (truth->turn < 0), c->seed, c->number,
                   "primitive %u: front %d", i, b->told[i].front);
        ray_check_normal(c, &b->told[i]);
    }
}

#endif
