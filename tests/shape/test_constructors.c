/* SPDX-License-Identifier: MIT
 * Every constructor of shape.h: what it refuses, that refusing changes nothing, that memory may run out
 * at any call, and who keeps whom alive (S1). */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"

#define MOST_NUMBERS 24

/* -- every constructor behind one face: numbers in, a shape out -- */

typedef struct constructor {
    const char *name;
    graze_status (*make)(const graze_real *n, graze_shape **out);
    graze_real numbers[MOST_NUMBERS]; /* a good call */
    int count;
    bool sizes; /* negative numbers are refused */
} constructor;

static graze_vec3 vec(const graze_real *n) { return graze_vec3_make(n[0], n[1], n[2]); }

static graze_status make_point(const graze_real *n, graze_shape **out) {
    return graze_shape_point(vec(n), out);
}
static graze_status make_segment(const graze_real *n, graze_shape **out) {
    return graze_shape_segment(vec(n), vec(n + 3), out);
}
static graze_status make_triangle(const graze_real *n, graze_shape **out) {
    return graze_shape_triangle(vec(n), vec(n + 3), vec(n + 6), out);
}
static graze_status make_tetrahedron(const graze_real *n, graze_shape **out) {
    return graze_shape_tetrahedron(vec(n), vec(n + 3), vec(n + 6), vec(n + 9), out);
}
static graze_status make_sphere(const graze_real *n, graze_shape **out) {
    return graze_shape_sphere(n[0], out);
}
static graze_status make_box(const graze_real *n, graze_shape **out) {
    return graze_shape_box(vec(n), out);
}
static graze_status make_cone(const graze_real *n, graze_shape **out) {
    return graze_shape_cone(n[0], n[1], out);
}
static graze_status make_cylinder(const graze_real *n, graze_shape **out) {
    return graze_shape_cylinder(n[0], n[1], out);
}
static graze_status make_capsule(const graze_real *n, graze_shape **out) {
    return graze_shape_capsule(n[0], n[1], out);
}
static graze_status make_ellipsoid(const graze_real *n, graze_shape **out) {
    return graze_shape_ellipsoid(vec(n), out);
}
static graze_status make_polygon(const graze_real *n, graze_shape **out) {
    return graze_shape_polygon(n, 3, 0, out);
}
static graze_status make_polytope(const graze_real *n, graze_shape **out) {
    return graze_shape_polytope(n, 4, 0, out);
}
static graze_status make_from_hull(const graze_real *n, graze_shape **out) {
    graze_hull *hull = NULL;
    graze_status status = graze_hull_create(n, 4, 0, &hull);
    if (status == GRAZE_OK) status = graze_shape_from_hull(hull, out);
    graze_hull_release(hull);
    return status;
}
static graze_status make_kdop(const graze_real *n, graze_shape **out) {
    graze_vec3 normals[3] = {vec(n), vec(n + 3), vec(n + 6)};
    return graze_shape_kdop(normals, n + 9, n + 12, 3, out);
}
static graze_status make_half_space(const graze_real *n, graze_shape **out) {
    return graze_shape_half_space(vec(n), n[3], out);
}
static graze_pose pose_of(const graze_real *n) {
    graze_pose pose;
    pose.basis = graze_mat3_from_columns(vec(n), vec(n + 3), vec(n + 6));
    pose.origin = vec(n + 9);
    pose.kind = GRAZE_POSE_UNKNOWN;
    return pose;
}

