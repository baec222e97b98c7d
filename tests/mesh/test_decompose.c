/* SPDX-License-Identifier: MIT
 * Convex decomposition (N1): the pieces together are the solid, on random points and by volume; the
 * concavity that is promised is kept. */
#include "mesh/solid_help.h"

static graze_decomposition *decompose(const graze_shape *solid, const graze_decompose_options *options,
                                      graze_decomposition_view *view) {
    graze_decomposition *d = NULL;
    assert_int_equal(graze_mesh_decompose(solid, options, &d), GRAZE_OK);
    assert_int_equal(graze_decomposition_get(d, view), GRAZE_OK);
    return d;
}

static int pieces_with(const graze_decomposition_view *view, graze_vec3 p) {
    int count = 0;
    for (size_t i = 0; i < view->count; ++i) {
        bool inside = false;
        assert_int_equal(graze_shape_contains(view->pieces[i], p, &inside), GRAZE_OK);
        count += inside;
    }
    return count;
}

static graze_vec3 point_in(graze_random *r, const graze_aabb *box) {
    graze_real x = test_between(r, (double)box->lo.x, (double)box->hi.x),
               y = test_between(r, (double)box->lo.y, (double)box->hi.y);
    return graze_vec3_make(x, y, test_between(r, (double)box->lo.z, (double)box->hi.z));
}

static void check_exact(test_solid *solid, long points, uint64_t seed, const char *name) {
    graze_random random = graze_random_seed(seed);
    graze_decomposition_view view;
    graze_decomposition *d = decompose(solid->shape, NULL, &view);
    graze_placed placed = {solid->shape, graze_pose_identity(), 0};
    graze_aabb box;
    graze_shape_mass mass;
    double volume = 0;
    long inside = 0, several = 0;
    assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
    for (size_t i = 0; i < view.count; ++i) {
        assert_int_equal(graze_shape_measure(view.pieces[i], &mass), GRAZE_OK);
        volume += (double)mass.volume;
    }
    assert_int_equal(graze_shape_measure(solid->shape, &mass), GRAZE_OK);
    TEST_CHECK(fabs(volume - (double)mass.volume) < 1e-4 * volume, seed, 0,
               "%s: volume %g instead of %g", name, volume, (double)mass.volume);
    for (long n = 0; n < points; ++n) {
        graze_vec3 p = point_in(&random, &box);
        graze_point_separation s;
        assert_int_equal(graze_point_signed_distance(&placed, p, NULL, &s), GRAZE_OK);
        int held = pieces_with(&view, p);
        if (fabs((double)s.sd) < 1e-4) continue;
        TEST_CHECK((held > 0) == (s.sd < 0), seed, n, "%s: %d pieces at sd %g", name, held,
                   (double)s.sd);
        inside += held > 0;
        several += held > 1;
    }
    TEST_CHECK(several * 100 <= inside, seed, points, "%s: %ld of %ld points in several pieces", name,
               several, inside);
    printf("%s: %d triangles, %d pieces, %ld of %ld points inside\n", name,
           (int)solid->mesh.triangle_count, (int)view.count, inside, points);
    graze_decomposition_release(d);
    test_solid_release(solid);
}

static test_solid star(graze_random *r, uint32_t corners) {
    graze_vec3 p[64];
    for (uint32_t i = 0; i < corners; ++i) {
        graze_real a = (graze_real)6.283185307 * (graze_real)i / (graze_real)corners,
                   away = i % 2 ? test_between(r, 0.3, 0.5) : test_between(r, 0.8, 1.2);
        p[i] = graze_vec3_make(away * graze_cos(a), away * graze_sin(a), 0);
    }
    return test_solid_of(test_prism(p, corners, (graze_real)0.5), GRAZE_MESH_SOLID);
}

static void exact_pieces(void **state) {
    (void)state;
    uint64_t seed = test_seed(951);
    graze_random random = graze_random_seed(seed);
    long points = test_count(12500); /* of ten shards, eight solids each: a million */
    test_solid box = test_solid_of(test_box(1, 2, 3), GRAZE_MESH_SOLID),
               shell = test_solid_of(test_shell(2, 1), GRAZE_MESH_SOLID);
    graze_decomposition_view view;
    graze_decomposition *d = decompose(box.shape, NULL, &view);
    assert_int_equal(view.count, 1);
    graze_decomposition_release(d);
    check_exact(&box, points, seed, "box");
    check_exact(&shell, points, seed, "shell");
    test_solid torus = test_solid_of(test_torus(8, 6), GRAZE_MESH_SOLID),
               rough = test_solid_of(test_ball(5, 7, (graze_real)0.3), GRAZE_MESH_SOLID);
    check_exact(&torus, points, seed, "torus");
    check_exact(&rough, points, seed, "rough ball");
    for (int i = 0; i < 4; ++i) {
        test_solid s = star(&random, 10 + 4 * (uint32_t)i);
        check_exact(&s, points, seed, "star");
    }
}

