/* SPDX-License-Identifier: MIT
 * Self-intersection of a mesh, against exact brute force in whole numbers, which neighbours meet beyond
 * what they share against hand-made cases; parts and the distance of parts against brute force. */
#include "mesh_unions.h"

static mesh_case mesh;
static graze_shape *pieces[MOST_PIECES * MOST_PRIMITIVES];
static unsigned char found[256 * 256];
static long pair_count;
static uint32_t primitives;

static graze_flow note(void *user, uint32_t a, uint32_t b) {
    (void)user;
    assert_true(a < b && b < primitives);
    ++found[a * primitives + b];
    ++pair_count;
    return GRAZE_CONTINUE;
}

/* By the corners that the mesh was given: polygons have some that no piece of theirs has. */
static bool share_corner(const mesh_case *m, uint32_t i, uint32_t j) {
    graze_primitive_kind kind;
    graze_vec3 p[CELL_CORNERS], q[CELL_CORNERS];
    size_t count_p, count_q;
    assert_int_equal(graze_mesh_primitive(m->shape, i, &kind, p, CELL_CORNERS, &count_p), GRAZE_OK);
    assert_int_equal(graze_mesh_primitive(m->shape, j, &kind, q, CELL_CORNERS, &count_q), GRAZE_OK);
    assert_true(count_p <= CELL_CORNERS && count_q <= CELL_CORNERS);
    for (size_t k = 0; k < count_p; ++k)
        for (size_t l = 0; l < count_q; ++l)
            if (p[k].x == q[l].x && p[k].y == q[l].y && p[k].z == q[l].z) return true;
    return false;
}

/* Primitives that share no corner are pairs iff they meet. */
static void strangers(void **state) {
    (void)state;
    uint64_t seed = test_seed(51);
    mesh_random = graze_random_seed(seed);
    long count = test_count(150), hits = 0;
    for (long n = 0; n < count; ++n) {
        make_any_mesh(&mesh, 60);
        primitives = mesh.primitive_count;
        memset(found, 0, sizeof found);
        graze_tree_counts counts = {0};
        test_memory memory;
        test_memory_begin(&memory, 0);
        assert_int_equal(graze_mesh_self_intersect(mesh.shape, note, NULL, &counts), GRAZE_OK);
        test_memory_end();
        assert_int_equal(memory.calls, 0);
        place_pieces(&mesh, NULL, &pieces_of_a);
        for (uint32_t i = 0; i < primitives; ++i)
            for (uint32_t j = i + 1; j < primitives; ++j) {
                TEST_CHECK(found[i * primitives + j] <= 1, seed, n, "%u %u twice", i, j);
                if (share_corner(&mesh, i, j)) continue;
                bool met = false;
                for (uint32_t k = 0; k < mesh.piece_count[i]; ++k)
                    for (uint32_t l = 0; l < mesh.piece_count[j]; ++l)
                        met = met || pieces_meet(&pieces_of_a.piece[i][k], &pieces_of_a.piece[j][l]);
                TEST_CHECK(found[i * primitives + j] == met, seed, n, "%u %u: %d", i, j, met);
                hits += met;
            }
        graze_shape_release(mesh.shape);
    }
    printf("%ld pairs meet\n", hits);
    assert_true(count < 100 || hits > 100);
}

/* Two triangles, with corners in common: do they count? */
static long count_of(const graze_real v[6][3]) {
    graze_vec3 corners[6];
    for (int i = 0; i < 6; ++i) corners[i] = graze_vec3_make(v[i][0], v[i][1], v[i][2]);
    const uint32_t indices[6] = {0, 1, 2, 3, 4, 5};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_triangles(corners, 6, indices, 2, &shape), GRAZE_OK);
    primitives = 2;
    pair_count = 0;
    assert_int_equal(graze_mesh_self_intersect(shape, note, NULL, NULL), GRAZE_OK);
    graze_shape_release(shape);
    return pair_count;
}

