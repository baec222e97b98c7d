/* SPDX-License-Identifier: MIT
 * H2, H4, H5, L1, L2, S13: which primitives of two meshes meet, against brute force in exact
 * arithmetic: soups, closed surfaces, lattices where nearly everything touches, polygons that are not
 * convex or have holes, and all kinds of primitives, in rigid, scaled, sheared and reflected poses. */
#include "mesh_case.h"
#include "narrow/mesh_query.h"

static mesh_case mesh_a, mesh_b;
static unsigned char expected[MOST_PRIMITIVES * MOST_PRIMITIVES];
static unsigned char reported[MOST_PRIMITIVES * MOST_PRIMITIVES];
static uint32_t count_b;
static long twice;

static graze_flow report_pair(void *user, uint32_t a, uint32_t b) {
    size_t at = (size_t)a * count_b + b;
    ++*(long *)user;
    twice += reported[at];
    reported[at] = 1;
    return GRAZE_CONTINUE;
}

/* The same far smaller or larger, at times. */
static double world_size = 1;
static void resize_world(graze_pose *a, graze_pose *b) {
    static const double sizes[] = {1, 1, 0x1p-20, 0x1p20};
    world_size = sizes[below(4)];
    if (world_size == 1) return;
    graze_pose *poses[2] = {a, b};
    for (int i = 0; i < 2; ++i) {
        graze_vec3 *columns = poses[i]->basis.col;
        for (int k = 0; k < 3; ++k) columns[k] = graze_vec3_scale(columns[k], (graze_real)world_size);
        poses[i]->origin = graze_vec3_scale(poses[i]->origin, (graze_real)world_size);
        poses[i]->kind = GRAZE_POSE_UNKNOWN;
    }
}

/* The distance of a point from a triangle with corners in the world, in long double, by brute force
 * over plane, edges and corners. */
static long double dot3(const long double u[3], const long double v[3]) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
static long double from_segment(const long double p[3], const long double q[3],
                                const long double x[3]) {
    long double d[3], w[3], r[3];
    for (int k = 0; k < 3; ++k) d[k] = q[k] - p[k], w[k] = x[k] - p[k];
    long double square = dot3(d, d), t = square > 0 ? dot3(w, d) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; ++k) r[k] = w[k] - t * d[k];
    return sqrtl(dot3(r, r));
}
static long double from_triangle(long double t[3][3], const long double x[3]) {
    long double least = INFINITY, n[3], u[3], v[3], w[3];
    for (int i = 0; i < 3; ++i) least = fminl(least, from_segment(t[i], t[(i + 1) % 3], x));
    for (int k = 0; k < 3; ++k)
        u[k] = t[1][k] - t[0][k], v[k] = t[2][k] - t[0][k], w[k] = x[k] - t[0][k];
    for (int k = 0; k < 3; ++k)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    long double square = dot3(n, n);
    if (!(square > 0)) return least;
    long double uu = dot3(u, u), uv = dot3(u, v), vv = dot3(v, v), wu = dot3(w, u), wv = dot3(w, v);
    long double b = (vv * wu - uv * wv) / square, c = (uu * wv - uv * wu) / square;
    if (b >= 0 && c >= 0 && b + c <= 1) least = fminl(least, fabsl(dot3(w, n)) / sqrtl(square));
    return least;
}

static double from_primitive(const mesh_case *m, uint32_t primitive, const graze_pose *pose,
                             graze_vec3 point) {
    long double least = INFINITY;
    const long double x[3] = {point.x, point.y, point.z};
    for (uint32_t j = 0; j < m->piece_count[primitive]; ++j) {
        long double t[3][3];
        for (int c = 0; c < 3; ++c) {
            const double *v = m->vertices[m->pieces[primitive][j][c]];
            const double *col[3] = {V3(pose->basis.col[0]), V3(pose->basis.col[1]),
                                    V3(pose->basis.col[2])};
            for (int k = 0; k < 3; ++k)
                t[c][k] = (long double)col[0][k] * v[0] + (long double)col[1][k] * v[1] +
                          (long double)col[2][k] * v[2] + V3(pose->origin)[k];
        }
        least = fminl(least, from_triangle(t, x));
    }
    return (double)least;
}

