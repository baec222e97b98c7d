/* SPDX-License-Identifier: MIT
 * Height fields (S13, I1): the same answers as the mesh of their triangles, for rays from the same
 * exact decisions; holes, edits, bad input, memory. */
#include <math.h>

#include "harness.h"

enum { MOST = 40 };

typedef struct field_case {
    uint16_t samples[MOST * MOST];
    float floats[MOST * MOST];
    uint8_t holes[MOST * MOST / 8 + 1];
    graze_height_samples given;
    graze_shape *field, *mesh;
    graze_vec3 vertices[MOST * MOST];
    uint32_t indices[6 * MOST * MOST];
    uint32_t numbers[2 * MOST * MOST]; /* of the mesh's triangles in the field */
    uint32_t triangles;
} field_case;

static field_case the_case;

/* -- making -- */

static void make_mesh(field_case *c) {
    size_t rows = c->given.rows, columns = c->given.columns;
    for (size_t r = 0; r < rows; ++r)
        for (size_t k = 0; k < columns; ++k)
            assert_int_equal(graze_height_field_vertex(c->field, r, k, &c->vertices[r * columns + k]),
                             GRAZE_OK);
    c->triangles = 0;
    for (size_t i = 0; i < 2 * (rows - 1) * (columns - 1); ++i) {
        graze_vec3 corners[3];
        bool hole;
        size_t cell = i / 2, row = cell / (columns - 1), column = cell % (columns - 1);
        assert_int_equal(graze_height_field_triangle(c->field, i, corners, &hole), GRAZE_OK);
        assert_int_equal(hole, c->given.holes && (c->given.holes[cell / 8] >> cell % 8 & 1));
        if (hole) continue;
        uint32_t at = (uint32_t)(row * columns + column), across = at + (uint32_t)columns + 1;
        uint32_t third = i % 2 ? at + 1 : at + (uint32_t)columns;
        const uint32_t index[3] = {at, i % 2 ? across : third, i % 2 ? third : across};
        for (int k = 0; k < 3; ++k) {
            assert_memory_equal(&corners[k], &c->vertices[index[k]], sizeof corners[k]);
            c->indices[3 * c->triangles + (uint32_t)k] = index[k];
        }
        c->numbers[c->triangles++] = (uint32_t)i;
    }
    assert_int_equal(
        graze_shape_triangles(c->vertices, rows * columns, c->indices, c->triangles, &c->mesh),
        GRAZE_OK);
}

/* Hills, or steps that make many edges and planes coincide with lines of the lattice. */
static void make_case(field_case *c, graze_random *random, int family) {
    size_t rows = 2 + graze_random_bits(random) % (MOST - 1);
    size_t columns = 2 + graze_random_bits(random) % (MOST - 1);
    if (family == 2) rows = 2 + graze_random_bits(random) % 3;
    c->given = (graze_height_samples){.samples = c->samples,
                                      .rows = rows,
                                      .columns = columns,
                                      .spacing_x = (graze_real)0.25,
                                      .spacing_z = (graze_real)0.5,
                                      .scale = (graze_real)0.125,
                                      .offset = -4};
    bool floats = graze_random_bits(random) % 2;
    for (size_t i = 0; i < rows * columns; ++i) {
        c->samples[i] = (uint16_t)(28 + graze_random_bits(random) % (family == 1 ? 3 : 9));
        c->floats[i] = (float)c->samples[i] + (family == 0 ? (float)(i % 7) / 9 : 0);
    }
    if (floats) c->given.format = GRAZE_SAMPLE_FLOAT, c->given.samples = c->floats;
    if (family == 0) {
        c->given.spacing_x = (graze_real)0.3;
        c->given.scale = (graze_real)0.07;
    }
    memset(c->holes, 0, sizeof c->holes);
    if (graze_random_bits(random) % 2) {
        size_t cells = (rows - 1) * (columns - 1);
        for (size_t i = 1; i < cells; ++i)
            if (graze_random_bits(random) % 4 == 0)
                c->holes[i / 8] = (uint8_t)(c->holes[i / 8] | 1u << i % 8);
        c->given.holes = c->holes;
    }
    c->given.copy = graze_random_bits(random) % 2;
    assert_int_equal(graze_shape_height_field(&c->given, &c->field), GRAZE_OK);
    make_mesh(c);
}

