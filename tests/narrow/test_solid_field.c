/* SPDX-License-Identifier: MIT
 * Signed distances of solids against densely sampled fields (N3, S12), near the origin and far away,
 * with margins. Points: the field is sampled on a grid by brute force; between its places it changes by
 * no more than the way gone. Two solids: the field is sampled over translations of B, which says which
 * of them free it, and over points of both surfaces, which says how deep they are at least. */
#include "narrow/solid_field.h"

enum { GRID = 12, SOLIDS = 4, FAR = 3 };

/* In units of the rounding of numbers: where they are as coarse as 1/8192 and as 1/64. */
static const graze_real far_away[FAR] = {0, 0x1p-14 / GRAZE_EPSILON, 0x1p-7 / GRAZE_EPSILON};

static void make_solids(test_solid solids[SOLIDS]) {
    solids[0] = test_solid_of(test_torus(10, 6), GRAZE_MESH_SOLID);
    solids[1] = test_solid_of(test_ball(5, 8, (graze_real)0.2), GRAZE_MESH_SOLID);
    solids[2] = test_solid_of(test_box(1, (graze_real)0.5, (graze_real)0.3), GRAZE_MESH_SOLID);
    solids[3] = test_solid_of(test_ball(4, 7, 0), GRAZE_MESH_SOLID);
}

static void release_solids(test_solid solids[SOLIDS]) {
    for (int i = 0; i < SOLIDS; ++i) test_solid_release(&solids[i]);
}

static void move_far(graze_pose *pose, graze_real far) {
    pose->origin = graze_vec3_add(pose->origin, graze_vec3_make(far, -far, far));
}

/* -- points -- */

typedef struct sampled {
    graze_placed placed;
    field field;
    field_point from;
    graze_vec3 at[GRID][GRID][GRID];
    double sd[GRID][GRID][GRID];
    double spacing;
} sampled;

static graze_vec3 place_on_grid(const sampled *s, double x, double y, double z) {
    double half = s->spacing * (GRID - 1) / 2;
    return graze_vec3_make((graze_real)(s->from.x + x * s->spacing - half),
                           (graze_real)(s->from.y + y * s->spacing - half),
                           (graze_real)(s->from.z + z * s->spacing - half));
}

static void sample_points(sampled *s) {
    for (int i = 0; i < GRID; ++i)
        for (int j = 0; j < GRID; ++j)
            for (int k = 0; k < GRID; ++k) {
                graze_vec3 at = place_on_grid(s, i, j, k);
                double bare = field_sd(&s->field, field_sub(field_from(at), s->from));
                s->at[i][j][k] = at;
                s->sd[i][j][k] = bare - (double)s->placed.margin;
            }
}

static double answer_at(const sampled *s, graze_vec3 at, double truth, double slack, long n) {
    graze_point_separation found;
    assert_int_equal(graze_point_signed_distance(&s->placed, at, NULL, &found), GRAZE_OK);
    TEST_CHECK((double)found.lower <= truth + slack && truth - slack <= (double)found.upper, 0, n,
               "%.9g <= %.9g <= %.9g, give or take %g", (double)found.lower, truth, (double)found.upper,
               slack);
    TEST_CHECK(found.lower <= found.sd && found.sd <= found.upper, 0, n, "sd out of its bounds");
    return (double)found.sd;
}

/* Between the places of the grid: as near to the field as the point is to the place. */
static void check_between(const sampled *s, graze_random *random, long n) {
    double x[3];
    for (int k = 0; k < 3; ++k) x[k] = (double)test_between(random, 0, GRID - 1);
    graze_vec3 at = place_on_grid(s, x[0], x[1], x[2]);
    int i = (int)(x[0] + 0.5), j = (int)(x[1] + 0.5), k = (int)(x[2] + 0.5);
    double way = field_length(field_sub(field_from(at), field_from(s->at[i][j][k])));
    answer_at(s, at, s->sd[i][j][k], way, n);
}

static void points_in_a_field(void **state) {
    (void)state;
    uint64_t seed = test_seed(941);
    graze_random random = graze_random_seed(seed);
    test_solid solids[SOLIDS];
    make_solids(solids);
    static sampled s;
    long count = test_count(SOLIDS * FAR), inside = 0, all = 0;
    for (long n = 0; n < count; ++n) {
        const test_solid *solid = &solids[n % SOLIDS];
        s.placed = (graze_placed){solid->shape, test_any_pose(&random, 0.3, n % 2 == 1), 0};
        if (n / SOLIDS % 2 == 0) s.placed.margin = test_between(&random, 0, 0.2);
        move_far(&s.placed.pose, far_away[n % FAR]);
        s.from = field_from(s.placed.pose.origin);
        s.spacing = 3.6 / GRID;
        field_make(&solid->mesh, &s.placed.pose, s.from, &s.field);
        sample_points(&s);
        for (int i = 0; i < GRID * GRID * GRID; ++i) {
            double truth = (&s.sd[0][0][0])[i];
            double sd = answer_at(&s, (&s.at[0][0][0])[i], truth, 1e-9 * (double)GRAZE_EPSILON, n);
            inside += sd < 0;
            ++all;
        }
        for (int i = 0; i < 2000; ++i) check_between(&s, &random, n);
    }
    printf("%ld points, %.0f %% inside\n", all, 100 * (double)inside / (double)all);
    assert_true(count < SOLIDS || (inside > all / 50 && inside < all / 2));
    release_solids(solids);
}

