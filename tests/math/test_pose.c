/* SPDX-License-Identifier: MIT
 * G2, G3, G4: affine transformations, their group, their classes. */
#include "pose_help.h"

static bool same_pose(const graze_pose *a, const graze_pose *b) {
    bool same = graze_vec3_equal(a->origin, b->origin) && a->kind == b->kind;
    for (int i = 0; i < 3; ++i) same = same && graze_vec3_equal(a->basis.col[i], b->basis.col[i]);
    return same;
}

/* G3: composition is what applying twice does; it is associative, has the identity, and inverses on
 * both sides; relative is inverse, then compose. */
static void poses_form_a_group(void **state) {
    (void)state;
    uint64_t seed = test_seed(61);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(40000); i < count; ++i) {
        graze_pose p[3], inverse, relative, one = graze_pose_identity();
        for (int k = 0; k < 3; ++k)
            p[k] = random_pose(&random, (int)(graze_random_bits(&random) % POSE_CLASSES), 10);
        lvec x = wide(random_vec3(&random, 2));
        graze_pose pq = graze_pose_compose(&p[0], &p[1]), qr = graze_pose_compose(&p[1], &p[2]);
        graze_pose left = graze_pose_compose(&pq, &p[2]), right = graze_pose_compose(&p[0], &qr);
        long double size =
            4096; /* three scales up to 4 on 4 sqrt(3), origins up to 10 sqrt(3) between */
        lvec want = l_place(&p[0], l_place(&p[1], l_place(&p[2], x)));
        TEST_CHECK(l_distance(l_place(&left, x), want) <= 2 * EPS * size, seed, i, "(p q) r");
        TEST_CHECK(l_distance(l_place(&right, x), want) <= 2 * EPS * size, seed, i, "p (q r)");
        graze_pose with_one = graze_pose_compose(&p[0], &one),
                   one_with = graze_pose_compose(&one, &p[0]);
        TEST_CHECK(same_pose(&with_one, &p[0]) && same_pose(&one_with, &p[0]), seed, i, "identity");
        TEST_CHECK(graze_pose_inverse(&p[0], &inverse) == GRAZE_OK, seed, i, "no inverse");
        TEST_CHECK(l_distance(l_place(&p[0], l_place(&inverse, x)), x) <= 800 * EPS, seed, i, "p p^-1");
        TEST_CHECK(l_distance(l_place(&inverse, l_place(&p[0], x)), x) <= 800 * EPS, seed, i, "p^-1 p");
        TEST_CHECK(graze_pose_relative(&p[0], &p[1], &relative) == GRAZE_OK, seed, i,
                   "no relative pose");
        lvec through = l_place(&p[0], l_place(&relative, x)), direct = l_place(&p[1], x);
        TEST_CHECK(l_distance(through, direct) <= 1500 * EPS, seed, i, "relative, then p");
        graze_vec3 applied = graze_pose_apply(
            &p[0], graze_vec3_make((graze_real)x.c[0], (graze_real)x.c[1], (graze_real)x.c[2]));
        TEST_CHECK(l_distance(wide(applied), l_place(&p[0], x)) <= 200 * EPS, seed, i, "apply");
    }
}

/* The kind of the results, and that a pose of unknown kind is inverted as well. */
static void kinds_travel_with_the_operations(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(62));
    const graze_pose_kind kind_of[POSE_CLASSES] = {
        GRAZE_POSE_RIGID, GRAZE_POSE_UNIFORM, GRAZE_POSE_UNIFORM, GRAZE_POSE_AFFINE, GRAZE_POSE_AFFINE};
    for (int a = 0; a < POSE_CLASSES; ++a)
        for (int b = 0; b < POSE_CLASSES; ++b) {
            graze_pose p = random_pose(&random, a, 3), q = random_pose(&random, b, 3), r, known;
            assert_int_equal(p.kind, kind_of[a]);
            graze_pose_kind weaker = kind_of[a] > kind_of[b] ? kind_of[a] : kind_of[b];
            assert_int_equal(graze_pose_compose(&p, &q).kind, weaker);
            assert_int_equal(graze_pose_relative(&p, &q, &r), GRAZE_OK);
            assert_int_equal(r.kind, weaker);
            assert_int_equal(graze_pose_inverse(&p, &known), GRAZE_OK);
            assert_int_equal(known.kind, kind_of[a]);
            p.kind = GRAZE_POSE_UNKNOWN;
            assert_int_equal(graze_pose_compose(&p, &q).kind, GRAZE_POSE_UNKNOWN);
            assert_int_equal(graze_pose_compose(&q, &p).kind, GRAZE_POSE_UNKNOWN);
            assert_int_equal(graze_pose_inverse(&p, &r), GRAZE_OK);
            assert_int_equal(r.kind, GRAZE_POSE_UNKNOWN);
            r.kind = known.kind;
            assert_true(same_pose(&r, &known));
        }
}