static void neighbours(void **state) {
    (void)state;
    typedef struct example {
        graze_real v[6][3];
        long pairs;
    } example;
    const example examples[] = {
        /* an edge in common: folded, flat, folded back onto itself, one inside of the other */
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 0, 0}, {0, 0, 0}, {0, 0, 2}}, 0},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 0, 0}, {0, 0, 0}, {0, -2, 0}}, 0},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 0, 0}, {0, 0, 0}, {2, 2, 0}}, 1},
        {{{0, 0, 0}, {4, 0, 0}, {2, 4, 0}, {4, 0, 0}, {0, 0, 0}, {2, 1, 0}}, 1},
        /* a corner in common: apart, through, along an edge, flat and overlapping, flat and apart */
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {-2, 0, 1}, {0, -2, 1}}, 0},
        {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {1, 1, 1}, {1, 1, -1}}, 1},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 2}}, 1},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {1, 1, 0}, {-1, 3, 0}}, 1},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {-2, 0, 0}, {0, -2, 0}}, 0},
        /* all corners in common, in any order */
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}}, 1},
        /* a segment that is an edge, one that sticks out of a corner, one that goes along an edge */
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {2, 0, 0}, {2, 0, 0}}, 0},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {-2, 0, 0}, {0, 0, 0}}, 0},
        {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, 1},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; ++i) {
        const graze_real(*v)[3] = examples[i].v;
        graze_real swapped[6][3];
        memcpy(swapped, v + 3, 3 * sizeof *v);
        memcpy(swapped + 3, v, 3 * sizeof *v);
        if (count_of(v) != examples[i].pairs) fail_msg("example %zu", i);
        if (count_of((const graze_real(*)[3])swapped) != examples[i].pairs) fail_msg("swapped %zu", i);
    }
    /* A closed surface that folds nowhere has no pairs at all. */
    mesh_random = graze_random_seed(52);
    make_mesh(&mesh, FAMILY_SPHERE, 200);
    primitives = mesh.primitive_count;
    pair_count = 0;
    assert_int_equal(graze_mesh_self_intersect(mesh.shape, note, NULL, NULL), GRAZE_OK);
    assert_int_equal(pair_count, 0);
    graze_shape_release(mesh.shape);
}

static graze_flow stop(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(int *)user;
    return GRAZE_STOP;
}

/* Parts of a soup are its primitives; their least distance, by brute force. */
static void parts(void **state) {
    (void)state;
    uint64_t seed = test_seed(53);
    mesh_random = graze_random_seed(seed);
    long count = test_count(60), near = 0;
    static uint32_t part[MOST_PRIMITIVES];
    for (long n = 0; n < count; ++n) {
        bool sphere = n % 4 == 0;
        make_mesh(&mesh, sphere ? FAMILY_SPHERE : FAMILY_SOUP, 2 + below(20));
        make_pieces(&mesh, pieces);
        size_t part_count = 0;
        assert_int_equal(graze_mesh_find_parts(mesh.shape, part, &part_count), GRAZE_OK);
        assert_int_equal(part_count, sphere ? 1 : mesh.primitive_count);
        uint32_t colours = 1 + below(4);
        for (uint32_t i = 0; i < mesh.primitive_count && colours > 1; ++i)
            part[i] = i * colours / mesh.primitive_count;
        union_of u = {pieces, &mesh, {mesh.shape, any_pose(1), 0}};
        graze_real lower = GRAZE_REAL_MAX, upper = GRAZE_REAL_MAX;
        for (uint32_t i = 0; i < mesh.primitive_count; ++i)
            for (uint32_t j = i + 1; j < mesh.primitive_count; ++j) {
                graze_placed s = piece_of(&u, i, 0), t = piece_of(&u, j, 0);
                graze_separation one;
                if (part[i] == part[j]) continue;
                assert_int_equal(graze_distance(&s, &t, NULL, NULL, &one), GRAZE_OK);
                lower = graze_min(lower, one.lower);
                upper = graze_min(upper, one.upper);
            }
        graze_real limit = (graze_real)uniform(0, 0.3);
        graze_separation s;
        assert_int_equal(graze_mesh_part_distance(&u.placed, part, limit, NULL, &s), GRAZE_OK);
        bool apart = s.end == GRAZE_SEPARATED;
        near += !apart;
        TEST_CHECK(!apart || upper >= limit, seed, n, "missed: %g within %g", (double)upper,
                   (double)limit);
        TEST_CHECK(apart || (s.lower <= upper && s.upper >= lower), seed, n, "[%g %g], not [%g %g]",
                   (double)s.lower, (double)s.upper, (double)lower, (double)upper);
        TEST_CHECK(apart || part[s.primitive_a] != part[s.primitive_b], seed, n, "one part");
        release_pieces(&mesh, pieces);
        graze_shape_release(mesh.shape);
    }
    assert_true(count < 50 || near > 10);
}

static void statuses(void **state) {
    (void)state;
    mesh_random = graze_random_seed(54);
    make_mesh(&mesh, FAMILY_LATTICE, 100);
    int calls = 0;
    uint32_t part[200];
    size_t count;
    graze_separation s;
    graze_placed placed = {mesh.shape, graze_pose_identity(), 0};
    assert_int_equal(graze_mesh_self_intersect(mesh.shape, stop, &calls, NULL), GRAZE_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(graze_mesh_self_intersect(NULL, stop, &calls, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_self_intersect(mesh.shape, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_find_parts(mesh.shape, NULL, &count), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_part_distance(&placed, NULL, 1, NULL, &s), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_part_distance(&placed, part, -1, NULL, &s), GRAZE_INVALID_ARGUMENT);
    test_memory memory;
    test_memory_begin(&memory, 1);
    assert_int_equal(graze_mesh_find_parts(mesh.shape, part, &count), GRAZE_OUT_OF_MEMORY);
    test_memory_end();
    graze_shape_release(mesh.shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strangers),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(parts),
        cmocka_unit_test(statuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
