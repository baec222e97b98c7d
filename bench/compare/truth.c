/* SPDX-License-Identifier: MIT */
#include "truth.h"

#include <math.h>
#include <stdlib.h>

#include "direction_search.h"
#include "oracle/min_norm.h"
#include "oracle/ray_solid.h"
#include "work_graze.h"

#define CLOSE 1e-5L /* booleans are not judged where a gap is at most this */
#define DISTANCE_WIDTH 1e-7L
#define DEPTH_WIDTH 1e-4 /* of the depth */

struct truth {
    const work *w;
    body *bodies; /* only their solids are used */
    solid *solids;
    graze_vec3 **clouds;
};

static solid_kind solid_kind_of(int kind) {
    static const solid_kind kinds[] = {
        [WORK_SPHERE] = SOLID_SPHERE,     [WORK_BOX] = SOLID_BOX,   [WORK_CAPSULE] = SOLID_CAPSULE,
        [WORK_CYLINDER] = SOLID_CYLINDER, [WORK_CONE] = SOLID_CONE, [WORK_HULL] = SOLID_POINTS};
    return kinds[kind];
}

truth *truth_make(const work *w) {
    truth *t = calloc(1, sizeof *t);
    size_t count = (size_t)w->shape_count;
    if (!t) abort();
    *t = (truth){w, calloc(count, sizeof *t->bodies), calloc(count, sizeof *t->solids),
                 calloc(count, sizeof *t->clouds)};
    if (!t->bodies || !t->solids || !t->clouds) abort();
    for (int i = 0; i < w->shape_count; ++i) {
        const work_shape *s = &w->shapes[i];
        t->clouds[i] = calloc((size_t)s->vertex_count + 1, sizeof **t->clouds);
        if (!t->clouds[i]) abort();
        for (int k = 0; k < s->vertex_count; ++k) t->clouds[i][k] = work_vec3(s->vertices + 3 * k);
        t->solids[i].kind = solid_kind_of(s->kind);
        t->solids[i].size = work_vec3(s->size);
        t->solids[i].cloud = t->clouds[i];
        t->solids[i].count = s->vertex_count;
        t->bodies[i].solid = &t->solids[i];
    }
    return t;
}

void truth_free(truth *t) {
    for (int i = 0; i < t->w->shape_count; ++i) free(t->clouds[i]);
    free(t->bodies);
    free(t->solids);
    free(t->clouds);
    free(t);
}

/* Seen from A's origin. */
static void see(const truth *t, const work_query *q, placed_body *a, placed_body *b) {
    graze_vec3 from = work_vec3(q->pose_a.origin);
    graze_placed placed_a = {NULL, work_graze_pose(&q->pose_a), 0};
    graze_placed placed_b = {NULL, work_graze_pose(&q->pose_b), 0};
    *a = body_place(&t->bodies[q->a], &placed_a, from);
    *b = body_place(&t->bodies[q->b], &placed_b, from);
}

static truth_bracket exactly(double x) { return (truth_bracket){x, x}; }
static truth_bracket open_question(void) { return exactly((double)NAN); }

static truth_bracket intersect(const placed_body *a, const placed_body *b) {
    oracle_bracket d = oracle_body_distance(a, b, (oracle_goal){CLOSE / 100, CLOSE});
    if (d.lower > CLOSE) return exactly(0);
    if (d.upper > CLOSE) return open_question();
    return exactly(1);
}

static truth_bracket distance(const placed_body *a, const placed_body *b) {
    oracle_bracket d = oracle_body_distance(a, b, (oracle_goal){DISTANCE_WIDTH, -1});
    return (truth_bracket){(double)d.lower, (double)d.upper};
}

/* -- casts --------------------------------------------------------------------------------------- */

/* Clipping by the planes of the hull's triangles. */
static bool hull_interval(const work_shape *s, ld3 o, ld3 d, long double *in, long double *out) {
    *in = -INFINITY;
    *out = INFINITY;
    for (int i = 0; i < s->triangle_count; ++i) {
        ld3 p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = ld3_from(work_vec3(s->vertices + 3 * s->triangles[3 * i + k]));
        ld3 n = ld3_cross(ld3_sub(p[1], p[0]), ld3_sub(p[2], p[0]));
        long double speed = ld3_dot(n, d), height = ld3_dot(n, ld3_sub(o, p[0]));
        if (speed < 0 && -height / speed > *in) *in = -height / speed;
        if (speed > 0 && -height / speed < *out) *out = -height / speed;
        if (speed == 0 && height > 0) return false;
    }
    return *in <= *out;
}

