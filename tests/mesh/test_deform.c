/* SPDX-License-Identifier: MIT
 * Deformation (I2, H7): the refitted tree is what the builder would store, answers follow the vertices,
 * what is refused changes nothing. Threads on one mesh. */
#include <math.h>
#include <pthread.h>

#include "mesh/fit.h"
#include "mesh/mesh.h"
#include "soup.h"
#include "tree/refit.h"

static soup soups;

/* Every lane holds its primitives, and no more than that. */
static void check_boxes(const gz_mesh *mesh, uint64_t seed, long n) {
    const graze_tree *tree = mesh->tree;
    gz_mesh_boxes boxes = {mesh, tree->units};
    for (uint32_t at = 0; at < tree->node_count; ++at) {
        const gz_node *node = &tree->nodes[at];
        for (uint32_t i = 0; i < gz_node_lanes(node); ++i) {
            uint32_t link = node->link[i];
            gz_box4 box = gz_box4_nothing();
            if (gz_link_is_leaf(link))
                for (uint32_t k = 0; k < gz_link_count(link); ++k)
                    box =
                        gz_box4_join(box, gz_mesh_box_at(&boxes, tree->items[gz_link_first(link) + k]));
            else
                box = gz_node_bounds(&tree->nodes[link]);
            _Alignas(16) float lo[4], minus_hi[4];
            gz_f32x4_store(lo, box.lo);
            gz_f32x4_store(minus_hi, box.minus_hi);
            for (int k = 0; k < 3; ++k)
                TEST_CHECK(node->lo[k][i] == lo[k] && node->hi[k][i] == -minus_hi[k], seed, n,
                           "node %u lane %u", at, i);
        }
    }
}

static void check_same_answers(const graze_shape *a, const graze_shape *b, graze_random *random,
                               uint64_t seed, long n) {
    graze_placed in_a = {a, soup_pose(random), 0}, in_b = in_a;
    in_b.shape = b;
    for (int i = 0; i < 10; ++i) {
        graze_ray ray = {random_vector(4, random), {0, 0, 0}, INFINITY};
        ray.direction =
            graze_vec3_sub(graze_pose_apply(&in_a.pose, random_vector(1, random)), ray.origin);
        graze_mesh_hit x, y;
        assert_int_equal(graze_ray_closest(&in_a, &ray, GRAZE_FACES_BOTH, &x, NULL), GRAZE_OK);
        assert_int_equal(graze_ray_closest(&in_b, &ray, GRAZE_FACES_BOTH, &y, NULL), GRAZE_OK);
        TEST_CHECK(x.hit == y.hit && (!x.hit || (x.t == y.t && x.primitive == y.primitive)), seed, n,
                   "%d %u at %.17g, made anew %d %u at %.17g", x.hit, x.primitive, (double)x.t, y.hit,
                   y.primitive, (double)y.t);
    }
    graze_aabb box_a, box_b;
    assert_int_equal(graze_placed_bounds(&in_a, &box_a), GRAZE_OK);
    assert_int_equal(graze_placed_bounds(&in_b, &box_b), GRAZE_OK);
    assert_memory_equal(&box_a, &box_b, sizeof box_a);
}

