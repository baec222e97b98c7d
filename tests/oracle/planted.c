/* SPDX-License-Identifier: MIT */
#include "oracle/planted.h"

#include "oracle/ld3.h"

static const char *const names[PLANTED_FEATURES] = {"vertex", "edge", "face"};

const char *planted_name(planted_feature feature) { return names[feature]; }

typedef struct frame {
    ld3 p, u, w, n;
    bool exact; /* coordinates on a grid */
} frame;

static long double uniform(graze_random *random, double lo, double hi) {
    return (long double)graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}

static long double on_grid(const frame *f, long double x) {
    return f->exact ? floorl(x * 256 + 0.5L) / 256 : x;
}

static frame random_frame(bool aligned, graze_random *random) {
    frame f = {.exact = aligned, .u = {1, 0, 0}, .w = {0, 1, 0}, .n = {0, 0, 1}};
    if (!aligned) {
        f.n = ld3_unit(ld3_from(graze_random_direction(random)));
        f.u = ld3_unit(ld3_cross(f.n, fabsl(f.n.x) < 0.5L ? (ld3){1, 0, 0} : (ld3){0, 1, 0}));
        f.w = ld3_cross(f.n, f.u);
    }
    f.p = (ld3){on_grid(&f, uniform(random, -1, 1)), on_grid(&f, uniform(random, -1, 1)),
                aligned ? 0 : uniform(random, -1, 1)};
    return f;
}

/* p + x u + y w + z n. */
static void add(const frame *f, long double x, long double y, long double z, planted_points *out) {
    ld3 q = ld3_add_scaled(f->p, on_grid(f, x), f->u);
    q = ld3_add_scaled(ld3_add_scaled(q, on_grid(f, y), f->w), z, f->n);
    out->points[out->count++] = graze_vec3_make((graze_real)q.x, (graze_real)q.y, (graze_real)q.z);
}

static void add_feature(const frame *f, planted_feature feature, long double height,
                        graze_random *random, planted_points *out) {
    int corners = feature == PLANTED_VERTEX ? 1
                  : feature == PLANTED_EDGE ? 2
                                            : 3 + (int)(graze_random_bits(random) % 2);
    long double turn = 6.283185307179586L / corners, angle = uniform(random, 0, 6.28);
    /* Both ends of an edge on the same line of the grid: whole multiples of one vector. */
    long double x = on_grid(f, cosl(angle) / 4), y = on_grid(f, sinl(angle) / 4);
    for (int i = 0; i < corners; ++i) {
        long double r = uniform(random, 0.25, 1), a = angle + turn * i;
        long double k = (i == 0 ? 1 : -1) * (1 + (long double)(graze_random_bits(random) % 3));
        if (feature == PLANTED_VERTEX) add(f, 0, 0, height, out);
        if (feature == PLANTED_EDGE) add(f, k * x, k * y, height, out);
        if (feature == PLANTED_FACE) add(f, r * cosl(a), r * sinl(a), height, out);
    }
}

/* The corners behind: side is -1 for A and 1 for B. */
static void add_rest(const frame *f, int side, graze_random *random, planted_points *out) {
    int rest = 2 + (int)(graze_random_bits(random) % 3);
    for (int i = 0; i <= rest; ++i) {
        long double z = side * on_grid(f, uniform(random, 0.125, 1));
        long double x = uniform(random, -1, 1), y = uniform(random, -1, 1);
        add(f, i == 0 ? 0 : x, i == 0 ? 0 : y, z, out);
    }
}

planted_pair planted_make(planted_feature of_a, planted_feature of_b, long double gap, bool aligned,
                          graze_random *random) {
    frame f = random_frame(aligned, random);
    planted_pair pair = {.p = graze_vec3_make((graze_real)f.p.x, (graze_real)f.p.y, (graze_real)f.p.z),
                         .normal =
                             graze_vec3_make((graze_real)f.n.x, (graze_real)f.n.y, (graze_real)f.n.z)};
    add_feature(&f, of_a, 0, random, &pair.a);
    add_rest(&f, -1, random, &pair.a);
    add_feature(&f, of_b, gap, random, &pair.b);
    if (!aligned) f.p = ld3_add_scaled(f.p, gap, f.n); /* so that the rest is behind the gap, too */
    if (aligned && gap > 0) f.p.z = ceill(gap);
    add_rest(&f, 1, random, &pair.b);
    return pair;
}