static bool shape_interval(const work_shape *s, ld3 o, ld3 d, long double *in, long double *out) {
    static const ray_solid_kind kinds[] = {[WORK_SPHERE] = RAY_SPHERE,
                                           [WORK_BOX] = RAY_BOX,
                                           [WORK_CAPSULE] = RAY_CAPSULE,
                                           [WORK_CYLINDER] = RAY_CYLINDER,
                                           [WORK_CONE] = RAY_CONE};
    if (s->kind == WORK_HULL) return hull_interval(s, o, d, in, out);
    ray_solid *described = calloc(1, sizeof *described);
    if (!described) abort();
    described->kind = kinds[s->kind];
    described->size = ld3_from(work_vec3(s->size));
    bool hit = ray_solid_interval(described, o, d, in, out);
    free(described);
    return hit;
}

static truth_bracket ray_cast(const truth *t, const work_query *q, const placed_body *a,
                              const placed_body *b) {
    ld3 o = solid_turn(&a->pose, b->origin, true); /* seen from A's origin, in its axes */
    ld3 d = solid_turn(&a->pose, ld3_from(work_vec3(q->motion)), true);
    long double in, out;
    if (!shape_interval(&t->w->shapes[q->a], o, d, &in, &out) || in > 1 || out < 0)
        return exactly((double)INFINITY);
    if (out - in < 0.001L) return open_question(); /* grazing */
    return exactly(in > 0 ? (double)in : 0);
}

static oracle_bracket distance_at(const placed_body *a, const placed_body *b, ld3 motion, long double t,
                                  oracle_goal goal) {
    placed_body moved = *a;
    moved.origin = ld3_add(moved.origin, ld3_scale(motion, t));
    return oracle_body_distance(&moved, b, goal);
}

/* Where the distance is least, by golden sections, as soon as it is zero. */
static long double nearest_time(const placed_body *a, const placed_body *b, ld3 motion) {
    const long double golden = 0.6180339887498949L;
    const oracle_goal goal = {CLOSE / 10, -1};
    long double lo = 0, hi = 1, x = 1 - golden, y = golden;
    long double at_x = distance_at(a, b, motion, x, goal).upper;
    long double at_y = distance_at(a, b, motion, y, goal).upper;
    for (int i = 0; i < 24 && at_x > CLOSE && at_y > CLOSE; ++i) {
        if (at_x < at_y) {
            hi = y, y = x, at_y = at_x;
            x = hi - golden * (hi - lo);
            at_x = distance_at(a, b, motion, x, goal).upper;
        } else {
            lo = x, x = y, at_x = at_y;
            y = lo + golden * (hi - lo);
            at_y = distance_at(a, b, motion, y, goal).upper;
        }
    }
    return at_x < at_y ? x : y;
}

static truth_bracket shape_cast(const work_query *q, const placed_body *a, const placed_body *b) {
    const oracle_goal goal = {CLOSE / 100, CLOSE / 10};
    const long double grazing = 1e-3L;
    ld3 motion = ld3_from(work_vec3(q->motion));
    long double lo = 0, hi = nearest_time(a, b, motion);
    oracle_bracket nearest = distance_at(a, b, motion, hi, (oracle_goal){CLOSE / 10, -1});
    if (nearest.lower > grazing) return exactly((double)INFINITY);
    if (nearest.upper > CLOSE) return open_question();
    while (hi - lo > 1e-6L) {
        long double t = (lo + hi) / 2;
        *(distance_at(a, b, motion, t, goal).upper <= CLOSE / 10 ? &hi : &lo) = t;
    }
    /* A contact so slanted that a little less of the shapes would be met much later is open too. */
    long double later = hi + 0.01L > 1 ? 1 : hi + 0.01L;
    if (distance_at(a, b, motion, later, (oracle_goal){CLOSE / 10, -1}).upper > CLOSE)
        return open_question();
    return (truth_bracket){(double)lo, (double)hi};
}

truth_bracket truth_answer(const truth *t, int query) {
    const work_query *q = &t->w->queries[query];
    placed_body a, b;
    see(t, q, &a, &b);
    switch ((work_question)t->w->question) {
    case WORK_INTERSECT:
        return intersect(&a, &b);
    case WORK_DISTANCE:
        return distance(&a, &b);
    case WORK_DEPTH: {
        direction_bracket depth = direction_search(&a, &b, DEPTH_WIDTH);
        return (truth_bracket){depth.lower, depth.upper};
    }
    case WORK_RAY:
        return ray_cast(t, q, &a, &b);
    case WORK_CAST:
        return shape_cast(q, &a, &b);
    }
    return open_question();
}
