/* SPDX-License-Identifier: MIT
 * Tilings (P13), Newell's plane (S9), polygons that are not quite planar (P15, P17), and what is
 * refused. */
#include <math.h>

#include "oracle/polygon_oracle.h"

/* -- a tiling: quadrangles around moved grid points, some joined in pairs, some with a hole and its
 * filling -- */

#define CELLS 5
#define MOST_TILES (2 * CELLS * CELLS)

typedef struct tiling {
    lattice_polygon frame; /* for the plane alone */
    lattice_polygon tile[MOST_TILES];
    int count;
} tiling;

static void add(lattice_polygon *tile, const int p[2]) {
    tile->planar[tile->count][0] = p[0];
    tile->planar[tile->count++][1] = p[1];
}

static lattice_polygon *new_tile(tiling *t) {
    lattice_polygon *tile = &t->tile[t->count++];
    *tile = (lattice_polygon){.origin = t->frame.origin, .u = t->frame.u, .v = t->frame.v};
    return tile;
}

static void end_loop(lattice_polygon *tile) { tile->loop_ends[tile->loop_count++] = tile->count; }

static void add_hole(graze_random *random, tiling *t, lattice_polygon *tile, int i, int j) {
    lattice_polygon *filling = new_tile(t);
    int middle[2] = {8 * i + 4, 8 * j + 4}, size = lattice_random(random, 1, 2);
    int corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int k = 0; k < 4; ++k) {
        int p[2] = {middle[0] + size * corner[k][0], middle[1] + size * corner[k][1]};
        add(tile, p);
        add(filling, p);
    }
    end_loop(tile);
    end_loop(filling);
}

static void make_tiling(graze_random *random, tiling *t) {
    int grid[CELLS + 1][CELLS + 1][2];
    t->count = 0;
    lattice_plane(random, &t->frame);
    for (int i = 0; i <= CELLS; ++i)
        for (int j = 0; j <= CELLS; ++j) {
            bool rim_i = i == 0 || i == CELLS, rim_j = j == 0 || j == CELLS;
            grid[i][j][0] = 8 * i + (rim_i ? 0 : lattice_random(random, -1, 1));
            grid[i][j][1] = 8 * j + (rim_j ? 0 : lattice_random(random, -1, 1));
        }
    for (int i = 0; i < CELLS; ++i)
        for (int j = 0; j < CELLS; ++j) {
            lattice_polygon *tile = new_tile(t);
            int last = j + 1 < CELLS && lattice_random(random, 0, 3) == 0 ? j + 1 : j;
            for (int k = j; k <= last + 1; ++k) add(tile, grid[i + 1][k]);
            for (int k = last + 1; k >= j; --k) add(tile, grid[i][k]);
            end_loop(tile);
            if (lattice_random(random, 0, 3) == 0) add_hole(random, t, tile, i, last);
            j = last;
        }
}

static void place_tiling(tiling *t) {
    for (int k = 0; k < t->count; ++k) lattice_place(&t->tile[k], 1);
}

static graze_vec3 real_point(lattice_point p) {
    return graze_vec3_make((graze_real)p.at[0], (graze_real)p.at[1], (graze_real)p.at[2]);
}

/* A lattice point inside the rim; every third is a corner of a tile. */
static lattice_point inner_point(graze_random *random, const tiling *t) {
    int x = lattice_random(random, 1, 8 * CELLS - 1), y = lattice_random(random, 1, 8 * CELLS - 1);
    const lattice_polygon *tile = &t->tile[lattice_random(random, 0, t->count - 1)];
    const int *corner = tile->planar[lattice_random(random, 0, (int)tile->count - 1)];
    bool inside = corner[0] > 0 && corner[0] < 8 * CELLS && corner[1] > 0 && corner[1] < 8 * CELLS;
    if (inside && lattice_random(random, 0, 2) == 0) x = corner[0], y = corner[1];
    return lattice_at(&t->frame, x, y);
}

