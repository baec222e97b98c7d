/* SPDX-License-Identifier: MIT
 * k-DOPs (S6): the corners of the slabs, no more and no fewer. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/seidel_lp.h"
#include "oracle/solid.h"

typedef struct slabs {
    graze_vec3 normals[GRAZE_KDOP_SLABS];
    graze_real lo[GRAZE_KDOP_SLABS], hi[GRAZE_KDOP_SLABS];
    int count;
} slabs;

static void add_slab(slabs *k, graze_real x, graze_real y, graze_real z, graze_real lo, graze_real hi) {
    k->normals[k->count] = graze_vec3_make(x, y, z);
    k->lo[k->count] = lo;
    k->hi[k->count++] = hi;
}

static slabs axis_slabs(graze_real lo, graze_real hi) {
    slabs k = {.count = 0};
    add_slab(&k, 1, 0, 0, lo, hi);
    add_slab(&k, 0, 1, 0, lo, hi);
    add_slab(&k, 0, 0, 1, lo, hi);
    return k;
}

static graze_status create(const slabs *k, graze_shape **out) {
    return graze_shape_kdop(k->normals, k->lo, k->hi, k->count, out);
}

static uint32_t vertex_count(const graze_shape *shape) {
    graze_hull_view view;
    assert_int_equal(graze_hull_get(graze_shape_hull(shape), &view), GRAZE_OK);
    return view.vertex_count;
}

/* S6: a 3-DOP on the axes is a box. */
static void three_slabs_on_the_axes_are_a_box(void **state) {
    (void)state;
    slabs k = {.count = 0};
    add_slab(&k, 2, 0, 0, -2, 4);
    add_slab(&k, 0, -1, 0, -5, -1);
    add_slab(&k, 0, 0, (graze_real)0.5, 1, 2);
    graze_shape *dop = NULL;
    assert_int_equal(create(&k, &dop), GRAZE_OK);
    assert_int_equal(graze_shape_get_kind(dop), GRAZE_SHAPE_KDOP);
    assert_int_equal(vertex_count(dop), 8);
    graze_vec3 p;
    assert_int_equal(graze_shape_support(dop, graze_vec3_make(1, 1, 1), &p), GRAZE_OK);
    assert_true(graze_vec3_equal(p, graze_vec3_make(2, 5, 4)));
    assert_int_equal(graze_shape_support(dop, graze_vec3_make(-1, -1, -1), &p), GRAZE_OK);
    assert_true(graze_vec3_equal(p, graze_vec3_make(-1, 1, 2)));
    graze_shape_release(dop);
}

/* The height of the k-DOP along v by linear programming (V3). False if the slabs share no point. */
static bool lp_height(const slabs *k, ld3 v, graze_random *random, long double *height) {
    oracle_constraint constraints[2 * GRAZE_KDOP_SLABS];
    for (int i = 0; i < k->count; ++i) {
        ld3 n = ld3_from(k->normals[i]);
        constraints[2 * i] = (oracle_constraint){{n.x, n.y, n.z, 0}, (long double)k->hi[i]};
        constraints[2 * i + 1] = (oracle_constraint){{-n.x, -n.y, -n.z, 0}, -(long double)k->lo[i]};
    }
    long double objective[3] = {v.x, v.y, v.z}, x[ORACLE_LP_DIMENSIONS];
    if (!oracle_lp(3, constraints, 2 * k->count, objective, 1e9L, random, x)) return false;
    *height = v.x * x[0] + v.y * x[1] + v.z * x[2];
    return true;
}

