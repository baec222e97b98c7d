/* SPDX-License-Identifier: MIT
 * Any of the simple sets as one type, the tests of all pairs as a table, and random pairs. */
#ifndef GRAZE_TESTS_PRIMITIVE_ANY_SET_H
#define GRAZE_TESTS_PRIMITIVE_ANY_SET_H

#include "oracle/polygon_oracle.h"

#include <math.h>

enum { SPHERE, AABB, OBB, SEGMENT, RAY, TRIANGLE, POLYGON, SETS };
static const char *const set_names[SETS] = {"sphere", "aabb",     "obb",    "segment",
                                            "ray",    "triangle", "polygon"};

typedef struct any_set {
    int kind;
    graze_sphere sphere;
    graze_aabb aabb;
    graze_obb obb;
    graze_segment segment;
    graze_ray ray;
    graze_triangle triangle;
    graze_polygon polygon; /* its points are somewhere else */
} any_set;

/* -- the test of a pair, a->kind <= b->kind -------------------------------------------- */

static inline graze_status set_test(const any_set *a, const any_set *b, bool *hit) {
    switch (a->kind * SETS + b->kind) {
    case SPHERE *SETS + SPHERE:
        return graze_test_sphere_sphere(&a->sphere, &b->sphere, hit);
    case SPHERE *SETS + AABB:
        return graze_test_sphere_aabb(&a->sphere, &b->aabb, hit);
    case SPHERE *SETS + OBB:
        return graze_test_sphere_obb(&a->sphere, &b->obb, hit);
    case SPHERE *SETS + SEGMENT:
        return graze_test_sphere_segment(&a->sphere, &b->segment, hit);
    case SPHERE *SETS + RAY:
        return graze_test_sphere_ray(&a->sphere, &b->ray, hit);
    case SPHERE *SETS + TRIANGLE:
        return graze_test_sphere_triangle(&a->sphere, &b->triangle, hit);
    case AABB *SETS + AABB:
        return graze_test_aabb_aabb(&a->aabb, &b->aabb, hit);
    case AABB *SETS + OBB:
        return graze_test_aabb_obb(&a->aabb, &b->obb, hit);
    case AABB *SETS + SEGMENT:
        return graze_test_aabb_segment(&a->aabb, &b->segment, hit);
    case AABB *SETS + RAY:
        return graze_test_aabb_ray(&a->aabb, &b->ray, hit);
    case AABB *SETS + TRIANGLE:
        return graze_test_aabb_triangle(&a->aabb, &b->triangle, hit);
    case OBB *SETS + OBB:
        return graze_test_obb_obb(&a->obb, &b->obb, hit);
    case OBB *SETS + SEGMENT:
        return graze_test_obb_segment(&a->obb, &b->segment, hit);
    case OBB *SETS + RAY:
        return graze_test_obb_ray(&a->obb, &b->ray, hit);
    case OBB *SETS + TRIANGLE:
        return graze_test_obb_triangle(&a->obb, &b->triangle, hit);
    case SEGMENT *SETS + SEGMENT:
        return graze_test_segment_segment(&a->segment, &b->segment, hit);
    case SEGMENT *SETS + RAY:
        return graze_test_segment_ray(&a->segment, &b->ray, hit);
    case SEGMENT *SETS + TRIANGLE:
        return graze_test_segment_triangle(&a->segment, &b->triangle, hit);
    case RAY *SETS + RAY:
        return graze_test_ray_ray(&a->ray, &b->ray, hit);
    case RAY *SETS + TRIANGLE:
        return graze_test_ray_triangle(&a->ray, &b->triangle, hit);
    case TRIANGLE *SETS + TRIANGLE:
        return graze_test_triangle_triangle(&a->triangle, &b->triangle, hit);
    case SPHERE *SETS + POLYGON:
        return graze_test_sphere_polygon(&a->sphere, &b->polygon, hit, NULL);
    case AABB *SETS + POLYGON:
        return graze_test_aabb_polygon(&a->aabb, &b->polygon, hit, NULL);
    case OBB *SETS + POLYGON:
        return graze_test_obb_polygon(&a->obb, &b->polygon, hit, NULL);
    case SEGMENT *SETS + POLYGON:
        return graze_test_segment_polygon(&a->segment, &b->polygon, hit, NULL);
    case RAY *SETS + POLYGON:
        return graze_test_ray_polygon(&a->ray, &b->polygon, hit, NULL);
    case TRIANGLE *SETS + POLYGON:
        return graze_test_triangle_polygon(&a->triangle, &b->polygon, hit, NULL);
    case POLYGON *SETS + POLYGON:
        return graze_test_polygon_polygon(&a->polygon, &b->polygon, hit, NULL);
    }
    return GRAZE_STATUS_COUNT;
}