/* -- two solids -- */

typedef struct pair {
    graze_placed a, b;
    field fa, fb;
    double reach; /* of both margins */
    double error; /* what the bounds of the two may be off */
} pair;

/* As deep as a point of one surface is in the other: they part after no less. */
static double deepest(const field *body, const field *parts, double reach) {
    const int steps = 3;
    double most = -INFINITY;
    for (uint32_t i = 0; i < parts->count; ++i) {
        const field_point *c = parts->corner[i];
        field_point u = field_sub(c[1], c[0]), v = field_sub(c[2], c[0]);
        for (int j = 0; j <= steps; ++j)
            for (int k = 0; j + k <= steps; ++k) {
                field_point p = field_add(field_add(c[0], (double)j / steps, u), (double)k / steps, v);
                most = field_most(most, reach - field_sd(body, p));
            }
    }
    return most;
}

/* The first length along the way, shorter than most, after which b is free; or most. */
static double free_along(const pair *p, field_point way, double most) {
    const int steps = 8;
    double last = 0;
    for (int i = 1; i < steps; ++i) {
        double length = most * i / steps;
        if (!field_is_free(&p->fa, &p->fb, field_add((field_point){0, 0, 0}, length, way), p->reach)) {
            last = length;
            continue;
        }
        for (int k = 0; k < 12; ++k) {
            double middle = (last + length) / 2;
            bool is_free =
                field_is_free(&p->fa, &p->fb, field_add((field_point){0, 0, 0}, middle, way), p->reach);
            *(is_free ? &length : &last) = middle;
        }
        return length;
    }
    return most;
}

/* The shortest translation of a field of them that frees b, none longer than the one known. */
static double shortest(const pair *p, field_point normal, double known) {
    const int steps = 2;
    double best = free_along(p, normal, known);
    for (int x = -steps; x <= steps; ++x)
        for (int y = -steps; y <= steps; ++y)
            for (int z = -steps; z <= steps; ++z) {
                field_point way = {x, y, z};
                if (abs(x) < steps && abs(y) < steps && abs(z) < steps) continue;
                way = field_add((field_point){0, 0, 0}, 1 / field_length(way), way);
                best = free_along(p, way, best);
            }
    return best;
}

/* Does a translation along the normal free it, up to the error, which is no longer than upper, and no
 * shorter than that by more than numbers round there? */
static bool upper_frees(const pair *p, field_point normal, double upper) {
    double coarse = 4 * (double)GRAZE_EPSILON * fabs((double)p->b.pose.origin.x);
    for (int i = 0; i <= 16; ++i) {
        double length = upper + p->error - coarse * i / 16;
        field_point t = field_add((field_point){0, 0, 0}, length, normal);
        if (field_is_free(&p->fa, &p->fb, t, p->reach - p->error)) return true;
    }
    return false;
}

typedef struct tally {
    long deep, apart;
    double lower, upper; /* sums, as shares of the depth by the field */
} tally;

static void check_depth(const pair *p, const graze_signed_separation *s, uint64_t seed, long n,
                        tally *sum) {
    double lower = -(double)s->upper, upper = -(double)s->lower;
    field_point normal = field_from(s->normal);
    double known = field_most(deepest(&p->fa, &p->fb, p->reach), deepest(&p->fb, &p->fa, p->reach));
    TEST_CHECK(known <= upper + p->error, seed, n, "%.9g deep, but upper is %.9g", known, upper);
    TEST_CHECK(upper_frees(p, normal, upper), seed, n, "not free after upper, %.9g", upper);
    double least = shortest(p, normal, upper);
    TEST_CHECK(lower <= least, seed, n, "free after %.9g, but lower is %.9g (%.9g)", least, lower,
               upper);
    graze_vec3 there = graze_vec3_add_scaled(p->b.pose.origin, -s->lower, s->normal);
    field_point t = field_sub(field_from(there), field_from(p->b.pose.origin));
    t = field_add(t, p->error, normal);
    TEST_CHECK(field_is_free(&p->fa, &p->fb, t, p->reach - p->error), seed, n, "moved, it is not free");
    ++sum->deep;
    sum->lower += lower / least;
    sum->upper += upper / least;
}

