/* SPDX-License-Identifier: MIT
 * The primitive tests where everything is delicate (P1-P12, P14, P16, R6): touching, parallel,
 * coplanar, collinear, coincident, inside, axis-parallel, corner-grazing, huge and tiny sets, and what
 * is refused. All of it at several sizes and places that keep the numbers exact. */
#include "any_set.h"

static graze_vec3 v(double x, double y, double z) {
    return graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z);
}
static any_set sphere(graze_vec3 c, double r) {
    return (any_set){.kind = SPHERE, .sphere = {c, (graze_real)r}};
}
static any_set aabb(graze_vec3 lo, graze_vec3 hi) { return (any_set){.kind = AABB, .aabb = {lo, hi}}; }
static any_set obb(graze_vec3 lo, graze_vec3 hi) { /* the same, its axes exchanged and one reversed */
    graze_vec3 c = graze_aabb_center((graze_aabb){lo, hi}), h = graze_aabb_extent((graze_aabb){lo, hi});
    any_set s = {.kind = OBB, .obb = {.center = c, .half = graze_vec3_make(h.y, h.x, h.z)}};
    s.obb.axes = graze_mat3_from_columns(v(0, 1, 0), v(-1, 0, 0), v(0, 0, 1));
    return s;
}
static any_set segment(graze_vec3 a, graze_vec3 b) {
    return (any_set){.kind = SEGMENT, .segment = {a, b}};
}
static any_set ray(graze_vec3 o, graze_vec3 d, double t) {
    return (any_set){.kind = RAY, .ray = {o, d, (graze_real)t}};
}
static any_set triangle(graze_vec3 a, graze_vec3 b, graze_vec3 c) {
    return (any_set){.kind = TRIANGLE, .triangle = {{a, b, c}}};
}

static const double forever = INFINITY;

static void check_order(const any_set *a, const any_set *b, bool expected, const char *what) {
    static const double scales[] = {1, 0x1p-30, 0x1p40, 0x1p-300, 0x1p300};
    const graze_vec3 places[] = {v(0, 0, 0), v(64, -128, 32)};
    for (size_t i = 0; i < (sizeof(graze_real) == 4 ? 3 : 5); ++i)
        for (size_t j = 0; j < 2; ++j) {
            any_set s = *a, t = *b;
            bool hit = !expected;
            set_transform(&s, places[j], (graze_real)scales[i]);
            set_transform(&t, places[j], (graze_real)scales[i]);
            assert_int_equal(s.kind <= t.kind ? set_test(&s, &t, &hit) : set_test(&t, &s, &hit),
                             GRAZE_OK);
            if (hit != expected) fail_msg("%s: %d at scale %g, place %zu", what, hit, scales[i], j);
        }
}

static void check(any_set a, any_set b, bool expected, const char *what) {
    check_order(&a, &b, expected, what);
    if (a.kind == b.kind) check_order(&b, &a, expected, what);
}
#define MEET(a, b) check(a, b, true, #a " meets " #b)
#define APART(a, b) check(a, b, false, #a " is apart from " #b)

static void spheres(void **state) {
    (void)state;
    any_set s = sphere(v(0, 0, 0), 2), point = sphere(v(0, 0, 0), 0);
    MEET(s, sphere(v(0, 0, 0), 1)); /* concentric */
    MEET(s, sphere(v(3, 0, 0), 1)); /* touching */
    APART(s, sphere(v(3.125, 0, 0), 1));
    MEET(point, point);
    MEET(s, aabb(v(2, -1, -1), v(3, 1, 1)));
    MEET(s, aabb(v(-8, -8, -8), v(8, 8, 8))); /* the centre inside */
    APART(s, aabb(v(1.5, 1.5, 0), v(3, 3, 1)));
    MEET(s, obb(v(2, -1, -1), v(3, 1, 1)));
    MEET(s, obb(v(-8, -8, -8), v(8, 8, 8)));
    APART(s, obb(v(1.5, 1.5, 0), v(3, 3, 1)));
    MEET(s, segment(v(-5, 2, 0), v(5, 2, 0))); /* a tangent */
    APART(s, segment(v(-5, 2.125, 0), v(5, 2.125, 0)));
    APART(s, segment(v(3, 0, 0), v(9, 0, 0)));
    MEET(s, segment(v(1, 0, 0), v(1, 0, 0)));
    MEET(s, segment(v(2, 0, 0), v(2, 0, 0)));
    MEET(s, ray(v(-5, 2, 0), v(1, 0, 0), forever));
    APART(s, ray(v(-5, 2, 0), v(1, 0, 0), 4.5));
    MEET(s, ray(v(-5, 2, 0), v(1, 0, 0), 5));
    APART(s, ray(v(-5, 0, 0), v(-1, 0, 0), forever));
    MEET(s, ray(v(1, 0, 0), v(0, 0, 0), forever));
    APART(s, ray(v(3, 0, 0), v(0, 0, 0), forever));
    MEET(s, triangle(v(-9, -9, 2), v(9, -9, 2), v(0, 9, 2))); /* the plane touches */
    APART(s, triangle(v(-9, -9, 2.125), v(9, -9, 2.125), v(0, 9, 2.125)));
    MEET(s, triangle(v(-1, 0, 0), v(1, 0, 0), v(0, 1, 0))); /* inside */
    MEET(s, triangle(v(2, 0, 0), v(5, 1, 0), v(5, -1, 0))); /* a corner */
    MEET(s, triangle(v(2, -3, 0), v(2, 3, 0), v(9, 0, 0))); /* an edge */
    MEET(s, triangle(v(2, -3, 0), v(2, 3, 0), v(2, 9, 0))); /* collinear */
    APART(s, triangle(v(3, 0, 0), v(3, 0, 0), v(3, 0, 0))); /* a point */
}

