/* SPDX-License-Identifier: MIT
 * libccd (Debian: double): intersection and depth by GJK with EPA, and by MPR. It has no distance and
 * no cache. Supports are the caller's own: the direction is turned into the shape's axes, hulls are
 * scanned, and from 512 vertices on also climbed along their edges from where the last support was (a
 * second pair of ways to ask; scanning is the usual way). That place is kept through a query, and from
 * frame to frame when coherent. Settings as in its README: 100 iterations, tolerances 1e-4; the first
 * direction joins the centres, which is nearer to the answer than the default. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <ccd/ccd.h>

#include "peer.h"

typedef struct form {
    const work_shape *shape;
    double center[3];
    int *starts, *neighbours; /* vertex v has neighbours[starts[v] .. starts[v + 1] - 1] */
    bool climb;
} form;

typedef struct object {
    const form *form;
    double turn[3][3]; /* rotation matrix, rows */
    double origin[3], center[3];
    int last; /* the vertex found last */
} object;

typedef struct state {
    int question, frames, count, shape_count;
    form *forms;
    object *objects; /* A and B of each query */
    bool mpr;
    ccd_t ccd;
} state;

/* -- supports ------------------------------------------------------------------------------------ */

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static int scan(const work_shape *s, const double d[3]) {
    int best = 0;
    double most = dot(s->vertices, d);
    for (int i = 1; i < s->vertex_count; ++i) {
        double height = dot(s->vertices + 3 * i, d);
        if (height > most) {
            most = height;
            best = i;
        }
    }
    return best;
}

static int climb(const form *f, const double d[3], int from) {
    const double *vertices = f->shape->vertices;
    double most = dot(vertices + 3 * from, d);
    for (int at = -1; at != from;) {
        at = from;
        for (int i = f->starts[at]; i < f->starts[at + 1]; ++i) {
            double height = dot(vertices + 3 * f->neighbours[i], d);
            if (height > most) {
                most = height;
                from = f->neighbours[i];
            }
        }
    }
    return from;
}

static void round_support(const work_shape *s, const double d[3], double out[3]) {
    double radius = s->size[0], half = s->size[1] / 2, across = sqrt(d[0] * d[0] + d[2] * d[2]);
    double rim = across > 0 ? radius / across : 0, length = sqrt(dot(d, d));
    switch ((work_kind)s->kind) {
    case WORK_SPHERE:
    case WORK_CAPSULE:
        for (int k = 0; k < 3; ++k) out[k] = d[k] * radius / length;
        if (s->kind == WORK_CAPSULE) out[1] += d[1] > 0 ? half : -half;
        break;
    case WORK_CONE:
        out[0] = out[2] = 0;
        out[1] = half;
        if (d[1] * half > radius * across - d[1] * half) break;
        out[0] = d[0] * rim, out[1] = -half, out[2] = d[2] * rim;
        break;
    default: /* cylinder */
        out[0] = d[0] * rim, out[1] = d[1] > 0 ? half : -half, out[2] = d[2] * rim;
    }
}

static void support(const void *data, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    object *o = (object *)(uintptr_t)data; /* the hint is ours to change */
    const work_shape *s = o->form->shape;
    const double *v = direction->v;
    double d[3], p[3];
    for (int k = 0; k < 3; ++k)
        d[k] = o->turn[0][k] * v[0] + o->turn[1][k] * v[1] + o->turn[2][k] * v[2];
    if (s->kind == WORK_HULL) {
        o->last = o->form->climb ? climb(o->form, d, o->last) : scan(s, d);
        for (int k = 0; k < 3; ++k) p[k] = s->vertices[3 * o->last + k];
    } else if (s->kind == WORK_BOX) {
        for (int k = 0; k < 3; ++k) p[k] = d[k] > 0 ? s->size[k] : -s->size[k];
    } else {
        round_support(s, d, p);
    }
    for (int k = 0; k < 3; ++k) point->v[k] = dot(o->turn[k], p) + o->origin[k];
}

static void center(const void *data, ccd_vec3_t *point) {
    const object *o = data;
    for (int k = 0; k < 3; ++k) point->v[k] = o->center[k];
}

static void first_direction(const void *a, const void *b, ccd_vec3_t *direction) {
    const object *from = a, *to = b;
    for (int k = 0; k < 3; ++k) direction->v[k] = to->center[k] - from->center[k];
    if (dot(direction->v, direction->v) == 0) direction->v[0] = 1;
}

/* -- making ------------------------------------------------------------------------------------- */

static void *room(size_t size, int count) {
    void *data = calloc((size_t)count + 1, size);
    if (!data) abort();
    return data;
}

