/* SPDX-License-Identifier: MIT
 * Spheres and points against simple bodies, inside and outside, and crossing segments: closed forms of
 * the library (E8: radii stay outside) against others in long double. */
#include <math.h>

#include "harness.h"
#include "oracle/duo.h"
#include "oracle/ray_solid.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

static long double least3(long double a, long double b, long double c) { return fminl(a, fminl(b, c)); }

/* -- points in bodies ------------------------------------------------------------------------------ */

/* The distance of a point inside an ellipsoid from its boundary, by bisection of the Lagrange condition
 * on t in (-least^2, 0]; where the least radius' coordinate is zero its own value may close the gap. */
static long double ellipsoid_depth(ld3 r, ld3 p) {
    long double radius[3] = {r.x, r.y, r.z}, at[3] = {fabsl(p.x), fabsl(p.y), fabsl(p.z)};
    long double least = least3(r.x, r.y, r.z), lo = 0, hi = least * least; /* s = t + least^2 */
    for (int k = 0; k < 20000 && lo < hi; ++k) {
        long double s = k < 9000 && hi > 1e-4000L ? (lo > 0 ? sqrtl(lo) * sqrtl(hi) : hi * 0.25L)
                                                  : lo + (hi - lo) / 2,
                    sum = 0;
        if (!(s > lo && s < hi)) break;
        for (int i = 0; i < 3; ++i) {
            long double v =
                at[i] > 0 ? radius[i] * at[i] / (s + (radius[i] - least) * (radius[i] + least)) : 0;
            sum += v * v;
        }
        if (sum > 1)
            lo = s;
        else
            hi = s;
        if (hi < 1e-60L) break;
    }
    long double squares = 0, free_part = 1;
    int across = -1;
    for (int i = 0; i < 3; ++i) {
        long double g = (radius[i] - least) * (radius[i] + least);
        if (g == 0 && across < 0 && hi < 1e-50L) {
            across = i;
            continue;
        }
        long double x = at[i] > 0 ? radius[i] * radius[i] * at[i] / (hi + g) : 0;
        squares += (x - at[i]) * (x - at[i]);
        free_part -= x / radius[i] * (x / radius[i]);
    }
    if (across >= 0) {
        long double x = radius[across] * sqrtl(fmaxl(free_part, 0));
        squares += (x - at[across]) * (x - at[across]);
    }
    return sqrtl(squares);
}

/* The depth of p in the solid, by its faces. */
static long double point_depth(const solid *s, ld3 p) {
    ld3 size = ld3_from(s->size);
    long double across = sqrtl(p.x * p.x + p.z * p.z), half = size.y / 2;
    switch (s->kind) {
    case SOLID_BOX:
        return least3(size.x - fabsl(p.x), size.y - fabsl(p.y), size.z - fabsl(p.z));
    case SOLID_CYLINDER:
        return fminl(size.x - across, half - fabsl(p.y));
    case SOLID_CONE:
        return fminl(half + p.y, ((half - p.y) * size.x - across * size.y) /
                                     sqrtl(size.x * size.x + size.y * size.y));
    default:
        return ellipsoid_depth(size, p);
    }
}

/* A point of the solid: often on an axis or a plane of symmetry, now and then on the boundary. */
static ld3 point_in(const solid *s, long i, graze_random *random) {
    ld3 p = solid_sample(s, random);
    p = ld3_scale(p, i % 5 == 0 ? 1 : (long double)graze_random_uniform(random, 0, 1));
    if (s->kind == SOLID_CONE) p = solid_sample(s, random);
    uint64_t zero = graze_random_bits(random) % 16;
    if (s->kind != SOLID_CONE && zero & 8) {
        if (zero & 1) p.x = 0;
        if (zero & 2) p.y = 0;
        if (zero & 4) p.z = 0;
    }
    return p;
}

