/* SPDX-License-Identifier: MIT
 * Contacts of rough meshes and height fields, where hollow edges and ridges meet in every corner: what
 * is apart has no contact nearer than it is, points lie on what they are points of, and whatever is
 * within reach has a contact. */
#include "mesh/solid_help.h"

enum { BALLS = 4, FIELDS = 2, CONVEX = 3, SIDE = 9 };

typedef struct zoo {
    test_solid ball[BALLS];
    float samples[FIELDS][SIDE * SIDE];
    graze_shape *field[FIELDS], *convex[CONVEX];
} zoo;

/* -- making -- */

/* Rings of vertices, each nearer to the middle than 1 by up to rough. */
static test_mesh rough_ball(graze_random *random, uint32_t rings, uint32_t around, double rough) {
    test_mesh m = test_mesh_allocate(rings * around + 2, 2 * rings * around);
    uint32_t *at = m.indices, top = rings * around, low = top + 1;
    for (uint32_t i = 0; i < top; ++i) {
        double pi = 3.14159265358979, u = pi * (i / around + 1) / (rings + 1);
        double w = 2 * pi * (i % around) / around, r = 1 - (double)test_between(random, 0, rough);
        m.vertices[i] = graze_vec3_make((graze_real)(r * sin(u) * cos(w)),
                                        (graze_real)(r * sin(u) * sin(w)), (graze_real)(r * cos(u)));
    }
    m.vertices[top] = graze_vec3_make(0, 0, 1);
    m.vertices[low] = graze_vec3_make(0, 0, -1);
    for (uint32_t j = 0; j < around; ++j) {
        uint32_t next = (j + 1) % around, last = (rings - 1) * around;
        const uint32_t caps[6] = {top, j, next, low, last + next, last + j};
        memcpy(at, caps, sizeof caps);
        at += 6;
        for (uint32_t i = 0; i + 1 < rings; ++i, at += 6) {
            uint32_t a = i * around + j, b = i * around + next, c = a + around, d = b + around;
            const uint32_t quad[6] = {a, c, d, a, d, b};
            memcpy(at, quad, sizeof quad);
        }
    }
    return m;
}

static void make_zoo(zoo *z, graze_random *random) {
    for (uint32_t i = 0; i < BALLS; ++i) {
        test_mesh mesh = rough_ball(random, 5 + i % 2 * 4, 8 + i % 2 * 4, i < 2 ? 0.3 : 0.05);
        z->ball[i] = test_solid_of(mesh, i % 2 ? GRAZE_MESH_SOLID : GRAZE_MESH_SURFACE);
    }
    for (int i = 0; i < FIELDS; ++i) {
        for (int k = 0; k < SIDE * SIDE; ++k)
            z->samples[i][k] = (float)test_between(random, 0, i ? 0.05 : 0.4);
        graze_height_samples given = {.samples = z->samples[i],
                                      .format = GRAZE_SAMPLE_FLOAT,
                                      .rows = SIDE,
                                      .columns = SIDE,
                                      .spacing_x = (graze_real)0.3,
                                      .spacing_z = (graze_real)0.25};
        assert_int_equal(graze_shape_height_field(&given, &z->field[i]), GRAZE_OK);
    }
    assert_int_equal(graze_shape_sphere((graze_real)0.4, &z->convex[0]), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make((graze_real)0.5, (graze_real)0.3, (graze_real)0.4),
                                     &z->convex[1]),
                     GRAZE_OK);
    assert_int_equal(graze_shape_capsule((graze_real)0.2, (graze_real)0.5, &z->convex[2]), GRAZE_OK);
}

static void release_zoo(zoo *z) {
    for (int i = 0; i < BALLS; ++i) test_solid_release(&z->ball[i]);
    for (int i = 0; i < FIELDS; ++i) graze_shape_release(z->field[i]);
    for (int i = 0; i < CONVEX; ++i) graze_shape_release(z->convex[i]);
}

