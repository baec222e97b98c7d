/* SPDX-License-Identifier: MIT
 * Meshes as shapes (S13, I1, I2): what they are made of, what is refused and left out, what they
 * answer. */
#include <math.h>

#include "mesh/mesh.h"
#include "soup.h"

static soup soups;

static graze_status make(const test_mesh *m, graze_mesh_options options, graze_mesh_report *report,
                         graze_shape **out) {
    graze_vertices array = {m->vertices, m->vertex_count, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.count = m->triangle_count, .indices = m->indices};
    return graze_shape_mesh(&array, &group, 1, &options, report, out);
}

/* -- bad input -- */

static void expect(const graze_vertices *vertices, const graze_primitives *groups, size_t count,
                   graze_mesh_options options, graze_status status, size_t primitive, size_t vertex) {
    graze_mesh_report report;
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_mesh(vertices, groups, count, &options, &report, &shape), status);
    assert_null(shape);
    assert_int_equal(report.primitive, primitive);
    assert_int_equal(report.vertex, vertex);
    if (status != GRAZE_OUT_OF_MEMORY) assert_true(report.reason[0] != 0);
}

static void test_bad_input(void **state) {
    (void)state;
    const graze_mesh_options plain = {0}, solid = {.nature = GRAZE_MESH_SOLID};
    graze_vec3 v[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    graze_vertices array = {v, 5, 0, GRAZE_VERTEX_REAL};
    uint32_t indices[6] = {0, 1, 2, 2, 1, 7};
    graze_primitives group = {.count = 2, .indices = indices};
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 1, 7);
    expect(&array, &group, 0, plain, GRAZE_EMPTY, SIZE_MAX, SIZE_MAX);
    expect(&array, NULL, 1, plain, GRAZE_INVALID_ARGUMENT, SIZE_MAX, SIZE_MAX);
    expect(NULL, &group, 1, plain, GRAZE_INVALID_ARGUMENT, SIZE_MAX, SIZE_MAX);
    indices[5] = 4;
    v[4].y = NAN;
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 1, 4);
    v[4].y = INFINITY;
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 1, 4);
    v[4].y = 2 * GRAZE_SHAPE_REACH;
    expect(&array, &group, 1, plain, GRAZE_OUT_OF_RANGE, 1, 4);
    v[4].y = 1;
    expect(&array, &group, 1, solid, GRAZE_NOT_CLOSED, 0, 0);
    graze_vertices bad = array;
    bad.stride = 5;
    expect(&bad, &group, 1, plain, GRAZE_INVALID_ARGUMENT, SIZE_MAX, SIZE_MAX);
    bad = array;
    bad.format = (graze_vertex_format)9;
    expect(&bad, &group, 1, plain, GRAZE_INVALID_ARGUMENT, SIZE_MAX, SIZE_MAX);
    bad = (graze_vertices){NULL, 5, 0, GRAZE_VERTEX_REAL};
    expect(&bad, &group, 1, plain, GRAZE_INVALID_ARGUMENT, SIZE_MAX, SIZE_MAX);
    group.kind = (graze_primitive_kind)11;
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 0, SIZE_MAX);
    group.kind = GRAZE_PRIMITIVE_POLYGON; /* no sizes */
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 0, SIZE_MAX);
    const uint32_t sizes[] = {3, 2}, loops[] = {1, 0}, whole[] = {6};
    group.sizes = sizes;
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 1, SIZE_MAX);
    group.loops = loops;
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 1, SIZE_MAX);
    group = (graze_primitives){
        .kind = GRAZE_PRIMITIVE_POLYGON, .count = 1, .indices = indices, .sizes = whole};
    expect(&array, &group, 1, plain, GRAZE_INVALID_ARGUMENT, 0, SIZE_MAX); /* not flat */
    group = (graze_primitives){.count = GRAZE_TREE_ITEMS + (size_t)1, .indices = indices};
    expect(&array, &group, 1, plain, GRAZE_OUT_OF_RANGE, GRAZE_TREE_ITEMS, SIZE_MAX);
    group.count = 2;
    expect(&array, &group, 1, (graze_mesh_options){.nature = (graze_mesh_nature)5},
           GRAZE_INVALID_ARGUMENT, SIZE_MAX, SIZE_MAX);
    expect(&array, &group, 1, (graze_mesh_options){.tree = {.degree = 3}}, GRAZE_INVALID_ARGUMENT,
           SIZE_MAX, SIZE_MAX);
    assert_int_equal(graze_shape_mesh(&array, &group, 1, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    v[3].x = NAN; /* not in use */
    graze_shape *shape;
    assert_int_equal(graze_shape_mesh(&array, &group, 1, NULL, NULL, &shape), GRAZE_OK);
    graze_shape_release(shape);
}

/* Family 22. */
static void test_drops(void **state) {
    (void)state;
    const graze_vec3 v[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0, 0, 0}, {0, 0, 1}};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 3, 2, 0, 1, 0, 0, 1, 4, 1, 2},
                   segments[] = {0, 4, 0, 5};
    const uint32_t flat[] = {0, 1, 3}, three[] = {3};
    const graze_vertices array = {v, 6, 0, GRAZE_VERTEX_REAL};
    const graze_primitives groups[] = {
        {.count = 5, .indices = triangles},
        {.kind = GRAZE_PRIMITIVE_SEGMENT, .count = 2, .indices = segments},
        {.kind = GRAZE_PRIMITIVE_POLYGON, .count = 1, .indices = flat, .sizes = three}};
    graze_mesh_options options = {.drop_degenerate = true, .drop_duplicate = true};
    graze_mesh_report report;
    graze_shape *shape;
    graze_mesh_info info;
    assert_int_equal(graze_shape_mesh(&array, groups, 3, &options, &report, &shape), GRAZE_OK);
    assert_int_equal(report.dropped_degenerate, 4); /* 1, 3, the first segment, the polygon */
    assert_int_equal(report.dropped_duplicate, 1);  /* 2 */
    assert_int_equal(report.primitive, SIZE_MAX);
    assert_int_equal(graze_mesh_describe(shape, &info), GRAZE_OK);
    assert_int_equal(info.primitives, 8);
    assert_int_equal(info.kept, 3);
    /* Numbers stay: the last triangle is 4. */
    graze_placed placed = {shape, graze_pose_identity(), 0};
    const graze_ray ray = {{(graze_real)0.25, (graze_real)0.25, 1}, {0, 0, -1}, INFINITY};
    graze_mesh_hit hit;
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 0);
    graze_primitive_kind kind;
    graze_vec3 points[2];
    size_t count;
    assert_int_equal(graze_mesh_primitive(shape, 6, &kind, points, 1, &count), GRAZE_OK);
    assert_true(kind == GRAZE_PRIMITIVE_SEGMENT && count == 2);
    assert_int_equal(graze_mesh_primitive(shape, 8, &kind, points, 2, &count), GRAZE_INVALID_ARGUMENT);
    graze_shape_release(shape);
    /* Nothing is left; and kept as they are. */
    const graze_primitives line = {.count = 1, .indices = triangles + 3};
    assert_int_equal(graze_shape_mesh(&array, &line, 1, &options, &report, &shape), GRAZE_EMPTY);
    assert_int_equal(graze_shape_mesh(&array, &line, 1, NULL, &report, &shape), GRAZE_OK);
    graze_shape_release(shape);
}

