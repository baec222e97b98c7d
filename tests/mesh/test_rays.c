/* SPDX-License-Identifier: MIT
 * Rays at meshes (S13, P11, P13): against rationals on soups, margins, faces, one hit and all. */
#include "ray_brute.h"

static soup soups;

/* Through the soup, often at a vertex, along an edge, or from a place on a primitive. */
static graze_ray random_ray(const graze_placed *placed, graze_random *random) {
    const soup *s = &soups;
    graze_vec3 p[3];
    uint64_t vertex = graze_random_bits(random);
    for (int i = 0; i < 3; ++i) { /* the next one is often a corner of the same primitive */
        vertex = graze_random_bits(random) % 2 ? vertex + 1 : graze_random_bits(random);
        p[i] = graze_pose_apply(&placed->pose, s->vertices[vertex % s->vertex_count]);
    }
    graze_vec3 far = random_vector(4, random), aim = random_vector(1, random);
    graze_ray ray = {far, graze_vec3_sub(p[0], far), INFINITY};
    switch (graze_random_bits(random) % 8) {
    case 0: /* along the line of two vertices */
        ray = (graze_ray){p[0], graze_vec3_sub(p[1], p[0]), INFINITY};
        break;
    case 1:
        ray.origin = graze_vec3_sub(p[0], graze_vec3_sub(p[1], p[0]));
        ray.direction = graze_vec3_sub(p[1], p[0]);
        break;
    case 2: /* along an axis */
        ray.origin = p[0];
        ray.direction = graze_vec3_make((graze_real)(graze_random_bits(random) % 2),
                                        (graze_real)(graze_random_bits(random) % 2), 0);
        break;
    case 3:
        ray.direction = aim;
        break;
    case 4:
        ray.direction =
            graze_vec3_sub(graze_vec3_scale(graze_vec3_add(p[0], p[1]), (graze_real)0.5), far);
        break;
    case 5:
        ray.max_t = graze_random_uniform(random, 0, 2);
        break;
    default:
        break;
    }
    return ray;
}

/* Closest, any and all, in all poses; 2 x 10^5 in make check-long. */
static void test_soups_in_rationals(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(80001));
    graze_random random = graze_random_seed(seed);
    long count = test_count(400), hits = 0, rays = 0;
    for (long n = 0; n < count; ++n) {
        soup_make(&soups, soup_size(&random), n % 2 == 0, false, &random);
        ray_brute brute = ray_brute_of_soup(&soups);
        graze_mesh_options options = {.ray_layout = n % 3 == 0};
        graze_shape *mesh;
        assert_int_equal(graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT,
                                          &options, NULL, &mesh),
                         GRAZE_OK);
        for (int i = 0; i < 25; ++i, ++rays) {
            ray_case c = {.placed = {mesh, soup_pose(&random), 0}, .brute = &brute};
            c.seed = seed;
            c.number = rays;
            c.ray = random_ray(&c.placed, &random);
            ray_find_truth(&c);
            hits += ray_check_closest(&c);
            ray_check_all(&c);
        }
        graze_shape_release(mesh);
        ray_brute_close(&brute);
    }
    TEST_CHECK(hits * 10 > rays * 3, seed, hits, "too few hits of %ld", rays);
}

/* -- all hits, faces, margins -- */

typedef struct gathered {
    uint32_t count;
    double nearest;
    uint32_t first;
    int front;
    uint64_t seen;
} gathered;

static graze_flow gather_hit(void *user, const graze_mesh_hit *hit) {
    gathered *g = user;
    if (g->count == 0 || (double)hit->t < g->nearest) {
        g->nearest = (double)hit->t;
        g->first = hit->primitive;
    }
    g->front += hit->front ? 1 : -1;
    g->seen ^= UINT64_C(1) << hit->primitive % 64;
    ++g->count;
    return GRAZE_CONTINUE;
}
static graze_flow stop_at_once(void *user, const graze_mesh_hit *hit) {
    (void)hit;
    ++*(int *)user;
    return GRAZE_STOP;
}

