/* SPDX-License-Identifier: MIT */
#include "oracle/solid.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/random_shape.h"

ld3 solid_turn(const graze_pose *pose, ld3 x, bool transposed) {
    ld3 a = ld3_from(pose->basis.col[0]), b = ld3_from(pose->basis.col[1]),
        c = ld3_from(pose->basis.col[2]);
    if (transposed) return (ld3){ld3_dot(a, x), ld3_dot(b, x), ld3_dot(c, x)};
    return ld3_add(ld3_scale(a, x.x), ld3_add(ld3_scale(b, x.y), ld3_scale(c, x.z)));
}

static long double larger(long double a, long double b) { return a > b ? a : b; }

/* The height of solids with parts. */
static long double composed_height(const solid *s, ld3 v) {
    long double first = solid_height(s->parts[0], v);
    switch (s->kind) {
    case SOLID_ROUNDED:
        return first + (long double)s->size.x * ld3_length(v);
    case SOLID_SUM:
        return first + solid_height(s->parts[1], v);
    case SOLID_HULL:
        for (int i = 1; i < s->count; ++i) first = larger(first, solid_height(s->parts[i], v));
        return first;
    default:
        return solid_height(s->parts[0], solid_turn(&s->pose, v, true)) +
               ld3_dot(ld3_from(s->pose.origin), v);
    }
}

long double solid_height(const solid *s, ld3 v) {
    ld3 size = ld3_from(s->size);
    long double across = sqrtl(v.x * v.x + v.z * v.z), half = size.y / 2, most;
    switch (s->kind) {
    case SOLID_POINTS:
        most = ld3_dot(ld3_from(solid_points(s)[0]), v);
        for (int i = 1; i < s->count; ++i)
            most = larger(most, ld3_dot(ld3_from(solid_points(s)[i]), v));
        return most;
    case SOLID_SPHERE:
        return size.x * ld3_length(v);
    case SOLID_BOX:
    case SOLID_CUSTOM:
        return size.x * fabsl(v.x) + size.y * fabsl(v.y) + size.z * fabsl(v.z);
    case SOLID_CONE:
        return larger(v.y * half, size.x * across - v.y * half);
    case SOLID_CYLINDER:
        return size.x * across + half * fabsl(v.y);
    case SOLID_CAPSULE:
        return size.x * ld3_length(v) + half * fabsl(v.y);
    case SOLID_ELLIPSOID:
        return ld3_length((ld3){size.x * v.x, size.y * v.y, size.z * v.z});
    default:
        return composed_height(s, v);
    }
}

/* -- points -- */

static long double uniform(graze_random *random, long double lo, long double hi) {
    return lo + (hi - lo) * (long double)(graze_random_bits(random) >> 11) / 9007199254740992.0L;
}