/* In place, elsewhere, and copied: like a mesh made of the new vertices. */
static void test_deformed_is_made_anew(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(83001));
    graze_random random = graze_random_seed(seed);
    static graze_vec3 other[SOUP_VERTICES];
    for (long n = 0; n < test_count(150); ++n) {
        soup_make(&soups, soup_size(&random), false, n % 2, &random);
        graze_mesh_options options = {.copy_vertices = n % 3 == 2, .ray_layout = n % 2};
        graze_shape *mesh, *anew;
        assert_int_equal(graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT,
                                          &options, NULL, &mesh),
                         GRAZE_OK);
        for (int frame = 1; frame <= 3; ++frame) {
            /* Polygons stay flat only if they do not move: they are cut once. */
            for (uint32_t i = 0; i < soups.vertex_count; ++i)
                soups.vertices[i] = graze_vec3_add(
                    graze_vec3_scale(soups.vertices[i], (graze_real)1.25),
                    graze_vec3_make((graze_real)frame, soups.vertices[i].x * (graze_real)0.5, 0));
            graze_vertices moved = soups.array;
            if (n % 3 == 1) {
                memcpy(other, soups.vertices, sizeof other);
                moved.data = other;
            }
            graze_status status = n % 3 == 0   ? graze_mesh_update(mesh)
                                  : n % 3 == 1 ? graze_mesh_rebase(mesh, &moved)
                                               : graze_mesh_set_vertices(mesh, 0, &soups.array);
            assert_int_equal(status, GRAZE_OK);
            assert_int_equal(graze_shape_revision(mesh), frame);
            check_boxes(gz_mesh_of(mesh), seed, n);
            if (graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT, NULL, NULL,
                                 &anew) != GRAZE_OK)
                continue; /* a polygon bent too far */
            check_same_answers(mesh, anew, &random, seed, n);
            graze_shape_release(anew);
        }
        graze_shape_release(mesh);
    }
}

/* Triangles in one group are fitted in a way of their own: float and double, any stride, with indices
 * or in order. */
static void test_triangles(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(83005));
    graze_random random = graze_random_seed(seed);
    enum { MOST = 3000, STRIDE = 3 * sizeof(double) + 5 };
    static char places[MOST * 3 * STRIDE];
    static uint32_t indices[3 * MOST];
    for (long n = 0; n < test_count(60); ++n) {
        uint32_t count = 1 + (uint32_t)(graze_random_bits(&random) % (n % 5 ? 100 : MOST));
        bool in_order = n % 3 == 0, narrow = n % 2;
        size_t size = narrow ? sizeof(float) : sizeof(double), stride = n % 4 < 2 ? 3 * size : STRIDE;
        uint32_t vertices = in_order ? 3 * count : 3 + count / 2;
        for (uint32_t i = 0; i < 3 * count; ++i)
            indices[i] = (uint32_t)(graze_random_bits(&random) % vertices);
        graze_vertices array = {places, vertices, stride,
                                narrow ? GRAZE_VERTEX_FLOAT : GRAZE_VERTEX_DOUBLE};
        graze_primitives group = {.count = count, .indices = in_order ? NULL : indices};
        graze_shape *mesh = NULL;
        for (int frame = 0; frame < 3; ++frame) {
            double far = frame == 2 ? 1e6 : 1;
            for (uint32_t i = 0; i < 3 * vertices; ++i) {
                double wide = far + (double)graze_random_uniform(&random, -1, 1);
                float rounded = (float)wide;
                const void *number = narrow ? (const void *)&rounded : (const void *)&wide;
                memcpy(places + i / 3 * stride + i % 3 * size, number, size);
            }
            if (!mesh)
                assert_int_equal(graze_shape_mesh(&array, &group, 1, NULL, NULL, &mesh), GRAZE_OK);
            else
                assert_int_equal(graze_mesh_update(mesh), GRAZE_OK);
            check_boxes(gz_mesh_of(mesh), seed, n);
        }
        graze_shape_release(mesh);
    }
}

