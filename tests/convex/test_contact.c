/* SPDX-License-Identifier: MIT
 * Contact points whose places are known: box on box, turned, offset and overhanging,
 * on an edge and on a corner; cylinders, capsules, cones, hulls, triangles, spheres, wrappers. Each in
 * many places of the world, with the operands exchanged, and jiggled by 10^-4. Then the interface: bad
 * input, reach, caches, the same bits each time. */
#include "oracle/random_shape.h"
#include "contact_help.h"

#define V graze_vec3_make
#define HALF_PI ((graze_real)1.57079632679489661923)

/* A scene has a lower body A and an upper body B, both near the origin, that meet with normal +y at a
 * signed distance; and the places (x, z) of the points there. */
typedef struct scene {
    const char *name;
    graze_placed a, b;
    double sd;
    int count;
    double at[4][2];
    double height; /* y of A's surface */
    bool jiggles;  /* at rest: small motions move the points by about as much */
} scene;

enum { SHAPES_MOST = 32, SCENES_MOST = 48 };

typedef struct stage {
    graze_shape *shapes[SHAPES_MOST];
    int shape_count;
    scene scenes[SCENES_MOST];
    int count;
} stage;

static graze_shape *keep(stage *s, graze_status status, graze_shape *shape) {
    assert_int_equal(status, GRAZE_OK);
    assert_true(s->shape_count < SHAPES_MOST);
    s->shapes[s->shape_count++] = shape;
    return shape;
}
#define KEEP(stage, constructor, ...)                                                                  \
    (keep_status = constructor(__VA_ARGS__, &kept), keep(stage, keep_status, kept))

static graze_placed at(graze_shape *shape, graze_real x, graze_real y, graze_real z) {
    return (graze_placed){shape, graze_pose_at(x, y, z), 0};
}
static graze_placed turned(graze_shape *shape, graze_vec3 axis, graze_real angle, graze_vec3 origin) {
    return (graze_placed){shape, contact_pose(axis, angle, origin), 0};
}

/* Points at (+-x, +-z) about (cx, cz), or the given ones. */
static void rectangle(scene *c, double cx, double cz, double x, double z) {
    const double corners[4][2] = {
        {cx + x, cz + z}, {cx + x, cz - z}, {cx - x, cz - z}, {cx - x, cz + z}};
    memcpy(c->at, corners, sizeof corners);
    c->count = 4;
}
static void two(scene *c, double x0, double z0, double x1, double z1) {
    const double ends[2][2] = {{x0, z0}, {x1, z1}};
    memcpy(c->at, ends, sizeof ends);
    c->count = 2;
}
static void diamond(scene *c, double x, double z, double r) {
    const double corners[4][2] = {{x + r, z}, {x, z + r}, {x - r, z}, {x, z - r}};
    memcpy(c->at, corners, sizeof corners);
    c->count = 4;
}
static void one(scene *c, double x, double z) {
    c->at[0][0] = x;
    c->at[0][1] = z;
    c->count = 1;
}

static scene *add(stage *s, const char *name, graze_placed a, graze_placed b, double sd) {
    assert_true(s->count < SCENES_MOST);
    scene *c = &s->scenes[s->count++];
    *c = (scene){.name = name, .a = a, .b = b, .sd = sd, .jiggles = true};
    return c;
}