/* The first pair is one of those that meet, and the point lies on both. */
static void check_first(const graze_placed *a, const graze_placed *b, bool met, uint64_t seed,
                        long number) {
    graze_intersection first;
    assert_int_equal(graze_intersect(a, b, NULL, NULL, &first), GRAZE_OK);
    TEST_CHECK(first.intersecting == met, seed, number, "intersecting %d, not %d", first.intersecting,
               met);
    if (!met) return;
    size_t at = (size_t)first.primitive_a * count_b + first.primitive_b;
    TEST_CHECK(expected[at], seed, number, "%u and %u do not meet", first.primitive_a,
               first.primitive_b);
    double off_a = from_primitive(&mesh_a, first.primitive_a, &a->pose, first.point);
    double off_b = from_primitive(&mesh_b, first.primitive_b, &b->pose, first.point);
    double limit =
        32 * (double)GRAZE_EPSILON * (12 * world_size + (double)graze_vec3_max_abs(a->pose.origin));
    TEST_CHECK(off_a < limit && off_b < limit, seed, number, "point off by %g and %g", off_a, off_b);
}

/* With oriented boxes, with all axes, and without boxes of leaves the same pairs come. */
static uint32_t corners_of(const void *user, uint32_t item, uint32_t from,
                           double corners[GZ_CORNERS_AT_ONCE][3]) {
    const gz_mesh *mesh = user;
    const gz_mesh_group *group = gz_mesh_group_of(mesh, item);
    if (from / 3 >= gz_mesh_piece_count(group, item)) return 0;
    gz_mesh_piece_corners(mesh, group, item, from / 3, corners);
    return 3;
}

static gz_obb_tree *oriented(const mesh_case *m) {
    gz_obb_tree *tree = NULL;
    const gz_mesh *mesh = gz_mesh_of(m->shape);
    assert_int_equal(gz_obb_tree_build(mesh->tree, corners_of, mesh, &tree), GRAZE_OK);
    return tree;
}

static void check_reported(uint64_t seed, long number) {
    for (size_t i = 0; i < (size_t)mesh_a.primitive_count * count_b; ++i)
        TEST_CHECK(reported[i] == expected[i], seed, number, "primitives %zu and %zu: %d, not %d",
                   i / count_b, i % count_b, reported[i], expected[i]);
}

static void check_oriented(const graze_placed *a, const graze_placed *b, long pairs, uint64_t seed,
                           long number) {
    gz_obb_tree *obb_a = oriented(&mesh_a), *obb_b = oriented(&mesh_b);
    for (int i = 0; i < 4; ++i) {
        long found = 0;
        memset(reported, 0, (size_t)mesh_a.primitive_count * count_b);
        gz_mesh_query query = {.a = a, .b = b, .visit = report_pair, .user = &found};
        query.axes = i % 2 ? GZ_AXES_ALL : GZ_AXES_FACES;
        if (i > 1) query.obb_a = obb_a, query.obb_b = obb_b;
        graze_flow flow;
        assert_int_equal(gz_mesh_ask(&query, &flow), GRAZE_OK);
        TEST_CHECK(found == pairs, seed, number, "way %d: %ld pairs, not %ld", i, found, pairs);
    }
    gz_mesh_query query = {.a = a, .b = b, .visit = report_pair};
    if (gz_mesh_is_simple(gz_mesh_of(a->shape)) && gz_mesh_is_simple(gz_mesh_of(b->shape))) {
        long found = 0;
        memset(reported, 0, (size_t)mesh_a.primitive_count * count_b);
        query.user = &found;
        gz_mesh_meets_mesh_leafless(&query);
        TEST_CHECK(found == pairs && query.counts.items >= (uint64_t)pairs, seed, number,
                   "without leaves: %ld pairs, not %ld", found, pairs);
        check_reported(seed, number);
    }
    gz_obb_tree_release(obb_a);
    gz_obb_tree_release(obb_b);
}

typedef struct tally {
    long placements, hits, pairs, mismatches;
} tally;

/* On the lattice, with primitives that reach far beyond their centres. */
static bool is_wide(mesh_family family) {
    return family == FAMILY_LATTICE || family == FAMILY_MIXED || family == FAMILY_CELLS;
}