static void test_refused(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(83002));
    graze_random random = graze_random_seed(seed);
    soup_make(&soups, 60, false, true, &random);
    graze_mesh_options options = {.copy_vertices = true};
    graze_shape *borrowed, *owned;
    assert_int_equal(
        graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT, NULL, NULL, &borrowed),
        GRAZE_OK);
    assert_int_equal(graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT, &options,
                                      NULL, &owned),
                     GRAZE_OK);
    assert_int_equal(graze_mesh_update(owned), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_rebase(owned, &soups.array), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_set_vertices(borrowed, 0, &soups.array), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_set_vertices(owned, 1, &soups.array), GRAZE_INVALID_ARGUMENT);
    graze_vertices fewer = soups.array;
    --fewer.count;
    assert_int_equal(graze_mesh_rebase(borrowed, &fewer), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_update(NULL), GRAZE_INVALID_ARGUMENT);
    /* The tree stays as it was. */
    const gz_mesh *mesh = gz_mesh_of(borrowed);
    size_t bytes = mesh->tree->node_count * sizeof(gz_node);
    gz_node *before = malloc(bytes);
    memcpy(before, mesh->tree->nodes, bytes);
    uint32_t used = gz_mesh_index(mesh->groups, 4);
    graze_vec3 good = soups.vertices[used];
    const graze_real bad[] = {NAN, INFINITY, -INFINITY, 4 * GRAZE_SHAPE_REACH};
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k) {
            graze_real *place = k == 0   ? &soups.vertices[used].x
                                : k == 1 ? &soups.vertices[used].y
                                         : &soups.vertices[used].z;
            soups.vertices[used] = good;
            *place = bad[i];
            graze_status expected = i < 3 ? GRAZE_INVALID_ARGUMENT : GRAZE_OUT_OF_RANGE;
            assert_int_equal(graze_mesh_update(borrowed), expected);
            assert_int_equal(graze_mesh_set_vertices(owned, 0, &soups.array), expected);
        }
    soups.vertices[used] = good;
    assert_memory_equal(before, mesh->tree->nodes, bytes);
    assert_int_equal(graze_shape_revision(borrowed), 0);
    assert_int_equal(graze_shape_revision(owned), 0);
    check_same_answers(borrowed, owned, &random, seed, 0);
    assert_int_equal(graze_mesh_update(borrowed), GRAZE_OK);
    free(before);
    graze_shape_release(borrowed);
    graze_shape_release(owned);
}

/* What a query cost in the tree that went through all frames, and in one made anew. */
static void check_cost(const char *what, const graze_tree_counts *own, const graze_tree_counts *anew,
                       uint64_t seed, long n) {
    TEST_CHECK(own->nodes <= 2 * anew->nodes && own->box_tests <= 2 * anew->box_tests &&
                   own->items <= 2 * anew->items,
               seed, n, "%s: %lu nodes, %lu box tests, %lu items; anew %lu, %lu, %lu", what,
               (unsigned long)own->nodes, (unsigned long)own->box_tests, (unsigned long)own->items,
               (unsigned long)anew->nodes, (unsigned long)anew->box_tests, (unsigned long)anew->items);
}

static graze_flow count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(uint64_t *)user;
    return GRAZE_CONTINUE;
}

/* All pairs of triangles of two placements of the mesh. */
static void check_cost_of_pairs(const graze_shape *own, const graze_shape *anew, graze_random *random,
                                uint64_t seed, long n) {
    graze_tree_counts cost[2] = {{0}, {0}};
    for (int i = 0; i < 5; ++i) {
        graze_pose at[2] = {graze_pose_identity(), graze_pose_identity()};
        at[1].basis = graze_quat_to_mat3(graze_random_rotation(random));
        at[1].origin = graze_vec3_scale(graze_random_direction(random), (graze_real)0.7);
        uint64_t found[2] = {0, 0};
        for (int k = 0; k < 2; ++k) {
            graze_placed a = {k ? anew : own, at[0], 0}, b = {k ? anew : own, at[1], 0};
            assert_int_equal(graze_intersect_all(&a, &b, count_pair, &found[k], &cost[k]), GRAZE_OK);
        }
        TEST_CHECK(found[0] == found[1], seed, n, "%lu pairs, anew %lu", (unsigned long)found[0],
                   (unsigned long)found[1]);
    }
    check_cost("pairs", &cost[0], &cost[1], seed, n);
}