static void boxes(void **state) {
    (void)state;
    any_set b = aabb(v(-1, -1, -1), v(1, 1, 1)), o = obb(v(-1, -1, -1), v(1, 1, 1));
    any_set flat = aabb(v(1, -1, -1), v(1, 1, 1)), point = aabb(v(1, 1, 1), v(1, 1, 1));
    MEET(b, flat);
    MEET(b, point);
    MEET(b, aabb(v(1, 1, 1), v(2, 2, 2)));
    APART(b, aabb(v(1.125, -9, -9), v(2, 9, 9)));
    MEET(b, aabb(v(-9, -9, -9), v(9, 9, 9)));
    MEET(o, aabb(v(1, 1, 1), v(2, 2, 2)));
    MEET(o, point);
    MEET(o, flat);
    APART(o, aabb(v(1.125, -9, -9), v(2, 9, 9)));
    MEET(o, obb(v(1, -1, -1), v(2, 1, 1))); /* face on face, all edges parallel */
    MEET(o, obb(v(1, 1, 1), v(1, 1, 1)));
    MEET(o, obb(v(-9, -9, -9), v(9, 9, 9)));
    APART(o, obb(v(1.125, -1, -1), v(2, 1, 1)));
    APART(obb(v(0, 0, 0), v(1, 1, 0)), obb(v(2, 0, 0), v(3, 1, 0))); /* flat, in one plane */
    MEET(obb(v(0, 0, 0), v(1, 1, 0)), obb(v(1, 1, 0), v(3, 2, 0)));
    any_set both[2] = {b, o};
    for (int k = 0; k < 2; ++k) {
        any_set x = both[k];
        MEET(x, segment(v(-5, 1, 1), v(5, 1, 1))); /* along an edge */
        MEET(x, segment(v(-5, 0, 1), v(5, 0, 1))); /* in a face */
        APART(x, segment(v(-5, 1.125, 1), v(5, 1.125, 1)));
        MEET(x, segment(v(0, 0, 0), v(0.5, 0, 0)));
        MEET(x, segment(v(0, 2, 0), v(2, 0, 0))); /* through an edge's middle */
        APART(x, segment(v(0, 2.125, 0), v(2.125, 0, 0)));
        MEET(x, segment(v(1, 1, 1), v(3, 3, 3)));
        APART(x, segment(v(1.5, 1.5, 1.5), v(1.5, 1.5, 1.5)));
        MEET(x, ray(v(-5, 1, 1), v(1, 0, 0), forever));
        MEET(x, ray(v(0, 0, 0), v(0, 0, 0), forever));
        MEET(x, ray(v(0, 0, 0), v(1, 2, 3), 0));
        APART(x, ray(v(2, 0, 0), v(0, 0, 0), forever));
        APART(x, ray(v(2, 0, 0), v(1, 0, 0), forever));
        APART(x, ray(v(2, 0, 0), v(0, 1, 0), forever));   /* parallel to a face */
        MEET(x, ray(v(5, 5, 5), v(-1, -1, -1), forever)); /* corner to corner */
        MEET(x, ray(v(5, 5, 5), v(-1, -1, -1), 4));
        APART(x, ray(v(5, 5, 5), v(-1, -1, -1), 3.5));
        MEET(x, ray(v(3, -1, 0), v(-1, 1, 0), forever)); /* grazes an edge at one point */
        MEET(x, ray(v(-4096, -4095, 1), v(1, 1, 0), forever));
        APART(x, ray(v(4096, -4093, 1), v(-1, 1, 0), forever));
        MEET(x, triangle(v(-9, -9, 1), v(9, -9, 1), v(0, 9, 1)));
        APART(x, triangle(v(-9, -9, 1.125), v(9, -9, 1.125), v(0, 9, 1.125)));
        MEET(x, triangle(v(1, 1, 1), v(2, 3, 4), v(4, 3, 3)));
        MEET(x, triangle(v(0, 0, 0), v(0.5, 0, 0), v(0, 0.5, 0)));
        MEET(x, triangle(v(3, 0, 0), v(0, 3, 0), v(0, 0, 3))); /* touches the corner 1 1 1 */
        APART(x, triangle(v(3.125, 0, 0), v(0, 3.125, 0), v(0, 0, 3.125)));
        APART(x, triangle(v(2, 1.25, -9), v(1.25, 2, -9), v(9, 9, 9)));
        MEET(x, triangle(v(-5, 1, 1), v(0, 1, 1), v(5, 1, 1))); /* collinear, along an edge */
        MEET(x, triangle(v(1, 1, 1), v(1, 1, 1), v(1, 1, 1)));
        APART(x, triangle(v(2, 1, 1), v(2, 1, 1), v(2, 1, 1)));
    }
}