/* -- one pair -- */

typedef struct rough_pair {
    graze_placed a, b;
    graze_real reach;
    bool one_sided;
    double error;
    uint64_t seed;
    long n;
} rough_pair;

static graze_separation distance_of(const rough_pair *p) {
    graze_separation apart;
    assert_int_equal(graze_distance(&p->a, &p->b, NULL, NULL, &apart), GRAZE_OK);
    return apart;
}

/* B comes from afar, never nearer than the distance that is wanted, and mostly as near. */
static void bring_near(rough_pair *p, graze_vec3 goal, graze_vec3 from, graze_real wanted) {
    p->b.pose.origin = graze_vec3_add_scaled(goal, 6, from);
    for (int i = 0; i < 30; ++i) {
        graze_real left = distance_of(p).lower - wanted;
        if (left < (graze_real)p->error) return;
        p->b.pose.origin = graze_vec3_add_scaled(p->b.pose.origin, -left, from);
    }
}

static rough_pair some_pair(const zoo *z, graze_random *random, uint64_t seed, long n) {
    rough_pair p = {.seed = seed, .n = n, .reach = n % 8 ? (graze_real)0.2 : 0};
    bool field = n % 3 == 0;
    p.error = fmax(400 * (double)GRAZE_EPSILON, 1e-10); /* points are as good as brackets are narrow */
    p.one_sided = n % 11 == 0;
    p.a.shape = field ? z->field[n / 3 % FIELDS] : z->ball[n % BALLS].shape;
    p.b.shape = n % 2 ? z->ball[n / 4 % BALLS].shape : z->convex[n / 4 % CONVEX];
    p.a.pose = test_any_pose(random, 0.1, n % 4 < 2);
    p.b.pose = test_any_pose(random, 1, false);
    if (n % 5 == 1) p.a.margin = test_between(random, 0, 0.1);
    if (n % 7 == 1) p.b.margin = test_between(random, 0, 0.1);
    graze_vec3 goal = p.a.pose.origin;
    if (field) {
        size_t row = graze_random_bits(random) % SIDE, column = graze_random_bits(random) % SIDE;
        assert_int_equal(graze_height_field_vertex(p.a.shape, row, column, &goal), GRAZE_OK);
        goal = graze_pose_apply(&p.a.pose, goal);
    }
    graze_vec3 from = graze_random_direction(random);
    graze_real wanted = p.reach > 0 ? test_between(random, 0.002, 0.21) : test_between(random, 0, 0.01);
    bring_near(&p, goal, from, wanted);
    if (n % 4 == 3) /* into each other */
        p.b.pose.origin = graze_vec3_add_scaled(p.b.pose.origin, -test_between(random, 0, 0.4), from);
    if (n % 10 < 5) {
        graze_placed swap = p.a;
        p.a = p.b;
        p.b = swap;
    }
    return p;
}

/* How far a point is from the surface of a body, margin included. Of a mesh that has one it may be
 * inside of the margin, where the surface is hollow. */
static double beside(const graze_placed *placed, graze_vec3 point) {
    graze_point_separation at;
    assert_int_equal(graze_point_signed_distance(placed, point, NULL, &at), GRAZE_OK);
    bool convex = graze_shape_get_kind(placed->shape) != GRAZE_SHAPE_MESH &&
                  graze_shape_get_kind(placed->shape) != GRAZE_SHAPE_HEIGHT_FIELD;
    return convex || placed->margin == 0 ? fabs((double)at.sd) : (double)at.sd;
}

static void check_points(const rough_pair *p, const graze_contact_set *set, double slack) {
    for (int i = 0; i < set->count; ++i) {
        const graze_contact_point *at = &set->points[i];
        double off_a = beside(&p->a, at->point_a), off_b = beside(&p->b, at->point_b);
        TEST_CHECK(off_a <= slack && off_b <= slack, p->seed, p->n,
                   "points beside A by %g, B by %g, sd %g", off_a, off_b, (double)at->sd);
        graze_vec3 between = graze_vec3_sub(at->point_b, at->point_a);
        TEST_CHECK(fabs((double)graze_vec3_length(between) - fabs((double)at->sd)) <= slack, p->seed,
                   p->n, "points %g from each other, sd %g", (double)graze_vec3_length(between),
                   (double)at->sd);
    }
}

