/* SPDX-License-Identifier: MIT
 * Boxes, balls and points against meshes in any pose, beside every primitive one by one. */
#include <math.h>

#include "math/affine.h"
#include "mesh/mesh.h"
#include "primitive/closest.h"
#include "primitive/span.h"
#include "soup.h"

static soup soups;
enum { MOST = 3000 };

typedef struct marks {
    unsigned char seen[MOST];
    uint32_t count;
} marks;

static graze_flow mark(void *user, uint32_t item) {
    marks *m = user;
    assert_true(item < MOST && !m->seen[item]);
    m->seen[item] = 1;
    ++m->count;
    return GRAZE_CONTINUE;
}
static graze_flow stop(void *user, uint32_t item) {
    (void)item;
    ++*(int *)user;
    return GRAZE_STOP;
}

static void world_corners(const graze_placed *placed, const gz_mesh_group *group, uint32_t i,
                          uint32_t k, double out[3][3]) {
    gz_affine pose = gz_affine_of_pose(&placed->pose);
    double p[3][3];
    gz_mesh_piece_corners(gz_mesh_of(placed->shape), group, i, k, p);
    for (int c = 0; c < 3; ++c) gz_affine_apply(&pose, p[c], out[c]);
}

/* Every triangle, exactly (margin 0). */
static bool box_meets(const graze_placed *placed, const graze_aabb *box, uint32_t i) {
    const gz_mesh_group *group = gz_mesh_group_of(gz_mesh_of(placed->shape), i);
    gz_span_box b = gz_span_box_of(box);
    for (uint32_t k = 0; k < gz_mesh_piece_count(group, i); ++k) {
        double p[3][3];
        world_corners(placed, group, i, k, p);
        gz_span_triangle t;
        for (int c = 0; c < 3; ++c) t.p[c] = (gz_end){{p[c][0], p[c][1], p[c][2]}, false};
        if (gz_triangle_meets_box(&t, &b)) return true;
    }
    return false;
}

/* How far a primitive is from a point. */
static double distance_of(const graze_placed *placed, graze_vec3 point, uint32_t i) {
    const gz_mesh_group *group = gz_mesh_group_of(gz_mesh_of(placed->shape), i);
    double best = INFINITY;
    for (uint32_t k = 0; k < gz_mesh_piece_count(group, i); ++k) {
        double p[3][3];
        world_corners(placed, group, i, k, p);
        wide3 seen[3];
        for (int c = 0; c < 3; ++c)
            seen[c] = wide3_sub(wide3_make(p[c][0], p[c][1], p[c][2]), wide3_from(point));
        double distance = wide3_length(gz_closest_on_triangle(seen));
        best = distance < best ? distance : best;
    }
    return best;
}

static void test_boxes_and_balls(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(82001));
    graze_random random = graze_random_seed(seed);
    static marks found;
    long hits = 0, asked = 0;
    for (long n = 0; n < test_count(200); ++n) {
        soup_make(&soups, soup_size(&random), n % 2 == 0, false, &random);
        graze_shape *shape;
        assert_int_equal(graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT, NULL,
                                          NULL, &shape),
                         GRAZE_OK);
        uint32_t count = gz_mesh_of(shape)->primitive_count;
        for (int i = 0; i < 10; ++i) {
            graze_placed placed = {shape, soup_pose(&random), 0};
            graze_vec3 vertex = soups.vertices[graze_random_bits(&random) % soups.vertex_count];
            graze_vec3 corner = graze_pose_apply(&placed.pose, vertex);
            graze_vec3 size = {graze_random_uniform(&random, 0, 1), graze_random_uniform(&random, 0, 1),
                               0};
            graze_aabb box = {corner, graze_vec3_add(corner, size)};
            memset(&found, 0, sizeof found);
            assert_int_equal(graze_overlap_box(&placed, &box, mark, &found, NULL), GRAZE_OK);
            for (uint32_t k = 0; k < count; ++k)
                TEST_CHECK(found.seen[k] == box_meets(&placed, &box, k), seed, n,
                           "box, primitive %u: %d", k, found.seen[k]);
            hits += found.count;
            asked += count;
            placed.margin = i % 2 ? (graze_real)0.25 : 0;
            graze_sphere ball = {corner, graze_random_uniform(&random, 0, 1)};
            double reach = (double)ball.radius + (double)placed.margin;
            memset(&found, 0, sizeof found);
            assert_int_equal(graze_overlap_sphere(&placed, &ball, mark, &found, NULL), GRAZE_OK);
            for (uint32_t k = 0; k < count; ++k) {
                double distance = distance_of(&placed, corner, k);
                TEST_CHECK(found.seen[k] == (distance <= reach) || fabs(distance - reach) < 1e-12, seed,
                           n, "ball, primitive %u: %d at %g of %g", k, found.seen[k], distance, reach);
            }
            if (found.count) {
                int calls = 0;
                assert_int_equal(graze_overlap_sphere(&placed, &ball, stop, &calls, NULL), GRAZE_OK);
                assert_int_equal(calls, 1);
            }
            /* A box with a margin: what the ball in its middle meets, it meets; what is far, not. */
            placed.margin = (graze_real)0.5;
            memset(&found, 0, sizeof found);
            assert_int_equal(graze_overlap_box(&placed, &box, mark, &found, NULL), GRAZE_OK);
            for (uint32_t k = 0; k < count; ++k) {
                double distance = distance_of(&placed, corner, k);
                double diagonal = (double)graze_vec3_length(size);
                TEST_CHECK(found.seen[k] || distance > 0.5 - 1e-5, seed, n, "grown box misses %u", k);
                TEST_CHECK(!found.seen[k] || distance <= 0.5 + diagonal + 1e-5, seed, n,
                           "grown box meets %u", k);
            }
        }
        graze_shape_release(shape);
    }
    TEST_CHECK(hits * 50 > asked && hits * 2 < asked, seed, hits, "hits of %ld", asked);
}

