/* SPDX-License-Identifier: MIT
 * Triangulation (S8): validity is checked exactly, on the lattice. Every triangle must be positive,
 * every inner edge run both ways, every edge of the boundary once, and the areas add up to outer less
 * holes. */
#include <math.h>

#include "oracle/polygon_oracle.h"

#define MOST_TRIANGLES (LATTICE_POINTS + 2 * LATTICE_LOOPS)

typedef struct check {
    uint64_t seed;
    long number;
} check;

typedef struct cut {
    uint32_t count, index[MOST_TRIANGLES][3];
} cut;

static graze_status triangulate(const lattice_polygon *polygon, cut *out) {
    graze_polygon view = lattice_view(polygon);
    return graze_polygon_triangulate(&view, out->index[0], MOST_TRIANGLES, &out->count);
}

static long doubled_area(const lattice_polygon *polygon, const uint32_t t[3]) {
    const int *a = polygon->planar[t[0]], *b = polygon->planar[t[1]], *c = polygon->planar[t[2]];
    return (long)(b[0] - a[0]) * (c[1] - a[1]) - (long)(b[1] - a[1]) * (c[0] - a[0]);
}

static bool same_place(const lattice_polygon *polygon, uint32_t a, uint32_t b) {
    return polygon->planar[a][0] == polygon->planar[b][0] &&
           polygon->planar[a][1] == polygon->planar[b][1];
}

/* How often the edge runs from a to b, by place, among the triangles; and among the loops, both ways.
 */
static int runs(const lattice_polygon *polygon, const cut *c, uint32_t a, uint32_t b) {
    int times = 0;
    for (uint32_t t = 0; t < c->count; ++t)
        for (int k = 0; k < 3; ++k)
            times += same_place(polygon, c->index[t][k], a) &&
                     same_place(polygon, c->index[t][(k + 1) % 3], b);
    return times;
}

static int bounds(const lattice_polygon *polygon, uint32_t a, uint32_t b) {
    int times = 0;
    for (uint32_t loop = 0, begin = 0; loop < polygon->loop_count; begin = polygon->loop_ends[loop++])
        for (uint32_t i = begin; i < polygon->loop_ends[loop]; ++i) {
            uint32_t j = i + 1 < polygon->loop_ends[loop] ? i + 1 : begin;
            times += (same_place(polygon, i, a) && same_place(polygon, j, b)) ||
                     (same_place(polygon, i, b) && same_place(polygon, j, a));
        }
    return times;
}

static void check_edge(check at, const lattice_polygon *polygon, const cut *c, uint32_t a, uint32_t b) {
    int forth = runs(polygon, c, a, b), back = runs(polygon, c, b, a), edges = bounds(polygon, a, b);
    bool right = edges == 1 ? forth + back == 1 : forth == 1 && back == 1;
    TEST_CHECK(right, at.seed, at.number, "edge %u %u: %d and %d times, %d on the boundary", a, b,
               forth, back, edges);
}

/* The sense of the largest loop, which the normal follows. */
static int sense(const lattice_polygon *polygon) {
    long largest = 0;
    for (uint32_t loop = 0, begin = 0; loop < polygon->loop_count; begin = polygon->loop_ends[loop++]) {
        long area = 0;
        for (uint32_t i = begin; i + 1 < polygon->loop_ends[loop]; ++i)
            area += doubled_area(polygon, (uint32_t[3]){begin, i, i + 1});
        if (labs(area) > labs(largest)) largest = area;
    }
    return largest < 0 ? -1 : 1;
}

static void check_cut(check at, const lattice_polygon *polygon, const cut *c) {
    long area = 0;
    for (uint32_t t = 0; t < c->count; ++t) {
        long part = doubled_area(polygon, c->index[t]) * sense(polygon);
        TEST_CHECK(part > 0, at.seed, at.number, "triangle %u has area %ld", t, part);
        area += part;
        for (int k = 0; k < 3; ++k)
            check_edge(at, polygon, c, c->index[t][k], c->index[t][(k + 1) % 3]);
    }
    double expected = oracle_planar_area(polygon);
    TEST_CHECK(fabs((double)area - expected) < 1e-6, at.seed, at.number, "area %ld, not %g", area,
               expected);
}

/* The sum of the triangles' areas in space against graze_polygon_area. */
static void check_area(check at, const lattice_polygon *polygon) {
    graze_polygon view = lattice_view(polygon);
    graze_real area;
    TEST_CHECK(graze_polygon_area(&view, &area) == GRAZE_OK, at.seed, at.number, "area");
    double n[3], stretch = 0;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = (double)(polygon->u.at[j] * polygon->v.at[k] - polygon->u.at[k] * polygon->v.at[j]);
        stretch += n[i] * n[i];
    }
    double expected = oracle_planar_area(polygon) / 2 * sqrt(stretch);
    TEST_CHECK(fabs((double)area - expected) <= 4 * (double)GRAZE_EPSILON * expected + 1e-9, at.seed,
               at.number, "area %.17g, not %.17g", (double)area, expected);
}