static void random_slabs_agree_with_linear_programming(void **state) {
    (void)state;
    uint64_t seed = test_seed(65001);
    graze_random random = graze_random_seed(seed);
    long empty = 0, count = test_count(2000);
    for (long i = 0; i < count; ++i) {
        slabs k = {.count = 0};
        int most = 3 + (int)(graze_random_bits(&random) % (i % 10 ? 8 : 30));
        for (int j = 0; j < most; ++j) {
            graze_vec3 n = graze_vec3_scale(graze_random_direction(&random),
                                            graze_random_uniform(&random, (graze_real)0.5, 2));
            graze_real middle = graze_random_uniform(&random, -1, 1);
            graze_real half = graze_random_uniform(&random, (graze_real)0.1, 1);
            add_slab(&k, n.x, n.y, n.z, middle - half, middle + half);
        }
        long double height;
        bool filled = lp_height(&k, (ld3){1, 0, 0}, &random, &height);
        graze_shape *dop = NULL;
        graze_status status = create(&k, &dop);
        TEST_CHECK(status == (filled ? GRAZE_OK : GRAZE_EMPTY), seed, i, "status %d", (int)status);
        if (!filled) {
            ++empty;
            continue;
        }
        for (int d = 0; d < 10; ++d) {
            graze_vec3 v = graze_random_direction(&random), p;
            assert_true(lp_height(&k, ld3_from(v), &random, &height));
            assert_int_equal(graze_shape_support(dop, v, &p), GRAZE_OK);
            long double off = ld3_dot(ld3_from(v), ld3_from(p)) - height;
            long double size = 1 + fabsl(height) + ld3_length(ld3_from(p));
            TEST_CHECK(fabsl(off) <= 16 * (long double)GRAZE_EPSILON * size + 1e-13L * size, seed, i,
                       "off by %Lg", off);
        }
        graze_shape_release(dop);
    }
    if (count >= 100) assert_in_range(empty, count / 20, count * 19 / 20);
}

/* Every vertex satisfies every slab up to one rounding of its coordinates, however sharp the angles. */
static void corners_are_rounded_once(void **state) {
    (void)state;
    uint64_t seed = test_seed(65002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(500); ++i) {
        slabs k = axis_slabs(-1, 1);
        for (int j = 0; j < 3; ++j) { /* nearly parallel to the axes */
            graze_vec3 n = random_vector((graze_real)1e-3, &random);
            n = graze_vec3_add(n, k.normals[j]);
            add_slab(&k, n.x, n.y, n.z, -1, 1);
        }
        graze_shape *dop = NULL;
        assert_int_equal(create(&k, &dop), GRAZE_OK);
        graze_hull_view view;
        assert_int_equal(graze_hull_get(graze_shape_hull(dop), &view), GRAZE_OK);
        assert_int_equal(view.dimension, 3);
        for (uint32_t v = 0; v < view.vertex_count; ++v)
            for (int j = 0; j < k.count; ++j) {
                long double along = ld3_dot(ld3_from(k.normals[j]), ld3_from(view.vertices[v]));
                long double allowed = 1 + 3.01L * (long double)GRAZE_EPSILON;
                TEST_CHECK(fabsl(along) <= allowed, seed, i, "vertex %u is out by %Lg roundings", v,
                           (fabsl(along) - 1) / (long double)GRAZE_EPSILON);
            }
        graze_shape_release(dop);
    }
}

static void slabs_may_be_repeated_and_reversed(void **state) {
    (void)state;
    slabs k = axis_slabs(-1, 1);
    add_slab(&k, 3, 0, 0, -3, 3);
    add_slab(&k, 0, -1, 0, -1, 1);
    add_slab(&k, 0, 0, 1, -5, (graze_real)0.5);
    add_slab(&k, 1, 1, 1, -3, 3); /* touches two corners */
    graze_shape *dop = NULL;
    assert_int_equal(create(&k, &dop), GRAZE_OK);
    assert_int_equal(vertex_count(dop), 8);
    graze_shape_release(dop);
}

