/* SPDX-License-Identifier: MIT
 * The nearest point of a mesh and the signed distance of points against brute force over all triangles
 * in long double, the sign against the winding number by solid angles (N2, N3, S14). */
#include <math.h>

#include "mesh_help.h"

typedef struct ld3 {
    long double x, y, z;
} ld3;

static ld3 sub(ld3 a, ld3 b) { return (ld3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static ld3 along(ld3 a, long double s, ld3 b) {
    return (ld3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static long double dot(ld3 a, ld3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static ld3 cross(ld3 a, ld3 b) {
    return (ld3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static ld3 in_world(const graze_pose *pose, graze_vec3 v) {
    const graze_vec3 *c = pose->basis.col;
    return (ld3){(long double)c[0].x * v.x + (long double)c[1].x * v.y + (long double)c[2].x * v.z +
                     pose->origin.x,
                 (long double)c[0].y * v.x + (long double)c[1].y * v.y + (long double)c[2].y * v.z +
                     pose->origin.y,
                 (long double)c[0].z * v.x + (long double)c[1].z * v.y + (long double)c[2].z * v.z +
                     pose->origin.z};
}

/* The distance of the origin from a segment and from a triangle. */
static long double segment_distance(ld3 a, ld3 b) {
    ld3 u = sub(b, a);
    long double uu = dot(u, u), t = uu > 0 ? -dot(a, u) / uu : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    ld3 q = along(a, t, u);
    return sqrtl(dot(q, q));
}
static long double triangle_distance(const ld3 p[3]) {
    long double least = INFINITY;
    for (int k = 0; k < 3; ++k) least = fminl(least, segment_distance(p[k], p[(k + 1) % 3]));
    ld3 n = cross(sub(p[1], p[0]), sub(p[2], p[0]));
    for (int k = 0; k < 3; ++k)
        if (dot(cross(n, sub(p[(k + 1) % 3], p[k])), p[k]) > 0) return least;
    return fabsl(dot(n, p[0])) / sqrtl(dot(n, n));
}

static long double solid_angle(const ld3 p[3]) {
    long double l[3];
    for (int k = 0; k < 3; ++k) l[k] = sqrtl(dot(p[k], p[k]));
    long double under =
        l[0] * l[1] * l[2] + dot(p[0], p[1]) * l[2] + dot(p[1], p[2]) * l[0] + dot(p[2], p[0]) * l[1];
    return 2 * atan2l(dot(p[0], cross(p[1], p[2])), under);
}

typedef struct truth {
    long double distance, winding;
} truth;

static truth brute_force(const test_mesh *m, const graze_pose *pose, graze_vec3 point) {
    truth t = {INFINITY, 0};
    ld3 at = {point.x, point.y, point.z};
    for (uint32_t i = 0; i < m->triangle_count; ++i) {
        ld3 p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = sub(in_world(pose, m->vertices[m->indices[3 * i + (uint32_t)k]]), at);
        t.distance = fminl(t.distance, triangle_distance(p));
        t.winding += solid_angle(p) / (4 * 3.14159265358979323846L);
    }
    return t;
}

static graze_shape *make_solid(const test_mesh *m, graze_mesh_nature nature) {
    graze_vertices vertices = {m->vertices, m->vertex_count, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.count = m->triangle_count, .indices = m->indices};
    graze_mesh_options options = {.nature = nature};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_mesh(&vertices, &group, 1, &options, NULL, &shape), GRAZE_OK);
    return shape;
}

static graze_real between(graze_random *r, double lo, double hi) {
    return (graze_real)(lo + (hi - lo) * (double)graze_random_uniform(r, 0, 1));
}

static graze_pose any_pose(graze_random *r, int kind) {
    graze_pose pose;
    graze_vec3 at = {between(r, -3, 3), between(r, -3, 3), between(r, -3, 3)}, scale = {1, 1, 1};
    if (kind == 1) scale = graze_vec3_make(2, 2, 2);
    if (kind == 2) scale = graze_vec3_make(between(r, 0.2, 3), between(r, 0.2, 3), -between(r, 0.2, 3));
    assert_int_equal(graze_pose_make_scaled(graze_random_rotation(r), at, scale, &pose), GRAZE_OK);
    if (kind == 3) {
        graze_vec3 *c = pose.basis.col;
        c[1] = graze_vec3_add_scaled(c[1], between(r, -2, 2), c[0]);
        c[2] = graze_vec3_add_scaled(c[2], between(r, -2, 2), c[1]);
        pose.kind = GRAZE_POSE_UNKNOWN;
    }
    return pose;
}

/* Near the surface, inside, or anywhere; a vertex or the middle of a triangle at times. */
static graze_vec3 any_point(graze_random *r, const test_mesh *m, const graze_pose *pose, long n) {
    graze_vec3 local = {between(r, -1.6, 1.6), between(r, -1.6, 1.6), between(r, -1.2, 1.2)};
    uint64_t bits = graze_random_bits(r);
    const uint32_t *t = m->indices + 3 * (bits % m->triangle_count);
    if (n % 8 == 1) local = m->vertices[t[0]];
    if (n % 8 == 2) {
        local = graze_vec3_add(graze_vec3_add(m->vertices[t[0]], m->vertices[t[1]]), m->vertices[t[2]]);
        local = graze_vec3_scale(local, (graze_real)(1.0 / 3));
    }
    if (n % 8 == 3) local = graze_vec3_scale(local, 20);
    return graze_pose_apply(pose, local);
}

static void check_point(const test_mesh *m, const graze_placed *placed, graze_vec3 p, uint64_t seed,
                        long n, long *inside) {
    truth t = brute_force(m, &placed->pose, p);
    graze_surface_point near;
    graze_point_separation s;
    double margin = (double)placed->margin, d = (double)t.distance;
    assert_int_equal(graze_mesh_closest_point(placed, p, GRAZE_REAL_MAX, &near, NULL), GRAZE_OK);
    assert_int_equal(graze_point_signed_distance(placed, p, NULL, &s), GRAZE_OK);
    double error = ((double)near.upper - (double)near.lower) + 1e-30, apart = fmax(d - margin, 0);
    TEST_CHECK(near.found && (double)near.lower <= apart && apart <= (double)near.upper, seed, n,
               "distance %.17g, bounds %.17g %.17g", apart, (double)near.lower, (double)near.upper);
    TEST_CHECK(error < 1e-3 * (1 + d), seed, n, "bounds are %g apart", error);
    bool in = fabsl(t.winding) > 0.5L;
    double sd = (in ? -d : d) - margin;
    TEST_CHECK(d < error || ((double)s.lower <= sd && sd <= (double)s.upper), seed, n,
               "sd %.17g, bounds %.17g %.17g", sd, (double)s.lower, (double)s.upper);
    *inside += in;
    graze_vec3 back = graze_vec3_add_scaled(s.on_surface, s.sd, s.normal);
    double off = (double)graze_vec3_length(graze_vec3_sub(back, p));
    TEST_CHECK(off <= 2 * error, seed, n, "point and normal miss by %g", off);
    TEST_CHECK(fabs((double)graze_vec3_length(s.normal) - 1) < 1e-6, seed, n, "normal");
    if (margin == 0) {
        truth at = brute_force(m, &placed->pose, near.point);
        TEST_CHECK((double)at.distance <= error, seed, n, "nearest point is %g off",
                   (double)at.distance);
    }
    graze_surface_point close;
    graze_real limit = (graze_real)(apart / 2);
    assert_int_equal(graze_mesh_closest_point(placed, p, limit, &close, NULL), GRAZE_OK);
    TEST_CHECK(!close.found || apart / 2 <= error, seed, n, "found beyond the limit");
}

static void points_against_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(911);
    graze_random random = graze_random_seed(seed);
    long count = test_count(1200), inside = 0;
    test_mesh meshes[2] = {test_torus(24, 16), test_ball(9, 16, (graze_real)0.3)};
    graze_shape *shapes[2] = {make_solid(&meshes[0], GRAZE_MESH_SOLID),
                              make_solid(&meshes[1], GRAZE_MESH_SOLID)};
    for (long n = 0; n < count; ++n) {
        int which = (int)(n / 8 % 2);
        graze_placed placed = {shapes[which], any_pose(&random, (int)(n / 16 % 4)),
                               n % 3 ? 0 : (graze_real)0.1};
        graze_vec3 p = any_point(&random, &meshes[which], &placed.pose, n);
        check_point(&meshes[which], &placed, p, seed, n, &inside);
    }
    if (count >= 1000) assert_in_range(inside, count / 10, count * 9 / 10);
    for (int k = 0; k < 2; ++k) {
        graze_shape_release(shapes[k]);
        test_mesh_release(&meshes[k]);
    }
}

/* A surface has no inside, and convex shapes answer too. */
static void surfaces_and_convex_shapes(void **state) {
    (void)state;
    test_mesh m = test_ball(9, 16, 0);
    graze_shape *surface = make_solid(&m, GRAZE_MESH_SURFACE), *box, *ground;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &box), GRAZE_OK);
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 0, 1), 1, &ground), GRAZE_OK);
    graze_placed placed = {surface, graze_pose_identity(), (graze_real)0.25};
    graze_point_separation s;
    assert_int_equal(graze_point_signed_distance(&placed, graze_vec3_zero(), NULL, &s), GRAZE_OK);
    assert_true(s.sd > (graze_real)0.5 && s.sd < (graze_real)0.75);
    placed = (graze_placed){box, graze_pose_at(10, 0, 0), 0};
    assert_int_equal(
        graze_point_signed_distance(&placed, graze_vec3_make((graze_real)9.5, 0, 0), NULL, &s),
        GRAZE_OK);
    assert_true(fabs((double)s.sd + 0.5) < 1e-5 && s.normal.x < (graze_real)-0.99 &&
                s.end == GRAZE_OVERLAP);
    placed = (graze_placed){ground, graze_pose_identity(), 0};
    assert_int_equal(graze_point_signed_distance(&placed, graze_vec3_make(5, 5, 4), NULL, &s),
                     GRAZE_OK);
    assert_true(fabs((double)s.sd - 3) < 1e-5 && s.normal.z > (graze_real)0.99);
    graze_shape_release(surface);
    graze_shape_release(box);
    graze_shape_release(ground);
    test_mesh_release(&m);
}

