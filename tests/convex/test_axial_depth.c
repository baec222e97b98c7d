/* SPDX-License-Identifier: MIT
 * Depth where C is round about the origin (E1, B:3310-3396): bodies of revolution with parallel and
 * with almost parallel axes, concentric ones (family 11 of the hard cases), cylinders side by side
 * (12), cone tips (14). */
#include <math.h>

#include "harness.h"
#include "oracle/duo.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

/* -- random bodies of revolution about local y ---------------------------------------------------- */

enum { THINGS = 14 };

static graze_real size_at(graze_random *random) {
    static const graze_real few[] = {0, 0.0009765625f, 0.5f, 1, 1, 2};
    uint64_t choice = graze_random_bits(random) % 10;
    return choice < 6 ? few[choice] : graze_random_uniform(random, (graze_real)0.01, 3);
}

static void random_thing(duo_body *t, int kind, graze_random *random) {
    graze_real r = size_at(random), h = size_at(random);
    *t = (duo_body){.solid = {.size = {r, h, r}}};
    solid *s = &t->solid;
    switch (kind) {
    case 0: /* a point */
    case 1: /* a segment */
        s->kind = SOLID_POINTS;
        s->count = kind + 1;
        s->points[0] = graze_vec3_make(0, kind == 0 ? 0 : -h, 0);
        s->points[1] = graze_vec3_make(0, h, 0);
        return;
    case 2:
        s->kind = SOLID_SPHERE;
        return;
    case 3:
        s->kind = SOLID_CAPSULE;
        return;
    case 4:
        s->kind = SOLID_CYLINDER;
        return;
    case 5: /* a disc */
        s->kind = SOLID_CYLINDER;
        s->size.y = 0;
        return;
    case 6:
        s->kind = SOLID_CONE;
        return;
    case 7:
        s->kind = SOLID_ELLIPSOID;
        return;
    case 8: /* almost a ball */
        s->kind = SOLID_ELLIPSOID;
        r = duo_size(random);
        h = graze_random_uniform(random, -1, 1);
        for (int k = (int)(graze_random_bits(random) % 7); k > 0; --k) h *= (graze_real)0.1;
        s->size = graze_vec3_make(r, r * (1 + h / 2), r);
        return;
    case 9:
    case 10: /* rounded cylinder and cone */
        t->inner = (solid){.kind = kind == 9 ? SOLID_CYLINDER : SOLID_CONE, .size = {r, h, 0}};
        *s = (solid){.kind = SOLID_ROUNDED, .size = {duo_size(random), 0, 0}, .count = 1};
        break;
    case 11: /* a hull of one */
        t->inner = (solid){.kind = SOLID_CYLINDER, .size = {r, h, 0}};
        *s = (solid){.kind = SOLID_HULL, .count = 1};
        break;
    case 12: /* a sum with a ball */
        t->inner = (solid){.kind = SOLID_CONE, .size = {r, h, 0}};
        t->other = (solid){.kind = SOLID_SPHERE, .size = {duo_size(random), 0, 0}};
        *s = (solid){.kind = SOLID_SUM, .count = 2, .parts = {NULL, &t->other}};
        break;
    default: /* a cone stretched and moved along its axis by a wrapper */
        t->inner = (solid){.kind = SOLID_CONE, .size = {r, h, 0}};
        *s = (solid){.kind = SOLID_IMAGE, .count = 1};
        assert_int_equal(graze_pose_make_scaled(graze_quat_identity(), graze_vec3_make(0, h / 4, 0),
                                                graze_vec3_make(2, (graze_real)0.75, 2), &s->pose),
                         GRAZE_OK);
    }
    s->parts[0] = &t->inner; /* holds while the duo_body stays where it is */
}

/* Two things whose axes are parallel, `aside` apart, B upside down in every second one. far: how far
 * from the world's origin. */