static graze_flow count_hit(void *user, const graze_mesh_hit *hit) {
    (void)hit;
    ++*(uint32_t *)user;
    return GRAZE_CONTINUE;
}

/* A million triangles whose centroids, and centres of boxes, are all in one place must not make a deep
 * tree, nor take long; half of them are equal, the others differ in size. */
static void test_same_centroids(void **state) {
    (void)state;
    enum { SIZES = 1024 };
    uint32_t count = (uint32_t)test_count(1000000),
             *indices = malloc(3 * (size_t)count * sizeof *indices);
    graze_vec3 *v = malloc(3 * SIZES * sizeof *v);
    for (int i = 0; i < SIZES; ++i) {
        graze_real s = 1 + (graze_real)i / SIZES;
        v[3 * i] = graze_vec3_make(s, 0, 0);
        v[3 * i + 1] = graze_vec3_make(-s, s, 0);
        v[3 * i + 2] = graze_vec3_make(0, -s, 0);
    }
    for (uint32_t i = 0; i < 3 * count; ++i) indices[i] = i % 3 + (i / 3 % 2 ? 3 * (i / 6 % SIZES) : 0);
    graze_shape *shape;
    graze_mesh_info info;
    assert_int_equal(graze_shape_triangles(v, 3 * SIZES, indices, count, &shape), GRAZE_OK);
    assert_int_equal(graze_mesh_describe(shape, &info), GRAZE_OK);
    assert_true(info.tree.depth <= 32);
    graze_placed placed = {shape, graze_pose_identity(), 0};
    const graze_ray ray = {{0, 0, 1}, {0, 0, -1}, INFINITY};
    graze_mesh_hit hit;
    uint32_t hits = 0;
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 0 && hit.t == 1);
    assert_int_equal(graze_ray_all(&placed, &ray, GRAZE_FACES_BOTH, count_hit, &hits, NULL), GRAZE_OK);
    assert_int_equal(hits, count);
    graze_shape_release(shape);
    free(v);
    free(indices);
}

