/* SPDX-License-Identifier: MIT
 * Graze itself, compiled once for float and once for double. Options as they are by default (relative
 * accuracy 1e-4 in float, 1e-8 in double) and, in double and where it matters, also with 1e-6, which is
 * what FCL asks of its solvers. Coherent queries keep a cache a pair, cold ones have none. */
#include <math.h>

#include "peer.h"
#include "work_graze.h"

#if defined(GRAZE_DOUBLE)
#define PRECISION "double"
#else
#define PRECISION "float"
#endif

typedef struct question {
    graze_placed a, b;
} question;

typedef struct state {
    int kind, frames, shape_count, count;
    graze_shape **shapes;
    question *questions;
    graze_vec3 *motions;
    graze_options given;
    const graze_options *options; /* those, or NULL: the defaults */
} state;

static void *prepare_with(const work *w, graze_real rel) {
    state *s = calloc(1, sizeof *s);
    if (!s) abort();
    *s = (state){w->question,
                 w->frames,
                 w->shape_count,
                 w->query_count,
                 calloc((size_t)w->shape_count, sizeof *s->shapes),
                 calloc((size_t)w->query_count, sizeof *s->questions),
                 calloc((size_t)w->query_count, sizeof *s->motions),
                 {.rel = rel},
                 rel > 0 ? &s->given : NULL};
    if (!s->shapes || !s->questions || !s->motions) abort();
    for (int i = 0; i < w->shape_count; ++i) s->shapes[i] = work_graze_shape(&w->shapes[i]);
    for (int i = 0; i < w->query_count; ++i) {
        const work_query *q = &w->queries[i];
        question *out = &s->questions[i];
        out->a = (graze_placed){s->shapes[q->a], work_graze_pose(&q->pose_a), 0};
        out->b = (graze_placed){s->shapes[q->b], work_graze_pose(&q->pose_b), 0};
        s->motions[i] = work_vec3(q->motion);
    }
    return s;
}

static void *prepare_default(const work *w) { return prepare_with(w, 0); }

static void finish(void *data) {
    state *s = data;
    for (int i = 0; i < s->shape_count; ++i) graze_shape_release(s->shapes[i]);
    free(s->shapes);
    free(s->questions);
    free(s->motions);
    free(s);
}

/* Queries in a row share a cache, of which each row begins with an empty one; cold ones have none. */
typedef struct turns {
    graze_cache kept;
    int frames, left; /* a row has, and this one still */
} turns;

static inline graze_cache *take_turn(turns *t) {
    if (t->frames == 1) return NULL;
    if (t->left == 0) {
        t->kept = (graze_cache){0};
        t->left = t->frames;
    }
    --t->left;
    return &t->kept;
}

static void run_intersect(const state *s, double *answers) {
    turns t = {.frames = s->frames};
    for (int i = 0; i < s->count; ++i) {
        const question *q = &s->questions[i];
        graze_intersection out;
        bool good = graze_intersect(&q->a, &q->b, s->options, take_turn(&t), &out) == GRAZE_OK;
        answers[i] = good ? out.intersecting : (double)NAN;
    }
}

static void run_distance(const state *s, double *answers) {
    turns t = {.frames = s->frames};
    for (int i = 0; i < s->count; ++i) {
        const question *q = &s->questions[i];
        graze_separation out;
        bool good = graze_distance(&q->a, &q->b, s->options, take_turn(&t), &out) == GRAZE_OK;
        answers[i] = good ? (double)out.distance : (double)NAN;
    }
}

static void run_depth(const state *s, double *answers) {
    turns t = {.frames = s->frames};
    for (int i = 0; i < s->count; ++i) {
        const question *q = &s->questions[i];
        graze_penetration_result out;
        bool good = graze_penetration(&q->a, &q->b, s->options, take_turn(&t), &out) == GRAZE_OK;
        answers[i] = good ? (double)out.depth : (double)NAN;
    }
}

static double time_of(const graze_cast_result *out, graze_status status) {
    if (status != GRAZE_OK || out->end == GRAZE_ITERATION_LIMIT) return (double)NAN;
    return out->hit ? (double)out->t : (double)INFINITY;
}

static void run_rays(const state *s, double *answers) {
    for (int i = 0; i < s->count; ++i) {
        const question *q = &s->questions[i];
        graze_ray ray = {q->b.pose.origin, s->motions[i], 1};
        graze_cast_result out;
        answers[i] = time_of(&out, graze_ray_cast(&q->a, &ray, s->options, &out));
    }
}

static void run_casts(const state *s, double *answers) {
    for (int i = 0; i < s->count; ++i) {
        const question *q = &s->questions[i];
        graze_cast_result out;
        answers[i] = time_of(&out, graze_shape_cast(&q->a, s->motions[i], &q->b, s->options, &out));
    }
}

static void run(void *data, double *answers) {
    const state *s = data;
    switch ((work_question)s->kind) {
    case WORK_INTERSECT:
        run_intersect(s, answers);
        break;
    case WORK_DISTANCE:
        run_distance(s, answers);
        break;
    case WORK_DEPTH:
        run_depth(s, answers);
        break;
    case WORK_RAY:
        run_rays(s, answers);
        break;
    case WORK_CAST:
        run_casts(s, answers);
        break;
    }
}

#if defined(GRAZE_DOUBLE)
/* Only where accuracy costs time: with curved shapes that are not mere radii. */
static void *prepare_as_fcl(const work *w) {
    bool curved = false;
    for (int i = 0; i < w->shape_count; ++i)
        curved |= w->shapes[i].kind == WORK_CYLINDER || w->shapes[i].kind == WORK_CONE;
    return curved && w->question != WORK_INTERSECT ? prepare_with(w, (graze_real)1e-6) : NULL;
}
#endif

const peer peers[] = {
    {"Graze", PRECISION, "default options; a cache a pair when coherent", prepare_default, run, finish},
#if defined(GRAZE_DOUBLE)
    {"Graze 1e-6", PRECISION, "relative accuracy 1e-6; a cache a pair when coherent", prepare_as_fcl,
     run, finish},
#endif
};
const int peer_count = (int)(sizeof peers / sizeof peers[0]);

const char *peer_version(void) {
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR,
             GRAZE_VERSION_PATCH);
    return text;
}
