/* SPDX-License-Identifier: MIT
 * Distance of meshes from meshes, convex shapes and half-spaces, against brute force over the
 * primitives by the convex query, which has proofs of its own: bounds, witnesses, normals, primitives;
 * with and without a cache; margins; far away; solids; statuses; nothing allocated. */
#include "mesh_unions.h"

static mesh_case mesh_a, mesh_b;
static graze_shape *pieces_a[MOST_PIECES * MOST_PRIMITIVES], *pieces_b[MOST_PIECES * MOST_PRIMITIVES];
static long apart_count, all_count;

/* Bounds of the distance of primitives i and j. */
static void bounds_of(const union_of *a, uint32_t i, const union_of *b, uint32_t j, graze_real *lower,
                      graze_real *upper) {
    *lower = *upper = GRAZE_REAL_MAX;
    for (uint32_t k = 0; k < pieces_of(a, i); ++k)
        for (uint32_t l = 0; l < pieces_of(b, j); ++l) {
            graze_placed s = piece_of(a, i, k), t = piece_of(b, j, l);
            graze_options tightest = {.rel = GRAZE_TIGHTEST};
            graze_separation found;
            assert_int_equal(graze_distance(&s, &t, &tightest, NULL, &found), GRAZE_OK);
            *lower = graze_min(*lower, found.lower);
            *upper = graze_min(*upper, found.upper);
        }
}

/* E of the pair, as graze/query.h defines it. */
static double radius_of(const graze_placed *a, const graze_placed *b) {
    double size = 0;
    const graze_placed *both[2] = {a, b};
    for (int i = 0; i < 2; ++i) {
        graze_aabb box;
        /* A half-space: its offset, at most 1, stretched by up to 3, and its margin. */
        if (graze_placed_bounds(both[i], &box) != GRAZE_OK) {
            size += 3 + (double)both[i]->margin;
            continue;
        }
        graze_vec3 half = graze_vec3_scale(graze_vec3_sub(box.hi, box.lo), (graze_real)0.5);
        graze_vec3 middle = graze_vec3_lerp(box.lo, box.hi, (graze_real)0.5);
        size += (double)graze_vec3_length(half) +
                (double)graze_vec3_length(graze_vec3_sub(middle, both[i]->pose.origin));
    }
    size += (double)graze_vec3_length(graze_vec3_sub(a->pose.origin, b->pose.origin));
    return 32 * (double)GRAZE_EPSILON * 2 * size;
}

static void check_result(const union_of *a, const union_of *b, graze_real rel,
                         const graze_separation *s, graze_real lower, graze_real upper, uint64_t seed,
                         long number) {
    double e = radius_of(&a->placed, &b->placed);
    TEST_CHECK(s->lower <= s->distance && s->distance <= s->upper, seed, number, "order %g %g %g",
               (double)s->lower, (double)s->distance, (double)s->upper);
    TEST_CHECK(s->lower <= upper && s->upper >= lower, seed, number,
               "[%.9g %.9g] and truth [%.9g %.9g]", (double)s->lower, (double)s->upper, (double)lower,
               (double)upper);
    double width = (double)s->upper - (double)s->lower;
    TEST_CHECK(width <= (double)rel * (double)s->upper + 4 * e, seed, number, "width %g of %g", width,
               (double)s->upper);
    TEST_CHECK(fabs((double)graze_vec3_length(s->normal) - 1) < 1e-5, seed, number, "normal");
    graze_vec3 way = graze_vec3_sub(s->point_b, s->point_a);
    double far = (double)graze_vec3_max_abs(s->point_a) + (double)graze_vec3_max_abs(s->point_b);
    double off = (double)graze_vec3_length(graze_vec3_add_scaled(way, -s->distance, s->normal));
    TEST_CHECK(off <= 2 * e + 4 * (double)GRAZE_EPSILON * far + 1e-6 * (double)s->distance, seed,
               number, "points are off by %g, distance %g", off, (double)s->distance);
    TEST_CHECK(s->primitive_a < primitives_of(a) && s->primitive_b < primitives_of(b), seed, number,
               "primitives");
    graze_real low, high;
    bounds_of(a, s->primitive_a, b, s->primitive_b, &low, &high);
    TEST_CHECK(low <= s->upper && high >= s->lower, seed, number, "primitives %u %u: [%g %g], not %g",
               s->primitive_a, s->primitive_b, (double)low, (double)high, (double)s->distance);
}

static void check_pair(const union_of *a, const union_of *b, uint64_t seed, long number) {
    graze_real lower = GRAZE_REAL_MAX, upper = GRAZE_REAL_MAX;
    for (uint32_t i = 0; i < primitives_of(a); ++i)
        for (uint32_t j = 0; j < primitives_of(b); ++j) {
            graze_real low, high;
            bounds_of(a, i, b, j, &low, &high);
            lower = graze_min(lower, low);
            upper = graze_min(upper, high);
        }
    graze_real rel = sizeof(graze_real) == 4 ? (graze_real)1e-4 : (graze_real)1e-8;
    graze_options options[3] = {{0}, {.rel = GRAZE_TIGHTEST}, {.rel = (graze_real)0.1}};
    const graze_real rels[3] = {rel, 0, (graze_real)0.1};
    graze_cache cache = {.size = 1, .support_a = {below(300)}, .support_b = {below(300)}};
    test_memory memory;
    for (int i = 0; i < 6; ++i) {
        graze_separation s;
        test_memory_begin(&memory, 0);
        graze_status status =
            graze_distance(&a->placed, &b->placed, &options[i % 3], i < 3 ? NULL : &cache, &s);
        test_memory_end();
        assert_int_equal(status, GRAZE_OK);
        assert_int_equal(memory.calls, 0);
        check_result(a, b, rels[i % 3], &s, lower, upper, seed, number);
    }
    ++all_count;
    apart_count += lower > 0;
}