static int tiles_hit(const tiling *t, const graze_ray *ray, graze_ray_hit *last) {
    int hits = 0;
    for (int k = 0; k < t->count; ++k) {
        graze_polygon view = lattice_view(&t->tile[k]);
        graze_ray_hit hit = {0};
        assert_int_equal(graze_ray_polygon(ray, &view, GRAZE_FACES_BOTH, &hit), GRAZE_OK);
        hits += hit.hit;
        if (hit.hit) *last = hit;
    }
    return hits;
}

static void tilings_claim_once(void **state) {
    (void)state;
    uint64_t seed = test_seed(621);
    graze_random random = graze_random_seed(seed);
    tiling *t = calloc(1, sizeof *t);
    for (long number = 0; number < test_count(10000); ++number) {
        if (number % 50 == 0) {
            make_tiling(&random, t);
            place_tiling(t);
        }
        lattice_point x = inner_point(&random, t);
        int claims = 0;
        for (int k = 0; k < t->count; ++k) {
            graze_polygon view = lattice_view(&t->tile[k]);
            bool claimed;
            assert_int_equal(graze_polygon_claims_point(&view, real_point(x), &claimed), GRAZE_OK);
            claims += claimed;
        }
        TEST_CHECK(claims == 1, seed, number, "%d tiles claim the point", claims);

        int64_t d[3], along = 0;
        for (int k = 0; k < 3; ++k) d[k] = lattice_random(&random, -3, 3);
        for (int k = 0; k < 3; ++k) { /* the component along the normal u x v */
            int i = (k + 1) % 3, j = (k + 2) % 3;
            along += d[k] * (t->frame.u.at[i] * t->frame.v.at[j] - t->frame.u.at[j] * t->frame.v.at[i]);
        }
        if (along == 0) continue;
        graze_ray ray = {.max_t = INFINITY,
                         .direction =
                             graze_vec3_make((graze_real)d[0], (graze_real)d[1], (graze_real)d[2])};
        int steps = lattice_random(&random, 0, 5);
        ray.origin = graze_vec3_add_scaled(real_point(x), (graze_real)-steps, ray.direction);
        graze_ray_hit hit = {0};
        int hits = tiles_hit(t, &ray, &hit);
        TEST_CHECK(hits == 1 && graze_abs(hit.enter - (graze_real)steps) <= 64 * GRAZE_EPSILON * 100,
                   seed, number, "%d tiles hit", hits);
    }
    free(t);
}

/* The same turned and rounded: rays at and beside corners still hit once. */
static void uneven_tilings_claim_once(void **state) {
    (void)state;
    uint64_t seed = test_seed(622);
    graze_random random = graze_random_seed(seed);
    tiling *t = calloc(1, sizeof *t);
    for (long number = 0; number < test_count(10000); ++number) {
        if (number % 50 == 0) {
            make_tiling(&random, t);
            place_tiling(t);
            graze_quat turn = graze_random_rotation(&random);
            for (int k = 0; k < t->count; ++k)
                for (uint32_t i = 0; i < t->tile[k].count; ++i)
                    t->tile[k].stored[i] = graze_quat_rotate(turn, t->tile[k].stored[i]);
        }
        const lattice_polygon *tile = &t->tile[lattice_random(&random, 0, t->count - 1)];
        uint32_t i = (uint32_t)lattice_random(&random, 0, (int)tile->count - 1);
        const int *corner = tile->planar[i];
        bool inside = corner[0] > 0 && corner[0] < 8 * CELLS && corner[1] > 0 && corner[1] < 8 * CELLS;
        if (!inside) continue;
        graze_plane plane;
        graze_polygon view = lattice_view(tile);
        assert_int_equal(graze_polygon_plane(&view, &plane), GRAZE_OK);
        graze_vec3 offset = graze_vec3_scale(graze_random_direction(&random), 20);
        if (graze_abs(graze_vec3_dot(offset, plane.normal)) < 2) continue;
        graze_ray ray = {.max_t = INFINITY, .origin = graze_vec3_add(tile->stored[i], offset)};
        ray.direction = graze_vec3_sub(tile->stored[i], ray.origin);
        graze_ray_hit hit = {0};
        int hits = tiles_hit(t, &ray, &hit);
        TEST_CHECK(hits == 1, seed, number, "%d tiles hit", hits);
        TEST_CHECK(graze_abs(hit.enter - 1) < 1000 * GRAZE_EPSILON, seed, number, "t %g",
                   (double)hit.enter);
    }
    free(t);
}

