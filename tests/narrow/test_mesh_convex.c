/* SPDX-License-Identifier: MIT
 * L2, E9: a mesh and a convex shape, and two meshes with margins or polytopes, against brute force over
 * the primitives by the convex queries, which have proofs of their own. Statuses, early stop, nothing
 * allocated. */
#include "mesh_case.h"

static mesh_case mesh_a, mesh_b;
static graze_shape *pieces_a[MOST_PIECES * MOST_PRIMITIVES], *pieces_b[MOST_PIECES * MOST_PRIMITIVES];
static unsigned char reported[MOST_PRIMITIVES * 64];
static uint32_t count_b;

static graze_vec3 vertex_of(const mesh_case *m, uint32_t i) {
    const double *v = m->vertices[i];
    return graze_vec3_make((graze_real)v[0], (graze_real)v[1], (graze_real)v[2]);
}

/* The pieces as shapes of their own. Polytopes, the last group, are tetrahedra. */
static void make_pieces(const mesh_case *m, graze_shape **out) {
    for (uint32_t i = 0; i < m->primitive_count; ++i)
        for (uint32_t j = 0; j < m->piece_count[i]; ++j) {
            const uint32_t *v = m->pieces[i][j];
            assert_int_equal(graze_shape_triangle(vertex_of(m, v[0]), vertex_of(m, v[1]),
                                                  vertex_of(m, v[2]), &out[MOST_PIECES * i + j]),
                             GRAZE_OK);
        }
}

static void release_pieces(const mesh_case *m, graze_shape **pieces) {
    for (uint32_t i = 0; i < m->primitive_count; ++i)
        for (uint32_t j = 0; j < m->piece_count[i]; ++j)
            graze_shape_release(pieces[MOST_PIECES * i + j]);
}

/* A mesh with four tetrahedra at its end. */
static void make_with_polytopes(mesh_case *m, uint32_t count, graze_shape **pieces) {
    make_mesh(m, below(2) ? FAMILY_MIXED : FAMILY_SOUP, count);
    graze_shape_release(m->shape);
    uint32_t first = m->primitive_count, at = m->vertex_count;
    if (m->group_count < 4) {
        m->groups[m->group_count++] = (graze_primitives){.kind = GRAZE_PRIMITIVE_POLYTOPE,
                                                         .count = 4,
                                                         .indices = m->indices + at,
                                                         .sizes = m->sizes};
        for (uint32_t i = 0; i < 4; ++i) {
            double center[3] = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
            for (int k = 0; k < 4; ++k) add_corner(m, center, 0.3, false);
        }
        for (uint32_t i = at; i < m->vertex_count; ++i) m->indices[i] = i;
    }
    make_pieces(m, pieces);
    for (; at < m->vertex_count; at += 4, ++m->primitive_count) {
        m->piece_count[m->primitive_count] = 1;
        assert_int_equal(graze_shape_tetrahedron(vertex_of(m, at), vertex_of(m, at + 1),
                                                 vertex_of(m, at + 2), vertex_of(m, at + 3),
                                                 &pieces[MOST_PIECES * m->primitive_count]),
                         GRAZE_OK);
    }
    assert_true(m->primitive_count - first <= 4);
    finish_mesh(m);
}

static graze_shape *random_convex(uint32_t kind) {
    graze_shape *shape = NULL;
    graze_real s = (graze_real)uniform(0.2, 0.8);
    graze_vec3 points[12];
    for (int i = 0; i < 12; ++i) points[i] = graze_vec3_scale(random_direction(), s);
    switch (kind) {
    case 0:
        graze_shape_sphere(s, &shape);
        break;
    case 1:
        graze_shape_box(graze_vec3_make(s, s / 2, s / 3), &shape);
        break;
    case 2:
        graze_shape_capsule(s / 2, s, &shape);
        break;
    case 3:
        graze_shape_cone(s, 2 * s, &shape);
        break;
    case 4:
        graze_shape_cylinder(s, s, &shape);
        break;
    case 5:
        graze_shape_ellipsoid(graze_vec3_make(s, s / 2, s / 4), &shape);
        break;
    case 6:
        graze_shape_polytope(points, 12, 0, &shape);
        break;
    default:
        graze_shape_half_space(random_direction(), (graze_real)uniform(-1, 1), &shape);
    }
    assert_non_null(shape);
    return shape;
}