/* Fit for a surface, where all triangles around the junction are found, but not for a solid. */
static void test_junction(void **state) {
    (void)state;
    test_mesh m = test_t_junction();
    const graze_mesh_options surface = {0}, solid = {.nature = GRAZE_MESH_SOLID};
    graze_mesh_report report;
    graze_shape *shape;
    assert_int_equal(make(&m, solid, &report, &shape), GRAZE_NOT_CLOSED);
    assert_true(report.primitive == 0 || report.primitive >= 10);
    assert_true(report.vertex == 4 || report.vertex == 5 || report.vertex == 8);
    assert_int_equal(make(&m, surface, &report, &shape), GRAZE_OK);
    graze_placed placed = {shape, graze_pose_identity(), 0};
    static const struct {
        graze_vec3 direction;
        uint32_t hits;
    } rays[] = {{{0, -1, 1}, 4}, {{(graze_real)0.5, -1, 1}, 2}, {{(graze_real)-0.75, -1, 1}, 2}};
    for (int i = 0; i < 3; ++i) { /* at the junction, and beside it on the edge */
        const graze_ray ray = {{0, 0, 0}, rays[i].direction, INFINITY};
        uint32_t hits = 0;
        assert_int_equal(graze_ray_all(&placed, &ray, GRAZE_FACES_BOTH, count_hit, &hits, NULL),
                         GRAZE_OK);
        assert_int_equal(hits, rays[i].hits);
    }
    graze_shape_release(shape);
    test_mesh_release(&m);
}

/* -- solids -- */

static void test_closed(void **state) {
    (void)state;
    test_mesh m = test_ball(6, 8, 0);
    const graze_mesh_options solid = {.nature = GRAZE_MESH_SOLID};
    graze_mesh_report report;
    graze_shape *shape;
    assert_int_equal(make(&m, solid, &report, &shape), GRAZE_OK);
    graze_shape_release(shape);
    --m.triangle_count; /* a hole */
    assert_int_equal(make(&m, solid, &report, &shape), GRAZE_NOT_CLOSED);
    assert_true(report.primitive < m.triangle_count && report.vertex < m.vertex_count);
    ++m.triangle_count;
    uint32_t swap = m.indices[0]; /* turned over */
    m.indices[0] = m.indices[1];
    m.indices[1] = swap;
    assert_int_equal(make(&m, solid, &report, &shape), GRAZE_NOT_CLOSED);
    test_mesh_release(&m);
    /* A prism of two triangles and three squares, as polygons; and with a segment, which is no face. */
    const graze_vec3 v[6] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 3}, {2, 0, 3}, {0, 2, 3}};
    const uint32_t ends[] = {0, 2, 1, 3, 4, 5}, sides[] = {0, 1, 4, 3, 1, 2, 5, 4, 2, 0, 3, 5};
    const uint32_t four[] = {4, 4, 4}, edge[] = {0, 1};
    const graze_vertices array = {v, 6, 0, GRAZE_VERTEX_REAL};
    for (int kind = GRAZE_PRIMITIVE_CONVEX_POLYGON; kind <= GRAZE_PRIMITIVE_POLYGON; kind += 2) {
        graze_primitives groups[3] = {
            {.count = 2, .indices = ends},
            {.kind = (graze_primitive_kind)kind, .count = 3, .indices = sides, .sizes = four},
            {.kind = GRAZE_PRIMITIVE_SEGMENT, .count = 1, .indices = edge}};
        assert_int_equal(graze_shape_mesh(&array, groups, 3, &solid, &report, &shape),
                         GRAZE_NOT_CLOSED);
        assert_int_equal(report.primitive, 5);
        assert_int_equal(graze_shape_mesh(&array, groups, 2, &solid, &report, &shape), GRAZE_OK);
        graze_shape_mass mass;
        assert_int_equal(graze_shape_measure(shape, &mass), GRAZE_OK);
        assert_true(mass.lower <= 6 && mass.upper >= 6 && mass.upper - mass.lower < (graze_real)1e-4);
        assert_true(fabs((double)mass.center.z - 1.5) < 1e-6 &&
                    fabs((double)mass.center.x - 2.0 / 3) < 1e-6);
        bool inside;
        const graze_real h = (graze_real)0.5;
        assert_int_equal(graze_shape_contains(shape, graze_vec3_make(h, h, h), &inside), GRAZE_OK);
        assert_true(inside);
        assert_int_equal(graze_shape_contains(shape, graze_vec3_make(1, 1, 1), &inside), GRAZE_OK);
        assert_true(inside); /* on a side */
        assert_int_equal(graze_shape_contains(shape, graze_vec3_make(1, 1 + h, 1), &inside), GRAZE_OK);
        assert_false(inside);
        graze_shape_release(shape);
    }
}