static void segments_and_rays(void **state) {
    (void)state;
    any_set s = segment(v(-1, 0, 0), v(1, 0, 0)), point = segment(v(1, 0, 0), v(1, 0, 0));
    MEET(s, segment(v(0, -1, 0), v(0, 1, 0)));
    MEET(s, segment(v(1, 0, 0), v(1, 1, 1)));
    MEET(s, segment(v(1, 0, 0), v(2, 0, 0))); /* one line, one common end */
    APART(s, segment(v(1.125, 0, 0), v(2, 0, 0)));
    MEET(s, segment(v(-9, 0, 0), v(9, 0, 0)));
    APART(s, segment(v(-1, 0.125, 0), v(1, 0.125, 0))); /* parallel */
    APART(s, segment(v(0, -1, 0.125), v(0, 1, 0.125))); /* skew */
    APART(s, segment(v(2, -1, 0), v(2, 1, 0)));
    MEET(s, point);
    MEET(point, point);
    APART(point, segment(v(2, 0, 0), v(2, 0, 0)));
    MEET(s, ray(v(0, -5, 0), v(0, 1, 0), forever));
    APART(s, ray(v(0, -5, 0), v(0, 1, 0), 4.5));
    MEET(s, ray(v(0, -5, 0), v(0, 1, 0), 5));
    APART(s, ray(v(0, -5, 0), v(0, -1, 0), forever));
    MEET(s, ray(v(-5, 0, 0), v(1, 0, 0), forever));
    APART(s, ray(v(5, 0, 0), v(1, 0, 0), forever));
    MEET(s, ray(v(0, 0, 0), v(0, 0, 0), forever));
    APART(s, ray(v(0, 1, 0), v(1, 0, 0), forever));
    MEET(point, ray(v(-5, 0, 0), v(3, 0, 0), forever));
    MEET(ray(v(-5, 0, 0), v(1, 0, 0), forever), ray(v(0, -7, 0), v(0, 2, 0), forever));
    APART(ray(v(-5, 0, 0), v(1, 0, 0), forever), ray(v(-6, -7, 0), v(0, 2, 0), forever));
    MEET(ray(v(-5, 0, 0), v(1, 0, 0), forever), ray(v(5, 0, 0), v(-1, 0, 0), forever));
    APART(ray(v(-5, 0, 0), v(-1, 0, 0), forever), ray(v(5, 0, 0), v(1, 0, 0), forever));
    MEET(ray(v(0, 0, 0), v(1, 0, 0), forever), ray(v(0, 0, 0), v(-1, 0, 0), forever));
    APART(ray(v(0, 0, 0), v(1, 1, 0), forever), ray(v(0, 1, 0), v(1, 1, 0), forever));
    MEET(ray(v(0, 0, 0), v(4096, 1, 0), forever), ray(v(0, 4, 0), v(4096, 0, 0), forever));
}