/* Rays from outside pass as many front faces as back faces of a closed mesh, but on edges. */
static void test_all_hits(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(80003));
    graze_random random = graze_random_seed(seed);
    test_mesh m = test_torus(24, 16);
    graze_shape *mesh;
    assert_int_equal(
        graze_shape_triangles(m.vertices, m.vertex_count, m.indices, m.triangle_count, &mesh),
        GRAZE_OK);
    long hit_rays = 0, count = test_count(4000);
    for (long n = 0; n < count; ++n) {
        graze_placed placed = {mesh, soup_pose(&random), 0};
        graze_ray ray = {graze_vec3_scale(graze_random_direction(&random), 40), {0, 0, 0}, INFINITY};
        graze_vec3 aim = graze_pose_apply(&placed.pose, random_vector(1, &random));
        ray.direction = graze_vec3_sub(aim, ray.origin);
        gathered g = {0};
        graze_mesh_hit hit, front;
        assert_int_equal(graze_ray_all(&placed, &ray, GRAZE_FACES_BOTH, gather_hit, &g, NULL),
                         GRAZE_OK);
        assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
        assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_FRONT, &front, NULL), GRAZE_OK);
        TEST_CHECK(hit.hit == (g.count > 0), seed, n, "closest %d, all %u", hit.hit, g.count);
        TEST_CHECK(g.front == 0 && g.count % 2 == 0, seed, n, "%u hits, front less back %d", g.count,
                   g.front);
        if (!hit.hit) continue;
        ++hit_rays;
        TEST_CHECK((double)hit.t == g.nearest && hit.primitive == g.first, seed, n,
                   "%u at %g, of all %u at %g", hit.primitive, (double)hit.t, g.first, g.nearest);
        TEST_CHECK(hit.front && front.hit && front.primitive == hit.primitive, seed, n, "front %d",
                   front.hit);
        int calls = 0;
        assert_int_equal(graze_ray_all(&placed, &ray, GRAZE_FACES_BOTH, stop_at_once, &calls, NULL),
                         GRAZE_OK);
        assert_int_equal(calls, 1);
    }
    TEST_CHECK(hit_rays * 3 > count && hit_rays < count, seed, hit_rays, "hits of %ld", count);
    graze_shape_release(mesh);
    test_mesh_release(&m);
}

/* With a margin, or with polytopes: the first of the primitives as convex shapes (E9). */
static void test_rounded_soups(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(80004));
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(150);
    for (long n = 0; n < count; ++n) {
        soup_make(&soups, 10 + (uint32_t)(n % 50), false, true, &random);
        graze_shape *mesh;
        assert_int_equal(
            graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT, NULL, NULL, &mesh),
            GRAZE_OK);
        graze_placed placed = {mesh, soup_pose(&random), n % 3 ? (graze_real)0.05 : 0};
        const gz_mesh *inside = gz_mesh_of(mesh);
        for (int i = 0; i < 8; ++i) {
            graze_ray ray = random_ray(&placed, &random);
            ray.origin = graze_vec3_scale(graze_random_direction(&random), 9);
            ray.direction =
                graze_vec3_sub(graze_pose_apply(&placed.pose, random_vector(1, &random)), ray.origin);
            double best = INFINITY;
            for (uint32_t k = 0; k < inside->primitive_count; ++k) {
                gz_mesh_ray one;
                gz_mesh_found found;
                assert_int_equal(gz_mesh_ray_make(&placed, &ray, GRAZE_FACES_BOTH, &one), GRAZE_OK);
                if (gz_mesh_ray_meets(&one, k, &found) && found.t < best) best = found.t;
            }
            graze_mesh_hit hit;
            assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
            bool within = best < INFINITY && best <= (double)ray.max_t;
            TEST_CHECK(hit.hit == within, seed, n, "hit %d, of all %g", hit.hit, best);
            if (hit.hit)
                TEST_CHECK(fabs((double)hit.t - best) <= 1e-5 * best, seed, n, "%g of %g",
                           (double)hit.t, best);
            graze_cast_result cast;
            assert_int_equal(graze_ray_cast(&placed, &ray, NULL, &cast), GRAZE_OK);
            TEST_CHECK(cast.hit == hit.hit &&
                           (!hit.hit || (cast.lower <= hit.t && hit.t <= cast.upper)),
                       seed, n, "cast");
            hits += hit.hit;
        }
        graze_shape_release(mesh);
    }
    TEST_CHECK(hits > count, seed, hits, "too few hits");
}