static void check_placement(mesh_family family, pose_family poses, uint64_t seed, long number,
                            tally *t) {
    bool far = below(3) == 0;
    graze_placed a = {mesh_a.shape, random_pose(poses, uniform(0, far ? 100 : 1)), 0};
    graze_placed b = {mesh_b.shape, random_pose(poses, 0), 0};
    double distance = is_wide(family) ? uniform(1, family == FAMILY_CELLS ? 6 : 5) : uniform(0.4, 2.8);
    graze_vec3 step = random_direction();
    if (poses == POSE_LATTICE) step = lattice_pose(distance).origin;
    b.pose.origin =
        graze_vec3_add_scaled(a.pose.origin, poses == POSE_LATTICE ? 1 : (graze_real)distance, step);
    resize_world(&a.pose, &b.pose);
    count_b = mesh_b.primitive_count;
    size_t all = (size_t)mesh_a.primitive_count * count_b;
    memset(reported, 0, all);
    twice = 0;
    long pairs = brute_force(&mesh_a, &a.pose, &mesh_b, &b.pose, expected), found = 0;
    graze_tree_counts counts = {0, 0, 0};
    assert_int_equal(graze_intersect_all(&a, &b, report_pair, &found, &counts), GRAZE_OK);
    for (size_t i = 0; i < all; ++i)
        TEST_CHECK(reported[i] == expected[i], seed, number,
                   "primitives %zu and %zu: %d, not %d (poses %d)", i / count_b, i % count_b,
                   reported[i], expected[i], poses);
    TEST_CHECK(twice == 0 && found == pairs, seed, number, "%ld of %ld pairs, %ld twice", found, pairs,
               twice);
    TEST_CHECK(counts.items >= (uint64_t)pairs && counts.items <= all && counts.box_tests > 0, seed,
               number, "counts");
    check_first(&a, &b, pairs > 0, seed, number);
    if (number % 4 == 0) check_oriented(&a, &b, pairs, seed, number);
    ++t->placements;
    t->hits += pairs > 0;
    t->pairs += pairs;
}

static tally check_family(mesh_family family, uint64_t base, long full) {
    uint64_t seed = test_seed(base);
    mesh_random = graze_random_seed(seed);
    tally t = {0, 0, 0, 0};
    long count = test_count(full);
    long large_ones = 0;
    for (long batch = 0; t.placements < count; ++batch) {
        bool large = batch % 6 == 5; /* one placement of 101 */
        /* What is made of cells meets other kinds, too. */
        mesh_family other = family == FAMILY_CELLS && batch % 2 ? FAMILY_MIXED : family;
        make_mesh(&mesh_a, family, large ? 2000 : 10 + below(191));
        make_mesh(&mesh_b, other, large ? 2000 : 10 + below(191));
        for (int i = 0; i < (large ? 1 : 20); ++i)
            check_placement(family, (pose_family)below(is_wide(family) ? POSES : POSE_LATTICE), seed,
                            t.placements, &t);
        large_ones += large;
        graze_shape_release(mesh_a.shape);
        graze_shape_release(mesh_b.shape);
    }
    printf("%ld placements, %ld of 2,000 primitives, %ld hits, %ld pairs\n", t.placements, large_ones,
           t.hits, t.pairs);
    if (t.placements >= 200) {
        assert_true(10 * t.hits >= 3 * t.placements);
        assert_true(10 * t.hits <= 7 * t.placements);
    }
    return t;
}

static void soups(void **state) {
    (void)state;
    check_family(FAMILY_SOUP, 11, 5000);
}
static void lattices(void **state) {
    (void)state;
    check_family(FAMILY_LATTICE, 12, 1500);
}
static void mixed_kinds(void **state) {
    (void)state;
    check_family(FAMILY_MIXED, 13, 1500);
}
static void closed_surfaces(void **state) {
    (void)state;
    check_family(FAMILY_SPHERE, 14, 2000);
}

static void polygons_of_cells(void **state) {
    (void)state;
    check_family(FAMILY_CELLS, 15, 700);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups),
        cmocka_unit_test(lattices),
        cmocka_unit_test(mixed_kinds),
        cmocka_unit_test(closed_surfaces),
        cmocka_unit_test(polygons_of_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
