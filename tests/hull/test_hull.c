/* SPDX-License-Identifier: MIT
 * Hulls of random, integer-grid, cospherical, coplanar, collinear, duplicate, nearly flat and other
 * sets of 1 to 200 points (S3, S4): 10^5 of them against the exact predicates and Qhull, a sample
 * against GMP; and the speed traps of 100,000 points. */
#include <math.h>

#include <libqhull_r/qhull_ra.h>

#include "check_hull.h"
#include "oracle/exact_hull.h"
#include "oracle/point_sets.h"

#define MOST_POINTS 200

static int random_count(graze_random *random) {
    /* Small sets are where the special cases are; large ones take the time. */
    int limit = 2 << graze_random_bits(random) % 8;
    int count = 1 + (int)(graze_random_bits(random) % (uint64_t)limit);
    return count < MOST_POINTS ? count : MOST_POINTS;
}

/* -- Qhull ------------------------------------------------------------------------------------------
 */

typedef struct qhull_answer {
    bool ok; /* Qhull has an answer: it refuses what it thinks is flat */
    double volume, area;
    unsigned char vertex[MOST_POINTS];
} qhull_answer;

static qhull_answer ask_qhull(const graze_vec3 *points, int count) {
    static char options[] = "qhull Qt";
    static FILE *nowhere;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    qhull_answer answer = {0};
    coordT *coordinates = malloc((size_t)count * 3 * sizeof *coordinates);
    for (int i = 0; i < count; ++i) check_given(points[i], &coordinates[3 * i]);
    qhT qh_state, *qh = &qh_state;
    qh_zero(qh, nowhere);
    if (qh_new_qhull(qh, 3, count, coordinates, False, options, nowhere, nowhere) == 0) {
        vertexT *vertex;
        qh_getarea(qh, qh->facet_list);
        answer.ok = true;
        answer.volume = qh->totvol;
        answer.area = qh->totarea;
        FORALLvertices answer.vertex[qh_pointid(qh, vertex->point)] = 1;
    }
    int current, total;
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &current, &total);
    free(coordinates);
    return answer;
}

/* Volume and area agree within Qhull's tolerance; in generic sets the vertices do too. */
static void compare_with_qhull(check at, const graze_vec3 *points, int count, point_family family,
                               const graze_hull *hull, const graze_hull_view *v, long *compared) {
    qhull_answer answer = ask_qhull(points, count);
    if (!answer.ok) {
        TEST_CHECK(!point_family_is_generic(family), at.seed, at.number, "Qhull refuses %d points",
                   count);
        return;
    }
    graze_hull_mass mass;
    assert_int_equal(graze_hull_measure(hull, &mass), GRAZE_OK);
    double largest = 0;
    for (int i = 0; i < count; ++i)
        if ((double)graze_vec3_max_abs(points[i]) > largest)
            largest = (double)graze_vec3_max_abs(points[i]);
    /* Its distances are off by about 1e-15 of the largest coordinate, times the merges. */
    double slack = 1e-12 * largest, rounding = 4 * (double)GRAZE_EPSILON;
    TEST_CHECK(fabs((double)mass.volume - answer.volume) <=
                   slack * answer.area + rounding * answer.volume,
               at.seed, at.number, "family %d, %d points: volume %.17g, Qhull %.17g", (int)family,
               count, (double)mass.volume, answer.volume);
    TEST_CHECK(fabs((double)mass.area - answer.area) <= slack * largest * 10 + rounding * answer.area,
               at.seed, at.number, "family %d, %d points: area %.17g, Qhull %.17g", (int)family, count,
               (double)mass.area, answer.area);
    ++*compared;
    if (!point_family_is_generic(family)) return;
    uint32_t next = 0;
    for (int i = 0; i < count; ++i) {
        bool vertex = next < v->vertex_count && v->source[next] == (uint32_t)i;
        next += vertex;
        TEST_CHECK(vertex == (answer.vertex[i] != 0), at.seed, at.number,
                   "point %d of %d is %sa vertex", i, count, vertex ? "" : "not ");
    }
}

/* -- every set --------------------------------------------------------------------------------------
 */

/* With GMP: the dimension, and on a sample that every point lies inside. */
static void check_with_gmp(check at, const graze_vec3 *points, int count, const graze_hull_view *v) {
    oracle_points exact;
    oracle_points_make(points, count, &exact);
    TEST_CHECK(v->dimension == oracle_dimension(&exact), at.seed, at.number,
               "dimension %d, GMP says %d", v->dimension, oracle_dimension(&exact));
    for (uint32_t f = 0; f < v->facet_count && at.number % 100 < 14; ++f) {
        const uint32_t *corner = v->facet_corners + v->facet_start[f];
        for (int i = 0; i < count; ++i)
            TEST_CHECK(oracle_side(&exact, (int)v->source[corner[0]], (int)v->source[corner[1]],
                                   (int)v->source[corner[2]], i) <= 0,
                       at.seed, at.number, "point %d of %d is outside facet %u, says GMP", i, count, f);
    }
    oracle_points_free(&exact);
}