static void approximate_pieces(void **state) {
    (void)state;
    uint64_t seed = test_seed(952);
    graze_random random = graze_random_seed(seed);
    long points = test_count(3000);
    test_solid solids[2] = {test_solid_of(test_torus(20, 12), GRAZE_MESH_SOLID), star(&random, 14)};
    const double limits[2] = {0.2, 0.1};
    size_t fewer = 0;
    for (int k = 0; k < 4; ++k) {
        const graze_shape *solid = solids[k / 2].shape;
        graze_decompose_options options = {.mode = GRAZE_DECOMPOSE_APPROXIMATE,
                                           .concavity = (graze_real)limits[k % 2]};
        graze_decomposition_view view;
        graze_decomposition *d = decompose(solid, &options, &view);
        graze_placed placed = {solid, graze_pose_identity(), 0};
        graze_aabb box;
        assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
        assert_true((double)view.concavity <= limits[k % 2] * 1.0001 && view.count >= 1);
        double worst = 0;
        for (long n = 0; n < points; ++n) {
            graze_vec3 p = point_in(&random, &box);
            graze_point_separation s;
            assert_int_equal(graze_point_signed_distance(&placed, p, NULL, &s), GRAZE_OK);
            int held = pieces_with(&view, p);
            TEST_CHECK(held > 0 || (double)s.sd > -1e-4, seed, n,
                       "a point of the solid in no piece, sd %g", (double)s.sd);
            if (held > 0 && (double)s.sd > worst) worst = (double)s.sd;
        }
        TEST_CHECK(worst <= (double)view.concavity + 1e-4, seed, k, "%g from the solid, promised %g",
                   worst, (double)view.concavity);
        printf("%d: %d pieces for %g, proved %g, seen %g\n", k, (int)view.count, limits[k % 2],
               (double)view.concavity, worst);
        assert_true(k % 2 == 0 || view.count >= fewer);
        fewer = view.count;
        graze_decomposition_release(d);
    }
    test_solid_release(&solids[0]);
    test_solid_release(&solids[1]);
}

/* -- bad input, memory -- */

static graze_status make(void *context) {
    graze_decomposition *d = NULL;
    const graze_decompose_options *options = ((void **)context)[1];
    graze_status status = graze_mesh_decompose(((void **)context)[0], options, &d);
    graze_decomposition_release(d);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    graze_decompose_options approximate = {.mode = GRAZE_DECOMPOSE_APPROXIMATE,
                                           .concavity = (graze_real)0.25};
    const graze_vec3 dart[4] = {{1, 0, 0},
                                {(graze_real)0.2, (graze_real)0.2, 0},
                                {0, 1, 0},
                                {(graze_real)-0.5, (graze_real)-0.5, 0}};
    test_solid solid = test_solid_of(test_prism(dart, 4, (graze_real)0.5), GRAZE_MESH_SOLID);
    void *exact[2] = {solid.shape, NULL}, *rough[2] = {solid.shape, &approximate};
    long first = test_every_allocation_failure(make, exact);
    long second = test_every_allocation_failure(make, rough);
    printf("%ld and %ld allocations\n", first, second);
    assert_true(first > 20 && second > 20);
    test_solid_release(&solid);
}

static void bad_input(void **state) {
    (void)state;
    test_solid shell = test_solid_of(test_shell(2, 1), GRAZE_MESH_SOLID),
               skin = test_solid_of(test_box(1, 1, 1), GRAZE_MESH_SURFACE);
    graze_shape *ball;
    assert_int_equal(graze_shape_sphere(1, &ball), GRAZE_OK);
    graze_decomposition *d = NULL;
    graze_decomposition_view view;
    graze_decompose_options few = {.max_pieces = 2}, none = {.mode = GRAZE_DECOMPOSE_APPROXIMATE};
    graze_decompose_options strange = {.mode = (graze_decompose_mode)7};
    assert_int_equal(graze_mesh_decompose(NULL, NULL, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_decompose(ball, NULL, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_decompose(skin.shape, NULL, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_decompose(shell.shape, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_decompose(shell.shape, &none, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_decompose(shell.shape, &strange, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_decompose(shell.shape, &few, &d), GRAZE_OUT_OF_RANGE);
    assert_null(d);
    assert_int_equal(graze_decomposition_get(NULL, &view), GRAZE_INVALID_ARGUMENT);
    graze_decomposition_release(NULL);
    graze_shape_release(ball);
    test_solid_release(&shell);
    test_solid_release(&skin);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(exact_pieces),
                                       cmocka_unit_test(approximate_pieces),
                                       cmocka_unit_test(memory_runs_out), cmocka_unit_test(bad_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