/* Queries look at no more than twice what they would in a tree made anew, and answer the same. */
static void check_as_good_as_anew(const graze_shape *mesh, const test_mesh *m, graze_random *random,
                                  uint64_t seed, long n) {
    graze_shape *anew;
    check_boxes(gz_mesh_of(mesh), seed, n);
    assert_int_equal(
        graze_shape_triangles(m->vertices, m->vertex_count, m->indices, m->triangle_count, &anew),
        GRAZE_OK);
    graze_tree_counts own = {0}, best = {0};
    for (int i = 0; i < 200; ++i) {
        graze_ray ray = {random_vector(4, random), {0, 0, 0}, INFINITY};
        ray.direction = graze_vec3_sub(random_vector(1, random), ray.origin);
        graze_placed a = {mesh, graze_pose_identity(), 0}, b = {anew, graze_pose_identity(), 0};
        graze_mesh_hit x, y;
        assert_int_equal(graze_ray_closest(&a, &ray, GRAZE_FACES_BOTH, &x, &own), GRAZE_OK);
        assert_int_equal(graze_ray_closest(&b, &ray, GRAZE_FACES_BOTH, &y, &best), GRAZE_OK);
        TEST_CHECK(x.hit == y.hit && (!x.hit || x.t == y.t), seed, n, "%d at %g, anew %d at %g", x.hit,
                   (double)x.t, y.hit, (double)y.t);
    }
    check_cost("rays", &own, &best, seed, n);
    check_cost_of_pairs(mesh, anew, random, seed, n);
    graze_shape_release(anew);
}

/* 1,000 frames in which every vertex goes its own way. */
static void test_heavy_deformation(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(83003));
    graze_random random = graze_random_seed(seed);
    test_mesh m = test_ball(30, 40, 0);
    graze_vec3 *rest = malloc(m.vertex_count * sizeof *rest),
               *way = malloc(m.vertex_count * sizeof *way);
    memcpy(rest, m.vertices, m.vertex_count * sizeof *rest);
    for (uint32_t i = 0; i < m.vertex_count; ++i) way[i] = graze_random_direction(&random);
    graze_shape *mesh;
    assert_int_equal(
        graze_shape_triangles(m.vertices, m.vertex_count, m.indices, m.triangle_count, &mesh),
        GRAZE_OK);
    long frames = test_count(1000);
    for (long n = 1; n <= frames; ++n) {
        /* The ball turns inside out and swings about. */
        graze_real wave = graze_sin((graze_real)n * (graze_real)0.05),
                   along = (graze_real)(n % 100) / 50 - 1;
        for (uint32_t i = 0; i < m.vertex_count; ++i) {
            graze_vec3 p = graze_vec3_scale(rest[i], along);
            graze_real twist = rest[i].z * wave * 3, c = graze_cos(twist), s = graze_sin(twist);
            p = graze_vec3_make(c * p.x - s * p.y, s * p.x + c * p.y, p.z + wave * p.x);
            m.vertices[i] = graze_vec3_add_scaled(p, (graze_real)0.02, way[i]);
        }
        assert_int_equal(graze_mesh_update(mesh), GRAZE_OK);
        if (n % 100 != 37 && n != frames) continue;
        check_as_good_as_anew(mesh, &m, &random, seed, n);
    }
    graze_shape_release(mesh);
    free(rest);
    free(way);
    test_mesh_release(&m);
}

/* A ball that collapses to a heap, in which every vertex lies anywhere, stays one for a while and
 * unfolds again: the tree of the heap, which nothing could make better, must not stay. */
static void test_unfolding(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(83005));
    graze_random random = graze_random_seed(seed);
    test_mesh m = test_ball(30, 40, 0);
    graze_vec3 *rest = malloc(m.vertex_count * sizeof *rest);
    memcpy(rest, m.vertices, m.vertex_count * sizeof *rest);
    graze_shape *mesh;
    assert_int_equal(
        graze_shape_triangles(m.vertices, m.vertex_count, m.indices, m.triangle_count, &mesh),
        GRAZE_OK);
    const int fold = 10, heap = 200, unfold = 20; /* frames */
    long rounds = test_count(4);
    for (long n = 0; n < rounds; ++n) {
        for (int frame = 0; frame < fold + heap + unfold; ++frame) {
            int left = frame < fold ? fold - frame : frame < fold + heap ? 0 : frame - fold - heap + 1;
            graze_real open = (graze_real)left / (graze_real)(frame < fold ? fold : unfold);
            for (uint32_t i = 0; i < m.vertex_count; ++i) {
                graze_vec3 place = graze_vec3_scale(rest[i], open * open);
                graze_vec3 anywhere = graze_random_direction(&random);
                m.vertices[i] = graze_vec3_add_scaled(place, (1 - open) * (graze_real)0.01, anywhere);
            }
            assert_int_equal(graze_mesh_update(mesh), GRAZE_OK);
        }
        check_as_good_as_anew(mesh, &m, &random, seed, n);
    }
    graze_shape_release(mesh);
    free(rest);
    test_mesh_release(&m);
}

