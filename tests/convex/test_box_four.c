/* SPDX-License-Identifier: MIT
 * Contacts of four pairs of boxes at once against those of each alone: the same numbers in the same
 * order, with one to four pairs, whatever is in the other lanes. What is left to be asked for alone
 * must be little, but for boxes that lie flat on each other. */
#include "contact_help.h"
#include "convex/entry.h"

#define V graze_vec3_make

typedef struct trial {
    graze_placed a[GZ_MEETINGS], b[GZ_MEETINGS];
    graze_cache caches[GZ_MEETINGS];
    gz_meeting pairs[GZ_MEETINGS];
    graze_contact_set sets[GZ_MEETINGS];
    graze_contact_set *out[GZ_MEETINGS];
} trial;

static graze_real up_to(graze_random *random, graze_real lo, graze_real hi) {
    return graze_random_uniform(random, lo, hi);
}

/* A box somewhere near the middle, turned any way or nearly straight. */
static graze_placed random_box(graze_random *random, bool straight, graze_real size) {
    graze_shape *shape = NULL;
    graze_vec3 half = V(up_to(random, 0, 1), up_to(random, (graze_real)0.1, 1), up_to(random, 0, 1));
    assert_int_equal(graze_shape_box(graze_vec3_scale(half, size), &shape), GRAZE_OK);
    graze_real angle = up_to(random, 0, straight ? (graze_real)0.05 : 3);
    graze_vec3 at = V(up_to(random, -1, 1), up_to(random, -1, 1), up_to(random, -1, 1));
    graze_real margin = graze_random_bits(random) % 4 ? 0 : size * up_to(random, 0, (graze_real)0.1);
    return (graze_placed){
        shape, contact_pose(graze_random_direction(random), angle, graze_vec3_scale(at, size)), margin};
}

static void begin(trial *t, graze_random *random, bool straight) {
    graze_real size = (graze_real)pow(10, (double)up_to(random, -3, 3));
    for (int i = 0; i < GZ_MEETINGS; ++i) {
        t->a[i] = random_box(random, straight, size);
        t->b[i] = random_box(random, straight, size);
        t->caches[i] = (graze_cache){0};
        t->pairs[i] = (gz_meeting){&t->a[i], &t->b[i], i % 2 ? NULL : &t->caches[i]};
        t->out[i] = &t->sets[i];
    }
}

static void end(trial *t) {
    for (int i = 0; i < GZ_MEETINGS; ++i) {
        graze_shape_release((graze_shape *)(uintptr_t)t->a[i].shape);
        graze_shape_release((graze_shape *)(uintptr_t)t->b[i].shape);
    }
}

static bool same_vector(graze_vec3 a, graze_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static bool same_point(const graze_contact_point *p, const graze_contact_point *q) {
    return same_vector(p->point_a, q->point_a) && same_vector(p->point_b, q->point_b) &&
           p->sd == q->sd && p->feature_a == q->feature_a && p->feature_b == q->feature_b;
}

static bool same_set(const graze_contact_set *s, const graze_contact_set *t) {
    bool same = s->count == t->count && s->end == t->end && s->iterations == t->iterations &&
                same_vector(s->normal, t->normal) && s->sd == t->sd && s->lower == t->lower &&
                s->upper == t->upper;
    for (int i = 0; i < s->count && same; ++i) same = same_point(&s->points[i], &t->points[i]);
    return same;
}

static bool same_cache(const graze_cache *c, const graze_cache *d) {
    return same_vector(c->axis, d->axis) && c->size == d->size && c->support_a[0] == d->support_a[0] &&
           c->support_b[0] == d->support_b[0];
}

/* How many were settled. */
static long compare(trial *t, int count, uint64_t seed, long number) {
    unsigned settled = gz_convex_contact_four(t->pairs, count, t->out);
    long done = 0;
    assert_true(settled < 1u << count);
    for (int i = 0; i < count; ++i) {
        if (!(settled >> i & 1)) continue;
        graze_cache cache = {0};
        graze_contact_set alone;
        assert_int_equal(graze_contact(&t->a[i], &t->b[i], 0, NULL, &cache, &alone), GRAZE_OK);
        TEST_CHECK(same_set(&alone, &t->sets[i]), seed, number,
                   "pair %d: %d points at %.17g alone, %d at %.17g", i, alone.count, (double)alone.sd,
                   t->sets[i].count, (double)t->sets[i].sd);
        TEST_CHECK(!t->pairs[i].cache || same_cache(&cache, &t->caches[i]), seed, number, "cache of %d",
                   i);
        ++done;
    }
    return done;
}

static void run(bool straight, double least) {
    uint64_t seed = test_seed(20261118);
    graze_random random = graze_random_seed(seed);
    long settled = 0, asked = 0, count = test_count(20000);
    for (long n = 0; n < count; ++n) {
        trial t;
        int pairs = 1 + (int)(n % GZ_MEETINGS);
        begin(&t, &random, straight);
        settled += compare(&t, pairs, seed, n);
        asked += pairs;
        end(&t);
    }
    TEST_CHECK((double)settled >= least * (double)asked, seed, count, "%ld of %ld", settled, asked);
}

static void turned_boxes_have_the_contacts_of_each_pair_alone(void **state) {
    (void)state;
    run(false, 0.9);
}

static void boxes_that_are_hardly_turned_too(void **state) {
    (void)state;
    run(true, 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turned_boxes_have_the_contacts_of_each_pair_alone),
        cmocka_unit_test(boxes_that_are_hardly_turned_too)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
