/* SPDX-License-Identifier: MIT
 * Families of hard cases with exact answers through depth and signed distance (E1-E8, S12): planted
 * optima nearly and exactly touching (2, 3), aligned boxes of all size ratios (4), flat overlaps (10),
 * concentric and identical shapes (11), parallel cylinders and capsules (12, 13), cone apexes (14). */
#include <math.h>

#include "oracle/aligned_boxes.h"
#include "oracle/exact_pair.h"
#include "oracle/pair_check.h"
#include "oracle/planted.h"
#include "oracle/random_shape.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
#define EPS ((long double)GRAZE_EPSILON)

/* -- families 2 and 3: planted optima -- */

/* gap = +-2^-k for k = 10..50, or 0. With a face in the contact an overlap as small as this is exactly
 * -gap deep; else the explicit difference tells how deep. */
static void planted_pairs_are_as_deep_as_planted(void **state) {
    (void)state;
    uint64_t seed = test_seed(91001);
    graze_random random = graze_random_seed(seed);
    const graze_pose identity = graze_pose_identity();
    for (long i = 0; i < test_count(9 * 2 * 83 * 6); ++i) {
        planted_feature of_a = (planted_feature)(i % 3), of_b = (planted_feature)(i / 3 % 3);
        bool aligned = i / 9 % 2, face = of_a == PLANTED_FACE || of_b == PLANTED_FACE;
        int k = (int)(i / 18 % 83) - 41; /* 0: touching */
        long double gap = k == 0 ? 0 : k < 0 ? -ldexpl(1, k - 9) : ldexpl(1, -k - 9);
        planted_pair planted = planted_make(of_a, of_b, gap, aligned, &random);
        test_polytope a = test_polytope_make(planted.a.points, planted.a.count, &identity, 0);
        test_polytope b = test_polytope_make(planted.b.points, planted.b.count, &identity, 0);
        long double unsure = aligned ? 0 : 16 * EPS;
        exact e = {.a = a.placed, .b = b.placed, .sd = gap};
        if (gap < 0 && !face) {
            test_pair measured = test_pair_measure(&a, &b, seed, i);
            e.sd = measured.sd;
            unsure += measured.unsure;
        }
        exact_check(&e, unsure, seed, i, &random, NULL);
        if (gap == 0 && aligned) {
            graze_signed_separation s;
            assert_int_equal(graze_signed_distance(&e.a, &e.b, &tightest, NULL, &s), GRAZE_OK);
            TEST_CHECK(fabsl((long double)s.sd) <= 4 * EPS * 4, seed, i, "%s on %s: sd %g at touching",
                       planted_name(of_b), planted_name(of_a), (double)s.sd);
        }
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
}

/* -- family 4: aligned boxes -- */

static exact aligned_boxes(long number, graze_random *random) {
    graze_real ratio = (graze_real)pow(10, (double)(number % 13) - 6);
    graze_vec3 half[2], at = graze_vec3_zero();
    for (int k = 0; k < 2; ++k)
        half[k] = graze_vec3_scale(
            xyz(between(random, 0.1, 1), between(random, 0.1, 1), between(random, 0.1, 1)),
            k ? ratio : 1);
    graze_vec3 sum = graze_vec3_add(half[0], half[1]);
    if (number % 5)
        at = graze_vec3_mul(sum, random_vector((graze_real)(number % 2 ? 0.999 : 1.5), random));
    exact e = of_two(box(half[0]), box(half[1]), at);
    const long double c[3] = {(long double)at.x, (long double)at.y, (long double)at.z};
    const long double a[3] = {(long double)half[0].x, (long double)half[0].y, (long double)half[0].z};
    const long double b[3] = {(long double)half[1].x, (long double)half[1].y, (long double)half[1].z};
    e.sd = oracle_boxes_distance(c, a, b);
    return e;
}

static void aligned_boxes_follow_the_formula(void **state) {
    (void)state;
    exact_check_family(aligned_boxes, NEVER_ROUND, 2600, 91002);
}

/* -- family 10: flat overlaps have no depth, the way out is the plane's normal -- */

static graze_shape *flat_shape(int corners, const graze_vec3 *p) {
    graze_shape *s = NULL;
    if (corners == 1) return point(p[0]);
    if (corners == 2) return segment(p[0], p[1]);
    if (corners == 3) return triangle(p[0], p[1], p[2]);
    return made(graze_shape_polygon(p, (size_t)corners, 0, &s), &s);
}

/* A point of the one lies within the other, away from its sides. */
static exact flat_overlap(long number, graze_random *random) {
    graze_vec3 p[2][6], inside = xyz((graze_real)0.25, (graze_real)0.25, (graze_real)-0.25);
    int corners[2] = {1 + (int)(number % 6), 3 + (int)(number / 6 % 4)};
    for (int k = 0; k < 12; ++k) p[k / 6][k % 6] = in_plane(random);
    p[1][0] = xyz(0, 0, 0);
    p[1][1] = xyz(1, 0, 1);
    p[1][2] = xyz(0, 1, -2);
    int second = corners[0] > 1 ? 1 : 0, third = corners[0] > 2 ? 2 : 0;
    graze_vec3 middle = graze_vec3_lerp(p[0][second], p[0][third], (graze_real)0.5);
    middle = graze_vec3_lerp(p[0][0], middle, (graze_real)0.5);
    exact e = of_two(flat_shape(corners[0], p[0]), flat_shape(corners[1], p[1]),
                     graze_vec3_sub(middle, inside));
    e.axis = (ld3){1, -2, -1};
    e.either_sign = true;
    return e;
}

static void flat_overlaps_have_no_depth(void **state) {
    (void)state;
    exact_check_family(flat_overlap, NEVER_ROUND, 2400, 91003);
}

/* -- family 11: concentric -- */

static exact concentric_identical(long number, graze_random *random) {
    graze_real r = between(random, 0.1, 1), h = between(random, 0.1, 2), w = between(random, 0.1, 1);
    long double lr = (long double)r, lh = (long double)h, lw = (long double)w;
    graze_shape *s;
    long double depth;
    switch (number % 7) {
    case 0:
        s = sphere(r);
        depth = 2 * lr;
        break;
    case 1:
        s = box(xyz(r, h, w));
        depth = 2 * fminl(lr, fminl(lh, lw));
        break;
    case 2:
        s = cylinder(r, h);
        depth = 2 * fminl(lr, lh / 2);
        break;
    case 3:
        s = capsule(r, h);
        depth = 2 * lr;
        break;
    case 4:
        s = ellipsoid(xyz(r, h, w));
        depth = 2 * fminl(lr, fminl(lh, lw));
        break;
    case 5:
        s = cone(r, h);
        depth = fminl(lh, 2 * lr * lh / sqrtl(lr * lr + lh * lh));
        break;
    default: /* round about the origin */
        s = ellipsoid(xyz(r, h, r));
        depth = 2 * fminl(lr, lh);
    }
    exact e = of_two(s, s, graze_vec3_zero());
    if (number / 7 % 3 == 1) e.b.margin = r;
    e.sd = -depth - (long double)e.b.margin;
    return e;
}

static void identical_shapes_are_as_deep_as_their_width(void **state) {
    (void)state;
    exact_check_family(concentric_identical, MAYBE_ROUND, 2100, 91004);
}

/* Different sizes about one centre. */
static exact concentric_different(long number, graze_random *random) {
    graze_real n[6];
    long double l[6];
    for (int k = 0; k < 6; ++k) {
        n[k] = between(random, 0.1, 1);
        l[k] = (long double)n[k];
    }
    graze_vec3 p = xyz(n[0], n[1], n[2]), q = xyz(n[3], n[4], n[5]), zero = graze_vec3_zero();
    long double sums = fminl(l[0] + l[3], fminl(l[1] + l[4], l[2] + l[5]));
    exact e;
    switch (number % 9) {
    case 0:
        e = of_two(sphere(n[0]), sphere(n[1]), zero);
        e.sd = -(l[0] + l[1]);
        break;
    case 1: /* the widths of the sum of two ellipsoids are concave in the squares of the direction */
        e = of_two(ellipsoid(p), ellipsoid(q), zero);
        e.sd = -sums;
        break;
    case 2:
        e = of_two(cylinder(n[0], 2 * n[1]), cylinder(n[2], 2 * n[3]), zero);
        e.sd = -fminl(l[0] + l[2], l[1] + l[3]);
        break;
    case 3:
        e = of_two(box(p), sphere(n[3]), zero);
        e.sd = -fminl(l[0], fminl(l[1], l[2])) - l[3];
        break;
    case 4:
        e = of_two(sphere(n[3]), cylinder(n[0], 2 * n[1]), zero);
        e.sd = -fminl(l[0], l[1]) - l[3];
        break;
    case 5: /* crossing at their centres at any angle: the radii */
        e = of_two(capsule(n[0], n[1]), capsule(n[2], n[3]), zero);
        e.b.pose = random_pose(RANDOM_POSE_RIGID, 0, random);
        e.sd = -(l[0] + l[2]);
        break;
    case 6:
        e = of_two(ellipsoid(p), sphere(n[3]), zero);
        e.sd = -fminl(l[0], fminl(l[1], l[2])) - l[3];
        break;
    case 7: /* a box in a cylinder: its corners' circle, or the heights */
        e = of_two(cylinder(n[0], 2 * n[1]), box(q), zero);
        e.sd = -fminl(l[1] + l[4], l[0] + fminl(l[3], l[5]));
        break;
    default: /* a capsule along the axis of a cylinder: its segment only adds to the height */
        e = of_two(cylinder(n[0], 2 * n[1]), capsule(n[2], 2 * n[3]), zero);
        e.sd = -fminl(l[0], l[1] + l[3]) - l[2];
    }
    return e;
}

static void concentric_shapes_are_as_deep_as_the_formula(void **state) {
    (void)state;
    exact_check_family(concentric_different, MAYBE_ROUND, 2700, 91005);
}

/* A shape of any kind in itself: as deep as it is wide. signed_checked looks for a narrower width. */
static void every_kind_in_itself(void **state) {
    (void)state;
    long too_round = 0;
    uint64_t seed = test_seed(91006);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(100 * GRAZE_SHAPE_CONVEX_COUNT); ++i) {
        graze_shape_kind kind = (graze_shape_kind)(i % GRAZE_SHAPE_CONVEX_COUNT);
        if (kind == GRAZE_SHAPE_HALF_SPACE) continue;
        graze_shape *shape = random_shape(kind, 1, &random);
        random_pose_class pose =
            (random_pose_class)(i / GRAZE_SHAPE_CONVEX_COUNT % RANDOM_POSE_CLASS_COUNT);
        graze_placed p = {shape, random_pose(pose, 1, &random), 0};
        signed_case c = {&p, &p, seed, i, &random, i % 8 == 0, false, &too_round};
        graze_signed_separation s = signed_checked(&c, &tightest);
        graze_penetration_result d = depth_checked(&c, &tightest);
        long double error = signed_error(&p, &p);
        TEST_CHECK((long double)s.sd <= error && d.end != GRAZE_SEPARATED, seed, i, "sd %g",
                   (double)s.sd);
        graze_shape_release(shape);
    }
    print_message("%ld answers ended at the limit\n", too_round);
}