/* Solids under poses: inside by the formula of the body. */
static void test_points_in_solids(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(82002));
    graze_random random = graze_random_seed(seed);
    test_mesh m = test_torus(64, 48);
    graze_vertices array = {m.vertices, m.vertex_count, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.count = m.triangle_count, .indices = m.indices};
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    graze_shape *solid, *surface;
    assert_int_equal(graze_shape_mesh(&array, &group, 1, &options, NULL, &solid), GRAZE_OK);
    assert_int_equal(graze_shape_mesh(&array, &group, 1, NULL, NULL, &surface), GRAZE_OK);
    long inside_count = 0, count = test_count(20000);
    for (long n = 0; n < count; ++n) {
        graze_placed placed = {solid, soup_pose(&random), 0};
        graze_vec3 p = random_vector((graze_real)1.2, &random);
        p.z *= (graze_real)0.4;
        if (n % 4 == 0) { /* below a vertex or an edge, as the ray along x sees it */
            graze_vec3 v = m.vertices[graze_random_bits(&random) % m.vertex_count];
            p.y = v.y, p.z = v.z;
        }
        double ring = sqrt((double)(p.x * p.x + p.y * p.y)) - 1;
        double tube = sqrt(ring * ring + (double)(p.z * p.z));
        bool inside;
        assert_int_equal(graze_placed_contains(&placed, graze_pose_apply(&placed.pose, p), &inside),
                         GRAZE_OK);
        if (tube < 0.39 || tube > 0.41)
            TEST_CHECK(inside == (tube < 0.4), seed, n, "inside %d at %g", inside, tube);
        inside_count += inside;
        bool on;
        placed.shape = surface;
        graze_vec3 corner = m.vertices[graze_random_bits(&random) % m.vertex_count];
        assert_int_equal(graze_placed_contains(&placed, graze_pose_apply(&placed.pose, corner), &on),
                         GRAZE_OK);
        TEST_CHECK(on, seed, n, "a corner is not on the surface");
        assert_int_equal(graze_shape_contains(surface, p, &on), GRAZE_OK);
        if (tube < 0.39) TEST_CHECK(!on, seed, n, "inside of a surface");
    }
    TEST_CHECK(inside_count * 10 > count * 2 && inside_count * 10 < count * 8, seed, inside_count,
               "of %ld", count);
    graze_shape_release(solid);
    graze_shape_release(surface);
    test_mesh_release(&m);
}

static void test_refused(void **state) {
    (void)state;
    const graze_vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    graze_shape *mesh;
    int calls = 0;
    assert_int_equal(graze_shape_triangles(v, 3, NULL, 1, &mesh), GRAZE_OK);
    graze_placed placed = {mesh, graze_pose_identity(), 0};
    graze_aabb box = {{0, 0, 0}, {1, 1, 1}}, turned = {{1, 0, 0}, {0, 1, 1}};
    graze_sphere ball = {{0, 0, 0}, -1};
    assert_int_equal(graze_overlap_box(&placed, &turned, stop, &calls, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_overlap_box(&placed, &box, NULL, &calls, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_overlap_box(NULL, &box, stop, &calls, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_overlap_sphere(&placed, &ball, stop, &calls, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_overlap_sphere(&placed, NULL, stop, &calls, NULL), GRAZE_INVALID_ARGUMENT);
    box.hi.x = GRAZE_SHAPE_REACH;
    assert_int_equal(graze_overlap_box(&placed, &box, stop, &calls, NULL), GRAZE_OUT_OF_RANGE);
    assert_int_equal(calls, 0);
    /* Shapes that are no meshes have one primitive. */
    graze_shape *sphere;
    assert_int_equal(graze_shape_sphere(1, &sphere), GRAZE_OK);
    placed.shape = sphere;
    box.hi.x = 1;
    ball.radius = 1;
    assert_int_equal(graze_overlap_box(&placed, &box, stop, &calls, NULL), GRAZE_OK);
    assert_int_equal(graze_overlap_sphere(&placed, &ball, stop, &calls, NULL), GRAZE_OK);
    assert_int_equal(calls, 2);
    graze_shape_release(sphere);
    graze_shape_release(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_and_balls),
        cmocka_unit_test(test_points_in_solids),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
