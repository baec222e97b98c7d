/* SPDX-License-Identifier: MIT
 * Volumes and centres: closed forms, and brackets that contain the truth. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/solid.h"

#define PI 3.14159265358979323846L

static graze_shape_mass measure(const graze_shape *shape) {
    graze_shape_mass mass;
    assert_int_equal(graze_shape_measure(shape, &mass), GRAZE_OK);
    return mass;
}

/* Truth within the bounds, the bounds no farther apart than gap (relative), the centre where it is. */
static void expect(graze_shape *shape, long double volume, long double gap, ld3 center,
                   long double off) {
    graze_shape_mass mass = measure(shape);
    char text[200];
    graze_shape_describe(shape, text, sizeof text);
    if (!((long double)mass.lower <= volume && volume <= (long double)mass.upper))
        fail_msg("%s: %Lg is not in %Lg .. %Lg", text, volume, (long double)mass.lower,
                 (long double)mass.upper);
    if (!(mass.lower <= mass.volume && mass.volume <= mass.upper)) fail_msg("%s: out of order", text);
    if (!((long double)(mass.upper - mass.lower) <= gap * (long double)mass.upper))
        fail_msg("%s: bounds %Lg and %Lg", text, (long double)mass.lower, (long double)mass.upper);
    long double away = ld3_length(ld3_sub(ld3_from(mass.center), center));
    if (!(away <= off)) fail_msg("%s: the centre is off by %Lg", text, away);
    graze_shape_release(shape);
}

#define ROUNDING (64 * (long double)GRAZE_EPSILON)
static const ld3 origin = {0, 0, 0};

static void primitives_have_closed_forms(void **state) {
    (void)state;
    graze_shape *s = NULL;
    assert_int_equal(graze_shape_sphere(3, &s), GRAZE_OK);
    expect(s, 36 * PI, ROUNDING, origin, 0);
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &s), GRAZE_OK);
    expect(s, 48, ROUNDING, origin, 0);
    assert_int_equal(graze_shape_cone(3, 8, &s), GRAZE_OK);
    expect(s, 24 * PI, ROUNDING, (ld3){0, -2, 0}, 0);
    assert_int_equal(graze_shape_cylinder(3, 8, &s), GRAZE_OK);
    expect(s, 72 * PI, ROUNDING, origin, 0);
    assert_int_equal(graze_shape_capsule(3, 8, &s), GRAZE_OK);
    expect(s, 108 * PI, ROUNDING, origin, 0);
    assert_int_equal(graze_shape_ellipsoid(graze_vec3_make(1, 2, 3), &s), GRAZE_OK);
    expect(s, 8 * PI, ROUNDING, origin, 0);
    assert_int_equal(graze_shape_ellipsoid(graze_vec3_make(2, 2, 2), &s), GRAZE_OK);
    expect(s, 32 * PI / 3, ROUNDING, origin, 0);
    graze_vec3 corner = graze_vec3_make(4, 0, 0);
    assert_int_equal(graze_shape_tetrahedron(graze_vec3_zero(), corner, graze_vec3_make(0, 4, 0),
                                             graze_vec3_make(0, 0, 4), &s),
                     GRAZE_OK);
    expect(s, 32 / 3.0L, ROUNDING, (ld3){1, 1, 1}, ROUNDING);
}

/* |det| times the volume, the centre along: for every kind of pose, reflections included. */
static void images_scale_by_the_determinant(void **state) {
    (void)state;
    uint64_t seed = test_seed(63001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(2000); ++i) {
        graze_pose pose = random_pose((random_pose_class)(i % RANDOM_POSE_CLASS_COUNT), 10, &random);
        ld3 a = ld3_from(pose.basis.col[0]), b = ld3_from(pose.basis.col[1]),
            c = ld3_from(pose.basis.col[2]);
        long double det = a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
                          a.z * (b.x * c.y - b.y * c.x);
        graze_shape *cone = NULL, *image = NULL;
        assert_int_equal(graze_shape_cone(1, 2, &cone), GRAZE_OK);
        assert_int_equal(graze_shape_transformed(cone, &pose, &image), GRAZE_OK);
        graze_shape_release(cone);
        ld3 center = ld3_add(ld3_from(pose.origin), ld3_scale(b, -0.5L));
        expect(image, fabsl(det) * 2 * PI / 3, 0.01L, center, 1000 * (long double)GRAZE_EPSILON);
    }
}