/* -- families 12 and 13: side by side -- */

static long double rectangle_sd(long double x, long double y) {
    long double out = hypotl(fmaxl(x, 0), fmaxl(y, 0));
    return out > 0 ? out : fmaxl(x, y);
}

static exact parallel_cylinders(long number, graze_random *random) {
    graze_real r1 = between(random, 0.1, 1), r2 = between(random, 0.1, 1);
    graze_real h1 = between(random, 0.1, 1), h2 = between(random, 0.1, 1);
    graze_real aside = number % 4 ? (r1 + r2) * between(random, 0, 1.2) : 0;
    graze_real up = number % 3 ? (h1 + h2) * between(random, -1.2, 1.2) : 0;
    exact e = of_two(cylinder(r1, 2 * h1), cylinder(r2, 2 * h2), xyz(aside, up, 0));
    e.sd = rectangle_sd((long double)aside - (long double)r1 - (long double)r2,
                        fabsl((long double)up) - (long double)h1 - (long double)h2);
    return e;
}

static exact parallel_capsules(long number, graze_random *random) {
    graze_real r1 = between(random, 0.1, 1), r2 = between(random, 0.1, 1);
    graze_real h1 = between(random, 0.1, 1), h2 = between(random, 0.1, 1);
    graze_real aside = number % 4 ? (r1 + r2) * between(random, 0, 1.2) : 0;
    graze_real up = (h1 + h2 + r1 + r2) * between(random, -1.2, 1.2);
    exact e = of_two(capsule(r1, 2 * h1), capsule(r2, 2 * h2), xyz(aside, up, 0));
    long double over = fmaxl(0, fabsl((long double)up) - (long double)h1 - (long double)h2);
    e.sd = hypotl((long double)aside, over) - (long double)r1 - (long double)r2;
    return e;
}