static void random_polygons(void **state) {
    (void)state;
    uint64_t seed = test_seed(611);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(10000); ++number) {
        check at = {seed, number};
        lattice_polygon polygon;
        cut c;
        int family = (int)(number % LATTICE_WILD);
        lattice_shape(&random, family, &polygon);
        lattice_plane(&random, &polygon);
        lattice_place(&polygon, 1);
        TEST_CHECK(triangulate(&polygon, &c) == GRAZE_OK, seed, number, "family %d refused", family);
        uint32_t outer = family == LATTICE_ISLANDS ? 1 + polygon.loop_count / 2 : 1;
        TEST_CHECK(c.count == polygon.count + 2 * polygon.loop_count - 4 * outer, seed, number,
                   "%u triangles", c.count);
        check_cut(at, &polygon, &c);
        check_area(at, &polygon);
    }
}

/* Loops that cross are refused, or were apart after all; never cut wrongly. */
static void wild_polygons(void **state) {
    (void)state;
    uint64_t seed = test_seed(612);
    graze_random random = graze_random_seed(seed);
    long done = 0;
    for (long number = 0; number < test_count(20000); ++number) {
        lattice_polygon polygon = {0};
        cut c;
        int size = lattice_random(&random, 1, 4); /* small lattices: many contacts */
        for (int loop = lattice_random(&random, 1, 3); loop > 0; --loop) {
            for (int i = lattice_random(&random, 3, 6); i > 0; --i) {
                polygon.planar[polygon.count][0] = lattice_random(&random, -size, size);
                polygon.planar[polygon.count++][1] = lattice_random(&random, -size, size);
            }
            polygon.loop_ends[polygon.loop_count++] = polygon.count;
        }
        lattice_plane(&random, &polygon);
        lattice_place(&polygon, 1);
        if (triangulate(&polygon, &c) != GRAZE_OK) continue;
        check_cut((check){seed, number}, &polygon, &c);
        ++done;
    }
    assert_true(done * 50 > test_count(20000));
}

/* -- drawn by hand -- */

static void draw(lattice_polygon *polygon, const int *coordinates, int loops, const int *sizes) {
    *polygon = (lattice_polygon){.u = {{1, 0, 0}}, .v = {{0, 1, 1}}};
    for (int loop = 0; loop < loops; ++loop) {
        for (int i = 0; i < sizes[loop]; ++i) {
            polygon->planar[polygon->count][0] = *coordinates++;
            polygon->planar[polygon->count++][1] = *coordinates++;
        }
        polygon->loop_ends[polygon->loop_count++] = polygon->count;
    }
    lattice_place(polygon, 1);
}

static void must_cut(const int *coordinates, int loops, const int *sizes, uint32_t triangles) {
    lattice_polygon polygon;
    cut c;
    draw(&polygon, coordinates, loops, sizes);
    assert_int_equal(triangulate(&polygon, &c), GRAZE_OK);
    assert_int_equal(c.count, triangles);
    check_cut((check){0, 0}, &polygon, &c);
}