static void release_case(field_case *c) {
    graze_shape_release(c->field);
    graze_shape_release(c->mesh);
}

static graze_real uniform(graze_random *random, graze_real lo, graze_real hi) {
    return graze_random_uniform(random, lo, hi);
}

static graze_pose some_pose(graze_random *random, int family) {
    graze_pose pose = graze_pose_identity();
    graze_quat turn = graze_random_rotation(random);
    graze_vec3 at;
    at.x = uniform(random, -3, 3);
    at.y = uniform(random, -3, 3);
    at.z = uniform(random, -3, 3);
    graze_vec3 scale = {1, 1, 1};
    if (family == 2) scale = graze_vec3_make(2, (graze_real)0.5, (graze_real)1.5);
    if (family > 0) assert_int_equal(graze_pose_make_scaled(turn, at, scale, &pose), GRAZE_OK);
    return pose;
}

/* -- rays -- */

/* Aimed at the field; on the lattice along its edges, diagonals and through its vertices. */
static graze_ray some_ray(const field_case *c, graze_random *random, const graze_pose *pose) {
    graze_real size_x = c->given.spacing_x * (graze_real)(c->given.columns - 1);
    graze_real size_z = c->given.spacing_z * (graze_real)(c->given.rows - 1);
    bool lattice = graze_random_bits(random) % 2;
    graze_vec3 p[2];
    for (int i = 0; i < 2; ++i) {
        p[i].x = uniform(random, -size_x / 4, size_x * 5 / 4);
        p[i].y = uniform(random, -2, 2);
        p[i].z = uniform(random, -size_z / 4, size_z * 5 / 4);
        if (lattice && i == 0) {
            size_t vertex = graze_random_bits(random) % (c->given.rows * c->given.columns);
            p[i] = c->vertices[vertex];
        } else if (lattice) {
            size_t vertex = graze_random_bits(random) % (c->given.rows * c->given.columns);
            p[i] = graze_vec3_add(c->vertices[vertex],
                                  graze_vec3_make(0, (graze_real)(graze_random_bits(random) % 3), 0));
        }
    }
    graze_vec3 way = graze_vec3_sub(p[1], p[0]);
    if (graze_random_bits(random) % 4 == 0) way = graze_vec3_make(0, -1, 0);
    if (graze_random_bits(random) % 8 == 0) way = graze_vec3_make(1, 0, 0);
    if (graze_random_bits(random) % 8 == 0) way = graze_vec3_make(0, 0, -1);
    graze_vec3 from = graze_vec3_add_scaled(p[0], graze_random_bits(random) % 3 ? -1 : 0, way);
    graze_ray ray;
    ray.origin = graze_pose_apply(pose, from);
    ray.direction = graze_mat3_mul_vec(&pose->basis, way);
    ray.max_t = graze_random_bits(random) % 3 ? GRAZE_REAL_MAX : uniform(random, 0, 3);
    return ray;
}

typedef struct hits {
    int count;
    uint64_t sum;
    uint32_t wanted; /* a triangle, and when it is hit */
    graze_real wanted_t;
} hits;

static graze_flow add_hit(void *user, const graze_mesh_hit *hit) {
    hits *h = user;
    ++h->count;
    h->sum += (uint64_t)hit->primitive * 2 + hit->front;
    if (hit->primitive == h->wanted) h->wanted_t = hit->t;
    return GRAZE_CONTINUE;
}

static graze_flow add_mesh_hit(void *user, const graze_mesh_hit *hit) {
    graze_mesh_hit named = *hit;
    named.primitive = the_case.numbers[hit->primitive];
    return add_hit(user, &named);
}