/* Wrappers wrap a cone, which they alone own afterwards. */
static graze_status with_cone(graze_status (*wrap)(graze_shape *cone, const graze_real *n,
                                                   graze_shape **out),
                              const graze_real *n, graze_shape **out) {
    graze_shape *cone = NULL;
    graze_status status = graze_shape_cone(1, 2, &cone);
    if (status == GRAZE_OK) status = wrap(cone, n, out);
    graze_shape_release(cone);
    return status;
}
static graze_status wrap_rounded(graze_shape *cone, const graze_real *n, graze_shape **out) {
    return graze_shape_rounded(cone, n[0], out);
}
static graze_status make_rounded(const graze_real *n, graze_shape **out) {
    return with_cone(wrap_rounded, n, out);
}
static graze_status wrap_sum(graze_shape *cone, const graze_real *n, graze_shape **out) {
    (void)n;
    return graze_shape_minkowski_sum(cone, cone, out);
}
static graze_status make_sum(const graze_real *n, graze_shape **out) {
    return with_cone(wrap_sum, n, out);
}
static graze_status wrap_hull(graze_shape *cone, const graze_real *n, graze_shape **out) {
    (void)n;
    graze_shape *parts[3] = {cone, cone, cone};
    return graze_shape_hull_of(parts, 3, out);
}
static graze_status make_hull(const graze_real *n, graze_shape **out) {
    return with_cone(wrap_hull, n, out);
}
static graze_status wrap_transformed(graze_shape *cone, const graze_real *n, graze_shape **out) {
    graze_pose pose = pose_of(n);
    return graze_shape_transformed(cone, &pose, out);
}
static graze_status make_transformed(const graze_real *n, graze_shape **out) {
    return with_cone(wrap_transformed, n, out);
}
static graze_status wrap_sweep_translation(graze_shape *cone, const graze_real *n, graze_shape **out) {
    graze_pose start = pose_of(n), end = pose_of(n + 12);
    return graze_shape_sweep_translation(cone, &start, &end, out);
}
static graze_status make_sweep_translation(const graze_real *n, graze_shape **out) {
    return with_cone(wrap_sweep_translation, n, out);
}
static graze_status wrap_sweep_hull(graze_shape *cone, const graze_real *n, graze_shape **out) {
    graze_pose start = pose_of(n), end = pose_of(n + 12);
    return graze_shape_sweep_hull(cone, &start, &end, out);
}
static graze_status make_sweep_hull(const graze_real *n, graze_shape **out) {
    return with_cone(wrap_sweep_hull, n, out);
}

/* A segment from -p to p by a user's function; p travels as user data. */
static graze_vec3 custom_support(const void *user, graze_vec3 v) {
    graze_vec3 p = *(const graze_vec3 *)user;
    return graze_vec3_dot(p, v) < 0 ? graze_vec3_neg(p) : p;
}
static graze_status make_custom(const graze_real *n, graze_shape **out) {
    static graze_vec3 user; /* outlives the shape; one at a time here */
    user = vec(n);
    graze_custom_shape description = {custom_support, &user, NULL, 0};
    return graze_shape_custom(&description, out);
}

#define IDENTITY 1, 0, 0, 0, 1, 0, 0, 0, 1
static const constructor constructors[] = {
    {"point", make_point, {1, 2, 3}, 3, false},
    {"segment", make_segment, {1, 2, 3, 4, 5, 6}, 6, false},
    {"triangle", make_triangle, {1, 0, 0, 0, 1, 0, 0, 0, 1}, 9, false},
    {"tetrahedron", make_tetrahedron, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 12, false},
    {"sphere", make_sphere, {1}, 1, true},
    {"box", make_box, {1, 2, 3}, 3, true},
    {"cone", make_cone, {1, 2}, 2, true},
    {"cylinder", make_cylinder, {1, 2}, 2, true},
    {"capsule", make_capsule, {1, 2}, 2, true},
    {"ellipsoid", make_ellipsoid, {1, 2, 3}, 3, true},
    {"polygon", make_polygon, {1, 0, 0, 0, 1, 0, 0, 0, 1}, 9, false},
    {"polytope", make_polytope, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 12, false},
    {"from hull", make_from_hull, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 12, false},
    {"k-DOP", make_kdop, {IDENTITY, -1, -1, -1, 1, 1, 1}, 15, false},
    {"half-space", make_half_space, {0, 1, 0, 5}, 4, false},
    {"rounded", make_rounded, {1}, 1, true},
    {"sum", make_sum, {0}, 0, false},
    {"hull of", make_hull, {0}, 0, false},
    {"transformed", make_transformed, {IDENTITY, 1, 2, 3}, 12, false},
    {"sweep translation", make_sweep_translation, {IDENTITY, 1, 2, 3, IDENTITY, 4, 5, 6}, 24, false},
    {"sweep hull", make_sweep_hull, {IDENTITY, 1, 2, 3, IDENTITY, 4, 5, 6}, 24, false},
    {"custom", make_custom, {1, 2, 3}, 3, false},
};
#define CONSTRUCTORS (sizeof constructors / sizeof constructors[0])