/* -- uneven polygons -- */

static lattice_point finer(lattice_point p, int x, int y, int z) {
    return (lattice_point){{16 * p.at[0] + x, 16 * p.at[1] + y, 16 * p.at[2] + z}};
}

/* The answer for a segment, if it is the same wherever the segment is moved by a sixteenth; -1 if not.
 */
static int stable_answer(const lattice_polygon *polygon, lattice_point p, lattice_point q) {
    lattice_polygon fine = *polygon;
    for (uint32_t i = 0; i < fine.count; ++i) fine.points[i] = finer(fine.points[i], 0, 0, 0);
    bool answer = oracle_segment_polygon(polygon, p, q);
    for (int k = 0; k < 27; ++k) {
        int x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1;
        if (oracle_segment_polygon(&fine, finer(p, x, y, z), finer(q, x, y, z)) != answer) return -1;
    }
    return answer;
}

static void uneven_polygons_answer_alike(void **state) {
    (void)state;
    uint64_t seed = test_seed(623);
    graze_random random = graze_random_seed(seed);
    long hits = 0, stable = 0;
    for (long number = 0; number < test_count(10000); ++number) {
        lattice_polygon polygon;
        lattice_shape(&random, (int)(number % LATTICE_WILD), &polygon);
        lattice_plane(&random, &polygon);
        lattice_place(&polygon, 1);
        lattice_point p[3];
        for (int i = 0; i < 3; ++i) {
            p[i] = lattice_at(&polygon, lattice_random(&random, -12, 12),
                              lattice_random(&random, -12, 12));
            for (int k = 0; k < 3; ++k) p[i].at[k] += lattice_random(&random, -6, 6);
        }
        graze_quat turn = graze_random_rotation(&random);
        for (uint32_t i = 0; i < polygon.count; ++i)
            polygon.stored[i] = graze_quat_rotate(turn, polygon.stored[i]);
        graze_vec3 a = graze_quat_rotate(turn, real_point(p[0])),
                   b = graze_quat_rotate(turn, real_point(p[1]));
        int expected = stable_answer(&polygon, p[0], p[1]);
        if (expected < 0) continue;
        graze_polygon view = lattice_view(&polygon);
        graze_segment segment = {a, b};
        graze_ray ray = {a, graze_vec3_sub(b, a), 1};
        graze_triangle needle = {{a, b, a}};
        bool hit[3] = {false, false, false};
        graze_vec3 common;
        graze_real distance;
        assert_int_equal(graze_test_segment_polygon(&segment, &view, &hit[0], &common), GRAZE_OK);
        assert_int_equal(graze_test_ray_polygon(&ray, &view, &hit[1], NULL), GRAZE_OK);
        assert_int_equal(graze_test_triangle_polygon(&needle, &view, &hit[2], NULL), GRAZE_OK);
        for (int k = 0; k < 3; ++k)
            TEST_CHECK(hit[k] == (bool)expected, seed, number, "%d: %d, not %d", k, hit[k], expected);
        if (expected) {
            assert_int_equal(graze_polygon_closest_point(&view, common, NULL, &distance), GRAZE_OK);
            TEST_CHECK((double)distance < 2000 * (double)GRAZE_EPSILON + 1e-10, seed, number,
                       "common %g off", (double)distance);
        }
        ++stable;
        hits += expected;
    }
    assert_true(stable < 1000 || (hits * 6 > stable && hits * 6 < stable * 5));
}

