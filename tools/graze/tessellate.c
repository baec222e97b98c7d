/* SPDX-License-Identifier: MIT */
#include "tessellate.h"

#include <math.h>

static const double turn = 6.28318530717958647692;

/* What is being made; good is false once memory is out. */
typedef struct mould {
    geometry *out;
    bool good;
} mould;

static void add_point(mould *m, double x, double y, double z) {
    m->good = m->good && numbers_push3(&m->out->points, x, y, z);
}

static void add_corner(mould *m, uint32_t corner) {
    m->good = m->good && indices_push(&m->out->corners, corner);
}

static void end_face(mould *m, uint32_t corners) {
    m->good = m->good && indices_push(&m->out->sizes, corners);
}

static void add_ring(mould *m, int segments, double radius, double y) {
    for (int i = 0; i < segments; ++i) {
        double angle = turn * i / segments;
        add_point(m, radius * cos(angle), y, -radius * sin(angle));
    }
}

/* All round from the ring that starts at point low to the one that starts at high. */
static void join_rings(mould *m, uint32_t segments, uint32_t low, uint32_t high) {
    for (uint32_t i = 0; i < segments; ++i) {
        uint32_t next = (i + 1) % segments;
        add_corner(m, low + i);
        add_corner(m, low + next);
        add_corner(m, high + next);
        add_corner(m, high + i);
        end_face(m, 4);
    }
}

/* All round from a ring to one point above it, or below. */
static void join_tip(mould *m, uint32_t segments, uint32_t ring, uint32_t tip, bool above) {
    for (uint32_t i = 0; i < segments; ++i) {
        uint32_t next = (i + 1) % segments;
        add_corner(m, ring + (above ? i : next));
        add_corner(m, ring + (above ? next : i));
        add_corner(m, tip);
        end_face(m, 3);
    }
}

static void close_ring(mould *m, uint32_t segments, uint32_t ring, bool above) {
    for (uint32_t i = 0; i < segments; ++i) add_corner(m, ring + (above ? i : segments - 1 - i));
    end_face(m, segments);
}

static void make_box(mould *m, const double half[3]) {
    static const uint8_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 8; ++i)
        add_point(m, i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                  i & 4 ? half[2] : -half[2]);
    for (int face = 0; face < 6; ++face) {
        for (int k = 0; k < 4; ++k) add_corner(m, faces[face][k]);
        end_face(m, 4);
    }
}

static void make_sphere(mould *m, double radius, int segments) {
    uint32_t around = (uint32_t)segments, rings = around / 2 > 2 ? around / 2 - 1 : 1;
    add_point(m, 0, -radius, 0);
    for (uint32_t i = 1; i <= rings; ++i) {
        double angle = turn / 2 * i / (rings + 1);
        add_ring(m, segments, radius * sin(angle), -radius * cos(angle));
    }
    add_point(m, 0, radius, 0);
    join_tip(m, around, 1, 0, false);
    for (uint32_t i = 1; i < rings; ++i) join_rings(m, around, 1 + (i - 1) * around, 1 + i * around);
    join_tip(m, around, 1 + (rings - 1) * around, 1 + rings * around, true);
}

static void make_cone(mould *m, double radius, double height, int segments) {
    add_ring(m, segments, radius, -height / 2);
    add_point(m, 0, height / 2, 0);
    close_ring(m, (uint32_t)segments, 0, false);
    join_tip(m, (uint32_t)segments, 0, (uint32_t)segments, true);
}

static void make_cylinder(mould *m, double radius, double height, int segments) {
    uint32_t around = (uint32_t)segments;
    add_ring(m, segments, radius, -height / 2);
    add_ring(m, segments, radius, height / 2);
    close_ring(m, around, 0, false);
    join_rings(m, around, 0, around);
    close_ring(m, around, around, true);
}

bool tessellate(const geometry *primitive, int segments, geometry *out, fault *f) {
    *out = (geometry){.kind = GEOMETRY_FACES};
    mould m = {out, true};
    switch (primitive->kind) {
    case GEOMETRY_BOX:
        make_box(&m, primitive->size);
        break;
    case GEOMETRY_SPHERE:
        make_sphere(&m, primitive->size[0], segments);
        break;
    case GEOMETRY_CONE:
        make_cone(&m, primitive->size[0], primitive->size[1], segments);
        break;
    default:
        make_cylinder(&m, primitive->size[0], primitive->size[1], segments);
        break;
    }
    return m.good || fault_set(f, "graze", 0, "out of memory");
}