/* -- random sets ----------------------------------------------------------------------- */

static inline int set_below(graze_random *random, int limit) {
    return (int)(graze_random_bits(random) % (uint64_t)limit);
}

static inline graze_real set_grid(graze_random *random, int size) {
    return (graze_real)(set_below(random, 2 * size + 1) - size);
}

static inline graze_real set_coordinate(graze_random *random, int grid) {
    return grid ? set_grid(random, grid) : graze_random_uniform(random, -1, 1);
}

static inline graze_vec3 set_point(graze_random *random, int grid) {
    graze_real x = set_coordinate(random, grid), y = set_coordinate(random, grid);
    return graze_vec3_make(x, y, set_coordinate(random, grid));
}

static inline graze_mat3 set_rotation(graze_random *random, int grid) {
    if (!grid || set_below(random, 2)) return graze_quat_to_mat3(graze_random_rotation(random));
    graze_vec3 x = graze_vec3_make(1, 0, 0), y = graze_vec3_make(0, 1, 0), z = graze_vec3_make(0, 0, 1);
    int turn = set_below(random, 4); /* turned by a hair, or exchanged */
    if (turn == 0) return graze_mat3_from_columns(y, z, x);
    if (turn == 1) return graze_mat3_from_columns(x, graze_vec3_neg(y), z);
    if (turn == 2) return graze_mat3_identity();
    graze_real hair = (graze_real)ldexp(1, -6 - set_below(random, sizeof(graze_real) == 4 ? 16 : 44));
    graze_quat q;
    assert_int_equal(graze_quat_from_axis_angle(set_point(random, 0), hair, &q), GRAZE_OK);
    return graze_quat_to_mat3(q);
}

/* A set through the point x if it is planted, of small whole numbers if grid > 0; where x is whole and
 * grid > 0 it contains x exactly. */
static inline any_set set_random(graze_random *random, int kind, int grid, graze_vec3 x) {
    any_set s;
    memset(&s, 0, sizeof s);
    s.kind = kind;
    graze_vec3 p = set_point(random, grid), q = set_point(random, grid);
    graze_real size =
        grid ? (graze_real)set_below(random, grid + 1) : graze_random_uniform(random, 0, 1);
    graze_real factor = (graze_real)set_below(random, 3);
    switch (kind) {
    case SPHERE:
        s.sphere.center = graze_vec3_add(x, graze_vec3_scale(p, (graze_real)0.5));
        s.sphere.radius = size;
        break;
    case AABB:
        s.aabb.lo = graze_vec3_sub(x, graze_vec3_abs(p));
        s.aabb.hi = graze_vec3_add(x, graze_vec3_abs(q));
        break;
    case OBB:
        s.obb.center = graze_vec3_add(x, graze_vec3_scale(p, (graze_real)0.5));
        s.obb.axes = set_rotation(random, grid);
        s.obb.half = graze_vec3_abs(q);
        break;
    case SEGMENT:
        s.segment.a = graze_vec3_add_scaled(x, -factor, p);
        s.segment.b = graze_vec3_add_scaled(x, (graze_real)set_below(random, 3), p);
        break;
    case RAY:
        s.ray.origin = graze_vec3_add_scaled(x, -factor, p);
        s.ray.direction = p;
        s.ray.max_t =
            set_below(random, 2) ? (graze_real)INFINITY : factor + (graze_real)set_below(random, 2);
        if (set_below(random, 4) == 0) s.ray.direction = graze_vec3_scale(p, 3);
        break;
    default:
        s.triangle.p[0] = graze_vec3_add(x, p);
        s.triangle.p[1] = graze_vec3_add(x, q);
        s.triangle.p[2] = graze_vec3_sub(graze_vec3_sub(x, p), q);
        if (set_below(random, 4) == 0) s.triangle.p[2] = graze_vec3_add(x, set_point(random, grid));
        if (set_below(random, 16) == 0) s.triangle.p[set_below(random, 3)] = x;
    }
    return s;
}

