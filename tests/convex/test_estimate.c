/* SPDX-License-Identifier: MIT
 * Contact estimates (A9, B:1359-1403): all four converge to the first contact as the step gets shorter;
 * each says what it promises when the two touch, overlap at the start or never meet. */
#include <math.h>

#include "harness.h"
#include "oracle/ld3.h"
#include "oracle/random_shape.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

enum { METHODS = 4 };
static const char *const names[METHODS] = {"ray", "closest", "skin", "depth"};

static graze_contact_estimate ask(int method, const graze_step *step, graze_real skin) {
    graze_contact_estimate e;
    graze_status status = method == 0   ? graze_estimate_ray(step, &tightest, &e)
                          : method == 1 ? graze_estimate_closest(step, &tightest, &e)
                          : method == 2 ? graze_estimate_skin(step, skin, &tightest, &e)
                                        : graze_estimate_depth(step, &tightest, &e);
    assert_int_equal(status, GRAZE_OK);
    return e;
}

/* Two smooth bodies that fly and turn at constant speeds: their poses at any time. */
typedef struct flight {
    graze_shape *shape[2];
    graze_vec3 from[2], speed[2], spin[2];
    graze_quat turn[2];
} flight;

static graze_pose pose_at(const flight *f, int which, graze_real time) {
    graze_pose pose;
    graze_quat turned;
    assert_int_equal(graze_quat_integrate(f->turn[which], f->spin[which], time, &turned), GRAZE_OK);
    graze_vec3 at = graze_vec3_add_scaled(f->from[which], time, f->speed[which]);
    assert_int_equal(graze_pose_make(turned, at, &pose), GRAZE_OK);
    return pose;
}

static graze_step step_of(const flight *f, graze_real start, graze_real end) {
    return (graze_step){{f->shape[0], pose_at(f, 0, start), 0},
                        {f->shape[1], pose_at(f, 1, start), 0},
                        pose_at(f, 0, end),
                        pose_at(f, 1, end)};
}

static graze_real sd_at(const flight *f, graze_real time) {
    graze_step s = step_of(f, time, time);
    graze_signed_separation out;
    assert_int_equal(graze_signed_distance(&s.a, &s.b, &tightest, NULL, &out), GRAZE_OK);
    return out.sd;
}

