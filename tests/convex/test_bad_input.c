/* SPDX-License-Identifier: MIT
 * Family 19: NaN, infinities and the largest finite numbers in every field that a query reads, for
 * every query and kind of shape: a status, the outputs untouched, and an end. */
#include <float.h>
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"

/* Everything a caller hands over, so that a test can spoil any number of it. */
typedef struct question {
    graze_placed a, b;
    graze_options options;
    graze_ray ray;
    graze_vec3 translation;
    graze_real distance;
    graze_cache cache;
} question;

typedef union answer {
    graze_intersection intersection;
    graze_separation separation;
    graze_cast_result cast;
    graze_penetration_result depth;
    graze_signed_separation both;
    graze_contact_set contact;
    unsigned char bytes[512];
} answer;

typedef enum query {
    INTERSECT,
    WITHIN,
    DISTANCE,
    PENETRATION,
    SIGNED_DISTANCE,
    CONTACT,
    RAY_CAST,
    SHAPE_CAST,
    QUERIES
} query;

static graze_status ask(query which, question *q, answer *out) {
    switch (which) {
    case INTERSECT:
        return graze_intersect(&q->a, &q->b, &q->options, &q->cache, &out->intersection);
    case WITHIN:
        return graze_within(&q->a, &q->b, q->distance, &q->options, &q->cache, &out->intersection);
    case DISTANCE:
        return graze_distance(&q->a, &q->b, &q->options, &q->cache, &out->separation);
    case PENETRATION:
        return graze_penetration(&q->a, &q->b, &q->options, &q->cache, &out->depth);
    case SIGNED_DISTANCE:
        return graze_signed_distance(&q->a, &q->b, &q->options, &q->cache, &out->both);
    case CONTACT:
        return graze_contact(&q->a, &q->b, q->distance, &q->options, &q->cache, &out->contact);
    case RAY_CAST:
        return graze_ray_cast(&q->a, &q->ray, &q->options, &out->cast);
    default:
        return graze_shape_cast(&q->a, q->translation, &q->b, &q->options, &out->cast);
    }
}

/* Which numbers: of A and B the pose and the margin, then the rest. */
enum { PLACED_FIELDS = 13, FIELDS = 2 * PLACED_FIELDS + 13 };

static graze_real *placed_field(graze_placed *p, int i) {
    graze_vec3 *v = i < 9 ? &p->pose.basis.col[i / 3] : &p->pose.origin;
    if (i == 12) return &p->margin;
    return i % 3 == 0 ? &v->x : i % 3 == 1 ? &v->y : &v->z;
}

/* The i-th number and which queries read it. */
static graze_real *field(question *q, int i, bool reads[QUERIES]) {
    graze_real *rest[13] = {&q->options.rel,     &q->options.abs,     &q->distance,
                            &q->ray.origin.x,    &q->ray.origin.y,    &q->ray.origin.z,
                            &q->ray.direction.x, &q->ray.direction.y, &q->ray.direction.z,
                            &q->ray.max_t,       &q->translation.x,   &q->translation.y,
                            &q->translation.z};
    int k = i - 2 * PLACED_FIELDS;
    for (int n = 0; n < QUERIES; ++n) {
        reads[n] = i < PLACED_FIELDS || (i < 2 * PLACED_FIELDS && n != RAY_CAST) || k == 0 || k == 1;
        reads[n] |= k == 2 && (n == WITHIN || n == CONTACT);
        reads[n] |= k >= 3 && k < 10 && n == RAY_CAST;
        reads[n] |= k >= 10 && n == SHAPE_CAST;
    }
    if (i < PLACED_FIELDS) return placed_field(&q->a, i);
    return i < 2 * PLACED_FIELDS ? placed_field(&q->b, i - PLACED_FIELDS) : rest[k];
}

static question sane(graze_shape *a, graze_shape *b, graze_random *random) {
    question q = {.a = {a, random_pose(RANDOM_POSE_RIGID, 2, random), (graze_real)0.1},
                  .b = {b, random_pose(RANDOM_POSE_RIGID, 2, random), 0},
                  .ray = {random_vector(3, random), random_vector(1, random), 10},
                  .translation = random_vector(3, random),
                  .distance = 1};
    if (graze_random_bits(random) % 2) q.a.pose.kind = q.b.pose.kind = GRAZE_POSE_UNKNOWN;
    return q;
}

static bool untouched(const answer *out) {
    for (size_t i = 0; i < sizeof out->bytes; ++i)
        if (out->bytes[i] != 0xa5) return false;
    return true;
}

static bool bracket_is_sound(graze_real value, graze_real lower, graze_real upper, graze_vec3 normal,
                             graze_vec3 point_a, graze_vec3 point_b, int iterations) {
    return lower <= value && value <= upper && graze_vec3_is_finite(normal) &&
           graze_vec3_is_finite(point_a) && graze_vec3_is_finite(point_b) && iterations <= 1000;
}