/* -- threads -- */

typedef struct asker {
    const graze_shape *mesh;
    uint64_t sum;
} asker;

static void *ask(void *context) {
    asker *a = context;
    graze_random random = graze_random_seed(83004);
    for (int i = 0; i < 300; ++i) {
        graze_placed placed = {a->mesh, soup_pose(&random), 0};
        graze_ray ray = {random_vector(4, &random), random_vector(1, &random), INFINITY};
        graze_mesh_hit hit;
        bool inside = false;
        if (graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL) == GRAZE_OK && hit.hit)
            a->sum = a->sum * 31 + hit.primitive;
        if (graze_placed_contains(&placed, ray.origin, &inside) == GRAZE_OK)
            a->sum = a->sum * 31 + inside;
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    enum { THREADS = 8 };
    test_mesh m = test_ball(30, 40, (graze_real)0.2);
    graze_shape *mesh;
    assert_int_equal(
        graze_shape_triangles(m.vertices, m.vertex_count, m.indices, m.triangle_count, &mesh),
        GRAZE_OK);
    pthread_t threads[THREADS];
    asker askers[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        askers[i] = (asker){mesh, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(threads[i], NULL);
        assert_true(askers[i].sum == askers[0].sum && askers[0].sum != 0);
    }
    graze_shape_release(mesh);
    test_mesh_release(&m);
}

/* A mesh that does not fit into caches, whose corners are fetched ahead; also as floats in the double
 * build, and without indices. */
static void test_far(void **state) {
    (void)state;
    test_mesh m = test_torus(500, 260);
    uint32_t corners = 3 * m.triangle_count;
    float *narrow = malloc(corners * 3 * sizeof *narrow);
    for (uint32_t i = 0; i < corners; ++i) {
        graze_vec3 p = m.vertices[m.indices[i]];
        narrow[3 * i] = (float)p.x, narrow[3 * i + 1] = (float)p.y, narrow[3 * i + 2] = (float)p.z;
    }
    for (int packed = 0; packed < 2; ++packed) {
        graze_vertices vertices = {m.vertices, m.vertex_count, 0, GRAZE_VERTEX_REAL};
        graze_primitives triangles = {.count = m.triangle_count, .indices = m.indices};
        if (packed) {
            vertices = (graze_vertices){narrow, corners, 0, GRAZE_VERTEX_FLOAT};
            triangles.indices = NULL;
        }
        graze_shape *shape = NULL;
        assert_int_equal(graze_shape_mesh(&vertices, &triangles, 1, NULL, NULL, &shape), GRAZE_OK);
        size_t bytes = m.vertex_count * sizeof *m.vertices + corners * sizeof *m.indices;
        assert_true(bytes > GZ_TREE_FAR);
        for (uint32_t i = 0; i < m.vertex_count; ++i) m.vertices[i].x *= (graze_real)1.1;
        for (uint32_t i = 0; i < 3 * corners; i += 3) narrow[i] *= 1.1f;
        assert_int_equal(graze_mesh_update(shape), GRAZE_OK);
        check_boxes(gz_mesh_of(shape), 0, packed);
        graze_shape_release(shape);
    }
    free(narrow);
    test_mesh_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deformed_is_made_anew),
        cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_heavy_deformation),
        cmocka_unit_test(test_unfolding),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