static void parallel_cylinders_and_capsules(void **state) {
    (void)state;
    exact_check_family(parallel_cylinders, MAYBE_ROUND, 2400, 91007);
    exact_check_family(parallel_capsules, NEVER_ROUND, 1200, 91008);
}

/* -- family 14: cone apexes -- */

/* +-2^-k, 0, or anything up to 0.05. */
static graze_real small_gap(long number, graze_random *random) {
    if (number % 4 == 0) return 0;
    graze_real gap = (graze_real)ldexp(1, -5 - (int)(graze_random_bits(random) % 36));
    if (number % 4 == 1) gap = between(random, 0, 0.05);
    return graze_random_bits(random) % 2 ? gap : -gap;
}

static exact apex_to_face(long number, graze_random *random) {
    graze_real r = between(random, 0.2, 1), h = between(random, 0.2, 1),
               gap = small_gap(number, random);
    graze_vec3 half = xyz(between(random, 0.2, 1), between(random, 0.2, 1), between(random, 0.2, 1));
    graze_vec3 at = xyz(half.x * between(random, -0.5, 0.5), 0, half.z * between(random, -0.5, 0.5));
    exact e = of_two(cone(r, h), box(half), at);
    e.b.pose.origin.y = h / 2 + half.y + gap;
    e.sd = (long double)e.b.pose.origin.y - (long double)half.y - (long double)(h / 2);
    e.axis = (ld3){0, 1, 0};
    return e;
}