static void parallel_pair(duo *p, int kind_a, int kind_b, long double aside, graze_real far,
                          graze_random *random) {
    random_thing(&p->a, kind_a, random);
    random_thing(&p->b, kind_b, random);
    bool plain = graze_random_bits(random) % 4 == 0, flip = graze_random_bits(random) % 2;
    graze_quat turn = plain ? graze_quat_identity() : graze_random_rotation(random);
    ld3 base = ld3_scale(duo_direction(random), (long double)far);
    graze_pose at_a = duo_pose(turn, base);
    long double reach = 1 + fabsl((long double)p->a.solid.size.y);
    long double along = graze_random_bits(random) % 5 == 0
                            ? 0
                            : reach * (long double)graze_random_uniform(random, -1, 1);
    ld3 origin = ld3_from(at_a.origin);
    origin = ld3_add_scaled(origin, along, ld3_from(at_a.basis.col[1]));
    origin = ld3_add_scaled(origin, aside, ld3_from(at_a.basis.col[0]));
    graze_quat over = flip ? graze_quat_mul(turn, graze_quat_make(1, 0, 0, 0)) : turn;
    graze_real margin = graze_random_bits(random) % 3 ? 0 : duo_size(random);
    graze_real other = graze_random_bits(random) % 3 ? 0 : duo_size(random);
    duo_place(&p->a, at_a, margin);
    duo_place(&p->b, duo_pose(over, origin), other);
    duo_set_error(p);
}

static void run_parallel(uint64_t base, long double aside, graze_real far, long each) {
    uint64_t seed = test_seed(base);
    graze_random random = graze_random_seed(seed);
    long number = 0, overlaps = 0, total = 0;
    for (int i = 0; i < THINGS; ++i)
        for (int j = 0; j < THINGS; ++j)
            for (long k = 0; k < test_count(each); ++k) {
                duo p = {.seed = seed, .number = number++};
                long double to_side = aside * (long double)graze_random_uniform(&random, 0, 1);
                parallel_pair(&p, i, j, to_side, far, &random);
                ld3 u = ld3_from(p.a.placed.pose.basis.col[1]),
                    e = ld3_from(p.a.placed.pose.basis.col[0]);
                overlaps += duo_check_depth(&p, duo_search_fan(&p, e, u), true, &random);
                ++total;
                duo_release(&p);
            }
    assert_true(overlaps > total / 4);
}

static void coaxial_pairs_of_all_kinds(void **state) {
    (void)state;
    run_parallel(71001, 0, 0, 5);
    run_parallel(71002, 0, 1000, 1);
}

static void parallel_pairs_of_all_kinds(void **state) {
    (void)state;
    run_parallel(71003, 1, 0, 5);
    run_parallel(71004, 1e-6L, 100, 1);
}

/* Axes that are parallel but for a tilt, coaxial but for a shift, from far below the rounding error to
 * a thousandth: the bracket holds; where the tilt cannot matter at the accuracy asked for it is as
 * narrow as that. */
static void nearly_coaxial_pairs(void **state) {
    (void)state;
    uint64_t seed = test_seed(71005);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(1500); ++i) {
        duo p = {.seed = seed, .number = i};
        long double tilt = powl(10, -3 - 13 * (long double)graze_random_uniform(&random, 0, 1));
        long double shift = i % 3 == 0 ? 0 : tilt * (long double)graze_random_uniform(&random, -1, 1);
        int kind_a = 3 + (int)(graze_random_bits(&random) % (THINGS - 3));
        int kind_b = 3 + (int)(graze_random_bits(&random) % (THINGS - 3));
        parallel_pair(&p, kind_a, kind_b, shift, 0, &random);
        graze_quat turn;
        ld3 axis = duo_direction(&random);
        graze_vec3 about = {(graze_real)axis.x, (graze_real)axis.y, (graze_real)axis.z};
        assert_int_equal(graze_quat_from_axis_angle(about, (graze_real)tilt, &turn), GRAZE_OK);
        graze_pose lean = duo_pose(turn, (ld3){0, 0, 0});
        graze_vec3 origin = p.b.placed.pose.origin;
        p.b.placed.pose = graze_pose_compose(&lean, &p.b.placed.pose);
        p.b.placed.pose.origin = origin;
        ld3 u = ld3_from(p.a.placed.pose.basis.col[1]), e = ld3_from(p.a.placed.pose.basis.col[0]);
        duo_check_depth(&p, duo_search_fan(&p, e, u), false, &random);
        duo_release(&p);
    }
}