/* p moved by anything between nothing and 2^-10. */
static inline graze_vec3 set_nudged(graze_random *random, graze_vec3 p) {
    graze_real tiny = (graze_real)ldexp(1, -10 - set_below(random, sizeof(graze_real) == 4 ? 20 : 48));
    return graze_vec3_add_scaled(p, set_below(random, 4) ? tiny : 0, graze_random_direction(random));
}

/* A triangle, often so thin that it is hardly one, and a point in it, on it or next to it. */
static inline graze_triangle set_thin_triangle(graze_random *random, graze_vec3 *point) {
    graze_triangle t = {{set_point(random, 0), set_point(random, 0), set_point(random, 0)}};
    graze_real u = graze_random_uniform(random, -1, 2), w = graze_random_uniform(random, 0, 1);
    if (set_below(random, 4))
        t.p[2] =
            set_nudged(random, graze_vec3_lerp(t.p[0], t.p[1], graze_random_uniform(random, 0, 1)));
    if (set_below(random, 3) == 0) u = (graze_real)set_below(random, 2);
    *point = graze_vec3_lerp(t.p[0], t.p[1], graze_clamp(u, 0, 1));
    if (set_below(random, 2)) *point = graze_vec3_lerp(*point, t.p[2], w);
    *point = set_nudged(random, *point);
    return t;
}

/* -- moved and scaled by powers of two: exact unless numbers leave the range ----------- */

static inline graze_vec3 set_map(graze_vec3 v, graze_vec3 shift, graze_real factor) {
    return graze_vec3_scale(graze_vec3_add(v, shift), factor);
}

static inline void set_transform(any_set *s, graze_vec3 shift, graze_real factor) {
    s->sphere.center = set_map(s->sphere.center, shift, factor);
    s->sphere.radius *= factor;
    s->aabb.lo = set_map(s->aabb.lo, shift, factor);
    s->aabb.hi = set_map(s->aabb.hi, shift, factor);
    s->obb.center = set_map(s->obb.center, shift, factor);
    s->obb.half = graze_vec3_scale(s->obb.half, factor);
    s->segment.a = set_map(s->segment.a, shift, factor);
    s->segment.b = set_map(s->segment.b, shift, factor);
    s->ray.origin = set_map(s->ray.origin, shift, factor);
    s->ray.direction = graze_vec3_scale(s->ray.direction, factor);
    for (int k = 0; k < 3; ++k) s->triangle.p[k] = set_map(s->triangle.p[k], shift, factor);
}

/* A pair of the given kinds. Half of them planted on a common point; numbers whole, or any; small or
 * huge, near or far. */
static inline void set_pair(graze_random *random, int kind_a, int kind_b, any_set *a, any_set *b) {
    static const int grids[] = {0, 0, 2, 3, 8, 500};
    int grid = grids[set_below(random, 6)];
    bool thin = kind_a >= SEGMENT; /* two thin sets meet only by design */
    if (thin && grid == 0 && set_below(random, 4)) grid = 3;
    graze_vec3 x = set_point(random, grid), y = x;
    int move = set_below(random, 4);
    if (move == 0) y = set_point(random, grid);
    if (move == 1) y = graze_vec3_add(y, graze_vec3_scale(set_point(random, grid), 2));
    *a = set_random(random, kind_a, grid, x);
    *b = set_random(random, kind_b, grid, y);
    graze_vec3 shift = graze_vec3_zero();
    graze_real factor = 1;
    int limit = sizeof(graze_real) == 4 ? 40 : 400;
    if (set_below(random, 4) == 0) factor = (graze_real)ldexp(1, set_below(random, 2 * limit) - limit);
    if (set_below(random, 4) == 0) shift = graze_vec3_scale(set_point(random, 8), 1024);
    set_transform(a, shift, factor);
    set_transform(b, shift, factor);
}

