/* SPDX-License-Identifier: MIT
 * A6: casts with meshes on one side or both, against brute force over the primitives by the convex
 * cast: brackets, points, normals, primitives; margins; half-spaces; solids; statuses; nothing
 * allocated. */
#include "mesh_unions.h"

static mesh_case mesh_a, mesh_b;
static graze_shape *pieces_a[MOST_PIECES * MOST_PRIMITIVES], *pieces_b[MOST_PIECES * MOST_PRIMITIVES];
static long hits, starts, misses;

/* The first contact of primitives i and j. */
static graze_cast_result first_of(const union_of *a, uint32_t i, graze_vec3 way, const union_of *b,
                                  uint32_t j) {
    graze_cast_result first = {.lower = 2, .upper = 2, .t = 2};
    for (uint32_t k = 0; k < pieces_of(a, i); ++k)
        for (uint32_t l = 0; l < pieces_of(b, j); ++l) {
            graze_placed s = piece_of(a, i, k), t = piece_of(b, j, l);
            graze_cast_result r;
            assert_int_equal(graze_shape_cast(&s, way, &t, NULL, &r), GRAZE_OK);
            assert_true(r.end != GRAZE_ITERATION_LIMIT);
            if (!r.hit) continue;
            graze_real lower = graze_min(first.lower, r.lower), upper = graze_min(first.upper, r.upper);
            if (r.t < first.t) first = r;
            first.lower = lower;
            first.upper = upper;
        }
    return first;
}

static void check_cast(const union_of *a, graze_vec3 way, const union_of *b, uint64_t seed,
                       long number) {
    graze_cast_result truth = {.lower = 2, .upper = 2, .t = 2}, r;
    for (uint32_t i = 0; i < primitives_of(a); ++i)
        for (uint32_t j = 0; j < primitives_of(b); ++j) {
            graze_cast_result one = first_of(a, i, way, b, j);
            graze_real lower = graze_min(truth.lower, one.lower);
            graze_real upper = graze_min(truth.upper, one.upper);
            if (one.t < truth.t) truth = one;
            truth.lower = lower;
            truth.upper = upper;
        }
    test_memory memory;
    test_memory_begin(&memory, 0);
    graze_status status = graze_shape_cast(&a->placed, way, &b->placed, NULL, &r);
    test_memory_end();
    assert_int_equal(status, GRAZE_OK);
    assert_int_equal(memory.calls, 0);
    TEST_CHECK(r.hit == truth.hit, seed, number, "hit %d, not %d (at %g, %g)", r.hit, truth.hit,
               (double)r.t, (double)truth.t);
    hits += r.hit && r.t > 0;
    starts += r.hit && !(r.t > 0);
    misses += !r.hit;
    if (!r.hit) {
        TEST_CHECK(r.end == GRAZE_SEPARATED, seed, number, "end");
        return;
    }
    TEST_CHECK(r.lower <= r.t && r.t <= r.upper, seed, number, "order");
    TEST_CHECK(r.lower <= truth.upper && r.upper >= truth.lower, seed, number,
               "[%.9g %.9g] and truth [%.9g %.9g]", (double)r.lower, (double)r.upper,
               (double)truth.lower, (double)truth.upper);
    graze_cast_result named = first_of(a, r.primitive_a, way, b, r.primitive_b);
    TEST_CHECK(named.hit && named.lower <= r.upper && named.upper >= r.lower, seed, number,
               "primitives %u %u", r.primitive_a, r.primitive_b);
    if (r.end == GRAZE_CONVERGED)
        TEST_CHECK(fabs((double)graze_vec3_length(r.normal) - 1) < 1e-5, seed, number, "normal");
}

static graze_vec3 random_way(void) {
    double length = uniform(0, 6);
    return below(10) ? graze_vec3_scale(random_direction(), (graze_real)length) : graze_vec3_zero();
}

/* Mostly towards the other. */
static graze_vec3 way_to(const union_of *a, const union_of *b) {
    graze_vec3 way = graze_vec3_sub(b->placed.pose.origin, a->placed.pose.origin);
    graze_vec3 aside = random_way();
    return below(4) ? graze_vec3_add_scaled(way, (graze_real)0.1, aside) : aside;
}