/* The default accuracy is reached without a search where tilt and shift are below it. */
static void tilts_below_the_accuracy_do_not_matter(void **state) {
    (void)state;
    uint64_t seed = test_seed(71006);
    graze_random random = graze_random_seed(seed);
    const long double small = sizeof(graze_real) == 4 ? 1e-6L : 1e-10L;
    for (long i = 0; i < test_count(400); ++i) {
        duo p = {.seed = seed, .number = i};
        p.a = (duo_body){.solid = {.kind = i % 2 ? SOLID_CYLINDER : SOLID_CONE, .size = {1, 3, 0}}};
        p.b =
            (duo_body){.solid = {.kind = i % 3 ? SOLID_CYLINDER : SOLID_ELLIPSOID, .size = {1, 2, 1}}};
        graze_quat turn;
        graze_vec3 about = graze_random_direction(&random);
        assert_int_equal(graze_quat_from_axis_angle(about, (graze_real)small, &turn), GRAZE_OK);
        ld3 aside = ld3_scale(duo_direction(&random), small);
        duo_place(&p.a, graze_pose_identity(), 0);
        duo_place(&p.b, duo_pose(turn, aside), 0);
        duo_set_error(&p);
        graze_penetration_result r;
        assert_int_equal(graze_penetration(&p.a.placed, &p.b.placed, NULL, NULL, &r), GRAZE_OK);
        long double near = duo_search_fan(&p, (ld3){1, 0, 0}, (ld3){0, 1, 0});
        near = fminl(near, duo_search(&p, ld3_unit(ld3_from(r.normal)), &random));
        duo_check(&p, &r, near, true, sizeof(graze_real) == 4 ? 1e-4L : 1e-8L, &random);
        duo_release(&p);
    }
}

/* -- closed forms --------------------------------------------------------------------------------- */

/* sd of a pair in a common random pose is what the formula says. */
static void check_exact(solid a, solid b, ld3 at, long double sd, uint64_t seed, long i,
                        graze_random *random) {
    duo p = {.a = {.solid = a}, .b = {.solid = b}, .seed = seed, .number = i};
    graze_quat turn = i % 4 == 0 ? graze_quat_identity() : graze_random_rotation(random);
    graze_pose pose = duo_pose(turn, (ld3){0, 0, 0});
    duo_place(&p.a, pose, 0);
    duo_place(&p.b, duo_pose(turn, solid_turn(&pose, at, false)), 0);
    duo_set_error(&p);
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(&p.a.placed, &p.b.placed, &tightest, NULL, &s), GRAZE_OK);
    TEST_CHECK(s.end != GRAZE_ITERATION_LIMIT, seed, i, "kinds %d, %d: limit", (int)a.kind,
               (int)b.kind);
    TEST_CHECK(fabsl((long double)s.sd - sd) <= 2 * p.error, seed, i,
               "kinds %d, %d: sd %.20Lg, should be %.20Lg", (int)a.kind, (int)b.kind, (long double)s.sd,
               sd);
    TEST_CHECK((long double)s.lower <= sd + p.error && sd <= (long double)s.upper + p.error, seed, i,
               "kinds %d, %d: sd %.20Lg not between %.20Lg and %.20Lg", (int)a.kind, (int)b.kind, sd,
               (long double)s.lower, (long double)s.upper);
    duo_release(&p);
}

static long double least3(long double a, long double b, long double c) { return fminl(a, fminl(b, c)); }