/* -- a set and a polygon ----------------------------------------------------------------- */

/* A polygon of any family in a random lattice plane; wild ones may be collinear, and are not taken. */
static inline any_set set_polygon(graze_random *random, lattice_polygon *storage) {
    any_set s;
    memset(&s, 0, sizeof s);
    s.kind = POLYGON;
    do {
        lattice_shape(random, set_below(random, LATTICE_FAMILIES), storage);
        lattice_plane(random, storage);
        lattice_place(storage, 1);
        s.polygon = lattice_view(storage);
    } while (graze_polygon_check(&s.polygon));
    return s;
}

static inline void set_transform_polygon(lattice_polygon *polygon, graze_vec3 shift,
                                         graze_real factor) {
    for (uint32_t i = 0; i < polygon->count; ++i)
        polygon->stored[i] = set_map(polygon->stored[i], shift, factor);
}

/* The other polygon: in the same plane, through it, or anywhere. */
static inline any_set set_other_polygon(graze_random *random, const lattice_polygon *polygon,
                                        lattice_polygon *storage) {
    any_set s = set_polygon(random, storage);
    int way = set_below(random, 4);
    if (way == 0) {
        storage->u = polygon->u;
        storage->v = polygon->v;
    }
    if (way < 3)
        storage->origin = lattice_at(polygon, set_below(random, 41) - 20, set_below(random, 41) - 20);
    lattice_place(storage, 1);
    if (graze_polygon_check(&s.polygon)) return set_other_polygon(random, polygon, storage);
    return s;
}

/* A point of the plane at a vertex, on an edge or anywhere, or off the plane. */
static inline graze_vec3 set_point_near(graze_random *random, const lattice_polygon *polygon) {
    uint32_t i = (uint32_t)set_below(random, (int)polygon->count), k = i ? i - 1 : 0;
    graze_vec3 p = polygon->stored[i];
    int place = set_below(random, 10), size = set_below(random, 2) ? 0 : 2;
    if (place == 1) p = graze_vec3_lerp(p, polygon->stored[k], (graze_real)0.5);
    if (place > 1) {
        lattice_point at = lattice_at(polygon, set_below(random, 29) - 14, set_below(random, 29) - 14);
        p = graze_vec3_make((graze_real)at.at[0], (graze_real)at.at[1], (graze_real)at.at[2]);
    }
    return graze_vec3_add(p, set_point(random, size ? size : 1));
}

/* A set of any kind and a polygon, whose points go to the storage. */
static inline void set_polygon_pair(graze_random *random, int kind, any_set *a, any_set *b,
                                    lattice_polygon storage[2]) {
    static const int grids[] = {0, 3, 8, 8, 20};
    int grid = grids[set_below(random, 5)], limit = sizeof(graze_real) == 4 ? 40 : 150;
    *b = set_polygon(random, &storage[1]);
    if (kind == POLYGON)
        *a = set_other_polygon(random, &storage[1], &storage[0]);
    else
        *a = set_random(random, kind, grid, set_point_near(random, &storage[1]));
    graze_vec3 shift = graze_vec3_zero();
    graze_real factor = 1;
    if (set_below(random, 4) == 0) factor = (graze_real)ldexp(1, set_below(random, 2 * limit) - limit);
    if (set_below(random, 4) == 0) shift = graze_vec3_scale(set_point(random, 8), 1024);
    set_transform(a, shift, factor);
    set_transform_polygon(&storage[1], shift, factor);
    if (kind == POLYGON) set_transform_polygon(&storage[0], shift, factor);
}

#endif