static void must_refuse(const int *coordinates, int loops, const int *sizes) {
    lattice_polygon polygon;
    cut c = {.count = 77};
    draw(&polygon, coordinates, loops, sizes);
    assert_int_equal(triangulate(&polygon, &c), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(c.count, 77);
}

static void contacts(void **state) {
    (void)state;
    /* A hole at a corner of the frame. */
    must_cut((int[]){0, 0, 8, 0, 8, 8, 0, 8, 0, 0, 4, 2, 2, 4}, 2, (int[]){4, 3}, 5);
    /* A diamond that touches all four sides at their middle points leaves four triangles. */
    must_cut((int[]){0, 0, 2, 0, 4, 0, 4, 2, 4, 4, 2, 4, 0, 4, 0, 2, 2, 0, 4, 2, 2, 4, 0, 2}, 2,
             (int[]){8, 4}, 4);
    /* Two parts that meet at a point, and two holes that do. */
    must_cut((int[]){0, 0, 2, 0, 2, 2, 2, 2, 4, 2, 4, 4}, 2, (int[]){3, 3}, 2);
    must_cut((int[]){0, 0, 9, 0, 9, 9, 0, 9, 2, 2, 4, 2, 4, 4, 4, 4, 6, 4, 6, 6}, 3, (int[]){4, 3, 3},
             10);
    /* One chain with a bridge to its hole, there and back. */
    must_cut((int[]){0, 0, 8, 0, 8, 8, 0, 8, 0, 0, 2, 2, 2, 4, 4, 4, 4, 2, 2, 2}, 1, (int[]){10}, 8);
    /* One chain that touches itself at a point. */
    must_cut((int[]){0, 0, 4, 0, 4, 4, 2, 0 + 2, 0, 4}, 1, (int[]){5}, 3);
    /* Repeated points and a collinear start. */
    must_cut((int[]){0, 0, 2, 0, 2, 0, 4, 0, 4, 4, 0, 4, 0, 0}, 1, (int[]){7}, 3);
    /* An island that fills a corner of its hole. */
    must_cut((int[]){0, 0, 9, 0, 9, 9, 0, 9, 2, 2, 7, 2, 7, 7, 2, 7, 2, 2, 5, 3, 3, 5}, 3,
             (int[]){4, 4, 3}, 9);
}

static void refusals(void **state) {
    (void)state;
    must_refuse((int[]){0, 0, 4, 4, 4, 0, 0, 5}, 1, (int[]){4}); /* crosses itself */
    must_refuse((int[]){0, 0, 8, 0, 8, 8, 0, 8, 4, 4, 12, 4, 6, 6}, 2,
                (int[]){4, 3}); /* crosses the other */
    must_refuse((int[]){0, 0, 8, 0, 8, 8, 0, 8, 4, 0, 6, 4, 2, 4}, 2,
                (int[]){4, 3}); /* ends on an edge */
    must_refuse((int[]){0, 0, 8, 0, 8, 8, 0, 8, 0, 0, 8, 0, 8, 8, 0, 8}, 2, (int[]){4, 4}); /* twice */
    must_refuse((int[]){0, 0, 4, 0, 4, 4, 2, 4, 2, 6, 2, 4}, 1, (int[]){6}); /* a spike */
    must_refuse((int[]){0, 0, 4, 0, 4, 4, 5, 5, 5, 5, 6, 6, 5, 5, 6, 6}, 2,
                (int[]){4, 4}); /* a loop of two */
    lattice_polygon polygon;
    uint32_t triangles[6] = {9, 9, 9, 9, 9, 9}, count = 77;
    draw(&polygon, (int[]){0, 0, 4, 0, 4, 4, 0, 4}, 1, (int[]){4});
    graze_polygon view = lattice_view(&polygon);
    assert_int_equal(graze_polygon_triangulate(&view, triangles, 1, &count), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_triangulate(&view, NULL, 2, &count), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_triangulate(&view, triangles, 2, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_triangulate(NULL, triangles, 2, &count), GRAZE_INVALID_ARGUMENT);
    assert_true(triangles[0] == 9 && count == 77);
    assert_int_equal(graze_polygon_triangulate(&view, triangles, 2, &count), GRAZE_OK);
    assert_int_equal(count, 2);
}

/* Turned and rounded, so that no point is quite in the plane: triangles stay positive, and their areas
 * still add up. */
static void uneven_polygons(void **state) {
    (void)state;
    uint64_t seed = test_seed(613);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(5000); ++number) {
        lattice_polygon polygon;
        cut c;
        lattice_shape(&random, (int)(number % LATTICE_WILD), &polygon);
        polygon.origin = polygon.u = polygon.v = (lattice_point){{0, 0, 0}};
        polygon.u.at[0] = polygon.v.at[1] = 1;
        lattice_place(&polygon, 1);
        graze_quat turn = graze_random_rotation(&random);
        for (uint32_t i = 0; i < polygon.count; ++i)
            polygon.stored[i] = graze_quat_rotate(turn, polygon.stored[i]);
        graze_polygon view = lattice_view(&polygon);
        graze_plane plane;
        graze_real area;
        /* Rounding may push a collinear point of a hole across; such are refused at worst. */
        graze_status status = triangulate(&polygon, &c);
        assert_int_equal(graze_polygon_area(&view, &area), GRAZE_OK);
        assert_int_equal(graze_polygon_plane(&view, &plane), GRAZE_OK);
        TEST_CHECK(status == GRAZE_OK, seed, number, "refused");
        double sum = 0;
        for (uint32_t t = 0; t < c.count; ++t) {
            graze_vec3 p = polygon.stored[c.index[t][0]];
            graze_vec3 n = graze_vec3_cross(graze_vec3_sub(polygon.stored[c.index[t][1]], p),
                                            graze_vec3_sub(polygon.stored[c.index[t][2]], p));
            sum += (double)graze_vec3_dot(n, plane.normal) / 2;
        }
        double expected = oracle_planar_area(&polygon) / 2;
        TEST_CHECK(fabs(sum - expected) <= 200 * (double)GRAZE_EPSILON * expected &&
                       fabs((double)area - expected) <= 50 * (double)GRAZE_EPSILON * expected,
                   seed, number, "areas %.17g, %.17g, not %.17g", sum, (double)area, expected);
    }
}

static graze_status cut_once(void *context) {
    cut c;
    return triangulate(context, &c);
}

static void memory_runs_out(void **state) {
    (void)state;
    graze_random random = graze_random_seed(1);
    lattice_polygon polygon;
    lattice_shape(&random, LATTICE_ISLANDS, &polygon);
    lattice_plane(&random, &polygon);
    lattice_place(&polygon, 1);
    assert_true(test_every_allocation_failure(cut_once, &polygon) >= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_polygons), cmocka_unit_test(wild_polygons),
        cmocka_unit_test(contacts),        cmocka_unit_test(refusals),
        cmocka_unit_test(uneven_polygons), cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