/* Family 11. */
static void concentric_identical_bodies(void **state) {
    (void)state;
    uint64_t seed = test_seed(71007);
    graze_random random = graze_random_seed(seed);
    const ld3 here = {0, 0, 0};
    for (long i = 0; i < test_count(2000); ++i) {
        graze_vec3 size = {duo_size(&random), duo_size(&random), duo_size(&random)};
        if (i % 7 == 0) size.y = size.x * (1 + (graze_real)1e-5);
        if (i % 3 == 0) size.z = size.x;
        long double r = (long double)size.x, h = (long double)size.y, z = (long double)size.z;
        solid s = {.kind = SOLID_SPHERE, .size = size};
        check_exact(s, s, here, -2 * r, seed, i, &random);
        s.kind = SOLID_BOX;
        check_exact(s, s, here, -2 * least3(r, h, z), seed, i, &random);
        s.kind = SOLID_CYLINDER;
        check_exact(s, s, here, -2 * fminl(r, h / 2), seed, i, &random);
        s.kind = SOLID_CAPSULE;
        check_exact(s, s, here, -2 * r, seed, i, &random);
        s.kind = SOLID_CONE;
        check_exact(s, s, here, -fminl(h, 2 * r * h / sqrtl(r * r + h * h)), seed, i, &random);
        s.kind = SOLID_ELLIPSOID;
        s.size.z = s.size.x;
        check_exact(s, s, here, -2 * fminl(r, h), seed, i, &random);
    }
}

/* Family 12: depth min(r1 + r2 - a, h1 + h2 - |dz|) where both are positive. */
static void parallel_cylinders(void **state) {
    (void)state;
    uint64_t seed = test_seed(71008);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(3000); ++i) {
        graze_vec3 one = {duo_size(&random), duo_size(&random), 0},
                   two_size = {duo_size(&random), duo_size(&random), 0};
        solid a = {.kind = SOLID_CYLINDER, .size = one}, b = {.kind = SOLID_CYLINDER, .size = two_size};
        long double radii = (long double)one.x + (long double)two_size.x;
        long double halves = ((long double)one.y + (long double)two_size.y) / 2;
        long double aside = radii * (long double)graze_random_uniform(&random, 0, 1);
        long double up = halves * (long double)graze_random_uniform(&random, -1, 1);
        if (i % 3 == 0) aside *= 1e-9L;
        check_exact(a, b, (ld3){aside, up, 0}, -fminl(radii - aside, halves - fabsl(up)), seed, i,
                    &random);
        aside = radii + (long double)duo_size(&random);
        check_exact(a, b, (ld3){aside, up, 0}, aside - radii, seed, i, &random);
    }
}

/* Family 14: the tip of a cone over a disc or a box, and two tips facing each other. */
static void cone_tips(void **state) {
    (void)state;
    uint64_t seed = test_seed(71009);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(2000); ++i) {
        graze_vec3 size = {duo_size(&random), duo_size(&random), 0};
        solid cone = {.kind = SOLID_CONE, .size = size},
              slab = {.kind = SOLID_CYLINDER, .size = {4, 8, 0}};
        graze_real gap = (graze_real)(i % 3 - 1) * (graze_real)0.03125;
        long double g = (long double)gap, half = (long double)(size.y / 2);
        check_exact(cone, slab, (ld3){0, half + 4 + g, 0}, g, seed, i, &random);
        if (g < 0) continue; /* overlapping tips leave sideways: the pairs above cover them */
        solid down = {.kind = SOLID_IMAGE, .count = 1, .parts = {&cone}};
        down.pose = duo_pose(graze_quat_make(1, 0, 0, 0), (ld3){0, 0, 0});
        check_exact(cone, down, (ld3){0, 2 * half + g, 0}, g, seed, i, &random);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coaxial_pairs_of_all_kinds),
        cmocka_unit_test(parallel_pairs_of_all_kinds),
        cmocka_unit_test(nearly_coaxial_pairs),
        cmocka_unit_test(tilts_below_the_accuracy_do_not_matter),
        cmocka_unit_test(concentric_identical_bodies),
        cmocka_unit_test(parallel_cylinders),
        cmocka_unit_test(cone_tips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