/* Both layouts, both formats, one answer. */
static void test_layouts_agree(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(80005));
    graze_random random = graze_random_seed(seed);
    test_mesh m = test_ball(30, 40, (graze_real)0.2);
    float *narrow = malloc(m.vertex_count * 3 * sizeof *narrow);
    double *wide = malloc(m.vertex_count * 5 * sizeof *wide);
    for (uint32_t i = 0; i < m.vertex_count; ++i) {
        narrow[3 * i] = (float)m.vertices[i].x;
        narrow[3 * i + 1] = (float)m.vertices[i].y;
        narrow[3 * i + 2] = (float)m.vertices[i].z;
    }
    for (uint32_t i = 0; i < 3 * m.vertex_count; ++i) {
        volatile float rounded = narrow[i]; /* gcc 12 may leave the rounding out */
        wide[5 * (i / 3) + i % 3] = (double)rounded;
    }
    graze_primitives group = {.count = m.triangle_count, .indices = m.indices};
    graze_shape *shapes[4];
    for (int i = 0; i < 4; ++i) {
        graze_vertices array = i & 1 ? (graze_vertices){wide, m.vertex_count, 40, GRAZE_VERTEX_DOUBLE}
                                     : (graze_vertices){narrow, m.vertex_count, 0, GRAZE_VERTEX_FLOAT};
        graze_mesh_options options = {.ray_layout = i >= 2};
        assert_int_equal(graze_shape_mesh(&array, &group, 1, &options, NULL, &shapes[i]), GRAZE_OK);
    }
    for (long n = 0; n < test_count(20000); ++n) {
        graze_pose pose = soup_pose(&random);
        graze_ray ray = {random_vector(6, &random), {0, 0, 0}, INFINITY};
        ray.direction = graze_vec3_sub(graze_pose_apply(&pose, random_vector(1, &random)), ray.origin);
        graze_mesh_hit hit[4];
        memset(hit, 0, sizeof hit);
        for (int i = 0; i < 4; ++i) {
            graze_placed placed = {shapes[i], pose, 0};
            assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit[i], NULL),
                             GRAZE_OK);
            TEST_CHECK(hit[i].hit == hit[0].hit && hit[i].primitive == hit[0].primitive &&
                           hit[i].t == hit[0].t,
                       seed, n, "layout %d: %d %u %.17g, not %d %u %.17g", i, hit[i].hit,
                       hit[i].primitive, (double)hit[i].t, hit[0].hit, hit[0].primitive,
                       (double)hit[0].t);
        }
    }
    for (int i = 0; i < 4; ++i) graze_shape_release(shapes[i]);
    free(wide);
    free(narrow);
    test_mesh_release(&m);
}

