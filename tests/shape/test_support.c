/* SPDX-License-Identifier: MIT
 * Support mappings of every shape and wrapper (U6-U11, S2, S10, S11, L5) against formulas and points
 * in long double (tests/oracle/solid.h). */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/solid.h"
#include "shape/shape.h"

#define SHAPES 500
#define DIRECTIONS 200

/* How far past the supporting plane along v the point lies, in lengths; negative: short of it. */
static long double beyond(const solid *s, ld3 v, ld3 point) {
    return (ld3_dot(v, point) - solid_height(s, v)) / ld3_length(v);
}

/* Everything a computed support point has to satisfy, given its error bound. */
static void check_point(const solid *s, graze_vec3 direction, graze_vec3 found, long double error,
                        graze_random *random, uint64_t seed, long number) {
    ld3 v = ld3_from(direction), p = ld3_from(found);
    long double past = beyond(s, v, p);
    TEST_CHECK(past >= -error, seed, number, "short by %Lg, allowed %Lg", -past, error);
    TEST_CHECK(past <= error, seed, number, "outside by %Lg, allowed %Lg", past, error);
    /* On the shape: behind the supporting planes of other directions too, near and far. */
    ld3 other = ld3_from(graze_random_direction(random));
    ld3 near = ld3_add(ld3_scale(v, 1 / ld3_length(v)), ld3_scale(other, 0.01L));
    TEST_CHECK(beyond(s, other, p) <= error, seed, number, "off by %Lg, allowed %Lg",
               beyond(s, other, p), error);
    TEST_CHECK(beyond(s, near, p) <= error, seed, number, "off by %Lg, allowed %Lg", beyond(s, near, p),
               error);
    /* No point of the shape lies farther. */
    ld3 sample = solid_sample(s, random);
    long double farther = ld3_dot(v, ld3_sub(sample, p)) / ld3_length(v);
    long double fuzz = 1e-17L * (ld3_length(sample) + ld3_length(p));
    TEST_CHECK(farther <= error + fuzz, seed, number, "a point lies farther by %Lg, allowed %Lg",
               farther, error);
}

/* The zero direction gives a point of the boundary: where e1 or another direction supports it. */
static void check_zero(const solid *s, const graze_shape *shape, graze_random *random, uint64_t seed,
                       long number) {
    graze_vec3 found;
    assert_int_equal(graze_shape_support(shape, graze_vec3_zero(), &found), GRAZE_OK);
    ld3 p = ld3_from(found);
    long double error = (long double)graze_shape_support_error(shape);
    if (s->kind == SOLID_POINTS) { /* one of the points */
        bool known = false;
        for (int i = 0; i < s->count; ++i) known = known || graze_vec3_equal(s->points[i], found);
        TEST_CHECK(known, seed, number, "the zero direction gives no vertex");
        return;
    }
    if (s->kind == SOLID_IMAGE && s->parts[0]->kind == SOLID_POINTS) return; /* a vertex's image */
    long double past = beyond(s, (ld3){1, 0, 0}, p);
    TEST_CHECK(fabsl(past) <= error, seed, number, "the zero direction is off by %Lg", past);
    ld3 other = ld3_from(graze_random_direction(random));
    TEST_CHECK(beyond(s, other, p) <= error, seed, number, "the zero direction gives a point outside");
}

/* U6-U11: each kind at the root, random solids below it up to three levels. */
static void supports_agree_with_formulas(void **state) {
    (void)state;
    uint64_t seed = test_seed(61001);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    long shapes = test_count(SHAPES);
    for (int kind = 0; kind < SOLID_KIND_COUNT; ++kind)
        for (long i = 0; i < shapes; ++i) {
            const solid *s = solid_random(&tree, (solid_kind)kind, 3, solid_scale(&random), &random);
            graze_shape *shape = solid_shape(s);
            long double error = (long double)graze_shape_support_error(shape);
            long number = kind * shapes + i;
            for (int d = 0; d < DIRECTIONS; ++d) {
                graze_vec3 v = solid_direction(&random), found;
                if (graze_vec3_max_abs(v) == 0) continue;
                assert_int_equal(graze_shape_support(shape, v, &found), GRAZE_OK);
                check_point(s, v, found, error, &random, seed, number);
            }
            check_zero(s, shape, &random, seed, number);
            graze_shape_release(shape);
        }
}