/* Points, segments, polygons and polytopes: the nearest of all kinds. */
static void mixed_primitives(void **state) {
    (void)state;
    const graze_vec3 v[] = {{0, 0, 0}, {2, 0, 0}, {3, 0, 0}, {5, 0, 0}, {6, 0, 0}, {6, 1, 0},
                            {5, 1, 0}, {8, 0, 0}, {9, 0, 0}, {8, 1, 0}, {8, 0, 1}};
    const uint32_t four = 4;
    graze_vertices vertices = {v, 11, 0, GRAZE_VERTEX_REAL};
    const uint32_t index[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    graze_primitives groups[] = {
        {.kind = GRAZE_PRIMITIVE_POINT, .count = 1, .indices = index},
        {.kind = GRAZE_PRIMITIVE_SEGMENT, .count = 1, .indices = index + 1},
        {.kind = GRAZE_PRIMITIVE_CONVEX_POLYGON, .count = 1, .indices = index + 3, .sizes = &four},
        {.kind = GRAZE_PRIMITIVE_POLYTOPE, .count = 1, .indices = index + 7, .sizes = &four}};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_mesh(&vertices, groups, 4, NULL, NULL, &shape), GRAZE_OK);
    graze_placed placed = {shape, graze_pose_identity(), 0};
    const struct {
        graze_vec3 at;
        uint32_t primitive;
        double distance;
    } cases[] = {{{0, 1, 0}, 0, 1},
                 {{(graze_real)2.5, 0, 2}, 1, 2},
                 {{(graze_real)5.75, (graze_real)0.5, -1}, 2, 1},
                 {{8, 0, 2}, 3, 1},
                 {{(graze_real)8.1, (graze_real)0.1, (graze_real)0.1}, 3, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        graze_surface_point near;
        assert_int_equal(graze_mesh_closest_point(&placed, cases[i].at, GRAZE_REAL_MAX, &near, NULL),
                         GRAZE_OK);
        assert_int_equal(near.primitive, cases[i].primitive);
        assert_true(fabs((double)near.distance - cases[i].distance) < 1e-5);
    }
    graze_shape_release(shape);
}

static void bad_input(void **state) {
    (void)state;
    test_mesh m = test_ball(5, 8, 0);
    graze_shape *shape = make_solid(&m, GRAZE_MESH_SOLID), *ball;
    assert_int_equal(graze_shape_sphere(1, &ball), GRAZE_OK);
    graze_placed placed = {shape, graze_pose_identity(), 0}, other = {ball, graze_pose_identity(), 0};
    graze_surface_point near;
    graze_point_separation s;
    graze_vec3 zero = graze_vec3_zero(), bad = {(graze_real)NAN, 0, 0}, far = {GRAZE_SHAPE_REACH, 0, 0};
    assert_int_equal(graze_mesh_closest_point(NULL, zero, 1, &near, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_closest_point(&placed, bad, 1, &near, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_closest_point(&placed, zero, -1, &near, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_closest_point(&placed, zero, (graze_real)NAN, &near, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_closest_point(&placed, zero, 1, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_closest_point(&placed, far, 1, &near, NULL), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_mesh_closest_point(&other, zero, 1, &near, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_point_signed_distance(NULL, zero, NULL, &s), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_point_signed_distance(&placed, bad, NULL, &s), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_point_signed_distance(&placed, far, NULL, &s), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_point_signed_distance(&placed, zero, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    graze_options options = {.rel = (graze_real)NAN};
    assert_int_equal(graze_point_signed_distance(&placed, zero, &options, &s), GRAZE_INVALID_ARGUMENT);
    placed.margin = -1;
    assert_int_equal(graze_point_signed_distance(&placed, zero, NULL, &s), GRAZE_INVALID_ARGUMENT);
    graze_shape_release(shape);
    graze_shape_release(ball);
    test_mesh_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_against_brute_force),
                                       cmocka_unit_test(surfaces_and_convex_shapes),
                                       cmocka_unit_test(mixed_primitives), cmocka_unit_test(bad_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