/* A point of the unit ball, three times out of four on the sphere. */
static ld3 ball_point(graze_random *random) {
    for (;;) {
        ld3 p = {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
        long double length = ld3_length(p);
        if (length > 1 || length == 0) continue;
        return graze_random_bits(random) % 4 ? ld3_scale(p, 1 / length) : p;
    }
}

/* On the unit circle, or in it. */
static void disk_point(graze_random *random, long double *x, long double *z) {
    long double angle = uniform(random, 0, 6.28318530717958647692L);
    long double r = graze_random_bits(random) % 2 ? 1 : uniform(random, 0, 1);
    *x = r * cosl(angle);
    *z = r * sinl(angle);
}

/* -1, 1, or between. */
static long double side(graze_random *random) {
    uint64_t choice = graze_random_bits(random) % 3;
    return choice == 0 ? -1 : choice == 1 ? 1 : uniform(random, -1, 1);
}

static ld3 mix(const ld3 *points, int count, graze_random *random) {
    ld3 sum = {0, 0, 0};
    long double total = 0;
    if (graze_random_bits(random) % 2) return points[graze_random_bits(random) % (uint64_t)count];
    for (int i = 0; i < count; ++i) {
        long double weight = uniform(random, 0, 1);
        sum = ld3_add(sum, ld3_scale(points[i], weight));
        total += weight;
    }
    return ld3_scale(sum, 1 / total);
}

static ld3 composed_sample(const solid *s, graze_random *random) {
    ld3 points[SOLID_PARTS_MOST];
    for (int i = 0; i < s->count; ++i) points[i] = solid_sample(s->parts[i], random);
    if (s->kind == SOLID_ROUNDED)
        return ld3_add(points[0], ld3_scale(ball_point(random), (long double)s->size.x));
    if (s->kind == SOLID_SUM) return ld3_add(points[0], points[1]);
    if (s->kind == SOLID_HULL) return mix(points, s->count, random);
    return ld3_add(solid_turn(&s->pose, points[0], false), ld3_from(s->pose.origin));
}

ld3 solid_sample(const solid *s, graze_random *random) {
    ld3 size = ld3_from(s->size), p = {0, 0, 0}, points[SOLID_POINTS_MOST];
    switch (s->kind) {
    case SOLID_POINTS:
        for (int i = 0; i < s->count; ++i) points[i] = ld3_from(s->points[i]);
        return mix(points, s->count, random);
    case SOLID_SPHERE:
        return ld3_scale(ball_point(random), size.x);
    case SOLID_BOX:
    case SOLID_CUSTOM:
        return (ld3){size.x * side(random), size.y * side(random), size.z * side(random)};
    case SOLID_CONE: /* t from apex (0) to base (1) */
    {
        long double t = (side(random) + 1) / 2;
        disk_point(random, &p.x, &p.z);
        return (ld3){p.x * size.x * t, size.y / 2 - t * size.y, p.z * size.x * t};
    }
    case SOLID_CYLINDER:
        disk_point(random, &p.x, &p.z);
        return (ld3){p.x * size.x, side(random) * size.y / 2, p.z * size.x};
    case SOLID_CAPSULE:
        p = ld3_scale(ball_point(random), size.x);
        p.y += side(random) * size.y / 2;
        return p;
    case SOLID_ELLIPSOID:
        p = ball_point(random);
        return (ld3){p.x * size.x, p.y * size.y, p.z * size.z};
    default:
        return composed_sample(s, random);
    }
}

/* -- shapes -- */

static graze_vec3 box_support(const void *user, graze_vec3 v) {
    const graze_vec3 *half = user;
    return graze_vec3_make(v.x < 0 ? -half->x : half->x, v.y < 0 ? -half->y : half->y,
                           v.z < 0 ? -half->z : half->z);
}

static graze_status shape_of_points(const solid *s, graze_shape **out) {
    const graze_vec3 *p = s->points;
    switch (s->count) {
    case 1:
        return graze_shape_point(p[0], out);
    case 2:
        return graze_shape_segment(p[0], p[1], out);
    case 3:
        return graze_shape_triangle(p[0], p[1], p[2], out);
    case 4:
        return graze_shape_tetrahedron(p[0], p[1], p[2], p[3], out);
    default:
        return graze_shape_polytope(p, (size_t)s->count, 0, out);
    }
}

static graze_status composed_shape(const solid *s, graze_shape **out) {
    graze_shape *parts[SOLID_PARTS_MOST];
    graze_status status;
    for (int i = 0; i < s->count; ++i) parts[i] = solid_shape(s->parts[i]);
    if (s->kind == SOLID_ROUNDED)
        status = graze_shape_rounded(parts[0], s->size.x, out);
    else if (s->kind == SOLID_SUM)
        status = graze_shape_minkowski_sum(parts[0], parts[1], out);
    else if (s->kind == SOLID_HULL)
        status = graze_shape_hull_of(parts, (size_t)s->count, out);
    else
        status = graze_shape_transformed(parts[0], &s->pose, out);
    for (int i = 0; i < s->count; ++i) graze_shape_release(parts[i]);
    return status;
}

static graze_status make_shape(const solid *s, graze_shape **out) {
    switch (s->kind) {
    case SOLID_POINTS:
        return shape_of_points(s, out);
    case SOLID_SPHERE:
        return graze_shape_sphere(s->size.x, out);
    case SOLID_BOX:
        return graze_shape_box(s->size, out);
    case SOLID_CONE:
        return graze_shape_cone(s->size.x, s->size.y, out);
    case SOLID_CYLINDER:
        return graze_shape_cylinder(s->size.x, s->size.y, out);
    case SOLID_CAPSULE:
        return graze_shape_capsule(s->size.x, s->size.y, out);
    case SOLID_ELLIPSOID:
        return graze_shape_ellipsoid(s->size, out);
    case SOLID_CUSTOM: {
        graze_custom_shape description = {box_support, &s->size, NULL, 0};
        return graze_shape_custom(&description, out);
    }
    default:
        return composed_shape(s, out);
    }
}

graze_shape *solid_shape(const solid *s) {
    graze_shape *shape = NULL;
    if (make_shape(s, &shape) != GRAZE_OK) abort();
    return shape;
}

/* -- random ones -- */

/* scale times 1 to 1/1000; zero once in ten. */
static graze_real random_size(graze_real scale, graze_random *random) {
    if (graze_random_bits(random) % 10 == 0) return 0;
    return (graze_real)((long double)scale * expl(uniform(random, -6.9L, 0)));
}

static solid *add_solid(solid_tree *tree, solid_kind kind, int depth, graze_real scale,
                        graze_random *random) {
    if (tree->count == (int)(sizeof tree->nodes / sizeof tree->nodes[0])) abort();
    solid *s = &tree->nodes[tree->count++];
    *s = (solid){.kind = kind};
    s->size.x = random_size(scale, random);
    s->size.y = random_size(scale, random);
    s->size.z = random_size(scale, random);
    if (graze_random_bits(random) % 8 == 0) s->size.z = s->size.y = s->size.x; /* round ellipsoids */
    if (kind == SOLID_POINTS) {
        s->count = 1 + (int)(graze_random_bits(random) % SOLID_POINTS_MOST);
        for (int i = 0; i < s->count; ++i) s->points[i] = random_vector(scale, random);
    }
    if (kind < SOLID_ROUNDED) return s;
    s->count = kind == SOLID_SUM    ? 2
               : kind == SOLID_HULL ? 1 + (int)(graze_random_bits(random) % 4)
                                    : 1;
    for (int i = 0; i < s->count; ++i) {
        uint64_t kinds = depth > 1 ? SOLID_KIND_COUNT : SOLID_ROUNDED;
        solid_kind part = (solid_kind)(graze_random_bits(random) % kinds);
        s->parts[i] = add_solid(tree, part, depth - 1, scale, random);
    }
    if (kind == SOLID_IMAGE) { /* one draw a statement: the same solids from every compiler */
        graze_real reach = scale * (graze_random_bits(random) % 4 ? 1 : 1000);
        uint64_t class_of_pose = graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT;
        s->pose = random_pose((random_pose_class)class_of_pose, reach, random);
    }
    return s;
}

const solid *solid_random(solid_tree *tree, solid_kind kind, int depth, graze_real scale,
                          graze_random *random) {
    tree->count = 0;
    return add_solid(tree, kind, depth, scale, random);
}

graze_real solid_scale(graze_random *random) { return (graze_real)powl(10, uniform(random, -6, 6)); }

graze_vec3 solid_direction(graze_random *random) {
    graze_vec3 v = graze_random_direction(random);
    bool single = sizeof(graze_real) == 4;
    graze_real small = (graze_real)(single ? 1e-9 : 1e-60), large = (graze_real)(single ? 1e18 : 1e140);
    switch (graze_random_bits(random) % 16) {
    case 0:
        return graze_vec3_make(v.x < 0 ? -1 : 1, 0, 0);
    case 1:
        return graze_vec3_make(0, v.x < 0 ? -1 : 1, 0);
    case 2:
        return graze_vec3_make(v.x, 0, v.z);
    case 3:
        return graze_vec3_make(v.x * small, v.y, v.z * small);
    case 4: { /* squares of the small ones may underflow, wholly or in part */
        graze_real less = (graze_real)powl(10, uniform(random, single ? -40 : -320, 0));
        return graze_vec3_make(v.x * less, v.y, v.z * less);
    }
    case 5:
        return graze_vec3_scale(v, large * large);
    case 6:
        return graze_vec3_scale(v, 1 / large / large);
    case 7:
        return graze_vec3_make(v.x * small / large, v.y, v.z);
    default:
        return v;
    }
}