/* An image far away, alone, or rounded, added to or joined with another one. */
static const solid *make_far(const solid *child, solid far[4], int how, graze_random *random) {
    for (int i = 0; i < 2; ++i) {
        graze_pose pose = random_pose(
            (random_pose_class)(graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT), 1, random);
        pose.origin = graze_vec3_add(pose.origin, graze_vec3_make(123456, -765432, 987654));
        far[i] = (solid){.kind = SOLID_IMAGE, .count = 1, .parts = {child}, .pose = pose};
    }
    if (how == 0) return &far[0];
    static const solid_kind kinds[4] = {SOLID_IMAGE, SOLID_ROUNDED, SOLID_SUM, SOLID_HULL};
    far[2] = (solid){.kind = kinds[how], .count = how == 1 ? 1 : 2, .parts = {&far[0], &far[1]}};
    far[2].size.x = (graze_real)0.1;
    return &far[2];
}

/* The height of a solid above its centre. The oracle has 64 bits only, so the solids' origins, which
 * are exact, are taken off first. */
static long double height_above(const solid *s, ld3 v, ld3 center) {
    solid near[4];
    ld3 moved = {0, 0, 0};
    const solid *parts[2] = {s->parts[0], s->parts[1]};
    if (s->kind == SOLID_IMAGE) {
        near[0] = *s;
        near[0].pose.origin = graze_vec3_zero();
        moved = ld3_sub(ld3_from(s->pose.origin), center);
        return solid_height(&near[0], v) + ld3_dot(moved, v);
    }
    if (s->kind == SOLID_SUM) {
        ld3 rest = ld3_sub(center, ld3_from(parts[0]->pose.origin));
        return height_above(parts[0], v, ld3_from(parts[0]->pose.origin)) +
               height_above(parts[1], v, rest);
    }
    long double first = height_above(parts[0], v, center);
    if (s->kind == SOLID_ROUNDED) return first + (long double)s->size.x * ld3_length(v);
    long double second = height_above(parts[1], v, center);
    return first > second ? first : second;
}

/* The core alone, relative to the centre, keeps the finer promise of shape.h: an error that does not
 * grow with the distance from the origin. */
static void cores_do_not_lose_accuracy_far_from_the_origin(void **state) {
    (void)state;
    uint64_t seed = test_seed(61002);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(8000); ++i) {
        const solid *child = solid_random(&tree, (solid_kind)(i % SOLID_ROUNDED), 1, 1, &random);
        solid far[4];
        const solid *s = make_far(child, far, (int)(i / SOLID_ROUNDED % 4), &random);
        graze_shape *shape = solid_shape(s);
        ld3 center = ld3_from(shape->center);
        long double error = (long double)gz_shape_offset_error(shape);
        for (int d = 0; d < 20; ++d) {
            graze_vec3 direction = graze_random_direction(&random);
            uint32_t hint = 0;
            ld3 v = ld3_from(direction), offset = ld3_from(gz_shape_offset(shape, direction, &hint));
            long double past = (ld3_dot(v, offset) - height_above(s, v, center)) / ld3_length(v);
            long double fuzz = 1e-18L * ((long double)shape->extent + 1); /* of the oracle */
            TEST_CHECK(fabsl(past) <= error + fuzz, seed, i, "off by %Lg, allowed %Lg", past, error);
        }
        long double size = (long double)shape->extent + 1;
        TEST_CHECK(error <= 500 * (long double)GRAZE_EPSILON * size, seed, i,
                   "an error of %Lg roundings", error / (long double)GRAZE_EPSILON);
        graze_shape_release(shape);
    }
}

/* Where the whole side of a cone supports, and next to it: apex and rim must be told apart to rounding.
 */
static void cones_near_their_critical_angle(void **state) {
    (void)state;
    uint64_t seed = test_seed(61009);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(100000); ++i) {
        const solid *cone = solid_random(&tree, SOLID_CONE, 1, solid_scale(&random), &random);
        graze_vec3 v = graze_random_direction(&random), found;
        if (cone->size.y == 0 || cone->size.x == 0) continue;
        graze_real off = (graze_real)powl(10, (long double)graze_random_uniform(&random, -17, -1));
        v.y = cone->size.x / cone->size.y * graze_sqrt(v.x * v.x + v.z * v.z);
        v.y *= 1 + (i % 2 ? off : -off);
        graze_shape *shape = solid_shape(cone);
        assert_int_equal(graze_shape_support(shape, v, &found), GRAZE_OK);
        long double error = (long double)graze_shape_support_error(shape);
        check_point(cone, v, found, error, &random, seed, i);
        graze_shape_release(shape);
    }
}