static void test_special_rays(void **state) {
    (void)state;
    const graze_vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    graze_shape *mesh, *ball;
    assert_int_equal(graze_shape_triangles(v, 3, NULL, 1, &mesh), GRAZE_OK);
    graze_placed placed = {mesh, graze_pose_identity(), 0};
    graze_mesh_hit hit;
    const graze_real in = (graze_real)0.25;
    graze_ray ray = {{in, in, 0}, {0, 0, 0}, INFINITY}; /* family 16 */
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.t == 0 && graze_vec3_length(hit.normal) == 0);
    ray.origin.z = 1;
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_false(hit.hit);
    ray.direction.z = -2;
    ray.max_t = (graze_real)0.5; /* ends on it */
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_FRONT, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.front && hit.t == (graze_real)0.5 && hit.normal.z == 1);
    ray.max_t = (graze_real)0.4999;
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_false(hit.hit);
    ray = (graze_ray){{-1, in, 0}, {1, 0, 0}, INFINITY}; /* in its plane */
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.t == 1);
    /* A shape that is no mesh. */
    assert_int_equal(graze_shape_sphere(1, &ball), GRAZE_OK);
    placed.shape = ball;
    ray = (graze_ray){{-3, 0, 0}, {1, 0, 0}, INFINITY};
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 0 && hit.front);
    /* What is refused. */
    bool any;
    int calls = 0;
    placed.shape = mesh;
    ray.max_t = -1;
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_any(&placed, &ray, GRAZE_FACES_BOTH, &any, NULL),
                     GRAZE_INVALID_ARGUMENT);
    ray.max_t = 1;
    assert_int_equal(graze_ray_any(&placed, &ray, (graze_faces)7, &any, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_any(&placed, &ray, GRAZE_FACES_BOTH, NULL, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_all(&placed, &ray, GRAZE_FACES_BOTH, NULL, &calls, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_closest(NULL, &ray, GRAZE_FACES_BOTH, &hit, NULL),
                     GRAZE_INVALID_ARGUMENT);
    placed.pose.basis.col[0] = graze_vec3_zero();
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_SINGULAR);
    graze_shape_release(mesh);
    graze_shape_release(ball);
}

/* Along an edge, and past a triangle that is a line: what rounding makes of a zero must not be divided
 * by, nor taken for a normal. Both were found in soups, and need the digits of double. */
static void test_along_an_edge(void **state) {
    (void)state;
#if defined(GRAZE_DOUBLE)
    const graze_vec3 v[6] = {{-0x1.aa2fa4cfedaaep-1, -0x1.7bb0c2b944d08p-3, 0x1.c94daf5bd4108p-3},
                             {-0x1.a465459bc86ep-3, 0x1.0ffb50879383p-2, 0x1.037a86ee6c96p-2},
                             {-0x1.c27a4ec215f9ap-1, 0x1.2e27ebd3062ep-1, 0x1.99de992081d14p-2},
                             {-1, 1, 0},
                             {0, 0, 0},
                             {-0.75, 0.75, 0}};
    const graze_ray rays[2] = {{{-0x1.91e4faddc55c2p-1, -0x1.ec004d2fa8964p-1, 0x1.7b78b1da91fap-5},
                                {-0x1.84aa9f2284ecp-5, 0x1.8d141c8157622p-1, 0x1.6a6f82e52f92p-3},
                                INFINITY},
                               {{-1, 0x1.0000000000001p-2, 0x1.fffffffffffffp-3},
                                {1, -0x1.0000000000001p-2, -0x1.fffffffffffffp-3},
                                INFINITY}};
    for (int i = 0; i < 2; ++i) {
        graze_shape *mesh;
        graze_mesh_hit hit;
        assert_int_equal(graze_shape_triangles(v + 3 * i, 3, NULL, 1, &mesh), GRAZE_OK);
        graze_placed placed = {mesh, graze_pose_identity(), 0};
        assert_int_equal(graze_ray_closest(&placed, &rays[i], GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
        assert_true(hit.hit && fabs(hit.t - 1) < 1e-14);
        assert_true(graze_vec3_dot(hit.normal, rays[i].direction) < 1e-14);
        graze_shape_release(mesh);
    }
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_soups_in_rationals), cmocka_unit_test(test_all_hits),
        cmocka_unit_test(test_rounded_soups),      cmocka_unit_test(test_layouts_agree),
        cmocka_unit_test(test_special_rays),       cmocka_unit_test(test_along_an_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