static void triangles(void **state) {
    (void)state;
    any_set t = triangle(v(0, 0, 0), v(4, 0, 0), v(0, 4, 0));
    MEET(t, segment(v(1, 1, -1), v(1, 1, 1)));
    MEET(t, segment(v(1, 1, 0), v(1, 1, 1)));
    MEET(t, segment(v(2, 2, -1), v(2, 2, 1))); /* the middle of an edge */
    MEET(t, segment(v(4, 0, -1), v(4, 0, 1))); /* a corner */
    APART(t, segment(v(1, 1, 0.125), v(1, 1, 1)));
    APART(t, segment(v(3, 3, -1), v(3, 3, 1)));
    APART(t, segment(v(1, 1, 1), v(2, 1, 1)));
    MEET(t, segment(v(-1, 1, 0), v(9, 1, 0))); /* in the plane */
    MEET(t, segment(v(1, 1, 0), v(1.5, 1, 0)));
    MEET(t, segment(v(4, 0, 0), v(9, 9, 0)));
    MEET(t, segment(v(0, 4, 0), v(4, 0, 0)));
    APART(t, segment(v(3, 3, 0), v(9, 0, 0)));
    APART(t, segment(v(5, 0, 0), v(9, 0, 0)));
    MEET(t, segment(v(1, 1, 0), v(1, 1, 0)));
    APART(t, segment(v(3, 3, 0), v(3, 3, 0)));
    MEET(t, ray(v(1, 1, -8), v(0, 0, 3), forever));
    MEET(t, ray(v(1, 1, 8), v(0, 0, -3), forever)); /* from behind too */
    APART(t, ray(v(1, 1, -8), v(0, 0, 3), 2.5));
    APART(t, ray(v(1, 1, -8), v(0, 0, -3), forever));
    APART(t, ray(v(1, 1, 1), v(1, 0, 0), forever)); /* parallel */
    MEET(t, ray(v(-8, 1, 0), v(1, 0, 0), forever)); /* coplanar */
    APART(t, ray(v(-8, 1, 0), v(-1, 0, 0), forever));
    APART(t, ray(v(-8, 5, 0), v(1, 0, 0), forever));
    MEET(t, ray(v(1, 1, 0), v(0, 0, 1), forever)); /* starts in it */
    MEET(t, ray(v(1, 1, 0), v(0, 0, 0), forever));
    MEET(t, t);
    MEET(t, triangle(v(4, 0, 0), v(9, 0, 1), v(9, 0, -1)));
    MEET(t, triangle(v(1, 1, -1), v(1, 1, 1), v(9, 9, 0)));
    APART(t, triangle(v(3, 3, -1), v(3, 3, 1), v(9, 9, 0)));
    APART(t, triangle(v(0, 0, 1), v(4, 0, 1), v(0, 4, 1)));
    MEET(t, triangle(v(1, 1, 0), v(2, 1, 0), v(1, 2, 0))); /* coplanar, inside */
    MEET(t, triangle(v(4, 4, 0), v(4, 0, 0), v(0, 4, 0))); /* coplanar, a common edge */
    APART(t, triangle(v(4, 4, 0), v(5, 0, 0), v(9, 4, 0)));
    MEET(t, triangle(v(1, 1, -1), v(1, 1, 0), v(1, 1, 1))); /* collinear */
    APART(t, triangle(v(3, 3, -1), v(3, 3, 0), v(3, 3, 1)));
    MEET(t, triangle(v(1, 1, 0), v(1, 1, 0), v(1, 1, 0)));
    MEET(triangle(v(0, 0, 0), v(0, 0, 0), v(2, 2, 2)), triangle(v(1, 1, 1), v(5, 1, 1), v(3, 1, 1)));
    APART(triangle(v(0, 0, 0), v(0, 0, 0), v(2, 2, 2)), triangle(v(1, 1, 0), v(5, 1, 0), v(3, 1, 0)));
}

