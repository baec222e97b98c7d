/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include <math.h>
#include <stdlib.h>

enum { RING = 100, TUBE = 25, PARALLELS = 6, MERIDIANS = 10 };
static const double turn = 6.283185307179586;

static void *room(size_t count, size_t size) {
    void *data = calloc(count, size);
    if (!data) abort();
    return data;
}

/* -- random numbers (splitmix64) ----------------------------------------------------------------- */

static double uniform(stage *s, double lo, double hi) {
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return lo + (hi - lo) * ((double)(z >> 11) * 0x1p-53);
}

/* Of the given length, every direction as likely as any other. */
static void direction(stage *s, double *v, int dimension, double length) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < dimension; ++k) {
            v[k] = uniform(s, -1, 1);
            square += v[k] * v[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < dimension; ++k) v[k] *= length / sqrt(square);
}

/* -- shapes -------------------------------------------------------------------------------------- */

static void make_room(stage_shape *shape, int vertices, int triangles) {
    shape->vertices = room((size_t)vertices, sizeof *shape->vertices);
    shape->triangles = room((size_t)triangles, sizeof *shape->triangles);
}

static void add_vertex(stage_shape *shape, double x, double y, double z) {
    float *v = shape->vertices[shape->vertex_count++];
    v[0] = (float)x;
    v[1] = (float)y;
    v[2] = (float)z;
}

static void add_triangle(stage_shape *shape, int a, int b, int c) {
    uint32_t *t = shape->triangles[shape->triangle_count++];
    t[0] = (uint32_t)a;
    t[1] = (uint32_t)b;
    t[2] = (uint32_t)c;
}

/* Two poles and rings between them, all on a sphere of radius 0.6. */
static void make_hull(stage_shape *shape) {
    shape->kind = STAGE_HULL;
    make_room(shape, PARALLELS * MERIDIANS + 2, 2 * PARALLELS * MERIDIANS);
    for (int i = 0; i < PARALLELS; ++i)
        for (int j = 0; j < MERIDIANS; ++j) {
            double up = turn / 2 * (i + 1) / (PARALLELS + 1), round = turn * j / MERIDIANS;
            add_vertex(shape, 0.6 * sin(up) * cos(round), 0.6 * cos(up), 0.6 * sin(up) * sin(round));
        }
    add_vertex(shape, 0, 0.6, 0);
    add_vertex(shape, 0, -0.6, 0);
    int top = PARALLELS * MERIDIANS, last = (PARALLELS - 1) * MERIDIANS;
    for (int j = 0; j < MERIDIANS; ++j) {
        int k = (j + 1) % MERIDIANS;
        add_triangle(shape, top, k, j);
        add_triangle(shape, top + 1, last + j, last + k);
        for (int i = 0; i < last; i += MERIDIANS) {
            add_triangle(shape, i + j, i + k, i + MERIDIANS + k);
            add_triangle(shape, i + j, i + MERIDIANS + k, i + MERIDIANS + j);
        }
    }
}

/* Radii 0.7 and 0.3, about the y axis. */
static void make_torus(stage_shape *shape) {
    shape->kind = STAGE_MESH;
    make_room(shape, RING * TUBE, 2 * RING * TUBE);
    for (int i = 0; i < RING; ++i)
        for (int j = 0; j < TUBE; ++j) {
            double around = turn * i / RING, round = turn * j / TUBE;
            double out = 0.7 + 0.3 * cos(round);
            add_vertex(shape, out * cos(around), 0.3 * sin(round), out * sin(around));
            int a = i * TUBE + j, b = (i + 1) % RING * TUBE + j;
            int c = (i + 1) % RING * TUBE + (j + 1) % TUBE, d = i * TUBE + (j + 1) % TUBE;
            add_triangle(shape, a, d, c);
            add_triangle(shape, a, c, b);
        }
}

static void make_shapes(stage *s) {
    static const stage_shape simple[] = {{.kind = STAGE_BOX, .size = {0.4, 0.5, 0.3}},
                                         {.kind = STAGE_SPHERE, .size = {0.5}},
                                         {.kind = STAGE_CONE, .size = {0.5, 1}},
                                         {.kind = STAGE_CYLINDER, .size = {0.4, 1}},
                                         {.kind = STAGE_CAPSULE, .size = {0.3, 0.6}}};
    s->shape_count = s->kind == STAGE_MIXED ? STAGE_SHAPES : 1;
    for (int i = 0; i < STAGE_SHAPES - 1; ++i) s->shapes[i] = simple[i];
    if (s->kind == STAGE_MIXED) make_hull(&s->shapes[STAGE_SHAPES - 1]);
    if (s->kind == STAGE_TORI) {
        s->shapes[0] = (stage_shape){0};
        make_torus(&s->shapes[0]);
    }
}

/* -- bodies -------------------------------------------------------------------------------------- */

stage *stage_make(stage_kind kind, int count) {
    stage *s = room(1, sizeof *s);
    *s = (stage){.kind = kind, .count = count, .random = 20261116};
    s->half = kind == STAGE_TORI ? 7.7 * cbrt(count / 100.0) : 7 * cbrt(count / 1000.0);
    s->bodies = room((size_t)count, sizeof *s->bodies);
    make_shapes(s);
    for (int i = 0; i < count; ++i) {
        stage_body *body = &s->bodies[i];
        body->shape = i % s->shape_count;
        for (int k = 0; k < 3; ++k) body->origin[k] = (float)uniform(s, -s->half, s->half);
        direction(s, body->rotation, 4, 1);
        direction(s, body->speed, 3, 0.01);
        direction(s, body->spin, 3, 0.01);
    }
    return s;
}

static void spin(stage_body *body) {
    const double *w = body->spin;
    double q[4], *r = body->rotation;
    q[0] = r[0] + (w[0] * r[3] + w[1] * r[2] - w[2] * r[1]) / 2;
    q[1] = r[1] + (w[1] * r[3] + w[2] * r[0] - w[0] * r[2]) / 2;
    q[2] = r[2] + (w[2] * r[3] + w[0] * r[1] - w[1] * r[0]) / 2;
    q[3] = r[3] - (w[0] * r[0] + w[1] * r[1] + w[2] * r[2]) / 2;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) r[k] = q[k] / length;
}

void stage_step(stage *s) {
    for (int i = 0; i < s->count; ++i) {
        stage_body *body = &s->bodies[i];
        spin(body);
        for (int k = 0; k < 3; ++k) {
            double at = body->origin[k] + body->speed[k];
            if (fabs(at) > s->half) body->speed[k] = -body->speed[k];
            body->origin[k] = (float)at;
        }
    }
}

void stage_aim(const stage *s, stage_ray *rays) {
    stage seeds = {.random = 20261117};
    for (int i = 0; i < STAGE_RAYS; ++i)
        for (int k = 0; k < 3; ++k) {
            rays[i].from[k] = (float)uniform(&seeds, -s->half, s->half);
            rays[i].to[k] = (float)uniform(&seeds, -s->half, s->half);
            if (k == i % 3) rays[i].from[k] = i % 2 ? 1.5 * s->half : -1.5 * s->half;
        }
}

void stage_free(stage *s) {
    for (int i = 0; i < STAGE_SHAPES; ++i) {
        free(s->shapes[i].vertices);
        free(s->shapes[i].triangles);
    }
    free(s->bodies);
    free(s);
}
