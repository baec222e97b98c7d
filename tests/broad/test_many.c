/* SPDX-License-Identifier: MIT
 * W1-W4, D1: thousands of boxes, for what is done otherwise where there are many: every kind gives the
 * same events in the same order as brute force, whatever part of the boxes changes at once. */
#include "broad_model.h"

enum { BOXES = 5000, CROWD = 150 };

typedef struct many {
    graze_broad *kinds[MODEL_KINDS];
    graze_broad_id ids[BOXES];
    graze_aabb boxes[BOXES];
    graze_random random;
    uint64_t seed;
    long frame;
    size_t pairs;
} many;

static graze_real uniform(many *m, double lo, double hi) {
    return graze_random_uniform(&m->random, (graze_real)lo, (graze_real)hi);
}

/* Some are all in one place, few are as large as the world. */
static graze_aabb any_box(many *m, int i) {
    graze_aabb box;
    double world = i < CROWD ? 0.5 : 12, size = i % 1000 == 999 ? 12 : 0.5;
    graze_vec3 middle = {uniform(m, -world, world), 0, 0};
    middle.y = uniform(m, -world, world);
    middle.z = uniform(m, -world, world);
    graze_real half = uniform(m, 0, size);
    box.lo = graze_vec3_sub(middle, graze_vec3_make(half, half, half));
    box.hi = graze_vec3_add(middle, graze_vec3_make(half, half, half));
    return box;
}

static void add(many *m, int i) {
    graze_broad_proxy proxy = {.box = m->boxes[i] = any_box(m, i), .user = (uint64_t)i};
    graze_broad_id first = 0, id;
    MODEL_EACH_KIND(m, kind, broad) {
        assert_int_equal(graze_broad_add(broad, &proxy, &id), GRAZE_OK);
        if (!first) first = id;
        assert_true(id == first);
    }
    m->ids[i] = first;
}

static void take_out(many *m, int i) {
    MODEL_EACH_KIND(m, kind, broad)
    assert_int_equal(graze_broad_remove(broad, m->ids[i]), GRAZE_OK);
}

static void move_to(many *m, int i, graze_aabb box) {
    m->boxes[i] = box;
    MODEL_EACH_KIND(m, kind, broad)
    assert_int_equal(graze_broad_move(broad, m->ids[i], &box), GRAZE_OK);
}

static void creep(many *m, int i) {
    graze_vec3 by = {uniform(m, -0.02, 0.02), 0, 0};
    graze_aabb box = {graze_vec3_add(m->boxes[i].lo, by), graze_vec3_add(m->boxes[i].hi, by)};
    move_to(m, i, box);
}

static graze_flow count_pair(void *user, const graze_broad_pair *pair) {
    (void)pair;
    ++*(size_t *)user;
    return GRAZE_CONTINUE;
}

static bool in_order(const graze_broad_event *a, const graze_broad_event *b) {
    uint32_t lower = model_index(a->pair.a), next = model_index(b->pair.a);
    return lower < next || (lower == next && model_index(a->pair.b) < model_index(b->pair.b));
}

/* Brute force comes first: the others are compared with it. */
static void step(many *m) {
    const graze_broad_event *truth = NULL, *events;
    size_t expected = 0, count;
    MODEL_EACH_KIND(m, kind, broad) {
        assert_int_equal(graze_broad_update(broad, &events, &count), GRAZE_OK);
        if (kind == GRAZE_BROAD_BRUTE_FORCE) {
            truth = events;
            expected = count;
        }
        TEST_CHECK(count == expected, m->seed, m->frame, "kind %d: %zu events, not %zu", kind, count,
                   expected);
        for (size_t i = 0; i < count; ++i)
            TEST_CHECK(model_same_event(&events[i], &truth[i]) &&
                           (i == 0 || in_order(&events[i - 1], &events[i])),
                       m->seed, m->frame, "kind %d: event %zu is another one", kind, i);
        size_t listed = 0;
        assert_int_equal(graze_broad_pairs(broad, count_pair, &listed), GRAZE_OK);
        if (kind == GRAZE_BROAD_BRUTE_FORCE) m->pairs = listed;
        TEST_CHECK(listed == m->pairs, m->seed, m->frame, "kind %d: %zu pairs", kind, listed);
    }
    ++m->frame;
}

static void begin(many *m, uint64_t seed) {
    memset(m, 0, sizeof *m);
    m->seed = test_seed(seed);
    m->random = graze_random_seed(m->seed);
    for (int kind = 1; kind < MODEL_KINDS; ++kind) {
        graze_broad_config config = {.kind = (graze_broad_kind)kind};
        assert_int_equal(graze_broad_create(&config, &m->kinds[kind]), GRAZE_OK);
    }
    for (int i = 0; i < BOXES; ++i) add(m, i);
    step(m);
    assert_true(m->pairs > BOXES);
}

static void end(many *m) {
    for (int i = 0; i < BOXES; ++i) take_out(m, i);
    step(m);
    assert_int_equal(m->pairs, 0);
    MODEL_EACH_KIND(m, kind, broad) graze_broad_release(broad);
}

/* One box of so many jumps. */
static void jumping(void **state) {
    (void)state;
    static many m;
    static const int parts[] = {2, 3, 5, 10, 40, 1000};
    begin(&m, 1);
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; ++p) {
        for (int i = 0; i < BOXES; ++i)
            if (graze_random_bits(&m.random) % (uint64_t)parts[p] == 0) move_to(&m, i, any_box(&m, i));
        step(&m);
    }
    end(&m);
}

/* The same tenth creeps until the others' pairs are at rest; then some of those wake up or go. */
static void resting(void **state) {
    (void)state;
    static many m;
    begin(&m, 6);
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 0; i < BOXES; i += 10) creep(&m, i);
        for (int i = 1; frame % 20 == 19 && i < BOXES; i += 50) move_to(&m, i, any_box(&m, i));
        for (int i = 2; frame % 25 == 24 && i < BOXES; i += 50) {
            take_out(&m, i);
            add(&m, i);
        }
        step(&m);
    }
    MODEL_EACH_KIND(&m, kind, broad) assert_int_equal(graze_broad_validate(broad, NULL), GRAZE_OK);
    end(&m);
}

static void replaced(void **state) {
    (void)state;
    static many m;
    begin(&m, 2);
    for (int part = 0; part < 5; ++part) {
        for (int i = part; i < BOXES; i += 10) take_out(&m, i);
        for (int i = part; i < BOXES; i += 10) add(&m, i);
        step(&m);
    }
    end(&m);
}

static void creeping(void **state) {
    (void)state;
    static many m;
    begin(&m, 3);
    for (int frame = 0; frame < 8; ++frame) {
        for (int i = frame % 4 ? 0 : frame; i < BOXES; i += frame % 4 ? 1 : 10) creep(&m, i);
        step(&m);
    }
    const char *what = "";
    assert_int_equal(graze_broad_validate(m.kinds[GRAZE_BROAD_TREE], &what), GRAZE_OK);
    end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumping),
        cmocka_unit_test(resting),
        cmocka_unit_test(replaced),
        cmocka_unit_test(creeping),
    };
    return cmocka_run_group_tests_name("broad phases of many boxes", tests, NULL, NULL);
}