static graze_flow mark(void *user, uint32_t a, uint32_t b) {
    ++reported[(size_t)a * count_b + b];
    ++*(long *)user;
    return GRAZE_CONTINUE;
}
static graze_flow mark_and_stop(void *user, uint32_t a, uint32_t b) {
    mark(user, a, b);
    return GRAZE_STOP;
}
static graze_flow mark_swapped(void *user, uint32_t a, uint32_t b) { return mark(user, b, a); }

static bool piece_within(graze_placed a, const graze_shape *piece_a, graze_placed b,
                         const graze_shape *piece_b, graze_real distance) {
    graze_intersection out;
    a.shape = piece_a;
    b.shape = piece_b;
    assert_int_equal(graze_within(&a, &b, distance, NULL, NULL, &out), GRAZE_OK);
    return out.intersecting;
}

typedef struct other {
    const mesh_case *mesh; /* NULL: one convex shape */
    graze_shape **pieces;
    uint32_t count;
} other;

/* Every pair of primitives; returns how many should have been reported. */
static long check_pairs(const graze_placed *a, const graze_placed *b, const other *o, uint64_t seed,
                        long number) {
    long pairs = 0, found = 0;
    count_b = o->count;
    memset(reported, 0, (size_t)mesh_a.primitive_count * count_b);
    assert_int_equal(graze_intersect_all(a, b, mark, &found, NULL), GRAZE_OK);
    for (uint32_t i = 0; i < mesh_a.primitive_count; ++i)
        for (uint32_t j = 0; j < count_b; ++j) {
            bool met = false;
            for (uint32_t k = 0; k < mesh_a.piece_count[i] && !met; ++k)
                for (uint32_t l = 0; l < (o->mesh ? o->mesh->piece_count[j] : 1) && !met; ++l)
                    met = piece_within(*a, pieces_a[MOST_PIECES * i + k], *b,
                                       o->mesh ? o->pieces[MOST_PIECES * j + l] : b->shape, 0);
            pairs += met;
            TEST_CHECK(reported[(size_t)i * count_b + j] == met, seed, number,
                       "primitives %u and %u: %d, not %d", i, j, reported[(size_t)i * count_b + j],
                       met);
        }
    assert_int_equal(found, pairs);
    return pairs;
}

/* graze_within with a distance, which is as good as a margin. */
static void check_within(const graze_placed *a, const graze_placed *b, uint64_t seed, long number) {
    graze_real distance = (graze_real)uniform(0, 0.5);
    graze_placed fat = *a;
    fat.margin += distance;
    long found = 0;
    assert_int_equal(graze_intersect_all(&fat, b, mark_and_stop, &found, NULL), GRAZE_OK);
    graze_intersection near, swapped;
    assert_int_equal(graze_within(a, b, distance, NULL, NULL, &near), GRAZE_OK);
    TEST_CHECK(near.intersecting == (found > 0), seed, number, "within %g: %d, not %ld",
               (double)distance, near.intersecting, found);
    assert_int_equal(graze_within(b, a, distance, NULL, NULL, &swapped), GRAZE_OK);
    TEST_CHECK(near.intersecting == swapped.intersecting, seed, number, "swapped");
    if (near.intersecting) {
        bool inside_a, inside_b;
        graze_placed ball_b = *b;
        ball_b.margin += distance;
        if (graze_shape_get_kind(b->shape) == GRAZE_SHAPE_MESH) return;
        assert_int_equal(graze_placed_contains(&ball_b, near.point, &inside_b), GRAZE_OK);
        assert_int_equal(graze_placed_contains(&fat, near.point, &inside_a), GRAZE_OK);
        TEST_CHECK(inside_b, seed, number, "the point is not near B");
    }
}