static long double norm_of(const graze_pose *pose) {
    long double sum = 0;
    for (int i = 0; i < 3; ++i) {
        ld3 c = ld3_from(pose->basis.col[i]);
        sum += ld3_dot(c, c);
    }
    return sqrtl(sum);
}

/* U9: a placed shape is the image of its shape, swollen by the margin in world units. */
static void placed_supports_agree_with_images(void **state) {
    (void)state;
    uint64_t seed = test_seed(61003);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(30000); ++i) {
        graze_real scale = solid_scale(&random);
        const solid *child = solid_random(&tree, (solid_kind)(i % SOLID_KIND_COUNT), 3, scale, &random);
        graze_pose pose =
            random_pose((random_pose_class)(i / 7 % RANDOM_POSE_CLASS_COUNT), scale, &random);
        solid image = {.kind = SOLID_IMAGE, .count = 1, .parts = {child}, .pose = pose};
        solid swollen = {.kind = SOLID_ROUNDED, .count = 1, .parts = {&image}};
        swollen.size.x = i % 3 ? scale / 4 : 0;
        graze_shape *shape = solid_shape(child);
        graze_placed placed = {shape, pose, swollen.size.x};
        if (i % 2) placed.pose.kind = GRAZE_POSE_UNKNOWN;
        long double size =
            norm_of(&pose) * (ld3_length(ld3_from(shape->center)) + (long double)shape->extent) +
            ld3_length(ld3_from(pose.origin)) + (long double)placed.margin;
        long double error = norm_of(&pose) * (long double)graze_shape_support_error(shape) +
                            16 * (long double)GRAZE_EPSILON * size;
        for (int d = 0; d < 40; ++d) {
            graze_vec3 v = solid_direction(&random), found;
            if (graze_vec3_max_abs(v) == 0) continue;
            assert_int_equal(graze_placed_support(&placed, v, &found), GRAZE_OK);
            check_point(&swollen, v, found, error, &random, seed, i);
        }
        graze_shape_release(shape);
    }
}

/* Family 15: shapes of size zero are the lower shapes. */
static void zero_sizes_give_the_lower_shape(void **state) {
    (void)state;
    graze_shape *lower[8] = {NULL}, *shape[8] = {NULL};
    graze_vec3 zero = graze_vec3_zero(), up = graze_vec3_make(0, 1, 0);
    assert_int_equal(graze_shape_point(zero, &lower[0]), GRAZE_OK);
    assert_int_equal(graze_shape_sphere(0, &shape[0]), GRAZE_OK);
    assert_int_equal(graze_shape_point(zero, &lower[1]), GRAZE_OK);
    assert_int_equal(graze_shape_box(zero, &shape[1]), GRAZE_OK);
    assert_int_equal(graze_shape_sphere(3, &lower[2]), GRAZE_OK);
    assert_int_equal(graze_shape_capsule(3, 0, &shape[2]), GRAZE_OK);
    assert_int_equal(graze_shape_segment(graze_vec3_neg(up), up, &lower[3]), GRAZE_OK);
    assert_int_equal(graze_shape_capsule(0, 2, &shape[3]), GRAZE_OK);
    assert_int_equal(graze_shape_segment(graze_vec3_neg(up), up, &lower[4]), GRAZE_OK);
    assert_int_equal(graze_shape_cone(0, 2, &shape[4]), GRAZE_OK);
    assert_int_equal(graze_shape_segment(graze_vec3_neg(up), up, &lower[5]), GRAZE_OK);
    assert_int_equal(graze_shape_cylinder(0, 2, &shape[5]), GRAZE_OK);
    assert_int_equal(graze_shape_cylinder(2, 0, &lower[6]), GRAZE_OK); /* a disk, three ways */
    assert_int_equal(graze_shape_cone(2, 0, &shape[6]), GRAZE_OK);
    assert_int_equal(graze_shape_cylinder(2, 0, &lower[7]), GRAZE_OK);
    assert_int_equal(graze_shape_ellipsoid(graze_vec3_make(2, 0, 2), &shape[7]), GRAZE_OK);
    uint64_t seed = test_seed(61004);
    graze_random random = graze_random_seed(seed);
    for (int i = 0; i < 8; ++i) {
        for (int d = 0; d < 1000; ++d) {
            graze_vec3 v = graze_random_direction(&random), a, b;
            assert_int_equal(graze_shape_support(lower[i], v, &a), GRAZE_OK);
            assert_int_equal(graze_shape_support(shape[i], v, &b), GRAZE_OK);
            TEST_CHECK(graze_vec3_distance(a, b) <= 16 * GRAZE_EPSILON * 3, seed, i, "points %g apart",
                       (double)graze_vec3_distance(a, b));
        }
        graze_shape_release(lower[i]);
        graze_shape_release(shape[i]);
    }
}

