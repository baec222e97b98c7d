/* SPDX-License-Identifier: MIT
 * Stars: each holds the neighbours of its vertex for which there is room, and finds the farthest. */
#include "base/tolerance.h"
#include "harness.h"
#include "hull/stars.h"
#include "oracle/point_family.h"

typedef struct fixture {
    graze_hull *hull;
    gz_layers *layers;
    gz_stars *stars;
    graze_vec3 middle; /* of its box */
    double reach;      /* of the vertices from the origin */
} fixture;

static graze_aabb box_of(const gz_layers *layers) {
    graze_aabb box;
    assert_int_equal(graze_aabb_from_points(layers->vertices, layers->vertex_count, 0, &box), GRAZE_OK);
    return box;
}

static fixture make_fixture(point_family family, uint32_t count, graze_random *random) {
    fixture f;
    graze_vec3 *points = malloc(count * sizeof *points);
    point_family_make(family, count, random, points);
    assert_int_equal(graze_hull_create(points, count, 0, &f.hull), GRAZE_OK);
    gz_layers_options options = {
        .thinning = GZ_THIN_SPREAD, .stop = 64, .degree_limit = 64, .aside_limit = 16};
    assert_int_equal(gz_layers_create(f.hull, &options, &f.layers), GRAZE_OK);
    const graze_aabb box = box_of(f.layers);
    f.middle = graze_vec3_scale(graze_vec3_add(box.lo, box.hi), (graze_real)0.5);
    assert_int_equal(gz_stars_create(f.layers, graze_vec3_sub(box.hi, f.middle), &f.stars), GRAZE_OK);
    free(points);
    f.reach = 0;
    for (uint32_t p = 0; p < f.layers->vertex_count; ++p)
        f.reach = fmax(f.reach, (double)graze_vec3_length(f.layers->vertices[p]));
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

/* What a star says of one direction is what its vertex and all of its neighbours in it give. */
static void check_look(const gz_layers *layers, const gz_star *star, uint32_t p, graze_vec3 v) {
    gz_star_reach reach = gz_star_look(star, (double)v.x, (double)v.y, (double)v.z);
    assert_true(fabs(rise(layers, p, star->vertex[reach.lane], v) - reach.gain) < 1e-12);
    for (uint32_t i = 0; i < GZ_STAR_LANES; ++i) {
        const graze_vec3 at = layers->vertices[star->vertex[i]];
        assert_true(is_neighbour(layers, p, star->vertex[i]));
        assert_true(star->x[i] == at.x && star->y[i] == at.y && star->z[i] == at.z);
        assert_true(rise(layers, p, star->vertex[i], v) <= reach.gain + 1e-12);
    }
}

static void stars_hold_neighbours_and_find_the_farthest(void **state) {
    (void)state;
    graze_random random = graze_random_seed(8);
    fixture f = make_fixture(FAMILY_ELLIPSOID, 500, &random);
    assert_non_null(f.stars);
    for (uint32_t p = 0; p < f.layers->vertex_count; ++p) {
        const gz_star *star = &f.stars->stars[p];
        const graze_vec3 own = graze_vec3_make(star->own[0], star->own[1], star->own[2]);
        assert_memory_equal(&own, &f.layers->vertices[p], sizeof own);
        for (int k = 0; k < 4; ++k) check_look(f.layers, star, p, graze_random_direction(&random));
    }
    free_fixture(&f);
}

/* How far the farthest vertex is beyond p. */
static double excess(const gz_layers *layers, uint32_t p, graze_vec3 v) {
    double most = 0;
    for (uint32_t q = 0; q < layers->vertex_count; ++q) most = fmax(most, rise(layers, p, q, v));
    return most;
}

/* Along v, p reaches as far as the whole but for the gain of its star times its flatness. Returns
 * whether that says anything. */
static bool check_flatness(const fixture *f, uint32_t p, graze_vec3 v) {
    const gz_star *star = &f->stars->stars[p];
    const double gain = gz_star_look(star, (double)v.x, (double)v.y, (double)v.z).gain;
    const double fog = GZ_STAR_FOG * f->reach * (double)graze_vec3_length(v);
    const double most = (fmax(gain, 0) + fog) * (double)star->flatness;
    assert_true(star->flatness >= 1);
    assert_true(excess(f->layers, p, v) <= most);
    return most < 0.5 * f->reach * (double)graze_vec3_length(v);
}

static uint32_t farthest(const gz_layers *layers, graze_vec3 v) {
    uint32_t best = 0;
    for (uint32_t q = 1; q < layers->vertex_count; ++q)
        if (rise(layers, best, q, v) > 0) best = q;
    return best;
}

static void flatness_bounds_what_a_star_does_not_see(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(77001));
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        fixture f = make_fixture((point_family)family, 300, &random);
        long asked = 0, told = 0;
        for (long i = 0; f.stars && i < test_count(200); ++i) {
            const graze_vec3 v = graze_random_direction(&random);
            const uint32_t p = farthest(f.layers, v);
            for (int k = 0; k < 10; ++k, ++asked) { /* there, and more and more beside it */
                const graze_real far = k == 0 ? 0 : (graze_real)ldexp(1, -2 * (10 - k));
                const graze_vec3 aside = graze_vec3_scale(graze_random_direction(&random), far);
                told += check_flatness(&f, p, graze_vec3_add(v, aside));
            }
        }
        print_message("family %d: %ld of %ld looks tell\n", family, told, asked);
        if (family == FAMILY_ELLIPSOID) assert_true(told * 2 > asked);
        free_fixture(&f);
    }
}

static void sizes_whose_products_may_not_be_held_get_none(void **state) {
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
        cmocka_unit_test(flatness_bounds_what_a_star_does_not_see),
        cmocka_unit_test(sizes_whose_products_may_not_be_held_get_none),
        cmocka_unit_test(no_failing_allocation_leaves_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