/* -- as a shape -- */

static void check_support(const soup *s, const gz_mesh *mesh, graze_random *random, uint64_t seed,
                          long n) {
    const graze_shape *shape = &mesh->shape;
    graze_vec3 v = graze_random_direction(random), p;
    assert_int_equal(graze_shape_support(shape, v, &p), GRAZE_OK);
    double best = -INFINITY;
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const gz_mesh_group *group = gz_mesh_group_of(mesh, i);
        for (uint32_t k = 0; k < gz_mesh_size(group, i); ++k) {
            graze_vec3 q = s->vertices[gz_mesh_index(group, gz_mesh_start(group, i) + k)];
            double height =
                (double)v.x * (double)q.x + (double)v.y * (double)q.y + (double)v.z * (double)q.z;
            best = height > best ? height : best;
        }
    }
    double own = (double)v.x * (double)p.x + (double)v.y * (double)p.y + (double)v.z * (double)p.z;
    TEST_CHECK(fabs(own - best) <= 2 * (double)graze_shape_support_error(shape) + 1e-14, seed, n,
               "support %g, of all %g", own, best);
}

static void test_as_shape(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(81001));
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(100); ++n) {
        soup_make(&soups, soup_size(&random), n % 2, true, &random);
        graze_shape *shape;
        assert_int_equal(graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT, NULL,
                                          NULL, &shape),
                         GRAZE_OK);
        const gz_mesh *mesh = gz_mesh_of(shape);
        for (int i = 0; i < 10; ++i) check_support(&soups, mesh, &random, seed, n);
        graze_placed placed = {shape, soup_pose(&random), 0};
        graze_aabb box;
        graze_sphere ball;
        assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
        assert_int_equal(graze_shape_bounding_sphere(shape, &ball), GRAZE_OK);
        for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
            graze_vec3 corners[8];
            size_t count;
            assert_int_equal(graze_mesh_primitive(shape, i, NULL, corners, 8, &count), GRAZE_OK);
            for (size_t k = 0; k < count; ++k) {
                graze_vec3 p = graze_pose_apply(&placed.pose, corners[k]);
                graze_real off = graze_vec3_length(graze_vec3_sub(corners[k], ball.center));
                TEST_CHECK(graze_aabb_contains_point(&box, p), seed, n, "a vertex outside of the box");
                TEST_CHECK(off <= ball.radius * (1 + 4 * GRAZE_EPSILON), seed, n,
                           "a vertex outside of the ball");
            }
        }
        char text[64];
        assert_true(graze_shape_describe(shape, text, sizeof text) > 10 &&
                    strncmp(text, "mesh(", 5) == 0);
        graze_shape_release(shape);
    }
}