/* A polygon with points off its plane by noise, far above rounding: nothing that passes through clearly
 * is missed, nothing hit that passes clearly beside. */
static void noise_counts_as_thickness(void **state) {
    (void)state;
    uint64_t seed = test_seed(624);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(10000); ++number) {
        graze_real noise = (graze_real)0.001;
        graze_vec3 points[8] = {{-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0},
                                {-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
        uint32_t ends[2] = {4, 8};
        for (int i = 0; i < 8; ++i) points[i].z = graze_random_uniform(&random, -noise, noise);
        graze_polygon frame = {points, 8, ends, 2};
        graze_real x = graze_random_uniform(&random, (graze_real)2.01, (graze_real)3.99);
        graze_real y = graze_random_uniform(&random, -2, 2),
                   tilt = graze_random_uniform(&random, -5, 5);
        graze_segment through = {{x - tilt, y, -8}, {x + tilt, y, 8}},
                      hole = {{x - 4 - tilt, y, -8}, {x - 4 + tilt, y, 8}};
        graze_segment above = {{-9, y, 10 * noise}, {9, y, 10 * noise}};
        bool hit = false;
        assert_int_equal(graze_test_segment_polygon(&through, &frame, &hit, NULL), GRAZE_OK);
        TEST_CHECK(hit, seed, number, "missed at %g %g", (double)x, (double)y);
        assert_int_equal(graze_test_segment_polygon(&above, &frame, &hit, NULL), GRAZE_OK);
        TEST_CHECK(!hit, seed, number, "hit above");
        if (x - 4 > -(graze_real)1.9 && graze_abs(y) < (graze_real)1.9) {
            assert_int_equal(graze_test_segment_polygon(&hole, &frame, &hit, NULL), GRAZE_OK);
            TEST_CHECK(!hit, seed, number, "hit in the hole");
        }
    }
}

/* -- Newell -- */

static void newell(void **state) {
    (void)state;
    uint64_t seed = test_seed(625);
    graze_random random = graze_random_seed(seed);
    for (long number = 0; number < test_count(10000); ++number) {
        /* A collinear start, then a reflex corner, seen from above counterclockwise. */
        graze_vec3 points[7] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {4, 0, 0},
                                {1, 1, 0}, {0, 4, 0}, {0, 2, 0}};
        graze_quat turn = graze_random_rotation(&random);
        graze_vec3 up = graze_quat_rotate(turn, graze_vec3_make(0, 0, 1)),
                   shift = graze_random_direction(&random);
        for (int i = 0; i < 7; ++i) {
            graze_vec3 noise = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.01);
            if (number % 2) points[i] = graze_vec3_add(points[i], noise);
            points[i] = graze_vec3_add(graze_quat_rotate(turn, points[i]), shift);
        }
        graze_polygon polygon = {points, 7, NULL, 0};
        graze_plane plane;
        assert_int_equal(graze_polygon_plane(&polygon, &plane), GRAZE_OK);
        graze_real limit = number % 2 ? (graze_real)0.05 : 16 * GRAZE_EPSILON;
        TEST_CHECK(graze_vec3_distance(plane.normal, up) <= limit, seed, number, "normal off by %g",
                   (double)graze_vec3_distance(plane.normal, up));
        for (int i = 0; i < 7; ++i)
            TEST_CHECK(graze_abs(graze_plane_distance(plane, points[i])) <= limit, seed, number,
                       "off the plane");
    }
}

/* -- statuses -- */