static void mesh_pairs(void **state) {
    (void)state;
    uint64_t seed = test_seed(41);
    mesh_random = graze_random_seed(seed);
    long count = test_count(100);
    for (long n = 0; n < count;) {
        make_any_mesh(&mesh_a, 16);
        make_any_mesh(&mesh_b, 16);
        make_pieces(&mesh_a, pieces_a);
        make_pieces(&mesh_b, pieces_b);
        for (int i = 0; i < 5; ++i, ++n) {
            double distance = uniform(1, 5);
            union_of a = {pieces_a, &mesh_a, {mesh_a.shape, any_pose(0), random_margin()}};
            union_of b = {pieces_b, &mesh_b, {mesh_b.shape, any_pose(distance), random_margin()}};
            check_cast(&a, way_to(&a, &b), &b, seed, n);
        }
        release_pieces(&mesh_a, pieces_a);
        release_pieces(&mesh_b, pieces_b);
        graze_shape_release(mesh_a.shape);
        graze_shape_release(mesh_b.shape);
    }
}

static void convex_shapes(void **state) {
    (void)state;
    uint64_t seed = test_seed(42);
    mesh_random = graze_random_seed(seed);
    long count = test_count(400);
    for (long n = 0; n < count;) {
        make_any_mesh(&mesh_a, 100);
        make_pieces(&mesh_a, pieces_a);
        graze_shape *shape = random_convex();
        for (int i = 0; i < 5; ++i, ++n) {
            double distance = uniform(1, 4);
            union_of a = {pieces_a, &mesh_a, {mesh_a.shape, any_pose(0), random_margin()}};
            union_of b = {NULL, NULL, {shape, any_pose(distance), random_margin()}};
            graze_vec3 way = way_to(&a, &b);
            if (below(2))
                check_cast(&a, way, &b, seed, n);
            else
                check_cast(&b, graze_vec3_neg(way), &a, seed, n);
        }
        release_pieces(&mesh_a, pieces_a);
        graze_shape_release(mesh_a.shape);
        graze_shape_release(shape);
    }
    printf("%ld hits, %ld at the start, %ld misses\n", hits, starts, misses);
    if (count >= 100) assert_true(hits > 50 && starts > 10 && misses > 50);
}

static void solids_and_statuses(void **state) {
    (void)state;
    mesh_random = graze_random_seed(43);
    make_mesh(&mesh_a, FAMILY_SPHERE, 200);
    graze_shape *solid = NULL, *ball = NULL;
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    graze_vertices vertices = {mesh_a.vertices, mesh_a.vertex_count, 0, GRAZE_VERTEX_DOUBLE};
    assert_int_equal(graze_shape_mesh(&vertices, mesh_a.groups, 1, &options, NULL, &solid), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.1, &ball), GRAZE_OK);
    graze_placed in = {ball, graze_pose_at((graze_real)0.1, 0, 0), 0};
    graze_placed surface = {mesh_a.shape, graze_pose_identity(), 0};
    graze_placed whole = {solid, graze_pose_identity(), 0};
    graze_vec3 way = {5, 0, 0};
    graze_cast_result r;
    assert_int_equal(graze_shape_cast(&in, way, &surface, NULL, &r), GRAZE_OK);
    assert_true(r.hit && r.t > (graze_real)0.1 && r.t < (graze_real)0.2 && r.end == GRAZE_CONVERGED);
    assert_int_equal(graze_shape_cast(&in, way, &whole, NULL, &r), GRAZE_OK);
    assert_true(r.hit && r.t == 0 && r.end == GRAZE_OVERLAP);
    graze_vec3 bad = {GRAZE_REAL_MAX * 2, 0, 0};
    graze_options negative = {.abs = -1};
    assert_int_equal(graze_shape_cast(&in, bad, &whole, NULL, &r), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_cast(&in, way, &whole, &negative, &r), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_cast(&in, way, &whole, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    graze_shape_release(solid);
    graze_shape_release(ball);
    graze_shape_release(mesh_a.shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_pairs),
        cmocka_unit_test(convex_shapes),
        cmocka_unit_test(solids_and_statuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