/* What needs a convex shape says so. */
static void test_not_convex(void **state) {
    (void)state;
    test_mesh m = test_ball(6, 8, 0);
    graze_shape *mesh, *box, *out = NULL;
    assert_int_equal(make(&m, (graze_mesh_options){0}, NULL, &mesh), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    graze_pose pose = graze_pose_identity();
    graze_shape *both[2] = {box, mesh};
    assert_int_equal(graze_shape_rounded(mesh, 1, &out), GRAZE_NOT_CONVEX);
    assert_int_equal(graze_shape_minkowski_sum(mesh, box, &out), GRAZE_NOT_CONVEX);
    assert_int_equal(graze_shape_minkowski_sum(box, mesh, &out), GRAZE_NOT_CONVEX);
    assert_int_equal(graze_shape_hull_of(both, 2, &out), GRAZE_NOT_CONVEX);
    assert_int_equal(graze_shape_transformed(mesh, &pose, &out), GRAZE_NOT_CONVEX);
    assert_int_equal(graze_shape_sweep_hull(mesh, &pose, &pose, &out), GRAZE_NOT_CONVEX);
    assert_int_equal(graze_shape_sweep_translation(mesh, &pose, &pose, &out), GRAZE_NOT_CONVEX);
    assert_null(graze_shape_hull(mesh));
    assert_int_equal(graze_shape_revision(box), 0);
    graze_mesh_info info;
    assert_int_equal(graze_mesh_describe(box, &info), GRAZE_INVALID_ARGUMENT);
    graze_shape_release(mesh);
    graze_shape_release(box);
    test_mesh_release(&m);
}

/* -- memory -- */

/* Everything but vertices and indices: at most 24 bytes a triangle; with the ray layout 64. */
static void test_memory_a_triangle(void **state) {
    (void)state;
    test_mesh m = test_ball(120, 290, (graze_real)0.1);
    for (int layout = 0; layout < 2; ++layout) {
        test_memory memory;
        graze_shape *shape;
        graze_mesh_info info;
        test_memory_begin(&memory, 0);
        assert_int_equal(make(&m, (graze_mesh_options){.ray_layout = layout}, NULL, &shape), GRAZE_OK);
        assert_int_equal(graze_mesh_describe(shape, &info), GRAZE_OK);
        assert_int_equal(info.bytes, memory.bytes);
        size_t most = layout && sizeof(graze_real) == 4 ? 64 : layout ? 96 : 24;
        assert_true(memory.bytes <= most * m.triangle_count);
        graze_shape_release(shape);
        assert_int_equal(memory.blocks, 0);
        test_memory_end();
    }
    test_mesh_release(&m);
}

static graze_status make_soup(void *context) {
    const soup *s = context;
    graze_mesh_options options = {.copy_vertices = true,
                                  .copy_indices = true,
                                  .drop_degenerate = true,
                                  .drop_duplicate = true,
                                  .ray_layout = true};
    graze_shape *shape;
    graze_status status =
        graze_shape_mesh(&s->array, s->groups, GRAZE_PRIMITIVE_KIND_COUNT, &options, NULL, &shape);
    if (status == GRAZE_OK) graze_shape_release(shape);
    return status;
}

static graze_status make_solid(void *context) {
    graze_shape *shape;
    graze_status status = make(context, (graze_mesh_options){.nature = GRAZE_MESH_SOLID}, NULL, &shape);
    if (status == GRAZE_OK) graze_shape_release(shape);
    return status;
}

static graze_status build(void *context) {
    (void)context;
    graze_mesh_builder *builder;
    graze_shape *shape;
    graze_status status = graze_mesh_builder_create(NULL, NULL, &builder);
    if (status != GRAZE_OK) return status;
    for (int i = 0; status == GRAZE_OK && i < 40; ++i) {
        graze_primitive_kind kind = i % 3 ? GRAZE_PRIMITIVE_TRIANGLE : GRAZE_PRIMITIVE_POLYGON;
        status = graze_mesh_builder_begin(builder, kind);
        for (int k = 0; status == GRAZE_OK && k < 3; ++k)
            status = graze_mesh_builder_vertex(
                builder, graze_vec3_make((graze_real)(i + k), (graze_real)(k * k), (graze_real)i));
        if (status == GRAZE_OK) status = graze_mesh_builder_end(builder);
    }
    if (status == GRAZE_OK) status = graze_mesh_builder_finish(builder, NULL, &shape);
    graze_mesh_builder_release(builder);
    if (status == GRAZE_OK) graze_shape_release(shape);
    return status;
}

static void test_allocation_failures(void **state) {
    (void)state;
    graze_random random = graze_random_seed(81002);
    soup_make(&soups, 30, true, true, &random);
    assert_true(test_every_allocation_failure(make_soup, &soups) > 10);
    /* A deformation that could not be had leaves the mesh as it was; what only makes it faster may be
     * left out. */
    for (long n = 1; n < 60; ++n) {
        graze_mesh_options options = {.copy_vertices = true};
        graze_shape *shape;
        test_memory memory;
        test_memory_begin(&memory, 0);
        assert_int_equal(graze_shape_mesh(&soups.array, soups.groups, GRAZE_PRIMITIVE_KIND_COUNT,
                                          &options, NULL, &shape),
                         GRAZE_OK);
        memory.fail_at = memory.calls + n;
        graze_status status = graze_mesh_set_vertices(shape, 0, &soups.array);
        assert_true(status == GRAZE_OK || status == GRAZE_OUT_OF_MEMORY);
        assert_int_equal(graze_shape_revision(shape), status == GRAZE_OK);
        graze_shape_release(shape);
        assert_int_equal(memory.blocks, 0);
        test_memory_end();
    }
    test_mesh m = test_ball(6, 8, 0);
    assert_true(test_every_allocation_failure(make_solid, &m) > 3);
    test_mesh_release(&m);
    assert_true(test_every_allocation_failure(build, NULL) > 5);
}

/* -- command by command -- */

static void test_builder(void **state) {
    (void)state;
    const graze_vec3 v[4] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    const graze_vertices array = {v, 4, 0, GRAZE_VERTEX_REAL};
    graze_mesh_builder *b;
    graze_shape *shape;
    graze_mesh_info info;
    assert_int_equal(graze_mesh_builder_create(&array, NULL, &b), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_end(b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_index(b, 0), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_finish(b, NULL, &shape), GRAZE_EMPTY);
    /* A square with a hole of new vertices, a triangle by indices, a polytope, a segment that is too
     * short. */
    assert_int_equal(graze_mesh_builder_begin(b, GRAZE_PRIMITIVE_POLYGON), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_begin(b, GRAZE_PRIMITIVE_POINT), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_range(b, 0, 4), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_range(b, 3, 2), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_loop(b), GRAZE_OK);
    for (int i = 0; i < 3; ++i)
        assert_int_equal(graze_mesh_builder_vertex(b, graze_vec3_make((graze_real)(i == 1 ? 3 : 1),
                                                                      (graze_real)(i == 2 ? 3 : 1), 0)),
                         GRAZE_OK);
    assert_int_equal(graze_mesh_builder_end(b), GRAZE_OK);
    const uint32_t triangle[] = {0, 1, 6};
    assert_int_equal(graze_mesh_builder_begin(b, GRAZE_PRIMITIVE_TRIANGLE), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_index(b, 9), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_indices(b, triangle, 3), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_loop(b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_end(b), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_begin(b, GRAZE_PRIMITIVE_SEGMENT), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_vertex(b, graze_vec3_make(NAN, 0, 0)), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_vertex(b, graze_vec3_make(9, 9, 9)), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_finish(b, NULL, &shape), GRAZE_INVALID_ARGUMENT); /* open */
    assert_int_equal(graze_mesh_builder_end(b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mesh_builder_begin(b, GRAZE_PRIMITIVE_POLYTOPE), GRAZE_OK);
    for (int i = 0; i < 8; ++i)
        assert_int_equal(
            graze_mesh_builder_vertex(b, graze_vec3_make((graze_real)(i & 1), (graze_real)(i >> 1 & 1),
                                                         (graze_real)(5 + (i >> 2)))),
            GRAZE_OK);
    assert_int_equal(graze_mesh_builder_end(b), GRAZE_OK);
    assert_int_equal(graze_mesh_builder_finish(b, NULL, &shape), GRAZE_OK);
    assert_int_equal(graze_mesh_describe(shape, &info), GRAZE_OK);
    assert_int_equal(info.primitives, 3);
    assert_int_equal(info.vertices, 4 + 3 + 8);
    graze_mesh_builder_release(b);
    graze_placed placed = {shape, graze_pose_identity(), 0};
    const graze_real half = (graze_real)0.5, middle = (graze_real)1.5;
    graze_mesh_hit hit;
    graze_ray ray = {{middle, middle, -1}, {0, 0, 1}, 3}; /* through the hole */
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 1);
    ray = (graze_ray){{half, half, 9}, {0, 0, -1}, INFINITY};
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 2 && fabs((double)hit.t - 3) < 1e-5);
    ray = (graze_ray){{half, 3, 4}, {0, 0, -1}, INFINITY};
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 0 && hit.front);
    graze_shape_release(shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_drops),
        cmocka_unit_test(test_same_centroids),
        cmocka_unit_test(test_junction),
        cmocka_unit_test(test_closed),
        cmocka_unit_test(test_as_shape),
        cmocka_unit_test(test_not_convex),
        cmocka_unit_test(test_memory_a_triangle),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_builder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
