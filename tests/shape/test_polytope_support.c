/* SPDX-License-Identifier: MIT
 * U1-U5: support points of polygons and polytopes as shapes, whatever method the size selects, lie
 * within the stated support error of the true ones, from any hint. */
#include "harness.h"
#include "oracle/point_family.h"
#include "shape/polytope.h"

typedef struct fixture {
    graze_vec3 *points;
    uint32_t count;
    graze_shape *shape;
    graze_hull_view view;
    long double slack; /* of the oracle */
} fixture;

static fixture make_fixture(point_family family, uint32_t count, graze_random *random) {
    fixture f = {.count = count};
    f.points = malloc(count * sizeof *f.points);
    point_family_make(family, count, random, f.points);
    graze_status status = family == FAMILY_POLYGON ? graze_shape_polygon(f.points, count, 0, &f.shape)
                                                   : graze_shape_polytope(f.points, count, 0, &f.shape);
    assert_int_equal(status, GRAZE_OK);
    assert_int_equal(graze_hull_get(graze_shape_hull(f.shape), &f.view), GRAZE_OK);
    f.slack = 0x1p-58L * f.shape->extent;
    return f;
}

static void free_fixture(fixture *f) {
    graze_shape_release(f->shape);
    free(f->points);
}

/* Is the offset from the centre that core gave the vertex it names, up to one rounding? */
static bool offset_fits(const graze_shape *shape, graze_vec3 offset, uint32_t index) {
    graze_vec3 exact = graze_vec3_sub(shape->vertices[index], shape->center);
    return graze_vec3_equal(offset, exact);
}

/* The vertices in the order of the shape's hints are a permutation of the hull's. */
static void check_vertices(const fixture *f, uint64_t seed, const char *name) {
    for (uint32_t i = 0; i < f->view.vertex_count; ++i) {
        graze_vec3 p = f->shape->vertices[i];
        bool found = graze_vec3_equal(p, f->view.vertices[i]);
        for (uint32_t k = 0; k < f->view.vertex_count && !found; ++k)
            found = graze_vec3_equal(p, f->view.vertices[k]);
        TEST_CHECK(found, seed, i, "%s: no vertex of the hull", name);
    }
}

static void check_family(point_family family, uint32_t count, long directions, uint64_t seed,
                         graze_random *random) {
    const char *name = point_family_name(family);
    fixture f = make_fixture(family, count, random);
    if (count <= 2048) check_vertices(&f, seed, name);
    long double allowed = graze_shape_support_error(f.shape) + f.slack;
    TEST_CHECK(allowed <= 16 * GRAZE_EPSILON * f.shape->extent, seed, count, "%s: error bound %Lg",
               name, allowed);
    uint32_t hint = 0;
    for (long n = 0; n < directions; ++n) {
        graze_vec3 v = gz_direction(point_family_direction(&f.view, n, random));
        if (n % 4 == 1) hint = (uint32_t)graze_random_bits(random); /* stale, out of range */
        graze_vec3 offset = f.shape->ops->core(f.shape, v, &hint);
        TEST_CHECK(hint < f.view.vertex_count, seed, n, "%s: hint %u", name, hint);
        TEST_CHECK(offset_fits(f.shape, offset, hint), seed, n, "%s: not the vertex named", name);
        long double shortfall = point_family_shortfall(f.shape->vertices, f.view.vertex_count, v, hint);
        TEST_CHECK(shortfall <= allowed, seed, n, "%s, %u vertices: %Lg short, %Lg allowed", name,
                   f.view.vertex_count, shortfall, allowed);
    }
    free_fixture(&f);
}

static void supports_lie_within_the_stated_error(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(2942));
    graze_random random = graze_random_seed(seed);
    for (int family = 0; family < FAMILY_COUNT; ++family)
        for (uint32_t count = 8; count <= 2048; count *= 4)
            check_family((point_family)family, count, test_count(100000), seed, &random);
    const point_family large[] = {FAMILY_CONE, FAMILY_PRISM, FAMILY_POLYGON};
    for (int k = 0; k < 3; ++k) check_family(large[k], 10001, test_count(100000), seed, &random);
}

/* Cells: every vector unit finds the same vertex, also where many are level or next to it. */
static void all_vector_units_agree(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(2946));
    graze_random random = graze_random_seed(seed);
    gz_corner corners[GZ_CELLS_CORNERS];
    int corner_count = gz_cells_corners(corners), compared = 0;
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        for (uint32_t count = 100; count <= 2000; count *= 4) {
            fixture f = make_fixture((point_family)family, count, &random);
            bool has_cells = f.shape->vertex_count > GZ_POLYTOPE_FEW &&
                             ((const gz_polytope *)f.shape)->cells != NULL;
            compared += has_cells;
            for (long n = 0; has_cells && n < test_count(20000); ++n) {
                graze_vec3 v = gz_direction(point_family_direction(&f.view, n, &random));
                uint32_t hint = (uint32_t)n % f.shape->vertex_count;
                uint32_t first = corners[0](f.shape, v.x, v.y, v.z, hint);
                for (int k = 1; k < corner_count; ++k) {
                    uint32_t other = corners[k](f.shape, v.x, v.y, v.z, hint);
                    TEST_CHECK(other == first, seed, n, "%s: vertex %u, expected %u",
                               point_family_name((point_family)family), other, first);
                }
            }
            free_fixture(&f);
        }
    }
    assert_true(compared > 0);
}