/* Steiner's formula: V + A r + 2 pi r^2 (a + b + c) + 4/3 pi r^3 for the box with half extents a, b, c.
 */
static void rounded_boxes_follow_steiner(void **state) {
    (void)state;
    uint64_t seed = test_seed(63002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(300); ++i) {
        graze_real scale = solid_scale(&random);
        graze_real a = scale * graze_random_uniform(&random, (graze_real)0.05, 1);
        graze_real b = scale * graze_random_uniform(&random, (graze_real)0.05, 1);
        graze_real c = scale * graze_random_uniform(&random, (graze_real)0.05, 1);
        graze_real r = scale * graze_random_uniform(&random, (graze_real)0.01, 1);
        graze_shape *box = NULL, *rounded = NULL, *moved = NULL;
        assert_int_equal(graze_shape_box(graze_vec3_make(a, b, c), &box), GRAZE_OK);
        assert_int_equal(graze_shape_rounded(box, r, &rounded), GRAZE_OK);
        long double x = a, y = b, z = c, s = r;
        long double truth = 8 * x * y * z + 8 * (x * y + y * z + z * x) * s +
                            2 * PI * s * s * (x + y + z) + 4 * PI * s * s * s / 3;
        graze_pose pose = random_pose(RANDOM_POSE_RIGID, scale, &random);
        assert_int_equal(graze_shape_transformed(rounded, &pose, &moved), GRAZE_OK);
        graze_shape_release(box);
        expect(moved, truth, 0.0105L, ld3_from(pose.origin), 0.01L * (long double)scale);
        expect(rounded, truth, 0.0101L, origin, 0.01L * (long double)scale);
    }
}

/* The hull of two balls: two caps and the frustum of the common tangent cone. */
static long double two_balls(long double r, long double s, long double d) {
    long double sine = (r - s) / d, cosine = sqrtl(1 - sine * sine);
    long double x = r * sine, y = s * sine; /* the tangent circles, from each centre */
    long double left = PI * (r * r * (x + r) - (x * x * x + r * r * r) / 3);
    long double right = PI * (s * s * (s - y) - (s * s * s - y * y * y) / 3);
    long double a = r * cosine, b = s * cosine;
    return left + right + PI / 3 * (d + y - x) * (a * a + a * b + b * b);
}

static void hulls_of_two_balls(void **state) {
    (void)state;
    uint64_t seed = test_seed(63003);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(200); ++i) {
        graze_real r = graze_random_uniform(&random, (graze_real)0.1, 2);
        graze_real s = graze_random_uniform(&random, (graze_real)0.1, 2);
        graze_real d = graze_abs(r - s) + graze_random_uniform(&random, (graze_real)0.1, 5);
        graze_shape *a = NULL, *b = NULL, *moved = NULL, *hull = NULL;
        graze_pose pose = graze_pose_at(d, 0, 0);
        assert_int_equal(graze_shape_sphere(r, &a), GRAZE_OK);
        assert_int_equal(graze_shape_sphere(s, &b), GRAZE_OK);
        assert_int_equal(graze_shape_transformed(b, &pose, &moved), GRAZE_OK);
        graze_shape *both[2] = {a, moved};
        assert_int_equal(graze_shape_hull_of(both, 2, &hull), GRAZE_OK);
        graze_shape_release(a);
        graze_shape_release(b);
        graze_shape_release(moved);
        graze_shape_mass mass = measure(hull);
        ld3 center = ld3_from(mass.center);
        assert_true(fabsl(center.y) < 0.02L && fabsl(center.z) < 0.02L);
        expect(hull, two_balls(r, s, d), 0.0101L, center, 0);
    }
}