/* -- refusals -- */

/* Calls with one number replaced; the result must be a status, an untouched pointer, no memory kept. */
static graze_status call_with(const constructor *c, int place, graze_real bad) {
    graze_real numbers[MOST_NUMBERS];
    memcpy(numbers, c->numbers, sizeof numbers);
    numbers[place] = bad;
    test_memory memory;
    test_memory_begin(&memory, 0);
    graze_shape *const mark = (graze_shape *)&memory, *out = mark;
    graze_status status = c->make(numbers, &out);
    if (status == GRAZE_OK && graze_shape_is_bounded(out)) {
        graze_vec3 p;
        assert_int_equal(graze_shape_support(out, graze_vec3_make(1, -2, 3), &p), GRAZE_OK);
        if (!graze_vec3_is_finite(p)) fail_msg("%s has no finite support", c->name);
    }
    if (status == GRAZE_OK)
        graze_shape_release(out);
    else if (out != mark)
        fail_msg("%s touched its result", c->name);
    test_memory_end();
    if (memory.blocks != 0 || memory.bytes != 0) fail_msg("%s leaks", c->name);
    return status;
}

static void good_calls_succeed(void **state) {
    (void)state;
    for (size_t i = 0; i < CONSTRUCTORS; ++i)
        if (call_with(&constructors[i], 0, constructors[i].numbers[0]) != GRAZE_OK)
            fail_msg("%s refuses", constructors[i].name);
}

static void nan_infinity_and_negative_sizes_are_refused(void **state) {
    (void)state;
    graze_real bad[4] = {(graze_real)NAN, (graze_real)INFINITY, -(graze_real)INFINITY, -1};
    for (size_t i = 0; i < CONSTRUCTORS; ++i)
        for (int place = 0; place < constructors[i].count; ++place)
            for (int k = 0; k < (constructors[i].sizes ? 4 : 3); ++k) {
                graze_status status = call_with(&constructors[i], place, bad[k]);
                if (status != GRAZE_INVALID_ARGUMENT)
                    fail_msg("%s with %g in place %d: status %d", constructors[i].name, (double)bad[k],
                             place, (int)status);
            }
}

/* Family 19: the largest and the smallest numbers everywhere; a shape or a status, never a crash, and
 * what comes out is finite. */
static void extreme_numbers_are_shapes_or_statuses(void **state) {
    (void)state;
    graze_real tiny = sizeof(graze_real) == 4 ? (graze_real)1e-40 : (graze_real)1e-310;
    graze_real extreme[5] = {GRAZE_REAL_MAX, GRAZE_REAL_MAX / 4, GRAZE_SHAPE_REACH * 4, tiny, -0.0f};
    for (size_t i = 0; i < CONSTRUCTORS; ++i)
        for (int place = 0; place < constructors[i].count; ++place)
            for (int k = 0; k < 5; ++k) {
                graze_status status = call_with(&constructors[i], place, extreme[k]);
                bool fine = status == GRAZE_OK || status == GRAZE_OUT_OF_RANGE ||
                            status == GRAZE_SINGULAR || status == GRAZE_UNBOUNDED ||
                            status == GRAZE_EMPTY;
                /* Points out of the plane, a normal of zero length. */
                if (constructors[i].make == make_polygon || extreme[k] == 0)
                    fine = fine || status == GRAZE_INVALID_ARGUMENT;
                if (!fine)
                    fail_msg("%s with %g in place %d: status %d", constructors[i].name,
                             (double)extreme[k], place, (int)status);
                if (k < 3 && constructors[i].sizes && status != GRAZE_OUT_OF_RANGE)
                    fail_msg("%s takes a size of %g", constructors[i].name, (double)extreme[k]);
            }
}

static void null_results_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < CONSTRUCTORS; ++i)
        if (constructors[i].make(constructors[i].numbers, NULL) != GRAZE_INVALID_ARGUMENT)
            fail_msg("%s takes NULL", constructors[i].name);
}

