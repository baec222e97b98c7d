/* SPDX-License-Identifier: MIT
 * ODE (Debian: double, with libccd for some pairs): dCollide on two geoms outside any space, which are
 * moved before each query, as a program that uses ODE does.
 *  - intersect: one contact is enough; of hulls an unimportant one (of boxes and capsules those are
 *    wrong)
 *  - depth: the deepest of up to eight contacts
 *  - ray cast: a ray geom against the shape; the contact's depth is the distance along the ray
 *
 * It has no distances, no shape casts, no cones and no cache. Cylinders and capsules stand along z in
 * ODE: their rotations are turned beforehand. Hulls are moved so that their origin is inside, which ODE
 * asks for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ode/ode.h>

#include "peer.h"

enum { CONTACTS = 8 };

typedef struct placed {
    dMatrix3 turn;
    dVector3 origin;
} placed;

/* A convex geom keeps pointing to its arrays. */
typedef struct form {
    dGeomID geom, twin; /* the same again, for a shape against itself */
    dReal *planes, *points;
    unsigned int *polygons;
    double center[3]; /* a hull's mean vertex, where its geom has the origin */
} form;

typedef struct state {
    const work *w;
    form *forms;
    placed *placed; /* A and B of each query */
    dGeomID ray;
} state;

static void *room(size_t size, int count) {
    void *data = calloc((size_t)count + 1, size);
    if (!data) abort();
    return data;
}