static void refusals(void **state) {
    (void)state;
    graze_vec3 square[8] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                            {1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    uint32_t ends[2] = {4, 8};
    graze_polygon polygon = {square, 8, ends, 2};
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_OK);
    uint32_t bad_ends[5][2] = {{4, 7}, {8, 4}, {6, 8}, {4, 9}, {2, 8}};
    for (int i = 0; i < 5; ++i) {
        polygon.loop_ends = bad_ends[i];
        assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    }
    polygon.loop_ends = ends;
    polygon.loop_count = 0;
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    polygon = (graze_polygon){square, 2, NULL, 0};
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    polygon.points = NULL;
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_check(NULL), GRAZE_INVALID_ARGUMENT);
    polygon = (graze_polygon){square, 4, NULL, 0};
    square[3].z = 1; /* not planar */
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    square[3].z = NAN;
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    graze_vec3 line[3] = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
    polygon = (graze_polygon){line, 3, NULL, 0};
    graze_plane plane;
    assert_int_equal(graze_polygon_check(&polygon), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_plane(&polygon, &plane), GRAZE_INVALID_ARGUMENT);
    if (sizeof(graze_real) == 8) {
        graze_vec3 huge[3] = {{0, 0, 0}, {(graze_real)1e37 * (graze_real)1e37, 0, 0}, {0, 1, 0}};
        huge[1].x *= (graze_real)1e8;
        polygon.points = huge;
        assert_int_equal(graze_polygon_check(&polygon), GRAZE_OUT_OF_RANGE);
    }
}