/* Sphere against anything: both orders, margins, poses far away. */
static void spheres_in_simple_bodies(void **state) {
    (void)state;
    static const solid_kind kinds[] = {SOLID_BOX, SOLID_CYLINDER, SOLID_CONE, SOLID_ELLIPSOID};
    uint64_t seed = test_seed(73001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(6000); ++i) {
        solid body = {.kind = kinds[i % 4],
                      .size = {duo_size(&random), duo_size(&random), duo_size(&random)}};
        if (i % 3 == 0) body.size.z = body.size.x;
        if (i % 11 == 0) body.size.y = body.size.x;
        if (i % 13 == 0) body.size.y *= (graze_real)1e-3;
        graze_real radius = i % 6 == 0 ? 0 : duo_size(&random);
        solid ball = {.kind = SOLID_SPHERE, .size = {radius, 0, 0}};
        ld3 at = point_in(&body, i, &random);
        duo p = {.seed = seed, .number = i};
        graze_quat turn = i % 4 == 0 ? graze_quat_identity() : graze_random_rotation(&random);
        graze_pose pose = duo_pose(turn, ld3_scale(duo_direction(&random), i % 5 == 0 ? 100 : 0));
        ld3 world = ld3_add(solid_turn(&pose, at, false), ld3_from(pose.origin));
        duo_body *in = i % 2 ? &p.a : &p.b, *out = i % 2 ? &p.b : &p.a;
        in->solid = ball;
        out->solid = body;
        duo_place(out, pose, 0);
        duo_place(in, duo_pose(graze_random_rotation(&random), world), i % 7 == 0 ? radius : 0);
        duo_set_error(&p);
        graze_penetration_result r;
        assert_int_equal(graze_penetration(&p.a.placed, &p.b.placed, &tightest, NULL, &r), GRAZE_OK);
        /* The point as it was rounded. */
        ld3 rounded =
            solid_turn(&pose, ld3_sub(ld3_from(in->placed.pose.origin), ld3_from(pose.origin)), true);
        long double truth = fmaxl(point_depth(&body, rounded), 0) + (long double)radius +
                            (long double)in->placed.margin;
        TEST_CHECK(fabsl((long double)r.depth - truth) <= 2 * p.error, seed, i,
                   "kind %d: depth %.20Lg, should be %.20Lg", (int)body.kind, (long double)r.depth,
                   truth);
        if (truth > p.error || r.end != GRAZE_SEPARATED)
            duo_check(&p, &r, duo_search(&p, ld3_unit(ld3_from(r.normal)), &random), true, 0, &random);
        duo_release(&p);
    }
}

/* Capsules whose axes cross, at any angle down to parallel, and a ball with its centre on the axis: the
 * depth is the sum of the radii, whatever the angle. */
static void crossing_segments(void **state) {
    (void)state;
    uint64_t seed = test_seed(73002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(3000); ++i) {
        graze_real height_b = i % 5 == 0 ? 0 : duo_size(&random);
        duo p = {.seed = seed, .number = i};
        p.a.solid = (solid){.kind = SOLID_CAPSULE, .size = {duo_size(&random), duo_size(&random), 0}};
        p.b.solid = (solid){.kind = SOLID_CAPSULE, .size = {duo_size(&random), height_b, 0}};
        graze_real angle = graze_random_uniform(&random, -2, 2);
        for (int k = (int)(graze_random_bits(&random) % 18); k > 0; --k) angle *= (graze_real)0.1;
        graze_quat turn;
        graze_vec3 about = graze_random_direction(&random);
        assert_int_equal(graze_quat_from_axis_angle(about, angle, &turn), GRAZE_OK);
        graze_quat base = graze_random_rotation(&random);
        graze_pose pose_a = duo_pose(base, (ld3){0, 0, 0});
        graze_pose pose_b = duo_pose(graze_quat_mul(turn, base), (ld3){0, 0, 0});
        /* A point of each axis, the same in the world. */
        long double s =
            (long double)graze_random_uniform(&random, -1, 1) * (long double)p.a.solid.size.y / 2;
        long double t = (long double)graze_random_uniform(&random, -1, 1) * (long double)height_b / 2;
        ld3 at = ld3_add_scaled(ld3_scale(ld3_from(pose_a.basis.col[1]), s), -t,
                                ld3_from(pose_b.basis.col[1]));
        pose_b.origin = graze_vec3_make((graze_real)at.x, (graze_real)at.y, (graze_real)at.z);
        duo_place(&p.a, pose_a, 0);
        duo_place(&p.b, pose_b, 0);
        duo_set_error(&p);
        graze_penetration_result r;
        assert_int_equal(graze_penetration(&p.a.placed, &p.b.placed, &tightest, NULL, &r), GRAZE_OK);
        long double radii = (long double)p.a.solid.size.x + (long double)p.b.solid.size.x;
        TEST_CHECK(fabsl((long double)r.depth - radii) <= 2 * p.error, seed, i,
                   "depth %.20Lg, radii %.20Lg", (long double)r.depth, radii);
        duo_check(&p, &r, radii, true, 0, &random);
        duo_release(&p);
    }
}

/* -- outside ----------------------------------------------------------------------------------------
 */

/* Around the body: anywhere near it, over a rim, over the tip, on the axis, on the planes of the caps.
 */