/* A point whose coordinates are multiples of 1/256 up to 4. */
static graze_vec3 grid_point(graze_random *random) {
    graze_vec3 v = random_vec3(random, 10);
    return graze_vec3_make((graze_real)(int)v.x / 256, (graze_real)(int)v.y / 256,
                           (graze_real)(int)v.z / 256);
}

/* G2: two poses seen from each other do not depend on where the world's origin is. The coordinates
 * are chosen so that moving them is exact, so the results must be the same bits. */
static void relative_poses_do_not_depend_on_the_origin(void **state) {
    (void)state;
    uint64_t seed = test_seed(63);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(20000); i < count; ++i) {
        graze_pose a = random_pose(&random, (int)(i % POSE_CLASSES), 1), here, there;
        graze_pose b = random_pose(&random, (int)(i / POSE_CLASSES % POSE_CLASSES), 1);
        a.origin = grid_point(&random);
        b.origin = grid_point(&random);
        graze_vec3 shift = graze_vec3_scale(grid_point(&random), 4096);
        assert_int_equal(graze_pose_relative(&a, &b, &here), GRAZE_OK);
        a.origin = graze_vec3_add(a.origin, shift);
        b.origin = graze_vec3_add(b.origin, shift);
        assert_int_equal(graze_pose_relative(&a, &b, &there), GRAZE_OK);
        TEST_CHECK(same_pose(&here, &there), seed, i, "moved by %g", (double)shift.x);
    }
}

static void gl_matrices_make_the_round_trip(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(64));
    for (int i = 0; i < 1000; ++i) {
        graze_pose p = random_pose(&random, i % POSE_CLASSES, 100), back;
        graze_real gl[16];
        graze_pose_to_gl(&p, gl);
        assert_int_equal(graze_pose_from_gl(gl, &back), GRAZE_OK);
        assert_true(same_pose(&p, &back));
        graze_vec3 x = random_vec3(&random, 3), y = graze_pose_apply(&p, x); /* column-major by hand */
        for (int row = 0; row < 4; ++row) {
            long double sum = (long double)gl[12 + row];
            for (int column = 0; column < 3; ++column)
                sum += (long double)gl[4 * column + row] * wide(x).c[column];
            if (row < 3)
                assert_true(fabsl(sum - wide(y).c[row]) <= 600 * EPS);
            else
                assert_true(sum == 1);
        }
        gl[i % 4 * 4 + 3] += (graze_real)0.5;
        REFUSES(graze_pose_from_gl(gl, &back), GRAZE_INVALID_ARGUMENT, back);
    }
}

/* G4: a transformation keeps all lengths iff B^T B = 1, all angles iff B^T B = s^2: here found by
 * measuring B^T B in long double, for poses of every class and every size. */