static void rays_as_the_mesh(void **state) {
    (void)state;
    uint64_t seed = test_seed(1201);
    graze_random random = graze_random_seed(seed);
    field_case *c = &the_case;
    long hit_count = 0, ties = 0, cases = test_count(600);
    for (long n = 0; n < cases; ++n) {
        make_case(c, &random, (int)(n % 3));
        graze_pose pose = some_pose(&random, (int)(n % 4) - 1);
        graze_placed field = {c->field, pose, 0}, mesh = {c->mesh, pose, 0};
        for (int i = 0; i < 60; ++i) {
            graze_ray ray = some_ray(c, &random, &pose);
            graze_faces faces = i % 5 ? GRAZE_FACES_BOTH : GRAZE_FACES_FRONT;
            graze_mesh_hit found, truth;
            bool any, any_truth;
            hits all = {0}, all_truth = {.wanted_t = -1};
            assert_int_equal(graze_ray_closest(&field, &ray, faces, &found, NULL), GRAZE_OK);
            assert_int_equal(graze_ray_closest(&mesh, &ray, faces, &truth, NULL), GRAZE_OK);
            assert_int_equal(graze_ray_any(&field, &ray, faces, &any, NULL), GRAZE_OK);
            assert_int_equal(graze_ray_any(&mesh, &ray, faces, &any_truth, NULL), GRAZE_OK);
            all_truth.wanted = found.primitive;
            assert_int_equal(graze_ray_all(&field, &ray, faces, add_hit, &all, NULL), GRAZE_OK);
            assert_int_equal(graze_ray_all(&mesh, &ray, faces, add_mesh_hit, &all_truth, NULL),
                             GRAZE_OK);
            TEST_CHECK(found.hit == truth.hit && any == any_truth && any == truth.hit, seed, n,
                       "ray %d: hit %d, mesh %d, any %d", i, found.hit, truth.hit, any);
            TEST_CHECK(all.count == all_truth.count && all.sum == all_truth.sum, seed, n,
                       "ray %d: %d hits, mesh %d", i, all.count, all_truth.count);
            hit_count += truth.hit;
            if (!truth.hit) continue;
            uint32_t number = c->numbers[truth.primitive];
            TEST_CHECK(memcmp(&found.t, &truth.t, sizeof found.t) == 0 && all_truth.wanted_t == truth.t,
                       seed, n, "ray %d: t %g, triangle %u; mesh %g, %u", i, (double)found.t,
                       found.primitive, (double)truth.t, number);
            if (found.primitive != number) { /* both are hit at the same time, up to rounding */
                ++ties;
                continue;
            }
            TEST_CHECK(found.front == truth.front &&
                           memcmp(&found.normal, &truth.normal, sizeof found.normal) == 0 &&
                           memcmp(&found.point, &truth.point, sizeof found.point) == 0,
                       seed, n, "ray %d: another side or place of triangle %u", i, number);
        }
        release_case(c);
    }
    assert_in_range(hit_count * 100 / (cases * 60), 30, 80);
    assert_true(ties * 1000 <= hit_count);
}