static void null_arguments_are_refused(void **state) {
    (void)state;
    graze_shape *sphere = NULL, *const mark = (graze_shape *)&sphere, *out = mark;
    graze_pose pose = graze_pose_identity();
    assert_int_equal(graze_shape_sphere(1, &sphere), GRAZE_OK);
    graze_shape *holed[3] = {sphere, NULL, sphere};
    const graze_status invalid = GRAZE_INVALID_ARGUMENT;
    assert_int_equal(graze_shape_polygon(NULL, 3, 0, &out), invalid);
    assert_int_equal(graze_shape_polytope(NULL, 3, 0, &out), invalid);
    assert_int_equal(graze_shape_from_hull(NULL, &out), invalid);
    assert_int_equal(graze_shape_rounded(NULL, 1, &out), invalid);
    assert_int_equal(graze_shape_minkowski_sum(NULL, sphere, &out), invalid);
    assert_int_equal(graze_shape_minkowski_sum(sphere, NULL, &out), invalid);
    assert_int_equal(graze_shape_hull_of(NULL, 1, &out), invalid);
    assert_int_equal(graze_shape_hull_of(holed, 0, &out), invalid);
    assert_int_equal(graze_shape_hull_of(holed, 3, &out), invalid);
    assert_int_equal(graze_shape_transformed(NULL, &pose, &out), invalid);
    assert_int_equal(graze_shape_transformed(sphere, NULL, &out), invalid);
    assert_int_equal(graze_shape_sweep_translation(NULL, &pose, &pose, &out), invalid);
    assert_int_equal(graze_shape_sweep_translation(sphere, NULL, &pose, &out), invalid);
    assert_int_equal(graze_shape_sweep_translation(sphere, &pose, NULL, &out), invalid);
    assert_int_equal(graze_shape_sweep_hull(NULL, &pose, &pose, &out), invalid);
    assert_int_equal(graze_shape_sweep_hull(sphere, NULL, &pose, &out), invalid);
    assert_int_equal(graze_shape_sweep_hull(sphere, &pose, NULL, &out), invalid);
    assert_int_equal(graze_shape_custom(NULL, &out), invalid);
    assert_int_equal(graze_shape_half_space(graze_vec3_zero(), 1, &out), invalid);
    assert_ptr_equal(out, mark);
    graze_shape_release(sphere);
}

static void singular_and_broken_poses_are_refused(void **state) {
    (void)state;
    graze_shape *sphere = NULL, *const mark = (graze_shape *)&sphere, *out = mark;
    assert_int_equal(graze_shape_sphere(1, &sphere), GRAZE_OK);
    graze_pose good = graze_pose_identity(), flat = good, zero, odd = good;
    flat.basis.col[2] = graze_vec3_add(flat.basis.col[0], flat.basis.col[1]);
    memset(&zero, 0, sizeof zero);
    odd.kind = (graze_pose_kind)17;
    assert_int_equal(graze_shape_transformed(sphere, &flat, &out), GRAZE_SINGULAR);
    assert_int_equal(graze_shape_transformed(sphere, &zero, &out), GRAZE_SINGULAR);
    assert_int_equal(graze_shape_transformed(sphere, &odd, &out), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_sweep_translation(sphere, &flat, &good, &out), GRAZE_SINGULAR);
    assert_int_equal(graze_shape_sweep_translation(sphere, &good, &flat, &out), GRAZE_SINGULAR);
    assert_int_equal(graze_shape_sweep_hull(sphere, &good, &zero, &out), GRAZE_SINGULAR);
    assert_ptr_equal(out, mark);
    graze_shape_release(sphere);
}