static bool contact_is_sound(const graze_contact_set *s) {
    bool sound = s->count >= 0 && s->count <= GRAZE_CONTACT_POINTS && s->lower <= s->sd &&
                 s->sd <= s->upper && graze_vec3_is_finite(s->normal) && s->iterations <= 1000;
    for (int i = 0; sound && i < s->count; ++i)
        sound = graze_vec3_is_finite(s->points[i].point_a) &&
                graze_vec3_is_finite(s->points[i].point_b) && graze_is_finite(s->points[i].sd);
    return sound;
}

static bool answer_is_sound(query which, const answer *out) {
    const graze_separation *s = &out->separation;
    const graze_cast_result *c = &out->cast;
    const graze_intersection *m = &out->intersection;
    const graze_penetration_result *d = &out->depth;
    const graze_signed_separation *b = &out->both;
    if (which == DISTANCE)
        return s->lower >= 0 && bracket_is_sound(s->distance, s->lower, s->upper, s->normal, s->point_a,
                                                 s->point_b, s->iterations);
    if (which == PENETRATION)
        return d->lower >= 0 && bracket_is_sound(d->depth, d->lower, d->upper, d->normal, d->point_a,
                                                 d->point_b, d->iterations);
    if (which == SIGNED_DISTANCE)
        return bracket_is_sound(b->sd, b->lower, b->upper, b->normal, b->point_a, b->point_b,
                                b->iterations);
    if (which == CONTACT) return contact_is_sound(&out->contact);
    if (which == RAY_CAST || which == SHAPE_CAST)
        return (!c->hit || (c->lower <= c->t && c->t <= c->upper && graze_vec3_is_finite(c->point) &&
                            graze_vec3_is_finite(c->normal))) &&
               c->iterations <= 10000;
    return m->lower >= 0 && graze_vec3_is_finite(m->axis) && graze_vec3_is_finite(m->point) &&
           m->iterations <= 1000;
}

static void check(query which, question q, int number, graze_real value, bool must_refuse,
                  graze_shape_kind kind) {
    answer out;
    graze_cache before = q.cache;
    memset(&out, 0xa5, sizeof out);
    graze_status status = ask(which, &q, &out);
    if (status != GRAZE_OK) {
        if (!untouched(&out) || memcmp(&before, &q.cache, sizeof before) != 0)
            fail_msg("%s, query %d, field %d = %g: refused, yet the output changed",
                     graze_shape_kind_text(kind), (int)which, number, (double)value);
        return;
    }
    if (must_refuse)
        fail_msg("%s, query %d, field %d = %g: taken", graze_shape_kind_text(kind), (int)which, number,
                 (double)value);
    if (!answer_is_sound(which, &out))
        fail_msg("%s, query %d, field %d = %g: an answer that makes no sense",
                 graze_shape_kind_text(kind), (int)which, number, (double)value);
}

static void spoil_every_field(graze_shape *a, graze_shape *b, graze_random *random) {
    const graze_real most = sizeof most == sizeof(float) ? (graze_real)FLT_MAX : (graze_real)DBL_MAX;
    const graze_real values[] = {NAN, INFINITY, -INFINITY, most, -most};
    question good = sane(a, b, random);
    for (int i = 0; i < FIELDS; ++i)
        for (int v = 0; v < 5; ++v) {
            question q = good;
            bool reads[QUERIES];
            graze_real *number = field(&q, i, reads);
            *number = values[v];
            bool basis = i % PLACED_FIELDS < 9 && i < 2 * PLACED_FIELDS;
            if (basis) q.a.pose.kind = q.b.pose.kind = GRAZE_POSE_UNKNOWN; /* rigid would be a lie */
            bool forever = number == &q.ray.max_t && v == 1; /* the one infinity that is welcome */
            for (int n = 0; n < QUERIES; ++n)
                if (reads[n])
                    check((query)n, q, i, values[v], v < 3 && !forever, graze_shape_get_kind(a));
        }
    for (int n = 0; n < QUERIES; ++n) {
        question q = good;
        q.options.max_iterations = -1;
        check((query)n, q, -1, -1, true, graze_shape_get_kind(a));
        q = good;
        q.options.rel = (graze_real)-0.5;
        check((query)n, q, -1, -1, true, graze_shape_get_kind(a));
        q = good;
        q.a.shape = NULL;
        check((query)n, q, -1, -1, true, graze_shape_get_kind(a));
        q = good;
        q.a.margin = (graze_real)-0.1;
        check((query)n, q, -1, -1, true, graze_shape_get_kind(a));
    }
}

static void numbers_that_are_none_are_refused(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(76001));
    for (int kind = 0; kind < GRAZE_SHAPE_CONVEX_COUNT; ++kind)
        for (long i = 0; i < test_count(50); ++i) {
            graze_shape_kind other =
                (graze_shape_kind)(graze_random_bits(&random) % GRAZE_SHAPE_HALF_SPACE);
            graze_shape *a = random_shape((graze_shape_kind)kind, 1, &random);
            graze_shape *b = random_shape(other, 1, &random);
            spoil_every_field(a, b, &random);
            graze_shape_release(a);
            graze_shape_release(b);
        }
}

