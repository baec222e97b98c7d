/* SPDX-License-Identifier: MIT
 * Clashes in small scenes with known answers, in random ones against asking every pair, and what is
 * left out of the question. */
#include <math.h>

#include "clash.h"
#include "clash_pair.h"
#include "read_memory.h"

#define HEAD "#VRML V2.0 utf8\n"
#define AT(name, x, y, z, shape)                                                                       \
    "Transform { translation " x " " y " " z " children DEF " name " Shape { geometry " shape " } }\n"

static model model_of(const char *text) {
    model m = {.s = good_text(read_vrml, "file.wrl", text)};
    fault f = {""};
    if (!shapes_make(&m.s, &m.made, &f)) fail_msg("%s", f.text);
    return m;
}

static clash_list find(const model *m, const clash_options *options) {
    clash_list found;
    fault f = {""};
    if (!clash_find(m, options, &found, &f)) fail_msg("%s", f.text);
    return found;
}

static void check_near(double value, double expected) {
    if (!(fabs(value - expected) <= 1e-9 * (1 + fabs(expected))))
        fail_msg("%.17g, not %.17g", value, expected);
}

static void check_clash(const clash *c, clash_kind kind, const char *a, const char *b,
                        double distance) {
    assert_int_equal(c->kind, kind);
    assert_string_equal(c->name_a, a);
    assert_string_equal(c->name_b, b);
    check_near(c->distance, distance);
    check_near(c->normal[0] * c->normal[0] + c->normal[1] * c->normal[1] + c->normal[2] * c->normal[2],
               1);
}

static const char row[] = HEAD AT("left/box", "0", "0", "0", "Box { size 2 2 2 }")
    AT("right/box", "1.75", "0", "0", "Box { size 2 2 2 }")          /* 0.25 deep in the left one */
    AT("ball", "4.75", "0", "0", "Sphere { radius 1 }")              /* 1 from the right one */
    AT("pebble", "4.75", "0.25", "0", "Sphere { radius .125 }")      /* in the ball */
    AT("post", "4.75", "2", "0", "Cylinder { radius .5 height 2 }"); /* on top of the ball */

static void test_kinds(void **state) {
    (void)state;
    model m = model_of(row);
    clash_options options = {.threads = 1};
    clash_list found = find(&m, &options);
    assert_int_equal(found.count, 3);
    check_clash(&found.at[0], CLASH_OVERLAP, "left/box", "right/box", -.25);
    check_near(found.at[0].normal[0], 1);
    check_near(found.at[0].point[0], .875);
    check_clash(&found.at[1], CLASH_INSIDE, "pebble", "ball", -.875);
    check_clash(&found.at[2], CLASH_TOUCH, "ball", "post", 0);
    clash_free(&found);
    model_free(&m);
}

static void test_clearance_and_tolerance(void **state) {
    (void)state;
    model m = model_of(row);
    clash_options options = {.clearance = 1, .tolerance = .25, .threads = 1};
    clash_list found = find(&m, &options);     /* 1 is not closer than 1, .25 not deeper than .25 */
    assert_int_equal(found.of[CLASH_NEAR], 1); /* pebble and post */
    assert_int_equal(found.of[CLASH_OVERLAP], 0);
    assert_int_equal(found.of[CLASH_TOUCH], 2);
    clash_free(&found);
    options.clearance = 1.001, options.tolerance = .249;
    found = find(&m, &options);
    assert_int_equal(found.of[CLASH_NEAR], 2); /* right and ball; pebble and post */
    assert_int_equal(found.of[CLASH_OVERLAP], 1);
    clash_free(&found);
    model_free(&m);
}

static size_t count_with(const model *m, const char *pattern) {
    clash_options options = {.threads = 1, .ignore = {&pattern, 1, 1}};
    clash_list found = find(m, &options);
    size_t count = found.count;
    clash_free(&found);
    return count;
}