static ld3 point_around(const solid *s, graze_random *random) {
    ld3 size = ld3_from(s->size);
    long double r = (long double)duo_size(random) * 1.5L, y = (long double)duo_size(random) * 1.5L;
    uint64_t choice = graze_random_bits(random) % 8;
    if (choice & 1) y = -y;
    if (choice >> 1 == 1) r = size.x * (1 + 1e-3L * y);
    if (choice >> 1 == 2) y = size.y / 2 * (y < 0 ? -1 : 1) + 1e-3L * y;
    if (choice >> 1 == 3 && graze_random_bits(random) % 2) r = 0;
    long double angle = (long double)graze_random_uniform(random, 0, 6);
    return (ld3){r * cosl(angle), y, r * sinl(angle)};
}

static void check_apart(const duo *p, const graze_signed_separation *s, long double truth) {
    const long double rounding = 16 * (long double)GRAZE_EPSILON;
    ld3 n = ld3_from(s->normal), between = ld3_sub(ld3_from(s->point_b), ld3_from(s->point_a));
    TEST_CHECK(fabsl((long double)s->sd - truth) <= p->error, p->seed, p->number,
               "sd %.20Lg, should be %.20Lg", (long double)s->sd, truth);
    TEST_CHECK((long double)s->lower <= truth + p->error / 2 &&
                   truth <= (long double)s->upper + p->error / 2,
               p->seed, p->number, "%.20Lg is not between %.20Lg and %.20Lg", truth,
               (long double)s->lower, (long double)s->upper);
    TEST_CHECK(fabsl(ld3_length(n) - 1) <= rounding, p->seed, p->number, "|normal| = %Lg",
               ld3_length(n));
    long double shown = -duo_way(p, ld3_unit(n)),
                off = ld3_distance(between, ld3_scale(n, (long double)s->sd));
    TEST_CHECK(shown >= (long double)s->lower - p->error, p->seed, p->number,
               "the normal shows %.20Lg, lower is %.20Lg", shown, (long double)s->lower);
    TEST_CHECK(off <= 2 * p->error, p->seed, p->number, "witnesses off by %Lg E", off / p->error);
}

/* In both orders, with radii, margins, poses far away. The distance of the centre is that of ray_solid.
 */
static void spheres_outside_cylinders_and_cones(void **state) {
    (void)state;
    uint64_t seed = test_seed(73003);
    graze_random random = graze_random_seed(seed);
    long apart = 0, count = test_count(20000);
    for (long i = 0; i < count; ++i) {
        bool cone = i % 2;
        solid body = {.kind = cone ? SOLID_CONE : SOLID_CYLINDER,
                      .size = {duo_size(&random), duo_size(&random), 0}};
        if (i % 11 == 0) body.size.y = 0;
        if (i % 13 == 0) body.size.x *= (graze_real)1e-3;
        ray_solid same = {.kind = cone ? RAY_CONE : RAY_CYLINDER, .size = ld3_from(body.size)};
        graze_real radius = i % 3 == 0 ? 0 : duo_size(&random) / 8;
        duo p = {.seed = seed, .number = i};
        duo_body *in = i % 4 < 2 ? &p.a : &p.b, *out = i % 4 < 2 ? &p.b : &p.a;
        in->solid = (solid){.kind = SOLID_SPHERE, .size = {radius, 0, 0}};
        out->solid = body;
        graze_quat turn = i % 5 == 0 ? graze_quat_identity() : graze_random_rotation(&random);
        graze_pose pose = duo_pose(turn, ld3_scale(duo_direction(&random), i % 7 == 0 ? 100 : 1));
        ld3 at = ld3_add(solid_turn(&pose, point_around(&body, &random), false), ld3_from(pose.origin));
        duo_place(out, pose, i % 9 == 0 ? radius : 0);
        duo_place(in, duo_pose(graze_random_rotation(&random), at), 0);
        duo_set_error(&p);
        ld3 local =
            solid_turn(&pose, ld3_sub(ld3_from(in->placed.pose.origin), ld3_from(pose.origin)), true);
        long double truth =
            ray_solid_distance(&same, local) - (long double)radius - (long double)out->placed.margin;
        if (truth > 0) {
            graze_signed_separation s;
            assert_int_equal(graze_signed_distance(&p.a.placed, &p.b.placed, &tightest, NULL, &s),
                             GRAZE_OK);
            check_apart(&p, &s, truth);
            graze_intersection hit;
            assert_int_equal(graze_intersect(&p.a.placed, &p.b.placed, NULL, NULL, &hit), GRAZE_OK);
            TEST_CHECK(!hit.intersecting || truth <= p.error, seed, i, "intersecting, %Lg apart",
                       truth);
            ++apart;
        }
        duo_release(&p);
    }
    assert_true(apart * 2 > count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_in_simple_bodies),
        cmocka_unit_test(spheres_outside_cylinders_and_cones),
        cmocka_unit_test(crossing_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