static void flat_slabs_make_flat_shapes(void **state) {
    (void)state;
    static const uint32_t vertices[4] = {8, 4, 2, 1};
    for (int flat = 0; flat <= 3; ++flat) {
        slabs k = axis_slabs(0, 1);
        for (int i = 0; i < flat; ++i) k.hi[i] = 0;
        graze_shape *dop = NULL;
        assert_int_equal(create(&k, &dop), GRAZE_OK);
        assert_int_equal(vertex_count(dop), vertices[flat]);
        graze_shape_release(dop);
    }
    /* Slanted: a triangle and a hexagon cut from the cube. */
    for (int level = 0; level < 2; ++level) {
        slabs k = axis_slabs(-1, 1);
        add_slab(&k, 1, 1, 1, (graze_real)(level ? 0 : 2), (graze_real)(level ? 0 : 2));
        graze_shape *dop = NULL;
        assert_int_equal(create(&k, &dop), GRAZE_OK);
        assert_int_equal(vertex_count(dop), level ? 6 : 3);
        graze_shape_release(dop);
    }
    /* Four planes through one point, but for the rounding of their offsets. */
    slabs k = {.count = 0};
    graze_vec3 p = graze_vec3_make((graze_real)0.1, (graze_real)0.2, (graze_real)0.3), found;
    add_slab(&k, 1, 0, 0, p.x, p.x);
    add_slab(&k, 0, 1, 0, p.y, p.y);
    add_slab(&k, 0, 0, 1, p.z, p.z);
    add_slab(&k, 1, 1, 1, p.x + p.y + p.z, p.x + p.y + p.z);
    add_slab(&k, 1, 3, 7, p.x + 3 * p.y + 7 * p.z, p.x + 3 * p.y + 7 * p.z);
    graze_shape *dop = NULL;
    assert_int_equal(create(&k, &dop), GRAZE_OK);
    assert_int_equal(graze_shape_support(dop, graze_vec3_make(1, 1, 1), &found), GRAZE_OK);
    assert_true(graze_vec3_distance(p, found) <= 64 * GRAZE_EPSILON);
    graze_shape_release(dop);
    k.hi[4] = k.lo[4] += (graze_real)1e-3; /* missed by more than that */
    dop = NULL;
    assert_int_equal(create(&k, &dop), GRAZE_EMPTY);
}

static void refusals(void **state) {
    (void)state;
    graze_shape *const mark = (graze_shape *)&refusals, *dop = mark;
    slabs k = axis_slabs(0, 1), bad = k;
    bad.lo[1] = 2;
    assert_int_equal(create(&bad, &dop), GRAZE_EMPTY);
    bad = k;
    add_slab(&bad, 1, 1, 1, 4, 5);
    assert_int_equal(create(&bad, &dop), GRAZE_EMPTY);
    bad = k;
    bad.normals[2] = graze_vec3_make(1, 1, 0);
    assert_int_equal(create(&bad, &dop), GRAZE_UNBOUNDED);
    bad = k;
    bad.normals[2] = bad.normals[1] = bad.normals[0];
    assert_int_equal(create(&bad, &dop), GRAZE_UNBOUNDED);
    bad = k;
    bad.normals[1] = graze_vec3_zero();
    assert_int_equal(create(&bad, &dop), GRAZE_INVALID_ARGUMENT);
    bad = k;
    bad.hi[0] = GRAZE_REAL_MAX;
    assert_int_equal(create(&bad, &dop), GRAZE_OUT_OF_RANGE);
    bad.count = 2;
    assert_int_equal(create(&bad, &dop), GRAZE_INVALID_ARGUMENT);
    bad.count = GRAZE_KDOP_SLABS + 1;
    assert_int_equal(create(&bad, &dop), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_kdop(NULL, k.lo, k.hi, 3, &dop), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_kdop(k.normals, NULL, k.hi, 3, &dop), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_kdop(k.normals, k.lo, NULL, 3, &dop), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_kdop(k.normals, k.lo, k.hi, 3, NULL), GRAZE_INVALID_ARGUMENT);
    assert_ptr_equal(dop, mark);
}

/* Normals and offsets of any size describe the same slabs. */
static void scaled_slabs_are_the_same(void **state) {
    (void)state;
    graze_real big = (graze_real)1e30, small = (graze_real)1e-30;
    slabs k = {.count = 0};
    add_slab(&k, big, 0, 0, -big, big);
    add_slab(&k, 0, small, 0, -small, small);
    add_slab(&k, 0, 0, 1, -1, 1);
    graze_shape *dop = NULL;
    assert_int_equal(create(&k, &dop), GRAZE_OK);
    graze_vec3 p;
    assert_int_equal(graze_shape_support(dop, graze_vec3_make(1, 1, 1), &p), GRAZE_OK);
    assert_true(graze_vec3_equal(p, graze_vec3_make(1, 1, 1)));
    graze_shape_release(dop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_slabs_on_the_axes_are_a_box),
        cmocka_unit_test(random_slabs_agree_with_linear_programming),
        cmocka_unit_test(corners_are_rounded_once),
        cmocka_unit_test(slabs_may_be_repeated_and_reversed),
        cmocka_unit_test(flat_slabs_make_flat_shapes),
        cmocka_unit_test(refusals),
        cmocka_unit_test(scaled_slabs_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