/* S11, theorem 2.2: the sum of two polytopes is the hull of the sums of their vertices. Small integers,
 * so that both are exact. */
static void an_explicit_sum_equals_the_implicit_one(void **state) {
    (void)state;
    uint64_t seed = test_seed(61005);
    graze_random random = graze_random_seed(seed);
    enum { A = 9, B = 7 };
    for (long i = 0; i < test_count(1000); ++i) {
        graze_vec3 a[A], b[B], sums[A * B];
        for (int k = 0; k < A + B; ++k) {
            graze_vec3 p = random_vector(40, &random);
            p = graze_vec3_make((graze_real)(int)p.x, (graze_real)(int)p.y, (graze_real)(int)p.z);
            if (k < A)
                a[k] = p;
            else
                b[k - A] = p;
        }
        for (int k = 0; k < A * B; ++k) sums[k] = graze_vec3_add(a[k / B], b[k % B]);
        graze_shape *pa = NULL, *pb = NULL, *explicit_sum = NULL, *implicit_sum = NULL;
        assert_int_equal(graze_shape_polytope(a, A, 0, &pa), GRAZE_OK);
        assert_int_equal(graze_shape_polytope(b, B, 0, &pb), GRAZE_OK);
        assert_int_equal(graze_shape_polytope(sums, A * B, 0, &explicit_sum), GRAZE_OK);
        assert_int_equal(graze_shape_minkowski_sum(pa, pb, &implicit_sum), GRAZE_OK);
        for (int d = 0; d < 50; ++d) {
            graze_vec3 v = graze_random_direction(&random), p, q;
            assert_int_equal(graze_shape_support(explicit_sum, v, &p), GRAZE_OK);
            assert_int_equal(graze_shape_support(implicit_sum, v, &q), GRAZE_OK);
            long double gap = ld3_dot(ld3_from(v), ld3_sub(ld3_from(p), ld3_from(q)));
            long double allowed = 150 * 16 * (long double)GRAZE_EPSILON;
            TEST_CHECK(fabsl(gap) <= allowed, seed, i, "heights differ by %Lg", gap);
        }
        graze_shape_release(pa);
        graze_shape_release(pb);
        graze_shape_release(explicit_sum);
        graze_shape_release(implicit_sum);
    }
}

static void same_supports(graze_shape *a, graze_shape *b, graze_real size, uint64_t seed) {
    graze_random random = graze_random_seed(seed);
    for (long d = 0; d < 1000; ++d) {
        graze_vec3 v = graze_random_direction(&random), p, q;
        assert_int_equal(graze_shape_support(a, v, &p), GRAZE_OK);
        assert_int_equal(graze_shape_support(b, v, &q), GRAZE_OK);
        TEST_CHECK(graze_vec3_distance(p, q) <= 16 * GRAZE_EPSILON * size, seed, d, "points %g apart",
                   (double)graze_vec3_distance(p, q));
    }
    graze_shape_release(a);
    graze_shape_release(b);
}

/* S11, B:1166-1186: spheres add their radii, boxes their extents; and a capsule is a rounded segment.
 */
static void sums_with_closed_forms(void **state) {
    (void)state;
    uint64_t seed = test_seed(61006);
    graze_shape *a = NULL, *b = NULL, *sum = NULL, *closed = NULL;
    assert_int_equal(graze_shape_sphere(1, &a), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.25, &b), GRAZE_OK);
    assert_int_equal(graze_shape_minkowski_sum(a, b, &sum), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)1.25, &closed), GRAZE_OK);
    graze_shape_release(a);
    graze_shape_release(b);
    same_supports(sum, closed, 2, seed);

    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &a), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)0.5, 0, 1), &b), GRAZE_OK);
    assert_int_equal(graze_shape_minkowski_sum(a, b, &sum), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)1.5, 2, 4), &closed), GRAZE_OK);
    graze_shape_release(a);
    graze_shape_release(b);
    same_supports(sum, closed, 5, seed);

    assert_int_equal(graze_shape_segment(graze_vec3_make(0, -2, 0), graze_vec3_make(0, 2, 0), &a),
                     GRAZE_OK);
    assert_int_equal(graze_shape_rounded(a, 1, &sum), GRAZE_OK);
    assert_int_equal(graze_shape_capsule(1, 4, &closed), GRAZE_OK);
    graze_shape_release(a);
    same_supports(sum, closed, 3, seed);
}