static void plane_of(const dReal *points, const int *triangle, dReal *plane) {
    double e[2][3], n[3];
    for (int k = 0; k < 3; ++k) {
        e[0][k] = points[3 * triangle[1] + k] - points[3 * triangle[0] + k];
        e[1][k] = points[3 * triangle[2] + k] - points[3 * triangle[0] + k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = e[0][i] * e[1][j] - e[0][j] * e[1][i];
    }
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    plane[3] = 0;
    for (int k = 0; k < 3; ++k) {
        plane[k] = n[k] / length;
        plane[3] += plane[k] * points[3 * triangle[0] + k];
    }
}

static void make_hull(const work_shape *s, form *f) {
    f->planes = room(4 * sizeof *f->planes, s->triangle_count);
    f->points = room(3 * sizeof *f->points, s->vertex_count);
    f->polygons = room(4 * sizeof *f->polygons, s->triangle_count);
    for (int i = 0; i < 3 * s->vertex_count; ++i) f->center[i % 3] += s->vertices[i] / s->vertex_count;
    for (int i = 0; i < 3 * s->vertex_count; ++i) f->points[i] = s->vertices[i] - f->center[i % 3];
    for (int i = 0; i < s->triangle_count; ++i) {
        plane_of(f->points, s->triangles + 3 * i, f->planes + 4 * i);
        f->polygons[4 * i] = 3;
        for (int k = 0; k < 3; ++k) f->polygons[4 * i + 1 + k] = (unsigned int)s->triangles[3 * i + k];
    }
}

static dGeomID make_geom(const work_shape *s, const form *f) {
    switch ((work_kind)s->kind) {
    case WORK_SPHERE:
        return dCreateSphere(0, s->size[0]);
    case WORK_BOX:
        return dCreateBox(0, 2 * s->size[0], 2 * s->size[1], 2 * s->size[2]);
    case WORK_CAPSULE:
        return dCreateCapsule(0, s->size[0], s->size[1]);
    case WORK_CYLINDER:
        return dCreateCylinder(0, s->size[0], s->size[1]);
    default:
        return dCreateConvex(0, f->planes, (unsigned int)s->triangle_count, f->points,
                             (unsigned int)s->vertex_count, f->polygons);
    }
}

static placed make_placed(const work_shape *s, const form *f, const work_pose *pose) {
    placed p;
    dMatrix3 turn;
    dQuaternion q = {pose->rotation[3], pose->rotation[0], pose->rotation[1], pose->rotation[2]};
    dRfromQ(turn, q);
    memcpy(p.turn, turn, sizeof turn);
    if (s->kind == WORK_CAPSULE || s->kind == WORK_CYLINDER)
        for (int row = 0; row < 3; ++row) { /* columns x, -z, y: z stands where y was */
            p.turn[4 * row + 1] = -turn[4 * row + 2];
            p.turn[4 * row + 2] = turn[4 * row + 1];
        }
    for (int k = 0; k < 3; ++k)
        p.origin[k] = pose->origin[k] + turn[4 * k] * f->center[0] + turn[4 * k + 1] * f->center[1] +
                      turn[4 * k + 2] * f->center[2];
    return p;
}

static void *prepare(const work *w) {
    static bool started = false;
    if (!started) dInitODE2(0);
    started = true;
    if (w->question == WORK_DISTANCE || w->question == WORK_CAST) return NULL;
    for (int i = 0; i < w->shape_count; ++i)
        if (w->shapes[i].kind == WORK_CONE) return NULL;
    state *s = room(sizeof *s, 1);
    *s = (state){w, room(sizeof *s->forms, w->shape_count), room(sizeof *s->placed, 2 * w->query_count),
                 dCreateRay(0, 1)};
    for (int i = 0; i < w->shape_count; ++i) {
        if (w->shapes[i].kind == WORK_HULL) make_hull(&w->shapes[i], &s->forms[i]);
        s->forms[i].geom = make_geom(&w->shapes[i], &s->forms[i]);
        s->forms[i].twin = make_geom(&w->shapes[i], &s->forms[i]);
    }
    for (int i = 0; i < w->query_count; ++i) {
        const work_query *q = &w->queries[i];
        s->placed[2 * i] = make_placed(&w->shapes[q->a], &s->forms[q->a], &q->pose_a);
        s->placed[2 * i + 1] = make_placed(&w->shapes[q->b], &s->forms[q->b], &q->pose_b);
    }
    return s;
}

static void finish(void *data) {
    state *s = data;
    for (int i = 0; i < s->w->shape_count; ++i) {
        dGeomDestroy(s->forms[i].geom);
        dGeomDestroy(s->forms[i].twin);
        free(s->forms[i].planes);
        free(s->forms[i].points);
        free(s->forms[i].polygons);
    }
    dGeomDestroy(s->ray);
    free(s->forms);
    free(s->placed);
    free(s);
}

static void move(dGeomID geom, const placed *p) {
    dGeomSetPosition(geom, p->origin[0], p->origin[1], p->origin[2]);
    dGeomSetRotation(geom, p->turn);
}

static double cast_ray(const state *s, const work_query *q, dGeomID geom) {
    const double *o = q->pose_b.origin, *d = q->motion;
    double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    dContactGeom contact;
    dGeomRaySetLength(s->ray, length);
    dGeomRaySet(s->ray, o[0], o[1], o[2], d[0], d[1], d[2]);
    int count = dCollide(s->ray, geom, 1, &contact, sizeof contact);
    return count > 0 ? contact.depth / length : (double)INFINITY;
}

static void run(void *data, double *answers) {
    const state *s = data;
    for (int i = 0; i < s->w->query_count; ++i) {
        const work_query *q = &s->w->queries[i];
        dGeomID a = s->forms[q->a].geom, b = s->forms[q->b].twin;
        dContactGeom contacts[CONTACTS];
        move(a, &s->placed[2 * i]);
        if (s->w->question == WORK_RAY) {
            answers[i] = cast_ray(s, q, a);
            continue;
        }
        move(b, &s->placed[2 * i + 1]);
        if (s->w->question == WORK_INTERSECT) {
            int flags = dGeomGetClass(a) == dConvexClass ? 1 | (int)CONTACTS_UNIMPORTANT : 1;
            answers[i] = dCollide(a, b, flags, contacts, sizeof *contacts) > 0;
            continue;
        }
        int count = dCollide(a, b, CONTACTS, contacts, sizeof *contacts);
        answers[i] = 0;
        for (int k = 0; k < count; ++k)
            if (contacts[k].depth > answers[i]) answers[i] = contacts[k].depth;
    }
}

const peer peers[] = {{"ODE", "double", "dCollide on moved geoms", prepare, run, finish}};
const int peer_count = 1;

const char *peer_version(void) { return PEER_VERSION; }