/* Every edge runs once each way round its two triangles, so its head is listed once a tail. */
static form make_form(const work_shape *s, bool climbing) {
    form f = {.shape = s,
              .starts = room(sizeof *f.starts, s->vertex_count + 1),
              .neighbours = room(sizeof *f.neighbours, 3 * s->triangle_count),
              .climb = climbing};
    for (int i = 0; i < 3 * s->vertex_count; ++i) f.center[i % 3] += s->vertices[i] / s->vertex_count;
    for (int i = 0; i < 3 * s->triangle_count; ++i) ++f.starts[s->triangles[i] + 1];
    for (int i = 0; i < s->vertex_count; ++i) f.starts[i + 1] += f.starts[i];
    int *filled = room(sizeof *filled, s->vertex_count);
    for (int i = 0; i < 3 * s->triangle_count; ++i) {
        int tail = s->triangles[i], head = s->triangles[i % 3 == 2 ? i - 2 : i + 1];
        f.neighbours[f.starts[tail] + filled[tail]++] = head;
    }
    free(filled);
    return f;
}

static object make_object(const form *f, const work_pose *pose) {
    const double *q = pose->rotation;
    double x = q[0], y = q[1], z = q[2], w = q[3];
    object o = {.form = f,
                .turn = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                         {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                         {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
    for (int k = 0; k < 3; ++k) {
        o.origin[k] = pose->origin[k];
        o.center[k] = dot(o.turn[k], f->center) + pose->origin[k];
    }
    return o;
}

static void *prepare_with(const work *w, bool mpr, bool climbing) {
    if (w->question != WORK_INTERSECT && w->question != WORK_DEPTH) return NULL;
    if (climbing && w->shapes[0].vertex_count < 512) return NULL;
    state *s = room(sizeof *s, 1);
    *s = (state){.question = w->question,
                 .frames = w->frames,
                 .count = w->query_count,
                 .shape_count = w->shape_count,
                 .forms = room(sizeof *s->forms, w->shape_count),
                 .objects = room(sizeof *s->objects, 2 * w->query_count),
                 .mpr = mpr};
    for (int i = 0; i < w->shape_count; ++i) s->forms[i] = make_form(&w->shapes[i], climbing);
    for (int i = 0; i < w->query_count; ++i) {
        const work_query *q = &w->queries[i];
        s->objects[2 * i] = make_object(&s->forms[q->a], &q->pose_a);
        s->objects[2 * i + 1] = make_object(&s->forms[q->b], &q->pose_b);
    }
    CCD_INIT(&s->ccd);
    s->ccd.first_dir = first_direction;
    s->ccd.support1 = s->ccd.support2 = support;
    s->ccd.center1 = s->ccd.center2 = center;
    s->ccd.max_iterations = 100;
    return s;
}

static void *prepare_gjk(const work *w) { return prepare_with(w, false, false); }
static void *prepare_mpr(const work *w) { return prepare_with(w, true, false); }
static void *prepare_gjk_climbing(const work *w) { return prepare_with(w, false, true); }
static void *prepare_mpr_climbing(const work *w) { return prepare_with(w, true, true); }

static void finish(void *data) {
    state *s = data;
    for (int i = 0; i < s->shape_count; ++i) {
        free(s->forms[i].starts);
        free(s->forms[i].neighbours);
    }
    free(s->forms);
    free(s->objects);
    free(s);
}

/* -- asking ------------------------------------------------------------------------------------- */

static void run(void *data, double *answers) {
    const state *s = data;
    for (int i = 0; i < s->count; ++i) {
        object *a = &s->objects[2 * i], *b = a + 1;
        bool begin = i % s->frames == 0;
        a->last = begin ? 0 : a[-2].last;
        b->last = begin ? 0 : b[-2].last;
        if (s->question == WORK_INTERSECT) {
            answers[i] = (s->mpr ? ccdMPRIntersect : ccdGJKIntersect)(a, b, &s->ccd);
            continue;
        }
        ccd_real_t depth;
        ccd_vec3_t direction, position;
        int status = (s->mpr ? ccdMPRPenetration : ccdGJKPenetration)(a, b, &s->ccd, &depth, &direction,
                                                                      &position);
        answers[i] = status == 0 ? depth : status == -1 ? 0 : (double)NAN;
    }
}

#define SETTINGS "100 iterations, tolerances 1e-4, hulls "
const peer peers[] = {
    {"libccd GJK", "double", SETTINGS "scanned", prepare_gjk, run, finish},
    {"libccd MPR", "double", SETTINGS "scanned", prepare_mpr, run, finish},
    {"libccd GJK, climbing", "double", SETTINGS "climbed", prepare_gjk_climbing, run, finish},
    {"libccd MPR, climbing", "double", SETTINGS "climbed", prepare_mpr_climbing, run, finish},
};
const int peer_count = (int)(sizeof peers / sizeof peers[0]);

const char *peer_version(void) { return PEER_VERSION; }