static void null_pointers_are_refused(void **state) {
    (void)state;
    graze_shape *ball;
    assert_int_equal(graze_shape_sphere(1, &ball), GRAZE_OK);
    graze_placed p = {ball, graze_pose_identity(), 0};
    graze_ray ray = {{-3, 0, 0}, {1, 0, 0}, 10};
    graze_vec3 move = {1, 0, 0};
    answer out;
    memset(&out, 0xa5, sizeof out);
    const graze_status bad = GRAZE_INVALID_ARGUMENT;
    assert_int_equal(graze_intersect(NULL, &p, NULL, NULL, &out.intersection), bad);
    assert_int_equal(graze_intersect(&p, NULL, NULL, NULL, &out.intersection), bad);
    assert_int_equal(graze_intersect(&p, &p, NULL, NULL, NULL), bad);
    assert_int_equal(graze_within(NULL, &p, 1, NULL, NULL, &out.intersection), bad);
    assert_int_equal(graze_within(&p, NULL, 1, NULL, NULL, &out.intersection), bad);
    assert_int_equal(graze_within(&p, &p, 1, NULL, NULL, NULL), bad);
    assert_int_equal(graze_within(&p, &p, -1, NULL, NULL, &out.intersection), bad);
    assert_int_equal(graze_distance(NULL, &p, NULL, NULL, &out.separation), bad);
    assert_int_equal(graze_distance(&p, NULL, NULL, NULL, &out.separation), bad);
    assert_int_equal(graze_distance(&p, &p, NULL, NULL, NULL), bad);
    assert_int_equal(graze_penetration(NULL, &p, NULL, NULL, &out.depth), bad);
    assert_int_equal(graze_penetration(&p, NULL, NULL, NULL, &out.depth), bad);
    assert_int_equal(graze_penetration(&p, &p, NULL, NULL, NULL), bad);
    assert_int_equal(graze_signed_distance(NULL, &p, NULL, NULL, &out.both), bad);
    assert_int_equal(graze_signed_distance(&p, NULL, NULL, NULL, &out.both), bad);
    assert_int_equal(graze_signed_distance(&p, &p, NULL, NULL, NULL), bad);
    assert_int_equal(graze_contact(NULL, &p, 0, NULL, NULL, &out.contact), bad);
    assert_int_equal(graze_contact(&p, NULL, 0, NULL, NULL, &out.contact), bad);
    assert_int_equal(graze_contact(&p, &p, 0, NULL, NULL, NULL), bad);
    assert_int_equal(graze_contact(&p, &p, -1, NULL, NULL, &out.contact), bad);
    assert_int_equal(graze_ray_cast(NULL, &ray, NULL, &out.cast), bad);
    assert_int_equal(graze_ray_cast(&p, NULL, NULL, &out.cast), bad);
    assert_int_equal(graze_ray_cast(&p, &ray, NULL, NULL), bad);
    assert_int_equal(graze_shape_cast(NULL, move, &p, NULL, &out.cast), bad);
    assert_int_equal(graze_shape_cast(&p, move, NULL, NULL, &out.cast), bad);
    assert_int_equal(graze_shape_cast(&p, move, &p, NULL, NULL), bad);
    ray.max_t = -1;
    assert_int_equal(graze_ray_cast(&p, &ray, NULL, &out.cast), bad);
    graze_trace trace = {NULL, NULL};
    graze_options options = {.trace = &trace};
    assert_int_equal(graze_distance(&p, &p, &options, NULL, &out.separation), bad);
    assert_int_equal(graze_penetration(&p, &p, &options, NULL, &out.depth), bad);
    assert_int_equal(graze_signed_distance(&p, &p, &options, NULL, &out.both), bad);
    assert_int_equal(graze_contact(&p, &p, 0, &options, NULL, &out.contact), bad);
    assert_true(untouched(&out));
    graze_shape_release(ball);
}

static void two_half_spaces_are_unbounded(void **state) {
    (void)state;
    graze_shape *half;
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &half), GRAZE_OK);
    graze_placed p = {half, graze_pose_identity(), 0};
    answer out;
    memset(&out, 0xa5, sizeof out);
    assert_int_equal(graze_intersect(&p, &p, NULL, NULL, &out.intersection), GRAZE_UNBOUNDED);
    assert_int_equal(graze_within(&p, &p, 1, NULL, NULL, &out.intersection), GRAZE_UNBOUNDED);
    assert_int_equal(graze_distance(&p, &p, NULL, NULL, &out.separation), GRAZE_UNBOUNDED);
    assert_int_equal(graze_penetration(&p, &p, NULL, NULL, &out.depth), GRAZE_UNBOUNDED);
    assert_int_equal(graze_signed_distance(&p, &p, NULL, NULL, &out.both), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_cast(&p, graze_vec3_zero(), &p, NULL, &out.cast), GRAZE_UNBOUNDED);
    assert_true(untouched(&out));
    graze_shape_release(half);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(two_half_spaces_are_unbounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