/* L5: the Minkowski sweep is the image under the end's basis along the segment of origins; the hull
 * sweep is the hull of both images; what moves lies inside. */
static void sweeps_cover_the_motion(void **state) {
    (void)state;
    uint64_t seed = test_seed(61007);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(1000); ++i) {
        const solid *child = solid_random(&tree, (solid_kind)(i % SOLID_KIND_COUNT), 2, 1, &random);
        random_pose_class class_of_pose = (random_pose_class)(i % RANDOM_POSE_CLASS_COUNT);
        graze_pose start = random_pose(class_of_pose, 5, &random);
        graze_pose end = random_pose(class_of_pose, 5, &random);
        solid first = {.kind = SOLID_IMAGE, .count = 1, .parts = {child}, .pose = start};
        solid last = {.kind = SOLID_IMAGE, .count = 1, .parts = {child}, .pose = end};
        solid hull = {.kind = SOLID_HULL, .count = 2, .parts = {&first, &last}};
        solid turned = last, path = {.kind = SOLID_POINTS, .count = 2};
        turned.pose.origin = graze_vec3_zero();
        path.points[0] = start.origin;
        path.points[1] = end.origin;
        solid sum = {.kind = SOLID_SUM, .count = 2, .parts = {&turned, &path}};
        graze_shape *shape = solid_shape(child), *sweeps[2] = {NULL, NULL};
        assert_int_equal(graze_shape_sweep_translation(shape, &start, &end, &sweeps[0]), GRAZE_OK);
        assert_int_equal(graze_shape_sweep_hull(shape, &start, &end, &sweeps[1]), GRAZE_OK);
        graze_shape_release(shape);
        const solid *truth[2] = {&sum, &hull};
        for (int k = 0; k < 2; ++k) {
            long double error = (long double)graze_shape_support_error(sweeps[k]);
            for (int d = 0; d < 20; ++d) {
                graze_vec3 v = graze_random_direction(&random), found;
                assert_int_equal(graze_shape_support(sweeps[k], v, &found), GRAZE_OK);
                check_point(truth[k], v, found, error, &random, seed, i);
                solid between = last;
                between.pose.origin = graze_vec3_lerp(start.origin, end.origin, (graze_real)0.3);
                long double inside = solid_height(&between, ld3_from(v));
                bool covered = k == 1 || inside <= ld3_dot(ld3_from(v), ld3_from(found)) + error +
                                                       100 * (long double)GRAZE_EPSILON;
                TEST_CHECK(covered, seed, i, "the moving shape leaves its sweep");
            }
            graze_shape_release(sweeps[k]);
        }
    }
}

/* S10: closed-form membership and support agree: a support point is a member up to the error, and
 * nothing beyond it is. */
static void quadrics_contain_their_support_points(void **state) {
    (void)state;
    uint64_t seed = test_seed(61008);
    graze_random random = graze_random_seed(seed);
    graze_shape *cone = NULL, *cylinder = NULL;
    graze_real r = (graze_real)0.75, h = (graze_real)2.5;
    assert_int_equal(graze_shape_cone(r, h, &cone), GRAZE_OK);
    assert_int_equal(graze_shape_cylinder(r, h, &cylinder), GRAZE_OK);
    for (long i = 0; i < test_count(100000); ++i) {
        graze_vec3 v = graze_random_direction(&random), p, q;
        assert_int_equal(graze_shape_support(cone, v, &p), GRAZE_OK);
        assert_int_equal(graze_shape_support(cylinder, v, &q), GRAZE_OK);
        long double fuzz = 32 * (long double)GRAZE_EPSILON;
        long double rim = (long double)r * (0.5L - (long double)p.y / (long double)h);
        TEST_CHECK(hypotl(p.x, p.z) <= rim + fuzz && fabsl(p.y) <= h / 2, seed, i, "outside the cone");
        TEST_CHECK(hypotl(q.x, q.z) <= r + fuzz && fabsl(q.y) <= h / 2, seed, i,
                   "outside the cylinder");
        /* One step on along v leaves both. */
        graze_vec3 on = graze_vec3_add_scaled(p, (graze_real)1e-3, v);
        long double past = (long double)r * (0.5L - (long double)on.y / (long double)h);
        TEST_CHECK(hypotl(on.x, on.z) > past || fabsl(on.y) > h / 2, seed, i, "still in the cone");
    }
    graze_shape_release(cone);
    graze_shape_release(cylinder);
}