static graze_shape *smooth_shape(graze_random *random) {
    graze_shape *shape = NULL;
    graze_vec3 size = {graze_random_uniform(random, (graze_real)0.5, 1),
                       graze_random_uniform(random, (graze_real)0.5, 1),
                       graze_random_uniform(random, (graze_real)0.5, 1)};
    graze_status status = graze_random_bits(random) % 3 == 0 ? graze_shape_sphere(size.x, &shape)
                                                             : graze_shape_ellipsoid(size, &shape);
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

/* They start apart, meet at some time in 0..1 and overlap for a while after it. */
static bool make_flight(flight *f, bool turning, graze_random *random, graze_real *contact) {
    graze_vec3 way = graze_vec3_scale(graze_random_direction(random), 4);
    f->from[0] = random_vector(1, random);
    f->from[1] =
        graze_vec3_add(graze_vec3_add(f->from[0], way), random_vector((graze_real)0.3, random));
    f->speed[0] = graze_vec3_add(graze_vec3_scale(way, (graze_real)0.5), random_vector(1, random));
    f->speed[1] = graze_vec3_sub(f->speed[0], way);
    for (int i = 0; i < 2; ++i) {
        f->turn[i] = graze_random_rotation(random);
        f->spin[i] = turning ? random_vector(1, random) : graze_vec3_zero();
    }
    graze_real lo = 0, hi = 1;
    if (sd_at(f, 0) <= 0 || sd_at(f, 1) > 0) return false;
    for (int k = 0; k < 60; ++k) {
        graze_real middle = lo + (hi - lo) / 2;
        if (sd_at(f, middle) > 0)
            lo = middle;
        else
            hi = middle;
    }
    *contact = hi;
    return sd_at(f, hi + (graze_real)0.0625) < (graze_real)-0.02; /* no grazing contact */
}

/* The step from before the contact to after it, ever shorter: the errors in normal, point and time (in
 * units of the flight) shrink like the step. */
static void check_convergence(const flight *f, graze_real contact, uint64_t seed, long number,
                              graze_random *random) {
    graze_step here = step_of(f, contact, contact);
    graze_signed_separation truth;
    assert_int_equal(graze_signed_distance(&here.a, &here.b, &tightest, NULL, &truth), GRAZE_OK);
    /* sd is 0 there up to the rounding radius E, so the normal up to sqrt(2 E / r) on a surface of
     * radius of curvature r. */
    const long double rounding = 2e3L * (long double)GRAZE_EPSILON;
    for (int k = 4; k <= 14; k += 2) {
        graze_real length = (graze_real)ldexp(1, -k);
        graze_real share = graze_random_uniform(random, (graze_real)0.1, (graze_real)0.9);
        graze_real start = contact - share * length;
        graze_step step = step_of(f, start, start + length);
        for (int m = 0; m < METHODS; ++m) {
            graze_contact_estimate e = ask(m, &step, length);
            long double allowed = 60 * (long double)length + sqrtl(rounding) * 0.1L;
            long double turned = ld3_distance(ld3_from(e.normal), ld3_from(truth.normal));
            long double off = ld3_distance(ld3_from(e.point_a), ld3_from(truth.point_a)) +
                              ld3_distance(ld3_from(e.point_b), ld3_from(truth.point_b));
            long double late = fabsl((long double)start + (long double)e.t * (long double)length -
                                     (long double)contact);
            TEST_CHECK(e.contact, seed, number, "%s sees no contact in a step of %g", names[m],
                       (double)length);
            TEST_CHECK(turned <= allowed && off <= allowed && late <= (long double)length, seed, number,
                       "%s: normal off by %Lg, points by %Lg, time by %Lg in a step of %g", names[m],
                       turned, off, late, (double)length);
            /* The ray is exact where nothing turns. */
            bool still = graze_vec3_length(f->spin[0]) == 0 && graze_vec3_length(f->spin[1]) == 0;
            if (m == 0 && still)
                TEST_CHECK(late <= rounding && fabsl((long double)e.sd) <= rounding, seed, number,
                           "the ray is off by %Lg in time, sd %g", late, (double)e.sd);
        }
    }
}

static void all_converge_to_the_first_contact(void **state) {
    (void)state;
    uint64_t seed = test_seed(72001);
    graze_random random = graze_random_seed(seed);
    long used = 0, count = test_count(400);
    for (long i = 0; i < count; ++i) {
        flight f = {.shape = {smooth_shape(&random), smooth_shape(&random)}};
        graze_real contact;
        if (make_flight(&f, i % 2, &random, &contact)) {
            check_convergence(&f, contact, seed, i, &random);
            ++used;
        }
        graze_shape_release(f.shape[0]);
        graze_shape_release(f.shape[1]);
    }
    assert_true(used * 2 > count);
}

/* -- boxes on one line, where every answer is known ---------------------------------------------------
 */

static graze_shape *box_shape, *floor_shape;

static int make_shapes(void **state) {
    (void)state;
    return graze_shape_box(graze_vec3_make(1, 2, 2), &box_shape) != GRAZE_OK ||
           graze_shape_half_space(graze_vec3_make(1, 0, 0), 0, &floor_shape) != GRAZE_OK;
}

static int drop_shapes(void **state) {
    (void)state;
    graze_shape_release(box_shape);
    graze_shape_release(floor_shape);
    return 0;
}

/* Two boxes, 2 wide along x: A moves from x = 0 by way_a, B from x = b by way_b. */
static graze_step boxes(graze_real b, graze_real way_a, graze_real way_b) {
    return (graze_step){{box_shape, graze_pose_identity(), 0},
                        {box_shape, graze_pose_at(b, 0, 0), 0},
                        graze_pose_at(way_a, 0, 0),
                        graze_pose_at(b + way_b, 0, 0)};
}

static const graze_real tiny = 64 * GRAZE_EPSILON;

static void check(const graze_contact_estimate *e, bool contact, graze_real t, graze_real sd,
                  graze_end end) {
    assert_int_equal(e->contact, contact);
    assert_true(fabs((double)(e->t - t)) <= (double)tiny);
    assert_true(fabs((double)(e->sd - sd)) <= (double)tiny);
    assert_true(fabs((double)(e->normal.x - 1)) <= (double)tiny);
    assert_true(fabs((double)(e->point_b.x - e->point_a.x - e->sd)) <= (double)tiny);
    assert_int_equal(e->end, end);
}

/* Both move towards each other by 1, from 1 apart: they meet half way and overlap by 1 at the end. */
static void two_boxes_meet(void **state) {
    (void)state;
    graze_step step = boxes(3, 1, -1);
    graze_contact_estimate e = ask(0, &step, 0);
    assert_true(e.end == GRAZE_CONVERGED || e.end == GRAZE_TOUCHING);
    check(&e, true, (graze_real)0.5, 0, e.end);
    assert_true(fabs((double)(e.point_a.x - (graze_real)1.5)) <= (double)tiny);
    e = ask(1, &step, 0);
    check(&e, true, 0, 1, GRAZE_CONVERGED);
    e = ask(2, &step, (graze_real)0.25); /* 1/2 touches, 1/4 is too early, 3/8 is it */
    check(&e, true, (graze_real)0.375, (graze_real)0.25, GRAZE_CONVERGED);
    e = ask(2, &step, 1); /* t = 0 will do */
    check(&e, true, 0, 1, GRAZE_CONVERGED);
    e = ask(2, &step, 0); /* no time will do */
    assert_true(e.contact && e.end == GRAZE_ITERATION_LIMIT && e.sd > 0 && e.sd <= 16 * tiny);
    e = ask(3, &step, 0);
    check(&e, true, 1, -1, GRAZE_OVERLAP);
}

static void two_boxes_stay_apart(void **state) {
    (void)state;
    graze_step step = boxes(4, 1, (graze_real)-0.5); /* 2 apart, then 1/2 */
    graze_contact_estimate e = ask(0, &step, 0);
    check(&e, false, 1, (graze_real)0.5, GRAZE_SEPARATED);
    e = ask(1, &step, 0);
    check(&e, false, 0, 2, GRAZE_CONVERGED);
    e = ask(2, &step, (graze_real)0.25);
    check(&e, false, 1, (graze_real)0.5, GRAZE_SEPARATED);
    e = ask(2, &step, (graze_real)0.5); /* the skins touch */
    check(&e, true, 1, (graze_real)0.5, GRAZE_CONVERGED);
    e = ask(3, &step, 0);
    check(&e, false, 1, (graze_real)0.5, GRAZE_SEPARATED);
}

/* Overlapping by 1/2 at the start, by 1 at the end. */
static void two_boxes_start_in_each_other(void **state) {
    (void)state;
    graze_step step = boxes((graze_real)1.5, (graze_real)0.5, 0);
    for (int m = 0; m < 3; ++m) {
        graze_contact_estimate e = ask(m, &step, (graze_real)0.125);
        check(&e, true, 0, (graze_real)-0.5, GRAZE_OVERLAP);
    }
    graze_contact_estimate e = ask(3, &step, 0);
    check(&e, true, 1, -1, GRAZE_OVERLAP);
}

/* Touching at the start and going on into each other; touching at the end. */
static void two_boxes_touch(void **state) {
    (void)state;
    graze_step step = boxes(2, 1, 0);
    graze_contact_estimate e = ask(0, &step, 0);
    check(&e, true, 0, 0, GRAZE_TOUCHING);
    e = ask(1, &step, 0);
    check(&e, true, 0, 0, GRAZE_TOUCHING);
    e = ask(2, &step, (graze_real)0.125);
    check(&e, true, 0, 0, GRAZE_TOUCHING);
    step = boxes(4, 1, -1);
    e = ask(0, &step, 0);
    assert_true(e.contact && fabs((double)(e.t - 1)) <= (double)tiny);
    e = ask(1, &step, 0);
    check(&e, true, 0, 2, GRAZE_CONVERGED);
    e = ask(3, &step, 0);
    check(&e, true, 1, 0, GRAZE_TOUCHING);
}

/* A bullet through a wall: the ray alone sees it. And figure 2.17: deep in a slab the depth vector
 * points sideways, the others against the motion. */
static void each_errs_in_its_own_way(void **state) {
    (void)state;
    graze_step step = boxes(3, 10, 0);
    for (int m = 0; m < METHODS; ++m) {
        graze_contact_estimate e = ask(m, &step, (graze_real)0.125);
        assert_int_equal(e.contact, m == 0);
    }
    graze_shape *slab;
    assert_int_equal(graze_shape_box(graze_vec3_make(4, (graze_real)0.5, 4), &slab), GRAZE_OK);
    step = (graze_step){{slab, graze_pose_at(-8, (graze_real)0.25, 0), 0},
                        {slab, graze_pose_at(8, 0, 0), 0},
                        graze_pose_at((graze_real)-2.5, (graze_real)0.25, 0),
                        graze_pose_at((graze_real)2.5, 0, 0)};
    for (int m = 0; m < METHODS; ++m) {
        graze_contact_estimate e = ask(m, &step, (graze_real)0.125);
        assert_true(e.contact);
        graze_real along = m == 3 ? -e.normal.y : e.normal.x;
        assert_true(fabs((double)(along - 1)) <= (double)tiny);
    }
    graze_shape_release(slab);
}

/* A half-space on either side; the box 1 above it comes down by 2. */
static void half_spaces_on_either_side(void **state) {
    (void)state;
    for (int side = 0; side < 2; ++side) {
        graze_placed ground = {floor_shape, graze_pose_identity(), 0};
        graze_placed box = {box_shape, graze_pose_at(2, 0, 0), 0};
        graze_step step = {side ? box : ground, side ? ground : box, ground.pose, ground.pose};
        if (side)
            step.end_a = graze_pose_at(0, 0, 0);
        else
            step.end_b = graze_pose_at(0, 0, 0);
        const graze_real t[METHODS] = {(graze_real)0.5, 0, (graze_real)0.375, 1};
        const graze_real sd[METHODS] = {0, 1, (graze_real)0.25, -1};
        for (int m = 0; m < METHODS; ++m) {
            graze_contact_estimate e = ask(m, &step, (graze_real)0.25);
            assert_true(e.contact);
            assert_true(fabs((double)(e.t - t[m])) <= (double)tiny);
            assert_true(fabs((double)(e.sd - sd[m])) <= (double)tiny);
            assert_true(fabs((double)(e.normal.x - (graze_real)(side ? -1 : 1))) <= (double)tiny);
        }
    }
}

static void bad_input_gets_a_status(void **state) {
    (void)state;
    graze_step good = boxes(3, 1, 0), bad = good;
    graze_contact_estimate e = {.t = 42};
    assert_int_equal(graze_estimate_ray(&good, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_estimate_closest(NULL, NULL, &e), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_estimate_skin(&good, -1, NULL, &e), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_estimate_skin(&good, (graze_real)NAN, NULL, &e), GRAZE_INVALID_ARGUMENT);
    bad.end_a.origin.x = (graze_real)INFINITY;
    assert_int_equal(graze_estimate_depth(&bad, NULL, &e), graze_pose_check(&bad.end_a));
    bad = good;
    bad.b.shape = NULL;
    assert_int_equal(graze_estimate_ray(&bad, NULL, &e), graze_placed_check(&bad.b));
    bad = good;
    bad.a.shape = bad.b.shape = floor_shape;
    assert_int_equal(graze_estimate_ray(&bad, NULL, &e), GRAZE_UNBOUNDED);
    assert_int_equal(graze_estimate_depth(&bad, NULL, &e), GRAZE_UNBOUNDED);
    assert_true(e.t == 42);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_converge_to_the_first_contact),
        cmocka_unit_test(two_boxes_meet),
        cmocka_unit_test(two_boxes_stay_apart),
        cmocka_unit_test(two_boxes_start_in_each_other),
        cmocka_unit_test(two_boxes_touch),
        cmocka_unit_test(each_errs_in_its_own_way),
        cmocka_unit_test(half_spaces_on_either_side),
        cmocka_unit_test(bad_input_gets_a_status),
    };
    return cmocka_run_group_tests(tests, make_shapes, drop_shapes);
}