static graze_vec3 random_place(void) {
    double far = below(4) ? 0 : below(2) ? 50 : 3000;
    return graze_vec3_scale(random_direction(), (graze_real)far);
}

static void mesh_pairs(void **state) {
    (void)state;
    uint64_t seed = test_seed(31);
    mesh_random = graze_random_seed(seed);
    long count = test_count(2000); /* at ten times in both precisions, with those below, 10^5 */
    for (long n = 0; n < count;) {
        make_any_mesh(&mesh_a, 30);
        make_any_mesh(&mesh_b, 30);
        make_pieces(&mesh_a, pieces_a);
        make_pieces(&mesh_b, pieces_b);
        for (int i = 0; i < 5; ++i, ++n) {
            double distance = uniform(0, 5);
            union_of a = {pieces_a, &mesh_a, {mesh_a.shape, any_pose(0), random_margin()}};
            union_of b = {pieces_b, &mesh_b, {mesh_b.shape, any_pose(distance), random_margin()}};
            graze_vec3 place = random_place();
            a.placed.pose.origin = graze_vec3_add(a.placed.pose.origin, place);
            b.placed.pose.origin = graze_vec3_add(b.placed.pose.origin, place);
            check_pair(&a, &b, seed, n);
        }
        release_pieces(&mesh_a, pieces_a);
        release_pieces(&mesh_b, pieces_b);
        graze_shape_release(mesh_a.shape);
        graze_shape_release(mesh_b.shape);
    }
    printf("%ld of %ld apart\n", apart_count, all_count);
    assert_true(count < 100 || (4 * apart_count > all_count && apart_count < all_count));
}

static void convex_shapes(void **state) {
    (void)state;
    uint64_t seed = test_seed(32);
    mesh_random = graze_random_seed(seed);
    long count = test_count(3000);
    for (long n = 0; n < count;) {
        make_any_mesh(&mesh_a, 150);
        make_pieces(&mesh_a, pieces_a);
        graze_shape *shape = random_convex();
        for (int i = 0; i < 5; ++i, ++n) {
            double distance = uniform(0, 4);
            union_of a = {pieces_a, &mesh_a, {mesh_a.shape, any_pose(0), random_margin()}};
            union_of b = {NULL, NULL, {shape, any_pose(distance), random_margin()}};
            if (below(2))
                check_pair(&a, &b, seed, n);
            else
                check_pair(&b, &a, seed, n);
        }
        release_pieces(&mesh_a, pieces_a);
        graze_shape_release(mesh_a.shape);
        graze_shape_release(shape);
    }
}

/* A ball inside of a closed surface, and inside of the solid that it encloses. */
static void solids(void **state) {
    (void)state;
    mesh_random = graze_random_seed(33);
    make_mesh(&mesh_a, FAMILY_SPHERE, 200);
    graze_shape *solid = NULL, *ball = NULL;
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    graze_vertices vertices = {mesh_a.vertices, mesh_a.vertex_count, 0, GRAZE_VERTEX_DOUBLE};
    assert_int_equal(graze_shape_mesh(&vertices, mesh_a.groups, 1, &options, NULL, &solid), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.1, &ball), GRAZE_OK);
    graze_placed in = {ball, graze_pose_at((graze_real)0.1, 0, 0), 0};
    graze_placed surface = {mesh_a.shape, graze_pose_identity(), 0};
    graze_placed whole = {solid, graze_pose_identity(), 0};
    graze_separation s;
    assert_int_equal(graze_distance(&surface, &in, NULL, NULL, &s), GRAZE_OK);
    assert_true(s.distance > (graze_real)0.3);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(graze_distance(i ? &in : &whole, i ? &whole : &in, NULL, NULL, &s), GRAZE_OK);
        assert_true(s.distance == 0 && s.lower == 0 && s.upper == 0 && s.end == GRAZE_OVERLAP);
        assert_true(graze_vec3_length(graze_vec3_sub(s.point_a, in.pose.origin)) < (graze_real)0.11);
    }
    graze_shape_release(solid);
    graze_shape_release(ball);
    graze_shape_release(mesh_a.shape);
}

static void statuses(void **state) {
    (void)state;
    mesh_random = graze_random_seed(34);
    make_mesh(&mesh_a, FAMILY_SOUP, 20);
    graze_placed a = {mesh_a.shape, graze_pose_identity(), 0}, b = a, bad = a;
    graze_separation s;
    graze_options negative = {.abs = -1};
    assert_int_equal(graze_distance(&a, &b, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_distance(&a, NULL, NULL, NULL, &s), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_distance(&a, &b, &negative, NULL, &s), GRAZE_INVALID_ARGUMENT);
    bad.margin = -1;
    assert_int_equal(graze_distance(&a, &bad, NULL, NULL, &s), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_distance(&a, &b, NULL, NULL, &s), GRAZE_OK);
    assert_true(s.distance == 0);
    graze_shape_release(mesh_a.shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_pairs),
        cmocka_unit_test(convex_shapes),
        cmocka_unit_test(solids),
        cmocka_unit_test(statuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