/* No ray from above slips through between triangles. */
static void no_leaks(void **state) {
    (void)state;
    uint64_t seed = test_seed(1202);
    graze_random random = graze_random_seed(seed);
    field_case *c = &the_case;
    make_case(c, &random, 0);
    graze_shape_release(c->field);
    c->given.holes = NULL;
    assert_int_equal(graze_shape_height_field(&c->given, &c->field), GRAZE_OK);
    graze_real size_x = c->given.spacing_x * (graze_real)(c->given.columns - 1);
    graze_real size_z = c->given.spacing_z * (graze_real)(c->given.rows - 1);
    graze_pose pose = some_pose(&random, 1);
    graze_placed field = {c->field, pose, 0};
    for (long n = 0; n < test_count(20000); ++n) {
        graze_vec3 from, to;
        size_t i = graze_random_bits(&random) % c->given.rows,
               j = graze_random_bits(&random) % c->given.columns;
        to = c->vertices[i * c->given.columns + j]; /* at vertices and edges from above */
        if (n % 2 && j + 1 < c->given.columns)
            to = graze_vec3_scale(graze_vec3_add(to, c->vertices[i * c->given.columns + j + 1]),
                                  (graze_real)0.5);
        if (to.x <= 0 || to.z <= 0 || to.x >= size_x || to.z >= size_z) continue;
        from = graze_vec3_add(to, graze_vec3_make(0, 5, 0));
        from.x += uniform(&random, (graze_real)-0.01, (graze_real)0.01);
        from.z += uniform(&random, (graze_real)-0.01, (graze_real)0.01);
        graze_ray ray = {graze_pose_apply(&pose, from),
                         graze_mat3_mul_vec(&pose.basis, graze_vec3_sub(to, from)), GRAZE_REAL_MAX};
        bool hit;
        assert_int_equal(graze_ray_any(&field, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
        TEST_CHECK(hit, seed, n, "a ray leaks at sample %zu %zu", i, j);
    }
    release_case(c);
}

/* -- edits -- */

static void check_tiles(const field_case *c, graze_random *random, uint64_t seed, long n) {
    field_case *fresh = malloc(sizeof *fresh);
    *fresh = *c;
    make_mesh(fresh); /* from the edited field's own triangles */
    graze_pose pose = graze_pose_identity();
    graze_placed field = {c->field, pose, 0}, mesh = {fresh->mesh, pose, 0};
    for (int i = 0; i < 40; ++i) {
        graze_ray ray = some_ray(fresh, random, &pose);
        graze_mesh_hit found, truth;
        assert_int_equal(graze_ray_closest(&field, &ray, GRAZE_FACES_BOTH, &found, NULL), GRAZE_OK);
        assert_int_equal(graze_ray_closest(&mesh, &ray, GRAZE_FACES_BOTH, &truth, NULL), GRAZE_OK);
        TEST_CHECK(found.hit == truth.hit && found.t == truth.t, seed, n, "after an edit");
    }
    graze_aabb box, truth;
    assert_int_equal(graze_placed_bounds(&field, &box), GRAZE_OK);
    assert_int_equal(graze_placed_bounds(&mesh, &truth), GRAZE_OK);
    graze_real slack = 100 * GRAZE_EPSILON * 20;
    if (!c->given.holes) /* else the field's own box may keep what holes took */
        assert_true(fabs((double)(box.hi.y - truth.hi.y)) < (double)slack &&
                    fabs((double)(box.lo.y - truth.lo.y)) < (double)slack);
    graze_shape_release(fresh->mesh);
    free(fresh);
}

static void edits(void **state) {
    (void)state;
    uint64_t seed = test_seed(1203);
    graze_random random = graze_random_seed(seed);
    field_case *c = &the_case;
    for (long n = 0; n < test_count(60); ++n) {
        make_case(c, &random, 1);
        size_t rows = c->given.rows, columns = c->given.columns;
        size_t size = c->given.format == GRAZE_SAMPLE_FLOAT ? sizeof(float) : sizeof(uint16_t);
        for (int edit = 0; edit < 4; ++edit) {
            size_t row = graze_random_bits(&random) % rows,
                   column = graze_random_bits(&random) % columns;
            size_t height = 1 + graze_random_bits(&random) % (rows - row);
            size_t width = 1 + graze_random_bits(&random) % (columns - column);
            uint32_t before = graze_shape_revision(c->field);
            for (size_t r = row; r < row + height; ++r)
                for (size_t k = column; k < column + width; ++k) {
                    c->samples[r * columns + k] = (uint16_t)(graze_random_bits(&random) % 60);
                    c->floats[r * columns + k] = (float)c->samples[r * columns + k];
                }
            const char *first = (const char *)c->given.samples + (row * columns + column) * size;
            if (c->given.copy)
                assert_int_equal(
                    graze_height_field_set(c->field, row, column, height, width, first, columns * size),
                    GRAZE_OK);
            else
                assert_int_equal(graze_height_field_update(c->field, row, column, height, width),
                                 GRAZE_OK);
            assert_int_equal(graze_shape_revision(c->field), before + 1);
            check_tiles(c, &random, seed, n);
        }
        if (c->given.copy && rows > 3 && columns > 3) {
            size_t cells = (rows - 1) * (columns - 1);
            uint8_t *holes = calloc(cells / 8 + 1, 1);
            for (size_t i = 0; i < cells; ++i) {
                size_t r = i / (columns - 1), k = i % (columns - 1);
                bool had = c->given.holes && (c->holes[i / 8] >> i % 8 & 1);
                if (had || (r >= 1 && r < 3 && k >= 1 && k < 3))
                    holes[i / 8] = (uint8_t)(holes[i / 8] | 1u << i % 8);
            }
            assert_int_equal(graze_height_field_dig(c->field, 1, 1, 2, 2, true), GRAZE_OK);
            c->given.holes = holes;
            check_tiles(c, &random, seed, n);
            graze_height_field_info info;
            assert_int_equal(graze_height_field_describe(c->field, &info), GRAZE_OK);
            assert_true(info.holes >= 4);
            assert_int_equal(graze_height_field_dig(c->field, 0, 0, rows - 1, columns - 1, true),
                             GRAZE_EMPTY);
            assert_int_equal(graze_height_field_dig(c->field, 0, 0, rows - 1, columns - 1, false),
                             GRAZE_OK);
            c->given.holes = NULL;
            check_tiles(c, &random, seed, n);
            free(holes);
        }
        release_case(c);
    }
}

/* -- what it says about itself -- */

static void heights(void **state) {
    (void)state;
    uint64_t seed = test_seed(1204);
    graze_random random = graze_random_seed(seed);
    field_case *c = &the_case;
    long over = 0, cases = test_count(200);
    for (long n = 0; n < cases; ++n) {
        make_case(c, &random, 0);
        graze_placed mesh = {c->mesh, graze_pose_identity(), 0};
        for (int i = 0; i < 20; ++i) {
            graze_real x = uniform(&random, -1, 12), z = uniform(&random, -1, 20), y = 0;
            bool hit;
            graze_mesh_hit truth;
            graze_ray ray = {{x, 10, z}, {0, -1, 0}, GRAZE_REAL_MAX};
            assert_int_equal(graze_height_field_height(c->field, x, z, &hit, &y), GRAZE_OK);
            assert_int_equal(graze_ray_closest(&mesh, &ray, GRAZE_FACES_BOTH, &truth, NULL), GRAZE_OK);
            TEST_CHECK(hit == truth.hit, seed, n, "a height at %g %g", (double)x, (double)z);
            if (hit)
                TEST_CHECK(fabs((double)(y - truth.point.y)) < 100 * (double)GRAZE_EPSILON * 10, seed,
                           n, "height %g, mesh %g", (double)y, (double)truth.point.y);
            over += hit;
        }
        graze_shape_mass mass, truth;
        assert_int_equal(graze_shape_measure(c->field, &mass), GRAZE_OK);
        assert_int_equal(graze_shape_measure(c->mesh, &truth), GRAZE_OK);
        assert_true(mass.volume == 0 && mass.upper == 0);
        assert_true((double)graze_vec3_length(graze_vec3_sub(mass.center, truth.center)) <
                    100 * (double)GRAZE_EPSILON * 10);
        for (int i = 0; i < 10; ++i) {
            graze_vec3 v = graze_random_direction(&random), p, q;
            assert_int_equal(graze_shape_support(c->field, v, &p), GRAZE_OK);
            assert_int_equal(graze_shape_support(c->mesh, v, &q), GRAZE_OK);
            double error = (double)graze_shape_support_error(c->field) +
                           (double)graze_shape_support_error(c->mesh);
            if (!c->given.holes)
                assert_true(fabs((double)graze_vec3_dot(v, graze_vec3_sub(p, q))) <= error);
        }
        release_case(c);
    }
    assert_in_range(over * 100 / (cases * 20), 15, 80);
}

/* The last column and row belong to the field, wherever their coordinates were rounded to. */
static void check_end(const graze_shape *field, size_t row, size_t column, bool along_rows) {
    graze_vec3 p;
    graze_real y = 0;
    bool hit = false, meets = false;
    graze_mesh_hit first;
    assert_int_equal(graze_height_field_vertex(field, row, column, &p), GRAZE_OK);
    assert_int_equal(graze_height_field_height(field, p.x, p.z, &hit, &y), GRAZE_OK);
    TEST_CHECK(hit && fabs((double)(y - p.y)) <= 8 * (double)GRAZE_EPSILON, 0, (long)column,
               "height %g at %g %g instead of %g (row %d)", hit ? (double)y : -1.0, (double)p.x,
               (double)p.z, (double)p.y, (int)row);
    graze_placed placed = {field, graze_pose_identity(), 0};
    graze_ray ray = {{p.x, 3, p.z}, {0, -1, 0}, GRAZE_REAL_MAX};
    assert_int_equal(graze_ray_closest(&placed, &ray, GRAZE_FACES_BOTH, &first, NULL), GRAZE_OK);
    TEST_CHECK(first.hit && fabs((double)(first.point.y - p.y)) <= 8 * (double)GRAZE_EPSILON, 0,
               (long)column, "a ray down (row %d)", (int)row);
    ray.origin = graze_vec3_make(along_rows ? p.x : -1, (graze_real)0.5, along_rows ? -1 : p.z);
    ray.direction = graze_vec3_make(along_rows ? 0 : 1, 0, along_rows ? 1 : 0);
    assert_int_equal(graze_ray_any(&placed, &ray, GRAZE_FACES_BOTH, &meets, NULL), GRAZE_OK);
    TEST_CHECK(meets, 0, (long)column, "a ray along (row %d)", (int)row);
    graze_real beyond = p.x, past = p.z;
    if (along_rows)
        beyond = column > 0 ? p.x * (1 + 2 * GRAZE_EPSILON) : -GRAZE_EPSILON;
    else
        past = row > 0 ? p.z * (1 + 2 * GRAZE_EPSILON) : -GRAZE_EPSILON;
    assert_int_equal(graze_height_field_height(field, beyond, past, &hit, &y), GRAZE_OK);
    TEST_CHECK(!hit, 0, (long)column, "a height beyond the end (row %d)", (int)row);
}

static void ends_of_many_widths(void **state) {
    (void)state;
    static const double spacings[] = {0.1, 0.3, 1.0 / 3, 0.7, 1, 1.1, 3.3, 1e-3, 123.456};
    enum { WIDEST = 300 };
    static uint16_t samples[3 * WIDEST];
    for (size_t width = 2; width <= WIDEST; ++width)
        for (int turned = 0; turned < 2; ++turned) {
            for (size_t i = 0; i < 3 * width; ++i) /* steps, so that level rays meet them */
                samples[i] = (uint16_t)((i / (turned ? 3 : width) + i % (turned ? 3 : width)) % 2);
            for (size_t k = 0; k < sizeof spacings / sizeof *spacings; ++k) {
                graze_real spacing = (graze_real)spacings[k];
                graze_height_samples given = {.samples = samples,
                                              .rows = turned ? width : 3,
                                              .columns = turned ? 3 : width,
                                              .spacing_x = turned ? 1 : spacing,
                                              .spacing_z = turned ? spacing : 1};
                graze_shape *field = NULL;
                assert_int_equal(graze_shape_height_field(&given, &field), GRAZE_OK);
                check_end(field, 0, 0, !turned);
                check_end(field, turned ? width - 1 : 1, turned ? 1 : width - 1, !turned);
                check_end(field, given.rows - 1, given.columns - 1, !turned);
                graze_shape_release(field);
            }
        }
}

/* 2 bytes a sample and the tree of tiles, for 4,097 x 4,097 samples. */
static void memory_of_a_large_one(void **state) {
    (void)state;
    size_t side = 4097;
    uint16_t *samples = calloc(side * side, sizeof *samples);
    assert_non_null(samples);
    for (size_t i = 0; i < side * side; ++i) samples[i] = (uint16_t)(i % 1000);
    graze_height_samples given = {.samples = samples,
                                  .rows = side,
                                  .columns = side,
                                  .spacing_x = 1,
                                  .spacing_z = 1,
                                  .copy = true};
    graze_shape *field;
    graze_height_field_info info;
    test_memory memory;
    test_memory_begin(&memory, 0);
    assert_int_equal(graze_shape_height_field(&given, &field), GRAZE_OK);
    assert_int_equal(graze_height_field_describe(field, &info), GRAZE_OK);
    assert_int_equal(info.bytes, memory.bytes);
    assert_int_equal(info.sample_bytes, 2 * side * side);
    assert_true(info.bytes <= 2 * side * side + info.tile_bytes + 4096);
    assert_true(info.tile_bytes < side * side / 10);
    graze_shape_release(field);
    assert_int_equal(memory.blocks, 0);
    test_memory_end();
    free(samples);
}

/* -- bad input -- */

static void bad_input(void **state) {
    (void)state;
    uint16_t samples[9] = {0};
    float floats[9] = {0};
    graze_shape *field = NULL;
    const graze_height_samples good = {
        .samples = samples, .rows = 3, .columns = 3, .spacing_x = 1, .spacing_z = 1, .copy = true};
    graze_height_samples bad[] = {good, good, good, good, good, good, good, good, good, good};
    bad[0].samples = NULL;
    bad[1].rows = 1;
    bad[2].columns = 0;
    bad[3].spacing_x = 0;
    bad[4].spacing_z = (graze_real)NAN;
    bad[5].scale = -1;
    bad[6].offset = (graze_real)INFINITY;
    bad[7].row_stride = 5;
    bad[8].format = (graze_sample_format)7;
    bad[9].format = GRAZE_SAMPLE_FLOAT;
    bad[9].samples = floats;
    floats[4] = (float)NAN;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(graze_shape_height_field(&bad[i], &field), GRAZE_INVALID_ARGUMENT);
        assert_null(field);
    }
    assert_int_equal(graze_shape_height_field(NULL, &field), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_height_field(&good, NULL), GRAZE_INVALID_ARGUMENT);
    graze_height_samples large = good;
    large.scale = GRAZE_SHAPE_REACH;
    assert_int_equal(graze_shape_height_field(&large, &field), GRAZE_OUT_OF_RANGE);
    large = good;
    large.rows = large.columns = (size_t)1 << 20;
    assert_int_equal(graze_shape_height_field(&large, &field), GRAZE_OUT_OF_RANGE);
    const uint8_t holes[1] = {15};
    large = good;
    large.holes = holes;
    assert_int_equal(graze_shape_height_field(&large, &field), GRAZE_EMPTY);

    assert_int_equal(graze_shape_height_field(&good, &field), GRAZE_OK);
    graze_shape *box;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    graze_vec3 p[3];
    graze_height_field_info info;
    bool hit;
    graze_real y;
    assert_int_equal(graze_height_field_describe(box, &info), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_describe(field, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_vertex(field, 3, 0, p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_vertex(NULL, 0, 0, p), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_triangle(field, 8, p, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_height(field, (graze_real)NAN, 0, &hit, &y),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_update(field, 0, 0, 1, 1), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_set(field, 2, 2, 2, 1, samples, 0), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_set(field, 0, 0, 1, 1, NULL, 0), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_set(field, 0, 0, 2, 2, samples, 3), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_dig(field, 0, 0, 3, 1, true), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_set(box, 0, 0, 1, 1, samples, 0), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_revision(field), 0);
    graze_shape *wrapped = NULL;
    assert_int_equal(graze_shape_rounded(field, 1, &wrapped), GRAZE_NOT_CONVEX);
    char text[64];
    graze_shape_describe(field, text, sizeof text);
    assert_string_equal(text, "height field(3, 3)");
    assert_string_equal(graze_shape_kind_text(graze_shape_get_kind(field)), "height field");
    graze_shape_release(box);
    graze_shape_release(field);

    floats[4] = 0;
    graze_height_samples borrowed = bad[9];
    borrowed.copy = false;
    assert_int_equal(graze_shape_height_field(&borrowed, &field), GRAZE_OK);
    floats[4] = (float)INFINITY;
    assert_int_equal(graze_height_field_update(field, 1, 1, 1, 1), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_set(field, 0, 0, 1, 1, floats, 0), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_height_field_dig(field, 0, 0, 1, 1, true), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_revision(field), 0);
    graze_shape_release(field);
}

static graze_status make_and_dig(void *context) {
    (void)context;
    static const uint16_t samples[30 * 30] = {0};
    static const uint8_t holes[200] = {1};
    graze_height_samples given = {.samples = samples,
                                  .rows = 30,
                                  .columns = 30,
                                  .spacing_x = 1,
                                  .spacing_z = 1,
                                  .copy = true,
                                  .holes = holes};
    graze_shape *field, *second;
    graze_status status = graze_shape_height_field(&given, &field);
    if (status != GRAZE_OK) return status;
    given.holes = NULL;
    status = graze_shape_height_field(&given, &second);
    if (status == GRAZE_OK) {
        status = graze_height_field_dig(second, 1, 1, 3, 3, true);
        assert_int_equal(graze_shape_revision(second), status == GRAZE_OK);
        graze_shape_release(second);
    }
    graze_shape_release(field);
    return status;
}

static void allocation_failures(void **state) {
    (void)state;
    assert_true(test_every_allocation_failure(make_and_dig, NULL) >= 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_as_the_mesh),
        cmocka_unit_test(no_leaks),
        cmocka_unit_test(edits),
        cmocka_unit_test(heights),
        cmocka_unit_test(ends_of_many_widths),
        cmocka_unit_test(memory_of_a_large_one),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