static void half_spaces_are_refused_by_wrappers(void **state) {
    (void)state;
    graze_shape *half = NULL, *sphere = NULL, *const mark = (graze_shape *)&sphere, *out = mark;
    graze_pose pose = graze_pose_identity();
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 2, 0), 4, &half), GRAZE_OK);
    assert_int_equal(graze_shape_sphere(1, &sphere), GRAZE_OK);
    graze_shape *parts[2] = {sphere, half};
    assert_int_equal(graze_shape_rounded(half, 1, &out), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_minkowski_sum(half, sphere, &out), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_minkowski_sum(sphere, half, &out), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_hull_of(parts, 2, &out), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_transformed(half, &pose, &out), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_sweep_translation(half, &pose, &pose, &out), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_sweep_hull(half, &pose, &pose, &out), GRAZE_UNBOUNDED);
    assert_ptr_equal(out, mark);
    assert_false(graze_shape_is_bounded(half));
    assert_true(graze_shape_is_bounded(sphere));
    graze_shape_release(half);
    graze_shape_release(sphere);
}

/* Wrappers that each fit may together reach too far. */
static void sums_out_of_range_are_refused(void **state) {
    (void)state;
    graze_shape *big = NULL, *const mark = (graze_shape *)&big, *out = mark;
    graze_real reach = GRAZE_SHAPE_REACH;
    assert_int_equal(graze_shape_sphere(reach / 4 * 3, &big), GRAZE_OK);
    graze_pose far = graze_pose_at(0, 0, reach / 2), scaled = graze_pose_identity();
    scaled.basis = graze_mat3_diagonal(graze_vec3_make(2, 2, 2));
    scaled.kind = GRAZE_POSE_UNIFORM;
    assert_int_equal(graze_shape_rounded(big, reach / 2, &out), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_shape_minkowski_sum(big, big, &out), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_shape_transformed(big, &far, &out), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_shape_transformed(big, &scaled, &out), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_shape_sweep_hull(big, &far, &scaled, &out), GRAZE_OUT_OF_RANGE);
    assert_ptr_equal(out, mark);
    graze_shape_release(big);
}

/* -- custom shapes -- */

typedef struct custom_user {
    graze_vec3 answer;
    int died;
} custom_user;

static graze_vec3 fixed_answer(const void *user, graze_vec3 v) {
    (void)v;
    return ((const custom_user *)user)->answer;
}
static graze_vec3 backward(const void *user, graze_vec3 v) {
    (void)user;
    return graze_vec3_neg(v);
}
static void count_death(void *user) { ((custom_user *)user)->died++; }

static void custom_shapes_own_their_user_once_made(void **state) {
    (void)state;
    custom_user user = {graze_vec3_make((graze_real)NAN, 0, 0), 0};
    graze_custom_shape description = {fixed_answer, &user, count_death, 0};
    graze_shape *const mark = (graze_shape *)&user, *out = mark;
    assert_int_equal(graze_shape_custom(&description, &out), GRAZE_INVALID_ARGUMENT);
    user.answer.x = GRAZE_SHAPE_REACH * 2;
    assert_int_equal(graze_shape_custom(&description, &out), GRAZE_OUT_OF_RANGE);
    graze_custom_shape bad = description;
    bad.support = NULL;
    assert_int_equal(graze_shape_custom(&bad, &out), GRAZE_INVALID_ARGUMENT);
    bad = description;
    bad.support_error = -1;
    assert_int_equal(graze_shape_custom(&bad, &out), GRAZE_INVALID_ARGUMENT);
    bad.support_error = (graze_real)NAN;
    assert_int_equal(graze_shape_custom(&bad, &out), GRAZE_INVALID_ARGUMENT);
    bad = description;
    bad.support = backward;
    assert_int_equal(graze_shape_custom(&bad, &out), GRAZE_INVALID_ARGUMENT);
    assert_ptr_equal(out, mark);
    assert_int_equal(user.died, 0); /* refused: still the caller's */
    user.answer.x = 1;
    graze_shape *rounded = NULL;
    assert_int_equal(graze_shape_custom(&description, &out), GRAZE_OK);
    assert_int_equal(graze_shape_rounded(out, 1, &rounded), GRAZE_OK);
    graze_shape_release(out);
    assert_int_equal(user.died, 0); /* the wrapper keeps it */
    graze_shape_release(rounded);
    assert_int_equal(user.died, 1);
}

/* -- memory -- */