static void convex_shapes(void **state) {
    (void)state;
    uint64_t seed = test_seed(21);
    mesh_random = graze_random_seed(seed);
    long placements = 0, hits = 0, count = test_count(1500);
    while (placements < count) {
        make_with_polytopes(&mesh_a, 10 + below(100), pieces_a);
        for (int i = 0; i < 20; ++i, ++placements) {
            graze_shape *shape = random_convex(below(8));
            graze_placed a = {mesh_a.shape, random_pose((pose_family)below(POSES), uniform(0, 2)), 0};
            graze_placed b = {shape, random_pose((pose_family)below(POSES), 0), 0};
            b.pose.origin =
                graze_vec3_add_scaled(a.pose.origin, (graze_real)uniform(0.3, 2.6), random_direction());
            if (below(2)) a.margin = (graze_real)uniform(0, 0.2);
            if (below(2)) b.margin = (graze_real)uniform(0, 0.2);
            hits += check_pairs(&a, &b, &(other){NULL, NULL, 1}, seed, placements) > 0;
            check_within(&a, &b, seed, placements);
            long found = 0, again = 0;
            graze_intersect_all(&a, &b, mark, &found, NULL);
            assert_int_equal(graze_intersect_all(&b, &a, mark_swapped, &again, NULL), GRAZE_OK);
            assert_int_equal(found, again);
            graze_shape_release(shape);
        }
        release_pieces(&mesh_a, pieces_a);
        graze_shape_release(mesh_a.shape);
    }
    printf("%ld placements, %ld hits\n", placements, hits);
    assert_true(count < 200 || (10 * hits >= 3 * placements && 10 * hits <= 7 * placements));
}

static void meshes_with_margins(void **state) {
    (void)state;
    uint64_t seed = test_seed(22);
    mesh_random = graze_random_seed(seed);
    long placements = 0, hits = 0, count = test_count(300);
    while (placements < count) {
        make_with_polytopes(&mesh_a, 10 + below(40), pieces_a);
        make_with_polytopes(&mesh_b, 10 + below(40), pieces_b);
        for (int i = 0; i < 10; ++i, ++placements) {
            graze_placed a = {mesh_a.shape, random_pose((pose_family)below(POSES), uniform(0, 2)), 0};
            graze_placed b = {mesh_b.shape, random_pose((pose_family)below(POSES), 0), 0};
            b.pose.origin =
                graze_vec3_add_scaled(a.pose.origin, (graze_real)uniform(0.8, 3.4), random_direction());
            a.margin = (graze_real)uniform(0.01, 0.1);
            if (below(2)) b.margin = (graze_real)uniform(0, 0.2);
            hits += check_pairs(&a, &b, &(other){&mesh_b, pieces_b, mesh_b.primitive_count}, seed,
                                placements) > 0;
            check_within(&a, &b, seed, placements);
        }
        release_pieces(&mesh_a, pieces_a);
        release_pieces(&mesh_b, pieces_b);
        graze_shape_release(mesh_a.shape);
        graze_shape_release(mesh_b.shape);
    }
    printf("%ld placements, %ld hits\n", placements, hits);
    assert_true(count < 200 || (10 * hits >= 3 * placements && 10 * hits <= 7 * placements));
}

