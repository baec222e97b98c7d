/* SPDX-License-Identifier: MIT
 * Stars: each holds the neighbours of its vertex for which there is room, and finds the farthest. */
#include "harness.h"
#include "hull/stars.h"
#include "oracle/point_family.h"

typedef struct fixture {
    graze_hull *hull;
    gz_layers *layers;
    gz_stars *stars;
} fixture;

static fixture make_fixture(point_family family, uint32_t count, graze_random *random) {
    fixture f;
    graze_vec3 *points = malloc(count * sizeof *points);
    point_family_make(family, count, random, points);
    assert_int_equal(graze_hull_create(points, count, 0, &f.hull), GRAZE_OK);
    gz_layers_options options = {
        .thinning = GZ_THIN_SPREAD, .stop = 64, .degree_limit = 64, .aside_limit = 16};
    assert_int_equal(gz_layers_create(f.hull, &options, &f.layers), GRAZE_OK);
    assert_int_equal(gz_stars_create(f.layers, graze_vec3_make(1, 1, 1), &f.stars), GRAZE_OK);
    free(points);
    return f;
}

static void free_fixture(fixture *f) {
    gz_stars_release(f->stars);
    gz_layers_release(f->layers);
    graze_hull_release(f->hull);
}

static bool is_neighbour(const gz_layers *layers, uint32_t p, uint32_t q) {
    const gz_layer *layer = &layers->layers[0];
    for (uint32_t k = layer->start[2 * p]; k < layer->start[2 * p + 2]; ++k)
        if (layer->neighbours[k] == q) return true;
    return false;
}

static double rise(const gz_layers *layers, uint32_t p, uint32_t q, graze_vec3 v) {
    graze_vec3 a = layers->vertices[p], b = layers->vertices[q];
    return ((double)b.x - (double)a.x) * (double)v.x + ((double)b.y - (double)a.y) * (double)v.y +
           ((double)b.z - (double)a.z) * (double)v.z;
}

static void stars_hold_neighbours_and_find_the_farthest(void **state) {
    (void)state;
    graze_random random = graze_random_seed(8);
    fixture f = make_fixture(FAMILY_ELLIPSOID, 500, &random);
    assert_non_null(f.stars);
    for (uint32_t p = 0; p < f.layers->vertex_count; ++p) {
        const gz_star *star = &f.stars->stars[p];
        graze_vec3 v = graze_random_direction(&random);
        float gain;
        uint32_t found = gz_star_farthest(star, (float)v.x, (float)v.y, (float)v.z, &gain);
        assert_true(gain >= 0);
        assert_true(fabs(rise(f.layers, p, found, v) - (double)gain) < 1e-5);
        assert_int_equal(star->vertex[0], p);
        for (uint32_t i = 0; i < GZ_STAR_LANES; ++i) {
            assert_true(star->vertex[i] == p || is_neighbour(f.layers, p, star->vertex[i]));
            assert_true(rise(f.layers, p, star->vertex[i], v) <= (double)gain + 1e-5);
        }
    }
    free_fixture(&f);
}

static void sizes_that_floats_may_not_hold_get_none(void **state) {
    (void)state;
    graze_random random = graze_random_seed(9);
    fixture f = make_fixture(FAMILY_ELLIPSOID, 200, &random);
    gz_stars *none;
    assert_int_equal(gz_stars_create(f.layers, graze_vec3_make(1, (graze_real)1e20, 1), &none),
                     GRAZE_OK);
    assert_null(none);
    assert_int_equal(gz_stars_create(f.layers, graze_vec3_make(0, (graze_real)1e-20, 0), &none),
                     GRAZE_OK);
    assert_null(none);
    free_fixture(&f);
}

static graze_status make_stars(void *context) {
    fixture *f = context;
    gz_stars *stars;
    graze_status status = gz_stars_create(f->layers, graze_vec3_make(1, 1, 1), &stars);
    if (status == GRAZE_OK) gz_stars_release(stars);
    return status;
}

static void no_failing_allocation_leaves_anything(void **state) {
    (void)state;
    graze_random random = graze_random_seed(5);
    fixture f = make_fixture(FAMILY_ELLIPSOID, 200, &random);
    assert_true(test_every_allocation_failure(make_stars, &f) >= 1);
    free_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_hold_neighbours_and_find_the_farthest),
        cmocka_unit_test(sizes_that_floats_may_not_hold_get_none),
        cmocka_unit_test(no_failing_allocation_leaves_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