static graze_status make_and_release(void *context) {
    const constructor *c = context;
    graze_shape *const mark = (graze_shape *)context, *out = mark;
    graze_status status = c->make(c->numbers, &out);
    if (status == GRAZE_OK)
        graze_shape_release(out);
    else if (out != mark)
        fail_msg("%s touched its result", c->name);
    return status;
}

static void memory_may_run_out_at_any_call(void **state) {
    (void)state;
    for (size_t i = 0; i < CONSTRUCTORS; ++i)
        assert_true(test_every_allocation_failure(make_and_release, (void *)&constructors[i]) >= 1);
}

static graze_status make_nested(void *context) {
    uint64_t *seed = context;
    graze_random random = graze_random_seed(*seed);
    graze_vec3 points[300]; /* enough for layers */
    for (int i = 0; i < 300; ++i) points[i] = graze_random_direction(&random);
    graze_shape *cloud = NULL, *sphere = NULL, *sum = NULL, *hull = NULL, *swept = NULL;
    graze_pose start = graze_pose_identity(), end = graze_pose_at(1, 2, 3);
    graze_status status = graze_shape_polytope(points, 300, 0, &cloud);
    if (status == GRAZE_OK) status = graze_shape_sphere(1, &sphere);
    if (status == GRAZE_OK) status = graze_shape_minkowski_sum(cloud, sphere, &sum);
    graze_shape *parts[3] = {cloud, sum, sphere};
    if (status == GRAZE_OK) status = graze_shape_hull_of(parts, 3, &hull);
    if (status == GRAZE_OK) status = graze_shape_sweep_hull(hull, &start, &end, &swept);
    graze_shape_release(cloud);
    graze_shape_release(sphere);
    graze_shape_release(sum);
    graze_shape_release(hull);
    if (swept) { /* still whole, though only the sweep is owned */
        graze_vec3 p;
        assert_int_equal(graze_shape_support(swept, graze_vec3_make(1, 0, 0), &p), GRAZE_OK);
        assert_true(graze_abs(p.x - 3) < (graze_real)0.05);
    }
    graze_shape_release(swept);
    return status;
}

/* Wrappers keep what they wrap alive; the last owner frees everything; failures leave nothing. */
static void wrappers_keep_their_parts_alive(void **state) {
    (void)state;
    uint64_t seed = test_seed(66001);
    assert_true(test_every_allocation_failure(make_nested, &seed) > 8);
}

static void retain_and_release_count_owners(void **state) {
    (void)state;
    test_memory memory;
    test_memory_begin(&memory, 0);
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_sphere(1, &shape), GRAZE_OK);
    assert_ptr_equal(graze_shape_retain(shape), shape);
    graze_shape_release(shape);
    assert_int_equal(memory.blocks, 1);
    graze_shape_release(shape);
    assert_int_equal(memory.blocks, 0);
    assert_null(graze_shape_retain(NULL));
    graze_shape_release(NULL);
    test_memory_end();
}

static void sizes_of_hulls_that_overflow_are_refused(void **state) {
    (void)state;
    graze_shape *sphere = NULL, *const mark = (graze_shape *)&sphere, *out = mark;
    assert_int_equal(graze_shape_sphere(1, &sphere), GRAZE_OK);
    assert_int_equal(graze_shape_hull_of(&sphere, SIZE_MAX / 8, &out), GRAZE_OUT_OF_MEMORY);
    assert_ptr_equal(out, mark);
    graze_shape_release(sphere);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_calls_succeed),
        cmocka_unit_test(nan_infinity_and_negative_sizes_are_refused),
        cmocka_unit_test(extreme_numbers_are_shapes_or_statuses),
        cmocka_unit_test(null_results_are_refused),
        cmocka_unit_test(null_arguments_are_refused),
        cmocka_unit_test(singular_and_broken_poses_are_refused),
        cmocka_unit_test(half_spaces_are_refused_by_wrappers),
        cmocka_unit_test(sums_out_of_range_are_refused),
        cmocka_unit_test(custom_shapes_own_their_user_once_made),
        cmocka_unit_test(memory_may_run_out_at_any_call),
        cmocka_unit_test(wrappers_keep_their_parts_alive),
        cmocka_unit_test(retain_and_release_count_owners),
        cmocka_unit_test(sizes_of_hulls_that_overflow_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