/* Numbers next to the ends of the range. */
static void largest_and_smallest(void **state) {
    (void)state;
    graze_real most = GRAZE_REAL_MAX, least = sizeof(graze_real) == 4
                                                  ? (graze_real)0x1p-149
                                                  : (graze_real)0x0.0000000000001p-1022;
    graze_vec3 far = graze_vec3_make(most, most, most), opposite = graze_vec3_neg(far),
               zero = v(0, 0, 0);
    any_set whole = aabb(opposite, far), ball = sphere(zero, (double)most),
            edge = segment(opposite, far);
    any_set sheet = triangle(far, opposite, graze_vec3_make(most, -most, most));
    any_set dot = sphere(graze_vec3_make(least, 0, 0), 0), near = sphere(zero, 0),
            tiny = sphere(zero, (double)least);
    any_set around = {.kind = OBB, .obb = {zero, graze_mat3_identity(), far}};
    const any_set all[] = {ball, whole, around, edge, ray(opposite, far, forever), sheet};
    for (int i = 0; i <= TRIANGLE; ++i)
        for (int j = i; j <= TRIANGLE; ++j) {
            bool hit = false;
            assert_int_equal(set_test(&all[i], &all[j], &hit), GRAZE_OK);
            if (!hit) fail_msg("%s and %s of the largest size", set_names[i], set_names[j]);
        }
    bool hit = true;
    assert_int_equal(set_test(&dot, &near, &hit), GRAZE_OK);
    assert_false(hit);
    assert_int_equal(set_test(&dot, &tiny, &hit), GRAZE_OK);
    assert_true(hit);
    any_set corner = sphere(far, (double)most / 2), other = sphere(opposite, (double)most / 2);
    assert_int_equal(set_test(&corner, &other, &hit), GRAZE_OK);
    assert_false(hit);
    any_set end = segment(far, far);
    assert_int_equal(set_test(&ball, &end, &hit), GRAZE_OK);
    assert_false(hit); /* a corner of the cube around the ball */
}

/* What is refused leaves the output alone. */
static void refused(const any_set *a, const any_set *b) {
    for (int was = 0; was < 2; ++was) {
        bool hit = was;
        assert_int_equal(a->kind <= b->kind ? set_test(a, b, &hit) : set_test(b, a, &hit),
                         GRAZE_INVALID_ARGUMENT);
        assert_int_equal(hit, was);
    }
}

static void bad_input(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    any_set good[SETS] = {sphere(v(0, 0, 0), 1),
                          aabb(v(0, 0, 0), v(1, 1, 1)),
                          obb(v(0, 0, 0), v(1, 1, 1)),
                          segment(v(0, 0, 0), v(1, 1, 1)),
                          ray(v(0, 0, 0), v(1, 1, 1), forever),
                          triangle(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0))};
    static const size_t first[SETS] = {offsetof(any_set, sphere), offsetof(any_set, aabb),
                                       offsetof(any_set, obb),    offsetof(any_set, segment),
                                       offsetof(any_set, ray),    offsetof(any_set, triangle)};
    static const size_t size[SETS] = {sizeof(graze_sphere), sizeof(graze_aabb),
                                      sizeof(graze_obb),    sizeof(graze_segment),
                                      sizeof(graze_ray),    sizeof(graze_triangle)};
    for (int i = 0; i <= TRIANGLE; ++i)
        for (int j = 0; j <= TRIANGLE; ++j)
            for (size_t k = 0; k < size[j] / sizeof(graze_real); ++k)
                for (size_t m = 0; m < 3; ++m) {
                    if (j == RAY && k == 6 && m == 1) continue; /* max_t may be infinite */
                    any_set broken = good[j];
                    graze_real x = (graze_real)bad[m];
                    memcpy((char *)&broken + first[j] + k * sizeof x, &x, sizeof x);
                    refused(&good[i], &broken);
                }
    any_set negative[] = {sphere(v(0, 0, 0), -1), aabb(v(1, 0, 0), v(0, 1, 1)), good[OBB],
                          ray(v(0, 0, 0), v(1, 0, 0), -1)};
    negative[2].obb.half.y = -1;
    for (int i = 0; i <= TRIANGLE; ++i)
        for (size_t j = 0; j < 4; ++j) refused(&good[i], &negative[j]);
    bool hit = false;
    assert_int_equal(graze_test_sphere_sphere(NULL, &good[0].sphere, &hit), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_test_sphere_sphere(&good[0].sphere, NULL, &hit), GRAZE_INVALID_ARGUMENT);
    for (int i = 0; i <= TRIANGLE; ++i)
        for (int j = i; j <= TRIANGLE; ++j)
            assert_int_equal(set_test(&good[i], &good[j], NULL), GRAZE_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres),
        cmocka_unit_test(boxes),
        cmocka_unit_test(segments_and_rays),
        cmocka_unit_test(triangles),
        cmocka_unit_test(largest_and_smallest),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