static void test_ignore(void **state) {
    (void)state;
    model m = model_of(row);
    assert_int_equal(count_with(&m, "nothing"), 3);
    assert_int_equal(count_with(&m, "left"), 2); /* a name above */
    assert_int_equal(count_with(&m, "ba*"), 1);
    assert_int_equal(count_with(&m, "pebble*,ball*"), 2);
    assert_int_equal(count_with(&m, "ball*,pebble*"), 2);
    assert_int_equal(count_with(&m, "pebble*,post*"), 3);
    assert_int_equal(count_with(&m, "?ost"), 2);
    assert_int_equal(count_with(&m, "*"), 0);
    assert_int_equal(count_with(&m, "*x"), 2); /* both boxes: box/..., one pair */
    model_free(&m);
}

/* Parts of a robot: those of one part, and pairs that may touch. */
static void test_parts(void **state) {
    (void)state;
    model m = model_of(row);
    clash_options options = {.threads = 1};
    fault f = {""};
    for (size_t i = 0; i < m.s.object_count; ++i) m.s.objects[i].part = i;
    assert_true(scene_ignore(&m.s, 1, 0, &f));
    clash_list found = find(&m, &options);
    assert_int_equal(found.count, 2);
    clash_free(&found);
    m.s.objects[3].part = m.s.objects[2].part;
    found = find(&m, &options);
    assert_int_equal(found.count, 1);
    check_clash(&found.at[0], CLASH_TOUCH, "ball", "post", 0);
    clash_free(&found);
    model_free(&m);
}

/* -- random scenes -- */

static geometry random_geometry(graze_random *random) {
    geometry g = {.kind = (geometry_kind)(graze_random_bits(random) % 4)};
    for (int k = 0; k < 3; ++k) g.size[k] = graze_random_uniform(random, .1, 1);
    return g;
}

static model random_model(uint64_t seed, size_t count) {
    model m = {0};
    fault f = {""};
    graze_random random = graze_random_seed(seed);
    for (size_t i = 0; i < count; ++i) {
        geometry g = random_geometry(&random);
        placement at = placement_identity();
        size_t number;
        char name[32];
        snprintf(name, sizeof name, "object%zu", i);
        for (int k = 0; k < 3; ++k) at.origin[k] = graze_random_uniform(&random, 0, 5);
        for (int k = 0; k < 9; ++k) at.basis[k] += graze_random_uniform(&random, -.2, .2);
        assert_true(scene_add_geometry(&m.s, &g, &number, &f));
        assert_true(scene_add_object(&m.s, name, number, &at, SIZE_MAX, &f));
    }
    if (!shapes_make(&m.s, &m.made, &f)) fail_msg("%s", f.text);
    return m;
}

/* The list is what asking all pairs gives, and the same with any number of threads. */
static void check_all_pairs(const model *m, const clash_options *options, const clash_list *found) {
    size_t next = 0;
    for (size_t a = 0; a < m->s.object_count; ++a)
        for (size_t b = a + 1; b < m->s.object_count; ++b) {
            clash c;
            assert_int_equal(clash_pair(m, a, b, options, &c), GRAZE_OK);
            if (c.kind == CLASH_KIND_COUNT) continue;
            assert_true(next < found->count);
            assert_memory_equal(&c, &found->at[next], sizeof c);
            ++next;
        }
    assert_int_equal(next, found->count);
}

static void test_random(void **state) {
    (void)state;
    size_t all = 0;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        model m = random_model(seed, 60);
        clash_options options = {.clearance = .05 * (double)(seed % 3), .threads = (int)seed};
        clash_list found = find(&m, &options);
        check_all_pairs(&m, &options, &found);
        all += found.count;
        clash_free(&found);
        model_free(&m);
    }
    assert_true(all > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),  cmocka_unit_test(test_clearance_and_tolerance),
        cmocka_unit_test(test_ignore), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