static void traits_are_what_the_transformation_does(void **state) {
    (void)state;
    uint64_t seed = test_seed(65);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(40000); i < count; ++i) {
        int class = (int)(i % POSE_CLASSES);
        graze_pose pose = random_pose(&random, class, 1);
        int shift = i % 3 ? 0
                          : (int)(graze_random_bits(&random) % (uint64_t)(2 * HIGHEST_EXPONENT - 80)) -
                                HIGHEST_EXPONENT + 60;
        for (int k = 0; k < 3; ++k) {
            lvec c = wide(pose.basis.col[k]);
            pose.basis.col[k] =
                graze_vec3_make((graze_real)ldexpl(c.c[0], shift), (graze_real)ldexpl(c.c[1], shift),
                                (graze_real)ldexpl(c.c[2], shift));
        }
        lmat m = wide_mat(&pose.basis);
        long double shear = 0, unequal = 0, off_unit = 0;
        for (int k = 0; k < 3; ++k) {
            lvec a = m.col[k], b = m.col[(k + 1) % 3];
            shear = fmaxl(shear, fabsl(l_dot(a, b)) / (l_length(a) * l_length(b)));
            unequal = fmaxl(unequal, fabsl(l_length(a) / l_length(b) - 1));
            off_unit = fmaxl(off_unit, fabsl(l_length(a) - 1));
        }
        bool right = shear < 12 * EPS, equal = unequal < 12 * EPS, unit = off_unit < 12 * EPS,
             mirror = l_det(&m) < 0;
        graze_pose_traits traits;
        TEST_CHECK(graze_pose_describe(&pose, &traits) == GRAZE_OK, seed, i, "not usable");
        TEST_CHECK(traits.sheared == !right, seed, i, "class %d: shear %Lg", class, shear);
        TEST_CHECK(traits.preserves_angles == (right && equal), seed, i, "class %d: angles", class);
        TEST_CHECK(traits.preserves_length == (right && unit), seed, i, "class %d: length", class);
        TEST_CHECK(traits.reflected == mirror, seed, i, "class %d: reflection", class);
        graze_pose_kind want = !right || !equal  ? GRAZE_POSE_AFFINE
                               : unit && !mirror ? GRAZE_POSE_RIGID
                                                 : GRAZE_POSE_UNIFORM;
        TEST_CHECK(graze_pose_classify(&pose) == want, seed, i, "class %d: kind", class);
        graze_vec3 x = random_vec3(&random, 0);
        long double stretch = l_length(l_apply(&m, wide(x))) / l_length(wide(x));
        if (traits.preserves_length)
            TEST_CHECK(fabsl(stretch - 1) <= 32 * EPS, seed, i, "stretches by %Lg", stretch);
        if (traits.preserves_angles)
            TEST_CHECK(fabsl(stretch / l_length(m.col[0]) - 1) <= 64 * EPS, seed, i, "stretches by %Lg",
                       stretch);
    }
}

/* A shear, a stretch or a scale well above the tolerance is always seen. */
static void small_departures_are_noticed(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(66));
    for (int i = 0; i < 2000; ++i) {
        graze_pose rigid = random_pose(&random, RIGID, 1), pose = rigid;
        int k = i % 3;
        graze_real slight = 64 * GRAZE_EPSILON;
        assert_int_equal(graze_pose_classify(&pose), GRAZE_POSE_RIGID);
        pose.basis.col[k] =
            graze_vec3_add_scaled(pose.basis.col[k], slight, pose.basis.col[(k + 1) % 3]);
        assert_int_equal(graze_pose_classify(&pose), GRAZE_POSE_AFFINE);
        pose.basis.col[k] = graze_vec3_scale(rigid.basis.col[k], 1 + slight);
        assert_int_equal(graze_pose_classify(&pose), GRAZE_POSE_AFFINE);
        for (int j = 0; j < 3; ++j)
            pose.basis.col[j] = graze_vec3_scale(rigid.basis.col[j], 1 + slight);
        assert_int_equal(graze_pose_classify(&pose), GRAZE_POSE_UNIFORM);
    }
}