/* Nothing is nearer than the two are, and the nearest is among the contacts. */
static void check_apart(const rough_pair *p, const graze_contact_patch *patches, size_t count,
                        const graze_separation *apart) {
    for (size_t i = 0; i < count; ++i) {
        const graze_contact_set *set = &patches[i].set;
        double least = (double)set->sd;
        for (int k = 0; k < set->count; ++k) least = fmin(least, (double)set->points[k].sd);
        TEST_CHECK(least >= (double)apart->lower - p->error, p->seed, p->n,
                   "apart by %g, a contact at %g", (double)apart->distance, least);
        TEST_CHECK((double)set->upper >= (double)apart->lower - p->error, p->seed, p->n,
                   "apart by %g, at most %g", (double)apart->distance, (double)set->upper);
        check_points(p, set, p->error);
    }
    bool far = (double)apart->lower > (double)p->reach + p->error;
    bool near = (double)apart->upper < (double)p->reach - p->error;
    TEST_CHECK(!far || count == 0, p->seed, p->n, "apart by %g, but touching", (double)apart->distance);
    if (p->one_sided || !near) return;
    TEST_CHECK(count > 0 && (double)patches[0].set.sd <= (double)apart->upper + p->error, p->seed, p->n,
               "apart by %g, the nearest of %d at %g", (double)apart->distance, (int)count,
               count ? (double)patches[0].set.sd : -1.0);
}

static void check_overlap(const rough_pair *p, const graze_contact_patch *patches, size_t count) {
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(&p->a, &p->b, NULL, NULL, &s), GRAZE_OK);
    if (p->one_sided || (double)s.upper > -p->error) return;
    TEST_CHECK(count > 0 && (double)patches[0].set.sd <= p->error, p->seed, p->n,
               "deep by %g, the deepest of %d at %g", -(double)s.sd, (int)count,
               count ? (double)patches[0].set.sd : 1.0);
    /* The way out of a whole solid ends where they touch within 2^-9 of it and a few E. */
    for (size_t i = 0; i < count; ++i)
        check_points(p, &patches[i].set, 8 * p->error + 0x1p-9 * fabs((double)patches[i].set.sd));
}

static void rough_contacts(void **state) {
    (void)state;
    uint64_t seed = test_seed(977);
    graze_random random = graze_random_seed(seed);
    static zoo z;
    make_zoo(&z, &random);
    long count = test_count(1000), apart_count = 0;
    for (long n = 0; n < count; ++n) {
        rough_pair p = some_pair(&z, &random, seed, n);
        graze_patch_options options = {.reach = p.reach, .one_sided = p.one_sided};
        graze_contact_patch patches[GRAZE_CONTACT_PATCHES];
        graze_contact_set one;
        size_t found = 0;
        assert_int_equal(
            graze_contact_patches(&p.a, &p.b, &options, patches, GRAZE_CONTACT_PATCHES, &found),
            GRAZE_OK);
        graze_separation apart = distance_of(&p);
        if ((double)apart.lower > p.error) {
            check_apart(&p, patches, found, &apart);
            apart_count += found > 0;
        } else {
            check_overlap(&p, patches, found);
        }
        assert_int_equal(graze_contact(&p.a, &p.b, p.reach, NULL, NULL, &one), GRAZE_OK);
        if (!p.one_sided)
            TEST_CHECK((one.count > 0) == (found > 0) && (found == 0 || one.sd == patches[0].set.sd),
                       seed, n, "graze_contact differs");
    }
    assert_true(count < 1000 || apart_count > 400);
    release_zoo(&z);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rough_contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
