/* SPDX-License-Identifier: MIT
 * The collected hard cases (tests/data/hull_cases.txt, with their sources). In double the answers are
 * those stated; in float the rounded points are another set, so brute force in GMP gives the answers
 * and only volume and area are compared, more loosely (S4). */
#include <math.h>

#include "check_hull.h"
#include "oracle/exact_hull.h"

#define MOST_POINTS 128

typedef struct hull_case {
    char id[80];
    int count, dimension, vertices, facets, edges, named;
    int extreme[MOST_POINTS];
    double volume, area;
    graze_vec3 points[MOST_POINTS];
} hull_case;

static void read_points(FILE *file, const char *line, hull_case *c) {
    assert_int_equal(sscanf(line, "points %d", &c->count), 1);
    assert_in_range(c->count, 1, MOST_POINTS);
    for (int i = 0; i < c->count; ++i) {
        double x, y, z;
        assert_int_equal(fscanf(file, "%lf %lf %lf", &x, &y, &z), 3);
        c->points[i] = graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
    }
}

static void read_vertices(const char *line, hull_case *c) {
    char *rest;
    c->vertices = (int)strtol(line + strlen("vertices"), &rest, 10);
    for (;;) {
        char *end;
        long index = strtol(rest, &end, 10);
        if (end == rest) return;
        c->extreme[c->named++] = (int)index;
        rest = end;
    }
}

/* The next case; false at the end of the file. */
static bool read_case(FILE *file, hull_case *c) {
    char line[1024];
    memset(c, 0, sizeof *c);
    while (fgets(line, sizeof line, file)) {
        sscanf(line, "case %79s", c->id);
        sscanf(line, "dimension %d", &c->dimension);
        sscanf(line, "facets %d", &c->facets);
        sscanf(line, "edges %d", &c->edges);
        sscanf(line, "volume %lf", &c->volume);
        sscanf(line, "area %lf", &c->area);
        if (strncmp(line, "points", 6) == 0) read_points(file, line, c);
        if (strncmp(line, "vertices", 8) == 0) read_vertices(line, c);
        if (strncmp(line, "end", 3) == 0) return true;
    }
    return false;
}

/* In float: what brute force finds for the rounded points takes the place of what is stated. */
static void expect_by_brute_force(hull_case *c) {
    if (c->count > 20) return; /* these lie on binary fractions: rounding changes nothing */
    oracle_points exact;
    oracle_points_make(c->points, c->count, &exact);
    oracle_hull truth = oracle_hull_of(&exact);
    oracle_points_free(&exact);
    c->dimension = truth.dimension;
    c->vertices = truth.vertices;
    c->facets = truth.facets;
    c->edges = truth.edges;
    c->named = 0;
    for (int i = 0; i < c->count; ++i)
        if (truth.extreme[i]) c->extreme[c->named++] = i;
}

static void check_case(const hull_case *c, double tolerance) {
    check at = {0, 0};
    graze_hull *hull = NULL;
    graze_hull_view v;
    graze_hull_mass mass;
    print_message("%s: %d points, dimension %d, %d vertices\n", c->id, c->count, c->dimension,
                  c->vertices);
    assert_int_equal(graze_hull_create(c->points, (size_t)c->count, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_hull_get(hull, &v), GRAZE_OK);
    assert_int_equal(graze_hull_measure(hull, &mass), GRAZE_OK);
    assert_int_equal(v.dimension, c->dimension);
    assert_int_equal(v.vertex_count, c->vertices);
    for (int i = 0; i < c->named; ++i) assert_int_equal(v.source[i], c->extreme[i]);
    if (c->dimension == 3) {
        assert_int_equal(v.facet_count, c->facets);
        assert_int_equal(v.facet_start[v.facet_count], 2 * c->edges);
        assert_true(fabs((double)mass.volume - c->volume) <= tolerance * c->volume + 1e-45);
    }
    double area = (double)mass.area / (c->dimension == 2 ? 2 : 1);
    assert_true(fabs(area - c->area) <= tolerance * c->area + 1e-45);
    check_topology(at, &v);
    check_contains(at, &v, c->points, c->count, 1);
    check_valid(at, hull);
    graze_hull_release(hull);
}

static void collected_cases_have_their_answers(void **state) {
    (void)state;
    char path[1024];
    FILE *file = fopen(test_data_path("hull_cases.txt", path, sizeof path), "r");
    assert_non_null(file);
    static hull_case c;
    int cases = 0;
    double tolerance = sizeof(graze_real) == 8 ? 1e-12 : 1e-4; /* coordinates round by 6e-8 */
    for (; read_case(file, &c); ++cases) {
        if (sizeof(graze_real) == 4) expect_by_brute_force(&c);
        check_case(&c, tolerance);
    }
    fclose(file);
    assert_int_equal(cases, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(collected_cases_have_their_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