static void sets_of_every_kind_have_right_hulls(void **state) {
    (void)state;
    uint64_t seed = test_seed(4);
    graze_random random = graze_random_seed(seed);
    long dimensions[4] = {0}, compared = 0, sets = test_count(100000);
    for (long number = 0; number < sets; ++number) {
        graze_vec3 points[MOST_POINTS];
        check at = {seed, number};
        point_family family = (point_family)(number % POINTS_FAMILIES);
        int count = random_count(&random);
        point_set(&random, family, count, points);
        graze_hull *hull = NULL;
        graze_hull_view v;
        TEST_CHECK(graze_hull_create(points, (size_t)count, 0, &hull) == GRAZE_OK, seed, number,
                   "create");
        assert_int_equal(graze_hull_get(hull, &v), GRAZE_OK);
        dimensions[v.dimension]++;
        check_topology(at, &v);
        check_contains(at, &v, points, count, 1);
        check_sources(at, &v, points, count);
        check_valid(at, hull);
        check_with_gmp(at, points, count, &v);
        if (family < POINTS_ANY_SIZE) check_planes(at, &v);
        if (v.dimension == 3 && family < POINTS_ANY_SIZE)
            compare_with_qhull(at, points, count, family, hull, &v, &compared);
        graze_hull_release(hull);
    }
    for (int d = 0; d < 4; ++d) assert_true(sets < 1000 || dimensions[d] > sets / 100);
    assert_true(sets < 1000 || compared > sets / 4);
}

/* -- 100,000 points ---------------------------------------------------------------------------------
 */

typedef struct large_set {
    const char *name;
    point_family family;
    int dimension;         /* expected; -1 = any */
    uint32_t vertex_count; /* expected; 0 = any */
} large_set;

/* Every edge between facets is convex, so the closed surface bounds a convex solid; then a sample of
 * the points against all facets. */
static void check_large(check at, const graze_vec3 *points, int count, const graze_hull_view *v) {
    check_topology(at, v);
    for (uint32_t h = 0; h < v->half_edge_count && v->dimension == 3; ++h) {
        uint32_t twin = v->half_edges[h].twin, f = v->triangle_facet[h / 3];
        uint32_t beyond = v->half_edges[check_next(check_next(twin))].vertex;
        double side = check_side(v, f, v->vertices[beyond]);
        TEST_CHECK(v->triangle_facet[twin / 3] == f ? side == 0 : side < 0, at.seed, at.number,
                   "half-edge %u is not convex", h);
    }
    long checks = 20000000 / (v->facet_count + 1);
    int step = checks >= count ? 1 : count / (int)(checks + 1) + 1;
    check_contains(at, v, points, count, step);
}

static void sets_of_100000_points_have_right_hulls(void **state) {
    (void)state;
    static const large_set sets[] = {
        {"ball", POINTS_BALL, 3, 0},
        {"sphere", POINTS_SPHERE, 3, 0},
        {"small grid", POINTS_SMALL_GRID, 3, 8},
        {"large grid", POINTS_LARGE_GRID, 3, 0},
        {"cospherical", POINTS_COSPHERICAL, 3, 0},
        {"coplanar", POINTS_COPLANAR, 2, 4},
        {"collinear", POINTS_COLLINEAR, 1, 2},
        {"six points", POINTS_DUPLICATES, -1, 0},
        {"nearly flat", POINTS_NEARLY_FLAT, 3, 0},
        {"cube surface", POINTS_CUBE_SURFACE, 3, 0},
        {"prism", POINTS_PRISM, 3, 0},
        {"any size", POINTS_ANY_SIZE, 3, 0},
    };
    uint64_t seed = test_seed(5);
    graze_random random = graze_random_seed(seed);
    int count = (int)test_count(100000);
    if (count < 20000) count = 20000;
    graze_vec3 *points = malloc((size_t)count * sizeof *points);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
        check at = {seed, (long)i};
        point_set(&random, sets[i].family, count, points);
        graze_hull *hull = NULL;
        graze_hull_view v;
        assert_int_equal(graze_hull_create(points, (size_t)count, 0, &hull), GRAZE_OK);
        assert_int_equal(graze_hull_get(hull, &v), GRAZE_OK);
        TEST_CHECK(sets[i].dimension < 0 || v.dimension == sets[i].dimension, seed, (long)i,
                   "%s: dimension %d", sets[i].name, v.dimension);
        TEST_CHECK(sets[i].vertex_count == 0 || v.vertex_count == sets[i].vertex_count, seed, (long)i,
                   "%s: %u vertices", sets[i].name, v.vertex_count);
        check_large(at, points, count, &v);
        graze_hull_release(hull);
    }
    for (int i = 0; i < count; ++i) points[i] = graze_vec3_make(1, 2, 3);
    graze_hull *hull = NULL;
    graze_hull_view v;
    assert_int_equal(graze_hull_create(points, (size_t)count, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_hull_get(hull, &v), GRAZE_OK);
    assert_int_equal(v.dimension, 0);
    assert_int_equal(v.vertex_count, 1);
    graze_hull_release(hull);
    free(points);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_every_kind_have_right_hulls),
        cmocka_unit_test(sets_of_100000_points_have_right_hulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