/* Sums whose volume is known: boxes are boxes again; a segment sweeps a prism. */
static void sums_of_polytopes(void **state) {
    (void)state;
    graze_shape *a = NULL, *b = NULL, *sum = NULL;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &a), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)0.5, 1, (graze_real)0.25), &b),
                     GRAZE_OK);
    assert_int_equal(graze_shape_minkowski_sum(a, b, &sum), GRAZE_OK);
    expect(sum, 8 * 1.5L * 3 * 3.25L, 1e-4L, origin, 1e-4L);
    graze_shape_release(b);
    assert_int_equal(graze_shape_segment(graze_vec3_make(1, 1, 1), graze_vec3_make(2, 4, 3), &b),
                     GRAZE_OK);
    assert_int_equal(graze_shape_minkowski_sum(a, b, &sum), GRAZE_OK);
    /* The prism swept by a box: its volume and the shadow along the step (1, 3, 2). */
    expect(sum, 48 + (24 * 1 + 12 * 3 + 8 * 2), 1e-4L, (ld3){1.5L, 2.5L, 2}, 1e-3L);
    graze_shape_release(a);
    graze_shape_release(b);
}

/* Every shape: bounds in order; those by fitting agree with those in closed form. */
static void fitting_agrees_with_closed_forms(void **state) {
    (void)state;
    uint64_t seed = test_seed(63004);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(1200); ++i) {
        const solid *s = solid_random(&tree, (solid_kind)(i % SOLID_ROUNDED), 1, 1, &random);
        graze_pose pose = random_pose((random_pose_class)(i % RANDOM_POSE_CLASS_COUNT), 3, &random);
        graze_shape *shape = solid_shape(s), *image = NULL, *same = NULL;
        assert_int_equal(graze_shape_transformed(shape, &pose, &image), GRAZE_OK);
        assert_int_equal(graze_shape_rounded(image, 0, &same), GRAZE_OK); /* measured by fitting */
        graze_shape_mass exact = measure(image), fitted = measure(same);
        TEST_CHECK(fitted.lower <= exact.upper && exact.lower <= fitted.upper, seed, i,
                   "%g..%g by formula, %g..%g by fitting", (double)exact.lower, (double)exact.upper,
                   (double)fitted.lower, (double)fitted.upper);
        graze_sphere ball;
        assert_int_equal(graze_shape_bounding_sphere(image, &ball), GRAZE_OK);
        graze_real apart = graze_vec3_distance(exact.center, fitted.center);
        TEST_CHECK(apart <= (graze_real)0.05 * ball.radius + 100 * GRAZE_EPSILON, seed, i,
                   "centres %g apart in a ball of %g", (double)apart, (double)ball.radius);
        graze_shape_release(shape);
        graze_shape_release(image);
        graze_shape_release(same);
    }
}