static void check_pair(pair *p, const test_mesh *mesh_a, const test_mesh *mesh_b, uint64_t seed, long n,
                       tally *sum) {
    field_point from = field_from(p->a.pose.origin), none = {0, 0, 0};
    field_make(mesh_a, &p->a.pose, from, &p->fa);
    field_make(mesh_b, &p->b.pose, from, &p->fb);
    p->reach = (double)p->a.margin + (double)p->b.margin;
    p->error = 64 * (double)GRAZE_EPSILON * 8; /* no solid is larger than 2, or farther away than 3 */
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(&p->a, &p->b, NULL, NULL, &s), GRAZE_OK);
    if (s.sd < 0) {
        check_depth(p, &s, seed, n, sum);
        return;
    }
    double truth = field_surfaces(&p->fa, &p->fb, none, 10, 0) - p->reach;
    if (!field_is_free(&p->fa, &p->fb, none, p->reach)) truth = field_least(truth, 0);
    TEST_CHECK((double)s.lower <= truth + p->error && truth - p->error <= (double)s.upper, seed, n,
               "%.9g <= %.9g <= %.9g", (double)s.lower, truth, (double)s.upper);
    ++sum->apart;
}

static void solids_in_a_field(void **state) {
    (void)state;
    uint64_t seed = test_seed(942);
    graze_random random = graze_random_seed(seed);
    test_solid solids[SOLIDS];
    graze_shape *box;
    make_solids(solids);
    assert_int_equal(graze_shape_box(graze_vec3_make(1, (graze_real)0.5, (graze_real)0.3), &box),
                     GRAZE_OK);
    static pair p;
    tally sum = {0, 0, 0, 0};
    long count = test_count(48);
    for (long n = 0; n < count; ++n) {
        const test_solid *first = &solids[n % SOLIDS], *second = &solids[n / SOLIDS % SOLIDS];
        p.a = (graze_placed){first->shape, test_any_pose(&random, 0, n % 5 == 3), 0};
        double distance = (double)test_between(&random, 0.2, 2.2);
        p.b = (graze_placed){second->shape, test_any_pose(&random, distance, n % 7 == 5), 0};
        if (n % 2 == 1) p.a.margin = test_between(&random, 0, 0.2);
        if (n % 4 == 1) p.b.margin = test_between(&random, 0, 0.2);
        if (n / SOLIDS % SOLIDS == 2 && n % 5 != 2) p.b.shape = box; /* the same, as a convex shape */
        move_far(&p.a.pose, far_away[n % FAR]);
        move_far(&p.b.pose, far_away[n % FAR]);
        check_pair(&p, &first->mesh, &second->mesh, seed, n, &sum);
    }
    double deep = (double)(sum.deep ? sum.deep : 1);
    printf("%ld pairs overlap: lower is %.2f of the depth by the field, upper %.2f; %ld are apart\n",
           sum.deep, sum.lower / deep, sum.upper / deep, sum.apart);
    assert_true(count < 48 || (sum.deep > count / 4 && sum.apart > 0));
    graze_shape_release(box);
    release_solids(solids);
}

/* The surfaces meet by their margins only, so that the depth is what is left of these: it is known as
 * well as the distance is. */
static void margins_in_a_field(void **state) {
    (void)state;
    uint64_t seed = test_seed(943);
    graze_random random = graze_random_seed(seed);
    test_solid solids[SOLIDS];
    make_solids(solids);
    static pair p;
    tally sum = {0, 0, 0, 0};
    long count = test_count(24);
    for (long n = 0; n < count; ++n) {
        const test_solid *first = &solids[n % SOLIDS], *second = &solids[n / SOLIDS % SOLIDS];
        p.a = (graze_placed){first->shape, test_any_pose(&random, 0, false), 0};
        p.b = (graze_placed){second->shape, test_any_pose(&random, 2.2, false), 0};
        graze_separation apart;
        assert_int_equal(graze_distance(&p.a, &p.b, NULL, NULL, &apart), GRAZE_OK);
        if (!(apart.distance > 0)) continue;
        graze_real share = test_between(&random, 0.1, 0.9), depth = test_between(&random, 0.001, 0.1);
        p.a.margin = share * apart.distance + depth / 2;
        p.b.margin = (1 - share) * apart.distance + depth / 2;
        move_far(&p.a.pose, far_away[n % FAR]);
        move_far(&p.b.pose, far_away[n % FAR]);
        check_pair(&p, &first->mesh, &second->mesh, seed, n, &sum);
    }
    double deep = (double)(sum.deep ? sum.deep : 1);
    printf("%ld pairs overlap by their margins: lower is %.2f of the depth by the field, upper %.2f\n",
           sum.deep, sum.lower / deep, sum.upper / deep);
    assert_true(count < 24 || sum.deep > count / 2);
    release_solids(solids);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_in_a_field),
                                       cmocka_unit_test(solids_in_a_field),
                                       cmocka_unit_test(margins_in_a_field)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
