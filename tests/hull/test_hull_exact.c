/* SPDX-License-Identifier: MIT
 * Small sets against brute force in GMP (S4: minimal vertex set, facets, edges, dimension), and the
 * families of sets whose hull is known from another: unimodular images, permutations, duplicates,
 * added convex combinations. */
#include <math.h>

#include "check_hull.h"
#include "oracle/exact_hull.h"
#include "oracle/point_sets.h"

#define MOST_POINTS 100

static uint64_t below(graze_random *random, uint64_t limit) {
    return graze_random_bits(random) % limit;
}

static graze_hull *make_hull(check at, const graze_vec3 *points, int count, graze_hull_view *v) {
    graze_hull *hull = NULL;
    TEST_CHECK(graze_hull_create(points, (size_t)count, 0, &hull) == GRAZE_OK, at.seed, at.number,
               "create");
    assert_int_equal(graze_hull_get(hull, v), GRAZE_OK);
    return hull;
}

/* The measured volume against that of the triangles in GMP. */
static void check_volume(check at, const graze_hull *hull, const graze_hull_view *v,
                         const oracle_points *exact) {
    uint32_t(*triangles)[3] = calloc(v->triangle_count, sizeof *triangles);
    for (uint32_t h = 0; h < v->half_edge_count; ++h)
        triangles[h / 3][h % 3] = v->source[v->half_edges[h].vertex];
    double volume = oracle_volume(exact, (const uint32_t(*)[3])triangles, (int)v->triangle_count);
    free(triangles);
    double largest = 0;
    for (uint32_t p = 0; p < v->vertex_count; ++p)
        largest = fmax(largest, (double)graze_vec3_max_abs(v->vertices[p]));
    graze_hull_mass mass;
    graze_status status = graze_hull_measure(hull, &mass);
    if (volume > (double)GRAZE_REAL_MAX) {
        TEST_CHECK(status == GRAZE_OUT_OF_RANGE, at.seed, at.number, "volume %g, status %d", volume,
                   (int)status);
    } else if (status == GRAZE_OK && volume > 1e-30 &&
               volume / largest / largest / largest > 1e-250) { /* else products underflow */
        TEST_CHECK(fabs((double)mass.volume - volume) <= 8 * (double)GRAZE_EPSILON * volume, at.seed,
                   at.number, "volume %.17g, exactly %.17g", (double)mass.volume, volume);
    }
}

static void small_sets_agree_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(14);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(6000); ++number) {
        graze_vec3 points[MOST_POINTS];
        check at = {seed, number};
        int count = 1 + (int)below(&random, number % 50 ? 12 : 30);
        point_set(&random, (point_family)(number % POINTS_FAMILIES), count, points);
        graze_hull_view v;
        graze_hull *hull = make_hull(at, points, count, &v);
        oracle_points exact;
        oracle_points_make(points, count, &exact);
        oracle_hull truth = oracle_hull_of(&exact);
        TEST_CHECK(v.dimension == truth.dimension && (int)v.vertex_count == truth.vertices, seed,
                   number, "dimension %d, %u vertices; GMP says %d, %d", v.dimension, v.vertex_count,
                   truth.dimension, truth.vertices);
        for (uint32_t p = 0; p < v.vertex_count; ++p)
            TEST_CHECK(truth.extreme[v.source[p]], seed, number, "point %u is not extreme",
                       v.source[p]);
        if (v.dimension == 3) {
            TEST_CHECK((int)v.facet_count == truth.facets &&
                           (int)v.facet_start[v.facet_count] == 2 * truth.edges,
                       seed, number, "%u facets, %u sides; GMP says %d facets, %d edges", v.facet_count,
                       v.facet_start[v.facet_count], truth.facets, truth.edges);
            check_volume(at, hull, &v, &exact);
        }
        oracle_points_free(&exact);
        graze_hull_release(hull);
    }
}

/* Family 8: an integer set and its image under an integer matrix of determinant +-1 have the same
 * dimension, vertices, facets and volume; in the plane and on a line too. */
static void unimodular_images_have_the_same_hull(void **state) {
    (void)state;
    uint64_t seed = test_seed(15);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(4000); ++number) {
        graze_vec3 points[MOST_POINTS], images[MOST_POINTS];
        check at = {seed, number};
        int count = 1 + (int)below(&random, MOST_POINTS), flatness = (int)(number % 4);
        point_set(&random, number % 3 ? POINTS_SMALL_GRID : POINTS_COSPHERICAL, count, points);
        graze_mat3 m = random_unimodular(&random);
        graze_vec3 shift = graze_vec3_make((graze_real)below(&random, 1000), -77, 5);
        for (int i = 0; i < count; ++i) {
            if (flatness > 0) points[i].z = points[i].x;
            if (flatness > 1) points[i].y = 3;
            images[i] = graze_vec3_add(graze_mat3_mul_vec(&m, points[i]), shift);
        }
        graze_hull_view v, w;
        graze_hull *hull = make_hull(at, points, count, &v), *image = make_hull(at, images, count, &w);
        TEST_CHECK(v.dimension == w.dimension && v.vertex_count == w.vertex_count &&
                       v.facet_count == w.facet_count && v.triangle_count == w.triangle_count,
                   seed, number, "dimensions %d and %d, vertices %u and %u, facets %u and %u",
                   v.dimension, w.dimension, v.vertex_count, w.vertex_count, v.facet_count,
                   w.facet_count);
        TEST_CHECK(memcmp(v.source, w.source, v.vertex_count * sizeof *v.source) == 0, seed, number,
                   "different vertices");
        graze_hull_mass mass, image_mass;
        assert_int_equal(graze_hull_measure(hull, &mass), GRAZE_OK);
        assert_int_equal(graze_hull_measure(image, &image_mass), GRAZE_OK);
        TEST_CHECK(fabs((double)(mass.volume - image_mass.volume)) <=
                       8 * (double)GRAZE_EPSILON * (double)mass.volume,
                   seed, number, "volumes %g and %g", (double)mass.volume, (double)image_mass.volume);
        graze_hull_release(hull);
        graze_hull_release(image);
    }
}