/* Overlapping apexes come apart sideways: by the sine of the blunter one's half angle. */
static exact apex_to_apex(long number, graze_random *random) {
    graze_real r[2], h[2], gap = small_gap(number, random);
    long double sine = 0;
    for (int k = 0; k < 2; ++k) {
        r[k] = between(random, 0.2, 1);
        h[k] = between(random, 0.2, 1);
        sine = fmaxl(sine, (long double)r[k] / hypotl((long double)r[k], (long double)h[k]));
    }
    exact e = of_two(cone(r[0], h[0]), cone(r[1], h[1]), xyz(0, h[0] / 2 + h[1] / 2 + gap, 0));
    long double apart =
        (long double)e.b.pose.origin.y - (long double)(h[0] / 2) - (long double)(h[1] / 2);
    e.b.pose.basis.col[0] = xyz(-1, 0, 0); /* half a turn about z */
    e.b.pose.basis.col[1] = xyz(0, -1, 0);
    e.sd = apart > 0 ? apart : apart * sine;
    return e;
}

static void cone_apexes_meet_faces_and_apexes(void **state) {
    (void)state;
    exact_check_family(apex_to_face, NEVER_ROUND, 1600, 91009);
    exact_check_family(apex_to_apex, MAYBE_ROUND, 1600, 91010);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_pairs_are_as_deep_as_planted),
        cmocka_unit_test(aligned_boxes_follow_the_formula),
        cmocka_unit_test(flat_overlaps_have_no_depth),
        cmocka_unit_test(identical_shapes_are_as_deep_as_their_width),
        cmocka_unit_test(concentric_shapes_are_as_deep_as_the_formula),
        cmocka_unit_test(every_kind_in_itself),
        cmocka_unit_test(parallel_cylinders_and_capsules),
        cmocka_unit_test(cone_apexes_meet_faces_and_apexes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