static void inverses_exist_at_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(67);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(40000); i < count; ++i) {
        graze_vec3 scale;
        int lowest = NORMAL_EXPONENT + 30, highest = HIGHEST_EXPONENT - 30;
        scale.x = random_size(&random, lowest, highest);
        scale.y = i & 1 ? scale.x : random_size(&random, lowest, highest);
        scale.z = i & 1 ? scale.x : random_size(&random, lowest, highest);
        graze_pose pose, inverse;
        assert_int_equal(
            graze_pose_make_scaled(graze_random_rotation(&random), graze_vec3_zero(), scale, &pose),
            GRAZE_OK);
        TEST_CHECK(pose.kind == (i & 1 ? GRAZE_POSE_UNIFORM : GRAZE_POSE_AFFINE), seed, i, "kind %d",
                   (int)pose.kind);
        TEST_CHECK(graze_pose_inverse(&pose, &inverse) == GRAZE_OK, seed, i, "no inverse");
        lmat m = wide_mat(&pose.basis), back = wide_mat(&inverse.basis);
        for (int k = 0; k < 3; ++k) {
            lvec e = {{k == 0, k == 1, k == 2}};
            lvec there_and_back = l_apply(&back, l_apply(&m, e));
            for (int j = 0; j < 3; ++j) { /* row j of B^-1 goes with the size of column j */
                long double error = fabsl(there_and_back.c[j] - e.c[j]);
                TEST_CHECK(error <= 40 * EPS * l_length(m.col[k]) / l_length(m.col[j]), seed, i,
                           "entry %d %d", j, k);
            }
        }
    }
}