static void operands_are_checked(void **state) {
    (void)state;
    graze_vec3 square[4] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    graze_polygon polygon = {square, 4, NULL, 0};
    bool hit = true;
    graze_sphere sphere = {{1, 1, 0}, -1};
    assert_int_equal(graze_test_sphere_polygon(&sphere, &polygon, &hit, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_test_sphere_polygon(NULL, &polygon, &hit, NULL), GRAZE_INVALID_ARGUMENT);
    graze_aabb box = {{1, 1, 1}, {0, 2, 2}};
    assert_int_equal(graze_test_aabb_polygon(&box, &polygon, &hit, NULL), GRAZE_INVALID_ARGUMENT);
    graze_obb obb = {{0, 0, 0}, graze_mat3_identity(), {1, -1, 1}};
    assert_int_equal(graze_test_obb_polygon(&obb, &polygon, &hit, NULL), GRAZE_INVALID_ARGUMENT);
    graze_segment segment = {{0, 0, NAN}, {0, 0, 1}};
    assert_int_equal(graze_test_segment_polygon(&segment, &polygon, &hit, NULL),
                     GRAZE_INVALID_ARGUMENT);
    graze_ray ray = {{1, 1, 1}, {0, 0, -1}, NAN};
    graze_ray_hit cast;
    assert_int_equal(graze_test_ray_polygon(&ray, &polygon, &hit, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_ray_polygon(&ray, &polygon, GRAZE_FACES_BOTH, &cast),
                     GRAZE_INVALID_ARGUMENT);
    graze_triangle triangle = {{{0, 0, 0}, {INFINITY, 0, 0}, {0, 0, 1}}};
    assert_int_equal(graze_test_triangle_polygon(&triangle, &polygon, &hit, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_test_polygon_polygon(&polygon, NULL, &hit, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_test_polygon_polygon(&polygon, &polygon, NULL, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_true(hit);
}

/* Rays in the plane enter through an edge; a point is hit where it is. */
static void special_rays(void **state) {
    (void)state;
    graze_vec3 square[8] = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},
                            {2, 2, 0}, {6, 2, 0}, {6, 6, 0}, {2, 6, 0}};
    uint32_t ends[2] = {4, 8};
    graze_polygon frame = {square, 8, ends, 2};
    struct {
        graze_ray ray;
        bool hit;
        graze_real t;
    } cases[] = {
        {{{-4, 4, 0}, {2, 0, 0}, INFINITY}, true, 2},  /* in the plane, from outside */
        {{{4, 4, 0}, {1, 0, 0}, INFINITY}, true, 2},   /* out of the hole */
        {{{4, 4, 0}, {1, 0, 0}, 1}, false, 0},         /* not so far */
        {{{1, 4, 0}, {1, 0, 0}, INFINITY}, true, 0},   /* from inside */
        {{{-4, 4, 1}, {2, 0, 0}, INFINITY}, false, 0}, /* above it */
        {{{1, 1, 0}, {0, 0, 0}, INFINITY}, true, 0},   /* a point of it */
        {{{4, 4, 0}, {0, 0, 0}, INFINITY}, false, 0},  /* a point of the hole */
        {{{1, 1, 0}, {0, 0, 1}, 5}, true, 0},          /* starts on it */
        {{{1, 1, 3}, {0, 0, -2}, 5}, true, (graze_real)1.5},
        {{{1, 1, 3}, {0, 0, -2}, 1}, false, 0},
        {{{1, 1, 3}, {0, 0, 2}, 5}, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        graze_ray_hit cast;
        bool hit = false;
        assert_int_equal(graze_ray_polygon(&cases[i].ray, &frame, GRAZE_FACES_BOTH, &cast), GRAZE_OK);
        assert_int_equal(graze_test_ray_polygon(&cases[i].ray, &frame, &hit, NULL), GRAZE_OK);
        TEST_CHECK(cast.hit == cases[i].hit && hit == cases[i].hit && cast.enter == cases[i].t, 0,
                   (long)i, "%d, %d at %g", cast.hit, hit, (double)cast.enter);
        if (!hit) continue;
        graze_real z = cast.normal.z, down = cases[i].ray.direction.z;
        assert_true(cast.inside == (cases[i].t == 0) && cast.exit >= cast.enter);
        assert_true(cast.inside ? z == 0 : graze_abs(z) == 1 && z * down <= 0);
    }
}

/* The way out of the plane of a frame, and rays from behind. */
static void ways_out_and_sides(void **state) {
    (void)state;
    graze_vec3 square[8] = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},
                            {2, 2, 0}, {6, 2, 0}, {6, 6, 0}, {2, 6, 0}};
    uint32_t ends[2] = {4, 8};
    graze_polygon frame = {square, 8, ends, 2};
    graze_ray across = {{-4, 4, 0}, {2, 0, 0}, INFINITY}, shorter = {{-4, 4, 0}, {2, 0, 0}, 4},
              from = {{1, 1, 3}, {0, 0, -1}, 9}, behind = {{1, 1, -3}, {0, 0, 1}, 9};
    graze_ray_hit hit;
    assert_int_equal(graze_ray_polygon(&across, &frame, GRAZE_FACES_BOTH, &hit), GRAZE_OK);
    assert_true(hit.enter == 2 && hit.exit == 6 && hit.normal.z == 1);
    assert_int_equal(graze_ray_polygon(&shorter, &frame, GRAZE_FACES_BOTH, &hit), GRAZE_OK);
    assert_true(hit.enter == 2 && hit.exit == 3);
    assert_int_equal(graze_ray_polygon(&across, &frame, GRAZE_FACES_FRONT, &hit), GRAZE_OK);
    assert_false(hit.hit);
    assert_int_equal(graze_ray_polygon(&from, &frame, GRAZE_FACES_FRONT, &hit), GRAZE_OK);
    assert_true(hit.hit && hit.enter == 3 && hit.normal.z == 1);
    assert_int_equal(graze_ray_polygon(&behind, &frame, GRAZE_FACES_FRONT, &hit), GRAZE_OK);
    assert_false(hit.hit);
    assert_int_equal(graze_ray_polygon(&behind, &frame, GRAZE_FACES_BOTH, &hit), GRAZE_OK);
    assert_true(hit.hit && hit.normal.z == -1);
    assert_int_equal(graze_ray_polygon(&behind, &frame, (graze_faces)7, &hit), GRAZE_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tilings_claim_once),
        cmocka_unit_test(uneven_tilings_claim_once),
        cmocka_unit_test(uneven_polygons_answer_alike),
        cmocka_unit_test(noise_counts_as_thickness),
        cmocka_unit_test(newell),
        cmocka_unit_test(refusals),
        cmocka_unit_test(operands_are_checked),
        cmocka_unit_test(special_rays),
        cmocka_unit_test(ways_out_and_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