/* Against all input points, inside ones included: the public function, exact vertices. */
static void public_supports_are_input_points(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(2943));
    graze_random random = graze_random_seed(seed);
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        fixture f = make_fixture((point_family)family, 600, &random);
        for (long n = 0; n < test_count(1000); ++n) {
            graze_vec3 v = point_family_direction(&f.view, n, &random), point;
            assert_int_equal(graze_shape_support(f.shape, v, &point), GRAZE_OK);
            uint32_t index = 0;
            while (index < f.count && !graze_vec3_equal(f.points[index], point)) ++index;
            TEST_CHECK(index < f.count, seed, n, "no input point");
            long double shortfall = point_family_shortfall(f.points, f.count, v, index);
            TEST_CHECK(shortfall <= graze_shape_support_error(f.shape) + f.slack, seed, n, "%Lg short",
                       shortfall);
        }
        free_fixture(&f);
    }
}

/* Directions of any length find the same support plane; zero gives a vertex. */
static void length_of_the_direction_does_not_matter(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(2944));
    graze_random random = graze_random_seed(seed);
    const graze_real lengths[] = {0, (graze_real)1e-37, (graze_real)1e-20,
                                  1, (graze_real)1e20,  (graze_real)1e37};
    for (uint32_t count = 20; count <= 2000; count *= 10) {
        fixture f = make_fixture(FAMILY_ELLIPSOID, count, &random);
        for (long n = 0; n < test_count(2000); ++n) {
            graze_vec3 unit = graze_random_direction(&random), point;
            graze_vec3 v = graze_vec3_scale(unit, lengths[n % 6]);
            assert_int_equal(graze_shape_support(f.shape, v, &point), GRAZE_OK);
            uint32_t index = 0;
            while (index < f.count && !graze_vec3_equal(f.points[index], point)) ++index;
            TEST_CHECK(index < f.count, seed, n, "no input point");
            if (n % 6 == 0) continue;
            /* the tiny direction has few bits: allow for what it lost */
            graze_real lost = n % 6 == 1 ? (graze_real)1e-6 : 4 * GRAZE_EPSILON;
            TEST_CHECK(point_family_shortfall(f.points, f.count, unit, index) <= 4 * lost, seed, n,
                       "length %g", (double)lengths[n % 6]);
        }
        free_fixture(&f);
    }
}

/* Tiny and huge hulls: underflow and overflow do not spoil the comparison. */
static void size_of_the_hull_does_not_matter(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(2945));
    graze_random random = graze_random_seed(seed);
    const graze_real sizes[] = {(graze_real)1e-36, (graze_real)1e-25, (graze_real)1e-10,
                                (graze_real)1e10, (graze_real)5e17};
    graze_vec3 points[1000];
    for (int k = 0; k < 10; ++k) {
        uint32_t count = k < 5 ? 1000 : 30;
        graze_real size = sizes[k % 5];
        for (uint32_t i = 0; i < count; ++i)
            points[i] = graze_vec3_scale(graze_random_direction(&random), size);
        graze_shape *shape;
        assert_int_equal(graze_shape_polytope(points, count, 0, &shape), GRAZE_OK);
        uint32_t vertices = shape->vertex_count;
        for (long n = 0; n < test_count(1000); ++n) {
            graze_real length = n % 3 ? 1 : n % 2 ? (graze_real)9e11 : (graze_real)1.1e-12;
            graze_vec3 v = graze_vec3_scale(graze_random_direction(&random), length);
            uint32_t hint = (uint32_t)n;
            shape->ops->core(shape, gz_direction(v), &hint);
            long double shortfall = point_family_shortfall(shape->vertices, vertices, v, hint);
            TEST_CHECK(shortfall <= graze_shape_support_error(shape) + 0x1p-58L * size, seed, n,
                       "size %g: %Lg short", (double)size, shortfall);
        }
        graze_shape_release(shape);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(supports_lie_within_the_stated_error),
        cmocka_unit_test(all_vector_units_agree),
        cmocka_unit_test(public_supports_are_input_points),
        cmocka_unit_test(length_of_the_direction_does_not_matter),
        cmocka_unit_test(size_of_the_hull_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