static void bad_poses_are_refused(void **state) {
    (void)state;
    graze_pose out, one = graze_pose_identity(), zero, two = one;
    graze_pose_traits traits;
    graze_vec3 origin = graze_vec3_zero(), unit = graze_vec3_make(1, 1, 1);
    graze_quat turn = graze_quat_identity(), none = graze_quat_make(0, 0, 0, 0);
    memset(&zero, 0, sizeof zero);
    assert_int_equal(graze_pose_check(&one), GRAZE_OK);
    assert_int_equal(graze_pose_check(NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_check(&zero), GRAZE_SINGULAR);
    two.kind = (graze_pose_kind)7;
    assert_int_equal(graze_pose_check(&two), GRAZE_INVALID_ARGUMENT);
    REFUSES(graze_pose_make(none, origin, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_pose_make_scaled(none, origin, unit, &out), GRAZE_INVALID_ARGUMENT, out);
    for (int i = 0; i < 3; ++i) {
        graze_vec3 flat =
            graze_vec3_make((graze_real)(i != 0), (graze_real)(i != 1), (graze_real)(i != 2));
        REFUSES(graze_pose_make_scaled(turn, origin, flat, &out), GRAZE_SINGULAR, out);
    }
    REFUSES(graze_pose_from_mat3(&zero.basis, origin, &out), GRAZE_SINGULAR, out);
    REFUSES(graze_pose_from_mat3(NULL, origin, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_pose_from_gl(NULL, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_pose_inverse(&zero, &out), GRAZE_SINGULAR, out);
    REFUSES(graze_pose_inverse(NULL, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_pose_relative(&zero, &one, &out), GRAZE_SINGULAR, out);
    REFUSES(graze_pose_relative(&one, &zero, &out), GRAZE_SINGULAR, out);
    REFUSES(graze_pose_relative(NULL, &one, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_pose_relative(&one, NULL, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_pose_describe(&zero, &traits), GRAZE_SINGULAR, traits);
    REFUSES(graze_pose_describe(NULL, &traits), GRAZE_INVALID_ARGUMENT, traits);
    assert_int_equal(graze_pose_make(turn, origin, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_make_scaled(turn, origin, unit, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_from_mat3(&one.basis, origin, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_inverse(&one, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_relative(&one, &one, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_describe(&one, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_pose_classify(NULL), GRAZE_POSE_UNKNOWN);
    assert_int_equal(graze_pose_classify(&zero), GRAZE_POSE_UNKNOWN);
    graze_pose composed = graze_pose_compose(&one, NULL);
    assert_int_equal(graze_pose_check(&composed), GRAZE_SINGULAR);
    composed = graze_pose_compose(NULL, &one);
    assert_int_equal(graze_pose_check(&composed), GRAZE_SINGULAR);
    graze_real gl[16];
    POISON(gl);
    graze_pose_to_gl(NULL, gl);
    assert_true(is_poisoned(gl, sizeof gl));
    graze_pose_to_gl(&one, NULL);
    graze_pose_to_gl(&one, gl);
    assert_int_equal(graze_pose_from_gl(gl, NULL), GRAZE_INVALID_ARGUMENT);
}

static void numbers_that_are_none_are_refused(void **state) {
    (void)state;
    graze_pose out, one = graze_pose_identity();
    graze_pose_traits traits;
    graze_quat turn = graze_quat_identity();
    const graze_real bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE};
    for (int i = 0; i < 36; ++i) { /* each of twelve numbers, in three ways */
        graze_real gl[16];
        graze_pose_to_gl(&one, gl);
        gl[i / 9 * 4 + i / 3 % 3] = bad[i % 3];
        REFUSES(graze_pose_from_gl(gl, &out), GRAZE_INVALID_ARGUMENT, out);
        graze_pose p = one;
        graze_vec3 *column = i < 27 ? &p.basis.col[i / 9] : &p.origin;
        *(i / 3 % 3 == 0 ? &column->x : i / 3 % 3 == 1 ? &column->y : &column->z) = bad[i % 3];
        assert_int_equal(graze_pose_check(&p), GRAZE_INVALID_ARGUMENT);
        REFUSES(graze_pose_inverse(&p, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_pose_relative(&p, &one, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_pose_relative(&one, &p, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_pose_describe(&p, &traits), GRAZE_INVALID_ARGUMENT, traits);
        REFUSES(graze_pose_from_mat3(&p.basis, p.origin, &out), GRAZE_INVALID_ARGUMENT, out);
        if (i < 27)
            assert_int_equal(graze_pose_classify(&p), GRAZE_POSE_UNKNOWN);
        else
            REFUSES(graze_pose_make(turn, p.origin, &out), GRAZE_INVALID_ARGUMENT, out);
        if (i < 27) continue;
        REFUSES(graze_pose_make_scaled(turn, p.origin, graze_vec3_make(1, 1, 1), &out),
                GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_pose_make_scaled(turn, one.origin, p.origin, &out), GRAZE_INVALID_ARGUMENT, out);
        graze_quat q = graze_quat_make(p.origin.x, p.origin.y, p.origin.z, 1);
        REFUSES(graze_pose_make(q, one.origin, &out), GRAZE_INVALID_ARGUMENT, out);
    }
}

static void results_beyond_the_range_are_refused(void **state) {
    (void)state;
    graze_pose out, far_left = graze_pose_at(-GRAZE_REAL_MAX, 0, 0),
                    far_right = graze_pose_at(GRAZE_REAL_MAX, 0, 0);
    REFUSES(graze_pose_relative(&far_left, &far_right, &out), GRAZE_OUT_OF_RANGE, out);
    graze_real denormal = (graze_real)ldexpl(1, LOWEST_EXPONENT);
    graze_pose tiny;
    graze_vec3 scale = graze_vec3_make(denormal, denormal, denormal);
    assert_int_equal(graze_pose_make_scaled(graze_quat_identity(), graze_vec3_zero(), scale, &tiny),
                     GRAZE_OK);
    assert_int_equal(tiny.kind, GRAZE_POSE_UNIFORM);
    REFUSES(graze_pose_inverse(&tiny, &out), GRAZE_OUT_OF_RANGE, out);
    scale.x = 1;
    assert_int_equal(graze_pose_make_scaled(graze_quat_identity(), graze_vec3_zero(), scale, &tiny),
                     GRAZE_OK);
    REFUSES(graze_pose_inverse(&tiny, &out), GRAZE_OUT_OF_RANGE, out);
    graze_pose inverse;
    assert_int_equal(graze_pose_inverse(&far_left, &inverse), GRAZE_OK);
    assert_true(inverse.origin.x == GRAZE_REAL_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_form_a_group),
        cmocka_unit_test(kinds_travel_with_the_operations),
        cmocka_unit_test(relative_poses_do_not_depend_on_the_origin),
        cmocka_unit_test(gl_matrices_make_the_round_trip),
        cmocka_unit_test(traits_are_what_the_transformation_does),
        cmocka_unit_test(small_departures_are_noticed),
        cmocka_unit_test(inverses_exist_at_every_size),
        cmocka_unit_test(bad_poses_are_refused),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(results_beyond_the_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