static int by_coordinates(const void *a, const void *b) {
    const graze_vec3 *p = a, *q = b;
    for (int k = 0; k < 3; ++k) {
        graze_real x = graze_vec3_get(*p, k), y = graze_vec3_get(*q, k);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/* The same set in another order, with duplicates and midpoints (exact, as all coordinates are even). */
static int shuffled_with_more(graze_random *random, const graze_vec3 *points, int count,
                              graze_vec3 *out) {
    int total = 0;
    for (int i = 0; i < count; ++i) out[total++] = points[i];
    for (int i = 0; i < count; ++i) {
        graze_vec3 p = points[below(random, (uint64_t)count)],
                   q = points[below(random, (uint64_t)count)];
        if (i % 3 == 0) out[total++] = p;
        if (i % 3 != 0) out[total++] = graze_vec3_scale(graze_vec3_add(p, q), (graze_real)0.5);
    }
    for (int i = total - 1; i > 0; --i) {
        int j = (int)below(random, (uint64_t)i + 1);
        graze_vec3 swapped = out[i];
        out[i] = out[j];
        out[j] = swapped;
    }
    return total;
}

/* Family 9. */
static void order_duplicates_and_convex_combinations_change_nothing(void **state) {
    (void)state;
    static const point_family families[] = {POINTS_SMALL_GRID, POINTS_LARGE_GRID, POINTS_COSPHERICAL,
                                            POINTS_COPLANAR, POINTS_COLLINEAR};
    uint64_t seed = test_seed(16);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(4000); ++number) {
        graze_vec3 points[MOST_POINTS], more[2 * MOST_POINTS];
        check at = {seed, number};
        int count = 1 + (int)below(&random, MOST_POINTS);
        point_set(&random, families[number % 5], count, points);
        for (int i = 0; i < count; ++i) points[i] = graze_vec3_scale(points[i], 2);
        int total = shuffled_with_more(&random, points, count, more);
        graze_hull_view v, w;
        graze_hull *hull = make_hull(at, points, count, &v), *other = make_hull(at, more, total, &w);
        TEST_CHECK(v.dimension == w.dimension && v.vertex_count == w.vertex_count &&
                       v.facet_count == w.facet_count && v.triangle_count == w.triangle_count,
                   seed, number, "dimensions %d and %d, vertices %u and %u, facets %u and %u",
                   v.dimension, w.dimension, v.vertex_count, w.vertex_count, v.facet_count,
                   w.facet_count);
        check_sources(at, &w, more, total);
        graze_vec3 sorted[2][MOST_POINTS];
        memcpy(sorted[0], v.vertices, v.vertex_count * sizeof *v.vertices);
        memcpy(sorted[1], w.vertices, v.vertex_count * sizeof *w.vertices);
        for (int i = 0; i < 2; ++i) qsort(sorted[i], v.vertex_count, sizeof **sorted, by_coordinates);
        for (uint32_t p = 0; p < v.vertex_count; ++p)
            TEST_CHECK(graze_vec3_equal(sorted[0][p], sorted[1][p]), seed, number,
                       "different vertices");
        graze_hull_release(hull);
        graze_hull_release(other);
    }
}

/* The extra edges that triangulation adds at a vertex of an n-gon: at most about 2 log2(n). */
static void large_facets_are_triangulated_in_balance(void **state) {
    (void)state;
    enum { SIDES = 1000 };
    graze_vec3 points[2 * SIDES];
    uint32_t count = 0;
    for (int x = -SIDES / 4; x < SIDES / 4; ++x) { /* on a parabola: exactly convex */
        points[count++] = graze_vec3_make((graze_real)x, (graze_real)(x * x), 0);
        points[count++] = graze_vec3_make((graze_real)x, (graze_real)(x * x), 1);
    }
    graze_hull_view v;
    graze_hull *hull = make_hull((check){0, 0}, points, (int)count, &v);
    check_valid((check){0, 0}, hull);
    assert_int_equal(v.vertex_count, SIDES);
    assert_int_equal(v.facet_count, SIDES / 2 + 2);
    uint32_t most = 0;
    for (uint32_t p = 0; p < v.vertex_count; ++p) {
        uint32_t degree = v.neighbour_start[p + 1] - v.neighbour_start[p];
        if (degree > most) most = degree;
    }
    assert_in_range(most, 4, 3 + 2 + 18); /* 2 log2(500) = 18 in the cap, 2 in the quadrilaterals */
    graze_hull_release(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_sets_agree_with_brute_force),
        cmocka_unit_test(unimodular_images_have_the_same_hull),
        cmocka_unit_test(order_duplicates_and_convex_combinations_change_nothing),
        cmocka_unit_test(large_facets_are_triangulated_in_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