static void flat_shapes_have_no_volume(void **state) {
    (void)state;
    graze_shape *a = NULL, *b = NULL, *flat = NULL;
    assert_int_equal(graze_shape_segment(graze_vec3_zero(), graze_vec3_make(2, 0, 0), &a), GRAZE_OK);
    assert_int_equal(graze_shape_segment(graze_vec3_zero(), graze_vec3_make(0, 0, 4), &b), GRAZE_OK);
    assert_int_equal(graze_shape_minkowski_sum(a, b, &flat), GRAZE_OK);
    expect(flat, 0, 1, (ld3){1, 0, 2}, ROUNDING);
    assert_int_equal(graze_shape_rounded(a, 0, &flat), GRAZE_OK);
    graze_shape_mass mass = measure(flat);
    assert_true(mass.volume == 0 && mass.lower == 0 && mass.upper <= (graze_real)1e-4);
    expect(flat, 0, 1, (ld3){1, 0, 0}, ROUNDING);
    graze_shape *parts[2] = {a, b};
    assert_int_equal(graze_shape_hull_of(parts, 2, &flat), GRAZE_OK); /* a triangle */
    expect(flat, 0, 1, (ld3){2 / 3.0L, 0, 4 / 3.0L}, ROUNDING);
    graze_shape_release(a);
    graze_shape_release(b);
    assert_int_equal(graze_shape_cylinder(2, 0, &flat), GRAZE_OK);
    expect(flat, 0, 1, origin, 0);
    assert_int_equal(graze_shape_cone(0, 2, &flat), GRAZE_OK);
    expect(flat, 0, 1, origin, 0);
    assert_int_equal(graze_shape_point(graze_vec3_make(1, 2, 3), &a), GRAZE_OK);
    assert_int_equal(graze_shape_rounded(a, 0, &flat), GRAZE_OK);
    expect(flat, 0, 1, (ld3){1, 2, 3}, ROUNDING);
    graze_shape_release(a);
    /* Nothing left but the rounding of two poses. */
    uint64_t seed = test_seed(63005);
    graze_random random = graze_random_seed(seed);
    graze_pose pose = random_pose(RANDOM_POSE_SHEARED, 3, &random);
    assert_int_equal(graze_shape_box(graze_vec3_zero(), &a), GRAZE_OK);
    assert_int_equal(graze_shape_transformed(a, &pose, &b), GRAZE_OK);
    assert_int_equal(graze_shape_rounded(b, 0, &flat), GRAZE_OK);
    expect(flat, 0, 1, ld3_from(pose.origin), ROUNDING);
    graze_shape_release(b);
    graze_shape_release(a);
}

static void volumes_beyond_the_numbers(void **state) {
    (void)state;
    graze_shape *big = NULL, *rounded = NULL, *tiny = NULL;
    graze_shape_mass mass = {.volume = 7};
    assert_int_equal(graze_shape_sphere(GRAZE_SHAPE_REACH / 2, &big), GRAZE_OK);
    assert_int_equal(graze_shape_rounded(big, 1, &rounded), GRAZE_OK);
    assert_int_equal(graze_shape_measure(big, &mass), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_shape_measure(rounded, &mass), GRAZE_OUT_OF_RANGE);
    assert_true(mass.volume == 7);
    graze_real small = (graze_real)(sizeof(graze_real) == 4 ? 1e-20L : 1e-120L);
    assert_int_equal(graze_shape_sphere(small, &tiny), GRAZE_OK);
    assert_int_equal(graze_shape_measure(tiny, &mass), GRAZE_OK);
    assert_true(mass.lower == 0 && mass.upper > 0);
    graze_shape_release(big);
    graze_shape_release(rounded);
    graze_shape_release(tiny);
}

static graze_status measure_rounded_cone(void *context) {
    (void)context;
    graze_shape *cone = NULL, *rounded = NULL;
    graze_status status = graze_shape_cone(1, 2, &cone);
    if (status == GRAZE_OK) status = graze_shape_rounded(cone, (graze_real)0.5, &rounded);
    graze_shape_mass mass = {.volume = -1}, before = mass;
    if (status == GRAZE_OK) status = graze_shape_measure(rounded, &mass);
    if (status != GRAZE_OK) assert_memory_equal(&mass, &before, sizeof mass);
    graze_shape_release(cone);
    graze_shape_release(rounded);
    return status;
}

static void running_out_of_memory_is_a_status(void **state) {
    (void)state;
    assert_true(test_every_allocation_failure(measure_rounded_cone, NULL) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primitives_have_closed_forms),
        cmocka_unit_test(images_scale_by_the_determinant),
        cmocka_unit_test(rounded_boxes_follow_steiner),
        cmocka_unit_test(hulls_of_two_balls),
        cmocka_unit_test(sums_of_polytopes),
        cmocka_unit_test(fitting_agrees_with_closed_forms),
        cmocka_unit_test(flat_shapes_have_no_volume),
        cmocka_unit_test(volumes_beyond_the_numbers),
        cmocka_unit_test(running_out_of_memory_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