static void add_boxes(stage *s) {
    graze_shape *kept, *box, *ground, *hull;
    graze_status keep_status;
    box = KEEP(s, graze_shape_box, V(1, 1, 1));
    ground = KEEP(s, graze_shape_half_space, V(0, 1, 0), 1);
    graze_vec3 corners[8];
    for (int i = 0; i < 8; ++i) corners[i] = V(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    hull = KEEP(s, graze_shape_polytope, corners, 8, 0);
    graze_placed low = at(box, 0, 0, 0), floor = at(ground, 0, 0, 0);
    const graze_real depth = (graze_real)0.0078125;
    graze_shape *both[2] = {box, hull};
    for (int k = 0; k < 2; ++k) {
        graze_shape *top = both[k];
        rectangle(add(s, "on a box of its size", low, at(top, 0, 2 - depth, 0), -0.0078125), 0, 0, 1,
                  1);
        rectangle(add(s, "touching", low, at(top, 0, 2, 0), 0), 0, 0, 1, 1);
        s->scenes[s->count - 1].jiggles = false; /* half of the motions part the two */
        rectangle(
            add(s, "offset", low, at(top, (graze_real)0.5, 2 - depth, (graze_real)-0.25), -0.0078125),
            0.25, -0.125, 0.75, 0.875);
        rectangle(add(s, "on the ground", floor, at(top, 0, 2 - depth, 0), -0.0078125), 0, 0, 1, 1);
        graze_real r = graze_sqrt(2);
        two(add(s, "on an edge", low,
                turned(top, V(1, 0, 0), HALF_PI / 2, V((graze_real)0.5, 1 + r - depth, 0)), -0.0078125),
            -0.5, 0, 1, 0);
        two(add(s, "on an edge on the ground", floor,
                turned(top, V(1, 0, 0), HALF_PI / 2, V(0, 1 + r - depth, 0)), -0.0078125),
            -1, 0, 1, 0);
        graze_placed corner = turned(top, V(1, 0, -1), (graze_real)0.95531661812450927816,
                                     V(0, 1 + graze_sqrt(3) - depth, 0));
        one(add(s, "on a corner", low, corner, -0.0078125), 0, 0);
        one(add(s, "on a corner on the ground", floor, corner, -0.0078125), 0, 0);
    }
    /* Of the octagon every other corner: which ones is a matter of choice, so any of the two squares.
     */
    scene *c = add(s, "turned by 45 degrees", low,
                   turned(box, V(0, 1, 0), HALF_PI / 2, V(0, 2 - depth, 0)), -0.0078125);
    const double t = 0.41421356237309505;
    const double octagon[4][2] = {{1, t}, {t, -1}, {-1, -t}, {-t, 1}};
    memcpy(c->at, octagon, sizeof octagon);
    c->count = 4;
    /* Only a strip, and only a corner of each: no face is left out. */
    rectangle(add(s, "overhanging", low, at(box, (graze_real)1.875, 2 - depth, 0), -0.0078125), 0.9375,
              0, 0.0625, 1);
}

static void add_round(stage *s) {
    graze_shape *kept, *table, *ground, *cylinder, *capsule, *cone, *sphere, *ball;
    graze_status keep_status;
    table = KEEP(s, graze_shape_box, V(4, 1, 4));
    ground = KEEP(s, graze_shape_half_space, V(0, 1, 0), 1);
    cylinder = KEEP(s, graze_shape_cylinder, (graze_real)0.5, 2);
    capsule = KEEP(s, graze_shape_capsule, (graze_real)0.5, 2);
    cone = KEEP(s, graze_shape_cone, (graze_real)0.5, 2);
    sphere = KEEP(s, graze_shape_sphere, (graze_real)0.5);
    ball = KEEP(s, graze_shape_ellipsoid, V(1, (graze_real)0.5, (graze_real)0.75));
    const graze_real depth = (graze_real)0.0078125, half = (graze_real)0.5;
    graze_placed lows[2] = {at(table, 0, 0, 0), at(ground, 0, 0, 0)};
    for (int k = 0; k < 2; ++k) {
        graze_placed low = lows[k];
        diamond(add(s, "cylinder standing", low, at(cylinder, 1, 2 - depth, 1), -0.0078125), 1, 1, 0.5);
        two(add(s, "cylinder lying", low,
                turned(cylinder, V(1, 0, 0), HALF_PI, V(0, 1 + half - depth, 0)), -0.0078125),
            0, -1, 0, 1);
        two(add(s, "capsule lying", low,
                turned(capsule, V(0, 0, 1), HALF_PI, V(0, 1 + half - depth, 0)), -0.0078125),
            -1, 0, 1, 0);
        one(add(s, "capsule standing", low, at(capsule, 0, 2 + half - depth, 0), -0.0078125), 0, 0);
        diamond(add(s, "cone on its base", low, at(cone, 0, 2 - depth, 0), -0.0078125), 0, 0, 0.5);
        one(add(s, "cone on its tip", low, turned(cone, V(1, 0, 0), 2 * HALF_PI, V(0, 2 - depth, 0)),
                -0.0078125),
            0, 0);
        one(add(s, "sphere", low, at(sphere, 2, 1 + half - depth, 1), -0.0078125), 2, 1);
        one(add(s, "ellipsoid", low, at(ball, 2, 1 + half - depth, 1), -0.0078125), 2, 1);
        /* The side of the cone makes an angle b with its axis, tan b = 1/4. Turned by that more than a
         * right angle about z, its tip points along -x, its side down. From its middle the tip is at
         * (-cos b, -sin b) and the side runs sqrt(4.25) along x from there. */
        double sine = 1 / sqrt(17.0), cosine = 4 / sqrt(17.0), run = sqrt(4.25);
        graze_real lean = HALF_PI + (graze_real)0.24497866312686415417;
        two(add(s, "cone lying", low,
                turned(cone, V(0, 0, 1), lean, V(0, (graze_real)(1 + sine) - depth, 0)), -0.0078125),
            -cosine, 0, run - cosine, 0);
    }
    graze_placed lying = turned(capsule, V(1, 0, 0), HALF_PI, V(0, half, 0));
    two(add(s, "capsules along each other", lying,
            turned(capsule, V(1, 0, 0), HALF_PI, V(0, 1 + half - depth, half)), -0.0078125),
        0, -0.5, 0, 1);
    one(add(s, "capsules across", lying,
            turned(capsule, V(0, 0, 1), HALF_PI, V(0, 1 + half - depth, half)), -0.0078125),
        0, 0.5);
    graze_placed roll = turned(cylinder, V(1, 0, 0), HALF_PI, V(0, half, 0));
    two(add(s, "cylinder on a capsule", lying,
            turned(cylinder, V(1, 0, 0), HALF_PI, V(0, 1 + half - depth, half)), -0.0078125),
        0, -0.5, 0, 1);
    two(add(s, "box on a lying cylinder", roll, at(table, half, 2 - depth, 0), -0.0078125), 0, -1, 0,
        1);
}

static void add_flat(stage *s) {
    graze_shape *kept, *table, *hull, *triangle, *square, *soft, *wide;
    graze_status keep_status;
    const graze_vec3 pyramid[5] = {V(-1, 0, -1), V(1, 0, -1), V(1, 0, 1), V(-1, 0, 1), V(0, 1, 0)};
    const graze_vec3 sheet[4] = {V(-1, 0, -1), V(1, 0, -1), V(1, 0, 1), V(-1, 0, 1)};
    hull = KEEP(s, graze_shape_polytope, pyramid, 5, 0);
    square = KEEP(s, graze_shape_polygon, sheet, 4, 0);
    triangle = KEEP(s, graze_shape_triangle, V(-4, 0, -4), V(4, 0, -4), V(0, 0, 4));
    table = KEEP(s, graze_shape_box, V(5, 1, 5));
    soft = KEEP(s, graze_shape_rounded, s->shapes[0], (graze_real)0.25); /* a box of 1, 1, 1 */
    const graze_real depth = (graze_real)0.0078125;
    graze_placed under = at(triangle, 0, 1, 0);
    rectangle(add(s, "hull on a triangle", under, at(hull, 0, 1 - depth, 0), -0.0078125), 0, 0, 1, 1);
    scene *c =
        add(s, "triangle on a table", at(table, 0, 0, 0), at(triangle, 0, 1 - depth, 0), -0.0078125);
    const double corners[3][2] = {{-4, -4}, {4, -4}, {0, 4}};
    memcpy(c->at, corners, sizeof corners);
    c->count = 3;
    rectangle(add(s, "polygon on a table", at(table, 0, 0, 0), at(square, 0, 1 - depth, 0), -0.0078125),
              0, 0, 1, 1);
    graze_placed padded = at(soft, 0, (graze_real)2.375 - depth, 0);
    padded.margin = (graze_real)0.125;
    rectangle(add(s, "rounded box with a margin", at(table, 0, 0, 0), padded, -0.0078125), 0, 0, 1, 1);
    graze_pose stretch = graze_pose_at(0, 0, 0);
    stretch.basis.col[0] = V(2, 0, 0);
    stretch.basis.col[2] = V((graze_real)0.5, 0, 1);
    stretch.kind = GRAZE_POSE_AFFINE;
    graze_placed deformed = {soft, stretch, 0};
    deformed.pose.origin = V(0, (graze_real)2.25 - depth, 0);
    c = add(s, "rounded box in an affine pose", at(table, 0, 0, 0), deformed, -0.0078125);
    const double sheared[4][2] = {{2.5, 1}, {1.5, -1}, {-2.5, -1}, {-1.5, 1}};
    memcpy(c->at, sheared, sizeof sheared);
    c->count = 4;
    wide = KEEP(s, graze_shape_transformed, s->shapes[0], &stretch);
    c = add(s, "affine image of a box", at(table, 0, 0, 0), at(wide, 0, 2 - depth, 0), -0.0078125);
    memcpy(c->at, sheared, sizeof sheared);
    c->count = 4;
}

static int set_stage(void **state) {
    stage *s = calloc(1, sizeof *s);
    if (!s) return -1;
    add_boxes(s);
    add_round(s);
    add_flat(s);
    *state = s;
    return 0;
}

static int clear_stage(void **state) {
    stage *s = *state;
    for (int i = 0; i < s->shape_count; ++i) graze_shape_release(s->shapes[i]);
    free(s);
    return 0;
}

/* Does the set have its points at the places of the scene, which was moved by that pose? */
static void check_places(const scene *c, const graze_contact_set *s, const graze_pose *moved, bool swap,
                         long number) {
    long double near = (long double)sqrt((double)GRAZE_EPSILON) / 16;
    if (sizeof(graze_real) == sizeof(float)) near = 1e-5L;
    TEST_CHECK(s->count == c->count, 0, number, "%s: %d points", c->name, s->count);
    TEST_CHECK(fabsl((long double)s->sd - (long double)c->sd) < near, 0, number, "%s: sd %g", c->name,
               (double)s->sd);
    graze_vec3 up = graze_mat3_mul_vec(&moved->basis, V(0, swap ? -1 : 1, 0));
    TEST_CHECK(ld3_distance(ld3_from(up), ld3_from(s->normal)) < 100 * near, 0, number, "%s: normal",
               c->name);
    for (int i = 0; i < c->count; ++i) {
        graze_vec3 place = V((graze_real)c->at[i][0], 1, (graze_real)c->at[i][1]);
        ld3 there = ld3_from(graze_pose_apply(moved, place));
        long double least = INFINITY;
        for (int k = 0; k < s->count; ++k)
            least = fminl(least, ld3_distance(there, ld3_from(swap ? s->points[k].point_b
                                                                   : s->points[k].point_a)));
        TEST_CHECK(least < 100 * near, 0, number, "%s: no point at (%g, %g), %Lg off", c->name,
                   c->at[i][0], c->at[i][1], least);
    }
}

static void points_are_where_they_should_be(void **state) {
    const stage *s = *state;
    uint64_t seed = test_seed(96001);
    graze_random random = graze_random_seed(seed);
    long count = test_count(200);
    for (int n = 0; n < s->count; ++n)
        for (long i = 0; i < count; ++i) {
            const scene *c = &s->scenes[n];
            graze_pose moved = random_pose(RANDOM_POSE_RIGID, 3, &random);
            if (i == 0) moved = graze_pose_identity();
            graze_placed a = c->a, b = c->b;
            a.pose = graze_pose_compose(&moved, &c->a.pose);
            b.pose = graze_pose_compose(&moved, &c->b.pose);
            graze_contact_set one_way = contact_of(&a, &b, 0, NULL),
                              other = contact_of(&b, &a, 0, NULL);
            if (c->sd == 0 && one_way.count == 0) continue; /* rounding of the pose parts them */
            contact_check(&a, &b, 0, &one_way, seed, n * 1000 + i);
            check_places(c, &one_way, &moved, false, n * 1000 + i);
            if (c->sd == 0 && other.count == 0) continue;
            contact_check(&b, &a, 0, &other, seed, n * 1000 + i);
            check_places(c, &other, &moved, true, n * 1000 + i);
        }
}

static void small_motions_move_points_by_little(void **state) {
    const stage *s = *state;
    const graze_real by = (graze_real)1e-4;
    uint64_t seed = test_seed(96002);
    graze_random random = graze_random_seed(seed);
    long count = test_count(400);
    for (int n = 0; n < s->count; ++n)
        for (long i = 0; i < count && s->scenes[n].jiggles; ++i) {
            const scene *c = &s->scenes[n];
            graze_contact_set rest = contact_of(&c->a, &c->b, 0, NULL);
            graze_placed moved = contact_jiggled(&c->b, by, &random);
            graze_contact_set after = contact_of(&c->a, &moved, 0, NULL);
            contact_check(&c->a, &moved, 0, &after, seed, n * 1000 + i);
            TEST_CHECK(after.count == rest.count, seed, n * 1000 + i, "%s: %d points, then %d", c->name,
                       rest.count, after.count);
            long double motion = contact_motion(&rest, &after);
            TEST_CHECK(motion < 20 * (long double)by, seed, n * 1000 + i, "%s: moves by %Lg", c->name,
                       motion);
        }
}

/* Two rims on each other: which of their many corners are kept must not depend on a jiggle. */
static void stacked_cylinders_keep_their_points(void **state) {
    (void)state;
    const graze_real by = (graze_real)1e-4;
    uint64_t seed = test_seed(96003);
    graze_random random = graze_random_seed(seed);
    graze_shape *shape;
    assert_int_equal(graze_shape_cylinder(1, 1, &shape), GRAZE_OK);
    for (long i = 0; i < test_count(2000); ++i) {
        graze_real turn = i % 2 ? graze_random_uniform(&random, 0, 2) : 0;
        graze_placed low = at(shape, 0, 0, 0);
        graze_placed top = turned(shape, V(0, 1, 0), turn, V(0, (graze_real)0.9921875, 0));
        if (i % 4 == 3) top.pose.origin.x = graze_random_uniform(&random, 0, (graze_real)0.5);
        graze_contact_set rest = contact_of(&low, &top, 0, NULL);
        contact_check(&low, &top, 0, &rest, seed, i);
        graze_placed moved = contact_jiggled(&top, by, &random);
        graze_contact_set after = contact_of(&low, &moved, 0, NULL);
        contact_check(&low, &moved, 0, &after, seed, i);
        long double motion = contact_motion(&rest, &after), area = contact_area(&rest);
        TEST_CHECK(i % 4 == 3 || area > 1.85L, seed, i, "%Lg of 2 spanned", area);
        TEST_CHECK(i % 2 || motion < 20 * (long double)by, seed, i, "moves by %Lg", motion);
        TEST_CHECK(fabsl(contact_area(&after) - area) < 0.1L * area, seed, i, "%Lg, then %Lg", area,
                   contact_area(&after));
    }
    graze_shape_release(shape);
}

/* -- the interface -- */

static void reach_finds_contacts_of_shapes_apart(void **state) {
    const stage *s = *state;
    for (int n = 0; n < s->count; ++n) {
        const scene *c = &s->scenes[n];
        graze_placed apart = c->b;
        apart.pose.origin.y += (graze_real)0.0703125; /* then 0.0625, or 0.0703125 */
        for (int k = 0; k < 2; ++k) {
            graze_contact_set none = contact_of(&c->a, &apart, k ? (graze_real)0.03125 : 0, NULL);
            TEST_CHECK(none.count == 0 && none.end == GRAZE_SEPARATED && none.lower > 0 &&
                           none.sd <= none.upper,
                       0, n, "%s apart: %d points, end %d, sd %g in %g .. %g", c->name, none.count,
                       (int)none.end, (double)none.sd, (double)none.lower, (double)none.upper);
        }
        graze_contact_set some = contact_of(&c->a, &apart, (graze_real)0.125, NULL);
        contact_check(&c->a, &apart, (graze_real)0.125, &some, 0, n);
        scene expected = *c;
        expected.sd += 0.0703125;
        graze_pose still = graze_pose_identity();
        check_places(&expected, &some, &still, false, n);
        assert_int_equal(some.end, GRAZE_CONVERGED);
    }
}

static void bad_input_gets_a_status(void **state) {
    const stage *s = *state;
    graze_placed a = s->scenes[0].a, b = s->scenes[0].b, ground = s->scenes[3].a;
    graze_contact_set out;
    memset(&out, 0x5a, sizeof out);
    graze_contact_set before = out;
    assert_int_equal(graze_contact(NULL, &b, 0, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact(&a, NULL, 0, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact(&a, &b, 0, NULL, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact(&a, &b, -1, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
    const graze_real odd[] = {(graze_real)NAN, (graze_real)INFINITY, (graze_real)-INFINITY};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(graze_contact(&a, &b, odd[i], NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
        graze_placed spoiled = b;
        spoiled.pose.origin.y = odd[i];
        assert_int_equal(graze_contact(&a, &spoiled, 0, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
        spoiled = a;
        spoiled.margin = odd[i];
        assert_int_equal(graze_contact(&spoiled, &ground, 0, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
        graze_options options = {.rel = odd[i]};
        assert_int_equal(graze_contact(&a, &b, 0, &options, NULL, &out), GRAZE_INVALID_ARGUMENT);
    }
    graze_placed nothing = a;
    nothing.shape = NULL;
    assert_int_equal(graze_contact(&nothing, &b, 0, NULL, NULL, &out), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_contact(&ground, &ground, 0, NULL, NULL, &out), GRAZE_UNBOUNDED);
    graze_placed flat = a;
    flat.pose.basis.col[0] = graze_vec3_zero();
    flat.pose.kind = GRAZE_POSE_UNKNOWN;
    assert_int_equal(graze_contact(&flat, &b, 0, NULL, NULL, &out), GRAZE_SINGULAR);
    assert_memory_equal(&out, &before, sizeof out);
}

static void same_question_same_bits(void **state) {
    const stage *s = *state;
    for (int n = 0; n < s->count; ++n) {
        const scene *c = &s->scenes[n];
        graze_contact_set first, second, warm;
        memset(&first, 0, sizeof first);
        memset(&second, 0, sizeof second);
        assert_int_equal(graze_contact(&c->a, &c->b, 0, NULL, NULL, &first), GRAZE_OK);
        assert_int_equal(graze_contact(&c->a, &c->b, 0, NULL, NULL, &second), GRAZE_OK);
        for (int i = 0; i < first.count; ++i)
            assert_memory_equal(&first.points[i], &second.points[i], sizeof first.points[i]);
        assert_memory_equal(&first.normal, &second.normal, sizeof first.normal);
        graze_cache cache = {0};
        for (int i = 0; i < 3; ++i) warm = contact_of(&c->a, &c->b, 0, &cache);
        assert_int_equal(warm.count, first.count);
        /* On something round the default accuracy, of the depth, leaves its place that open. */
        TEST_CHECK(contact_motion(&first, &warm) < 1e-3L, 0, n, "%s: moved by %Lg with a cache",
                   c->name, contact_motion(&first, &warm));
    }
}

static void queries_allocate_nothing(void **state) {
    const stage *s = *state;
    test_memory memory;
    test_memory_begin(&memory, 0);
    for (int n = 0; n < s->count; ++n) contact_of(&s->scenes[n].a, &s->scenes[n].b, 0, NULL);
    test_memory_end();
    assert_int_equal(memory.calls, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_where_they_should_be),
        cmocka_unit_test(small_motions_move_points_by_little),
        cmocka_unit_test(stacked_cylinders_keep_their_points),
        cmocka_unit_test(reach_finds_contacts_of_shapes_apart),
        cmocka_unit_test(bad_input_gets_a_status),
        cmocka_unit_test(same_question_same_bits),
        cmocka_unit_test(queries_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, set_stage, clear_stage);
}