static void statuses_and_early_stop(void **state) {
    (void)state;
    mesh_random = graze_random_seed(3);
    make_mesh(&mesh_a, FAMILY_SPHERE, 100);
    graze_shape *box = random_convex(1), *plane = random_convex(7);
    graze_placed a = {mesh_a.shape, graze_pose_identity(), 0}, b = a,
                 c = {box, graze_pose_at(1, 0, 0), 0};
    graze_placed bad = a, half = {plane, graze_pose_identity(), 0};
    bad.pose.basis.col[1] = graze_vec3_zero();
    bad.pose.kind = GRAZE_POSE_UNKNOWN;
    long found = 0;
    graze_intersection out;
    count_b = mesh_a.primitive_count;
    test_memory memory;
    test_memory_begin(&memory, 0);
    assert_int_equal(graze_intersect_all(&a, &b, mark_and_stop, &found, NULL), GRAZE_OK);
    assert_int_equal(found, 1);
    assert_int_equal(graze_intersect(&a, &c, NULL, NULL, &out), GRAZE_OK);
    assert_true(out.intersecting);
    assert_int_equal(graze_intersect(&a, &half, NULL, NULL, &out), GRAZE_OK);
    assert_int_equal(memory.calls, 0);
    test_memory_end();
    assert_int_equal(graze_intersect_all(&a, &b, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_intersect_all(NULL, &b, mark, &found, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_intersect_all(&half, &half, mark, &found, NULL), GRAZE_UNBOUNDED);
    assert_int_equal(graze_intersect(&a, &bad, NULL, NULL, &out), graze_pose_check(&bad.pose));
    assert_int_equal(graze_intersect(&a, &b, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_within(&a, &b, -1, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_intersect(&a, &b, &(graze_options){.rel = -3}, NULL, &out),
                     GRAZE_INVALID_ARGUMENT);
    /* A surface holds nothing; apart, there is nothing to say. */
    graze_placed small = {box, graze_pose_identity(), 0};
    graze_pose_make_scaled(graze_quat_identity(), graze_vec3_zero(),
                           graze_vec3_make((graze_real)0.1, (graze_real)0.1, (graze_real)0.1),
                           &small.pose);
    assert_int_equal(graze_intersect(&a, &small, NULL, NULL, &out), GRAZE_OK);
    assert_false(out.intersecting);
    assert_true(out.lower == 0 && out.primitive_a == 0 && out.end == GRAZE_SEPARATED);
    graze_shape_release(box);
    graze_shape_release(plane);
    graze_shape_release(mesh_a.shape);
}

/* A solid contains what is inside, a surface does not (N2). Only the intersections of surfaces are
 * pairs. */
static void solids(void **state) {
    (void)state;
    mesh_random = graze_random_seed(4);
    make_mesh(&mesh_a, FAMILY_SPHERE, 100);
    graze_shape *solid = NULL, *box = NULL;
    graze_vertices vertices = {mesh_a.vertices, mesh_a.vertex_count, 0, GRAZE_VERTEX_DOUBLE};
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    assert_int_equal(graze_shape_mesh(&vertices, mesh_a.groups, 1, &options, NULL, &solid), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    graze_pose small;
    const graze_real tenth = (graze_real)0.1;
    assert_int_equal(graze_pose_make_scaled(graze_quat_identity(), graze_vec3_make(3, tenth, 0),
                                            graze_vec3_make(tenth, tenth, tenth), &small),
                     GRAZE_OK);
    graze_placed a = {solid, graze_pose_at(3, 0, 0), 0}, hollow = {mesh_a.shape, a.pose, 0};
    graze_placed inside[3] = {{box, small, 0}, {mesh_a.shape, small, 0}, {solid, small, 0}};
    graze_intersection out;
    for (int i = 0; i < 3; ++i) {
        long found = 0;
        bool within = false;
        count_b = mesh_a.primitive_count;
        for (int swap = 0; swap < 2; ++swap) {
            assert_int_equal(
                graze_intersect(swap ? &inside[i] : &a, swap ? &a : &inside[i], NULL, NULL, &out),
                GRAZE_OK);
            assert_true(out.intersecting && out.end == GRAZE_OVERLAP);
            assert_int_equal(graze_placed_contains(&a, out.point, &within), GRAZE_OK);
            assert_true(within);
        }
        assert_int_equal(graze_intersect(&hollow, &inside[i], NULL, NULL, &out), GRAZE_OK);
        assert_false(out.intersecting);
        assert_int_equal(graze_intersect_all(&a, &inside[i], mark, &found, NULL), GRAZE_OK);
        assert_int_equal(found, 0);
        inside[i].pose.origin.x = 6;
        assert_int_equal(graze_intersect(&a, &inside[i], NULL, NULL, &out), GRAZE_OK);
        assert_false(out.intersecting);
    }
    graze_shape_release(box);
    graze_shape_release(solid);
    graze_shape_release(mesh_a.shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convex_shapes),
        cmocka_unit_test(meshes_with_margins),
        cmocka_unit_test(statuses_and_early_stop),
        cmocka_unit_test(solids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