/* S14: one shape, many objects; a length is one of the world, not of the local frame. */
static void instances_share_a_shape_and_measure_in_the_world(void **state) {
    (void)state;
    graze_shape *sphere = NULL, *grown = NULL;
    assert_int_equal(graze_shape_sphere(1, &sphere), GRAZE_OK);
    assert_int_equal(graze_shape_rounded(sphere, 1, &grown), GRAZE_OK);
    graze_pose stretched, moved = graze_pose_at(10, 0, 0);
    assert_int_equal(graze_pose_make_scaled(graze_quat_identity(), graze_vec3_zero(),
                                            graze_vec3_make(2, 1, 1), &stretched),
                     GRAZE_OK);
    graze_placed a = {sphere, stretched, 1}, b = {sphere, moved, 0}, local = {grown, stretched, 0};
    graze_vec3 e1 = graze_vec3_make(1, 0, 0), p, q, l;
    assert_int_equal(graze_placed_support(&a, e1, &p), GRAZE_OK);
    assert_int_equal(graze_placed_support(&b, e1, &q), GRAZE_OK);
    assert_int_equal(graze_placed_support(&local, e1, &l), GRAZE_OK);
    assert_true(graze_abs(p.x - 3) <= 16 * GRAZE_EPSILON);
    assert_true(graze_abs(q.x - 11) <= 64 * GRAZE_EPSILON);
    assert_true(graze_abs(l.x - 4) <= 16 * GRAZE_EPSILON); /* the local margin is stretched too */
    graze_shape_release(grown);
    graze_shape_release(sphere);
}

/* A half-space supports only along its normal, of whatever length. */
static void half_spaces_support_along_their_normal(void **state) {
    (void)state;
    uint64_t seed = test_seed(61010);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        graze_vec3 normal = graze_vec3_scale(graze_random_direction(&random), solid_scale(&random));
        graze_real offset = graze_random_uniform(&random, -2, 2) * graze_vec3_length(normal);
        graze_shape *shape = NULL;
        graze_vec3 p = graze_vec3_make(7, 7, 7);
        assert_int_equal(graze_shape_half_space(normal, offset, &shape), GRAZE_OK);
        assert_int_equal(graze_shape_support(shape, graze_vec3_zero(), &p), GRAZE_UNBOUNDED);
        assert_int_equal(graze_shape_support(shape, graze_vec3_neg(normal), &p), GRAZE_UNBOUNDED);
        assert_int_equal(graze_shape_support(shape, graze_random_direction(&random), &p),
                         GRAZE_UNBOUNDED);
        assert_true(p.x == 7 && p.y == 7 && p.z == 7);
        assert_int_equal(graze_shape_support(shape, graze_vec3_scale(normal, 3), &p), GRAZE_OK);
        long double off = ld3_dot(ld3_from(normal), ld3_from(p)) - (long double)offset;
        TEST_CHECK(fabsl(off) <= 32 * (long double)GRAZE_EPSILON * 2 * ld3_length(ld3_from(normal)),
                   seed, i, "off the plane by %Lg", off);
        graze_shape_release(shape);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(supports_agree_with_formulas),
        cmocka_unit_test(cores_do_not_lose_accuracy_far_from_the_origin),
        cmocka_unit_test(cones_near_their_critical_angle),
        cmocka_unit_test(placed_supports_agree_with_images),
        cmocka_unit_test(zero_sizes_give_the_lower_shape),
        cmocka_unit_test(an_explicit_sum_equals_the_implicit_one),
        cmocka_unit_test(sums_with_closed_forms),
        cmocka_unit_test(sweeps_cover_the_motion),
        cmocka_unit_test(quadrics_contain_their_support_points),
        cmocka_unit_test(half_spaces_support_along_their_normal),
        cmocka_unit_test(instances_share_a_shape_and_measure_in_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
